// Queries the naive reference and compares the solver's answers with it.

import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

extension Rules {
  /// The rules that the reference calls by these names.
  init(_ naive: NaiveRules) {
    guard let axis = ChaseAxis(rawValue: naive.chase.rawValue),
      let rules = try? Rules(
        catchingDistance: naive.catchingDistance, chase: axis, zombieSpeed: naive.speed)
    else { preconditionFailure("no such rules: \(naive)") }
    self = rules
  }
}

/// The reference's answers about a level.
struct Expected {
  let naive: NaiveLevel
  let rules: NaiveRules
  let level: Level
  let answer: NaiveSolution

  init?(_ naive: NaiveLevel, _ rules: NaiveRules) {
    guard let level = try? Level(naive.code) else { return nil }
    self.init(naive, rules, level)
  }

  /// - Parameter level: The program's form of the naive level.
  init(_ naive: NaiveLevel, _ rules: NaiveRules, _ level: Level) {
    self.naive = naive
    self.rules = rules
    self.level = level
    answer = naiveSolve(naive, rules)
  }

  var replay: String { "\(naive.code) \(rules)" }

  /// The states that the solver should visit, as `SolverResult.states` promises: distinct (player,
  /// lit, zombies) states, including the first, that are reached alive in fewer moves than par, or
  /// at all if there is no solution.
  var states: Int {
    // A player who is stuck at the start is alive.
    answer.states == 0 && NaiveRound(naive, rules).outcome == .stuck ? 1 : answer.states
  }

  /// Whether the documented number of states is compared with the reference's.
  ///
  /// A room without zombies is searched like a dark one, in which the light is not part of a state.
  /// StateCountTests compares its number with the documentation.
  var comparesStates: Bool { !naive.zombies.isEmpty || naive.flashlights.isEmpty || naive.lit }

  /// Whether a decision has the verdict and par of the reference.
  func matches(_ decision: SolverResult) -> Bool {
    decision.par == answer.par && decision.verdict == (answer.solvable ? .solvable : .unsolvable)
  }

  /// The first fault of an answer, or nil. The checker also replays a solution.
  func disagreement(with solved: SolverResult) -> String? {
    let solution = solved.solution
    if solved.verdict != (answer.solvable ? .solvable : .unsolvable)
      || solution?.par != answer.par || solution?.moves.letters != answer.solution
      || solution?.shortestCount != answer.shortestSolutions
    {
      return "\(replay): \(solved), expected \(answer)"
    }
    if comparesStates, solved.states != states {
      return "\(replay): \(solved.states) states, expected \(states)"
    }
    if let moves = solution?.moves, !wins(moves, level, Rules(rules)) {
      return "\(replay): \(moves.letters) does not win"
    }
    return nil
  }

  /// The first fault of `solve` and `decide` for a level, or nil.
  ///
  /// - Parameters:
  ///   - search: A small search of the level's room and rules that decides it. Without one,
  ///     `Solver.decide` does.
  ///   - small: The level's small form, if it has one.
  func disagreement(search: SmallSearch?, small: SmallLevel?) -> String? {
    let solver = Solver(rules: Rules(rules))
    if let problem = disagreement(with: solver.solve(level)) { return problem }
    let decision =
      if let search, let small { search.decide(small) } else { solver.decide(level) }
    return matches(decision) ? nil : "\(replay): decided \(decision), expected \(answer)"
  }
}

/// Small searches, one per room and rules, kept from level to level.
final class Searches {
  private struct Key: Hashable {
    let rows: Int
    let columns: Int
    let rules: NaiveRules
  }

  private var searches: [Key: SmallSearch] = [:]

  /// The search of a level's room, or nil if it is not small.
  func search(_ level: NaiveLevel, _ rules: NaiveRules) -> SmallSearch? {
    let key = Key(rows: level.rows, columns: level.columns, rules: rules)
    if let known = searches[key] { return known }
    guard let size = try? RoomSize(rows: level.rows, columns: level.columns),
      let room = SmallRoom(size)
    else { return nil }
    let new = SmallSearch(room: room, rules: Rules(rules))
    searches[key] = new
    return new
  }
}

/// Compares levels with the reference one after another, and keeps the first failure.
struct Comparison {
  private let searches = Searches()
  private(set) var count = 0
  private(set) var solvable = 0
  private(set) var failure: String?

  /// Compares one level under each of some rules, unless an earlier one failed.
  ///
  /// - Parameter limit: Levels of more states than this are skipped, because they are expensive.
  mutating func compare(
    _ naive: NaiveLevel, _ variants: some Sequence<NaiveRules>, within limit: Int? = nil
  ) {
    guard failure == nil else { return }
    guard let level = try? Level(naive.code) else {
      failure = "unread \(naive.code)"
      return
    }
    let small = SmallLevel(level)
    for rules in variants where failure == nil {
      if let limit,
        Solver(rules: Rules(rules), stateLimit: limit).solve(level).verdict == .gaveUp
      {
        continue
      }
      count += 1
      let expected = Expected(naive, rules, level)
      if expected.answer.solvable { solvable += 1 }
      failure = expected.disagreement(search: searches.search(naive, rules), small: small)
    }
  }
}

/// Levels of many states, found by a climb: the blocks hold up the zombies in ever new ways.
let manyStateLevels: [(code: String, rules: NaiveRules)] = [
  (
    "2ZZZZ2/1#1ZZ#1Z/3##S2/1#4#1/2###3/5#2/6#1/5P2+lit",
    NaiveRules(catchingDistance: 1, chase: .vertical)
  ),
  (
    "1Z2ZZZ1/2##2#S/2Z2#Z1/3#2#1/1#1##3/5#2/2P3#1/8+lit",
    NaiveRules(catchingDistance: 0, chase: .horizontal)
  ),
  ("2ZZ1Z2/2#4#/6ZZ/3Z2#1/4#1S#/########/6#1/5P2+lit", NaiveRules(chase: .horizontal)),
  (
    "4#1P1/Z1#Z#2#/4#3/3##3/Z#Z1#3/1Z1##3/4#2#/ZS#1##2+lit",
    NaiveRules(catchingDistance: 0, chase: .vertical)
  ),
]

/// Whether the last of some moves wins a level, by the plain rules.
func wins(_ moves: [Direction], _ level: Level, _ rules: Rules = .standard) -> Bool {
  var round = Round(level, rules: rules)
  for move in moves {
    guard round.outcome == nil, (try? round.move(move)) != nil else { return false }
  }
  return round.outcome == .won
}
