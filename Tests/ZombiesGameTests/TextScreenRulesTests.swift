// Tests of each numbered rule of "The game as it is played", section 4.

import Testing
import ZombiesCore
import ZombiesTestSupport

@testable import ZombiesGame

@Suite struct TextScreenRulesTests {
  @Test("4.1 A command line below the log, which shows the newest message and can be scrolled")
  func scrolling() throws {
    var session = try session("S3/4/4/3P")
    _ = session.say("where")
    _ = session.say("score")
    guard case .text(let log) = session.screen.content else {
      Issue.record("\(session.screen.kind)")
      return
    }
    #expect(log.hidden == 0 && log.commandLine.isEmpty)
    #expect(log.messages.last == "3 lives, 0 games won, 0 lost.")
    #expect(!session.allows(.scroll(older: false)))
    while session.allows(.scroll(older: true)) { session.perform(.scroll(older: true)) }
    #expect(session.log.hidden == session.log.messages.count - 1)
    session.perform(.scroll(older: false))
    #expect(session.log.hidden == session.log.messages.count - 2)
    _ = session.say("where")
    #expect(session.log.hidden == 0)
  }

  @Test("4.2 Return on an empty line does nothing")
  func emptyLine() throws {
    var session = try session("S3/4/4/3P")
    session.perform(.open(.text))
    let before = session
    #expect(!session.allows(.enter))
    session.perform(.enter)
    #expect(session == before)
    // A line of blanks also does nothing, except that the blanks are removed.
    session.perform(.type("  "))
    session.perform(.enter)
    #expect(session == before)
  }

  @Test("4.2 Any other line becomes a message after a blank line, and the answers follow")
  func aLine() throws {
    var session = try session("S3/4/4/3P")
    #expect(session.say("go north") == ["\n> go north", "Move 1: up, to row 3, column 4."])
    #expect(session.log.commandLine.isEmpty)
    #expect(session.say("Xyzzy").first == "\n> Xyzzy")
  }

  @Test("4.3 The log keeps the last 100 messages")
  func hundredMessages() throws {
    var session = try session("S3/4/4/3P")
    session.perform(.open(.text))
    let first = session.log.messages
    #expect(first.count == 2)
    for number in 0..<48 { #expect(session.say("score").count == 2, "\(number)") }
    #expect(session.log.messages.count == 98 && session.log.messages.first == first.first)
    _ = session.say("score")
    #expect(session.log.messages.count == 100 && session.log.messages.first == first.first)
    session.perform(.type("score"))
    session.perform(.enter)
    #expect(session.log.messages.count == 100)
    #expect(
      session.log.messages.first == "\n> score", "the 101st and 102nd took the first two places")
  }

  @Test(
    "4.4 It understands what people type",
    arguments: [
      ("up", Direction.up), ("U", .up), ("north", .up), ("n", .up), ("go north", .up),
      ("GO  UP", .up), ("walk left", .left), ("w", .left), ("west", .left), ("l", .left),
      ("south", .down), ("d", .down), ("e", .right), ("move right", .right), (" r ", .right),
    ])
  func directions(line: String, direction: Direction) throws {
    var session = try session("S4/5/2P2/5/5")
    #expect(session.say(line).last?.hasPrefix("Move 1: \(direction.word), to ") == true)
    #expect(session.attempt.path == [direction])
  }

