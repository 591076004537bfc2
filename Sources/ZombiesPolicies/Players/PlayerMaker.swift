import ZombiesCore

/// Closures that play rounds with players of one type. Each call plays a whole round, so the loop over
/// moves is compiled for the type.
@usableFromInline
package struct PlayerMaker: Sendable {
  /// Plays a round to its end or to a limit on moves, and stores the moves if they are wanted.
  @usableFromInline
  typealias Play =
    @Sendable (RoundStart, Policy, inout AnyRound, Int, inout [Direction]?) throws(PolicyError)
    -> Void

  @usableFromInline let play: Play
  @usableFromInline let player: @Sendable (RoundStart) -> AnyPlayer

  /// Plays a level without a limit on moves until it is clear how the round ends; nil if this cannot be
  /// found, because players cannot be compared.
  package private(set) var playOut:
    (@Sendable (RoundStart, Policy, AnyRound) throws(PolicyError) -> PlayedOut)?

  @usableFromInline
  init(play: @escaping Play, player: @escaping @Sendable (RoundStart) -> AnyPlayer) {
    self.play = play
    self.player = player
  }

  /// Creates a maker of players of any type.
  @inlinable
  init<P: Player>(_ player: @escaping @Sendable (RoundStart) -> P) {
    self.init(play: Self.play(player), player: { AnyPlayer(player($0)) })
  }

  /// Creates a maker of players that can be compared, such as those of all built-in policies.
  init<P: Player & Equatable>(_ player: @escaping @Sendable (RoundStart) -> P) {
    self.init(play: Self.play(player), player: { AnyPlayer(player($0)) })
    playOut = { (start, policy, round) throws(PolicyError) in
      try round.playedOut(by: player(start), of: policy)
    }
  }

  @inlinable
  static func play<P: Player>(_ player: @escaping @Sendable (RoundStart) -> P) -> Play {
    { (start, policy, round, moveLimit, path) throws(PolicyError) in
      var player = player(start)
      try round.play(&player, of: policy, moveLimit: moveLimit, path: &path)
    }
  }
}

/// How a round without a limit on moves ends, if its player always plays in the same way: the outcome, and
/// the moves made; nil and 0 if it never ends.
package typealias PlayedOut = (outcome: Outcome?, moves: Int)

extension AnyRound {
  /// Plays to the end, or until it is clear that the round never ends.
  package func playedOut(
    by player: some Player & Equatable, of policy: Policy
  ) throws(PolicyError) -> PlayedOut {
    switch self {
    case .small(let round): try round.playedOut(by: player, of: policy)
    case .wide(let round): try round.playedOut(by: player, of: policy)
    }
  }
}

extension PlayableRound {
  /// The rest of the round depends only on the position and the player's memory. Both are compared with
  /// earlier ones, which are replaced after 1, 2, 4, … moves. If both recur once, they recur forever
  /// (Brent, "An improved Monte Carlo factorization algorithm", 1980).
  fileprivate func playedOut<P: Player & Equatable>(
    by player: P, of policy: Policy
  ) throws(PolicyError) -> PlayedOut {
    var (round, player) = (self, player)
    var former = (round: round, player: player)
    var next = 1
    while round.outcome == nil {
      _ = try round.move(by: &player, of: policy)
      if round.isAtPosition(of: former.round), player == former.player { return (nil, 0) }
      if round.moves == next {
        former = (round, player)
        next *= 2
      }
    }
    return (round.outcome, round.moves)
  }
}
