extension Operands.Kind {
  /// The words that can stand there, for completion; none where there are too many.
  var words: [String] {
    switch self {
    case .nothing, .level, .file: []
    case .page: Tool.commands.map(\.name) + HelpTopic.names
    case .word(let words): words
    }
  }
}
