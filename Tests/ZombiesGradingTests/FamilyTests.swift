import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

// RoundSums and obstacle(to:) are internal: no family's sums mix exact and rounded values.
@testable import ZombiesGrading

/// The exact values of families against rounds that the reference plays, placement by placement, and the best blind
/// play in single levels.
@Suite struct FamilyTests {
  private static let rules = [
    NaiveRules.standard, NaiveRules(catchingDistance: 0, chase: .vertical, speed: 2),
    NaiveRules(hearingDistance: 2),
  ]

  /// The probabilities that a round is won, caught, stuck, out of moves and never ending, and its mean number of moves.
  private static func values(
    _ policy: Policy, _ level: NaiveLevel, _ rules: NaiveRules, limit: Int?
  ) throws -> [Double] {
    guard let naive = NaivePolicy(rawValue: policy.name) else {
      let limited = naiveExactRandom(level, rules, maxMoves: limit ?? 0)
      guard limit == nil, limited.outOfMoves > 0 else {
        return [
          limited.won, limited.caught, limited.stuck, limited.outOfMoves, 0, limited.meanMoves,
        ]
      }
      let free = NaiveGraph(level, rules).withoutLimit
      return [free.won, 1 - free.won - free.never, 0, 0, free.never, free.mean]
    }
    let played = naivePlay(naive, level, rules, maxMoves: limit ?? 250)
    var values = [Double](repeating: 0, count: 6)
    switch played.outcome {
    case .won: values[0] = 1
    case .caught: values[1] = 1
    case .stuck: values[2] = 1
    case .outOfMoves: values[limit == nil ? 4 : 3] = 1
    }
    values[5] =
      limit == nil && played.outcome == .outOfMoves ? .infinity : Double(played.moves.count)
    return values
  }

  /// The chance to win a game of three rounds, each in any of the placements, and its mean number of moves.
  private static func game(_ rounds: [[Double]]) -> (won: Double, moves: Double) {
    var (won, moves, reached) = (0.0, 0.0, 1.0)
    for _ in 0..<3 {
      let mean = (0...5).map { value in rounds.reduce(0) { $0 + $1[value] } / Double(rounds.count) }
      moves += reached * mean[5]
      won += reached * mean[0]
      reached *= mean[1] + mean[2] + mean[3]
    }
    return (won, moves)
  }

  /// The first wrong value of a row, or nil.
  private static func complaint(_ row: PolicyAnalysis, _ rounds: [[Double]]) -> String? {
    let all = [row.won, row.caught, row.stuck, row.outOfMoves, row.neverEnding, row.meanMoves]
    guard row.placements == UInt64(rounds.count) else { return "\(row.placements) placements" }
    if rounds.isEmpty {
      return all.allSatisfy { $0 == nil } && row.gameWon == nil ? nil : "extra values"
    }
    let wins = row.policy == .random ? nil : UInt64(rounds.count { $0[0] == 1 })
    if row.wins != wins { return "\(row.wins ?? 0) wins" }
    let (won, moves) = game(rounds)
    let means = (0...5).map { value in rounds.reduce(0) { $0 + $1[value] } / Double(rounds.count) }
    for (value, expected) in zip(all + [row.gameWon, row.gameMeanMoves], means + [won, moves]) {
      guard let value, expected.isFinite else {
        if value == nil, !expected.isFinite { continue }
        return "\(value?.approximate ?? -1) instead of \(expected)"
      }
      // The reference adds in floating point, too.
      let difference = abs(value.approximate - expected)
      guard difference <= value.errorBound + 1e-10 * max(1, expected),
        value.errorBound < 1e-9 * max(1, expected),
        value.isExact == (row.policy != .random)
      else { return "\(value) instead of \(expected)" }
    }
    return nil
  }

