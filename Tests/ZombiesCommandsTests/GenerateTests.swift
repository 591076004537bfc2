import Foundation
import Testing
import ZombiesTestSupport

/// `zombies generate`: only here are levels in all formats read back, and the distinct ones compared
/// with a whole family.
@Suite(.waits) struct GenerateTests {
  /// Families of all kinds: with one row, lit, with all things, large.
  static let families = [
    "classic", "block", "flashlight", "1x2", "1x3", "1x40f3", "2x1", "7x1", "3x9z1", "6x6z2b3f1",
    "6x5z1b2+lit", "4x4f1+lit", "5x5+lit", "1x6+lit", "12x11z3b9f2",
  ]

  private static func code(_ words: [String]) throws -> [String] {
    let run = try zombies(["generate", "--format", "code"] + words)
    expectEqual(run.ending, .exit(0), "\(run)")
    return run.lines
  }

  private static func levels(in file: String, _ folder: TemporaryFolder) throws -> [String] {
    let run = try zombies("solve", "--format", "csv", "--input", file, in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    return Table(run.output).column("level")
  }

  @Test(arguments: sampled(families, every: 4))
  func filesCanBeReadBack(family: String) throws {
    let folder = try TemporaryFolder()
    for selection in isLong ? ["solvable", "any"] : [family == "classic" ? "solvable" : "any"] {
      let words = ["--family", family, "--seed", "5", "--count", "9", "--levels", selection]
      let codes = try Self.code(words)
      expectEqual(codes.count, 9)
      for format in ["code", "picture", "emoji", "csv"] {
        let made = try zombies(["generate", "-o", format, "--format", format] + words, in: folder)
        expectEqual(made.ending, .exit(0), "\(made)")
        guard format != "csv" else { continue }
        try expectEqual(Self.levels(in: format, folder), codes, "\(format)")
        let verified = try zombies("verify", "--input", format, in: folder)
        expect(selection == "any" || verified.ending == .exit(0), "\(verified)")
      }
      let table = Table(folder.read("csv") ?? "")
      expectEqual(table.column("level"), codes)
      try folder.write(table.column("level").joined(separator: "\n\n"), to: "column")
      try expectEqual(Self.levels(in: "column", folder), codes)
      try folder.write(table.column("reference").joined(separator: "\r\n"), to: "references")
      try expectEqual(Self.levels(in: "references", folder), codes)
      let operands = try zombies(
        ["solve", "--format", "csv"] + table.column("reference") + codes)
      expectEqual(Table(operands.output).column("level"), codes + codes)
    }
  }

  /// The cells of unknown values are empty: for unsolvable levels, for the grade of a level with
  /// too many states, and for levels on which the solver gives up.
  @Test func whatIsNotKnownIsEmpty() throws {
    let any = "--levels any --count 30 --format csv"
    let all = Table(try shell("zombies generate --family 5x5z2f1 \(any)").output)
    let verdicts = Table(
      try zombies(["solve", "--format", "csv"] + all.column("level")).output
    ).column("verdict")
    expectEqual(Set(verdicts), ["solvable", "unsolvable"])
    for (row, verdict) in zip(all.rows, verdicts) {
      for column in ["par", "shortest_solutions", "grade", "points"] {
        expectEqual((row[column] == ""), (verdict == "unsolvable"), "\(row)")
      }
    }
    // In some of these rooms the solver finds the solution within the limit, which is then too low
    // for a grade. On others it gives up.
    let words = "--family 5x5z2f1 --max-states 20"
    let limited = Table(try shell("zombies generate \(any) \(words)").output)
    expectEqual(limited.column("level"), all.column("level"))
    let solved = Table(
      try zombies(["solve", "--format", "csv", "--max-states", "20"] + all.column("level")).output)
    expectEqual(limited.column("par"), solved.column("par"))
    expectEqual(limited.column("shortest_solutions"), solved.column("shortest_solutions"))
    let kinds = Set(
      limited.rows.map { row in ["par", "grade", "points"].map { row[$0] == "" } })
    expectEqual(
      kinds, [[true, true, true], [false, true, true], [false, false, false]], "\(limited)")
    for (row, whole) in zip(limited.rows, all.rows) where row["points"] != "" {
      expectEqual(row, whole)
    }
  }

  @Test func familyOptionsChangeSingleSettings() throws {
    for (words, family) in [
      ("--size 5x5 --zombies 2", "classic"), ("--size 6x6", "6x6z2"),
      ("--rows 7 --columns 4", "7x4z2"), ("--preset block --lit", "5x5z1b1+lit"),
      ("--flashlights 1 --zombies 1", "flashlight"), ("--family 9x8z3b2f1 --zombies 0", "9x8b2f1"),
      ("--lit --zombies 0 --family 3x3", "3x3+lit"),
    ] {
      let run = try shell("zombies generate --levels any --format csv --seed 8 \(words)")
      expectEqual(Table(run.output).column("reference"), ["\(family)+any@8#0"], "\(run)")
    }
  }

  @Test func otherRulesHaveNoReference() throws {
    let rules = ["--catching-distance", "0", "--zombie-speed", "2", "--chase", "horizontal"]
    let words = ["--family", "5x5z1f1", "--count", "30"] + rules
    let run = try zombies(["generate", "--format", "csv"] + words)
    expectEqual(Table(run.output).column("reference"), [String](repeating: "", count: 30))
    let codes = Table(run.output).column("level")
    try expectEqual(zombies(["verify"] + codes + rules).ending, .exit(0))
    try expectEqual(zombies(["verify"] + codes).ending, .exit(1))
    let picture = try zombies(["generate"] + words).output
    expect(
      picture.hasPrefix("; rules: catching-distance 0, chase horizontal, zombie-speed 2\n")
        && !picture.dropFirst().contains(";") && !picture.contains("@"))
    // Options that repeat the defaults give the default rules.
    let same = try zombies(
      "generate", "--catching-distance", "1", "--zombie-speed", "1", "--chase", "longest")
    try expectEqual(same.output, zombies("generate").output)
  }

  @Test func indicesAreAWindow() throws {
    let all = try Self.code(["--count", "40", "--seed", "6"])
    try expectEqual(
      Self.code(["--count", "7", "--first", "12", "--seed", "6"]), Array(all[12..<19]))
    try expectEqual(Self.code(["--first", "39", "--seed", "6"]), [all[39]])
    try expectEqual(Self.code(["--seed", "6"]), [all[0]])
    let last = "18446744073709551615"
    let edge = try Self.code(["--first", "18446744073709551614", "--count", "2", "--seed", last])
    let solved = try zombies("solve", "--format", "csv", "classic@\(last)#\(last)")
    expectEqual(Table(solved.output).column("level"), [edge[1]])
  }

  /// Of all levels of a family that the reference implementation solves, one of each set of alike
  /// levels, and no more. The program compares rooms of more than 64 squares differently.
  @Test(
    arguments: [
      ("classic", "solvable", 32), ("classic", "any", 52), ("4x4z1+lit", "any", 10),
      ("3x4z1b1", "any", 15), ("4x4b2f1", "any", 98), ("4x3b2+lit", "solvable", 9),
      ("1x7f2", "any", 2),
      // By Burnside's lemma: (75 + 7 + 1 + 9) / 4, and (66 + 0) / 2. In the first family, a zombie
      // diagonal to the start shuts it in, and so does its reflection.
      ("9x9z1", "any", 23), ("8x9b1", "any", 33), ("9x9z1", "solvable", 22),
    ]
      + (isLong
        ? [
          ("block", "solvable", 81), ("block", "any", 92), ("flashlight", "solvable", 241),
          ("flashlight", "any", 342),
        ] : []))
  func distinctLevelsAreAllThereAre(name: String, selection: String, count: Int) throws {
    var wanted: Set<String> = []
    try require(NaiveFamily(name: name)).forEachPlacement { level in
      if selection == "any" || naiveSolve(level).solvable {
        wanted.insert(naiveClass(level, .standard)[0])
      }
    }
    expectEqual(wanted.count, count)
    func likeness(_ code: String) throws -> String {
      naiveClass(try require(NaiveLevel(code: code), "\(code)"), .standard)[0]
    }
    let words = ["--family", name, "--levels", selection, "--seed", "1", "--first", "50"]
    let codes = try Self.code(words + ["--distinct", "--count", "\(count)"])
    expectEqual(codes.count, count)
    try expectEqual(Set(try codes.map(likeness)), wanted)
    // These are the first levels of the plain sequence, without those that are like an earlier one.
    var seen: Set<String> = []
    let plain = try Self.code(words + ["--count", "\(4 * count)"])
    let first = try plain.filter { seen.insert(try likeness($0)).inserted }
    expect(codes.starts(with: first))
    let more = try zombies(
      ["generate", "--distinct", "--count", "\(count + 1)", "--format", "code"] + words)
    expectEqual(more.ending, .exit(65), "\(more)")
    expect(
      more.errors.contains(" \(count) distinct") && more.errors.contains(" \(count + 1) requested"),
      "\(more)")
  }

  /// 66 of 171 draws are thrown away: 1257 draws for 2000 levels. The number of failures before
  /// 2000 successes of chance p = 105/171 has the standard deviation √(2000 · (1 − p)) / p = 45.
  @Test func drawsThrownAwayAreTold() throws {
    let run = try zombies("generate", "--count", "2000", "--format", "code", "--seed", "12")
    let told = try require(
      run.errors.firstMatch(of: /([\d,]+) unsolvable draws were rejected/), "\(run)")
    let count = try require(Int(told.1.replacing(",", with: "")))
    expect(abs(count - 1257) < 5 * 45)
    expect(run.errors.hasPrefix("seed 12\n"))
    let any = try zombies("generate", "--levels", "any")
    expectEqual(any.errors, "seed 0\n")
  }
}
