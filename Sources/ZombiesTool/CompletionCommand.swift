import ZombiesCommands
import ZombiesSystem
import ZombiesTerminal

/// `zombies completion`: scripts that let a shell complete command lines of the program.
enum CompletionCommand {
  static let command: Command = Command(
    name: "completion",
    summary: "print a completion script for bash, zsh or fish",
    operands: Operands(usage: "bash|zsh|fish", first: [.word(Shell.allCases.map(\.rawValue))]),
    details: """
      Prints a script that completes commands, topics, options, the values of options, and file
      names. The script asks the program for them. To install it:

        zombies completion bash > ~/.local/share/bash-completion/completions/zombies
        zombies completion zsh > "${fpath[1]}/_zombies"
        zombies completion fish > ~/.config/fish/completions/zombies.fish

      To try it in the current shell:

        source <(zombies completion bash)
        source <(zombies completion zsh)
        zombies completion fish | source
      """,
    options: [[.output]],
    example: ("zombies completion bash | bash -n && echo fine", "fine"),
    run: run)

  private enum Shell: String, CaseIterable {
    case bash, zsh, fish

    var script: String {
      switch self {
      case .bash: Completions.bash
      case .zsh: Completions.zsh
      case .fish: Completions.fish
      }
    }
  }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.operands.count == 1, let operand = arguments.operands.first else {
      throw arguments.badUsage("name one shell: bash, zsh or fish")
    }
    let name = operand.text ?? ""
    guard let shell = Shell(rawValue: name) else {
      throw arguments.badUsage(Arguments.notOne(name, of: Shell.allCases.map(\.rawValue)))
    }
    let output = try arguments.output()
    defer { output.discard() }
    try output.write(shell.script)
    try output.finish()
    return .done
  }
}
