import Testing
import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Any actions and lines, anywhere: the one random walk through all places of the game. It finds actions that trap or
/// do something although they are greyed, rounds and scores that differ from the naive rules, letter keys that act
/// although they are switched off, and moments at which a session cannot be continued later.
@Suite struct RandomSessionTests {
  /// A session compared to a naive one: the rounds by the naive rules, the score by counting.
  struct Watched {
    var session: Session
    var random: NaiveRandom
    /// The numbers in ``Action/all`` of the actions that were performed on each screen.
    var tried: [Screen.Kind: Set<Int>] = [:]
    /// The screens at which a session was continued.
    var continued: Set<Screen.Kind> = []
    /// The moves of the round, as long as they are known.
    var moves: String?
    /// The level at an address, which takes time to draw.
    private var drawn: (address: String, level: NaiveLevel, rules: NaiveRules)?

    init(seed: UInt64) throws {
      random = NaiveRandom(seed: seed)
      session = try Self.fresh(&random)
    }

    /// A session with any settings.
    static func fresh(_ random: inout NaiveRandom) throws -> Session {
      let names = ["classic", "block", "flashlight", "4x4z2+lit", "3x6z1b2f1", "4x4", "9x8z4b4f2"]
      var settings = Settings(.family(try Family(random.one(of: names))))
      settings.set(.levels(random.one(of: LevelSelection.allCases)))
      settings.set(.remembers(random.below(2) == 0))
      settings.set(.tells(random.below(2) == 0))
      settings.set(.style(random.one(of: PictureStyle.allCases)))
      settings.set(try require(Setting(.letterKeys, random.below(4) > 0 ? "all" : "arrows")))
      settings.rules = try Rules(random.rules())
      settings.set(.hearingDistance(random.below(4)))
      if random.below(4) == 0 {
        let level = try Level(random.level(maxRows: 5, maxColumns: 5, maxThings: 6))
        settings.supply = .levels([NamedLevel(level, name: level.code)])
      }
      var setup = Session.Setup(settings, seed: random.next() % 1000)
      setup.showsFirstSteps = random.below(3) == 0
      setup.textScreen = random.below(8) == 0 ? .open : .closed
      setup.today = random.below(3) == 0 ? nil : Day(year: 2026, month: 11, day: 26)
      setup.mode = random.one(of: [.rounds, .rounds] + Mode.allCases)
      if random.below(2) == 0 {
        setup.campaign = try Campaign(text: CampaignDraws.campaign(&random).text)
      }
      setup.players = Array(["edge", "Ann", "Ben"].prefix(random.below(4)))
      // Generated questions take long.
      setup.quiz = try Quiz(text: quiz)
      do throws(GenerationError) { return try Session(setup) } catch {
        return try Session(Session.Setup(seed: 1))
      }
    }

    private static let quiz = """
      chapter: Closed
      question: Which can be won?
      room: S1/1P
      + this
      - none

      question: Two are valid.
      + one
      + two
      - three

      chapter: Open
      question: How many moves?
      room: S1/1P
      = x
      """

    /// Whether every action was performed on every screen.
    var isComplete: Bool {
      Screen.Kind.allCases.allSatisfy { tried[$0]?.count == Action.all.count }
    }

    /// An action that continues the game, or leads to rarer screens, wherever the player is.
    mutating func likely() -> Action {
      switch session.screenKind {
      case .worlds: random.one(of: [.choose, .next, .previous, .buy])
      case .world: random.one(of: [.choose, .choose, .next, .back])
      case .openQuestion:
        // The answer to each is x.
        switch session.panel?.field?.text {
        case "x": .choose
        case "": .type("x")
        default: .erase
        }
      case .chapter, .question, .quizEnd: random.one(of: [.choose, .choose, .next])
      case .settingUp, .board, .gameOver, .naming, .awaiting:
        random.one(of: [
          .choose, .choose, .add, .seat("Eve"), .button(.start), .next, .type("7"),
          .button(random.one(of: Action.Button.allCases)), .plays([.up, .left]),
        ])
      case .workshop:
        random.one(of: [
          .choose, .move(random.one(of: Direction.allCases)),
          .put(random.one(of: Thing.allCases)), .undo, .edit(.redo), .edit(.keep), .put(nil),
        ])
      default: .move(random.one(of: Direction.allCases))
      }
    }

