import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesPolicies

/// The best blind play of a player who hears, against the plain recursion over visited squares and
/// possible placements. Only here do heard numbers have to be worth something.
@Suite struct HearingPlanTests {
  /// Dark families of every shape up to 5×5 with up to two things, and of 4×4 with three. In the
  /// shorter form, every eighth of those with at most 12 squares.
  private static let families: [NaiveFamily] = {
    let families = NaiveFamily.smallRooms(maxSquares: 25, maxThings: 3).filter { family in
      let things = family.zombies + family.blocks + family.flashlights
      let isSquare = family.rows == 4 && family.columns == 4
      return !family.lit && max(family.rows, family.columns) <= 5 && (things < 3 || isSquare)
        && family.placementCount > 0
    }
    return isLong ? families : sampled(families.filter { $0.rows * $0.columns <= 12 }, every: 8)
  }()

  @Test(arguments: [0, 1], 1...4)
  func valuesAreThoseOfThePlainRecursion(catching: Int, hearing: Int) throws {
    let rules = NaiveRules(catchingDistance: catching, hearingDistance: hearing)
    let failure = try firstFailure(of: Self.families) { family in
      let plan = try BlindPlan(Family(family), rules: Rules(rules))
      let wins = NaiveHearingPlan(family, rules).wins()
      return plan.wins == UInt64(wins) ? nil : "\(family): \(plan.wins) instead of \(wins)"
    }
    expectNil(failure)
    tell(Self.families.count, "families with hearing distance \(hearing)")
  }

  @Test func valuesUnderOtherRules() throws {
    let variants = [
      NaiveRules(chase: .vertical, speed: 2, hearingDistance: 2),
      NaiveRules(catchingDistance: 0, chase: .horizontal, speed: 3, hearingDistance: 3),
      NaiveRules(hearingDistance: 16),
    ]
    let failure = try firstFailure(of: variants) { rules in
      let names = isLong ? ["4x4z1f1", "3x5z2f1", "4x4z2b1"] : ["3x4z1f1", "4x4z2", "3x4z2b1"]
      return try firstFailure(of: names) { name in
        let family = try require(NaiveFamily(name: name))
        let plan = try BlindPlan(Family(family), rules: Rules(rules))
        let wins = NaiveHearingPlan(family, rules).wins()
        return plan.wins == UInt64(wins) ? nil : "\(family): \(plan.wins) instead of \(wins)"
      }
    }
    expectNil(failure)
  }

  /// The presets, and families without a naive value, by placements won at hearing distances 1 to 4.
  @Test func valuesOfThePresets() throws {
    func wins(_ name: String) throws -> [UInt64] {
      try (1...4).map { try BlindPlan(Family(name), rules: Rules(hearingDistance: $0)).wins }
    }
    try expectEqual(wins("block"), [159, 266, 248, 212])
    // `BlindPlaysTests` knows those of `classic`.
    guard isLong else { return }
    try expectEqual(wins("flashlight"), [96, 134, 126, 109])
    try expectEqual(wins("6x6z2"), [120, 289, 273, 226])
  }

  /// Played on every placement, the plan wins exactly as many as it says, only solvable ones, and in at most one
  /// and a half moves for each square.
  @Test(
    arguments: ["4x4z2", "3x4z1b1f1", "2x6z1", "1x9z1", "6x1z1"]
      + (isLong
        ? ["classic", "4x4z1b1f1", "block", "flashlight", "4x5z2b1", "3x6z1b2f1", "6x6z2", "7x7z2"]
        : []),
    [0, 1])
  func playWinsWhatThePlanSays(name: String, catching: Int) throws {
    let family = try Family(name)
    let rules = try Rules(catchingDistance: catching, hearingDistance: 2)
    let player = try BlindPlayer(family, rules: rules)
    let search = Solver(rules: rules)
    var (wins, longest) = (UInt64(0), 0)
    let failure = try firstFailure(of: Placements(family)) { level -> String? in
      guard let small = SmallLevel(level) else { return "\(level.code): too large" }
      let isSolvable = search.decide(level).verdict == .solvable
      var (player, round) = (player, SmallRound(small, rules: rules))
      while round.outcome == nil, round.moves < 300 {
        let move = try player.choose(Sight(SmallSight(round)))
        guard round.legalMoves.contains(move) else { return "\(level.code): illegal" }
        round.move(move)
      }
      guard round.outcome == .won else { return nil }
      wins += 1
      longest = max(longest, round.moves)
      return isSolvable ? nil : "\(level.code): won, and not solvable"
    }
    expectNil(failure)
    if let plan = player.plan { expectEqual(wins, plan.wins) }
    expect(2 * longest <= 3 * family.size.squareCount)
  }

