import Testing
import ZombiesAnalysis
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesTestSupport

@testable import ZombiesReports

/// Exact values that are rounded wrongly, and rows that differ from their description.
@Suite struct AnalysisTextTests {
  @Test func whatRoundsToNothingHasNoSign() {
    for (value, text) in [
      (0.0, "0.000000000"), (-0.0, "0.000000000"), (-1e-10, "0.000000000"),
      (-6e-10, "-0.000000001"), (-1.5, "-1.500000000"), (1e-10, "0.000000000"),
    ] {
      #expect(signedDecimals(value) == text)
    }
  }

  @Test(arguments: [
    (0, 1, "0.000000000000"), (1, 1, "1.000000000000"), (1, 3, "0.333333333333"),
    (2, 3, "0.666666666667"), (36, 171, "0.210526315789"), (999, 1000, "0.999000000000"),
    (1, 2_000_000_000_000, "0.000000000001"), (1, 2_000_000_000_001, "0.000000000000"),
    (123_456, 7, "17636.571428571429"),
  ])
  func twelveDecimalsAreRoundedExactly(numerator: Int, denominator: Int, text: String) {
    let value = ExactValue(UInt128(numerator), over: UInt128(denominator))
    #expect(twelveDecimals(value) == text)
    #expect(twelveDecimalsError(value) == "0.000000000001")
    // Also with large fractions, as in games of ten million placements.
    let scale: UInt128 = 1 << 70
    let large = ExactValue(UInt128(numerator) * scale, over: UInt128(denominator) * scale)
    #expect(twelveDecimals(large) == text && large.reduced == value.reduced)
  }

  @Test func whatIsComputedHasItsBound() {
    let half = ExactValue(0.5, errorBound: 1e-13)
    #expect(twelveDecimals(half) == "0.500000000000" && !half.isExact)
    #expect(twelveDecimalsError(half) == "0.000000000001")
    #expect(twelveDecimalsError(ExactValue(70.25, errorBound: 2.1e-12)) == "0.000000000003")
    #expect(twelveDecimals(ExactValue(70.25, errorBound: 2.1e-12)) == "70.250000000000")
  }

  @Test func rowsAreAsDescribed() throws {
    for name in ["3x4z1b1f1", "3x4b1"] + (isLong ? ["classic", "flashlight"] : []) {
      for limit in [FamilyAnalysis.MoveLimit.standard, .none] {
        let analysis = try FamilyAnalysis(
          of: .init(try Family(name), policies: Policy.builtIn, moveLimit: limit))
        let text = AnalysisCSV.text(analysis)
        #expect(text.hasPrefix(AnalysisCSV.header))
        try TableSchemaTests.expect(
          "analyze", rows: String(text.dropFirst(AnalysisCSV.header.count)))
        let checks = try analysis.check(trials: 30, seed: 5)
        let checked = AnalysisCSV.text(analysis, checks: checks)
        try TableSchemaTests.expect(
          "analyze", rows: String(checked.dropFirst(AnalysisCSV.header.count)))
        let pars = ParsCSV.text(analysis)
        try TableSchemaTests.expect(
          "pars", rows: String(pars.dropFirst(ParsCSV.schema.header.count)))
      }
    }
  }

  /// The values of the preset `classic`, by hand: on 36 of 171 placements the path of `edge` is
  /// free.
  @Test func aRowHasItsValues() throws {
    let analysis = try FamilyAnalysis(of: .init(.classic, policies: [.edge, .random]))
    let rows = AnalysisCSV.text(analysis).split(separator: "\n").dropFirst()
    #expect(
      rows.first == """
        edge,any,171,36,0.210526315789,0.000000000001,0.789473684211,0.000000000000,\
        0.000000000000,0.000000000000,4.046783625731,0.000000000001,0.507945764689,\
        0.000000000001,9.763846365683,0.000000000001,,classic,1,longest,1,100,,,,,,,,,,,,,,,,,,\
        5,5,2,0,0,false,0
        """)
    #expect(
      rows.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 46 })
    #expect(
      ParsCSV.text(analysis)
        == "par,placements,family,catching_distance,chase,zombie_speed,hearing_distance\n"
        + "8,105,classic,1,longest,1,0\n")
  }

  /// A single round has no deviation of moves, so any difference from the mean is beyond all
  /// bounds.
  @Test func aDeviationBeyondAllBoundsIsWritten() throws {
    let analysis = try FamilyAnalysis(of: .init(Family("3x3"), policies: [.random]))
    let checks = try analysis.check(trials: 1, seed: 4)
    let text = AnalysisTable.text(analysis, checks: checks)
    #expect(text.contains("the largest deviation is ∞ standard errors, beyond the joint 99% bound"))
  }
}
