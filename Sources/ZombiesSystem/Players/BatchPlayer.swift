import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Plays rounds of a thread with a process of a ``PlayerProgram``.
package final class BatchPlayer: OutsidePlayer {
  private let program: PlayerProgram
  private var process: PlayerProcess?

  /// The lines that the process gets next.
  private var lines = PlayerLines()

  /// The maximum number of rounds at once.
  private let batch: Int

  /// - Parameter batch: The maximum number of rounds at once; nil for as many as the program wants.
  package init(_ program: PlayerProgram, batch: Int? = nil) {
    self.program = program
    self.batch = batch ?? program.answer.batch
  }

  deinit { if let process { program.putBack(process) } }

  package func play(_ rounds: inout [OutsideRound]) throws(OutsideError) {
    // The last one is played first.
    var waiting = Array(rounds.indices.reversed())
    var open = OpenRounds()
    while true {
      let process: PlayerProcess
      if let known = self.process { process = known } else { process = try program.process() }
      self.process = process
      do {
        try play(&rounds, &waiting, &open, process)
        return
      } catch {
        let fault = error as? OpenRounds.Fault ?? OpenRounds.Fault(reason: "\(error)")
        self.process = nil
        lines.clear()
        process.kill()
        let lost =
          fault.place.map { place in open.rounds.filter { $0.place == place } } ?? open.stopped
        guard program.settings.forgives, program.settings.stop?.isOn != true else {
          let place = lost.first.map { describe(rounds[$0.place], after: $0.path.count) } ?? ""
          throw OutsideError("\(program.label)\(place): \(fault.reason)")
        }
        program.forgive()
        for round in lost {
          rounds[round.place].path = round.path
          rounds[round.place].outcome = .outOfMoves
        }
        // The other rounds begin again, because the new process knows nothing about them.
        let places = lost.map(\.place)
        waiting += open.rounds.map(\.place).filter { !places.contains($0) }
        open = OpenRounds()
      }
    }
  }

  /// The trial and the level of a round.
  private func describe(_ round: OutsideRound, after moves: Int) -> String {
    ", trial \(round.start.key.trial), round \(round.start.key.round), level \(round.level.code), "
      + "after \(counted(moves, "move"))"
  }

  /// Plays until all rounds are over: fills the batch, asks for a move in each round, and makes the moves.
  private func play(
    _ rounds: inout [OutsideRound], _ waiting: inout [Int], _ open: inout OpenRounds,
    _ process: PlayerProcess
  ) throws {
    while true {
      while open.rounds.count < batch, let place = waiting.popLast() {
        if let outcome = open.begin(rounds[place], process.nextID, place: place) {
          rounds[place].outcome = outcome
        } else {
          lines.begin(process.nextID, rounds[place])
          process.nextID += 1
        }
      }
      let isOver = open.rounds.isEmpty
      if !isOver {
        open.see(&lines)
        lines.go()
      }
      try lines.bytes.withUnsafeBytes { bytes in
        try process.talk(bytes, expectsLines: !isOver) { line in
          let waiting = open.waiting
          try open.take(line)
          if open.waiting < waiting { process.extendWait() }
          return open.waiting == 0
        }
      }
      lines.clear()
      if isOver { return }
      if let line = process.unaskedLine() {
        throw OpenRounds.Fault(reason: "it wrote '\(line)', and no round waits for a move")
      }
      open.step { round, outcome in
        rounds[round.place].path = round.path
        rounds[round.place].outcome = outcome
        lines.end(round.id, outcome)
      }
    }
  }
}
