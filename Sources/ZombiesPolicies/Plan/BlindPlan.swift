import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// The best possible play for a player who sees only what a player sees, knows the family and
/// remembers everything. It is computed exactly, by dynamic programming over what is still possible.
///
/// In the dark nothing moves, so a player learns only which things are on which squares. A belief
/// (`Belief`) is the squares seen and the things found there. Squares whose neighbours have all been
/// seen reveal nothing new, and walking over them is free. Such moves are contracted, and the only
/// remaining choice is the square on which to learn something next. Every such step adds to the squares
/// seen, so the recursion ends. When a flashlight comes into sight, everything is seen, and a solver
/// decides from which placements the round is won.
///
/// In a family that begins lit, everything is seen before the first move. So the best play wins exactly
/// the solvable placements, and the solver decides each placement.
///
/// With hearing, the player also learns the number of zombies near each square. Then what the player knows is
/// which placements are still possible (`HearingSearch`).
///
/// Values are numbers of placements, not probabilities. Of all placements, which are equally likely, the
/// best play wins ``wins``, and no policy that sees only what a player sees wins more. No policy wins an
/// unsolvable placement, so the best play wins the same number of the solvable ones.
public final class BlindPlan: Sendable {
  /// The family.
  public let family: Family

  /// The rules in force.
  public let rules: Rules

  /// The number of placements that the best play wins without a limit on moves.
  public let wins: UInt64

  /// The number of beliefs examined.
  public let beliefCount: Int

  /// The tables by known blocks, zombies and flashlights; empty with hearing.
  private let tables: [Known: BeliefTable]

  /// The decisions with hearing; nil without hearing.
  let hearing: HearingPlan?

  private let frame: PlanBuilder.Frame

  struct Known: Hashable, Sendable {
    let blocks, zombies, flashlights: Bitboard

    init(_ belief: Belief) {
      blocks = belief.blocks
      zombies = belief.zombies
      flashlights = belief.flashlights
    }
  }

  /// Makes the plan of a family.
  ///
  /// - Parameters:
  ///   - family: The family.
  ///   - rules: The rules in force.
  ///   - beliefLimit: The maximum number of beliefs and of positions in the light, by an estimate made
  ///     in advance. For a lit family, the maximum number of placements.
  /// - Throws: ``PlanError``.
  /// - Complexity: O(beliefs · squares); for a lit family, one search per placement.
  public convenience init(
    _ family: Family, rules: Rules = .standard, beliefLimit: Int = defaultBeliefLimit
  ) throws(PlanError) {
    try self.init(family, rules: rules, beliefLimit: beliefLimit, accepts: nil)
  }

  /// Makes the plan of the placements of a dark family that a test accepts; nil for all placements.
  package init(
    _ family: Family, rules: Rules, beliefLimit: Int = defaultBeliefLimit,
    accepts: (@Sendable (Level) -> Bool)?
  ) throws(PlanError) {
    let frame = try PlanBuilder.Frame(family, rules)
    // Only a search that lists the placements can leave some out.
    let lists = rules.hearingTellsMore || accepts != nil
    try frame.check(family, beliefLimit, listing: lists)
    let builder = PlanBuilder(frame)
    var hearing: HearingPlan?
    if family.isLit {
      wins = try Self.solvable(of: family, rules)
    } else if lists {
      let plan = try HearingPlan(family, frame, beliefLimit: beliefLimit, accepts: accepts)
      wins = plan.wins
      hearing = plan
    } else {
      let start = Belief(seen: frame.empty)
      builder.begin(start)
      while try !builder.work(1_000_000) {
        if SearchStop.isWanted { throw .tooManyBeliefs(family: family, limit: beliefLimit) }
      }
      wins = builder.known(start)?.wins ?? 0
    }
    self.family = family
    self.rules = rules
    self.frame = frame
    beliefCount = hearing?.beliefCount ?? builder.beliefCount
    self.hearing = hearing
    tables = builder.finishedTables
  }

  /// The number of solvable placements of a family.
  private static func solvable(of family: Family, _ rules: Rules) throws(PlanError) -> UInt64 {
    let generator = LevelGenerator(family, seed: 0, rules: rules)
    guard let counts = PlacementCounts(generator) else {
      throw .tooManyPlacements(family: family, limit: .max)
    }
    guard counts.gaveUp > 0 else { return counts.solvable }
    let search = Solver(rules: rules)
    for level in Placements(family) where search.decide(level).verdict == .gaveUp {
      throw .gaveUp(level)
    }
    return counts.solvable
  }

