import Testing
import ZombiesTestSupport

@testable import ZombiesGame

/// Lines that people type with needless words or other synonyms, and that do something else or
/// nothing (4.4, 4.6).
@Suite struct PhraseTests {
  /// Places with lines that lead there, and there a line with the command that it means.
  private static let phrases: [(mode: Mode, lines: [String], phrase: String, command: String)] = [
    (.rounds, [], "where am i?", "where"), (.rounds, [], "Where am I ?", "where"),
    (.rounds, [], "look!", "look"), (.rounds, [], "please  go  up.", "up"),
    (.rounds, [], "a hint, please!", "hint"), (.rounds, [], "help me!", "help"),
    (.rounds, [], "turn left", "left"), (.rounds, [], "go up 3, left 2", "up 3 left 2"),
    (.rounds, [], "go to the left", "left"),
    (.rounds, [], "solve", "show"),
    (.rounds, ["up"], "reset", "restart"),
    (.rounds, [], "instructions", "rules"), (.rounds, [], "lives", "score"),
    (.rounds, [], "points", "score"), (.rounds, [], "stars", "score"),
    (.rounds, [], "symbols", "legend"), (.rounds, [], "marks", "legend"),
    (.rounds, lost, "pass", "next"),
    (.rounds, lost, "again", "restart"), (.worlds, [], "next world", "right"),
    (.worlds, ["right"], "previous world", "left"), (.worlds, [], "play world 1", "1"),
    (.worlds, [], "levels", "list"), (.worlds, ["enter"], "level 2", "2"),
    (.worlds, ["enter"], "play level 2", "2"),
    (.worlds, ["enter", "play"], "back", "worlds"),
    (.worlds, ["enter", "2", "left"], "back", "undo"), (.questions, ["next"], "skip", "next"),
    (.questions, ["next"], "pass", "next"), (.questions, ["next"], "1.", "1"),
    (.questions, ["next", "2", "next"], "pass", "next"),
    (.questions, ["next", "2", "next"], "skip!", "next"), (.questions, [], "skip", "next"),
    (.workshop, [], "add a wall on 2 3", "block 2 3"),
    (.workshop, [], "add a block on 2 3", "block 2 3"),
    (.workshop, [], "put the sign on 2 3", "signpost 2 3"),
  ]

  /// Phrases that are no commands.
  private static let unknown: [(mode: Mode, lines: [String], phrase: String)] = [
    (.rounds, [], "what now"), (.rounds, [], "give up"), (.rounds, [], "I want to go left"),
    (.rounds, lost, "try again"), (.worlds, ["enter", "2"], "leave level"),
    (.workshop, [], "exit workshop"),
  ]

  private static let lost = ["left 2"]

  private static func at(
    _ mode: Mode, _ lines: [String], change: (inout Session.Setup) -> Void = { _ in }
  ) throws -> Session {
    try session("S3/4/1Z2/3P", at: mode, after: lines, change: change)
  }

  @Test("4.4, 4.6 A line does what its command does", arguments: phrases.indices)
  func meanings(number: Int) throws {
    let (mode, lines, phrase, command) = Self.phrases[number]
    var (one, other) = (try Self.at(mode, lines), try Self.at(mode, lines))
    let told = other.say(command).dropFirst()
    expectEqual(one.say(phrase).dropFirst(), told, "\(lines): \(phrase)")
    expectEqual(told.first?.hasPrefix("I do not understand"), false, "\(command): \(told)")
    expect(one.stage == other.stage && one.place == other.place, "\(phrase)")
    expect(one.quizRun == other.quizRun && one.bench == other.bench, "\(phrase)")
    expect(one.tour == other.tour && one.isOver == other.isOver, "\(phrase)")
  }

