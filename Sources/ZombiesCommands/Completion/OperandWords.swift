extension Operands.Kind {
  /// The possible words for completion; empty if there are too many.
  var words: [String] {
    switch self {
    case .nothing, .level, .file: []
    case .page: Tool.commands.map(\.name) + HelpTopic.names
    case .word(let words): words
    }
  }
}
