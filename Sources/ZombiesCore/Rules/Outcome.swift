/// The outcome of a round.
@frozen
public enum Outcome: UInt8, CaseIterable, Sendable, CustomStringConvertible {
  /// The player reached the signpost.
  case won
  /// A zombie came within the catching distance of the player.
  case caught
  /// The player has no legal move.
  case stuck
  /// The player used all the moves that a batch allows.
  case outOfMoves

  /// Whether the player survived the last move without reaching the signpost.
  @inlinable
  package var isSurvived: Bool { self == .stuck || self == .outOfMoves }

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
