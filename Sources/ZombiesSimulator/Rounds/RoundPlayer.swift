import ZombiesCore
import ZombiesPolicies
import ZombiesSolver

/// Plays single rounds of any policy on any level in the plain way, one move after another.
final class RoundPlayer {
  private let batch: Batch
  private let solver: Solver
  private let plans: BlindPlans

  /// The scripts of `clairvoyant` by index, for the first levels of a list, because they recur.
  /// Scripts for generated levels are not kept.
  private var scripts: [Int: Script] = [:]

  /// The maximum number of scripts to keep; each takes a few hundred bytes.
  private static let keptScripts = 4096

  /// Prepares to play the rounds of a batch.
  ///
  /// - Parameter plans: The plans of the batch.
  init(_ batch: Batch, _ plans: BlindPlans) {
    self.batch = batch
    self.plans = plans
    solver = Solver(rules: batch.rules, stateLimit: batch.stateLimit)
  }

  /// Plays one round.
  ///
  /// - Parameters:
  ///   - index: The index of the level in the list; nil if there is no list.
  ///   - path: Receives the moves, if not nil.
  func play(
    _ form: LevelForm, listed index: Int?, _ policy: Policy, _ key: RoundKey,
    _ path: inout [Direction]?
  ) throws(PolicyError) -> Ending {
    var round = form.round(rules: batch.rules)
    let limit = batch.moveLimit(in: form.size)
    switch policy.kind {
    case .clairvoyant:
      var player = try script(form, listed: index)
      try round.play(&player, of: policy, moveLimit: limit, path: &path)
    case .optimal:
      var player = try plans.player(listed: index)
      try round.play(&player, of: policy, moveLimit: limit, path: &path)
    case .seeing, .unknown: try policy.play(&round, key, moveLimit: limit, path: &path)
    }
    return Ending(round.outcome ?? .outOfMoves, moves: round.moves)
  }

  /// Plays one round of `clairvoyant` on a level that is proved unsolvable.
  func playUnsolvable(_ level: SmallLevel) -> Ending {
    var (script, round) = (Script.none, SmallRound(level, rules: batch.rules))
    let limit = batch.moveLimit(in: level.room.size)
    while round.outcome == nil, round.moves < limit {
      round.move(script.choose(Sight(SmallSight(round))))
    }
    return Ending(round.outcome ?? .outOfMoves, moves: round.moves)
  }

  private func script(
    _ form: LevelForm, listed index: Int?
  ) throws(PolicyError) -> Script {
    if let index, let known = scripts[index] { return known }
    let script =
      switch form {
      case .small(let level): try Script(level, solver: solver)
      case .wide(let level): try Script(level, solver: solver)
      }
    if let index, index < Self.keptScripts { scripts[index] = script }
    return script
  }
}
