import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGrading
import ZombiesReports
import ZombiesSolver
import ZombiesSystem

extension Option {
  fileprivate static let difficulty = flag(
    "--difficulty", "measure how hard each level is, and grade it from gentle to fiendish")
  fileprivate static let certificate = file(
    "--certificate", .output, "write the proofs to this file",
    note: "A state takes 4 to 10 bytes for the player and for each moving zombie. The limit for a "
      + "level is \(Option.defaultStates)")
}

/// `zombies solve`: verdict, par and solution.
package enum SolveCommand {
  package static let command: Command = Command(
    name: "solve",
    summary: "find a shortest solution, or prove that there is none",
    operands: .levelsOrInput,
    details: """
      Prints a verdict for each level: "solvable", with par, the number of shortest solutions and
      the solution; "unsolvable", which is proved; or "gave up", if the search reached the limit on
      states. It also prints how many states the search visited. A LEVEL is a code or a
      reference. Without LEVEL and FILE, levels are read from standard input. If there are several shortest solutions, the
      one shown comes first in the order U < D < L < R. The verdict names the rules if they are not
      the default ones. Unless you give a single LEVEL, the verdict begins with the source of the
      level: file and line, number of the argument, or reference. The exit status is 0 whatever
      the verdicts; scripts can use verify.

      The rule options accept lists and ranges, such as --chase longest,vertical and --zombie-speed
      1..3. Each level is then solved under every combination, in the order of the options below,
      with the last one changing fastest. Levels below a '; rules:' line in a file are solved under
      those rules, and an option that contradicts them is an error.

      --certificate writes a proof of each verdict, for 'zombies check' or a program of your own. A
      proof lists the states that a round can reach; for a solvable level, those that it can reach
      in fewer moves than par. If the solver gave up on a level, its certificate proves nothing.

      --difficulty prints these properties of the level:

      \(measures)

      Properties that do not apply are omitted, and so are those that need more than
      \(grouped(StateGraph.defaultStateLimit)) states or \(ThingsThatMatter.limit) things.

      \(HelpList.grades) \(HelpList.points)
      """,
    options: [
      [
        .input, .maxStates, .difficulty,
        .why.saying(
          "for an unsolvable level, explain how far a player can get, and what shuts each way out"),
        .textFormat, .certificate,
      ], Option.ruleOptions.map(\.asList),
      [.output, .manifest, .threads, .quiet, .color],
    ],
    example: (
      "zombies solve S4/5/Z1#2/2F2/4P",
      """
      solvable, par 8, 7 shortest solutions, 51 states
      S←←←←
      ....↑
      Z.#.↑
      ..F.↑
      ....P
      UUUULLLL
      """
    ),
    run: run)

  /// The lines of `--difficulty`.
  private static let measures = HelpList.rows([
    ("grade", "the grade, with its points"),
    ("beyond the distance", "par minus the distance from start to signpost"),
    ("dead states", "reachable states from which the round can no longer be won"),
    (
      "luck",
      "at a hearing distance of 2 or more: chance of surviving the safest play that wins the dark level"
    ),
    ("longest forced run", "solution moves in a row with only one choice that can still win"),
    ("the direct way", "whether the path that ignores the zombies wins or loses"),
    ("things that matter", "things without which the verdict or par would be different"),
    ("random play wins", "exact probability that the policy random wins"),
    ("away from signpost", "solution moves that lead away from the signpost"),
    ("losing choices", "solution moves in whose place another move would lose"),
    ("trap depth", "moves after which a losing move shows at the latest"),
    ("erring player wins", "exact probability with one random move in ten"),
  ])

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let grid = try arguments.ruleGrid()
    let maxStates = try arguments.maxStates()
    let threads = try arguments.threads()
    let format = try arguments.choice(.textFormat, as: TextFormat.self)
    var levels = try LevelInput(arguments, isQuiet: true)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let measures = arguments.has(.difficulty)
    let saysWhy = arguments.has(.why)
    if saysWhy, format.isRows {
      throw arguments.badUsage(
        "--why cannot be combined with --format \(format.rawValue): it prints sentences")
    }
    let schema = measures ? SolveCSV.difficultySchema : SolveCSV.schema
    try outputs.open(
      .output, "solutions", schema: format.isRows ? schema : nil,
      isJSONLines: format.isJSONLines, arguments)
    try outputs.open(.certificate, "certificates", arguments)
    let output = outputs["solutions"] ?? .standardOutput()
    let palette = try arguments.palette(for: output)
    let progress = Progress(
      total: nil, unit: "levels",
      isQuiet: arguments.isQuiet || outputs["certificates"]?.isTerminal ?? false,
      beside: output)
    defer { progress.finish() }
    if format.isRows { try output.write(schema.header) }
    var (results, count) = (UInt64(0), UInt64(0))
    let areNamed = levels.areNamed
    let certificates = outputs["certificates"]
    let work = OrderedWork<Job, Answer>(
      threads: threads, weight: { $0.entry.level.size.squareCount },
      outputWeight: { $0.certificate?.states.count ?? 0 },
      worker: solver(
        grid, maxStates: maxStates, measures: measures, saysWhy: saysWhy,
        proves: certificates != nil),
      deliver: { job, result in
        let number = results
        if let certificates, let certificate = result.certificate {
          try write(certificate, result.solved, of: job.entry, to: certificates)
        }
        try progress.makeWay(for: output) {
          switch format {
          case .csv, .jsonl:
            try output.write {
              SolveCSV.append(
                job.entry.level, result.solved, job.rules, result.difficulty,
                source: job.entry.source, title: job.entry.heading.title, to: &$0)
            }
          case .text:
            if number > 0 { try output.write("\n") }
            if areNamed { try output.write("\(job.entry.heading): ") }
            try output.write(
              SolveText.text(
                job.entry.level, result.solved, rules: job.rules, among: job.grid,
                paint: palette.paint))
            if let difficulty = result.difficulty {
              try output.write(DifficultyText.text(job.entry.level, difficulty))
            }
            if let why = result.why { try output.write(why) }
          }
        }
        results = number + 1
        if job.number == 0 { count += 1 }
        progress.update(count)
      })
    do {
      try levels.feed(work, writing: [output, certificates].compactMap { $0 }) { entry in
        let grid = try arguments.rules(entry.rules, else: grid)
        for number in grid.indices {
          try work.add(Job(entry: entry, grid: grid, number: number))
        }
      }
    } catch let failure as Failure where results > 0 {
      progress.finish()
      // Write the solutions of the levels before the bad one.
      try? output.flush()
      throw failure
    }
    progress.finish()
    try outputs.finish(Manifest(arguments))
    return .done
  }

  /// A level to solve under one of several rules.
  private struct Job {
    let entry: LevelInput.Entry
    let grid: [Rules]
    let number: Int

    var rules: Rules { grid[number] }
  }

  private struct Answer: Sendable {
    let solved: SolverResult
    /// What else was requested; nil for nothing. A report is large, so it is not copied.
    let more: More?

    var difficulty: LevelReport? { more?.difficulty }
    var why: String? { more?.why }
    var certificate: Certificate? { more?.certificate }
  }

  private final class More: Sendable {
    let difficulty: LevelReport?
    /// Why the level cannot be won.
    let why: String?
    let certificate: Certificate?

    init(_ difficulty: LevelReport?, _ why: String?, _ certificate: Certificate?) {
      (self.difficulty, self.why, self.certificate) = (difficulty, why, certificate)
    }
  }

  /// A function that makes the workers, which solve levels, and measure, explain and prove them on
  /// request.
  private static func solver(
    _ grid: [Rules], maxStates: Int?, measures: Bool, saysWhy: Bool, proves: Bool
  ) -> @Sendable () -> (Job) -> Answer {
    @Sendable func graders(_ grid: [Rules]) -> [Grader] {
      grid.map { Grader(Solver(rules: $0, stateLimit: maxStates)) }
    }
    return {
      let usual = graders(grid)
      // For levels with rules of their own.
      var other = (grid: grid, graders: usual)
      return { job in
        let grader: Grader
        if job.grid == grid {
          grader = usual[job.number]
        } else {
          if job.grid != other.grid { other = (job.grid, graders(job.grid)) }
          grader = other.graders[job.number]
        }
        let level = job.entry.level
        guard measures || saysWhy || proves else {
          return Answer(solved: grader.solver.solve(level), more: nil)
        }
        let report =
          measures
          ? grader.report(level, [.solution, .grade, .measures, .thingsThatMatter]) : nil
        let solved: SolverResult
        var certificate: Certificate?
        if proves {
          (solved, certificate) = grader.solver.certify(level)
        } else {
          solved = report?.solved ?? grader.solver.solve(level)
        }
        let why =
          saysWhy && solved.verdict == .unsolvable ? SolveText.why(level, job.rules) : nil
        return Answer(solved: solved, more: More(report, why, certificate))
      }
    }
  }

  /// Writes a certificate.
  ///
  /// - Throws: ``Failure`` with status 65 if it has too many states.
  private static func write(
    _ certificate: Certificate, _ solved: SolverResult, of entry: LevelInput.Entry,
    to output: OutputFile
  ) throws {
    let limit = Certificate.stateLimit(for: entry.level)
    guard solved.states <= limit || solved.verdict == .gaveUp else {
      throw Failure.badData(
        "\(entry.place): the certificate of this level has \(grouped(solved.states)) states, but "
          + "the limit is \(grouped(limit))")
    }
    try CertificateFile.write(certificate) { try output.write($0) }
  }
}