    /// Any action, but useful ones more often.
    mutating func action() -> Action {
      let done = tried[session.screenKind] ?? []
      let new = Action.all.indices.filter { !done.contains($0) }
      if random.below(2) == 0, !new.isEmpty {
        // Actions that have not been tried on this screen. Leaving comes last.
        return Action.all[random.one(of: new.count > 1 ? Array(new.dropLast()) : new)]
      }
      if session.page == nil, !session.isInRoom, random.below(2) == 0 { return likely() }
      // Moves are the most common action, because random walks take long to end a round.
      let kind = random.below(20)
      if kind < 7 { return .move(random.one(of: Direction.allCases)) }
      let lines = ["up", "left", "next", "look", "hint", "undo", "show", "xyzzy", "set tell on"]
      let vertical = Setting(Setting.Kind(.chase), "vertical").map { Action.set($0) }
      let some: [Action] = [
        .type(random.one(of: lines)), .enter, .proceed, .dismiss, .close, .set(.remembers(true)),
        .set(.tells(true)), .set(.style(.emoji)), .set(.levels(.any)), vertical ?? .hint,
        .set(.family(.flashlight)), .set(.hearingDistance(17)),
      ]
      // Leaving ends the session, so it is rare.
      let action = random.one(of: kind < 12 ? some : Action.all)
      return action == .leave && random.below(20) > 0 ? .hint : action
    }

    /// Performs a random action, and returns what is wrong.
    mutating func step() throws -> String? {
      // A session that never ends would reach few of the places where a session can begin.
      if random.below(session.isOver ? 60 : 250) == 0 {
        (session, moves) = (try Self.fresh(&random), nil)
      }
      return try perform(action())
    }

    /// Performs each action that was never performed on this screen, and returns to the screen
    /// after each.
    mutating func tryNew() throws -> String? {
      let (here, known) = (session, moves)
      let done = tried[here.screenKind] ?? []
      for number in Action.all.indices where !done.contains(number) {
        if let problem = try perform(Action.all[number]) { return problem }
        (session, moves) = (here, known)
      }
      return nil
    }

    /// Performs an action, and returns what is wrong.
    private mutating func perform(_ action: Action) throws -> String? {
      let before = session
      let kind = session.screenKind
      let isAllowed = session.allows(action)
      let control = (session.screen.arrows + session.screen.controls)
        .first { $0.action == action }
      let place = "\(kind) \(action) in \(before.address) \(moves ?? "")"
      if let control, control.isEnabled != isAllowed { return "\(place): greyed" }
      let isDone = session.perform(action)
      if isAllowed != isDone { return "\(place): allowed \(isAllowed)" }
      if !isDone, session != before { return "\(place): changed" }
      if let number = Action.all.firstIndex(of: action) { tried[kind, default: []].insert(number) }
      if let problem = session.letterKey { return "\(place): \(problem)" }
      if random.below(16) == 0 {
        // A copy does the same, also where another thread has done its work.
        var twin = before.apart
        let found = action == .proceed && before.awaits != .move ? before.apart.found() : nil
        if let found { twin.proceed(with: found) } else { twin.perform(action) }
        if twin != session { return "\(place): a copy plays otherwise" }
      }
      if isDone { note(action, before) }
      return try (complaintAboutRoom() ?? complaintAboutCounts(before)).map { "\(place): \($0)" }
    }

    /// Notes the moves after an action; nil where they are not known.
    private mutating func note(_ action: Action, _ before: Session) {
      let count = session.isInRoom ? session.roomScreen.counters.last?.count ?? -1 : -1
      if count == 0 {
        moves = ""
        return
      }
      if session.address != before.address || session.mode != before.mode { moves = nil }
      switch action {
      case .move(let direction) where moves?.count == count - 1:
        moves? += naiveDirectionLetters[Int(direction.rawValue)]
      case .undo where moves?.count == count + 1: moves?.removeLast()
      case .showMe, .proceed, .enter: moves = nil
      default: break
      }
      if moves?.count != count { moves = nil }
    }

