// Rounds of policies that play a level in one way only, to the end, to a limit on moves, or until it is
// clear that they never end.

/// A round under way with its player: what comes next depends on nothing else.
private protocol PlayedRound {
  var outcome: Outcome? { get }
  var moves: Int { get }
  mutating func move()

  /// Whether everything goes on from here as from there.
  func isLike(_ other: Self) -> Bool
}

private struct SmallPlayedRound: PlayedRound {
  var round: SmallRound
  var player: SmallPlayer

  var outcome: Outcome? { round.outcome }
  var moves: Int { round.moves }

  mutating func move() { round.move(player.choose(SmallSight(round))) }

  func isLike(_ other: Self) -> Bool {
    round.player == other.round.player && round.isLit == other.round.isLit
      && round.zombies == other.round.zombies && player.isLike(other.player)
  }
}

private struct WidePlayedRound: PlayedRound {
  var round: Round
  var player: Player

  var outcome: Outcome? { round.outcome }
  var moves: Int { round.moves }

  mutating func move() {
    // A policy makes legal moves.
    _ = try? round.move(player.choose(Sight(round)))
  }

  func isLike(_ other: Self) -> Bool {
    round.player == other.round.player && round.isLit == other.round.isLit
      && round.zombies == other.round.zombies && player.isLike(other.player)
  }
}

extension PlayedRound {
  /// Plays to the end.
  ///
  /// Without a limit the round is compared with a former one, which is taken anew after 1, 2, 4, …
  /// moves: one that comes again comes for ever (Brent, "An improved Monte Carlo factorization
  /// algorithm", 1980).
  fileprivate mutating func playOut(moveLimit: Int?) -> (ending: RoundSums.Ending, moves: Int) {
    if let moveLimit {
      while outcome == nil, moves < moveLimit { move() }
    } else {
      var former = self
      var next = 1
      while outcome == nil {
        move()
        if isLike(former) { return (.neverEnding, 0) }
        if moves == next {
          former = self
          next *= 2
        }
      }
    }
    return (RoundSums.Ending(outcome ?? .outOfMoves), moves)
  }
}

/// How rounds of a level end, one a policy.
struct PlayingOut {
  let rules: Rules
  let moveLimit: Int?
  let solver: Solver

  /// The player of `optimal`, for whom a family is planned.
  let blind: BlindPlayer?

  private static let key = RoundKey(seed: 0, trial: 0)

  /// Plays a level by a policy other than `random`.
  func play(
    _ level: Level, _ policy: Policy
  ) throws(PolicyError) -> (ending: RoundSums.Ending, moves: Int) {
    let script = policy == .clairvoyant ? try Script(level, solver: solver) : nil
    if let small = SmallLevel(level) {
      let player = SmallPlayer(policy, key: Self.key, script: script, blind: blind)
      var round = SmallPlayedRound(round: SmallRound(small, rules: rules), player: player)
      return round.playOut(moveLimit: moveLimit)
    }
    let player = Player(policy, size: level.size, key: Self.key, script: script)
    var round = WidePlayedRound(round: Round(level, rules: rules), player: player)
    return round.playOut(moveLimit: moveLimit)
  }
}
