import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver
import ZombiesSystem

extension Option {
  fileprivate static let minPar = number(
    "--min-par", 1...Int.max, "keep levels of at least this par", group: .filter)
  fileprivate static let maxPar = number(
    "--max-par", 1...Int.max, "keep levels of at most this par", group: .filter)
  fileprivate static let directWayLoses = flag(
    "--direct-way-loses", "keep levels in which the shortest path around the blocks is fatal",
    group: .filter)
  fileprivate static let everyThingMatters = flag(
    "--every-thing-matters",
    "keep levels whose verdict or par changes if any one thing is removed", group: .filter)
  fileprivate static let noGuess = flag(
    "--no-guess", "keep dark levels that reasoning alone wins, at the hearing distance in force",
    group: .filter)
  fileprivate static let maxTries = count(
    "--max-tries", 1...UInt64.max, default: 100_000,
    "give up after rejecting this many levels in a row", group: .filter)

  /// The options that choose among given levels by their difficulty.
  static let listFilters: [Option] = [
    grades.saying(
      grades.summary,
      note: "With a number for each grade, as in gentle:4,hard:2, keep the first that many of each "
        + "and omit --count"), minPar, maxPar, directWayLoses, everyThingMatters,
  ]

  /// The options that choose among generated levels by their difficulty.
  static let filters: [Option] = [grades] + listFilters.dropFirst() + [noGuess, maxTries]
}

extension Arguments {
  /// What the grades of a family's levels leave out, as notes.
  func notesOfGrades(in family: Family, _ rules: Rules) -> [String] {
    var notes: [String] = []
    if rules.hearingTellsMore, !family.isLit, !BlindPlays.knowsLuck(in: family) {
      notes.append(
        "grades and points leave out luck, which is computed only in families of up to "
          + "\(grouped(BlindPlays.limit)) placements\n")
    }
    if takes(.world), has(.world), first(of: Option.ruleOptions) == nil, rules.hearingDistance == 0,
      BlindPlan.isNeeded(for: family, rules: rules)
    {
      notes.append(
        "the levels are graded without hearing, and a game plays them at hearing distance "
          + "\(Rules.usualHearing): use --hearing-distance \(Rules.usualHearing)\n")
    }
    return notes
  }
}

/// Chooses by difficulty which solvable levels `zombies generate` and `zombies levels` keep.
struct LevelFilter: Sendable {
  /// The maximum number of levels rejected in a row.
  let maxTries: UInt64

  /// The wanted grades and the number of levels of each; nil for all grades.
  private(set) var grades: GradeQuotas?

  private let pars: ClosedRange<Int>?
  private let directWayLoses: Bool
  private let everyThingMatters: Bool

  /// The family whose levels reasoning alone must win; nil if any level is wanted.
  private let noGuess: Family?

  /// Tells which levels reasoning alone wins, for the first thread. The others make their own.
  private let firstFinder: Monitor<LuckFinder?>

  private init(
    _ arguments: Arguments, maxTries: UInt64, _ finder: LuckFinder?
  ) throws(Failure) {
    self.maxTries = maxTries
    grades = try GradeQuotas(arguments)
    pars = try Self.pars(arguments)
    directWayLoses = arguments.has(.directWayLoses)
    everyThingMatters = arguments.has(.everyThingMatters)
    noGuess = finder?.family
    firstFinder = Monitor(finder)
  }

  /// Reads the filter options for given levels; nil if there are none.
  init?(forGivenLevels arguments: Arguments) throws(Failure) {
    guard arguments.first(of: Option.listFilters) != nil else { return nil }
    try self.init(arguments, maxTries: .max, nil)
  }

  /// Reads the filter options; nil if there are none.
  init?(_ arguments: Arguments, _ generator: LevelGenerator) throws(Failure) {
    let finder = arguments.has(.noGuess) ? try Self.noGuess(generator, arguments) : nil
    try self.init(arguments, maxTries: arguments.number(.maxTries), finder)
    guard arguments.first(of: Option.filters.filter { $0.name != Option.maxTries.name }) != nil
    else {
      if arguments.has(.maxTries) {
        throw arguments.badUsage("--max-tries needs a filter, such as --grade")
      }
      return nil
    }
    if generator.selection == .any {
      throw arguments.badUsage(
        "filter options apply to solvable levels and cannot be combined with --levels any")
    }
    let things = generator.family.thingCount
    if everyThingMatters, things > ThingsThatMatter.limit {
      throw arguments.badUsage(
        "--every-thing-matters: the family may have at most \(ThingsThatMatter.limit) things, not "
          + "\(grouped(things))")
    }
  }

  private static func noGuess(
    _ generator: LevelGenerator, _ arguments: Arguments
  ) throws(Failure) -> LuckFinder {
    let family = generator.family
    if family.isLit {
      throw arguments.badUsage(
        "--no-guess needs a dark family: in \(family), you see everything from the beginning")
    }
    let rules = generator.rules
    if !rules.hearingTellsMore, BlindPlan.isNeeded(for: family, rules: rules) {
      arguments.note(
        "without hearing, reasoning alone wins hardly any dark level: use --hearing-distance 2\n")
    }
    guard family.size.squareCount <= SmallRoom.limit else {
      throw arguments.badUsage(
        "--no-guess supports rooms of at most \(SmallRoom.limit) squares, not "
          + grouped(family.size.squareCount))
    }
    guard let placements = family.placementCount, placements <= LuckFinder.placementLimit else {
      throw arguments.badUsage(
        "--no-guess supports families of at most \(grouped(LuckFinder.placementLimit)) placements, "
          + "and \(family) has "
          + (family.placementCount.map { grouped($0) } ?? "2^64 or more"))
    }
    do throws(PlanError) {
      return try LuckFinder(family, rules: rules)
    } catch {
      throw .badData("--no-guess: \(error)")
    }
  }

