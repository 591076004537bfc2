import Testing
import ZombiesCore
import ZombiesTestSupport

/// Only here does each rule have names that are as far from its own as the guess allows, and one letter
/// farther.
@Suite struct RuleGuessTests {
  @Test("A third of the letters may be missing or wrong")
  func limit() {
    for name in Rules.Variant.allCases.map(\.option) {
      for errors in 1..<name.count {
        for end in ["", String(repeating: "q", count: errors)] {
          var problem = ""
          do throws(LevelError) {
            _ = try NamedRules(
              "\(name.dropLast(errors))\(end) 1"[...], at: TextPosition(line: 1, column: 1))
          } catch { problem = error.problem }
          expect(problem.hasPrefix("unknown rule"))
          let isGuessed = problem.contains("(did you mean '\(name)'?)")
          expectEqual(isGuessed, (3 * errors <= name.count), "\(problem)")
        }
      }
    }
  }
}
