import ZombiesCore
import ZombiesGenerator

/// Where a player is, and everything that is in progress: the rounds of each mode with their lives and moves,
/// the board, the questions, and the level in the workshop.
///
/// A later session continues with it (``Session/init(_:continuing:)``). Of two programs that play at once, the
/// last to write wins. ``KeptSession`` has no results: wins of worlds are progress, and those of days are
/// ``KeptDays``.
public struct KeptSession: Equatable {
  /// Where the player is.
  struct Here: Equatable {
    var mode: Mode
    var place: Session.Place
    /// The row of the menu, if it is open.
    var menuRow: Int?
  }

  /// The rounds of a game.
  struct Rounds: Equatable {
    var game: Game
    var nextTrial: UInt64
    var stage: Session.Stage?
    /// The round that a link has interrupted.
    var aside: Session.Stage?
  }

  /// The position in a campaign, and the level in progress.
  struct Worlds: Equatable {
    /// The hash of the campaign's levels.
    var campaign: String
    var world: Int
    var level: Int
    var lives: Game
    var isPlaying: Bool
    var stage: Session.Stage?
  }

  /// The position in a quiz.
  struct Questions: Equatable {
    /// The hash of the questions.
    var quiz: String
    /// The number of quizzes that were begun.
    var count: UInt64
    /// The number of questions of each chapter that were right at the first try.
    var firstTries: [Int]
    /// Whether an answer to the current question was wrong.
    var hasMissed: Bool
    var state: QuizCoordinator.State
    /// The rules that the questions are about; nil for those of the session.
    var rules: Rules?
  }

  /// The level in the workshop, with the changes that can be undone or redone.
  struct Bench: Equatable {
    var cursor: Square
    var nextIndex: UInt64
    var draft: Workshop.Draft
    var past: [Workshop.Draft]
    var future: [Workshop.Draft]
    /// The level being tried.
    var stage: Session.Stage?
  }

  /// The board, and the turn in progress.
  struct Board: Equatable {
    var seats: HotSeat
    var stage: Session.Stage?
  }

  var seed: UInt64?
  var here: Here?
  var rounds: Rounds?
  var original: Rounds?
  var daily: [Session.DailyRun] = []
  var worlds: Worlds?
  var questions: Questions?
  var board: Board?
  var bench: Bench?
  /// The room of the first steps.
  var lesson: Session.Stage?
  /// What is known of levels that may be played again.
  var known: [Knowledge] = []
  /// The last finished round, for sharing.
  var last: FinishedRound?

  /// Creates empty data.
  public init() {}

  /// The most squares of a level whose knowledge is kept after it was played, so that the text stays small.
  static let mostKnownSquares = 400

  /// The number of changes in the workshop that are kept for undo and redo.
  static func mostChanges(in level: Level) -> Int {
    level.size.squareCount <= mostKnownSquares ? 100 : 4
  }
}

extension KeptSession {
  /// Whether a player can continue somewhere.
  public var isUnderWay: Bool { here != nil }

  /// Whether a player can continue in the first steps.
  public var isInFirstSteps: Bool { room != nil }

  /// The room of the first steps, if there still is such a room.
  var room: Session.Stage? {
    guard let lesson, let number = lesson.attempt.lesson,
      lesson.attempt.named == FirstSteps.attempt(number).named
    else { return nil }
    return lesson
  }
}

// MARK: From a session

extension KeptSession {
  /// Replaces the parts that a session continues by their present state.
  ///
  /// - Parameter session: The session. If it was started for something else than to continue, the rounds and
  ///   the place stay as they are.
  public func joined(with session: Session) -> KeptSession {
    var kept = self
    session.keep(in: &kept)
    return kept
  }

  /// Does nothing: a session that runs is newer than what is stored.
  public func teach(_ session: inout Session) {}
}

