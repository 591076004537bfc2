import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Plays rounds of a thread with a process of a ``PlayerProgram``.
final class BatchPlayer: OutsidePlayer {
  private let program: PlayerProgram
  private var process: PlayerProcess?

  /// The lines that the process gets next.
  private let lines = PlayerLines()

  /// The number of the next round that the process begins.
  private var nextID: UInt64 = 1

  /// The maximum number of rounds at once.
  private let batch: Int

  /// - Parameter batch: The maximum number of rounds at once; nil for as many as the program wants.
  init(_ program: PlayerProgram, batch: Int? = nil) {
    self.program = program
    self.batch = batch ?? program.answer.batch
  }

  deinit { if let process { program.putBack(process) } }

  /// A round that the process is playing.
  private struct Open {
    let id: UInt64
    let place: Int
    var isWaiting = true
  }

  /// The reason why a round cannot go on, and which one; nil for all that wait for a move.
  private struct Fault: Error {
    let place: Int?
    let reason: String
  }

  func play(_ rounds: inout [OutsideRound]) throws(OutsideError) {
    var next = 0
    var again: [Int] = []
    var open: [Open] = []
    while true {
      let process: PlayerProcess
      if let known = self.process { process = known } else { process = try program.process() }
      self.process = process
      do {
        try play(&rounds, &next, &again, &open, process)
        return
      } catch {
        let fault = error as? Fault ?? Fault(place: nil, reason: "\(error)")
        self.process = nil
        nextID = 1
        lines.clear()
        process.kill()
        var lost = fault.place.map { [$0] } ?? open.filter(\.isWaiting).map(\.place)
        // Otherwise a program that always fails after its answers would be started for ever.
        if lost.isEmpty { lost = open.map(\.place) }
        guard program.settings.forgives else {
          throw OutsideError(
            program.label + describe(lost.first.map { rounds[$0] }) + ": \(fault.reason)")
        }
        program.forgive()
        for place in lost { rounds[place].isForfeited = true }
        // The other rounds begin again, because the new process knows nothing about them.
        for one in open where !lost.contains(one.place) && rounds[one.place].outcome == nil {
          rounds[one.place].restart()
          again.append(one.place)
        }
        open = []
      }
    }
  }

  /// The trial and the level of a round.
  private func describe(_ round: OutsideRound?) -> String {
    guard let round else { return "" }
    return ", trial \(round.start.key.trial), round \(round.start.key.round), "
      + "level \(round.level.code), after \(round.path.count) moves"
  }

  /// Plays until all rounds are over.
  private func play(
    _ rounds: inout [OutsideRound], _ next: inout Int, _ again: inout [Int],
    _ open: inout [Open], _ process: PlayerProcess
  ) throws {
    while true {
      while open.count < batch {
        let place: Int
        if let other = again.popLast() {
          place = other
        } else if next < rounds.count {
          place = next
          next += 1
        } else {
          break
        }
        guard rounds[place].outcome == nil else { continue }
        open.append(Open(id: nextID, place: place))
        lines.begin(nextID, rounds[place])
        nextID += 1
      }
      guard !open.isEmpty else {
        if !lines.isEmpty { try process.tell(lines.bytes) }
        lines.clear()
        return
      }
      rounds.withUnsafeBufferPointer { rounds in
        guard let base = rounds.baseAddress else { return }
        for index in open.indices {
          open[index].isWaiting = true
          lines.see(open[index].id, base + open[index].place)
        }
      }
      lines.go()
      try ask(&rounds, &open, process)
      lines.clear()
      open.removeAll { one in
        guard let outcome = rounds[one.place].outcome else { return false }
        lines.end(one.id, outcome)
        return true
      }
    }
  }

  /// Asks for a move in each open round, and makes the moves.
  private func ask(
    _ rounds: inout [OutsideRound], _ open: inout [Open], _ process: PlayerProcess
  ) throws {
    guard let first = open.first?.id else { return }
    var waiting = open.count
    try rounds.withUnsafeMutableBufferPointer { rounds in
      try open.withUnsafeMutableBufferPointer { open in
        try process.talk(lines.bytes) { line in
          var words = Answers(line)
          while let answer = words.next() {
            guard let answer = answer.move else {
              throw Fault(
                place: nil,
                reason: "\(PlayerProgram.misunderstood(Self.text(line), "moves such as '17 U'"))")
            }
            // Identities ascend, so most are found at their distance from the first one.
            var index = Int(truncatingIfNeeded: answer.id &- first)
            if !open.indices.contains(index) || open[index].id != answer.id {
              index = open.firstIndex { $0.id == answer.id } ?? -1
            }
            guard index >= 0, open[index].isWaiting else {
              throw Fault(
                place: index < 0 ? nil : open[index].place,
                reason: "it wrote '\(Self.text(line))', but round \(answer.id) does not wait for a "
                  + "move")
            }
            guard rounds[open[index].place].make(answer.direction) else {
              throw Fault(
                place: open[index].place,
                reason: "it wrote '\(Self.text(line))', and the move \(answer.direction) leads out "
                  + "of the room or into a block")
            }
            open[index].isWaiting = false
            waiting -= 1
          }
          return waiting == 0
        }
      }
    }
    if let line = process.unaskedLine() {
      throw Fault(place: nil, reason: "it wrote '\(line)', and no round waits for a move")
    }
  }

  private static func text(_ line: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: line.prefix(200), as: UTF8.self)
  }
}

/// The pairs of a line such as `17 U 18 L`.
private struct Answers {
  private let line: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ line: UnsafeBufferPointer<UInt8>) { self.line = line }

  /// A pair; `move` is nil if it is none.
  struct Pair {
    var move: (id: UInt64, direction: Direction)?
  }

  private mutating func skipSpaces() {
    while place < line.count, line[place] == UInt8(ascii: " ") || line[place] == UInt8(ascii: "\r")
    {
      place += 1
    }
  }

  /// The next pair; nil at the end of the line.
  mutating func next() -> Pair? {
    skipSpaces()
    guard place < line.count else { return nil }
    let begin = place
    var id: UInt64 = 0
    while place < line.count, let digit = line[place].decimalDigit {
      id = id &* 10 &+ UInt64(digit)
      place += 1
    }
    // No identity has more than 19 digits.
    guard place > begin, place - begin < 20 else { return Pair() }
    skipSpaces()
    guard place < line.count, let direction = Direction(letter: line[place]) else { return Pair() }
    place += 1
    guard place == line.count || line[place] <= UInt8(ascii: " ") else { return Pair() }
    return Pair(move: (id, direction))
  }
}