  /// The default limit on a plan's beliefs and positions in the light. It allows about a minute of work,
  /// and 40 bytes each.
  public static let defaultBeliefLimit = 50_000_000

  /// Whether the plan of a family stays within a number of beliefs and positions in the light, by
  /// the estimate made in advance.
  public static func isWithin(
    _ limit: Int, _ family: Family, rules: Rules = .standard
  ) -> Bool {
    do throws(PlanError) {
      let frame = try PlanBuilder.Frame(family, rules)
      return frame.isWithin(limit, listing: rules.hearingTellsMore)
    } catch {
      // No plan exists, of any size.
      return false
    }
  }

  /// The square to go to for a belief: the signpost if it can be reached; nil if no step can win.
  ///
  /// - Throws: ``PolicyError/otherPlan(_:)`` for a belief that was not examined, which cannot
  ///   happen when the plan is followed in a level of its family.
  func target(_ belief: Belief) throws(PolicyError) -> Int? {
    let region = frame.region(belief)
    if frame.room.neighbours(region).contains(frame.signpost) { return frame.signpost }
    guard let entry = tables[Known(belief)]?[belief.seen] else { throw .otherPlan(family) }
    return entry.target == BeliefTable.Entry.none ? nil : Int(entry.target)
  }

  /// The squares over which walking is free.
  func region(_ belief: Belief) -> Bitboard { frame.region(belief) }

  /// The squares known to be empty before the first look.
  var knownEmpty: Bitboard { frame.empty }
}

/// The reason why the best blind play of a family is not computed.
public enum PlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The room has more squares than a plan supports.
  case tooLarge(squares: Int, limit: Int)
  /// There may be more beliefs, or positions in the light, than the limit.
  case tooManyBeliefs(family: Family, limit: Int)
  /// There are more placements than the limit, which is lower if the plan lists them: with hearing, or for
  /// some of the placements.
  case tooManyPlacements(family: Family, limit: UInt64)
  /// The family has more things than the placement rule leaves squares for.
  case tooManyThings(things: Int, squares: Int)
  /// The solver gave up on a lit room.
  case gaveUp(Level)
  /// The placement rule cannot make the level, so its family is unknown.
  case notOfAFamily(Level)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .tooLarge(let squares, let limit):
      "the best blind play is computed only for rooms of up to \(limit) squares, not \(squares)"
    case .tooManyBeliefs(let family, let limit):
      "the best blind play of \(family) may need more than \(limit) beliefs or positions in the "
        + "light; it needs a smaller room or fewer things"
    case .tooManyPlacements(let family, let limit):
      "\(family) has more than \(limit) placements; its best blind play needs a smaller room or fewer "
        + "things"
    case .tooManyThings(let things, let squares):
      "\(counted(things, "thing")) \(things == 1 ? "does" : "do") not fit: the placement rule leaves "
        + "\(counted(squares, "square"))"
    case .gaveUp(let level): "the solver gave up on \(level.code)"
    case .notOfAFamily(let level):
      "\(level.code) belongs to no family: the placement rule never puts its start, its signpost or "
        + "a thing where it is"
    }
  }
}

extension PlanBuilder {
  /// The properties that all levels of a family share.
  struct Frame: Sendable {
    let room: SmallRoom
    let rules: Rules
    let start, signpost: Int
    let zombies, blocks, flashlights: Int
    /// The squares that the placement rule keeps empty.
    let empty: Bitboard
    /// The number of placements, and whether all of them begin lit.
    let placements: UInt64
    let isLit: Bool
    /// Binomial coefficients, row by row, up to the number of squares.
    let binomials: [[UInt64]]

    init(_ family: Family, _ rules: Rules) throws(PlanError) {
      guard let room = SmallRoom(family.size) else {
        throw .tooLarge(squares: family.size.squareCount, limit: SmallRoom.limit)
      }
      let allowed = room.bitboard(family.allowedSquares)
      guard family.thingCount <= allowed.count else {
        throw .tooManyThings(things: family.thingCount, squares: allowed.count)
      }
      guard let placements = family.placementCount, placements < 1 << 63 else {
        throw .tooManyPlacements(family: family, limit: 1 << 63 - 1)
      }
      self.room = room
      self.rules = rules
      self.placements = placements
      isLit = family.isLit
      start = family.size.index(of: family.size.bottomRight)
      signpost = family.size.index(of: family.size.topLeft)
      (zombies, blocks, flashlights) = (family.zombies, family.blocks, family.flashlights)
      empty = room.all - allowed
      // Binomials beyond 64 bits are never needed: no count exceeds the number of placements.
      binomials = (0...room.squareCount).map { count in
        (0...count).map { binomial(count, $0) ?? .max }
      }
    }

