// Names of families (see the article "Text forms"): a preset, or "6x6z1b5+lit".

import ZombiesCore

/// The reason why a text is not a family, a seed reference or a part of one.
public struct NameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem: what is wrong, and what was expected.
  public let problem: String

  /// The offset of the error, in characters from 0.
  public let offset: Int

  /// The problem.
  public var description: String { problem }
}

extension Thing {
  /// The letter in a family's name in front of the number of these things.
  fileprivate var familyLetter: String {
    switch self {
    case .zombie: "z"
    case .block: "b"
    case .flashlight: "f"
    // Every room has exactly one, so its number is not written.
    case .signpost, .start: ""
    }
  }
}

extension Family: CustomStringConvertible {
  /// The canonical name: the name of a preset if possible, otherwise the sides and the counts other
  /// than zero. Equal families have equal names.
  public var name: String {
    if let preset = Self.presets.first(where: { $0.family == self }) { return preset.name }
    var name = size.description
    for (thing, count) in things { name += thing.familyLetter + String(count) }
    return isLit ? name + "+lit" : name
  }

  /// The canonical name.
  public var description: String { name }

  /// Reads the name of a family, such as "6x6z2b3" or "classic".
  ///
  /// - Throws: ``NameError`` with the position and what was expected.
  public init(_ name: some StringProtocol) throws(NameError) {
    var parser = NameParser(name)
    self = try parser.family()
    try parser.end("the end of the family's name")
  }
}

/// Parses names from left to right.
struct NameParser {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The character at the current position, for errors.
  private var found: String {
    quoted(String(decoding: bytes[offset...], as: UTF8.self).first)
  }

  func error(_ problem: String) -> NameError { NameError(problem: problem, offset: offset) }

  /// Whether a text comes next.
  func sees(_ text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

  /// Reads past a text if it comes next; returns whether it does.
  mutating func take(_ text: String) -> Bool {
    guard sees(text) else { return false }
    offset += text.utf8.count
    return true
  }

  mutating func expect(_ text: String, _ purpose: String) throws(NameError) {
    guard take(text) else { throw error("expected \(text) \(purpose), found \(found)") }
  }

  func end(_ what: String) throws(NameError) {
    guard next == nil else { throw error("expected \(what), found \(found)") }
  }

  /// Reads a decimal number from 0 to 2⁶⁴ − 1 without leading zeros.
  mutating func number(_ what: String) throws(NameError) -> UInt64 {
    let (begin, digits) = (offset, bytes[offset...].prefix { $0.decimalDigit != nil })
    guard !digits.isEmpty else {
      throw error("expected \(what) (a decimal number), found \(found)")
    }
    guard let value = UInt64(decimalDigits: digits) else {
      throw NameError(problem: "\(what) is larger than 2⁶⁴ − 1", offset: begin)
    }
    offset = digits.endIndex
    guard bytes[begin] != UInt8(ascii: "0") || offset == begin + 1 else {
      throw NameError(problem: "\(what) has a leading zero", offset: begin)
    }
    return value
  }

  private mutating func side(_ what: String) throws(NameError) -> Int {
    let begin = offset
    let side = try number(what)
    guard let value = Int(exactly: side), RoomSize.sides.contains(value) else {
      throw NameError(
        problem: "\(what) must be between 1 and 1024, found \(side)", offset: begin)
    }
    return value
  }

  private mutating func count(of thing: Thing) throws(NameError) -> Int {
    guard take(thing.familyLetter) else { return 0 }
    let what = "the number of \(thing.noun)s"
    let begin = offset
    let number = try number(what)
    guard number > 0 else {
      throw NameError(problem: "omit \(thing.noun)s if there are none", offset: begin)
    }
    guard number <= UInt64(Family.counts.upperBound) else {
      throw NameError(
        problem: "\(what) must be at most \(Family.counts.upperBound), found \(number)",
        offset: begin)
    }
    return Int(number)
  }

  mutating func family() throws(NameError) -> Family {
    // No preset's name begins with the name of another.
    for (name, family) in Family.presets where take(name) { return family }
    guard next?.decimalDigit != nil else {
      let names = Family.presets.map { $0.name }.joined(separator: ", ")
      throw error(
        "expected a family: \(names), or ROWSxCOLUMNS with its things, as in 6x6z2b1+lit; "
          + "found \(found)")
    }
    let rows = try side("the number of rows")
    try expect("x", "between rows and columns")
    let columns = try side("the number of columns")
    let zombies = try count(of: .zombie)
    let blocks = try count(of: .block)
    let flashlights = try count(of: .flashlight)
    guard let size = try? RoomSize(rows: rows, columns: columns) else {
      throw NameError(problem: "a room must have at least 2 squares", offset: 0)
    }
    return Family(
      unchecked: size, zombies: zombies, blocks: blocks, flashlights: flashlights,
      isLit: take("+lit"))
  }
}
