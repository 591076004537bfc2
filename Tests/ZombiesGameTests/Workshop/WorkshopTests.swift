import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Edits, surveys and saved levels of the workshop that are wrong, without a session (section 6).
@Suite struct WorkshopTests {
  static func bench(_ workshop: Workshop) throws -> NaiveBench {
    NaiveBench(try require(NaiveLevel(workshop.draft.level)))
  }

  /// Whether a level equals that of the naive bench.
  static func same(_ workshop: Workshop, _ expected: NaiveBench?) -> Bool {
    guard let level = NaiveLevel(workshop.draft.level) else { return false }
    return NaiveBench(level) == expected
  }

  static func workshop(_ code: String) throws -> Workshop {
    Workshop(Workshop.Draft(try Level(code)))
  }

  /// Performs an edit that must be refused and change nothing; returns the error sentence.
  static func refusal(_ workshop: inout Workshop, _ edit: Workshop.Edit) -> String {
    let before = workshop
    do throws(Workshop.Refusal) { try workshop.perform(edit) } catch {
      return workshop == before ? "\(error)" : "changed"
    }
    return "performed"
  }

  // MARK: 6.1

  /// A random edit, often an impossible one.
  static func edit(_ random: inout NaiveRandom, _ size: RoomSize) throws -> Workshop.Edit {
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

  /// Compares edits to those of the naive bench, and undo and redo to a list of all drafts.
  @Test("6.1 Every edit makes the right level or is refused, and all edits can be undone")
  func editsAndUndo() throws {
    for seed in 0..<UInt64(cases(exactly: 3, long: 200)) {
      var random = NaiveRandom(seed: seed)
      var workshop = try Self.workshop("S3/4/2Z1/3P")
      var (drafts, place) = ([workshop.draft], 0)
      for step in 0..<60 {
        let comment: Comment = "seed \(seed), step \(step)"
        let before = workshop
        let size = before.draft.level.size
        if random.below(4) == 0 {
          let isUndo = random.below(3) > 0
          let isPossible = isUndo ? place > 0 : place < drafts.count - 1
          #expect((isUndo ? workshop.canUndo : workshop.canRedo) == isPossible, comment)
          do throws(Workshop.Refusal) {
            if isUndo { try workshop.undo() } else { try workshop.redo() }
            place += isUndo ? -1 : 1
            #expect(isPossible && workshop.draft == drafts[place], comment)
          } catch {
            #expect(!isPossible && workshop == before && !error.description.isEmpty, comment)
          }
        } else {
          let edit = try Self.edit(&random, size)
          let bench = try Self.bench(before)
          var expected: NaiveBench? = nil
          var isCompared = true
          switch edit {
          case .put(let thing, let square):
            let letter = thing.map { Character(UnicodeScalar($0.letter)) } ?? "."
            expected = bench.putting(letter, row: square.row, column: square.column)
          case .resize(let rows, let columns): expected = bench.resized(rows, columns)
          case .light(let isLit):
            expected = bench
            expected?.lit = isLit
            if isLit == bench.lit { expected = nil }
          case .clear: expected = bench.cleared()
          case .rules, .name, .world, .paste, .takeUp: isCompared = false
          }
          do throws(Workshop.Refusal) {
            try workshop.perform(edit)
            drafts = Array(drafts[...place]) + [workshop.draft]
            place += 1
            #expect(workshop.draft != before.draft, comment)
            if isCompared {
              #expect(Self.same(workshop, expected), comment)
            }
          } catch {
            #expect(workshop == before && error.description.last == ".", comment)
            if isCompared { #expect(expected == nil, comment) }
          }
        }
        // The survey is that of the current level.
        let draft = workshop.draft
        let survey = Grader(draft.rules, stateLimit: 50_000).report(
          draft.level, [.grade, .solution, .lostSquares, .reach])
        #expect(workshop.survey == survey, comment)
      }
      while workshop.canUndo { try workshop.undo() }
      expectEqual(workshop.draft, drafts[0])
      for draft in drafts.dropFirst() {
        try workshop.redo()
        expectEqual(workshop.draft, draft)
      }
      expect(!workshop.canRedo)
    }
  }

  @Test(
    "6.1 A smaller room keeps what is inside, and start and signpost replace what they land on",
    arguments: ["S3/1Z2/#1F1/1P2", "1S2/1F2/1#2/1P1Z", "P2Z/2#1/2F1/3S", "Z1#1/F2S/2P1/Z#F1"])
  func denseRooms(code: String) throws {
    for (rows, columns) in (1...5).flatMap({ rows in (1...5).map { (rows, $0) } }) {
      var workshop = try Self.workshop(code)
      let expected = try Self.bench(workshop).resized(rows, columns)
      let isDone = (try? workshop.perform(.resize(rows: rows, columns: columns))) != nil
      expectEqual(isDone, (expected != nil), "\(rows) x \(columns)")
      expect(!isDone || Self.same(workshop, expected), "\(rows) x \(columns)")
    }
  }

  @Test("6.1 A refused edit is explained in one sentence")
  func refusals() throws {
    var workshop = try Self.workshop("S4/5/Z1#2/5/4P")
    let corner = Square(row: 4, column: 4)
    let cases: [(Workshop.Edit, String)] = [
      (.put(.zombie, corner), "The start is on row 5, column 5. Put it on another square first."),
      (
        .put(nil, Square(row: 0, column: 0)),
        "The signpost is on row 1, column 1. Put it on another square first."
      ),
      (.put(.block, Square(row: 2, column: 2)), "A block is already on row 3, column 3."),
      (.put(nil, Square(row: 1, column: 1)), "There is nothing on row 2, column 2."),
      (.put(.block, Square(row: 5, column: 0)), "There is no row 6, column 1: the room is 5 by 5."),
      (
        .put(.block, Square(row: -1, column: 0)), "There is no row 0, column 1: the room is 5 by 5."
      ),
      (.resize(rows: 0, columns: 5), "Invalid size: rows must be between 1 and 1024, found 0."),
      (
        .resize(rows: 1, columns: 1),
        "Invalid size: squares must be between 2 and 1048576, found 1."
      ),
      (.resize(rows: 5, columns: 5), "Nothing changed."),
      (.light(false), "Nothing changed."),
      (.rules(.standard), "Nothing changed."),
      (.name(""), "'' cannot be a name: expected 1 to 1000 bytes, without a space at either end."),
      (.takeUp(0), "There are no saved levels."),
    ]
    for (edit, sentence) in cases {
      expectEqual(Self.refusal(&workshop, edit), sentence)
    }
    var corners = try Self.workshop("P1/1S")
    expect(
      Self.refusal(&corners, .resize(rows: 1, columns: 1)).hasPrefix("Invalid size: squares must"))
    var narrow = try Self.workshop("2/SP")
    expectEqual(
      Self.refusal(&narrow, .resize(rows: 2, columns: 1)),
      "The start and the signpost would be on the same square.")
    expectEqual(Self.refusal(&narrow, .clear), "The room is already empty.")
  }

  @Test(
    "6.1 Any text form can be pasted, and other texts are refused with the position",
    arguments: [
      ("S4/5/Z1#2/5/4P+lit", "S4/5/Z1#2/5/4P+lit"), ("S..\n..Z\nP..\n; lit", "S2/2Z/P2+lit"),
      ("🆘⬜️\n🚧🚶", "S1/#P"), ("classic@42#0", "S2Z1/5/Z4/5/4P"), ("workshop/S1P", "S1P"),
      ("; level: Door\nS1P", "S1P"),
      (
        "",
        "Not a level: line 1, column 1: expected a level: a code, a reference or a picture."
      ), ("S4/Q4", "Not a level: line 1, column 4: "),
      ("S..\n.Q.\n..P", "Not a level: line 2, column 2: "),
      (
        "S1P\nS2P",
        "Not a level: line 2, column 1: expected one level, but a second one begins here."
      ),
      ("classic@x#0", "Not a level: line 1, column 9: "),
      ("S.\n..", "Not a level: line 2, column 3: the level has no start (P)."),
    ])
  func pasting(text: String, expected: String) throws {
    var workshop = Workshop()
    do throws(Workshop.Refusal) { try workshop.perform(.paste(text)) } catch {
      expect(error.description.hasPrefix(expected), "\(error)")
      expectEqual(workshop, Workshop())
      return
    }
    expect(workshop.code == expected && workshop.link == "workshop/" + expected)
    expectEqual(workshop.draft.name, (text.hasPrefix("; level") ? "Door" : nil))
    try workshop.undo()
    expectEqual(workshop.draft, Workshop().draft)
  }

  // MARK: 6.2

  @Test(
    "6.2 For a solvable level: par, shortest solutions, the solution, the grade, lost squares"
  )
  func solvable() throws {
    let workshop = try Self.workshop("S4/5/Z1#2/5/4P+lit")
    let level = workshop.draft.level
    let solved = Solver().solve(level)
    expectEqual(workshop.survey.solution, solved.solution)
    let told = WorkshopTeller(workshop).answer
    let par = try require(solved.solution?.par)
    expect(told[0].hasPrefix("It can be won: par \(par), "))
    expect(told[1].hasPrefix("The solution: "))
    let grade = try require(workshop.survey.grade)
    expect(told[2].hasPrefix("It is \(grade), "))
    expectEqual(WorkshopTeller(workshop).heading, "par \(par), \(grade)")
    expectEqual(told.count, (workshop.survey.lostSquares == [] ? 3 : 4))
  }

  @Test(
    "6.2 The points of the grade are the sum of its parts, and all parts except zeros are listed",
    arguments: [
      ("S4/5/5/5/4P", "It is gentle, 0 points."),
      ("S2/2Z/P2", "It is easy, 3 points: 3 for a single shortest solution."),
      (
        "S5/2#3/1Z4/2#3/2#1#1/3#1P+lit",
        "It is fiendish, 12 points: 2 for 2 moves beyond the distance; 5 because 50.0% of the states "
          + "are lost; 2 because the direct way loses; 3 for a single shortest solution."
      ),
      // 31 of 74, which is 41.89%.
      (
        "S4/5/Z1#2/2F2/4P",
        "It is easy, 5 points: 4 because 41.9% of the states are lost; 1 for few shortest solutions."
      ),
      (
        "S4/5/2Z2/2F2/4P",
        "It is easy, 5 points: 3 because 36.0% of the states are lost; 2 for few shortest solutions."
      ),
    ])
  func grades(code: String, expected: String) throws {
    let workshop = try Self.workshop(code)
    expectEqual(WorkshopTeller(workshop).answer[2], expected)
    let parts = expected.split(separator: ":").dropFirst().joined().split(separator: ";")
    let sum = parts.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }.reduce(0, +)
    expectEqual(workshop.survey.points, sum)
  }

  private static let shutOff: [(code: String, told: [String])] = [
    ("S2/2Z/2P", ["You are caught before your first move by the zombie on row 2, column 3."]),
    (
      "S1Z/1Z1/2P+lit",
      [
        "You cannot leave row 3, column 3, 4 squares from the signpost.",
        "The zombies on row 1, column 3 and row 2, column 2 each catch you when you go up.",
        "The zombie on row 2, column 2 catches you when you go left.",
      ]
    ),
    (
      "S4/5/5/3Z1/4P",
      [
        "You cannot leave row 5, column 5, 8 squares from the signpost.",
        "The zombie on row 4, column 4 alone catches you on every way out: up and left.",
      ]
    ),
    (
      "S2#1/3#1/###2/5/Z3P",
      [
        "You can get as far as row 1, column 5, 4 squares from the signpost, and reach 11 squares in "
          + "all.",
        "Blocks alone cut you off from the signpost.",
        "Zombies also catch you on 3 ways that lead nowhere.",
      ]
    ),
    (
      "S#/#P",
      [
        "You cannot leave row 2, column 2, 2 squares from the signpost.",
        "Blocks alone cut you off from the signpost.",
      ]
    ),
    (
      "S5/6/Z5/6/6/5P+lit",
      [
        "You can get as far as row 1, column 6, 5 squares from the signpost, and reach 12 squares in "
          + "all.",
        "The zombie on row 3, column 1 alone catches you on every way out: left from rows 1 to 3, "
          + "column 6; and up and left from the diagonal from row 4, column 5 to row 6, column 3.",
      ]
    ),
    (
      "S3/4/Z3/1Z2/4/2#1/3P+lit",
      [
        "You can get as far as row 6, column 4, 8 squares from the signpost, and reach 3 squares in "
          + "all.",
        "One or another of the zombies on row 3, column 1 and row 4, column 2 catches you when you go "
          + "up from row 6, column 4.",
        "The zombie on row 4, column 2 catches you when you go left from row 7, column 3.",
        "Blocks shut 2 other ways out.",
      ]
    ),
    (
      "S1F2/5/1Z3/5/4P",
      [
        "You can get as far as row 1, column 3, 2 squares from the signpost, and reach 17 squares in "
          + "all.",
        "The zombie on row 3, column 2 alone catches you on every way out: left from row 1, column 3 "
          + "and row 3, column 4; down and left from row 2, column 3; up and right from row 4, column "
          + "1; up and left from row 4, column 3; and 1 more.",
      ]
    ),
  ]

  @Test(
    "6.2 For an unsolvable level: how far a player can get, and which zombie blocks each way out",
    arguments: shutOff)
  func unsolvable(code: String, expected: [String]) throws {
    let told = WorkshopTeller(try Self.workshop(code)).answer
    expectEqual(told, ["It cannot be won."] + expected)
  }

  @Test(
    "6.2 What is in the way is told in short to players who see the picture",
    arguments: [
      ("S1P", ["It can be won: par 2, 1 shortest solution."]),
      ("S#1/2P", ["It can be won: par 3, 1 shortest solution."]),
      ("S#P", ["It cannot be won.", "Blocks cut you off from the signpost."]),
      ("S2/2Z/2P", ["It cannot be won.", "A zombie catches you at the start."]),
      (
        "S4/4Z/5/5/4P+lit",
        ["It cannot be won.", "Zombies catch you on every path to the signpost."]
      ),
    ])
  func caption(code: String, expected: [String]) throws {
    try expectEqual(WorkshopTeller(try Self.workshop(code)).caption, expected)
  }

  @Test("6.2 Squares are listed in few words, each of them once, and the rest is counted")
  func squareNames() throws {
    var random = NaiveRandom(seed: 7)
    for _ in 0..<cases(exactly: 60, long: 10_000) {
      let size = try RoomSize(rows: 1 + random.below(6), columns: 2 + random.below(6))
      let all = (0..<size.squareCount).map { size.square(at: $0) }
      let squares = all.filter { _ in random.below(3) > 0 }
      let most = 1 + random.below(8)
      let names = SquareNames(squares, in: size, atMost: most)
      var told: [Square] = []
      for name in names.names {
        let numbers = name.split { !$0.isNumber }.compactMap { Int($0) }.map { $0 - 1 }
        func range(_ noun: String) throws -> ClosedRange<Int> {
          let part = try require(name.split(separator: ", ").first { $0.hasPrefix(noun) })
          let ends = part.split { !$0.isNumber }.compactMap { Int($0) }.map { $0 - 1 }
          return ends[0]...ends[ends.count - 1]
        }
        if name.hasPrefix("the diagonal") {
          try require(numbers.count == 4 && numbers[2] >= numbers[0] + 2)
          for step in 0...numbers[2] - numbers[0] {
            let sign = numbers[3] > numbers[1] ? 1 : -1
            told.append(Square(row: numbers[0] + step, column: numbers[1] + sign * step))
          }
          expectEqual(told.last, Square(row: numbers[2], column: numbers[3]), "\(name)")
        } else {
          for row in try range("row") {
            for column in try range("column") { told.append(Square(row: row, column: column)) }
          }
        }
      }
      expect(Set(told).count == told.count && Set(told).isSubset(of: squares), "\(names)")
      expectEqual(names.rest, squares.count - told.count, "\(names)")
      expect(names.rest == 0 || names.names.count == most, "\(names)")
      expectEqual(names.text.hasSuffix("more squares"), (names.rest > 1), "\(names.text)")
    }
  }

  @Test("6.2 Results that take too long are reported as unknown, and shown later")
  func notKnown() throws {
    let draft = Workshop.Draft(try Level("S4/5/Z1#2/5/4P+lit"))
    var workshop = Workshop(draft, stateLimit: 9)
    expect(workshop.isUnsure && workshop.survey.verdict == .gaveUp)
    expectEqual(
      WorkshopTeller(workshop).answer,
      [
        "Whether it can be won is unknown: still searching after 9 states."
      ])
    expectEqual(WorkshopTeller(workshop).heading, "unknown")
    // A few more states are enough for the solution, but not for the grade.
    workshop = Workshop(draft, stateLimit: 50)
    let told = WorkshopTeller(workshop).answer
    expect(workshop.isUnsure && told.count == 3 && told[0].hasPrefix("It can be won: par 8, "))
    expectEqual(
      told[2], "The grade and the lost squares are unknown: still searching after 50 states.")
    workshop.lookLonger()
    expect(workshop.survey.stateLimit == Workshop.patientStateLimit && !workshop.isUnsure)
    let patient = Grader(stateLimit: Workshop.patientStateLimit).report(
      workshop.draft.level, [.grade, .solution, .lostSquares, .reach])
    expect(patient.verdict == .solvable && patient.grade != nil)
    expectEqual(workshop.survey, patient)
  }

  // MARK: 6.3

  @Test("6.3 It generates by family and grade, a different level each time")
  func generating() throws {
    var workshop = Workshop(seed: 42)
    let first = try workshop.generate(.block)
    expectEqual(first?.description, "block@42#0")
    expectEqual(workshop.draft.level, LevelGenerator(.block, seed: 42)[0])
    var seen: Set<String> = [workshop.code]
    for grade in [Grade.gentle, .easy, .gentle] {
      let drawn = try workshop.generate(.block, grade: grade)
      let reference = try require(drawn)
      expectEqual(Grader().report(workshop.draft.level, .grade).grade, grade)
      expectEqual(LevelGenerator(.block, seed: 42)[reference.index], workshop.draft.level)
      seen.insert(workshop.code)
    }
    expect(seen.count > 2)
    try workshop.undo()
    try workshop.redo()
    #expect(throws: Workshop.Refusal.self) { try workshop.generate(.classic, grade: .fiendish) }
    #expect(throws: Workshop.Refusal.self) { try workshop.generate(try Family("2x2z9")) }
    // Under other rules a reference would name another level.
    try workshop.perform(.rules(try Rules(zombieSpeed: 2)))
    let drawn = try workshop.generate(.flashlight)
    expectNil(drawn)
    expect(workshop.survey.verdict == .solvable && workshop.draft.rules.zombieSpeed == 2)
  }

  @Test("6.3 Saved levels can be edited again, and exported to a file of levels")
  func keeping() throws {
    var workshop = Workshop()
    expectNil(workshop.file)
    try workshop.keep()
    #expect(throws: Workshop.Refusal.self) { try workshop.keep() }
    try workshop.perform(.name("The empty room"))
    try workshop.keep()
    expectEqual(workshop.kept.map(\.name), ["The empty room"])
    try workshop.perform(.paste("S4/5/Z1#2/5/4P+lit"))
    expectNil(workshop.draft.name)
    try workshop.keep()
    try workshop.perform(.paste("SP"))
    try workshop.keep()
    let file = try require(workshop.file)
    let campaign = try Campaign(text: file)
    expect(
      campaign.worlds.map(\.name) == ["Workshop"]
        && campaign.worlds[0].levels.map(\.code) == workshop.kept.map(\.code)
        && campaign.worlds[0].levels.map(\.name) == workshop.kept.map(\.name))
    try expectEqual(Level.levels(in: file), workshop.kept.map(\.level))
    try workshop.perform(.takeUp(0))
    expect(workshop.code == "S4/5/5/5/4P" && workshop.draft.name == "The empty room")
    try workshop.undo()
    expectEqual(workshop.code, "SP")
    try workshop.removeKept(1)
    expectEqual(workshop.kept.map(\.code), ["S4/5/5/5/4P", "SP"])
    #expect(throws: Workshop.Refusal.self) { try workshop.removeKept(2) }
    #expect(throws: Workshop.Refusal.self) { try workshop.perform(.takeUp(-1)) }
  }
}
