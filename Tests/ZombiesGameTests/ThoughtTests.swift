import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesTestSupport

@testable import ZombiesGame

/// Long work that freezes the game, cannot be stopped, or gives another result than waiting for it
/// (1.16).
@Suite struct ThoughtTests {
  /// A level that takes some ten thousand states to draw.
  private static let slow = "9x9z3b2+lit@0#2"

  private func session(_ change: (inout Session.Setup) -> Void = { _ in }) throws -> Session {
    var setup = Session.Setup(Settings(.family(try Family("9x9z3b2+lit"))), seed: 0)
    setup.firstTrial = 2
    change(&setup)
    return try Session(setup)
  }

  /// Types a line without finishing the work, and returns the answer.
  private func type(_ line: String, _ session: inout Session) -> String? {
    session.perform(typed: line)
    return session.log.messages.last
  }

  @Test(
    "1.16 The search for a level is announced, can be stopped, and finds the named level")
  func announced() throws {
    let session = try session()
    expect(session.awaits == .thought && session.screenKind == .planning)
    expectEqual(
      session.told,
      [
        "Looking for a level of 9x9z3b2+lit that can be won.", "Press x to stop it.",
      ])
    // Nothing is shown of a level that does not exist yet.
    expect(session.attempt.level.thingCount == 0 && session.room.size.rows == 9)
    var stopped = session
    stopped.perform(.stop)
    expect(stopped.awaits == nil && stopped.told == ["Stopped: no level was found."])
    // Work that failed is not started again.
    var failed = session
    failed.abandon()
    expect(failed.awaits == nil && failed.told == stopped.told)
    // The actions that help are allowed now.
    for action in [.newRound, .open(.settings), .open(.menu), .leave] as [Action] {
      expect(stopped.allows(action), "\(action)")
    }
    stopped.perform(.newRound)
    expectEqual(stopped.awaits, .thought)
    let reference = try SeedReference(Self.slow)
    let level = try LevelGenerator(reference.family, seed: 0).level(at: reference.index)
    for session in [session, stopped] {
      var session = session
      session.perform(.proceed)
      expect(session.awaits == nil && session.attempt.named.name == Self.slow)
      expectEqual(session.attempt.level, level)
      expectEqual(session.attempt.standing, .counts)
    }
  }

  @Test("1.16 Pages can be read meanwhile, and the level still comes")
  func pages() throws {
    for (number, page) in Action.Page.allCases.enumerated() {
      var session = try session()
      let isOpened = session.perform(.open(page))
      expect(isOpened, "\(page)")
      expect(session.awaits == .thought && session.page == page)
      var closed = session
      if closed.perform(.close) { expectEqual(closed.awaits, .thought) }
      // The search takes long, so only some of the pages wait for its end.
      guard isLong || number % 5 == 0 else { continue }
      session.perform(.proceed)
      expect(session.awaits == nil && session.page == page)
      expectEqual(session.attempt.named.name, Self.slow)
    }
  }

  @Test("1.16 With other settings, the game searches for a level of theirs")
  func settings() throws {
    var session = try session()
    session.perform(.open(.settings))
    session.perform(.set(.family(.classic)))
    expect(session.awaits == nil && session.attempt.level.size.rows == 5)
    session.perform(.set(.family(try Family("9x9z3b2+lit"))))
    expectEqual(session.told.first?.contains("from the next round on"), true)
    expect(session.awaits == nil && session.attempt.level.size.rows == 5)
  }

  @Test("1.16 The game searches for a level named by a command or a link; another command stops it")
  func named() throws {
    for isLink in [false, true] {
      var session = try self.session { $0.settings.supply = .family(.classic) }
      let before = session.attempt
      if isLink {
        session.follow(try Address(Self.slow), today: nil)
      } else {
        session.perform(typed: "level \(Self.slow)")
      }
      expectEqual(session.awaits, .thought)
      var other = session
      other.perform(typed: "up")
      expect(
        other.awaits == nil && other.attempt.path == [.up] && other.attempt.trial == before.trial)
      other = session
      other.perform(typed: "stop")
      expect(other.awaits == nil && other.attempt == before)
      session.perform(.proceed)
      expect(session.attempt.named.name == Self.slow && session.attempt.standing == .practice)
    }
  }

