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
  /// The version that this program writes. It reads all older ones too.
  let version: Int

  /// The text with the given lines.
  func text(_ lines: some Sequence<String>, version: Int? = nil) -> String {
    var text = "\(name) \(version ?? self.version)\n"
    for line in lines { text += line + "\n" }
    return text + "end \(checksum(text.utf8))\n"
  }

  /// The version of a text, and its lines without the first and the last.
  ///
  /// - Throws: ``ProgressError`` for another kind of text, a newer version, or a damaged text.
  func lines(of text: String) throws(ProgressError) -> (version: Int, lines: [String]) {
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let expected = "expected '\(name) \(version)'"
    let words = (lines.first ?? Substring().utf8).split(separator: 0x20)
    guard words.count == 2, words[0].elementsEqual(name.utf8),
      let number = UInt64(canonicalDigits: words[1]), number > 0
    else { throw ProgressError(line: 1, problem: "not \(what), \(expected)") }
    guard number <= UInt64(version) else {
      throw ProgressError(
        line: 1,
        problem: "written by a newer version of this program (format \(number)), \(expected)",
        isNewer: true)
    }
    // The text ends with a newline.
    let isWhole = lines.count > 2 && lines.removeLast().isEmpty
    let last = lines.removeLast()
    guard isWhole, last.elementsEqual("end \(checksum(text.utf8[..<last.startIndex]))".utf8) else {
      throw damaged(lines.count + 1)
    }
    return (Int(number), lines.dropFirst().map { String(Substring($0)) })
  }

  /// The error for a line that this program does not write.
  func damaged(_ line: Int = 1) -> ProgressError {
    ProgressError(
      line: line, problem: "damaged or incomplete: not in the format that this program writes")
  }
}
