import Testing
import ZombiesTestSupport

/// `zombies analyze`, run from the command line.
@Suite struct AnalyzeTests {
  @Test func textIsAsKept() throws {
    let run = try zombies("analyze", "--family", "block", "--check", "2000", "--seed", "3")
    #expect(run.ending == .exit(0) && run.errors == "seed 3\n", "\(run)")
    try Golden.check(run.output, is: "text-analyze.txt")
  }

  @Test func theSameBytesForAnyThreadsAndFormat() throws {
    let folder = try TemporaryFolder()
    let line =
      "zombies analyze --policy random,edge,beeline,clairvoyant,optimal --family flashlight "
      + "--check 500 --format csv --pars-csv"
    let one = try shell("\(line) one --threads 1", in: folder)
    #expect(one.ending == .exit(0) && one.lines.count == 11, "\(one)")
    for threads in isLong ? ["2", "5"] : ["5"] {
      let run = try shell("\(line) other --threads \(threads)", in: folder)
      #expect(run.output == one.output, "\(threads) threads")
      #expect(folder.read("other") == folder.read("one"))
    }
    let table = Table(one.output)
    #expect(table.column("levels") == ["any", "solvable"] + ["any", "solvable"] * 4)
    #expect(table.column("won").prefix(4) == ["", "", "96", "96"])
    // A 95% interval covers the exact value in 95% of cases; here it should in at least 24 of 30.
    let covers = ["win_rate", "moves_mean", "game_win_rate"].flatMap {
      table.column("check_\($0)_covers")
    }
    #expect(covers.count == 30 && covers.count { $0 == "true" } >= 24, "\(covers)")
  }

  @Test func unlimitedMoves() throws {
    let run = try zombies(
      "analyze", "--max-moves", "unlimited", "--format", "csv", "--policy", "all")
    let table = Table(run.output)
    #expect(run.ending == .exit(0), "\(run)")
    #expect(Set(table.column("max_moves")) == [""])
    #expect(table.column("out_of_moves_probability").allSatisfy { $0 == "0.000000000000" })
    // Without a solution, `clairvoyant` may walk forever.
    let clairvoyant = try #require(table.rows.first { $0["policy"] == "clairvoyant" })
    #expect(clairvoyant["moves_mean"] == "" && clairvoyant["never_ending_probability"] != "0")
  }

  @Test(arguments: [
    ("6x6z1b9", "300450150 placements", 64), ("6x6z4b1+lit", "2120580 states", 64),
    ("3x3z7", "no level", 64), ("9x9z1 --policy optimal", "64 squares", 64),
    ("classic --max-placements 170", "171 placements", 64),
    ("8x8z1b3f2 --policy optimal --max-placements 1e12", "beliefs", 64),
    ("classic --max-states 24", "25 states", 64), ("classic --max-moves 0", "--max-moves", 64),
    ("classic --max-moves 1000001", "--max-moves", 64),
    ("classic --max-moves none", "--max-moves", 64),
    ("classic --check 0", "--check", 64), ("classic --seed 4", "--check", 64),
    ("classic --check 5 --max-moves unlimited", "--check", 64), ("classic SP", "no operands", 64),
    ("classic --policy egde", "Did you mean 'edge'?", 64), ("classic --levels any", "--levels", 64),
    ("classic --pars-csv - ", "standard output", 64),
    ("classic --pars-csv /missing/f", "/missing/f", 73),
  ])
  func badUsage(words: String, message: String, status: Int32) throws {
    let run = try shell("zombies analyze --family \(words)")
    #expect(run.ending == .exit(status) && run.output == "", "\(run)")
    #expect(run.errors.hasPrefix("Error: ") && run.errors.contains(message), "\(run)")
  }
}

private func * (words: [String], count: Int) -> [String] {
  Array(repeatElement(words, count: count).joined())
}