extension Session {
  fileprivate func keep(in kept: inout KeptSession) {
    // After leaving, what was left is kept.
    var (place, stage) = (place, stage)
    if case .left(let before) = stage { stage = before }
    kept.lesson = nil
    if place == .room, stage.attempt.lesson != nil {
      kept.lesson = stage.kept
      if let interlude { (place, stage) = (interlude.place, interlude.stage) }
    }
    let isFirst = place == .room && stage.attempt.lesson != nil
    let current = place == .room && !isFirst ? stage.kept : nil
    func round(of mode: Mode) -> Session.Stage? { self.mode == mode ? current : nil }
    if continuesRounds {
      kept.seed = seed
      kept.here =
        isFirst
        ? nil : KeptSession.Here(mode: mode, place: place, menuRow: page == .menu ? menuRow : nil)
      kept.rounds = keptRounds(isOriginal: false, current: round(of: .rounds))
    }
    kept.original = keptRounds(isOriginal: true, current: round(of: .original))
    kept.daily = dailyRuns.map { run in
      var run = run
      run.parked = run.parked?.kept
      return run
    }
    if mode == .daily, !kept.daily.isEmpty { kept.daily[kept.daily.count - 1].parked = current }
    if continuesRounds || kept.worlds?.stage == nil || kept.worlds?.campaign == campaignHash {
      kept.worlds = KeptSession.Worlds(
        campaign: campaignHash, world: tour.world, level: tour.level, lives: tour.lives,
        isPlaying: tour.isPlayingLevel, stage: round(of: .worlds) ?? tour.parked?.kept)
    }
    if let quizRun {
      kept.questions = KeptSession.Questions(
        quiz: quizRun.hash, count: quizCount, firstTries: quizRun.firstTries,
        hasMissed: quizRun.hasMissed, state: quizRun.state, rules: quizRun.rules)
    } else if let keptQuestions {
      kept.questions = keptQuestions
    }
    // A game in progress is not replaced by other players who have not begun one.
    if seats.board.state != .settingUp || kept.board?.seats.board.state != .playing
      || kept.board?.seats.board.players.map({ $0.name }) == seats.board.players.map({ $0.name })
    {
      kept.board = KeptSession.Board(seats: seats.played(by: []), stage: round(of: .board))
    }
    kept.bench = keptBench(current: round(of: .workshop))
    guard continuesRounds else { return }
    kept.known = memory.known.filter {
      $0.named.level.size.squareCount <= KeptSession.mostKnownSquares
    }
    kept.last = lastOver
  }

  private func keptBench(current: Stage?) -> KeptSession.Bench {
    let workshop = bench.workshop
    let most = KeptSession.mostChanges(in: workshop.draft.level)
    return KeptSession.Bench(
      cursor: bench.cursor, nextIndex: workshop.nextIndex, draft: workshop.draft,
      past: Array(workshop.past.suffix(most)), future: Array(workshop.future.suffix(most)),
      stage: current)
  }
}

extension Campaign {
  /// The hash of the levels, in order.
  var hash: String {
    var text = ""
    for world in worlds {
      text += "\n"
      for level in world.levels { text += level.code + " " }
    }
    return checksum(text.utf8)
  }
}

extension Quiz {
  /// The hash of the questions, in order.
  var hash: String {
    var text = ""
    for chapter in chapters {
      text += chapter.title + "\n"
      for question in chapter.questions {
        text += question.prompt.joined(separator: "\n") + "\n"
        for room in question.rooms { text += room.code + "\n" }
        for answer in question.answers { text += answer + "\n" }
      }
    }
    return checksum(text.utf8)
  }
}

extension Session.Stage {
  /// The stage without the number that the round has in its session.
  fileprivate var kept: Session.Stage { numbered(0) }

  /// The stage with another number of its round.
  func numbered(_ number: Int) -> Session.Stage {
    switch self {
    case .playing(var attempt):
      attempt.number = number
      return .playing(attempt)
    case .thinking(let before, let thought): return .thinking(before.numbered(number), thought)
    case .showing(var attempt, let moves):
      attempt.number = number
      return .showing(attempt, moves)
    case .over(var attempt, let ending):
      attempt.number = number
      return .over(attempt, ending)
    case .left(let before): return .left(before.numbered(number))
    }
  }
}

// MARK: To a session

extension Session {
  /// Takes up everything that was kept, except where the player was.
  mutating func takeUp(_ kept: KeptSession) {
    if continuesRounds, let rounds = kept.rounds { take(rounds, isOriginal: false) }
    if let original = kept.original { take(original, isOriginal: true) }
    dailyRuns = kept.daily.map { run in
      var run = run
      run.parked = numbered(run.parked)
      return run
    }
    if let worlds = kept.worlds { take(worlds) }
    keptQuestions = kept.questions
    if let board = kept.board { take(board) }
    if let bench = kept.bench {
      self.bench.workshop.takeUp(
        bench.draft, past: bench.past, future: bench.future, nextIndex: bench.nextIndex)
      self.bench.cursor = bench.cursor
    }
    guard continuesRounds else { return }
    memory.known = kept.known
    lastOver = kept.last
  }

