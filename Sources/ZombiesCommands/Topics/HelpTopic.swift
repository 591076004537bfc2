/// A page of the help that is about no single command: the essence of an article.
struct HelpTopic: Sendable {
  /// The name, as in "rules".
  let name: String

  /// What the page is about, in a line.
  let summary: String

  /// The page, as ``TextLayout`` takes it; made when it is asked for.
  private let essence: @Sendable () -> String

  /// A worked example: a command line and what it prints.
  let example: (line: String, output: String)

  /// The article that says it all, by its path in the repository.
  let article: String

  init(
    name: String, summary: String, essence: @autoclosure @escaping @Sendable () -> String,
    example: (line: String, output: String), article: String
  ) {
    (self.name, self.summary, self.essence) = (name, summary, essence)
    (self.example, self.article) = (example, article)
  }

  /// All topics, in the order of help.
  static let all: [HelpTopic] = [rules, levels, policies, files, cluster]

  /// The names of all topics.
  static let names: [String] = all.map(\.name)

  /// The page in lines.
  func text(_ layout: TextLayout) -> String {
    layout.lines(of: "\(name): \(summary)\n\n\(essence())") + HelpCommand.example(example)
      + "\n" + layout.entry("See", article, column: "See ".count)
  }
}
