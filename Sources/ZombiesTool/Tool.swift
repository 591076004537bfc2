import ZombiesAnalysis
import ZombiesCommands
import ZombiesCore
import ZombiesPlatform
import ZombiesPolicies
import ZombiesReports
import ZombiesSystem
import ZombiesTerminal

/// The program: finds the command, runs it, and reports how it ended.
public enum Tool {
  /// The program's version.
  public static let version = programVersion

  /// All commands, in the order in which help lists them.
  static let commands: [Command] = [
    GenerateCommand.command, LevelsCommand.command, SolveCommand.command, VerifyCommand.command,
    CheckCommand.command,
    ReplayCommand.command, DrawCommand.command, SimulateCommand.command, MergeCommand.command,
    SweepCommand.command, CompareCommand.command,
    PlayerCheckCommand.command, PlayCommand.command, PageCommand.command,
    WorldsCommand.command, AnalyzeCommand.command, ModelCommand.command,
    CensusCommand.command,
    ReportCommand.command, SchemaCommand.command, BenchCommand.command, CompletionCommand.command,
    HelpCommand.command,
  ]

  /// Runs the program with the arguments of its command line, and exits.
  ///
  /// - Parameter words: The arguments, the program's name first. They are bytes because a path need not
  ///   be UTF-8.
  public static func main(_ words: [[UInt8]]) -> Never {
    Terminal.reserveStandardDescriptors()
    Signals.install()
    exit(status(of: words).rawValue)
  }

  private static func status(of words: [[UInt8]]) -> ExitStatus {
    do {
      return try run(words)
    } catch let failure as Failure {
      Terminal.say(text(of: failure))
      return failure.status
    } catch let interruption as Interruption {
      Terminal.say(interruption.message)
      Signals.die(of: interruption.signal)
    } catch is ReaderLeft {
      Signals.die(of: SIGPIPE)
    } catch {
      Terminal.say("Error: internal error: \(error)\n")
      return .defect
    }
  }

  static func run(_ words: [[UInt8]]) throws -> ExitStatus {
    let program = words.first ?? Array("zombies".utf8)
    let words = Array(words.dropFirst())
    guard let word = words.first else {
      try HelpCommand.show(HelpCommand.overview)
      return .done
    }
    let name = String(decoding: word, as: UTF8.self)
    if ["--version", "-V"].contains(name) {
      guard words.count == 1 else { throw Failure.badUsage("\(name) takes no operands") }
      try HelpCommand.show { _ in "zombies \(version)\n" }
      return .done
    }
    if ["--help", "-h"].contains(name) {
      guard words.count <= 2 else { throw Failure.badUsage("\(name) takes one command or topic") }
      try HelpCommand.show(try HelpCommand.page(of: words.dropFirst().first))
      return .done
    }
    if name == Completions.name {
      let line = words.dropFirst().map { String(decoding: $0, as: UTF8.self) }
      try HelpCommand.show { _ in Completions.lines(for: line).map { $0 + "\n" }.joined() }
      return .done
    }
    let command = try command(named: name)
    let arguments = try Arguments(words.dropFirst(), of: command, program: program)
    if arguments.has(.help) {
      try HelpCommand.show { HelpCommand.text(of: command, $0) }
      return .done
    }
    try arguments.checkValues()
    try NamedFiles(arguments, of: command).check()
    try arguments.checkEnding()
    return try command.run(arguments)
  }

  /// The command with the given name.
  ///
  /// - Throws: ``Failure`` with status 64 if there is no such command.
  static func command(named name: String) throws(Failure) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    if HelpTopic.all.contains(where: { $0.name == name }) {
      throw .badUsage("'\(name)' is a help topic, not a command. Use 'zombies help \(name)'")
    }
    // The places of the game are no commands.
    let places = ["daily": " --daily", "questions": " --quiz", "quiz": " --quiz"]
    if let option = places[name] ?? (["board", "rounds", "workshop"].contains(name) ? "" : nil) {
      throw .badUsage(
        "unknown command '\(name)'. Use 'zombies play\(option)'"
          + (option.isEmpty ? ", and then its menu (c)" : ""))
    }
    let names = commands.map(\.name) + ["--help", "--version", "-V"]
    throw .badUsage("unknown command '\(name)'" + HelpCommand.advice(name, among: names))
  }

  static func text(of failure: Failure) -> String {
    var text = "Error: \(printable(failure.message))\n"
    guard let name = failure.usage else { return text }
    if let command = commands.first(where: { $0.name == name }) {
      text += "Usage: \(command.usage)\nSee 'zombies help \(name)'.\n"
    } else {
      text += "Usage: zombies COMMAND [operands] [options]\nSee 'zombies help'.\n"
    }
    return text
  }

  /// A message without control characters, cut off if it would fill the screen.
  private static func printable(_ message: String) -> String {
    let mostCharacters = 1000
    let text = String(message.unicodeScalars.prefix(mostCharacters)).shown
    return message.unicodeScalars.count > mostCharacters ? text + " …" : text
  }
}
