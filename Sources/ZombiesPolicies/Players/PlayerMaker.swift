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
    (@Sendable (RoundStart, Policy, AnyRound) throws(PolicyError) -> EndlessRound)?

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
      try EndlessRound(round, player(start), of: policy)
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

/// The result of a round without a limit on moves, whose player always plays in the same way.
package struct EndlessRound: Hashable, Sendable {
  /// The outcome; nil if the round never ends.
  package let outcome: Outcome?

  /// The moves made; 0 if it never ends.
  package let moves: Int

}

extension EndlessRound {
  /// Plays a round to its end, or until it is clear that it never ends.
  package init(
    _ round: AnyRound, _ player: some Player & Equatable, of policy: Policy
  ) throws(PolicyError) {
    switch round {
    case .small(let round): self = try Self.played(round, player, policy)
    case .wide(let round): self = try Self.played(round, player, policy)
    }
  }

  /// The rest of the round depends only on the position and the player's memory. Both are compared with
  /// earlier ones, which are replaced after 1, 2, 4, … moves. If both recur once, they recur forever
  /// (Brent, "An improved Monte Carlo factorization algorithm", 1980).
  private static func played<P: Player & Equatable>(
    _ round: some PlayableRound, _ player: P, _ policy: Policy
  ) throws(PolicyError) -> EndlessRound {
    var (round, player) = (round, player)
    var former = (round: round, player: player)
    var next = 1
    while round.outcome == nil {
      _ = try round.move(by: &player, of: policy)
      if round.isAtPosition(of: former.round), player == former.player {
        return EndlessRound(outcome: nil, moves: 0)
      }
      if round.moves == next {
        former = (round, player)
        next *= 2
      }
    }
    return EndlessRound(outcome: round.outcome, moves: round.moves)
  }
}
