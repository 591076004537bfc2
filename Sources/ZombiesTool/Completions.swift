import ZombiesCommands
import ZombiesSystem

/// The possible ends of a command line, which the completion scripts of all shells ask for.
enum Completions {
  /// The hidden command of the scripts: `zombies __complete WORD...`.
  static let name = "__complete"

  /// A line for each word that can stand at the end of a command line, with a tab and its description.
  /// The line `@files`, with a tab and a prefix, stands for the prefix and the name of any file.
  ///
  /// - Parameter words: The words after the program's name. The last one is completed.
  static func lines(for words: [String]) -> [String] {
    let current = words.last ?? ""
    guard words.count > 1, let name = words.first else {
      let options = [
        ("--help", "show help"), ("--version", "show the version"), ("-V", "show the version"),
      ]
      return lines(Tool.commands.map { ($0.name, $0.summary) } + options, for: current)
    }
    guard let command = Tool.commands.first(where: { $0.name == name }) else { return [] }
    func option(_ word: some StringProtocol) -> Option? {
      let name = word.prefix { $0 != "=" }
      return command.options.first { $0.name == name || $0.alias.map { $0 == name } ?? false }
    }
    // The operands and options before the word, and an option that needs its value.
    var (place, areOptionsOver) = (0, false)
    var given: Set<String> = []
    var open: Option?
    for word in words.dropFirst().dropLast() {
      if areOptionsOver {
        place += 1
      } else if open != nil {
        // Bash splits words at '=' if COMP_WORDBREAKS contains it.
        if word != "=" { open = nil }
      } else if word == "--" {
        areOptionsOver = true
      } else if word.hasPrefix("-"), word != "-" {
        let option = option(word)
        if let option { given.insert(option.name) }
        if option?.value != nil, !word.contains("=") { open = option }
      } else {
        place += 1
      }
    }
    if let open { return values(of: open, for: current == "=" ? "" : current, after: "") }
    if !areOptionsOver, current.hasPrefix("-") {
      if current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
        let value = current[current.index(after: equals)...]
        return option(current).map { values(of: $0, for: value, after: current[...equals]) } ?? []
      }
      let left = command.options.filter { $0.canBeRepeated || !given.contains($0.name) }
      let names = left.flatMap { option in
        [option.name, option.alias].compactMap { $0 }.map { ($0, option.summary) }
      }
      return lines(names, for: current)
    }
    switch command.operands.kind(at: place) {
    case .nothing: return []
    case .level, .file: return ["@files\t"]
    case .page: return lines(Tool.commands.map(\.name) + HelpTopic.names, for: current)
    case .words(let words): return lines(words(), for: current)
    }
  }

  /// The values of an option that continue a word, each after a prefix.
  private static func values(
    of option: Option, for word: some StringProtocol, after prefix: some StringProtocol
  ) -> [String] {
    guard let value = option.value else { return [] }
    if option.file != nil { return ["@files\t\(prefix)"] }
    let list = value.isList ? word.lastIndex(of: ",").map { word[...$0] } : nil
    return lines(value.words.map { "\(prefix)\(list ?? "")\($0)" }, for: "\(prefix)\(word)")
  }

  private static func lines(_ words: [String], for current: String) -> [String] {
    lines(words.map { ($0, "") }, for: current)
  }

  private static func lines(_ words: [(String, String)], for current: String) -> [String] {
    words.filter { $0.0.hasPrefix(current) }.map { "\($0.0)\t\($0.1)" }
  }

  static let bash = #"""
    # bash completion for zombies, made by 'zombies completion bash'.
    _zombies() {
      local word rest
      COMPREPLY=()
      while IFS=$'\t' read -r word rest; do
        if [[ $word == @files ]]; then
          compopt -o filenames 2> /dev/null
          word=${COMP_WORDS[COMP_CWORD]#"$rest"}
          if [[ $word == = ]]; then word=; fi
          while IFS= read -r word; do COMPREPLY+=("$rest$word"); done < <(compgen -f -- "$word")
        else
          COMPREPLY+=("$word")
        fi
      done < <("${COMP_WORDS[0]/#\~/$HOME}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
    }
    complete -F _zombies zombies

    """#

  static let zsh = #"""
    #compdef zombies
    # zsh completion for zombies, made by 'zombies completion zsh'.
    _zombies() {
      local word rest
      local -a found
      while IFS=$'\t' read -r word rest; do
        if [[ $word == @files ]]; then
          if [[ -n $rest ]]; then compset -P '*='; fi
          _files
        else
          found+=("${word//:/\\:}:$rest")
        fi
      done < <(${~words[1]} __complete "${(@Q)words[2,CURRENT]}" 2> /dev/null)
      if (( $#found )); then _describe zombies found; fi
    }
    if [[ $funcstack[1] == _zombies ]]; then
      _zombies "$@"
    else
      compdef _zombies zombies
    fi

    """#

  static let fish = #"""
    # fish completion for zombies, made by 'zombies completion fish'.
    function __zombies_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct)
      for line in ($words[1] __complete $words[2..-1] "$current" 2> /dev/null)
        set -l parts (string split -m 1 \t -- $line)
        if test "$parts[1]" = @files
          set -l begin (string length -- "$parts[2]")
          printf '%s\n' "$parts[2]"(__fish_complete_path (string sub -s (math $begin + 1) -- "$current"))
        else
          echo $line
        end
      end
    end
    complete -c zombies -f -a '(__zombies_complete)'

    """#
}
