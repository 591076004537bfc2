import Testing
import ZombiesCore
import ZombiesTestSupport

@testable import ZombiesGame

/// Sessions that do not continue where they were, and forged or damaged texts that are accepted
/// (1.15).
@Suite struct KeptSessionTests {
  /// Saves a session as a text, and continues it in a new one.
  private func again(
    _ session: Session, change: (inout Session.Setup) -> Void = { _ in }
  ) throws -> Session {
    let text = KeptSession().joined(with: session).text
    let kept = try KeptSession(text: text)
    try require(kept.text == text)
    var setup = Session.Setup(session.settings, seed: 999)
    setup.campaign = session.worlds.campaign
    setup.progress = session.worlds.progress
    setup.quiz = session.ownQuiz
    setup.worldRules = session.worldRules
    setup.showsEmoji = session.showsEmoji
    setup.today = session.today
    setup.keptDays = session.days
    setup.keptLevels = KeptLevels(session.bench.workshop.kept)
    change(&setup)
    return try Session(setup, continuing: kept)
  }

  /// The parts of the screen, without what was told.
  private func picture(_ session: Session) -> [String] {
    let screen = session.screen
    var parts = ["\(screen.kind)", screen.heading] + screen.notes
    parts += screen.counters.map { $0.text }
    for control in screen.arrows + screen.controls {
      parts.append("\(control.label) \(control.isEnabled)")
    }
    switch screen.content {
    case .room: parts += session.picture
    case .message(let box): parts += [box.headline] + box.reasons + box.share
    case .panel(let panel):
      parts += panel.spoken + panel.lines + panel.notes
      parts += panel.rows.map { "\($0)" } + [panel.field.map { "\($0)" } ?? ""]
    default: break
    }
    return parts
  }

  /// What is wrong after continuing a session.
  private func complaint(_ session: Session) throws -> String? {
    var session = session
    if session.page != nil, session.page != .menu { session.page = nil }
    var next = try again(session)
    let place = "\(session.screenKind) in \(session.attempt.named.name)"
    let (was, kept) = (
      KeptSession().joined(with: session), KeptSession().joined(with: next)
    )
    if was.text != kept.text { return "\(place):\n\(was.text)\n\(kept.text)" }
    // The workshop finishes what it was looking for, in both sessions.
    session.bench.workshop.lookLonger()
    next.bench.workshop.lookLonger()
    let (one, other) = (picture(session), picture(next))
    if one != other { return "\(place): \(one)\n\(other)" }
    if session.page == nil, session.place == .room {
      for action in [Action.hint, .undo, .move(.up), .restart] {
        let isDone = session.perform(action)
        if isDone != next.perform(action) { return "\(place): \(action)" }
        if !isDone { continue }
        while session.awaits == .thought { session.perform(.proceed) }
        while next.awaits == .thought { next.perform(.proceed) }
        if session.told != next.told {
          return "\(place): \(action): \(session.told)\n\(next.told)"
        }
      }
    }
    return nil
  }

  /// 30,000 moments in the long form.
  @Test("1.15 After any actions, a session continues where it was: moments in all modes")
  func anyMoment() throws {
    var watched = try RandomSessionTests.Watched(seed: 2026)
    var count = 0
    var failure: String?
    var kinds: Set<Screen.Kind> = []
    for _ in 0..<cases(exactly: 60, long: 30_000) where failure == nil {
      for _ in 0..<watched.random.below(20) { _ = try watched.step() }
      let session = watched.session
      guard !session.isOver else { continue }
      // First steps that begin a session continue only for a player who has not finished them.
      if session.attempt.lesson != nil, session.place == .room, session.interlude == nil {
        continue
      }
      failure = try complaint(session)
      count += 1
      kinds.insert(session.screenKind)
    }
    expectNil(failure)
    expect(count > 30 && kinds.count > (isLong ? 12 : 6), "\(count) \(kinds)")
  }

