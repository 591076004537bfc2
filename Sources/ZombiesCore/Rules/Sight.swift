// What a player sees and hears ("The rules", section 2): in the dark, only the four neighbouring
// squares, and the number of zombies within the hearing distance; in a lit room, everything. The fast
// form is in SmallRound.swift.

/// A round as its player sees it.
///
/// A player that receives a sight cannot reach the round itself, so it cannot peek. The player
/// always knows the sides of the room and the square of the signpost.
@frozen
public struct Sight: Sendable {
  @usableFromInline let round: AnyRound

  /// The sight of a round's player.
  @inlinable
  package init(_ round: AnyRound) { self.round = round }

  /// The sight of a round's player.
  public init(_ round: Round) { self.init(.wide(round)) }

  /// The sight of a round's player in a room of at most 64 squares.
  @inlinable
  public init(_ sight: SmallSight) { self.init(.small(sight.round)) }

  /// The same sight as bitboards, for players that compute with them; nil in a room of more than 64
  /// squares.
  @inlinable
  public var small: SmallSight? { round.read({ SmallSight($0) }, { _ in nil }) }

  /// The sides of the room.
  @inlinable
  public var size: RoomSize { round.read({ $0.size }, { $0.level.size }) }

  /// The square of the player.
  @inlinable
  public var player: Square { round.read({ $0.size.square(at: $0.player) }, { $0.player }) }

  /// The square of the signpost.
  @inlinable
  public var signpost: Square {
    round.read({ $0.size.square(at: $0.level.signpost) }, { $0.level.signpost })
  }

  /// Whether the room is lit.
  @inlinable
  public var isLit: Bool { round.read({ $0.isLit }, { $0.isLit }) }

  /// The number of moves made.
  @inlinable
  public var moves: Int { round.moves }

  /// The legal moves, which depend on the four neighbouring squares. There is at least one until the
  /// round is over.
  @inlinable
  public var legalMoves: DirectionSet { round.legalMoves }

  /// The number of zombies within the hearing distance of the player; nil if the room is lit, if the rules
  /// have no hearing, and after a move that was not survived.
  ///
  /// Distance is Manhattan distance, and blocks do not muffle. The number includes zombies that the player
  /// also sees.
  ///
  /// - Complexity: O(*d*) at hearing distance *d* in a room of at most 64 squares, otherwise O(*d*²).
  @inlinable
  public var heard: Int? { round.read({ SmallSight($0).heard }, { $0.heard }) }

  /// The hearing distance of the rules in force; 0 if there is no hearing.
  @inlinable
  public var hearingDistance: Int {
    round.read({ $0.rules.hearingDistance }, { $0.rules.hearingDistance })
  }

  /// Whether the player sees a square now: its own square and the neighbouring ones or, if the room is
  /// lit, all squares.
  @inlinable
  public func sees(_ square: Square) -> Bool {
    round.read(
      { $0.size.contains(square) && SmallSight($0).seen.contains($0.size.index(of: square)) },
      { $0.playerSees(square) })
  }

  /// The block, zombie, flashlight or signpost that the player sees on a square; nil if there is
  /// none, or if the player does not see the square. The signpost is known even if it is not seen.
  /// A zombie on the signpost hides the signpost.
  @inlinable
  public func thing(at square: Square) -> Thing? {
    guard sees(square) else { return square == signpost ? .signpost : nil }
    switch round {
    case .small(let round):
      let index = round.size.index(of: square)
      if round.zombies.contains(index) { return .zombie }
      if index == round.level.signpost { return .signpost }
      if round.level.blocks.contains(index) { return .block }
      return round.level.flashlights.contains(index) ? .flashlight : nil
    case .wide(let round): return round.thing(at: square)
    }
  }

  /// The blocks that the player sees now, in reading order.
  public var blocks: [Square] { squares(of: .block) }

  /// The zombies that the player sees now, in reading order.
  public var zombies: [Square] { squares(of: .zombie) }

  /// The flashlights that the player sees now, in reading order.
  public var flashlights: [Square] { squares(of: .flashlight) }

  /// The squares of zombies, blocks or flashlights that the player sees now, in reading order.
  package func squares(of thing: Thing) -> [Square] {
    switch round {
    case .small(let round):
      let sight = SmallSight(round)
      return sight.room.squares(
        thing == .block ? sight.blocks : thing == .zombie ? sight.zombies : sight.flashlights)
    case .wide(let round):
      let set = round.set(of: thing)
      if round.isLit { return set.squares }
      let near = Direction.allCases.compactMap { round.level.size.exit(from: round.player, $0) }
      return (near + [round.player]).filter { set.contains($0) }.sorted()
    }
  }
}

extension Round {
  /// The number of zombies within the hearing distance of the player: see ``Sight/heard``.
  @usableFromInline
  package var heard: Int? {
    guard rules.hearingDistance > 0, !isLit, outcome?.isSurvived ?? true else { return nil }
    return zombies.count(within: rules.hearingDistance, of: player)
  }

  /// Whether the player sees a square now.
  @usableFromInline
  func playerSees(_ square: Square) -> Bool {
    guard level.size.contains(square) else { return false }
    return isLit || square == player || level.size.hasExit(from: player, to: square)
  }

  /// The block, zombie, flashlight or signpost on a square.
  @usableFromInline
  package func thing(at square: Square) -> Thing? {
    if zombies.contains(square) { return .zombie }
    if square == level.signpost { return .signpost }
    if blocks.contains(square) { return .block }
    return flashlights.contains(square) ? .flashlight : nil
  }

  /// The current squares of all zombies, blocks or flashlights.
  fileprivate func set(of thing: Thing) -> SquareSet {
    thing == .block ? blocks : thing == .zombie ? zombies : flashlights
  }
}
