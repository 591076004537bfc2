import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Batches against values that are computed exactly, by enumerating all placements.
///
/// A share of N rounds with the exact value p has the standard error √(p(1 − p)/N), and a mean
/// number of moves has √(variance/N), where the variance is exact too. Without a bug, a difference
/// is more than 4.5 standard errors with a probability of 7 · 10⁻⁶. About 150 differences are
/// checked, with a fixed seed.
@Suite struct ExactBatchTests {
  /// The policies that the reference plays, and `optimal`.
  static let policies = Policy.builtIn.filter { $0 == .optimal || NaivePolicy.plays($0.name) }

  /// The exact values of one policy on uniformly drawn levels.
  struct Exact {
    var shares: [Outcome: Double] = [:]
    var meanMoves = 0.0
    var meanSquaredMoves = 0.0

    mutating func add(_ values: NaiveExactValues, weight: Double) {
      shares[.won, default: 0] += weight * values.won
      shares[.caught, default: 0] += weight * values.caught
      shares[.stuck, default: 0] += weight * values.stuck
      shares[.outOfMoves, default: 0] += weight * values.outOfMoves
      meanMoves += weight * values.meanMoves
      meanSquaredMoves += weight * values.meanSquaredMoves
    }

    var variance: Double { meanSquaredMoves - meanMoves * meanMoves }
  }

  /// A preset and the limit on moves with which it is played.
  struct Setting: CustomTestStringConvertible {
    var name: String
    var family: NaiveFamily
    var maxMoves: Int
    var testDescription: String { name }
  }

  /// The default limit is 100. With a lower limit more rounds run out of moves, and the lit rooms
  /// of `flashlight` take less time to compute.
  static let settings = [
    Setting(name: "classic", family: .classic, maxMoves: 100),
    Setting(name: "block", family: .block, maxMoves: 30),
    Setting(name: "flashlight", family: .flashlight, maxMoves: 20),
  ]

  /// The exact values by policy and selection, and the share of solvable placements.
  struct Values {
    var exact: [LevelSelection: [Policy: Exact]] = [:]
    var solvableShare = 0.0

    init(_ setting: Setting) throws {
      var levels: [(level: NaiveLevel, isSolvable: Bool)] = []
      setting.family.forEachPlacement { levels.append(($0, naiveSolve($0).solvable)) }
      let solvable = levels.filter(\.isSolvable).count
      solvableShare = Double(solvable) / Double(levels.count)
      let best = try Self.best(levels.map(\.level), maxMoves: setting.maxMoves)
      for (place, (level, isSolvable)) in levels.enumerated() {
        for policy in ExactBatchTests.policies {
          let values =
            policy == .optimal
            ? best[place] : Self.values(of: policy, level, maxMoves: setting.maxMoves)
          exact[.any, default: [:]][policy, default: Exact()]
            .add(values, weight: 1 / Double(levels.count))
          guard isSolvable else { continue }
          exact[.solvable, default: [:]][policy, default: Exact()]
            .add(values, weight: 1 / Double(solvable))
        }
      }
    }

    private static func values(
      of policy: Policy, _ level: NaiveLevel, maxMoves: Int
    ) -> NaiveExactValues {
      guard let naive = NaivePolicy(rawValue: policy.name) else {
        return naiveExactRandom(level, maxMoves: maxMoves)
      }
      let played = naivePlay(naive, level, maxMoves: maxMoves)
      return Self.values(played.outcome, moves: played.moves.count)
    }

    /// The values of `optimal`. The tests of its plan compare its wins with a naive expectimax.
    private static func best(_ levels: [NaiveLevel], maxMoves: Int) throws -> [NaiveExactValues] {
      let batch = try Batch(
        codes: levels.map(\.code), policies: [.optimal], trials: 0..<UInt64(levels.count),
        maxMoves: maxMoves)
      return try RecordedRun(batch).records.map { record in
        let outcome = try #require(NaiveOutcome(rawValue: record.outcome.name))
        return values(outcome, moves: record.path.utf8.count)
      }
    }

    private static func values(_ outcome: NaiveOutcome, moves: Int) -> NaiveExactValues {
      var values = NaiveExactValues()
      switch outcome {
      case .won: values.won = 1
      case .caught: values.caught = 1
      case .stuck: values.stuck = 1
      case .outOfMoves: values.outOfMoves = 1
      }
      values.meanMoves = Double(moves)
      values.meanSquaredMoves = values.meanMoves * values.meanMoves
      return values
    }
  }

  /// Whether a measured mean is within 4.5 standard errors of the exact one. The last addend allows
  /// for rounding of values without variance.
  private static func agrees(
    _ measured: Double, _ exact: Double, variance: Double, count: UInt64
  ) -> Bool {
    abs(measured - exact) <= 4.5 * (max(0, variance) / Double(count)).squareRoot() + 1e-9
  }

