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

extension Level {
  /// The canonical level among all levels equal to this one by symmetry (``Symmetry/group(of:)``): the one
  /// whose code comes first in byte order. A level of no family is its own canonical level. O(squares).
  public var canonical: Level {
    guard let family = Family(of: self) else { return self }
    if let small = SmallLevel(self) { return Level(Orbits(of: family).canonical(of: small)) }
    let images = Symmetry.group(of: family).map { $0 == .identity ? self : moved(by: $0) }
    let codes = images.map(\.code)
    let first = codes.indices.min { codes[$0].utf8.lexicographicallyPrecedes(codes[$1].utf8) }
    return first.map { images[$0] } ?? self
  }

  /// The level with its zombies, blocks and flashlights moved, but not its start and signpost.
  private func moved(by symmetry: Symmetry) -> Level {
    func images(_ squares: [Square]) -> [Square] {
      squares.map { symmetry.image(of: $0, in: size) }
    }
    let level = try? replacing(
      zombies: images(zombies), blocks: images(blocks), flashlights: images(flashlights))
    return level ?? self
  }
}

/// The orbits of a family: the sets of placements that are equal by its symmetries.
///
/// The *canonical* placement of an orbit is the one whose code comes first in byte order.
struct Orbits {
  /// For each symmetry except the identity, the image of each square's index.
  private let maps: [[UInt8]]

  /// The columns of the room.
  private let columns: Int

  /// The orbits of a family of at most 64 squares.
  ///
  /// - Parameter keepingLuck: Whether levels of an orbit have the same luck.
  init(of family: Family, keepingLuck: Bool = false) {
    let size = family.size
    columns = size.columns
    maps = Symmetry.group(of: family, keepingLuck: keepingLuck).dropFirst().map { symmetry in
      (0..<size.squareCount).map { index in
        UInt8(size.index(of: symmetry.image(of: size.square(at: index), in: size)))
      }
    }
    assert(
      maps.allSatisfy { map in map.indices.allSatisfy { map[Int(map[$0])] == $0 } },
      "each symmetry undoes itself")
  }

  /// Whether every orbit has only one placement.
  var areSingle: Bool { maps.isEmpty }

  /// The other placements of a level's orbit; nil if the level is not canonical. O(things).
  func others(ifCanonical level: SmallLevel) -> [SmallLevel]? {
    var others: [SmallLevel] = []
    for map in maps {
      let image = Self.image(of: level, by: map)
      if comes(image, before: level) { return nil }
      if image != level, !others.contains(image) { others.append(image) }
    }
    assert((maps.count + 1) % (others.count + 1) == 0, "an orbit's size divides that of the group")
    return others
  }

  /// Whether a level is canonical. O(things).
  func isCanonical(_ level: SmallLevel) -> Bool {
    maps.allSatisfy { !comes(Self.image(of: level, by: $0), before: level) }
  }

  /// The canonical level of a level's orbit. O(things).
  func canonical(of level: SmallLevel) -> SmallLevel {
    let first = maps.reduce(level) { first, map in
      let image = Self.image(of: level, by: map)
      return comes(image, before: first) ? image : first
    }
    assert(isCanonical(first), "the first of its orbit")
    return first
  }

  private static func image(of level: SmallLevel, by map: [UInt8]) -> SmallLevel {
    func image(_ set: Bitboard) -> Bitboard {
      set.reduce(into: Bitboard()) { $0.insert(Int(map[$1])) }
    }
    var moved = level
    moved.zombies = image(level.zombies)
    moved.blocks = image(level.blocks)
    moved.flashlights = image(level.flashlights)
    assert(
      moved.zombies.count == level.zombies.count && moved.blocks.count == level.blocks.count
        && moved.flashlights.count == level.flashlights.count, "no two things on one square")
    return moved
  }

  /// Whether a placement's code comes before the code of another placement of the same family, without
  /// making either code: the first square where they differ decides, together with the floor around it.
  private func comes(_ left: SmallLevel, before right: SmallLevel) -> Bool {
    var different: UInt64 = left.zombies.word ^ right.zombies.word
    different |= left.blocks.word ^ right.blocks.word
    different |= left.flashlights.word ^ right.flashlights.word
    guard different != 0 else { return false }
    let place = Bitboard(word: different).lowest
    let (mine, theirs) = (left.letter(at: place), right.letter(at: place))
    if let mine, let theirs {
      // Both things end the same run of floor, if any.
      return mine < theirs
    }
    // One placement continues with floor. Both have the same floor before the square, in this row.
    let floor = mine == nil ? left : right
    var (begin, end) = (place, place + 1)
    while begin % columns > 0, floor.isFloor(begin - 1) { begin -= 1 }
    while end % columns > 0, floor.isFloor(end) { end += 1 }
    let isLess = Self.precedes(
      run: end - begin, run: place - begin, then: mine ?? theirs ?? UInt8(ascii: "Z"))
    return mine == nil ? isLess : !isLess
  }

  /// Whether a longer run of floor is written before a shorter one, which may be empty, and a thing.
  /// Runs of up to 64 squares have one or two digits.
  private static func precedes(run long: Int, run short: Int, then letter: UInt8) -> Bool {
    func digit(_ number: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(number) }
    let mine = long < 10 ? [digit(long)] : [digit(long / 10), digit(long % 10)]
    var theirs: [UInt8] = []
    if short >= 10 { theirs.append(digit(short / 10)) }
    if short > 0 { theirs.append(digit(short % 10)) }
    return mine.lexicographicallyPrecedes(theirs + [letter])
  }
}

extension SmallLevel {
  /// The letter of the zombie, block or flashlight on a square; nil if there is none.
  fileprivate func letter(at place: Int) -> UInt8? {
    if zombies.contains(place) { return Thing.zombie.letter }
    if blocks.contains(place) { return Thing.block.letter }
    return flashlights.contains(place) ? Thing.flashlight.letter : nil
  }

  fileprivate func isFloor(_ place: Int) -> Bool {
    letter(at: place) == nil && place != start && place != signpost
  }
}
