// Questions about whole rooms: which ones can be won, in how many moves, and how.

import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

extension Question {
  /// A question about three or four rooms of a family: which of them can be won. At least one can,
  /// and at least one cannot.
  static func rooms(_ draws: inout QuestionDraws) -> Question? {
    let drawn = draws.family(sides: 4...5, zombies: 1...3, blocks: 0...4, flashlights: 0...1)
    let count = 3 + draws.below(2)
    let solvable = 1 + draws.below(count - 1)
    guard let family = drawn else { return nil }
    var (won, lost): ([Level], [Level]) = ([], [])
    for level in draws.placements(of: family) where won.count + lost.count < count {
      switch draws.solver.decide(level).verdict {
      case .solvable where won.count < solvable && !won.contains(level): won.append(level)
      case .unsolvable where lost.count < count - solvable && !lost.contains(level):
        lost.append(level)
      case .solvable, .unsolvable, .gaveUp: break
      }
    }
    guard won.count + lost.count == count else { return nil }
    // The rooms are in random order; their names, which are the answers, are always A, B, C.
    let rooms = draws.shuffled(won + lost)
    let answers = rooms.enumerated().map { place, room in
      let solution = won.contains(room) ? draws.solver.solve(room).solution : nil
      let reason = solution.map { solution in
        Reason(
          "this path wins \(roomName(place)) in \(counted(solution.par, "move")).", room: place,
          path: solution.squares(from: room.start))
      }
      return Answer(roomName(place), won.contains(room), reason)
    }
    return Question(
      kind: .rooms, prompt: ["Which of these rooms could you win if you saw everything?"],
      rooms: rooms, answers: answers)
  }

  /// A question about a room: the smallest number of moves that wins.
  static func par(_ draws: inout QuestionDraws) -> Question? {
    guard let (room, solution) = solvableRoom(&draws) else { return nil }
    let moves = counted(solution.par, "move")
    let reason = Reason(
      "this path wins in \(moves), and no shorter path wins.", room: 0,
      path: solution.squares(from: room.start))
    return Question(
      kind: .par, prompt: ["What is the smallest number of moves that wins this room?"],
      rooms: [room], form: .open,
      answers: ["\(solution.par)", moves].map { Answer($0, true, reason) })
  }

  /// A question about a room: a shortest solution, which can be typed in one line.
  static func solution(_ draws: inout QuestionDraws) -> Question? {
    guard let (room, solution) = solvableRoom(&draws), solution.par <= TypedLine.mostMoves else {
      return nil
    }
    let (moves, count) = (counted(solution.par, "move"), solution.shortestCount)
    let reason =
      count == 1
      ? "this is the only path of \(moves) that wins, and no shorter one does."
      : "this is one of \(count) paths of \(moves) that win, and no shorter one does."
    let prompt = "Win this room in the smallest number of moves, \(solution.par)."
    return Question(
      kind: .solution, prompt: ["\(prompt) Type the moves, such as UULL."], rooms: [room],
      form: .moves(draws.rules),
      answers: [Answer(solution.moves.letters, true, Reason(reason, room: 0))])
  }

  /// A random solvable room with its solution. Half the time that must have a detour, because otherwise par
  /// would nearly always be the distance.
  private static func solvableRoom(_ draws: inout QuestionDraws) -> (Level, Solution)? {
    let needsDetour = draws.below(2) == 1
    guard
      let family = draws.family(sides: 4...6, zombies: 1...3, blocks: 1...6, flashlights: 0...1),
      let room = draws.solvableLevel(of: family),
      let solution = draws.solver.solve(room).solution
    else { return nil }
    let hasDetour = solution.par > room.start.distance(to: room.signpost)
    return needsDetour && !hasDetour ? nil : (room, solution)
  }
}
