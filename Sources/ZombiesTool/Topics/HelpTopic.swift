import ZombiesCommands
import ZombiesSystem

/// A help page on a subject rather than a command: a short version of an article.
struct HelpTopic: Sendable {
  /// The name, such as "rules".
  let name: String

  /// The subject of the page, in one line.
  let summary: String

  /// The text of the page, for ``TextLayout``; made on demand.
  private let essence: @Sendable () -> String

  /// An example: a command line and its output.
  let example: (line: String, output: String)

  init(
    name: String, summary: String, essence: @autoclosure @escaping @Sendable () -> String,
    example: (line: String, output: String)
  ) {
    (self.name, self.summary, self.essence) = (name, summary, essence)
    self.example = example
  }

  /// All topics, in the order in which help lists them.
  static let all: [HelpTopic] = [rules, forms, policies, files, cluster]

  /// The names of all topics.
  static let names: [String] = all.map(\.name)

  /// The page, broken into lines.
  func text(_ layout: TextLayout) -> String {
    layout.lines(of: "\(name): \(summary)\n\n\(essence())") + HelpCommand.example(example)
  }
}
