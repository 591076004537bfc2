import Testing
import ZombiesTestSupport

/// The filters of `zombies generate`: of the plain sequence, the levels that pass, by their indices.
@Suite struct GenerateFilterTests {
  /// The plain sequence with its difficulty, and what a line of filters makes of it.
  private static func measured(_ family: String, _ count: Int) throws -> [[String: String]] {
    let references = (0..<count).map { "\(family)@3#\($0)" }
    let run = try zombies(["solve", "--format", "csv", "--difficulty"] + references)
    return zip(references, Table(run.output).rows).map { reference, row in
      row.merging(["reference": reference]) { $1 }
    }
  }

  @Test(arguments: ["5x5z1b2+lit", "flashlight", "6x5z2b3", "9x8z1b3"])
  func levelsAreThoseThatPass(family: String) throws {
    let plain = try Self.measured(family, 60)
    let filters: [(words: String, passes: ([String: String]) -> Bool)] = [
      ("--grade medium", { $0["grade"] == "medium" }),
      ("--grade gentle,hard,fiendish", { !["easy", "medium"].contains($0["grade"]) }),
      ("--min-par 10", { Int($0["par"]!)! >= 10 }),
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
      #expect(Table(run.output).column("reference") == wanted, "\(run)")
      let last = wanted[wanted.count - 1]
      let looked = Int(last[last.index(after: last.lastIndex(of: "#")!)...])! + 1
      #expect(
        run.errors.contains("\(wanted.count) of \(looked) level"), "\(looked): \(run)")
    }
  }

  @Test func beginsWhereItIsTold() throws {
    let line = "zombies generate --family 5x5z1b2+lit --grade hard --format csv"
    let all = Table(try shell("\(line) --count 9").output).column("reference")
    let index = try #require(all[4].split(separator: "#").last.flatMap { Int($0) })
    let rest = try shell("\(line) --count 5 --first \(index)")
    #expect(Table(rest.output).column("reference") == Array(all[4...]), "\(rest)")
  }

  @Test func repeatsAreLeftOut() throws {
    // All hard levels of the preset: five of 241.
    let line = "zombies generate --family flashlight --grade hard --format csv --distinct"
    let run = try shell("\(line) --count 5")
    #expect(run.ending == .exit(0) && Set(Table(run.output).column("level")).count == 5, "\(run)")
    let more = try shell("\(line) --count 6 --max-tries 5000")
    #expect(more.ending == .exit(65), "\(more)")
    // What was found before stands.
    #expect(more.output == run.output)
    #expect(more.errors.contains("Error: flashlight@0: no new level passed among the last 5,000"))
  }

  @Test func givesUpAtTheLimit() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    let line = "zombies generate --grade fiendish --max-tries"
    let run = try shell("\(line) 777 -o file", in: folder)
    #expect(run.ending == .exit(65) && run.output.isEmpty, "\(run)")
    #expect(
      run.errors.contains(
        "Error: classic@0: no level passed among the last 777 that were looked at (--max-tries); "
          + "0 of 777 levels passed: 0.000%"), "\(run)")
    #expect(folder.read("file") == "old" && folder.names == ["file"])
    let csv = try shell("\(line) 1 --format csv", in: folder)
    #expect(csv.ending == .exit(65) && csv.output.isEmpty, "\(csv)")
    let last = try shell("\(line) 9 --first 18446744073709551615", in: folder)
    #expect(last.ending == .exit(65) && last.errors.contains("no index is left"), "\(last)")
  }

  @Test(arguments: [
    ("--family 9x9z2f1 --grade fiendish --max-states 150", "grading S8/9/9/4F4/9/9/1Z7/9/1Z6P"),
    ("--family 6x6z2b2f1 --every-thing-matters --max-states 40", "taking things out of S4Z/"),
  ])
  func limitsOnStates(words: String, message: String) throws {
    let run = try shell("zombies generate \(words)")
    #expect(run.ending == .exit(65) && run.errors.contains("Error: \(message)"), "\(run)")
    #expect(run.errors.contains("(--max-states)"), "\(run)")
  }

  @Test(arguments: [
    ("--grade hrad", "--grade: 'hrad' is not one of gentle, easy, medium, hard, fiendish"),
    ("--grade ''", "--grade: ''"), ("--grade hard,", "--grade: ''"),
    ("--min-par 0", "--min-par: '0'"), ("--min-par x", "--min-par: 'x'"),
    ("--max-tries 0 --min-par 3", "--max-tries: '0'"),
    ("--max-tries 5", "--max-tries needs a filter"),
    ("--min-par 3 --levels any", "filters choose among solvable levels"),
    ("--size 30x30 --blocks 99 --zombies 2 --every-thing-matters", "at most 100 things"),
    ("--grades hard", "unknown option '--grades'"),
  ])
  func badUsage(words: String, message: String) throws {
    let run = try shell("zombies generate \(words)")
    #expect(run.ending == .exit(64) && run.output.isEmpty, "\(run)")
    #expect(run.errors.contains("Error: ") && run.errors.contains(message), "\(run)")
  }
}
