import ZombiesCore
import ZombiesGrading
import ZombiesSolver

/// Tells what is known of a level in the workshop: the same thing always in the same words, the most
/// important first.
struct WorkshopTeller {
  private let draft: Workshop.Draft
  private let survey: Survey
  private let isUnsure: Bool

  /// The most things of a kind that are told one by one.
  private static let most = 8

  /// The most fronts of a shutter that are told.
  private static let mostFronts = 4

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
    case .gaveUp: ["Whether it can be won is not known\(ending)"]
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

  /// How a sentence ends about what is not known.
  private var ending: String {
    isUnsure
      ? " yet: \(survey.stateLimit) states have been searched, and the search goes on."
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
      sentences.append("The grade and the lost squares are not known\(ending)")
      return sentences
    }
    sentences.append(grade)
    if !lost.isEmpty {
      sentences.append("Nothing can be won any more from \(places(lost)).")
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

  /// The grade, and the parts of its points that are not zero; nil if it is not known.
  private var grade: String? {
    let graded = survey.graded
    guard let grade = graded.grade, let points = graded.points, let excess = graded.excessMoves,
      let dead = graded.deadPerMille, let loses = graded.directWayLoses,
      let count = graded.shortestSolutions
    else { return nil }
    // Each part is what the score is without the others.
    func score(
      excess: Int = 0, dead: Int = 0, loses: Bool = false, count: UInt64 = .max
    ) -> Int {
      Grade.score(
        excessMoves: excess, deadPerMille: dead, directWayLoses: loses, shortestSolutions: count)
    }
    let fewWays = "for few shortest solutions"
    let parts = [
      (score(excess: excess), "for \(counted(excess, "move")) beyond the distance"),
      (score(dead: dead), "for the \(dead / 10).\(dead % 10)% of the states that are lost"),
      (score(loses: loses), "because the direct way loses"),
      (score(count: count), count == 1 ? "for a single shortest solution" : fewWays),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "It is \(grade), \(counted(points, "point"))"
      + (parts.isEmpty ? "." : ": " + parts.joined(separator: "; ") + ".")
  }

  // MARK: Unsolvable

  private var unsolvable: [String] {
    guard let reach = survey.reach else {
      return ["It cannot be won.", "How far you come is not known\(ending)"]
    }
    guard let nearest = reach.nearest else {
      return [
        "It cannot be won.",
        "Before your first move you are caught by \(zombies(reach.zombiesAtStart)).",
      ]
    }
    let distance = counted(nearest.distance(to: level.signpost), "square")
    let count = reach.squares.count
    return [
      "It cannot be won.",
      count == 1
        ? "You cannot leave \(nearest.place), \(distance) from the signpost."
        : "You come as far as \(nearest.place), \(distance) from the signpost, "
          + "and reach \(count) squares in all.",
    ] + ways(reach)
  }

  /// Who shuts the ways. Only those that would lead on are told one by one: they lead to a square from
  /// which there is a way round the blocks to the signpost, without coming back.
  private func ways(_ reach: Reach) -> [String] {
    let byZombies = reach.shutWays.filter { $0.shutter != .block }
    let blocked = reach.shutWays.count - byZombies.count
    let beyond = squaresBeyond(reach)
    let leading = byZombies.filter { beyond.contains($0.to) }
    let others = byZombies.count - leading.count
    var sentences: [String] = []
    if leading.isEmpty {
      sentences.append("Blocks alone shut you off from the signpost.")
    } else {
      sentences += shutters(of: leading, all: reach)
    }
    let more = leading.isEmpty ? "" : "other "
    if others > 0 {
      sentences.append(
        others == 1
          ? "Another way that is shut by zombies leads nowhere."
          : "\(others) \(more)ways that are shut by zombies lead nowhere.")
    }
    if blocked > 0, !leading.isEmpty {
      sentences.append("Blocks shut \(counted(blocked, "other way")).")
    }
    return sentences
  }

  /// The squares that are not reached, and from which a way over others of them leads to the signpost.
  private func squaresBeyond(_ reach: Reach) -> SquareSet {
    let size = level.size
    var shut = SquareSet(size, level.blocks)
    for square in reach.squares { shut.insert(square) }
    var beyond = SquareSet(size)
    beyond.insert(level.signpost)
    var found = [level.signpost]
    while let square = found.popLast() {
      for direction in Direction.allCases {
        guard let next = size.exit(from: square, direction), !shut.contains(next),
          !beyond.contains(next)
        else { continue }
        beyond.insert(next)
        found.append(next)
      }
    }
    return beyond
  }

  /// The ways that one shutter shuts in the same directions, from some squares.
  private struct Front {
    let shutter: Reach.Shutter
    let directions: [Direction]
    var squares: [Square]

    /// The number of ways.
    var count: Int { directions.count * squares.count }
  }

  /// The ways by what shuts them, those that lead nearest to the signpost first.
  private func fronts(_ ways: [Reach.ShutWay]) -> [[Front]] {
    let ways = ways.sorted {
      let (one, other) = ($0.to.distance(to: level.signpost), $1.to.distance(to: level.signpost))
      return (one, $0.from, $0.direction) < (other, $1.from, $1.direction)
    }
    var shutters: [Reach.Shutter: Int] = [:]
    var byShutter: [[Reach.ShutWay]] = []
    for way in ways {
      let place = shutters[way.shutter, default: byShutter.count]
      if place == byShutter.count {
        shutters[way.shutter] = place
        byShutter.append([])
      }
      byShutter[place].append(way)
    }
    return byShutter.map { ways in
      var directions: [Square: [Direction]] = [:]
      for way in ways { directions[way.from, default: []].append(way.direction) }
      var fronts: [Front] = []
      for way in ways {
        guard let found = directions.removeValue(forKey: way.from) else { continue }
        let sorted = found.sorted()
        if let place = fronts.firstIndex(where: { $0.directions == sorted }) {
          fronts[place].squares.append(way.from)
        } else {
          fronts.append(Front(shutter: way.shutter, directions: sorted, squares: [way.from]))
        }
      }
      return fronts
    }
  }

  /// A sentence for each shutter.
  private func shutters(of ways: [Reach.ShutWay], all reach: Reach) -> [String] {
    let groups = fronts(ways)
    var sentences = groups.prefix(Self.most).map { fronts in
      let isEvery = groups.count == 1 && ways.count > 1
      let count = fronts.reduce(0) { $0 + $1.count }
      var parts = fronts.prefix(Self.mostFronts).map { front in
        listed(front.directions.map { $0.word })
          + (reach.squares.count > 1 ? " from \(places(front.squares))" : "")
      }
      let rest = fronts.dropFirst(Self.mostFronts).reduce(0) { $0 + $1.count }
      if rest > 0 { parts.append("\(rest) more") }
      let what = isEvery ? "every way on: " : count == 1 ? "the way " : "the ways "
      return subject(fronts[0].shutter, isEvery: isEvery) + " " + what + series(parts) + "."
    }
    let rest = groups.dropFirst(Self.most).joined().reduce(0) { $0 + $1.count }
    if rest > 0 { sentences.append("Zombies shut \(counted(rest, "more way")).") }
    return sentences
  }

  /// Who shuts ways, with the verb.
  private func subject(_ shutter: Reach.Shutter, isEvery: Bool) -> String {
    switch shutter {
    case .block: return "A block shuts"
    case .each(let squares):
      let zombies = zombies(squares).capitalisedASCII
      return squares.count == 1
        ? zombies + (isEvery ? " alone shuts" : " shuts") : zombies + " each shut"
    case .oneOf(let squares):
      return "Sometimes one and sometimes another of \(zombies(squares)) shuts"
    }
  }

  private func zombies(_ squares: [Square]) -> String {
    "the \(squares.count == 1 ? "zombie" : "zombies") on \(places(squares))"
  }

  /// Squares in words, those side by side together.
  private func places(_ squares: [Square]) -> String {
    SquareNames(squares, in: level.size, atMost: Self.most).text
  }
}