    /// The squares that the player can walk over without learning anything: squares connected to the
    /// start whose neighbours have all been seen.
    func region(_ belief: Belief) -> Bitboard {
      let quiet =
        room.all - room.closedNeighbourhood((room.all - belief.seen) | belief.flashlights)
        - belief.blocks - rules.danger(of: belief.zombies, in: room) - Bitboard(square: signpost)
      return room.flood(Bitboard(square: start), through: quiet)
    }

    /// The squares next to a region on which the player can learn something and is not caught by a known
    /// zombie.
    func frontier(_ belief: Belief, _ region: Bitboard) -> Bitboard {
      room.neighbours(region) - region - belief.blocks
        - rules.danger(of: belief.zombies, in: room)
    }

    /// Checks that a plan can be made.
    ///
    /// - Parameter lists: Whether the placements are listed, as with hearing.
    func check(_ family: Family, _ limit: Int, listing lists: Bool) throws(PlanError) {
      if isWithin(limit, listing: lists) { return }
      let most = Self.mostListed(limit)
      if lists, !isLit, placements > most { throw .tooManyPlacements(family: family, limit: most) }
      throw .tooManyBeliefs(family: family, limit: limit)
    }

    /// The maximum number of placements to list.
    private static func mostListed(_ limit: Int) -> UInt64 {
      min(UInt64(clamping: limit) / beliefsPerPlacement, HearingSearch.mostPlacements)
    }

    /// Whether an upper bound on the beliefs, and on the positions in which the light may go on, is
    /// within a limit.
    ///
    /// The sets of squares that may have been seen are counted in a room where nothing is found, and
    /// multiplied by the number of ways in which things may have been found. If blocks may be almost
    /// anywhere, this is far too much: then a number for each placement is the bound, if a number for each
    /// of these sets is within the limit, too. The count takes at most a few seconds, because rooms with
    /// too many sets exceed any limit.
    ///
    /// - Parameter lists: Whether the placements are listed, as with hearing.
    func isWithin(_ beliefs: Int, listing lists: Bool) -> Bool {
      let (lit, limit) = (litPositions, UInt64(clamping: beliefs))
      if isLit { return placements <= limit }
      guard lit <= limit else { return false }
      if lists { return placements <= Self.mostListed(beliefs) }
      let free = (room.all - empty).count
      var ways: UInt64 = 1
      func multiply(_ count: Int) {
        let sum = (0...min(count, free)).reduce(UInt64(0)) { sum, found in
          let (sum, overflow) = sum.addingReportingOverflow(binomials[free][found])
          return overflow ? .max : sum
        }
        let (product, overflow) = ways.multipliedReportingOverflow(by: sum)
        ways = overflow ? .max : product
      }
      multiply(blocks)
      if rules.catchingDistance == 0 { multiply(zombies) }
      let areFew = placements <= limit / Self.mostPerPlacement
      let sets = max((limit - lit) / ways, areFew ? limit / Self.mostPerSet : 0)
      let most = min(sets, Self.mostSeen)
      var known: Set<UInt64> = [empty.word]
      var open = [Belief(seen: empty)]
      while let belief = open.popLast() {
        if UInt64(known.count) > most { return false }
        if SearchStop.isWanted { return false }
        let region = region(belief)
        if room.neighbours(region).contains(signpost) { continue }
        for square in frontier(belief, region) {
          let seen = belief.seen | room.closedNeighbourhood(Bitboard(square: square))
          if known.insert(seen.word).inserted { open.append(Belief(seen: seen)) }
        }
      }
      return true
    }

    /// With hearing, the beliefs per placement that the estimate allows for.
    private static let beliefsPerPlacement: UInt64 = 25

    /// Without hearing, the beliefs that the estimate allows for per placement, and per set of seen
    /// squares: `6x6z1b3` has 41 and about 50.
    private static let mostPerPlacement: UInt64 = 100
    private static let mostPerSet: UInt64 = 250

    /// The maximum number of sets of seen squares to count.
    private static let mostSeen: UInt64 = 4_000_000

    /// The positions of a player, blocks and zombies for which a solver may be needed when the
    /// light goes on, saturating at 2⁶⁴ − 1.
    private var litPositions: UInt64 {
      guard flashlights > 0 else { return 0 }
      let free = (room.all - empty).count
      var positions = UInt64(room.squareCount)
      for ways in [binomials[free][blocks], binomials[free - blocks][zombies]] {
        let (product, overflow) = positions.multipliedReportingOverflow(by: ways)
        if overflow { return .max }
        positions = product
      }
      return positions
    }
  }
}
