import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Plays rounds of a thread with a process of a ``PlayerProgram``.
final class BatchPlayer: OutsidePlayer {
  private let program: PlayerProgram
  private var process: PlayerProcess?

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
        process.kill()
        let lost = fault.place.map { [$0] } ?? open.filter(\.isWaiting).map(\.place)
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
    var lines = PlayerLines()
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
        if !lines.isEmpty { try process.tell(lines.take()) }
        return
      }
      for index in open.indices {
        open[index].isWaiting = true
        lines.see(open[index].id, rounds[open[index].place])
      }
      lines.go()
      try ask(&rounds, &open, lines.take(), process)
      open.removeAll { one in
        guard let outcome = rounds[one.place].outcome else { return false }
        lines.end(one.id, outcome)
        return true
      }
    }
  }

  /// Asks for a move in each open round, and makes the moves.
  private func ask(
    _ rounds: inout [OutsideRound], _ open: inout [Open], _ bytes: [UInt8],
    _ process: PlayerProcess
  ) throws {
    guard let first = open.first?.id else { return }
    // Identities ascend, so most are found at their distance from the first one.
    var waiting = open.count
    try process.talk(bytes) { line in
      var words = line.split(separator: UInt8(ascii: " ")).makeIterator()
      while let word = words.next() {
        guard let id = UInt64(canonicalDigits: word), let letter = words.next(), letter.count == 1,
          let direction = letter.first.flatMap(Direction.init(letter:))
        else {
          throw Fault(
            place: nil,
            reason: "\(PlayerProgram.misunderstood(Self.text(line), "moves such as '17 U'"))")
        }
        let guess = Int(truncatingIfNeeded: id &- first)
        let index =
          open.indices.contains(guess) && open[guess].id == id
          ? guess : open.firstIndex { $0.id == id }
        guard let index, open[index].isWaiting else {
          throw Fault(
            place: index.map { open[$0].place },
            reason: "it wrote '\(Self.text(line))', but round \(id) does not wait for a move")
        }
        let place = open[index].place
        guard rounds[place].make(direction) else {
          throw Fault(
            place: place,
            reason:
              "it wrote '\(Self.text(line))', and the move \(direction) leads out of the room "
              + "or into a block")
        }
        open[index].isWaiting = false
        waiting -= 1
      }
      return waiting == 0
    }
    if let line = process.unaskedLine() {
      throw Fault(
        place: nil, reason: "it wrote '\(Self.text(line))', and no round waits for a move")
    }
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.prefix(200), as: UTF8.self)
  }
}

extension OutsideRound {
  /// The level.
  var level: Level {
    switch round {
    case .small(let round): round.plainLevel
    case .wide(let round): round.plainLevel
    }
  }

  /// Makes a move if it is legal; returns whether it is.
  mutating func make(_ direction: Direction) -> Bool {
    switch round {
    case .small(var small):
      guard small.attempt(direction) else { return false }
      round = .small(small)
    case .wide(var wide):
      guard wide.attempt(direction) else { return false }
      round = .wide(wide)
    }
    path.append(direction)
    return true
  }

  /// Goes back to the beginning.
  mutating func restart() {
    round = AnyRound(level, rules: start.rules)
    path = []
  }
}
