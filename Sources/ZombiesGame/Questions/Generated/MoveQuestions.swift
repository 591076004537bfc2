// Questions about the next step of the player or of a zombie.

import ZombiesCore
import ZombiesGrading
import ZombiesSolver

extension Question {
  /// A question about a lit position: which legal moves can still win. At least one can, and at
  /// least one cannot.
  static func firstMoves(_ draws: inout QuestionDraws) -> Question? {
    guard let room = draws.litPosition() else { return nil }
    var answers: [Answer] = []
    for move in Round(room, rules: draws.rules).legalMoves {
      var round = Round(room, rules: draws.rules)
      _ = try? round.move(move)
      let target = room.start.stepped(move)
      guard let position = round.position else {
        let reason = Reason(
          "the signpost is \(target.beside(room.start)).", room: 0, path: [room.start, target])
        answers.append(Answer(move.word, round.outcome == .won, reason))
        continue
      }
      let verdict = draws.solver.decide(position).verdict
      guard verdict != .gaveUp else { return nil }
      let solution = verdict == .solvable ? draws.solver.solve(position).solution : nil
      let reason = solution.map { solution in
        Reason(
          "after \(move.word), this path still wins, in \(counted(solution.par + 1, "move")) in all.",
          room: 0, path: [room.start] + solution.squares(from: target))
      }
      answers.append(Answer(move.word, verdict == .solvable, reason))
    }
    guard Set(answers.map { $0.isValid }).count == 2 else { return nil }
    return Question(
      kind: .firstMoves, prompt: ["Which first move still lets you win this room?"], rooms: [room],
      answers: draws.shuffled(answers))
  }

  /// A question about a lit position and a move: where one of the zombies goes.
  static func nextStep(_ draws: inout QuestionDraws) -> Question? {
    guard let room = draws.litPosition() else { return nil }
    let rules = draws.rules
    let move = draws.one(of: Array(Round(room, rules: rules).legalMoves))
    let zombie = draws.one(of: room.zombies)
    /// The steps of the zombie under the rules, with another chase; nil if the move ends the round before that.
    func chase(_ axis: Rules.ChaseAxis, _ speed: Int) -> ChaseMove? {
      let other = try? Rules(
        catchingDistance: rules.catchingDistance, chase: axis, zombieSpeed: speed)
      var round = Round(room, rules: other ?? rules)
      for case .chased(let moves) in (try? round.move(move)) ?? [] {
        return moves.first { $0.from == zombie }
      }
      return nil
    }
    guard let right = chase(rules.chase, rules.zombieSpeed) else { return nil }
    // The first of the three wrong answers are the steps under other rules, and staying.
    var others = Rules.ChaseAxis.allCases.flatMap { axis in
      (1...rules.zombieSpeed).reversed().compactMap { chase(axis, $0)?.to }
    }
    others += [zombie] + Direction.allCases.compactMap { room.size.exit(from: zombie, $0) }
    var targets = [right.to]
    for target in others where targets.count < 4 && !targets.contains(target) {
      targets.append(target)
    }
    let why = Reason(
      why(right, room.start.stepped(move), rules), room: 0, path: [zombie] + right.path)
    let answers = targets.map { target in
      Answer(target == zombie ? "it stays" : zombie.way(to: target), target == right.to, why)
    }
    let isOnly = room.zombies.count == 1
    return Question(
      kind: .nextStep,
      prompt: ["You move \(move.word). Where does the \(isOnly ? "" : "marked ")zombie go?"],
      rooms: [room], answers: draws.shuffled(answers), marked: isOnly ? nil : zombie)
  }

  /// The reason why a zombie goes where it goes, in words.
  ///
  /// - Parameters:
  ///   - chase: The steps of the zombie.
  ///   - player: The square of the player after the move.
  ///   - rules: The rules in force.
  private static func why(_ chase: ChaseMove, _ player: Square, _ rules: Rules) -> String {
    let zombie = chase.from
    guard let first = chase.path.first else {
      return zombie == player
        ? "it is on your square already." : "each step that brings it closer to you is shut."
    }
    if rules.zombieSpeed > 1 {
      return "it takes \(counted(chase.path.count, "step")), and each brings it closer to you."
    }
    let (rows, columns) = (abs(player.row - zombie.row), abs(player.column - zombie.column))
    if rows == 0 || columns == 0 {
      return "you are in its \(rows == 0 ? "row" : "column"), so it comes \(zombie.way(to: first))."
    }
    let (triesVertical, habit) =
      switch rules.chase {
      case .longest where rows == columns:
        (true, "where both are equal, a zombie tries up or down first")
      case .longest: (rows > columns, "a zombie tries the longer distance first")
      case .vertical: (true, "here a zombie tries up or down first")
      case .horizontal: (false, "here a zombie tries left or right first")
      }
    let isShut = triesVertical != (first.column == zombie.column)
    return "you are \(player.seen(from: zombie)) of it, and \(habit)"
      + (isShut ? ", but that square is shut." : ".")
  }
}
