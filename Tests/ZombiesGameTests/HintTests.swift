import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

// What an attempt has seen and heard is compared inside the session.
@testable import ZombiesGame

/// Hints that are not the best move, and tells that are silent or wrong: compared with a naive solver in the light,
/// and in the dark with the plain recursion over visited squares and possible placements.
@Suite struct HintTests {
  /// The naive plans of a dark family, by hearing distance.
  private final class Naive {
    let family: NaiveFamily
    let catching: Int
    private var plans: [Int: NaiveHearingPlan] = [:]
    lazy var solvable = Set(plan(0).steps.solvablePlacements())

    init(_ family: Family, catching: Int = 1) {
      self.family = NaiveFamily(family)
      self.catching = catching
    }

    func plan(_ hearing: Int) -> NaiveHearingPlan {
      if let plan = plans[hearing] { return plan }
      let rules = NaiveRules(catchingDistance: catching, hearingDistance: hearing)
      let plan = NaiveHearingPlan(family, rules)
      plans[hearing] = plan
      return plan
    }
  }

  /// A history of rounds, with what a naive observer knows of the level.
  private struct Observed {
    var session: Session
    /// The squares whose contents are known.
    var seen: Set<Int> = []
    /// The squares on which the player was in the dark, by hearing distance.
    var visited: [Int: Set<Int>] = [:]

    init(_ setup: Session.Setup) throws {
      session = try Session(setup)
      look()
    }

    var distance: Int { session.attempt.rules.hearingDistance }

    /// Adds the squares in sight: the player's square and its neighbours, or everything.
    private mutating func look() {
      let round = session.attempt.round
      let size = round.level.size
      let all = 0..<size.squareCount
      seen.formUnion(
        all.filter { round.isLit || size.square(at: $0).distance(to: round.player) <= 1 })
      if !round.isLit, round.outcome == nil {
        visited[distance, default: []].insert(size.index(of: round.player))
      }
    }

    mutating func perform(_ action: Action) {
      let before = session.attempt
      session.perform(action)
      while session.awaits == .thought { session.perform(.proceed) }
      // A level that is drawn again by chance is a new one.
      let isNew = session.attempt.selection != nil && session.attempt.number != before.number
      if isNew { (seen, visited) = ([], [:]) }
      look()
    }

    var isOver: Bool { session.attempt.round.outcome != nil }
  }

  /// Plays rounds with deaths, lives, undo, restart, other hearing distances and hints, at random or by hints, and
  /// then by hints to the end. Returns why a hint is wrong; nil if all are right.
  private static func complaint(
    _ family: Family, _ selection: LevelSelection, _ naive: Naive?, seed: UInt64,
    _ random: inout NaiveRandom, _ counts: inout [String: Int]
  ) throws -> String? {
    var settings = Settings(
      .family(family),
      rules: try Rules(catchingDistance: naive?.catching ?? 1, hearingDistance: random.below(5)))
    settings.set(.levels(selection))
    if random.below(2) == 0 {
      // The next life is on the same level.
      let level = try Session(Session.Setup(settings, seed: seed)).attempt.level
      settings.supply = .levels([NamedLevel(level, name: level.code)])
    }
    var observed = try Observed(Session.Setup(settings, seed: seed))
    let followsHints = random.below(2) == 0
    func hint() throws -> String? {
      observed.perform(.hint)
      return try complaint(observed, naive, &counts)
    }
    for _ in 0..<random.below(4 * family.size.rows) {
      if observed.isOver {
        counts["ends", default: 0] += 1
        observed.perform(random.one(of: [.dismiss, .dismiss, .undo, .restart]))
        continue
      }
      switch random.below(16) {
      case 0: observed.perform(.undo)
      case 1: observed.perform(.restart)
      case 2: observed.perform(.set(.hearingDistance(random.below(5))))
      case 3..<8 where !followsHints: observed.perform(.move(random.one(of: Direction.allCases)))
      default:
        if let complaint = try hint() { return complaint }
        let move = observed.session.lastHint?.move
        if followsHints, let move { observed.perform(.move(move)) }
      }
    }
    if observed.isOver { observed.perform(random.one(of: [.dismiss, .undo, .restart])) }
    // Every walk over known squares leads to a new one, so the round ends soon.
    let squares = family.size.squareCount
    for _ in 0..<squares * squares where !observed.isOver {
      if let complaint = try hint() { return complaint }
      guard let move = observed.session.lastHint?.move else { return nil }
      observed.perform(.move(move))
    }
    return observed.isOver ? nil : "\(observed.session.attempt.path.letters): in circles"
  }

