import Testing
import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Hints that are not the best move, and tells that are silent or wrong: compared with a naive solver in the light,
/// and in the dark with the plain recursion over visited squares and possible placements.
@Suite struct HintTests {
  /// The naive plans of a dark family, by its rules.
  private final class Naive {
    let family: NaiveFamily
    private var plans: [NaiveRules: NaiveHearingPlan] = [:]
    private var solvable: Set<Int>?

    init(_ family: Family) { self.family = NaiveFamily(family) }

    func plan(_ rules: NaiveRules) -> NaiveHearingPlan {
      if let plan = plans[rules] { return plan }
      let plan = NaiveHearingPlan(family, rules)
      plans[rules] = plan
      return plan
    }

    /// Whether a placement can be won; all rules that are asked for differ only in hearing.
    func isSolvable(_ placement: Int, _ rules: NaiveRules) -> Bool {
      let all = solvable ?? Set(plan(rules).steps.solvablePlacements())
      solvable = all
      return all.contains(placement)
    }
  }

  /// A history of rounds, with what a naive observer knows of the level.
  private struct Observed {
    var session: Session
    let isDrawn: Bool
    let selection: LevelSelection
    var level: NaiveLevel
    var rules: NaiveRules
    var path = ""
    /// The squares whose contents are known.
    var seen: Set<Int> = []
    /// The squares on which the player was in the dark, by hearing distance.
    var visited: [Int: Set<Int>] = [:]

    init(_ setup: Session.Setup) throws {
      session = try Session(setup)
      if case .levels = setup.settings.supply { isDrawn = false } else { isDrawn = true }
      selection = setup.settings.selection
      (level, rules) = try require(session.played())
      look()
    }

    var round: NaiveRound {
      var round = NaiveRound(level, rules)
      round.play(path)
      return round
    }

    /// Adds the squares in sight: the player's square and its neighbours, or everything.
    private mutating func look() {
      let round = round
      let all = 0..<level.squareCount
      seen.formUnion(all.filter { round.lit || round.room.distance($0, round.player) <= 1 })
      if !round.lit, round.outcome == nil {
        visited[rules.hearingDistance, default: []].insert(round.player)
      }
    }

    mutating func perform(_ action: Action) throws {
      let former = session.address
      let isDone = session.perform(action)
      while session.awaits == .thought { session.perform(.proceed) }
      // A level that is drawn again by chance is a new one.
      if isDrawn, session.address != former { (seen, visited) = ([], [:]) }
      if case .move(let move) = action, isDone { path += naiveDirectionLetters[Int(move.rawValue)] }
      path = try String(path.prefix(require(session.moveCount)))
      (level, rules) = try require(session.played())
      look()
    }

    var isOver: Bool { round.outcome != nil }
  }

  /// Plays rounds with deaths, lives, undo, restart, other hearing distances and hints, at random or by hints, and
  /// then by hints to the end. Returns why a hint is wrong; nil if all are right.
  private static func complaint(
    _ family: Family, _ catching: Int, _ selection: LevelSelection, _ naive: Naive?, seed: UInt64,
    _ random: inout NaiveRandom, _ counts: inout [String: Int]
  ) throws -> String? {
    var settings = Settings(
      .family(family),
      rules: try Rules(catchingDistance: catching, hearingDistance: random.below(5)))
    settings.set(.levels(selection))
    if random.below(2) == 0 {
      // The next life is on the same level.
      let level = try Level(require(Session(Session.Setup(settings, seed: seed)).played()).level)
      settings.supply = .levels([NamedLevel(level, name: level.code)])
    }
    var observed = try Observed(Session.Setup(settings, seed: seed))
    let followsHints = random.below(2) == 0
    func hint() throws -> String? {
      try observed.perform(.hint)
      return try complaint(observed, naive, &counts)
    }
    for _ in 0..<random.below(4 * family.size.rows) {
      if observed.isOver {
        counts["ends", default: 0] += 1
        try observed.perform(random.one(of: [.dismiss, .dismiss, .undo, .restart]))
        continue
      }
      switch random.below(16) {
      case 0: try observed.perform(.undo)
      case 1: try observed.perform(.restart)
      case 2: try observed.perform(.set(.hearingDistance(random.below(5))))
      case 3..<8 where !followsHints:
        try observed.perform(.move(random.one(of: Direction.allCases)))
      default:
        if let complaint = try hint() { return complaint }
        let move = observed.session.lastHint?.move
        if followsHints, let move { try observed.perform(.move(move)) }
      }
    }
    if observed.isOver { try observed.perform(random.one(of: [.dismiss, .undo, .restart])) }
    // Every walk over known squares leads to a new one, so the round ends soon.
    let squares = family.size.squareCount
    for _ in 0..<squares * squares where !observed.isOver {
      if let complaint = try hint() { return complaint }
      guard let move = observed.session.lastHint?.move else { return nil }
      try observed.perform(.move(move))
    }
    return observed.isOver ? nil : "\(observed.path): in circles"
  }

