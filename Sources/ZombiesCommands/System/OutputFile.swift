import ZombiesReports

/// Where a command writes: standard output, or a file that is old or new, never a part.
///
/// A regular file is written beside its target as `FILE.part`, synced and renamed when all is
/// done. What is no regular file, a pipe or a device, is written directly. The part is locked while
/// a run writes it; one that a killed run left behind is cleared by the next run, or gone on with
/// by a run that resumes it (``resume(_:at:)``).
final class OutputFile {
  /// The name for messages.
  let name: String

  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private let part: (path: FilePath, target: FilePath)?
  private let isStandardOutput: Bool

  /// The bytes handed on so far.
  private(set) var length: UInt64 = 0

  /// The hash of the bytes handed on so far; nil where it is not wanted.
  private(set) var digest: SHA256?

  /// Whether the part stays when the run fails, to be gone on with.
  private var isKept = false

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
  /// - Parameter patiently: Whether to wait for a second where another run holds the part: one that is
  ///   about to leave.
  /// - Throws: ``Failure`` with status 73.
  static func open(_ path: FilePath, patiently: Bool = false) throws(Failure) -> OutputFile {
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
    } else if errno != ENOENT {
      throw failure(errno)
    }
    guard let target = path.resolvingLinks() else { throw failure(errno) }
    let part = target.appending(".part")
    // Where the part's place is taken, the part is what the user has to look at.
    let descriptor = try openPart(part, patiently: patiently) { code in
      failure(code, [ENOENT, EACCES, EROFS, ENOSPC, ENOTDIR].contains(code) ? path : part)
    }
    // A new file is as the user's mask has it; an old one keeps its owner, where that may be, and
    // its permissions.
    if status.st_mode != 0 {
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      // There are file systems without permissions.
      let may = [EPERM, ENOSYS, EINVAL, EOPNOTSUPP]
      if fchmod(descriptor, status.st_mode & 0o777) != 0, !may.contains(errno) {
        let code = errno
        unlink(part.cString)
        close(descriptor)
        throw failure(code)
      }
    }
    Signals.add(part)
    return OutputFile(path.text, descriptor, part: (part, target))
  }

  /// Opens and locks a part, clearing what a killed run left in it unless it is to be kept.
  private static func openPart(
    _ path: FilePath, keeping: Bool = false, patiently: Bool = false,
    _ failure: (Int32) -> Failure
  ) throws(Failure) -> Int32 {
    for attempt in 0..<100 {
      let flags = O_RDWR | (keeping ? 0 : O_CREAT) | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
      let descriptor = retrying { systemOpen(path, flags, 0o666) }
      guard descriptor >= 0 else { throw failure(errno) }
      // Some network file systems know no locks: there nobody can be kept out.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
        close(descriptor)
        if patiently, attempt < 99 {
          usleep(10_000)
          continue
        }
        throw Failure(
          status: .cannotCreate, message: "another run is writing '\(path.text)'")
      }
      /// Leaves nothing over: what stands here is ours, or what a killed run left.
      func fail(_ code: Int32, unlinking: Bool = true) -> Failure {
        if unlinking, !keeping { unlink(path.cString) }
        close(descriptor)
        return failure(code)
      }
      var (opened, named) = (stat(), stat())
      guard fstat(descriptor, &opened) == 0 else { throw fail(errno) }
      guard opened.st_mode & S_IFMT == S_IFREG else { throw fail(EEXIST, unlinking: false) }
      // Its last writer may have renamed or removed it between the two calls.
      let isThere = lstat(path.cString, &named) == 0
      guard isThere || errno == ENOENT else { throw fail(errno) }
      if isThere, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev {
        guard keeping || ftruncate(descriptor, 0) == 0 else { throw fail(errno) }
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

  // MARK: Going on

  /// Whether the file can be gone on with by another run: it is written as a part.
  var canResume: Bool { part != nil }

  /// Opens the part that an earlier run left, to write on from a bookmark.
  ///
  /// Where that run was killed when all was written and the part renamed already, the file itself
  /// is what the bookmark is of; it is left as it is then, and nothing is written.
  ///
  /// - Throws: ``Failure`` with status 65 where what is there is not what was left.
  static func resume(
    _ path: FilePath, at bookmark: SavedTally.Bookmark
  ) throws(Failure) -> OutputFile {
    guard let target = path.resolvingLinks() else {
      throw .system(.cannotCreate, "cannot create '\(path.text)'", errno)
    }
    let part = target.appending(".part")
    var status = stat()
    if lstat(part.cString, &status) != 0 {
      guard errno == ENOENT else {
        throw .system(.noInput, "cannot open '\(part.text)'", errno)
      }
      return try finished(path, target, bookmark)
    }
    let descriptor = try openPart(part, keeping: true) { code in
      .system(.noInput, "cannot open '\(part.text)'", code)
    }
    let output = OutputFile(path.text, descriptor, part: (part, target))
    output.isKept = true
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      output.discard()
      throw .system(.noInput, "cannot open '\(part.text)'", code)
    }
    guard UInt64(max(0, status.st_size)) >= bookmark.length,
      try tail(of: descriptor, at: bookmark.length, part) == bookmark.tail
    else {
      output.discard()
      throw .badData(
        "'\(part.text)' is not what the interrupted run wrote: its first \(bookmark.length) bytes "
          + "are gone or changed, so that run cannot be gone on with")
    }
    guard ftruncate(descriptor, off_t(bookmark.length)) == 0,
      lseek(descriptor, off_t(bookmark.length), SEEK_SET) >= 0
    else {
      let code = errno
      output.discard()
      throw .system(.ioError, "cannot write to '\(part.text)'", code)
    }
    output.length = bookmark.length
    return output
  }

  /// A file that an earlier run had finished already.
  private static func finished(
    _ path: FilePath, _ target: FilePath, _ bookmark: SavedTally.Bookmark
  ) throws(Failure) -> OutputFile {
    let descriptor = systemOpen(target, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0 || errno == ENOENT,
      descriptor < 0 || fstat(descriptor, &status) == 0
    else {
      let code = errno
      if descriptor >= 0 { close(descriptor) }
      throw .system(.noInput, "cannot open '\(path.text)'", code)
    }
    guard descriptor >= 0, UInt64(max(0, status.st_size)) == bookmark.length,
      try tail(of: descriptor, at: bookmark.length, target) == bookmark.tail
    else {
      if descriptor >= 0 { close(descriptor) }
      throw .badData(
        "'\(path.text).part', which the interrupted run was writing, is gone: "
          + "that run cannot be gone on with")
    }
    let output = OutputFile(path.text, descriptor, part: nil)
    output.length = bookmark.length
    return output
  }

  /// The hash of the bytes that stand before a place of a file, as a bookmark has it.
  private static func tail(
    of descriptor: Int32, at end: UInt64, _ path: FilePath
  ) throws(Failure) -> String {
    var hash = SHA256()
    let count = min(end, UInt64(SavedTally.Bookmark.tailLength))
    hash.update(try read(descriptor, from: end - count, count: Int(count), path))
    return hash.hex
  }

  /// Bytes of a file.
  private static func read(
    _ descriptor: Int32, from begin: UInt64, count: Int, _ path: FilePath
  ) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + done, count - done, off_t(begin) + off_t(done))
      }
      if got == 0 { return Array(bytes[..<done]) }
      if got > 0 {
        done += got
      } else if errno != EINTR {
        throw .system(.ioError, "cannot read '\(path.text)'", errno)
      }
    }
    return bytes
  }

  /// A bookmark at a place behind which nothing was changed, once all before it is on the disk.
  ///
  /// - Throws: ``Failure`` with status 74.
  func bookmark(at place: UInt64) throws(Failure) -> SavedTally.Bookmark {
    if part != nil, fsync(descriptor) != 0 {
      throw .system(.ioError, "cannot write to \(quotedName)", errno)
    }
    let path = part?.path ?? FilePath(name)
    return SavedTally.Bookmark(
      length: place, tail: try Self.tail(of: descriptor, at: place, path))
  }

  /// Says whether the part stays where it is if the run fails, because something tells how to go
  /// on with it.
  func keep(_ isKept: Bool) {
    guard let part, isKept != self.isKept else { return }
    self.isKept = isKept
    if isKept { Signals.remove(part.path) } else { Signals.add(part.path) }
  }

  /// Computes the hash of all that is written, and of what was before.
  ///
  /// - Throws: ``Failure`` with status 74.
  func digestAll() throws(Failure) {
    var hash = SHA256()
    let path = part?.path ?? FilePath(name)
    while hash.count < length {
      let count = Int(min(length - hash.count, 1 << 20))
      let bytes = try Self.read(descriptor, from: hash.count, count: count, path)
      if bytes.isEmpty { break }
      hash.update(bytes)
    }
    digest = hash
  }

  // MARK: Writing

  /// Whether what is written goes to a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes a text.
  ///
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``.
  func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes bytes.
  ///
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``.
  func write(_ bytes: some Collection<UInt8>) throws {
    buffer.append(contentsOf: bytes)
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
        digest?.update(Array(buffer[written..<written + count]))
        written += count
        length += UInt64(count)
      } else if errno == EPIPE {
        throw ReaderLeft()
      } else if errno != EINTR {
        throw Failure.system(.ioError, "cannot write to \(quotedName)", errno)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private var quotedName: String { isStandardOutput ? name : "'\(name)'" }

  /// Puts what was written in the targets' places, in their order: nothing is renamed before all is
  /// written, to standard output last.
  ///
  /// - Parameter settled: Called between the two.
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``.
  static func finish(_ outputs: [OutputFile], settled: () throws -> Void = {}) throws {
    for output in outputs where !output.isStandardOutput { try output.settle() }
    for output in outputs where output.isStandardOutput { try output.settle() }
    try settled()
    for output in outputs { try output.replace() }
  }

  /// Puts what was written in the target's place.
  ///
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``; the target is as it was then.
  func finish() throws { try Self.finish([self]) }

  /// Puts what was written in the target's place, and leaves it open: who holds it locked, goes on
  /// holding it.
  ///
  /// - Returns: The descriptor, for the caller to close.
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``; the target is as it was then.
  func finishKeepingOpen() throws -> Int32 {
    try settle()
    try rename()
    defer { descriptor = -1 }
    return descriptor
  }

  private func check(_ result: Int32) throws {
    if result != 0 { throw Failure.system(.ioError, "cannot write to \(quotedName)", errno) }
  }

  /// Writes all that is left to the disk.
  private func settle() throws {
    try flush()
    if part != nil { try check(fsync(descriptor)) }
  }

  private func rename() throws {
    guard let part else { return }
    try check(systemRename(part.path, part.target))
    Signals.remove(part.path)
    syncFolder(of: part.target)
  }

  private func replace() throws {
    try rename()
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
    if !isKept {
      unlink(part.path.cString)
      Signals.remove(part.path)
    }
    close(descriptor)
    descriptor = -1
  }
}