  /// Goes to where the player was, and says so.
  ///
  /// - Returns: Whether the player is there now.
  mutating func goOn(with kept: KeptSession) -> Bool {
    let before = (mode, place, stage)
    guard goBack(to: kept) else {
      (mode, place, stage) = before
      return false
    }
    // The room comes after a message that covers it.
    let isOver =
      if case .over(_, let ending) = stage { place == .room && !ending.looks } else { false }
    let beginning = "You continue where you were."
    let caption = place == .room && !isOver ? [beginning] + Teller(self).beginningCaption : nil
    tell([beginning] + (isOver ? Teller(self).ending : about), caption: caption)
    return true
  }

  private mutating func goBack(to kept: KeptSession) -> Bool {
    guard let here = kept.here else { return false }
    (mode, place) = (here.mode, here.place)
    let stage: Stage?
    switch mode {
    case .rounds, .original:
      stage = parked
      parked = nil
    case .daily:
      stage = daily?.parked
      if !dailyRuns.isEmpty { dailyRuns[dailyRuns.count - 1].parked = nil }
    case .worlds:
      stage = place == .room ? takeParkedLevel() : nil
    case .board: stage = numbered(kept.board?.stage)
    case .workshop: stage = numbered(kept.bench?.stage)
    case .questions:
      stage = nil
      if quizRun == nil { beginQuiz() }
    }
    if place == .room {
      guard let stage else { return false }
      self.stage = stage
    }
    // A place and a mode that do not belong together are not from a session.
    switch (place, mode) {
    case (.carousel, .worlds), (.world, .worlds), (.questions, .questions), (.board, .board),
      (.workshop, .workshop), (.room, _):
      break
    default: return false
    }
    if place == .world, !worlds.isUnlocked(tour.world) { return false }
    if let lesson = numbered(kept.room) {
      interlude = Interlude(place: place, stage: self.stage)
      (place, self.stage) = (.room, lesson)
    }
    if let row = here.menuRow, page == nil, Self.menuRows.indices.contains(row) {
      page = .menu
      menuRow = row
    }
    return true
  }

  /// Continues the first steps, if they were not finished.
  mutating func continueFirstSteps(_ kept: KeptSession) -> Bool {
    guard kept.here == nil, let lesson = numbered(kept.room) else { return false }
    stage = lesson
    tell(["You continue where you were."])
    tellRoom()
    return true
  }

  private mutating func numbered(_ stage: Stage?) -> Stage? {
    guard let stage else { return nil }
    roundsBegun += 1
    return stage.numbered(stage.attempt.isEmptyRoom ? 0 : roundsBegun)
  }

  private mutating func take(_ kept: KeptSession.Rounds, isOriginal: Bool) {
    takeUpRounds(
      Series(
        game: kept.game, nextTrial: kept.nextTrial, parked: numbered(kept.stage),
        aside: numbered(kept.aside)), isOriginal: isOriginal)
  }

  private mutating func take(_ kept: KeptSession.Worlds) {
    let all = worlds.campaign.worlds
    guard kept.campaign == campaignHash, all.indices.contains(kept.world),
      all[kept.world].levels.indices.contains(kept.level)
    else { return }
    // A player who has asked for the worlds begins at the carousel.
    if continuesRounds { (tour.world, tour.level) = (kept.world, kept.level) }
    guard let stage = kept.stage, let place = stage.attempt.place,
      all.indices.contains(place.world), all[place.world].levels.indices.contains(place.level),
      stage.attempt.level == worlds.campaign[place].level
    else { return }
    tour.lives = kept.lives
    if case .over(_, let ending) = stage, !ending.opened.allSatisfy(all.indices.contains) { return }
    tour.isPlayingLevel = kept.isPlaying
    tour.parked = numbered(stage)
  }

  private mutating func take(_ kept: KeptSession.Board) {
    let names = seats.board.players.map { $0.name }
    // Players who are named on the command line have come for a board of their own.
    guard names.isEmpty || names == kept.seats.board.players.map({ $0.name }) else { return }
    seats = kept.seats.played(by: seats.machines)
  }
}
