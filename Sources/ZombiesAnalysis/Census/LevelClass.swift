import ZombiesCore

/// All levels that are equal to a level by symmetry, and the one that represents them.
///
/// The class of a level contains its images in the *symmetries of the rules*. These are maps of the
/// room to itself, with start, signpost and things, that keep the verdict, the par and the number of
/// shortest solutions:
///
/// - If no zombie can ever move (there are no zombies, or the room is dark without flashlights), all
///   maps of the room: eight in a square room, otherwise four. If also no zombie is within the catching
///   distance of the start or the signpost, each of them with start and signpost exchanged, because a
///   solution can be walked backwards. This is left out where luck counts, that is in dark levels with
///   a hearing distance of more than 1, because the player hears and sees other squares on the way.
/// - If exactly one zombie may move, the identity, the reflections that exchange left and right or up
///   and down, and the half turn. They keep vertical steps vertical, so every chase rule stays the
///   same.
/// - If several zombies may move, only the identity, because they move in reading order.
///
/// The representative is the image whose code comes first in byte order. If any images are placements of
/// a family, only those are compared. So the class of a generated level has the representative and the
/// placements that a ``Census`` finds.
///
///     let level = try Level("P2/1#1/2S")
///     LevelClass(of: level).representative.code   // "S2/1#1/2P"
///     LevelClass(of: level).count                 // 4: each has the start in another corner
public struct LevelClass: Hashable, Sendable {
  /// The level that represents the class, the same for each of its levels.
  public let representative: Level

  /// The number of different levels in the class, this level included. For a placement of a family, only
  /// placements are counted: those that the representative stands for.
  public let count: Int

  /// Finds the class of a level.
  ///
  /// - Parameters:
  ///   - level: The level, with start and signpost anywhere.
  ///   - rules: The rules in force.
  /// - Complexity: O(things), with about 16 operations on words for each image, in rooms of at most 64
  ///   squares. Otherwise O(rows + things · log things) for each of at most 16 images.
  public init(of level: Level, under rules: Rules = .standard) {
    let all = RoomMaps(of: level, under: rules)
    let maps = all.placing(level)
    // A level that is no placement has images that are none.
    let counted = maps.contains(.identity) ? maps : all
    let first = maps.firstImage(of: level)
    representative = first.level
    count = counted == maps ? first.count : counted.firstImage(of: level).count
  }
}

extension Level {
  /// The representative of the level's class (``LevelClass``): of all levels equal to this one by
  /// symmetry, the one whose code comes first, and that obeys the placement rule if any does.
  ///
  /// - Parameter rules: The rules in force.
  /// - Complexity: Like ``LevelClass/init(of:under:)``.
  public func canonical(under rules: Rules = .standard) -> Level {
    LevelClass(of: self, under: rules).representative
  }
}
