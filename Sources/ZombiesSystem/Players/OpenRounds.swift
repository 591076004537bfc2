import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// The rounds that a process plays at the same time, in the order of their identities.
struct OpenRounds {
  /// A round of them.
  struct Open {
    let id: UInt64
    /// The place of the round among the rounds to play.
    let place: Int
    fileprivate var round: AnyRound
    fileprivate let limit: Int
    /// The moves that were made.
    fileprivate(set) var path: [Direction] = []
    /// The answer; nil while the round waits for one.
    fileprivate var answer: Direction?

    /// The outcome; nil until the round ends.
    fileprivate var outcome: Outcome? { round.outcome ?? (round.moves < limit ? nil : .outOfMoves) }
  }

  /// The reason why a round cannot go on.
  struct Fault: Error {
    /// The place of the round; nil for all rounds that wait for a move.
    var place: Int?
    let reason: String
  }

  private(set) var rounds: [Open] = []

  /// The number of rounds that wait for a move.
  private(set) var waiting = 0

  /// The round that may be answered next: most players answer in the order of the questions.
  // Same: it is set before the first answer.
  private var expected = 0

  /// Begins a round that is not over at its start.
  ///
  /// - Parameter place: The place of the round among the rounds to play.
  /// - Returns: The outcome of a round that is over at its start.
  mutating func begin(_ round: OutsideRound, _ id: UInt64, place: Int) -> Outcome? {
    let open = Open(
      id: id, place: place, round: AnyRound(round.level, rules: round.start.rules),
      limit: round.moveLimit)
    if let outcome = open.outcome { return outcome }
    rounds.append(open)
    return nil
  }

  /// Writes what all players see. From then on, the rounds wait for a move.
  mutating func see(_ lines: inout PlayerLines) {
    for open in rounds { lines.see(open.id, open.round.sight) }
    (waiting, expected) = (rounds.count, 0)
  }

  /// The rounds that wait for a move or, if none does, all.
  var stopped: [Open] { waiting == 0 ? rounds : rounds.filter { $0.answer == nil } }

  // MARK: Answers

  /// The index of a round; nil if there is none with this identity.
  private func index(of id: UInt64) -> Int? {
    if expected < rounds.count, rounds[expected].id == id { return expected }
    var (low, high) = (0, rounds.count)
    while low < high {
      let middle = (low + high) / 2
      if rounds[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < rounds.count && rounds[low].id == id ? low : nil
  }

  /// Takes the moves of a line such as `17 U 18 L`.
  mutating func take(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) {
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
      else {
        throw PlayerProgram.misunderstood(shown(), "moves such as '17 U'")
      }
      let index = index(of: id)
      guard let index, rounds[index].answer == nil else {
        throw Fault(
          place: index.map { rounds[$0].place },
          reason: "it wrote '\(shown())', but round \(id) does not wait for a move")
      }
      guard rounds[index].round.legalMoves.contains(direction) else {
        throw Fault(
          place: rounds[index].place,
          reason: "it wrote '\(shown())', and the move \(direction) leads out of the room "
            + "or into a block")
      }
      rounds[index].answer = direction
      waiting -= 1
      expected = index + 1
    }
  }

  /// Makes the moves, and takes the rounds out that are over.
  ///
  /// - Parameter end: Receives each of them with its outcome.
  mutating func step(_ end: (Open, Outcome) -> Void) {
    var left = 0
    for index in rounds.indices {
      if let move = rounds[index].answer {
        rounds[index].round.attempt(move)
        rounds[index].path.append(move)
        rounds[index].answer = nil
      }
      if let outcome = rounds[index].outcome {
        end(rounds[index], outcome)
      } else {
        rounds.swapAt(left, index)
        left += 1
      }
    }
    rounds.removeLast(rounds.count - left)
  }
}
