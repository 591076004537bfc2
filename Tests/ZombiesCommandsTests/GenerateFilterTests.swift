import Testing
import ZombiesTestSupport

/// The filters of `zombies generate`: only here are the levels that pass compared with a plain
/// sequence, filtered by the test.
@Suite(.waits) struct GenerateFilterTests {
  /// The plain sequence with its difficulty. The test applies the filters to it.
  private static func measured(_ family: String, _ count: Int) throws -> [[String: String]] {
    let references = (0..<count).map { "\(family)@3#\($0)" }
    let run = try zombies(["solve", "--format", "csv", "--difficulty"] + references)
    return zip(references, Table(run.output).rows).map { reference, row in
      row.merging(["reference": reference]) { $1 }
    }
  }

  @Test(arguments: ["5x5z1b2+lit", "flashlight", "6x5z2b3", "9x8z1b3"])
  func levelsAreThoseThatPass(family: String) throws {
    let plain = try Self.measured(family, isLong ? 60 : 25)
    let filters: [(words: String, passes: ([String: String]) -> Bool)] = [
      ("--grade medium", { $0["grade"] == "medium" }),
      ("--grade gentle,hard,fiendish", { !["easy", "medium"].contains($0["grade"]) }),
      ("--min-par 10", { Int($0["par"]!)! >= 10 }),
      ("--max-par 10", { Int($0["par"]!)! <= 10 }),
      ("--min-par 10 --max-par 12", { (10...12).contains(Int($0["par"]!)!) }),
      ("--direct-way-loses", { $0["direct_way_loses"] == "true" }),
      ("--every-thing-matters", { $0["every_thing_matters"] == "true" }),
      (
        "--grade easy,medium --direct-way-loses --min-par 8",
        {
          ["easy", "medium"].contains($0["grade"]) && $0["direct_way_loses"] == "true"
            && Int($0["par"]!)! >= 8
        }
      ),
    ]
    for (words, passes) in filters {
      let wanted = plain.filter(passes).compactMap { $0["reference"] }
      guard !wanted.isEmpty else { continue }
      let line = "zombies generate --family \(family) --seed 3 --format csv \(words)"
      let run = try shell("\(line) --count \(wanted.count)")
      expectEqual(Table(run.output).column("reference"), wanted, "\(run)")
      let last = wanted[wanted.count - 1]
      let looked = Int(last[last.index(after: last.lastIndex(of: "#")!)...])! + 1
      expect(
        run.errors.contains("\(wanted.count) of \(looked) level"), "\(looked): \(run)")
    }
  }

  @Test func beginsWhereItIsTold() throws {
    let line = "zombies generate --family 5x5z1b2+lit --grade hard --format csv"
    let all = Table(try shell("\(line) --count 9").output).column("reference")
    let index = try require(all[4].split(separator: "#").last.flatMap { Int($0) })
    let rest = try shell("\(line) --count 5 --first \(index)")
    expectEqual(Table(rest.output).column("reference"), Array(all[4...]), "\(rest)")
  }

  @Test func repeatsAreLeftOut() throws {
    // All hard levels of the preset: five of 241.
    let line = "zombies generate --family flashlight --grade hard --format csv --distinct"
    let more = try shell("\(line) --count 6 --max-tries 1500")
    expectEqual(more.ending, .exit(65), "\(more)")
    // The levels that were found before the failure are still printed.
    expectEqual(Set(Table(more.output).column("level")).count, 5, "\(more)")
    expectEqual(more.lines.count, 6, "\(more)")
    expect(
      more.errors.contains(
        "Error: flashlight@0: of the last 1,500 levels, --grade rejected 1,467 and --distinct "
          + "rejected all 33 that were left"))
  }

  /// Of levels that are alike, the first that passes is kept: a reflection may have another grade.
  @Test func levelsAlikeAreLeftOut() throws {
    let line = "zombies generate --family block --format csv --seed 3 --grade easy"
    var seen: Set<String> = []
    let plain = Table(try shell("\(line) --count 400").output).rows
    let wanted = try plain.filter { row in
      let level = try require(NaiveLevel(code: row["level"] ?? ""))
      return seen.insert(naiveClass(level, .standard)[0]).inserted
    }
    let run = try shell("\(line) --distinct --count \(wanted.count)")
    expect(Table(run.output).rows == wanted && wanted.count > 9, "\(run)")
  }

