/// The fast form of ``Round``, for rooms of at most 64 squares: a few words, nothing allocated.
///
/// Its parts can be set, so that a search may put a round into any state.
@frozen
public struct SmallRound: Sendable {
  /// The level that is played.
  public let level: SmallLevel

  /// The rules in force.
  public let rules: Rules

  /// The index of the player's square.
  public var player: Int

  /// Where the zombies stand.
  public var zombies: Bitboard

  /// The squares on which the zombies, where they stand now, catch a player.
  @inlinable @inline(__always)
  var danger: Bitboard { rules.danger(of: zombies, in: level.room) }

  /// Whether the room is lit.
  public var isLit: Bool

  /// The moves made.
  public var moves = 0

  /// How the round ended; nil until then.
  public var outcome: Outcome?

  /// Begins a round. It may end at once: caught or stuck on the start.
  @inlinable
  public init(_ level: SmallLevel, rules: Rules) {
    assert(level.isValid, "a level that can be")
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

  /// Whether a direction leads to a square of the room that is not a block; for a single direction,
  /// this is faster than ``legalMoves``.
  @inlinable @inline(__always)
  package func isLegal(_ direction: Direction) -> Bool {
    let target = level.room.moved(Bitboard(square: player), direction)
    return !target.isEmpty && !target.intersects(level.blocks)
  }

  /// Makes a legal move in a round that is not over; ``Round/move(_:)`` is the form that checks.
  @inlinable
  public mutating func move(_ direction: Direction) {
    assert(outcome == nil, "a round that goes on")
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
    assert(isLit || zombies == level.zombies, "in the dark no zombie moves")
  }
}

extension Rules {
  /// Steps 2 to 5 of a move, once the player has stepped on a square: the one form of them over words, for
  /// ``SmallRound`` and for all walks and searches that keep single states in words of their own.
  ///
  /// - Parameters:
  ///   - square: The square, alone in its set.
  ///   - signpost: The signpost's square, alone in its set.
  ///   - zombies: Where the zombies stand; in the light, they chase.
  ///   - danger: Where they catch a player.
  ///   - isLit: Whether the room is lit.
  ///   - room: The shape of the room.
  ///   - seesFlashlight: Whether a flashlight is in sight of the square.
  ///   - chase: Where the zombies stand after a chase of the player there.
  /// - Returns: How the round ends; nil if it goes on.
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

/// A small round as its player sees it; the fast form of ``Sight``.
@frozen
public struct SmallSight: Sendable {
  @usableFromInline let round: SmallRound

  /// What the player of a round sees.
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

  /// The moves made so far.
  @inlinable
  public var moves: Int { round.moves }

  /// The moves that are legal.
  @inlinable
  public var legalMoves: DirectionSet { round.legalMoves }

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
