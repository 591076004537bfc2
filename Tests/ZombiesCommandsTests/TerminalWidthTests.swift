import Foundation
import Testing
import ZombiesTestSupport

/// Help and tables that do not fit the width of a terminal, or lose words there.
@Suite(
  .waits,
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"),
    "script, of util-linux, makes the terminal"))
struct TerminalWidthTests {
  /// The output of a shell line on a terminal of a given width.
  private static func lines(
    _ line: String, columns: Int, environment: String = ""
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write("stty cols \(columns) rows 24\n\(environment) \(line)\n", to: "line.sh")
    let run = try shell("script -qec 'sh line.sh' /dev/null < /dev/null", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    return run.output.replacingOccurrences(of: "\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The length of the longest line above the example, which is never wrapped. A word that is too
  /// long has a line of its own.
  private static func longest(_ lines: some Sequence<String>) -> Int {
    lines.prefix { $0 != "Example:" }.filter { $0.split(separator: " ").count > 1 }
      .map(\.count).max() ?? 0
  }

  @Test(arguments: isLong ? [40, 57, 60, 80, 100] : [40, 57, 100])
  func helpFits(columns: Int) throws {
    let pages = try CommandHelp.commands() + CommandHelp.topics()
    let line = pages.map { "zombies help \($0); echo Page" }.joined(separator: "; ")
    let all = try Self.lines("zombies help; echo Page; " + line, columns: columns)
    let texts = all.split(separator: "Page")
    expect(texts.count >= pages.count)
    for text in texts {
      expect(Self.longest(text) <= columns, "\(text.first ?? "")")
    }
    // The words and their order do not depend on the width.
    let plain = try zombies("help", "simulate").output.split(whereSeparator: \.isWhitespace)
    let narrow = try Self.lines("zombies help simulate", columns: columns).joined(separator: " ")
    expectEqual(narrow.split(whereSeparator: \.isWhitespace), plain)
  }

  @Test func widthsHaveLimits() throws {
    try expect(Self.longest(Self.lines("zombies help solve", columns: 20)) <= 40)
    let wide = try Self.longest(Self.lines("zombies help solve", columns: 250))
    expect((81...100).contains(wide))
    // COLUMNS overrides the terminal's width if it is a number.
    let set = try Self.lines("zombies help solve", columns: 100, environment: "COLUMNS=50")
    expect(Self.longest(set) <= 50)
    let unset = try Self.lines("zombies help solve", columns: 90, environment: "COLUMNS=x")
    expect((81...90).contains(Self.longest(unset)))
  }

  @Test(arguments: [
    "simulate --games 300 --levels any --quiet",
    "analyze --policy edge,beeline --check 100 --quiet",
    "census --family 4x4z1b1+lit --quiet", "compare edge random --rounds 2000 --quiet",
  ])
  func tablesFit(line: String) throws {
    let whole = try zombies(line.split(separator: " ").map(String.init))
    expect([.exit(0), .exit(2)].contains(whole.ending), "\(whole)")
    let isTable: (String) -> Bool = { $0.contains("  ") }
    let wide = try Self.lines("zombies \(line) || true", columns: 300)
    expectEqual(wide.joined(separator: "\n"), whole.output, "a wide terminal changes nothing")
    let narrow = try Self.lines("zombies \(line) || true", columns: 60)
    expect(narrow.filter(isTable).allSatisfy { $0.count <= 60 }, "\(narrow)")
    expect(narrow != wide)
    // No cell is missing.
    let cells = Set(narrow.joined(separator: " ").split(separator: " "))
    expect(cells.isSuperset(of: whole.output.split(whereSeparator: \.isWhitespace)))
    // Output to a file is as wide as needed.
    let folder = try TemporaryFolder()
    let file = try shell(
      "script -qec 'stty cols 60; zombies \(line) -o table' /dev/null < /dev/null", in: folder)
    expect([.exit(0), .exit(2)].contains(file.ending), "\(file)")
    expectEqual(folder.read("table"), whole.output)
  }
}