  @Test("1.15 The worlds keep their rules, whatever the player has changed for rounds")
  func worldRules() throws {
    for options in [Rules.standard, try Rules(catchingDistance: 0)] {
      var session = try Session(Session.Setup(Settings(rules: options)))
      session.perform(.set(.chase(.vertical)))
      session.perform(.set(.hearingDistance(3)))
      var setup = Session.Setup(Settings(rules: options))
      setup.begin(with: KeptSettings().joined(with: session))
      let next = try Session(setup)
      expect(next.settings.rules.chase == .vertical && next.worldRules == options)
      let level = next.worlds.campaign.worlds[0].levels[0]
      expectEqual(next.rules(of: level), options.hearing(within: 3))
    }
  }

  @Test("1.15 After leaving, a session continues where it was left")
  func left() throws {
    var session = try Session(Session.Setup(seed: 7))
    try session.play("UU")
    session.perform(.leave)
    let next = try again(session)
    expect(next.attempt.path == [.up, .up] && next.attempt.named.name == "classic@7#0")
    expect(next.told.first == "You continue where you were." && next.seed == 7)
  }

  @Test("1.15 The first steps continue in their room")
  func lesson() throws {
    var setup = Session.Setup(seed: 7)
    setup.showsFirstSteps = true
    var session = try Session(setup)
    try session.play("UUULLL")
    session.perform(.dismiss)
    try session.play("U")
    let next = try again(session) { $0.showsFirstSteps = true }
    expect(next.attempt.lesson == 1 && next.attempt.path == [.up])
  }

  @Test("1.15 A session for something else leaves the rounds where they are, and keeps the rest")
  func otherSession() throws {
    var session = try Session(Session.Setup(seed: 7))
    try session.play("UU")
    _ = session.say("workshop")
    _ = session.say("zombie 2 3")
    session.perform(.close)
    let kept = KeptSession().joined(with: session)
    var setup = Session.Setup(Settings(.levels([NamedLevel(try Level("SP"), name: "SP")])))
    setup.continuesRounds = false
    var other = try Session(setup, continuing: kept)
    expect(other.attempt.named.name == "SP" && other.bench.level.zombies.count == 1)
    _ = other.say("workshop")
    _ = other.say("zombie 3 3")
    let next = kept.joined(with: other)
    expect(next.rounds == kept.rounds && next.here == kept.here && next.seed == 7)
    expectEqual(next.bench?.draft.level.zombies.count, 2)
  }

  @Test("1.15 A link does not end a round: going back to the rounds continues it")
  func link() throws {
    for isKept in [false, true] {
      for back in ["rounds", "new", "menu"] {
        var session = try Session(Session.Setup(seed: 7))
        try session.play("UU")
        session.follow(try Address("S4/5/5/5/4P"), today: nil)
        expectEqual(session.address, "S4/5/5/5/4P")
        try session.play("L")
        if isKept {
          session = try again(session)
          expect(session.attempt.standing == .practice && session.attempt.path == [.left])
        }
        switch back {
        case "rounds": session.follow(try Address("rounds"), today: nil)
        case "new": session.perform(.newRound)
        default:
          session.perform(.open(.menu))
          session.perform(.choose)
        }
        expectEqual(session.address, "classic@7#0", "\(back)")
        expect(session.attempt.path == [.up, .up] && session.attempt.standing == .counts)
      }
    }
  }

  @Test("1.15 A damaged or newer text is refused")
  func damaged() throws {
    var session = try Session(Session.Setup(seed: 7))
    try session.play("UU")
    _ = session.say("board")
    for line in ["add Ann", "add Ben", "start", "turn", "up", "hint"] { _ = session.say(line) }
    let bytes = Array(KeptSession().joined(with: session).text.utf8)
    for place in sampled(Array(bytes.indices), every: 5) {
      var changed = bytes
      changed[place] ^= 1
      let text = String(decoding: changed, as: UTF8.self)
      #expect(throws: ProgressError.self, "\(text)") { try KeptSession(text: text) }
    }
    let form = KeptText(name: "zombies-session", what: "", version: 2)
    let error = #expect(throws: ProgressError.self) { try KeptSession(text: form.text([])) }
    expectEqual(error?.isNewer, true)
  }