  /// Why the last hint is wrong; nil if it is right.
  private static func complaint(
    _ observed: Observed, _ naive: Naive?, _ counts: inout [String: Int]
  ) throws -> String? {
    let attempt = observed.session.attempt
    let size = attempt.level.size
    let hint = try require(observed.session.lastHint)
    let rules = NaiveRules(
      catchingDistance: attempt.rules.catchingDistance, hearingDistance: observed.distance)
    let place =
      "\(attempt.named.name) under \(rules), \(attempt.path.letters), "
      + "seen \(observed.seen.sorted()): \(hint)"
    counts["hints", default: 0] += 1
    if attempt.round.isLit || observed.seen.count == size.squareCount {
      let position = try require(attempt.position.flatMap { NaiveLevel($0) })
      let solution = naiveSolve(position, rules)
      guard case .solution(let move, let moves) = hint else {
        return hint == .lost(.search) && !solution.solvable ? nil : "\(place), naively \(solution)"
      }
      if solution.par != moves { return "\(place), naively \(solution)" }
      if moves == 1 {
        let target = size.exit(from: attempt.round.player, move)
        return target == attempt.level.signpost ? nil : "\(place): not the signpost"
      }
      var next = attempt
      next.take(.move(move))
      let rest = next.position.flatMap { NaiveLevel($0) }.map { naiveSolve($0, rules) }
      return rest?.par == moves - 1 ? nil : "\(place): then \(String(describing: rest?.par))"
    }
    counts["in the dark", default: 0] += 1
    let all = try require(naive, "a lit family is always known")
    let plan = all.plan(observed.distance)
    let visited = observed.visited[observed.distance] ?? []
    let possible = plan.steps.placements(
      agreeingWith: try require(NaiveLevel(attempt.level)), seen: observed.seen, heardOn: visited)
    let wins = plan.wins(visited: visited, possible: possible)
    let isLost = hint == .lost(.sight)
    if (attempt.lostSince != nil) != isLost { return "\(place): the tell differs" }
    if isLost || wins == 0 {
      counts["lost", default: 0] += 1
      // The hint gives up exactly if no placement that agrees with what is known can be won.
      let isProved = !possible.contains { all.solvable.contains($0) }
      return isLost && wins == 0 && isProved ? nil : "\(place): naively \(wins)"
    }
    guard case .best(let move, let chance?, let step) = hint else {
      return "\(place): not the best move"
    }
    let drawn =
      attempt.selection == .solvable ? possible.filter(all.solvable.contains) : possible
    if chance.wins != UInt64(wins) || chance.levels != UInt64(drawn.count) {
      return "\(place): naively \(wins) of \(drawn.count)"
    }
    guard let target = attempt.round.target(move).map(size.index) else {
      return "\(place): not legal"
    }
    let walked = quiet(visited, possible, plan.steps)
    let isNext = plan.steps.neighbours[plan.steps.signpost].contains(where: walked.contains)
    // Without danger in the dark, a hint names no step.
    let isHeard =
      observed.distance > 1 && (all.catching > 0 || !attempt.level.flashlights.isEmpty)
    if isHeard, (step == nil) != isNext { return "\(place): the step" }
    if let step {
      let survived = possible.count {
        plan.steps.step(onto: size.index(of: step.square), in: $0).isSurvived
      }
      if step.levels != UInt64(possible.count) || step.survived != UInt64(survived) {
        return "\(place): naively \(survived) of \(possible.count) survive"
      }
    }
    // A walk over squares that tell nothing, to the next new square, which only hearing names.
    if !isHeard, walked.contains(target) { return nil }
    let named = step.map { size.index(of: $0.square) } ?? plan.steps.signpost
    let next = isHeard ? named : target
    if target != next, !walked.contains(target) { return "\(place): not on the way" }
    let after = plan.wins(visited: walked, possible: possible, stepTo: next)
    return after == wins ? nil : "\(place): then naively \(after) of \(wins)"
  }

