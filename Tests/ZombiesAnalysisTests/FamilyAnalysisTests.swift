import Foundation
import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// The exact values of families against the naive reference, placement by placement: only here are
/// rates, means and games without a limit on moves compared with exact fractions.
@Suite struct FamilyAnalysisTests {
  /// The results of a policy on some placements, by the reference.
  private struct Naive {
    var placements = 0
    var wins = 0
    var values = NaiveExactValues()

    mutating func add(_ played: NaiveExactValues) {
      placements += 1
      wins += played.won == 1 ? 1 : 0
      values.won += played.won
      values.caught += played.caught
      values.stuck += played.stuck
      values.outOfMoves += played.outOfMoves
      values.meanMoves += played.meanMoves
    }
  }

  private static func play(
    _ policy: Policy, _ level: NaiveLevel, _ rules: NaiveRules, maxMoves: Int
  ) -> NaiveExactValues {
    guard let naive = NaivePolicy(rawValue: policy.name) else {
      return naiveExactRandom(level, rules, maxMoves: maxMoves)
    }
    let played = naivePlay(naive, level, rules, maxMoves: maxMoves)
    var values = NaiveExactValues()
    switch played.outcome {
    case .won: values.won = 1
    case .caught: values.caught = 1
    case .stuck: values.stuck = 1
    case .outOfMoves: values.outOfMoves = 1
    }
    values.meanMoves = Double(played.moves.count)
    return values
  }

  /// The first wrong value of a row, or nil.
  private static func complaint(_ row: PolicyAnalysis, _ naive: Naive) -> String? {
    let count = Double(naive.placements)
    guard row.placements == UInt64(naive.placements) else { return "\(row.placements) placements" }
    guard naive.placements > 0 else {
      return row.won == nil && row.meanMoves == nil && row.gameWon == nil ? nil : "extra values"
    }
    if row.policy == .random {
      if row.wins != nil { return "wins of random" }
    } else if row.wins != UInt64(naive.wins) {
      return "\(row.wins ?? 0) wins"
    }
    for (value, expected) in [
      (row.won, naive.values.won), (row.caught, naive.values.caught),
      (row.stuck, naive.values.stuck), (row.outOfMoves, naive.values.outOfMoves),
      (row.meanMoves, naive.values.meanMoves),
    ] {
      guard let value else { return "no value" }
      // The reference adds in floating point, too.
      let difference = abs(value.approximate - expected / count)
      guard difference <= value.errorBound + 1e-13 * max(1, expected / count),
        value.errorBound < 1e-12, value.isExact == (row.policy != .random)
      else { return "\(value.approximate) instead of \(expected / count)" }
    }
    return row.neverEnding?.approximate == 0 ? nil : "rounds without end"
  }

  private static let rules = [
    NaiveRules.standard, NaiveRules(catchingDistance: 0, chase: .vertical, speed: 2),
  ]

  @Test(arguments: [(3, 3), (2, 5), (1, 7)] + (isLong ? [(2, 6), (3, 4), (4, 3)] : []))
  func smallFamiliesAreAsTheReferenceSays(rows: Int, columns: Int) throws {
    let things = isLong || rows * columns < 12 ? 3 : 2
    let families = NaiveFamily.all(rows: rows, columns: columns, maxThings: things).filter {
      $0.placementCount > 0
    }
    for (naive, rules) in families.flatMap({ family in Self.rules.map { (family, $0) } }) {
      var settings = FamilyAnalysis.Settings(
        try Family(naive), rules: try Rules(rules), moveLimit: .moves(12))
      settings.policies = Policy.builtIn
      let analysis = try FamilyAnalysis(of: settings, threads: 2)
      var expected: [Policy: (any: Naive, solvable: Naive)] = [:]
      var pars: [Int: UInt64] = [:]
      naive.forEachPlacement { level in
        let par = naiveSolve(level, rules).par
        if let par { pars[par, default: 0] += 1 }
        for policy in Policy.withoutPlan where NaivePolicy.plays(policy.name) {
          let played = Self.play(policy, level, rules, maxMoves: 12)
          expected[policy, default: (Naive(), Naive())].any.add(played)
          if par != nil { expected[policy]?.solvable.add(played) }
        }
      }
      let what = "\(naive) \(rules)"
      expectEqual(analysis.placements, UInt64(naive.placementCount), "\(what)")
      expectEqual(analysis.pars.map(\.par), pars.keys.sorted(), "\(what)")
      expect(analysis.pars.allSatisfy { pars[$0.par] == $0.placements }, "\(what)")
      let failure = firstFailure(of: analysis.policies) { row -> String? in
        guard let expected = expected[row.policy] else { return nil }
        let sums = row.levels == .any ? expected.any : expected.solvable
        return Self.complaint(row, sums).map { "\(what) \(row.policy) \(row.levels): \($0)" }
      }
      expectNil(failure)
    }
  }

