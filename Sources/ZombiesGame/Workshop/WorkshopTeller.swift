import ZombiesCore
import ZombiesGrading
import ZombiesSolver

/// Tells what is known of a level in the workshop: the same thing always in the same words, the most
/// important first.
struct WorkshopTeller {
  private let draft: Workshop.Draft
  private let survey: Survey
  private let isUnsure: Bool

  /// The most squares, or ways, that are told one by one.
  private static let most = 8

  init(_ workshop: Workshop) {
    draft = workshop.draft
    survey = workshop.survey
    isUnsure = workshop.isUnsure
  }

  private var level: Level { draft.level }

  /// What is known, in sentences.
  var answer: [String] {
    switch survey.verdict {
    case .solvable: solvable
    case .unsolvable: unsolvable
    case .gaveUp: ["Whether it can be won is not known\(ending)."]
    }
  }

  /// The same in a line: the verdict, par and the grade.
  var heading: String {
    switch survey.verdict {
    case .unsolvable: return "cannot be won"
    case .gaveUp: return "not known"
    case .solvable:
      let par = survey.solution.map { "par \($0.par)" } ?? ""
      return survey.graded.grade.map { "\(par), \($0)" } ?? par
    }
  }

  private var ending: String {
    ": the search ended after \(survey.stateLimit) states"
      + (isUnsure ? ", and can be continued" : "")
  }

  // MARK: Solvable

  private var solvable: [String] {
    guard let solution = survey.solution else { return [] }
    var sentences = [
      "It can be won: par \(solution.par), \(ways(solution.shortestCount)).",
      "The solution: \(told(solution.moves)).",
      grade,
    ]
    if let lost = survey.lostSquares {
      if !lost.isEmpty {
        sentences.append("Nothing can be won any more from \(listed(lost.map { $0.place })).")
      }
    } else {
      sentences.append("From where it can no longer be won is not known\(ending).")
    }
    return sentences
  }

  private func ways(_ count: UInt64) -> String {
    count == 1
      ? "1 shortest solution"
      : count == .max ? "2⁶⁴ − 1 shortest solutions or more" : "\(count) shortest solutions"
  }

  /// The moves in words, those in one direction together: "up 3, left 4".
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

  private var grade: String {
    let graded = survey.graded
    guard let grade = graded.grade, let points = graded.points, let excess = graded.excessMoves,
      let dead = graded.deadPerMille, let loses = graded.directWayLoses
    else { return "How hard it is is not known\(ending)." }
    return "It is \(grade), \(counted(points, "point")): \(counted(excess, "move")) beyond the "
      + "distance, \(dead / 10).\(dead % 10)% of the states lost, the direct way "
      + "\(loses ? "loses" : "wins")."
  }

  // MARK: Unsolvable

  private var unsolvable: [String] {
    guard let reach = survey.reach else {
      return ["It cannot be won.", "How far you come is not known\(ending)."]
    }
    if !reach.zombiesAtStart.isEmpty {
      return [
        "It cannot be won.",
        "Before your first move you are caught by \(zombies(reach.zombiesAtStart)).",
      ]
    }
    var sentences = ["It cannot be won."]
    if let nearest = reach.nearest {
      sentences.append(
        "You come as far as \(nearest.place), "
          + "\(counted(nearest.distance(to: level.signpost), "square")) from the signpost; "
          + "\(counted(reach.squares.count, "square")) can be reached.")
    }
    return sentences + ways(reach)
  }

  /// Who shuts the ways, those that lead nearest to the signpost first.
  private func ways(_ reach: Reach) -> [String] {
    let ways = reach.shutWays.filter { $0.shutter != .block }.sorted {
      let (one, other) = ($0.to.distance(to: level.signpost), $1.to.distance(to: level.signpost))
      return (one, $0.from, $0.direction) < (other, $1.from, $1.direction)
    }
    let blocks = reach.shutWays.count - ways.count
    if ways.isEmpty {
      return blocks == 0 ? [] : ["Blocks shut every way on."]
    }
    var sentences = ways.prefix(Self.most).map { way in
      let shutter =
        switch way.shutter {
        case .block: "a block"
        case .each(let squares):
          zombies(squares) + (squares.count > 1 ? ", by each of them" : "")
        case .oneOf(let squares): "one of \(zombies(squares)), not always the same"
        }
      return "The way \(way.direction.word) from \(way.from.place) is shut by \(shutter)."
    }
    if ways.count > Self.most {
      sentences.append("Zombies shut \(counted(ways.count - Self.most, "more way")).")
    }
    if blocks > 0 { sentences.append("Blocks shut \(counted(blocks, "way")).") }
    return sentences
  }

  private func zombies(_ squares: [Square]) -> String {
    "the \(squares.count == 1 ? "zombie" : "zombies") of \(listed(squares.map { $0.place }))"
  }

  /// Things in a list, of which not more than some are told.
  private func listed(_ places: [String]) -> String {
    let rest = places.count - Self.most
    return rest > 0
      ? places.prefix(Self.most).joined(separator: "; ") + " and \(counted(rest, "more square"))"
      : places.joined(separator: "; ")
  }
}
