import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestSupport

/// Every change of the workshop after every other one. Only this suite finds two changes that are right alone and wrong
/// together (6.1, 6.3, 6.4).
@Suite struct EditPairsTests {
  private static let edits = """
    zombie 2 3, block 1 2, flashlight 2 1, start 1 3, signpost 2 2, floor 2 3, size 3 5, larger, smaller, lit, dark
    rule speed 2, rule distance 0, rule chase vertical, clear, name Two to "One", world To Be, paste 1S2/P3+lit, name, undo
    """.split { "\n,".contains($0) }.map { $0.drop { $0 == " " } }

  private static func typed(_ line: Substring, _ session: Session) -> Session {
    var session = session
    session.perform(typed: String(line))
    return session
  }

  @Test("6.1, 6.3, 6.4 Changes are undone, redone, tried, saved, opened and linked")
  func edits() throws {
    var setup = Session.Setup()
    setup.link = "workshop/S1Z1/4/1F1P"
    let start = try Session(setup)
    for (row, first) in Self.edits.enumerated() {
      let one = Self.typed(first, start)
      for (column, second) in Self.edits.enumerated() where isLong || (3 * row + column) % 10 == 0 {
        let other = Self.typed(second, one)
        let (before, after) = (one.workshop.draft, other.workshop.draft)
        let place = "\(first), \(second)"
        func check(_ draft: Workshop.Draft, _ expected: Workshop.Draft, _ what: String) {
          expect(draft == expected, "\(place): \(what): \(draft)")
        }
        if second != "undo", before != after {
          let undone = Self.typed("undo", other)
          check(undone.workshop.draft, before, "undo")
          check(Self.typed("redo", undone).workshop.draft, after, "redo")
        }
        let back = Self.typed("workshop", Self.typed("play", other))
        check(back.workshop.draft, after, "back")
        expectEqual(back.workshopCursor, other.workshopCursor, place)
        let kept = Self.typed("paste S/P", Self.typed("keep", other))
        let list = KeptLevels().joined(with: kept)
        expect(
          list.levels.map(\.name) == [after.name] && list.levels.map(\.world) == [after.world],
          place)
        try expectEqual(KeptLevels(text: list.text).levels, kept.workshop.kept, place)
        check(Self.typed("take 1", kept).workshop.draft, after, "take")
        var setup = Session.Setup()
        setup.link = other.address
        let linked = try Session(setup).workshop.draft
        expect(
          linked.level == after.level && linked.rules == after.rules, "\(place): \(other.address)")
      }
    }
  }
}
