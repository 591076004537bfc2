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
      let reason = canWin ? reason(forFirst: move, round, draws) : nil
      answers.append(Choice(move.word, canWin, reason))
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

  /// The reason why a round can still be won after a move: a path that wins.
  private static func reason(
    forFirst move: Direction, _ round: Round, _ draws: QuestionDraws
  ) -> Reason? {
    let start = round.player
    let target = start.stepped(move)
    if target == round.level.signpost {
      return Reason("the signpost is \(beside(move)) you.", room: 0, path: [start, target])
    }
    var next = round
    _ = try? next.move(move)
    guard let solution = next.position.flatMap({ draws.solution(of: $0) }) else { return nil }
    return Reason(
      "after \(move.word), this path still wins, in \(counted(solution.par + 1, "move")) in all.",
      room: 0, path: [start] + solution.squares(from: target))
  }

  /// The maximum number of wrong answers to the question where a zombie goes.
  private static let mostWrongSteps = 3

  /// A question about a lit position and a move: where one of the zombies goes.
  static func nextStep(_ draws: inout QuestionDraws) -> Question? {
    guard let position = litPosition(&draws) else { return nil }
    let move = draws.one(of: Array(Round(position, rules: draws.rules).legalMoves))
    let zombie = draws.one(of: position.zombies)
    guard let chase = chase(of: zombie, after: move, in: position, draws.rules) else { return nil }
    let right = chase.to
    // The first wrong answers are the steps under other rules, and staying.
    var targets = Rules.ChaseAxis.allCases.flatMap { chase in
      (1...draws.rules.zombieSpeed).reversed().compactMap { speed -> Square? in
        let other = try? Rules(
          catchingDistance: draws.rules.catchingDistance, chase: chase, zombieSpeed: speed)
        return other.flatMap { Self.chase(of: zombie, after: move, in: position, $0)?.to }
      }
    }
    targets.append(zombie)
    targets += Direction.allCases.compactMap { position.size.exit(from: zombie, $0) }
    var wrong: [Square] = []
    for target in targets
    where target != right && !wrong.contains(target) && wrong.count < mostWrongSteps {
      wrong.append(target)
    }
    let player = position.start.stepped(move)
    let why = Reason(
      why(chase, player, position, draws.rules), room: 0, path: [zombie] + chase.path)
    var answers = [Choice(way(from: zombie, to: right), true, why)]
    answers += wrong.map { Choice(way(from: zombie, to: $0), false) }
    let isOnly = position.zombies.count == 1
    return shuffled(
      .nextStep,
      ["You move \(move.word). Where does the \(isOnly ? "" : "marked ")zombie go?"],
      [position], answers, &draws, marked: isOnly ? nil : zombie)
  }

  /// A direction as the place of something: "above", "left of".
  private static func beside(_ direction: Direction) -> String {
    switch direction {
    case .up: "above"
    case .down: "below"
    case .left: "left of"
    case .right: "right of"
    }
  }

  /// The reason why a zombie goes where it goes, in words.
  ///
  /// - Parameters:
  ///   - chase: The steps of the zombie.
  ///   - player: The square of the player after the move.
  ///   - position: The room before the move.
  ///   - rules: The rules in force.
  private static func why(
    _ chase: ChaseMove, _ player: Square, _ position: Level, _ rules: Rules
  ) -> String {
    let zombie = chase.from
    let (rows, columns) = (player.row - zombie.row, player.column - zombie.column)
    guard let first = chase.path.first else {
      return zombie == player
        ? "it is on your square already." : "each step that brings it closer to you is shut."
    }
    guard rules.zombieSpeed == 1,
      let step = Direction.allCases.first(where: {
        zombie.stepped($0) == first
      })
    else {
      return "it takes \(counted(chase.path.count, "step")), and each brings it closer to you."
    }
    let isVertical = step == .up || step == .down
    if rows == 0 || columns == 0 {
      return "you are straight \(beside(step)) it, so it comes \(step.word)."
    }
    let far = "you are \(player.seen(from: zombie)) of it"
    let triesVertical: Bool
    let habit: String
    switch rules.chase {
    case .longest where abs(rows) == abs(columns):
      (triesVertical, habit) = (true, "where both are equal, a zombie tries up or down first")
    case .longest:
      triesVertical = abs(rows) > abs(columns)
      habit = "a zombie tries the longer distance first"
    case .vertical: (triesVertical, habit) = (true, "here a zombie tries up or down first")
    case .horizontal: (triesVertical, habit) = (false, "here a zombie tries left or right first")
    }
    return triesVertical == isVertical
      ? "\(far), and \(habit)." : "\(far), and \(habit), but that square is shut."
  }

  /// The steps of a zombie after a move of the player; nil if the move ends the round before the chase.
  private static func chase(
    of zombie: Square, after move: Direction, in position: Level, _ rules: Rules
  ) -> ChaseMove? {
    var round = Round(position, rules: rules)
    guard let events = try? round.move(move) else { return nil }
    for case .chased(let moves) in events {
      return moves.first { $0.from == zombie }
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
