// Rounds of policies that always play a level in the same way: to the end, to a limit on moves, or
// until it is certain that they never end.

import ZombiesCore
import ZombiesPolicies
import ZombiesSolver

/// A policy that always plays a level in the same way, ready to play.
struct FixedPolicy: Sendable {
  let policy: Policy

  /// The player with the plan for the family; nil unless the policy is `optimal`.
  private let blind: BlindPlayer?

  /// Plays for policies that other programs play.
  private let outside:
    (@Sendable (Policy, Level) throws(PolicyError) -> (outcome: Outcome, moves: Int)?)?

  /// Prepares a policy for the levels of a family; nil for `random`, which plays a level in many ways.
  ///
  /// - Throws: ``AnalysisError`` if `optimal` has no plan, or if the policy has no exact values. That
  ///   is the case for a policy that may use chance and, without a limit on moves, for a policy whose
  ///   endless rounds cannot be detected, such as a user-defined one.
  init?(
    _ policy: Policy, of settings: FamilyAnalysis.Settings
  ) throws(AnalysisError) {
    if policy == .random { return nil }
    self.policy = policy
    outside = settings.outside
    switch policy.kind {
    case .clairvoyant: blind = nil
    case .optimal:
      do throws(PlanError) {
        blind = try BlindPlayer(
          settings.family, rules: settings.rules, accepts: settings.accepts)
      } catch {
        throw .noPlan(error)
      }
    case .seeing(let maker):
      guard policy.playsInOneWay else {
        throw .policy(
          .cannotPlay("\(policy) has no exact values here: its moves may depend on chance"))
      }
      guard settings.moveLimit != nil || maker.playOut != nil else {
        throw .policy(
          .cannotPlay("\(policy) has no exact values without a limit on moves"))
      }
      blind = nil
    case .unknown: throw .policy(.unknown(policy))
    }
  }

  /// The plan of `optimal`; nil for other policies, and if it needs no plan.
  var plan: BlindPlan? { blind?.plan }

  /// Plays a level of the family that the policy was made for.
  func play(
    _ level: Level, rules: Rules, moveLimit: Int?, solver: Solver
  ) throws(PolicyError) -> PlayedOut {
    var round = AnyRound(level, rules: rules)
    switch policy.kind {
    case .clairvoyant: return try play(Script(level, solver: solver), &round, moveLimit)
    case .optimal:
      guard let blind else { throw .notPlanned }
      return try play(blind, &round, moveLimit)
    case .seeing(let maker):
      if let played = try outside?(policy, level) { return played }
      // The round does not depend on the seed.
      let key = RoundKey(seed: 0, trial: 0)
      guard let moveLimit else {
        guard let playOut = maker.playOut else { throw .unknown(policy) }
        return try playOut(round.start(of: policy, key: key), policy, round)
      }
      var path: [Direction]?
      try policy.play(&round, key, moveLimit: moveLimit, path: &path)
      return ended(round)
    case .unknown: throw .unknown(policy)
    }
  }

  private func play(
    _ player: some Player & Equatable, _ round: inout AnyRound, _ moveLimit: Int?
  ) throws(PolicyError) -> PlayedOut {
    guard let moveLimit else { return try round.playedOut(by: player, of: policy) }
    var (player, path) = (player, [Direction]?.none)
    try round.play(&player, of: policy, moveLimit: moveLimit, path: &path)
    return ended(round)
  }

  private func ended(_ round: AnyRound) -> PlayedOut {
    (round.outcome ?? .outOfMoves, round.moves)
  }
}
