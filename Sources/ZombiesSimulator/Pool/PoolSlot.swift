import ZombiesCore
import ZombiesSolver

/// The state of a slot: the whole state of a round in a room of at most 64 squares, without the parts
/// that only a new round needs. In the plain form, only `moves`, `mask` and `state` are used.
struct PoolSlot {
  var zombies: UInt64 = 0
  var blocks: UInt64 = 0
  var flashlights: UInt64 = 0

  /// In the dark, the squares on which anything happens: the signpost, those on which a zombie catches
  /// the player, and those from which a flashlight is in sight.
  var ends: UInt64 = 0

  /// The squares on which the player has been in the dark.
  var visited: UInt64 = 0

  var moves: Int32 = 0
  var player: UInt8 = 0
  var signpost: UInt8 = 0

  /// The moves that the next step accepts, by raw value: the legal ones, and all four if the round is
  /// over.
  var mask: UInt8 = 0

  /// The sum of the constants below that apply; 0 for a dark room in which the round continues.
  var state: UInt8 = 0

  static var isLit: UInt8 { 1 }
  static var isOver: UInt8 { 2 }
  /// The end of the round has been in an output. A round that is over at its start ends with its first
  /// step.
  static var isReported: UInt8 { 4 }
  static var isPlain: UInt8 { 8 }

  static var everyMove: UInt8 { DirectionSet.all.bits }
}

/// The level of a slot, as far as ``PoolSlot`` does not have it.
struct PoolLevel {
  /// The number of the round. If the level is the caller's, that of the round before.
  var round: UInt64 = 0

  /// The first squares of the zombies, the start, and whether the level begins lit. Not used in the plain
  /// form.
  var zombies: UInt64 = 0
  var start: UInt8 = 0
  var isLit = false

  /// The raw value of the outcome if the round is over; otherwise ``PoolOutput/noOutcome``.
  var outcome = PoolOutput.noOutcome
}

/// A round in the plain form. Its slot counts the moves.
final class PlainRound {
  var round: Round

  init(_ round: Round) { self.round = round }
}

/// What the loop over slots needs of a room and its rules: constants, and pointers to tables, which are
/// written only during initialization.
struct PoolWalk {
  let levels: WalkRoom

  /// For each square, the squares that a player sees in the dark, and those that it hears: 64 words
  /// each.
  let near, heard: UnsafePointer<UInt64>

  /// For each square, the moves that stay in the room, by raw value: 64 bytes.
  let exits: UnsafePointer<UInt8>

  /// The difference in index made by each move: 4 entries.
  let steps: UnsafePointer<Int>

  /// For each set of eight squares, the bytes of these squares with a 1 for those in the set, then with
  /// a 2, then with a 4: three times 256 words.
  let spread: UnsafePointer<UInt64>

  /// For each square, what a player there sees in the dark if there is nothing near: eight words with the
  /// bytes of eight squares each. The signpost is that of the family.
  let dark: UnsafePointer<UInt64>

  var room: SmallRoom { levels.room }

  /// The number of squares, and of words with eight squares each.
  let squareCount, groups: Int

  /// Whether the rules have hearing.
  let hears: Bool

  /// The legal moves from a square, by raw value.
  @inline(__always)
  func mask(at square: Int, _ blocks: UInt64) -> UInt8 {
    let (here, columns) = (
      UInt64(truncatingIfNeeded: square), UInt64(truncatingIfNeeded: room.columns)
    )
    // Bits for moves that lead out of the room do not matter.
    let up = blocks &>> (here &- columns) & 1
    let down = (blocks &>> (here &+ columns) & 1) &<< 1
    let left = (blocks &>> (here &- 1) & 1) &<< 2
    let right = (blocks &>> (here &+ 1) & 1) &<< 3
    return exits[square] & ~UInt8(truncatingIfNeeded: up | down | left | right)
  }
}

extension PoolWalk {
  /// Makes the tables for the levels of a frame.
  init(_ frame: SmallLevel, rules: Rules) {
    let (room, groups) = (frame.room, 256)
    let count = 2 * 64 + 3 * groups + 8 * 64
    let words = UnsafeMutablePointer<UInt64>.allocateLines(count, of: 0)
    let bytes = UnsafeMutablePointer<UInt8>.allocateLines(64, of: 0)
    let (near, heard, spread) = (words, words + 64, words + 128)
    let dark = spread + 3 * groups
    let areas = rules.hearingAreas(in: room)
    for square in 0..<room.squareCount {
      near[square] = room.closedNeighbourhood(Bitboard(square: square)).word
      heard[square] = areas[square].word
      bytes[square] = room.exits(square).bits
    }
    let steps = UnsafeMutablePointer<Int>.allocateLines(4, of: 0)
    for move in Direction.allCases { steps[Int(move.rawValue)] = room.step(move) }
    for set in 0..<groups {
      let squares = (0..<8).reduce(into: UInt64(0)) { squares, square in
        let bit: Int = set >> square & 1
        squares |= UInt64(bit) << UInt64(8 * square)
      }
      for plane in 0..<3 { spread[groups * plane + set] = squares << UInt64(plane) }
    }
    for square in 0..<room.squareCount {
      func put(_ value: SeenSquare, _ other: Int) {
        let shift = UInt64(8 * (other % 8))
        let word = 8 * square + other / 8
        let (mask, byte): (UInt64, UInt64) = (255 << shift, UInt64(value.rawValue) << shift)
        dark[word] = dark[word] & ~mask | byte
      }
      for other in Bitboard(word: near[square]) { put(.floor, other) }
      put(.signpost, frame.signpost)
      put(.own, square)
    }
    self.init(
      levels: WalkRoom(frame, rules: rules), near: UnsafePointer(near),
      heard: UnsafePointer(heard), exits: UnsafePointer(bytes),
      steps: UnsafePointer(steps), spread: UnsafePointer(spread), dark: UnsafePointer(dark),
      squareCount: room.squareCount, groups: (room.squareCount + 7) / 8,
      hears: rules.hearingDistance > 0)
  }

  /// Frees the memory of the tables.
  func deallocate() {
    near.deallocate()
    exits.deallocate()
    steps.deallocate()
  }
}
