import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// The best possible play for a player who sees only what a player sees, knows the family and
/// remembers everything: computed exactly, by dynamic programming over what is still possible.
///
/// In the dark nothing moves, so all a player learns is what stands on which square; a belief
/// (`Belief`) is the squares seen and what was found there. Squares whose neighbours have all been
/// seen reveal nothing new, and walking over them is free: such moves are contracted, and the only
/// choice left is the square on which to learn something next. Every such step adds to the squares
/// seen, so the recursion ends. When a flashlight comes into sight, everything is seen, and a
/// solver tells from which placements the round is won.
///
/// Values are numbers of placements, not probabilities: of all placements, each equally likely, the
/// best play wins ``wins``, and no policy for blind players wins more. As nobody wins an unsolvable
/// placement, it wins the same number of the solvable ones.
public final class BlindPlan: Sendable {
  /// The family.
  public let family: Family

  /// The rules in force.
  public let rules: Rules

  /// The number of placements that the best play wins without a limit on moves.
  public let wins: UInt64

  /// The number of beliefs examined.
  public let beliefCount: Int

  /// The tables by known blocks and zombies.
  private let tables: [Known: BeliefTable]

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
  ///   - beliefLimit: The maximum number of beliefs, and of positions in the light, by an estimate
  ///     made in advance.
  /// - Throws: ``PlanError``.
  /// - Complexity: O(beliefs · squares).
  public init(
    _ family: Family, rules: Rules = .standard, beliefLimit: Int = defaultBeliefLimit
  ) throws(PlanError) {
    let frame = try PlanBuilder.Frame(family, rules)
    guard frame.isWithin(beliefLimit) else {
      throw .tooManyBeliefs(family: family, limit: beliefLimit)
    }
    let builder = PlanBuilder(frame)
    wins = try builder.value(of: Belief(seen: frame.empty))
    self.family = family
    self.rules = rules
    self.frame = frame
    beliefCount = builder.beliefCount
    tables = builder.finishedTables
  }

  /// The default limit on a plan's beliefs and positions in the light: about a minute, and 40 bytes
  /// each.
  public static let defaultBeliefLimit = 50_000_000

  /// Whether the plan of a family stays within a number of beliefs and positions in the light, by
  /// the estimate made in advance.
  public static func isWithin(
    _ limit: Int, _ family: Family, rules: Rules = .standard
  ) -> Bool {
    do throws(PlanError) {
      return try PlanBuilder.Frame(family, rules).isWithin(limit)
    } catch {
      // No plan exists, of any size.
      return false
    }
  }

  /// The square to go to, given what is known: the signpost if it can be reached; nil if nothing is
  /// worth going for.
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

/// Why a family's best blind play is not computed.
public enum PlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The room has more squares than a plan supports.
  case tooLarge(squares: Int, limit: Int)
  /// There may be more beliefs than the limit.
  case tooManyBeliefs(family: Family, limit: Int)
  /// There are 2⁶³ placements or more.
  case tooManyPlacements(family: Family)
  /// The family holds more things than the placement rule leaves squares for.
  case tooManyThings(things: Int, squares: Int)
  /// The solver gave up on what happens when the light goes on.
  case gaveUp(Level)
  /// A level that the placement rule cannot make, so that its family is unknown.
  case notOfAFamily(Level)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .tooLarge(let squares, let limit):
      "the best blind play is computed for rooms of up to \(limit) squares, not \(squares)"
    case .tooManyBeliefs(let family, let limit):
      "the best blind play of \(family) may have to tell apart more than \(limit) beliefs, or "
        + "positions in the light"
    case .tooManyPlacements(let family): "\(family) has 2⁶³ placements or more"
    case .tooManyThings(let things, let squares):
      "\(counted(things, "thing")) do not fit: the placement rule leaves \(counted(squares, "square"))"
    case .gaveUp(let level): "the solver gave up on \(level.code)"
    case .notOfAFamily(let level):
      "\(level.code) belongs to no family: its start, its signpost or a thing is not where the placement "
        + "rule puts it"
    }
  }
}

