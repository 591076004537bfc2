import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// What all levels of a family share, for the plan of its best blind play.
struct PlanFrame: Sendable {
  let family: Family
  let rules: Rules
  let room: SmallRoom
  let start, signpost: Int
  /// The squares that the placement rule keeps empty.
  let empty: Bitboard
  /// The number of placements.
  let placements: UInt64
  /// Binomial coefficients, row by row, up to the number of squares.
  private let binomials: [[UInt64]]

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
    (self.family, self.rules, self.room, self.placements) = (family, rules, room, placements)
    start = family.size.index(of: family.size.bottomRight)
    signpost = family.size.index(of: family.size.topLeft)
    empty = room.all - allowed
    // Binomials beyond 64 bits are never needed: no count exceeds the number of placements.
    binomials = (0...room.squareCount).map { count in
      (0...count).map { binomial(count, $0) ?? .max }
    }
  }

  // MARK: Squares

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

  /// The moves that begin a shortest path to the best next square, over squares that reveal nothing; none
  /// if no step can win.
  ///
  /// - Parameters:
  ///   - value: The value of the belief.
  ///   - player: The player's square. It is in the region of the belief.
  func steps(
    _ belief: Belief, _ value: BeliefValues.Value, from player: Int
  ) -> DirectionSet {
    let region = region(belief)
    let isNext = room.neighbours(region).contains(signpost)
    guard isNext || value.target != BeliefValues.Value.none else { return DirectionSet() }
    return steps(from: player, to: isNext ? signpost : Int(value.target), through: region)
  }

  /// The moves that begin a shortest path to a square next to a region, through the region.
  func steps(from player: Int, to target: Int, through region: Bitboard) -> DirectionSet {
    Planner.firstSteps(
      from: player, to: target, through: region | Bitboard(square: target), in: room)
  }

  // MARK: Counting

  /// The things that are still hidden.
  func hidden(_ belief: Belief) -> ThingCounts {
    ThingCounts(
      zombies: family.zombies - belief.zombies.count, blocks: family.blocks - belief.blocks.count,
      flashlights: family.flashlights - belief.flashlights.count)
  }

  /// The number of ways to choose squares.
  func choices(_ count: Int, of squares: Int) -> UInt64 {
    count <= squares ? binomials[squares][count] : 0
  }

  /// The number of ways to place things on a number of squares.
  func ways(_ things: ThingCounts, on squares: Int) -> UInt64 {
    guard min(things.zombies, things.blocks, things.flashlights) >= 0 else { return 0 }
    let afterZombies = squares - things.zombies
    let afterBlocks = afterZombies - things.blocks
    guard afterBlocks >= things.flashlights else { return 0 }
    return binomials[squares][things.zombies] * binomials[afterZombies][things.blocks]
      * binomials[afterBlocks][things.flashlights]
  }

  /// The number of placements that agree with a belief.
  func placements(_ belief: Belief) -> UInt64 {
    ways(hidden(belief), on: (room.all - belief.seen).count)
  }

  // MARK: Limits

  /// Checks by upper bounds that the beliefs, and the positions in which the light may go on, are within a
  /// limit.
  ///
  /// - Parameter lists: Whether the placements are listed, as with hearing.
  /// - Throws: ``PlanError``.
  func check(_ limit: Int, listing lists: Bool) throws(PlanError) {
    let most = UInt64(clamping: limit)
    let mostListed = min(most / Self.beliefsPerPlacement, HearingSearch.mostPlacements)
    if lists, !family.isLit, placements > mostListed {
      throw .tooManyPlacements(family: family, limit: mostListed)
    }
    let isWithin =
      family.isLit
      ? placements <= most : litPositions <= most && (lists || areSeenSets(within: most))
    guard isWithin else { throw .tooManyBeliefs(family: family, limit: limit) }
  }

  /// Whether an upper bound on the beliefs is within a limit, without hearing.
  ///
  /// The sets of squares that may have been seen are counted in a room where nothing is found, and
  /// multiplied by the number of ways in which things may have been found. If blocks may be almost
  /// anywhere, this is far too much: then a number for each placement is the bound, if a number for each
  /// of these sets is within the limit, too. The count takes at most a few seconds, because rooms with
  /// too many sets exceed any limit.
  private func areSeenSets(within limit: UInt64) -> Bool {
    let ways = Self.product(
      waysToFind(family.blocks), waysToFind(rules.catchingDistance == 0 ? family.zombies : 0))
    let areFew = placements <= limit / Self.mostPerPlacement
    let sets = max((limit - litPositions) / ways, areFew ? limit / Self.mostPerSet : 0)
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

  /// The number of ways in which up to a number of things may have been found, at most 2⁶⁴ − 1.
  private func waysToFind(_ count: Int) -> UInt64 {
    let free = (room.all - empty).count
    return (0...min(count, free)).reduce(0) { sum, found in
      let (sum, overflow) = sum.addingReportingOverflow(binomials[free][found])
      return overflow ? .max : sum
    }
  }

  /// The positions of a player, blocks and zombies for which a solver may be needed when the
  /// light goes on, at most 2⁶⁴ − 1.
  private var litPositions: UInt64 {
    guard family.flashlights > 0 else { return 0 }
    let free = (room.all - empty).count
    return Self.product(
      UInt64(room.squareCount), binomials[free][family.blocks],
      binomials[free - family.blocks][family.zombies])
  }

  /// The product of some numbers, at most 2⁶⁴ − 1.
  static func product(_ factors: UInt64...) -> UInt64 {
    factors.reduce(1) { product, factor in
      let (product, overflow) = product.multipliedReportingOverflow(by: factor)
      return overflow ? .max : product
    }
  }
}
