import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSolver
import ZombiesSystem

extension Option {
  fileprivate static let keys = Option(
    name: "--sort",
    value: Value(
      name: "KEYS", kind: .word, words: LevelOrder.Key.allCases.map(\.rawValue), isList: true),
    summary: "sort the levels, in ascending order of these keys",
    note: "Levels without a value come last, and equal levels keep their order. The limit is "
      + "\(grouped(LevelOrder.mostLevels)) levels")
  fileprivate static let reverse = flag("--reverse", "with --sort, sort in descending order")
  fileprivate static let keptCount = count(
    "--count", alias: "-n", 1...UInt64.max, defaultText: "all", "maximum number of levels to write")
  fileprivate static let distinct = flag(
    "--distinct", "skip repeated levels",
    note: "A level that is the same up to symmetry is a repeat too. The first one that passes the "
      + "filters is kept")
  fileprivate static let exclude = file(
    "--exclude", .input, "skip the levels in this file, up to symmetry",
    note: "Repeat the option for several files"
  ).repeatable
  fileprivate static let canonical = flag(
    "--canonical", "replace each level by the representative of its class")
  fileprivate static let format = format(LevelsCommand.Format.self, default: .code)
}

extension Option {
  /// The option that divides levels into parts, each with a file.
  static let split = Option(
    name: "--split", value: Value(name: "NAME=SHARE,...", kind: .text),
    summary:
      "divide the levels into parts, and write each to the file of --output with the part's name "
      + "in place of %s")

  /// The option that makes a campaign.
  static let world = Option(
    name: "--world", value: Value(name: "NAME", kind: .text),
    summary: "write a campaign with one world of this name, for 'zombies worlds'",
    note: "It has the rules that options name. Without any, a game plays it at hearing distance "
      + "\(Rules.usualHearing)")
}

