import Testing
import ZombiesCore
import ZombiesGrading
import ZombiesTestBridge
import ZombiesTestSupport

// Only a bench with a small limit of states is unsure in a moment, and only WorkshopTeller says so.
@testable import ZombiesGame

/// Edits of the workshop that a bench of letters does otherwise, and squares that are named wrongly. What is told stands
/// in Examples.
@Suite struct WorkshopTests {
  private static func bench(_ workshop: Workshop) throws -> NaiveBench {
    NaiveBench(try require(NaiveLevel(workshop.draft.level)))
  }

  private static func workshop(_ code: String) throws -> Workshop {
    Workshop(try Level(code))
  }

  /// A random edit, often an impossible one.
  private static func edit(_ random: inout NaiveRandom, _ size: RoomSize) throws -> Workshop.Edit {
    let square = Square(row: random.below(size.rows + 1), column: random.below(size.columns + 1))
    switch random.below(12) {
    case 0..<6: return .put(random.one(of: Thing.allCases.map { $0 } + [nil]), square)
    case 6, 7:
      return .resize(
        rows: size.rows + random.below(3) - 1, columns: size.columns + random.below(3) - 1)
    case 8: return .light(random.below(2) == 0)
    case 9: return .rules(try Rules(random.rules()))
    case 10: return .name(random.one(of: [nil, "A room", "", " x", "tab\t"]))
    default:
      let texts = ["S4/5/Z1#2/5/4P+lit", "S..\n..Z\nP..", "block@1#3", "S4", "Q", "", "SP\n\nSP"]
      return random.below(3) == 0 ? .clear : .paste(random.one(of: texts))
    }
  }

  /// Performs an edit that must do what the bench does, or be refused with a sentence and change nothing.
  private static func complaint(_ workshop: inout Workshop, _ edit: Workshop.Edit) throws -> String?
  {
    let (before, bench) = (workshop, try bench(workshop))
    var expected: NaiveBench??
    switch edit {
    case .put(let thing, let square):
      let letter = thing.map { Character(UnicodeScalar($0.letter)) } ?? "."
      expected = .some(bench.putting(letter, row: square.row, column: square.column))
    case .resize(let rows, let columns): expected = .some(bench.resized(rows, columns))
    case .light(let isLit): expected = .some(bench.relit(isLit))
    case .clear: expected = .some(bench.cleared())
    case .rules, .name, .world, .paste, .undo, .redo, .keep, .takeUp, .remove: break
    }
    do throws(Workshop.Refusal) { try workshop.perform(edit) } catch {
      if workshop != before || error.description.last != "." { return "changed: \(error)" }
      if let expected, expected != nil { return "refused: \(error)" }
      return nil
    }
    if workshop.draft == before.draft { return "the same" }
    // The survey is that of the current level.
    let draft = workshop.draft
    let survey = Grader(draft.rules, stateLimit: 50_000).report(
      draft.level, [.grade, .solution, .lostSquares, .reach])
    if workshop.survey != survey { return "survey" }
    guard let expected else { return nil }
    return try Self.bench(workshop) == expected ? nil : "\(workshop.draft.code)"
  }

  @Test("6.1 Every edit makes the level of a naive bench or is refused, and all can be undone")
  func edits() throws {
    let failure = try firstFailure(of: 0..<cases(3, long: 200)) { seed -> String? in
      var random = NaiveRandom(seed: UInt64(seed))
      var workshop = try Self.workshop("S3/4/2Z1/3P")
      var (drafts, place) = ([workshop.draft], 0)
      for step in 0..<60 {
        guard random.below(4) == 0 else {
          let edit = try Self.edit(&random, workshop.draft.level.size)
          if let complaint = try Self.complaint(&workshop, edit) {
            return "seed \(seed), step \(step), \(edit): \(complaint)"
          }
          if workshop.draft != drafts[place] {
            drafts = drafts[...place] + [workshop.draft]
            place += 1
          }
          continue
        }
        let isUndo = random.below(3) > 0
        let target = place + (isUndo ? -1 : 1)
        let isPossible = drafts.indices.contains(target)
        let edit = isUndo ? Workshop.Edit.undo : .redo
        if (workshop.refusal(of: edit) == nil) != isPossible { return "greyed, seed \(seed)" }
        let isDone = (try? workshop.perform(edit)) != nil
        if isDone { place = target }
        if isDone != isPossible || workshop.draft != drafts[place] { return "undo, seed \(seed)" }
      }
      return nil
    }
    expectNil(failure)
    // A smaller room keeps what is inside, and start and signpost replace what they land on.
    for code in ["S3/1Z2/#1F1/1P2", "1S2/1F2/1#2/1P1Z", "P2Z/2#1/2F1/3S", "Z1#1/F2S/2P1/Z#F1"] {
      for (rows, columns) in (1...5).flatMap({ rows in (1...5).map { (rows, $0) } }) {
        var workshop = try Self.workshop(code)
        let complaint = try Self.complaint(&workshop, .resize(rows: rows, columns: columns))
        expectNil(complaint, "\(code) as \(rows) x \(columns)")
      }
    }
  }

  @Test("6.2 What is not known in time is said to be so, and comes when it does")
  func unsure() throws {
    let level = try Level("S4/5/Z1#2/5/4P+lit")
    let solved = [
      "It can be won: par 8, 8 shortest solutions.",
      "The solution: up 1, left 1, up 3, left 3.",
    ]
    for (limit, heading, told) in [
      (9, "unknown", ["Whether it can be won is unknown: still searching after 9 states."]),
      (
        50, "par 8",
        solved + [
          "The grade and the lost squares are unknown: still searching after 50 states."
        ]
      ),
    ] {
      var workshop = Workshop(level, stateLimit: limit)
      expect(workshop.isUnsure && WorkshopTeller(workshop).heading == heading)
      expectEqual(WorkshopTeller(workshop).answer, told)
      workshop.lookLonger()
      let report = Grader(stateLimit: Workshop.patientStateLimit).report(
        level, [.grade, .solution, .lostSquares, .reach])
      expect(!workshop.isUnsure && workshop.survey == report)
    }
  }

}
