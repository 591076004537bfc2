import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesFiles

/// Verdicts, certificates and lines of rules that depend on the hearing distance although they must
/// not, or lose it.
@Suite struct HearingFilesTests {
  @Test func noVerdictDependsOnHearing() throws {
    var random = NaiveRandom(seed: 5)
    let failure = try firstFailure(of: 0..<cases(exactly: 30, long: 5000)) { number -> String? in
      let level = try Level(random.level(maxRows: 5, maxColumns: 6, maxThings: 6))
      let naive = NaiveRules.variant(number)
      let rules = try Rules(naive)
      var hearing = naive
      hearing.hearingDistance = 1 + number % 16
      let heard = try Rules(hearing)
      let (one, other) = (Solver(rules: rules).certify(level), Solver(rules: heard).certify(level))
      if one.solved != other.solved { return "\(level.code): another solution" }
      if Solver(rules: rules).solve(level) != Solver(rules: heard).solve(level) {
        return "\(level.code): another result"
      }
      return CertificateFile.text(one.certificate) == CertificateFile.text(other.certificate)
        ? nil : "\(level.code): another certificate"
    }
    expectNil(failure)
  }

  @Test func linesOfRulesAreRead() throws {
    expectEqual(Rules(line: "1 longest 1"), .standard)
    try expectEqual(
      Rules(line: "0 vertical 2"),
      (try Rules(catchingDistance: 0, chase: .vertical, zombieSpeed: 2)))
    let hearing = try Rules(hearingDistance: 2)
    expect(hearing.line == "1 longest 1 2" && Rules(line: hearing.line) == hearing)
    expectEqual(Rules.standard.line, "1 longest 1")
    // Each set of rules has one text.
    for line in ["1 longest 1 0", "1 longest 1 17", "1 longest 1 2 2", "1 longest 1 ", "1 longest"]
    {
      expectNil(Rules(line: line), "\(line)")
    }
  }
}