  /// Where all of the room is heard everywhere, hearing tells nothing. So the two ways to make a plan win
  /// the same placements by the same moves, also in rounds that are lost.
  @Test(
    arguments: ["4x4z1", "4x4z2", "3x4z1b1", "4x4z1b2", "4x3z2b1f1", "2x6z1", "4x5z1b1"]
      + (isLong ? ["classic", "block", "flashlight", "4x4z1b1f1", "5x5z1b2", "5x5z1b1f1"] : []),
    [0, 1])
  func hearingThatTellsNothingChangesNoMove(name: String, catching: Int) throws {
    let family = try Family(name)
    let (still, all) = (
      try Rules(catchingDistance: catching),
      try Rules(catchingDistance: catching, hearingDistance: 16)
    )
    let one = try BlindPlayer(family, rules: still)
    let other = try BlindPlayer(family, rules: all)
    expectEqual(one.plan?.wins, other.plan?.wins)
    func path(_ level: SmallLevel, _ rules: Rules, _ player: BlindPlayer) throws -> String {
      var (player, round, path) = (player, SmallRound(level, rules: rules), [Direction]())
      while round.outcome == nil, round.moves < 4 * family.size.squareCount {
        path.append(try player.choose(Sight(SmallSight(round))))
        guard round.legalMoves.contains(path[path.count - 1]) else { return "illegal" }
        round.move(path[path.count - 1])
      }
      return path.letters
    }
    for level in Placements(family) {
      let small = try require(SmallLevel(level))
      let (first, second) = (try path(small, still, one), try path(small, all, other))
      try require(first == second, "\(level.code)")
    }
  }

  /// The moves in the dark by the rule of the article "Policies", written from it.
  private static func plainPath(_ level: NaiveLevel, _ naive: NaiveHearingPlan) -> [Direction] {
    let (steps, room) = (naive.steps, NaiveRoom(level))
    var (here, visited, path) = (steps.start, Set<Int>(), [Direction]())
    func next(_ square: Int, _ direction: Direction) -> Int {
      room.neighbours[4 * square + Direction.allCases.firstIndex(of: direction)!]
    }
    while true {
      visited.insert(here)
      let possible = steps.placements(agreeingWith: level, on: visited)
      guard let truth = possible.first, case .dark = steps.step(onto: here, in: truth) else {
        return path
      }
      var region: Set = [here]
      while let more = region.flatMap({ steps.neighbours[$0] }).first(where: { square in
        guard !region.contains(square), case .dark = steps.step(onto: square, in: truth) else {
          return false
        }
        return possible.allSatisfy {
          steps.step(onto: square, in: $0) == steps.step(onto: square, in: truth)
        }
      }) { region.insert(more) }
      func isCaught(_ square: Int, by zombies: [Int]) -> Bool {
        zombies.contains { room.distance($0, square) <= steps.rules.catchingDistance }
      }
      let inSight = level.zombies.filter { zombie in
        region.contains { room.distance($0, zombie) <= 1 }
      }
      let targets = steps.nextSquares(visited: region, possible: possible)
        .filter { !isCaught($0, by: inSight) }
      let target =
        targets.contains(steps.signpost)
        ? steps.signpost
        : targets.min { one, other in
          func rank(_ square: Int) -> (Int, Int, Int) {
            (
              -naive.wins(visited: region, possible: possible, stepTo: square),
              possible.count { isCaught(square, by: steps.placements[$0].zombies) }, square
            )
          }
          return rank(one) < rank(other)
        }
      guard let target else { return path }
      var walks = [(square: here, moves: [Direction]())]
      while !walks.contains(where: { $0.square == target }) {
        var longer: [(square: Int, moves: [Direction])] = []
        for walk in walks {
          for direction in Direction.allCases {
            let square = next(walk.square, direction)
            guard square == target || region.contains(square),
              !longer.contains(where: { $0.square == square })
            else { continue }
            longer.append((square, walk.moves + [direction]))
          }
        }
        walks = longer
      }
      path += walks.first { $0.square == target }!.moves
      here = target
      if target == steps.signpost { return path }
    }
  }

