import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesReports  // Shares and numbers in the page's form.

/// Reports whose numbers and sentences differ from the tables, that show the value of another policy, level or square,
/// or that are not fit to read.
@Suite struct FamilyReportTests {
  private static let policies: [Policy] = [.random, .edge, .beeline, .clairvoyant, .optimal]

  private static func report(
    _ name: String, _ selection: LevelSelection = .solvable, hearing: Bool = false
  ) throws -> FamilyReport {
    let census = try Census(try Family(name)).count()
    let generator = LevelGenerator(census.census.family, seed: 5, selection: selection)
    let batch = Batch(generator, policies: policies, trials: 0..<60)
    let result = try Simulator(batch, countsSquares: true).run()
    var report = FamilyReport(result, levels: .census(census))
    report.analysis = try FamilyAnalysis(of: .init(Family(name), policies: policies))
    report.shown = try census.hardest.entries.map {
      FamilyReport.Shown(level: try Level($0.code), name: $0.code, kind: $0.kind)
    }
    (report.command, report.version) = ("zombies report", "0.1")
    if hearing { report.hearing = HearingWorth(try Family(name), rules: .standard) }
    return report
  }

  /// A report of a room of any size, with a sample of its levels.
  private static func sampled(
    _ name: String, rounds: UInt64, stateLimit: Int = 10_000
  ) throws -> FamilyReport {
    let generator = LevelGenerator(try Family(name), seed: 0, selection: .any)
    let batch = Batch(generator, policies: Policy.withoutPlan, trials: 0..<rounds, maxMoves: 200)
    let result = try Simulator(batch, countsSquares: true).run()
    let sample = try LevelSample(of: generator, count: 20, stateLimit: stateLimit, top: 3)
    var report = FamilyReport(result, levels: .sample(sample))
    report.hardest = .found(sample: 20, climbs: 2, steps: 300)
    report.missingAnalysis = "There are no exact values."
    return report
  }

  /// Two policies on rooms of 3 × 4 squares, made by hand: all counts differ. `edge` wins 3 of 20 rounds, `random` 1.
  private static func byHand() throws -> FamilyReport {
    let size = try RoomSize(rows: 3, columns: 4)
    var tallies = [Tally(countingSquaresOf: size), Tally(countingSquaresOf: size)]
    for (policy, outcome, moves, times) in [
      (0, .won, 5, 2), (0, .won, 8, 1), (0, .caught, 1, 10), (0, .stuck, 0, 4),
      (0, .outOfMoves, 9, 3), (1, .won, 11, 1), (1, .caught, 2, 13), (1, .outOfMoves, 12, 6),
    ] as [(Int, Outcome, Int, UInt64)] {
      tallies[policy].count(outcome, moves: moves, times: times)
    }
    for (policy, square, visits, captures) in [
      (0, 11, 20, 0), (0, 10, 9, 1), (0, 7, 8, 7), (0, 2, 1, 2), (1, 11, 30, 0), (1, 6, 60, 13),
    ] as [(Int, Int, UInt64, UInt64)] {
      tallies[policy].count(visits: visits, captures: captures, at: square)
    }
    let generator = LevelGenerator(try Family("3x4z1"), seed: 5)
    let settings = BatchSettings(
      Batch(generator, policies: [.edge, .random], trials: 0..<20), countsSquares: true)
    let counts: [(Int?, UInt64?, Grade?, UInt64)] = [
      (5, 1, .easy, 2), (5, 2, .hard, 3), (7, 1, .easy, 10), (9, 1, .fiendish, 1),
      (nil, nil, nil, 4),
    ]
    let kinds = counts.map { par, ways, grade, count in
      let verdict = par == nil ? Verdict.unsolvable : .solvable
      let kind = LevelKind(verdict: verdict, par: par, shortestSolutions: ways, grade: grade)
      return (kind, CensusResult.Count(levels: 1, placements: count))
    }
    let census = CensusResult(
      try Census(try Family("3x4z1"), top: 1), counted: RangeSet(0..<20),
      counts: Dictionary(uniqueKeysWithValues: kinds), hardest: HardestLevels(capacity: 1))
    return FamilyReport(
      BatchResult(settings, whole: 0..<20, played: RangeSet(0..<20), tallies: tallies),
      levels: .census(census))
  }

  /// Reports of every kind, whose pages are kept in files.
  static func reports() throws -> [FamilyReport] {
    try [
      byHand(), report("4x4z1b1+lit"), report("3x5z2f1", .any, hearing: true),
      sampled("5x13z2b4", rounds: 9), sampled("3x3z2", rounds: 4),
      sampled("4x4z2", rounds: 2, stateLimit: 1),
    ]
  }

  private static func text(_ report: FamilyReport) -> String {
    String(decoding: report.html, as: UTF8.self)
  }

  // MARK: By hand

