import Foundation

/// The folder of the package.
public let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// A text beside a test, such as `Cases/rounds.txt`: cases to read, or what must come out.
///
/// With `ZOMBIES_RECORD=1`, the tests write what comes out instead of comparing it, so that a wanted change is read as a
/// difference of files.
public struct TextFile {
  /// Whether the texts are written.
  public static let isRecording = ProcessInfo.processInfo.environment["ZOMBIES_RECORD"] == "1"

  /// The path in the package.
  let name: String
  private let address: URL

  /// The text of a name beside a source file.
  public init(_ name: String, beside source: String = #filePath) {
    address = Self.address(name, source)
    self.name = String(address.path.dropFirst(packageFolder.path.count + 1))
  }

  private static func address(_ name: String, _ source: String) -> URL {
    URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(name)
  }

  /// The names of the files in a folder beside a source file, in order.
  public static func names(in folder: String, beside source: String = #filePath) -> [String] {
    let path = address(folder, source).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The text in the file.
  public func read() throws -> String { try String(contentsOf: address, encoding: .utf8) }

  /// Compares a text with the file, or writes it.
  public func check(_ text: String, file: String = #fileID, line: Int = #line) throws {
    if Self.isRecording { return try Data(text.utf8).write(to: address) }
    try expectSame(text, read(), name, file: file, line: line)
  }
}

/// Expects two texts to be equal. If they are not, shows the first line that differs and, in a transcript, the command
/// that printed it.
public func expectSame(
  _ text: String, _ expected: String, _ what: String, file: String = #fileID, line: Int = #line
) {
  guard text != expected else { return }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let place = zip(lines, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  let number = place ?? min(lines.count, wanted.count)
  func shown(_ lines: [Substring]) -> String {
    number < lines.count ? "'\(lines[number])'" : "the end"
  }
  let command = lines.prefix(number).last { $0.hasPrefix("$ ") }.map { " of '\($0)'" } ?? ""
  recordIssue(
    "\(shown(lines)), expected \(shown(wanted))", "\(what), line \(number + 1)\(command)",
    file: file,
    line: line)
}
