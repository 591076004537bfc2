import ZombiesCore
import ZombiesSolver

/// What a check of certificates found, as CSV, one row per certificate.
public enum CheckCSV {
  private struct Row {
    let source: LevelOrigin
    let code: String
    let claimed: SolverResult
    let rules: Rules
    let finding: CheckFinding
  }

  private static let table = CSVTable<Row>(
    "check", "what certificates prove (check --format csv)"
  ) { columns in
    columns.source { $0.source }
    columns.level { $0.code }
    columns.word("claim", "what the certificate claims; nothing for gave-up") {
      $0.claimed.verdict
    }
    columns.boolean("proved", "whether it proves that") { $0.finding == .proved }
    columns.name("flaw", "why the proof does not hold; empty if it does, and for gave-up") {
      row -> String? in
      switch row.finding {
      case .proved, .nothingClaimed: nil
      case .flawed(let flaw): flaw
      case .otherRules(let rules): "not made under \(RulesText.name(of: rules))"
      }
    }
    columns.integer("par", from: 1, "moves of a shortest solution, as claimed") {
      $0.claimed.solution?.par
    }
    columns.integer("shortest_solutions", from: 1, "how many there are, as claimed") {
      $0.claimed.solution?.shortestCount
    }
    columns.integer("states", "states in the certificate") { $0.claimed.states }
    columns.rules { $0.rules }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// Appends one of many rows, as UTF-8.
  package static func append(
    _ code: String, _ certificate: Certificate, _ finding: CheckFinding, source: LevelOrigin,
    to bytes: inout [UInt8]
  ) {
    table.append(
      Row(
        source: source, code: code, claimed: certificate.solved, rules: certificate.rules,
        finding: finding), to: &bytes)
  }
}

/// What a check of a certificate found.
package enum CheckFinding: Hashable, Sendable {
  /// That it proves what it claims.
  case proved
  /// That it claims nothing, as the solver gave up.
  case nothingClaimed
  /// That it does not prove what it claims, and why.
  case flawed(String)
  /// That it was not made under the rules that were asked for.
  case otherRules(Rules)
}
