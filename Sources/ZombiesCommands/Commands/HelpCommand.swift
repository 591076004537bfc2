/// `zombies help`: the help texts, made from the commands' own tables.
enum HelpCommand {
  static let command = Command(
    name: "help",
    summary: "show help for the program or for one of its commands",
    operands: "[COMMAND]",
    details: "Shows what a command does, its options, and an example.",
    options: [],
    example: (
      "zombies help verify | head -n 1",
      "zombies verify: check that every level is solvable; silent when they are"
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw arguments.badUsage("help takes one COMMAND")
    }
    guard let operand = arguments.operands.first else {
      try show(Tool.help)
      return .done
    }
    let command = try Tool.command(named: operand.text ?? "")
    try show(text(of: command))
    return .done
  }

  static func show(_ text: String) throws {
    let output = OutputFile.standardOutput()
    try output.write(text)
    try output.finish()
  }

  /// The help of one command.
  static func text(of command: Command) -> String {
    var text = "zombies \(command.name): \(command.summary)\n\nUsage: \(command.usage)\n"
    text += "\n\(command.details)\n"
    for group in Option.Group.allCases {
      let options = command.allOptions.filter { $0.group == group }
      if options.isEmpty { continue }
      text += "\n\(group.rawValue):\n" + options.map(entry).joined()
    }
    text += "\nExample:\n  $ \(command.example.line)\n"
    text += command.example.output.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "\n" : "  \($0)\n"
    }.joined()
    return text
  }

  /// An option with its summary beside it, broken at 80 columns.
  private static func entry(_ option: Option) -> String {
    let column = 28
    var lines = [""]
    for word in option.summary.split(separator: " ") {
      if lines[lines.count - 1].count + word.count + 1 > 80 - column {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
      }
    }
    let indent = String(repeating: " ", count: column)
    let label = "  " + option.label
    let first =
      label.count + 2 <= column
      ? label + String(repeating: " ", count: column - label.count) : label + "\n" + indent
    return first + lines.joined(separator: "\n" + indent) + "\n"
  }
}
