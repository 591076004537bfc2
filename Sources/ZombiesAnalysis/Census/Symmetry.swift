import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// A map of a room to itself that maps the start and the signpost of a generated level, which are in
/// opposite corners, to themselves or to each other.
///
///     S a b      S d .      P . e      P f e
///     d . .      a . f      f . d      . . b      identity, transposition, half turn,
///     . f P      b . P      b a S      e d S      antitransposition
///
/// A symmetry of a family preserves the verdict, the par and the number of shortest solutions of
/// every level. It moves the zombies, blocks and flashlights, while start and signpost stay in place.
/// ``LevelClass`` is about levels with start and signpost anywhere, which have more symmetries.
///
/// - If no zombie can ever move (there are no zombies, or the room is dark without a flashlight), a
///   solution is a path through squares that no zombie reaches and no block fills. They include start
///   and signpost, by the placement rule. Every map of the room to itself that keeps the start
///   preserves shortest paths: the *transposition* of a square room, which swaps up with left and
///   down with right. A shortest path can also be walked backwards, from signpost to start, so maps
///   that swap the two work as well: the *half turn* of every room, and the composition of both,
///   the *antitransposition*. This holds under all rules.
/// - If zombies may move, paths cannot be reversed, so the half turn is lost. The transposition turns
///   zombies that chase `vertical` into zombies that chase `horizontal`, and vice versa: a level with
///   one zombie under one rule corresponds to the transposed level under the other, at every speed
///   and catching distance. No rule is its own mirror image. Even `longest` is not, because ties go
///   vertical first. Several zombies move in reading order, which is not preserved either. The tests
///   find a counterexample for every rule, so only the identity remains.
public enum Symmetry: String, CaseIterable, Sendable {
  /// Every square stays.
  case identity
  /// Rows become columns: the reflection in the diagonal from signpost to start.
  case transposition
  /// Up and down are swapped, and left and right.
  case halfTurn = "half-turn"
  /// The reflection in the other diagonal.
  case antitransposition

  /// The symmetries that preserve verdict, par and number of shortest solutions of every level of a
  /// family under all rules, the identity first.
  ///
  /// - Parameters:
  ///   - family: The family.
  ///   - keepingLuck: Whether they also preserve the luck of dark levels (`Luck`). The half turn does not,
  ///     because the player hears and sees other squares on the way.
  public static func group(of family: Family, keepingLuck: Bool = false) -> [Symmetry] {
    if family.zombies > 0, family.isLit || family.flashlights > 0 { return [.identity] }
    let isSquare = family.size.rows == family.size.columns
    if keepingLuck { return isSquare ? [.identity, .transposition] : [.identity] }
    return isSquare ? allCases : [.identity, .halfTurn]
  }

  /// The image of a square.
  ///
  /// - Precondition: For the two reflections, the room is square.
  public func image(of square: Square, in size: RoomSize) -> Square {
    let turned = Square(row: size.rows - 1 - square.row, column: size.columns - 1 - square.column)
    return switch self {
    case .identity: square
    case .transposition: Square(row: square.column, column: square.row)
    case .halfTurn: turned
    case .antitransposition: Square(row: turned.column, column: turned.row)
    }
  }
}
