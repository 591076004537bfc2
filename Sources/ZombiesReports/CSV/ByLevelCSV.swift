import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// The results of a batch on given levels as CSV, one row per level and policy.
public enum ByLevelCSV {
  private struct Row {
    let source: String
    let title: LevelTitle
    let level: Level
    let policy: Policy
    let rounds: (outcomes: Histogram, winRate: Rate)
    let batch: Batch
  }

  private static let table = CSVTable<Row>(
    "by-level", "rounds on given levels by policy and outcome (simulate --by-level)"
  ) { columns in
    columns.source { .named($0.source) }
    columns.level { $0.level }
    columns.player { $0.policy }
    columns.rounds { ($0.rounds.outcomes, $0.rounds.winRate) }
    columns.rules { $0.batch.rules }
    columns.integer("max_moves", from: 1, "maximum moves of a round") {
      $0.batch.moveLimit(in: $0.level.size)
    }
    columns.integer("seed", "seed of the batch") { $0.batch.seed }
    columns.integer("first", "number of the first trial") { $0.batch.trials.lowerBound }
    columns.contents { $0.level }
    columns.title { $0.title }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// Appends the rows of a level, as UTF-8.
  ///
  /// - Parameters:
  ///   - place: The level's index in the batch's list.
  ///   - source: The source of the level.
  ///   - title: What the level is called.
  ///   - tallies: The results of the batch.
  ///   - batch: The batch of given levels.
  ///   - bytes: Receives the rows.
  public static func appendRows(
    ofLevel place: Int, from source: String, title: LevelTitle, _ tallies: LevelTallies,
    of batch: Batch,
    to bytes: inout [UInt8]
  ) {
    guard case .list(let levels) = batch.levels else { return }
    let level = levels[place]
    for (policy, name) in tallies.policies.enumerated() {
      table.append(
        Row(
          source: source, title: title, level: level, policy: name,
          rounds: tallies.rounds(onLevel: place, ofPolicy: policy), batch: batch), to: &bytes)
    }
  }
}
