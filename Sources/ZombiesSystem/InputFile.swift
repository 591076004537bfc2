import ZombiesPlatform

/// A file that is read piece by piece.
///
/// A pipe or a terminal may deliver as little as a single byte, so the length of a piece means nothing.
/// To read the beginning of a file, use ``peek(_:)``.
package final class InputFile {
  /// The name for messages and tables, in one line.
  package let name: String

  /// Whether this is a regular file, which can be read a second time.
  package let isRegular: Bool

  private let descriptor: Int32

  /// What to do while there is nothing to read; nil for nothing.
  package var pause: Pause?

  /// Bytes that ``peek(_:)`` has read and ``read()`` has not yet returned.
  private var ahead: [UInt8] = []

  /// The entry in the manifest; nil if there is none.
  private let entry: InputLog.Entry?

  /// The reason why reading stopped before the end; nil if it did not.
  package private(set) var failure: Failure?

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameter log: Receives the file if the run writes a manifest; nil for files that results do not
  ///   depend on.
  /// - Throws: ``Failure`` with status 66.
  package init(_ path: FilePath, for log: InputLog? = nil) throws(Failure) {
    if path.text == "-" {
      name = "standard input"
      descriptor = 0
    } else {
      name = path.lineText
      descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw .system(.noInput, "cannot open '\(path.text)'", errno)
      }
    }
    var status = stat()
    if fstat(descriptor, &status) != 0 {
      throw .system(.noInput, "cannot open \(name)", errno)
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw .system(.noInput, "cannot open '\(path.text)'", EISDIR)
    }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    entry = log?.add(path)
  }

  deinit { if descriptor > 0 { close(descriptor) } }

  /// The next bytes, without consuming them. There are at least `count`, unless the file ends earlier.
  ///
  /// - Throws: ``Failure`` with status 74.
  package func peek(_ count: Int) throws(Failure) -> [UInt8] {
    while ahead.count < count, let piece = readPiece() { ahead += piece }
    if let failure { throw failure }
    return ahead
  }

  /// The next piece, at least one byte; nil at the end or after a failure.
  package func read() -> [UInt8]? {
    if ahead.isEmpty { return readPiece() }
    defer { ahead = [] }
    return ahead
  }

  private func readPiece() -> [UInt8]? {
    if let pause, !isRegular, !pause.wait(for: descriptor) {
      failure = Failure(status: .ioError, message: "reading \(name) was stopped")
      return nil
    }
    while true {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = bytes.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        entry?.add(bytes[..<count])
        return Array(bytes[..<count])
      }
      if count == 0 {
        entry?.end()
        return nil
      }
      if errno == EINTR { continue }
      if errno == EAGAIN {
        // Another process that shares the pipe may have made it non-blocking.
        var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if systemPoll(&file, 1, -1) >= 0 || errno == EINTR { continue }
      }
      failure = .system(.ioError, "cannot read \(name)", errno)
      return nil
    }
  }

  /// The rest of the file.
  ///
  /// - Throws: ``Failure`` with status 74.
  package func readToEnd() throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = read() { bytes += piece }
    if let failure { throw failure }
    return bytes
  }

  /// The longest first line of a file that this program writes, in bytes.
  private static let longestHeader = 4096

  /// The rest of a file that this program may have written.
  ///
  /// A file without a short first line was written by another program and may have any length. Only its
  /// beginning is returned, which is enough to refuse it.
  ///
  /// - Throws: ``Failure`` with status 65 for more bytes than `most`, 74 if reading fails.
  package func readOwn(atMost most: Int) throws(Failure) -> [UInt8] {
    let begin = try peek(Self.longestHeader).prefix(Self.longestHeader)
    if begin.count == Self.longestHeader, !begin.contains(0x0A) { return Array(begin) }
    var bytes: [UInt8] = []
    while let piece = read() {
      bytes += piece
      guard bytes.count <= most else {
        throw .badData("\(name): more than \(most) bytes, so zombies did not write this file")
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

/// What a command does while it waits for input.
package final class Pause {
  /// Does what can be done, and returns whether there will soon be more to do; nil for nothing.
  package var action: (() throws -> Bool)?

  /// The error of the action, after which nothing is read; nil for none.
  package private(set) var error: (any Error)?

  package init() {}

  /// Runs the action until a file can be read or there is nothing more to do.
  ///
  /// - Returns: Whether to read: false after an error.
  fileprivate func wait(for descriptor: Int32) -> Bool {
    guard let action else { return true }
    var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var milliseconds: Int32 = 0
    while true {
      let count = systemPoll(&file, 1, milliseconds)
      if count > 0 || count < 0 && errno != EINTR { return true }
      do { if try !action() { return true } } catch {
        self.error = error
        return false
      }
      milliseconds = 1
    }
  }
}
