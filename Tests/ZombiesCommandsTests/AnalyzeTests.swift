import Testing
import ZombiesTestSupport

/// `zombies analyze`: only here are its text, lists of settings and refusals those of the command.
/// FamilyAnalysisTests checks the values.
@Suite(.waits) struct AnalyzeTests {
  @Test func textIsAsKept() throws {
    let run = try zombies("analyze", "--family", "block", "--check", "2000", "--seed", "3")
    expect(run.ending == .exit(0) && run.errors == "seed 3\n", "\(run)")
    try Golden.check(run.output, is: "text-analyze.txt")
  }

  @Test func theSameBytesForAnyThreadsAndFormat() throws {
    let folder = try TemporaryFolder()
    let line =
      "zombies analyze --policy random,edge,beeline,clairvoyant,optimal --family 4x4z1f1 "
      + "--check 200 --format csv --pars-csv"
    let one = try shell("\(line) one --threads 1", in: folder)
    expect(one.ending == .exit(0) && one.lines.count == 11, "\(one)")
    for threads in isLong ? ["2", "5"] : ["5"] {
      let run = try shell("\(line) other --threads \(threads)", in: folder)
      expectEqual(run.output, one.output, "\(threads) threads")
      expectEqual(folder.read("other"), folder.read("one"))
    }
    let table = Table(one.output)
    expectEqual(table.column("levels"), (0..<5).flatMap { _ in ["any", "solvable"] })
    expectEqual(table.column("won").prefix(4), ["", "", "17", "17"])
    // A 95% interval covers the exact value in 95% of cases; here it should in at least 24 of 30.
    let covers = ["win_rate", "moves_mean", "game_win_rate"].flatMap {
      table.column("check_\($0)_covers")
    }
    expect(covers.count == 30 && covers.count { $0 == "true" } >= 24, "\(covers)")
  }

  @Test func unlimitedMoves() throws {
    let run = try zombies(
      "analyze", "--max-moves", "unlimited", "--format", "csv", "--policy", "all", "--family",
      "4x4z1")
    let table = Table(run.output)
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(Set(table.column("max_moves")), [""])
    expect(table.column("out_of_moves_probability").allSatisfy { $0 == "0.000000000000" })
    // Without a solution, `clairvoyant` may walk forever.
    let clairvoyant = try require(table.rows.first { $0["policy"] == "clairvoyant" })
    expect(clairvoyant["moves_mean"] == "" && clairvoyant["never_ending_probability"] != "0")
  }

  // MARK: Lists

  /// Rows are those of single runs, in the order of a sweep.
  @Test func listsAreManyAnalyses() throws {
    let folder = try TemporaryFolder()
    let words = "--policy edge,random --check 30 --seed 2 --format csv --pars-csv"
    let run = try shell(
      "zombies analyze --size 3,4x3 --zombies 1 --chase longest,vertical \(words) pars", in: folder)
    expect(run.ending == .exit(0) && run.errors == "seed 2\n", "\(run)")
    var (rows, pars) = ([Substring](), [Substring]())
    for size in ["3x3", "4x3"] {
      for chase in ["longest", "vertical"] {
        let one = try shell(
          "zombies analyze --size \(size) --zombies 1 --chase \(chase) \(words) one", in: folder)
        rows += one.output.split(separator: "\n").dropFirst(rows.isEmpty ? 0 : 1)
        pars += (folder.read("one") ?? "").split(separator: "\n").dropFirst(pars.isEmpty ? 0 : 1)
      }
    }
    expect(run.output.split(separator: "\n") == rows && rows.count == 17)
    expect(folder.read("pars")?.split(separator: "\n") == pars && pars.count > 4)
  }

  /// Combinations that cannot be computed have empty rows, and the notes come before the work.
  @Test func whatCannotBeComputedHasEmptyRows() throws {
    let words = "--family 3x3z1,6x6z1b9,9x9z1,3x3z9 --policy edge,optimal"
    let run = try shell("zombies analyze \(words) --format csv")
    expectEqual(run.ending, .exit(0), "\(run)")
    let rows = Table(run.output).rows
    expectEqual(
      rows.filter { $0["levels"] == "any" }.map {
        "\($0["family"]!) \($0["policy"]!) \($0["placements"]!)"
      },
      [
        "3x3z1 edge 3", "3x3z1 optimal 3", "6x6z1b9 edge ", "6x6z1b9 optimal ", "9x9z1 edge 75",
        "9x9z1 optimal ", "3x3z9 edge ", "3x3z9 optimal ",
      ], "\(run)")
    expect(rows.allSatisfy { $0["win_probability"]!.isEmpty == $0["placements"]!.isEmpty })
    expect(rows.allSatisfy { $0["max_moves"] != "" && $0["zombies"] != "" })
    let notes = run.errors.split(separator: "\n")
    expectEqual(notes.count, 2, "\(run)")
    expect(
      notes[0].hasPrefix("optimal cannot play 3 of 4 combinations (6x6z1b9, 9x9z1, 3x3z9), "),
      "\(run)")
    expect(notes[1].hasPrefix("no exact results in 2 of 4 combinations; the first: 6x6z1b9 has "))
    let text = try shell("zombies analyze \(words) --chase vertical,longest")
    for title in [
      "3x3z1 · chase vertical · 3 placements",
      "6x6z1b9 · chase longest · not computed: 6x6z1b9 has ",
      "9x9z1 · chase longest · 75 placements",
      "3x3z9 · chase vertical · not computed: 3x3z9 has no",
    ] { expect(text.output.contains(title), "\(title): \(text)") }
    // All sizes are known to be too large, so nothing is computed.
    let none = try shell("zombies analyze --size 20,30 --zombies 9 --format csv --policy edge")
    expect(none.ending == .exit(0) && Table(none.output).rows.count == 4, "\(none)")
  }

  @Test(arguments: [
    ("6x6z1b9", "6x6z1b9 has 300450150 placements, but the limit is 10000000 (", 64),
    ("6x6z4b1+lit", "may have 2120580 states, but the limit is 1000000 (", 64),
    ("3x3z7", "no level", 64), ("9x9z1 --policy optimal", "64 squares", 64),
    ("classic --max-placements 170", "171 placements", 64),
    ("8x8z1b3f2 --policy optimal --max-placements 1e12", "beliefs", 64),
    ("classic --max-states 24", "25 states", 64), ("classic --max-moves none", "--max-moves", 64),
    ("classic --seed 4", "--check", 64), ("classic --check 5 --max-moves unlimited", "--check", 64),
    ("classic SP", "no operands", 64), ("classic --levels any", "--levels", 64),
    ("classic,classic", "named twice", 64),
    ("classic --chase vertical,vertical", "named twice", 64),
    ("classic,block --check 5 --max-moves unlimited", "--check", 64),
    ("classic --pars-csv - ", "standard output", 64),
    ("classic --pars-csv /missing/f", "/missing/f", 73),
  ])
  func badUsage(words: String, message: String, status: Int32) {
    expectRefusal("analyze --family \(words)", status, saying: message)
  }
}
