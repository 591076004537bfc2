import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGrading
import ZombiesReports
import ZombiesSolver

extension Option {
  fileprivate static let difficulty = flag(
    "--difficulty", "measure how hard each level is, and grade it from gentle to fiendish")
  fileprivate static let certificate = file(
    "--certificate", .output, "write the proofs to this file",
    note: "A state takes 4 to 10 bytes for the player and for each moving zombie. The limit for a "
      + "level is \(Option.defaultStates)")
}

/// `zombies solve`: verdict, par and solution.
enum SolveCommand {
  static let command: Command = Command(
    name: "solve",
    summary: "find a shortest solution, or prove that there is none",
    operands: .levelsOrInput,
    details: """
      Prints a verdict for each level: "solvable", with par, the number of shortest solutions and
      the solution; "unsolvable", which is proved; or "gave up", if the search reached the limit on
      states. It also prints how many states the search visited. A LEVEL is a code or a seed
      reference, or - for levels from standard input. If there are several shortest solutions, the
      one shown comes first in the order U < D < L < R. The verdict names the rules if they are not
      the default ones. Unless you give a single LEVEL, the verdict begins with the source of the
      level: file and line, number of the argument, or seed reference. The exit status is 0 whatever
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
      [.output, .quiet, .color],
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
    ("luck", "with hearing: chance of surviving the safest play that wins the dark level"),
    ("longest forced run", "solution moves in a row with only one choice that can still win"),
    ("the direct way", "whether the path that ignores the zombies wins or loses"),
    ("things that matter", "things without which the verdict or par would be different"),
    ("random play wins", "exact probability that the policy random wins"),
  ])

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let grid = try arguments.ruleGrid()
    let maxStates = try arguments.maxStates()
    func graders(_ grid: [Rules]) -> [Grader] {
      grid.map { Grader(Solver(rules: $0, stateLimit: maxStates)) }
    }
    var current = (grid: grid, graders: graders(grid))
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
    var count: UInt64 = 0
    var hasResults = false
    do {
      while let entry = try levels.next() {
        let rules = try arguments.rules(entry.rules, else: grid)
        if rules != current.grid { current = (rules, graders(rules)) }
        for grader in current.graders {
          let rules = grader.solver.rules
          let (solved, difficulty) = try solve(
            entry, grader, measures: measures, provingIn: outputs["certificates"])
          try progress.makeWay(for: output) {
            switch format {
            case .csv, .jsonl:
              try output.write {
                SolveCSV.append(
                  entry.level, solved, rules, difficulty, source: entry.source,
                  title: entry.heading.title, to: &$0)
              }
            case .text:
              if hasResults { try output.write("\n") }
              if levels.areNamed { try output.write("\(entry.heading): ") }
              try output.write(
                SolveText.text(
                  entry.level, solved, rules: rules, among: current.grid,
                  paint: palette.paint))
              if let difficulty { try output.write(DifficultyText.text(entry.level, difficulty)) }
              if saysWhy, solved.verdict == .unsolvable {
                try output.write(SolveText.why(entry.level, rules))
              }
            }
          }
          hasResults = true
        }
        count += 1
        progress.update(count)
      }
    } catch let failure as Failure where hasResults {
      progress.finish()
      // Write the solutions of the levels before the bad one.
      try? output.flush()
      throw failure
    }
    progress.finish()
    try outputs.finish(Manifest(arguments, settings: []))
    return .done
  }

  /// Solves a level, measures it on request, and writes its certificate if there is an output for it.
  ///
  /// - Throws: ``Failure`` with status 65 if the certificate has too many states.
  private static func solve(
    _ entry: LevelInput.Entry, _ grader: Grader, measures: Bool, provingIn output: OutputFile?
  ) throws -> (SolverResult, LevelReport?) {
    let report =
      measures
      ? grader.report(entry.level, [.solution, .grade, .measures, .thingsThatMatter]) : nil
    guard let output else { return (report?.solved ?? grader.solver.solve(entry.level), report) }
    let (solved, certificate) = grader.solver.certify(entry.level)
    let limit = Certificate.stateLimit(for: entry.level)
    guard solved.states <= limit || solved.verdict == .gaveUp else {
      throw Failure.badData(
        "\(entry.place): the certificate of this level has \(grouped(solved.states)) states, but "
          + "the limit is \(grouped(limit))")
    }
    try CertificateFile.write(certificate) { try output.write($0) }
    return (solved, report)
  }
}
