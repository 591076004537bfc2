import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// The texts in which everything is kept: what was damaged is refused, what was forged is refused or can be played, and
/// two programs that play at once lose nothing (1.11, 1.15, 2.8, 6.4). What is told of a refused one stands in Examples.
@Suite struct KeptTextTests {
  /// Reads a kind of text and returns it as it would be written again.
  private struct Form {
    let name: String
    let version: Int
    let text: String
    let read: (String) throws -> String

    init<Part: Kept>(_ name: String, _ version: Int, _ part: Part) {
      (self.name, self.version, text) = (name, version, part.text)
      read = { try Part(text: $0).text }
    }

    /// The text of some lines, with the right hash.
    func sealed(_ lines: [String], version: Int? = nil) -> String {
      NaiveProgress.sealed(["\(name) \(version ?? self.version)"] + lines)
    }

    /// The error of reading a text; nil if it is read.
    func error(_ text: String) -> ProgressError? {
      do {
        _ = try read(text)
        return nil
      } catch { return error as? ProgressError }
    }
  }

  /// A session in which something of every kind is kept.
  private static func forms() throws -> [Form] {
    var setup = Session.Setup(Settings(.family(.classic)), seed: 7)
    setup.today = Day(year: 2026, month: 11, day: 22)
    var session = try Session(setup)
    for line in [
      "set hearing 3", "set memory forget", "set tell off", "uu", "original", "uuuullll", "next",
      "worlds", "1", "1", "up", "hint", "workshop", "zombie 2 3", "name Two words",
      "world Its world", "keep", "lit", "rule speed 2", "keep",
      "daily", "uullluuull", "board", "add Ann", "add Ben", "start", "turn", "up",
    ] { session.say(line) }
    var recorder = RoundRecorder()
    session.record(try require(recorder.note(session, player: "Ann, \"A\"", at: nil)))
    let days = [
      "day 2026-11-20 won 9 life 1 late", "day 2026-11-21 lost", "day 2026-11-22 won 9 life 2 par",
    ]
    let progress = [
      "first-steps done", "level P1Z/S2 open", "level SP open win par",
      "world 12 P1Z/S2,SP The Barricades", "world 0 S1/1P,S1P/Z2 夜の町",
    ]
    let (lists, plays) = (KeptLevels().joined(with: session), KeptPlays().joined(with: session))
    return [
      Form("zombies-session", 1, KeptSession().joined(with: session)),
      Form("zombies-settings", 3, KeptSettings().joined(with: session)),
      Form("zombies-plays", 1, plays), Form(";; zombies-workshop", 2, lists),
      Form("zombies-days", 1, try KeptDays(text: sealed("zombies-days 1", days))),
      Form("zombies-progress", 3, try GameProgress(text: sealed("zombies-progress 3", progress))),
    ]
  }

  private static func sealed(_ head: String, _ lines: [String]) -> String {
    NaiveProgress.sealed([head] + lines)
  }

  @Test(
    "1.15, 2.8, 6.4 A damaged, cut, foreign or newer text of any kind is refused with a line, and an empty one is empty"
  )
  func damaged() throws {
    for form in try Self.forms() {
      try expectEqual(form.read(form.text), form.text)
      let bytes = Array(form.text.utf8)
      for place in sampled(Array(bytes.indices), every: bytes.count / 60 + 1) {
        var texts = [bytes[..<place] + []]
        for value in [bytes[place] ^ 1, bytes[place] &+ 128, 10] where value != bytes[place] {
          texts.append(bytes[..<place] + [value] + bytes[(place + 1)...])
        }
        for text in texts.map({ String(decoding: $0, as: UTF8.self) }) where !text.isEmpty {
          let error = form.error(text)
          let isNewer = text.hasPrefix("\(form.name) \(form.version + 1)")
          expect(
            error?.isNewer == isNewer && error?.line ?? 0 > 0,
            "\(form.name), byte \(place): \(text)")
        }
      }
      let newer = form.sealed([], version: form.version + 1)
      expect(form.error(newer)?.isNewer == true, form.name)
      for text in [
        "x", form.name, "\(form.name) 0\n", form.text + "\n", " " + form.text,
        form.text + form.text,
      ] {
        expect(form.error(text)?.isNewer == false, "\(form.name): \(text)")
      }
      expectNil(form.error(""), form.name)
      // No two lines of the progress and of the days can change places, and none can stand twice.
      guard ["zombies-progress", "zombies-days"].contains(form.name) else { continue }
      let lines = form.text.split(separator: "\n").dropFirst().dropLast().map(String.init)
      for (one, other) in lines.indices.flatMap({ one in lines.indices.map { (one, $0) } }) {
        var changed = lines
        if one == other { changed.insert(lines[one], at: one) } else { changed.swapAt(one, other) }
        expect(form.error(form.sealed(changed)) != nil, "\(form.name) \(one) \(other)")
      }
      expectNil(form.error(form.sealed(Array(lines.dropLast()))))
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
      for line in parts[1].split(separator: "; ").map(String.init) {
        let text = Self.sealed("zombies-\(parts[0])", [line])
        let isRead =
          parts[0] == "days 1"
          ? (try? KeptDays(text: text)) != nil : (try? KeptSettings(text: text)) != nil
        expect(!isRead, line)
      }
    }
  }