  @Test(
    "Values are those of rounds that the reference plays, for all placements or a part of them",
    arguments: [
      "3x3z1", "3x3z1b1", "2x5z1f1", "2x5b2", "1x7z1b1", "3x3z1f1+lit", "2x5z2+lit", "3x4z1",
      "3x4b3", "3x4z1b2f1",
      "3x4z2b1+lit", "1x2", "3x3b1f1",
    ] + (isLong ? ["2x6z2f1", "4x3z1b2+lit", "4x4b3", "4x4z1b1"] : []))
  func values(name: String) throws {
    let (family, naive) = (try Family(name), try require(NaiveFamily(name: name)))
    for rules in Self.rules where !family.isLit || rules.hearingDistance == 0 {
      for limit in [12, nil] {
        var settings = FamilyAnalysis.Settings(
          family, rules: try Rules(rules), policies: Policy.builtIn.filter { $0 != .cautious },
          moveLimit: limit.map { .moves($0) } ?? .none)
        // Without a limit, only a part of the placements counts.
        @Sendable func counts(_ code: String) -> Bool {
          code.utf8.reduce(0) { $0 &+ Int($1) } % 3 > 0
        }
        if limit == nil, !family.isLit { settings.accepts = { counts($0.code) } }
        let analysis = try FamilyAnalysis(of: settings)
        var (pars, placements, solvable) = ([Int: UInt64](), [NaiveLevel](), Set<Int>())
        naive.forEachPlacement { level in
          guard settings.accepts == nil || counts(level.code) else { return }
          if let par = naiveSolve(level, rules).par {
            pars[par, default: 0] += 1
            solvable.insert(placements.count)
          }
          placements.append(level)
        }
        let told = "\(rules), \(limit ?? -1) moves"
        expectEqual(analysis.placements, UInt64(naive.placementCount), told)
        expectEqual(analysis.solvable, UInt64(solvable.count), told)
        expectEqual(analysis.pars.map(\.par), pars.keys.sorted(), told)
        expect(analysis.pars.allSatisfy { pars[$0.par] == $0.placements }, told)
        for row in analysis.policies where row.policy != .optimal {
          let some = placements.indices.filter { row.levels == .any || solvable.contains($0) }
          let rounds = try some.map {
            try Self.values(row.policy, placements[$0], rules, limit: limit)
          }
          expectNil(
            Self.complaint(row, rounds).map { "\(told), \(row.policy) \(row.levels): \($0)" })
        }
        // The best blind play wins as many of all placements as of the solvable ones.
        guard limit == nil else { continue }
        let plan = NaiveHearingPlan(naive, rules)
        let possible = plan.steps.placements.indices.filter {
          settings.accepts == nil || counts(plan.steps.placements[$0].code)
        }
        let best =
          family.isLit
          ? solvable.count : plan.wins(visited: [], possible: possible, stepTo: plan.steps.start)
        for row in analysis.policies where row.policy == .optimal {
          expectEqual(row.wins ?? UInt64(best), UInt64(best), "\(told), \(row.levels)")
        }
      }
    }
  }

  /// Goes up, and left along the top: in an open dark room, the same as `edge`.
  private struct Corner: Player {
    func choose(_ sight: Sight) -> Direction { sight.player.row > 0 ? .up : .left }
  }

