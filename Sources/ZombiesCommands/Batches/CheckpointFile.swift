import ZombiesPlatform
import ZombiesSystem

/// The file with the saved state of a run, which another run can resume.
///
/// No two runs save to the same file, because a run always holds a lock on its part, the file, or both. For
/// a moment during a save there is no part. Another run may then create one, but it finds the file locked
/// and gives up. The file exists until the run is done.
final class CheckpointFile {
  /// The path as given.
  let path: FilePath

  /// The seconds between saves.
  let interval: Double

  private var next: OutputFile

  /// The descriptor of the last saved file, which keeps it locked; −1 if nothing is saved.
  private var saved: Int32 = -1

  private var lastSave = Terminal.now

  /// Whether the file contains a state that an interrupted run or this run saved.
  private(set) var isSaved = false

  /// The state that an interrupted run left; nil if there is none.
  private(set) var contents: [UInt8]?

  /// Opens a checkpoint.
  ///
  /// - Throws: ``Failure`` with status 64 if the path does not name a regular file, 66 or 74 if the file
  ///   cannot be read, 73 if it cannot be written, is in use by another run, or already contains a state
  ///   and `resuming` is false.
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
        message: "'\(path.text)' exists and may contain an interrupted run. Resume that run with "
          + "--resume, or remove the file.")
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
      // Some network file systems have no locks. On these, other runs cannot be kept out.
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
      // An earlier save is still there. Only the file shows whether a first save succeeded.
      var status = stat()
      isSaved = isSaved || (stat(path.cString, &status) == 0 ? status.st_size > 0 : errno != ENOENT)
      throw error
    }
    lastSave = Terminal.now
  }

  /// Saves the state together with a file of rows, which then is not removed if the run is killed.
  func save(_ text: String, with rows: OutputFile?) throws {
    try Signals.whole {
      try rows?.keep(for: path)
      do { try save(text) } catch {
        if !isSaved { try? rows?.keep(for: nil) }
        throw error
      }
    }
  }

  /// Says whether a run with `--resume` resumes.
  ///
  /// - Parameter done: What was done before, as in "9 placements".
  func noteResumed(after done: String, _ arguments: Arguments) {
    guard arguments.has(.resume) else { return }
    arguments.note(
      contents == nil
        ? "'\(path.text)' has no saved state: starting from the beginning\n"
        : "resuming after \(done)\n")
  }

  /// Removes the file because the run is done.
  func remove() throws(Failure) {
    next.discard()
    if isSaved, unlink(path.resolvingLinks()?.cString ?? path.cString) != 0, errno != ENOENT {
      throw .system(.ioError, "cannot remove '\(path.text)'", errno)
    }
    isSaved = false
    try letGo()
  }

  /// Closes the descriptor of the previous save and keeps that of the current one.
  private func letGo(keeping next: Int32 = -1) throws(Failure) {
    let former = saved
    saved = next
    if former >= 0, close(former) != 0 {
      throw .system(.ioError, "cannot write to '\(path.text)'", errno)
    }
  }

  /// Closes all descriptors and leaves the file as it is.
  func discard() {
    next.discard()
    if saved >= 0 { close(saved) }
    saved = -1
  }
}
