import Foundation
import Synchronization
import Testing
import ZombiesTestSupport

/// The help texts, as the executable prints them: only here are their examples run, and their
/// options compared with the parser. The texts themselves are in the sources. Only the longest ones
/// are recorded, and the topics, most of which contain lists that are computed.
@Suite(.waits) struct HelpTests {
  /// The commands whose help is recorded.
  private static let kept: Set = ["generate", "simulate", "play", "help"]

  @Test func programHelpIsAsKept() throws {
    let help = try zombies("help")
    expectEqual(help.ending, .exit(0), "\(help)")
    expectEqual(help.errors, "")
    try Golden.check(help.output, is: "help.txt")
    try expectEqual(zombies("--help").output, help.output)
    try expectEqual(zombies("-h").output, help.output)
    let alone = try zombies()
    expect(alone.ending == .exit(0) && alone.output == help.output && alone.errors == "")
  }

  @Test func helpOfEachTopicIsAsKept() throws {
    try expectEqual(CommandHelp.topics(), ["rules", "forms", "policies", "files", "cluster"])
    for topic in try CommandHelp.topics() {
      let help = try zombies("help", topic)
      expect(help.ending == .exit(0) && help.errors == "", "\(help)")
      try Golden.check(help.output, is: "help-\(topic).txt")
      try expectEqual(zombies("--help", topic).output, help.output, "\(topic)")
    }
  }

  @Test func versionIsAsKept() throws {
    let version = try zombies("--version")
    expectEqual(version.ending, .exit(0), "\(version)")
    try Golden.check(version.output, is: "version.txt")
  }

  @Test func helpOfEachCommandIsTheSameEverywhere() throws {
    for command in try CommandHelp.commands() {
      let help = try zombies("help", command)
      expectEqual(help.ending, .exit(0), "\(help)")
      expectEqual(help.errors, "", "\(command)")
      if Self.kept.contains(command) { try Golden.check(help.output, is: "help-\(command).txt") }
      try expectEqual(zombies(command, "--help").output, help.output, "\(command)")
      try expectEqual(zombies(command, "-h").output, help.output, "\(command)")
    }
  }

  /// The help pages of the program, of all commands and of all topics.
  private static func pages() throws -> [Finished] {
    try [zombies("help")]
      + (CommandHelp.commands() + CommandHelp.topics()).map { try zombies("help", $0) }
  }

  @Test func textsFitATerminal() throws {
    for page in try Self.pages() {
      for line in page.lines { expect(line.count <= 80, "\(page.line): \(line)") }
      for line in page.lines { expect(line.last != " ", "\(page.line): '\(line)'") }
      expect(!page.output.contains("\u{A0}"), "\(page.line)")
      // Not everyone who has the program has its source.
      for part in ["Sources/", ".swift", ".md", "within one square"] {
        expect(!page.output.contains(part), "\(page.line): \(part)")
      }
      // A default can be typed.
      expect(!page.output.contains(/\(default: [^()]*\d,\d{3}/), "\(page.line)")
    }
  }

  @Test func similarNamesAreSuggested() {
    for (line, advice) in [
      ("sim", "'sim'. Did you mean 'simulate'?"), ("hlp", "'hlp'. Did you mean 'help'?"),
      ("gen", "'gen'. Did you mean 'generate'?"), ("sovle", "'sovle'. Did you mean 'solve'?"),
      ("help exit", "'exit'. See 'zombies help files'"),
      ("exit", "'exit'. See 'zombies help files'"),
      ("help status", "'status'. See 'zombies help files'"),
      ("help chase", "'chase'. See 'zombies help rules'"),
      ("help policie", "'policie'. Did you mean 'policies'?"),
      ("solve SP --max", "'--max'. Did you mean '--max-states'?"),
    ] { expectRefusal(line, saying: advice) }
  }

  @Test func filtersOfGivenLevelsHaveTheirOwnText() throws {
    let text = try require(CommandHelp.text(of: "--grade", in: "levels"))
    expect(text.contains("keep the first that many of each") && !text.contains("generate"))
    try expectEqual(
      CommandHelp.text(of: "--grade", in: "generate")?.contains("generate that many"), true)
  }

  /// The parser knows every option in the help, by each of its names, and asks for its value.
  @Test func optionsInTheHelpAreThoseOfTheParser() throws {
    for command in try CommandHelp.commands() {
      // A value in square brackets can be omitted.
      for option in try CommandHelp.options(of: command)
      where option.value.map({ !$0.hasPrefix("[") }) ?? false {
        for name in option.names {
          expectRefusal("\(command) \(name)", saying: "\(name) needs a value")
        }
      }
    }
  }

  /// The options of commands whose help is not recorded, which other programs rely on.
  @Test(arguments: [
    ("solve", "--input --max-states --format --catching-distance --chase --zombie-speed"),
    ("solve", "--output -o --color"),
    ("verify", "--input --max-states --catching-distance --chase --zombie-speed --output"),
    ("replay", "--moves --policy --seed --trial --view --format --catching-distance --chase"),
    ("replay", "--zombie-speed --output -o --color"),
    ("bench", "--threads --output -o"),
    ("worlds", "--max-states --format --catching-distance --chase --zombie-speed"),
    ("worlds", "--output -o --quiet"),
  ])
  func promisedOptionsAreThere(command: String, options: String) throws {
    let known = Set(try CommandHelp.options(of: command).flatMap(\.names))
    for option in options.split(separator: " ").map(String.init) {
      expect(known.contains(option), "\(command) \(option)")
    }
  }

  /// The example at the end of a help text shows the real output.
  @Test func examplesAreReal() throws {
    let folder = try TemporaryFolder()
    for page in try Self.pages() {
      let example = try require(CommandHelp.example(in: page.output), "\(page.line)")
      expect(example.line.contains("zombies "))
      let run = try shell(example.line, in: folder)
      expectSame(run.output, example.output, example.line)
      let isAllowed: [Finished.Ending] =
        example.line.contains(" verify ")
        ? [.exit(0), .exit(1)] : example.line.contains(" player-check ") ? [.exit(76)] : [.exit(0)]
      expect(isAllowed.contains(run.ending), "\(run)")
    }
    expect(folder.names.isEmpty)
  }
}

/// The help texts, read from the program's output.
enum CommandHelp {
  struct Option: Sendable {
    let names: [String]
    /// The name of the value; nil for an option without a value.
    let value: String?
  }