  @Test(arguments: settings)
  func ratesAndMovesAreThoseOfTheExactValues(setting: Setting) throws {
    let values = try Values(setting)
    // `clairvoyant` searches each level, and the test below compares it with the reference level by
    // level, so it plays a quarter of the rounds. The bounds follow from that number.
    let parts: [(policies: [Policy], rounds: UInt64)] = [
      (Self.policies.filter { $0 != .clairvoyant }, isLong ? 8_000 : 4_000),
      ([.clairvoyant], isLong ? 8_000 : 1_000),
    ]
    for selection in LevelSelection.allCases {
      let failure = try firstFailure(of: parts) { policies, rounds in
        let games = rounds / 2
        var batch = try Batch(
          family: setting.name, selection, policies: policies, trials: 0..<rounds,
          maxMoves: setting.maxMoves, seed: 2027)
        let roundTallies = try Simulator(batch).run().tallies
        batch.unit = .games
        batch.trials = 1_000_000..<1_000_000 + games
        let gameTallies = try Simulator(batch).run().tallies
        return try firstFailure(of: policies.indices) { place in
          let policy = policies[place]
          let exact = try #require(values.exact[selection]?[policy])
          let what = "\(setting.name) \(selection) \(policy)"
          let (tally, game) = (roundTallies[place], gameTallies[place])
          return Self.complaint(tally.rounds, exact, rounds).map { "\(what): \($0)" }
            ?? Self.complaint(game, exact, games).map { "\(what), games: \($0)" }
        }
      }
      #expect(failure == nil)
      // A player who sees everything wins every solvable level.
      let exact = try #require(values.exact[selection]?[.clairvoyant]?.shares[.won])
      #expect(abs(exact - (selection == .any ? values.solvableShare : 1)) < 1e-9)
    }
  }

  /// The first wrong figure of a batch of rounds, or nil.
  private static func complaint(_ rounds: Histogram, _ exact: Exact, _ count: UInt64) -> String? {
    guard rounds.total == count else { return "\(rounds.total) rounds" }
    for outcome in Outcome.allCases {
      let share = exact.shares[outcome] ?? 0
      let measured = Double(rounds[outcome]) / Double(count)
      if !agrees(measured, share, variance: share * (1 - share), count: count) {
        return "\(outcome) \(measured) instead of \(share)"
      }
    }
    let moves = rounds.meanMoves ?? -1
    guard agrees(moves, exact.meanMoves, variance: exact.variance, count: count) else {
      return "moves \(moves) instead of \(exact.meanMoves)"
    }
    return nil
  }

  /// The first wrong figure of a batch of games, or nil. The levels of a game's rounds are drawn
  /// independently. With the probability p to win a round and q = 1 − p, a game is won with 1 − q³
  /// and has 1, 2 or 3 rounds with p, qp and q².
  private static func complaint(_ tally: Tally, _ exact: Exact, _ count: UInt64) -> String? {
    guard tally.gamesWon + tally.gamesLost == count else { return "games are missing" }
    guard tally.gamesWon == tally.rounds[.won] else { return "won rounds, but not their games" }
    let p = exact.shares[.won] ?? 0
    let q = 1 - p
    let won = 1 - q * q * q
    let measured = Double(tally.gamesWon) / Double(count)
    guard agrees(measured, won, variance: won * (1 - won), count: count) else {
      return "won \(measured) instead of \(won)"
    }
    let rounds = 1 + q + q * q
    let variance = p + 4 * q * p + 9 * q * q - rounds * rounds
    let perGame = Double(tally.rounds.total) / Double(count)
    guard agrees(perGame, rounds, variance: variance, count: count) else {
      return "\(perGame) rounds per game instead of \(rounds)"
    }
    return nil
  }

  @Test(arguments: ["classic", "block", "flashlight", "5x5z1b1f1", "4x6z1b3+lit"])
  func clairvoyantWinsExactlyTheSolvableLevels(name: String) throws {
    let run = try RecordedRun(
      Batch(family: name, .any, policies: [.clairvoyant], trials: 0..<400))
    var solutions: [String: NaiveSolution] = [:]
    let failure = try firstFailure(of: run.records) { record in
      let level = try #require(NaiveLevel(code: record.level))
      let solution = solutions[record.level] ?? naiveSolve(level)
      solutions[record.level] = solution
      let isWon = record.outcome == .won
      return isWon == solution.solvable && (!isWon || record.path == solution.solution)
        ? nil : "\(record)"
    }
    #expect(failure == nil)
    let solvable = try Simulator(
      Batch(family: name, .solvable, policies: [.clairvoyant], trials: 0..<400)
    ).run().tallies
    #expect(solvable[0].rounds[.won] == 400 && solvable[0].rounds.total == 400)
  }
}
