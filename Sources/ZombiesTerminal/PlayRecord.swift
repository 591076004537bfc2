import ZombiesCore
import ZombiesGame
import ZombiesSystem

/// The file that `play --record` adds every counted round of a session to.
///
/// A row is on the disk before the screen shows that its round counts. Several programs may add to the same file:
/// each reads it again and replaces it while it has locked its part. A file that is not regular, such as a pipe,
/// is written directly.
package final class PlayRecord: KeptPart {
  package let what = "The record of rounds"
  package let path: FilePath?
  private let player: String

  /// The output that is written directly; nil for a regular file.
  private var direct: OutputFile?

  private var recorder = RoundRecorder()

  /// The rounds that are not in the file yet.
  private var pending: [RecordRow] = []

  /// The numbers of the rounds in the file.
  private var numbers = RecordNumbers(first: 0)

  /// The largest number of a round in a file that is written directly; nil if it has none.
  private var last: UInt64?

  package private(set) var problem: Failure?

  /// Opens a file, or creates it with the header.
  ///
  /// - Parameter path: The path of the file; nil if rounds are not recorded.
  /// - Throws: ``Failure`` with status 73 if the file cannot be opened or another program is writing it, 65 if it
  ///   has other contents, which are not changed, 74 if it cannot be read or written.
  package init(_ path: FilePath?, player: String) throws {
    self.path = path
    self.player = player
    guard let path else { return }
    if path.isReplaced {
      numbers = RecordNumbers(first: RecordNumbers.next(after: try add(to: path)))
    } else {
      direct = try OutputFile.open(path)
      try direct?.write(RecordRow.header)
      try direct?.flush()
    }
  }

  /// Records the round that was counted since the last call, if there is one.
  ///
  /// - Throws: ``ReaderLeft``.
  package func note(_ session: inout Session) throws {
    guard let path else { return }
    // Without times on standard output, a script prints the same on every run.
    let now = path.isStandardOutput ? nil : UInt64(Terminal.now * 1000)
    if let row = recorder.note(session, player: player, at: now) { pending.append(row) }
    guard !pending.isEmpty || problem != nil else { return }
    do {
      try write(to: path)
      problem = nil
    } catch let failure as Failure {
      problem = failure
    }
  }

  package func finish() throws {
    if problem == nil { try direct?.finish() }
  }

  /// Writes the rounds that are not in the file yet.
  private func write(to path: FilePath) throws {
    guard let direct else {
      try add(to: path)
      return
    }
    let text = numbers.text(of: pending, after: &last)
    // The output keeps what it cannot write in its buffer.
    pending = []
    try direct.write(text)
    try direct.flush()
  }

  /// Adds the rounds that are not in the file yet. Either all are added or none.
  ///
  /// - Returns: The largest number of a round in the file; nil if it has none.
  @discardableResult
  private func add(to path: FilePath) throws -> UInt64? {
    let output = try OutputFile.open(path, patiently: problem == nil)
    defer { output.discard() }
    var (bytes, last) = try read(path)
    var numbers = numbers
    let text = numbers.text(of: pending, after: &last)
    if bytes.isEmpty || !text.isEmpty {
      bytes += (bytes.isEmpty ? RecordRow.header : "").utf8
      try output.write(bytes + text.utf8)
      try output.finish()
    }
    (pending, self.numbers) = ([], numbers)
    return last
  }

  /// The bytes of the file, and the largest number of a round in it. Completes a last row without its newline,
  /// because some editors omit it.
  private func read(_ path: FilePath) throws -> (bytes: [UInt8], last: UInt64?) {
    guard fileStatus(path) != nil else { return ([], nil) }
    var bytes = try InputFile(path).readOwn(atMost: 1 << 30)
    if bytes.isEmpty { return ([], nil) }
    let header = RecordRow.header
    guard bytes.starts(with: header.utf8) else {
      let rounds = "trial,round,policy,level,outcome,moves,path\n"
      throw Failure.badData(
        bytes.starts(with: rounds.utf8)
          ? "\(path.lineText), line 1: found the header of 'simulate --rounds-csv', which has fewer "
            + "columns; the file was not changed. Choose another file."
          : "\(path.lineText), line 1: not a record of rounds, expected '\(header.dropLast())'; "
            + "the file was not changed")
    }
    let newline = UInt8(ascii: "\n")
    if bytes.last != newline { bytes.append(newline) }
    var last: UInt64?
    for (row, line) in bytes.dropLast().split(
      separator: newline, omittingEmptySubsequences: false
    ).enumerated().dropFirst() {
      guard RecordRow.isWhole(line),
        let trial = UInt64(canonicalDigits: line.prefix { $0 != UInt8(ascii: ",") })
      else {
        throw Failure.badData(
          "\(path.lineText), line \(row + 1): expected a complete row that begins with the number of its "
            + "trial; the file was not changed")
      }
      last = max(last ?? 0, trial)
    }
    return (bytes, last)
  }
}
