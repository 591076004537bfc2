/// A tiny random generator for tests (splitmix64), not the one that the program uses.
public struct NaiveRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator whose sequence depends only on the seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number from 0 to n − 1. The bias of the remainder is too small for a test to notice.
  public mutating func below(_ n: Int) -> Int {
    Int(next() % UInt64(n))
  }

  /// Some of the squares in random order.
  public mutating func choose(_ count: Int, of squares: [Int]) -> [Int] {
    var squares = squares
    for position in 0..<count {
      squares.swapAt(position, position + below(squares.count - position))
    }
    return Array(squares.prefix(count))
  }

  /// A hand-placed level: any sides from 1, any start and signpost, up to `maxThings` things.
  public mutating func level(maxRows: Int, maxColumns: Int, maxThings: Int) -> NaiveLevel {
    precondition(maxRows >= 1 && maxColumns >= 1 && maxRows * maxColumns >= 2)
    var rows = 1
    var columns = 1
    while rows * columns < 2 {
      rows = 1 + below(maxRows)
      columns = 1 + below(maxColumns)
    }
    let things = below(min(maxThings, rows * columns - 2) + 1)
    let squares = choose(2 + things, of: Array(0..<(rows * columns)))
    var zombies: [Int] = []
    var blocks: [Int] = []
    var flashlights: [Int] = []
    for square in squares.dropFirst(2) {
      switch below(3) {
      case 0: zombies.append(square)
      case 1: blocks.append(square)
      default: flashlights.append(square)
      }
    }
    return NaiveLevel(
      rows: rows, columns: columns, start: squares[0], signpost: squares[1],
      zombies: zombies, blocks: blocks, flashlights: flashlights, lit: below(2) == 1)
  }

  /// A hand-placed level of the given room and things.
  public mutating func level(
    rows: Int, columns: Int, zombies: Int = 0, blocks: Int = 0, flashlights: Int = 0,
    lit: Bool = false
  ) -> NaiveLevel {
    let squares = choose(
      2 + zombies + blocks + flashlights, of: Array(0..<rows * columns))
    return NaiveLevel(
      rows: rows, columns: columns, start: squares[0], signpost: squares[1],
      zombies: Array(squares[2..<2 + zombies]),
      blocks: Array(squares[2 + zombies..<2 + zombies + blocks]),
      flashlights: Array(squares[(2 + zombies + blocks)...]), lit: lit)
  }

  /// A placement of a family, or nil if the placement rule leaves too few squares for its things.
  public mutating func placement(of family: NaiveFamily) -> NaiveLevel? {
    let allowed = family.allowedSquares
    let things = family.zombies + family.blocks + family.flashlights
    if things > allowed.count { return nil }
    let squares = choose(things, of: allowed)
    let blocksEnd = family.zombies + family.blocks
    return NaiveLevel(
      rows: family.rows, columns: family.columns, start: family.start, signpost: family.signpost,
      zombies: Array(squares[..<family.zombies]),
      blocks: Array(squares[family.zombies..<blocksEnd]),
      flashlights: Array(squares[blocksEnd...]), lit: family.lit)
  }

  /// One of the rules in `NaiveRules.variants`.
  public mutating func rules() -> NaiveRules {
    NaiveRules.variants[below(NaiveRules.variants.count)]
  }
}