  @Test("4.4 A phrase that is no command changes nothing, and is answered with commands")
  func unknownPhrases() throws {
    for (mode, lines, phrase) in Self.unknown {
      let before = try Self.at(mode, lines)
      var session = before
      let told = session.say(phrase).last ?? ""
      expect(told.hasPrefix("I do not understand '\(phrase)'. "), "\(told)")
      expect(session.stage == before.stage && session.place == before.place, "\(phrase)")
    }
  }

  @Test(
    "4.6 A word that ends something elsewhere does not leave the game", arguments: Mode.allCases)
  func ends(mode: Mode) throws {
    for line in ["end", "end turn", "end game", "start", "reset"] {
      var session = try Self.at(mode, [])
      _ = session.say(line)
      expect(!session.isOver, "\(line)")
    }
  }

  @Test("4.4 The legend explains the symbols and the marks, the settings name their values")
  func explanations() throws {
    var session = try Self.at(.rounds, [])
    expectEqual(
      session.say("legend").last,
      """
      P is you, S the signpost, Z a zombie, # a block, F a flashlight and . a free square.
      ? is dark, , was seen before, and ' marks a thing seen before, such as #'.
      ! marks a zombie that caught you, and ~ a square that a number counts. A digit is the number of \
      zombies that you heard there.
      """)
    var workshop = try Self.at(.workshop, [])
    expectEqual(workshop.say("legend").last?.contains("\n* marks the solution, "), true)
    expectEqual(session.say("settings").last?.hasSuffix(", or set NAME for its values."), true)
    let values = "family can be classic, block, flashlight, or a family such as 6x6z1b5+lit: "
    for line in ["set family", "help set family"] {
      expectEqual(session.say(line).last?.hasPrefix(values), true, "\(line)")
    }
    expectEqual(session.say("help set").last?.contains("The names are family, levels, "), true)
    expectEqual(session.say("set family block").last, "family: block, from the next round on.")
    expectEqual(
      session.say("level 2").last?.hasPrefix("Numbers of levels work in the worlds."), true)
  }

  @Test("1.8, 4.4 After the end, typed undo and restart work, and next says where it leads")
  func afterTheEnd() throws {
    var session = try Self.at(.rounds, Self.lost)
    expectEqual(
      session.say("up").last, "The round is over. Type next for a new level, look, undo or quit.")
    expectEqual(
      session.say("restart").last?.hasPrefix("The same level again. This round is practice."), true)
    expect(session.attempt.path.isEmpty && session.game.lives == 2)
    session = try Self.at(.worlds, ["enter", "play", "left"])
    expectEqual(
      session.say("up").last?.contains(" Type next for level 2, look, undo or quit."), true)
  }

  @Test("3.1 A question waits for an answer, says what it expects, and keeps the score")
  func questions() throws {
    var session = try Self.at(.questions, [])
    expectEqual(session.say("look").last, "Chapter 1 of 2: One. 1 question.\nType next to begin.")
    expectEqual(session.say("score").last, "0 of 2 questions answered, 0 right at the first try.")
    expectEqual(session.say("hint").last, "There are no hints for questions.")
    _ = session.say("next")
    let before = session.quizRun
    expectEqual(
      session.say("next").last,
      "This question needs an answer: its number, from 1 to 2, or its words. "
        + "Type rounds, worlds or quit to leave.")
    expectEqual(session.quizRun, before)
    _ = session.say("1")
    _ = session.say("two")
    expectEqual(session.say("score").last, "1 of 2 questions answered, 0 right at the first try.")
    _ = session.say("next")
    expectEqual(
      session.say("next").last,
      "This question needs an answer: a line. Type rounds, worlds or quit to leave.")
    _ = session.say("Mars")
    expectEqual(session.say("score").last, "2 of 2 questions answered, 1 right at the first try.")
  }

  @Test("4.4 An answer to an open question may be a command elsewhere")
  func answersLikeCommands() throws {
    var session = try Self.at(.questions, ["next"]) {
      $0.quiz = try? Quiz(text: "chapter: A\nquestion: What?\n= next\n= Hint\n")
    }
    expect(session.say("hint").contains { $0.contains("Right.") })
  }

