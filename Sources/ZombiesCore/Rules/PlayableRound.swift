/// A round in its plain form, ``Round``, or in its fast form, ``SmallRound``.
public protocol PlayableRound: Sendable {
  /// The rules in force.
  var rules: Rules { get }

  /// The sides of the room.
  var size: RoomSize { get }

  /// The number of moves made.
  var moves: Int { get }

  /// The outcome; nil until the round ends.
  var outcome: Outcome? { get }

  /// The player's sight of the round.
  var sight: Sight { get }

  /// The level, in its plain form. O(things).
  var plainLevel: Level { get }

  /// Makes a move if it is legal, in a round that has not ended; returns whether it is legal.
  mutating func attempt(_ direction: Direction) -> Bool

  /// Whether the player, the zombies and the light are the same as in another round of the same
  /// level, so that both can continue in the same ways.
  func isAtPosition(of other: Self) -> Bool
}

extension SmallRound: PlayableRound {
  /// The sides of the room.
  @inlinable
  public var size: RoomSize { level.room.size }

  /// The player's sight of the round.
  @inlinable
  public var sight: Sight { Sight(SmallSight(self)) }

  /// The level, in its plain form. O(things).
  public var plainLevel: Level { Level(level) }

  /// Makes a move if it is legal, in a round that has not ended; returns whether it is legal.
  @inlinable @inline(__always)
  public mutating func attempt(_ direction: Direction) -> Bool {
    guard isLegal(direction) else { return false }
    move(direction)
    return true
  }

  /// Whether the player, the zombies and the light are the same as in another round of the same
  /// level.
  @inlinable
  public func isAtPosition(of other: SmallRound) -> Bool {
    player == other.player && isLit == other.isLit && zombies == other.zombies
  }
}

extension Round: PlayableRound {
  /// The sides of the room.
  public var size: RoomSize { level.size }

  /// The player's sight of the round.
  public var sight: Sight { Sight(self) }

  /// The level.
  public var plainLevel: Level { level }

  /// Makes a move if it is legal, in a round that has not ended; returns whether it is legal.
  public mutating func attempt(_ direction: Direction) -> Bool {
    do throws(IllegalMove) { try advance(direction) } catch { return false }
    return true
  }

  /// Whether the player, the zombies and the light are the same as in another round of the same
  /// level.
  public func isAtPosition(of other: Round) -> Bool {
    player == other.player && isLit == other.isLit && zombies == other.zombies
  }
}

/// A round in the form that fits the size of its level.
@frozen
public enum AnyRound: Sendable {
  /// A round in a room of at most 64 squares.
  case small(SmallRound)
  /// A round in a larger room.
  case wide(Round)

  /// Begins a round. It may end at once if the player is caught or stuck on the start.
  public init(_ level: Level, rules: Rules = .standard) {
    if let small = SmallLevel(level) {
      self = .small(SmallRound(small, rules: rules))
    } else {
      self = .wide(Round(level, rules: rules))
    }
  }

  /// Reads a value from the round in its form.
  @inlinable @inline(__always)
  func read<Value>(_ small: (SmallRound) -> Value, _ wide: (Round) -> Value) -> Value {
    switch self {
    case .small(let round): small(round)
    case .wide(let round): wide(round)
    }
  }

  /// The number of moves made.
  @inlinable
  public var moves: Int { read({ $0.moves }, { $0.moves }) }

  /// The outcome; nil until the round ends.
  @inlinable
  public var outcome: Outcome? { read({ $0.outcome }, { $0.outcome }) }

  /// The player's sight of the round.
  @inlinable
  package var sight: Sight { Sight(self) }

  /// The directions that lead to a square of the room that is not a block.
  @inlinable
  package var legalMoves: DirectionSet { read({ $0.legalMoves }, { $0.legalMoves }) }

  /// Makes a move if it is legal, in a round that has not ended; returns whether it is legal.
  @discardableResult
  package mutating func attempt(_ direction: Direction) -> Bool {
    switch self {
    case .small(var round):
      defer { self = .small(round) }
      return round.attempt(direction)
    case .wide(var round):
      defer { self = .wide(round) }
      return round.attempt(direction)
    }
  }
}