  /// That many of each grade: the first levels of the plain sequence that still fit.
  @Test(
    arguments: [
      ("5x5z1b2+lit", "easy:4,hard:2,medium:3"), ("flashlight", "gentle:1e0,medium:1_0"),
      ("6x5z2b3", "gentle:7"),
    ] + (isLong ? [("9x9z2b3f1", "easy:2,gentle:5,fiendish:1")] : []))
  func soManyOfEachGrade(family: String, list: String) throws {
    var room: [String: Int] = [:]
    for item in list.split(separator: ",") {
      let parts = item.split(separator: ":")
      room[String(parts[0])] = parts[1] == "1e0" ? 1 : Int(parts[1].replacing("_", with: ""))
    }
    var wanted: [String] = []
    for row in try Self.measured(family, isLong ? 200 : 30) {
      guard let grade = row["grade"], let left = room[grade], left > 0 else { continue }
      room[grade] = left - 1
      wanted.append(row["reference"] ?? "")
    }
    expect(room.values.allSatisfy { $0 == 0 }, "\(room)")
    let run = try shell(
      "zombies generate --family \(family) --seed 3 --format csv --grade \(list)")
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(Table(run.output).column("reference"), wanted, "\(run)")
    let index = wanted.last.flatMap { $0.split(separator: "#").last }.flatMap { Int($0) }
    let looked = try require(index) + 1
    expect(run.errors.hasSuffix("\n\(wanted.count) of \(looked) levels were kept\n"), "\(run)")
  }

  /// The levels that were found are printed, and the error says what is missing.
  @Test(arguments: [false, true])
  func gradesThatAreMissing(isSorted: Bool) throws {
    let line = "zombies generate --family flashlight --format csv --distinct --grade"
    let quotas = "hard:7,gentle:2,fiendish:1 --max-tries 1500\(isSorted ? " --sort" : "")"
    let run = try shell("\(line) \(quotas)")
    expectEqual(run.ending, .exit(65), "\(run)")
    // There are five hard levels and no fiendish ones.
    expect(
      run.errors.contains(
        "Error: flashlight@0: 5 of 7 hard and 0 of 1 fiendish levels found: of the last 1,500 "
          + "levels, --grade rejected 1,467 and --distinct rejected all 33 that were left "
          + "(--max-tries); 7 of "), "\(run)")
    let grades = Table(run.output).column("grade")
    expect(grades.count == 7 && grades.count { $0 == "hard" } == 5, "\(run)")
    expect(!isSorted || grades == grades.sorted(), "\(grades)")
    let last = try shell("zombies generate --first 18446744073709551615 --grade fiendish:1")
    expect(
      last.errors.contains(
        "Error: classic: 0 of 1 fiendish levels found: there is no level after the last index"),
      "\(last)")
  }

  /// From easy to hard, by the columns of the same run without `--sort`.
  @Test(arguments: [
    "--family 5x5z1b2+lit --count 200", "--family 5x5z2f1 --count 90 --levels any",
    "--family 5x5z2f1 --count 60 --levels any --max-states 20",
    "--family 9x8z1b3 --count 30 --distinct", "--family classic --distinct --count 32",
    "--family 6x6z1b5+lit --grade easy:9,hard:5 --max-par 14",
  ])
  func levelsAreSorted(words: String) throws {
    let line = "zombies generate --format csv --seed 6 \(words)"
    func rank(_ row: [String: String]) -> [Int] {
      func number(_ column: String) -> Int? { Int(row[column] ?? "") }
      return [
        number("points") ?? .max, number("par") ?? .max, -(number("shortest_solutions") ?? 0),
      ]
    }
    let rows = Table(try shell(line).output).rows
    // The standard library's sort is stable, so equal levels stay in the order of their indices.
    let wanted = rows.sorted { rank($0).lexicographicallyPrecedes(rank($1)) }
    expect(wanted != rows)
    let run = try shell("\(line) --sort")
    expect(run.ending == .exit(0) && Table(run.output).rows == wanted, "\(run)")
    let codes = try shell(
      "\(line.replacing("--format csv", with: "--format code")) --sort -o levels; cat levels",
      in: try TemporaryFolder())
    expectEqual(codes.lines, wanted.compactMap { $0["level"] }, "\(codes)")
  }

