import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

// The naive rules are compared with the round, the level and the score inside the session.
@testable import ZombiesGame

/// Any actions and lines, anywhere: the one random walk through all places of the game. It finds actions that trap or
/// do something although they are greyed, rounds and scores that differ from the naive rules, letter keys that act
/// although they are switched off, and moments at which a session cannot be continued later.
@Suite struct RandomSessionTests {
  /// A session compared to a naive one: the rounds by the naive rules, the score by counting.
  struct Watched {
    var session: Session
    var random: NaiveRandom
    /// How often each action was performed on each screen.
    var counts: [Screen.Kind: [Action.Kind: Int]] = [:]
    /// The screens at which a session was continued.
    var continued: Set<Screen.Kind> = []

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
      if random.below(2) == 0 { setup.campaign = try campaign(&random) }
      setup.players = Array(["edge", "Ann", "Ben"].prefix(random.below(4)))
      // Generated questions take long.
      if random.below(20) > 0 { setup.quiz = try Quiz(text: quiz) }
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

    /// Small rooms, so that levels are won and lost often, and every kind of lock.
    static func campaign(_ random: inout NaiveRandom) throws -> Campaign {
      let codes = ["S1/1P", "S2/3/2P", "SZ/2/1P", "S1#/Z2/2P", "S2/F2/2P", "S#/#P"]
      var text = ""
      for (number, lock) in ["all", "stars 2", "coins 2", "coins 9", "all"].enumerated() {
        text += "; world: World \(number)\n; unlock: \(lock)\n"
        for _ in 0..<1 + random.below(3) { text += random.one(of: codes) + "\n" }
      }
      return try Campaign(text: text)
    }

    /// Whether every action was performed on every screen.
    var isComplete: Bool {
      Screen.Kind.allCases.allSatisfy { counts[$0]?.count == Action.Kind.allCases.count }
    }

    /// An action that continues the game, or leads to rarer screens, wherever the player is.
    mutating func likely() -> Action {
      switch session.place {
      case .rounds, .named, .original, .daily, .level, .turn, .trial, .lesson:
        .move(random.one(of: Direction.allCases))
      case .carousel: random.one(of: [.choose, .next, .previous, .buy])
      case .world: random.one(of: [.choose, .choose, .next, .back])
      case .questions: answering()
      case .board:
        random.one(of: [
          .choose, .choose, .add, .seat("Eve"), .button(.start), .next, .type("7"),
          .button(random.one(of: Action.Button.allCases)), .plays([.up, .left]),
        ])
      case .workshop:
        random.one(of: [
          .choose, .move(random.one(of: Direction.allCases)),
          .put(random.one(of: Thing.allCases)), .undo, .redo, .keep, .put(nil),
        ])
      }
    }

    /// An action that leads to the next question.
    private mutating func answering() -> Action {
      guard session.typesAnswer, case .typed(let text) = session.quizRun?.position.reply
      else { return random.one(of: [.choose, .choose, .next]) }
      return text == solution ? .choose : text.isEmpty ? .type(solution) : .erase
    }

    /// A right answer to an open question.
    private var solution: String {
      guard let question = session.quizRun?.question, question.kind != .own,
        let room = question.rooms.first,
        let solution = Solver(rules: session.worldRules).solve(room).solution
      else { return "x" }
      return question.kind == .par ? String(solution.par) : solution.moves.letters
    }

    /// Any action, but useful ones more often.
    mutating func action() -> Action {
      if random.below(2) == 0 {
        // Actions that have not been tried on this screen. Leaving comes last.
        let done = counts[session.screenKind] ?? [:]
        let new = Actions.all.filter { done[$0.kind] == nil && $0 != .leave }
        if !new.isEmpty { return random.one(of: new) }
        if done[.leave] == nil { return .leave }
      }
      if session.page == nil, !session.isInRoom, random.below(2) == 0 { return likely() }
      switch random.below(20) {
      case 0..<7:
        // Moves are the most common action, because random walks take long to end a round.
        return .move(random.one(of: Direction.allCases))
      case 7:
        let lines = ["up", "left", "next", "look", "hint", "undo", "show", "xyzzy", "set tell on"]
        return .type(random.one(of: lines))
      case 8: return .enter
      case 9: return .proceed
      case 10: return .dismiss
      case 11: return .close
      case 12:
        return .set(
          random.one(of: [
            .remembers(true), .tells(true), .tells(false), .style(.emoji), .levels(.any),
            .family(.flashlight), .hearingDistance(17),
          ]))
      default:
        // Leaving ends the session, so it is rare.
        let action = random.one(of: Actions.all)
        return action == .leave && random.below(20) > 0 ? .hint : action
      }
    }

    /// Performs a random action, and returns what is wrong.
    mutating func step() throws -> String? {
      // A session that never ends would reach few of the places where a session can begin.
      if random.below(session.isOver ? 60 : 250) == 0 { session = try Self.fresh(&random) }
      return try perform(action())
    }

