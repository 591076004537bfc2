/// Every round of a batch as CSV, in order of trial, policy and round.
public enum RoundsCSV {
  /// The header row.
  public static let header = csvRow([
    "trial", "round", "policy", "level", "outcome", "moves", "path",
  ])

  /// One round's row.
  public static func row(_ record: RoundRecord) -> String {
    csvRow([
      String(record.trial), String(record.round), record.policy.rawValue, record.level,
      record.outcome.name, String(record.path.count), record.path.letters,
    ])
  }
}
