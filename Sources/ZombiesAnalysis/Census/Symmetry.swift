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
  /// The level that stands for all that are like it by symmetry (``Symmetry/group(of:)``): of their codes
  /// its code comes first in byte order. A level of no family is like itself alone. O(squares).
  public var canonical: Level {
    guard let family = Family(of: self) else { return self }
    if let small = SmallLevel(self) { return Level(Orbits(of: family).canonical(of: small)) }
    let images = Symmetry.group(of: family).map { $0 == .identity ? self : moved(by: $0) }
    let codes = images.map(\.code)
    let first = codes.indices.min { codes[$0].utf8.lexicographicallyPrecedes(codes[$1].utf8) }
    return first.map { images[$0] } ?? self
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
///
/// One placement stands for each orbit: the *canonical* one, whose code comes first in byte order.
struct Orbits {
  /// For each symmetry except the identity, the image of each square's index.
  private let maps: [[UInt8]]

  /// The columns of the room.
  private let columns: Int

  /// The orbits of a family of at most 64 squares.
  init(of family: Family) {
    let size = family.size
    columns = size.columns
    maps = Symmetry.group(of: family).dropFirst().map { symmetry in
      (0..<size.squareCount).map { index in
        UInt8(size.index(of: symmetry.image(of: size.square(at: index), in: size)))
      }
    }
    assert(
      maps.allSatisfy { map in map.indices.allSatisfy { map[Int(map[$0])] == $0 } },
      "each symmetry undoes itself")
  }

  /// Whether each placement is a level of its own.
  var areSingle: Bool { maps.isEmpty }

  /// The other placements of a level's orbit, if the level is the canonical one; nil if it is not.
  /// O(things).
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

  /// Whether a level is the canonical one of its orbit. O(things).
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

  /// Whether a placement's code comes before that of another one of the same family, without making
  /// either: the first square where they differ decides, with the floor around it.
  private func comes(_ left: SmallLevel, before right: SmallLevel) -> Bool {
    var different: UInt64 = left.zombies.word ^ right.zombies.word
    different |= left.blocks.word ^ right.blocks.word
    different |= left.flashlights.word ^ right.flashlights.word
    guard different != 0 else { return false }
    let place = Bitboard(word: different).lowest
    let (mine, theirs) = (left.letter(at: place), right.letter(at: place))
    if let mine, let theirs {
      // Both end the same run of floor, if there is one.
      return mine < theirs
    }
    // One of them goes on with floor. Both have the same floor before the square, in this row.
    let floor = mine == nil ? left : right
    var (begin, end) = (place, place + 1)
    while begin % columns > 0, floor.isFloor(begin - 1) { begin -= 1 }
    while end % columns > 0, floor.isFloor(end) { end += 1 }
    let isLess = Self.precedes(
      run: end - begin, run: place - begin, then: mine ?? theirs ?? UInt8(ascii: "Z"))
    return mine == nil ? isLess : !isLess
  }

  /// Whether a longer run of floor comes before a shorter one, which may be none, with a thing behind it.
  /// Runs of up to 64 squares have one digit or two.
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
