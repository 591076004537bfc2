import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSolver

/// Which of a family's solvable levels `zombies generate` keeps: those that are as hard as asked for.
struct LevelFilter {
  static let options: [Option] = [
    Option(
      name: "--grade", value: "G[,G...]",
      summary: "keep levels of these grades: gentle, easy, medium, hard or fiendish",
      group: .filter),
    Option(
      name: "--min-par", value: "N", summary: "keep levels of this par or more", group: .filter),
    Option(
      name: "--direct-way-loses",
      summary: "keep levels in which the shortest way round the blocks is fatal", group: .filter),
    Option(
      name: "--every-thing-matters",
      summary: "keep levels whose verdict or par changes without any one of their things",
      group: .filter),
    Option(
      name: "--max-tries", value: "N",
      summary: "give up after so many levels in a row of which none is kept; 100,000 unless said",
      group: .filter),
  ]

  /// The most levels in a row that are looked at.
  let maxTries: UInt64

  private let grades: [Grade]
  private let minPar: Int
  private let directWayLoses: Bool
  private let everyThingMatters: Bool
  private let rules: Rules
  private let search: CachingSolver
  private var grader: LevelGrader

  /// Reads the filter options; nil where there are none.
  init?(_ arguments: Arguments, _ generator: LevelGenerator) throws(Failure) {
    let maxTries = try arguments.count("--max-tries", 1...UInt64.max)
    grades = try arguments.choices("--grade", Grade.self) ?? []
    let minPar = try arguments.number("--min-par", 1...UInt64(Int.max))
    self.minPar = Int(minPar ?? 0)
    directWayLoses = arguments.has("--direct-way-loses")
    everyThingMatters = arguments.has("--every-thing-matters")
    self.maxTries = maxTries ?? 100_000
    rules = generator.rules
    search = CachingSolver(Solver(rules: rules, stateLimit: generator.stateLimit))
    grader = LevelGrader(
      rules: rules, stateLimit: generator.stateLimit ?? StateGraph.defaultStateLimit)
    guard !grades.isEmpty || minPar != nil || directWayLoses || everyThingMatters else {
      if maxTries != nil { throw arguments.badUsage("--max-tries: there is no filter to try") }
      return nil
    }
    if generator.selection == .any {
      throw arguments.badUsage("filters are for solvable levels, not for --levels any")
    }
    let things = generator.family.thingCount
    if everyThingMatters, things > ThingsThatMatter.limit {
      throw arguments.badUsage(
        "--every-thing-matters: at most \(ThingsThatMatter.limit) things are looked at, not "
          + "\(grouped(things))")
    }
  }

  /// Whether a solvable level is one to keep.
  ///
  /// - Throws: ``Failure`` with status 65 where a limit on states was reached.
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
