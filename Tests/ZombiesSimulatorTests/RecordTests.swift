import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The records of rounds: their order, and that each describes the round that was played.
@Suite struct RecordTests {
  private static let names = [
    "classic", "block", "flashlight", "5x5z1b1f1", "4x6z1b3+lit", "9x9z2b10f1", "3x30z2b8",
  ]

  private static func rules() throws -> [Rules] {
    [
      .standard, try Rules(catchingDistance: 0, chase: .vertical, zombieSpeed: 2),
      try Rules(catchingDistance: 1, chase: .horizontal, zombieSpeed: 3),
    ]
  }

  @Test func recordsComeInTheOrderOfTrialPolicyAndRound() throws {
    let policies: [Policy] = [.beeline, .random, .clairvoyant]
    let failure = try firstFailure(of: [Batch.Unit.rounds, .games]) { unit in
      try firstFailure(of: ["classic", "9x9z2b10"]) { name in
        // The order is the same if rounds end early.
        let batch = try Batch(
          family: name, .any, policies: policies, unit: unit, trials: 20..<1100,
          maxMoves: isLong ? nil : 12)
        var cut = batch
        if name != "classic" { cut.trials = 20..<900 }
        let run = try RecordedRun(cut, threads: 2)
        var expected = (trial: cut.trials.lowerBound, policy: 0, round: 0)
        for record in run.records {
          guard record.trial == expected.trial, record.round == expected.round,
            record.policy == policies[expected.policy]
          else { return "\(name): \(record) instead of \(expected)" }
          if unit == .games, record.outcome != .won, record.round < 2 {
            expected.round += 1
          } else if expected.policy < policies.count - 1 {
            expected = (expected.trial, expected.policy + 1, 0)
          } else {
            expected = (expected.trial + 1, 0, 0)
          }
        }
        return expected == (cut.trials.upperBound, 0, 0) ? nil : "\(name): \(expected) is missing"
      }
    }
    #expect(failure == nil)
  }

  @Test func replayedMoveByMoveARecordEndsAsItSays() throws {
    var outcomes: Set<Outcome> = []
    let failure = try firstFailure(of: Self.names) { name in
      try firstFailure(of: try Self.rules()) { rules in
        let batch = try Batch(
          family: name, .any, policies: Policy.withoutPlan, trials: 0..<UInt64(cases(25, long: 60)),
          rules: rules,
          maxMoves: 40)
        return try firstFailure(of: try RecordedRun(batch).records) { record in
          outcomes.insert(record.outcome)
          var round = Round(try Level(record.level), rules: rules)
          for letter in record.path.utf8 {
            try round.move(try #require(Direction(letter: letter)))
          }
          let outcome = round.outcome ?? (round.moves == 40 ? .outOfMoves : nil)
          return outcome == record.outcome ? nil : "\(name) \(rules) \(record)"
        }
      }
    }
    #expect(failure == nil)
    #expect(outcomes.isSuperset(of: [.won, .caught, .outOfMoves]))
  }

  @Test func plannersRecordsAreTheRoundsOfTheReference() throws {
    let failure = try firstFailure(of: Self.names) { name in
      let batch = try Batch(
        family: name, .any, policies: [.edge, .beeline], unit: .games, trials: 300..<340)
      return try firstFailure(of: try RecordedRun(batch).records) { record in
        let level = try #require(NaiveLevel(code: record.level))
        let policy = try #require(NaivePolicy(rawValue: record.policy.name))
        let played = naivePlay(policy, level, maxMoves: 4 * level.squareCount)
        return played.moves == record.path && played.outcome.rawValue == record.outcome.name
          ? nil : "\(name) \(record): \(played)"
      }
    }
    #expect(failure == nil)
  }

  @Test func allPoliciesPlayTheSameLevels() throws {
    let batch = try Batch(
      family: "flashlight", policies: Policy.builtIn, unit: .games, trials: 0..<200)
    var levels: [[UInt64]: Set<String>] = [:]
    for record in try RecordedRun(batch).records {
      levels[[record.trial, UInt64(record.round)], default: []].insert(record.level)
    }
    #expect(levels.values.allSatisfy { $0.count == 1 })
  }

  @Test func talliesCountTheRecords() throws {
    let trials = UInt64(cases(20, long: 50))
    let failure = try firstFailure(of: Self.names) { name in
      try firstFailure(of: [Batch.Unit.rounds, .games]) { unit in
        let batch = try Batch(
          family: name, .any, policies: Policy.withoutPlan, unit: unit, trials: 0..<trials)
        let run = try RecordedRun(batch)
        return firstFailure(of: Policy.withoutPlan.indices) { place in
          let records = run.records.filter { $0.policy == Policy.withoutPlan[place] }
          let (tally, expected) = (run.tallies[place], Tally(records))
          guard tally.rounds == expected.rounds else { return "\(name) \(unit) \(place)" }
          let won = UInt64(records.filter { $0.outcome == .won }.count)
          let games = (tally.gamesWon, tally.gamesLost)
          return games == (unit == .games ? (won, trials - won) : (0, 0))
            ? nil : "\(name) \(unit) \(place): \(games) games"
        }
      }
    }
    #expect(failure == nil)
  }
}