/// The recursion that computes a plan.
final class PlanBuilder {
  /// What a family's levels have in common.
  struct Frame: Sendable {
    let room: SmallRoom
    let rules: Rules
    let start, signpost: Int
    let zombies, blocks, flashlights: Int
    /// The squares that the placement rule keeps empty.
    let empty: Bitboard
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
        throw .tooManyPlacements(family: family)
      }
      self.room = room
      self.rules = rules
      start = family.size.index(of: family.size.bottomRight)
      signpost = family.size.index(of: family.size.topLeft)
      (zombies, blocks, flashlights) = (family.zombies, family.blocks, family.flashlights)
      empty = room.all - allowed
      // Binomials beyond 64 bits are never needed: no count exceeds the number of placements.
      binomials = (0...room.squareCount).map { count in
        (0...count).map { binomial(count, $0) ?? .max }
      }
    }

    /// The squares that the player can walk over without learning anything: those whose neighbours
    /// have all been seen, as far as they are connected to the start.
    func region(_ belief: Belief) -> Bitboard {
      let quiet =
        room.all - room.closedNeighbourhood((room.all - belief.seen) | belief.flashlights)
        - belief.blocks - rules.danger(of: belief.zombies, in: room) - Bitboard(square: signpost)
      var region = Bitboard(square: start)
      while true {
        let wider = region | (room.neighbours(region) & quiet)
        if wider == region { return region }
        region = wider
      }
    }

    /// The squares next to a region on which something can be learned, other than that a zombie known
    /// to be near catches.
    func frontier(_ belief: Belief, _ region: Bitboard) -> Bitboard {
      room.neighbours(region) - region - belief.blocks
        - rules.danger(of: belief.zombies, in: room)
    }

    /// Whether there are at most this many beliefs and positions in which the light may go on, by
    /// an upper bound.
    ///
    /// The sets of squares that may have been seen are counted in a room where nothing is found,
    /// and multiplied by the ways in which things may have been found. The count itself takes a few
    /// seconds at most: rooms with too many sets exceed any limit.
    func isWithin(_ limit: Int) -> Bool {
      let (lit, limit) = (litPositions, UInt64(clamping: limit))
      guard lit <= limit else { return false }
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
      let most = min((limit - lit) / ways, Self.mostSeen)
      var known: Set<UInt64> = [empty.word]
      var open = [Belief(seen: empty)]
      while let belief = open.popLast() {
        if UInt64(known.count) > most { return false }
        let region = region(belief)
        if room.neighbours(region).contains(signpost) { continue }
        for square in frontier(belief, region) {
          let seen = belief.seen | room.closedNeighbourhood(Bitboard(square: square))
          if known.insert(seen.word).inserted { open.append(Belief(seen: seen)) }
        }
      }
      return true
    }

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

  private let frame: Frame
  private let solver: CachingSolver
  private var tables: [BeliefTable] = []
  private var numbers: [BlindPlan.Known: Int] = [:]

  /// For a player's square, blocks, and all zombies but one: the squares of the last zombie for
  /// which a lit round is won.
  private var lit: [LitKey: Bitboard] = [:]

  private struct LitKey: Hashable {
    let player: Int
    let blocks, zombies: Bitboard
  }

  init(_ frame: Frame) {
    self.frame = frame
    solver = CachingSolver(Solver(rules: frame.rules))
  }

  var beliefCount: Int { tables.reduce(0) { $0 + $1.count } }

  var finishedTables: [BlindPlan.Known: BeliefTable] { numbers.mapValues { tables[$0] } }

  // MARK: Counting

  /// The things that are still hidden.
  private struct Hidden {
    var zombies, blocks, flashlights: Int
  }

  private func hidden(_ belief: Belief) -> Hidden {
    Hidden(
      zombies: frame.zombies - belief.zombies.count, blocks: frame.blocks - belief.blocks.count,
      flashlights: frame.flashlights - belief.flashlights.count)
  }

  /// The number of ways to place things on a number of squares.
  private func ways(_ hidden: Hidden, on squares: Int) -> UInt64 {
    guard hidden.zombies >= 0, hidden.blocks >= 0, hidden.flashlights >= 0 else { return 0 }
    let afterZombies = squares - hidden.zombies
    let afterBlocks = afterZombies - hidden.blocks
    guard afterBlocks >= hidden.flashlights else { return 0 }
    let binomials = frame.binomials
    return binomials[squares][hidden.zombies] * binomials[afterZombies][hidden.blocks]
      * binomials[afterBlocks][hidden.flashlights]
  }

  // MARK: Values

  private func number(_ belief: Belief) -> Int {
    let known = BlindPlan.Known(belief)
    if let number = numbers[known] { return number }
    tables.append(BeliefTable())
    numbers[known] = tables.count - 1
    return tables.count - 1
  }

  /// The number of placements that are won, given what is known.
  ///
  /// The depth of the recursion is at most the number of squares.
  func value(of belief: Belief) throws(PlanError) -> UInt64 {
    let table = number(belief)
    if let entry = tables[table][belief.seen] { return entry.wins }
    let (room, hidden) = (frame.room, hidden(belief))
    let unseen = room.all - belief.seen
    let all = ways(hidden, on: unseen.count)
    let region = frame.region(belief)
    var best = BeliefTable.Entry(wins: 0, target: BeliefTable.Entry.none)
    if room.neighbours(region).contains(frame.signpost) {
      best.wins = all
    } else {
      // The likeliest to survive first: a step that loses more than the best one can win is not
      // examined any further.
      let steps = frame.frontier(belief, region).map { square in
        (square, most: survivors(belief, hidden, stepTo: square))
      }
      for (square, most) in steps.sorted(by: { ($1.most, $0.0) < ($0.most, $1.0) }) {
        if most <= best.wins && best.target != BeliefTable.Entry.none { break }
        let wins = try self.wins(belief, hidden, stepTo: square)
        if wins > best.wins || best.target == BeliefTable.Entry.none {
          best = BeliefTable.Entry(wins: wins, target: UInt8(square))
        }
      }
    }
    tables[table].insert(best, at: belief.seen)
    return best.wins
  }

  /// The square to go to from a belief whose value is known; nil if none is worth going for.
  func target(of belief: Belief) -> Int? {
    let region = frame.region(belief)
    if frame.room.neighbours(region).contains(frame.signpost) { return frame.signpost }
    let entry = tables[number(belief)][belief.seen]
    return entry.flatMap { $0.target == BeliefTable.Entry.none ? nil : Int($0.target) }
  }

  /// The placements in which a step does not end the round.
  private func survivors(_ belief: Belief, _ hidden: Hidden, stepTo square: Int) -> UInt64 {
    let news = frame.room.closedNeighbourhood(Bitboard(square: square)) - belief.seen
    let unseen = frame.room.all - belief.seen
    guard frame.rules.catchingDistance > 0 else { return ways(hidden, on: unseen.count) }
    // The zombies are elsewhere.
    let (free, zombies) = (unseen.count - news.count, hidden.zombies)
    guard free >= zombies else { return 0 }
    let others = Hidden(zombies: 0, blocks: hidden.blocks, flashlights: hidden.flashlights)
    return frame.binomials[free][zombies] * ways(others, on: unseen.count - zombies)
  }

  /// The number of placements won by a step and the best play after it.
  private func wins(
    _ belief: Belief, _ hidden: Hidden, stepTo square: Int
  ) throws(PlanError) -> UInt64 {
    let near = frame.room.closedNeighbourhood(Bitboard(square: square))
    let news = near - belief.seen
    var next = belief
    next.seen |= news
    return try wins(
      at: square, next, hidden, news, seesFlashlight: near.intersects(belief.flashlights))
  }

  /// Tries everything that may stand on the new squares.
  private func wins(
    at square: Int, _ belief: Belief, _ hidden: Hidden, _ news: Bitboard, seesFlashlight: Bool
  ) throws(PlanError) -> UInt64 {
    let unseen = frame.room.all - belief.seen
    if ways(hidden, on: unseen.count + news.count) == 0 { return 0 }
    guard !news.isEmpty else {
      return seesFlashlight
        ? try litWins(at: square, belief, hidden, unseen) : try value(of: belief)
    }
    var rest = news
    let new = rest.removeFirst()
    var sum = try wins(at: square, belief, hidden, rest, seesFlashlight: seesFlashlight)
    if hidden.blocks > 0 {
      var (found, left) = (belief, hidden)
      found.blocks.insert(new)
      left.blocks -= 1
      sum += try wins(at: square, found, left, rest, seesFlashlight: seesFlashlight)
    }
    if hidden.flashlights > 0 {
      var left = hidden
      left.flashlights -= 1
      sum += try wins(at: square, belief, left, rest, seesFlashlight: true)
    }
    if hidden.zombies > 0, frame.rules.catchingDistance == 0 {
      var (found, left) = (belief, hidden)
      found.zombies.insert(new)
      left.zombies -= 1
      sum += try wins(at: square, found, left, rest, seesFlashlight: seesFlashlight)
    }
    return sum
  }

  // MARK: Light

  /// The number of placements that are won when the light goes on.
  private func litWins(
    at player: Int, _ belief: Belief, _ hidden: Hidden, _ unseen: Bitboard
  ) throws(PlanError) -> UInt64 {
    var sum: UInt64 = 0
    let flashlights = Hidden(zombies: 0, blocks: 0, flashlights: hidden.flashlights)
    let rest = ways(flashlights, on: unseen.count - hidden.blocks - hidden.zombies)
    try forEachSubset(of: unseen, count: hidden.blocks) { blocks throws(PlanError) in
      let free = unseen - blocks
      if hidden.zombies == 0 {
        let isWon = try isLitWon(player, belief.zombies, belief.blocks | blocks)
        sum += isWon ? 1 : 0
        return
      }
      try forEachSubset(of: free, count: hidden.zombies - 1) { zombies throws(PlanError) in
        // The last zombie comes after the others in order, so each set is counted once.
        let last = zombies.isEmpty ? 0 : 64 - zombies.word.leadingZeroBitCount
        let behind = last == 64 ? 0 : (free.word &>> UInt64(last)) &<< UInt64(last)
        let winning = try litSquares(player, belief.zombies | zombies, belief.blocks | blocks)
        sum += UInt64((winning & Bitboard(word: behind)).count)
      }
    }
    return sum * rest
  }

  /// The squares of one more zombie for which a lit round is won.
  private func litSquares(
    _ player: Int, _ zombies: Bitboard, _ blocks: Bitboard
  ) throws(PlanError) -> Bitboard {
    let key = LitKey(player: player, blocks: blocks, zombies: zombies)
    if let squares = lit[key] { return squares }
    var squares = Bitboard()
    for square in frame.room.all - frame.empty - blocks - zombies where square != player {
      var all = zombies
      all.insert(square)
      if frame.rules.danger(of: all, in: frame.room).contains(player) { continue }
      if try isLitWon(player, all, blocks) { squares.insert(square) }
    }
    lit[key] = squares
    return squares
  }

  private func isLitWon(
    _ player: Int, _ zombies: Bitboard, _ blocks: Bitboard
  ) throws(PlanError) -> Bool {
    let level = Level(
      SmallLevel(
        room: frame.room, start: player, signpost: frame.signpost, zombies: zombies,
        blocks: blocks, isLit: true))
    let verdict = solver.decide(level).verdict
    if verdict == .gaveUp { throw .gaveUp(level) }
    return verdict == .solvable
  }

  /// Calls the body with each subset of a given size.
  private func forEachSubset(
    of set: Bitboard, count: Int, _ chosen: Bitboard = Bitboard(),
    _ body: (Bitboard) throws(PlanError) -> Void
  ) throws(PlanError) {
    if count == 0 { return try body(chosen) }
    var rest = set
    while rest.count >= count {
      let first = rest.removeFirst()
      var next = chosen
      next.insert(first)
      try forEachSubset(of: rest, count: count - 1, next, body)
    }
  }
}
