import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// The results of a batch on given levels for people, one row per level.
///
/// A policy that plays a level in one way has a single column, which says how its round ends: "won in 8",
/// "caught after 3". Any other one has its win rate with the interval.
public enum ByLevelTable {
  /// The table, below a line that says what was played.
  ///
  /// - Parameters:
  ///   - tallies: The results by level.
  ///   - result: The result of the batch.
  ///   - sources: Where each level was found.
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
        // All policies have played the same rounds.
        if row.count == 1 { row.append(grouped(rounds.outcomes.total)) }
        row +=
          policy.playsInOneWay
          ? [ending(rounds.outcomes)] : SimulateTable.cells(of: rounds.winRate)
      }
      rows.append(row)
    }
    return SimulateTable.title(result) + "\n" + SimulateTable.aligned(rows, width: width)
  }

  /// How all rounds ended; nothing if there were none.
  private static func ending(_ outcomes: Histogram) -> String {
    let entries = outcomes.entries
    guard let first = entries.first else { return "" }
    // A player of somebody's own may break the promise to play in one way.
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
