import ZombiesCore
import ZombiesReports
import ZombiesSolver
import ZombiesSystem

/// `zombies verify`: whether all levels are solvable, for scripts.
package enum VerifyCommand {
  package static let command: Command = Command(
    name: "verify",
    summary: "check that every level is solvable; print nothing if all are",
    operands: .levelsOrInput,
    details: """
      Prints nothing and exits with status 0 if every level is solvable, which is useful in scripts.
      Otherwise, it names every other level with its file and line, and with the rules if they are
      not the default ones. The exit status is then 1, or 2 if no level is unsolvable but the solver
      gave up on one. With --format csv, solvable levels have rows too. A LEVEL is a code or a
      reference. Without LEVEL and FILE, levels are read from standard input. Levels below a '; rules:' line in a file are
      checked under those rules.
      """,
    options: [
      [.input, .maxStates, .textFormat], Option.ruleOptions,
      [.output, .manifest, .threads, .quiet],
    ],
    example: (
      "zombies verify S4/5/5/3Z1/4P classic@42#7",
      "argument 1: unsolvable: S4/5/5/3Z1/4P"
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let rules = try arguments.rules()
    let maxStates = try arguments.maxStates()
    let threads = try arguments.threads()
    let format = try arguments.choice(.textFormat, as: TextFormat.self)
    var levels = try LevelInput(arguments, isQuiet: true)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let output = try outputs.openMain(
      "verdicts", schema: format.isRows ? VerifyCSV.schema : nil, isJSONLines: format.isJSONLines,
      arguments)
    let progress = Progress(
      total: nil, unit: "levels", isQuiet: arguments.isQuiet, beside: output)
    defer { progress.finish() }
    if format.isRows { try output.write(VerifyCSV.header) }
    var status = ExitStatus.done
    var count: UInt64 = 0
    let work = OrderedWork<LevelInput.Job, Verdict>(
      threads: threads, weight: { $0.entry.level.size.squareCount },
      worker: {
        let solver = Solver(rules: rules, stateLimit: maxStates)
        // For levels with rules of their own.
        var other = solver
        return { job in
          if job.rules == rules { return solver.verdict(job.entry.level) }
          if other.rules != job.rules { other = Solver(rules: job.rules, stateLimit: maxStates) }
          return other.verdict(job.entry.level)
        }
      },
      deliver: { job, verdict in
        progress.update(count)
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
                job.entry.level, verdict, job.rules, source: job.entry.source,
                title: job.entry.heading.title, to: &$0)
            }
          }
        } else if let words {
          try progress.makeWay(for: output) {
            try output.write(
              "\(job.entry.place): \(words)\(RulesText.suffix(of: job.rules)): "
                + "\(job.entry.level.code)\(job.entry.heading.remark)\n")
          }
        }
      })
    do {
      try levels.feed(work, writing: [output]) { entry in
        count += 1
        let own = try arguments.rules(of: entry, else: rules)
        try work.add(LevelInput.Job(entry: entry, rules: own))
      }
    } catch let failure as Failure where count > 0 {
      progress.finish()
      // Write the findings on the levels before the bad one.
      try? output.flush()
      throw failure
    }
    progress.finish()
    try outputs.finish(Manifest(arguments))
    return status
  }
}
