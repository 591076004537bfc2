import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

@testable import ZombiesReports

/// Reports whose numbers and sentences differ from the tables, and pages that are not fit to read.
@Suite struct FamilyReportTests {
  private static let policies: [Policy] = [.random, .edge, .beeline, .clairvoyant, .optimal]

  /// The exact values and the levels of a family, which several tests share.
  struct Facts: Sendable {
    let census: CensusResult
    let analysis: FamilyAnalysis

    init(_ name: String) throws {
      census = try Census(try Family(name)).count()
      analysis = try FamilyAnalysis(of: .init(Family(name), policies: policies))
    }

    func report(_ selection: LevelSelection = .solvable) throws -> FamilyReport {
      let generator = LevelGenerator(census.census.family, seed: 5, selection: selection)
      let batch = Batch(
        generator, policies: policies, trials: 0..<UInt64(cases(exactly: 200, long: 3000)))
      let result = try Simulator(batch, countsSquares: true).run()
      var report = FamilyReport(result, levels: .census(census))
      report.analysis = analysis
      report.shown = try census.hardest.entries.map {
        FamilyReport.Shown(level: try Level($0.code), name: $0.code, kind: $0.kind)
      }
      (report.command, report.version) = ("zombies report", "0.1")
      return report
    }
  }

  private static let classic = Result { try Facts("classic") }
  private static let lit = Result { try Facts("4x4z1b1+lit") }

  private static func text(_ report: FamilyReport) -> String {
    String(decoding: report.html, as: UTF8.self)
  }

  @Test(arguments: isLong ? [classic, lit, Result { try Facts("flashlight") }] : [lit])
  func thePageHoldsTheFiguresOfTheTables(facts: Result<Facts, any Error>) throws {
    let report = try facts.get().report()
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
    ] {
      expect(page.contains(">\(csv)</pre>"))
    }
    expect(page.contains("exactly \(analysis.solvable) of \(analysis.placements)"))
    try expectEqual(Self.text(try facts.get().report()), page)
  }

  @Test func whatHearingIsWorthIsASectionOfItsOwn() throws {
    var report = try Self.classic.get().report()
    expect(!Self.text(report).contains("What hearing is worth"))
    report.hearing = HearingWorth(.classic, rules: .standard)
    let page = Self.text(report)
    expect(page.contains("<section id=\"hearing\"><h2>What hearing is worth</h2>"))
    expect(page.contains("The best player wins most at distance 2: 75.24% of the solvable levels"))
    expect(page.contains("reasoning alone wins 50 of the 105 solvable levels (47.62%)"))
    for (distance, row) in ["36", "36", "79", "70", "52"].enumerated() {
      expect(
        page.contains("<th scope=\"row\">\(distance)</th><td>\(row) of 105</td>"), "\(distance)")
    }
  }

  @Test func thePageIsMadeForReaders() throws {
    let page = Self.text(try Self.classic.get().report())
    // The page refers to its own shapes with url(#…).
    for word in ["<script", "src=", "@import", "url(h", "url(\"", "https:"] {
      expect(!page.contains(word), "\(word)")
    }
    // Each picture has a title and a description, with unique ids.
    let pictures = page.ranges(of: "<svg ").count
    expect(pictures > 20)
    expect(page.ranges(of: "<title").count == pictures && page.ranges(of: "<desc").count >= 15)
    let ids = page.split(separator: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    expectEqual(Set(ids).count, ids.count)
    // Headings skip no rank.
    let ranks = page.split(separator: "<h").dropFirst().compactMap { $0.first?.wholeNumberValue }
    expect(ranks.first == 1 && ranks.filter { $0 == 1 }.count == 1)
    for (before, after) in zip(ranks, ranks.dropFirst()) { expect(after <= before + 1) }
  }

  @Test func sentencesAreTrueOfTheNumbers() throws {
    // On classic levels, edge wins 36 of 105, and so does beeline. No player that sees no more can
    // win more.
    let classic = Self.text(try Self.classic.get().report())
    expect(
      classic.contains(
        "<code>edge</code>, <code>beeline</code> and <code>optimal</code> win equally often (34.29%"
      ))
    expect(classic.contains("<code>clairvoyant</code>, which sees everything, wins every round."))
    let any = Self.text(try Self.classic.get().report(.any))
    expect(any.contains("wins 61.40%. No policy can win more."))
    // Every solvable level of the family has par 8.
    expect(classic.contains("Every level that can be won has par 8."))
    expect(!classic.contains("id=\"pars-t\""))
    let lit = Self.text(try Self.lit.get().report())
    expect(lit.contains("takes 6 to 10 moves, most often 6"))
  }

  @Test func cellsOfLargeRoomsAddUp() throws {
    let size = try RoomSize(rows: 100, columns: 70)
    let counts = (0..<UInt64(7000)).map { $0 * $0 % 11 }
    let grid = FamilyReport.SquareGrid(counts, size, per: 1)
    expect(grid.step == 4 && grid.rows == 25 && grid.columns == 18)
    expectEqual(grid.values.reduce(0, +), Double(counts.reduce(0, +)))
    // The first cell covers rows and columns 0 to 3.
    let first: UInt64 = (0..<4).reduce(0) { sum, row in
      counts[(70 * row)..<(70 * row + 4)].reduce(sum, +)
    }
    expectEqual(grid.values[0], Double(first))
    let small = FamilyReport.SquareGrid(
      [1, 2, 3, 4, 5, 6], try RoomSize(rows: 2, columns: 3), per: 2)
    expect(small.step == 1 && small.values == [0.5, 1, 1.5, 2, 2.5, 3])
  }

  @Test func aRoomOfAnySizeHasAPage() throws {
    for (name, rounds) in [("1x2", 5), ("1x60z1", 40), ("90x40z3b20", 20)] {
      let family = try Family(name)
      let generator = LevelGenerator(family, seed: 0, selection: .any)
      let batch = Batch(generator, policies: Policy.withoutPlan, trials: 0..<UInt64(rounds))
      let result = try Simulator(batch, countsSquares: true).run()
      let sample = try LevelSample(of: generator, count: 20, stateLimit: 10_000, top: 3)
      var report = FamilyReport(result, levels: .sample(sample))
      report.hardest = .found(sample: 20, climbs: 0, steps: 0)
      report.missingAnalysis = "There are no exact values."
      let page = Self.text(report)
      expect(page.hasSuffix("</html>\n") && page.contains("There are no exact values."))
      expect(page.utf8.count < 1_000_000)
    }
  }
}
