// A player in one round: the information that it receives, the moves that it chooses, and the loop that
// plays a round. The types prevent cheating: a player receives only what a player sees, not the round.

import ZombiesCore
import ZombiesGenerator

/// A player of one round: your own, or that of a built-in policy.
///
///     /// Avoids the zombies that it sees, and otherwise goes to the signpost.
///     struct Shy: Player {
///       mutating func choose(_ sight: Sight) -> Direction {
///         func cost(_ move: Direction) -> Int {
///           let square = sight.player.stepped(move)
///           let fear = sight.zombies.map { max(0, 4 - square.distance(to: $0)) }.max() ?? 0
///           return 10 * fear + square.distance(to: sight.signpost)
///         }
///         return sight.legalMoves.min { cost($0) < cost($1) } ?? .up
///       }
///     }
///     let shy = try Policy("shy") { _ in Shy() }
///
/// Each round has a new player (``Policy/init(_:summary:playsInOneWay:_:)``), so its properties can
/// store what it remembers of this round. Draw all random numbers from ``RoundStart/random``. Then a
/// batch produces the same bytes with any number of threads.
public protocol Player: PlayerType {
  /// Chooses the next move of a round in progress: one of the sight's legal moves.
  ///
  /// - Throws: ``PolicyError``, such as ``PolicyError/cannotPlay(_:)``, which ends the batch. Most
  ///   players never throw, and can omit `throws`.
  mutating func choose(_ sight: Sight) throws(PolicyError) -> Direction
}

// Conformance to Player does not depend on the calling thread; Swift 6.2 needs this stated.
#if compiler(>=6.2)
  /// The requirement on types of players: threads may share the type itself.
  public typealias PlayerType = SendableMetatype
#else
  /// The requirement on types of players: none with this compiler.
  public typealias PlayerType = Any
#endif

/// The information that a player receives before its first move.
@frozen
public struct RoundStart: Sendable {
  /// The sides of the room.
  public let size: RoomSize

  /// The rules in force.
  public let rules: Rules

  /// The trial, its round, and the seed of the batch.
  public let key: RoundKey

  /// The numbers of zombies, blocks and flashlights in the room. A player knows them, but not where they
  /// are. All are 0 if they were not given to the initializer.
  public var things: ThingCounts

  /// The policy's number in the random stream.
  @usableFromInline let code: UInt64

  /// Creates the start of a round that a policy plays.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - size: The sides of the room.
  ///   - rules: The rules in force.
  ///   - key: The trial, its round, and the seed of the batch.
  ///   - things: The numbers of things in the room. ``Policy/player(in:_:solver:)`` fills them in.
  @inlinable
  public init(
    _ policy: Policy, size: RoomSize, rules: Rules, key: RoundKey,
    things: ThingCounts = ThingCounts()
  ) {
    self.size = size
    self.rules = rules
    self.key = key
    self.things = things
    code = policy.code
  }

  /// The policy's random stream in this round, from its beginning. It depends only on the seed, the
  /// trial, the round and the policy's name.
  @inlinable
  public var random: RandomStream {
    RandomStream(
      seed: key.seed, purpose: .policy, index: key.trial,
      variant: RoundKey.variant(code, round: key.round))
  }
}

/// The numbers of zombies, blocks and flashlights in a room.
@frozen
public struct ThingCounts: Hashable, Sendable {
  /// The number of zombies.
  public var zombies: Int
  /// The number of blocks.
  public var blocks: Int
  /// The number of flashlights.
  public var flashlights: Int

  /// Creates counts.
  @inlinable
  public init(zombies: Int = 0, blocks: Int = 0, flashlights: Int = 0) {
    self.zombies = zombies
    self.blocks = blocks
    self.flashlights = flashlights
  }

  /// Counts the things of a level. O(1).
  @inlinable
  public init(of level: Level) {
    self.init(
      zombies: level.zombies.count, blocks: level.blocks.count,
      flashlights: level.flashlights.count)
  }

  /// Counts the things of a level of at most 64 squares. O(1).
  @inlinable
  public init(of level: SmallLevel) {
    self.init(
      zombies: level.zombies.count, blocks: level.blocks.count,
      flashlights: level.flashlights.count)
  }
}

/// The seed, trial and round that determine a policy's random stream.
@frozen
public struct RoundKey: Hashable, Sendable {
  /// The seed of the batch.
  public var seed: UInt64
  /// The trial.
  public var trial: UInt64
  /// The round of the trial, from 0.
  public var round: Int

  /// Creates a key.
  @inlinable
  public init(seed: UInt64, trial: UInt64, round: Int = 0) {
    self.seed = seed
    self.trial = trial
    self.round = round
  }

  /// The variant of the random stream for a policy, by its number, and a round of any trial.
  @inlinable
  package static func variant(_ code: UInt64, round: Int) -> UInt64 {
    code | UInt64(truncatingIfNeeded: round) << 8
  }
}

