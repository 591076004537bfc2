import Foundation
import Testing
import ZombiesTestSupport

@testable import ZombiesSystem

/// `zombies report` and `zombies sweep --html`: pages without the results of the other commands, or
/// with other bytes for other threads, lists or a resumed run.
@Suite(.waits) struct ReportCommandTests {
  /// A page without the command line in it.
  private static func withoutCommand(_ page: String) -> String {
    page.replacing(/<pre>zombies [^<]*<\/pre>/, with: "")
  }

  private static func report(_ words: String...) throws -> String {
    let run = try zombies(["report"] + words)
    expectEqual(run.ending, .exit(0), "\(run.errors)")
    return run.output
  }

  @Test func thePageHoldsWhatTheCommandsSay() throws {
    let folder = try TemporaryFolder()
    let family = ["--family", "4x4z1f1", "--seed", "7"]
    let batch = ["--rounds", "90", "--policy", "random,edge,optimal"]
    let run = try zombies(["report"] + family + batch + ["-o", "report.html"], in: folder)
    expect(run.ending == .exit(0) && run.output.isEmpty && run.errors == "seed 7\n")
    let page = try require(folder.read("report.html"))
    let simulate = ["simulate"] + family + batch + ["--format", "csv", "--squares-csv", "squares"]
    let simulated = try zombies(simulate, in: folder).output
    expect(page.contains(">\(simulated)</pre>"))
    expect(page.contains(">\(folder.read("squares") ?? "no file")</pre>"))
    let words = ["--family", "4x4z1f1", "--format", "csv"]
    let analyze = ["analyze", "--policy", "random,edge,optimal", "--pars-csv", "pars"] + words
    let analyzed = try zombies(analyze, in: folder).output
    expect(page.contains(">\(analyzed)</pre>"))
    expect(page.contains(">\(folder.read("pars") ?? "no file")</pre>"))
    let census = try zombies(["census", "--top-csv", "hardest"] + words, in: folder).output
    expect(page.contains(">\(census)</pre>"))
    expect(page.contains(">\(folder.read("hardest") ?? "no file")</pre>"))
    expectEqual(page.ranges(of: "<li class=\"card\">").count, 10)
    for word in ["<script", "src=", "@import", "url(h", "https:"] { expect(!page.contains(word)) }
  }

  @Test(
    arguments: [
      "--family 4x4z1b2+lit --max-placements 1 --sample 50", "--family 3x4z1b1f1",
    ] + (isLong ? ["--family flashlight"] : []))
  func itHasTheSameBytesWithAnyThreads(family: String) throws {
    let folder = try TemporaryFolder()
    let rounds = cases(100, long: 300)
    var pages: Set<String> = []
    for words in ["--threads 1", "--threads 3 --quiet", "--threads 2 -o other"] {
      let run = try shell("zombies report \(family) --rounds \(rounds) \(words)", in: folder)
      expectEqual(run.ending, .exit(0), "\(run.errors)")
      pages.insert(words.hasSuffix("other") ? folder.read("other") ?? "" : run.output)
    }
    expectEqual(pages.count, 1)
    expect(
      pages.first?.contains("<pre>zombies report \(family) --rounds \(rounds)</pre>") ?? false)
  }

  @Test func aLargeFamilyIsEstimatedAndThePageSaysSo() throws {
    let page = try Self.report(
      "--family", "4x4z1b2+lit", "--rounds", "20", "--max-placements", "100", "--sample", "60",
      "--top", "2")
    expect(page.contains("60 placements, all equally likely, were drawn and solved"))
    expect(page.contains("from 60 draws") && !page.contains("analyze.csv"))
    expect(page.contains("take too long for a family of this size"))
    expect(
      page.contains(
        "These are the hardest of 60 drawn levels and of the levels that a search found in"))
    expectEqual(page.ranges(of: "<li class=\"card\">").count, 2)
    // A room that is too large for the search.
    let large = try Self.report(
      "--size", "30x50", "--zombies", "3", "--rounds", "5", "--sample", "2")
    expect(large.contains("These are the hardest of 2 drawn levels. There may be harder levels."))
    expect(large.contains("Each cell covers 2 × 2 squares."))
  }

  /// The Markov chain of random would take that many steps.
  @Test func longRoundsAreNotAnalysed() throws {
    let page = try Self.report("--rounds", "5", "--max-moves", "2147483647")
    expect(page.contains("take too long, because rounds may have too many moves"))
    try expect(Self.report("--rounds", "5", "--max-moves", "1600").contains("analyze.csv"))
  }

