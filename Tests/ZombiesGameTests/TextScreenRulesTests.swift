import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesGame

/// Lines on the text screen that break a numbered rule of section 4, by example.
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
    expect(log.hidden == 0 && log.commandLine.isEmpty)
    expectEqual(log.messages.last, "3 lives, 0 games won, 0 lost.")
    expect(!session.allows(.scroll(older: false)))
    while session.allows(.scroll(older: true)) { session.perform(.scroll(older: true)) }
    expectEqual(session.log.hidden, session.log.messages.count - 1)
    session.perform(.scroll(older: false))
    expectEqual(session.log.hidden, session.log.messages.count - 2)
    _ = session.say("where")
    expectEqual(session.log.hidden, 0)
  }

  @Test("4.2 Return on an empty line does nothing")
  func emptyLine() throws {
    var session = try session("S3/4/4/3P")
    session.perform(.open(.text))
    let before = session
    expect(!session.allows(.enter))
    session.perform(.enter)
    expectEqual(session, before)
    // A line of blanks also does nothing, except that the blanks are removed.
    session.perform(.type("  "))
    session.perform(.enter)
    expectEqual(session, before)
  }

  @Test("4.2 Any other line becomes a message after a blank line, and the answers follow")
  func aLine() throws {
    var session = try session("S3/4/4/3P")
    expectEqual(session.say("go north"), ["\n> go north", "Move 1: up, to row 3, column 4."])
    expect(session.log.commandLine.isEmpty)
    expectEqual(session.say("Xyzzy").first, "\n> Xyzzy")
  }

  @Test("4.3 The log keeps the last 100 messages")
  func hundredMessages() throws {
    var session = try session("S3/4/4/3P")
    session.perform(.open(.text))
    let first = session.log.messages
    expectEqual(first.count, 2)
    for number in 0..<48 { expectEqual(session.say("score").count, 2, "\(number)") }
    expect(session.log.messages.count == 98 && session.log.messages.first == first.first)
    _ = session.say("score")
    expect(session.log.messages.count == 100 && session.log.messages.first == first.first)
    session.perform(.type("score"))
    session.perform(.enter)
    expectEqual(session.log.messages.count, 100)
    expectEqual(
      session.log.messages.first, "\n> score", "the 101st and 102nd took the first two places")
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
    expectEqual(session.say(line).last?.hasPrefix("Move 1: \(direction.word), to "), true)
    expectEqual(session.attempt.path, [direction])
  }

  @Test("4.4 … look, where, hint, undo, restart, score, level CODE, settings, help, quit")
  func words() throws {
    var session = try session("S3/4/4/3P+lit")
    expectEqual(
      session.say("look").dropFirst(),
      [
        """
        You are on row 4, column 4 of 4 by 4; it is lit.
        The signpost is 3 up and 3 left.
        You can go up and left.
        """
      ])
    expectEqual(
      session.say("where").last, "You are on row 4, column 4; the signpost is 3 up and 3 left.")
    expectEqual(session.say("hint").last, "Hint: up. A shortest path from here takes 6 moves.")
    _ = session.say("up")
    expectEqual(
      session.say("undo").last?.hasPrefix("Move undone. The rest of the round is practice."), true)
    _ = session.say("up")
    expectEqual(session.say("restart").last?.hasPrefix("The same level again."), true)
    expectEqual(session.say("score").last?.hasPrefix("3 lives, 0 games won, 0 lost."), true)
    expectEqual(session.say("new").last?.hasPrefix("A new round: "), true)
    expectEqual(session.say("level S1/1P").last?.hasPrefix("A new round: S1/1P."), true)
    expectEqual(session.attempt.standing, .practice)
    expectEqual(
      session.say("level classic@42#7").last?.hasPrefix("A new round: classic@42#7."), true)
    expectEqual(session.say("level classic#57").last?.hasPrefix("A new round: classic#57."), true)
    expectEqual(session.say("set tell off").last, "tell: off.")
    expectEqual(session.say("settings").last?.contains("tell: off"), true)
    expectEqual(session.say("help").last?.contains("quit (q, exit, bye): leave"), true)
    _ = session.say("quit")
    expect(session.isOver)
  }

  @Test("4.4 A command that it does not understand is answered with one that it does")
  func misunderstood() throws {
    var session = try session("S3/4/4/3P")
    let answers = [
      "jump": "I do not understand 'jump'. Type up or left, look, hint, rules or help.",
      "help jump": "There is no command 'jump'. Type help for the list.",
      "help hnit": "There is no command 'hnit'. Did you mean help hint?",
      "hnit": "I do not understand 'hnit'. Did you mean hint?",
      "lvel S1P": "I do not understand 'lvel S1P'. Did you mean level S1P?",
      "set symbol emoji": "There is no setting 'symbol'. Did you mean symbols?",
      "up 31": "A line can have 1 to 30 moves.",
      "right": "You cannot go right: the room ends there.",
      "level": "Type: level CODE, such as level S4/5/Z1#2/2F2/4P.",
      "set tell maybe": "'maybe' is not a value of tell: expected on or off.",
      "set taste good":
        "There is no setting 'taste'. The settings are family, levels, memory, tell, symbols, keys, "
        + "distance, chase, speed and hearing.",
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
      expectEqual(session.say(line).last, answer, "\(line)")
      expectEqual(session.attempt, before, "\(line)")
    }
    expectEqual(session.say("level S9Z").last?.hasPrefix("Not a level: "), true)
  }

  @Test("4.2 A line that was too long is read again after it was shortened")
  func shortened() throws {
    var session = try session("S3/4/4/3P")
    session.perform(.open(.text))
    session.perform(.type(String(repeating: "x", count: TextLog.longestLine + 1)))
    session.perform(.enter)
    expectEqual(session.log.messages.last?.hasPrefix("The line is too long"), true)
    session.perform(.type("up" + String(repeating: " ", count: TextLog.longestLine)))
    for _ in 0..<(TextLog.longestLine - 2) { session.perform(.erase) }
    expectEqual(session.log.commandLine, "up")
    session.perform(.enter)
    expectEqual(session.attempt.path, [.up])
  }

  @Test("4.4 Several moves in a line, until a move is refused or the round is over")
  func severalMoves() throws {
    for (line, path) in [
      ("up up left", "UUL"), ("go up 2, left", "UUL"), ("u u l.", "UUL"), ("up 9", "UUU"),
      ("up, left please", "UL"), ("up 3 left 3 down", "UUULLL"),
      ("uuu", "UUU"), ("uul", "UUL"), ("nnn", "UUU"), ("u2 l", "UUL"), ("seen", ""),
      ("uu left", "UUL"), ("left3", "LLL"), ("left 3", "LLL"),
      ("up 2 left 3", "UULLL"), ("up 2, left 3", "UULLL"), ("u2l3", "UULLL"),
    ] {
      var session = try session("S3/4/4/3P")
      let told = session.say(line)
      expectEqual(session.attempt.path.letters, path, "\(line)")
      expect(told.count >= 2)
    }
    var session = try session("S3/4/4/3P")
    for line in [
      "up 0", "up 31", "31 up", "2", "2 2 up", "3 left", "up north-west", "and", "up -1", "-1 up",
      "up 99999999999999999999",
    ] {
      _ = session.say(line)
      expect(session.attempt.path.isEmpty, "\(line)")
    }
  }

  /// A dark room with a zombie in the corner that the player hears on the way, and a lit one.
  private static let walks:
    [(code: String, hearing: Int, line: String, path: String, end: String)] =
      [
        (
          "S3/1Z2/4/3P", 2, "left 3", "LL", "You stop after 2 steps: you hear 1 zombie now."
        ),
        ("S3/1Z2/4/3P", 2, "l l l", "LLL", "You hear no zombies within 2 steps."),
        (
          "S3/4/1F2/3P", 0, "left 3", "LL", "You stop after 2 steps: the room is lit now."
        ),
        (
          "S4/Z4/5/5/4P+lit", 0, "up 4", "UU", "You stop after 2 steps: a zombie is 3 squares away."
        ),
        ("S3/4/4/3P", 2, "left 3", "LLL", "You hear no zombies within 2 steps."),
      ]

  @Test(
    "4.6 A counted walk stops where something happens, and says why; single steps do not",
    arguments: walks.indices)
  func stoppedWalks(number: Int) throws {
    let (code, hearing, line, path, end) = Self.walks[number]
    var session = try session(code) {
      $0.settings.rules = .standard.hearing(within: hearing)
    }
    let told = session.say(line)
    expectEqual(session.attempt.path.letters, path, "\(told)")
    expect(told.joined(separator: "\n").split(separator: "\n").contains { $0 == end }, "\(told)")
  }

  @Test("4.6 … also where the round can no longer be won")
  func stoppedWhenLost() throws {
    var session = try session("S4/5/Z1#2/5/4P+lit")
    _ = session.say("uul")
    let told = session.say("up 3")
    expectEqual(session.attempt.path.letters, "UULUU", "\(told)")
    expectEqual(told.last, "You stop after 2 steps: this round can no longer be won.")
  }

  @Test("4.6 The words that people type at first do what they mean")
  func firstWords() throws {
    var session = try session("S3/4/4/3P+lit") { $0.textScreen = .only }
    let hint = "Hint: up. A shortest path from here takes 6 moves."
    for line in ["i", "hint please", "a hint please", "Hint now"] {
      expectEqual(session.say(line).last, hint, "\(line)")
    }
    let explained = "hint (i): the best move, given what you have seen"
    for line in ["help hint", "help i", "? hint", "HELP HINT"] {
      expectEqual(session.say(line).last, explained, "\(line)")
    }
    let menu = try require(session.say("menu").last).split(separator: "\n")
    expect(menu.first == "You can play:" && menu.last == "Now: \(session.mode.name).")
    expect(menu.contains { $0.hasPrefix("worlds: ") })
    expect(menu.contains { $0.hasPrefix("workshop (edit): ") })
  }

  @Test("4.6 From a pipe, a hint just comes")
  func pipedHint() throws {
    for screen in [Session.Setup.TextScreen.only, .piped] {
      var session = try Session(
        Session.Setup(
          Settings(.family(try Family("flashlight"))), seed: 2, textScreen: screen))
      let told = session.say("hint").dropFirst()
      expectEqual(told.count, (screen == .only ? 2 : 1), "\(told)")
      expectEqual(told.last?.hasPrefix("Hint: "), true)
    }
  }

  /// A generator of numbers that repeats itself on every machine.
  private struct Dice {
    var state: UInt64
    mutating func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
  }

  @Test("4.6 Nonsense is answered and changes nothing", arguments: Mode.allCases)
  func nonsense(mode: Mode) throws {
    let words = [
      "up", "3", "left3", "0", "-1", "xyzzy", "give", "Ann", "to", "rename", "hint", "help",
      "zombie", "set", "the", "a", "please", "99999999999999999999", "٣", "3\u{301}", "é", "🧟", ",",
      ";", "\u{0}", "on", "listen", "play", "open", "list", "size", "x", "6x8", "@", "level",
      "rule", "and", "then",
    ]
    var dice = Dice(state: 29)
    let before = try session("S3/4/2Z1/3P+lit", at: mode, after: [])
    var session = before
    for number in 0..<cases(exactly: 30, long: 1000) {
      let line = (0...dice.roll(4)).map { _ in words[dice.roll(words.count)] }.joined(
        separator: " ")
      let told = session.say(line)
      guard told.last?.hasPrefix("I do not understand") == true else {
        // The line means something, so go back to the beginning.
        session = before
        continue
      }
      expect(
        session.place == before.place && session.stage == before.stage
          && session.seats == before.seats
          && session.bench == before.bench && session.settings == before.settings
          && session.tour == before.tour && session.page == before.page,
        "\(mode), \(number): \(line)")
    }
  }

  @Test("4.4 Every command in the help is understood")
  func everyWord() throws {
    for row in TypedCommand.table {
      for word in row.words where word != "level" {
        try expect(TypedCommand(word) != nil, "\(word)")
      }
    }
  }

  @Test("4.5 Everything can be played from the text screen: a win, and the next round")
  func aGame() throws {
    var session = try session("S1P") { $0.textScreen = .only }
    expect(!session.allows(.close))
    _ = session.say("left")
    let told = session.say("left")
    expectEqual(
      told.joined(separator: "\n"),
      """

      > left
      Move 2: left, to row 1, column 1.
      You won!
      You reached the signpost in 2 moves.
      3 lives, 1 game won, 0 lost.
      Next: a new game.
      """)
    expectEqual(
      session.say("up").last, "The round is over. Type next for a new game, look, undo or quit.")
    expectEqual(session.say("next").last?.hasPrefix("A new round: S1P."), true)
  }
}
