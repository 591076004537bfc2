import ZombiesCore
import ZombiesSolver

/// The values of beliefs, which take about 40 bytes each.
struct BeliefValues: Sendable {
  /// The value of a belief: the number of placements won from it, and the best step.
  struct Value: Hashable, Sendable {
    var wins: UInt64
    /// The square to go to; ``none`` if no step wins, or if the signpost is next.
    var target: UInt8
    // Same: no square has this number.
    static let none: UInt8 = 255
  }

  /// A belief, by the number of the things seen, with its value.
  private struct Row {
    let seen: Bitboard
    let wins: UInt64
    let things: UInt32
    let target: UInt8

    // Fibonacci hashing: the high bits of the product depend on all bits of the squares.
    // Same: a belief with any hash is found again.
    static func hash(_ seen: Bitboard, _ things: UInt32) -> UInt64 {
      ((seen.word ^ UInt64(things) &* 0xD6E8_FEB8_6659_FD93) &* 0x9E37_79B9_7F4A_7C15) &>> 24
    }
  }

  private var rows: [Row] = []
  private var numbers = NumberTable()

  /// The number of each set of things seen, which many beliefs share: a belief without its squares.
  private var things: [Belief: UInt32] = [:]

  /// The number of beliefs.
  var count: Int { rows.count }

  /// The value of a belief; nil if it has none.
  subscript(belief: Belief) -> Value? {
    guard let things = things[belief.things],
      let number = numbers.number(
        hash: Row.hash(belief.seen, things),
        where: { rows[$0].seen == belief.seen && rows[$0].things == things })
    else { return nil }
    return Value(wins: rows[number].wins, target: rows[number].target)
  }

  /// Adds the value of a belief that has none.
  mutating func insert(_ value: Value, of belief: Belief) {
    let next = UInt32(things.count)
    let things = things[belief.things, default: next]
    if things == next { self.things[belief.things] = next }
    rows.append(
      Row(seen: belief.seen, wins: value.wins, things: things, target: value.target))
    numbers.insert(rows.count - 1) { Row.hash(rows[$0].seen, rows[$0].things) }
  }
}

extension Belief {
  /// The things seen, without the squares.
  fileprivate var things: Belief {
    Belief(blocks: blocks, zombies: zombies, flashlights: flashlights)
  }
}
