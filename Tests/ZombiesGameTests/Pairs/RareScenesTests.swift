import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesGame

/// Scenes in which two features meet, with results known by hand: what is older than the change of a
/// rule, in another order than usual, tied, or exactly at a limit. Sequences of random features
/// hardly ever reach these.
@Suite struct RareScenesTests {
  private func day(_ number: Int) throws -> Day {
    try require(Day(year: 2026, month: 11, day: number))
  }

  @Test("1.15 A round that a link has interrupted waits, wherever the player goes meanwhile")
  func interrupted() throws {
    for visit in ["worlds", "workshop", "questions", "original"] {
      var session = try session("S3/4/4/3P", at: .rounds, after: ["up"])
      session.follow(try Address("classic@42#7"), today: nil)
      for line in [visit, "rounds"] { _ = session.say(line) }
      expectEqual(session.attempt.path.letters, "U", "\(visit): \(session.attempt.named.name)")
    }
  }

  @Test("1.11 A row of days ends with a day that was not played, lost, or played later")
  func rowsOfDays() throws {
    func won(_ number: Int, isLate: Bool = false) throws -> DayResult {
      DayResult(try day(number), won: 9, life: 1, isPar: false, isLate: isLate)
    }
    for (results, best, row) in [
      (try [1, 3, 5].map { try won($0) }, 1, 1), (try [1, 2, 5].map { try won($0) }, 2, 1),
      (try [2, 3, 4, 5].map { try won($0) }, 4, 4),
      (try [won(3), won(4, isLate: true), won(5)], 1, 1),
      (try [won(2), won(3), DayResult(lost: day(4), isLate: false), won(5)], 2, 1),
    ] {
      var days = KeptDays()
      for result in results.reversed() { days.add(result) }
      let today = try day(5)
      expect(days.bestRow == best && days.row(until: today) == row, "\(results)")
    }
  }

  @Test("1.11 The menu shows the lives of today's level, also after an unfinished day before")
  func unfinishedDay() throws {
    var setup = Session.Setup.daily(try day(21))
    setup.today = try day(22)
    var session = try Session(setup)
    let moves = session.attempt.level.solution?.moves.first
    session.perform(.move(try require(moves)))
    session.perform(.open(.menu))
    expectEqual(session.dailyDetail, "not played yet")
  }

  @Test("6.3 Forward leads to a trial only if neither the level nor its rules have changed since")
  func forwardToATrial() throws {
    for (line, isThere) in [
      ("", true), ("set hearing 3", true), ("rule speed 2", false), ("block 2 2", false),
    ] {
      var session = try session("S3/4/4/3P") { ($0.mode, $0.bench) = (.workshop, "S3/4/4/3P") }
      for line in ["play", "up"] { session.perform(typed: line) }
      session.goBack(to: "workshop")
      if !line.isEmpty { session.perform(typed: line) }
      session.goBack(to: "trial")
      expectEqual((session.place == .room), isThere, "\(line)")
    }
  }

  @Test("1.16 What stops a search is named as it can be used: a key, a word, or Esc and a word")
  func howToStop() throws {
    for (hasKeys, isText, expected) in [
      (true, false, "Press x to stop it."), (false, false, "Press Esc, then type stop to stop it."),
      (true, true, "Type stop to stop it."), (false, true, "Type stop to stop it."),
    ] {
      var session = try session("S3/4/4/3P") { $0.settings.hasLetterKeys = hasKeys }
      if isText { session.perform(.open(.text)) }
      session.announceThinking("Looking.")
      expectEqual(session.told.last, expected)
    }
  }