/// A player of any type. A copy is independent, and remembers everything that the original remembered.
public struct AnyPlayer: Player {
  private var wrapped: Wrapped

  /// A player that changes in place while it has only one reference.
  private final class Wrapped {
    let next: (Sight) throws(PolicyError) -> Direction
    let copy: () -> Wrapped

    init(next: @escaping (Sight) throws(PolicyError) -> Direction, copy: @escaping () -> Wrapped) {
      self.next = next
      self.copy = copy
    }
  }

  /// Wraps a player.
  public init(_ player: consuming some Player) { wrapped = Self.wrap(player) }

  private static func wrap<Wrappee: Player>(_ player: Wrappee) -> Wrapped {
    // Both closures share this variable.
    var player = player
    return Wrapped(
      next: { (sight) throws(PolicyError) in try player.choose(sight) }, copy: { wrap(player) })
  }

  /// Returns the wrapped player's next move.
  ///
  /// - Complexity: That of the player's move. The first move of a copy also copies the player.
  public mutating func choose(_ sight: Sight) throws(PolicyError) -> Direction {
    if !isKnownUniquelyReferenced(&wrapped) { wrapped = wrapped.copy() }
    return try wrapped.next(sight)
  }
}

/// The reason why a policy cannot play.
public enum PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `clairvoyant` needs a solution, and the solver gave up on the level.
  case gaveUp(Level)
  /// `optimal` needs a plan, and there is none.
  case noPlan(PlanError)
  /// `optimal` cannot play because no plan was made.
  case notPlanned
  /// `optimal` cannot play a level that is not of the family of its plan.
  case otherPlan(Family)
  /// A player chose an illegal move. Moves are counted from 1.
  case illegalMove(Policy, Level, Direction, move: Int)
  /// Only the name of the policy is known, because it was read from a file.
  case unknown(Policy)
  /// A reason that a player gives.
  case cannotPlay(String)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .gaveUp(let level):
      "clairvoyant cannot play \(level.code): the solver gave up; raise its limit on states"
    case .noPlan(let error): "optimal cannot play: \(error)"
    case .notPlanned: "optimal cannot play: no plan was made for the level"
    case .otherPlan(let family):
      "optimal cannot play: its plan is for \(family), and the level is not of this family"
    case .illegalMove(let policy, let level, let direction, let move):
      "\(policy) chose an illegal move in \(level.code): move \(move), \(direction), leads out of the "
        + "room or into a block"
    case .unknown(let policy): "\(policy) cannot play: only its name is known"
    case .cannotPlay(let reason): reason
    }
  }
}

// MARK: Playing

extension PlayableRound {
  /// Lets a player make the next move of a round in progress, and returns the move.
  ///
  /// - Throws: ``PolicyError``, and then makes no move.
  @inlinable @inline(__always)
  public mutating func move(
    by player: inout some Player, of policy: Policy
  ) throws(PolicyError) -> Direction {
    let direction = try player.choose(sight)
    guard attempt(direction) else {
      throw .illegalMove(policy, plainLevel, direction, move: moves + 1)
    }
    return direction
  }

  /// Plays to the end, or to a limit on moves.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - policy: The player's policy, for errors.
  ///   - moveLimit: The maximum number of moves, counted from the round's beginning.
  ///   - path: Receives the moves, if not nil.
  /// - Throws: ``PolicyError`` if the player chooses an illegal move or none.
  @inlinable @inline(__always)
  public mutating func play(
    _ player: inout some Player, of policy: Policy, moveLimit: Int,
    path: inout [Direction]?
  ) throws(PolicyError) {
    while outcome == nil, moves < moveLimit {
      let direction = try move(by: &player, of: policy)
      path?.append(direction)
    }
  }
}

extension AnyRound {
  /// Plays to the end, or to a limit on moves, by ``/ZombiesCore/PlayableRound/play(_:of:moveLimit:path:)``
  /// of the wrapped round.
  @inlinable
  public mutating func play(
    _ player: inout some Player, of policy: Policy, moveLimit: Int,
    path: inout [Direction]?
  ) throws(PolicyError) {
    switch self {
    case .small(var round):
      defer { self = .small(round) }
      try round.play(&player, of: policy, moveLimit: moveLimit, path: &path)
    case .wide(var round):
      defer { self = .wide(round) }
      try round.play(&player, of: policy, moveLimit: moveLimit, path: &path)
    }
  }

  /// The information that a policy's player receives before its first move.
  package func start(of policy: Policy, key: RoundKey) -> RoundStart {
    switch self {
    case .small(let round):
      RoundStart(
        policy, size: round.size, rules: round.rules, key: key, things: ThingCounts(of: round.level)
      )
    case .wide(let round):
      RoundStart(
        policy, size: round.size, rules: round.rules, key: key, things: ThingCounts(of: round.level)
      )
    }
  }
}
