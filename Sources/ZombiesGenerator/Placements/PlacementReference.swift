import ZombiesCore

/// A level named by the number of its placement: "classic#57" (<doc:/ZombiesCore/TextForms>).
///
/// The number counts all placements of the family, from 0 and in the order of ``Placements``. A
/// reference always means the same level, and every value names one: a family has references if it
/// has placements, but fewer than 2⁶⁴.
public struct PlacementReference: Hashable, Sendable, CustomStringConvertible {
  /// The family of the level.
  public let family: Family

  /// The number of the placement, from 0.
  public let number: UInt64

  /// Creates a reference; nil if the family has no placement with this number, or 2⁶⁴ placements or
  /// more.
  public init?(_ family: Family, number: UInt64) {
    guard let count = family.placementCount, number < count else { return nil }
    (self.family, self.number) = (family, number)
  }

  /// Reads a reference.
  ///
  /// - Throws: ``NameError`` with the position and what was expected.
  public init(_ text: some StringProtocol) throws(NameError) {
    var parser = NameParser(text)
    family = try parser.family()
    // A user may expect it here, because seed references have it.
    if parser.sees("+any") {
      throw parser.error("omit +any: a placement number always counts all placements")
    }
    try parser.expect("#", "and a placement number after the family")
    let begin = parser.offset
    number = try parser.number("the placement number")
    try parser.end("the end of the placement reference")
    guard let count = family.placementCount else {
      throw NameError(
        problem: "expected a family of fewer than 2⁶⁴ placements, found \(family)", offset: 0)
    }
    guard count > 0 else {
      let reason = GenerationError.tooManyThings(
        things: family.thingCount, squares: family.allowedCount)
      throw NameError(problem: "\(reason)", offset: 0)
    }
    guard number < count else {
      throw NameError(
        problem: "the placement number must be \(count == 1 ? "0" : "between 0 and \(count - 1)"), "
          + "found \(number)", offset: begin)
    }
  }

  /// Finds the reference of a level; nil if the level breaks the placement rule or if its family has
  /// 2⁶⁴ placements or more.
  ///
  /// - Complexity: O(squares).
  public init?(of level: Level) {
    guard let family = Family(of: level), family.placementCount != nil else { return nil }
    (self.family, number) = (family, NumberedPlacement(level, of: family).number)
  }

  /// The level.
  ///
  /// - Complexity: O(squares).
  public var level: Level { NumberedPlacement(family, number: number).level }

  /// The canonical text.
  public var description: String { "\(family)#\(number)" }

  /// Whether a text is meant as a placement reference and not as a code, in which `#` is a block: in
  /// front of the first `#`, it has a small letter and no `/`.
  package static func isMeant(by text: Substring) -> Bool {
    var hasSmallLetter = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "#"): return hasSmallLetter
      case UInt8(ascii: "/"): return false
      case UInt8(ascii: "a")...UInt8(ascii: "z"): hasSmallLetter = true
      default: break
      }
    }
    return false
  }
}

extension Level {
  /// Reads a code or a placement reference.
  ///
  /// - Parameters:
  ///   - text: The code or the reference.
  ///   - origin: The position of its first character.
  /// - Throws: ``/ZombiesCore/LevelError`` with the position and what was expected.
  package init(
    codeOrPlacement text: Substring, at origin: TextPosition = TextPosition(line: 1, column: 1)
  ) throws(LevelError) {
    guard PlacementReference.isMeant(by: text) else {
      try self.init(code: text, at: origin)
      return
    }
    do throws(NameError) { self = try PlacementReference(text).level } catch {
      throw LevelError(error, at: origin)
    }
  }
}

extension LevelError {
  /// The error of a name in a text.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - origin: The position of the name's first character.
  package init(_ error: NameError, at origin: TextPosition) {
    self.init(
      error.problem,
      at: TextPosition(line: origin.line, column: origin.column + error.offset))
  }
}