  /// 200,000 texts in the long form.
  @Test("1.15 A text that was changed and sealed again is refused, or can be played")
  func forged() throws {
    let form = KeptText(name: "zombies-session", what: "", version: 1)
    var random = NaiveRandom(seed: 15)
    var watched = try RandomSessionTests.Watched(seed: 15)
    var (refused, played) = (0, 0)
    let words = ["0", "1", "2", "7", "1000000000", "yes", "no", "-1", "U", "rounds", "turn:0"]
    for _ in 0..<cases(exactly: 120, long: 200_000) {
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
      var session = try Session(setup, continuing: kept)
      for _ in 0..<15 {
        let action = random.one(of: Actions.all)
        if action != .leave, action != .generate(.block, .gentle) { session.perform(action) }
        _ = session.screen
      }
      played += 1
    }
    expect(refused > 30 && played > 10, "\(refused) refused, \(played) played")
  }

  @Test("1.15 The last turn of a level is kept with its message, when the board has no level")
  func lastTurn() throws {
    var session = try Session(Session.Setup(seed: 3))
    _ = session.say("board")
    for line in ["add Ann", "add Ben", "start"] { _ = session.say(line) }
    session.perform(.close)
    for turn in 0..<2 {
      session.perform(.choose)
      while session.place == .room, case .playing(let attempt) = session.stage {
        let move = Direction.allCases.first { attempt.round.target($0) != nil }
        session.perform(.move(try require(move)))
      }
      let next = try again(session)
      expect(next.seats == session.seats && picture(next) == picture(session))
      expectEqual((next.seats.level == nil), (turn == 1))
      session.perform(.dismiss)
    }
    expect(session.place == .board && session.seats.levelsPlayed == 1)
  }

  @Test("1.15 The quiz continues at its question")
  func quiz() throws {
    var session = try Session(Session.Setup(seed: 3))
    _ = session.say("questions")
    session.finishAwaited()
    _ = session.say("next")
    session.perform(.close)
    session.perform(.next)
    var next = try again(session)
    next.finishAwaited()
    expect(next.quizRun == session.quizRun && next.quizRun?.question != nil)
    // It goes on under its own rules, except in a session that was begun for other rules.
    let rules = try Rules(chase: .vertical)
    for continues in [true, false] {
      var other = try again(session) { ($0.continuesRounds, $0.worldRules) = (continues, rules) }
      if other.place != .questions { other.perform(.visit(.questions)) }
      other.finishAwaited()
      expectEqual((other.quizRun == session.quizRun), continues)
      expectEqual(other.quizRun?.rules.chase, (continues ? .longest : .vertical))
    }
  }

  @Test("1.12 Every setting is kept")
  func settings() throws {
    var session = try Session(Session.Setup(seed: 3))
    let all: [Setting] = [
      .family(.block), .levels(.any), .remembers(false), .tells(false), .style(.emoji),
      .catchingDistance(0), .chase(.vertical), .zombieSpeed(2), .hearingDistance(3),
    ]
    for setting in all { session.perform(.set(setting)) }
    let kept = KeptSettings().joined(with: session)
    try expectEqual(KeptSettings(text: kept.text), kept)
    var setup = Session.Setup(seed: 3)
    setup.begin(with: kept)
    expectEqual(setup.settings, session.settings)
    var other = Session.Setup(seed: 3)
    other.begin(with: kept, except: [.family, .zombieSpeed])
    expect(other.settings.supply == .family(.classic) && other.settings.rules.zombieSpeed == 1)
  }
}
