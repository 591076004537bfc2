import Foundation
import Testing
import ZombiesTestSupport

/// Sources of levels that `solve`, `verify` and `check` print wrongly in texts and tables.
@Suite struct SourceTests {
  /// Levels in a file in three forms, with the lines they are on.
  private static let text = "; head\nSP\n\nS..\n.Z.\n..P\n\nclassic@42#7\n; tail\n"
  private static let lines = [2, 4, 8]

  /// The cells of a CSV, read by Python's module.
  private static func python(_ line: String, in folder: TemporaryFolder) throws -> [[String]] {
    let program =
      "import csv, json, sys; print(json.dumps(list(csv.reader(sys.stdin.buffer.read()"
      + ".decode().splitlines(True)))))"
    let run = try shell("\(line) | python3 -c '\(program)'", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    let rows = try JSONSerialization.jsonObject(with: Data(run.outputBytes))
    return try require(rows as? [[String]])
  }

  @Test("A table names operands, references, lines of files and of standard input")
  func sourcesOfATable() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "levels")
    let operands = ["SP", "classic@42#7", "5x5z2+any@3#1", "-", "S#/#P", " classic@42#7 ; mine"]
    let expected =
      ["argument 1", "classic@42#7", "5x5z2+any@3#1"]
      + Self.lines.map { "standard input:\($0)" } + ["argument 5", "argument 6"]
    for words in [["solve"], ["solve", "--difficulty"], ["verify"]] {
      let run = try zombies(
        words + operands + ["--format", "csv"], input: Self.text, in: folder)
      expectEqual(run.ending, .exit(words == ["verify"] ? 1 : 0), "\(run)")
      expectEqual(Table(run.output).column("source"), expected, "\(run)")
    }
    let both = try zombies("solve", "SP", "--input", "levels", "--format", "csv", in: folder)
    expectEqual(
      Table(both.output).column("source"), ["argument 1"] + Self.lines.map { "levels:\($0)" })
  }

  @Test("A text names them too, except for a single operand")
  func sourcesOfAText() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "levels")
    try folder.write("SP\n", to: "one")
    for (words, sources) in [
      ("SP", [""]), ("classic@42#7", [""]), ("--difficulty SP", [""]),
      ("SP S#/#P classic@1#1", ["argument 1: ", "argument 2: ", "classic@1#1: "]),
      ("--input levels", Self.lines.map { "levels:\($0): " }), ("--input one", ["one:1: "]),
      ("- < one", ["standard input:1: "]), ("--input - < one", ["standard input:1: "]),
      ("SP --input one", ["argument 1: ", "one:1: "]),
    ] {
      let run = try shell("zombies solve \(words)", in: folder)
      let verdicts = run.lines.filter { $0.hasSuffix(" state") || $0.hasSuffix(" states") }
      expect(run.ending == .exit(0) && verdicts.count == sources.count, "\(run)")
      for (verdict, source) in zip(verdicts, sources) {
        let isFirst = ["", "classic@42#7: "].contains { title in
          ["solvable, ", "unsolvable, "].contains { verdict.hasPrefix(source + title + $0) }
        }
        expect(isFirst, "\(source): \(run)")
      }
    }
  }

  @Test(
    "File names are quoted, and the bytes of invalid text are replaced",
    .enabled(if: hasPython, "python3 is not installed"),
    arguments: [
      (Array("a,b.txt".utf8), "a,b.txt"), (Array("say \"a\".txt".utf8), "say \"a\".txt"),
      (Array("a\r\nb\n.txt".utf8), "a\\r\\nb\\n.txt"),
      (Array("a\tb\u{1B}[2J".utf8), "a\\tb\\u{1B}[2J"),
      (Array("é🧟.txt".utf8), "é🧟.txt"), ([0xFF, 0x61, 0xC3], "\u{FFFD}a\u{FFFD}"),
    ] as [([UInt8], String)])
  func namesOfFiles(name: [UInt8], shown: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "levels")
    for command in ["solve", "verify"] {
      let words = [command, "--format", "csv", "-o", "table", "--input"].map { Array($0.utf8) }
      var copy = try CommandLineRun(bytes: [Array("levels".utf8), name], in: folder)
      copy.program = "/bin/cp"
      try expectEqual(copy.run().ending, .exit(0))
      let run = try CommandLineRun(bytes: words + [name], in: folder).run()
      expectEqual(run.ending, .exit(command == "verify" ? 1 : 0), "\(run)")
      let rows: [[String]] = try Self.python("cat table", in: folder)
      let counts: [Int] = rows.map { $0.count }
      expectEqual(Set(counts).count, 1, "\(rows)")
      let column: Int = try require(rows.first?.firstIndex(of: "source"))
      let sources: [String] = rows.dropFirst().map { $0[column] }
      let expected: [String] = Self.lines.map { "\(shown):\($0)" }
      expectEqual(sources, expected)
    }
  }

  @Test("verify has a row for each level before a bad one, also where the solver gave up")
  func verifyTables() throws {
    let gaveUp = try zombies(
      "verify", "SP", "S4/5/2Z2/5/4P+lit", "--max-states", "1", "--format", "csv")
    expectEqual(gaveUp.ending, .exit(2), "\(gaveUp)")
    expectEqual(Table(gaveUp.output).column("verdict"), ["solvable", "gave-up"])
    // Nothing is printed if the first level is bad; rows before a later bad level stay.
    let bad = try zombies("verify", "nonsense", "SP", "--format", "csv")
    expect(bad.ending == .exit(66) && bad.output == "", "\(bad)")
    let later = try zombies("verify", "SP", "nonsense", "--format", "csv")
    expect(later.ending == .exit(66) && later.lines.count == 2, "\(later)")
  }

  @Test(
    "check has a row for each certificate: the claim, whether it is proved, and the reason if not",
    .enabled(if: hasPython, "python3 is not installed"))
  func checkTables() throws {
    let folder = try TemporaryFolder()
    let lit = "S4/5/2Z2/5/4P+lit"
    try shellDone(
      "zombies solve S2/1F1/2P S#/#P --certificate proofs -o plain.csv --format csv", in: folder)
    try shellDone(
      "zombies solve \(lit) --max-states 1 --chase vertical --certificate none -o /dev/null",
      in: folder)
    let proofs = try require(folder.read("proofs")).split(separator: "\n").map(String.init)
    let second = try require(proofs.lastIndex { $0.hasPrefix("zombies-certificate") })
    let run = try zombies("check", "proofs", "none", "--format", "csv", in: folder)
    expect(run.ending == .exit(2) && run.errors == "", "\(run)")
    let table = Table(run.output)
    expectEqual(table.column("source"), ["proofs:1", "proofs:\(second + 1)", "none:1"])
    expectEqual(table.column("level"), ["S2/1F1/2P", "S#/#P", lit])
    expectEqual(table.column("claim"), ["solvable", "unsolvable", "gave-up"])
    expectEqual(table.column("proved"), ["true", "true", "false"])
    expectEqual(table.column("flaw"), ["", "", ""])
    expectEqual(table.column("chase"), ["longest", "longest", "vertical"])
    // The claims are the results of solve.
    let solved = Table(try require(folder.read("plain.csv")))
    for column in ["par", "shortest_solutions"] {
      expectEqual(table.column(column), solved.column(column) + [""], "\(column)")
    }

    let others = try zombies(
      "check", "proofs", "none", "--format", "csv", "--chase", "vertical", in: folder)
    expectEqual(others.ending, .exit(1), "\(others)")
    expectEqual(
      Table(others.output).column("flaw"),
      ["not made under chase vertical", "not made under chase vertical", ""])

    // A solution that is not the first in order.
    let head = proofs.prefix { !$0.hasPrefix("sha256") }.map { line in
      line.hasPrefix("solution ") ? "solution UULR" : line
    }
    try folder.write(head.map { $0 + "\n" }.joined(), to: "head")
    let check = #"(cat head; echo "sha256 $(sha256sum < head | cut -c 1-64)") > false; "#
    let words = try shell(check + "zombies check false", in: folder)
    expectEqual(words.ending, .exit(1), "\(words)")
    let rows = try Self.python("zombies check false --format csv", in: folder)
    let row = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
    expect(row["proved"] == "false" && row["claim"] == "solvable", "\(row)")
    expectEqual(row["flaw"], "move 4 of the solution must be L, found R", "\(row)")
    expect(words.output.contains("not proved: \(row["flaw"] ?? "-"): "), "\(words)")

    try folder.write("nonsense\n", to: "bad")
    let bad = try zombies("check", "bad", "--format", "csv", in: folder)
    expect(bad.ending == .exit(65) && bad.output == "", "\(bad)")
    let later = try zombies("check", "proofs", "bad", "--format", "csv", in: folder)
    expect(later.ending == .exit(65) && later.lines.count == 3, "\(later)")
  }
}
