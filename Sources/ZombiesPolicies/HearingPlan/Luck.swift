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
    let missing = (denominator - numerator).multipliedFullWidth(by: 10)
    return Int(denominator.dividingFullWidth(missing).quotient)
  }

  /// The luck in percent, rounded down.
  package var percent: Int {
    let hundred = numerator.multipliedFullWidth(by: 100)
    return numerator == denominator ? 100 : Int(denominator.dividingFullWidth(hundred).quotient)
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
    let here = one.numerator.multipliedFullWidth(by: other.denominator)
    let there = other.numerator.multipliedFullWidth(by: one.denominator)
    if here != there { return (here.high, here.low) < (there.high, there.low) }
    return one.riskySteps > other.riskySteps
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
  private let lit: LitRooms

  /// The maximum number of placements in the family.
  public static let placementLimit = HearingSearch.mostPlacements

  /// The default limit on the states of a search: knowledge that differs.
  public static let defaultStateLimit = 100_000

  /// Prepares the search for a family.
  ///
  /// - Throws: ``PlanError`` if the room has more than 64 squares, if there are more placements than
  ///   ``placementLimit``, and if the solver gave up on a lit room.
  /// - Complexity: O(placements · squares), and a search for each room that the light may show.
  public convenience init(_ family: Family, rules: Rules = .standard) throws(PlanError) {
    try self.init(family, rules: rules, amongSolvable: false)
  }

  /// Prepares the search for a family.
  ///
  /// - Parameter amongSolvable: Whether the player knows that the level is solvable.
  package init(
    _ family: Family, rules: Rules, amongSolvable: Bool
  ) throws(PlanError) {
    frame = try PlanFrame(family, rules)
    // Same: no family has exactly as many placements.
    guard frame.placements <= Self.placementLimit else {
      throw .tooManyPlacements(family: family, limit: Self.placementLimit)
    }
    lit = LitRooms(frame)
    sets = PlacementSets(frame)
    let solver = Solver(rules: rules)
    var placements = SmallPlacements(family)
    while let (batch, count) = placements?.next() {
      for index in 0..<count {
        if amongSolvable, solver.decide(batch[index]).verdict != .solvable { continue }
        sets.table.add(batch[index], ifAgreeing: .nothing)
      }
    }
    for place in 0..<sets.table.count { try sets.table.addViews(of: place, lit) }
    for (view, set) in sets.parts(of: sets.appendAll(), by: frame.start) {
      beginnings[view] = Array(sets.items[set])
    }
  }

  /// What a player learns in one level.
  private struct Truth {
    let level: SmallLevel
    /// The squares on which a step is lost, and those on which the light goes on.
    let shut, lights: Bitboard
    /// The placements that are possible on the start.
    let possible: [UInt32]
  }

  /// What a player learns in a level of the family; nil for another level.
  private func truth(_ level: Level) throws(PlanError) -> Truth? {
    guard !family.isLit, let small = SmallLevel(level), Family(of: level) == family else {
      return nil
    }
    let (shut, lights) = try sets.table.steps(in: small, lit)
    let possible = beginnings[sets.table.view(of: frame.start, in: small)]
    return Truth(level: small, shut: shut, lights: lights, possible: possible ?? [])
  }

  /// Whether reasoning alone wins a dark level: the player reaches the signpost by steps that are certain to
  /// survive. False for a level of another family, and for a lit level.
  ///
  /// - Throws: ``PlanError/gaveUp(_:)``.
  /// - Complexity: O(placements · squares), usually far less.
  public func isWonByReasoning(_ level: Level) throws(PlanError) -> Bool {
    guard let truth = try truth(level) else { return false }
    return isWonByReasoning(truth)
  }

  /// The number of placements that reasoning alone wins, out of all placements of the family.
  ///
  /// All levels in which a player learns the same are decided at once.
  ///
  /// - Complexity: O(placements · squares), usually far less.
  public func winsByReasoning() -> Int {
    let start = Bitboard(square: frame.start)
    var (closed, shut) = ([PlacementSets.Piece](), Bitboard())
    return beginnings.values.reduce(0) { wins, possible in
      sets.removeAll(from: 0)
      closed.removeAll()
      let belief = PlacementSets.Piece(region: start, set: sets.append(possible))
      return wins + sets.close(belief, into: &closed, shutIfWon: &shut)
    }
  }

  private func isWonByReasoning(_ truth: Truth) -> Bool {
    let room = frame.room
    var region = Bitboard(square: frame.start)
    sets.removeAll(from: 0)
    var set = sets.append(truth.possible)
    while !set.isEmpty {
      // Every square that is certain is walked at once. The true level is one of the possible ones, so
      // nothing on these squares is lost.
      let shut = sets.shut(set)
      let wider = room.flood(region, through: room.all - shut - Bitboard(square: frame.signpost))
      if room.neighbours(wider).contains(frame.signpost) { return true }
      let new = wider - region
      if new.isEmpty { return false }
      if new.intersects(truth.lights) { return true }
      set = keep(set, truth, after: new)
      region = wider
    }
    return false
  }

  /// The luck of a dark level.
  ///
  /// - Parameters:
  ///   - level: A level of the family.
  ///   - stateLimit: The maximum number of different states of knowledge to visit.
  /// - Returns: Nil if the limit was reached, for a level of another family, and for a lit level.
  /// - Throws: ``PlanError/gaveUp(_:)``.
  /// - Complexity: O(states · placements).
  public func luck(
    of level: Level, stateLimit: Int = defaultStateLimit
  ) throws(PlanError) -> Luck? {
    guard let truth = try truth(level) else { return nil }
    if isWonByReasoning(truth) { return .certain }
    let room = frame.room
    // Nothing is known once the level is won.
    var waiting = Heap<Luck, Situation?>()
    var met: Set<Bitboard> = []
    sets.removeAll(from: 0)
    waiting.insert(
      situation(Bitboard(square: frame.start), sets.append(truth.possible)), .certain)
    // The best product comes first, and no step makes it better. So the first play that wins is the safest.
    while let (luck, situation) = waiting.removeFirst() {
      guard let (region, possible) = situation else { return luck }
      // The squares on which nothing can be learned determine what is possible.
      guard met.insert(region).inserted else { continue }
      guard met.count <= stateLimit else { return nil }
      let next = room.neighbours(region) - region
      if next.contains(frame.signpost) { return luck }
      for square in next - truth.shut {
        sets.removeAll(from: 0)
        let here = Bitboard(square: square)
        let survivors = possible.count { !sets.table.shut[Int($0)].contains(square) }
        let after = luck.multiplied(by: survivors, of: possible.count)
        if truth.lights.contains(square) {
          waiting.insert(nil, after)
          continue
        }
        let rest = keep(sets.append(possible), truth, after: here)
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

  /// Keeps the placements of a set that survive on some squares and look and sound there as the true level.
  private func keep(_ set: Range<Int>, _ truth: Truth, after squares: Bitboard) -> Range<Int> {
    let views = squares.map { (square: $0, view: sets.table.view(of: $0, in: truth.level)) }
    return sets.keep(set) { item, table in
      !(table.shut[item] | table.lights[item]).intersects(squares)
        && views.allSatisfy { table.views[$0.square * table.count + item] == $0.view }
    }
  }
}
