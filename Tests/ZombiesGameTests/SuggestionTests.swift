import Testing
import ZombiesCore
import ZombiesTestSupport

@testable import ZombiesGame

/// Suggested commands, and examples in the help, that do not work where they are shown (4.6).
@Suite struct SuggestionTests {
  /// Places in the game, each with the commands that lead there.
  private static let places: [(name: String, mode: Mode, lines: [String])] = [
    ("a round", .rounds, []), ("a round that has begun", .rounds, ["up"]),
    ("practice", .rounds, ["up", "undo"]), ("after a win", .rounds, ["left 3", "up 3"]),
    ("after a loss", .rounds, ["up 2", "left 2"]),
    ("looking", .rounds, ["left 3", "up 3", "look"]),
    ("worlds", .worlds, []), ("the second world", .worlds, ["right"]),
    ("the last world", .worlds, ["world 3"]), ("a world", .worlds, ["enter"]),
    ("its second level", .worlds, ["enter", "right"]), ("a level", .worlds, ["enter", "play"]),
    ("after a level", .worlds, ["enter", "play", "left"]), ("a chapter", .questions, []),
    ("a question", .questions, ["next"]), ("an open question", .questions, ["next", "2", "next"]),
    ("the end of a quiz", .questions, ["next", "2", "next", "mars"]),
    ("an empty board", .board, []), ("a board", .board, ["add Ann", "add Ben"]),
    ("a game", .board, ["add Ann", "add Ben", "start"]),
    ("a turn", .board, ["add Ann", "start", "turn"]),
    ("after a turn", .board, ["add Ann", "start", "turn", "left 3", "up 3"]),
    ("a game without players", .board, ["start"]),
    ("a board after a game", .board, ["add Ann", "start", "end"]), ("the workshop", .workshop, []),
    ("the workshop at work", .workshop, ["zombie 2 3"]), ("a trial", .workshop, ["play"]),
    ("after a trial", .workshop, ["size 1 2", "play", "left"]),
  ]

  private static func at(
    _ mode: Mode, _ lines: [String], firstSteps: Bool = false
  ) throws -> Session {
    try session("S3/4/2Z1/3P+lit", at: mode, after: lines) { $0.showsFirstSteps = firstSteps }
  }

  /// The lines that a message suggests.
  private static func suggested(in message: String) -> [String] {
    var lines: [String] = []
    for (start, end) in [("Type ", ". "), ("such as ", "; "), ("Did you mean ", "? ")] {
      var rest = Substring(message.replacing("\n", with: " ") + " ")
      while let range = rest.firstRange(of: start) {
        rest = rest[range.upperBound...]
        guard let stop = rest.firstRange(of: end) else { break }
        let list = rest[..<stop.lowerBound]
        lines += list.replacing(" or ", with: ", ").split(separator: ", ").map {
          // "next for a new one", "skip to leave them"
          String($0.split(separator: " for ")[0].split(separator: " to ")[0])
        }
      }
    }
    // These are forms, not lines to type.
    return lines.filter { line in
      !["a command", "set NAME", "such as ", "and then ", "then ", "the name"].contains {
        line.hasPrefix($0)
      }
        && !line.contains("; help")
    }
  }

  /// The beginnings of answers to lines that do nothing.
  private static let refusals = [
    "I do not understand", "That does nothing", "You cannot go", "There is no ",
    "There are no more", "No round",
    "These are", "The round is over", "This round has begun", "You are already there", "Type: ",
    "This is the first", "This is the last", "You can change players, names",
  ]

  @Test("4.6 Every suggested command works where it is suggested", arguments: places.indices)
  func suggestions(number: Int) throws {
    let (name, mode, lines) = Self.places[number]
    let before = try Self.at(mode, lines)
    try check(before, name)
  }

  @Test("4.6 … in the first steps too")
  func firstSteps() throws {
    try check(try Self.at(.rounds, [], firstSteps: true), "the first steps")
    try check(try Self.at(.rounds, ["up"], firstSteps: true), "the first steps, begun")
  }

  private func check(_ before: Session, _ name: String) throws {
    var found: Set<String> = []
    if let last = before.log.messages.last { found.formUnion(Self.suggested(in: last)) }
    found.formUnion(Self.suggested(in: "such as \(before.examples); "))
    // All kinds of lines, including some that do nothing here.
    for line in [
      "xyzzy", "hnit", "up", "undo", "hint", "next", "play", "start", "reset", "add Ann", "skip",
      "buy", "enter", "level S1P", "new", "worlds", "look", "score", "settings", "back", "keep",
    ] {
      var session = before
      let told = session.say(line).dropFirst().joined(separator: "\n")
      // Suggestions after a change belong to another place.
      if session.place == before.place, session.stage == before.stage {
        found.formUnion(Self.suggested(in: told))
      }
    }
    expect(!found.isEmpty, "\(name)")
    for line in found {
      var session = before
      let told = session.say(line).dropFirst().joined(separator: "\n")
      let isRefused = Self.refusals.contains { told.hasPrefix($0) }
      expect(!isRefused && (!told.isEmpty || session.isOver), "\(name): '\(line)': \(told)")
    }
  }