  /// The visited squares, and those connected to them on which nothing can be learned.
  private static func quiet(
    _ visited: Set<Int>, _ possible: [Int], _ steps: NaiveSteps
  ) -> Set<Int> {
    var quiet = visited
    while true {
      let next = steps.nextSquares(visited: quiet, possible: possible).filter { square in
        guard case .dark = steps.step(onto: square, in: possible[0]) else { return false }
        return Set(possible.map { steps.step(onto: square, in: $0) }).count == 1
      }
      if next.isEmpty { return quiet }
      quiet.formUnion(next)
    }
  }

  /// The longer form has 200 histories of each of 19 families.
  @Test(
    "1.7, 1.9 A hint is the best move, after any history of the level",
    arguments: [("4x4z2", 1, 15), ("4x4z1b1", 1, 10), ("4x4z1f1", 0, 10), ("5x5z1b3+lit", 1, 4)]
      + (isLong
        ? [
          ("classic", 1, 0), ("block", 1, 0), ("flashlight", 1, 0), ("4x4z1f1", 1, 0),
          ("4x4z1", 1, 0), ("4x4z2f1", 1, 0),
          ("3x5z1f1", 1, 0), ("3x4z1b1f1", 1, 0), ("5x3z2b1", 1, 0), ("4x5z2", 1, 0),
          ("5x4z1b1", 1, 0), ("3x6z1f1", 1, 0), ("4x4z1b1", 0, 0), ("4x4z2", 0, 0),
          ("6x6z1b5+lit", 1, 0),
        ] : []))
  func hintsAreTheBestMoves(name: String, catching: Int, histories: Int) throws {
    let family = try Family(name)
    let naive = family.isLit ? nil : Naive(family, catching: catching)
    var random = NaiveRandom(seed: 41)
    var counts: [String: Int] = [:]
    let failure = try firstFailure(of: 0..<UInt64(isLong ? 200 : histories)) { seed in
      try Self.complaint(
        family, seed % 2 == 0 ? .any : .solvable, naive, seed: seed, &random, &counts)
    }
    expectNil(failure)
    tell(counts["hints", default: 0], "hints of \(name), \(counts)")
    expect(counts["ends", default: 0] > 0 && family.isLit == (counts["in the dark"] == nil))
  }

  /// A fatal move may show a flashlight before it lights the room. After undo, the flashlight is
  /// known and not lit.
  @Test("1.14 A flashlight that a fatal move has shown is known, and not lit")
  func flashlightsThatFatalMovesHaveShown() throws {
    let family = try Family("4x4z2f1")
    let naive = Naive(family)
    var counts: [String: Int] = [:]
    let failure = try firstFailure(of: sampled(Array(Placements(family)), every: 9)) {
      level -> String? in
      for move in [Direction.up, .left] {
        let levels = Settings(.levels([NamedLevel(level, name: level.code)]))
        var observed = try Observed(Session.Setup(levels))
        observed.perform(.move(move))
        guard observed.session.attempt.round.outcome == .caught else { continue }
        observed.perform(.undo)
        let seen = observed.session.attempt.seen
        guard level.flashlights.allSatisfy(seen.contains) else { continue }
        observed.perform(.hint)
        if let complaint = try Self.complaint(observed, naive, &counts) { return complaint }
      }
      return nil
    }
    expectNil(failure)
    expect(counts["hints", default: 0] > (isLong ? 20 : 1))
  }
}
