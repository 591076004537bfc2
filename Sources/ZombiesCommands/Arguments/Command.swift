import ZombiesSystem

/// A command of the program: its help, its options and its action.
package struct Command: Sendable {
  /// The name, as in "generate".
  package let name: String

  /// The first line of the help: what the command does.
  package let summary: String

  /// The operands that the command takes.
  package let operands: Operands

  /// The paragraphs of the help. A line that begins with a blank is a row of a list.
  package var details: String { makeDetails() }
  private let makeDetails: @Sendable () -> String

  /// The command's options in lists, in the order of help, without those that all commands have.
  let optionLists: [[Option]]

  /// What the command writes, if no option chooses a format.
  let writes: FileContents

  /// A worked example: a command line and its output.
  package let example: (line: String, output: String)

  /// Runs the command.
  package let run: @Sendable (Arguments) throws -> ExitStatus

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - details: The paragraphs of the help, made only when help is printed.
  ///   - options: Lists of options, in the order of help.
  package init(
    name: String, summary: String, operands: Operands = .none,
    details: @autoclosure @escaping @Sendable () -> String,
    options: [[Option]] = [], writes: FileContents = .text, example: (line: String, output: String),
    run: @escaping @Sendable (Arguments) throws -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    makeDetails = details
    optionLists = options
    self.writes = writes
    self.example = example
    self.run = run
  }

  /// All options of the command, including those that all commands have.
  package var options: [Option] { optionLists.flatMap { $0 } + [.help] }

  /// The usage line.
  package var usage: String {
    let words = [name, operands.usage, optionLists.isEmpty ? "" : "[options]"]
    return "zombies " + words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// The operands that a command takes.
package struct Operands: Sendable {
  /// The kind of an operand.
  package enum Kind: Sendable {
    case nothing, level, file
    /// A page of the help: a command or a topic.
    case page
    /// One of some words, which are made only when they are offered.
    case words(@Sendable () -> [String])

    package static func word(_ words: @autoclosure @escaping @Sendable () -> [String]) -> Kind {
      .words(words)
    }
  }

  /// The operands in the usage line, as in "[LEVEL ...]".
  let usage: String

  /// The kinds of the first operands, one by one.
  package var first: [Kind] = []

  /// The kind of all other operands.
  package var others = Kind.nothing

  /// Whether the command reads levels from standard input if none are given and it is not a terminal.
  var readsInput = false

  package init(
    usage: String, first: [Kind] = [], others: Kind = .nothing, readsInput: Bool = false
  ) {
    (self.usage, self.first, self.others) = (usage, first, others)
    self.readsInput = readsInput
  }

  package static let none = Operands(usage: "")
  package static let levels = Operands(usage: "[LEVEL | FILE ...]", others: .level)

  /// Levels, or those on standard input if none are given: for commands that have no family to fall back on.
  static let levelsOrInput = Operands(
    usage: "[LEVEL | FILE ...]", others: .level, readsInput: true)
  static let files = Operands(usage: "FILE ...", others: .file)

  /// The kind of the operand at a position, counted from 0.
  package func kind(at place: Int) -> Kind { place < first.count ? first[place] : others }
}
