import Synchronization
import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

/// A record as a line, for comparing and printing.
struct RecordLine: Hashable, CustomStringConvertible {
  var trial: UInt64
  var round: Int
  var policy: Policy
  var level: String
  var outcome: Outcome
  var path: String

  init(_ record: RoundRecord) {
    (trial, round, policy) = (record.trial, record.round, record.policy)
    (level, outcome, path) = (record.level, record.outcome, record.path.letters)
  }

  var description: String {
    "trial \(trial), round \(round): \(policy) \(level) \(outcome) \(path)"
  }
}

/// The result of a batch, with the records of its rounds.
struct RecordedRun {
  var tallies: [Tally]
  var records: [RecordLine]
  /// The number of records in each portion.
  var portions: [Int]

  /// Runs a batch.
  init(_ batch: Batch, threads: Int = 1, countsSquares: Bool = false) throws {
    let log = Mutex<(records: [RecordLine], portions: [Int])>(([], []))
    tallies = try Simulator(batch, threads: threads, countsSquares: countsSquares).run(
      onRounds: { records in
        log.withLock {
          $0.records += records.map { RecordLine($0) }
          $0.portions.append(records.count)
        }
        return true
      }).tallies
    (records, portions) = log.withLock { $0 }
  }
}

extension Batch {
  /// A batch of levels of a family, given by name. Levels and policies have the same seed.
  init(
    family: String, _ selection: LevelSelection = .solvable, policies: [Policy],
    unit: Unit = .rounds, trials: Range<UInt64>, rules: Rules = .standard, maxMoves: Int? = nil,
    seed: UInt64 = 1
  ) throws {
    let generator = LevelGenerator(
      try Family(family), seed: seed, rules: rules, selection: selection)
    self.init(
      generator, policies: policies, unit: unit, trials: trials, maxMoves: maxMoves)
  }

  /// A batch of given levels.
  init(
    codes: [String], policies: [Policy], unit: Unit = .rounds, trials: Range<UInt64>,
    rules: Rules = .standard, maxMoves: Int? = nil, seed: UInt64 = 1
  ) throws {
    self.init(
      LevelList(try codes.map { try Level($0) }), policies: policies, unit: unit,
      trials: trials, rules: rules, maxMoves: maxMoves, seed: seed)
  }
}

extension Tally {
  /// The tally as text, for a failing test.
  var summary: String {
    let outcomes = Outcome.allCases.map { "\($0) \(rounds[$0])" }.joined(separator: ", ")
    return "\(outcomes), moves \(rounds.moveSum), games \(gamesWon) of \(gamesWon + gamesLost)"
  }

  /// The tally of some records of one policy, without games.
  init(_ records: some Sequence<RecordLine>) {
    self.init()
    for record in records { count(record.outcome, moves: record.path.count) }
  }
}
