import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesGame

/// A daily level of the wrong day, and days that are counted, kept or shown wrongly (1.11).
@Suite struct DailyTests {
  private func day(_ text: String) throws -> Day { try require(Day(text)) }

  /// A session on a day, after some results.
  private func daily(_ text: String, _ results: [DayResult] = []) throws -> Session {
    var setup = Session.Setup.daily(try day(text))
    for result in results { setup.keptDays.add(result) }
    return try Session(setup)
  }

  private func won(_ text: String, isLate: Bool = false) throws -> DayResult {
    DayResult(try day(text), won: 9, life: 1, isPar: false, isLate: isLate)
  }

  /// Loses a life: the level of 2026-11-22 catches a player who does not move cleverly.
  private func loseLife(_ session: inout Session) throws {
    for _ in 0..<200 where session.screenKind == .round {
      let moves = Direction.allCases.filter { direction in
        guard let target = session.attempt.round.target(direction) else { return false }
        return target != session.attempt.level.signpost
      }
      let nearest = moves.min { one, other in
        func distance(_ direction: Direction) -> Int {
          let square = session.attempt.round.player.stepped(direction)
          return session.attempt.round.zombies.squares.map { $0.distance(to: square) }.min() ?? 0
        }
        return distance(one) < distance(other)
      }
      session.perform(.move(try require(nearest)))
    }
    try require(session.attempt.round.outcome == .caught)
  }

  @Test("1.11 The daily level is that of the date in UTC, and the screen says so")
  func level() throws {
    var session = try daily("2026-11-22")
    expect(session.mode == .daily && session.address == "daily/2026-11-22")
    expectEqual(session.screen.heading, "6x6z1b5+lit@20261122#0")
    expectEqual(session.screen.notes, ["the daily level of 2026-11-22"])
    expectEqual(session.screen.counters.map(\.text), ["lives 3", "move 0"])
    let levels = LevelGenerator(try Family("6x6z1b5+lit"), seed: 20_261_122)
    expectEqual(session.attempt.level, levels[0])
    try session.play(try require(session.attempt.level.solution).moves.letters)
    let moves = session.attempt.path.count
    expectEqual(
      session.message?.share,
      [
        "I won the daily Zombies level of 2026-11-22 in \(moves) moves, the fewest possible.",
        "WON, moves \(moves), lives 3",
      ])
  }

  @Test("1.11 After a win comes the menu, and its row says what the result was")
  func result() throws {
    var session = try daily("2026-11-22", [try won("2026-11-20"), try won("2026-11-21")])
    session.perform(.open(.menu))
    expectEqual(session.dailyDetail, "3 lives left, 2 days in a row")
    session.perform(.close)
    let par = try require(session.attempt.level.solution).par
    try session.play(try require(session.attempt.level.solution).moves.letters)
    session.perform(.dismiss)
    expect(session.page == .menu && session.menuRow == 0)
    let panel = try require(session.shownPanel)
    expectEqual(panel.rows.map(\.text).first, "The daily level")
    expectEqual(panel.rows.map(\.text).last, "First steps")
    expectEqual(panel.rows[0].detail, "won in \(par) moves, first life, in par, 3 days in a row")
    try expectEqual(session.days[try day("2026-11-22")]?.moves, par)
    // Neither the rounds nor the original game have counted it.
    expect(session.game(isOriginal: true) == Game() && session.game(isOriginal: false) == Game())
  }

  @Test("1.11 Three lives on the same level; what was seen stays known; a lost level counts once")
  func lost() throws {
    var session = try daily("2026-11-22", [try won("2026-11-21")])
    let level = session.attempt.named
    for life in [2, 1, 0] {
      expectEqual(session.attempt.named, level)
      try loseLife(&session)
      expectEqual(session.screen.counters.first?.count, life)
      if life > 0 {
        try expectNil(session.days[try day("2026-11-22")])
        expect(session.told.contains("Next: the same level again."))
        guard case .refused(let why) = session.deedHere(.move(.up), isTyped: true) else {
          Issue.record("a move after the end")
          return
        }
        expectEqual(
          why, "The round is over. Type next for the same level again, look, undo or quit.")
        session.perform(.dismiss)
      }
    }
    expect(session.told.contains("You lost!"))
    let today = try day("2026-11-22")
    expectEqual(session.days[today], DayResult(lost: today, isLate: false))
    expectEqual(session.days.row(until: today), 0)
    session.perform(.dismiss)
    expectEqual(session.dailyDetail, "lost")
    // It can be played again, as practice, and the result stays.
    session.perform(.close)
    session.perform(.restart)
    try session.play(try require(level.level.solution).moves.letters)
    expectNil(session.days[today]?.moves)
    expect(session.told.contains("Practice: not counted."))
  }

  @Test("1.11 Without a date there is no daily level: the row is greyed, the words refuse")
  func noDate() throws {
    var session = try Session(Session.Setup(seed: 1))
    session.perform(.open(.menu))
    let panel = try require(session.shownPanel)
    expect(!panel.rows[0].isEnabled)
    session.perform(.point(0))
    expect(!session.allows(.choose))
    session.perform(.close)
    expectEqual(
      session.say("daily").last, "The date is not known here, so there is no daily level.")
    // The date may come later.
    session.learn(today: try day("2026-11-22"))
    expect(session.say("daily").contains { $0.contains("The daily level of 2026-11-22") })
  }

