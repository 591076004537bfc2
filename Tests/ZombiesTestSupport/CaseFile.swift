import Foundation

/// The text of a file in Tests/Cases.
public func caseFile(_ name: String) throws -> String {
  let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  return try String(contentsOf: tests.appendingPathComponent("Cases/\(name)"), encoding: .utf8)
}
