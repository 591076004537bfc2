import Testing
import ZombiesCore
import ZombiesGrading

@testable import ZombiesGame

/// What the workshop finds out late about a level, one change and luck, if it is wrong or told at
/// the wrong time (6.2).
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

  @Test(
    "6.2 One change that makes the level harder, easier, unsolvable or solvable",
    arguments: ["S5/6/2#Z2/2#3/4#1/5P+lit", "S4/5/2Z2/1#3/4P+lit", "S4/5/5/3Z1/4P"])
  func changes(code: String) throws {
    let changes = ChangeSearch.changes(of: try Level(code: code))
    var expected: [String] = []
    for (name, change) in [
      ("Harder", changes.harder), ("Easier", changes.easier), ("Unsolvable", changes.unsolvable),
      ("Solvable", changes.solvable),
    ] {
      guard let change else { continue }
      let (from, to) = (change.from, change.to)
      let points = change.points.map {
        " (\($0) point\($0 == 1 ? "" : "s"), \(Grade(score: $0)))"
      }
      expected.append(
        "\(name): move the \(change.thing) on row \(from.row + 1), column \(from.column + 1) to row "
          + "\(to.row + 1), column \(to.column + 1)\(points ?? "").")
    }
    #expect(!expected.isEmpty)
    // A script gets it at once, when it asks.
    var piped = try Self.session(code, text: .piped)
    #expect(piped.awaits == nil)
    piped.perform(typed: "changes")
    #expect(piped.told == expected && piped.awaits == nil)
    // A player sees it after a moment, and hears it only after asking.
    var session = try Self.session(code)
    let told = session.told
    #expect(
      session.awaits == .answer && Self.notes(session) == told.suffix(Self.notes(session).count))
    var other = session
    let found = try #require(session.apart.found())
    session.proceed(with: found)
    other.finishAwaited()
    #expect(session == other && session.awaits == nil && session.told == told)
    #expect(Self.notes(session).suffix(expected.count) == expected[...])
    session.perform(typed: "changes")
    #expect(session.told.suffix(expected.count) == expected[...])
  }

  @Test("6.2 The search is abandoned at the next edit, and begins again")
  func abandoned() throws {
    var session = try Self.session("S5/6/2#Z2/2#3/4#1/5P+lit")
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
    session.perform(typed: "changes")
    #expect(session.awaits == .answer && session.told == ["Looking for changes."])
    session.finishAwaited()
    #expect(session.awaits == nil && session.told.last?.contains(": move the ") == true)
    session.perform(typed: "clear")
    session.perform(typed: "changes")
    #expect(session.told == ["No change of one thing makes it harder or easier."])
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
