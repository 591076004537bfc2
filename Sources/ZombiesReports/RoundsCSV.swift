import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Every round of a batch as CSV, in order of trial, policy and round.
public enum RoundsCSV {
  /// The columns.
  public static let schema = TableSchema(
    "rounds", "every round, in order of trial, policy and round (--rounds-csv)",
    key: ["trial", "policy", "round"],
    [
      TableSchema.Column("trial", .integer(from: 0), "the trial: a round, or a game"),
      TableSchema.Column("round", .integer(from: 0), "the round of the trial, from 0"),
      .policy, .level,
      TableSchema.Column("outcome", .word(Outcome.allCases.map(\.name)), "how it ended"),
      TableSchema.Column("moves", .integer(from: 0), "the moves made"),
      TableSchema.Column("path", .text(pattern: "[UDLR]*"), "the moves, in order").orEmpty,
    ])

  /// The header row.
  public static let header = schema.header

  /// One round's row.
  public static func row(_ record: RoundRecord) -> String {
    var bytes: [UInt8] = []
    append(record, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends one round's row, as UTF-8. There may be billions, so that no text is made on the way.
  public static func append(_ record: RoundRecord, to bytes: inout [UInt8]) {
    let comma = UInt8(ascii: ",")
    appendDecimal(record.trial, to: &bytes)
    bytes.append(comma)
    appendDecimal(UInt64(record.round), to: &bytes)
    for text in [record.policy.name, record.level, record.outcome.name] {
      bytes.append(comma)
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(comma)
    appendDecimal(UInt64(record.path.count), to: &bytes)
    bytes.append(comma)
    for direction in record.path { bytes.append(direction.letter) }
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func appendDecimal(_ number: UInt64, to bytes: inout [UInt8]) {
    let begin = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[begin...].reverse()
  }
}
