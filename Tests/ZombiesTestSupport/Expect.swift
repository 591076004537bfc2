import Testing

// Checks as plain functions. `#expect` and `#require` do the same, but each use of a macro costs the compiler 16 to
// 19 ms, and the tests contain thousands.

/// Records an issue if a condition is false.
public func expect(
  _ condition: @autoclosure () throws -> Bool, _ comment: @autoclosure () -> String = "",
  file: String = #fileID,
  line: Int = #line
) rethrows {
  if try !condition() { recordIssue("expected this to be true", comment(), file: file, line: line) }
}

/// Records an issue if two values differ.
public func expectEqual<Value: Equatable>(
  _ value: @autoclosure () throws -> Value, _ expected: @autoclosure () throws -> Value,
  _ comment: @autoclosure () -> String = "", file: String = #fileID, line: Int = #line
) rethrows {
  let (value, expected) = (try value(), try expected())
  if value != expected {
    recordIssue("\(value), expected \(expected)", comment(), file: file, line: line)
  }
}

/// Records an issue if there is a value, such as the complaint of ``firstFailure(of:_:)``.
public func expectNil<Value>(
  _ value: @autoclosure () throws -> Value?, _ comment: @autoclosure () -> String = "",
  file: String = #fileID,
  line: Int = #line
) rethrows {
  if let value = try value() {
    recordIssue("\(value), expected nil", comment(), file: file, line: line)
  }
}

/// Ends a test by ``Missing`` if there is no value.
public func require<Value>(
  _ value: @autoclosure () throws -> Value?, _ comment: @autoclosure () -> String = "",
  file: String = #fileID,
  line: Int = #line
) throws -> Value {
  guard let value = try value() else { throw Missing(comment: comment(), place: "\(file):\(line)") }
  return value
}

/// Ends a test by ``Missing`` if a condition is false.
public func require(
  _ condition: @autoclosure () throws -> Bool, _ comment: @autoclosure () -> String = "",
  file: String = #fileID,
  line: Int = #line
) throws {
  if try !condition() { throw Missing(comment: comment(), place: "\(file):\(line)") }
}

/// What ``require(_:_:file:line:)`` needs is missing.
public struct Missing: Error {
  public let comment: String
  public let place: String
}

func recordIssue(_ what: String, _ comment: String, file: String, line: Int) {
  Issue.record(
    Comment(rawValue: comment.isEmpty ? what : "\(what): \(comment)"),
    sourceLocation: SourceLocation(fileID: file, filePath: file, line: line, column: 1))
}
