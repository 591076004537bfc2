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

  /// The first line.
  private var header: String { "\(name) \(version)" }

  /// The text with the given lines.
  func text(_ lines: some Sequence<String>) -> String {
    var text = "\(header)\n"
    for line in lines { text += line + "\n" }
    return text + "end \(checksum(text.utf8))\n"
  }

  /// The lines of a text without the first and the last.
  ///
  /// - Throws: ``ProgressError`` for another kind of text, another version, or a damaged text.
  func lines(of text: String) throws(ProgressError) -> [String] {
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let words = (lines.first ?? Substring().utf8).split(separator: 0x20)
    guard words.count == 2, words[0].elementsEqual(name.utf8),
      let number = UInt64(canonicalDigits: words[1]), number > 0
    else { throw ProgressError(line: 1, problem: "not \(what), expected '\(header)'") }
    guard number == version else {
      throw ProgressError(format: number, of: what, header: header, version: version)
    }
    // The text ends with a newline.
    let isWhole = lines.count > 2 && lines.removeLast().isEmpty
    let last = lines.removeLast()
    guard isWhole, last.elementsEqual("end \(checksum(text.utf8[..<last.startIndex]))".utf8) else {
      throw damaged(lines.count + 1)
    }
    return lines.dropFirst().map { String(Substring($0)) }
  }

  /// The error for a line that this program does not write.
  func damaged(_ line: Int = 1) -> ProgressError {
    ProgressError(
      line: line, problem: "damaged or incomplete: not in the format that this program writes")
  }
}
