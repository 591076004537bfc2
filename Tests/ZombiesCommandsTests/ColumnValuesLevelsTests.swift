import Foundation
import Testing
import ZombiesTestSupport

/// Every column of the tables of levels: `solve`, `solve --difficulty`, `levels`, `verify`, `check` and
/// `generate`. Only this suite notices a column that has another column's value, the settings of another
/// row, or the source, name or reference of another level.
@Suite(.waits) struct ColumnValuesLevelsTests {
  /// Levels of several lines, with and without names; two are named by references.
  private static let file = """
    ; level: One, "a"
    Z3/S3/4/1F1P

    ; level: =1+1
    3x5z1b1+lit@7#2
    S2/2Z/2P
    3x4z1b1#7 ; a comment

    ; level: Two
    S.Z.
    .#..
    ..F.
    ...P
    ; lit

    SZ/1P

    """
  private typealias Named = (code: String, line: Int, name: String?, reference: String?)

  /// The levels, with the lines on which they begin.
  private static func named(_ solved: [[String: String]]) -> [Named] {
    [
      ("Z3/S3/4/1F1P", 2, "One, \"a\"", nil),
      (solved[1]["level"] ?? "", 5, "=1+1", "3x5z1b1+lit@7#2"), ("S2/2Z/2P", 6, nil, nil),
      (solved[3]["level"] ?? "", 7, nil, "3x4z1b1#7"), ("S1Z1/1#2/2F1/3P+lit", 10, "Two", nil),
      ("SZ/1P", 16, nil, nil),
    ]
  }

  static let rules = [
    NaiveRules(), NaiveRules(catchingDistance: 0, chase: .horizontal, speed: 2, hearingDistance: 1),
    NaiveRules(chase: .vertical, speed: 3, hearingDistance: 2),
  ]

