import ZombiesCommands
import ZombiesCore
import ZombiesGenerator
import ZombiesSystem
import ZombiesTerminal

/// `zombies help`: the help texts, made from the declarations of the commands.
enum HelpCommand {
  static let command: Command = Command(
    name: "help",
    summary: "print help about the program, a command or a topic",
    operands: Operands(usage: "[COMMAND or TOPIC]", first: [.page]),
    details: """
      For a command, prints what it does, its options, and an example. For a topic (\
      \(listed(HelpTopic.names, "or"))), prints a short reference page. Lines fit the width of the
      terminal.
      """,
    example: (
      "zombies help verify | head -n 1",
      "zombies verify: check that every level is solvable; print nothing if all are"
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw arguments.badUsage("help takes one COMMAND or TOPIC")
    }
    try show(try page(of: arguments.operands.first?.bytes))
    return .done
  }

  /// The width of a page outside a terminal, and the limits of its width on a terminal.
  private static let usualWidth = 80
  private static let widths = 40...100

  /// Prints a page in lines that fit the terminal.
  static func show(_ page: (TextLayout) -> String) throws {
    let output = OutputFile.standardOutput()
    let width = output.columns.map { min(max($0, widths.lowerBound), widths.upperBound) }
    try output.write(page(TextLayout(width: width ?? usualWidth)))
    try output.finish()
  }

  /// The page of a command or a topic; the overview if no name is given.
  ///
  /// - Throws: ``Failure`` with status 64 if the name is unknown.
  static func page(of name: [UInt8]?) throws(Failure) -> (TextLayout) -> String {
    guard let name else { return overview }
    let word = String(validating: name, as: UTF8.self) ?? ""
    if let command = Tool.commands.first(where: { $0.name == word }) {
      return { text(of: command, $0) }
    }
    if let topic = HelpTopic.all.first(where: { $0.name == word }) { return topic.text }
    let known = Tool.commands.map(\.name) + HelpTopic.names
    throw .badUsage("unknown command or topic '\(word)'" + advice(word, among: known))
  }

  /// A name that is similar to a word, or the page that is about it, as 'exit' is in "the exit status".
  static func advice(_ word: String, among names: [String]) -> String {
    let advice = didYouMean(word, among: names)
    let pages =
      HelpTopic.all.map { ($0.name, $0.summary) } + Tool.commands.map { ($0.name, $0.summary) }
    let about = pages.first {
      $0.1.split(whereSeparator: { !$0.isLetter }).contains { $0 == word }
    }
    return advice.isEmpty ? about.map { ". See 'zombies help \($0.0)'" } ?? "" : advice
  }

  /// The page about the program as a whole.
  static func overview(_ layout: TextLayout) -> String {
    func list(_ entries: [(name: String, summary: String)]) -> String {
      entries.map { layout.entry("  \($0.name)", $0.summary, column: 14) }.joined()
    }
    let begin = """
      zombies \(Tool.version): a simulation and solver toolkit for the Zombies puzzle

      You are in a dark room, and an SOS signpost is in the far corner. A zombie catches you if it is \
      on your square or next to it, but not diagonally. The toolkit makes levels and solves them. You can play them, or let policies \
      play them.

      Usage: zombies COMMAND [operands] [options]

      Commands:
      """
    let end = """

      A LEVEL is a code such as S4/5/Z1#2/2F2/4P, a seed reference such as classic@42#7, or a \
      placement reference such as classic#57. In a code, S is the signpost, P the player's start, Z \
      a zombie, # a block, F a flashlight, and a number stands for that many floor squares. Where a \
      command takes a LEVEL, it also takes a FILE of levels.

      Exit status: 0 done; 1 the answer is no (verify: a level is unsolvable; check: a proof fails); \
      2 no answer (verify, worlds or check: the solver gave up; compare: it ran out of trials); 64 bad usage; 65 bad data; 66 \
      an input cannot be opened; 70 internal error; 73 an output cannot be created; 74 a read or \
      write failed; 76 a program that plays failed.

      Example:
        $ zombies solve classic@42#7
        solvable, par 8, 10 shortest solutions, 16 states
        S←←..
        ..↑.Z
        Z.↑←.
        ...↑←
        ....P
        ULULUULL

      See 'zombies help COMMAND' or 'zombies help TOPIC'.
      """
    return layout.lines(of: begin)
      + list(Tool.commands.map { ($0.name, $0.summary) })
      + "\nTopics:\n" + list(HelpTopic.all.map { ($0.name, $0.summary) })
      + layout.lines(of: end)
  }

  /// The page of a command.
  static func text(of command: Command, _ layout: TextLayout) -> String {
    let usage = layout.entry("Usage:", command.usage, column: "Usage: ".count)
    var text = layout.lines(of: "zombies \(command.name): \(command.summary)")
    text += "\n\(usage)\n\(layout.lines(of: command.details))"
    // In a narrow terminal, the text of an option is below its label.
    let column = layout.width < 60 ? 8 : 28
    for group in Option.Group.allCases {
      let options = command.options.filter { $0.group == group }
      if options.isEmpty { continue }
      text += "\n\(group.rawValue):\n"
      for option in options {
        text += layout.entry("  \(option.label)", option.text, column: column)
      }
    }
    return text + example(command.example)
  }

  /// An example. Its lines are never broken, so that they match the output of the program.
  static func example(_ example: (line: String, output: String)) -> String {
    let output = example.output.split(separator: "\n", omittingEmptySubsequences: false)
    let line = example.line.split(separator: "\n").joined(separator: "\n    ")
    return "\nExample:\n  $ \(line)\n"
      + output.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
  }
}