  @Test("4.6 Every command in the help has a meaning in that place", arguments: places.indices)
  func help(number: Int) throws {
    let (name, mode, lines) = Self.places[number]
    let before = try Self.at(mode, lines)
    var session = before
    let rows = session.say("help").dropFirst().joined(separator: "\n").split(separator: "\n")
    expect(rows.count > 3, "\(name)")
    for row in rows {
      let words = row.split(separator: ": ")[0].split { "(),".contains($0) }
      for word in words.map({ String($0).trimmedBlanks }) where !word.isEmpty {
        var session = before
        let told = session.say(word).dropFirst().joined(separator: "\n")
        expect(!told.hasPrefix("I do not understand"), "\(name): '\(word)': \(told)")
        expect(!told.hasPrefix("That does nothing"), "\(name): '\(word)': \(told)")
      }
    }
  }

  /// The examples in the explanation of a command, with something for each word in capital letters:
  /// "type up 3, uul or up up left for several moves" has three.
  private static func examples(in row: Substring) -> [String] {
    let parts = row.split(separator: ": ", maxSplits: 1)
    guard parts.count == 2 else { return [] }
    let words = parts[0].split { "(),".contains($0) }.map { String($0).trimmedBlanks }
      .filter { !$0.isEmpty }
    // Something for each word in capital letters, with _ for the blanks of a name.
    var meaning = String(parts[1])
    for (form, value) in [
      ("NAME VALUE", "tell off"), ("NAME to OTHER", "Ann_to_Zoe"), ("CODE", "S1P"),
      ("FAMILY", "block"), ("NAME", "Ann"), ("WORDS", "Mine"), (" or just ", "; "), (" or ", "; "),
      (", ", "; "),
    ] { meaning = meaning.replacing(form, with: value) }
    // The end of an example in the sentence.
    let ends = [
      " to ", " for ", " puts ", " clears ", " makes ", " names ", " removes ", " opens ",
      " writes ", " shows ", " lists ", " can ", " works ", " alone", " draws ",
    ]
    return meaning.split(separator: "; ").compactMap { piece in
      var text = String(piece)
      let isTyped = text.hasPrefix("type ")
      if isTyped { text.removeFirst(5) }
      for end in ends {
        if let range = text.firstRange(of: end) { text = String(text[..<range.lowerBound]) }
      }
      let first = text.split(separator: " ").first.map { String($0) } ?? ""
      let isForm =
        text.contains { $0.isUppercase || $0.isNumber } || ["up up left"].contains(text)
      guard
        isTyped || text.allSatisfy({ $0.isNumber })
          || isForm && (words + ["take", "remove"]).contains(first)
          || ["uul", "put"].contains(first) || words.contains(text) && words.count > 1
      else { return nil }
      return text.replacing("_", with: " ")
    }
  }

  @Test("4.6 Every example in the help works in its place", arguments: places.indices)
  func helpExamples(number: Int) throws {
    let (name, mode, lines) = Self.places[number]
    let before = try Self.at(mode, lines)
    var session = before
    let rows = session.say("help").dropFirst().joined(separator: "\n").split(separator: "\n")
    var found = 0
    for example in rows.flatMap({ Self.examples(in: $0) }) {
      var session = before
      let told = session.say(example).dropFirst().joined(separator: "\n")
      for start in ["I do not understand", "Type: ", "There is no setting", "Not a "] {
        expect(!told.hasPrefix(start), "\(name): '\(example)': \(told)")
      }
      expect(!told.isEmpty || session.wantedFile != nil, "\(name): '\(example)'")
      found += 1
    }
    expect(found > 0, "\(name): \(rows)")
  }

  @Test("4.6 The examples are found in the help")
  func foundExamples() {
    for (row, found) in [
      (
        "up (u): go up; type up 3, uul or up up left for several moves",
        ["up 3", "uul", "up up left"]
      ),
      ("world: world 2 to show that world", ["world 2"]),
      ("play (enter): play the level; type play 3 or just 3 for level 3", ["play 3", "3"]),
      ("give: give NAME 2 or give NAME -1 to change a score", ["give Ann 2", "give Ann -1"]),
      ("settings: the settings; type set NAME VALUE to change one", ["set tell off"]),
      ("rename: rename NAME to OTHER to rename a player", ["rename Ann to Zoe"]),
      (
        "kept (list): list the saved levels; take 2 opens level 2, remove 2 removes it",
        ["take 2", "remove 2"]
      ),
    ] { expectEqual(Self.examples(in: Substring(row)), found) }
  }

