import ZombiesCommands
import ZombiesSystem

/// The script that completes command lines in fish.
enum FishCompletion {
  static var script: String {
    let commands = Tool.commands.map { command in
      "complete -c zombies -n __zombies_needs_command -a \(command.name) -d \(quoted(command.summary))"
    }
    return """
      # fish completion for zombies, made by 'zombies completion fish'.

      # Whether no command is given yet.
      function __zombies_needs_command
        test (count (commandline -opc)) -eq 1
      end

      # Whether the given command has a name.
      function __zombies_is
        set -l words (commandline -opc)
        test (count $words) -ge 2; and test "$words[2]" = "$argv[1]"
      end

      # Whether none of some options is given.
      function __zombies_lacks
        for word in (commandline -opc)
          contains -- (string replace -r '=.*' '' -- $word) $argv; and return 1
        end
      end

      # Words for a list with commas, each after the words that are already given.
      function __zombies_list
        set -l current (string replace -r '^--[^=]*=' '' -- (commandline -ct))
        printf '%s\\n' (string replace -r '[^,]*$' '' -- $current)$argv
      end

      complete -c zombies -f
      \(commands.joined(separator: "\n"))
      complete -c zombies -n __zombies_needs_command -l help -s h -d 'show help'
      complete -c zombies -n __zombies_needs_command -l version -s V -d 'show the version'

      \(Tool.commands.map(lines).joined(separator: "\n"))

      """
  }

  private static func lines(_ command: Command) -> String {
    let isCommand = "__zombies_is \(command.name)"
    let begin = "complete -c zombies -n '\(isCommand)'"
    var lines = command.options.map { option in
      if option.canBeRepeated { return begin + self.option(option) }
      let names = option.name + (option.alias.map { " \($0)" } ?? "")
      return "complete -c zombies -n '\(isCommand); and __zombies_lacks \(names)'"
        + self.option(option)
    }
    for kind in command.operands.first + [command.operands.others] {
      switch kind {
      case .nothing: break
      case .level, .file: lines.append(begin + " -F")
      case .page, .word: lines.append(begin + " -a \(quoted(kind.words.joined(separator: " ")))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func option(_ option: Option) -> String {
    var text = " -l \(option.name.dropFirst(2))"
    if let alias = option.alias {
      text += alias.hasPrefix("--") ? " -l \(alias.dropFirst(2))" : " -s \(alias.dropFirst(1))"
    }
    if let value = option.value {
      let words = value.words.joined(separator: " ")
      if option.file != nil {
        text += " -r -F"
      } else {
        text += " -x"
        if !words.isEmpty {
          text += " -a \(quoted(value.isList ? "(__zombies_list \(words))" : words))"
        }
      }
    }
    return text + " -d \(quoted(option.summary))"
  }

  /// A word in quotes. In them, fish needs a backslash before quotes and backslashes.
  private static func quoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
