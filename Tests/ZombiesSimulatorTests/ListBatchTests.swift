import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Batches of given levels of all sizes, and the squares that players visit.
@Suite struct ListBatchTests {
  /// Small and wide rooms, dark and lit: won, caught, stuck and out of moves.
  private static let codes = [
    "S4/5/Z1#2/2F2/4P", "S#1/#1P", "S8/9/9/3Z5/9/2#6/9/1#7/8P", "S#/#P", "SP",
    "S98P", "P40Z40S+lit", "S3/3Z/3P", "2P/1#1/S2", "S12/13/4#8/5Z7/13/6F6/13/12P",
    "S5/6/2Z3/1Z4/6/5P+lit", "1S62/2#61/63P",
  ]

  @Test func trialsTakeTheLevelsInTurn() throws {
    let count = UInt64(Self.codes.count)
    for first in [0, 5, count * 1000 + 3] {
      let batch = try Batch(
        codes: Self.codes, policies: [.edge, .random], trials: first..<first + 40)
      let records = try RecordedRun(batch, threads: 2).records
      let failure = firstFailure(of: records) { record in
        record.level == Self.codes[Int(record.trial % count)] ? nil : "\(record)"
      }
      #expect(failure == nil)
      #expect(records.count == 80)
    }
  }

  @Test func gamesTakeTheLevelsInTurn() throws {
    let count = UInt64(Self.codes.count)
    let batch = try Batch(
      codes: Self.codes, policies: Policy.withoutPlan, unit: .games, trials: 3..<40)
    let run = try RecordedRun(batch)
    let failure = firstFailure(of: run.records) { record in
      record.level == Self.codes[Int((3 * record.trial + UInt64(record.round)) % count)]
        ? nil : "\(record)"
    }
    #expect(failure == nil)
    #expect(run.tallies.allSatisfy { $0.gamesWon + $0.gamesLost == 37 })
  }

  @Test func theSameLevelIsANewRoundForRandomEachTime() throws {
    let batch = try Batch(codes: ["S4/5/5/5/4P"], policies: [.random], trials: 0..<50)
    #expect(Set(try RecordedRun(batch).records.map(\.path)).count == 50)
    var games = batch
    games.unit = .games
    games.maxMoves = 8
    let paths = try RecordedRun(games).records.map(\.path)
    // Eight moves are seldom the same twice: 4⁸ sequences and more, about a hundred rounds.
    #expect(paths.count > 100 && Set(paths).count > paths.count - 5)
  }

  @Test func everyRoundIsThatOfTheReference() throws {
    let variants = [
      NaiveRules.standard, NaiveRules(catchingDistance: 0, chase: .horizontal, speed: 2),
    ]
    var outcomes: Set<Outcome> = []
    let failure = try firstFailure(of: variants) { rules in
      let batch = try Batch(
        codes: Self.codes, policies: [.edge, .beeline, .clairvoyant],
        trials: 0..<UInt64(Self.codes.count), rules: try Rules(rules))
      return try firstFailure(of: try RecordedRun(batch).records) { record in
        outcomes.insert(record.outcome)
        let level = try #require(NaiveLevel(code: record.level))
        let policy = try #require(NaivePolicy(rawValue: record.policy.name))
        // By default, a round has four moves per square.
        let played = naivePlay(policy, level, rules, maxMoves: 4 * level.squareCount)
        return played.moves == record.path && played.outcome.rawValue == record.outcome.name
          ? nil : "\(rules) \(record): \(played)"
      }
    }
    #expect(failure == nil)
    #expect(outcomes.count == 4)
  }

  @Test func manyTurnsOfAListAreManyTimesOne() throws {
    let count = UInt64(Self.codes.count)
    var batch = try Batch(
      codes: Self.codes, policies: [.edge, .beeline, .clairvoyant], trials: 0..<count)
    let once = try Simulator(batch).run().tallies
    batch.trials = 0..<count * 5
    let often = try Simulator(batch, threads: 2).run().tallies
    for (one, many) in zip(once, often) {
      var sum = Tally()
      for _ in 0..<5 { sum += one }
      #expect(many == sum)
    }
  }