  /// The rows of the table with a caption, with bars between cells.
  private static func table(_ caption: String, of page: String) throws -> String {
    let begin = try require(page.firstRange(of: "<caption>\(caption)<")).upperBound
    let end = try require(page[begin...].firstRange(of: "</table>")).lowerBound
    return page[begin..<end].split(separator: "<tr>").dropFirst().map { row in
      row.split(separator: "<").filter { $0.hasPrefix("th ") || $0.hasPrefix("td>") }.map {
        String($0.drop { $0 != ">" }.dropFirst())
      }.joined(separator: "|")
    }.joined(separator: "\n")
  }

  /// The shapes of a chart.
  private static func chart(_ id: String, of page: String) throws -> [Drawn] {
    let begin = try require(page.firstRange(of: "id=\"\(id)-t\"")).upperBound
    let end = try require(page[begin...].firstRange(of: "</svg>")).lowerBound
    return Drawn.shapes(of: page[begin..<end])
  }

  @Test func tablesAndChartsByHand() throws {
    let page = Self.text(try Self.byHand())
    for caption in [
      "How the rounds ended", "Moves of a round, however it ended", "Rounds by number of moves",
      "Solvable placements by par",
    ] { try expectHandMade(caption, Self.table(caption, of: page) + "\n") }
    for sentence in [
      "most often 7 (62.50% of the solvable placements). 25.00% of the solvable placements are hard",
      "2.75 moves on average. 50% of the rounds take at most 1 move, 90% at most 9.",
      "<dd>80.00%<small>exactly 16 of 20<", "<dd>edge<small>wins 15.00%</small>",
      "Most often on row 2, column 4 of 3 × 4: 35 per 100 rounds.",
    ] { expect(page.contains(sentence), "\(sentence)") }
    // Squares are 60 wide, and the largest number of each map has the strongest shade.
    for id in ["stand-edge", "caught-edge", "stand-random", "caught-random", "grades"] {
      let shapes = try Self.chart(id, of: page).filter { shape in
        ["mid t", "end", "from", "to"].contains { shape.style.hasPrefix($0) }
      }
      try expectHandMade(id, shapes.map { $0.label + "\n" }.joined())
    }
    // Pars are 5 to 9, with a free number on both sides: each is 306 / 7 wide.
    let pars = try Self.chart("pars", of: page).filter { $0.style == "bar" }
    expectEqual(pars.map { $0.number("x").rounded() }, [92, 179, 267])
    // The axis of edge ends at 60%. Of its rounds, 20%, 50% and 15% are lost after 0, 1 and 9.
    for (style, heights) in [("lost", [54.0, 135, 40.5]), ("won", [27, 13.5])] {
      let columns = try Self.chart("moves-edge", of: page).filter { $0.style == style }
      expectEqual(columns.dropFirst().map { $0.number("height") }, heights)
    }
  }

  // MARK: Computed

  @Test func thePageHoldsTheFiguresOfTheTables() throws {
    let report = try Self.report("4x4z1b1+lit")
    let page = Self.text(report)
    let analysis = try require(report.analysis)
    for (place, policy) in Self.policies.enumerated() {
      let rounds = report.batch.tallies[place].rounds
      let exact = try require(
        analysis.policies.first { $0.policy == policy && $0.levels == .solvable }?.won)
      let rate = report.batch.roundRate(at: place)
      let cells = [
        ShareText.percent(exact.approximate), ShareText.percent(try require(rate.value)),
        ShareText.interval(try require(rate.interval)), grouped(rounds[.caught]),
        grouped(rounds[.stuck]), grouped(rounds[.outOfMoves]),
      ].map { "<td>\($0)</td>" }.joined()
      expect(page.contains("<th scope=\"row\">\(policy)</th>\(cells)</tr>"), "\(policy)")
      expect(page.contains("\(ShareText.percent(exact.approximate)) exactly"))
    }
    // The page contains the CSVs unchanged.
    for csv in [
      SimulateCSV.text(report.batch), SquaresCSV.text(report.batch), AnalysisCSV.text(analysis),
      ParsCSV.text(analysis),
    ] { expect(page.contains(">\(csv)</pre>")) }
    expect(page.contains("exactly \(analysis.solvable) of \(analysis.placements)"))
    expect(page.contains("takes 6 to 10 moves, most often 6"))
  }

  @Test func sentencesAreTrueOfTheNumbers() throws {
    // On classic levels, edge wins 36 of 105, and so does beeline. No player that sees no more can
    // win more. Every solvable level of the family has par 8.
    var report = try Self.report("classic")
    var page = Self.text(report)
    let best = "<code>edge</code>, <code>beeline</code> and <code>optimal</code>"
    for sentence in [
      "\(best) win equally often (34.29%", "Every level that can be won has par 8.",
      "<code>clairvoyant</code>, which sees everything, wins every round.",
    ] { expect(page.contains(sentence), sentence) }
    expect(!page.contains("id=\"pars-t\"") && !page.contains("What hearing is worth"))
    report.hearing = HearingWorth(.classic, rules: .standard)
    page = Self.text(report)
    for sentence in [
      "<section id=\"hearing\"><h2>What hearing is worth</h2>",
      "The best player wins most at distance 2: 75.24% of the solvable levels",
      "reasoning alone wins 50 of the 105 solvable levels (47.62%)",
    ] { expect(page.contains(sentence), sentence) }
    for (distance, row) in ["36", "36", "79", "70", "52"].enumerated() {
      expect(page.contains("<th scope=\"row\">\(distance)</th><td>\(row) of 105</td>"))
    }
  }