  @Test(arguments: rules)
  func solvedLevels(rules: NaiveRules) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file, to: "l.txt")
    let words = "l.txt \(options(of: rules)) -q --format csv -o"
    let run = try shell(
      """
      zombies solve \(words) solve --certificate c && zombies solve --difficulty \(words) difficulty
      zombies levels \(words) levels; zombies verify \(words) verify; zombies check c -q --format csv -o check
      """, in: folder)
    expectEqual(run.errors, "", "\(run)")
    let tables = ["solve", "difficulty", "levels", "verify", "check"].reduce(into: [:]) {
      $0[$1] = Table(folder.read($1) ?? "").rows
    }
    let family = NaiveFamily(rows: 3, columns: 4, zombies: 1, blocks: 1)
    let finder = rules.hearingDistance > 1 ? NaiveLuckFinder(family, rules) : nil
    let named = Self.named(tables["solve"] ?? [])
    // The placement with number 7, in the order of the enumeration.
    var placements: [NaiveLevel] = []
    family.forEachPlacement { placements.append($0) }
    expectEqual(named[3].code, placements[7].code)
    try expectEqual(
      named[1].code,
      (try zombies(
        "generate", "--family", "3x5z1b1+lit", "--seed", "7", "--first", "2", "--format", "code",
        "-q"))
        .lines.first)
    let certificates = (folder.read("c") ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    let begins = certificates.indices.filter {
      certificates[$0].hasPrefix("zombies-certificate")
    }
    expect(begins.count == named.count && tables.values.allSatisfy { $0.count == named.count })
    for (place, entry) in named.enumerated() {
      let level = try require(NaiveLevel(code: entry.code))
      let report = NaiveDifficulty(level, rules, luck: place == 3 ? finder : nil)
      var verdict = report.verdictCells
      verdict["points"] = nil
      let grade = verdict.removeValue(forKey: "grade")
      let title: Cells = [
        // A cell that begins like a formula is marked.
        "source": "l.txt:\(entry.line)",
        "name": entry.name.map { ($0.hasPrefix("=") ? "'" : "") + $0 },
        "reference": entry.reference,
      ]
      let solve = verdict.merging([
        "solution": report.solved.solution, "states": report.solved.states,
      ]) { $1 }
      let settings = cells(of: level).merging(cells(of: rules)) { $1 }
      let difficulty = report.measures.merging(["grade": grade ?? nil]) { $1 }
      expectCells(tables["solve"]![place], solve, settings, title)
      expectCells(
        tables["difficulty"]![place], solve, settings, title, difficulty, report.thingCells,
        report.luckCells)
      let images = naiveClass(level, rules)
      expectCells(
        tables["levels"]![place], solve, settings, title, difficulty, report.thingCells,
        report.luckCells,
        ["class": images[0], "symmetries": naiveSymmetries(level, rules)])
      expectCells(
        tables["verify"]![place], title, cells(of: rules),
        ["level": level.code, "verdict": report.verdict])
      let unheard = NaiveRules(
        catchingDistance: rules.catchingDistance, chase: rules.chase, speed: rules.speed)
      // Hearing matters to no proof. The states are those of the certificate.
      let end = place + 1 < begins.count ? begins[place + 1] : certificates.count
      let states = certificates[begins[place]..<end].reduce(0) { sum, line in
        line.hasPrefix("dark:") || line.hasPrefix("lit")
          ? sum + line.split(separator: ":", maxSplits: 1)[1].split(separator: " ").count : sum
      }
      expectCells(
        tables["check"]![place], cells(of: unheard),
        [
          "source": "c:\(begins[place] + 1)", "level": level.code, "claim": report.verdict,
          "proved": true, "flaw": nil, "par": report.solved.par,
          "shortest_solutions": report.solved.shortestSolutions, "states": states, "name": nil,
          "reference": nil,
        ])
    }
  }

  /// A proof that claims too much, one for other rules, and one that claims nothing.
  @Test func flawedCertificates() throws {
    let folder = try TemporaryFolder()
    let run = try shell(
      """
      zombies solve SP --zombie-speed 2 --certificate d -q -o t
      zombies solve SP S#/#P --zombie-speed 2 --certificate a -q -o t
      zombies solve S4/5/2Z2/5/4P+lit --max-states 1 --certificate b -q -o t
      sed '/^sha256/d; s/^shortest-solutions 1$/shortest-solutions 3/' d > c
      printf 'sha256 %s\n' $(sha256sum < c | cut -c1-64) >> c
      zombies check c a b -q --format csv -o one
      zombies check a --zombie-speed 3 --hearing-distance 2 -q --format csv -o two
      """, in: folder)
    expectEqual(run.errors, "", "\(run)")
    func some(_ name: String) -> [[String?]] {
      Table(folder.read(name) ?? "").rows.map { row in
        ["claim", "proved", "flaw", "shortest_solutions", "zombie_speed"].map { row[$0] }
      }
    }
    let flaw = Table(folder.read("one") ?? "").rows[0]["flaw"] ?? ""
    expect(flaw.contains("shortest"))
    expectEqual(
      some("one"),
      [
        ["solvable", "false", flaw, "3", "2"], ["solvable", "true", "", "1", "2"],
        ["unsolvable", "true", "", "", "2"],
        ["gave-up", "false", "", "", "1"],
      ])
    let rules = "not made under zombie speed 3, hearing distance 2"
    expectEqual(
      some("two"),
      [
        ["solvable", "false", rules, "1", "2"], ["unsolvable", "false", rules, "", "2"],
      ])
  }

  @Test(arguments: [(rules[0], "any"), (rules[1], "any"), (rules[2], "solvable")])
  func generatedLevels(rules: NaiveRules, selection: String) throws {
    let family = NaiveFamily(rows: 3, columns: 4, zombies: 1, blocks: 1)
    let words =
      "zombies generate --family 3x4z1b1 --levels \(selection) --seed 5 --first 3 -n 7 -q "
      + options(of: rules)
    let rows = Table(try shell("\(words) --format csv").output).rows
    let codes = try shell("\(words) --format code").lines
    expect(rows.count == 7 && codes.count == 7 && Set(codes).count > 3)
    let finder = NaiveLuckFinder(family, rules)
    for (place, row) in rows.enumerated() {
      let level = try require(NaiveLevel(code: codes[place]))
      var expected = NaiveDifficulty(level, rules, luck: finder).verdictCells
      expect(
        expected.removeValue(forKey: "verdict") as? String == "solvable" || selection == "any")
      expect(finder.steps.placements.contains(level))
      let isNamed = rules == .standard
      let end = selection == "any" ? "+any" : ""
      expectCells(
        row, expected, cells(of: rules),
        ["reference": isNamed ? "3x4z1b1\(end)@5#\(3 + place)" : nil, "name": nil])
    }
  }
}
