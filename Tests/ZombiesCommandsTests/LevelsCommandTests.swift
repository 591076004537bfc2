import Foundation
import Testing
import ZombiesTestSupport

/// `zombies levels`, and levels as data: only here does every format that a command writes go into
/// every command that reads, with names, references, rules and worlds.
@Suite(.waits) struct LevelsCommandTests {
  /// Levels with names, references, rules and light of their own, and one without any.
  private static let text = """
    ; world: One
    ; level: The first room
    ; 3x4z1#0
    S.Z.
    ....
    ...P

    S4/5/3ZZ/5/4P ; classic@0#0
    ; rules: zombie-speed 2, chase vertical
    ; level: =1+1
    S1Z/3/2P+lit
    SP

    ; rules: catching-distance 1
    classic#57
    2x2#0 ; mine

    """

  private static func levels(_ run: Finished) -> [[String]] {
    Table(run.output).rows.map { row in
      [
        "level", "name", "reference", "catching_distance", "chase", "zombie_speed",
        "hearing_distance",
      ].map { row[$0] ?? "-" }
    }
  }

  /// Names, references and rules go through every form that the program writes and reads.
  @Test func everyWriterToEveryReader() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "levels.txt")
    let first = try zombies("levels", "levels.txt", "--format", "csv", in: folder)
    let levels = Self.levels(first)
    expectEqual(
      levels,
      [
        ["S1Z1/4/3P", "The first room", "3x4z1#0", "1", "longest", "1", "0"],
        ["S4/5/3ZZ/5/4P", "", "classic@0#0", "1", "longest", "1", "0"],
        ["S1Z/3/2P+lit", "'=1+1", "", "1", "vertical", "2", "0"],
        ["SP", "", "", "1", "vertical", "2", "0"],
        ["S4/1Z3/3Z1/5/4P", "", "classic#57", "1", "longest", "1", "0"],
        ["S1/1P", "", "2x2#0", "1", "longest", "1", "0"],
      ], "\(first)")
    for writer in ["code", "picture", "emoji", "csv"] {
      let again = try shell(
        "zombies levels levels.txt -q --format \(writer) | zombies levels --format csv -q",
        in: folder)
      expectEqual(Self.levels(again), levels, "\(writer): \(again)")
    }
    for writer in ["solve", "solve --difficulty", "verify"] {
      let again = try shell(
        "zombies \(writer) levels.txt -q --format csv | zombies levels --format csv -q", in: folder)
      expectEqual(Self.levels(again), levels, "\(writer): \(again)")
    }
    let worlds = try shell(
      "zombies worlds levels.txt -q --format csv | zombies levels - --format csv -q", in: folder)
    // The rules of a table of worlds are those of the command.
    let beginnings = { (rows: [[String]]) in rows.map { Array($0.prefix(3)) } }
    expectEqual(beginnings(Self.levels(worlds)), beginnings(levels), "\(worlds)")
    for format in ["picture", "emoji", "csv"] {
      let made = try shell(
        "zombies generate -n 3 -q --zombie-speed 2 --family classic --format \(format) | zombies levels --format csv -q"
      )
      expectEqual(Self.levels(made).map { $0[5] }, ["2", "2", "2"], "\(made)")
      let named = try shell(
        "zombies generate -n 2 -q --format \(format) | zombies levels --format csv -q")
      expectEqual(Self.levels(named).map { $0[2] }, ["classic@0#0", "classic@0#1"], "\(named)")
    }
    let solved = try zombies("solve", "levels.txt", in: folder)
    expect(solved.output.contains("levels.txt:8: classic@0#0: solvable, par 8, "), "\(solved)")
  }

  /// JSON lines have the values of the CSV: numbers as numbers, empty cells as null, names without a guard.
  @Test(
    .enabled(if: hasPython, "python3 is not installed"),
    arguments: [
      "levels levels.txt", "solve levels.txt --difficulty", "verify levels.txt",
      "worlds levels.txt",
      "generate -n 3", "simulate --rounds 9",
      "sweep --size 3,4 --rounds 9", "analyze --family 4x4z1", "census --family 4x4z1",
      "census --search --climbs 1 --steps 9", "compare edge random --rounds 9",
    ])
  func jsonLinesAreTheCSV(line: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "levels.txt")
    let program = """
      import csv, json
      rows = list(csv.DictReader(open("a.csv", newline="")))
      lines = [json.loads(line, parse_float=str, parse_int=str) for line in open("a.jsonl")]
      assert len(rows) == len(lines) > 0
      for row, line in zip(rows, lines):
          assert list(row) == list(line)
          for name, cell in row.items():
              value = line[name]
              if value is None: value = ""
              elif isinstance(value, bool): value = str(value).lower()
              if name in ("name", "world_name", "source") and cell[:1] == "'": cell = cell[1:]
              assert value == cell, (name, value, cell)
      types = [json.loads(line) for line in open("a.jsonl")]
      assert any(type(value) is int for line in types for value in line.values())
      """
    try folder.write(program, to: "same.py")
    let run = try shell(
      "zombies \(line) -q --format csv > a.csv; zombies \(line) -q --format jsonl > a.jsonl; python3 same.py",
      in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
  }

  @Test func filesAreOperands() throws {
    let folder = try TemporaryFolder()
    try folder.write("SP\n", to: "a.txt")
    try folder.write("S1P\nS#/#P\n", to: "b.txt")
    try folder.write("S2P\n", to: "c,d.txt")
    for (line, output, status) in [
      ("verify *.txt", "b.txt:2: unsolvable: S#/#P\n", 1),
      ("verify S#P ./b.txt", "argument 1: unsolvable: S#P\n./b.txt:2: unsolvable: S#/#P\n", 1),
      ("levels a.txt --input b.txt --input c,d.txt -q", "SP\n\nS1P\nS#/#P\nS2P\n", 0),
      ("levels - a.txt -q < b.txt", "S1P\nS#/#P\nSP\n\n", 0), ("levels -q < a.txt", "SP\n\n", 0),
      ("replay a.txt --moves L --format picture | head -n 1", "start: dark\n", 0),
      (
        "simulate --rounds 10 --format csv </dev/null | cut -d, -f1,2 | tail -n 1", "cautious,10\n",
        0
      ),
      ("simulate a.txt --policy edge --rounds 3 --format csv | cut -d, -f3 | tail -n 1", "3\n", 0),
    ] as [(String, String, Int32)] {
      let run = try shell("zombies \(line)", in: folder)
      expect(run.output == output && run.ending == .exit(status), "\(run)")
    }
    for (line, status, message) in [
      ("solve a.txt ab/cd", 66, "argument 2: 'ab/cd' is neither"),
      ("solve .", 66, "cannot open '.'"),
      ("solve classic@0#x", 65, "there is no file with this name either"),
      ("solve classic", 65, "'classic' is a family, not a level"),
      ("solve </dev/null", 64, "no level: give a"),
      ("levels a.txt -o a.txt", 64, "an input is never overwritten"),
      ("levels < a.txt -o a.txt", 64, "an input is never overwritten"),
      ("draw 1.svg -o '%d.svg'", 64, "an input is never overwritten"),
      ("levels a.txt --split a=0.5,b=0.5 -o '%s.txt'", 64, "an input is never overwritten"),
    ] as [(String, Int32, String)] {
      try folder.write("SP\n", to: "1.svg")
      let run = try shell("zombies \(line)", in: folder)
      expect(run.ending == .exit(status) && run.errors.contains(message), "\(run)")
    }
    expect(folder.read("a.txt") == "SP\n" && folder.read("1.svg") == "SP\n")
  }

  @Test func levelsAreKeptInOrder() throws {
    let folder = try TemporaryFolder()
    try shellDone("zombies generate --family 6x6z1b4+lit -n 60 -q -o a.txt", in: folder)
    let all = Table(try zombies("levels", "a.txt", "--format", "csv", in: folder).output)
    func references(_ options: String) throws -> [String] {
      let run = try shell("zombies levels a.txt \(options) --format csv -q", in: folder)
      expectEqual(run.ending, .exit(0), "\(run)")
      return Table(run.output).column("reference")
    }
    func number(_ row: [String: String], _ name: String) -> Int { Int(row[name] ?? "") ?? -1 }
    let rows = all.rows
    expectEqual(rows.count, 60)
    let byPar = rows.enumerated().sorted {
      let (left, right) = (number($0.element, "par"), number($1.element, "par"))
      return left == right ? $0.offset < $1.offset : left > right
    }
    let expected = byPar.map { $0.element["reference"] ?? "" }
    try expectEqual(references("--sort par --reverse"), expected)
    try expectEqual(references("--sort par --reverse --count 7"), Array(expected.prefix(7)))
    let hard = rows.filter { $0["grade"] == "hard" }.map { $0["reference"] ?? "" }
    expect(!hard.isEmpty)
    try expectEqual(references("--grade hard"), hard)
    try expectEqual(references("--grade hard:2,medium:1").count, 3)
    let fatal = rows.filter { $0["direct_way_loses"] == "true" }.map { $0["reference"] ?? "" }
    try expect(references("--direct-way-loses") == fatal && !fatal.isEmpty)
    let pars = rows.filter { (11...12).contains(number($0, "par")) }.map { $0["reference"] ?? "" }
    try expectEqual(references("--min-par 11 --max-par 12"), pars)
    // The same with any number of threads.
    let one = try zombies("levels", "a.txt", "--threads", "1", "--format", "csv", in: folder)
    try expectEqual(
      zombies("levels", "a.txt", "--threads", "3", "--format", "csv", in: folder).output, one.output
    )
  }

  /// Mirror images are repeats; a set without another's levels has none of their images; and no
  /// image of a level is in two parts, also if they are made from different files.
  @Test func classes() throws {
    let folder = try TemporaryFolder()
    try shellDone(
      """
      zombies generate --family block -n 120 -q --seed 1 -o a.txt
      zombies generate --family block -n 120 -q --seed 2 -o b.txt
      zombies levels a.txt --distinct --format csv -q -o distinct.csv
      zombies levels b.txt --exclude a.txt --format csv -q -o new.csv
      zombies levels a.txt b.txt --canonical --format csv -q -o canonical.csv
      zombies levels a.txt b.txt --format csv -q -o all.csv
      zombies levels a.txt --split train=0.75,test=0.25 -o 'a-%s.txt' -q --manifest m.json
      zombies levels b.txt --split train=0.75,test=0.25 -o 'b-%s.csv' --format csv -q
      """, in: folder)
    func classes(_ name: String) throws -> [String] {
      Table(try require(folder.read(name))).column("class")
    }
    let (distinct, new) = (try classes("distinct.csv"), try classes("new.csv"))
    expect(Set(distinct).count == distinct.count && distinct.count > 10)
    expect(Set(distinct).isDisjoint(with: new) && !new.isEmpty)
    let canonical = Table(try require(folder.read("canonical.csv")))
    try expectEqual(canonical.column("level"), (try classes("all.csv")))
    expectEqual(canonical.column("class"), canonical.column("level"))
    // Census shows the same representatives.
    let census = Table(
      try shell("zombies census --family block --top 100 --top-csv - -o /dev/null").output)
    expect(Set(canonical.column("level")).isSubset(of: census.column("level")))
    expect(census.column("reference").allSatisfy { $0.hasPrefix("block#") })
    for (train, test) in [("a-train.txt", "b-test.csv"), ("b-train.csv", "a-test.txt")] {
      let run = try shell(
        "zombies levels \(test) -q | wc -l; zombies levels \(test) --exclude \(train) -q | wc -l",
        in: folder)
      expect(run.lines.count == 2 && run.lines[0] == run.lines[1], "\(run)")
    }
    let manifest = try require(folder.read("m.json"))
    for part in ["a.txt\"", "a-train.txt\"", "a-test.txt\""] {
      expect(manifest.contains("\"path\": \"\(part)"), "\(part)")
    }
    expect(manifest.contains("\"zombie-speed\": 1"))
  }

  @Test func badInput() throws {
    let folder = try TemporaryFolder()
    try folder.write("; level: One\n; level: Two\nSP\n", to: "names.txt")
    try folder.write(
      "level" + String(repeating: ",x", count: isLong ? 1_000_000 : 30_000) + "\nSP,y\n",
      to: "wide.csv")
    try folder.write("level,zombie_speed\nSP,17\n", to: "rules.csv")
    // A folder has the name of an output.
    try shellDone("mkdir l-b", in: folder)
    for (line, status, message) in [
      ("levels SP --split a=0.5 -o '%s'", 64, "--split: the shares must add up to 1, and their"),
      ("levels SP --split a=0.5,b=0.5 -o x", 64, "--split needs --output with %s"),
      ("levels SP --split a=0.5,b=0.5", 64, "--split needs --output with %s"),
      ("levels SP --split a=0.5,b=0.5 -o '%s%s'", 64, "--split needs --output with %s"),
      (
        "levels SP --split a=0.5,b=0.5 -o 'x-%s'", 65,
        "would have no level: 1 of 1 levels were kept"
      ),
      ("levels SP --split a=0.5,b=0.5 -o 'l-%s'", 73, "'l-b'"),
      ("levels SP --exclude SP", 66, "SP"),
      ("levels names.txt", 65, "a second name for the same level"),
      (
        "levels wide.csv", 65,
        "a row of 2 cells, expected \(isLong ? 1_000_001 : 30_001) as in the header"
      ),
      ("levels rules.csv", 65, "expected zombie_speed 1 to 16, found '17'"),
      ("levels SP --grade fiendish", 65, "no level was kept of 1: --grade rejected all 1"),
      ("levels SP --grade fiendish:2", 65, "0 of 2 fiendish levels"),
      ("levels SP --reverse", 64, "--reverse needs --sort"),
      ("levels SP --world ''", 64, "--world: "),
      ("levels SP --world W --format csv", 64, "--world cannot be combined with --format csv"),
      ("levels S#/#P --world W", 65, "argument 1: this level is not solvable"),
      ("generate --world W --levels any", 64, "--world cannot be combined with --levels any"),
      ("levels SP -n 1 --grade easy:1", 64, "--count cannot be combined with numbers"),
      ("levels . SP", 66, "cannot open '.'"), ("yes", 65, "standard input, line 1025"),
    ] as [(String, Int32, String)] {
      let run = try shell(line == "yes" ? "yes | zombies levels" : "zombies \(line)", in: folder)
      expect(run.ending == .exit(status) && run.output == "", "\(run)")
      expect(run.errors.hasPrefix("Error: ") && run.errors.contains(message), "\(run)")
    }
    expectEqual(folder.names, ["l-b", "names.txt", "rules.csv", "wide.csv"])
    let repeated = try shell("zombies levels S4/5/4P S4/5/4P --distinct --grade gentle:2")
    expect(repeated.ending == .exit(65) && repeated.output == "S4/5/4P\n", "\(repeated)")
    expect(repeated.errors.contains("found; --distinct rejected 1\n"), "\(repeated)")
    // An endless pipe ends when there are enough levels.
    let endless = try shell("yes S4/5/Z4/Z4/4P | zombies levels --count 2 -q", in: folder)
    expect(
      endless.output == "S4/5/Z4/Z4/4P\nS4/5/Z4/Z4/4P\n" && endless.ending == .exit(0), "\(endless)"
    )
  }

  @Test func aFileForEachLevel() throws {
    let folder = try TemporaryFolder()
    let run = try zombies(
      "draw", "SP", "classic@0#1", "-o", "p-%02d.svg", "--manifest", "m.json", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(folder.names, ["m.json", "p-01.svg", "p-02.svg"])
    expectEqual(folder.read("p-02.svg")?.contains("<title>classic@0#1</title>"), true)
    expectEqual(folder.read("m.json")?.contains("\"path\": \"p-02.svg\""), true)
  }

  @Test func aCampaign() throws {
    let folder = try TemporaryFolder()
    let run = try shell(
      """
      zombies generate --world 'First nights' -n 3 -q -o w.txt
      zombies levels w.txt --sort difficulty --world Second --format picture -q > v.txt
      zombies worlds w.txt -q --format csv | cut -d, -f2,4,6
      zombies worlds v.txt -q --format csv | cut -d, -f2 | uniq
      """, in: folder)
    expectEqual(
      run.output,
      """
      world_name,number,level
      First nights,1,S4/5/3ZZ/5/4P
      First nights,2,S4/5/2Z2/5/Z3P
      First nights,3,S4/5/2ZZ1/5/4P
      world_name
      Second

      """, "\(run)")
  }

  /// A campaign that is filtered stays a campaign: worlds, locks, rules and names are kept with the order.
  @Test func theWorldsOfACampaign() throws {
    let folder = try TemporaryFolder()
    let campaign = """
      ; world: One
      ; level: First
      S4/5/5/2Z2/4P
      S2/2Z/2P
      ; world: Two
      ; unlock: stars 2
      ; rules: zombie-speed 2
      S1/1P
      ; world: Three
      ; unlock: coins 3
      S2/3/2P

      """
    try folder.write(campaign, to: "w.txt")
    for format in ["code", "emoji"] {
      let run = try shell(
        "zombies levels w.txt --levels solvable --format \(format) -q | tee kept.txt | zombies levels - -q",
        in: folder)
      expectEqual(run.output, campaign.replacing("S2/2Z/2P\n", with: ""), "\(run)")
      expectEqual(run.errors, "", "\(run)")
      let worlds = try zombies("worlds", "kept.txt", "-q", "--format", "csv", in: folder)
      expect(worlds.ending == .exit(0) && worlds.lines.count == 4, "\(worlds)")
    }
    let sorted = try zombies("levels", "w.txt", "--sort", "par", in: folder)
    expect(!sorted.output.contains("world"), "\(sorted)")
    expect(
      sorted.errors.hasSuffix(
        "the worlds of the campaign are not kept, because its order is not: use --world NAME\n"))
    let named = try zombies("levels", "w.txt", "--world", "All", "--levels", "solvable", in: folder)
    expect(
      named.lines.count { $0.hasPrefix("; world:") } == 1 && !named.errors.contains("not kept"))
  }
}