  @Test("4.6 The words that the keys name for the text screen work there")
  func keySummaries() throws {
    var found = 0
    for (name, mode, lines) in Self.places where mode == .workshop || mode == .rounds {
      let before = try Self.at(mode, lines)
      for binding in before.placeKeys + [KeyBinding.typeByEscape]
      where binding.action == .open(.text) && binding.summary.contains("type ") {
        let rest = try require(binding.summary.split(separator: "type ", maxSplits: 1).last)
          .replacing("other commands: ", with: "")
        let words = rest.split(separator: ";")[0].replacing(" or ", with: ", ")
          .split(separator: ", ")
        for word in words {
          let line = String(word).replacing("CODE", with: "S1P").replacing("WORDS", with: "Mine")
          var session = before
          let told = session.say(line).dropFirst().joined(separator: "\n")
          let isRefused = Self.refusals.contains { told.hasPrefix($0) }
          expect(!isRefused && (!told.isEmpty || session.isOver), "\(name): '\(line)': \(told)")
          found += 1
        }
      }
    }
    expect(found > 20)
  }

  @Test("4.6 In the worlds and in a world, a number opens that row, and list shows all of them")
  func rows() throws {
    for line in ["1", "open 1", "play 1", "enter 1"] {
      var session = try Self.at(.worlds, ["right"])
      expectEqual(session.say(line).last?.hasPrefix("One: 3 levels. "), true, "\(line)")
      expect(session.place == .world && session.tour.world == 0, "\(line)")
      expectEqual(session.say(line).last?.hasPrefix("One, level 1. 3 lives."), true, "\(line)")
      expect(session.place == .room && session.tour.level == 0, "\(line)")
    }
    var session = try Self.at(.worlds, [])
    expect(session.say("2").last?.contains("\nLocked: ") == true && session.place == .carousel)
    expectEqual(session.say("9").last, "There is no world 9.")
    expectEqual(
      session.say("list").dropFirst(),
      [
        "1: One, 0 of 3 levels completed.\n2: Two, locked: 9 more stars.\n"
          + "3: Three, locked: it costs 3 coins, and you have only 0.\nSelected: world 2."
      ])
    for line in ["pay", "unlock", "buy"] {
      var session = try Self.at(.worlds, ["3"])
      expectEqual(
        session.say(line).last, "Locked: it costs 3 coins, and you have only 0.", "\(line)")
    }
    _ = session.say("1")
    for line in ["list", "look", "levels"] {
      expectEqual(
        session.say(line).dropFirst(),
        [
          """
          One: 3 levels. Open: 0 of 3 levels completed. 0 of 9 stars.
          Level 1, not completed.
          Level 2, not completed.
          Level 3, locked.
          Selected: level 1.
          """
        ], "\(line)")
    }
    expectEqual(session.say("9").last, "There is no level 9.")
    // Each star is told in words.
    for line in ["play", "left", "next", "worlds"] { _ = session.say(line) }
    expect(
      session.log.messages.contains {
        $0.contains("\n3 of 3 stars: won, in the first life and in par.\n")
      })
    expectEqual(
      session.say("list").last?.contains(
        "\nLevel 1, 3 of 3 stars: won, in the first life and in par.\n"), true)
  }

  @Test("6.1, 4.6 A thing is put on a square in the words that come to mind")
  func puts() throws {
    for line in [
      "zombie 2 3", "put a zombie on 2 3", "put zombie 2 3", "zombie at 2 3",
      "add a zombie at 2, 3",
      "put the zombie on row 2 column 3", "put a zombie in row 2, column 3 please",
    ] {
      var session = try Self.at(.workshop, [])
      _ = session.say(line)
      expectEqual(session.bench.level.zombies, [Square(row: 1, column: 2)], "\(line)")
    }
  }

  @Test("3.7 A wrong answer says 'Not that one', typed or chosen, and changes nothing")
  func wrongAnswers() throws {
    for line in ["1", "one", "answer 1"] {
      var session = try Self.at(.questions, ["next"])
      let before = session.quizRun?.state
      expectEqual(session.say(line).dropFirst(), ["Not that one."], "\(line)")
      expectEqual(session.quizRun?.state, before)
    }
    var open = try Self.at(.questions, ["next", "2", "next"])
    expectEqual(open.say("venus").dropFirst(), ["Not that one."])
  }

  @Test("A bad value is explained in every mode")
  func reasons() throws {
    for mode in Mode.allCases {
      var session = try Self.at(mode, [])
      expectEqual(
        session.say("set family zzz").last,
        "'zzz' is not a value of family: expected classic, block, flashlight, or a family such as "
          + "6x6z1b5+lit.",
        "\(mode)")
    }
    var board = try Self.at(.board, ["add Ann", "start"])
    let range = "A score must be between -1000000000 and 1000000000."
    for points in ["2000000000", "-2000000000", "99999999999999999999"] {
      expectEqual(board.say("give Ann \(points)").last, range, "\(points)")
    }
    expectEqual(board.say("give Ann 2").last, "Ann: 2.")
    expectEqual(board.say("give Ann 1000000000").last, range)
    var second = try Self.at(.board, ["add Ann"])
    expectEqual(
      second.say("add Ann").last, "There is already a player 'Ann'. Choose another name.")
    expectEqual(second.say("start at 2000000000").last, range)
  }
}
