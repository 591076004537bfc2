import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// The results of a batch on given levels, for people: one row per level.
///
/// A policy that always plays a level the same way has one column with the outcome of its round, such
/// as "won in 8" or "caught after 3". Any other policy has its win rate and its interval.
public enum ByLevelTable {
  /// The table, below a line that describes the batch.
  ///
  /// - Parameters:
  ///   - tallies: The results by level.
  ///   - result: The result of the batch.
  ///   - sources: The source of each level.
  ///   - width: The maximum width of a line; nil for no limit.
  public static func text(
    _ tallies: LevelTallies, of result: BatchResult, sources: [String], width: Int? = nil
  ) -> String {
    var rows = [["level", "rounds"]]
    for policy in tallies.policies {
      rows[0] += policy.playsInOneWay ? [policy.name] : [policy.name, "95% interval"]
    }
    for (level, source) in sources.enumerated() {
      var row = [source]
      for (place, policy) in tallies.policies.enumerated() {
        let rounds = tallies.rounds(onLevel: level, ofPolicy: place)
        // All policies played the same rounds.
        if row.count == 1 { row.append(grouped(rounds.outcomes.total)) }
        row +=
          policy.playsInOneWay
          ? [ending(rounds.outcomes)] : SimulateTable.cells(of: rounds.winRate)
      }
      rows.append(row)
    }
    return SimulateTable.title(result) + "\n" + SimulateTable.aligned(rows, width: width)
  }

  /// The outcome of all rounds; empty if there were none.
  private static func ending(_ outcomes: Histogram) -> String {
    let entries = outcomes.entries
    guard let first = entries.first else { return "" }
    // A user-defined policy may break its promise to always play the same way.
    guard entries.count == 1 else {
      return "\(grouped(outcomes[.won])) of \(grouped(outcomes.total)) won"
    }
    let moves = grouped(first.moves)
    return switch first.outcome {
    case .won: "won in \(moves)"
    case .caught: "caught after \(moves)"
    case .stuck: "stuck after \(moves)"
    case .outOfMoves: "out after \(moves)"
    }
  }
}