  /// Why the last hint is wrong; nil if it is right.
  private static func complaint(
    _ observed: Observed, _ naive: Naive?, _ counts: inout [String: Int]
  ) throws -> String? {
    let (level, rules, round) = (observed.level, observed.rules, observed.round)
    let hint = try require(observed.session.lastHint)
    let place =
      "\(level.code) under \(rules), \(observed.path), seen \(observed.seen.sorted()): \(hint)"
    counts["hints", default: 0] += 1
    if round.lit || observed.seen.count == level.squareCount {
      let solution = naiveSolve(round.position, rules)
      guard case .solution(let move, let moves) = hint else {
        return hint == .lost(.search) && !solution.solvable ? nil : "\(place), naively \(solution)"
      }
      if solution.par != moves { return "\(place), naively \(solution)" }
      var next = round
      next.move(Int(move.rawValue))
      if moves == 1 { return next.outcome == .won ? nil : "\(place): not the signpost" }
      let rest = next.outcome == nil ? naiveSolve(next.position, rules).par : nil
      return rest == moves - 1 ? nil : "\(place): then \(String(describing: rest))"
    }
    counts["in the dark", default: 0] += 1
    let all = try require(naive, "a lit family is always known")
    let plan = all.plan(rules)
    let visited = observed.visited[rules.hearingDistance] ?? []
    let possible = plan.steps.placements(
      agreeingWith: level, seen: observed.seen, heardOn: visited)
    let wins = plan.wins(visited: visited, possible: possible)
    let isLost = hint == .lost(.sight)
    let isTold = observed.session.screen.notes.contains { $0.contains("be won") }
    if isTold != isLost { return "\(place): the tell differs" }
    if isLost || wins == 0 {
      counts["lost", default: 0] += 1
      // The hint gives up exactly if no placement that agrees with what is known can be won.
      let isProved = !possible.contains { all.isSolvable($0, rules) }
      return isLost && wins == 0 && isProved ? nil : "\(place): naively \(wins)"
    }
    guard case .best(let move, let chance?, let step) = hint else {
      return "\(place): not the best move"
    }
    let drawn =
      observed.selection == .solvable && observed.isDrawn
      ? possible.filter { all.isSolvable($0, rules) } : possible
    if chance.wins != UInt64(wins) || chance.levels != UInt64(drawn.count) {
      return "\(place): naively \(wins) of \(drawn.count)"
    }
    guard round.isLegal(Int(move.rawValue)) else { return "\(place): not legal" }
    let target = round.room.neighbours[4 * round.player + Int(move.rawValue)]
    let walked = quiet(visited, possible, plan.steps)
    let isNext = plan.steps.neighbours[plan.steps.signpost].contains(where: walked.contains)
    // Without danger in the dark, a hint names no step.
    let isHeard =
      rules.hearingDistance > 1 && (rules.catchingDistance > 0 || !level.flashlights.isEmpty)
    if isHeard, (step == nil) != isNext { return "\(place): the step" }
    let named = step.map { $0.square.row * level.columns + $0.square.column }
    if let step, let named {
      let survived = possible.count {
        plan.steps.step(onto: named, in: $0).isSurvived
      }
      if step.levels != UInt64(possible.count) || step.survived != UInt64(survived) {
        return "\(place): naively \(survived) of \(possible.count) survive"
      }
    }
    // A walk over squares that tell nothing, to the next new square, which only hearing names.
    if !isHeard, walked.contains(target) { return nil }
    let next = isHeard ? named ?? plan.steps.signpost : target
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
    let naive = family.isLit ? nil : Naive(family)
    var random = NaiveRandom(seed: 41)
    var counts: [String: Int] = [:]
    let failure = try firstFailure(of: 0..<UInt64(isLong ? 200 : histories)) { seed in
      try Self.complaint(
        family, catching, seed % 2 == 0 ? .any : .solvable, naive, seed: seed, &random, &counts)
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
        try observed.perform(.move(move))
        guard observed.round.outcome == .caught else { continue }
        try observed.perform(.undo)
        guard observed.level.flashlights.allSatisfy(observed.seen.contains) else { continue }
        try observed.perform(.hint)
        if let complaint = try Self.complaint(observed, naive, &counts) { return complaint }
      }
      return nil
    }
    expectNil(failure)
    expect(counts["hints", default: 0] > (isLong ? 20 : 1))
  }

  /// `Tests/Outside/test_hints.py` follows the hints in all levels of the article "The built-in campaign".
  @Test(
    "1.12 Who follows the hints wins each room of the first steps, and reasoning from the numbers wins Hear"
  )
  func firstSteps() throws {
    var session = try Session(Session.Setup(showsFirstSteps: true))
    for number in 0..<4 {
      expect(!session.told.contains { $0.contains("row ") || $0.contains("column ") })
      while session.message == nil {
        session.say("hint")
        session.perform(.move(try require(session.lastHint?.move)))
      }
      expectEqual(session.message?.result, .won, "room \(number)")
      session.perform(.dismiss)
    }
    expect(
      session.screenKind == .round && session.hasFinishedFirstSteps && session.countedRounds == 0)
    // The room Hear.
    let hear = try require(NaiveLevel(code: "S3/4/1Z2/4/3P"))
    for distance in [0, 2] {
      let family = try require(NaiveFamily(name: "5x4z1"))
      let steps = NaiveHearingPlan(family, NaiveRules(hearingDistance: distance)).steps
      let number = steps.placements(agreeingWith: hear, seen: Set(0..<20), heardOn: [])[0]
      let all = steps.placements(agreeingWith: hear, seen: [], heardOn: [])
      expectEqual(naiveNoGuess(number, steps, possible: all), distance == 2)
    }
  }
}
