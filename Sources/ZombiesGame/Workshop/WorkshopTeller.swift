import ZombiesCore
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

/// Describes the level in the workshop, its analysis and the saved levels, the most important facts first,
/// always in the same words.
struct WorkshopTeller {
  private let workshop: Workshop

  /// The maximum number of items of a kind to list one by one.
  private static let most = 8

  /// The message while the level of a reference is drawn.
  static let looking = "Looking for the level."

  init(_ workshop: Workshop) { self.workshop = workshop }

  private var draft: Workshop.Draft { workshop.draft }
  private var survey: LevelReport { workshop.survey }

  // MARK: The level

  /// The level on the bench in words, with its analysis.
  var about: [String] {
    let name = draft.name.map { "\($0), " } ?? ""
    return ["The workshop: \(name)\(draft.code).", draft.level.spoken] + rules + answer
  }

  /// The rules and the world of the level, if they are not the default ones.
  var rules: [String] {
    var sentences: [String] = []
    if draft.rules != .standard {
      sentences.append("Rules: \(NamedRules(changesOf: draft.rules)).")
    }
    if draft.world != Workshop.worldName { sentences.append("World: \(draft.world).") }
    return sentences
  }

  /// The level's name, code and link.
  var code: [String] {
    (draft.name.map { ["Name: \($0)"] } ?? [])
      + ["Code: \(draft.code)", "Link: #\(workshop.link)"]
  }

  /// The saved levels as a numbered list, or as the lines of their file.
  func kept(isFile: Bool) -> [String] {
    if workshop.kept.isEmpty { return [Refusal.noneKept.description] }
    if isFile {
      let lines = workshop.list.text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.dropLast().map { String($0) }
    }
    return workshop.kept.enumerated().map { place, level in
      "\(place + 1). \(level.title)"
        + (level.world == Workshop.worldName ? "" : ", in \(level.world)")
    }
  }

  /// The effect of an edit that changes nothing in the room; nil for another one.
  func news(of edit: Workshop.Edit) -> String? {
    switch edit {
    case .name: draft.name.map { "The level is called \($0)." } ?? "The level no longer has a name."
    case .world: "The level is now in the world \(draft.world)."
    case .keep:
      "Saved. The list has \(counted(workshop.kept.count, "level"))."
        + (survey.verdict == .unsolvable ? " This level cannot be won." : "")
    case .remove(let place): "Removed saved level \(place + 1)."
    default: workshop.wanted == nil ? nil : Self.looking
    }
  }

  // MARK: The analysis

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
    return ["It cannot be won.", ReachText.caption(reach, in: draft.level)]
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
    workshop.isUnsure
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
      let names = SquareNames(lost, in: draft.level.size, atMost: Self.most).text
      sentences.append("You can no longer win from \(names).")
    }
    return sentences
  }

  private func ways(_ count: UInt64) -> String {
    count == .max
      ? "2⁶⁴ − 1 shortest solutions or more"
      : counted(count, "shortest solution")
  }

  /// The moves in words, grouped by direction: "up 3, left 4".
  private func told(_ moves: [Direction]) -> String {
    let starts = moves.indices.filter { $0 == 0 || moves[$0] != moves[$0 - 1] }
    let words = zip(starts, starts.dropFirst() + [moves.count]).map { start, end in
      "\(moves[start].word) \(end - start)"
    }
    let most = 3 * Self.most
    return (words.prefix(most) + (words.count > most ? ["and so on"] : [])).joined(separator: ", ")
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
    let parts = [
      (Grade.score(excessMoves: excess), "for \(counted(excess, "move")) beyond the distance"),
      (Grade.score(deadPerMille: dead), "because \(lost) of the states are lost"),
      (Grade.score(directWayLoses: loses), "because the direct way loses"),
      (
        Grade.score(shortestSolutions: count),
        count == 1 ? "for a single shortest solution" : "for few shortest solutions"
      ),
      (Grade.score(luck: survey.luck), "because luck is needed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "It is \(grade), \(points)"
      + (parts.isEmpty ? "." : ": " + parts.joined(separator: "; ") + ".")
  }

  // MARK: Unsolvable

  private var unsolvable: [String] {
    guard let reach = survey.reach else {
      return ["It cannot be won.", "How far you can get is unknown\(ending)"]
    }
    return ["It cannot be won."] + ReachText.sentences(reach, in: draft.level)
  }
}
