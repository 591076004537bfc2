import ZombiesCommands
import ZombiesSystem

/// The script that completes command lines in bash 3.2 or later.
///
/// It is made from the commands' own declarations: functions with tables, and functions that read them.
enum BashCompletion {
  static var script: String {
    let commands = Tool.commands
    return """
      # bash completion for zombies, made by 'zombies completion bash'.

      _zombies_commands='\(commands.map(\.name).joined(separator: " ")) --help --version -V'

      # The possible operands of a command at a position: words, @files, or nothing.
      _zombies_operands() {
        case $1:$2 in
      \(commands.flatMap(operands).joined(separator: "\n"))
        esac
      }

      # The options of a command: the names of each, with a plus sign in front if it can be given again.
      _zombies_options() {
        case $1 in
      \(commands.map(options).joined(separator: "\n"))
        esac
      }

      # The values of an option of a command: words, @list and words for a list with commas, @files,
      # @any, or nothing for an option without a value.
      _zombies_values() {
        case $1:$2 in
      \(commands.flatMap(values).joined(separator: "\n"))
        esac
      }

      \(reader)

      """
  }

  private static func operands(_ command: Command) -> [String] {
    let operands = command.operands
    return (0...operands.first.count).compactMap { place in
      let isLast = place == operands.first.count
      let kind = operands.kind(at: place)
      let words = kind.isFile ? "@files" : kind.words.joined(separator: " ")
      guard !words.isEmpty else { return nil }
      return "    \(command.name):\(isLast ? "*" : String(place))) echo '\(words)' ;;"
    }
  }

  private static func options(_ command: Command) -> String {
    let options = command.options.map { option in
      (option.canBeRepeated ? "+" : "") + option.name + (option.alias.map { "|\($0)" } ?? "")
    }
    return "    \(command.name)) echo '\(options.joined(separator: " "))' ;;"
  }

  private static func values(_ command: Command) -> [String] {
    command.options.compactMap { option in
      guard let value = option.value else { return nil }
      var words = value.words.joined(separator: " ")
      if option.file != nil { words = "@files" }
      if value.isList, !words.isEmpty { words = "@list \(words)" }
      let names = [option.name, option.alias].compactMap { $0 }.map { "\(command.name):\($0)" }
      return "    \(names.joined(separator: "|"))) echo '\(words.isEmpty ? "@any" : words)' ;;"
    }
  }

  // Bash splits words at '=' only if COMP_WORDBREAKS contains it, so the script handles both cases.
  private static let reader = #"""
    # Puts the possible completions into COMPREPLY, each after a prefix.
    _zombies_reply() {
      local prefix=$1 current=$2 kind=$3 reply
      case $kind in
        @any | '') return ;;
        @files)
          compopt -o filenames 2> /dev/null
          while IFS= read -r reply; do COMPREPLY+=("$prefix$reply"); done < <(compgen -f -- "$current")
          return ;;
        @list*)
          kind=${kind#@list}
          if [[ $current == *,* ]]; then
            prefix=$prefix${current%,*},
            current=${current##*,}
          fi ;;
      esac
      while IFS= read -r reply; do
        COMPREPLY+=("$prefix$reply")
      done < <(compgen -W "$kind" -- "$current")
    }

    # The options of a command that are not given yet.
    _zombies_offered() {
      local option word index
      for option in $(_zombies_options "$1"); do
        if [[ $option != +* ]]; then
          for ((index = 2; index < ${#COMP_WORDS[@]}; index++)); do
            word=${COMP_WORDS[index]%%=*}
            if ((index != COMP_CWORD)) && [[ -n $word && "|$option|" == *"|$word|"* ]]; then
              continue 2
            fi
          done
        fi
        option=${option#+}
        printf '%s ' "${option//|/ }"
      done
    }

    _zombies() {
      local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} place=0 option= index word
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        _zombies_reply '' "$current" "$_zombies_commands"
        return
      fi
      # Find the number of operands before the word, and an option that needs its value, or '--'.
      for ((index = 2; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ $option == -- ]]; then
          ((place++))
        elif [[ -n $option ]]; then
          if [[ $word == = ]]; then continue; fi
          option=
        elif [[ $word == -- ]]; then
          option=--
        elif [[ $word == -?* ]]; then
          if [[ $word != *=* && -n $(_zombies_values "$command" "$word") ]]; then option=$word; fi
        else
          ((place++))
        fi
      done
      if [[ -n $option && $option != -- ]]; then
        if [[ $current == = ]]; then current=; fi
        _zombies_reply '' "$current" "$(_zombies_values "$command" "$option")"
      elif [[ $option != -- && $current == --*=* ]]; then
        option=${current%%=*}
        _zombies_reply "$option=" "${current#*=}" "$(_zombies_values "$command" "$option")"
      elif [[ $option != -- && $current == -* ]]; then
        _zombies_reply '' "$current" "$(_zombies_offered "$command")"
      else
        _zombies_reply '' "$current" "$(_zombies_operands "$command" "$place")"
      fi
    }

    complete -F _zombies zombies
    """#
}
