/// A position in a text: line and column, both from 1, columns in characters.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int

  /// The column in characters, from 1.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position in the form "line 3, column 7".
  public var description: String { "line \(line), column \(column)" }
}

/// The reason why something is not a valid level.
public struct LevelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem: what is wrong, and what was expected.
  public let problem: String

  /// The position in the text; nil for a level that was not read from a text.
  public let position: TextPosition?

  /// Creates the error.
  public init(_ problem: String, at position: TextPosition? = nil) {
    self.problem = problem
    self.position = position
  }

  /// The position, if known, and the problem.
  public var description: String {
    position.map { "\($0): \(problem)" } ?? problem
  }
}
