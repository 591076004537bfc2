import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// A map of a room to itself that takes start and signpost of a generated level, which are in
/// opposite corners, to themselves or to each other.
///
///     S a b      S d .      P . e      P f e
///     d . .      a . f      f . d      . . b      identity, transposition, half turn,
///     . f P      b . P      b a S      e d S      antitransposition
///
/// Which symmetries preserve the verdict, the par and the number of shortest solutions of every
/// generated level (all three, comparing the level with the one whose other things are moved, while
/// start and signpost stay in place):
///
/// - If no zombie can ever move (no zombie, or a dark room without a flashlight), a round is a way
///   through the squares that no zombie reaches and no block shuts, which include start and
///   signpost by the placement rule. Shortest ways are preserved by every map of the room to itself
///   that takes start to start: the *transposition* of a square room, which swaps up with left and
///   down with right. And a shortest way can be walked backwards, from signpost to start, so maps
///   that swap the two work as well: the *half turn* of every room, and the composition of both,
///   the *antitransposition*. This holds under all rules.
/// - If zombies may move, time has a direction, and the half turn is lost. The transposition turns
///   zombies that chase `vertical` into ones that chase `horizontal`, and vice versa: a level with
///   one zombie under one rule corresponds to the transposed level under the other, at every speed
///   and catching distance. No rule is its own mirror image: `longest` is, except for ties, which
///   are vertical first, and that is enough; and several zombies move in reading order, which is
///   not preserved either. The tests find a counterexample for every rule, so only the identity is
///   left.
public enum Symmetry: String, CaseIterable, Sendable {
  /// Every square stays.
  case identity
  /// Rows become columns: the reflection in the diagonal from signpost to start.
  case transposition
  /// Up and down, left and right are swapped.
  case halfTurn = "half-turn"
  /// The reflection in the other diagonal.
  case antitransposition

  /// The symmetries that preserve verdict, par and number of shortest solutions of every level of a
  /// family under all rules, the identity first.
  public static func group(of family: Family) -> [Symmetry] {
    if family.zombies > 0, family.isLit || family.flashlights > 0 { return [.identity] }
    let isSquare = family.size.rows == family.size.columns
    return isSquare ? allCases : [.identity, .halfTurn]
  }

  /// The image of a square.
  ///
  /// - Precondition: The room is square, for the two reflections.
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

extension Level {
  /// The same level as its symmetries have it (``Symmetry/group(of:)``): of all that are alike, the one
  /// whose code comes first. A level of no family is like itself alone. O(squares).
  public var canonicalCode: String {
    guard let family = try? BlindPlan.family(of: self) else { return code }
    let codes = Symmetry.group(of: family).map { symmetry in
      symmetry == .identity ? code : moved(by: symmetry).code
    }
    return codes.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? code
  }

  /// The level with its zombies, blocks and flashlights moved, and start and signpost in their places.
  private func moved(by symmetry: Symmetry) -> Level {
    func images(_ squares: [Square]) -> [Square] {
      squares.map { symmetry.image(of: $0, in: size) }
    }
    let level = try? replacing(
      zombies: images(zombies), blocks: images(blocks), flashlights: images(flashlights))
    return level ?? self
  }
}

/// The sets of placements that a family's symmetries make equivalent: their orbits.
struct Orbits {
  /// For each symmetry except the identity, the image of each square's index.
  private let maps: [[UInt8]]

  /// The orbits of a family of at most 64 squares.
  init(of family: Family) {
    let size = family.size
    maps = Symmetry.group(of: family).dropFirst().map { symmetry in
      (0..<size.squareCount).map { index in
        UInt8(size.index(of: symmetry.image(of: size.square(at: index), in: size)))
      }
    }
  }

  /// Whether each placement is a level of its own.
  var areSingle: Bool { maps.isEmpty }

  /// The other placements of a level's orbit, if the level is the one with the smallest number (in
  /// the order of ``Placements``); nil if it is not. O(things).
  func others(ifFirst level: SmallLevel) -> [SmallLevel]? {
    var others: [SmallLevel] = []
    for map in maps {
      let image = Self.image(of: level, by: map)
      if Self.comes(image, before: level) { return nil }
      if image != level, !others.contains(image) { others.append(image) }
    }
    return others
  }

  /// Whether no other placement of a level's orbit has a smaller number. O(things).
  func isFirst(_ level: SmallLevel) -> Bool {
    maps.allSatisfy { !Self.comes(Self.image(of: level, by: $0), before: level) }
  }

  /// The level with the smallest number in a level's orbit.
  func first(of level: SmallLevel) -> SmallLevel {
    maps.reduce(level) { first, map in
      let image = Self.image(of: level, by: map)
      return Self.comes(image, before: first) ? image : first
    }
  }

  private static func image(of level: SmallLevel, by map: [UInt8]) -> SmallLevel {
    func image(_ set: Bitboard) -> Bitboard {
      set.reduce(into: Bitboard()) { $0.insert(Int(map[$1])) }
    }
    var moved = level
    moved.zombies = image(level.zombies)
    moved.blocks = image(level.blocks)
    moved.flashlights = image(level.flashlights)
    return moved
  }

  /// Whether a placement has a smaller number than another one of the same family.
  private static func comes(_ left: SmallLevel, before right: SmallLevel) -> Bool {
    for (mine, theirs) in [
      (left.zombies, right.zombies), (left.blocks, right.blocks),
      (left.flashlights, right.flashlights),
    ] where mine != theirs {
      // Sets of one size are in lexicographic order: the first square that is in only one decides.
      return mine.contains(Bitboard(word: mine.word ^ theirs.word).lowest)
    }
    return false
  }
}
