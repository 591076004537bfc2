// Rounds of policies that play a level in one way only, to the end, to a limit on moves, or until it is
// clear that they never end.

/// A round under way with its player: what comes next depends on nothing else.
private protocol PlayedRound {
  var outcome: Outcome? { get }
  var moves: Int { get }
  mutating func move() throws(PolicyError)

  /// Whether everything goes on from here as from there.
  func isLike(_ other: Self) -> Bool
}

private struct SmallPlayedRound: PlayedRound {
  var round: SmallRound
  var player: SmallPlayer
  let policy: Policy

  var outcome: Outcome? { round.outcome }
  var moves: Int { round.moves }

  mutating func move() throws(PolicyError) { _ = try round.move(&player, of: policy) }

  func isLike(_ other: Self) -> Bool {
    round.player == other.round.player && round.isLit == other.round.isLit
      && round.zombies == other.round.zombies && player.isLike(other.player)
  }
}

private struct WidePlayedRound: PlayedRound {
  var round: Round
  var player: Player
  let policy: Policy

  var outcome: Outcome? { round.outcome }
  var moves: Int { round.moves }

  mutating func move() throws(PolicyError) { _ = try round.move(&player, of: policy) }

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
  fileprivate mutating func playOut(
    moveLimit: Int?
  ) throws(PolicyError) -> (ending: RoundSums.Ending, moves: Int) {
    if let moveLimit {
      while outcome == nil, moves < moveLimit { try move() }
    } else {
      var former = self
      var next = 1
      while outcome == nil {
        try move()
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

/// A policy that plays a level in one way only, with what it needs beside the level.
enum FixedPolicy: Sendable {
  case edge, beeline, clairvoyant
  /// With the player for whom the levels' family was planned.
  case optimal(BlindPlayer)

  /// A policy for the levels of a family; nil for `random`, which plays a level in many ways.
  ///
  /// - Throws: ``PlanError`` where `optimal` has no plan.
  init?(_ policy: Policy, _ family: Family, rules: Rules) throws(PlanError) {
    switch policy {
    case .random: return nil
    case .edge: self = .edge
    case .beeline: self = .beeline
    case .clairvoyant: self = .clairvoyant
    case .optimal: self = .optimal(try BlindPlayer(family, rules: rules))
    }
  }

  var policy: Policy {
    switch self {
    case .edge: .edge
    case .beeline: .beeline
    case .clairvoyant: .clairvoyant
    case .optimal: .optimal
    }
  }

  /// The plan of `optimal`, where it needs one.
  var plan: BlindPlan? { if case .optimal(let player) = self { player.plan } else { nil } }
}

/// How rounds of a level end, one a policy.
struct PlayingOut {
  let rules: Rules
  let moveLimit: Int?
  let solver: Solver

  /// Plays a level of the family that the policy was made for.
  func play(
    _ level: Level, _ policy: FixedPolicy
  ) throws(PolicyError) -> (ending: RoundSums.Ending, moves: Int) {
    guard let small = SmallLevel(level) else { return try playWide(level, policy) }
    let player: SmallPlayer =
      switch policy {
      case .edge: .edge
      case .beeline: .beeline
      case .clairvoyant: .script(try Script(small, solver: solver))
      case .optimal(let player): .blind(player)
      }
    var round = SmallPlayedRound(
      round: SmallRound(small, rules: rules), player: player, policy: policy.policy)
    return try round.playOut(moveLimit: moveLimit)
  }

  private func playWide(
    _ level: Level, _ policy: FixedPolicy
  ) throws(PolicyError) -> (ending: RoundSums.Ending, moves: Int) {
    let player: Player
    switch policy {
    case .edge: player = .edge(level.size)
    case .beeline: player = .beeline(level.size)
    case .clairvoyant: player = .script(try Script(level, solver: solver))
    case .optimal:
      throw .noPlan(.tooLarge(squares: level.size.squareCount, limit: SmallRoom.limit))
    }
    var round = WidePlayedRound(
      round: Round(level, rules: rules), player: player, policy: policy.policy)
    return try round.playOut(moveLimit: moveLimit)
  }
}