  @Test("1.11 Past days can be played, and are kept as late; future ones are refused")
  func otherDays() throws {
    var session = try daily("2026-11-22", [try won("2026-11-20")])
    expectEqual(
      session.say("daily 2026-11-23").last,
      "2026-11-23 is in the future. Today is 2026-11-22 in UTC.")
    expectEqual(session.say("daily soon").last, "Type: daily DATE, such as daily 2026-11-22.")
    expectEqual(session.say("yesterday").last?.contains("This day is over"), true)
    expectEqual(session.address, "daily/2026-11-21")
    session.perform(.close)
    try session.play(try require(session.attempt.level.solution).moves.letters)
    let (yesterday, today) = (try day("2026-11-21"), try day("2026-11-22"))
    expectEqual(session.days[yesterday]?.isLate, true)
    expect(session.days.row(until: today) == 0 && session.days.bestRow == 1)
    // Today's level is where it was left.
    session.perform(.dismiss)
    session.perform(.choose)
    expect(session.address == "daily/2026-11-22" && session.attempt.standing == .counts)
  }

  @Test("1.11 Yesterday's solution is two keys away")
  func yesterday() throws {
    var session = try daily("2026-11-22")
    expectEqual(session.action(of: .character("y")), .day(nil))
    session.perform(.day(nil))
    expectEqual(session.address, "daily/2026-11-21")
    session.perform(.showMe)
    expectEqual(session.screenKind, .showing)
    while session.awaits != nil { session.perform(.proceed) }
    expect(session.attempt.round.outcome == .won && session.days.results.isEmpty)
  }

  @Test("1.11 Past midnight a level counts for the day on which it began, and there is a new one")
  func midnight() throws {
    var session = try daily("2026-11-22", [try won("2026-11-21")])
    session.learn(today: try day("2026-11-23"))
    try session.play(try require(session.attempt.level.solution).moves.letters)
    try expectEqual(session.days[try day("2026-11-22")]?.isLate, false)
    try expectEqual(session.days.row(until: try day("2026-11-23")), 2)
    expectEqual(session.dailyDetail, "not played yet, 2 days in a row")
    session.perform(.dismiss)
    session.perform(.choose)
    expectEqual(session.address, "daily/2026-11-23")
  }

  @Test("1.11 Another mode leaves the daily level where it is, and it continues")
  func parked() throws {
    var session = try daily("2026-11-22")
    let path = try require(session.attempt.level.solution).moves
    try session.play(String(path.letters.prefix(2)))
    session.perform(.visit(.worlds))
    expectEqual(session.dailyDetail, "3 lives left")
    session.perform(.visit(.daily))
    expect(session.attempt.path == Array(path.prefix(2)) && session.attempt.standing == .counts)
  }

  @Test("1.11 The days in a row end with today, or with yesterday until today has a result")
  func row() throws {
    var days = KeptDays()
    for text in ["2025-12-30", "2025-12-31", "2026-01-01", "2026-01-03", "2026-01-04"] {
      days.add(try won(text))
    }
    days.add(DayResult(lost: try day("2026-01-06"), isLate: false))
    days.add(try won("2026-01-02", isLate: true))
    let rows = try ["01", "02", "03", "04", "05", "06", "07"].map {
      days.row(until: try day("2026-01-\($0)"))
    }
    expectEqual(rows, [3, 0, 1, 2, 2, 0, 0])
    expectEqual(days.bestRow, 3)
  }

  @Test("1.15 The results are kept: joined without loss, and the first of a day stays")
  func kept() throws {
    var (one, other) = (KeptDays(), KeptDays())
    one.add(try won("2026-11-20"))
    one.add(DayResult(lost: try day("2026-11-21"), isLate: false))
    other.add(try won("2026-11-21"))
    other.add(
      DayResult(try day("2026-11-19"), won: 12, life: 3, isPar: true, isLate: true))
    try expect(KeptDays(text: one.text) == one && KeptDays(text: other.text) == other)
    var session = try Session(.daily(try day("2026-11-22")))
    session.days = other
    let joined = one.joined(with: session)
    expectEqual(joined.results.map(\.day.description), ["2026-11-19", "2026-11-20", "2026-11-21"])
    try expectNil(joined[try day("2026-11-21")]?.moves)
    one.teach(&session)
    expectEqual(session.days, joined)
  }

  @Test("1.15 A damaged or newer text of results is refused")
  func damaged() throws {
    var days = KeptDays()
    days.add(try won("2026-11-20"))
    days.add(DayResult(try day("2026-11-21"), won: 12, life: 3, isPar: true, isLate: true))
    let bytes = Array(days.text.utf8)
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      let text = String(decoding: changed, as: UTF8.self)
      #expect(throws: ProgressError.self, "\(text)") { try KeptDays(text: text) }
      let start = String(decoding: bytes[..<place], as: UTF8.self)
      if place > 0 {
        #expect(throws: ProgressError.self, "\(start)") { try KeptDays(text: start) }
      }
    }
    let form = KeptText(name: "zombies-days", what: "", version: 1)
    for line in [
      "day 2026-11-20 won 0 life 1", "day 2026-11-20 won 9 life 4", "day 2026-13-20 lost",
      "day 2026-11-20 lost par", "day 2026-11-20 won 09 life 1", "day 2026-11-20", "x",
      "day 20261120 lost",
    ] {
      let text = form.text([line])
      #expect(throws: ProgressError.self, "\(line)") { try KeptDays(text: text) }
    }
    #expect(throws: ProgressError.self) {
      try KeptDays(text: form.text(["day 2026-11-20 lost", "day 2026-11-20 lost"]))
    }
    let newer = KeptText(name: "zombies-days", what: "", version: 2).text([])
    let error = #expect(throws: ProgressError.self) { try KeptDays(text: newer) }
    expectEqual(error?.isNewer, true)
  }
}