    /// What is wrong after continuing the session later; nil if nothing is.
    mutating func complaintLater() throws -> String? {
      // A level that was not found is looked for again.
      let session = session.uncovered
      if session.isOver || session.roomScreen.heading == "No level" { return nil }
      continued.insert(session.screenKind)
      return try session.complaintLater(quiz: Quiz(text: Self.quiz))
    }

    /// Compares the room to the naive rules, as long as its moves are known.
    private mutating func complaintAboutRoom() throws -> String? {
      // The rules of a trial are those of the workshop.
      guard session.isInRoom, session.page == nil, session.mode != .workshop, let moves else {
        return nil
      }
      if drawn?.address != session.address {
        drawn = try session.played().map { (session.address, $0.level, $0.rules) }
      }
      guard let (_, level, rules) = drawn else { return nil }
      var naive = NaiveRound(level, rules)
      naive.play(moves)
      let (view, kind) = (session.room, session.screenKind)
      let size = view.size
      if size.index(of: view.player) != naive.player { return "player" }
      if [.round, .message, .looking].contains(kind), (kind == .round) != (naive.outcome == nil) {
        return "over"
      }
      guard kind == .round else { return nil }
      let open = session.screen.arrows.filter(\.isEnabled).map(\.action)
      let legal = naive.legalMoves().map { Action.move(Direction.allCases[$0]) }
      if Set(open) != Set(legal) { return "arrows \(open)" }
      // Nothing is shown that the rules hide.
      for index in 0..<size.squareCount {
        let cell = view[size.square(at: index)]
        let isNear =
          naive.lit || index == naive.player
          || naive.room.neighbours[4 * naive.player..<4 * naive.player + 4].contains(index)
        let isZombie = naive.zombies.contains(index)
        if isNear, index != naive.player || isZombie, (cell.thing == .zombie) != isZombie {
          return "zombie at \(index)"
        }
        let near = level.zombies.count {
          naive.room.distance($0, index) <= rules.hearingDistance
        }
        if let heard = cell.heard, naive.lit || heard != near { return "number at \(index)" }
        if !isNear, cell.light == .seen, index != level.signpost { return "light at \(index)" }
      }
      return nil
    }

    /// At most one round has counted, only by its end, and as the naive rules say.
    private func complaintAboutCounts(_ before: Session) throws -> String? {
      let counted = session.countedRounds - before.countedRounds
      if counted == 0 {
        return session.mode == before.mode && session.game != before.game ? "the score" : nil
      }
      guard counted == 1, session.isInRoom || before.turn != nil, let last = session.lastCounted
      else { return "counted \(counted)" }
      // The level and the rules, as the record has them. Only the name in front of them may have commas.
      let cells = last.text(trial: 0).dropLast().split(
        separator: ",", omittingEmptySubsequences: false)
      var played = Settings()
      for (variant, value) in zip(Rules.Variant.allCases, cells.suffix(4)) {
        played.set(try require(Setting(Setting.Kind(variant), String(value))))
      }
      var replay = NaiveRound(
        try require(NaiveLevel(Level(String(cells[cells.count - 13])))),
        try NaiveRules(played.rules))
      replay.play(last.path.letters)
      return replay.outcome?.rawValue ?? "out-of-moves" == last.outcome.name ? nil : "the record"
    }
  }

