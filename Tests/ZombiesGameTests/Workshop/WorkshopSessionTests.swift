import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Keys, actions and typed commands of the workshop that do the wrong edit, or do not explain a
/// refusal.
@Suite struct WorkshopSessionTests {
  static func open(_ code: String = "S4/5/5/5/4P") throws -> Session {
    var session = try session("S4/5/Z1#2/5/4P+lit")
    session.perform(.visit(.workshop))
    if code != session.bench.workshop.code { session.perform(.edit(.paste(code))) }
    return session
  }

  @Test("6.1 A cursor moves over the level, and things are put on its square; all can be undone")
  func byKeys() throws {
    var session = try Self.open()
    expect(session.screenKind == .workshop && session.screen.heading.hasPrefix("Workshop · par 8"))
    expect(!session.allows(.undo) && !session.allows(.redo) && !session.allows(.move(.down)))
    func press(_ keys: [Key]) {
      for key in keys {
        if let action = session.action(of: key) { session.perform(action) }
      }
    }
    press([.arrow(.up), .arrow(.up), .arrow(.left), .character("b")])
    expectEqual(session.bench.workshop.code, "S4/5/3#1/5/4P")
    // The start cannot be replaced.
    session.perform(.aim(Square(row: 4, column: 4)))
    expect(!session.allows(.put(.zombie)) && !session.allows(.put(nil)))
    press([.character("u")])
    expectEqual(session.bench.workshop.code, "S4/5/5/5/4P")
    press([.character("y")])
    expectEqual(session.bench.workshop.code, "S4/5/3#1/5/4P")
    press([.arrow(.left), .character("p")])
    expectEqual(session.bench.workshop.code, "S4/5/3#1/5/3P1")
    // If the room shrinks, the cursor stays inside.
    session.perform(.edit(.resize(rows: 2, columns: 2)))
    expectEqual(session.bench.cursor, Square(row: 1, column: 1))
    expectEqual(session.bench.workshop.code, "S1/1P")
  }

  @Test(
    "6.2 The solution and the lost squares are marked, and everything is also said in words")
  func answers() throws {
    let session = try Self.open("S4/5/2Z2/5/3#P")
    let panel = try require(session.shownPanel)
    let room = try require(panel.rooms.first).room
    let marks = (0..<25).map { room[room.size.square(at: $0)].symbols(.letters).mark }
    expect(marks.contains("*") && marks[24] == "<")
    expectEqual(panel.notes, WorkshopTeller(session.bench.workshop).answer)
    let lost = try Self.open("S4/5/5/3Z1/4P")
    expectEqual(lost.shownPanel?.title, "Workshop · cannot be won")
    expect(lost.told.contains("It cannot be won."))
  }

  @Test("6.2 Results that take long are awaited, and shown when they are known")
  func waiting() throws {
    var session = try Self.open()
    session.bench.workshop = Workshop(session.bench.workshop.draft, stateLimit: 9)
    session.perform(.edit(.paste("S4/5/Z1#2/3F1/4P")))
    session.perform(.edit(.rules(try Rules(hearingDistance: 2))))
    expectEqual(session.awaits, .answer)
    expect(session.told.contains { $0.contains("unknown") })
    session.perform(.proceed)
    expectEqual(session.told, WorkshopTeller(session.bench.workshop).answer)
    expect(!session.bench.workshop.isUnsure)
    expect(session.awaits == nil && !session.allows(.proceed))
  }

  @Test("6.1 Trying a level of the workshop does not count, and leads back")
  func trying() throws {
    var session = try Self.open("S1/1P")
    session.perform(.edit(.rules(try Rules(zombieSpeed: 3))))
    let game = session.game
    session.perform(.choose)
    expect(session.screenKind == .round && session.attempt.rules.zombieSpeed == 3)
    expect(!session.allows(.newRound) && session.allows(.back))
    try session.play("UL")
    expectEqual(session.message?.reasons.last, "Next: the workshop.")
    session.perform(.dismiss)
    expect(session.screenKind == .workshop && session.game == game && session.countedRounds == 0)
    session.perform(.choose)
    session.perform(.back)
    expectEqual(session.screenKind, .workshop)
    // The earlier round, interrupted by the workshop, is still there.
    session.perform(.visit(.rounds))
    expect(session.attempt.named.name == "S4/5/Z1#2/5/4P+lit" && session.screenKind == .round)
  }

