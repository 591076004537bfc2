import ZombiesCore

/// The reason why a level cannot be generated.
public enum GenerationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The family has more things than there are squares allowed by the placement rule.
  case tooManyThings(things: Int, squares: Int)
  /// No placement is solvable; all of them were tried.
  case noneSolvable(placements: UInt64)
  /// The room is so narrow that no player gets past a zombie, wherever the zombie is.
  case tooNarrow(width: Int)
  /// All draws for one level were unsolvable until their searches reached the total limit on
  /// states.
  case tookTooLong(index: UInt64, draws: Int, states: Int)
  /// All draws for one level were unsolvable, up to the limit on draws.
  case noneFound(index: UInt64, draws: Int)
  /// The solver gave up on a draw. Skipping the draw would make some levels likelier than others.
  case gaveUp(index: UInt64, draw: Int, states: Int)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .tooManyThings(let things, let squares):
      (things == 1 ? "1 thing does" : "\(things) things do")
        + " not fit: the placement rule leaves "
        + (squares == 1 ? "1 square" : squares == 0 ? "no square" : "\(squares) squares")
    case .noneSolvable(let placements):
      "no level of this family is solvable: \(placements == 1 ? "the one placement was" : "all \(placements) placements were") tried"
    case .tooNarrow(let width):
      "no level of this family is solvable: in a room \(width == 1 ? "1 square" : "\(width) squares") "
        + "wide, no player can get past a zombie"
    case .tookTooLong(let index, let draws, let states):
      "no solvable level found for index \(index) in \(counted(draws, "draw")), "
        + "after visiting \(counted(states, "state"))"
    case .noneFound(let index, let draws):
      "no solvable level found for index \(index) in \(counted(draws, "draw"))"
    case .gaveUp(let index, let draw, let states):
      "the solver gave up on draw \(draw) for index \(index) at its limit of "
        + "\(counted(states, "state")); "
        + "skipping that draw would bias the levels; raise the limit on states"
    }
  }
}
