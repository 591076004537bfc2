import Foundation
import Testing
import ZombiesTestSupport

/// `zombies simulate --by-level`: only here do its rows keep their sources and limits, and its other files the
/// same bytes as without the option. ColumnValuesRoundsTests has the values.
@Suite(.waits) struct ByLevelTests {
  private static func rows(of batch: BatchOfRounds, _ more: [String] = []) throws -> [[String:
    String]]
  {
    let run = try zombies(batch.words + ["--by-level", "--format", "csv"] + more)
    #expect(run.ending == .exit(0) && run.errors == "seed \(batch.seed)\n", "\(run)")
    return Table(run.output).rows
  }

  /// The source of each level, in the order given; the other files are the same as without the
  /// option.
  @Test func sourcesAndFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("; rooms\nS4/5/2Z2/5/4P\n\nS....\n.....\nZ...Z\n.....\n....P\n", to: "a, b")
    let words = "classic@42#7 S4/5/Z4/5/4P --policy edge --rounds 12 --format csv"
    let run = try shell(
      "zombies simulate --input 'a, b' \(words) --by-level --rounds-csv r --squares-csv s "
        + "--manifest m --quiet", in: folder)
    #expect(run.ending == .exit(0), "\(run)")
    // The text before the level; the level begins with its signpost.
    func sources(_ run: Finished) -> [String] {
      run.lines.dropFirst().map { line in String(line.prefix { $0 != "S" }) }
    }
    #expect(
      sources(run) == ["classic@42#7,", "argument 2,", "\"a, b:2\",", "\"a, b:4\","], "\(run)")
    try shellDone(
      "zombies simulate --input 'a, b' \(words) -o t --rounds-csv r2 --squares-csv s2", in: folder)
    for (file, other) in [("r", "r2"), ("s", "s2")] {
      expectSame(folder.read(file) ?? "", folder.read(other) ?? "no file", file)
    }
    let piped = try shell("zombies simulate \(words) - --by-level < 'a, b'", in: folder)
    #expect(
      sources(piped)
        == ["classic@42#7,", "argument 2,", "standard input:2,", "standard input:4,"], "\(piped)")
    let manifest = try ManifestTests.Manifest(folder.read("m"))
    #expect(manifest.outputs.first?["schema"] as? String == "by-level", "\(manifest.text)")
    #expect(manifest.command.contains(" --by-level "), "\(manifest.text)")
  }

  /// The text table: the result of each deterministic policy on a level, and how often random wins.
  @Test func tableForPeople() throws {
    let batch = BatchOfRounds(
      levels: ["S4/5/5/5/4P", "SZ/1P", "S#/#P", "S30P", "3x3z1+any@1#1"],
      options: ["--policy", "edge,random,clairvoyant", "--max-moves", "20"], count: 502)
    let run = try zombies(batch.words + ["--by-level"])
    #expect(run.ending == .exit(0), "\(run)")
    let lines = run.lines
    #expect(lines[0] == "502 rounds · 5 given levels · seed 0", "\(run)")
    func cells(_ line: String) -> [String] {
      line.split(separator: /\s{2,}/).map(String.init)
    }
    #expect(
      cells(lines[1]) == ["level", "rounds", "edge", "random", "95% interval", "clairvoyant"])
    let rows = try Self.rows(of: batch)
    let rounds = Table(try batch.outputs().rounds).rows
    let words = [
      "won": "won in", "caught": "caught after", "stuck": "stuck after",
      "out-of-moves": "out after",
    ]
    for level in 0..<5 {
      func ending(_ policy: String) -> String {
        let round = rounds.first { $0["trial"] == "\(level)" && $0["policy"] == policy }
        return "\(words[round?["outcome"] ?? ""] ?? "") \(round?["moves"] ?? "")"
      }
      let row = cells(lines[level + 2])
      #expect(row.count == 6, "\(run)")
      #expect(row[0] == (level == 4 ? "3x3z1+any@1#1" : "argument \(level + 1)"), "\(run)")
      #expect(row[1] == (level < 2 ? "101" : "100"), "\(run)")
      #expect(row[2] == ending("edge") && row[5] == ending("clairvoyant"), "\(run)")
      let rate = Double(rows[3 * level + 1]["win_rate"] ?? "") ?? -1
      #expect(abs(100 * rate - (Double(row[3].dropLast()) ?? -1)) < 0.0006, "\(run)")
    }
    #expect(lines.count == 7)
    #expect(Set(lines.dropFirst(2).map { cells($0)[2].prefix { $0 != " " } }).count >= 3)
  }

  /// A level that was not played has a row without results.
  @Test func levelsWithoutRounds() throws {
    let run = try zombies(
      "simulate", "SP", "S1P", "S2P", "--rounds", "1", "--first", "1", "--policy", "edge,random",
      "--by-level")
    let rows: [[String]] = run.lines.dropFirst().map { line in
      line.split(separator: /\s{2,}/).map(String.init)
    }
    let expected: [[String]] = [
      ["level", "rounds", "edge", "random", "95% interval"],
      ["argument 1", "0"], ["argument 2", "1", "won in 2", "100.000%", "20.655–100.000"],
      ["argument 3", "0"],
    ]
    #expect(rows == expected, "\(run)")
  }

  /// Command lines that are refused, each with part of the message.
  private static let badWords: [(String, String)] = [
    ("", "--by-level needs given levels"), ("--family classic", "--by-level needs given levels"),
    ("SP --games 3", "--games cannot be combined with --by-level"),
    ("SP --tally t", "--tally cannot be combined with --by-level"),
    ("SP --shard 1/2", "--shard cannot be combined with --by-level"),
    ("SP --checkpoint c", "--checkpoint cannot be combined with --by-level"),
    ("SP --resume", "--resume cannot be combined with --by-level"),
    ("SP --checkpoint-every 3", "--checkpoint-every cannot be combined with --by-level"),
    ("SP --until-width 0.1", "--until-width cannot be combined with --by-level"),
    ("SP --zombies 1", "--zombies is for generated levels"),
  ]

  @Test(arguments: badWords)
  func badUsage(words: String, message: String) {
    expectRefusal("simulate --by-level \(words)", saying: message)
  }
}