  @Test func defaultsAreThoseOfTheHelp() throws {
    func page(_ words: String) throws -> String {
      let run = try shell("zombies report --policy edge \(words)")
      expectEqual(run.ending, .exit(0), "\(run.errors)")
      return Self.withoutCommand(run.output)
    }
    let plain = try page("--rounds 50")
    let words = [
      ("--seed 0", "--seed 1"), ("--levels solvable", "--levels any"), ("--first 0", "--first 1"),
      ("--max-moves 100", "--max-moves 9"), ("--top 10", "--top 9"),
      ("--family classic", "--family block"), ("--chase longest", "--chase vertical"),
      ("--catching-distance 1", "--catching-distance 0"), ("--zombie-speed 1", "--zombie-speed 2"),
    ]
    for (said, other) in sampled(words, every: 3) {
      try expectEqual(page("--rounds 50 \(said)"), plain, "\(said)")
      try expect(page("--rounds 50 \(other)") != plain, "\(other)")
    }
    guard isLong else { return }
    try expectEqual(page(""), page("--rounds 100000"))
    let sample = "--family 6x6z1b5+lit --rounds 9 --max-placements 1"
    try expectEqual(page(sample), page("\(sample) --sample 10000"))
    try expect(page(sample) != page("\(sample) --sample 9999"))
  }

  @Test func aTitleIsText() throws {
    let page = try Self.report(
      "--rounds", "9", "--title", "</title><script>alert(1)</script>&`a`")
    expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;`a`"))
    expect(!page.contains("<script"))
    expect(page.contains("<h1>&lt;/title&gt;"))
    let plain = try Self.report("--rounds", "9", "--policy", "edge")
    expect(plain.contains("<h1>classic: 5 × 5, dark, two zombies</h1>"))
  }

  /// The expected status, followed by the arguments.
  @Test(arguments: [
    "64 --title a\u{7}b", "64 --family nothing", "64 --rounds 0", "64 --sample 0",
    "64 --max-placements 0", "64 --top 1001", "64 S4/5/5/5/4P", "64 --input /dev/null",
    "64 --games 9", "64 --family 3x3z9", "64 --family classic,block", "64 --zombies 1..2",
    "65 --family 4x4z1+lit", "73 -o missing/page.html",
  ])
  func whatCannotBeReportedIsRefused(line: String) {
    let words = line.split(separator: " ").map(String.init)
    expectEqual(refusal(["report"] + words.dropFirst())?.status.rawValue, Int32(words[0]))
  }

  @Test func aSweepIsDrawnBesideItsTable() throws {
    let folder = try TemporaryFolder()
    let words = "sweep --size 4,5 --zombies 1,2 --policy edge,random --rounds 200"
    let plain = try shell("zombies \(words)", in: folder)
    let run = try shell("zombies \(words) --html page.html --threads 2", in: folder)
    expect(run.ending == .exit(0) && run.output == plain.output)
    let page = try require(folder.read("page.html"))
    expect(page.contains("<pre>zombies \(words)</pre>"))
    expect(page.contains("<h1>A sweep over side and zombies</h1>"))
    // Each row is in the table.
    let rows = Table(plain.output).rows
    for row in rows {
      let won = try require(row["won"].flatMap { Int($0) })
      let cells = "<td>\(row["zombies"] ?? "")</td><td>\(row["policy"] ?? "")</td>"
      expect(
        page.contains(
          "<th scope=\"row\">\(row["rows"] ?? "")</th>\(cells)<td>\(won / 2).\(won % 2 * 5)0% ("),
        "\(row)")
    }
    expectEqual(rows.count, 8)
    try expectEqual(zombies("sweep", "--html", "no/page", in: folder).ending, .exit(73))
    try expectEqual(zombies("sweep", "--html", "a", "-o", "a", in: folder).ending, .exit(64))
    try expectEqual(zombies("sweep", "--html", "-", in: folder).ending, .exit(64))
    expectNil(folder.read("a"))
  }

  /// Its page and exact values are the same, and without the exact values it is another sweep.
  @Test func aResumedSweepHasTheSamePage() throws {
    let plain =
      "sweep --zombies 0..3 --policy edge --rounds \(cases(exactly: 30_000, long: 100_000))"
    let words = "\(plain) --exact"
    let line = "\(words) --html cut -o two --checkpoint state --checkpoint-every 0"
    let folder = try InterruptedRun(
      by: SIGINT,
      once: { $0.read("state")?.hasFinishedCombination ?? false && $0.read("two") == nil },
      run: { CommandLineRun(shell: "exec zombies \(line)", in: $0) }
    ).folder
    let whole = try shell("zombies \(words) --html whole -o one", in: folder)
    expectEqual(whole.ending, .exit(0))
    let other = try shell("zombies \(plain) --checkpoint state --resume", in: folder)
    expect(other.ending == .exit(65) && other.errors.contains("another sweep"), "\(other)")
    let run = try shell("zombies \(line) --resume", in: folder)
    expect(run.errors.contains("resuming after "), "\(run)")
    expectEqual(run.ending, .exit(0), "\(run.errors)")
    expect(folder.read("cut") == folder.read("whole") && folder.read("cut") != nil)
    expectSame(folder.read("two") ?? "", folder.read("one") ?? "", "a resumed sweep")
  }
}
