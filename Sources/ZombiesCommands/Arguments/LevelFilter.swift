import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSolver

extension Option {
  fileprivate static let grades = word(
    "--grade", "G[,G...]", Grade.self, "keep levels of these grades", group: .filter
  ).changing { $0.isList = true }
  fileprivate static let minPar = number(
    "--min-par", 1...Int.max, "keep levels of at least this par", group: .filter)
  fileprivate static let directWayLoses = flag(
    "--direct-way-loses", "keep levels in which the shortest way round the blocks is fatal",
    group: .filter)
  fileprivate static let everyThingMatters = flag(
    "--every-thing-matters",
    "keep levels whose verdict or par changes if any one thing is taken away", group: .filter)
  fileprivate static let maxTries = count(
    "--max-tries", 1...UInt64.max, default: 100_000,
    "give up after this many levels in a row of which none is kept", group: .filter)

  /// The options that choose levels by their difficulty.
  static let filters: [Option] = [grades, minPar, directWayLoses, everyThingMatters, maxTries]
}

/// Chooses the solvable levels of a family that `zombies generate` keeps, by their difficulty.
struct LevelFilter {
  /// The most levels in a row of which none is kept.
  let maxTries: UInt64

  private let grades: [Grade]
  private let minPar: Int
  private let directWayLoses: Bool
  private let everyThingMatters: Bool
  private let rules: Rules
  private let search: CachingSolver
  private var grader: LevelGrader

  /// Reads the filter options; nil if there are none.
  init?(_ arguments: Arguments, _ generator: LevelGenerator) throws(Failure) {
    maxTries = try arguments.number(.maxTries)
    grades = try arguments.choices(.grades) ?? []
    minPar = try arguments.optionalNumber(.minPar) ?? 0
    directWayLoses = arguments.has(.directWayLoses)
    everyThingMatters = arguments.has(.everyThingMatters)
    rules = generator.rules
    search = CachingSolver(Solver(rules: rules, stateLimit: generator.stateLimit))
    grader = LevelGrader(
      rules: rules, stateLimit: generator.stateLimit ?? StateGraph.defaultStateLimit)
    guard arguments.first(of: Option.filters.filter { $0.name != Option.maxTries.name }) != nil
    else {
      if arguments.has(.maxTries) {
        throw arguments.badUsage("--max-tries needs a filter, such as --grade")
      }
      return nil
    }
    if generator.selection == .any {
      throw arguments.badUsage(
        "filters choose among solvable levels and cannot be combined with --levels any")
    }
    let things = generator.family.thingCount
    if everyThingMatters, things > ThingsThatMatter.limit {
      throw arguments.badUsage(
        "--every-thing-matters: at most \(ThingsThatMatter.limit) things are looked at, not "
          + "\(grouped(things))")
    }
  }

  /// Whether a solvable level is kept.
  ///
  /// - Throws: ``Failure`` with status 65 if a limit on states is reached.
  mutating func passes(_ level: Level) throws(Failure) -> Bool {
    let decision = search.decide(level)
    if decision.par ?? 0 < minPar { return false }
    if directWayLoses, DirectWay.loses(level, rules: rules) != true { return false }
    if !grades.isEmpty {
      let graded = grader.grade(level)
      if graded.verdict == .gaveUp { throw Self.gaveUp("grading", level) }
      guard let grade = graded.grade, grades.contains(grade) else { return false }
    }
    if everyThingMatters {
      guard let rest = ThingsThatMatter.level(of: level, decision, by: search) else {
        throw Self.gaveUp("taking things out of", level)
      }
      if rest != level { return false }
    }
    return true
  }

  private static func gaveUp(_ work: String, _ level: Level) -> Failure {
    .badData(
      "\(work) \(level.code) takes more states than the limit; leaving it out would bias the levels "
        + "(--max-states)")
  }
}
