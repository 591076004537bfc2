import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// How much luck a dark level needs of a player who cannot see the room: the probability of surviving the
/// safest play that wins it.
///
/// A play is a sequence of steps. Before each step, the player knows which placements of the family are
/// still possible. The share of them in which the step is survived is the step's probability. The luck of a
/// level is the largest product of these shares, over all plays that win this level. A luck of 1 means that
/// reasoning alone wins the level.
///
/// Possible is whatever the placement rule allows; the player need not know that the level is solvable. A
/// step onto the signpost always survives. A step that lights the room survives in the placements that can
/// still be won then.
public struct Luck: Hashable, Sendable {
  /// The luck as a fraction in lowest terms. The numerator is 0 if the level cannot be won.
  ///
  /// If a term would exceed 64 bits, the fraction is rounded down.
  public let numerator, denominator: UInt64

  /// The number of steps that may be lost: the fewest among the plays with this product.
  public let riskySteps: Int

  init(_ numerator: UInt64, over denominator: UInt64, riskySteps: Int) {
    let divisor = Self.divisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
    self.riskySteps = riskySteps
  }

  /// The luck of a level that reasoning alone wins.
  static var certain: Luck { Luck(1, over: 1, riskySteps: 0) }

  /// The luck of a level that cannot be won.
  static var none: Luck { Luck(0, over: 1, riskySteps: 0) }

  /// Whether reasoning alone wins the level.
  public var isCertain: Bool { numerator == denominator }

  /// The luck as a number from 0 to 1.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The number of full tenths by which the luck is below 1.
  package var missingTenths: Int {
    Int(UInt128(denominator - numerator) * 10 / UInt128(denominator))
  }

  /// The luck in percent, rounded down.
  package var percent: Int {
    Int(UInt128(numerator) * 100 / UInt128(denominator))
  }

  private static func divisor(_ one: UInt64, _ other: UInt64) -> UInt64 {
    var (one, other) = (one, other)
    while other > 0 { (one, other) = (other, one % other) }
    return max(1, one)
  }

  /// The luck after another step.
  func multiplied(by survivors: Int, of possible: Int) -> Luck {
    if survivors == possible { return self }
    // Cancelling first keeps the terms small.
    let one = Self.divisor(numerator, UInt64(possible))
    let two = Self.divisor(UInt64(survivors), denominator)
    var (above, aboveOther) = (numerator / one, UInt64(survivors) / two)
    var (below, belowOther) = (denominator / two, UInt64(possible) / one)
    while above.multipliedReportingOverflow(by: aboveOther).overflow
      || below.multipliedReportingOverflow(by: belowOther).overflow
    {
      // Rounded down: the numerator down, and the denominator up.
      if above > aboveOther { above /= 2 } else { aboveOther /= 2 }
      if below > belowOther {
        below = below / 2 + below % 2
      } else {
        belowOther = belowOther / 2 + belowOther % 2
      }
    }
    return Luck(above * aboveOther, over: below * belowOther, riskySteps: riskySteps + 1)
  }

}

extension Luck: Comparable {
  /// Whether a level needs more luck than another, or the same in more risky steps.
  public static func < (one: Luck, other: Luck) -> Bool {
    let here = UInt128(one.numerator) * UInt128(other.denominator)
    let there = UInt128(other.numerator) * UInt128(one.denominator)
    return (here, other.riskySteps) < (there, one.riskySteps)
  }
}

/// Finds the luck of the dark levels of a family.
///
/// It knows all placements of the family, so it is quick for one level after another.
public final class LuckFinder {
  private let frame: PlanFrame

  /// The family.
  public var family: Family { frame.family }

  /// The rules in force.
  public var rules: Rules { frame.rules }

  /// The placements that are possible after the view of the start, by this view.
  private var beginnings: [UInt16: [UInt32]] = [:]
  private var sets: PlacementSets

  /// The maximum number of placements in the family.
  public static let placementLimit = HearingSearch.mostPlacements

  /// The default limit on the states of a search: knowledge that differs.
  public static let defaultStateLimit = 100_000

  /// Prepares the search for a family.
  ///
  /// - Throws: ``PlanError`` if the room has more than 64 squares, if there are more placements than
  ///   ``placementLimit``, and if the solver gave up on a lit room.
  /// - Complexity: O(placements · squares), and a search for each room that the light may show.
  public init(_ family: Family, rules: Rules = .standard) throws(PlanError) {
    frame = try PlanFrame(family, rules)
    // Same: no family has exactly as many placements.
    guard frame.placements <= Self.placementLimit else {
      throw .tooManyPlacements(family: family, limit: Self.placementLimit)
    }
    let lit = LitRooms(frame)
    sets = PlacementSets(frame)
    var placements = SmallPlacements(family)
    while let (batch, count) = placements?.next() {
      for index in 0..<count { try sets.table.add(batch[index], lit) }
    }
    for (view, set) in sets.parts(of: sets.appendAll(), by: frame.start) {
      beginnings[view] = Array(sets.items[set])
    }
  }

