import ZombiesCore

/// The reason why a text cannot be read as progress or as saved levels.
public struct ProgressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The problem, and what was expected.
  public let problem: String
  /// Whether the only problem is that a newer version wrote the text.
  public let isNewer: Bool

  init(line: Int, problem: String) {
    (self.line, self.problem, isNewer) = (line, problem, false)
  }

  /// The error for a text of another format.
  ///
  /// - Parameters:
  ///   - number: The format of the text.
  ///   - what: The kind of text, as in "a file of settings".
  ///   - header: The first line of the format that this program writes.
  ///   - version: The number of that format.
  init(format number: UInt64, of what: String, header: String, version: UInt64) {
    isNewer = number > version
    line = 1
    problem =
      isNewer
      ? "written by a newer version of this program (format \(number)), expected '\(header)'"
      : "this is format \(number) of \(what); this version reads format \(version)"
  }

  /// The line and the problem.
  public var description: String { "line \(line): \(problem)" }
}

/// A hash that reveals a changed byte, in hexadecimal digits.
func checksum(_ bytes: some Sequence<UInt8>) -> String { hexadecimal(fnv1a(bytes), digits: 16) }
