// 1.16, nothing freezes: what takes a while is announced, can be stopped, and leaves everything else alive;
// what comes of it is the same as if it had been waited for.

import Testing
import ZombiesCore
import ZombiesGenerator

@testable import ZombiesGame

@Suite struct ThoughtTests {
  /// A level that takes some ten thousand states to draw.
  private static let slow = "9x9z3b2+lit@0#2"

  private func session(_ change: (inout Session.Setup) -> Void = { _ in }) throws -> Session {
    var setup = Session.Setup(Settings(.family(try Family("9x9z3b2+lit"))), seed: 0)
    setup.firstTrial = 2
    change(&setup)
    return try Session(setup)
  }

  @Test(
    "1.16 A level that is hard to find is announced, can be stopped, and is the one of its name")
  func announced() throws {
    let session = try session()
    #expect(session.awaits == .thought && session.screenKind == .planning)
    #expect(
      session.told == [
        "Looking for a level of 9x9z3b2+lit that can be won.", "Press x to stop it.",
      ])
    // Nothing of a level is shown that is not there.
    #expect(session.attempt.level.thingCount == 0 && session.room.size.rows == 9)
    var stopped = session
    stopped.perform(.stop)
    #expect(stopped.awaits == nil && stopped.told == ["Stopped: no level was found."])
    // What would help can be done now.
    for action in [.newRound, .open(.settings), .open(.menu), .leave] as [Action] {
      #expect(stopped.allows(action), "\(action)")
    }
    stopped.perform(.newRound)
    #expect(stopped.awaits == .thought)
    for session in [session, stopped] {
      var session = session
      session.perform(.proceed)
      #expect(session.awaits == nil && session.attempt.named.name == Self.slow)
      let reference = try SeedReference(Self.slow)
      let level = try LevelGenerator(reference.family, seed: 0).level(at: reference.index)
      #expect(session.attempt.level == level)
      #expect(session.attempt.standing == .counts)
    }
  }

  @Test("1.16 Pages can be read meanwhile, and the level comes all the same")
  func pages() throws {
    for page in Action.Page.allCases {
      var session = try session()
      let isOpened = session.perform(.open(page))
      #expect(isOpened, "\(page)")
      #expect(session.awaits == .thought && session.page == page)
      var closed = session
      if closed.perform(.close) { #expect(closed.awaits == .thought) }
      session.perform(.proceed)
      #expect(session.awaits == nil && session.page == page)
      #expect(session.attempt.named.name == Self.slow)
    }
  }

  @Test("1.16 With other settings, a level of theirs is looked for")
  func settings() throws {
    var session = try session()
    session.perform(.open(.settings))
    session.perform(.set(.family(.classic)))
    #expect(session.awaits == nil && session.attempt.level.size.rows == 5)
    session.perform(.set(.family(try Family("9x9z3b2+lit"))))
    #expect(session.told.first?.contains("from the next round on") == true)
    #expect(session.awaits == nil && session.attempt.level.size.rows == 5)
  }

  @Test("1.16 A level that is named, by a word or by a link, is looked for; another word stops it")
  func named() throws {
    for isLink in [false, true] {
      var session = try self.session { $0.settings.supply = .family(.classic) }
      let before = session.attempt
      if isLink {
        session.follow(try Address(Self.slow), today: nil)
      } else {
        session.perform(typed: "level \(Self.slow)")
      }
      #expect(session.awaits == .thought)
      var other = session
      other.perform(typed: "up")
      #expect(
        other.awaits == nil && other.attempt.path == [.up] && other.attempt.trial == before.trial)
      other = session
      other.perform(typed: "stop")
      #expect(other.awaits == nil && other.attempt == before)
      session.perform(.proceed)
      #expect(session.attempt.named.name == Self.slow && session.attempt.standing == .practice)
    }
  }

  @Test("1.16 On the board and on the bench of the workshop too")
  func elsewhere() throws {
    var board = try session {
      $0.mode = .board
      $0.players = ["Ann", "edge"]
    }
    board.perform(.button(.start))
    board.perform(.choose)
    #expect(board.awaits == .thought && board.attempt.level.thingCount == 0)
    var stopped = board
    stopped.perform(.stop)
    #expect(stopped.place == .board && stopped.seats.level == nil)
    board.perform(.proceed)
    #expect(board.attempt.named.name == Self.slow && board.attempt.turn != nil)

    var workshop = try session {
      $0.settings.supply = .family(.classic)
      $0.mode = .workshop
    }
    let former = workshop.workshop.code
    workshop.perform(.edit(.paste(Self.slow)))
    #expect(workshop.awaits == .answer && workshop.workshop.code == former)
    workshop.perform(.proceed)
    #expect(workshop.workshop.draft.level == board.attempt.level)
  }

  @Test("1.16 Families without a hope are refused at once, and what would help is said")
  func hopeless() throws {
    for name in ["1x200z3+lit", "2x300z3", "1x1024z9"] {
      let family = try Family(name)
      #expect(throws: GenerationError.self) {
        try Session(Session.Setup(Settings(.family(family)), seed: 5))
      }
      var session = try Session(Session.Setup(seed: 5))
      session.perform(.set(.family(family)))
      #expect(session.told.first?.contains("nobody gets past a zombie") == true, "\(session.told)")
      #expect(session.settings.supply == .family(.classic))
    }
    let family = try Family("64x64z30b500+lit")
    for error in [
      GenerationError.noneFound(index: 0, draws: 1), .gaveUp(index: 0, draw: 1, states: 1),
      .tookTooLong(index: 0, draws: 1, states: 1),
    ] {
      #expect(error.told(of: family).contains("Fewer zombies or a smaller room help"))
    }
  }

  @Test("1.16 A search in a large lit room is announced, and the answer is the same")
  func largeRooms() throws {
    let code = "S9/10/9#/10/5#4/1##1Z5/#1#7/3#2#3/2#6P+lit"
    for action in [Action.hint, .showMe] {
      var session = try ZombiesGameTests.session(code)
      session.perform(action)
      #expect(session.awaits == .thought && session.screenKind == .planning)
      var stopped = session
      stopped.perform(.stop)
      #expect(stopped.awaits == nil && stopped.attempt.standing == .counts)
      // A move is made instead, if one is wanted.
      var moved = session
      moved.perform(.move(.up))
      #expect(moved.awaits == nil && moved.attempt.path == [.up])
      session.perform(.proceed)
      #expect(session.awaits == (action == .hint ? nil : .move) && !session.told.isEmpty)
    }
  }
}