  /// `optimal` wins as many placements as its plan says, of all placements and of the solvable
  /// ones, and no other blind policy wins more.
  @Test(
    arguments: ["classic", "3x4z1b1f1", "3x4z1b1+lit", "4x4b2"]
      + (isLong ? ["4x4z1b1f1", "block", "flashlight", "3x5z2f1", "4x6z1b2"] : []))
  func optimalWinsMost(name: String) throws {
    let family = try Family(name)
    for distance in [0, 1] where isLong || name == "classic" || distance == (family.isLit ? 1 : 0) {
      let rules = try Rules(catchingDistance: distance)
      let analysis = try FamilyAnalysis(of: .init(family, rules: rules, policies: Policy.builtIn))
      for levels in LevelSelection.allCases {
        var wins: [Policy: Double] = [:]
        for row in analysis.policies where row.levels == levels {
          wins[row.policy] = (row.won?.approximate ?? 0) * Double(row.placements)
        }
        let optimal = try require(wins[.optimal])
        if let plan = analysis.plan {
          expectEqual(optimal.rounded(), Double(plan.wins), "\(levels)")
        }
        for (policy, wins) in wins where policy != .clairvoyant {
          expect(wins <= optimal + 1e-9, "\(name), distance \(distance): \(policy)")
        }
        expect(optimal <= (wins[.clairvoyant] ?? 0) + 1e-9)
      }
      let rows = analysis.policies.filter { $0.policy == .optimal }
      expect(rows.count == 2 && rows[0].wins == rows[1].wins, "\(name), distance \(distance)")
    }
  }

  @Test func theResultDoesNotDependOnThreads() throws {
    for name in ["3x4z1f1", "3x4z1b1+lit"] {
      let settings = FamilyAnalysis.Settings(try Family(name), policies: Policy.builtIn)
      let alone = try FamilyAnalysis(of: settings)
      for threads in [2, 3, 8] {
        let analysis = try FamilyAnalysis(of: settings, threads: threads)
        expect(analysis.policies == alone.policies && analysis.placements == alone.placements)
        expectEqual(analysis.pars.map(\.placements), alone.pars.map(\.placements))
      }
    }
  }

  /// A player that cannot play any level. Its error lists the zombies that it sees.
  private struct Refusing: Player {
    func choose(_ sight: Sight) throws(PolicyError) -> Direction {
      throw .cannotPlay("\(sight.zombies)")
    }
  }

  @Test func theErrorDoesNotDependOnThreads() throws {
    let refusing = try Policy("refusing", playsInOneWay: true) { _ in Refusing() }
    let settings = FamilyAnalysis.Settings(
      try Family("7x7z2+lit"), policies: [.edge, refusing])
    let errors = [1, 2, 3, 8].map { threads in
      do throws(AnalysisError) {
        _ = try FamilyAnalysis(of: settings, threads: threads)
        return AnalysisError?.none
      } catch {
        return error
      }
    }
    expect(errors[0] != nil && Set(errors).count == 1, "\(errors)")
  }

  // MARK: Games

  /// A game over all triples of placements, one by one.
  @Test(arguments: ["3x4z1"] + (isLong ? ["4x4z1b1", "3x5z1f1"] : []))
  func gamesAreThoseOfAllTriples(name: String) throws {
    let family = try Family(name)
    let analysis = try FamilyAnalysis(of: .init(family, policies: [.edge, .beeline, .clairvoyant]))
    for row in analysis.policies where row.levels == .any {
      let naive = try require(NaivePolicy(rawValue: row.policy.name))
      var rounds: [(isWon: Bool, moves: Int)] = []
      NaiveFamily(family).forEachPlacement { level in
        let played = naivePlay(naive, level, maxMoves: 4 * level.squareCount)
        rounds.append((played.outcome == .won, played.moves.count))
      }
      var (won, moves) = (0, 0)
      for first in rounds {
        for second in rounds {
          for third in rounds {
            var isWon = false
            for round in [first, second, third] where !isWon {
              moves += round.moves
              isWon = round.isWon
            }
            won += isWon ? 1 : 0
          }
        }
      }
      let games = rounds.count * rounds.count * rounds.count
      for (value, sum) in [(row.gameWon, won), (row.gameMeanMoves, moves)] {
        let value = try require(value)
        expect(value.isExact, "\(name) \(row.policy)")
        let expected = ExactValue(UInt128(sum), over: UInt128(games)).reduced
        expect(value.reduced == expected, "\(name) \(row.policy)")
      }
    }
  }

  // MARK: No limit on moves

