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
    note: "A state takes 4 to 10 bytes for the player and for each zombie that moves; of a "
      + "level at most \(Option.defaultStates), are written")
}

/// `zombies solve`: verdict, par and solution.
enum SolveCommand {
  static let command: Command = Command(
    name: "solve",
    summary: "find the shortest way to the signpost, or prove that there is none",
    operands: .levels,
    details: """
      Prints a verdict on each level: solvable, with par, the solution and the number of shortest
      solutions; unsolvable, which is proved; or gave up, at the limit on states. A LEVEL is a code
      or a seed reference, or - for levels from standard input. Of several shortest solutions, the
      first in the order U < D < L < R is shown. If the rules are not the default ones, they are
      named after the verdict. Unless a single LEVEL is given, each verdict begins with where its
      level comes from: file and line, the number of the argument, or the seed reference.

      The rule options take lists and ranges, such as --chase longest,vertical and --zombie-speed
      1..3: then each level is solved under each combination, in the order of the options below, the
      last one fastest.

      --certificate writes a proof of each verdict, for 'zombies check' or a program of your own. It
      lists the states that a round can reach; for a solvable level, those that it can reach in
      fewer moves than par. If the solver gave up on a level, its certificate says so and proves
      nothing.

      --difficulty adds measures that depend on the level alone. Measures that do not apply are left
      out, as are those that would need more than \(grouped(StateGraph.defaultStateLimit)) states or
      \(ThingsThatMatter.limit) things.
      """,
    options: [
      [
        .input, .maxStates, .difficulty,
        .why.saying(
          "say how far a player comes in a level that cannot be won, and who shuts each way"),
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

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let grid = try arguments.ruleGrid()
    let maxStates = try arguments.maxStates()
    let graders = grid.map { Grader(Solver(rules: $0, stateLimit: maxStates)) }
    let format = try arguments.choice(.textFormat, as: TextFormat.self)
    var levels = try LevelInput(arguments, isQuiet: true)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let measures = arguments.has(.difficulty)
    let saysWhy = arguments.has(.why)
    if saysWhy, format == .csv {
      throw arguments.badUsage("--why is told in sentences, not in CSV")
    }
    let schema = measures ? SolveCSV.difficultySchema : SolveCSV.schema
    try outputs.open(
      .output, "solutions", schema: format == .csv ? schema.name : nil, arguments)
    try outputs.open(.certificate, "certificates", arguments)
    let output = outputs["solutions"] ?? .standardOutput()
    let palette = try arguments.palette(for: output)
    let progress = Progress(
      total: nil, unit: "levels",
      isQuiet: arguments.isQuiet || outputs["certificates"]?.isTerminal ?? false,
      beside: output)
    defer { progress.finish() }
    if format == .csv { try output.write(schema.header) }
    var count: UInt64 = 0
    var hasResults = false
    do {
      while let entry = try levels.next() {
        for grader in graders {
          let rules = grader.solver.rules
          let (solved, difficulty) = try solve(
            entry, grader, measures: measures, provingIn: outputs["certificates"])
          try progress.makeWay(for: output) {
            switch format {
            case .csv:
              try output.write {
                SolveCSV.append(
                  entry.level, solved, rules, difficulty, source: entry.source,
                  to: &$0)
              }
            case .text:
              if hasResults { try output.write("\n") }
              if levels.areNamed { try output.write("\(entry.source): ") }
              try output.write(
                SolveText.text(
                  entry.level, solved, rules: rules, among: grid,
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
      // The solutions of levels before the bad one are kept.
      try? output.flush()
      throw failure
    }
    progress.finish()
    try outputs.finish(Manifest(arguments, settings: []))
    return .done
  }

  /// Solves a level, measures it if asked to, and writes its certificate if one is asked for.
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
          + "at most \(grouped(limit)) are written")
    }
    try CertificateFile.write(certificate) { try output.write($0) }
    return (solved, report)
  }
}
