/// How a round ended.
@frozen
public enum Outcome: UInt8, CaseIterable, Sendable, CustomStringConvertible {
  /// The player reached the signpost.
  case won
  /// A zombie came within the catching distance.
  case caught
  /// The player had no legal move.
  case stuck
  /// The moves that a batch allows were used up.
  case outOfMoves

  /// The outcome's name in tables and files.
  public var name: String {
    switch self {
    case .won: "won"
    case .caught: "caught"
    case .stuck: "stuck"
    case .outOfMoves: "out-of-moves"
    }
  }

  /// The outcome's name.
  public var description: String { name }
}