  @Test(
    "2.10 After a world the next one in order follows that has levels left, then from the first")
  func nextWorlds() throws {
    let campaign = try Campaign(
      text: (1...4).map { "; world: \($0)\n; unlock: stars 0\nS\($0)P\n" }.joined())
    for done in 0..<16 {
      var progress = GameProgress()
      for world in 0..<4 where done >> world & 1 == 1 {
        progress.add(.win, to: campaign.worlds[world].levels[0].key)
      }
      let worlds = Worlds(campaign, progress)
      for world in 0..<4 where done >> world & 1 == 1 && done < 15 {
        let expected = (1..<4).map { (world + $0) % 4 }.first { done >> $0 & 1 == 0 }
        expectEqual(
          worlds.next(after: .init(world: world, level: 0)), .world(expected ?? 9), "\(done)")
      }
    }
  }

  @Test("6.1 A generated level ends what could be redone, as every edit does")
  func redoAfterGenerating() throws {
    var workshop = Workshop(Workshop.Draft(try Level("S3/4/4/3P")))
    try workshop.perform(.put(.block, Square(row: 1, column: 1)))
    try workshop.undo()
    expect(workshop.canRedo)
    _ = try workshop.generate(.classic)
    expect(!workshop.canRedo && workshop.canUndo)
  }

  @Test("6.4 Saved levels of a world stay together, in the order in which they came")
  func savedWorlds() throws {
    var kept = KeptLevels()
    for (world, columns) in [("C", 1), ("B", 2), ("C", 3), ("A", 4), ("B", 5), ("C", 6)] {
      kept.add(KeptLevel(try Level("S\(columns)P"), world: world))
    }
    let columns = kept.levels.map { $0.level.size.columns - 2 }
    expectEqual(columns, [1, 3, 6, 2, 5, 4])
  }

  @Test(
    "1.9 The chance of a hint is that under the rules in force, also after they have changed",
    arguments: ["3x4z1b1", "4x4z1f1"])
  func chancesAfterAChange(family: String) throws {
    let rules = try [Rules(), Rules(catchingDistance: 0), Rules(chase: .vertical, zombieSpeed: 4)]
    let attempts = try rules.map { rules in
      var settings = Settings(.family(try Family(family)))
      settings.rules = rules
      return try Session(Session.Setup(settings, seed: 1)).attempt
    }
    // Without an earlier hint, nothing is remembered of the earlier rules.
    let expected = attempts.map { "\(Adviser().hint(for: $0))" }
    expect(expected.allSatisfy { $0.contains("levels: ") } && Set(expected).count > 1)
    for (first, attempt) in attempts.enumerated() {
      for (second, other) in attempts.enumerated() {
        let adviser = Adviser()
        _ = adviser.hint(for: attempt)
        expectEqual("\(adviser.hint(for: other))", expected[second], "\(first), \(second)")
      }
    }
  }

  @Test("1.16 A plan that took long is kept, whatever other plans are made after it")
  func announcedPlan() throws {
    let attempts = try ["3x4z1b1", "4x4z1f1", "3x3z1"].map { family in
      try Session(Session.Setup(Settings(.family(try Family(family))), seed: 1)).attempt
    }
    let adviser = Adviser()
    let topics = try attempts.map { try require(adviser.topic(of: $0)) }
    adviser.prepare(topics[0])
    adviser.announced = topics[0]
    for topic in topics.dropFirst() {
      adviser.prepare(topic)
      expect(adviser.remembers(topics[0]) && adviser.remembers(topic))
    }
  }

  @Test("5.5 Turns on the same level have one number in the record, other rounds their own")
  func numbersOfTurns() throws {
    func row(_ trial: UInt64, _ player: String?) throws -> RecordRow {
      var setup = Session.Setup(Settings(.family(try Family("4x4"))), seed: 1)
      setup.firstTrial = trial
      let attempt = try Session(setup).attempt
      let round = Session.CountedRound(attempt, .won, life: 1, player: player)
      return RecordRow(round, player: "you", time: nil)
    }
    let rows = try [
      row(5, "Ann"), row(5, "Ben"), row(6, "Ann"), row(6, "Ben"), row(7, nil), row(7, nil),
    ]
    let cases: [(first: UInt64?, expected: [String])] = [
      (nil, ["0", "0", "1", "1", "2", "3"]), (10, ["15", "15", "16", "16", "17", "18"]),
    ]
    for (first, expected) in cases {
      var numbers = RecordNumbers(first: first)
      var last: UInt64?
      let text = numbers.text(of: rows, after: &last)
      let found = text.split(separator: "\n").map { line in String(line.prefix { $0 != "," }) }
      expectEqual(found, expected)
    }
  }

