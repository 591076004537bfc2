#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// The unfinished file that stands beside a target, `FILE.part`, until it takes the target's place.
///
/// Three things may stand in a part's place, and each is treated in its own way:
///
/// - A part that a run is writing is locked: nobody else touches it.
/// - A part that a killed run left is cleared by the next run to the same target, unless a
///   checkpoint needs it, which a note beside the part says (``CheckpointNote``).
/// - Anything else is somebody's file, and is never touched. Ours are told from it by their sticky
///   bit: a part is created with it in the one call that makes the file, so that there is no moment
///   in which ours looks like a stranger's, and hardly any other file has it. Where a file system
///   knows no permissions, what a killed run left looks like a stranger's, which is the safe side.
struct PartFile {
  /// `FILE.part`.
  let path: FilePath

  /// The file whose place it takes; symbolic links have been followed.
  let target: FilePath

  /// What tells which checkpoint needs the part.
  var note: CheckpointNote { CheckpointNote(of: path) }

  /// The sticky bit, which has no meaning of its own for a regular file.
  private static let mark = mode_t(S_ISVTX)

  /// The part of a target.
  init(of target: FilePath) {
    self.target = target
    path = target.appending(".part")
  }

  /// Whether a file is somebody's part, and so none to be replaced as if it were a finished file.
  static func isPart(_ path: FilePath, _ status: stat) -> Bool {
    path.bytes.suffix(5).elementsEqual(".part".utf8) && status.st_mode & mark != 0
  }

  /// Makes the part, locks it, and notes it for the signal handler.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint of this run, which may clear what it left itself.
  ///   - patiently: Whether to wait for a second where another run holds the part: one that is
  ///     about to leave.
  ///   - failure: The failure of a call of the system, by its code.
  /// - Returns: The descriptor.
  func create(
    for checkpoint: FilePath?, patiently: Bool, _ failure: (Int32) -> Failure
  ) throws(Failure) -> Int32 {
    for attempt in 0..<100 {
      if let descriptor = try createAnew(failure) { return descriptor }
      switch try clear(for: checkpoint, failure) {
      case .gone: continue
      case .held where patiently && attempt < 99: usleep(10_000)
      case .held:
        throw Failure(status: .cannotCreate, message: "another run is writing '\(path.text)'")
      }
    }
    throw failure(EAGAIN)
  }

  /// Makes the part where its place is free; nil where it is not.
  private func createAnew(_ failure: (Int32) -> Failure) throws(Failure) -> Int32? {
    try Signals.whole { () throws(Failure) -> Int32? in
      let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = retrying { systemOpen(path, flags, 0o666 | Self.mark) }
      guard descriptor >= 0 else {
        if errno == EEXIST { return nil }
        throw failure(errno)
      }
      // Where it cannot be locked, another run has found it in this very moment.
      guard Self.lock(descriptor), isNamed(descriptor) else {
        close(descriptor)
        return nil
      }
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_mode & Self.mark == 0 {
        // Some systems want to be told apart.
        fchmod(descriptor, status.st_mode & 0o777 | Self.mark)
      }
      Signals.add(path)
      return descriptor
    }
  }

  /// What became of what stood in the part's place.
  private enum Clearing {
    /// It is not there any more.
    case gone
    /// Another run is writing it.
    case held
  }

  /// Removes the part that a killed run left.
  private func clear(
    for checkpoint: FilePath?, _ failure: (Int32) -> Failure
  ) throws(Failure) -> Clearing {
    let descriptor = try openExisting { code in
      [ELOOP, ENXIO, EISDIR, EOPNOTSUPP].contains(code) ? strangers : failure(code)
    }
    guard let descriptor else { return .gone }
    defer { close(descriptor) }
    guard Self.lock(descriptor) else { return .held }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    guard isNamed(descriptor) else { return .gone }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & Self.mark != 0 else {
      throw strangers
    }
    if let other = note.checkpoint, other != checkpoint?.absolute {
      throw Failure(
        status: .cannotCreate,
        message: "'\(path.text)' holds the rounds of an interrupted run, and the checkpoint "
          + "'\(other.text)' needs them: to continue that run, give its command again with "
          + "--checkpoint \(shellWord(other.bytes)) --resume; to do without it, remove "
          + "'\(path.text)'")
    }
    guard unlink(path.cString) == 0 || errno == ENOENT else { throw failure(errno) }
    return .gone
  }

