import ZombiesCore
import ZombiesSolver

/// The results of checking certificates as CSV, one row per certificate.
public enum CheckCSV {
  private struct Row {
    let source: LevelOrigin
    let code: String
    let claimed: SolverResult
    let rules: Rules
    let finding: CheckFinding
  }

  private static let table = CSVTable<Row>(
    "check", "the results of checking certificates (check --format csv)"
  ) { columns in
    columns.source { $0.source }
    columns.level { $0.code }
    columns.word("claim", "the verdict that the certificate claims; gave-up claims nothing") {
      $0.claimed.verdict
    }
    columns.boolean("proved", "whether the certificate proves its claim") { $0.finding == .proved }
    columns.name("flaw", "why the proof fails; empty if it holds, and for gave-up") {
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
    columns.integer("shortest_solutions", from: 1, "number of shortest solutions, as claimed") {
      $0.claimed.solution?.shortestCount
    }
    columns.integer("states", "states in the certificate") { $0.claimed.states }
    columns.rules { $0.rules }
    // Certificates contain codes alone.
    columns.title { _ in LevelTitle() }
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

/// The result of checking a certificate.
package enum CheckFinding: Hashable, Sendable {
  /// The certificate proves its claim.
  case proved
  /// The certificate claims nothing, because the solver gave up.
  case nothingClaimed
  /// The certificate does not prove its claim, for the given reason.
  case flawed(String)
  /// The certificate was not made under the requested rules.
  case otherRules(Rules)
}
