import ZombiesCore
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

/// Describes the analysis of a level in the workshop, the most important facts first, always in the
/// same words.
struct WorkshopTeller {
  private let draft: Workshop.Draft
  private let survey: LevelReport
  private let isUnsure: Bool

  /// The maximum number of items of a kind to list one by one.
  private static let most = 8

  init(_ workshop: Workshop) {
    draft = workshop.draft
    survey = workshop.survey
    isUnsure = workshop.isUnsure
  }

  private var level: Level { draft.level }

  /// The analysis in sentences.
  var answer: [String] {
    switch survey.verdict {
    case .solvable: solvable
    case .unsolvable: unsolvable
    case .gaveUp: ["Whether it can be won is unknown\(ending)"]
    }
  }

  /// Whether the level can be won, and what is in the way, for players who see the picture.
  var caption: [String] {
    guard survey.verdict == .unsolvable, let reach = survey.reach else {
      return Array(answer.prefix(1))
    }
    return ["It cannot be won.", ReachText.caption(reach, in: level)]
  }

  /// The analysis in one line: the verdict, par and the grade.
  var heading: String {
    switch survey.verdict {
    case .unsolvable: return "cannot be won"
    case .gaveUp: return "unknown"
    case .solvable:
      let par = survey.solution.map { "par \($0.par)" } ?? ""
      return survey.grade.map { "\(par), \($0)" } ?? par
    }
  }

  /// The end of a sentence about something unknown.
  private var ending: String {
    isUnsure
      ? ": still searching after \(survey.stateLimit) states."
      : ": the search gave up after \(survey.stateLimit) states."
  }

  // MARK: Solvable

  private var solvable: [String] {
    guard let solution = survey.solution else { return [] }
    var sentences = [
      "It can be won: par \(solution.par), \(ways(solution.shortestCount)).",
      "The solution: \(told(solution.moves)).",
    ]
    guard let grade, let lost = survey.lostSquares else {
      sentences.append("The grade and the lost squares are unknown\(ending)")
      return sentences
    }
    sentences.append(grade)
    if !lost.isEmpty {
      sentences.append("You can no longer win from \(places(lost)).")
    }
    return sentences
  }

  private func ways(_ count: UInt64) -> String {
    count == 1
      ? "1 shortest solution"
      : count == .max ? "2⁶⁴ − 1 shortest solutions or more" : "\(count) shortest solutions"
  }

  /// The moves in words, grouped by direction: "up 3, left 4".
  private func told(_ moves: [Direction]) -> String {
    var parts: [(move: Direction, count: Int)] = []
    for move in moves {
      if let last = parts.indices.last, parts[last].move == move {
        parts[last].count += 1
      } else {
        parts.append((move, 1))
      }
    }
    var words = parts.prefix(3 * Self.most).map { "\($0.move.word) \($0.count)" }
    if words.count < parts.count { words.append("and so on") }
    return words.joined(separator: ", ")
  }

  /// The grade with the parts of its points that are not zero; nil if it is unknown.
  private var grade: String? {
    guard let grade = survey.grade, let points = survey.pointsInWords,
      let excess = survey.excessMoves, let dead = survey.deadPerMille,
      let loses = survey.directWayLoses, let count = survey.shortestSolutions,
      let states = survey.reachableStates, let deadStates = survey.deadStates
    else { return nil }
    let lost = percent(UInt64(deadStates), of: UInt64(states))
    // Each part is the score without the others.
    func score(
      excess: Int = 0, dead: Int = 0, loses: Bool = false, count: UInt64 = .max,
      luck: Luck? = nil
    ) -> Int {
      Grade.score(
        excessMoves: excess, deadPerMille: dead, directWayLoses: loses, shortestSolutions: count,
        luck: luck)
    }
    let fewWays = "for few shortest solutions"
    let parts = [
      (score(excess: excess), "for \(counted(excess, "move")) beyond the distance"),
      (score(dead: dead), "because \(lost) of the states are lost"),
      (score(loses: loses), "because the direct way loses"),
      (score(count: count), count == 1 ? "for a single shortest solution" : fewWays),
      (score(luck: survey.luck), "because luck is needed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "It is \(grade), \(points)"
      + (parts.isEmpty ? "." : ": " + parts.joined(separator: "; ") + ".")
  }

  // MARK: Unsolvable

  private var unsolvable: [String] {
    guard let reach = survey.reach else {
      return ["It cannot be won.", "How far you can get is unknown\(ending)"]
    }
    return ["It cannot be won."] + ReachText.sentences(reach, in: level)
  }

  /// Squares in words, with adjacent ones grouped.
  private func places(_ squares: [Square]) -> String {
    SquareNames(squares, in: level.size, atMost: Self.most).text
  }
}