  @Test(
    "Moves in the dark are those of the documented rule",
    arguments: ["4x4z1", "3x4z1b1", "4x4z2", "3x4z1f1"]
      + (isLong ? ["4x4z1b1", "3x5z1b1", "3x4z1b1f1", "4x4z2f1", "4x5z1", "5x3z2b1"] : []), 0...2)
  func movesAreThoseOfTheRule(name: String, hearing: Int) throws {
    let family = try require(NaiveFamily(name: name))
    for catching in [1, 0] {
      let rules = NaiveRules(catchingDistance: catching, hearingDistance: hearing)
      guard BlindPlan.isNeeded(for: try Family(family), rules: try Rules(rules)) else { continue }
      let naive = NaiveHearingPlan(family, rules)
      let best = try BlindPlayer(Family(family), rules: Rules(rules))
      for level in sampled(naive.steps.placements, every: 3) {
        let small = try require(SmallLevel(Level(level)))
        var (player, path) = (best, [Direction]())
        var round = SmallRound(small, rules: try Rules(rules))
        let expected = Self.plainPath(level, naive)
        while round.outcome == nil, !round.isLit, path.count < expected.count {
          path.append(try player.choose(Sight(SmallSight(round))))
          round.move(path[path.count - 1])
        }
        try require(path == expected, "\(level.code) \(rules)")
      }
    }
  }

  /// The knowledge of a player who has walked and heard in some places of a level, in this life or in an
  /// earlier one.
  private struct Glimpse {
    let visited: Set<Int>
    let known: KnownRoom
    let possible: [Int]
  }

  private static func glimpse(
    _ place: Int, _ steps: NaiveSteps, _ rules: NaiveRules, _ random: inout NaiveRandom
  ) -> Glimpse {
    let level = steps.placements[place]
    let room = NaiveRoom(level)
    var visited: Set = [level.start]
    for _ in 0..<random.below(6) {
      let next = (0..<level.squareCount).filter { square in
        guard !visited.contains(square), square != level.signpost,
          case .dark = steps.step(onto: square, in: place)
        else { return false }
        return visited.contains { room.distance($0, square) == 1 }
      }
      guard !next.isEmpty else { break }
      visited.insert(random.one(of: next))
    }
    // In an earlier life the player was somewhere else, and saw or heard there. Fatal steps tell no number.
    var (heardOn, died) = (visited, Set<Int>())
    for square in 0..<level.squareCount where random.below(5) == 0 {
      switch steps.step(onto: square, in: place) {
      case .dark: heardOn.insert(square)
      case .caught: died.insert(square)
      default: break
      }
    }
    let seen = Set(
      (0..<level.squareCount).filter { square in
        heardOn.union(died).contains { room.distance($0, square) <= 1 }
      })
    func heard(_ square: Int) -> Int {
      level.zombies.count { room.distance($0, square) <= rules.hearingDistance }
    }
    func set(_ squares: [Int]) -> Bitboard {
      squares.filter(seen.contains).reduce(into: Bitboard()) { $0.insert($1) }
    }
    let known = KnownRoom(
      seen: seen.reduce(into: Bitboard()) { $0.insert($1) }, zombies: set(level.zombies),
      blocks: set(level.blocks), flashlights: set(level.flashlights),
      heard: heardOn.map {
        KnownRoom.HeardNumber(square: $0, zombies: heard($0))
      })
    let possible = steps.placements(agreeingWith: level, seen: seen, heardOn: heardOn)
    return Glimpse(visited: visited, known: known, possible: possible)
  }