  /// The failure where somebody's file stands in the part's place.
  private var strangers: Failure {
    Failure(
      status: .cannotCreate,
      message: "'\(path.text)' is in the way: '\(target.text)' is written there until it is whole, "
        + "and this is no unfinished file of zombies; move or remove it, or choose another output")
  }

  /// Opens and locks the part that an interrupted run left, to write on.
  ///
  /// - Returns: The descriptor; nil where there is no part.
  func reopen(_ failure: (Int32) -> Failure) throws(Failure) -> Int32? {
    for _ in 0..<100 {
      guard let descriptor = try openExisting(failure) else { return nil }
      guard Self.lock(descriptor) else {
        close(descriptor)
        throw Failure(status: .cannotCreate, message: "another run is writing '\(path.text)'")
      }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        let code = errno
        close(descriptor)
        throw failure(code == 0 ? EEXIST : code)
      }
      if isNamed(descriptor) { return descriptor }
      close(descriptor)
    }
    throw failure(EAGAIN)
  }

  /// Opens what stands in the part's place; nil where nothing does.
  private func openExisting(_ failure: (Int32) -> Failure) throws(Failure) -> Int32? {
    let descriptor = retrying {
      systemOpen(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(errno)
    }
    return descriptor
  }

  /// Puts the part in the target's place, with the permissions it is to have.
  ///
  /// - Returns: Whether that was done; `errno` tells why not.
  func takePlace(_ descriptor: Int32) -> Bool {
    Signals.whole {
      guard systemRename(path, target) == 0 else { return false }
      Signals.remove(path)
      // The mark goes last: a run that is killed before leaves a whole file with a bit too many, and
      // not one that the next run would take for a stranger's.
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return false }
      let mode = status.st_mode & 0o777
      // By the path again, for what knows it by the path alone.
      return status.st_mode & Self.mark == 0 || fchmod(descriptor, mode) == 0
        || chmod(target.cString, mode) == 0
    }
  }

  /// Gives the part the permissions of the file whose place it takes; returns 0 or the reason.
  func setPermissions(_ mode: mode_t, of descriptor: Int32) -> Int32 {
    // There are file systems without permissions.
    let may = [EPERM, ENOSYS, EINVAL, EOPNOTSUPP]
    if fchmod(descriptor, mode & 0o777 | Self.mark) != 0, !may.contains(errno) { return errno }
    return 0
  }

  /// Removes the part.
  func remove() {
    Signals.whole {
      unlink(path.cString)
      Signals.remove(path)
    }
  }

  /// Locks a file; false where another run has it locked.
  private static func lock(_ descriptor: Int32) -> Bool {
    // Some network file systems know no locks: there nobody can be kept out.
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Whether a descriptor is of the file that has the part's name: its last writer may have renamed or
  /// removed it after it was opened.
  private func isNamed(_ descriptor: Int32) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(path.cString, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }
}

/// Makes a call of the system again as long as signals interrupt it.
func retrying(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// What says that a checkpoint needs an unfinished file: `FILE.part.checkpoint`, a symbolic link
/// whose text names the checkpoint. It is made before the checkpoint is, and removed when the file is
/// in its place.
struct CheckpointNote {
  /// `FILE.part.checkpoint`.
  let path: FilePath

  /// What the text of the link begins with, by which ours are known.
  private static let prefix = Array("zombies-checkpoint:".utf8)

  /// The note of a part.
  init(of part: FilePath) { path = part.appending(".checkpoint") }

  /// The checkpoint that needs the part; nil where there is no note of ours.
  var checkpoint: FilePath? {
    guard let text = path.link, text.starts(with: Self.prefix) else { return nil }
    return FilePath(bytes: text.dropFirst(Self.prefix.count))
  }

  /// Whether something else has the note's name.
  var isTaken: Bool {
    var status = stat()
    return lstat(path.cString, &status) == 0 && checkpoint == nil
  }

  /// Says that a checkpoint needs the part; nothing where the file system has no symbolic links.
  ///
  /// - Throws: ``Failure`` with status 73.
  func write(_ checkpoint: FilePath) throws(Failure) {
    remove()
    let text = FilePath(bytes: Self.prefix + checkpoint.absolute.bytes)
    guard symlink(text.cString, path.cString) != 0 else { return }
    if ![EPERM, ENOSYS, EOPNOTSUPP].contains(errno) {
      throw .system(.cannotCreate, "cannot create '\(path.text)'", errno)
    }
  }

  /// Removes the note, if it is ours.
  func remove() { if checkpoint != nil { unlink(path.cString) } }
}
