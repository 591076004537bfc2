/// The reason why an exploration of a level's states failed.
public enum ExplorationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are more states than the limit.
  case tooManyStates(limit: Int)
  /// The level is unsolvable, so it has no shortest solution.
  case unsolvable
  /// There are more shortest solutions than a `Double` can represent.
  case tooManySolutions
  /// Counting the solutions that return to a square would take too long.
  case tooMuchWork

  /// The reason, as an error message.
  public var description: String {
    switch self {
    case .tooManyStates(let limit): "the level has more than \(limit) states"
    case .unsolvable: "the level is unsolvable"
    case .tooManySolutions: "the level has more shortest solutions than can be counted"
    case .tooMuchWork: "counting the solutions that return to a square would take too long"
    }
  }
}
