import Testing
import ZombiesTestSupport

/// `zombies draw` and `solve --why`: only here are cards named, and formats chosen by the name of a
/// file. Tests/Outside/test_pictures.py tests the pictures in a browser.
@Suite(.waits) struct DrawCommandTests {
  @Test func theFormatIsThatOfTheFile() throws {
    let folder = try TemporaryFolder()
    for (name, words, start) in [
      ("a.svg", [], "<svg "), ("a.html", [], "<!DOCTYPE html>"), ("a.htm", [], "<!DOCTYPE html>"),
      ("a.svg", ["--format", "svg"], "<svg "), ("a", ["--format", "html"], "<!DOCTYPE html>"),
      ("a", [], "<svg "),
    ] as [(String, [String], String)] {
      let run = try zombies(["draw", "classic@42#7", "-o", folder.file(name)] + words)
      expect(run.ending == .exit(0) && run.output.isEmpty && run.errors.isEmpty)
      expectEqual(folder.read(name)?.hasPrefix(start), true, "\(name) \(words)")
    }
    try expect(zombies("draw", "classic@42#7").output.hasPrefix("<svg "))
  }

  /// A card has the name that the file gives, or the reference, the code, or the line.
  @Test func cardsHaveNames() throws {
    let folder = try TemporaryFolder()
    try folder.write("; level: The \"first\" room\nS2/3/2P\n\nclassic@1#2\n", to: "levels.txt")
    let run = try zombies(
      "draw", "--format", "html", "S1/1P", "classic@42#7", "--input", folder.file("levels.txt"))
    expectEqual(
      Self.names(run), ["S1/1P", "classic@42#7", "The \"first\" room", "classic@1#2"])
  }

  private static func names(_ run: Finished) -> [String] {
    run.output.split(separator: "<h2>").dropFirst().map { text in
      String(text.prefix { $0 != "<" })
    }
  }

  /// The columns of a CSV that name a level; a column that cannot be a name is ignored.
  @Test func theLevelsOfATableHaveNames() throws {
    func names(_ table: String) throws -> [String] {
      Self.names(try zombies("draw", "--format", "html", "-", input: table))
    }
    try expectEqual(
      names("reference,level,name\na@1#2,S1/1P,\"A, \"\"B\"\"\"\nb,SP,\n,SP,a\u{7}b\n"),
      ["A, \"B\"", "standard input:3", "standard input:4"])
    try expectEqual(
      names("level,reference\nS2/3/2P,3x3@1#2\nS2/3/2P,4x4@1#2\nSP,\n"),
      ["3x3@1#2", "standard input:3", "standard input:4"])
    try expectEqual(names("level\nS1/1P\n"), ["standard input:2"])
  }

  @Test func manyLevelsStandInRows() throws {
    let words = ["draw", "--solution", "--solutions", "--lost", "--why", "--across", "3"]
    let levels = (0..<7).map { "6x6z2b4+lit+any@5#\($0)" }
    for format in ["svg", "html"] {
      let run = try zombies(words + ["--format", format] + levels)
      expect(run.ending == .exit(0) && levels.allSatisfy { run.output.contains($0) }, "\(run)")
    }
    try expectEqual(
      zombies(["draw"] + levels).output, zombies(["draw", "--across", "4"] + levels).output)
    let wide = try zombies(["draw", "--across", "7"] + levels).output
    let narrow = try zombies(["draw", "--across", "1"] + levels).output
    func width(_ svg: String) -> Int {
      Int(svg.split(separator: "width=\"")[1].prefix { $0 != "\"" }) ?? 0
    }
    expect(width(wide) > 6 * width(narrow))
  }

  private static let refused: [(words: [String], status: Int32)] = [
    (["draw"], 64), (["draw", "S1/1Q"], 65),
    (["draw", "--input", "/nowhere"], 66), (["draw", "--title", "a\nb", "S1/1P"], 64),
    (["draw", "--input", "/dev/null"], 65), (["draw", "S1/1P", "-o", "/nowhere/x.svg"], 73),
    (["solve", "S1/1P", "--why", "--format", "csv"], 64),
    (["draw", "S1/1P", "-o", "/dev/full"], 74),
  ]

  @Test(arguments: refused)
  func whatCannotBeDrawnIsRefused(words: [String], status: Int32) throws {
    let run = try zombies(words)
    expectEqual(run.ending, .exit(status), "\(words): \(run.errors)")
    expect(run.output.isEmpty && run.errors.hasPrefix("Error: "))
  }

  @Test func whyStandsBelowTheVerdict() throws {
    let run = try zombies("solve", "--why", "S4/5/5/3Z1/4P", "S1/1P")
    let why = "You cannot leave row 5, column 5, 8 squares from the signpost.\nThe zombie on row 4,"
    expect(run.output.hasPrefix("argument 1: unsolvable, 1 state\nS....\n"), "\(run)")
    expect(run.output.contains("\n....P\n\(why) column 4 alone catches you on every "), "\(run)")
    let next = "argument 2: solvable, par 2, 2 shortest solutions, 3 states"
    expect(run.output.hasSuffix("\n\n\(next)\nS←\n.P\nUL\n"), "\(run)")
  }
}