  @Test("1.15 Rounds that are counted after the record was removed stay")
  func recordAfterRemoval() throws {
    var session = try Session(Session.Setup(Settings(.family(try Family("4x4"))), seed: 1))
    var kept = KeptPlays()
    var counts: [Int] = []
    func store(_ session: inout Session) {
      kept = kept.joined(with: session)
      kept.teach(&session)
      counts.append(kept.count)
    }
    for isRemoved in [false, false, true, false, false, true, true, false] {
      if isRemoved { session.removePlays() } else { try play(&session) }
      store(&session)
    }
    expectEqual(counts, [1, 2, 0, 1, 2, 0, 0, 1])
  }

  /// Wins a round, and records it.
  private func play(_ session: inout Session) throws {
    for line in ["up 3", "left 3"] { session.perform(typed: line) }
    session.record(RecordRow(try require(session.lastCounted), player: "you", time: nil))
    session.perform(.dismiss)
  }

  @Test("4.4 In the light, a counted walk stops where a zombie could catch the player next")
  func walksInTheLight() throws {
    for speed in 1...4 {
      let floor = String(repeating: "3/", count: 12)
      var session = try session("S2/3/Z2/\(floor)2P+lit") { $0.settings.set(.zombieSpeed(speed)) }
      _ = session.say("up 14")
      // The zombie is 15 steps away. Each move and its steps bring it nearer.
      let moves = (1...14).first { 15 - $0 * (speed + 1) <= 1 + speed + 1 }
      expectEqual(session.attempt.path.count, moves, "speed \(speed)")
    }
  }

  @Test("4.6 Of two words that are equally near, the one with the typed first letter is meant")
  func tiedWords() {
    for words in [["west", "east"], ["east", "west"]] {
      expect(nearest("est", in: words) == "east" && nearest("wst", in: words) == "west")
    }
  }

  @Test("2.7 A hint names its price only where it has one")
  func priceOfAHint() throws {
    let price = "With a hint, a win earns 1 star."
    for (line, isNamed) in [("", true), ("undo", false), ("restart", false)] {
      var session = try ThreeWorlds.session()
      session.enterLevel()
      if !line.isEmpty {
        try session.play("U")
        session.perform(typed: line)
      }
      let isPractice = session.attempt.standing != .counts
      expectEqual(isPractice, !isNamed)
      expectEqual(session.askForHint().contains(price), isNamed, "\(line)")
    }
  }

  @Test("3.1 An answer that is a number is meant before the number of an answer")
  func numbersAsAnswers() throws {
    let quiz = try Quiz(text: "chapter: A\nquestion: How many?\n- 2\n+ 1\n- 4\n")
    for (typed, isRight) in [("1", true), ("2", false), ("3", false), ("4", false)] {
      var session = try session("SP", at: .questions, after: []) { $0.quiz = quiz }
      _ = session.say("next")
      _ = session.say(typed)
      expectEqual((session.quizRun?.firstTries == [1]), isRight, "\(typed)")
    }
  }

  @Test("3.1 A question names each rule that is not the default, from its first other value on")
  func rulesInQuestions() throws {
    for (rules, words) in [
      (try Rules(zombieSpeed: 2), "2 steps"), (try Rules(zombieSpeed: 3), "3 steps"),
      (try Rules(chase: .vertical), "up or down"), (try Rules(chase: .horizontal), "left or right"),
      (try Rules(catchingDistance: 0), "own square"),
    ] {
      let sentences = Question.sentences(rules)
      expect(sentences.count == 1 && sentences[0].contains(words), "\(rules) \(sentences)")
    }
    expectEqual(Question.sentences(.standard), [])
  }
}
