import Foundation
import Testing
import ZombiesReports
import ZombiesTestSupport

/// The second of several: the level, part, world, file or name behind the first one. Only here is
/// it compared with what it is alone, if the first one, the options or the defaults differ from it.
@Suite(.waits) struct SecondCasesTests {
  /// Some columns of a table without quoted cells, joined by commas.
  private static func cells(_ columns: [String], of run: Finished) -> [String] {
    let rows = run.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let places = columns.map { name in rows.first?.firstIndex { $0 == name } }
    return rows.dropFirst().map { row in
      places.map { place in place.map { String(row[$0]) } ?? "?" }.joined(separator: ",")
    }
  }

  /// `all` omits cautious if any room of a list has more than 64 squares, wherever it is.
  @Test(arguments: [
    ([64], true), ([65], false), ([64, 65], false), ([65, 64], false), ([64, 3, 64], true),
    ([3, 4, 65], false),
  ])
  func oneLargeRoom(squares: [Int], isPlayed: Bool) throws {
    let rooms = squares.map { "S\($0 - 2)P" }.joined(separator: " ")
    let run = try shell("zombies simulate \(rooms) --policy all --rounds 2 --format csv")
    let policies = Self.cells(["policy"], of: run)
    expect(run.ending == .exit(0) && policies.contains("edge"), "\(run)")
    expectEqual(policies.contains("cautious"), isPlayed, "\(run)")
    expect(run.errors.contains("all omits cautious") != isPlayed, "\(run)")
  }

  /// A manifest has the size and hash of a whole file, also if a merge reads only 64 KB of it at
  /// first. The files of 2619 and 2620 rows are just below and above this limit.
  @Test(arguments: [0, 1, 2619, 2620, 9000])
  func inputsReadInPart(rows: Int) throws {
    let folder = try TemporaryFolder()
    let text = (0..<rows).map { "\(100_000 + $0),0,edge,SP,won,1,L\n" }.joined()
    try folder.write("trial,round,policy,level,outcome,moves,path\n" + text, to: "first")
    try folder.write(
      "trial,round,policy,level,outcome,moves,path\n\(100_000 + rows),0,edge,SP,won,1,L\n",
      to: "second")
    for (order, files) in [("first second", [0, 1]), ("second first", [1, 0])] {
      let run = try shell("zombies merge \(order) -o o --manifest m --quiet", in: folder)
      expectEqual(run.ending, .exit(0), "\(run)")
      let sums = try shell("sha256sum first second; wc -c first second", in: folder).lines.map {
        String($0.split(separator: " ")[0])
      }
      let data = Data((folder.read("m") ?? "").utf8)
      let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let inputs = object?["inputs"] as? [[String: Any]] ?? []
      expectEqual(inputs.map { "\($0["sha256"] ?? "")" }, files.map { sums[$0] }, "\(rows) rows")
      expectEqual(inputs.map { "\($0["bytes"] ?? "")" }, files.map { sums[$0 + 2] }, "\(rows) rows")
    }
  }

  /// What is in two files is named with both, also if it is behind a gap in the earlier one.
  @Test(arguments: [
    ("simulate --rounds 9 --policy edge", "trials"), ("census --family 3x4z1", "placements"),
    ("sweep --rounds 9 --policy edge", "trials"),
  ])
  func partsBehindAGap(command: String, unit: String) throws {
    let folder = try TemporaryFolder()
    for part in 1...3 {
      try shellDone("zombies \(command) --shard \(part)/3 -o t --tally \(part)", in: folder)
    }
    try shellDone("zombies merge --partial 3 1 -o t --tally odd", in: folder)
    for part in [1, 3] {
      for (files, names) in [
        ("odd \(part)", "odd and in \(part)"), ("\(part) odd", "\(part) and in odd"),
        ("2 odd \(part)", "odd and in \(part)"), ("2 \(part) odd", "\(part) and in odd"),
      ] {
        let run = try zombies(["merge"] + files.split(separator: " ").map(String.init), in: folder)
        expect(run.ending == .exit(65) && run.output == "", "\(run)")
        let end = run.errors.firstRange(of: " are in \(names)\n")
        expect(end != nil && run.errors.hasPrefix("Error: \(unit) "), "\(run)")
      }
    }
  }

