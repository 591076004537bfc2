import ZombiesCore
import ZombiesGenerator

/// The reason why the best blind play of a family is not computed.
public enum PlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The room has more squares than a plan supports.
  case tooLarge(squares: Int, limit: Int)
  /// There may be more beliefs, or positions in the light, than the limit.
  case tooManyBeliefs(family: Family, limit: Int)
  /// There are more placements than the limit, which is lower if the plan lists them: with hearing, or for
  /// some of the placements.
  case tooManyPlacements(family: Family, limit: UInt64)
  /// The family has more things than the placement rule leaves squares for.
  case tooManyThings(things: Int, squares: Int)
  /// The solver gave up on a lit room.
  case gaveUp(Level)
  /// The placement rule cannot make the level, so its family is unknown.
  case notOfAFamily(Level)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .tooLarge(let squares, let limit):
      "the best blind play is computed only for rooms of up to \(limit) squares, not \(squares)"
    case .tooManyBeliefs(let family, let limit):
      "the best blind play of \(family) may need more than \(limit) beliefs or positions in the "
        + "light; it needs a smaller room or fewer things"
    case .tooManyPlacements(let family, let limit):
      "\(family) has more than \(limit) placements; its best blind play needs a smaller room or fewer "
        + "things"
    case .tooManyThings(let things, let squares):
      "\(counted(things, "thing")) \(things == 1 ? "does" : "do") not fit: the placement rule leaves "
        + "\(counted(squares, "square"))"
    case .gaveUp(let level): "the solver gave up on \(level.code)"
    case .notOfAFamily(let level):
      "\(level.code) belongs to no family: the placement rule never puts its start, its signpost or "
        + "a thing where it is"
    }
  }
}
