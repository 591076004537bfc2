/// A level of any size in its wide form: rows of words for each kind of thing.
package struct WideLevel: Hashable, Sendable {
  /// The sides of the room.
  package let size: RoomSize

  /// The start: the square where the player begins.
  package var start: Square

  /// The square of the signpost.
  package var signpost: Square

  /// The squares of the zombies.
  package var zombies: SquareSet

  /// The squares of the blocks.
  package var blocks: SquareSet

  /// The squares of the flashlights.
  package var flashlights: SquareSet

  /// Whether the level begins lit.
  package var isLit: Bool

  /// Creates an empty room. O(squares / 64).
  package init(size: RoomSize, start: Square, signpost: Square, isLit: Bool) {
    self.size = size
    self.start = start
    self.signpost = signpost
    self.isLit = isLit
    zombies = SquareSet(size)
    blocks = zombies
    flashlights = zombies
  }

  /// Creates the wide form of a level. O(squares / 64 + things).
  package init(_ level: Level) {
    self.init(size: level.size, start: level.start, signpost: level.signpost, isLit: level.isLit)
    for square in level.zombies { zombies.insert(square) }
    for square in level.blocks { blocks.insert(square) }
    for square in level.flashlights { flashlights.insert(square) }
  }

  /// Whether any zombie can ever move: the level has a zombie, and it is lit or has a flashlight.
  package var zombiesMayMove: Bool { !zombies.isEmpty && (isLit || !flashlights.isEmpty) }

  /// The signpost, and the squares that a player can step on in the dark without being caught.
  ///
  /// - Complexity: O(squares / 64).
  package func safe(_ rules: Rules) -> SquareSet {
    var safe = rules.danger(of: zombies)
    safe.formUnion(blocks)
    safe.formComplement()
    safe.insert(signpost)
    return safe
  }
}

extension Level {
  /// Creates the plain form of a level from its wide form.
  package init(_ wide: WideLevel) {
    self.init(
      unchecked: wide.size, start: wide.start, signpost: wide.signpost,
      zombies: wide.zombies.squares, blocks: wide.blocks.squares,
      flashlights: wide.flashlights.squares, isLit: wide.isLit)
  }
}
