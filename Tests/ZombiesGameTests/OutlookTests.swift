import Testing
import ZombiesCore
import ZombiesGrading

@testable import ZombiesGame

/// What the workshop finds out late about a level, its luck, if it is wrong or told at the wrong
/// time (6.2).
@Suite struct OutlookTests {
  /// A session with a level on the bench.
  private static func session(
    _ code: String, hearing: Int = 0, text: Session.Setup.TextScreen = .closed
  ) throws -> Session {
    var setup = Session.Setup(textScreen: text)
    setup.settings.set(.hearingDistance(hearing))
    (setup.mode, setup.bench) = (.workshop, code)
    return try Session(setup)
  }

  private static func notes(_ session: Session) -> [String] { session.workshopPanel.notes }

  @Test("6.2 A script gets the luck when it asks, a player sees it after a moment")
  func onDemand() throws {
    let code = "S4/5/2Z2/1Z3/4P"
    let level = try Level(code: code)
    let luck = try #require(BlindPlays(rules: Rules(hearingDistance: 2)).luck(of: level))
    let expected = "You hear within 2 steps. " + WorldTeller.words(for: luck)
    var piped = try Self.session(code, hearing: 2, text: .piped)
    #expect(piped.awaits == nil)
    piped.perform(typed: "luck")
    #expect(piped.told == [expected] && piped.awaits == nil)
    var session = try Self.session(code, hearing: 2)
    let told = session.told
    #expect(
      session.awaits == .answer && Self.notes(session) == told.suffix(Self.notes(session).count))
    var other = session
    let found = try #require(session.apart.found())
    session.proceed(with: found)
    other.finishAwaited()
    #expect(session == other && session.awaits == nil && session.told == told)
    #expect(Self.notes(session).last == expected)
    session.perform(typed: "luck")
    #expect(session.told.last == expected)
  }

  @Test("6.2 The search is abandoned at the next edit, and begins again")
  func abandoned() throws {
    var session = try Self.session("S4/5/2Z2/1Z3/4P", hearing: 2)
    session.perform(.keep)
    let news = session.news
    #expect(news == ["Saved. The list has 1 level."])
    let work = try #require(session.work)
    session.perform(.aim(Square(row: 1, column: 1)))
    #expect(session.work == work)
    session.perform(.edit(.put(.block, Square(row: 1, column: 4))))
    #expect(session.work != nil && session.work != work)
    session.finishAwaited()
    #expect(session.awaits == nil)
    // Nothing continues while a page covers the level.
    session.perform(.undo)
    #expect(session.awaits == .answer)
    session.perform(.open(.help))
    #expect(session.awaits == nil)
    session.perform(.close)
    // A failed search is not begun again.
    session.abandon()
    #expect(session.awaits == nil)
    // On the text screen only on demand.
    session.perform(.edit(.put(nil, Square(row: 2, column: 2))))
    session.perform(.open(.text))
    #expect(session.awaits == nil)
    session.perform(typed: "luck")
    #expect(
      session.awaits == .answer && session.told == ["Looking for the luck that this level needs."])
    session.finishAwaited()
    #expect(
      session.awaits == nil && session.told.last?.hasPrefix("You hear within 2 steps. ") == true)
    session.perform(typed: "lit")
    session.perform(typed: "luck")
    #expect(session.told.last?.hasPrefix("Luck is known only for a dark level") == true)
  }

  @Test(
    "6.2 A level whose luck cannot be known says so",
    arguments: [
      // In the light, without hearing, not to be won, and in too large a family.
      ("S4/5/2Z2/1Z3/4P+lit", 2, false), ("S4/5/2Z2/1Z3/4P", 1, false),
      ("S4/5/5/3Z1/4P", 2, false), ("S9/10/4Z5/4Z5/2Z7/10/10/10/4###3/9P", 2, true),
    ])
  func unknownLuck(code: String, hearing: Int, isSought: Bool) throws {
    var session = try Self.session(code, hearing: hearing)
    #expect((session.awaits == .answer) == isSought)
    let notes = Self.notes(session)
    session.finishAwaited()
    #expect(session.awaits == nil && Self.notes(session) == notes)
    session.perform(typed: "luck")
    let told = session.told.last ?? ""
    #expect(
      told
        == (isSought
          ? "The luck that this level needs is not known."
          : "Luck is known only for a dark level that can be won, with a hearing distance of 2 or more.")
    )
  }

  @Test(
    "6.2 The luck of a dark level is told where playing it has hearing, and is part of the grade by its own rules"
  )
  func luck() throws {
    let code = "S4/5/2Z2/1Z3/4P"
    let level = try Level(code: code)
    for (setting, own) in [(0, 0), (2, 0), (0, 2), (3, 2)] {
      var session = try Self.session(code, hearing: setting)
      if own > 0 { session.perform(typed: "rule hearing \(own)") }
      session.finishAwaited()
      let notes = Self.notes(session)
      let hearing = own > 0 ? own : setting
      let luck = try BlindPlays(rules: Rules(hearingDistance: hearing)).luck(of: level)
      let words = luck.map { WorldTeller.words(for: $0) }
      #expect(notes.contains { $0.hasSuffix(words ?? "nothing") } == (hearing > 0), "\(notes)")
      #expect(notes.contains { $0.contains("You hear within") } == (setting > 0 && own == 0))
      // The parts are the points.
      let grade = try #require(notes.first { $0.hasPrefix("It is ") })
      let numbers = grade.split(whereSeparator: { !$0.isNumber && $0 != "." }).compactMap {
        Int($0)
      }
      let sum: Int = numbers.dropFirst().reduce(0, +)
      #expect(numbers.first == sum, "\(grade)")
      let needsLuck = own > 0 && luck?.missingTenths != 0
      #expect(grade.contains("because luck is needed") == needsLuck)
    }
  }
}
