/// The settings that levels are drawn from ("The rules", section 1, and "Text forms").
public struct NaiveFamily: Hashable, Sendable, CustomStringConvertible {
  /// The number of rows.
  public var rows: Int
  /// The number of columns.
  public var columns: Int
  /// The number of zombies.
  public var zombies: Int
  /// The number of blocks.
  public var blocks: Int
  /// The number of flashlights.
  public var flashlights: Int
  /// Whether the levels begin lit.
  public var lit: Bool

  /// Makes a family from its settings.
  public init(
    rows: Int, columns: Int, zombies: Int = 0, blocks: Int = 0, flashlights: Int = 0,
    lit: Bool = false
  ) {
    self.rows = rows
    self.columns = columns
    self.zombies = zombies
    self.blocks = blocks
    self.flashlights = flashlights
    self.lit = lit
  }

  /// The preset of two zombies.
  public static let classic = NaiveFamily(rows: 5, columns: 5, zombies: 2)
  /// The preset of one zombie and one block.
  public static let block = NaiveFamily(rows: 5, columns: 5, zombies: 1, blocks: 1)
  /// The preset of one zombie and one flashlight.
  public static let flashlight = NaiveFamily(rows: 5, columns: 5, zombies: 1, flashlights: 1)

  /// Reads `classic`, `block`, `flashlight`, or a name such as `6x6z1b5+lit`. Nil for other texts.
  public init?(name: String) {
    switch name {
    case "classic": self = .classic
    case "block": self = .block
    case "flashlight": self = .flashlight
    default:
      var rest = Array(name)
      guard let rows = Self.takeNumber(&rest), rows <= 1024, Self.take("x", &rest),
        let columns = Self.takeNumber(&rest), columns <= 1024, rows * columns >= 2
      else { return nil }
      self.init(rows: rows, columns: columns)
      if Self.take("z", &rest) {
        guard let count = Self.takeNumber(&rest) else { return nil }
        zombies = count
      }
      if Self.take("b", &rest) {
        guard let count = Self.takeNumber(&rest) else { return nil }
        blocks = count
      }
      if Self.take("f", &rest) {
        guard let count = Self.takeNumber(&rest) else { return nil }
        flashlights = count
      }
      if rest == Array("+lit") {
        lit = true
        rest = []
      }
      guard rest.isEmpty else { return nil }
    }
  }

  /// Removes a letter from the front, if it is there.
  private static func take(_ letter: Character, _ rest: inout [Character]) -> Bool {
    if rest.first != letter { return false }
    rest.removeFirst()
    return true
  }

  /// Removes a number from 1 to 9999999 without leading zeros from the front, if there is one.
  private static func takeNumber(_ rest: inout [Character]) -> Int? {
    var digits = ""
    while let digit = rest.first, "0123456789".contains(digit) {
      digits.append(digit)
      rest.removeFirst()
    }
    if digits.isEmpty || digits.first == "0" || digits.count > 7 { return nil }
    return Int(digits)
  }

  /// The family's name in the form `ROWSxCOLUMNS…`, even if it is a preset.
  public var name: String {
    var name = "\(rows)x\(columns)"
    if zombies > 0 { name += "z\(zombies)" }
    if blocks > 0 { name += "b\(blocks)" }
    if flashlights > 0 { name += "f\(flashlights)" }
    return lit ? name + "+lit" : name
  }

  /// The family's name, for failing tests.
  public var description: String { name }

  /// The start of a generated level: "in the bottom right corner".
  public var start: Int { rows * columns - 1 }

  /// The signpost of a generated level: "in the top left corner".
  public var signpost: Int { 0 }

  /// The squares that the placement rule leaves for things, in reading order.
  public var allowedSquares: [Int] {
    let room = NaiveRoom(
      NaiveLevel(rows: rows, columns: columns, start: start, signpost: signpost))
    // "on the start or the signpost, or on a neighbour of either": at distance 0 or 1.
    return (0..<(rows * columns)).filter {
      room.distance($0, start) > 1 && room.distance($0, signpost) > 1
    }
  }

  /// The number of placements, by formula, for families whose number fits an Int.
  public var placementCount: Int {
    let squares = allowedSquares.count
    return naiveBinomial(squares, zombies)
      * naiveBinomial(squares - zombies, blocks)
      * naiveBinomial(squares - zombies - blocks, flashlights)
  }

  /// Calls `body` with each placement once. Things of one kind are indistinguishable.
  public func forEachPlacement(_ body: (NaiveLevel) -> Void) {
    naiveForEachPlacing(
      on: allowedSquares, zombies: zombies, blocks: blocks, flashlights: flashlights
    ) { zombies, blocks, flashlights in
      body(
        NaiveLevel(
          rows: rows, columns: columns, start: start, signpost: signpost,
          zombies: zombies, blocks: blocks, flashlights: flashlights, lit: lit))
    }
  }

  /// Every family of rooms of 2 to `maxSquares` squares with 0 to `maxThings` things.
  public static func smallRooms(maxSquares: Int, maxThings: Int) -> [NaiveFamily] {
    (1...maxSquares).flatMap { rows in
      (1...maxSquares).filter { (2...maxSquares).contains(rows * $0) }.flatMap {
        all(rows: rows, columns: $0, maxThings: maxThings)
      }
    }
  }

  /// Every family of a room with 0 to `maxThings` things, dark and lit.
  public static func all(rows: Int, columns: Int, maxThings: Int) -> [NaiveFamily] {
    var families: [NaiveFamily] = []
    for zombies in 0...maxThings {
      for blocks in 0...(maxThings - zombies) {
        for flashlights in 0...(maxThings - zombies - blocks) {
          for lit in [false, true] {
            families.append(
              NaiveFamily(
                rows: rows, columns: columns, zombies: zombies, blocks: blocks,
                flashlights: flashlights, lit: lit))
          }
        }
      }
    }
    return families
  }
}