    /// Performs each action that was never performed on this screen, and returns to the screen
    /// after each.
    mutating func tryNew() throws -> String? {
      let here = session
      let kind = here.screenKind
      for action in Actions.all where counts[kind]?[action.kind] == nil {
        if let problem = try perform(action) { return problem }
        session = here
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
      let place = "\(kind) \(action) in \(before.attempt.named.name) \(before.attempt.path.letters)"
      if let control, control.isEnabled != isAllowed { return "\(place): greyed" }
      let isDone = session.perform(action)
      if isAllowed != isDone { return "\(place): allowed \(isAllowed)" }
      if !isDone, session != before { return "\(place): changed" }
      counts[kind, default: [:]][action.kind, default: 0] += 1
      if let problem = session.letterKey { return "\(place): \(problem)" }
      if random.below(16) == 0 {
        // A copy does the same, also where another thread has done its work.
        var twin = before.apart
        let found = action == .proceed && before.awaits != .move ? before.apart.found() : nil
        if let found { twin.proceed(with: found) } else { twin.perform(action) }
        if twin != session { return "\(place): a copy plays otherwise" }
      }
      return try complaint(before).map { "\(place): \($0)" }
    }

    /// What is wrong after continuing the session later; nil if nothing is.
    mutating func complaintLater() throws -> String? {
      // A level that was not found is looked for again.
      if session.isOver || session.isInRoom && session.attempt.isEmptyRoom { return nil }
      var session = session
      if session.page != nil, session.page != .menu { session.page = nil }
      continued.insert(session.screenKind)
      return try session.complaintLater()
    }

    /// Compares the round and the counts of the session to the naive rules.
    func complaint(_ before: Session) throws -> String? {
      guard session.isInRoom else {
        // Outside of a room, only the turn of a program can count.
        let counted = session.countedRounds - before.countedRounds
        return counted == 0 || counted == 1 && before.turn != nil ? nil : "counted at the board"
      }
      let attempt = session.attempt
      if attempt == before.attempt && session.thought == before.thought { return nil }
      guard let level = NaiveLevel(attempt.level) else { return "no code" }
      let rules = try NaiveRules(attempt.rules)
      var naive = NaiveRound(level, rules)
      naive.play(attempt.path.letters)
      let size = attempt.level.size
      let view = session.room
      if size.index(of: view.player) != naive.player { return "player" }
      if naive.moves != attempt.path.count { return "moves" }
      // If no level was found, there are no moves.
      let legal = Set(
        attempt.isEmptyRoom ? [] : naive.legalMoves().map { Direction.allCases[$0] })
      if case .playing = session.stage, session.page == nil, session.openArrows != legal {
        return "arrows \(session.openArrows) \(legal)"
      }
      let isOver: Bool
      if case .over = session.stage { isOver = true } else { isOver = false }
      let isOutOfMoves = attempt.turn != nil && naive.moves >= size.defaultMoveLimit
      if !session.isOver, isOver != (naive.outcome != nil || isOutOfMoves) { return "over" }
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
        if let heard = cell.heard {
          let square = size.square(at: index)
          let near = attempt.level.zombies.count {
            $0.distance(to: square) <= attempt.rules.hearingDistance
          }
          if naive.lit || heard != near { return "number \(heard) at \(index)" }
        }
        if !isNear, cell.light == .seen, index != level.signpost, !view.showsEverything {
          return "light at \(index)"
        }
      }
      // At most one round has counted, and only by its end.
      let counted = session.countedRounds - before.countedRounds
      // The original game has a score of its own.
      let isOriginal = session.mode == .original
      func game(_ session: Session, _ isOriginal: Bool) -> Game {
        (isOriginal ? session.originalRounds : session.rounds).game
      }
      let (score, former) = (game(session, isOriginal), game(before, isOriginal))
      if game(session, !isOriginal) != game(before, !isOriginal) {
        return "the score of other rounds"
      }
      let games = score.wins + score.losses - former.wins - former.losses
      if !attempt.isRound, score != former { return "the score of rounds" }
      if counted == 0 { return score == former ? nil : "the score" }
      guard counted == 1, let last = session.lastCounted, games <= 1 else { return "counted" }
      var replay = NaiveRound(try require(NaiveLevel(last.attempt.level)), rules)
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
      Action.Kind.allCases.filter { watched.counts[screen]?[$0] == nil }.map { "\(screen) \($0)" }
    }
    expect(missing.isEmpty, "\(missing)")
    expect(watched.continued.count > (isLong ? 12 : 6), "\(watched.continued)")
  }

  /// 100,000 lines in the long form.
  @Test(
    "4.3, 4.4, 4.6 Any line in any mode: nonsense changes nothing, and the log keeps 100 messages")
  func anyLine() throws {
    var words = [Place.rounds, .carousel, .world, .questions, .board, .workshop].flatMap {
      Command.table(at: $0)
    }.flatMap(\.words)
    words = (words + Command.everywhere.flatMap(\.words)).filter {
      !["quit", "q", "exit", "bye"].contains($0)
    }
    words += """
      level S1/1P;level x;set;set tell on;set family block;🧟;go;level 4x4z9@0#0;set speed 99;3;left3;0;-1;xyzzy;give;Ann;to
      hint;a;please;99999999999999999999;٣;3\u{301};é;,;.;\u{0};6x8;@;rule;and;then;zombie 2 3;2 2;1;name;paste SP;"
      """.split(whereSeparator: { ";\n".contains($0) }).map(String.init)
    words.append(String(repeating: "x", count: 2000))
    var random = NaiveRandom(seed: 4)
    var understood = 0
    for mode in Mode.allCases {
      let start = try session("S3/4/2Z1/3P+lit", at: mode, after: [])
      var session = start
      for number in 0..<cases(32, long: 5_000) {
        let before = session
        let line = (0...random.below(3)).map { _ in random.one(of: words) }.joined(separator: " ")
        let told = session.say(line)
        expect(session.log.messages.count <= 100 && session.page == .text)
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

  /// What is kept of the session.
  private var keptLines: String { KeptSession().joined(with: self).text }

  /// What is wrong after continuing the session later; nil if nothing is.
  fileprivate func complaintLater() throws -> String? {
    var (session, next) = (self, try reloaded())
    let place = "\(screenKind) in \(attempt.named.name)"
    let (was, kept) = (session.keptLines, next.keptLines)
    if was != kept { return "\(place):\n\(was)\n\(kept)" }
    // The workshop finishes what it was looking for, in both sessions.
    session.bench.lookLonger()
    next.bench.lookLonger()
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