  @Test func givesUpAtTheLimit() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    let line = "zombies generate --grade fiendish --max-tries"
    let run = try shell("\(line) 777 -o file", in: folder)
    expect(run.ending == .exit(65) && run.output.isEmpty, "\(run)")
    expect(
      run.errors.contains(
        "Error: classic@0: of the last 777 levels, --grade rejected all 777 (--max-tries); "
          + "0 of 777 levels passed: 0.000%"), "\(run)")
    expect(folder.read("file") == "old" && folder.names == ["file"])
    let csv = try shell("\(line) 1 --format csv", in: folder)
    expect(csv.ending == .exit(65) && csv.output.isEmpty, "\(csv)")
    let last = try shell("\(line) 9 --first 18446744073709551615", in: folder)
    expect(last.ending == .exit(65) && last.errors.contains("no level after the last"), "\(last)")
  }

  @Test("Too few levels: those that were found are written, and the error names the filters")
  func writesWhatWasFound() throws {
    let folder = try TemporaryFolder()
    for (line, message) in [
      (
        "generate --family 6x6z1b2+lit --grade easy:1,fiendish:9 --every-thing-matters --max-tries 100",
        "--every-thing-matters rejected all "
      ),
      (
        "generate --family 4x4z1b1+lit --min-par 10 --distinct --count 3 --max-tries 30 --sort",
        "of the last 30 levels, --min-par rejected 28 and --distinct rejected all 2 that were left"
      ),
      (
        "generate --family 6x6z1b5+lit --max-par 10 --count 99 --max-tries 2",
        "--max-par rejected all 2"
      ),
      (
        "generate -n 9 -q | zombies levels --grade easy:1,hard:9",
        "too few levels: 0 of 9 hard levels found; --grade rejected 8"
      ),
    ] {
      let run = try shell("zombies \(line) -o found", in: folder)
      expect(run.ending == .exit(65) && run.errors.contains(message), "\(run)")
      expect(!(folder.read("found") ?? "").isEmpty, "\(line)")
      try shellDone("rm found", in: folder)
    }
  }

  @Test(arguments: [
    ("--family 9x9z2f1 --grade fiendish --max-states 150", "grading S8/9/9/4F4/9/9/1Z7/9/1Z6P"),
    ("--family 6x6z2b2f1 --every-thing-matters --max-states 40", "removing things from S4Z/"),
  ])
  func limitsOnStates(words: String, message: String) throws {
    let run = try shell("zombies generate \(words)")
    expect(run.ending == .exit(65) && run.errors.contains("Error: \(message)"), "\(run)")
    expect(run.errors.contains("(--max-states)"), "\(run)")
  }

  @Test(arguments: [
    ("--grade hrad", "--grade: 'hrad' is not one of gentle, easy, medium, hard, fiendish"),
    ("--grade ''", "--grade: ''"), ("--grade hard,", "--grade: ''"),
    ("--grade easy:0", "--grade: 'easy:0': '0' is not a whole number from 1"),
    ("--grade easy:18446744073709551615,hard:1", "--grade: the numbers add up to 2^64 or more"),
    ("--grade easy:18446744073709551615 --first 2", "the last index must be below 2^64"),
    ("--grade easy:2 --levels any", "filter options apply to solvable levels"),
    ("--max-par 8 --levels any", "filter options apply to"),
    ("--sort --count 1_000_001", "--sort can sort at most 1,000,000 levels of classic"),
    ("--sort --grade easy:9e5,hard:9e5", "at most 1,000,000 levels of classic, not 1,800,000"),
    ("--sort --family 30x30b40 --count 500001", "at most 500,000 levels of 30x30b40, not 500,001"),
    ("--max-tries 5", "--max-tries needs a filter"),
    ("--min-par 3 --levels any", "filter options apply to solvable levels"),
    ("--size 30x30 --blocks 99 --zombies 2 --every-thing-matters", "at most 100 things"),
  ])
  func badUsage(words: String, message: String) {
    expectRefusal("generate \(words)", saying: message.replacing("Error: ", with: ""))
  }
}