  /// 200,000 texts in the long form.
  @Test("1.15 A text that was changed and sealed again is refused, or can be played")
  func forged() throws {
    var random = NaiveRandom(seed: 15)
    var watched = try RandomSessionTests.Watched(seed: 15)
    var (refused, played) = (0, 0)
    let words = ["0", "1", "2", "7", "1000000000", "yes", "no", "-1", "U", "rounds", "turn:0"]
    for _ in 0..<cases(120, long: 20_000) {
      for _ in 0..<random.below(8) { _ = try watched.step() }
      let text = KeptSession().joined(with: watched.session).text
      var lines = text.split(separator: "\n").dropLast().map(String.init)
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
      guard let kept = try? KeptSession(text: NaiveProgress.sealed(lines)) else {
        refused += 1
        continue
      }
      var setup = Session.Setup(seed: 1)
      setup.campaign = watched.session.worlds.campaign
      setup.quiz = try Quiz(text: "chapter: A\nquestion: B?\n= x")
      setup.kept = kept
      var session = try Session(setup)
      for _ in 0..<15 {
        let action = random.one(of: Action.all)
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
        let lines = try kinds.enumerated().filter { $0.element > 0 }.map { number, kind in
          let day = try require(Day(daysSince1970: first + number))
          return "day \(day) " + ["lost", "won 9 life 1"][kind % 2] + (kind == 3 ? " late" : "")
        }
        return try KeptDays(text: Self.sealed("zombies-days 1", lines))
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
      var setup = Session.Setup()
      setup.keptDays = kept[1]
      var session = try Session(setup)
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

  private static func progress(_ random: inout NaiveRandom) -> NaiveProgress {
    var progress = NaiveProgress()
    progress.hasFinishedFirstSteps = random.below(2) == 0
    for code in CampaignDraws.codes where random.below(3) == 0 {
      let stars = ["first", "par"].filter { _ in random.below(2) == 0 }
      if random.below(2) == 0 { progress.stars[code] = Set(stars + ["win"]) }
      progress.open.insert(code)
    }
    // Usually few worlds, but sometimes more than are inserted one by one. Some names differ only in their bytes.
    for _ in 0..<(random.below(5) == 0 ? 40 : random.below(5)) {
      let codes = random.choose(1 + random.below(3), of: Array(0..<6)).prefix(2)
      progress.paid[
        NaiveProgress.Opened(
          name: random.one(of: ["First Night", "夜の町 🧟‍♀️", "é", "a  b", "win", "A"]),
          levels: codes.map { CampaignDraws.codes[$0] })] = random.one(of: [0, random.below(9)])
    }
    return progress
  }

  @Test("2.8 Progress is written as by a naive writer, read back, and joined in any order")
  func progress() throws {
    var random = NaiveRandom(seed: 28)
    let failure = try firstFailure(of: 0..<cases(60, long: 6000)) { _ -> String? in
      let (one, other) = (Self.progress(&random), Self.progress(&random))
      let (mine, theirs) = (try GameProgress(text: one.text), try GameProgress(text: other.text))
      if mine.text != one.text || mine.hasFinishedFirstSteps != one.hasFinishedFirstSteps {
        return "\(one.text)\n\(mine.text)"
      }
      if mine.starCount != UInt64(one.starCount) { return "\(mine.starCount) stars: \(one.text)" }
      for code in CampaignDraws.codes {
        let stars = one.stars[code] ?? []
        if mine.hasCompleted(code) != stars.contains("win")
          || mine.stars(of: code).count != stars.count
        {
          return "\(code): \(one.text)"
        }
      }
      for (first, second) in [(mine, theirs), (theirs, mine)] {
        var joined = first
        for _ in 0..<2 {
          joined.join(second)
          if joined.text != one.joined(other).text { return "\(one.text)\n\(other.text)" }
        }
      }
      return nil
    }
    expectNil(failure)
  }

  @Test("2.8, 6.4 Two names that differ only in their bytes are two, and no sum overflows")
  func extremes() throws {
    let lines = [
      "world 18446744073709551615 SP,S1P e\u{301}", "world 18446744073709551615 SP,S1P é",
    ]
    let text = Self.sealed("zombies-progress 3", ["level SP open win"] + lines)
    var progress = try GameProgress(text: text)
    progress.join(try GameProgress(text: text))
    expect(progress.text.utf8.elementsEqual(text.utf8))
    let campaign = try Campaign(
      text: "; world: é\nSP\n; world: B\n; unlock: coins 18446744073709551615\nS1P\n")
    var session = try Session(Session.Setup(campaign, progress: progress))
    expect(session.perform(.next) && !session.perform(.buy))
  }

  /// Nine levels, with names, worlds and rules of all kinds.
  private static func levels(_ random: inout NaiveRandom) throws -> [Workshop.Draft] {
    try (0..<9).map { number in
      try draft(
        Level(number < 3 ? ["SP", "PS", "S#P"][number] : "S\(number)P"),
        random.one(of: [nil, "The Door", "Größer"]),
        in: random.one(of: [Workshop.worldName, "First Night", "夜"]),
        random.below(2) == 0 ? .standard : Rules(random.rules()))
    }
  }

  private static func draft(
    _ level: Level, _ name: String?, in world: String, _ rules: Rules
  ) -> Workshop.Draft {
    var draft = Workshop(level, rules: rules).draft
    (draft.name, draft.world) = (name, world)
    return draft
  }

  /// Saves a level.
  private static func keep(_ level: Workshop.Draft, in session: inout Session) throws {
    session.perform(.edit(.paste(level.code)))
    session.perform(.edit(.rules(level.rules)))
    session.perform(.edit(.world(level.world)))
    session.perform(.edit(.name(level.name)))
    try require(session.perform(.edit(.keep)))
  }

  @Test("6.4 The list of levels is a file of levels; of two programs' changes, none is lost")
  func levels() throws {
    var random = NaiveRandom(seed: 24)
    for _ in 0..<cases(40, long: 3000) {
      let all = try Self.levels(&random)
      func some() throws -> KeptLevels {
        var setup = Session.Setup()
        setup.mode = .workshop
        var session = try Session(setup)
        for level in all where random.below(2) == 0 { try Self.keep(level, in: &session) }
        return session.workshop.list
      }
      let (former, theirs) = (try some(), try some())
      try expectEqual(KeptLevels(text: former.text), former)
      // Every reader of levels reads the file, with names, worlds and rules.
      if !former.levels.isEmpty {
        let read = try Campaign(text: former.text).worlds.flatMap { world in
          world.levels.map {
            Self.draft($0.level, $0.name, in: world.name, $0.rules(else: .standard))
          }
        }
        expectEqual(read, former.levels)
      }
      // A session removes some levels of its list and adds others, while another program writes its own.
      var setup = Session.Setup()
      (setup.keptLevels, setup.mode) = (former, .workshop)
      var session = try Session(setup)
      expectEqual(former.joined(with: session), former)
      var mine = former.levels
      for level in former.levels where random.below(3) == 0 {
        let place = try require(mine.firstIndex(of: level))
        mine.remove(at: place)
        try require(session.perform(.edit(.remove(place))))
      }
      for level in all where !former.levels.contains(level) && random.below(2) == 0 {
        mine.append(level)
        try Self.keep(level, in: &session)
      }
      let joined = theirs.joined(with: session)
      for level in all {
        let (was, isTheirs) = (former.levels.contains(level), theirs.levels.contains(level))
        let isMine = mine.contains(level)
        expectEqual(joined.levels.contains(level), was ? isMine && isTheirs : isMine || isTheirs)
      }
      joined.teach(&session)
      expect(joined.joined(with: session) == joined && theirs.joined(with: session) == theirs)
    }
  }
}