  @Test("4.4 … look, where, hint, undo, restart, score, level CODE, settings, help, quit")
  func words() throws {
    var session = try session("S3/4/4/3P+lit")
    #expect(
      session.say("look").dropFirst() == [
        """
        You are on row 4, column 4 of 4 by 4; it is lit.
        The signpost is 3 up and 3 left.
        You can go up and left.
        """
      ])
    #expect(
      session.say("where").last == "You are on row 4, column 4; the signpost is 3 up and 3 left.")
    #expect(session.say("hint").last == "Hint: up. A shortest path from here takes 6 moves.")
    _ = session.say("up")
    #expect(
      session.say("undo").last?.hasPrefix("Move undone. The rest of the round is practice.")
        == true)
    _ = session.say("up")
    #expect(session.say("restart").last?.hasPrefix("The same level again.") == true)
    #expect(session.say("score").last?.hasPrefix("3 lives, 0 games won, 0 lost.") == true)
    #expect(session.say("new").last?.hasPrefix("A new round: ") == true)
    #expect(session.say("level S1/1P").last?.hasPrefix("A new round: S1/1P.") == true)
    #expect(session.attempt.standing == .practice)
    #expect(session.say("level classic@42#7").last?.hasPrefix("A new round: classic@42#7.") == true)
    #expect(session.say("set tell off").last == "tell: off.")
    #expect(session.say("settings").last?.contains("tell: off") == true)
    #expect(session.say("help").last?.contains("quit (q, exit, bye): leave") == true)
    _ = session.say("quit")
    #expect(session.isOver)
  }

  @Test("4.4 A command that it does not understand is answered with one that it does")
  func misunderstood() throws {
    var session = try session("S3/4/4/3P")
    let answers = [
      "jump": "I do not understand 'jump'. Type up or left, look, hint or help.",
      "hnit": "I do not understand 'hnit'. Did you mean hint?",
      "lvel S1P": "I do not understand 'lvel S1P'. Did you mean level S1P?",
      "set symbol emoji": "There is no setting 'symbol'. Did you mean symbols?",
      "up 31": "A line can have 1 to 30 moves.",
      "right": "You cannot go right: the room ends there.",
      "level": "Type: level CODE, such as level S4/5/Z1#2/2F2/4P.",
      "set tell maybe": "'maybe' is not a value of tell: expected on or off.",
      "set taste good":
        "There is no setting 'taste'. The settings are family, levels, memory, tell, symbols, distance, "
        + "chase, speed and hearing.",
      "undo": "There is no move to undo.",
      "next": "There is no message: the round is not over.",
      "new": "This round has begun, and it counts. Finish this round first, or quit.",
      "set memory":
        "memory can be remember or forget: whether squares that you have seen stay visible.",
      "skip": "These are not the first steps.",
      "share": "No round is finished yet.",
    ]
    for (line, answer) in answers {
      let before = session.attempt
      #expect(session.say(line).last == answer, "\(line)")
      #expect(session.attempt == before, "\(line)")
    }
    #expect(session.say("level S9Z").last?.hasPrefix("Not a level: ") == true)
  }

  @Test("4.2 A line that was too long is read again after it was shortened")
  func shortened() throws {
    var session = try session("S3/4/4/3P")
    session.perform(.open(.text))
    session.perform(.type(String(repeating: "x", count: TextLog.longestLine + 1)))
    session.perform(.enter)
    #expect(session.log.messages.last?.hasPrefix("The line is too long") == true)
    session.perform(.type("up" + String(repeating: " ", count: TextLog.longestLine)))
    for _ in 0..<(TextLog.longestLine - 2) { session.perform(.erase) }
    #expect(session.log.commandLine == "up")
    session.perform(.enter)
    #expect(session.attempt.path == [.up])
  }

  @Test("4.4 Several moves in a line, until a move is refused or the round is over")
  func severalMoves() throws {
    for (line, path) in [
      ("up up left", "UUL"), ("go up 2, left", "UUL"), ("u u l.", "UUL"), ("up 9", "UUU"),
      ("up, then left please", "UL"), ("up 3 left 3 down", "UUULLL"),
      ("uuu", "UUU"), ("uul", "UUL"), ("nnn", "UUU"), ("u2 l", ""), ("seen", ""),
      ("uu left", "UUL"),
    ] {
      var session = try session("S3/4/4/3P")
      let told = session.say(line)
      #expect(session.attempt.path.letters == path, "\(line)")
      #expect(told.count >= 2)
    }
    var session = try session("S3/4/4/3P")
    for line in ["up 0", "up 31", "2 up", "up north-west", "and", "up -1"] {
      _ = session.say(line)
      #expect(session.attempt.path.isEmpty, "\(line)")
    }
  }

  @Test("4.4 Every command in the help is understood")
  func everyWord() throws {
    for row in TypedCommand.table {
      for word in row.words where word != "level" {
        #expect(try TypedCommand(word) != nil, "\(word)")
      }
    }
  }

  @Test("4.4 The same thing is always said in the same words")
  func sameWords() throws {
    var (one, other) = (try session("S3/1Z2/4/3P+lit"), try session("S3/1Z2/4/3P+lit"))
    for line in ["look", "up", "look", "hint", "undo", "look"] {
      #expect(one.say(line) == other.say(line))
    }
    #expect(one.say("look").dropFirst() == one.say("look").dropFirst())
  }

  @Test("4.5 Everything can be played from the text screen: a win, and the next round")
  func aGame() throws {
    var session = try session("S1P") { $0.textScreen = .only }
    #expect(!session.allows(.close))
    _ = session.say("left")
    let told = session.say("left")
    #expect(
      told.joined(separator: "\n")
        == """

        > left
        Move 2: left, to row 1, column 1.
        You won!
        You reached the signpost in 2 moves.
        3 lives, 1 game won, 0 lost.
        Next: a new game.
        """)
    #expect(
      session.say("up").last == "The round is over. Type next for a new one, look, undo or quit.")
    #expect(session.say("next").last?.hasPrefix("A new round: S1P.") == true)
  }
}
