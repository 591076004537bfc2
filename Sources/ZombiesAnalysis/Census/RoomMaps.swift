import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// A set of the eight maps of a room, each of them also with start and signpost exchanged.
///
/// A map transposes the room or not, then reverses the order of the rows or not, then makes a half turn
/// or not. Start and signpost move along. The bit 4 + 2 + 1 is for the map that does all three, and
/// eight bits further is the same with start and signpost exchanged.
package struct RoomMaps: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  /// Every square stays.
  static let identity = RoomMaps(rawValue: 0x01)
  /// The maps that keep rows and columns apart: the identity, two reflections and the half turn.
  static let axes = RoomMaps(rawValue: 0x0F)
  /// All eight, for a square room.
  static let all = RoomMaps(rawValue: 0xFF)
  /// The maps that make rows of columns.
  static let transposing = RoomMaps(rawValue: 0xF0F0)

  /// The maps of a room with start and signpost in opposite corners that map the two to themselves or, with
  /// the exchange, to each other.
  ///
  ///     S a b      S d .      P . e      P f e
  ///     d . .      a . f      f . d      . . b      identity, transposition, half turn,
  ///     . f P      b . P      b a S      e d S      antitransposition
  private static let cornerNames = [
    0: "identity", 4: "transposition", 8 + 2: "half-turn", 8 + 4 + 2: "antitransposition",
  ]

  /// The numbers of the maps: those of their bits.
  var numbers: Bitboard { Bitboard(word: UInt64(rawValue)) }

  /// The number of maps.
  package var count: Int { numbers.count }

  /// The names of the maps of a family, the identity first.
  package var names: [String] { numbers.compactMap { Self.cornerNames[$0] } }

  /// These maps, and each with start and signpost exchanged.
  var withExchange: RoomMaps { RoomMaps(rawValue: rawValue | rawValue << 8) }

  /// The symmetries of the rules for a level: see ``LevelClass``. O(zombies).
  init(of level: Level, under rules: Rules) {
    if level.zombiesMayMove {
      self = level.zombies.count == 1 ? .axes : .identity
      return
    }
    let maps: RoomMaps = level.size.rows == level.size.columns ? .all : .axes
    let catches = level.zombies.contains { zombie in
      min(zombie.distance(to: level.start), zombie.distance(to: level.signpost))
        <= rules.catchingDistance
    }
    // The exchange does not preserve luck, because the player hears and sees other squares on the way.
    let tellsLuck = rules.hearingTellsMore && !level.isLit
    self = catches || tellsLuck ? maps : maps.withExchange
  }

  /// The maps of a family's placements to its placements that preserve verdict, par and number of shortest
  /// solutions of every level. They move zombies, blocks and flashlights, while start and signpost stay in
  /// place.
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
  ///
  /// - Complexity: O(squares).
  init(of family: Family, under rules: Rules) {
    var placements = Placements(family).makeIterator()
    // All placements have the same maps. In corridors, there are others that do the same.
    let maps = placements.next().map { RoomMaps(of: $0, under: rules).placing($0) } ?? .identity
    self = maps.intersection(
      Self.cornerNames.keys.reduce(into: []) { $0.insert(RoomMaps(rawValue: 1 << $1)) })
  }

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The maps of this set that lead to a level that obeys the placement rule; all if none does.
  ///
  /// - Complexity: O(things).
  func placing(_ level: Level) -> RoomMaps {
    let (size, start, signpost) = (level.size, level.start, level.signpost)
    func isAlone(_ things: [Square]) -> Bool {
      things.allSatisfy { $0.distance(to: start) > 1 && $0.distance(to: signpost) > 1 }
    }
    guard start.row == 0 || start.row == size.rows - 1,
      start.column == 0 || start.column == size.columns - 1,
      signpost.row == size.rows - 1 - start.row,
      signpost.column == size.columns - 1 - start.column,
      isAlone(level.zombies), isAlone(level.blocks), isAlone(level.flashlights)
    else { return self }
    var placing: RoomMaps = []
    for map in numbers {
      // The other is then in the opposite corner.
      if Self.image(of: map < 8 ? signpost : start, by: map % 8, in: size) == size.topLeft {
        placing.insert(RoomMaps(rawValue: 1 << map))
      }
    }
    return placing.isEmpty ? self : placing
  }

  /// The image of a square by one of the eight maps.
  static func image(of square: Square, by map: Int, in size: RoomSize) -> Square {
    var (row, column, rows, columns) = (square.row, square.column, size.rows, size.columns)
    if map & 4 != 0 { (row, column, rows, columns) = (column, row, columns, rows) }
    if map & 1 != 0 { row = rows - 1 - row }
    if map & 2 != 0 { (row, column) = (rows - 1 - row, columns - 1 - column) }
    return Square(row: row, column: column)
  }

  /// The image of a level whose code comes first in byte order, and the number of different images.
  ///
  /// - Complexity: A few operations on words for each map in rooms of at most 64 squares, otherwise
  ///   O(rows + things · log things) for each map.
  func firstImage(of level: Level) -> (level: Level, count: Int) {
    if self == .identity { return (level, 1) }
    if let letters = SquareLetters(level) {
      let (first, count) = letters.first(by: self, in: level.size)
      return (
        first == letters ? level : Level(first, size: level.size, isLit: level.isLit), count
      )
    }
    var first = (level: level, code: [UInt8]())
    // Every different image is the image by equally many maps.
    var same = 0
    for map in numbers {
      let image = Self.image(of: level, by: map)
      var code: [UInt8] = []
      image.appendCode(to: &code)
      if code == first.code {
        same += 1
      } else if first.code.isEmpty || code.lexicographicallyPrecedes(first.code) {
        (first, same) = ((image, code), 1)
      }
    }
    return (first.level, count / max(1, same))
  }

  /// The image of a level by one of the eight maps, or from 8 on by the same with start and signpost
  /// exchanged.
  static func image(of level: Level, by map: Int) -> Level {
    func image(_ square: Square) -> Square { Self.image(of: square, by: map % 8, in: level.size) }
    return Level(
      unchecked: map & 4 != 0 ? level.size.transposed : level.size,
      start: image(map < 8 ? level.start : level.signpost),
      signpost: image(map < 8 ? level.signpost : level.start),
      zombies: level.zombies.map(image).sorted(), blocks: level.blocks.map(image).sorted(),
      flashlights: level.flashlights.map(image).sorted(), isLit: level.isLit)
  }
}