  /// The number of a level's placement; nil for a lit level, and for a level of another family.
  private func number(of level: Level) -> Int? {
    guard !family.isLit, Family(of: level) == family else { return nil }
    let (room, table) = (frame.room, sets.table)
    let zombies = room.bitboard(level.zombies)
    let blocks = room.bitboard(level.blocks)
    let flashlights = room.bitboard(level.flashlights)
    // Faster than the number of a placement reference.
    return (0..<table.count).first {
      table.zombies[$0] == zombies && table.blocks[$0] == blocks
        && table.flashlights[$0] == flashlights
    }
  }

  /// Whether reasoning alone wins a dark level: the player reaches the signpost by steps that are certain to
  /// survive. False for a level of another family, and for a lit level.
  ///
  /// - Complexity: O(placements · squares), usually far less.
  public func isWonByReasoning(_ level: Level) -> Bool {
    number(of: level).map(isWonByReasoning) ?? false
  }

  /// The number of placements that reasoning alone wins, out of all placements of the family.
  ///
  /// All levels in which a player learns the same are decided at once.
  ///
  /// - Complexity: O(placements · squares), usually far less.
  public func winsByReasoning() -> Int {
    let start = Bitboard(square: frame.start)
    var closed: [PlacementSets.Piece] = []
    return beginnings.values.reduce(0) { wins, possible in
      sets.removeAll(from: 0)
      closed.removeAll()
      let belief = PlacementSets.Piece(region: start, set: sets.append(possible))
      return wins + sets.close(belief, into: &closed).won
    }
  }

  private func isWonByReasoning(_ truth: Int) -> Bool {
    let room = frame.room
    var region = Bitboard(square: frame.start)
    var set = appendBeginning(truth)
    while true {
      // Every square that is certain is walked at once. The true level is one of the possible ones, so
      // nothing on these squares is lost.
      let shut = sets.shut(set)
      let wider = room.flood(region, through: room.all - shut - Bitboard(square: frame.signpost))
      if room.neighbours(wider).contains(frame.signpost) { return true }
      let new = wider - region
      if new.isEmpty { return false }
      if new.intersects(sets.table.lights[truth]) { return true }
      set = keep(set, like: truth, on: new)
      region = wider
    }
  }

  /// The set of the placements that are possible on the start if one of them is true.
  private func appendBeginning(_ truth: Int) -> Range<Int> {
    sets.removeAll(from: 0)
    return sets.append(beginnings[sets.table.view(of: frame.start, in: truth)] ?? [])
  }

  /// The luck of a dark level.
  ///
  /// - Parameters:
  ///   - level: A level of the family.
  ///   - stateLimit: The maximum number of different states of knowledge to visit.
  /// - Returns: Nil if the limit was reached, for a level of another family, and for a lit level.
  /// - Complexity: O(states · placements).
  public func luck(of level: Level, stateLimit: Int = defaultStateLimit) -> Luck? {
    guard let truth = number(of: level) else { return nil }
    if isWonByReasoning(truth) { return .certain }
    let room = frame.room
    // Nothing is known once the level is won.
    var waiting = Heap<Luck, Situation?>()
    var met: Set<Bitboard> = []
    waiting.insert(
      situation(Bitboard(square: frame.start), appendBeginning(truth)), .certain)
    // The best product comes first, and no step makes it better. So the first play that wins is the safest.
    while let (luck, situation) = waiting.removeFirst() {
      guard let (region, possible) = situation else { return luck }
      // The squares on which nothing can be learned determine what is possible.
      guard met.insert(region).inserted else { continue }
      guard met.count <= stateLimit else { return nil }
      let next = room.neighbours(region) - region
      if next.contains(frame.signpost) { return luck }
      for square in next - sets.table.shut[truth] {
        sets.removeAll(from: 0)
        let here = Bitboard(square: square)
        let survivors = possible.count { !sets.table.shut[Int($0)].contains(square) }
        let after = luck.multiplied(by: survivors, of: possible.count)
        if sets.table.lights[truth].contains(square) {
          waiting.insert(nil, after)
          continue
        }
        let rest = keep(sets.append(possible), like: truth, on: here)
        waiting.insert(self.situation(region | here, rest), after)
      }
    }
    return Luck.none
  }

  /// What a player knows on the way to a level's signpost: the squares on which nothing can be learned, and
  /// the placements that are possible.
  private typealias Situation = (region: Bitboard, possible: [UInt32])

  private func situation(_ region: Bitboard, _ set: Range<Int>) -> Situation {
    (sets.quietRegion(region, set, shut: sets.shut(set)), Array(sets.items[set]))
  }

  /// Keeps the placements of a set that survive on some squares, and look and sound there as the true one.
  private func keep(_ set: Range<Int>, like truth: Int, on squares: Bitboard) -> Range<Int> {
    let views = squares.map { (square: $0, view: sets.table.view(of: $0, in: truth)) }
    return sets.keep(set) { item, table in
      !(table.shut[item] | table.lights[item]).intersects(squares)
        && views.allSatisfy { table.view(of: $0.square, in: item) == $0.view }
    }
  }
}
