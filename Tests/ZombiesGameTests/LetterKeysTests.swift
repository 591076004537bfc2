import Testing
import ZombiesCore
import ZombiesTestSupport

@testable import ZombiesGame

/// Letter keys that act although they are switched off, and keys that do nothing and do not say why
/// (7.10).
@Suite struct LetterKeysTests {
  private static func isLetter(_ key: Key) -> Bool {
    if case .character(let character) = key { character != " " } else { false }
  }

  /// A session with letter keys off, in a mode.
  private static func quiet(_ mode: Mode, _ codes: String = "S3/4/4/3P+lit") throws -> Session {
    try session(codes) {
      $0.mode = mode
      $0.settings.hasLetterKeys = false
      $0.quiz = try? Quiz(text: "chapter: One\nquestion: Which?\n- one\n+ two\n")
    }
  }

  /// What the keys `wasdiuq` type, with Caps Lock or with another alphabet.
  @Test(
    "7.1 The place of a key counts, not the letter that it types",
    arguments: [
      "WASDIUQ", "цфывшгй", "ЦФЫВШГЙ", "цфівшгй", "ςασδιθ;", "'שדגןו/", "صشسيهعض",
    ])
  func alphabets(typed: String) throws {
    var session = try session("S3/4/1Z2/3P+lit")
    let actions: [Action] = [
      .move(.up), .move(.left), .move(.down), .move(.right), .hint, .undo, .leave,
    ]
    for (letter, action) in zip(typed, actions) {
      expectEqual(session.action(of: .character(letter), after: typed.dropFirst().first), action)
    }
    session.perform(.open(.text))
    for letter in typed {
      expectEqual(session.action(of: .character(letter)), .type(String(letter)))
    }
  }

  @Test("7.1 A sign is a letter only after a letter of its keyboard, and Space never is")
  func signs() throws {
    let session = try session("S3/4/4/3P")
    let signs: [(Character, Character?)] = [(";", nil), (";", "l"), ("/", "ц"), ("'", "α")]
    for (sign, letter) in signs {
      expectNil(session.action(of: .character(sign), after: letter))
    }
    expectEqual(session.action(of: .character(" "), after: "ש"), .dismiss)
  }

  @Test("7.10 Without letter keys, no letter does anything anywhere", arguments: Mode.allCases)
  func noLetters(mode: Mode) throws {
    var session = try Self.quiet(mode)
    var pages: [Action.Page?] = [nil, .help, .settings, .menu]
    if mode == .board { pages.append(nil) }
    for page in pages {
      if let page { session.perform(.open(page)) }
      expect(
        !session.keys.isEmpty && !session.keys.contains { $0.keys.contains(where: Self.isLetter) })
      for letter in "abcdefghijklmnopqrstuvwxyzIQ?5йш" {
        expectNil(session.action(of: .character(letter)), "\(mode): \(letter)")
      }
      for control in session.screen.controls {
        expect(!control.keys.isEmpty && !control.keys.contains(where: Self.isLetter))
      }
      if case .help(let lines) = session.screen.content {
        for case .entry(let keys, _) in lines {
          expect(!keys.split(separator: " ").contains { $0.count == 1 }, "\(mode): \(keys)")
        }
        expect(!lines.contains(.text("Walk with Up w k, Left a h, Down s j, Right d l.")))
      }
      if page != nil { session.perform(.close) }
    }
  }

  @Test(
    "7.10 … and Esc opens the text screen, where everything can be typed", arguments: Mode.allCases)
  func escape(mode: Mode) throws {
    var session = try Self.quiet(mode)
    expectEqual(session.action(of: .escape), .open(.text))
    session.perform(.open(.text))
    expectEqual(session.page, .text)
    // On the text screen, letters are text.
    expectEqual(session.action(of: .character("i")), .type("i"))
    expectEqual(session.action(of: .escape), .close)
    expectEqual(session.say("set keys all").last, "keys: all.")
    session.perform(.close)
    expect(session.keys.contains { $0.keys.contains(where: Self.isLetter) } || session.isTyping)
  }

