// Draws placements by number, in families that have few. The draw, the squares of the things and
// the verdict then take one multiplication and two lookups. The plain form is in
// PlacementPlan.swift.

import ZombiesCore
import ZombiesSolver

/// The placements of a family by placement number, and the verdict on each: 25 bytes per number, at
/// most 200 KiB.
///
/// The number is drawn below the product of the bounds of all things. Each placement therefore has
/// as many numbers as there are orders for drawing its zombies, blocks and flashlights.
package final class NumberedDrawer {
  private let plan: PlacementPlan
  private let draw: BoundedDraw
  private let search: SmallSolver
  private var level: SmallLevel

  /// The number of placement numbers.
  let count: Int

  /// The things of each placement: `count` entries.
  let things: UnsafeMutablePointer<ThingWords>

  /// The verdict on each placement: `count` bytes, 0 for a solvable one, otherwise one of the values
  /// below.
  private let verdicts: UnsafeMutablePointer<UInt8>
  private static let unsolvable: UInt8 = 1
  private static let undecided: UInt8 = 2
  private static let unknown: UInt8 = 4

  /// Makes the tables; nil if the family has too many placements.
  init?(_ drawer: SmallDrawer, _ frame: SmallLevel, _ search: SmallSolver) {
    guard Self.canNumber(drawer.plan) else { return nil }
    plan = drawer.plan
    draw = plan.groups[0].draw
    self.search = search
    level = frame
    count = Int(draw.bound)
    things = .allocate(capacity: count)
    verdicts = .allocate(capacity: count)
    verdicts.initialize(repeating: Self.unknown, count: count)
    for number in 0..<draw.bound {
      // The smallest word that draws this number: number · 2⁶⁴ / bound, rounded up.
      let (quotient, rest) = draw.bound.dividingFullWidth((number, 0))
      (things + Int(number)).initialize(to: drawer.things(of: quotient + (rest > 0 ? 1 : 0)))
    }
  }

  deinit {
    things.deallocate()
    verdicts.deallocate()
  }

  /// Whether a plan has few enough placements to be numbered.
  static func canNumber(_ plan: PlacementPlan) -> Bool {
    // Same: no family has 8192 placement numbers, or one more or less.
    plan.groups.count == 1 && plan.groups[0].draw.bound <= 8192
  }

  /// The number of placement numbers of a family; 0 if its placements are not numbered.
  package static func count(_ family: Family) -> Int {
    guard let plan = try? PlacementPlan(family, seed: 0), canNumber(plan) else { return 0 }
    return Int(plan.groups[0].draw.bound)
  }

  /// The things of a level, which may be unsolvable.
  package func things(at index: UInt64) -> ThingWords { things[number(index, attempt: 0)] }

  /// The number drawn for a level.
  func number(_ index: UInt64, attempt: UInt64) -> Int {
    var stream = plan.stream(index, attempt: attempt)
    return number(of: draw.word(from: &stream))
  }

  /// The number drawn for the level at a place in a batch.
  @inline(__always)
  func number(_ open: borrowing OpenLevels, _ offset: Int, attempt: UInt64) -> Int {
    let word = open.word(offset)
    // Same: the stream begins with the same word.
    return draw.accepts(word) ? number(of: word) : number(open.index(offset), attempt: attempt)
  }

  @inline(__always)
  private func number(of word: UInt64) -> Int {
    var word = word
    return Int(truncatingIfNeeded: BoundedDraw.digit(below: draw.bound, of: &word))
  }

  /// The number of draws that the verdict on a placement rejects: 0 or 1; nil if the solver gave up. It is
  /// decided when it is needed for the first time.
  @inline(__always)
  func rejections(_ number: Int) -> Int? {
    assert(number >= 0 && number < count, "a placement number")
    // Same: an unknown verdict counts as given up, and then the level is drawn without numbers.
    if verdicts[number] == Self.unknown { decide(number) }
    let verdict = verdicts[number]
    return verdict <= Self.unsolvable ? Int(verdict) : nil
  }

  private func decide(_ number: Int) {
    level.things = things[number]
    verdicts[number] =
      switch search.verdict(level) {
      case .solvable: 0
      case .unsolvable: Self.unsolvable
      case .gaveUp: Self.undecided
      }
  }

  /// Writes the numbers and the things of the levels of a batch.
  func write(_ numbers: [UInt16], to batch: inout LevelBatch) {
    func lookUp(_ words: inout [UInt64], _ inFamily: Int, _ kind: (ThingWords) -> UInt64) {
      words.withUnsafeMutableBufferPointer { words in
        // Things that the family does not have need no lookup.
        if inFamily == 0 { return words.update(repeating: 0) }
        for (place, number) in numbers.enumerated() { words[place] = kind(things[Int(number)]) }
      }
    }
    batch.numbers = numbers
    lookUp(&batch.zombies, plan.family.zombies) { $0.zombies }
    lookUp(&batch.blocks, plan.family.blocks) { $0.blocks }
    lookUp(&batch.flashlights, plan.family.flashlights) { $0.flashlights }
  }
}

extension SmallLevel {
  /// The things in words.
  package var things: ThingWords {
    get { (zombies.word, blocks.word, flashlights.word) }
    set {
      zombies = Bitboard(word: newValue.zombies)
      blocks = Bitboard(word: newValue.blocks)
      flashlights = Bitboard(word: newValue.flashlights)
    }
  }
}
