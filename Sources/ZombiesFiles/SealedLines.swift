// Text files of counts that the program reads back: lines of a key and its values, with a hash at the end.

import ZombiesCore
import ZombiesSimulator
import ZombiesText

/// The last line of a file: the hash of all lines above it, which reveals damage.
enum Seal {
  private static let key = "sha256"

  /// A text with its seal.
  static func text(_ text: String) -> String { text + closing(SHA256.hex(of: text.utf8)) + "\n" }

  /// The last line, without its newline, for a hash.
  static func closing(_ hash: String) -> String { "\(key) \(hash)" }

  /// Checks the seal and returns all other lines.
  ///
  /// - Parameter magic: The expected first line.
  static func open(
    _ bytes: [UInt8], magic: String
  ) throws(TallyError) -> ArraySlice<UInt8> {
    let newline = UInt8(ascii: "\n")
    guard bytes.starts(with: "\(magic)\n".utf8) else {
      throw TallyError(line: 1, problem: otherFormat(of: bytes.prefix(64), expected: magic))
    }
    let end = bytes.last == newline ? bytes.dropLast() : bytes[...]
    // Same: a single line is the magic, with or without its first letter.
    let begin = end.lastIndex(of: newline).map { $0 + 1 } ?? 0
    let last = String(decoding: end[begin...], as: UTF8.self)
    let line = bytes[..<begin].count { $0 == newline } + 1
    guard bytes.last == newline, last.hasPrefix("\(key) ") else {
      throw TallyError(
        line: line,
        problem: "damaged or incomplete: expected the checksum '\(key) …' in the last line")
    }
    guard last == closing(SHA256.hex(of: bytes[..<begin])) else {
      throw TallyError(
        line: line, problem: "damaged: the checksum does not match the lines above it")
    }
    return bytes[..<begin]
  }

  /// Checks that a file is exactly the text that this program writes for its contents. The same contents in
  /// another form come from another program. This also refuses words and lines that no reader asked for.
  static func check(_ bytes: [UInt8], against text: String) throws(TallyError) {
    let newline = UInt8(ascii: "\n")
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    let written = text.utf8.split(separator: newline, omittingEmptySubsequences: false)
    for (number, (line, other)) in zip(lines, written).enumerated()
    where !line.elementsEqual(other) {
      throw TallyError(
        line: number + 1, problem: "expected '\(String(decoding: other, as: UTF8.self))'")
    }
  }
}

/// The problem with a first line that is not the expected one: the format of another version, or another
/// kind of file.
func otherFormat(of bytes: some Collection<UInt8>, expected magic: String) -> String {
  let name = magic.utf8.prefix { $0 != UInt8(ascii: " ") }
  let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
  let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
  guard words.count == 2, words[0].elementsEqual(name), !line.elementsEqual(magic.utf8),
    let number = UInt64(canonicalDigits: words[1])
  else { return "expected '\(magic)': this is another kind of file, or damaged" }
  let kind = Substring(name.dropFirst("zombies-".utf8.count))
  let expected = Substring(magic.utf8.dropFirst(name.count + 1))
  return "this is format \(number) of a \(kind); this version reads format \(expected)"
}

/// Reads a file of keys and values line by line, without the seal.
struct LineReader {
  /// The remaining bytes after the current line.
  private var rest: ArraySlice<UInt8>
  /// The remaining bytes of the current line.
  private var line: ArraySlice<UInt8> = []
  /// The number of the current line, from 1.
  private var number = 0

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  func error(_ problem: String) -> TallyError { TallyError(line: number, problem: problem) }

  /// The error for a problem with the next line.
  func nextError(_ problem: String) -> TallyError {
    TallyError(line: number + 1, problem: problem)
  }

  /// Moves to the next line; returns false at the end.
  mutating func nextLine() -> Bool {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    line = rest[..<end]
    rest = rest[(end + 1)...]
    number += 1
    return true
  }

  /// The next word of the line; nil at its end.
  mutating func nextWord() -> ArraySlice<UInt8>? {
    guard !line.isEmpty else { return nil }
    let end = line.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
    defer { line = line[min(end + 1, line.endIndex)...] }
    return line[..<end]
  }

  mutating func word(_ what: String) throws(TallyError) -> String {
    guard let word = nextWord(), let text = String(validating: word, as: UTF8.self) else {
      throw error("expected \(what)")
    }
    return text
  }

  mutating func count(_ what: String) throws(TallyError) -> UInt64 {
    guard let word = nextWord(), let value = UInt64(canonicalDigits: word) else {
      throw error("expected \(what), a whole number")
    }
    return value
  }

  mutating func place(below end: Int, _ what: String) throws(TallyError) -> Int {
    let value = try count(what)
    guard value < UInt64(end) else { throw error("\(what) must be below \(end), not \(value)") }
    return Int(value)
  }

  /// The value of a line with a key.
  mutating func value(of key: String) throws(TallyError) -> String {
    guard nextLine() else { throw nextError("expected '\(key)' and its value") }
    guard let word = nextWord(), word.elementsEqual(key.utf8), !line.isEmpty else {
      throw error("expected '\(key)' and its value")
    }
    defer { line = [] }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw error("expected text after '\(key)'")
    }
    return text
  }

  /// Whether the next line has a key.
  func isNext(_ key: String) -> Bool { rest.starts(with: "\(key) ".utf8) }

  /// Moves to the next line if it has the given key.
  mutating func takeLine(_ key: String) -> Bool {
    isNext(key) && nextLine() && nextWord() != nil
  }

  /// The rules of a line with a key.
  mutating func rules(_ key: String) throws(TallyError) -> Rules {
    guard let rules = Rules(line: try value(of: key)) else {
      throw error("expected rules such as '1 longest 1'")
    }
    return rules
  }

  /// The numbers of trials, or of another counted unit, from a line with a key.
  mutating func numbers(
    of key: String, upTo most: UInt64, _ what: String = "trials"
  ) throws(TallyError) -> RangeSet<UInt64> {
    let text = try value(of: key)
    var trials = RangeSet<UInt64>()
    if text == "-" { return trials }
    var least: UInt64 = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        UInt64(canonicalDigits: $0.utf8)
      }
      guard ends.count == 2, let first = ends[0], let last = ends[1], first >= least,
        first <= last, last <= most
      else { throw error("expected \(what) in increasing order, such as '0-99,200-299', or '-'") }
      trials.insert(contentsOf: first..<last + 1)
      // Adjacent ranges must be written as a single range. No range can follow the last possible trial.
      // (Swift 6.0 would take `.max - 1` as an Int here.)
      least = last < UInt64.max - 1 ? last + 2 : .max
    }
    return trials
  }
}
