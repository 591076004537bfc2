import Testing
import ZombiesCore
import ZombiesReports
import ZombiesTestSupport

/// Texts of rules that name too much or too little.
@Suite struct RulesTextTests {
  private static func rules(
    _ distance: Int = 1, _ chase: Rules.ChaseAxis = .longest, _ speed: Int = 1
  ) throws -> Rules {
    try Rules(catchingDistance: distance, chase: chase, zombieSpeed: speed)
  }

  @Test func differencesAreNamed() throws {
    expectEqual(RulesText.name(of: .standard), "the default rules")
    expectEqual(RulesText.suffix(of: .standard), "")
    let other = try Self.rules(0, .vertical)
    expectEqual(RulesText.name(of: other), "catching distance 0, chase vertical")
    expectEqual(RulesText.suffix(of: other), "; rules: catching distance 0, chase vertical")
    try expectEqual(RulesText.suffix(of: try Self.rules(1, .longest, 3)), "; rules: zombie speed 3")
  }

  /// Rules that vary are named even if they have the default value, and other defaults are not
  /// named.
  @Test func whatVariesIsNamed() throws {
    let speeds = try (1...3).map { try Self.rules(1, .longest, $0) }
    expectEqual(
      speeds.map { RulesText.suffix(of: $0, among: speeds) },
      (1...3).map { "; rules: zombie speed \($0)" })
    let chases = try [.longest, .horizontal].map { try Self.rules(0, $0, 2) }
    expectEqual(
      chases.map { RulesText.suffix(of: $0, among: chases) },
      ["longest", "horizontal"].map {
        "; rules: catching distance 0, chase \($0), zombie speed 2"
      })
    expectEqual(RulesText.suffix(of: .standard, among: [.standard]), "")
  }
}
