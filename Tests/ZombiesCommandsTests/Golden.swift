import Foundation
import Testing

/// Golden files: texts next to the tests, so that no change goes unnoticed.
///
/// `ZOMBIES_RECORD=1 swift test --filter ZombiesCommandsTests` writes them again; `git diff` shows the changes.
enum Golden {
  /// The package's folder.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  static let isRecording = ProcessInfo.processInfo.environment["ZOMBIES_RECORD"] == "1"

  /// The text of a golden file; nil if the file does not exist.
  static func kept(_ name: String) -> String? {
    FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names of the files in a folder of golden files, in order.
  static func names(in folder: String) -> [String] {
    let path = Self.folder.appendingPathComponent(folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Compares a text to its golden file.
  static func check(
    _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent(name)
    if isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    let kept = try #require(
      Self.kept(name), "Golden/\(name) is missing; ZOMBIES_RECORD=1 writes it",
      sourceLocation: sourceLocation)
    expectSame(text, kept, "Golden/\(name)", sourceLocation: sourceLocation)
  }
}

/// Expects two texts to be equal. If they are not, shows the first line that differs and, in a
/// transcript or below a hash, the command that printed it.
func expectSame(
  _ text: String, _ expected: String, _ what: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard text != expected else { return }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let place = zip(lines, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  let number = place ?? min(lines.count, wanted.count)
  func line(_ lines: [Substring]) -> String {
    number < lines.count ? "'\(lines[number])'" : "the end"
  }
  let command =
    lines.prefix(number).last { $0.starts(with: #/([0-9a-f]{64} )?\$ /#) }.map { " of '\($0)'" }
    ?? ""
  Issue.record(
    "\(what), line \(number + 1)\(command): \(line(lines)), expected \(line(wanted))",
    sourceLocation: sourceLocation)
}
