// Rounds of policies that play a level in only one way: to the end, to a limit on moves, or until
// it is clear that they never end.

import ZombiesCore
import ZombiesPolicies
import ZombiesSolver

/// A round in progress with its player: the future depends on nothing else.
private struct RoundInProgress<Round: PlayableRound, P: Player & Equatable> {
  var round: Round
  var player: P
  let policy: Policy

  /// Plays to the end.
  ///
  /// Without a limit, the round is compared with an earlier position, which is replaced after 1, 2,
  /// 4, … moves: a position that recurs once recurs forever (Brent, "An improved Monte Carlo
  /// factorization algorithm", 1980).
  mutating func playOut(
    moveLimit: Int?
  ) throws(PolicyError) -> (ending: RoundSums.Ending, moves: Int) {
    if let moveLimit {
      var path: [Direction]?
      try round.play(&player, of: policy, moveLimit: moveLimit, path: &path)
    } else {
      var former = self
      var next = 1
      while round.outcome == nil {
        _ = try round.move(by: &player, of: policy)
        if round.isAtPosition(of: former.round), player == former.player {
          return (.neverEnding, 0)
        }
        if round.moves == next {
          former = self
          next *= 2
        }
      }
    }
    return (RoundSums.Ending(round.outcome ?? .outOfMoves), round.moves)
  }
}

/// A policy that plays a level in only one way, with what it needs besides the level.
struct FixedPolicy: Sendable {
  let policy: Policy

  /// For `optimal`, the player with the plan for the levels' family.
  private let blind: BlindPlayer?

  /// A policy for the levels of a family; nil for `random`, which plays a level in many ways.
  ///
  /// - Throws: ``AnalysisError`` if `optimal` has no plan, and for policies without exact values:
  ///   those that leave something to chance and, without a limit on moves, all but the built-in
  ///   ones, because only for these can it be detected that a round never ends.
  init?(
    _ policy: Policy, of settings: FamilyAnalysis.Settings
  ) throws(AnalysisError) {
    self.policy = policy
    switch policy.kind {
    case .random: return nil
    case .edge, .beeline, .clairvoyant: blind = nil
    case .optimal:
      do throws(PlanError) {
        blind = try BlindPlayer(settings.family, rules: settings.rules)
      } catch {
        throw .noPlan(error)
      }
    case .custom:
      guard policy.playsInOneWay else {
        throw .policy(
          .cannotPlay("\(policy) has no exact values here: it may leave moves to chance"))
      }
      guard settings.moveLimit != nil else {
        throw .policy(
          .cannotPlay("\(policy) has no exact values without a limit on moves"))
      }
      blind = nil
    case .unknown: throw .policy(.unknown(policy))
    }
  }

  /// The plan of `optimal`, if it needs one.
  var plan: BlindPlan? { blind?.plan }

  /// Plays a level of the family that the policy was made for.
  func play(
    _ level: Level, rules: Rules, moveLimit: Int?, solver: Solver
  ) throws(PolicyError) -> (ending: RoundSums.Ending, moves: Int) {
    switch policy.kind {
    case .random, .unknown: throw .unknown(policy)
    case .edge: return try play(Planner(.edge), level, rules, moveLimit)
    case .beeline: return try play(Planner(.beeline), level, rules, moveLimit)
    case .clairvoyant: return try play(Script(level, solver: solver), level, rules, moveLimit)
    case .optimal:
      guard let blind else { throw .notPlanned }
      return try play(blind, level, rules, moveLimit)
    case .custom:
      // Nothing about the round depends on the seed.
      let key = RoundKey(seed: 0, trial: 0)
      var path: [Direction]?
      var round = AnyRound(level, rules: rules)
      try policy.play(&round, key, moveLimit: moveLimit ?? .max, path: &path)
      return (RoundSums.Ending(round.outcome ?? .outOfMoves), round.moves)
    }
  }

  private func play(
    _ player: some Player & Equatable, _ level: Level, _ rules: Rules, _ moveLimit: Int?
  ) throws(PolicyError) -> (ending: RoundSums.Ending, moves: Int) {
    switch AnyRound(level, rules: rules) {
    case .small(let round):
      var played = RoundInProgress(round: round, player: player, policy: policy)
      return try played.playOut(moveLimit: moveLimit)
    case .wide(let round):
      var played = RoundInProgress(round: round, player: player, policy: policy)
      return try played.playOut(moveLimit: moveLimit)
    }
  }
}