/// `zombies levels`: keeps, sorts, compares, divides and converts levels that exist.
package enum LevelsCommand {
  fileprivate enum Format: String, OutputFormat {
    case code, picture, emoji, csv, jsonl

    /// The text form; nil for codes and rows.
    var style: PictureStyle? {
      switch self {
      case .picture: .letters
      case .emoji: .emoji
      case .code, .csv, .jsonl: nil
      }
    }
  }

  package static let command: Command = Command(
    name: "levels",
    summary: "keep, sort, compare, divide and convert levels that you have",
    operands: .levelsOrInput,
    details: """
      Reads levels, keeps those that pass the filters, and writes them in any form that the program reads,
      with their names, references and rules. 'zombies help forms' describes the forms. The filters keep
      only solvable levels. The levels of a campaign keep their worlds, unless they are sorted or divided.

      Two levels are the same up to symmetry if a symmetry of the rules turns one into the other. They then
      have the same par and the same number of shortest solutions. --distinct keeps one level of each such
      class, and --exclude removes the classes of other files. Under different rules, levels are different.

      --split divides levels into parts, such as --split train=0.8,test=0.2 -o 'levels-%s.txt'. The part of a
      level depends only on the level. All its mirror images and rotations are in the same part. So parts
      never overlap, even if they are made at different times from different files.

      The rows of --format csv and jsonl have all measures of 'zombies solve --difficulty', and the class of
      each level.

      \(HelpList.grades)
      """,
    options: [
      [
        .input, .keys, .reverse, .keptCount,
        .levels.saying("levels to keep").changing { $0.standard = LevelSelection.any.rawValue },
        .distinct, .exclude, .canonical, .split, .world, .maxStates, .format,
      ], Option.listFilters, Option.ruleOptions,
      [.output, .manifest, .threads, .quiet, .color],
    ],
    example: (
      "zombies generate -n 9 -q | zombies levels --sort difficulty --reverse -n 2",
      """
      S4/5/2ZZ1/5/4P ; classic@0#2
      S1Z2/5/5/Z4/4P ; classic@0#7
      """
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let plan = try LevelsPlan(arguments)
    var levels = try LevelInput(arguments, isQuiet: true)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let output = try LevelsOutput(plan, outputs, arguments)
    let progress = Progress(
      total: nil, unit: "levels", isQuiet: arguments.isQuiet, beside: output.first)
    defer { progress.finish() }
    var choice = LevelsChoice(plan)
    var count: UInt64 = 0
    let work = OrderedWork<LevelsPlan.Job, LevelsPlan.Answer>(
      threads: try arguments.threads(), weight: { $0.level.size.squareCount },
      worker: plan.worker,
      deliver: { job, answer in
        count += 1
        progress.update(count)
        guard !choice.isComplete, let level = try choice.take(job, answer) else { return }
        try progress.makeWay(for: output.first) { try output.write(level) }
      })
    do {
      try levels.feed(work, writing: output.files) { entry in
        guard !choice.isComplete else { throw Enough() }
        try work.add(try plan.job(entry, rules: try arguments.rules(of: entry, else: plan.rules)))
      }
    } catch is Enough {
    } catch let failure as Failure where output.count > 0 && plan.split == nil {
      progress.finish()
      // Write the levels before the bad one.
      for file in output.files { try? file.flush() }
      throw failure
    }
    progress.finish()
    for level in try choice.sorted() { try output.write(level) }
    // The levels that were kept are written before the error.
    if output.count == 0 { try choice.checkGrades() }
    try output.finish(read: count, choice.rejections)
    try choice.checkGrades()
    return .done
  }

  /// No further level is needed.
  private struct Enough: Error {}
}

/// What a command line asks for.
private struct LevelsPlan: Sendable {
  /// A level to examine.
  struct Job: Sendable {
    let entry: LevelInput.Entry
    /// The level, or the representative of its class.
    let level: Level
    let rules: Rules
  }

  /// What is known of a level.
  struct Answer: Sendable {
    /// The filter that rejects it; nil if it passes.
    var rejection: Result<Rejections.Filter?, Failure> = .success(nil)
    var verdict: Verdict?
    var report: LevelReport?
    var levelClass: LevelClass?
    var part = 0
  }

  let rules: Rules
  let format: LevelsCommand.Format
  let order: LevelOrder?
  let isDistinct: Bool
  let excluded: [Rules: DistinctLevels]
  let isCanonical: Bool
  let split: LevelSplit?
  let world: String?
  let count: UInt64
  let filter: LevelFilter?

  /// Whether levels keep the worlds of a campaign that is read: only if their order is kept too.
  var keepsWorlds: Bool { world == nil && order == nil && split == nil }

  /// Whether grades decide which levels are kept or in which order, or are written.
  var isGraded: Bool {
    format.isRows || order?.needsGrade ?? false || filter?.grades != nil
  }

  private let keepsOnlySolvable: Bool
  private let maxStates: Int?

  init(_ arguments: Arguments) throws {
    rules = try arguments.rules()
    format = try arguments.choice(.format)
    order = try LevelOrder(arguments)
    isDistinct = arguments.has(.distinct)
    isCanonical = arguments.has(.canonical)
    maxStates = try arguments.maxStates()
    filter = try LevelFilter(forGivenLevels: arguments)
    keepsOnlySolvable = try arguments.choice(.levels) == LevelSelection.solvable
    split = try arguments.split()
    world = try arguments.world()
    count = try arguments.optionalNumber(.keptCount) ?? .max
    if world != nil, format.isRows {
      throw arguments.badUsage(
        "--world cannot be combined with --format \(format.rawValue), which has no worlds")
    }
    if arguments.has(.keptCount), filter?.grades?.total != nil {
      throw arguments.badUsage("--count cannot be combined with numbers of levels in --grade")
    }
    excluded = try Self.excluded(arguments, rules)
  }

  /// The levels of the files of `--exclude`, by their rules.
  private static func excluded(
    _ arguments: Arguments, _ rules: Rules
  ) throws -> [Rules: DistinctLevels] {
    var excluded: [Rules: DistinctLevels] = [:]
    guard arguments.has(.exclude) else { return excluded }
    var levels = try LevelInput(arguments, files: arguments.paths(.exclude))
    while let entry = try levels.next() {
      let own = try arguments.rules(of: entry, else: rules)
      excluded[own, default: DistinctLevels(under: own)].insert(entry.level)
    }
    return excluded
  }

  /// A level to examine.
  func job(_ entry: LevelInput.Entry, rules: Rules) throws(Failure) -> Job {
    guard isCanonical else { return Job(entry: entry, level: entry.level, rules: rules) }
    let level = entry.level.canonical(under: rules)
    var entry = entry
    if level != entry.level { entry.reference = PlacementReference(of: level)?.description }
    return Job(entry: entry, level: level, rules: rules)
  }

  /// Makes the function that examines levels on one thread.
  var worker: @Sendable () -> (Job) -> Answer {
    {
      var graders: [Rules: Grader] = [:]
      return { job in
        let grader =
          graders[job.rules] ?? Grader(Solver(rules: job.rules, stateLimit: maxStates))
        graders[job.rules] = grader
        return answer(job, by: grader)
      }
    }
  }

  private func answer(_ job: Job, by grader: Grader) -> Answer {
    var answer = Answer()
    if let split { answer.part = split.part(of: job.level) }
    if filter != nil || keepsOnlySolvable || world != nil {
      let verdict = grader.solver.verdict(job.level)
      answer.verdict = verdict
      if verdict != .solvable, filter != nil || keepsOnlySolvable {
        answer.rejection =
          verdict == .unsolvable ? .success(.verdict) : .failure(gaveUp(on: job))
        return answer
      }
    }
    if let filter {
      var level = GeneratedLevel(job.level, index: 0)
      let examiner = LevelFilter.Examiner(filter, by: grader)
      answer.rejection = Result { () throws(Failure) in
        try examiner.rejection(of: &level, among: filter.grades)
      }
      guard case .success(nil) = answer.rejection else { return answer }
    }
    if format.isRows {
      answer.report = grader.report(job.level, [.solution, .grade, .measures, .thingsThatMatter])
      answer.levelClass = LevelClass(of: job.level, under: job.rules)
    } else if order?.needsGrade ?? false || filter?.grades?.total != nil {
      answer.report = grader.report(job.level, .grade)
    }
    return answer
  }

  private func gaveUp(on job: Job) -> Failure {
    .badData(
      "\(job.entry.place): the solver gave up on this level, so whether it is kept is unknown: raise the "
        + "limit on states (--max-states)")
  }
}

/// A level to write.
private struct ChosenLevel {
  let job: LevelsPlan.Job
  let answer: LevelsPlan.Answer
}

/// Decides in order which levels are written.
private struct LevelsChoice {
  private let plan: LevelsPlan
  private var met: [Rules: DistinctLevels] = [:]
  private var grades: GradeQuotas?
  private var count: UInt64 = 0
  private var held: [ChosenLevel] = []

  /// What the filters rejected.
  private(set) var rejections = Rejections()
  private var things: UInt64 = 0

  init(_ plan: LevelsPlan) { (self.plan, grades) = (plan, plan.filter?.grades) }

  /// Whether no more levels are needed.
  var isComplete: Bool { count == plan.count || grades?.isFull ?? false }

  /// Takes the next level.
  ///
  /// - Returns: The level to write now; nil if it is left out or waits to be sorted.
  mutating func take(
    _ job: LevelsPlan.Job, _ answer: LevelsPlan.Answer
  ) throws(Failure) -> ChosenLevel? {
    if let filter = try answer.rejection.get() {
      rejections.add(filter)
      return nil
    }
    if plan.excluded[job.rules]?.contains(job.level) ?? false {
      rejections.add(.exclude)
      return nil
    }
    if plan.isDistinct,
      !met[job.rules, default: DistinctLevels(under: job.rules)].insert(job.level)
    {
      rejections.add(.distinct)
      return nil
    }
    if plan.world != nil, answer.verdict != .solvable {
      throw .badData(
        "\(job.entry.place): this level is not solvable, and a campaign has only solvable levels; use "
          + "--levels solvable to skip it")
    }
    let level = ChosenLevel(job: job, answer: answer)
    guard plan.order != nil else { return counted(level) }
    held.append(level)
    things += UInt64(job.level.zombies.count + job.level.blocks.count)
    guard held.count <= LevelOrder.mostLevels, things <= LevelOrder.mostThings else {
      throw .badData(
        "\(job.entry.place): too many levels to sort: the limit is \(grouped(LevelOrder.mostLevels)) levels "
          + "with \(grouped(LevelOrder.mostThings)) things in all")
    }
    return nil
  }

  /// The level if there is still room for it.
  private mutating func counted(_ level: ChosenLevel) -> ChosenLevel? {
    if isComplete { return nil }
    if let grade = level.answer.report?.grade, grades?.total != nil {
      guard grades?.want(grade) ?? true else {
        rejections.add(.grade)
        return nil
      }
      grades?.keep(grade)
    }
    count += 1
    return level
  }

  /// The levels that waited, in order.
  mutating func sorted() throws(Failure) -> [ChosenLevel] {
    guard let order = plan.order else { return [] }
    let all = order.sorted(held.map { ($0.answer.report, $0.job.level) })
      .map { held[$0] }
    return all.compactMap { counted($0) }
  }

  /// Checks that there are as many levels of each grade as wanted.
  ///
  /// - Throws: ``Failure`` with status 65.
  func checkGrades() throws(Failure) {
    guard let missing = grades?.missing, grades?.isFull == false else { return }
    let rejected = rejections.text(isAll: count == 0)
    throw .badData("too few levels: \(missing) found" + (rejected.isEmpty ? "" : "; \(rejected)"))
  }
}

/// The files that receive the levels.
private final class LevelsOutput {
  private let plan: LevelsPlan
  private let outputs: OutputSet
  private let arguments: Arguments
  private var texts: [LevelText]
  private var counts: [UInt64]
  /// Whether levels of a campaign were written without their worlds.
  private var droppedWorlds = false
  /// What the grades of the levels leave out.
  private var notes: [String] = []
  private let palette: Palette

  /// The files, one for each part.
  let files: [OutputFile]

  var first: OutputFile { files[0] }

  /// The number of levels written.
  var count: UInt64 { counts.reduce(0, +) }

  init(_ plan: LevelsPlan, _ outputs: OutputSet, _ arguments: Arguments) throws {
    (self.plan, self.outputs, self.arguments) = (plan, outputs, arguments)
    let schema = plan.format.isRows ? SolveCSV.levelsSchema : nil
    if let split = plan.split {
      let pattern = try arguments.splitPattern()
      for part in split.parts {
        try outputs.open(
          pattern.path(part.name), part.name, schema: schema, isJSONLines: plan.format.isJSONLines)
      }
    } else {
      _ = try outputs.openMain(
        "levels", schema: schema, isJSONLines: plan.format.isJSONLines, arguments)
    }
    files = outputs.entries.map(\.file)
    palette = try arguments.palette(for: files[0])
    let namesRules = plan.world != nil && arguments.first(of: Option.ruleOptions) != nil
    texts = files.map { _ in LevelText(plan.format.style, namesRules: namesRules) }
    counts = files.map { _ in 0 }
    for file in files {
      if let schema { try file.write(schema.header) }
      if let world = plan.world { try file.write("; world: \(world)\n") }
    }
  }

  func write(_ chosen: ChosenLevel) throws {
    let (job, answer) = (chosen.job, chosen.answer)
    let file = files[answer.part]
    counts[answer.part] += 1
    if plan.isGraded, let family = Family(of: job.level) {
      for note in arguments.notesOfGrades(in: family, job.rules) where !notes.contains(note) {
        notes.append(note)
      }
    }
    if plan.format.isRows {
      guard let report = answer.report, let levelClass = answer.levelClass else { return }
      try file.write {
        SolveCSV.append(
          job.level, report, job.rules, levelClass, source: job.entry.source,
          title: job.entry.heading.title, to: &$0)
      }
    } else {
      if !plan.keepsWorlds, plan.world == nil, job.entry.world != nil { droppedWorlds = true }
      try file.write(
        texts[answer.part].text(
          of: job.level, job.entry.heading.title, job.rules,
          world: plan.keepsWorlds ? job.entry.world : nil, paint: palette.paint))
    }
  }

  /// Puts the files in place.
  ///
  /// - Parameters:
  ///   - read: The number of levels that were read.
  ///   - rejections: What the filters rejected.
  /// - Throws: ``Failure`` with status 65 if a file would have no level.
  func finish(read: UInt64, _ rejections: Rejections) throws {
    let all = "\(grouped(count)) of \(grouped(read)) levels"
    if let split = plan.split {
      for (part, count) in zip(split.parts, counts) where count == 0 {
        throw Failure.badData("part '\(part.name)' would have no level: \(all) were kept")
      }
    } else if count == 0 {
      throw Failure.badData(
        "no level was kept of \(grouped(read)): \(rejections.text(isAll: true))")
    }
    try outputs.finish(Manifest(arguments))
    let parts = plan.split.map { split in
      ": " + listed(zip(split.parts, counts).map { "\($0.name) \(grouped($1))" })
    }
    arguments.note("\(all) were kept\(parts ?? "")\n")
    if droppedWorlds {
      arguments.note(
        "the worlds of the campaign are not kept, because its order is not: use --world NAME\n")
    }
    notes.forEach(arguments.note)
  }
}

extension LevelOrder {
  /// Reads the options; nil to keep the order.
  fileprivate init?(_ arguments: Arguments) throws(Failure) {
    guard let keys = try arguments.choices(.keys, as: Key.self) else {
      if arguments.has(.reverse) { throw arguments.badUsage("--reverse needs --sort") }
      return nil
    }
    self.init(keys, isReversed: arguments.has(.reverse))
  }
}

extension Arguments {
  /// The parts of `--split`; nil if it is not given.
  func split() throws(Failure) -> LevelSplit? {
    guard let text = try text(.split) else { return nil }
    do throws(LevelSplitError) { return try LevelSplit(text) } catch {
      throw badValue(.split, "\(error)")
    }
  }

  /// The pattern of the files of `--split`.
  func splitPattern() throws(Failure) -> OutputPattern {
    guard let path = path(.output), let pattern = OutputPattern(path, .name) else {
      throw badUsage(
        "--split needs --output with %s in place of a part's name, as in -o 'levels-%s.txt'")
    }
    return pattern
  }

  /// The name of the world to write; nil if none is asked for.
  func world() throws(Failure) -> String? {
    guard let name = try text(.world) else { return nil }
    let note = "; world: \(name)"
    do throws(LevelError) {
      if try LevelNote(note[...], at: TextPosition(line: 1, column: 1)) == .world(name) {
        return name
      }
    } catch {
      throw badValue(.world, error.problem)
    }
    throw badValue(.world, "'\(name.shown)' cannot be the name of a world")
  }
}
