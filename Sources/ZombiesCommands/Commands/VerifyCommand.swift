import ZombiesCore
import ZombiesReports
import ZombiesSolver

/// `zombies verify`: whether all levels are solvable, for scripts.
enum VerifyCommand {
  static let command: Command = Command(
    name: "verify",
    summary: "check that every level is solvable; print nothing if all are",
    operands: .levelsOrInput,
    details: """
      Prints nothing and exits with status 0 if every level is solvable, which is useful in scripts.
      Otherwise, it names every other level with its file and line, and with the rules if they are
      not the default ones. The exit status is then 1, or 2 if no level is unsolvable but the solver
      gave up on one. With --format csv, solvable levels have rows too. A LEVEL is a code or a seed
      reference, or - for levels from standard input. Levels below a '; rules:' line in a file are
      checked under those rules.
      """,
    options: [[.input, .maxStates, .textFormat], Option.ruleOptions, [.output, .quiet]],
    example: (
      "zombies verify S4/5/5/3Z1/4P classic@42#7",
      "argument 1: unsolvable: S4/5/5/3Z1/4P"
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let rules = try arguments.rules()
    var solver = Solver(rules: rules, stateLimit: try arguments.maxStates())
    let format = try arguments.choice(.textFormat, as: TextFormat.self)
    var levels = try LevelInput(arguments, isQuiet: true)
    let output = try arguments.output(format, VerifyCSV.schema)
    defer { output.discard() }
    let progress = Progress(
      total: nil, unit: "levels", isQuiet: arguments.isQuiet, beside: output)
    defer { progress.finish() }
    if format.isRows { try output.write(VerifyCSV.header) }
    var status = ExitStatus.done
    var count: UInt64 = 0
    do {
      while let entry = try levels.next() {
        count += 1
        progress.update(count)
        let own = try arguments.rules(of: entry, else: rules)
        if solver.rules != own { solver = Solver(rules: own, stateLimit: solver.stateLimit) }
        let verdict = solver.verdict(entry.level)
        var words: String?
        switch verdict {
        case .solvable: break
        case .unsolvable:
          status = .no
          words = "unsolvable"
        case .gaveUp:
          if status == .done { status = .unknown }
          words = "gave up"
        }
        if format.isRows {
          try progress.makeWay(for: output) {
            try output.write {
              VerifyCSV.append(
                entry.level, verdict, own, source: entry.source, title: entry.heading.title, to: &$0
              )
            }
          }
        } else if let words {
          try progress.makeWay(for: output) {
            try output.write(
              "\(entry.place): \(words)\(RulesText.suffix(of: own)): \(entry.level.code)\(entry.heading.remark)\n"
            )
          }
        }
      }
    } catch let failure as Failure where count > 0 {
      progress.finish()
      // Write the findings on the levels before the bad one.
      try? output.flush()
      throw failure
    }
    progress.finish()
    try output.finish()
    return status
  }
}