  /// The commands that the program's help lists.
  static func commands() throws -> [String] { try names(below: "Commands:") }

  /// The topics that the program's help lists.
  static func topics() throws -> [String] { try names(below: "Topics:") }

  /// Pages that were already read, because many tests need them.
  private static let pages = Mutex<[[String]: String]>([:])

  /// The output of `zombies help`, for a command or in general.
  private static func page(_ words: [String]) throws -> String {
    if let known = pages.withLock({ $0[words] }) { return known }
    let page = try zombies(["help"] + words).output
    pages.withLock { $0[words] = page }
    return page
  }

  private static func names(below title: Substring) throws -> [String] {
    let lines = try page([]).split(separator: "\n", omittingEmptySubsequences: false)
    let begin = try require(lines.firstIndex(of: title))
    return lines[(begin + 1)...].prefix { !$0.isEmpty }.compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
  }

  /// The options that a command's help lists: lines such as "  -o, --output FILE    write …".
  static func options(of command: String) throws -> [Option] {
    let label = /^  ((?:-\w, )?--[a-z-]+(?:, --[a-z-]+)?)(?: (\S+))?(?:  .*)?$/
    var isInGroup = false
    return try page([command]).split(
      separator: "\n", omittingEmptySubsequences: false
    ).compactMap { line in
      if !line.hasPrefix(" ") {
        isInGroup = line.hasSuffix(":") && line.lowercased().contains("options")
      }
      guard isInGroup, let match = line.firstMatch(of: label) else { return nil }
      return Option(
        names: match.1.split(separator: ", ").map(String.init), value: match.2.map(String.init))
    }
  }

  /// The description of an option in a command's help, in one line: "the seed, 0 to 2^64-1
  /// (default: 0)".
  static func text(of option: String, in command: String) throws -> String? {
    var lines = try page([command]).split(separator: "\n", omittingEmptySubsequences: false)
    let isBegin: (Substring) -> Bool = { line in
      line.hasPrefix("  -")
        && line.split(whereSeparator: { " ,".contains($0) }).contains(Substring(option))
    }
    guard let begin = lines.firstIndex(where: isBegin) else { return nil }
    lines = Array(lines[begin...])
    let rest = lines.dropFirst().prefix { $0.hasPrefix(String(repeating: " ", count: 20)) }
    let first = lines[0].dropFirst(2).split(separator: "  ", maxSplits: 1).dropFirst()
    return (Array(first) + rest).flatMap { $0.split(separator: " ") }.joined(separator: " ")
  }

  /// The example: a line and its output.
  static func example(in help: String) -> (line: String, output: String)? {
    let mark = "\nExample:\n  $ "
    guard let begin = help.range(of: mark)?.upperBound else { return nil }
    var text = String(help[begin...])
    if let end = text.range(of: "\nSee ", options: .backwards) {
      text = String(text[..<end.lowerBound])
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var line = String(lines.removeFirst())
    while line.last == "|" { line += lines.removeFirst() }
    let output = lines.map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }
    return (line, output.joined(separator: "\n"))
  }
}