  @Test("7.10 … and hints, undo, the menu, looking and stopping are within reach")
  func reachable() throws {
    var session = try Self.quiet(.rounds)
    try session.play("UUULL")
    expectEqual(session.action(of: .backspace), .undo)
    session.perform(.undo)
    expectEqual(session.attempt.path.count, 4)
    expectEqual(session.say("hint").last?.hasPrefix("Hint: "), true)
    expectEqual(session.say("menu").last?.hasPrefix("You can play:"), true)
    session.perform(.close)
    try session.play("LL")
    expectEqual(session.screenKind, .message)
    expect(session.action(of: .enter) == .dismiss && session.action(of: .backspace) == .undo)
    expectEqual(session.action(of: .escape), .look)
    session.perform(.look)
    expectEqual(session.screenKind, .looking)
    session.perform(.undo)
    session.perform(.showMe)
    expect(session.screenKind == .showing && session.action(of: .escape) == .stop)
    session.perform(.stop)
    expectEqual(session.screenKind, .round)
  }

  @Test("7.10 The setting is changed by words and on the settings page, also in the original game")
  func changing() throws {
    for mode in [Mode.rounds, .original] {
      var session = try session("S3/4/4/3P") { $0.mode = mode }
      expectEqual(session.say("set keys arrows").last, "keys: arrows.")
      expect(!session.settings.hasLetterKeys)
      session.perform(.close)
      session.perform(.open(.settings))
      while session.settingKind != .letterKeys { session.perform(.next) }
      expectEqual(session.action(of: .arrow(.right)), .change(forward: true))
      session.perform(.change(forward: true))
      expect(session.settings.hasLetterKeys, "\(mode)")
      guard case .settings(let rows) = session.screen.content else { return }
      expect(rows.contains { $0.name == "keys" && $0.value == "all" && $0.isCurrent })
    }
  }

  @Test("7.10, 1.12 The setting is kept between runs")
  func kept() throws {
    var session = try session("S3/4/4/3P")
    _ = session.say("set keys arrows")
    let kept = try KeptSettings(text: KeptSettings().joined(with: session).text)
    expectEqual(kept.settings, [.letterKeys(false)])
    var setup = Session.Setup()
    setup.begin(with: kept)
    try expect(!(try Session(setup)).settings.hasLetterKeys)
  }

  // MARK: Keys that do nothing

  @Test("7.10 A blocked move has a reason in words, and changes nothing")
  func blockedMoves() throws {
    let session = try session("S3/4/2#1/2#P")
    for (direction, why) in [
      (Direction.right, "You cannot go right: the room ends there."),
      (.down, "You cannot go down: the room ends there."),
      (.left, "You cannot go left: a block is there."),
    ] {
      var copy = session
      expectEqual(copy.refusal(of: .move(direction)), why)
      expect(!copy.perform(.move(direction)) && copy == session)
    }
    expectNil(session.refusal(of: .move(.up)))
    expectEqual(session.refusal(of: .undo), "There is no move to undo.")
    expectNil(session.refusal(of: .skip))
    var over = try ZombiesGameTests.session("S1P")
    try over.play("LL")
    // 1.5: every other key does nothing, so it says nothing either.
    expect(over.refusal(of: .hint) == nil && over.refusal(of: .move(.left)) == nil)
  }

  @Test("5.5 In a turn, a hint has a reason, and leaving a game of several players is asked about")
  func turns() throws {
    var session = try session("S3/4/4/3P") {
      $0.mode = .board
      $0.players = ["Ann", "Ben"]
    }
    expectNil(session.leavingQuestion)
    session.perform(.button(.start))
    expectEqual(
      session.leavingQuestion, "Several players are in a game. Press q again to leave it.")
    session.perform(.choose)
    expect(session.leavingQuestion != nil)
    for action in [Action.hint, .undo, .restart, .showMe] {
      expectEqual(
        session.refusal(of: action), "A turn has no hints and no undo. Finish this round first.")
    }
    // The rounds of a single player are nobody else's.
    try expectNil(ZombiesGameTests.session("S1P").leavingQuestion)
  }

  @Test("7.1 On the pages of help and of settings, q goes back")
  func back() throws {
    var session = try session("S3/4/4/3P")
    for page in [Action.Page.help, .settings] {
      session.perform(.open(page))
      expectEqual(session.action(of: .character("q")), .close)
      session.perform(.close)
      expect(session.page == nil && !session.isOver)
    }
    expectEqual(session.action(of: .character("q")), .leave)
  }
}
