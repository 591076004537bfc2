// Rounds of policies that play a level in only one way: to the end, to a limit on moves, or until
// it is clear that they never end.

import ZombiesCore
import ZombiesPolicies
import ZombiesSolver

/// A policy that plays a level in only one way, with what it needs besides the level.
struct FixedPolicy: Sendable {
  let policy: Policy

  /// For `optimal`, the player with the plan for the levels' family.
  private let blind: BlindPlayer?

  /// A policy for the levels of a family; nil for `random`, which plays a level in many ways.
  ///
  /// - Throws: ``AnalysisError`` if `optimal` has no plan, and for policies without exact values:
  ///   those that leave something to chance and, without a limit on moves, those of which it cannot
  ///   be detected that a round never ends, as of users' policies.
  init?(
    _ policy: Policy, of settings: FamilyAnalysis.Settings
  ) throws(AnalysisError) {
    if policy == .random { return nil }
    self.policy = policy
    switch policy.kind {
    case .clairvoyant: blind = nil
    case .optimal:
      do throws(PlanError) {
        blind = try BlindPlayer(settings.family, rules: settings.rules)
      } catch {
        throw .noPlan(error)
      }
    case .seeing(let maker):
      guard policy.playsInOneWay else {
        throw .policy(
          .cannotPlay("\(policy) has no exact values here: it may leave moves to chance"))
      }
      guard settings.moveLimit != nil || maker.playOut != nil else {
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
    var round = AnyRound(level, rules: rules)
    switch policy.kind {
    case .clairvoyant: return try play(Script(level, solver: solver), &round, moveLimit)
    case .optimal:
      guard let blind else { throw .notPlanned }
      return try play(blind, &round, moveLimit)
    case .seeing(let maker):
      // Nothing about the round depends on the seed.
      let key = RoundKey(seed: 0, trial: 0)
      guard let moveLimit else {
        guard let playOut = maker.playOut else { throw .unknown(policy) }
        let start = RoundStart(policy, size: level.size, rules: rules, key: key)
        return ended(try playOut(start, policy, round))
      }
      var path: [Direction]?
      try policy.play(&round, key, moveLimit: moveLimit, path: &path)
      return ended(round)
    case .unknown: throw .unknown(policy)
    }
  }

  private func play(
    _ player: some Player & Equatable, _ round: inout AnyRound, _ moveLimit: Int?
  ) throws(PolicyError) -> (ending: RoundSums.Ending, moves: Int) {
    guard let moveLimit else {
      return ended(try EndlessRound(round, player, of: policy))
    }
    var (player, path) = (player, [Direction]?.none)
    try round.play(&player, of: policy, moveLimit: moveLimit, path: &path)
    return ended(round)
  }

  private func ended(_ round: AnyRound) -> (ending: RoundSums.Ending, moves: Int) {
    (RoundSums.Ending(round.outcome ?? .outOfMoves), round.moves)
  }

  private func ended(_ round: EndlessRound) -> (ending: RoundSums.Ending, moves: Int) {
    (round.outcome.map(RoundSums.Ending.init) ?? .neverEnding, round.moves)
  }
}
