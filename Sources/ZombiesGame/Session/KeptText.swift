import ZombiesCore

/// The text form that kept data shares: a first line with a name and a version, the lines of the data, and
/// a last line with a hash of everything above it.
///
///     zombies-days 1
///     day 2026-11-25 won 9 life 1 par
///     end 0123456789abcdef
struct KeptText {
  /// The name in the first line.
  let name: String
  /// What the data is, for messages: "a file of settings".
  let what: String
  /// The version that this program writes and reads.
  let version: UInt64

  /// The beginning of the first and the last line, if they are comments in a file of another kind.
  var comment = ""

  /// The first line.
  private var header: String { "\(comment)\(name) \(version)" }

  /// The text with the given lines.
  func text(_ lines: some Sequence<String>) -> String {
    var text = "\(header)\n"
    for line in lines { text += line + "\n" }
    return text + "\(comment)end \(checksum(text.utf8))\n"
  }

  /// The lines of a text without the first and the last.
  ///
  /// - Throws: ``ProgressError`` for another kind of text, another version, or a damaged text.
  func lines(of text: String) throws(ProgressError) -> [String] {
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let start = "\(comment)\(name) ".utf8
    guard let first = lines.first, first.starts(with: start),
      let number = UInt64(canonicalDigits: first.dropFirst(start.count)), number > 0
    else { throw ProgressError(line: 1, problem: "not \(what), expected '\(header)'") }
    guard number == version else {
      throw ProgressError(format: number, of: what, header: header, version: version)
    }
    // The text ends with a newline.
    let last = lines.count - 2
    guard last > 0, lines[last + 1].isEmpty, lines[last].starts(with: "\(comment)end ".utf8) else {
      throw ProgressError(
        line: max(1, lines.last?.isEmpty == true ? lines.count - 1 : lines.count),
        problem: "damaged or incomplete: expected '\(comment)end' and a hash in the last line")
    }
    let hash = checksum(text.utf8[..<lines[last].startIndex])
    guard lines[last].elementsEqual("\(comment)end \(hash)".utf8) else {
      throw ProgressError(
        line: last + 1, problem: "damaged: the hash does not match the lines above it")
    }
    return lines[1..<last].map { String(Substring($0)) }
  }

  /// The error for a line that this program does not write.
  func damaged(_ line: Int = 1) -> ProgressError {
    ProgressError(
      line: line,
      problem: "not in the format of this version: it was changed, or an older version wrote it")
  }
}

/// Kept data whose text form is a ``KeptText``, with one description of its lines for writing and reading.
protocol KeptInLines: Kept {
  static var form: KeptText { get }

  /// Writes the lines, or reads them.
  mutating func pass(_ lines: inout KeptLines)
}

extension KeptInLines {
  /// The data in the text form.
  public var text: String { Self.form.text(lines) }

  private var lines: [String] {
    var (written, lines) = (self, KeptLines())
    written.pass(&lines)
    return lines.lines
  }

  /// Reads the data. An empty text is empty data.
  ///
  /// - Throws: ``ProgressError`` if the text was not written by ``text``.
  public init(text: String) throws(ProgressError) {
    self.init()
    if text.isEmpty { return }
    let kept = try Self.form.lines(of: text)
    var read = KeptLines(kept)
    pass(&read)
    let again = lines
    let same = zip(kept, again).prefix { $0 == $1 }.count
    guard read.isPlausible, same == kept.count, same == again.count else {
      // The line after the same ones, and after the first line of the form.
      throw Self.form.damaged(read.isPlausible ? same + 2 : 1)
    }
  }
}