  @Test func pagesAreMadeForReaders() throws {
    for report in try Self.reports() + [
      Self.sampled("90x40z3b20", rounds: 5), Self.sampled("1x60z1", rounds: 5),
    ] {
      let page = Self.text(report)
      expect(page.hasSuffix("</html>\n") && page.utf8.count < 1_000_000)
      expectNil(malformed(page))
      // The page refers to its own shapes with url(#…).
      for word in ["<script", "src=", "@import", "url(h", "url(\"", "https:"] {
        expect(!page.contains(word), "\(word)")
      }
      // Each picture has a title and a description, with unique ids.
      let pictures = page.split(separator: "<svg ").filter { !$0.contains("aria-hidden") }
      expect(pictures.count > 5)
      for picture in pictures.dropFirst() {
        expect(picture.contains("<title") && picture.contains("</svg>"), "\(picture.prefix(99))")
      }
      let ids = page.split(separator: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      expectEqual(Set(ids).count, ids.count)
      // Headings skip no rank.
      let ranks = page.split(separator: "<h").dropFirst().compactMap { $0.first?.wholeNumberValue }
      expect(ranks.first == 1 && ranks.filter { $0 == 1 }.count == 1)
      for (before, after) in zip(ranks, ranks.dropFirst()) { expect(after <= before + 1) }
    }
  }

  // MARK: Extremes

  /// Levels that are undecided may all be solvable: the upper bound counts them.
  @Test func theBoundsOfSolvableLevels() throws {
    for limit in [1, 8, 20, 1_000_000] {
      let generator = LevelGenerator(try Family("4x4z1b3+lit"), seed: 3, selection: .any)
      let sample = try LevelSample(of: generator, count: 60, stateLimit: limit, top: 1)
      let good = Double(sample.sum { $0.verdict == .solvable })
      let most = 60 - Double(sample.sum { $0.verdict == .unsolvable })
      let report = FamilyReport(BatchResult(batch([.edge]), [Tally()]), levels: .sample(sample))
      let interval = try require(report.solvable?.interval)
      // A bound of Wilson solves (hits / n − p)² = z² p (1 − p) / n.
      for (hits, bound, sign) in [(good, interval.low, 1.0), (most, interval.high, -1)] {
        let gap = sign * (hits / 60 - bound)
        let spread = 1.959963984540054 * (bound * (1 - bound) / 60).squareRoot()
        expect(abs(gap - spread) < 1e-9, "\(limit): \(interval), \(good) to \(most)")
      }
    }
    // The axis is long enough for the policy with the longest rounds, whichever that is.
    let levels = try LevelSample(
      of: LevelGenerator(.classic, seed: 7), count: 0, stateLimit: 1, top: 1)
    for (first, second) in [(3, 19), (19, 3), (3, 3), (0, 19), (5, 11)] {
      let tallies = [first, second].map { tally(.caught, moves: $0, count: 20) }
      let result = BatchResult(batch([.edge, .random], trials: 0..<20), tallies)
      let page = Self.text(FamilyReport(result, levels: .sample(levels)))
      let table = page.split(separator: "<caption>Rounds by number of moves<").last ?? ""
      expect(!table.contains(" or more<"))
      for moves in [first, second] { expect(table.contains(">\(moves)</th>")) }
    }
  }

  /// Each table has as many columns as fit, for every width: one that is exactly full is not split.
  @Test func tablesAreAsWideAsFits() {
    let widths = [3, 1, 5, 2, 4, 1]
    let row = widths.enumerated().map { String(repeating: "\($0)", count: $1) }
    for names in 1...2 {
      let fixed = widths.prefix(names).reduce(-2) { $0 + $1 + 2 }
      for width in fixed + 7...28 {
        var lines: [String] = []
        for word in row.dropFirst(names) {
          if let last = lines.last, last.count + 2 + word.count <= width {
            lines[lines.count - 1] = last + "  " + word
          } else {
            lines.append((row.prefix(names) + [word]).joined(separator: "  "))
          }
        }
        let text = SimulateTable.aligned([row], width: width, names: names)
        expectEqual(text, lines.joined(separator: "\n\n") + "\n", "\(width)")
      }
    }
    // All lines of a table have the same width, whatever their contents.
    for count: UInt64 in [1, 10, 999, 1000, 1_000_000, 1 << 62] {
      for moves in [0, 999, 1024, 1_000_000] {
        let tallies = [
          tally(.won, moves: moves, count: count), tally(.caught, moves: 7, count: 2),
          tally(.outOfMoves, moves: moves, count: 3),
        ]
        let lines = SimulateTable.text(BatchResult(batch([.random, .edge, .beeline]), tallies))
          .split(separator: "\n").dropFirst()
        expectEqual(Set(lines.map(\.count)).count, 1, "\(lines)")
      }
    }
  }
}
