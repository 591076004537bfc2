import ZombiesCommands
import ZombiesSystem
import ZombiesTerminal

/// The script that completes command lines in zsh.
enum ZshCompletion {
  static var script: String {
    """
    #compdef zombies
    # zsh completion for zombies, made by 'zombies completion zsh'.

    _zombies() {
      local curcontext=$curcontext state line
      local -A opt_args
      local -a commands
      commands=(
    \(Tool.commands.map { "    \(quoted($0.name + ":" + colonless($0.summary)))" }.joined(separator: "\n"))
      )
      _arguments -C '(- *)'{-h,--help}'[show help]' '(- *)'{-V,--version}'[show the version]' \\
        '1:command:->command' '*::argument:->argument'
      case $state in
        command) _describe -t commands command commands ;;
        argument)
          curcontext=${curcontext%:*:*}:zombies-$words[1]:
          case $words[1] in
    \(Tool.commands.map(command).joined(separator: "\n"))
          esac ;;
      esac
    }

    if [[ $funcstack[1] == _zombies ]]; then
      _zombies "$@"
    else
      compdef _zombies zombies
    fi

    """
  }

  private static func command(_ command: Command) -> String {
    let specifications = command.options.map(option) + operands(command.operands)
    let arguments = specifications.map { " \\\n            \($0)" }.joined()
    return "        \(command.name))\n          _arguments -S\(arguments) ;;"
  }

  /// An option in the form of `_arguments`: `'--seed=[seed]:N: '`.
  private static func option(_ option: Option) -> String {
    let help = "[\(colonless(option.summary))]"
    let value = option.value.map { ":\($0.name):\(action($0))" } ?? ""
    let equals = option.value == nil ? "" : "="
    let again = option.canBeRepeated ? "*" : ""
    guard let alias = option.alias else {
      return quoted(again + option.name + equals + help + value)
    }
    let equalsOfAlias = equals.isEmpty || alias.utf8.count > 2 ? equals : "+"
    return quoted(again.isEmpty ? "(\(alias) \(option.name))" : again)
      + "{\(alias)\(equalsOfAlias),\(option.name)\(equals)}" + quoted(help + value)
  }

  private static func action(_ value: Option.Value) -> String {
    if case .file = value.kind { return "_files" }
    if value.words.isEmpty { return " " }
    let words = value.words.joined(separator: " ")
    return value.isList ? "_sequence compadd - \(words)" : "(\(words))"
  }

  private static func operands(_ operands: Operands) -> [String] {
    let first = operands.first.enumerated().compactMap { place, kind in
      action(kind).map { quoted("\(place + 1):argument:\($0)") }
    }
    return first + [action(operands.others)].compactMap { $0.map { quoted("*:argument:\($0)") } }
  }

  private static func action(_ kind: Operands.Kind) -> String? {
    switch kind {
    case .nothing: nil
    case .level, .file: "_files"
    case .page, .word: "(\(kind.words.joined(separator: " ")))"
    }
  }

  /// A text with the characters escaped that `_arguments` or `_describe` would interpret.
  private static func colonless(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'"
      + text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
