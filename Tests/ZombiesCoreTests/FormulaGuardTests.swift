import Testing
import ZombiesCore
import ZombiesTestSupport

/// Only here do names begin with several apostrophes and with characters near those of a formula.
@Suite struct FormulaGuardTests {
  private static let formulas = ["=", "+", "-", "@", "\t", "\n", "\r", "＝", "＋", "－", "＠"]
  private static let others = [
    "a", "é", " =", ",", ";", "<", "?", "A", "\"", "\u{B}", "＜", "，", "🧟",
  ]

  @Test("A name that was guarded or needed no guard is the same when it is read again")
  func guardedNames() {
    for (starts, isNeeded) in [(Self.formulas, true), (Self.others, false)] {
      for start in starts {
        for name in (0...4).map({ String(repeating: "'", count: $0) + start }) {
          for name in [name, name + "1", name + "'="] {
            expectEqual(FormulaGuard.isNeeded(name.utf8), isNeeded, "\(name)")
            let cell = isNeeded ? "'" + name : name
            expectEqual(FormulaGuard.text(ofCell: cell[...]), name[...], "\(name)")
          }
        }
      }
    }
  }
}
