import ZombiesCore

/// A set of the eight maps of a room, each of them also with start and signpost exchanged.
///
/// A map transposes the room or not, then reverses the order of the rows or not, then makes a half turn
/// or not. Start and signpost move along. The bit 4 + 2 + 1 is for the map that does all three, and
/// eight bits further is the same with start and signpost exchanged.
struct RoomMaps: OptionSet, Hashable {
  let rawValue: UInt16

  /// Every square stays.
  static let identity = RoomMaps(rawValue: 0x01)
  /// The maps that keep rows and columns apart: the identity, two reflections and the half turn.
  static let axes = RoomMaps(rawValue: 0x0F)
  /// All eight, for a square room.
  static let all = RoomMaps(rawValue: 0xFF)
  /// The maps that make rows of columns.
  static let transposing = RoomMaps(rawValue: 0xF0F0)

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
    self = catches || rules.tellsLuck(inLit: level.isLit) ? maps : maps.withExchange
  }

  /// The maps of a family's placements to its placements.
  init(_ symmetries: [Symmetry]) {
    self = symmetries.reduce(into: []) { $0.insert($1.map) }
  }

  init(rawValue: UInt16) { self.rawValue = rawValue }

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
    for map in 0..<16 where rawValue >> map & 1 != 0 {
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

  /// The image of a level of any size whose code comes first in byte order, with its code, and the
  /// number of different images. O(rows + things · log things) for each map.
  func firstImage(of level: Level) -> (level: Level, code: [UInt8], count: Int) {
    var first = (level: level, code: [UInt8]())
    // Every different image is the image by equally many maps.
    var (count, same) = (0, 0)
    for map in 0..<16 where rawValue >> map & 1 != 0 {
      let image = Self.image(of: level, by: map)
      var code: [UInt8] = []
      image.appendCode(to: &code)
      count += 1
      if code == first.code {
        same += 1
      } else if first.code.isEmpty || code.lexicographicallyPrecedes(first.code) {
        (first, same) = ((image, code), 1)
      }
    }
    return (first.level, first.code, count / max(1, same))
  }

  /// The image of a level by one of the eight maps, or from 8 on by the same with start and signpost
  /// exchanged.
  private static func image(of level: Level, by map: Int) -> Level {
    func image(_ square: Square) -> Square { Self.image(of: square, by: map % 8, in: level.size) }
    return Level(
      unchecked: map & 4 != 0 ? level.size.transposed : level.size,
      start: image(map < 8 ? level.start : level.signpost),
      signpost: image(map < 8 ? level.signpost : level.start),
      zombies: level.zombies.map(image).sorted(), blocks: level.blocks.map(image).sorted(),
      flashlights: level.flashlights.map(image).sorted(), isLit: level.isLit)
  }
}

extension Rules {
  /// Whether grades depend on luck: in dark levels with hearing.
  func tellsLuck(inLit isLit: Bool) -> Bool { hearingTellsMore && !isLit }
}

extension Symmetry {
  /// The map of the room, with start and signpost exchanged if it swaps their corners.
  fileprivate var map: RoomMaps {
    switch self {
    case .identity: .identity
    case .transposition: RoomMaps(rawValue: 1 << 4)
    case .halfTurn: RoomMaps(rawValue: 1 << (8 + 2))
    case .antitransposition: RoomMaps(rawValue: 1 << (8 + 4 + 2))
    }
  }
}
