import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSystem

extension Option {
  fileprivate static let solution = flag("--solution", "draw the path of the solution")
  fileprivate static let solutions = flag(
    "--solutions", "shade each square by the number of shortest solutions that pass through it")
  fileprivate static let lost = flag(
    "--lost", "hatch the squares from which the round can no longer be won")
  fileprivate static let format = format(LevelSheet.Format.self, default: .svg)
}

/// `zombies draw`: levels as a sheet of pictures.
package enum DrawCommand {
  package static let command: Command = Command(
    name: "draw",
    summary: "draw levels as SVG or as an HTML sheet of cards",
    operands: .levelsOrInput,
    details: """
      Draws a card for each level: its picture, name, par, grade and points. The name is that in the
      line '; level: NAME' of the file, or the reference that the level was made from, or the code on
      the command line, or else the file and line. You can combine the options that add to the pictures. For example,
      --solution --why draws the solution of each solvable level, and explains why the other levels
      cannot be won.

      With %d in the name of --output, as in -o 'level-%d.svg', each level has a file of its own, numbered
      from 1. %04d writes the numbers with four digits.

      A sheet is a single file with colours for light screens, dark screens and paper. Its text can
      be selected and works with screen readers.

      \(HelpList.grades)
      """,
    options: [
      [
        .input, .solution, .solutions, .lost, .why, .across, .format, .title("Levels"), .maxStates,
      ], Option.ruleOptions, [.output, .manifest, .threads, .quiet],
    ],
    writes: .svg,
    example: (
      "zombies draw --solution S4/5/Z1#2/2F2/4P | grep -c '<svg'",
      "1"
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let title = try arguments.title()
    let format = try arguments.choice(.format, as: LevelSheet.Format.self)
    let across: Int? = try arguments.optionalNumber(.across)
    try arguments.checkOutputIsNoTerminal(for: "SVG or HTML")
    let rules = try arguments.rules()
    let wishes = wishes(arguments)
    let maxStates = try arguments.maxStates()
    let threads = try arguments.threads()
    var levels = try LevelInput(arguments, isQuiet: true)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let pattern = arguments.path(.output).flatMap { OutputPattern($0, .number) }
    let output = pattern == nil ? try outputs.openMain("sheet", arguments) : nil
    let named = NamedFiles(arguments, of: command)
    let progress = Progress(
      total: nil, unit: "levels", isQuiet: arguments.isQuiet, beside: output)
    defer { progress.finish() }
    var sheet = LevelSheet(title: title, format: format, across: across)
    var (found, count) = (UInt64(0), UInt64(0))
    let work = OrderedWork<LevelInput.Job, LevelCard>(
      threads: threads, weight: { $0.entry.level.size.squareCount },
      worker: {
        let maker = LevelCardMaker(wishes, rules: rules, stateLimit: maxStates)
        return { job in
          maker.card(of: job.entry.level, name: job.entry.title, rules: job.rules)
        }
      },
      deliver: { _, card in
        count += 1
        progress.update(count)
        guard let path = pattern?.path(count) else {
          sheet.add(card)
          return
        }
        try named.check(another: path)
        let isTitled = arguments.has(.title("")) || format == .html
        var single = LevelSheet(
          title: !isTitled ? "" : arguments.has(.title("")) ? title : card.name, format: format,
          across: across)
        single.add(card)
        try outputs.write(path, "card") { file in try single.write { try file.write($0) } }
      })
    try levels.feed(work, writing: []) { entry in
      found += 1
      guard found <= mostLevels else {
        throw Failure.badData(
          "\(entry.place): too many levels to draw, the limit is \(grouped(mostLevels))")
      }
      let own = try arguments.rules(of: entry, else: rules)
      try work.add(LevelInput.Job(entry: entry, rules: own))
    }
    progress.finish()
    if let output { try sheet.write { try output.write($0) } }
    try outputs.finish(Manifest(arguments))
    return .done
  }

  /// The maximum number of levels on a sheet, which is held in memory.
  private static let mostLevels: UInt64 = 100_000

  private static func wishes(_ arguments: Arguments) -> LevelCardMaker.Wishes {
    var wishes: LevelCardMaker.Wishes = []
    if arguments.has(.solution) { wishes.insert(.solution) }
    if arguments.has(.solutions) { wishes.insert(.solutions) }
    if arguments.has(.lost) { wishes.insert(.lost) }
    if arguments.has(.why) { wishes.insert(.why) }
    return wishes
  }
}
