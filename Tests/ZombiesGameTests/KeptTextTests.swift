import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

// Texts are sealed again with KeptText, whose hash nothing else computes.
@testable import ZombiesGame

/// The texts in which everything is kept: what was damaged is refused, what was forged is refused or can be played, and
/// two programs that play at once lose nothing (1.11, 1.15, 2.8).
@Suite struct KeptTextTests {
  /// Reads a kind of text and returns it as it would be written again.
  private struct Form {
    let name: String
    let version: UInt64
    let text: String
    let read: (String) throws -> String
  }

  /// A session in which something of every kind is kept.
  private static func forms() throws -> [Form] {
    var setup = Session.Setup(Settings(.family(.classic)), seed: 7)
    setup.today = Day(year: 2026, month: 11, day: 22)
    var session = try Session(setup)
    for line in [
      "set hearing 3", "set memory forget", "set tell off", "uu", "original", "uuuullll", "next",
      "worlds", "1", "1", "up", "hint", "workshop", "zombie 2 3", "name Two words",
      "world Its world", "keep",
      "daily", "uullluuull", "board", "add Ann", "add Ben", "start", "turn", "up",
    ] {
      session.perform(typed: line)
      while session.finishAwaited() {}
    }
    var days = session.days
    days.add(try won("2026-11-20", isLate: true))
    days.add(DayResult(lost: try require(Day("2026-11-21")), isLate: false))
    var progress = session.worlds.progress
    progress.add([.win, .par], to: "S1P")
    var row = try require(session.lastCounted)
    row.player = "Ann, \"A\""
    session.record(row)
    let plays = KeptPlays().joined(with: session)
    return [
      Form(name: "zombies-session", version: 1, text: KeptSession().joined(with: session).text) {
        try KeptSession(text: $0).text
      },
      Form(name: "zombies-settings", version: 3, text: KeptSettings().joined(with: session).text) {
        try KeptSettings(text: $0).text
      },
      Form(name: "zombies-plays", version: 1, text: plays.text) { try KeptPlays(text: $0).text },
      Form(name: "zombies-days", version: 1, text: days.text) { try KeptDays(text: $0).text },
      Form(name: "zombies-progress", version: 3, text: progress.text) {
        try GameProgress(text: $0).text
      },
    ]
  }

  private static func won(_ text: String, isLate: Bool = false) throws -> DayResult {
    DayResult(try require(Day(text)), won: 9, life: 1, isPar: false, isLate: isLate)
  }

  /// The error of reading a text; nil if it is read.
  private static func error(_ form: Form, _ text: String) -> ProgressError? {
    do {
      _ = try form.read(text)
      return nil
    } catch { return error as? ProgressError }
  }

  @Test(
    "1.15 A damaged, cut, foreign or newer text of any kind is refused, and an empty one is empty")
  func damaged() throws {
    for form in try Self.forms() {
      try expectEqual(form.read(form.text), form.text)
      let bytes = Array(form.text.utf8)
      for place in sampled(Array(bytes.indices), every: bytes.count / 60 + 1) {
        var changed = bytes
        changed[place] ^= 1
        let texts = [
          String(decoding: changed, as: UTF8.self),
          String(decoding: bytes[..<place], as: UTF8.self),
        ]
        for text in texts where !text.isEmpty {
          expect(Self.error(form, text)?.isNewer == false, "\(form.name), byte \(place): \(text)")
        }
      }
      let kept = KeptText(name: form.name, what: "", version: form.version + 1)
      expect(Self.error(form, kept.text([]))?.isNewer == true, form.name)
      for text in ["x", form.name, "\(form.name) 0\n", form.text + "\n", " " + form.text] {
        expect(Self.error(form, text)?.isNewer == false, "\(form.name): \(text)")
      }
      expectNil(Self.error(form, ""), form.name)
    }
  }

  /// Lines that no program writes, sealed with the right hash.
  @Test("1.11, 1.15 Results of days and settings that are impossible are refused")
  func impossible() throws {
    let rows = """
      days 1: day 2026-11-20 won 0 life 1; day 2026-11-20 won 9 life 4; day 2026-11-20 won 9 life 0
      days 1: day 2026-13-20 lost; day 2026-11-20 lost par; day 2026-11-20 won 09 life 1; day 2026-11-20
      days 1: x; day 20261120 lost; day 2026-11-20 won 9 lives 1; day 2026-11-20 won 9 life 1 late par
      settings 3: set hearing 99; set taste good; hearing 3; original 0 won 0 lost; original -1 won 0 lost
      """
    for row in rows.split(separator: "\n") {
      let parts = row.split(separator: ": ", maxSplits: 1)
      let isDays = parts[0] == "days 1"
      let form = KeptText(
        name: isDays ? "zombies-days" : "zombies-settings", what: "", version: isDays ? 1 : 3)
      for line in parts[1].split(separator: "; ").map(String.init) {
        let text = form.text([line])
        if isDays {
          expect((try? KeptDays(text: text)) == nil, line)
        } else {
          expect((try? KeptSettings(text: text)) == nil, line)
        }
      }
    }
    let twice = KeptText(name: "zombies-days", what: "", version: 1)
      .text(["day 2026-11-20 lost", "day 2026-11-20 lost"])
    expect((try? KeptDays(text: twice)) == nil)
  }

