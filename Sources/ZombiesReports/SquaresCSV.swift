/// Where players stood and were caught, as CSV: a row a policy and square.
public enum SquaresCSV {
  /// The header row.
  public static let header = csvRow(["policy", "row", "column", "visits", "captures"])

  /// The header and all rows; of tallies that counted squares.
  public static func text(_ batch: Batch, _ tallies: [Tally]) -> String {
    var text = header
    for (policy, tally) in zip(batch.policies, tallies) {
      guard let squares = tally.squares else { continue }
      for index in 0..<squares.size.squareCount {
        let square = squares.size.square(at: index)
        text += csvRow([
          policy.rawValue, String(square.row), String(square.column),
          String(squares.visits[index]), String(squares.captures[index]),
        ])
      }
    }
    return text
  }
}
