import ZombiesCommands
import ZombiesSystem

extension Operands.Kind {
  /// Whether an operand may be a file.
  var isFile: Bool {
    switch self {
    case .level, .file: true
    case .nothing, .page, .word: false
    }
  }

  /// The possible words for completion; empty if there are too many.
  var words: [String] {
    switch self {
    case .nothing, .level, .file: []
    case .page: Tool.commands.map(\.name) + HelpTopic.names
    case .word(let words): words
    }
  }
}
