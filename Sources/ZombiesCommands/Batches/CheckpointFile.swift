#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// The file that keeps what a run has learned so far, for a run that goes on from it.
///
/// No two runs save to one file: from the beginning to the end a run holds its part locked, or the
/// file, or both. In the moment of a save in which there is no part, another run may take the part's
/// place; it finds the file locked then, and leaves. The file is there as long as the run is not done.
final class CheckpointFile {
  /// The path, as it was given.
  let path: FilePath

  /// The seconds between two saves.
  let interval: Double

  private var next: OutputFile

  /// What was saved last, open and so locked; −1 where nothing is.
  private var saved: Int32 = -1

  private var lastSave = Terminal.now

  /// Whether the file holds what an interrupted run, or this one, has saved.
  private(set) var isSaved = false

  /// What an interrupted run left.
  private(set) var contents: [UInt8]?

  /// Opens a checkpoint.
  ///
  /// - Throws: ``Failure`` with status 64 where the path is no regular file's, 73 where it cannot
  ///   be written or where something is saved there already that is not to be resumed.
  init(_ path: FilePath, resuming: Bool, interval: Double, in command: String) throws(Failure) {
    self.path = path
    self.interval = interval
    next = try OutputFile.open(path)
    guard next.canResume else {
      throw .badUsage("--checkpoint: '\(path.text)' is no regular file", in: command)
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
        message: "'\(path.text)' is there already, and may hold an interrupted run: go on with it "
          + "by --resume, or remove it")
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

  /// Opens and locks what is saved.
  private static func lock(_ path: FilePath) throws(Failure) -> Int32 {
    while true {
      let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .system(.noInput, "cannot open '\(path.text)'", errno) }
      // Some network file systems know no locks: there nobody can be kept out.
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

  /// Saves.
  ///
  /// - Throws: ``Failure`` with status 73 or 74; the file is as it was then, or the new one.
  func save(_ text: String) throws {
    do {
      try next.write(text)
      let written = try next.finishKeepingOpen()
      isSaved = true
      try letGo(keeping: written)
      next = try OutputFile.open(path, patiently: true)
    } catch {
      next.discard()
      // What was saved before is there still; of a first save only its place tells.
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

  /// Closes what was saved, and holds on to what is saved now.
  private func letGo(keeping next: Int32 = -1) throws(Failure) {
    let former = saved
    saved = next
    if former >= 0, close(former) != 0 {
      throw .system(.ioError, "cannot write to '\(path.text)'", errno)
    }
  }

  /// Leaves the file as it is.
  func discard() {
    next.discard()
    if saved >= 0 { close(saved) }
    saved = -1
  }
}
