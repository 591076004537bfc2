import ZombiesPlatform

/// The unfinished file `FILE.part` next to a target `FILE`. It replaces the target when it is complete.
///
/// A file of that name can be one of three things:
///
/// - A part that a run is writing. It is locked, and no other run touches it.
/// - A part that a killed run left behind. The next run to the same target removes it, unless a note next
///   to the part names a checkpoint that needs it (``CheckpointNote``).
/// - A file of the user. Runs never touch it. The sticky bit distinguishes it from a part: a part is
///   created with that bit in a single call, and hardly any other file has it. On a file system without
///   permissions, a part that a killed run left looks like a file of the user and is kept.
struct PartFile {
  /// The path of the part, `FILE.part`.
  let path: FilePath

  /// The file that the part replaces, with symbolic links followed.
  let target: FilePath

  /// The note that names the checkpoint that needs the part.
  var note: CheckpointNote { CheckpointNote(of: path) }

  /// The sticky bit, which has no meaning of its own for a regular file.
  private static let mark = mode_t(S_ISVTX)

  /// The part of a target.
  init(of target: FilePath) {
    self.target = target
    path = target.appending(".part")
  }

  /// Whether a file is the part of a run and must not be replaced like a finished file.
  static func isPart(_ path: FilePath, _ status: stat) -> Bool {
    path.bytes.suffix(5).elementsEqual(".part".utf8) && status.st_mode & mark != 0
  }

  /// Creates the part, locks it, and registers it with the signal handler.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint of this run. A part that only this checkpoint needs may be removed.
  ///   - patiently: Whether to wait up to three seconds for another run to release the part.
  ///   - failure: Makes the failure of a system call from its error code.
  /// - Returns: The descriptor.
  func create(
    for checkpoint: FilePath?, patiently: Bool, _ failure: (Int32) -> Failure
  ) throws(Failure) -> Int32 {
    // Same: one attempt more or fewer.
    for attempt in 0..<300 {
      if let descriptor = try createAnew(failure) { return descriptor }
      switch try clear(for: checkpoint, failure) {
      case .gone: continue
      case .held where patiently && attempt < 299: usleep(10_000)
      case .held:
        throw Failure(status: .cannotCreate, message: "another run is writing '\(path.text)'")
      }
    }
    throw failure(EAGAIN)
  }

  /// Creates the part if its name is free; returns nil if the name is taken.
  private func createAnew(_ failure: (Int32) -> Failure) throws(Failure) -> Int32? {
    try Signals.whole { () throws(Failure) -> Int32? in
      let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
      let descriptor = retrying { systemOpen(path, flags, 0o666 | Self.mark) }
      guard descriptor >= 0 else {
        if errno == EEXIST { return nil }
        throw failure(errno)
      }
      // If the part cannot be locked, another run found it at this very moment.
      guard Self.lock(descriptor), isNamed(descriptor) else {
        close(descriptor)
        return nil
      }
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_mode & Self.mark == 0 {
        // Some systems do not set the bit on creation.
        fchmod(descriptor, status.st_mode & 0o777 | Self.mark)
      }
      Signals.add(path)
      return descriptor
    }
  }

  /// The result of clearing the part's name.
  private enum Clearing {
    /// The file is gone.
    case gone
    /// Another run is writing the file.
    case held
  }

  /// Removes a part that a killed run left behind.
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
        message: "'\(path.text)' contains the rounds of an interrupted run with the checkpoint "
          + "'\(other.text)'. To resume that run, repeat its command with "
          + "--checkpoint \(shellWord(other.bytes)) --resume. To discard it, remove "
          + "'\(path.text)'.")
    }
    guard unlink(path.cString) == 0 || errno == ENOENT else { throw failure(errno) }
    return .gone
  }

  /// The failure if a file of the user has the part's name.
  private var strangers: Failure {
    Failure(
      status: .cannotCreate,
      message:
        "'\(path.text)' is in the way: '\(target.text)' uses that name while it is written, but "
        + "zombies did not make this file. Move or remove it, or choose another output.")
  }

  /// Opens and locks the part that an interrupted run left behind, to continue it.
  ///
  /// - Returns: The descriptor; nil if there is no part.
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

  /// Opens the file with the part's name; returns nil if it does not exist.
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

  /// Renames the part to the target and sets the final permissions.
  ///
  /// - Returns: Whether that succeeded. If not, `errno` has the reason.
  func takePlace(_ descriptor: Int32) -> Bool {
    Signals.whole {
      guard systemRename(path, target) == 0 else { return false }
      Signals.remove(path)
      // The sticky bit is removed last. So a run that is killed before that leaves a complete file with the
      // bit set, rather than a part that the next run would mistake for a file of the user.
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return false }
      let mode = status.st_mode & 0o777
      // Try the path as well, for file systems that change permissions only by path.
      return status.st_mode & Self.mark == 0 || fchmod(descriptor, mode) == 0
        || chmod(target.cString, mode) == 0
    }
  }

  /// Gives the part the permissions of the file that it replaces; returns 0 or the error code.
  func setPermissions(_ mode: mode_t, of descriptor: Int32) -> Int32 {
    // Some file systems have no permissions.
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

  /// Locks a file; false if another run has locked it.
  private static func lock(_ descriptor: Int32) -> Bool {
    // Some network file systems have no locks. On these, other runs cannot be kept out.
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Whether a descriptor belongs to the file that has the part's name now. Its last writer may have
  /// renamed or removed the file after it was opened.
  private func isNamed(_ descriptor: Int32) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(path.cString, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }
}

/// Repeats a system call as long as signals interrupt it.
package func retrying(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// The note that a checkpoint needs an unfinished file: a symbolic link `FILE.part.checkpoint` whose text
/// names the checkpoint. It is created before the checkpoint is written and removed when the file is in
/// place.
package struct CheckpointNote {
  /// The path of the note, `FILE.part.checkpoint`.
  package let path: FilePath

  /// The beginning of the link's text, which identifies a note.
  private static let prefix = Array("zombies-checkpoint:".utf8)

  /// The note of a part.
  package init(of part: FilePath) { path = part.appending(".checkpoint") }

  /// The checkpoint that needs the part; nil if there is no note.
  var checkpoint: FilePath? {
    guard let text = path.link, text.starts(with: Self.prefix) else { return nil }
    return FilePath(bytes: text.dropFirst(Self.prefix.count))
  }

  /// Whether a file that is not a note has the note's name.
  var isTaken: Bool {
    var status = stat()
    return lstat(path.cString, &status) == 0 && checkpoint == nil
  }

  /// Records that a checkpoint needs the part. Does nothing on file systems without symbolic links.
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

  /// Removes the note if it exists.
  func remove() { if checkpoint != nil { unlink(path.cString) } }
}