  @Test(
    arguments: ["4x4z1", "4x4z1b1", "3x4z1f1", "4x4z2"]
      + (isLong ? ["3x5z1f1", "3x4z1b1f1", "5x3z2b1", "4x4z2f1"] : []))
  func movesFromAnythingKnownAreTheBest(name: String) throws {
    let family = try require(NaiveFamily(name: name))
    for catching in [1, 0] {
      let rules = NaiveRules(catchingDistance: catching, hearingDistance: 2)
      let naive = NaiveHearingPlan(family, rules)
      var random = NaiveRandom(seed: 23)
      let early = try BlindAdviser(Family(family), rules: Rules(rules), from: .nothing)
      while !early.work(1000) {}
      var (worth, covered) = (0, 0)
      let failure = try firstFailure(of: 0..<cases(12, long: 1000)) { _ -> String? in
        let place = random.below(naive.steps.placements.count)
        let glimpse = Self.glimpse(place, naive.steps, rules, &random)
        let player = random.one(of: glimpse.visited.sorted())
        let adviser = try BlindAdviser(Family(family), rules: Rules(rules), from: glimpse.known)
        while !adviser.work(50) {}
        guard let advice = adviser.advice(glimpse.known, at: player) else { return "no advice" }
        let told =
          "\(naive.steps.placements[place].code) visited \(glimpse.visited.sorted()) "
          + "knowing \(glimpse.known) at \(player): \(advice)"
        if adviser.placements(agreeingWith: glimpse.known) != UInt64(glimpse.possible.count) {
          return told
        }
        // A plan that was made when less was known must not answer differently.
        if let earlier = early.advice(glimpse.known, at: player) {
          covered += 1
          if earlier.move != advice.move || earlier.wins != advice.wins
            || earlier.step?.survived != advice.step?.survived
          {
            return "\(told), but \(earlier) earlier"
          }
        }
        let wins = naive.wins(visited: glimpse.visited, possible: glimpse.possible)
        if let advised = advice.wins, advised != UInt64(wins) { return "\(told), naively \(wins)" }
        guard let move = advice.move else { return wins == 0 ? nil : "\(told), naively \(wins)" }
        worth += 1
        let size = try RoomSize(rows: family.rows, columns: family.columns)
        guard let next = size.exit(from: size.square(at: player), move).map(size.index) else {
          return told
        }
        if glimpse.visited.contains(next) || next == size.index(of: size.topLeft) { return nil }
        let after = naive.wins(
          visited: glimpse.visited, possible: glimpse.possible, stepTo: next)
        return after == wins ? nil : "\(told): then naively \(after) of \(wins)"
      }
      expectNil(failure)
      expect(worth > 0 && covered > 0)
    }
  }

  /// The same search, in parts of any size, examines the same beliefs.
  @Test func theSameHoweverItIsDivided() throws {
    let family = try Family("3x4z1b1f1")
    let rules = try Rules(hearingDistance: 2)
    let frame = try PlanBuilder.Frame(family, rules)
    let whole = HearingSearch(family, frame)
    try expect(whole.work(.max))
    for slice in [1, 100, 3000] {
      let parts = HearingSearch(family, frame)
      while try !parts.work(slice) {}
      expect(parts.wins == whole.wins && parts.values.count == whole.values.count)
      expectEqual(parts.workDone, whole.workDone)
    }
  }
}
