import Testing
import ZombiesCore
import ZombiesTestSupport

@testable import ZombiesGame

/// First steps that cannot be won, skipped or repeated, or that lead to the wrong place (1.12).
@Suite struct FirstStepsTests {
  @Test("1.12 First steps: four rooms, which can be skipped")
  func firstSteps() throws {
    var setup = Session.Setup(seed: 3)
    setup.showsFirstSteps = true
    var session = try Session(setup)
    for number in 0..<4 {
      expect(session.screenKind == .firstSteps && session.attempt.lesson == number)
      expect(!session.hasFinishedFirstSteps)
      let solution = try require(session.attempt.level.solution)
      try session.play(solution.moves.letters)
      expectEqual(session.message?.headline, "You won!")
      session.perform(.dismiss)
    }
    expect(session.screenKind == .round && session.hasFinishedFirstSteps)
    expectEqual(session.screen.heading, "classic@3#0")
    expect(session.game == Game() && session.countedRounds == 0)
    session = try Session(setup)
    session.perform(.skip)
    expect(session.screen.heading == "classic@3#0" && session.hasFinishedFirstSteps)
  }

  @Test("1.12 Each room of the first steps is short, names no coordinates, and punishes no hint")
  func lessons() throws {
    for number in 0..<FirstSteps.count {
      var setup = Session.Setup()
      setup.showsFirstSteps = true
      var session = try Session(setup)
      session.stage = .playing(FirstSteps.attempt(number))
      session.begin()
      expect(!session.told.contains { $0.contains("row ") || $0.contains("column ") })
      try expect(try require(session.attempt.level.solution).par <= 8)
      // Whoever always follows the hints wins.
      for _ in 0..<16 where session.attempt.round.outcome == nil {
        session.askForHint()
        switch session.lastHint {
        case .solution(let move, _), .best(let move, _, _), .edge(let move, _):
          session.perform(.move(move))
        default: Issue.record("no move in room \(number)")
        }
      }
      expectEqual(session.attempt.round.outcome, .won, "room \(number)")
    }
  }

  @Test("1.12 The direct way wins in the rooms Hear and Be chased, and the other way teaches")
  func direct() throws {
    for (number, won, caught) in [(2, "UUUULLL", "LLU"), (3, "UUUULLLL", "LL")] {
      for (path, outcome) in [(won, Outcome.won), (caught, .caught)] {
        var attempt = FirstSteps.attempt(number)
        for letter in path.utf8 { _ = attempt.move(try require(Direction(letter: letter))) }
        expectEqual(attempt.round.outcome, outcome, "\(number) \(path)")
      }
      // A step in the wrong direction can be taken back.
      var attempt = FirstSteps.attempt(number)
      for letter in ("LR" + won).utf8 where attempt.round.outcome == nil {
        _ = attempt.move(try require(Direction(letter: letter)))
      }
      if number == 2 { expectEqual(attempt.round.outcome, .won) }
    }
  }

  @Test("1.12 After the first steps comes the first level of the worlds, or what was interrupted")
  func afterFirstSteps() throws {
    var setup = Session.Setup(seed: 3)
    (setup.showsFirstSteps, setup.leadsToWorlds) = (true, true)
    var session = try Session(setup)
    expectEqual(Teller(session).status.first, "room 1 of 4")
    session.perform(.skip)
    expectEqual(session.mode, .worlds)
    expectEqual(session.attempt.place, Campaign.Place(world: 0, level: 0))
    session = try Session(Session.Setup(seed: 7))
    try session.play("UU")
    session.perform(.open(.menu))
    session.perform(.point(Session.menuRows.count - 1))
    session.perform(.choose)
    expect(session.attempt.lesson == 0 && session.page == nil)
    session.perform(.skip)
    expect(session.attempt.path == [.up, .up] && session.screen.heading == "classic@7#0")
    // From the workshop too, and another row of the menu leaves them.
    _ = session.say("workshop")
    expectEqual(session.say("first steps").last?.contains("First steps, room 1 of 4"), true)
    session.perform(.close)
    session.perform(.open(.menu))
    session.perform(.visit(.worlds))
    expect(session.place == .carousel && session.interlude == nil)
  }

  @Test("1.12 The first steps say what waits after them for a player who has come for it")
  func whatWaits() throws {
    for (link, waiting) in [
      ("daily/2026-11-22", "the daily level"), ("S4/5/Z1#2/2F2/4P", "your first round"),
      ("worlds/1/1", "the worlds"), ("workshop", "the workshop"),
    ] {
      var setup = Session.Setup()
      setup.showsFirstSteps = true
      setup.begin(at: try Address(link), today: Day("2026-11-22"))
      var session = try Session(setup)
      expectEqual(Teller(session).status.first, "room 1 of 4, then \(waiting)", "\(link)")
      session.perform(.skip)
      expect(session.whereabouts != "first steps")
      // Played again, they lead back.
      _ = session.say("first steps")
      expectEqual(Teller(session).status.first, "room 1 of 4", "\(link)")
    }
  }

  @Test("1.12 A room of the first steps that was not won is played again")
  func firstStepsAgain() throws {
    var setup = Session.Setup()
    setup.showsFirstSteps = true
    var session = try Session(setup)
    for _ in 0..<2 {
      try session.play(try require(session.attempt.level.solution).moves.letters)
      session.perform(.dismiss)
      if session.attempt.lesson == 1 { break }
    }
    // The second room shows its zombie, and a step next to it is fatal.
    try session.play("LLU")
    expectEqual(session.attempt.round.outcome, .caught)
    session.perform(.dismiss)
    expect(session.attempt.lesson == 1 && session.game == Game())
  }
}
