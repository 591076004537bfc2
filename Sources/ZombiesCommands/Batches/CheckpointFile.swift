import ZombiesPlatform

/// The file that holds the state of a run, so that another run can resume it.
///
/// No two runs save to the same file: from beginning to end, a run has locked its part, the file, or
/// both. For a moment during a save there is no part; another run may create one then, but finds the
/// file locked and gives up. The file exists until the run is done.
final class CheckpointFile {
  /// The path, as it was given.
  let path: FilePath

  /// The seconds between two saves.
  let interval: Double

  private var next: OutputFile

  /// The descriptor of what was saved last, which keeps it locked; −1 if nothing is saved.
  private var saved: Int32 = -1

  private var lastSave = Terminal.now

  /// Whether the file holds the state that an interrupted run or this one has saved.
  private(set) var isSaved = false

  /// The state that an interrupted run has left.
  private(set) var contents: [UInt8]?

  /// Opens a checkpoint.
  ///
  /// - Throws: ``Failure`` with status 64 if the path is not that of a regular file, 73 if it cannot be
  ///   written or already holds a state that is not to be resumed.
  init(_ path: FilePath, resuming: Bool, interval: Double, in command: String) throws(Failure) {
    self.path = path
    self.interval = interval
    next = try OutputFile.open(path)
    guard next.canResume else {
      throw .badUsage("--checkpoint: '\(path.text)' is not a regular file", in: command)
    }
    var status = stat()
    guard stat(path.cString, &status) == 0 else {
      if errno == ENOENT { return }
      let code = errno
      next.discard()
      throw .system(.noInput, "cannot open '\(path.text)'", code)
    }
    if status.st_size == 0 { return }
    guard resuming else {
      next.discard()
      throw Failure(
        status: .cannotCreate,
        message: "'\(path.text)' exists and may hold an interrupted run: resume it with --resume, "
          + "or remove the file")
    }
    do throws(Failure) {
      saved = try Self.lock(path)
      contents = try InputFile(path).readToEnd()
    } catch {
      discard()
      throw error
    }
    isSaved = true
  }

  /// Opens and locks the saved state.
  private static func lock(_ path: FilePath) throws(Failure) -> Int32 {
    while true {
      let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .system(.noInput, "cannot open '\(path.text)'", errno) }
      // Some network file systems have no locks, and there other runs cannot be kept out.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
        close(descriptor)
        throw Failure(
          status: .cannotCreate, message: "another run is saving to '\(path.text)'")
      }
      var (opened, named) = (stat(), stat())
      // Another run may have saved between the two calls.
      if fstat(descriptor, &opened) == 0, stat(path.cString, &named) == 0,
        opened.st_ino != named.st_ino || opened.st_dev != named.st_dev
      {
        close(descriptor)
        continue
      }
      return descriptor
    }
  }

  /// Whether it is time to save.
  var isDue: Bool { Terminal.now - lastSave >= interval }

  /// Saves the state.
  ///
  /// - Throws: ``Failure`` with status 73 or 74; the file is then either the old or the new one.
  func save(_ text: String) throws {
    do {
      try next.write(text)
      let written = try next.finishKeepingOpen()
      isSaved = true
      try letGo(keeping: written)
      next = try OutputFile.open(path, patiently: true)
    } catch {
      next.discard()
      // What was saved before is still there; whether a first save succeeded, only the file tells.
      var status = stat()
      isSaved = isSaved || (stat(path.cString, &status) == 0 ? status.st_size > 0 : errno != ENOENT)
      throw error
    }
    lastSave = Terminal.now
  }

  /// Removes the file: the run is done.
  func remove() throws(Failure) {
    next.discard()
    if isSaved, unlink(path.resolvingLinks()?.cString ?? path.cString) != 0, errno != ENOENT {
      throw .system(.ioError, "cannot remove '\(path.text)'", errno)
    }
    isSaved = false
    try letGo()
  }

  /// Closes the descriptor of what was saved before, and keeps that of what is saved now.
  private func letGo(keeping next: Int32 = -1) throws(Failure) {
    let former = saved
    saved = next
    if former >= 0, close(former) != 0 {
      throw .system(.ioError, "cannot write to '\(path.text)'", errno)
    }
  }

  /// Closes everything, and leaves the file as it is.
  func discard() {
    next.discard()
    if saved >= 0 { close(saved) }
    saved = -1
  }
}
