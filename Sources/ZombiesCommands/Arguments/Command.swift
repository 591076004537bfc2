/// A command of the program: what help says of it, its options, and what it does.
struct Command: Sendable {
  /// The name, as in "generate".
  let name: String

  /// What it does, in a line.
  let summary: String

  /// What stands beside the options.
  let operands: Operands

  /// What it does, in paragraphs. A line that begins with a blank is a row of a list.
  var details: String { makeDetails() }
  private let makeDetails: @Sendable () -> String

  /// The lists of its options, those of every command left out, in the order of help.
  let optionLists: [[Option]]

  /// A worked example: a command line and what it prints.
  let example: (line: String, output: String)

  /// Does it.
  let run: @Sendable (Arguments) throws -> ExitStatus

  /// A command.
  ///
  /// - Parameters:
  ///   - details: What it does, in paragraphs; made when help is asked for.
  ///   - options: Lists of options, in the order of help.
  init(
    name: String, summary: String, operands: Operands = .none,
    details: @autoclosure @escaping @Sendable () -> String,
    options: [[Option]] = [], example: (line: String, output: String),
    run: @escaping @Sendable (Arguments) throws -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    makeDetails = details
    optionLists = options
    self.example = example
    self.run = run
  }

  /// Its options, those of every command too.
  var options: [Option] { optionLists.flatMap { $0 } + [.help] }

  /// The usage line.
  var usage: String {
    let words = [name, operands.usage, optionLists.isEmpty ? "" : "[options]"]
    return "zombies " + words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// What stands beside the options of a command.
struct Operands: Sendable {
  /// What an operand is.
  enum Kind: Sendable {
    case nothing, level, file
    /// A page of the help: a command or a topic.
    case page
    case word([String])
  }

  /// What the usage line says of them, as in "[LEVEL ...]".
  let usage: String

  /// What the first of them are, one by one.
  var first: [Kind] = []

  /// What all others are.
  var others = Kind.nothing

  static let none = Operands(usage: "")
  static let levels = Operands(usage: "[LEVEL ...]", others: .level)
  static let files = Operands(usage: "FILE ...", others: .file)

  /// What the operand at a place is, counted from 0.
  func kind(at place: Int) -> Kind { place < first.count ? first[place] : others }
}
