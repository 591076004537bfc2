import ZombiesCore
import ZombiesGame
import ZombiesPlatform
import ZombiesSystem

/// The file that `play --record` adds rows to.
///
/// A row is on the disk before the screen shows that its round counts. Several programs may add to the same
/// file: each locks it while it writes, and first reads the rows that the others have added. If a power cut
/// or a kill on a full disk leaves an incomplete row, the next program removes it, or completes it if only
/// its newline is missing. A file that is not regular, such as a pipe, is written directly.
package final class RecordFile {
  private let path: FilePath

  /// The output that is written directly; nil for a regular file.
  private var direct: OutputFile?

  /// Whether the file is written directly. Rows that could not be written then wait in its buffer.
  var isDirect: Bool { direct != nil }

  /// The descriptor of the open regular file; -1 if it is not open.
  private var descriptor: Int32 = -1

  /// The number of bytes read or written so far: the header and whole rows.
  private var length = 0

  /// The number of rows in these bytes.
  private var rows = 0

  /// The largest trial number in these rows; nil if there are no rows.
  private(set) var lastTrial: UInt64?

  /// Whether the file did not exist when it was opened.
  private var isNew = false

  /// Whether to wait up to a second while another program writes.
  var isPatient = true

  /// A note about the repair of the last row when the file was opened; nil if there was none.
  package private(set) var mended: String?

  /// Opens a file, or creates it with the header.
  ///
  /// - Throws: ``Failure`` with status 73 if the file cannot be opened or is locked, 65 if it has other
  ///   contents, which are not changed, 74 if it cannot be read or written.
  package init(_ path: FilePath) throws {
    self.path = path
    let status = path.descriptor == nil ? fileStatus(path) : nil
    if path.descriptor != nil || status.map({ !$0.isRegular && !$0.isFolder }) ?? false {
      let output = try OutputFile.open(path)
      try output.write(RecordRow.header)
      try output.flush()
      direct = output
      return
    }
    try locked { try prepare() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Adds rows and syncs them. Either all rows are added or none.
  ///
  /// - Parameter make: Receives the largest trial number in the file. Returns rows, and the largest trial
  ///   number with these rows.
  /// - Throws: ``Failure``, or ``ReaderLeft``.
  func add(_ make: (UInt64?) -> (text: String, last: UInt64?)) throws {
    if let direct {
      let (text, last) = make(lastTrial)
      lastTrial = last
      try direct.write(text)
      try direct.flush()
      return
    }
    try locked {
      try prepare()
      let (text, last) = make(lastTrial)
      try append(text)
      lastTrial = last
    }
  }

  /// Ends a file that is written directly.
  func finish() throws { try direct?.finish() }

  // MARK: The regular file

  /// Performs an operation while the file that has the name now is locked.
  private func locked(_ body: () throws -> Void) throws {
    // Same: one attempt more or fewer.
    for _ in 0..<100 {
      try open()
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
        guard isPatient else { break }
        usleep(10_000)
        continue
      }
      defer { flock(descriptor, LOCK_UN) }
      // The file may have been replaced or removed in the meantime.
      guard isNamed else { continue }
      try Signals.whole { () throws in try body() }
      return
    }
    throw Failure(
      status: .cannotCreate, message: "another program has locked '\(path.text)'")
  }

  private var isNamed: Bool {
    guard descriptor >= 0, let opened = fileStatus(descriptor) else { return false }
    return opened.isSameFile(as: fileStatus(path))
  }

  private func open() throws {
    if isNamed { return }
    if descriptor >= 0 { close(descriptor) }
    (length, rows, lastTrial) = (0, 0, nil)
    isNew = fileStatus(path) == nil
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY
    descriptor = retrying { systemOpen(path, flags, 0o666) }
    guard descriptor >= 0 else {
      throw Failure.system(.cannotCreate, "cannot create '\(path.text)'", errno)
    }
  }

  /// Reads the rows that were added, and completes or removes an incomplete last row.
  private func prepare() throws {
    guard let status = fileStatus(descriptor) else { throw failure(errno) }
    let size = Int(status.st_size)
    // The file has become shorter, so read it from the beginning.
    if size < length { (length, rows, lastTrial) = (0, 0, nil) }
    if length == 0 { try readHeader() }
    let rest = try readRows()
    if !rest.isEmpty { try mend(rest) }
  }

  private func readHeader() throws {
    let header = Array(RecordRow.header.utf8)
    let found = try read(header.count, at: 0)
    if found == header {
      length = header.count
      return
    }
    // A program was killed just after it had created the file.
    if header.starts(with: found) {
      guard ftruncate(descriptor, 0) == 0 else { throw failure(errno) }
      do { try append(RecordRow.header) } catch {
        if isNew, let target = path.resolvingLinks() { unlink(target.cString) }
        throw error
      }
      syncFolder()
      return
    }
    let rounds = Array("trial,round,policy,level,outcome,moves,path\n".utf8)
    throw Failure.badData(
      found.starts(with: rounds)
        ? "\(path.lineText), line 1: found the header of 'simulate --rounds-csv', which has fewer "
          + "columns; the file was not changed. Choose another file."
        : "\(path.lineText), line 1: not a record of rounds, expected "
          + "'\(RecordRow.header.dropLast())'; the file was not changed")
  }

  /// Reads rows up to the last newline, and returns the bytes after it.
  private func readRows() throws -> [UInt8] {
    var line: [UInt8] = []
    var place = length
    while true {
      let bytes = try read(1 << 16, at: place)
      if bytes.isEmpty { return line }
      place += bytes.count
      var begin = 0
      while let end = bytes[begin...].firstIndex(of: UInt8(ascii: "\n")) {
        line += bytes[begin..<end]
        try take(line)
        length += line.count + 1
        line = []
        begin = end + 1
      }
      line += bytes[begin...]
    }
  }

  private func take(_ row: [UInt8]) throws {
    let trial = try trial(of: row)
    rows += 1
    lastTrial = max(lastTrial ?? 0, trial)
  }

  /// The trial number of the row after those that were read.
  private func trial(of row: [UInt8]) throws -> UInt64 {
    guard let comma = row.firstIndex(of: UInt8(ascii: ",")),
      let trial = UInt64(canonicalDigits: row[..<comma])
    else {
      throw Failure.badData(
        "\(path.lineText), line \(rows + 2): expected a row that begins with the number of its trial; "
          + "the file was not changed")
    }
    return trial
  }

  /// Completes the last row if only its newline is missing, because some editors omit it. Otherwise removes
  /// the row, because its round was never shown as counted.
  private func mend(_ rest: [UInt8]) throws {
    let line = rows + 2
    if RecordRow.isWhole(rest), let last = rest.last, (0x30...0x39).contains(last) {
      _ = try trial(of: rest)
      try append("\n", countedFrom: rest.count)
      try take(rest)
      mended = "'\(path.text)', line \(line): added the missing newline"
    } else {
      guard ftruncate(descriptor, off_t(length)) == 0 else { throw failure(errno) }
      mended = "'\(path.text)', line \(line): removed an incomplete row"
    }
  }

  /// Writes a text at the end of the file and syncs it. If that fails, the file is unchanged.
  private func append(_ text: String, countedFrom former: Int = 0) throws {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        systemWrite(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw undone(former, count < 0 ? errno : ENOSPC) }
      done += count
    }
    // Some file systems cannot sync.
    guard fsync(descriptor) == 0 || [EINVAL, EOPNOTSUPP].contains(errno) else {
      throw undone(former, errno)
    }
    length += former + bytes.count
  }

  /// Removes the bytes of a text that could not be written completely.
  private func undone(_ former: Int, _ code: Int32) -> Failure {
    _ = ftruncate(descriptor, off_t(length + former))
    return failure(code)
  }

  private func read(_ count: Int, at place: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress.map { $0 + done }, count - done, off_t(place + done))
      }
      if got == 0 { break }
      if got > 0 {
        done += got
      } else if errno != EINTR {
        throw Failure.system(.ioError, "cannot read '\(path.text)'", errno)
      }
    }
    return Array(bytes[..<done])
  }

  private func failure(_ code: Int32) -> Failure {
    .system(.ioError, "cannot write to '\(path.text)'", code)
  }

  /// Syncs the folder, so that a new name survives a power cut. Not all systems can do that.
  private func syncFolder() {
    let folder = systemOpen((path.resolvingLinks() ?? path).folder, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
