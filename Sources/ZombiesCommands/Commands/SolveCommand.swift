import ZombiesReports

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
      """,
    options: [
      .input, .maxStates,
      Option(name: "--format", value: "FORMAT", summary: "text (unless said) or csv"),
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
    let output = try arguments.output()
    defer { output.discard() }
    let palette = try arguments.palette(for: output)
    let progress = Progress(
      total: nil, unit: "levels", isQuiet: arguments.has("--quiet") || output.isTerminal)
    defer { progress.finish() }
    if format == .csv { try output.write(SolveCSV.header) }
    var count: UInt64 = 0
    do {
      while let entry = try levels.next() {
        let solved = solver.solve(entry.level)
        switch format {
        case .csv:
          try output.write(SolveCSV.row(entry.level, solved, solver.rules))
        case .text:
          if count > 0 { try output.write("\n") }
          try output.write(SolveText.text(entry.level, solved, paint: palette.paint))
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
    try output.finish()
    return .done
  }
}
