import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Plays rounds of a thread with a process of a ``PlayerProgram``.
package final class BatchPlayer: OutsidePlayer {
  /// A round that the process plays.
  private struct Open {
    let id: UInt64
    /// The place of the round among the rounds to play.
    let place: Int
    var round: AnyRound
    let limit: Int
    /// The moves that were made.
    var path: [Direction] = []
    /// The answer; nil while the round waits for one.
    var answer: Direction?

    /// The outcome; nil until the round ends.
    var outcome: Outcome? { round.outcome ?? (round.moves < limit ? nil : .outOfMoves) }
  }

  /// The reason why a round cannot go on.
  struct Fault: Error {
    /// The place of the round; nil for all rounds that wait for a move.
    var place: Int?
    let reason: String
  }

  private let program: PlayerProgram
  private var process: PlayerProcess?

  /// The maximum number of rounds at once.
  private let batch: Int

  /// The lines that the process gets next.
  private var lines = PlayerLines()

  /// The rounds that the process plays at the same time, in the order of their identities.
  private var open: [Open] = []

  /// The number of these rounds that wait for a move.
  private var unanswered = 0

  /// The round that may be answered next: most players answer in the order of the questions.
  // Same: it is set before the first answer.
  private var expected = 0

  /// - Parameter batch: The maximum number of rounds at once; nil for as many as the program wants.
  package init(_ program: PlayerProgram, batch: Int? = nil) {
    self.program = program
    self.batch = batch ?? program.answer.batch
  }

  deinit { if let process { program.putBack(process) } }

  package func play(_ rounds: inout [OutsideRound]) throws(OutsideError) {
    // The last one is played first.
    var waiting = Array(rounds.indices.reversed())
    while true {
      let process: PlayerProcess
      if let known = self.process { process = known } else { process = try program.process() }
      self.process = process
      do {
        try play(&rounds, &waiting, process)
        return
      } catch {
        let fault = error as? Fault ?? Fault(reason: "\(error)")
        self.process = nil
        lines.clear()
        process.kill()
        // Without a round of its own, the fault is that of the rounds that wait for a move or, if none does, of all.
        let isLost = open.map { round in
          fault.place.map { $0 == round.place } ?? (unanswered == 0 || round.answer == nil)
        }
        let lost = zip(open, isLost).filter(\.1).map(\.0)
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
        waiting += zip(open, isLost).filter { !$0.1 }.map(\.0.place)
        open = []
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
    _ rounds: inout [OutsideRound], _ waiting: inout [Int], _ process: PlayerProcess
  ) throws {
    while true {
      while open.count < batch, let place = waiting.popLast() {
        let next = Open(
          id: process.nextID, place: place,
          round: AnyRound(rounds[place].level, rules: rounds[place].start.rules),
          limit: rounds[place].moveLimit)
        // A round may be over at its start.
        rounds[place].outcome = next.outcome
        if next.outcome != nil { continue }
        lines.begin(next.id, rounds[place])
        open.append(next)
        process.nextID += 1
      }
      let isOver = open.isEmpty
      for next in open { lines.see(next.id, next.round.sight) }
      if !isOver { lines.go() }
      (unanswered, expected) = (open.count, 0)
      try lines.bytes.withUnsafeBytes { bytes in
        try process.talk(bytes, expectsLines: !isOver) { line in
          let before = unanswered
          try take(line)
          if unanswered < before { process.extendWait() }
          return unanswered == 0
        }
      }
      lines.clear()
      if isOver { return }
      if let line = process.unaskedLine() {
        throw Fault(reason: "it wrote '\(line)', and no round waits for a move")
      }
      step(&rounds)
    }
  }

  /// The index of a round in progress; nil if there is none with this identity.
  private func index(of id: UInt64) -> Int? {
    if expected < open.count, open[expected].id == id { return expected }
    var (low, high) = (0, open.count)
    while low < high {
      let middle = (low + high) / 2
      if open[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < open.count && open[low].id == id ? low : nil
  }

  /// Takes the moves of a line such as `17 U 18 L`.
  private func take(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) {
    var text = line[...]
    func skipSpace() {
      text = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
    }
    func shown() -> String { String(decoding: line.prefix(200), as: UTF8.self) }
    while true {
      skipSpace()
      if text.isEmpty { return }
      let digits = text.prefix { $0.decimalDigit != nil }
      text = text.dropFirst(digits.count)
      skipSpace()
      guard let id = UInt64(decimalDigits: digits), let letter = text.popFirst(),
        let direction = Direction(letter: letter), (text.first ?? 0) <= UInt8(ascii: " ")
      else { throw PlayerProgram.misunderstood(shown(), "moves such as '17 U'") }
      let index = index(of: id)
      guard let index, open[index].answer == nil else {
        throw Fault(
          place: index.map { open[$0].place },
          reason: "it wrote '\(shown())', but round \(id) does not wait for a move")
      }
      guard open[index].round.legalMoves.contains(direction) else {
        throw Fault(
          place: open[index].place,
          reason: "it wrote '\(shown())', and the move \(direction) leads out of the room "
            + "or into a block")
      }
      open[index].answer = direction
      unanswered -= 1
      expected = index + 1
    }
  }

  /// Makes the moves, and takes the rounds out that are over.
  private func step(_ rounds: inout [OutsideRound]) {
    var left = 0
    for index in open.indices {
      if let move = open[index].answer {
        open[index].round.attempt(move)
        open[index].path.append(move)
        open[index].answer = nil
      }
      if let outcome = open[index].outcome {
        rounds[open[index].place].path = open[index].path
        rounds[open[index].place].outcome = outcome
        lines.end(open[index].id, outcome)
      } else {
        open.swapAt(left, index)
        left += 1
      }
    }
    open.removeLast(open.count - left)
  }
}
