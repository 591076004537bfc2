import Foundation
import Testing
import ZombiesTestSupport

/// `zombies simulate --by-level`: only here are the rows of levels those of the same rounds without
/// the option.
@Suite(.waits) struct ByLevelTests {
  /// Batches of rounds on given levels: with several sizes, with repeated levels, and with more
  /// levels than rounds.
  static let batches: [BatchOfRounds] = [
    BatchOfRounds(levels: BatchOfRounds.list, count: 60, first: 5, seed: 9),
    BatchOfRounds(levels: ["S4/5/2Z2/5/4P", "SP", "S4/5/2Z2/5/4P"], count: 300),
    BatchOfRounds(
      levels: ["S#/#P", "SZ/1P", "S4/5/2F2/5/Z3P"],
      options: ["--chase", "vertical", "--zombie-speed", "2", "--max-moves", "9"], count: 2,
      first: 1),
    BatchOfRounds(levels: ["6x6z1b5+lit@0#2041"], count: 40, first: 1 << 63),
  ]

  private static func rows(of batch: BatchOfRounds, _ more: [String] = []) throws -> [[String:
    String]]
  {
    let run = try zombies(batch.words + ["--by-level", "--format", "csv"] + more)
    #expect(run.ending == .exit(0) && run.errors == "seed \(batch.seed)\n", "\(run)")
    return Table(run.output).rows
  }

  /// Compares each row to the rounds of its trials in the file of rounds, and checks that no row is
  /// missing.
  @Test(arguments: batches)
  func rowsAreThoseOfTheRounds(batch: BatchOfRounds) throws {
    let rows = try Self.rows(of: batch, ["--threads", "3"])
    let rounds = Table(try batch.outputs().rounds).rows
    let count = UInt64(batch.levels.count)
    let policies = Set(rounds.compactMap { $0["policy"] })
    #expect(rows.count % batch.levels.count == 0)
    for (place, row) in rows.enumerated() {
      let level = place / (rows.count / batch.levels.count)
      #expect(policies.contains(row["policy"] ?? ""))
      let own = rounds.filter {
        $0["policy"] == row["policy"] && (UInt64($0["trial"] ?? "") ?? 0) % count == UInt64(level)
      }
      #expect(row["rounds"] == "\(own.count)", "\(row)")
      #expect(own.allSatisfy { $0["level"] == row["level"] }, "\(row)")
      try expectSettings(of: batch, in: row)
      for outcome in ["won", "caught", "stuck", "out-of-moves"] {
        let column = outcome.replacing("-", with: "_")
        #expect(row[column] == "\(own.count { $0["outcome"] == outcome })", "\(column): \(row)")
      }
      let moves = own.compactMap { Int($0["moves"] ?? "") }
      #expect(row["moves_max"] == (moves.max().map { "\($0)" } ?? ""), "\(row)")
      let won = own.count { $0["outcome"] == "won" }
      guard !own.isEmpty else {
        for column in ["win_rate", "win_rate_low", "win_rate_high", "moves_mean", "moves_p50"] {
          #expect(row[column] == "", "\(column): \(row)")
        }
        continue
      }
      #expect(row["win_rate"] == nineDecimals(won, own.count), "\(row)")
      #expect(row["moves_mean"] == nineDecimals(moves.reduce(0, +), own.count), "\(row)")
      let bounds = wilson(won, own.count)
      for (column, bound) in [("win_rate_low", bounds.low), ("win_rate_high", bounds.high)] {
        let isExact = row["policy"] != "random"
        #expect(
          isExact ? row[column] == row["win_rate"] : says(row[column], bound), "\(column): \(row)")
      }
    }
    // The counts of all levels add up to those of the table without the option.
    for whole in Table(try batch.outputs().table).rows {
      let own = rows.filter { $0["policy"] == whole["policy"] }
      #expect(own.count == batch.levels.count)
      for column in ["rounds", "won", "caught", "stuck", "out_of_moves"] {
        let sum = own.compactMap { Int($0[column] ?? "") }.reduce(0, +)
        #expect("\(sum)" == whole[column], "\(column): \(whole)")
      }
    }
  }

  private func expectSettings(of batch: BatchOfRounds, in row: [String: String]) throws {
    let level = try #require(NaiveLevel(code: row["level"] ?? ""))
    let expected = [
      "seed": "\(batch.seed)", "first": "\(batch.first)", "chase": batch.rules.chase.rawValue,
      "zombie_speed": "\(batch.rules.speed)", "max_moves": "\(batch.maxMoves(level))",
      "rows": "\(level.rows)", "columns": "\(level.columns)", "lit": "\(level.lit)",
      "zombies": "\(level.zombies.count)", "blocks": "\(level.blocks.count)",
      "flashlights": "\(level.flashlights.count)",
    ]
    for (column, cell) in expected { #expect(row[column] == cell, "\(column): \(row)") }
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

  /// The table can be read as levels, because each row has one.
  @Test func rowsAreLevels() throws {
    let codes = ["S4/5/2Z2/5/4P", "SP", "S#/#P"]
    let run = try shell(
      "zombies simulate \(codes.joined(separator: " ")) --by-level --policy edge,random --rounds 9 "
        + "--format csv | zombies solve --input - --format csv")
    #expect(Table(run.output).column("level") == codes.flatMap { [$0, $0] }, "\(run)")
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
    ("SP --shards 2", "--shards cannot be combined with --by-level"),
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
