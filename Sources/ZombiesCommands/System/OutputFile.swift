import ZombiesFiles
import ZombiesReports
import ZombiesSimulator

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// Where a command writes: standard output, or a file that is old or new, never a part.
///
/// A regular file is written beside its target as ``PartFile``, synced and renamed when all is
/// done. What is no regular file, a pipe or a device, is written directly. The part is locked while
/// a run writes it; one that a killed run left behind is cleared by the next run, or continued by a
/// run that resumes it (``resume(_:at:)``).
final class OutputFile {
  /// The name for messages.
  let name: String

  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private let part: PartFile?
  private let isStandardOutput: Bool

  /// The bytes handed on so far.
  private(set) var length: UInt64 = 0

  /// The hash of the bytes handed on so far; nil where it is not wanted.
  private(set) var digest: SHA256?

  /// Whether the part stays when the run fails, because a checkpoint tells how to continue it.
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
    _ name: String, _ descriptor: Int32, part: PartFile?, isStandardOutput: Bool = false
  ) {
    self.name = name
    self.descriptor = descriptor
    self.part = part
    self.isStandardOutput = isStandardOutput
  }

  /// Opens a file for writing; its target is untouched until ``finish()``.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint that will need the file's part, if there is one.
  ///   - patiently: Whether to wait for a second where another run holds the part: one that is
  ///     about to leave.
  /// - Throws: ``Failure`` with status 73.
  static func open(
    _ path: FilePath, neededBy checkpoint: FilePath? = nil, patiently: Bool = false
  ) throws(Failure) -> OutputFile {
    if let descriptor = path.descriptor { return try OutputFile(path, descriptor) }
    func failure(_ code: Int32, _ path: FilePath = path) -> Failure {
      .system(.cannotCreate, "cannot create '\(path.text)'", code)
    }
    guard !path.bytes.isEmpty else { throw failure(ENOENT) }
    var status = stat()
    if stat(path.cString, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw failure(EISDIR) }
      if status.st_mode & S_IFMT != S_IFREG {
        let descriptor = retrying { systemOpen(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
        guard descriptor >= 0 else { throw failure(errno) }
        return OutputFile(path.text, descriptor, part: nil)
      }
      guard access(path.cString, W_OK) == 0 else { throw failure(errno) }
    } else if errno != ENOENT {
      throw failure(errno)
    }
    guard let target = path.resolvingLinks() else { throw failure(errno) }
    guard !PartFile.isPart(target, status) else {
      throw Failure(
        status: .cannotCreate,
        message: "'\(path.text)' is the unfinished file of another run, which may need it")
    }
    let part = PartFile(of: target)
    guard checkpoint == nil || !part.note.isTaken else { throw failure(EEXIST, part.note.path) }
    // Where the part's place is taken, the part is what the user has to look at.
    let descriptor = try part.create(for: checkpoint, patiently: patiently) { code in
      failure(code, [ENOENT, EACCES, EROFS, ENOSPC, ENOTDIR].contains(code) ? path : part.path)
    }
    // A note without a part is one that a killed run had no time to remove.
    part.note.remove()
    let output = OutputFile(path.text, descriptor, part: part)
    // A new file is as the user's mask has it; an old one keeps its owner, where that may be, and
    // its permissions.
    if status.st_mode != 0 {
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      let code = part.setPermissions(status.st_mode, of: descriptor)
      guard code == 0 else {
        output.discard()
        throw failure(code)
      }
    }
    return output
  }

  // MARK: Going on

  /// Whether another run can continue the file: it is written as a part.
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
    let part = PartFile(of: target)
    let opened = try part.reopen { code in
      .system(.noInput, "cannot open '\(part.path.text)'", code)
    }
    guard let descriptor = opened else { return try finished(path, part, bookmark) }
    let output = OutputFile(path.text, descriptor, part: part)
    output.isKept = true
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      output.discard()
      throw .system(.noInput, "cannot open '\(part.path.text)'", code)
    }
    guard UInt64(max(0, status.st_size)) >= bookmark.length,
      try tail(of: descriptor, at: bookmark.length, part.path) == bookmark.tail
    else {
      output.discard()
      throw .badData(
        "'\(part.path.text)' is not what the interrupted run wrote: its first \(bookmark.length) "
          + "bytes are gone or changed, so that run cannot be continued")
    }
    guard ftruncate(descriptor, off_t(bookmark.length)) == 0,
      lseek(descriptor, off_t(bookmark.length), SEEK_SET) >= 0
    else {
      let code = errno
      output.discard()
      throw .system(.ioError, "cannot write to '\(part.path.text)'", code)
    }
    output.length = bookmark.length
    return output
  }

  /// A file that an earlier run had finished already.
  private static func finished(
    _ path: FilePath, _ part: PartFile, _ bookmark: SavedTally.Bookmark
  ) throws(Failure) -> OutputFile {
    let target = part.target
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
        "'\(part.path.text)', which the interrupted run was writing, is gone: "
          + "that run cannot be continued")
    }
    // That run was killed before it could do so.
    part.note.remove()
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

  /// Says that a checkpoint tells how to continue the file, so that its part stays if the run fails;
  /// nil for none.
  ///
  /// - Throws: ``Failure`` with status 73.
  func keep(for checkpoint: FilePath?) throws(Failure) {
    guard let part else { return }
    try Signals.whole { () throws(Failure) in
      if let checkpoint {
        if part.note.checkpoint != checkpoint.absolute { try part.note.write(checkpoint) }
        if !isKept { Signals.remove(part.path) }
      } else {
        part.note.remove()
        if isKept { Signals.add(part.path) }
      }
    }
    isKept = checkpoint != nil
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

  /// The columns of the terminal that it is; nil for anything else.
  var columns: Int? { Terminal.columns(of: descriptor) }

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

  /// Puts what was written in the target's place, and leaves it open, and so locked.
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
    assert(descriptor >= 0, "a file that is renamed is open")
    try check(
      Signals.whole {
        guard part.takePlace(descriptor) else { return -1 }
        if isKept { part.note.remove() }
        return 0
      })
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
    if !isKept { part.remove() }
    close(descriptor)
    descriptor = -1
  }
}
