// Questions about whole rooms: which ones can be won, in how many moves, and how.

import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

extension Question {
  /// A question about three or four rooms of a family: which of them can be won. At least one can,
  /// and at least one cannot.
  static func rooms(_ draws: inout QuestionDraws) -> Question? {
    let drawn = draws.family(sides: 4...5, zombies: 1...3, blocks: 0...4, flashlights: 0...1)
    let count = 3 + draws.below(2)
    let solvable = 1 + draws.below(count - 1)
    guard let family = drawn, let placements = draws.placements(of: family) else { return nil }
    var (won, lost): ([Level], [Level]) = ([], [])
    for index in 0..<QuestionDraws.mostPlacements
    where won.count < solvable || lost.count < count - solvable {
      guard let level = try? placements.level(at: index) else { return nil }
      switch draws.decide(level).verdict {
      case .solvable where won.count < solvable && !won.contains(level): won.append(level)
      case .unsolvable where lost.count < count - solvable && !lost.contains(level):
        lost.append(level)
      case .solvable, .unsolvable, .gaveUp: break
      }
    }
    guard won.count == solvable, lost.count == count - solvable else { return nil }
    // The rooms are in random order; their names, which are the answers, are always A, B, C.
    let rooms = draws.shuffled(won.map { ($0, true) } + lost.map { ($0, false) })
    let reasons = rooms.enumerated().map { place, room -> Reason? in
      guard room.1, let solution = draws.solution(of: room.0) else { return nil }
      return Reason(
        "this path wins \(roomName(place)) in \(counted(solution.par, "move")).", room: place,
        path: solution.squares(from: room.0.start))
    }
    return Question(
      unchecked: .rooms,
      ["Which of these rooms could you win if you saw everything?"]
        + sentences(draws.rules), rooms.map { $0.0 },
      .closed(
        answers: rooms.indices.map { roomName($0) }, valid: rooms.indices.filter { rooms[$0].1 }),
      reasons: reasons)
  }

  /// A question about a room: the smallest number of moves that wins.
  static func par(_ draws: inout QuestionDraws) -> Question? {
    guard let (room, par) = solvableRoom(&draws) else { return nil }
    return Question(
      unchecked: .par,
      ["What is the smallest number of moves that wins this room?"] + sentences(draws.rules),
      [room], .open(.texts(["\(par)", counted(par, "move")])),
      reasons: [
        draws.solution(of: room).map { solution in
          Reason(
            "this path wins in \(counted(par, "move")), and no shorter path wins.", room: 0,
            path: solution.squares(from: room.start))
        }
      ])
  }

  /// A question about a room: a shortest solution.
  static func solution(_ draws: inout QuestionDraws) -> Question? {
    guard let (room, par) = solvableRoom(&draws) else { return nil }
    return Question(
      unchecked: .solution,
      ["Win this room in the smallest number of moves, \(par). Type the moves, such as UULL."]
        + sentences(draws.rules), [room],
      .open(.solution(ShortestSolution(level: room, rules: draws.rules, par: par))),
      reasons: [
        draws.solution(of: room).map { solution in
          Reason(
            solution.shortestCount == 1
              ? "this is the only path of \(counted(par, "move")) that wins, and no shorter one does."
              : "this is one of \(solution.shortestCount) paths of \(counted(par, "move")) that win, and "
                + "no shorter one does.",
            room: 0)
        }
      ])
  }

  /// A random solvable room. Half the time its solution must have a detour, because otherwise par
  /// would nearly always be the distance.
  private static func solvableRoom(_ draws: inout QuestionDraws) -> (level: Level, par: Int)? {
    let needsDetour = draws.below(2) == 1
    guard
      let family = draws.family(sides: 4...6, zombies: 1...3, blocks: 1...6, flashlights: 0...1),
      let found = draws.solvableLevel(of: family)
    else { return nil }
    let distance = found.level.start.distance(to: found.level.signpost)
    return needsDetour && found.par == distance ? nil : found
  }
}
