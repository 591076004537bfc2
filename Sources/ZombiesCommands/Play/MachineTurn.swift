import ZombiesCore
import ZombiesGame
import ZombiesPolicies
import ZombiesSimulator

/// The moves of a policy whose turn it is: the very ones that it makes in a batch with the same seed
/// and trial.
enum MachineTurn {
  /// The moves; nil if the policy cannot play the level.
  static func moves(of turn: Session.Turn) -> [Direction]? {
    guard let policy = Policy(builtIn: turn.player) else { return nil }
    let batch = Batch(
      levels: .list([turn.level]), policies: [policy], trials: turn.trial..<turn.trial + 1,
      rules: turn.rules, maxMoves: turn.moveLimit, seed: turn.seed)
    let moves = Monitor<[Direction]?>(nil)
    do throws(SimulationError) {
      _ = try Simulator(batch).run(onRounds: { records in
        moves.withLock { $0 = records.first?.path }
        return true
      })
    } catch {
      return nil
    }
    return moves.withLock { $0 }
  }

  /// Lets a session go on that waits for the moves of a policy; one that cannot play leaves.
  static func play(in session: inout Session) {
    guard let turn = session.turn else { return }
    if let moves = moves(of: turn) {
      session.perform(.plays(moves))
    } else {
      session.perform(.sitOut)
    }
  }
}
