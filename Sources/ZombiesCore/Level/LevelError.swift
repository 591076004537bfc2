/// A place in a text: line and column from 1, columns in characters.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int

  /// The column in characters, from 1.
  public var column: Int

  /// Creates the place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place as "line 3, column 7".
  public var description: String { "line \(line), column \(column)" }
}

/// Why something is not a level.
public struct LevelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what was expected.
  public let problem: String

  /// Where in the text; nil for a level that was not read from a text.
  public let position: TextPosition?

  /// Creates the error.
  public init(_ problem: String, at position: TextPosition? = nil) {
    self.problem = problem
    self.position = position
  }

  /// The place, if there is one, and the problem.
  public var description: String {
    position.map { "\($0): \(problem)" } ?? problem
  }
}
