import Testing
import ZombiesAnalysis
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesTestSupport

@testable import ZombiesReports

/// Exact values that are rounded wrongly.
@Suite struct AnalysisTextTests {
  @Test func whatRoundsToNothingHasNoSign() {
    for (value, text) in [
      (0.0, "0.000000000"), (-0.0, "0.000000000"), (-1e-10, "0.000000000"),
      (-6e-10, "-0.000000001"), (-1.5, "-1.500000000"), (1e-10, "0.000000000"),
    ] {
      expectEqual(signedDecimals(value), text)
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
    expectEqual(twelveDecimals(value), text)
    expectEqual(twelveDecimalsError(value), "0.000000000001")
    // Also with large fractions, as in games of ten million placements.
    let scale: UInt128 = 1 << 70
    let large = ExactValue(UInt128(numerator) * scale, over: UInt128(denominator) * scale)
    expect(twelveDecimals(large) == text && large.reduced == value.reduced)
  }

  @Test func whatIsComputedHasItsBound() {
    let half = ExactValue(0.5, errorBound: 1e-13)
    expect(twelveDecimals(half) == "0.500000000000" && !half.isExact)
    expectEqual(twelveDecimalsError(half), "0.000000000001")
    expectEqual(twelveDecimalsError(ExactValue(70.25, errorBound: 2.1e-12)), "0.000000000003")
    expectEqual(twelveDecimals(ExactValue(70.25, errorBound: 2.1e-12)), "70.250000000000")
  }

  /// A single round has no deviation of moves, so any difference from the mean is beyond all
  /// bounds.
  @Test func aDeviationBeyondAllBoundsIsWritten() throws {
    let analysis = try FamilyAnalysis(of: .init(Family("3x3"), policies: [.random]))
    let checks = try analysis.check(trials: 1, seed: 4)
    let text = AnalysisTable.text(analysis, checks: checks)
    expect(text.contains("the largest deviation is ∞ standard errors, beyond the joint 99% bound"))
  }
}