  private static func pars(_ arguments: Arguments) throws(Failure) -> ClosedRange<Int>? {
    let least: Int? = try arguments.optionalNumber(.minPar)
    let most: Int? = try arguments.optionalNumber(.maxPar)
    if least == nil, most == nil { return nil }
    guard least ?? 1 <= most ?? .max else {
      throw arguments.badUsage(
        "--min-par \(least ?? 1) is above --max-par \(most ?? .max)")
    }
    return (least ?? 1)...(most ?? .max)
  }

  /// Whether another level of the grade is wanted, if the filter has graded the level.
  func wants(_ level: GeneratedLevel) -> Bool {
    guard let grades, let grade = level.grade else { return true }
    return grades.want(grade)
  }

  private func takeFirstFinder() -> LuckFinder? {
    firstFinder.withLock { finder in
      defer { finder = nil }
      return finder
    }
  }

  /// Counts a level that passed the filter as kept.
  ///
  /// - Returns: Whether that changes which grades are wanted.
  mutating func keep(_ level: GeneratedLevel) -> Bool {
    guard let grade = level.grade else { return false }
    grades?.keep(grade)
    return grades?.want(grade) == false
  }

  /// Decides which levels pass; one per thread.
  final class Examiner {
    private let filter: LevelFilter
    private let grader: Grader
    private var rules: Rules { grader.solver.rules }

    /// Tells which levels reasoning alone wins; found or made for the first level that needs it.
    private lazy var luck = filter.noGuess.map { family in
      Result { () throws(PlanError) in
        if let first = filter.takeFirstFinder() { return first }
        return try LuckFinder(family, rules: rules)
      }
    }

    init(_ filter: LevelFilter, by grader: Grader) {
      (self.filter, self.grader) = (filter, grader)
    }

    /// The filter that rejects a solvable level; nil if the level passes all of them.
    ///
    /// - Parameter grades: The grades that are still wanted, or more; nil for those of the filter.
    /// - Throws: ``Failure`` with status 65 if the limit on states is reached.
    func rejection(
      of level: inout GeneratedLevel, among grades: GradeQuotas?
    ) throws(Failure) -> Rejections.Filter? {
      var decision: SolverResult?
      if filter.pars != nil || filter.everyThingMatters {
        decision = grader.solver.decide(level.level)
      }
      if let pars = filter.pars, !pars.contains(decision?.par ?? 0) {
        return decision?.par ?? 0 < pars.lowerBound ? .minPar : .maxPar
      }
      if filter.directWayLoses, DirectWay.loses(level.level, rules: rules) != true {
        return .directWayLoses
      }
      if filter.noGuess != nil, let luck {
        do throws(PlanError) {
          if try !luck.get().isWonByReasoning(level.level) { return .noGuess }
        } catch {
          throw .badData("--no-guess: \(error)")
        }
      }
      if let grades = grades ?? filter.grades {
        level.grade(by: grader)
        guard let grade = level.grade else {
          throw LevelFilter.gaveUp("grading", level.level)
        }
        if !grades.want(grade) { return .grade }
      }
      if filter.everyThingMatters, let decision {
        let rest = ThingsThatMatter.level(
          of: level.level, verdict: decision.verdict, par: decision.par, by: grader.solver)
        guard let rest else { throw LevelFilter.gaveUp("removing things from", level.level) }
        if rest != level.level { return .everyThingMatters }
      }
      return nil
    }
  }

  private static func gaveUp(_ work: String, _ level: Level) -> Failure {
    .badData(
      "\(work) \(level.code) takes more states than the limit, and skipping it would bias the "
        + "levels, so raise the limit on states (--max-states)")
  }
}

/// How many levels each filter rejected.
struct Rejections {
  /// The filters, in the order in which they examine a level.
  enum Filter: String, CaseIterable {
    case verdict = "the verdict"
    case minPar = "--min-par"
    case maxPar = "--max-par"
    case directWayLoses = "--direct-way-loses"
    case noGuess = "--no-guess"
    case grade = "--grade"
    case everyThingMatters = "--every-thing-matters"
    case exclude = "--exclude"
    case distinct = "--distinct"
  }

  private var counts: [Filter: UInt64] = [:]

  /// Counts a level that a filter rejected.
  mutating func add(_ filter: Filter) { counts[filter, default: 0] += 1 }

  /// The numbers in words: "--grade rejected 5 and --distinct rejected all 2 that were left".
  ///
  /// - Parameter isAll: Whether no level passed.
  func text(isAll: Bool) -> String {
    let filters = Filter.allCases.filter { counts[$0] != nil }
    return listed(
      filters.map { filter in
        let number = grouped(counts[filter] ?? 0)
        guard isAll, filter == filters.last else {
          return "\(filter.rawValue) rejected \(number)"
        }
        return "\(filter.rawValue) rejected all \(number)"
          + (filters.count > 1 ? " that were left" : "")
      })
  }
}
