import Foundation

/// The text of a file such as `Reports/rounds.txt`, which is in the folder Cases of the reports' tests.
public func caseFile(_ name: String) throws -> String {
  try String(contentsOf: caseAddress(name), encoding: .utf8)
}

/// Compares a text with a file of cases, and shows the first line that differs. With `ZOMBIES_RECORD=1`, writes the file
/// instead, so that a wanted change is read as a difference of files.
public func expectFile(
  _ text: String, _ name: String, file: String = #fileID, line: Int = #line
) throws {
  if ProcessInfo.processInfo.environment["ZOMBIES_RECORD"] == "1" {
    try text.write(to: caseAddress(name), atomically: true, encoding: .utf8)
    return
  }
  let found = text.split(separator: "\n", omittingEmptySubsequences: false)
  let wanted = try caseFile(name).split(separator: "\n", omittingEmptySubsequences: false)
  for place in 0..<max(found.count, wanted.count) {
    let (one, other) = (
      place < found.count ? found[place] : "end", place < wanted.count ? wanted[place] : "end"
    )
    if one != other {
      expectEqual(one, other, "\(name), line \(place + 1)", file: file, line: line)
      return
    }
  }
}

private func caseAddress(_ name: String) -> URL {
  let parts = name.split(separator: "/", maxSplits: 1)
  return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Zombies\(parts[0])Tests/Cases/\(parts[1])")
}
