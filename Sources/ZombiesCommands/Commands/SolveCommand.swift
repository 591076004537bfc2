import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGrading
import ZombiesReports
import ZombiesSolver

/// `zombies solve`: verdict, par and solution.
enum SolveCommand {
  static let command = Command(
    name: "solve",
    summary: "find the shortest way to the signpost, or prove that there is none",
    operands: "[LEVEL ...]",
    details: """
      Solves levels: solvable with par, the solution and the number of shortest ones;
      unsolvable, which is proved; or gave up, at the limit on states. LEVEL is a code or a
      seed reference. The solution is the shortest one that comes first with U < D < L < R.
      --certificate writes what proves the verdicts, for 'zombies check' or a program of your
      own: the states that a round can come to, for a solvable level those that fewer moves
      than par lead to. A level on which the solver gave up is there too, with nothing proved.
      Rules that are not the default ones are named behind the verdict.
      With --difficulty, each of its measures is a property of the level alone; what does not
      apply is left out, and so is what needs more than a million states or a hundred things.
      """,
    options: [
      .input, .maxStates,
      Option(
        name: "--difficulty",
        summary: "measure how hard each level is, and grade it from gentle to fiendish"),
      Option(name: "--format", value: "FORMAT", summary: "text (unless said) or csv"),
      Option(
        name: "--certificate", value: "FILE",
        summary: "write the proofs: a state takes 4 to 10 bytes for the player and for each zombie "
          + "that moves; at most 10 million states a level, or as many as fit 1 GiB", file: .output),
    ] + Option.rules + [.output, .quiet, .color],
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

  private enum Format: String, CaseIterable {
    case text, csv
  }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let solver = Solver(rules: try arguments.rules(), stateLimit: try arguments.maxStates())
    let format = try arguments.choice("--format", Format.self) ?? .text
    var levels = try LevelInput(arguments)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let measures = arguments.has("--difficulty")
    let schema = measures ? SolveCSV.difficultySchema : SolveCSV.schema
    try outputs.open(
      "--output", "solutions", schema: format == .csv ? schema.name : nil, arguments)
    try outputs.open("--certificate", "certificates", arguments)
    let output = outputs["solutions"] ?? .standardOutput()
    let palette = try arguments.palette(for: output)
    let progress = Progress(
      total: nil, unit: "levels",
      isQuiet: arguments.isQuiet || outputs["certificates"]?.isTerminal ?? false,
      beside: output)
    defer { progress.finish() }
    if format == .csv { try output.write(schema.header) }
    var count: UInt64 = 0
    do {
      while let entry = try levels.next() {
        let solved = try solve(entry, solver, provingIn: outputs["certificates"])
        let difficulty = measures ? Difficulty(entry.level, solved, solver: solver) : nil
        try progress.makeWay(for: output) {
          switch format {
          case .csv:
            try output.write(
              difficulty.map { SolveCSV.row(entry.level, solved, solver.rules, $0) }
                ?? SolveCSV.row(entry.level, solved, solver.rules))
          case .text:
            if count > 0 { try output.write("\n") }
            try output.write(
              SolveText.text(entry.level, solved, rules: solver.rules, paint: palette.paint))
            if let difficulty { try output.write(DifficultyText.text(entry.level, difficulty)) }
          }
        }
        count += 1
        progress.update(count)
      }
    } catch let failure as Failure where count > 0 {
      progress.finish()
      // What was solved before the bad level stands.
      try? output.flush()
      throw failure
    }
    progress.finish()
    try outputs.finish(Manifest(arguments, settings: []))
    return .done
  }

  /// Solves a level, and writes its certificate where one is wanted.
  private static func solve(
    _ entry: LevelInput.Entry, _ solver: Solver, provingIn output: OutputFile?
  ) throws -> SolverResult {
    guard let output else { return solver.solve(entry.level) }
    let (solved, certificate) = solver.certify(entry.level)
    let limit = Certificate.stateLimit(for: entry.level)
    guard solved.states <= limit || solved.verdict == .gaveUp else {
      throw Failure.badData(
        "\(entry.place): the certificate of this level has \(grouped(solved.states)) states, and "
          + "at most \(grouped(limit)) are written")
    }
    try CertificateFile.write(certificate) { try output.write($0) }
    return solved
  }
}