  @Test(
    "2.8 A lost life of a dark level does not show its code, because the same level comes again")
  func hiddenCode() throws {
    var session = try session("S3/4/4/3P") {
      $0.mode = .worlds
      $0.campaign = (try? Campaign(text: "; world: One\nS3/4/1Z2/3P\n")) ?? .standard
      $0.textScreen = .only
    }
    for line in ["enter", "play", "left 2"] { _ = session.say(line) }
    for life in 1...3 {
      expectEqual((Teller(session).purpose != nil), (life == 3), "\(life)")
      for line in ["next", "left 2"] where life < 3 { _ = session.say(line) }
    }
  }

  @Test("1.12, 4.6 The name of a place, typed in the first steps, leads there as the menu does")
  func placesInTheFirstSteps() throws {
    let today = try require(Day("2026-11-22"))
    for mode in Mode.allCases {
      for lines in [[], ["up"], ["first steps"]] {
        var session = try session("S3/4/4/3P") {
          ($0.showsFirstSteps, $0.textScreen, $0.today) = (true, .only, today)
          $0.quiz = try? Quiz(text: "chapter: One\nquestion: Which?\n- one\n+ two\n")
        }
        for line in lines { _ = session.say(line) }
        expectEqual(session.attempt.lesson, 0)
        expectEqual(
          session.say("first steps").last, "These are the first steps. Type skip to leave them.")
        let word = mode == .questions ? "quiz" : mode.rawValue
        _ = session.say(word)
        expect(session.mode == mode && session.hasFinishedFirstSteps, "\(word)")
        expect(session.place != .room || session.attempt.lesson == nil, "\(word)")
        expectEqual(session.page, .text)
      }
    }
  }

  @Test("3.1 A digit key submits the answer with that number, unless letter keys are off")
  func digits() throws {
    var session = try Self.at(.questions, ["next"])
    session.page = nil
    expectNil(session.action(of: .character("3")))
    for (key, isRight) in [("1", false), ("2", true)] {
      let action = try require(session.action(of: .character(Character(key))))
      session.perform(action)
      expect(
        session.quizRun?.firstTries == [0, 0] && (session.quizRun?.state == .chapter(1)) == isRight)
      expectEqual(session.told.first, (isRight ? "Right." : "Not that one."))
    }
    session = try Self.at(.questions, ["next"])
    session.page = nil
    session.perform(.open(.text))
    _ = session.say("set keys arrows")
    session.page = nil
    expectNil(session.action(of: .character("2")))
  }

  @Test("5.5 While others have to play the level, the room is not shown after a turn")
  func hiddenAfterATurn() throws {
    var session = try session("S3/4/1Z2/3P") {
      ($0.mode, $0.textScreen, $0.players) = (.board, .only, ["Ann", "Ben"])
    }
    for line in ["start", "turn", "left 2"] { _ = session.say(line) }
    let before = session.stage
    for line in ["look", "up"] {
      expectEqual(
        session.say(line).last,
        "The round is over, and others still have to play this level. Type next for the board."
      )
      expectEqual(session.stage, before, "\(line)")
    }
    expect(!session.allows(Action.look))
    _ = session.say("next")
    // The cursor is on Ben, whose turn it is.
    expectEqual(session.seats.row, 1)
    for line in ["turn", "left 2"] { _ = session.say(line) }
    expectEqual(session.say("look").last?.contains("1 zombie: "), true)
  }

  @Test("6.1 A square that is not two numbers is asked for")
  func squares() throws {
    var session = try Self.at(.workshop, [])
    for line in ["put a zombie in the middle", "zombie 2", "zombie here and there"] {
      expectEqual(session.say(line).last, "Type: zombie ROW COLUMN, such as zombie 2 3.", "\(line)")
    }
  }
}