  /// 200,000 texts in the long form.
  @Test("1.15 A text that was changed and sealed again is refused, or can be played")
  func forged() throws {
    let form = KeptText(name: "zombies-session", what: "", version: 1)
    var random = NaiveRandom(seed: 15)
    var watched = try RandomSessionTests.Watched(seed: 15)
    var (refused, played) = (0, 0)
    let words = ["0", "1", "2", "7", "1000000000", "yes", "no", "-1", "U", "rounds", "turn:0"]
    for _ in 0..<cases(120, long: 20_000) {
      for _ in 0..<random.below(8) { _ = try watched.step() }
      var lines = try form.lines(of: KeptSession().joined(with: watched.session).text)
      switch random.below(5) {
      case 0: lines.remove(at: random.below(lines.count))
      case 1: lines.swapAt(random.below(lines.count), random.below(lines.count))
      case 2: lines.insert(random.one(of: lines), at: random.below(lines.count))
      default:
        let line = random.below(lines.count)
        var parts = lines[line].split(separator: " ").map { String($0) }
        parts[random.below(parts.count)] = random.one(of: words)
        lines[line] = parts.joined(separator: " ")
      }
      guard let kept = try? KeptSession(text: form.text(lines)) else {
        refused += 1
        continue
      }
      var setup = Session.Setup(seed: 1)
      setup.campaign = watched.session.worlds.campaign
      setup.quiz = try Quiz(text: "chapter: A\nquestion: B?\n= x")
      setup.kept = kept
      var session = try Session(setup)
      for _ in 0..<15 {
        let action = random.one(of: Actions.all)
        if action != .leave, action != .generate(.block, .gentle) { session.perform(action) }
        _ = session.screen
      }
      played += 1
    }
    expect(refused > 30 && played > 10, "\(refused) refused, \(played) played")
  }

  /// Random results of some days in a row, compared to counting them one by one.
  @Test("1.11, 1.15 The row of days and the best one, and joined results of two programs")
  func days() throws {
    var random = NaiveRandom(seed: 11)
    for number in 0..<cases(60, long: 10_000) {
      // What two programs have of each day: nothing, won, lost, or won later. Sometimes nothing is won in time.
      let outcomes = number % 6 == 0 ? [0, 2, 3] : [0, 1, 1, 1, 2, 3]
      let first = 20_450 + random.below(40)
      let kinds = (0..<2).map { _ in (0..<12).map { _ in random.one(of: outcomes) } }
      let kept = try kinds.map { kinds in
        var days = KeptDays()
        for number in kinds.indices.reversed() where kinds[number] > 0 {
          let day = try require(Day(daysSince1970: first + number))
          let (isLost, isLate) = (kinds[number] == 2, kinds[number] == 3)
          days.add(
            isLost
              ? DayResult(lost: day, isLate: isLate)
              : DayResult(day, won: 9, life: 1, isPar: false, isLate: isLate))
        }
        return days
      }
      for (days, kinds) in zip(kept, kinds) {
        var (row, best) = (0, 0)
        for (number, kind) in kinds.enumerated() {
          let day = try require(Day(daysSince1970: first + number))
          // Until today has a result, yesterday's row goes on.
          if kind == 0 { expectEqual(days.row(until: day), row, "\(kinds) \(number)") }
          row = kind == 1 ? row + 1 : 0
          if kind > 0 { expectEqual(days.row(until: day), row, "\(kinds) \(number)") }
          best = max(best, row)
        }
        expectEqual(days.bestRow, best, "\(kinds)")
      }
      var session = try Session(Session.Setup())
      session.days = kept[1]
      let joined = kept[0].joined(with: session)
      for number in kinds[0].indices {
        let day = try require(Day(daysSince1970: first + number))
        expectEqual(joined[day], kept[0][day] ?? kept[1][day])
      }
      kept[0].teach(&session)
      expectEqual(session.days, joined)
    }
  }

  @Test("1.11 Days follow the calendar")
  func calendar() throws {
    var (year, month, day) = (1970, 1, 1)
    for number in 0..<cases(60_000, long: 2_932_897) {
      let expected = Day(year: year, month: month, day: day)
      if Day(daysSince1970: number) != expected || expected == nil {
        if number % 97 == 0 || expected == nil { expect(false, "\(number)") }
      }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
      day += 1
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    expectEqual(Day(daysSince1970: 2_932_896)?.description, "9999-12-31")
    expect(Day(daysSince1970: 2_932_897) == nil && Day(daysSince1970: -1) == nil)
    expectEqual(Day("2026-11-22"), Day("20261122"))
    let bad =
      "2026-02-29,2026-13-01,2026-00-01,2026-1-1,x,,20261100,2026-11-31,2026/11/22,0000-01-01"
    for text in bad.split(separator: ",", omittingEmptySubsequences: false) {
      expectNil(Day(text), "\(text)")
    }
  }
}
