import ZombiesCore
import ZombiesGenerator

/// What a player has seen of a dark room of at most 64 squares.
///
/// The things not yet seen are on squares not yet seen, and all placements of them are equally likely.
/// The player's position does not matter, because walking among squares that reveal nothing new is
/// free.
package struct Belief: Hashable, Sendable {
  /// The squares whose contents are known.
  var seen = Bitboard()
  /// The blocks on these squares.
  var blocks = Bitboard()
  /// The zombies on these squares. If zombies catch from one square away, a player still in the round has
  /// seen none, unless the fatal move was undone.
  var zombies = Bitboard()
  /// The flashlights on these squares. A flashlight in sight lights the room, so there are none unless
  /// moves were undone.
  var flashlights = Bitboard()

  /// Adds what was seen elsewhere or at another time.
  mutating func formUnion(_ other: Belief) {
    seen |= other.seen
    blocks |= other.blocks
    zombies |= other.zombies
    flashlights |= other.flashlights
  }

  /// Whether some squares, with their contents, are among those of this belief.
  func includes(_ other: Belief) -> Bool {
    (other.seen - seen).isEmpty && zombies & other.seen == other.zombies
      && blocks & other.seen == other.blocks && flashlights & other.seen == other.flashlights
  }
}

extension Belief {
  /// The contents of some squares of a level.
  init(of level: SmallLevel, on squares: Bitboard) {
    seen = squares
    blocks = level.blocks & squares
    zombies = level.zombies & squares
    flashlights = level.flashlights & squares
  }

  /// Whether a level has the same contents.
  func agrees(with level: SmallLevel) -> Bool { Belief(of: level, on: seen) == self }
}

/// A player's knowledge of a dark room of at most 64 squares: what it has seen, and the numbers heard.
package struct KnownRoom: Hashable, Sendable {
  /// What the player has seen. The squares that the placement rule keeps empty may be missing.
  private(set) var seen = Belief()

  /// The numbers of zombies heard, by the indices of the squares where they were heard.
  package private(set) var heard: [Int: Int] = [:]

  /// Knowledge of nothing.
  package static var nothing: KnownRoom { KnownRoom() }

}

extension KnownRoom {
  /// Creates the knowledge of some squares of a level, and of some numbers heard.
  ///
  /// - Parameter heard: The numbers of zombies heard, by the indices of the squares.
  package init(of level: SmallLevel, seen squares: Bitboard, heard: [Int: Int] = [:]) {
    self.init(seen: Belief(of: level, on: squares), heard: heard)
  }

  /// The knowledge of a player who also knows something else about the same room.
  package func union(_ other: KnownRoom) -> KnownRoom {
    var both = self
    both.seen.formUnion(other.seen)
    for (square, number) in other.heard { both.heard[square] = number }
    return both
  }

  /// Whether this knowledge includes all of another one.
  func includes(_ other: KnownRoom) -> Bool {
    seen.includes(other.seen) && other.heard.allSatisfy { heard[$0.key] == $0.value }
  }

  /// Whether a level agrees with this knowledge.
  ///
  /// - Parameter hearingAreas: For each square, the squares within the hearing distance.
  @inline(__always)
  package func agrees(with level: SmallLevel, _ hearingAreas: [Bitboard]) -> Bool {
    seen.agrees(with: level)
      && heard.allSatisfy { (level.zombies & hearingAreas[$0.key]).count == $0.value }
  }

  /// The levels of a family that agree with this knowledge.
  ///
  /// - Precondition: Rooms have at most 64 squares.
  /// - Complexity: O(placements).
  package func levels(of family: Family, _ hearingAreas: [Bitboard]) -> [SmallLevel] {
    var levels: [SmallLevel] = []
    var placements = SmallPlacements(family)
    while let (batch, count) = placements?.next() {
      for index in 0..<count where agrees(with: batch[index], hearingAreas) {
        levels.append(batch[index])
      }
    }
    return levels
  }
}