  @Test("1.16 During a search there is nothing to play, and every command is understood")
  func nothingToPlay() throws {
    var looking = try session()
    let isLooking = "Still looking for a level. Type stop to stop it."
    expect(looking.address.isEmpty && looking.screen.heading == "No level")
    for action in [.move(.up), .undo, .restart, .hint, .showMe, .newRound] as [Action] {
      expect(!looking.allows(action), "\(action)")
    }
    for line in ["up", "uu", "hint", "new", "next", "look", "where", "restart"] {
      expectEqual(type(line, &looking), isLooking, "\(line)")
      expectEqual(looking.awaits, .thought, "\(line)")
    }
    expectEqual(type("score", &looking), "3 lives, 0 games won, 0 lost.")
    // Unrelated settings can change meanwhile, and other families start a new search.
    looking.perform(.set(.tells(false)))
    expect(looking.awaits == .thought && looking.told == ["tell: off."])
    looking.perform(.set(.family(try Family("9x9z3b2f1+lit"))))
    expectEqual(looking.told.first, "Looking for a level of 9x9z3b2f1+lit that can be won.")
    looking.perform(.set(.family(.classic)))
    expect(looking.awaits == nil && looking.attempt.named.name == "classic@0#2")
    var stopped = try session()
    stopped.perform(.stop)
    expect(!stopped.allows(.move(.up)) && stopped.allows(.newRound))
    expectEqual(type("up", &stopped)?.hasPrefix("There is no level here. Type new for one"), true)
    // The address is already that of the named level, while the current round stays.
    var named = try self.session { $0.settings.supply = .family(.classic) }
    named.perform(typed: "level \(Self.slow)")
    expect(named.awaits == .thought && named.address == Self.slow)
  }

  @Test("1.16 Work done elsewhere gives the same result, whatever happens meanwhile")
  func elsewhereWorkedOut() throws {
    var sessions = [
      try session(),
      try self.session {
        $0.mode = .board
        $0.players = ["Ann"]
      },
      try ZombiesGameTests.session("S9/10/9#/10/5#4/1##1Z5/#1#7/3#2#3/2#6P+lit"),
      try ZombiesGameTests.session("S6/7/7/4Z2/7/3Z3/6P"),
    ]
    sessions[1].perform(.button(.start))
    sessions[1].perform(.choose)
    sessions[2].perform(.showMe)
    sessions[3].perform(.hint)
    // Its plan takes a debug build twenty seconds.
    if !isLong { sessions.removeLast() }
    for session in sessions {
      expectEqual(session.awaits, .thought)
      let found = try require(session.apart.found())
      var waited = session
      waited.perform(.proceed)
      var other = session
      other.proceed(with: found)
      expectEqual(other, waited)
      // Pages, commands and settings do not change the work.
      var busy = session
      busy.perform(.open(.settings))
      busy.perform(.next)
      expectEqual(busy.work, session.work)
      busy.perform(.close)
      busy.perform(.set(.style(.letters)))
      expect(busy != session && busy.work == session.work)
      busy.proceed(with: found)
      expect(busy.awaits == waited.awaits && busy.attempt == waited.attempt)
      expect(busy.told == waited.told && busy.settings.style == .letters)
      // Stopping removes the work.
      var stopped = session
      stopped.perform(.stop)
      expectNil(stopped.work)
    }
  }

  @Test("1.16 On the board and in the workshop too")
  func elsewhere() throws {
    var board = try session {
      $0.mode = .board
      $0.players = ["Ann", "edge"]
    }
    board.perform(.button(.start))
    board.perform(.choose)
    expect(board.awaits == .thought && board.attempt.level.thingCount == 0)
    // The players wait for their level: no other round can begin meanwhile.
    for line in ["up", "new", "level SP", "board"] {
      _ = type(line, &board)
      expect(board.awaits == .thought && board.mode == .board, "\(line)")
    }
    var stopped = board
    stopped.perform(.stop)
    expect(stopped.place == .board && stopped.seats.level == nil)
    board.perform(.proceed)
    expect(board.attempt.named.name == Self.slow && board.attempt.turn != nil)

    var workshop = try session {
      $0.settings.supply = .family(.classic)
      $0.mode = .workshop
    }
    let former = workshop.workshop.code
    for (number, text) in [
      Self.slow, Self.slow + "\r", "; a comment\n\(Self.slow)\n", "workshop/\(Self.slow)",
      Self.slow + " ; hard",
    ].enumerated() {
      var workshop = workshop
      workshop.perform(.edit(.paste(text)))
      expect(workshop.awaits == .answer && workshop.workshop.code == former, "\(text)")
      // Alone and in a link.
      guard isLong || number % 5 == 0 else { continue }
      workshop.perform(.proceed)
      expectEqual(workshop.workshop.draft.level, board.attempt.level, "\(text)")
    }
    // Two levels are refused before a search for either.
    workshop.perform(.edit(.paste("\(Self.slow)\n\(Self.slow)")))
    expectEqual(workshop.told.first?.contains("a second one begins here"), true)
    expect(!workshop.isLookingForLevel && workshop.workshop.code == former)
  }