  @Test("Players of one's own have exact values if they play in one way; errors say what is wrong")
  func ownPlayersAndErrors() throws {
    let corner = try Policy("corner", playsInOneWay: true) { _ in Corner() }
    for name in ["classic", "3x30z1"] {
      let analysis = try FamilyAnalysis(of: .init(Family(name), policies: [corner, .edge]))
      for place in 0..<2 {
        let (mine, edge) = (analysis.policies[place], analysis.policies[place + 2])
        expect(mine.policy == corner && edge.policy == .edge && mine.levels == edge.levels)
        expect(mine.wins == edge.wins && mine.meanMoves?.numerator == edge.meanMoves?.numerator)
      }
    }
    func error(
      _ name: String, _ policies: [Policy] = [.edge], _ limit: FamilyAnalysis.MoveLimit = .standard,
      states: Int = 1_000_000
    ) -> String {
      thrown {
        var settings = try FamilyAnalysis.Settings(
          Family(name), policies: policies, moveLimit: limit)
        settings.stateLimit = states
        _ = try FamilyAnalysis(of: settings)
      }
    }
    let (blind, unknown) = (try Policy("blind") { _ in Corner() }, try Policy(named: "who"))
    expectEqual(
      error("classic", [blind]),
      "blind has no exact values here: its moves may depend on chance")
    expectEqual(
      error("classic", [corner], .none), "corner has no exact values without a limit on moves")
    expectEqual(
      error("classic", [unknown]), "who cannot play: only its name is known")
    expectEqual(
      error("9x9z1", [.optimal]),
      "optimal cannot play: the best blind play is computed only for rooms of up to 64 squares, not 81"
    )
    expectEqual(
      error("6x6z1b9"), "6x6z1b9 has 300450150 placements, but the limit is 10000000")
    expectEqual(
      error("8x8z20b20"), "8x8z20b20 has 2⁶⁴ or more placements, but the limit is 10000000")
    expectEqual(
      error("6x6z4b1+lit"),
      "a level of 6x6z4b1+lit may have 2120580 states, but the limit is 1000000")
    expectEqual(
      error("3x3z7"),
      "3x3z7 has no levels: its things do not fit on the squares that the placement rule allows")
    // One state per square in the dark, and in the light one per square and set of zombies; counted by hand.
    for (name, states) in [
      ("3x3", 9), ("1x6z1", 6), ("classic", 25), ("3x3z1+lit", 81), ("2x6z1+lit", 144),
      ("3x4f1", 24),
      ("3x4z1f1", 156), ("3x4z2f1", 804), ("3x4z2b1f1+lit", 792),
    ] {
      let family = try Family(name)
      expectEqual(family.mostStates, Int64(states))
      expectEqual(error(name, states: states), "no error")
      expectEqual(
        error(name, states: states - 1),
        "a level of \(name) may have \(states) states, but the limit is \(states - 1)")
      var settings = FamilyAnalysis.Settings(family)
      let placements = try require(family.placementCount)
      for limit in [placements, placements - 1] {
        settings.placementLimit = limit
        expectEqual(
          FamilyAnalysis.obstacle(to: settings),
          limit == placements ? nil : .tooManyPlacements(family, count: placements, limit: limit))
      }
      for (number, level) in Placements(family).enumerated() where isLong || number % 16 == 0 {
        try expect(StateGraph(level).count <= states, "\(level.code)")
      }
    }
    try expectEqual(Family("6x6z18+lit").mostStates, 36 * 9_075_135_300)
    try expectNil(Family("8x8z32+lit").mostStates)
  }

  @Test("A sum of exact and rounded values is rounded, whichever comes first")
  func sumsOfRoundedValues() {
    var (exact, rounded) = (RoundSums(), RoundSums())
    exact.add(.won, moves: 4)
    rounded.add(RandomChain.Values(won: 0.25, caught: 0.75, meanMoves: 2, errorBound: 0x1p-40))
    for (first, second) in [(exact, rounded), (rounded, exact)] {
      var sums = first
      sums += second
      let won = sums.probability(.won)
      expect(sums.placements == 2 && sums.count(.won) == nil && won?.isExact == false)
      expect(won?.approximate == 0.625 && won!.errorBound >= 0x1p-40)
      expect(sums.meanMoves?.approximate == 3 && sums.meanMoves!.errorBound >= 0x1p-39)
    }
  }

  // MARK: Best blind play