  /// A million actions in the long form.
  @Test("1.3, 1.15, 7.10 Any action on any screen, and continuing from any moment")
  func anyAction() throws {
    var watched = try Watched(seed: 2026)
    let count = cases(600, long: 40_000)
    var failure = try firstFailure(of: 0..<count) { number in
      try watched.step() ?? (number % 8 == 0 ? watched.complaintLater() : nil)
    }
    // The rarest screens may take longer, so all missing actions are tried there at once.
    for _ in 0..<max(count, 40_000) where failure == nil && !watched.isComplete {
      failure = try watched.tryNew() ?? watched.step()
    }
    expectNil(failure)
    let missing = Screen.Kind.allCases.flatMap { screen in
      Action.all.indices.filter { watched.tried[screen]?.contains($0) != true }
        .map { "\(screen) \(Action.all[$0])" }
    }
    expect(missing.isEmpty, "\(missing)")
    expect(watched.continued.count > (isLong ? 12 : 6), "\(watched.continued)")
  }

  /// 100,000 lines in the long form.
  @Test(
    "4.3, 4.4, 4.6 Any line in any mode: nonsense changes nothing, and the log keeps 100 messages")
  func anyLine() throws {
    // What the help names, besides other words.
    var words = Mode.allCases.flatMap { mode -> [String] in
      var session = try! session(["S3/4/2Z1/3P+lit"], at: mode)
      let rows = session.say("help").joined(separator: "\n").split(separator: "\n")
      return rows.flatMap { $0.split(separator: ":")[0].split { "(), ".contains($0) } }
        .map(String.init)
    }.filter { !["quit", "q", "exit", "bye"].contains($0) }
    words += """
      level S1/1P;level x;set;set tell on;set family block;🧟;go;level 4x4z9@0#0;set speed 99;3;left3;0;-1;xyzzy;give;Ann;to
      hint;a;please;99999999999999999999;٣;3\u{301};é;,;.;\u{0};6x8;@;rule;and;then;zombie 2 3;2 2;1;name;paste SP;"
      """.split(whereSeparator: { ";\n".contains($0) }).map(String.init)
    words.append(String(repeating: "x", count: 2000))
    var random = NaiveRandom(seed: 4)
    var understood = 0
    for mode in Mode.allCases {
      let start = try session(["S3/4/2Z1/3P+lit"], at: mode)
      var session = start
      for number in 0..<cases(32, long: 5_000) {
        let before = session
        let line = (0...random.below(3)).map { _ in random.one(of: words) }.joined(separator: " ")
        let told = session.say(line)
        expect(session.log.messages.count <= 100)
        guard told.last?.hasPrefix("I do not understand") == true else {
          understood += 1
          if number % 40 == 0 { session = start }
          continue
        }
        expect(session.digest == before.digest, "\(mode): \(line)")
      }
    }
    expect(understood > 60, "\(understood)")
  }
}

extension Session {
  /// A letter that is a key although letter keys are switched off; nil if there is none.
  fileprivate var letterKey: String? {
    guard !settings.hasLetterKeys, !isTyping else { return nil }
    func isLetter(_ key: Key) -> Bool {
      if case .character(let character) = key { character != " " } else { false }
    }
    if keys.isEmpty { return "no keys" }
    if keys.contains(where: { $0.keys.contains(where: isLetter) }) { return "a letter is a key" }
    if screen.controls.contains(where: { $0.keys.contains(where: isLetter) }) { return "a control" }
    if case .help(let lines) = screen.content {
      for case .entry(let keys, _) in lines
      where keys.split(separator: " ").contains(where: { $0.count == 1 }) {
        return "in the help: \(keys)"
      }
    }
    return "iwq?5йש".first { action(of: .character($0)) != nil }.map { "\($0)" }
  }

  /// What is wrong after continuing the session later; nil if nothing is.
  fileprivate func complaintLater(quiz: Quiz) throws -> String? {
    var (session, next) = (self, try reloaded(quiz: quiz))
    let place = "\(screenKind) in \(address)"
    let (was, kept) = (KeptSession().joined(with: session), KeptSession().joined(with: next))
    if was.text != kept.text { return "\(place):\n\(was.text)\n\(kept.text)" }
    // The workshop finishes what it was looking for, in both sessions.
    if screenKind == .workshop { (_, _) = (session.finishAwaited(), next.finishAwaited()) }
    if session.digest != next.digest { return "\(place): \(session.digest)\n\(next.digest)" }
    guard session.page == nil, session.isInRoom else { return nil }
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
    return nil
  }
}
