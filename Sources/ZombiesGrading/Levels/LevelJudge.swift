import ZombiesCore
import ZombiesSolver

/// What a designer asks about a level in a list of levels.
///
/// A measure is nil if it does not apply, and beyond the sizes stated with it.
public struct JudgedLevel: Hashable, Sendable {
  /// The level.
  public let level: Level
  /// What is proved.
  public var verdict: Verdict
  /// The length of the solution.
  public var par: Int?
  /// How many shortest solutions there are, saturating at 2⁶⁴ − 1.
  public var shortestSolutions: UInt64?
  /// The points of difficulty (``Grade``).
  public var points: Int?
  /// The level with only those of its things that matter (``ThingsThatMatter``).
  public var levelOfThingsThatMatter: Level?
  /// The chance of the best player who does not see a dark level (``BlindPlays``); nil unless the level
  /// is solvable.
  public var blindChance: BlindChance?

  /// How hard the level is.
  public var grade: Grade? { points.map { Grade(score: $0) } }

  /// Whether each zombie, block and flashlight matters; true for a room without any.
  public var everyThingMatters: Bool? { levelOfThingsThatMatter.map { $0 == level } }
}

/// Judges one level after another, keeping its tables.
public struct LevelJudge {
  private let search: CachingSolver
  private let plays: BlindPlays
  private var grader: LevelGrader

  /// Creates a judge.
  ///
  /// - Parameters:
  ///   - solver: The solver, with the rules in force.
  ///   - plays: What is known of the best blind play.
  public init(_ solver: Solver, _ plays: BlindPlays) {
    self.plays = plays
    search = CachingSolver(solver)
    grader = LevelGrader(
      rules: solver.rules,
      stateLimit: min(
        solver.stateLimit ?? StateGraph.defaultStateLimit, StateGraph.defaultStateLimit))
  }

  /// Judges a level.
  ///
  /// - Complexity: One exploration of all its states, and one search per thing.
  public mutating func judge(_ level: Level) -> JudgedLevel {
    let decision = search.decide(level)
    var judged = JudgedLevel(level: level, verdict: decision.verdict, par: decision.par)
    judged.levelOfThingsThatMatter = ThingsThatMatter.level(of: level, decision, by: search)
    guard decision.verdict == .solvable else { return judged }
    let graded = grader.grade(level)
    judged.points = graded.points
    // A level may have too many states for a grade, and few enough for a solution.
    judged.shortestSolutions =
      graded.shortestSolutions ?? search.solve(level).solution?.shortestCount
    judged.blindChance = plays.chance(in: level)
    return judged
  }
}