  @Test(
    "The chance in a level is that of its family",
    arguments: ["classic", "3x4z1f1", "3x4z1b1f1", "3x4b2", "4x5z1"]
      + (isLong ? ["block", "4x4z1b1f1"] : []))
  func chances(name: String) throws {
    let (family, naive) = (try Family(name), try require(NaiveFamily(name: name)))
    for rules in [NaiveRules(), NaiveRules(hearingDistance: 2), NaiveRules(catchingDistance: 0)] {
      let (plan, plays) = (NaiveHearingPlan(naive, rules), BlindPlays(rules: try Rules(rules)))
      let solvable = plan.steps.solvablePlacements()
      let chance = BlindChance(wins: UInt64(plan.wins()), levels: UInt64(solvable.count))
      let level = LevelGenerator(family, seed: 1, rules: try Rules(rules))[0]
      expectEqual(plays.chance(in: level), chance, "\(rules)")
      let report = Grader(Solver(rules: try Rules(rules))).report(level, [.grade, .blindChance])
      expectEqual(report.blindChance, chance, "\(rules)")
      let all = Array(plan.steps.placements.indices)
      let reasoned = all.count { naiveNoGuess($0, plan.steps, possible: all) }
      expectEqual(plays.winsByReasoning(in: family), UInt64(reasoned), "\(rules)")
    }
  }

  @Test("What hearing is worth, and what is not known")
  func hearingWorth() throws {
    // The best play and reasoning alone, at each hearing distance, also with other rules in the light.
    let classic = try require(HearingWorth(.classic, rules: .standard))
    expectEqual(classic.chances.map(\.wins), [36, 36, 79, 70, 52])
    expect(classic.chances.allSatisfy { $0.levels == 105 } && classic.wonByReasoning == 50)
    var different: Set<[UInt64]> = []
    for rules in [NaiveRules(), NaiveRules(speed: 2), NaiveRules(chase: .vertical, speed: 2)] {
      let naive = try require(NaiveFamily(name: "4x4z1f1"))
      let worth = try require(HearingWorth(Family(naive), rules: Rules(rules)))
      let heard = (0...4).map { distance in
        NaiveHearingPlan(
          naive, NaiveRules(chase: rules.chase, speed: rules.speed, hearingDistance: distance))
      }
      expectEqual(worth.chances.map(\.wins), heard.map { UInt64($0.wins()) }, "\(rules)")
      let all = Array(heard[2].steps.placements.indices)
      let reasoned = all.count { naiveNoGuess($0, heard[2].steps, possible: all) }
      expectEqual(worth.wonByReasoning, UInt64(reasoned), "\(rules)")
      different.insert(worth.chances.flatMap { [$0.wins, $0.levels] })
      // The hearing distance in force does not matter.
      let hearing = NaiveRules(chase: rules.chase, speed: rules.speed, hearingDistance: 3)
      try expectEqual(HearingWorth(Family(naive), rules: Rules(hearing)), worth)
    }
    expect(different.count > 1)
    // Lit, without danger in the dark, or too large.
    for name in ["5x5z2+lit", "5x5b2", "9x9z1", "8x8z4"] {
      try expectNil(HearingWorth(Family(name), rules: .standard), "\(name)")
    }
    try expectNil(HearingWorth(.classic, rules: Rules(catchingDistance: 0)))
    let plays = BlindPlays(rules: try Rules(hearingDistance: 2))
    // Lit, of no family, too many placements, a large room.
    for code in [
      "S4/5/Z1#2/5/4P+lit", "4S/5/Z1#2/5/4P", "S7/8/8/3Z4/8/3#4/3F4/7P", "S8/9/9/9/4Z4/9/9/9/8P",
    ] {
      let level = try Level(code)
      expect(plays.chance(in: level) == nil && plays.luck(of: level) == nil, "\(code)")
    }
    for (name, isKnown) in [("classic", true), ("8x8z4", false), ("9x9z1", false)] {
      try expectEqual(BlindPlays.knowsLuck(in: Family(name)), isKnown, "\(name)")
    }
    try expect(
      plays.winsByReasoning(in: Family("8x8z4")) == nil
        && plays.chance(of: Family("5x5z2+lit")) == nil)
  }
}
