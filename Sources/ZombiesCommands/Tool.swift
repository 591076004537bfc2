import ZombiesAnalysis
import ZombiesPolicies
import ZombiesReports

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// The program: finds the command, runs it, and says how it ended.
public enum Tool {
  /// The program's version.
  public static let version = "0.1.0"

  /// All commands, in the order of help.
  static let commands: [Command] = [
    GenerateCommand.command, SolveCommand.command, VerifyCommand.command, CheckCommand.command,
    ReplayCommand.command, SimulateCommand.command, MergeCommand.command, SweepCommand.command,
    CompareCommand.command, AnalyzeCommand.command, CensusCommand.command,
    HardestCommand.command, SchemaCommand.command, BenchCommand.command, HelpCommand.command,
  ]

  /// Runs the program on the words of its command line, and ends it.
  ///
  /// - Parameter words: The words, the program's name first, as bytes, for a path need not be UTF-8.
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
      Terminal.say("Error: a defect of this program: \(error)\n")
      return .defect
    }
  }

  private static func run(_ words: [[UInt8]]) throws -> ExitStatus {
    let program = words.first ?? Array("zombies".utf8)
    let words = Array(words.dropFirst())
    guard let word = words.first else {
      throw Failure.badUsage("no command")
    }
    let name = String(decoding: word, as: UTF8.self)
    if ["--help", "-h", "--version"].contains(name) {
      if words.count == 2, name != "--version" {
        let command = try command(named: String(decoding: words[1], as: UTF8.self))
        try HelpCommand.show(HelpCommand.text(of: command))
        return .done
      }
      guard words.count == 1 else { throw Failure.badUsage("\(name) stands alone") }
      try HelpCommand.show(name == "--version" ? "zombies \(version)\n" : help)
      return .done
    }
    let command = try command(named: name)
    let arguments = try Arguments(words.dropFirst(), of: command, program: program)
    if arguments.has("--help") {
      try HelpCommand.show(HelpCommand.text(of: command))
      return .done
    }
    try NamedFiles(arguments, of: command).check()
    return try command.run(arguments)
  }

  /// The command with a name.
  static func command(named name: String) throws(Failure) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw .badUsage(
      "unknown command '\(name)'"
        + didYouMean(name, among: commands.map(\.name) + ["--help", "--version"]))
  }

  private static func text(of failure: Failure) -> String {
    var text = "Error: \(printable(failure.message))\n"
    guard let name = failure.usage else { return text }
    if let command = commands.first(where: { $0.name == name }) {
      text += "Usage: \(command.usage)\nSee 'zombies help \(name)'.\n"
    } else {
      text += "Usage: zombies COMMAND [arguments]\nSee 'zombies help'.\n"
    }
    return text
  }

  /// A message without what would steer a terminal, and no longer than a screen.
  private static func printable(_ message: String) -> String {
    let mostCharacters = 1000
    let text = String(message.unicodeScalars.prefix(mostCharacters)).withoutControls
    return message.unicodeScalars.count > mostCharacters ? text + " …" : text
  }

  /// The program's help.
  static var help: String {
    let names = commands.map { command in
      let gap = String(repeating: " ", count: 12 - command.name.count)
      return "  \(command.name)\(gap)\(command.summary)\n"
    }
    return """
      zombies \(version): a simulation and solver toolkit for the Zombies puzzle

      A dark room of squares, an SOS signpost in the far corner, and zombies that catch
      whoever comes within one square: is there a way, and who finds it?

      Usage: zombies COMMAND [arguments]

      Commands:
      \(names.joined())
      A LEVEL is a code, S4/5/Z1#2/2F2/4P, or a seed reference, classic@42#7: S signpost,
      P player, Z zombie, # block, F flashlight, a number for a run of floor squares.

      Exit status: 0 done; 1 the answer is no (verify: a level is unsolvable; check: a proof
      does not hold); 2 not known; 64 bad usage; 65 bad data; 66 no input; 70 a defect; 73 no
      output; 74 read or write failed.

      Example:
        $ zombies solve classic@42#7
        solvable, par 8, 10 shortest solutions, 16 states
        S←←..
        ..↑.Z
        Z.↑←.
        ...↑←
        ....P
        ULULUULL

      See 'zombies help COMMAND'.

      """
  }
}