  /// Rounds reported as never ending are very long, and no others are.
  @Test(
    arguments: ["3x4b3", "3x4z1b3", "3x4z2b2+lit", "3x4z1b2f1"]
      + (isLong ? ["4x4z1b3", "4x4z1b3+lit"] : []))
  func roundsWithoutEnd(name: String) throws {
    let family = try Family(name)
    var settings = FamilyAnalysis.Settings(family, policies: Policy.withoutPlan, moveLimit: .none)
    settings.policies.removeAll { NaivePolicy(rawValue: $0.name) == nil }
    let analysis = try FamilyAnalysis(of: settings)
    var neverEnding: [String: Int] = [:]
    var won: [String: Int] = [:]
    var moves: [String: Int] = [:]
    NaiveFamily(family).forEachPlacement { level in
      for policy in NaivePolicy.allCases {
        let played = naivePlay(policy, level, maxMoves: cases(200, long: 400))
        if played.outcome == .outOfMoves { neverEnding[policy.rawValue, default: 0] += 1 }
        if played.outcome == .won { won[policy.rawValue, default: 0] += 1 }
        moves[policy.rawValue, default: 0] += played.moves.count
      }
    }
    for row in analysis.policies where row.levels == .any {
      let count = neverEnding[row.policy.name] ?? 0
      let expected = ExactValue(UInt128(count), over: UInt128(row.placements)).reduced
      let value = try require(row.neverEnding)
      expect(value.reduced == expected, "\(name) \(row.policy)")
      expectEqual(row.outOfMoves?.numerator, 0)
      // A game continues after lost rounds, but not after those that never end.
      let (all, wins) = (UInt128(row.placements), UInt128(won[row.policy.name] ?? 0))
      let lost = all - wins - UInt128(count)
      let game = ExactValue(wins * (all * all + all * lost + lost * lost), over: all * all * all)
      let gameWon = try require(row.gameWon)
      expect(gameWon.reduced == game.reduced, "\(name) \(row.policy)")
      let mean = ExactValue(
        UInt128(moves[row.policy.name] ?? 0), over: UInt128(row.placements)
      ).reduced
      expectEqual((row.meanMoves == nil), (count > 0), "\(name) \(row.policy)")
      if let value = row.meanMoves { expect(value.reduced == mean, "\(name) \(row.policy)") }
    }
    let clairvoyant = analysis.policies.filter { $0.policy == .clairvoyant && $0.levels == .any }
    expect(clairvoyant.contains { $0.neverEnding?.numerator ?? 0 > 0 }, "\(name)")
  }

  // MARK: User-defined players

  /// Goes up, and left along the top: in an open dark room, the same as `edge`.
  private struct Corner: Player {
    func choose(_ sight: Sight) -> Direction { sight.player.row > 0 ? .up : .left }
  }