  @Test func squaresAreCountedWhereLevelsHaveOneSize() throws {
    let mixed = try Batch(codes: Self.codes, policies: [.edge], trials: 0..<12)
    #expect(mixed.size == nil)
    #expect(try !Simulator(mixed, countsSquares: true).countsSquares)
    #expect(try Simulator(mixed, countsSquares: true).run().tallies[0].squares == nil)
    let equal = try Batch(codes: ["S2/3/2P", "2S/1Z1/P2"], policies: [.edge], trials: 0..<4)
    #expect(try equal.size == RoomSize(rows: 3, columns: 3))
    #expect(try Simulator(equal).run().tallies[0].squares == nil)
    let counts = try #require(try Simulator(equal, countsSquares: true).run().tallies[0].squares)
    // Up, up, left, left; and in the other level, caught in the first move, up.
    #expect(counts.visits == [2, 2, 2, 2, 0, 2, 2, 0, 2])
    #expect(counts.captures == [0, 0, 0, 2, 0, 0, 0, 0, 0])
  }

  /// Replays the records and counts the visits of each square.
  private static func counts(
    _ records: [RecordLine], _ rules: Rules, _ size: RoomSize
  ) throws -> (visits: [UInt64], captures: [UInt64]) {
    var visits = [UInt64](repeating: 0, count: size.squareCount)
    var captures = visits
    for record in records {
      var round = Round(try Level(record.level), rules: rules)
      visits[size.index(of: round.player)] += 1
      for letter in record.path.utf8 {
        try round.move(try #require(Direction(letter: letter)))
        visits[size.index(of: round.player)] += 1
      }
      if round.outcome == .caught { captures[size.index(of: round.player)] += 1 }
    }
    return (visits, captures)
  }

  @Test(arguments: ["classic", "flashlight", "4x7z2b2+lit", "9x9z2b10f1", "3x30z3"])
  func squaresAreThoseOfTheRecords(name: String) throws {
    let failure = try firstFailure(of: [Batch.Unit.rounds, .games]) { unit in
      try firstFailure(of: [0, 1]) { distance in
        let rules = try Rules(catchingDistance: distance)
        let batch = try Batch(
          family: name, .any, policies: Policy.withoutPlan, unit: unit,
          trials: 4..<UInt64(cases(16, long: 34)), rules: rules, maxMoves: 60)
        let size = try #require(batch.size)
        let run = try RecordedRun(batch)
        let tallies = try Simulator(batch, threads: 2, countsSquares: true).run().tallies
        return try firstFailure(of: Policy.withoutPlan.indices) { place in
          let policy = Policy.withoutPlan[place]
          let what = "\(name) \(unit) distance \(distance) \(policy)"
          let counts = try #require(tallies[place].squares)
          let expected = try Self.counts(
            run.records.filter { $0.policy == policy }, rules, size)
          guard counts.visits == expected.visits, counts.captures == expected.captures else {
            return "\(what): \(counts)"
          }
          let rounds = tallies[place].rounds
          let visits = UInt128(counts.visits.reduce(0, +))
          guard visits == UInt128(rounds.total) + rounds.moveSum,
            counts.captures.reduce(0, +) == rounds[.caught], counts.size == size
          else { return "\(what): sums" }
          return nil
        }
      }
    }
    #expect(failure == nil)
  }

  @Test func theDefaultLimitIsFourMovesASquare() throws {
    // No path leads to either signpost, and no zombie can end the rounds.
    let batch = try Batch(codes: ["S#1/#1P", "S#70P"], policies: [.edge], trials: 0..<2)
    let size = try RoomSize(rows: 2, columns: 3)
    #expect(batch.moveLimit(in: size) == 24)
    let records = try RecordedRun(batch).records
    #expect(records.map(\.outcome) == [.outOfMoves, .outOfMoves])
    #expect(records.map(\.path.count) == [24, 292])
    let limited = try Batch(codes: ["S#1/#1P"], policies: [.edge], trials: 0..<1, maxMoves: 7)
    #expect(try RecordedRun(limited).records[0].path == "UDLRUDU")
    #expect(limited.moveLimit(in: size) == 7)
  }
}
