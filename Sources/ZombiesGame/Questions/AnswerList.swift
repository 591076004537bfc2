// The answers to a question as a list, for other programs.

import ZombiesCore
import ZombiesSolver

extension Question {
  /// An answer to a question.
  public struct Answer: Hashable, Sendable {
    /// The answer.
    public let text: String
    /// Whether the answer is valid.
    public let isValid: Bool
    /// The reason why the answer is valid; nil if it is wrong.
    public let reason: Reason?
  }

  /// The answers of a closed question in order, or valid answers and then plausible wrong ones of an
  /// open question.
  ///
  /// - Parameter most: The maximum number of valid answers to an open question.
  /// - Returns: The answers, and whether they contain all valid ones.
  public func answerList(
    upTo most: Int = 100
  ) -> (answers: [Answer], isComplete: Bool) {
    var (valid, isComplete): ([String], Bool)
    switch form {
    case .closed(let texts, _):
      let answers = texts.enumerated().map { place, text in
        Answer(
          text: text, isValid: accepts(answer: place), reason: reason(for: .cursor(place)))
      }
      return (answers, true)
    case .open(.texts(let texts)): (valid, isComplete) = (texts, true)
    case .open(.solution(let solution)):
      let moves = solution.first(most + 1).map { $0.letters }
      (valid, isComplete) = (Array(moves.prefix(most)), moves.count <= most)
    }
    let answers =
      valid.map { Answer(text: $0, isValid: true, reason: reason(for: .typed($0))) }
      + wrongAnswers.map { Answer(text: $0, isValid: false, reason: nil) }
    return (answers, isComplete)
  }

  /// The maximum number of wrong answers to an open question.
  private static let mostWrong = 3

  /// Plausible wrong answers to a generated open question.
  private var wrongAnswers: [String] {
    guard let room = rooms.first else { return [] }
    let distance = room.start.distance(to: room.signpost)
    var tries: [String] = []
    switch form {
    case .open(.texts(let texts)):
      guard kind == .par, let par = texts.first.flatMap({ Int($0) }) else { return [] }
      // Nobody needs fewer moves than the distance, and each detour takes two more.
      tries = [distance, par + 2, par - 2, par + 1, par - 1].filter { $0 > 0 }.map { String($0) }
    case .open(.solution(let solution)):
      guard let best = solution.first(1).first else { return [] }
      let (rows, columns) = (
        room.signpost.row - room.start.row, room.signpost.column - room.start.column
      )
      let vertical = Array(repeating: rows < 0 ? Direction.up : .down, count: abs(rows))
      let horizontal = Array(repeating: columns < 0 ? Direction.left : .right, count: abs(columns))
      // The paths along the walls, and the solution with two moves exchanged or without its last.
      tries = [vertical + horizontal, horizontal + vertical].map { $0.letters }
      for place in best.indices.dropFirst() {
        var moves = best
        moves.swapAt(place - 1, place)
        tries.append(moves.letters)
      }
      tries.append(best.dropLast().letters)
    case .closed: return []
    }
    var wrong: [String] = []
    for text in tries where wrong.count < Self.mostWrong && !accepts(text) && !wrong.contains(text)
    {
      wrong.append(text)
    }
    return wrong
  }
}

extension ShortestSolution {
  /// The first of the shortest solutions, in the order U < D < L < R.
  ///
  /// - Parameter most: The maximum number of solutions.
  /// - Complexity: O(solutions · par) searches of the level.
  public func first(_ most: Int) -> [[Direction]] {
    let solver = Solver(rules: rules)
    var found: [[Direction]] = []
    // The rounds to go on with, the first one last.
    var rounds: [(round: Round, moves: [Direction])] = [(Round(level, rules: rules), [])]
    while found.count < most, let (round, moves) = rounds.popLast() {
      if round.outcome == .won {
        found.append(moves)
        continue
      }
      for move in Direction.allCases.reversed() {
        var next = round
        guard (try? next.move(move)) != nil else { continue }
        let left = par - moves.count - 1
        let needed = next.outcome == .won ? 0 : next.position.flatMap { solver.decide($0).par }
        if needed == left { rounds.append((next, moves + [move])) }
      }
    }
    return found
  }
}