  @Test func playersOfOnesOwnHaveExactValues() throws {
    let corner = try Policy("corner", playsInOneWay: true) { _ in Corner() }
    for name in ["classic", "4x6z2", "3x30z1"] {
      let family = try Family(name)
      let analysis = try FamilyAnalysis(of: .init(family, policies: [corner, .edge]))
      for place in 0..<2 {
        let (mine, edge) = (analysis.policies[place], analysis.policies[place + 2])
        expect(mine.policy == corner && edge.policy == .edge)
        expect(mine.wins == edge.wins && mine.meanMoves?.numerator == edge.meanMoves?.numerator)
      }
      let blind = try Policy("corner") { _ in Corner() }
      #expect(throws: AnalysisError.self) {
        try FamilyAnalysis(of: .init(family, policies: [blind]))
      }
      #expect(throws: AnalysisError.self) {
        try FamilyAnalysis(of: .init(family, policies: [corner], moveLimit: .none))
      }
    }
  }

  // MARK: Limits

  @Test func whatIsTooLargeIsRefusedBeforeTheWork() throws {
    let large = try Family("6x6z1b9")
    #expect(
      throws: AnalysisError.tooManyPlacements(large, count: 300_450_150, limit: 10_000_000)
    ) { try FamilyAnalysis(of: .init(large)) }
    let lit = try Family("6x6z4b1+lit")
    #expect(throws: AnalysisError.tooManyStates(lit, count: 2_120_580, limit: 1_000_000)) {
      try FamilyAnalysis(of: .init(lit))
    }
    let full = try Family("3x3z7")
    #expect(throws: AnalysisError.noPlacement(full)) { try FamilyAnalysis(of: .init(full)) }
    let wide = try Family("9x9z1")
    #expect(throws: AnalysisError.noPlan(.tooLarge(squares: 81, limit: 64))) {
      try FamilyAnalysis(of: .init(wide, policies: [.optimal]))
    }
  }

  /// A limit that just suffices, and one that is too low by one.
  @Test func limitsAreMetAndMissedByOne() throws {
    var few = FamilyAnalysis.Settings(.classic, policies: [.edge], moveLimit: .moves(9))
    let whole = try FamilyAnalysis(of: few)
    few.placementLimit = 171
    try expectEqual(FamilyAnalysis(of: few).policies, whole.policies)
    few.placementLimit = 170
    #expect(throws: AnalysisError.tooManyPlacements(.classic, count: 171, limit: 170)) {
      try FamilyAnalysis(of: few)
    }
    // Dark rooms have one state per square. Lit ones have one per square and set of zombies, and
    // those that may become lit have both.
    for (name, most) in [("classic", 25), ("3x4z1+lit", 144), ("3x4z2f1", 66 * 12 + 12)] {
      let family = try Family(name)
      var settings = FamilyAnalysis.Settings(family, policies: [.random], moveLimit: .moves(9))
      expectEqual(family.mostStates, Int64(most))
      settings.stateLimit = most
      try expectEqual(FamilyAnalysis(of: settings).placements, family.placementCount)
      settings.stateLimit = most - 1
      #expect(throws: AnalysisError.tooManyStates(family, count: Int64(most), limit: most - 1)) {
        try FamilyAnalysis(of: settings)
      }
    }
    // As many things as squares.
    let full = try FamilyAnalysis(
      of: .init(try Family("3x3z1b1f1"), policies: [.edge], moveLimit: .moves(9)))
    expect(full.placements == 6 && full.solvable == 2)
  }

  @Test(arguments: ["classic", "flashlight", "3x4z2f1", "4x4z1b2+lit", "2x3"])
  func noLevelHasMoreStatesThanAreSaid(name: String) throws {
    let family = try Family(name)
    let most = try require(family.mostStates)
    var largest = 0
    for (number, level) in Placements(family).enumerated() where isLong || number % 4 == 0 {
      largest = max(largest, try StateGraph(level).count)
    }
    expect(largest <= most && largest > 0)
    try expectEqual(Family("6x6z18+lit").mostStates, 36 * 9_075_135_300)
    try expectNil(Family("8x8z32+lit").mostStates)
  }

  // MARK: Comparison with the simulator

  /// Means and rates within 4.5 standard errors.
  @Test(
    arguments: isLong ? ["classic", "block", "flashlight"] : ["classic", "3x4z1b1", "3x4z1f1"])
  func simulationAgrees(name: String) throws {
    let family = try Family(name)
    let analysis = try FamilyAnalysis(
      of: .init(family, policies: Policy.builtIn, moveLimit: .moves(40)), threads: 2)
    let trials = UInt64(cases(exactly: 300, long: 2000))
    let checks = try analysis.check(trials: trials, seed: 77, threads: 2)
    expectEqual(checks.map(\.analysis), analysis.policies)
    for check in checks {
      let row = check.analysis
      expect(check.rounds.total == trials && check.gamesWon + check.gamesLost == trials)
      for (estimate, exact) in [
        (check.winRate, row.won), (check.meanMoves, row.meanMoves),
        (check.gameWinRate, row.gameWon),
      ] {
        let (estimate, exact) = (try require(estimate), try require(exact).approximate)
        let interval = estimate.interval
        let width = (interval.high - interval.low) / 2 * 4.5 / 1.959963984540054 + 1e-9
        expect(abs(estimate.value - exact) <= width, "\(name) \(row.policy) \(row.levels)")
        expect(estimate.covers == (interval.low...interval.high ~= exact) || width < 1e-8)
      }
    }
  }

  @Test(
    "The best play over a part of the levels, which no player without sight of them surpasses",
    arguments: [
      ("classic", 0), ("4x4z2", 0), ("4x4z1b1", 1), ("3x4z1b1f1", 2), ("3x4z2f1", 0), ("3x4b2", 0),
    ])
  func valuesOfAPart(name: String, hearing: Int) throws {
    let split = try LevelSplit("train=0.6,test=0.4")
    let rules = NaiveRules(hearingDistance: hearing)
    let naive = NaiveHearingPlan(try require(NaiveFamily(name: name)), rules)
    let solvable = Set(naive.steps.solvablePlacements())
    for part in split.parts.indices {
      var settings = FamilyAnalysis.Settings(
        try Family(name), rules: try Rules(rules), policies: [.optimal, .clairvoyant],
        moveLimit: .none)
      settings.accepts = { split.part(of: $0) == part }
      let rows = try FamilyAnalysis(of: settings).policies.filter { $0.levels == .any }
      let possible = try naive.steps.placements.indices.filter {
        split.part(of: try Level(naive.steps.placements[$0].code)) == part
      }
      let best = naive.wins(visited: [], possible: possible, stepTo: naive.steps.start)
      expectEqual(rows.map(\.placements), [UInt64(possible.count), UInt64(possible.count)])
      expectEqual(rows.map(\.wins), [UInt64(best), UInt64(solvable.intersection(possible).count)])
    }
  }
}
