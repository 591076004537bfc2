import ZombiesCore
import ZombiesPlatform
import ZombiesSimulator
import ZombiesText

/// A destination of output: standard output, or a file that is either replaced completely or left unchanged.
///
/// A regular file is written next to its target as a ``PartFile``, synced, and renamed when everything is
/// done. Any other file, such as a pipe or a device, is written directly. A part is locked while it is
/// written. The next run removes a part that a killed run left, or continues it if it resumes that run
/// (``resume(_:at:)``).
package final class OutputFile {
  /// The name for messages.
  let name: String

  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private let part: PartFile?
  private let isStandardOutput: Bool

  /// Turns what is written into another form; nil to write it as it is.
  private var convert: (([UInt8]) -> [UInt8])?

  /// The number of bytes written so far.
  package private(set) var length: UInt64 = 0

  /// The hash of the bytes written so far; nil if it is not needed.
  package private(set) var digest: SHA256?

  /// Whether the part is kept if the run fails, so that it can be resumed from a checkpoint.
  private var isKept = false

  /// Whether the part is closed except while it is written to. A run has more outputs than files that it may
  /// have open.
  private var isClosedBetweenWrites = false

  /// The part while it is closed; nil while it is open.
  private var closedPart: stat?

  private static let bufferSize = 1 << 16

  /// Standard output.
  package static func standardOutput() -> OutputFile {
    OutputFile("standard output", 1, part: nil, isStandardOutput: true)
  }

  /// A descriptor that is already open, written to directly.
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

  /// Opens a file for writing. Its target stays unchanged until ``finish()``.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint that will need the file's part; nil for none.
  ///   - patiently: Whether to wait up to three seconds for another run to release the part.
  /// - Throws: ``Failure`` with status 73.
  package static func open(
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
        message: "'\(path.text)' is an unfinished file of another run, which may need it. Choose "
          + "another name.")
    }
    let part = PartFile(of: target)
    guard checkpoint == nil || !part.note.isTaken else { throw failure(EEXIST, part.note.path) }
    // If the name of the part is taken, name that file, because the user has to look at it.
    let descriptor = try part.create(for: checkpoint, patiently: patiently) { code in
      failure(code, [ENOENT, EACCES, EROFS, ENOSPC, ENOTDIR].contains(code) ? path : part.path)
    }
    // A note without a part was left by a run that was killed before it could remove the note.
    part.note.remove()
    let output = OutputFile(path.text, descriptor, part: part)
    // A new file gets the permissions of the umask. An existing one keeps its permissions and, if possible,
    // its owner.
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

  // MARK: Resuming

  /// Whether another run can continue the file. It can if the file is written as a part.
  package var canResume: Bool { part != nil }

  /// Opens the part that an earlier run left, to continue it from a bookmark.
  ///
  /// If that run was killed after it had written everything and renamed the part, the bookmark belongs to
  /// the file itself. The file is then left as it is.
  ///
  /// - Throws: ``Failure`` with status 65 if the part is missing or has changed since that run, 66, 73 or
  ///   74 if it cannot be opened, is in use by another run, or cannot be read or written.
  package static func resume(
    _ path: FilePath, at bookmark: Bookmark
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
        "'\(part.path.text)' is not the file of the interrupted run: its first \(bookmark.length) "
          + "bytes are missing or changed, so the run cannot be resumed")
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

  /// A file that an earlier run has already finished.
  private static func finished(
    _ path: FilePath, _ part: PartFile, _ bookmark: Bookmark
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
        "'\(part.path.text)', the unfinished file of the interrupted run, is missing, so the run "
          + "cannot be resumed")
    }
    // The earlier run was killed before it could remove the note.
    part.note.remove()
    let output = OutputFile(path.text, descriptor, part: nil)
    output.length = bookmark.length
    return output
  }

  /// The hash of the last bytes before a position in a file, as a bookmark stores it.
  private static func tail(
    of descriptor: Int32, at end: UInt64, _ path: FilePath
  ) throws(Failure) -> String {
    var hash = SHA256()
    let count = min(end, UInt64(Bookmark.tailLength))
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

  /// A bookmark at a position. Everything before it is on the disk.
  ///
  /// - Throws: ``Failure`` with status 74.
  package func bookmark(at place: UInt64) throws(Failure) -> Bookmark {
    if part != nil, fsync(descriptor) != 0 {
      throw .system(.ioError, "cannot write to \(quotedName)", errno)
    }
    let path = part?.path ?? FilePath(name)
    return Bookmark(
      length: place, tail: try Self.tail(of: descriptor, at: place, path))
  }

  /// Records that a checkpoint needs the file's part, so that the part is kept if the run fails; nil means
  /// that no checkpoint does.
  ///
  /// - Throws: ``Failure`` with status 73.
  package func keep(for checkpoint: FilePath?) throws(Failure) {
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

  /// Computes the hash of all bytes from now on, including those already written.
  ///
  /// - Throws: ``Failure`` with status 74.
  package func digestAll() throws(Failure) {
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

  // MARK: Many files

  /// From now on, keeps the part open only while it is written to.
  ///
  /// A part that is not open is not locked either. If another run to the same target takes its name meanwhile,
  /// the next write fails.
  package func closeBetweenWrites() {
    isClosedBetweenWrites = part != nil
    closeForNow()
  }

  private func closeForNow() {
    guard isClosedBetweenWrites, descriptor >= 0 else { return }
    closedPart = fileStatus(descriptor)
    close(descriptor)
    descriptor = -1
  }

  /// Opens the part again if it is closed.
  ///
  /// - Throws: ``Failure`` with status 73 or 74.
  private func reopen() throws(Failure) {
    guard let part, let former = closedPart else { return }
    let opened = try part.reopen { code in
      .system(.ioError, "cannot write to '\(part.path.text)'", code)
    }
    guard let opened, former.isSameFile(as: fileStatus(opened)),
      lseek(opened, 0, SEEK_END) >= 0
    else {
      if let opened { close(opened) }
      throw Failure(
        status: .ioError, message: "another run has removed '\(part.path.text)', or replaced it")
    }
    descriptor = opened
    closedPart = nil
  }

  // MARK: Writing

  /// From now on, writes what `convert` makes of the next part of the output.
  package func convert(by convert: @escaping ([UInt8]) -> [UInt8]) { self.convert = convert }

  /// Whether the output is a terminal.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal; nil if the output is not a terminal.
  package var columns: Int? { Terminal.columns(of: descriptor) }

  /// Writes a text.
  ///
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``.
  package func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes bytes.
  ///
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``.
  package func write(_ bytes: some Collection<UInt8>) throws {
    // Same: rows that are converted come as texts, in pieces.
    if bytes.count >= Self.bufferSize, convert == nil {
      // A text as long as the buffer need not go through it.
      try flush()
      let isWritten = try bytes.withContiguousStorageIfAvailable { bytes in
        var written = 0
        try put(UnsafeRawBufferPointer(bytes), &written)
        return true
      }
      if isWritten == true { return }
    }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes the bytes that a closure appends.
  ///
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``.
  package func write(_ append: (inout [UInt8]) -> Void) throws {
    append(&buffer)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes the buffered bytes.
  package func flush() throws {
    var written = 0
    if let lines = convert?(buffer) {
      buffer = []
      try lines.withUnsafeBytes { try put($0, &written) }
      return
    }
    // Bytes that could not be written stay in the buffer.
    defer {
      if written == buffer.count {
        buffer.removeAll(keepingCapacity: true)
      } else {
        buffer.removeFirst(written)
      }
    }
    try buffer.withUnsafeBytes { try put($0, &written) }
  }

  /// Writes bytes to the file and counts the written ones.
  private func put(_ bytes: UnsafeRawBufferPointer, _ written: inout Int) throws {
    if bytes.isEmpty { return }
    try reopen()
    defer { closeForNow() }
    while written < bytes.count {
      let count = systemWrite(
        descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      if count >= 0 {
        digest?.update(Array(bytes[written..<written + count]))
        written += count
        length += UInt64(count)
      } else if errno == EPIPE {
        throw ReaderLeft()
      } else if errno != EINTR {
        throw Failure.system(.ioError, "cannot write to \(quotedName)", errno)
      }
    }
  }

  private var quotedName: String { isStandardOutput ? name : "'\(name)'" }

  /// Puts several files in place, in order. No file is renamed before all are written, and standard output
  /// is written last.
  ///
  /// - Parameter settled: Called when everything is written and nothing has been renamed.
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``.
  package static func finish(_ outputs: [OutputFile], settled: () throws -> Void = {}) throws {
    for output in outputs where !output.isStandardOutput { try output.settle() }
    for output in outputs where output.isStandardOutput { try output.settle() }
    try settled()
    for output in outputs { try output.replace() }
  }

  /// Puts the file in place.
  ///
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``. The target is then unchanged.
  package func finish() throws { try Self.finish([self]) }

  /// Puts the file in place and keeps it open, and therefore locked.
  ///
  /// - Returns: The descriptor, for the caller to close.
  /// - Throws: ``Failure`` with status 74, or ``ReaderLeft``. The target is then unchanged.
  package func finishKeepingOpen() throws -> Int32 {
    try settle()
    try rename()
    defer { descriptor = -1 }
    return descriptor
  }

  private func check(_ result: Int32) throws {
    if result != 0 { throw Failure.system(.ioError, "cannot write to \(quotedName)", errno) }
  }

  /// Writes all remaining bytes to the disk.
  private func settle() throws {
    try flush()
    guard part != nil else { return }
    try reopen()
    defer { closeForNow() }
    try check(fsync(descriptor))
  }

  private func rename() throws {
    guard let part else { return }
    try reopen()
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

  /// Syncs the folder, so that the new name survives a power cut. Not all systems can do that.
  private func syncFolder(of target: FilePath) {
    let descriptor = systemOpen(target.folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Gives up and leaves the target as it was.
  package func discard() {
    // Another run may have taken the name of a part that was closed.
    do throws(Failure) { try reopen() } catch { if let part { Signals.remove(part.path) } }
    guard let part, descriptor >= 0 else { return }
    if !isKept { part.remove() }
    close(descriptor)
    descriptor = -1
  }
}