  @Test("6.1 By typed commands, each of the table")
  func words() throws {
    var session = try Self.open()
    func code(after line: String) -> String {
      _ = session.say(line)
      return session.bench.workshop.code
    }
    expectEqual(code(after: "edit zombie 2 3"), "S4/2Z2/5/5/4P")
    expectEqual(code(after: "block 3 1"), "S4/2Z2/#4/5/4P")
    expectEqual(code(after: "flashlight 3 5"), "S4/2Z2/#3F/5/4P")
    expectEqual(code(after: "EDIT FLOOR 2 3"), "S4/5/#3F/5/4P")
    expectEqual(code(after: "start 5 4"), "S4/5/#3F/5/3P1")
    expectEqual(code(after: "signpost 1 2"), "1S3/5/#3F/5/3P1")
    expectEqual(code(after: "size 3x4"), "1S2/4/#2P")
    expectEqual(code(after: "larger"), "1S3/5/#4/4P")
    expectEqual(session.say("undo").last?.hasPrefix("Undone: 1S2/4/#2P.\nIt "), true)
    expectEqual(code(after: "redo"), "1S3/5/#4/4P")
    expectEqual(code(after: "smaller"), "1S2/4/#2P")
    expectEqual(code(after: "undo"), "1S3/5/#4/4P")
    expectEqual(code(after: "back"), "1S2/4/#2P")
    expectEqual(code(after: "lit"), "1S2/4/#2P+lit")
    expectEqual(code(after: "dark"), "1S2/4/#2P")
    expectEqual(code(after: "clear"), "1S2/4/3P")
    expectEqual(code(after: "paste S4/5/Z1#2/5/4P+lit"), "S4/5/Z1#2/5/4P+lit")
    expectEqual(code(after: "paste S.. ..Z P.."), "S2/2Z/P2")
    expect(code(after: "generate block gentle").hasPrefix("S"))
    expectEqual(code(after: "level S4/5/5/5/4P"), "S4/5/5/5/4P")
    for line in ["up 4", "down 4", "right 5", "up 2"] { _ = session.say(line) }
    expectEqual(code(after: "put zombie"), "S4/5/4Z/5/4P")
    expectEqual(code(after: "add block 2, 3"), "S4/2#2/4Z/5/4P")
    expectEqual(code(after: "size 6 rows by 5 columns"), "S4/2#2/4Z/5/5/4P")
    _ = session.say("rule speed 2")
    expectEqual(session.bench.workshop.draft.rules.zombieSpeed, 2)
    _ = session.say("name The Door")
    expectEqual(session.bench.workshop.draft.name, "The Door")
    _ = session.say("keep")
    expectEqual(session.say("kept").last, "1. The Door: \(session.bench.workshop.code)")
    let file = session.say("file").last ?? ""
    expect(file.contains("\n; level: The Door\n") && file.hasPrefix(";; zombies-workshop 2\n"))
    // What is shared from the workshop is its level, and can be pasted.
    let code = session.bench.workshop.code
    for line in ["link", "code", "share"] {
      expectEqual(
        session.say(line).last,
        "Name: The Door\nCode: \(code)\nLink: #workshop/\(code)?zombie-speed=2",
        "\(line)")
    }
    _ = session.say("paste SP")
    _ = session.say("paste #workshop/\(code)")
    expectEqual(session.bench.workshop.code, code)
    _ = session.say("take 1")
    expectEqual(session.bench.workshop.draft.name, "The Door")
    _ = session.say("remove 1")
    expect(session.bench.workshop.kept.isEmpty)
    expectEqual(
      session.say("play").last?.hasPrefix("You are trying a level from the workshop: The Door."),
      true)
    _ = session.say("workshop")
    expectEqual(session.place, .workshop)
    // Every command of the table is understood, and incomplete ones are explained.
    for row in TypedCommand.workshopTable {
      for word in row.words where word != "edit" {
        let command = try? TypedCommand(word, at: .workshop)
        let isTold = session.say(word).last?.hasPrefix("I do not understand") == false
        expect(command != nil || isTold, "\(word)")
        if session.place == .room {
          session.perform(.close)
          session.perform(.back)
        }
      }
    }
  }

  @Test(
    "6.1 Impossible commands are explained, with a command that works",
    arguments: [
      ("zombie 2", "Type: zombie ROW COLUMN, such as zombie 2 3."),
      ("zombie", "The start is on row 5, column 5. Put it on another square first."),
      ("down 2", "The room ends there."), ("rule speed", "Type: rule distance 0, "),
      ("generate hard", "Type: generate FAMILY hard, such as generate block hard."),
      ("take", "Type: take 2, "), ("remove a zombie", "Type: remove 2, "),
      ("zombie 0 1", "'0' is not a number from 1 to 999999."),
      ("zombie 1 1", "The signpost is on row 1, column 1. Put it on another square first."),
      ("size 5", "Type: size ROWS COLUMNS, such as size 6 8."),
      (
        "rule luck 3",
        "There is no rule 'luck'. The rules are distance, chase, speed and hearing."
      ),
      ("rule speed 99", "'99' is not a value of speed: expected 1 to 16."),
      ("paste S4/Q", "Not a level: line 1, column 4: "), ("undo", "There is nothing to undo."),
      ("take 3", "There are no saved levels."), ("remove 3", "There are no saved levels."),
      ("generate nothing", "Not a family: "),
      ("generate block awful", "Type: generate FAMILY GRADE. The grades are gentle, "),
      ("clear", "The room is already empty."), ("dark", "Nothing changed."),
      ("frobnicate", "I do not understand 'frobnicate'. "),
    ])
  func refusals(line: String, expected: String) throws {
    var session = try Self.open()
    let before = session.bench
    let told = session.say(line)
    expectEqual(told.last?.hasPrefix(expected), true, "\(told)")
    expectEqual(session.bench, before)
  }
}
