// Questions about the next step of the player or of a zombie.

import ZombiesCore
import ZombiesGrading
import ZombiesSolver

extension Question {
  /// A question about a lit position: which legal moves can still win. At least one can, and at
  /// least one cannot.
  static func firstMoves(_ draws: inout QuestionDraws) -> Question? {
    guard let position = litPosition(&draws) else { return nil }
    let round = Round(position, rules: draws.rules)
    var answers: [Choice] = []
    for move in round.legalMoves {
      guard let canWin = canWin(after: move, round, draws) else { return nil }
      answers.append(Choice(move.word, canWin))
    }
    let valid = answers.count { $0.isValid }
    guard valid > 0, valid < answers.count else { return nil }
    return shuffled(
      .firstMoves, ["Which first move still lets you win this room?"], [position], answers,
      &draws)
  }

  /// Whether the round can be won after a move; nil if the search gave up.
  private static func canWin(
    after move: Direction, _ round: Round, _ draws: QuestionDraws
  ) -> Bool? {
    var round = round
    _ = try? round.move(move)
    guard let position = round.position else { return round.outcome == .won }
    let verdict = draws.decide(position).verdict
    return verdict == .gaveUp ? nil : verdict == .solvable
  }

  /// The maximum number of wrong answers to the question where a zombie goes.
  private static let mostWrongSteps = 3

  /// A question about a lit position and a move: where one of the zombies goes.
  static func nextStep(_ draws: inout QuestionDraws) -> Question? {
    guard let position = litPosition(&draws) else { return nil }
    let move = draws.one(of: Array(Round(position, rules: draws.rules).legalMoves))
    let zombie = draws.one(of: position.zombies)
    guard let right = step(of: zombie, after: move, in: position, draws.rules) else { return nil }
    // The first wrong answers are the steps under other rules, and staying.
    var targets = Rules.ChaseAxis.allCases.flatMap { chase in
      (1...draws.rules.zombieSpeed).reversed().compactMap { speed -> Square? in
        let other = try? Rules(
          catchingDistance: draws.rules.catchingDistance, chase: chase, zombieSpeed: speed)
        return other.flatMap { step(of: zombie, after: move, in: position, $0) }
      }
    }
    targets.append(zombie)
    targets += Direction.allCases.compactMap { position.size.exit(from: zombie, $0) }
    var wrong: [Square] = []
    for target in targets
    where target != right && !wrong.contains(target) && wrong.count < mostWrongSteps {
      wrong.append(target)
    }
    var answers = [Choice(way(from: zombie, to: right), true)]
    answers += wrong.map { Choice(way(from: zombie, to: $0), false) }
    return shuffled(
      .nextStep, ["You move \(move.word). Where does the zombie on \(zombie.place) go?"],
      [position], answers, &draws)
  }

  /// The square of a zombie after a move of the player; nil if the move ends the round before the
  /// chase.
  private static func step(
    of zombie: Square, after move: Direction, in position: Level, _ rules: Rules
  ) -> Square? {
    var round = Round(position, rules: rules)
    guard let events = try? round.move(move) else { return nil }
    for case .chased(let moves) in events {
      return moves.first { $0.from == zombie }?.to
    }
    return nil
  }

  /// The path of a zombie in words: "up", "2 up and 1 left", "it stays".
  private static func way(from zombie: Square, to target: Square) -> String {
    if zombie == target { return "it stays" }
    let step = Direction.allCases.first { zombie.stepped($0) == target }
    return step?.word ?? target.seen(from: zombie)
  }
}
