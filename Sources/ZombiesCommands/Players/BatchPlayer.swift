import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Plays rounds of a thread with a process of a ``PlayerProgram``.
final class BatchPlayer: OutsidePlayer {
  private let program: PlayerProgram
  private var process: PlayerProcess?

  /// The lines that the process gets next.
  private let lines = PlayerLines()

  /// The maximum number of rounds at once.
  private let batch: Int

  /// The room for rounds, by the sides of their rooms: that of the last sizes.
  private var tables: [RoomSize: OpenRounds] = [:]
  private static let mostTables = 8

  /// - Parameter batch: The maximum number of rounds at once; nil for as many as the program wants.
  init(_ program: PlayerProgram, batch: Int? = nil) {
    self.program = program
    self.batch = batch ?? program.answer.batch
  }

  deinit { if let process { program.putBack(process) } }

  func play(_ rounds: inout [OutsideRound]) throws(OutsideError) {
    guard let first = rounds.first?.form.size else { return }
    var groups = [(size: first, places: Array(rounds.indices))]
    if rounds.contains(where: { $0.form.size != first }) {
      groups = Dictionary(grouping: rounds.indices) { rounds[$0].form.size }
        .map { ($0.key, $0.value) }.sorted { $0.places[0] < $1.places[0] }
    }
    for (_, places) in groups {
      let table = try table(min(batch, places.count), like: rounds[places[0]])
      // Pointers, because the checks and copies of an array would take a tenth of the time.
      let result = rounds.withUnsafeMutableBufferPointer { rounds -> Result<Void, OutsideError> in
        Result { () throws(OutsideError) in try play(rounds, places, in: table) }
      }
      try result.get()
    }
  }

  private func table(
    _ count: Int, like round: OutsideRound
  ) throws(OutsideError) -> OpenRounds {
    let size = round.form.size
    if let table = tables[size], table.wanted >= count { return table }
    if tables.count >= Self.mostTables { tables = [:] }
    let table = try OpenRounds(count, like: round)
    tables[size] = table
    return table
  }

  /// Plays rounds of rooms with the same sides to their ends.
  private func play(
    _ rounds: UnsafeMutableBufferPointer<OutsideRound>, _ places: [Int], in open: OpenRounds
  ) throws(OutsideError) {
    // The last one is played first.
    var waiting = Array(places.reversed())
    open.clear()
    while true {
      let process: PlayerProcess
      if let known = self.process { process = known } else { process = try program.process() }
      self.process = process
      do {
        try play(rounds, &waiting, open, process)
        return
      } catch {
        let fault =
          error as? OpenRounds.Fault
          ?? OpenRounds.Fault(reason: (error as? OutsideError)?.reason ?? "\(error)")
        self.process = nil
        lines.clear()
        process.kill()
        let lost = fault.slot.map { [open.place(of: $0)] } ?? open.stopped
        guard program.settings.forgives, program.settings.stop?.isOn != true else {
          let place = lost.first.map { describe(rounds[$0], after: open.path(at: $0).count) } ?? ""
          throw OutsideError("\(program.label)\(place): \(fault.reason)")
        }
        program.forgive()
        for place in lost {
          rounds[place].path = open.path(at: place)
          rounds[place].outcome = .outOfMoves
        }
        // The other rounds begin again, because the new process knows nothing about them.
        waiting += open.all.filter { !lost.contains($0) }
        open.clear()
      }
    }
  }

  /// The trial and the level of a round.
  private func describe(_ round: OutsideRound, after moves: Int) -> String {
    ", trial \(round.start.key.trial), round \(round.start.key.round), level \(round.level.code), "
      + "after \(counted(moves, "move"))"
  }

  /// Plays until all rounds are over.
  private func play(
    _ rounds: UnsafeMutableBufferPointer<OutsideRound>, _ waiting: inout [Int], _ open: OpenRounds,
    _ process: PlayerProcess
  ) throws {
    for part in 0..<open.partCount { try ask(rounds, &waiting, open, part, process) }
    var part = 0
    while !open.isEmpty {
      if !open.isEmpty(part) {
        open.expect(part)
        // A player that reads ahead may have answered already.
        if open.waiting(part) > 0 {
          try process.read { line in
            let waiting = open.waiting
            try open.take(line)
            if open.waiting < waiting { process.extendWait() }
            return open.waiting(part) == 0
          }
        }
        if open.waiting == 0, let line = process.unaskedLine() {
          throw OpenRounds.Fault(reason: "it wrote '\(line)', and no round waits for a move")
        }
        try open.step(part) { id, place, outcome, path in
          rounds[place].path = path
          rounds[place].outcome = outcome
          lines.end(id, outcome)
        }
        try ask(rounds, &waiting, open, part, process)
      }
      part = (part + 1) % open.partCount
    }
  }

  /// Fills a part with rounds, and asks for a move in each of them.
  private func ask(
    _ rounds: UnsafeMutableBufferPointer<OutsideRound>, _ waiting: inout [Int], _ open: OpenRounds,
    _ part: Int,
    _ process: PlayerProcess
  ) throws {
    while !open.isFull(part), let place = waiting.popLast() {
      if let outcome = open.begin(rounds[place], process.nextID, place: place, part: part) {
        rounds[place].outcome = outcome
      } else {
        lines.begin(process.nextID, rounds[place])
        process.nextID += 1
      }
    }
    if !open.isEmpty(part) {
      open.see(part, lines)
      lines.go()
    }
    if !lines.isEmpty { try process.tell(lines.bytes) }
    lines.clear()
  }
}
