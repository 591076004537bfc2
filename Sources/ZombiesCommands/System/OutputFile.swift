/// Where a command writes: standard output, or a file that is old or new, never a part.
///
/// A regular file is written beside its target as `FILE.part`, synced and renamed when all is
/// done. What is no regular file, a pipe or a device, is written directly. The part is locked while
/// a run writes it; one that a killed run left behind is cleared by the next run.
final class OutputFile {
  /// The name for messages.
  let name: String

  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private let part: (path: FilePath, target: FilePath)?
  private let isStandardOutput: Bool

  private static let bufferSize = 1 << 16

  /// Standard output.
  static func standardOutput() -> OutputFile {
    OutputFile("standard output", 1, part: nil, isStandardOutput: true)
  }

  /// What is open already is written as it is.
  private convenience init(_ path: FilePath, _ descriptor: Int32) throws(Failure) {
    if descriptor == 1 {
      self.init("standard output", 1, part: nil, isStandardOutput: true)
      return
    }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .system(.cannotCreate, "cannot create '\(path.text)'", errno) }
    self.init(path.text, copy, part: nil)
  }

  private init(
    _ name: String, _ descriptor: Int32, part: (path: FilePath, target: FilePath)?,
    isStandardOutput: Bool = false
  ) {
    self.name = name
    self.descriptor = descriptor
    self.part = part
    self.isStandardOutput = isStandardOutput
  }

  /// Opens a file for writing; its target is untouched until ``finish()``.
  ///
  /// - Throws: ``Failure`` with status 73.
  static func open(_ path: FilePath) throws(Failure) -> OutputFile {
    if let descriptor = path.descriptor { return try OutputFile(path, descriptor) }
    func failure(_ code: Int32, _ path: FilePath = path) -> Failure {
      .system(.cannotCreate, "cannot create '\(path.text)'", code)
    }
    guard !path.bytes.isEmpty else { throw failure(ENOENT) }
    var status = stat()
    if stat(path.cString, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw failure(EISDIR) }
      if status.st_mode & S_IFMT != S_IFREG {
        let descriptor = Self.retrying { systemOpen(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
        guard descriptor >= 0 else { throw failure(errno) }
        return OutputFile(path.text, descriptor, part: nil)
      }
      guard access(path.cString, W_OK) == 0 else { throw failure(errno) }
    }
    guard let target = path.resolvingLinks() else { throw failure(ELOOP) }
    let part = target.appending(".part")
    // Where the part's place is taken, the part is what the user has to look at.
    let descriptor = try openPart(part) { code in
      failure(code, [ENOENT, EACCES, EROFS, ENOSPC, ENOTDIR].contains(code) ? path : part)
    }
    // A new file is as the user's mask has it; an old one keeps its owner, where that may be, and
    // its permissions.
    if status.st_mode != 0 {
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      fchmod(descriptor, status.st_mode & 0o777)
    }
    Signals.add(part)
    return OutputFile(path.text, descriptor, part: (part, target))
  }

  /// Opens and locks a part, clearing what a killed run left in it.
  private static func openPart(
    _ path: FilePath, _ failure: (Int32) -> Failure
  ) throws(Failure) -> Int32 {
    for _ in 0..<100 {
      let descriptor = retrying {
        systemOpen(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
      }
      guard descriptor >= 0 else { throw failure(errno) }
      var (opened, named) = (stat(), stat())
      guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw failure(EEXIST)
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        throw Failure(
          status: .cannotCreate, message: "another run is writing '\(path.text)'")
      }
      // Its last writer may have renamed or removed it between the two calls.
      if lstat(path.cString, &named) == 0, named.st_ino == opened.st_ino,
        named.st_dev == opened.st_dev
      {
        guard ftruncate(descriptor, 0) == 0 else {
          let code = errno
          close(descriptor)
          throw failure(code)
        }
        return descriptor
      }
      close(descriptor)
    }
    throw failure(EAGAIN)
  }

  private static func retrying(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Whether what is written goes to a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes a text.
  ///
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``.
  func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Hands on what is buffered.
  func flush() throws {
    var written = 0
    while written < buffer.count {
      let count = buffer[written...].withUnsafeBytes {
        systemWrite(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        throw ReaderLeft()
      } else if errno != EINTR {
        throw Failure.system(.ioError, "cannot write to \(quotedName)", errno)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private var quotedName: String { isStandardOutput ? name : "'\(name)'" }

  /// Puts what was written in the targets' places: nothing is renamed before all is written.
  ///
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``.
  static func finish(_ outputs: [OutputFile]) throws {
    for output in outputs { try output.settle() }
    for output in outputs { try output.replace() }
  }

  /// Puts what was written in the target's place.
  ///
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``; the target is as it was then.
  func finish() throws { try Self.finish([self]) }

  private func check(_ result: Int32) throws {
    if result != 0 { throw Failure.system(.ioError, "cannot write to \(quotedName)", errno) }
  }

  /// Writes all that is left to the disk.
  private func settle() throws {
    try flush()
    if part != nil { try check(fsync(descriptor)) }
  }

  private func replace() throws {
    if let part {
      try check(rename(part.path.cString, part.target.cString))
      Signals.remove(part.path)
      syncFolder(of: part.target)
    }
    let descriptor = self.descriptor
    self.descriptor = -1
    try check(close(descriptor))
  }

  /// Makes the new name last; a system that cannot do this has done all else.
  private func syncFolder(of target: FilePath) {
    let descriptor = systemOpen(target.folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Leaves the target as it was.
  func discard() {
    guard let part, descriptor >= 0 else { return }
    unlink(part.path.cString)
    Signals.remove(part.path)
    close(descriptor)
    descriptor = -1
  }
}
