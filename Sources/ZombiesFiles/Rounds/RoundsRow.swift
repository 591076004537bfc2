import ZombiesCore
import ZombiesPolicies

/// A row of a rounds CSV, split into its cells.
struct RoundsRow {
  let trial: UInt64
  let round: UInt64
  let policy: Policy
  /// The code of the level, unchecked except that it contains no comma.
  let level: ArraySlice<UInt8>
  let outcome: Outcome
  /// The letters of the moves, unchecked except that they contain no comma.
  let path: ArraySlice<UInt8>

  /// The number of moves.
  var moves: Int { path.count }

  /// Splits a row; nil if the text is not a row.
  init?(_ row: ArraySlice<UInt8>) {
    // The positions of the commas are in a tuple, because there may be a billion rows and allocating an
    // array for each would be slow.
    var commas = (0, 0, 0, 0, 0, 0)
    var count = 0
    for index in row.indices where row[index] == UInt8(ascii: ",") {
      switch count {
      case 0: commas.0 = index
      case 1: commas.1 = index
      case 2: commas.2 = index
      case 3: commas.3 = index
      case 4: commas.4 = index
      case 5: commas.5 = index
      default: return nil
      }
      count += 1
    }
    guard count == 6, let trial = UInt64(canonicalDigits: row[..<commas.0]),
      let round = UInt64(canonicalDigits: row[(commas.0 + 1)..<commas.1]),
      let policy = Self.policy(row[(commas.1 + 1)..<commas.2]),
      let outcome = Self.outcome(row[(commas.3 + 1)..<commas.4]),
      let moves = UInt64(canonicalDigits: row[(commas.4 + 1)..<commas.5])
    else { return nil }
    level = row[(commas.2 + 1)..<commas.3]
    path = row[(commas.5 + 1)...]
    guard moves == UInt64(path.count) else { return nil }
    self.trial = trial
    self.round = round
    self.policy = policy
    self.outcome = outcome
  }

  private static func policy(_ name: ArraySlice<UInt8>) -> Policy? {
    for policy in Policy.builtIn where name.elementsEqual(policy.name.utf8) { return policy }
    return try? Policy(named: String(decoding: name, as: UTF8.self))
  }

  private static func outcome(_ name: ArraySlice<UInt8>) -> Outcome? {
    for outcome in Outcome.allCases where name.elementsEqual(outcome.name.utf8) { return outcome }
    return nil
  }
}
