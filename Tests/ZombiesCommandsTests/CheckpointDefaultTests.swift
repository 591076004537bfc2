import Foundation
import Testing

@testable import ZombiesCommands

/// The default of `--checkpoint-every`. A run would take at least a minute to show it.
@Suite(.waits) struct CheckpointDefaultTests {
  private static func interval(_ name: String, _ words: [String]) throws -> Double? {
    let folder = try TemporaryFolder()
    let command = try #require(Tool.commands.first { $0.name == name })
    let line = ["--checkpoint", folder.file("c")] + words
    let arguments = try Arguments(line.map { Array($0.utf8) }[...], of: command)
    let checkpoint = try arguments.checkpoint()
    defer { checkpoint?.discard() }
    return checkpoint?.interval
  }

  @Test(arguments: ["simulate", "census", "sweep"])
  func secondsBetweenSaves(command: String) throws {
    let help = try zombies("help", command).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("seconds between saves, 0 to 86,400 (default: 60)"))
    #expect(try Self.interval(command, []) == 60)
    for seconds in [0, 1, 59, 61, 86_400] {
      #expect(
        try Self.interval(command, ["--checkpoint-every", "\(seconds)"]) == Double(seconds))
    }
  }
}