  @Test("1.16 The cursor on a large level of a world does not wait for its par")
  func factsOfLargeLevels() throws {
    let codes = try ["16x16z6b40+lit@3#1", "32x32z10b200+lit@3#0"].map { reference in
      try require(SeedReference(reference).level(isPatient: true)).code
    }
    var setup = Session.Setup(seed: 3)
    setup.campaign = try Campaign(text: "; world: Large\n" + codes.joined(separator: "\n"))
    setup.mode = .worlds
    var session = try Session(setup)
    session.perform(.choose)
    expectEqual(session.panel?.notes, ["Par 30."])
    session.perform(.next)
    expectEqual(session.panel?.notes, ["Par not known yet."])
    // Only 5,000 states, in some milliseconds; the level has over a million.
    let level = session.worlds.campaign[session.tour.place].level
    expect(session.adviser.facts(of: level, .standard).mayHavePar)
  }

  @Test("1.16 Impossible families are refused at once, with advice")
  func hopeless() throws {
    for name in ["1x200z3+lit", "2x300z3", "1x1024z9"] {
      let family = try Family(name)
      #expect(throws: GenerationError.self) {
        try Session(Session.Setup(Settings(.family(family)), seed: 5))
      }
      var session = try Session(Session.Setup(seed: 5))
      session.perform(.set(.family(family)))
      expectEqual(
        session.told.first?.contains("no player can get past a zombie"), true, "\(session.told)")
      expectEqual(session.settings.supply, .family(.classic))
    }
    let family = try Family("64x64z30b500+lit")
    for error in [
      GenerationError.noneFound(index: 0, draws: 1), .gaveUp(index: 0, draw: 1, states: 1),
      .tookTooLong(index: 0, draws: 1, states: 1),
    ] {
      expect(error.told(of: family).contains("Choose fewer zombies or a smaller room"))
    }
  }

  @Test(
    "1.16 A plan that took long is kept, however many others are made",
    .enabled(if: isLong, "the plan takes twenty seconds"))
  func announcedPlanStays() throws {
    var session = try ZombiesGameTests.session("S6/7/7/4Z2/7/3Z3/6P")
    session.perform(.hint)
    expectEqual(session.awaits, .thought)
    session.perform(.proceed)
    let planned = try require(session.planned)
    let adviser = session.adviser
    for squares in [[2, 3], [9, 10, 11], [20], [23, 24, 30], [40]] {
      var seen = Bitboard()
      for square in squares { seen.insert(square) }
      let other = Adviser.Topic(
        family: planned.family, rules: planned.rules,
        known: KnownRoom(
          seen: seen, zombies: Bitboard(), blocks: Bitboard(), flashlights: Bitboard()),
        countsSolvable: planned.countsSolvable)
      _ = adviser.work(on: other, 1)
      expect(adviser.remembers(planned), "\(squares)")
    }
  }

  @Test("1.16 A search in a large lit room is announced, and the answer is the same")
  func largeRooms() throws {
    let code = "S9/10/9#/10/5#4/1##1Z5/#1#7/3#2#3/2#6P+lit"
    for action in [Action.hint, .showMe] {
      var session = try ZombiesGameTests.session(code)
      session.perform(action)
      expect(session.awaits == .thought && session.screenKind == .planning)
      var stopped = session
      stopped.perform(.stop)
      expect(stopped.awaits == nil && stopped.attempt.standing == .counts)
      // A move can be made instead.
      var moved = session
      moved.perform(.move(.up))
      expect(moved.awaits == nil && moved.attempt.path == [.up])
      session.perform(.proceed)
      expect(session.awaits == (action == .hint ? nil : .move) && !session.told.isEmpty)
    }
  }
}