  /// A page with one level has its name as a heading, unless an option gives another.
  @Test(arguments: ["-o %d.html", "-o %d.htm", "-o %d --format html"])
  func titlesOfSinglePages(output: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("; level: One\nS1P\n; level: Two\nS2P\nclassic@42#7\n", to: "l")
    for (option, titles) in [
      ("", ["S3P", "One", "Two", "classic@42#7"]), ("--title Mine", ["Mine", "Mine"]),
      ("--title Levels", ["Levels", "Levels", "Levels"]),
    ] {
      try shellDone("zombies draw --input l S3P \(output) \(option)", in: folder)
      let pages = folder.names.filter { $0 != "l" }
      expectEqual(pages.count, 4)
      for (place, title) in titles.enumerated() {
        let page = folder.read(pages[place]) ?? "no file"
        expect(page.contains("<h1>\(title)</h1>"), "\(option) \(place)")
      }
    }
    try shellDone("zombies draw --input l S3P -o all.html", in: folder)
    expectEqual(folder.read("all.html")?.contains("<h1>Levels</h1>"), true)
  }

  /// An unsolvable level is named with its own rules, or else with those of the options.
  @Test(arguments: [
    ("; rules: zombie-speed 2", "", "; rules: zombie speed 2"),
    ("; rules: zombie-speed 2", "--zombie-speed 2", "; rules: zombie speed 2"),
    (";;", "--zombie-speed 2", "; rules: zombie speed 2"), (";;", "", ""),
    ("; rules: catching-distance 0", "", "; rules: catching distance 0"),
    (
      "; rules: chase vertical, hearing-distance 3", "",
      "; rules: chase vertical, hearing distance 3"
    ),
    ("; rules: zombie-speed 2\nS1P\n; world: B", "", ""),
  ])
  func unsolvableUnderOwnRules(line: String, options: String, rules: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("; world: A\nS2P\n\(line)\nSZP\n", to: "w")
    for command in ["worlds w --quiet", "page --worlds w", "play --worlds w"] {
      let run = try shell("zombies \(command) \(options) < /dev/null", in: folder)
      expectEqual(run.ending, .exit(1), "\(run)")
      expect(run.errors.hasSuffix(": unsolvable\(rules): SZP\n"), "\(run)")
    }
  }

  /// Each part of a division names the rules of its levels, whatever the other parts have named.
  @Test(arguments: [
    [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2], [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2],
    [3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2], [2, 1, 1, 3, 3, 3, 1, 1, 2, 2, 2, 1],
  ])
  func rulesOfParts(speeds: [Int]) throws {
    let folder = try TemporaryFolder()
    let levels = speeds.enumerated().map { "; rules: zombie-speed \($1)\nS\($0 + 1)P\n" }
    let expected = speeds.enumerated().map { "S\($0 + 1)P,\($1)" }
    try folder.write(levels.joined(), to: "l")
    for (shares, names) in [("a=0.5,b=0.5", "ab"), ("c=0.3,d=0.3,e=0.4", "cde")] {
      try shellDone("zombies levels l --quiet --split \(shares) -o p%s", in: folder)
      var found: [String] = []
      for name in names {
        let run = try zombies("solve", "--input", "p\(name)", "--format", "csv", in: folder)
        found += Self.cells(["level", "zombie_speed"], of: run)
      }
      expectEqual(found.sorted(), expected.sorted(), "\(shares)")
    }
  }

  /// A rule that is named for a page is one of its settings, also with the default value.
  @Test(arguments: [
    ("catching-distance", "distance", ["1", "0"]), ("zombie-speed", "speed", ["1", "2"]),
    ("chase", "chase", ["longest", "vertical"]), ("hearing-distance", "hearing", ["0", "3"]),
  ])
  func namedDefaults(option: String, setting: String, values: [String]) throws {
    try expectEqual(PageCommandTests.events(), "[]")
    for value in values {
      let events = try PageCommandTests.events("--\(option)", value)
      expectEqual(events, "[\"set \(setting) \(value)\"]")
    }
  }
}
