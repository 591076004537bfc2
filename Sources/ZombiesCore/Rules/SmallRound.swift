/// The fast form of ``Round``, for rooms of at most 64 squares: a few words, without allocation.
///
/// Its parts can be set, so a search can put a round in any state.
@frozen
public struct SmallRound: Sendable {
  /// The level.
  public let level: SmallLevel

  /// The rules in force.
  public let rules: Rules

  /// The index of the player's square.
  public var player: Int

  /// The squares of the zombies.
  public var zombies: Bitboard

  /// The squares on which the zombies now catch a player.
  @inlinable @inline(__always)
  var danger: Bitboard { rules.danger(of: zombies, in: level.room) }

  /// Whether the room is lit.
  public var isLit: Bool

  /// The number of moves made.
  public var moves = 0

  /// The outcome; nil until the round ends.
  public var outcome: Outcome?

  /// Begins a round. It may end at once if the player is caught or stuck on the start.
  @inlinable
  public init(_ level: SmallLevel, rules: Rules) {
    assert(level.isValid, "a valid level")
    self.level = level
    self.rules = rules
    player = level.start
    zombies = level.zombies
    isLit = level.isLit || level.flashlightSight.contains(level.start)
    if danger.contains(player) {
      outcome = .caught
    } else if legalMoves.isEmpty {
      outcome = .stuck
    }
  }

  /// The directions that lead to a square of the room that is not a block.
  @inlinable
  public var legalMoves: DirectionSet { level.room.exits(player, avoiding: level.blocks) }

  /// Whether a direction leads to a square of the room that is not a block. For a single direction,
  /// this is faster than ``legalMoves``.
  @inlinable @inline(__always)
  package func isLegal(_ direction: Direction) -> Bool {
    let target = level.room.moved(Bitboard(square: player), direction)
    return !target.isEmpty && !target.intersects(level.blocks)
  }

  /// Makes a legal move, in a round that has not ended; ``Round/move(_:)`` checks this.
  @inlinable
  public mutating func move(_ direction: Direction) {
    assert(outcome == nil, "a round that has not ended")
    assert(legalMoves.contains(direction), "a legal move")
    player += level.room.step(direction)
    moves += 1
    var danger = danger
    outcome = rules.meet(
      Bitboard(square: player), signpost: Bitboard(square: level.signpost), zombies: &zombies,
      danger: &danger, isLit: &isLit, in: level.room,
      seesFlashlight: { level.flashlightSight.contains(player) },
      chase: {
        var shut = level.blocks
        shut.insert(level.signpost)
        return rules.chase($0, player: player, in: level.room, shut: shut)
      })
    if outcome == nil, legalMoves.isEmpty { outcome = .stuck }
    assert(isLit || zombies == level.zombies, "no zombie moves in the dark")
  }
}

extension Rules {
  /// Makes steps 2 to 5 of a move, after the player has stepped to a square. All code that stores
  /// states in words uses this function: ``SmallRound`` and every walk and search over single
  /// states.
  ///
  /// - Parameters:
  ///   - square: The square, alone in its set.
  ///   - signpost: The signpost's square, alone in its set.
  ///   - zombies: The squares of the zombies; updated by the chase if the room is lit.
  ///   - danger: The squares on which the zombies catch a player; updated after a chase.
  ///   - isLit: Whether the room is lit.
  ///   - room: The shape of the room.
  ///   - seesFlashlight: Whether the player sees a flashlight from the square.
  ///   - chase: Returns the squares of the zombies after they chase a player on this square.
  /// - Returns: The outcome; nil if the round continues.
  @inlinable @inline(__always)
  package func meet(
    _ square: Bitboard, signpost: Bitboard, zombies: inout Bitboard, danger: inout Bitboard,
    isLit: inout Bool, in room: SmallRoom, seesFlashlight: () -> Bool, chase: (Bitboard) -> Bitboard
  ) -> Outcome? {
    if square == signpost { return .won }
    if danger.intersects(square) { return .caught }
    if isLit {
      zombies = chase(zombies)
      danger = self.danger(of: zombies, in: room)
      if danger.intersects(square) { return .caught }
    } else {
      isLit = seesFlashlight()
    }
    return nil
  }
}

/// A small round as its player sees it: the fast form of ``Sight``.
@frozen
public struct SmallSight: Sendable {
  @usableFromInline let round: SmallRound

  /// The sight of a round's player.
  @inlinable
  public init(_ round: SmallRound) { self.round = round }

  /// The shape of the room.
  @inlinable
  public var room: SmallRoom { round.level.room }

  /// The index of the player's square.
  @inlinable
  public var player: Int { round.player }

  /// The index of the signpost's square.
  @inlinable
  public var signpost: Int { round.level.signpost }

  /// Whether the room is lit.
  @inlinable
  public var isLit: Bool { round.isLit }

  /// The number of moves made.
  @inlinable
  public var moves: Int { round.moves }

  /// The legal moves.
  @inlinable
  public var legalMoves: DirectionSet { round.legalMoves }

  /// The hearing distance of the rules in force; 0 if there is no hearing.
  @inlinable
  public var hearingDistance: Int { round.rules.hearingDistance }

  /// The number of zombies within the hearing distance of the player; nil if the room is lit, if the rules
  /// have no hearing, and after a move that was not survived.
  @inlinable
  public var heard: Int? {
    guard hearingDistance > 0, !isLit, round.outcome?.isSurvived ?? true else { return nil }
    return (round.zombies & round.rules.hearingArea(of: player, in: room)).count
  }

  /// The squares that the player sees now.
  @inlinable
  public var seen: Bitboard {
    isLit ? room.all : room.closedNeighbourhood(Bitboard(square: player))
  }

  /// The blocks that the player sees now.
  @inlinable
  public var blocks: Bitboard { round.level.blocks & seen }

  /// The zombies that the player sees now.
  @inlinable
  public var zombies: Bitboard { round.zombies & seen }

  /// The flashlights that the player sees now.
  @inlinable
  public var flashlights: Bitboard { round.level.flashlights & seen }
}
