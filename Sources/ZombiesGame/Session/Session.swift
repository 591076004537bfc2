import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// A session of the game: its whole state as a value.
///
///     var session = try Session(Session.Setup(Settings(.family(.classic)), seed: 42))
///     session.perform(.move(.up))
///     print(session.screen.told)
///
/// A session takes an ``Action`` and describes a ``Screen``. It has no input, no output and no clock, and
/// its seed is its only source of chance. The `stage` is its current activity, and a ``page`` may cover
/// it. Lives, wins and losses are stored separately, in ``game``, so undo cannot change them
/// (<doc:ThePlayedGame>).
public struct Session: Equatable {
  /// The current activity of a session.
  ///
  /// It is boxed because it is large and copied with every session.
  indirect enum Stage: Equatable {
    /// A round in progress.
    case playing(Attempt)
    /// A computation that takes a while, with the stage before it.
    case thinking(Stage, Thought)
    /// The solution being shown, with its remaining moves.
    case showing(Attempt, [Direction])
    /// A finished round, with its message or its room.
    case over(Attempt, Ending)
    /// The end of the session, with the stage before it.
    case left(Stage)
  }

  /// A place of the game, which a page may cover.
  enum Place: String, Equatable {
    /// A room with a level.
    case room
    /// The carousel of worlds.
    case carousel
    /// The levels of a world.
    case world
    /// The questions.
    case questions
    /// The board.
    case board
    /// The workshop.
    case workshop
  }

  /// The end of a round.
  struct Ending: Equatable {
    let message: Game.Message
    /// Whether the outcome has counted.
    let counted: Bool
    /// The lives left after the round, in its game or attempt.
    let lives: Int
    /// The stars won in a world.
    var stars: GameProgress.Stars = []
    /// The worlds that the round has unlocked.
    var opened: [Int] = []
    /// The last thing there was to earn in the campaign, if the round has earned it.
    var finale: Tour.Finale?
    /// Whether the message about that is shown.
    var showsFinale = false
    /// Whether the player looks at the room instead of the message.
    var looks = false
  }

  /// The family of the daily level.
  public static let dailyFamily: Family = {
    guard let size = try? RoomSize(rows: 6, columns: 6),
      let family = try? Family(size: size, zombies: 1, blocks: 5, isLit: true)
    else { preconditionFailure("6x6z1b5+lit is a family") }
    return family
  }()

  /// The player's settings.
  public internal(set) var settings: Settings

  /// The seed that levels are drawn from.
  public let seed: UInt64

  /// Whether the front end can show emoji.
  let showsEmoji: Bool

  /// The settings that the front end has, in the order of the settings page.
  public let settingKinds: [Setting.Kind]

  /// Today's date in UTC; nil if it is not known.
  public internal(set) var today: Day?

  /// The results of daily levels.
  public internal(set) var days: KeptDays

  /// The attempts at daily levels, the latest last.
  var dailyRuns: [DailyRun] = []

  /// The day whose level is asked for; nil for today.
  var askedDay: Day?

  /// The place of the player. The room does not change while the player is elsewhere.
  var place = Place.room

  var stage: Stage

  /// The current mode.
  public internal(set) var mode: Mode

  /// The campaign with the player's progress.
  public internal(set) var worlds: Worlds

  /// The rules of the worlds: those that the options of the program or page name. Of the player's settings, only the
  /// hearing distance applies in the worlds.
  let worldRules: Rules

  /// The player's position in the campaign.
  var tour: Tour

  /// The given quiz; nil if the session generates its own.
  let ownQuiz: Quiz?

  /// The current quiz.
  var quizRun: QuizRun?

  /// The search for the next quiz; nil while the player is in a quiz.
  var quizSearch: QuizSearch?

  /// The number of quizzes that were begun.
  var quizCount: UInt64 = 0

  /// The board and its turns.
  var seats: HotSeat

  /// The workshop's level and state.
  var bench: Bench

  /// What the first steps have interrupted; nil if they began the session, or are not played.
  var interlude: Interlude?

  /// The first steps that the player has left by going back, and can go forward to again.
  var leftFirstSteps: Stage?

  /// Whether the first steps lead to the worlds, because the player has asked for nothing else.
  let leadsToWorlds: Bool

  /// The current row of the menu.
  var menuRow = 0

  /// The page that covers the room; nil for none.
  public internal(set) var page: Action.Page?

  /// The current row of the settings page.
  var settingKind = Setting.Kind.family

  /// The rounds of a game, with counters of their own.
  struct Series: Equatable {
    /// The lives, the wins and the losses.
    var game = Game()
    /// The number of the next round, from 0.
    var nextTrial: UInt64
    /// The round that was left for another mode, to be resumed later.
    var parked: Stage?
    /// The round that the level of a link has interrupted, to be resumed after it.
    var aside: Stage?
  }

  /// The rounds under the player's settings.
  private var rounds: Series

  /// The rounds of the original game.
  private var originalRounds: Series

  /// The rounds of the current mode.
  private var series: Series {
    get { mode == .original ? originalRounds : rounds }
    set { if mode == .original { originalRounds = newValue } else { rounds = newValue } }
  }

  /// The lives, the wins and the losses.
  public internal(set) var game: Game {
    get { series.game }
    set { series.game = newValue }
  }

  /// The lives, the wins and the losses of the original game, or of the other rounds.
  func game(isOriginal: Bool) -> Game { isOriginal ? originalRounds.game : rounds.game }

  /// The number of the next round, from 0.
  var nextTrial: UInt64 {
    get { series.nextTrial }
    set { series.nextTrial = newValue }
  }

  /// The round that was left for another mode, to be resumed later.
  var parked: Stage? {
    get { series.parked }
    set { series.parked = newValue }
  }

  /// The round that the level of a link has interrupted.
  var aside: Stage? {
    get { series.aside }
    set { series.aside = newValue }
  }

  /// The rounds of the original game, or the other ones, for a later session.
  ///
  /// - Parameter current: The round that is played now; nil if the rounds were left.
  func keptRounds(isOriginal: Bool, current: Stage?) -> KeptSession.Rounds {
    let series = isOriginal ? originalRounds : rounds
    return KeptSession.Rounds(
      game: series.game, nextTrial: series.nextTrial,
      stage: current ?? series.parked?.numbered(0), aside: series.aside?.numbered(0))
  }

  /// Continues the rounds of an earlier session.
  mutating func takeUpRounds(_ kept: Series, isOriginal: Bool) {
    guard isOriginal else {
      rounds = kept
      return
    }
    let game = originalRounds.game
    originalRounds = kept
    // Another program may have counted more.
    originalRounds.game.count(
      wins: max(game.wins, kept.game.wins), losses: max(game.losses, kept.game.losses))
  }

  /// Whether what is in progress is kept for a later session.
  let isKept: Bool

  /// Whether the session continues the rounds of earlier sessions.
  let continuesRounds: Bool

  /// The hash of the campaign's levels, which distinguishes campaigns.
  let campaignHash: String

  /// The quiz of an earlier session, until the player comes to the questions.
  var keptQuestions: KeptSession.Questions?

  /// The settings that the player has changed in this session.
  var changedSettings: [Setting] = []

  /// Whether a setting was changed since the settings were opened.
  var hasChanged = false

  /// Changes the wins and losses of the original game. The lives stay as they are.
  mutating func count(original kept: KeptSettings) {
    originalRounds.game.count(wins: kept.wins, losses: kept.losses)
  }

  /// The settings in force: the player's, except in the original game.
  var settingsInForce: Settings {
    // The first steps can be played from the original game too.
    let isLesson = place == .room && attempt.lesson != nil
    return mode == .original && !isLesson ? settings.asOriginal : settings
  }

  /// The rules of the level of a link, while the player follows it; nil for those of the settings.
  var linkRules: Rules?

  /// The number of rounds that were begun.
  var roundsBegun = 0

  /// The number of rounds whose outcome has counted.
  public internal(set) var countedRounds = 0

  /// The last round whose outcome has counted.
  public internal(set) var lastCounted: CountedRound?

  /// The last finished round, counted or not, for sharing.
  var lastOver: FinishedRound?

  /// The last hint.
  public internal(set) var lastHint: Hint?

  /// The effect of the last action, in sentences.
  public internal(set) var told: [String] = [] {
    didSet { if told.isEmpty { caption = [] } }
  }

  /// The effect of the last action for players who see the picture, without coordinates.
  private(set) var caption: [String] = []

  /// The sentences of ``told`` that the screen of the place does not show by itself.
  var news: [String] = []

  /// The last report of a front end (``report(_:)``).
  var reported: [String] = []

  /// The file that the player asked for, until the front end takes it.
  var wantedFile: WantedFile?

  /// Whether the front end stores the counted rounds, and gives them out as a file.
  let storesPlays: Bool

  /// The counted rounds that the front end has to store.
  var plays = RecordedPlays()

  /// Whether the counted rounds are removed after the player has asked for the file of them; nil if the
  /// player has not.
  var wantedPlays: Bool?

  /// The last action, if it was a move.
  var lastMove: MoveStory?

  /// The log and the command line of the text screen.
  public internal(set) var log = TextLog()

  /// The topic of the last plan that was announced and made.
  var planned: Adviser.Topic?

  /// The player's knowledge of the last levels.
  var memory = Memory()

  /// The adviser, which copies of a session share. Its memory saves time and does not change any answer.
  var adviser = Adviser()

  /// A copy that shares nothing with this session, so that another thread can do its awaited work.
  public var apart: Session {
    var copy = self
    copy.adviser = Adviser()
    return copy
  }

  /// A move with the round before it and its events.
  struct MoveStory: Equatable {
    let before: Round
    let events: [Round.Event]
  }

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - setup: The initial state.
  ///   - kept: What was in progress in earlier sessions.
  /// - Throws: ``/ZombiesGenerator/GenerationError`` if no level can be drawn.
  public init(
    _ setup: Setup, continuing kept: KeptSession = KeptSession()
  ) throws(GenerationError) {
    var setup = setup
    (isKept, continuesRounds) = (setup.isKept, setup.continuesRounds)
    if continuesRounds { setup.seed = kept.seed ?? setup.seed }
    settings = setup.settings
    seed = setup.seed
    showsEmoji = setup.showsEmoji
    let isPage = setup.isPage
    settingKinds = Setting.Kind.allCases.filter { isPage ? $0 != .player : !$0.isOfPage }
    storesPlays = isPage
    (today, days, askedDay) = (setup.today, setup.keptDays, setup.day)
    leadsToWorlds = setup.leadsToWorlds
    rounds = Series(nextTrial: setup.firstTrial)
    originalRounds = Series(nextTrial: setup.firstTrial)
    originalRounds.game.count(
      wins: setup.keptSettings.wins, losses: setup.keptSettings.losses)
    mode = setup.mode
    worlds = Worlds(setup.campaign, setup.progress)
    worldRules = setup.worldRules ?? settings.rules
    campaignHash = setup.campaign.hash
    tour = Tour(worlds)
    ownQuiz = setup.quiz
    var seats = HotSeat(machines: setup.machines)
    for name in setup.players { seats.board.add(name) }
    self.seats = seats
    bench = Bench(setup)
    isTextOnly = setup.textScreen == .only || setup.textScreen == .piped
    isPiped = setup.textScreen == .piped
    page = setup.textScreen == .closed ? nil : .text
    // Draw a level in any case, so that bad settings fail now and not after the first steps.
    let drawing = setup.mode == .original ? settings.asOriginal : settings
    let first =
      try Self.attempt(drawing, seed: seed, trial: setup.firstTrial, isPatient: false)
      ?? Attempt(emptyRoomOf: drawing)
    stage = .playing(first)
    takeUp(kept)
    let refusal = setup.bench.flatMap { lay($0) }
    if setup.showsFirstSteps {
      if !continueFirstSteps(kept) {
        stage = .playing(FirstSteps.attempt(0))
        begin()
      }
    } else if !continuesRounds || !goOn(with: kept) {
      take(up: mode, isNew: true)
    }
    if let refusal { announce([refusal]) }
    if setup.textScreen != .closed { log.greet(examples) }
  }

  // MARK: Actions

  /// Whether an action does something now. Other actions are greyed and change nothing.
  public func allows(_ action: Action) -> Bool { deed(of: action).isAllowed }

  /// Performs an action. An action that is not allowed changes nothing.
  ///
  /// - Returns: Whether the action was allowed.
  @discardableResult
  public mutating func perform(_ action: Action) -> Bool {
    guard case .does(let body) = deed(of: action) else { return false }
    body(&self)
    return true
  }

  /// The deed of an action.
  private func deed(of action: Action) -> Deed {
    if isOver { return .meaningless }
    // A computation can finish while a page is open.
    if action == .proceed, awaits == .thought { return deedHere(action) }
    switch (page, action) {
    case (nil, _), (.text, .proceed): return deedHere(action)
    case (.menu, _): return deedInMenu(action)
    case (.text, .plays) where awaits == .player, (.text, .sitOut) where awaits == .player:
      return deedHere(action)
    case (.text, .type(let text)) where !text.isEmpty: return .does { $0.log.type(text) }
    case (.text, .erase) where !log.commandLine.isEmpty: return .does { $0.log.erase() }
    case (.text, .enter) where !log.commandLine.isEmpty: return .does { $0.enter() }
    case (.text, .scroll(let older)) where older ? log.canScrollBack : log.isScrolledBack:
      return .does { $0.log.scroll(older: older) }
    case (.help, .leave), (.settings, .leave): return .leaves
    case (.text, .close) where isTextOnly: return .meaningless
    case (.help, .close), (.settings, .close), (.text, .close): return .does { $0.page = nil }
    case (.settings, .previous): return .does { $0.moveSetting(by: -1) }
    case (.settings, .next): return .does { $0.moveSetting(by: 1) }
    case (.settings, .change(let forward)):
      return .does { $0.change($0.settings.changed($0.settingKind, forward: forward)) }
    case (.settings, .set(let setting)) where settings.changing(setting) != nil:
      return .does { $0.change(setting) }
    case (.help, _), (.settings, _), (.text, _): return .meaningless
    }
  }

  /// The deed of an action when no page covers the place.
  ///
  /// - Parameter isTyped: Whether the action was typed. In some places typing allows more than keys.
  func deedHere(_ action: Action, isTyped: Bool = false) -> Deed {
    if isOver { return .meaningless }
    let deed = deedAtPlace(action, isTyped: isTyped)
    // Opening a page keeps the earlier sentences for when it is closed.
    if case .open = action { return deed }
    return deed.after { session in
      (session.told, session.news) = ([], [])
      session.lastMove = nil
    }
  }

  func deedAtPlace(_ action: Action, isTyped: Bool) -> Deed {
    switch (place, action) {
    case (_, .day), (_, .firstSteps), (_, .visit(.daily)): deedElsewhere(action, isTyped: isTyped)
    case (.room, _): deedInRoom(action, isTyped: isTyped)
    case (_, .set(let setting)) where isTyped: .does { $0.change(setting) }
    case (.carousel, _): deedInCarousel(action)
    case (.world, _): deedInWorld(action)
    case (.questions, _): deedAtQuestions(action)
    case (.board, _): deedAtBoard(action, isTyped: isTyped)
    case (.workshop, _): deedInWorkshop(action)
    }
  }

  /// Whether the player is in a room, even if a page covers it.
  public var isInRoom: Bool { place == .room }

  /// Whether the session is over.
  public var isOver: Bool { if case .left = stage { true } else { false } }

  /// Whether the text screen is the only screen, so that it cannot be closed.
  public let isTextOnly: Bool

  /// Whether the commands come from a pipe, so that nothing can stop a computation.
  let isPiped: Bool

  // MARK: Messages

  /// Adds sentences to the screen and to the log.
  ///
  /// - Parameters:
  ///   - sentences: The sentences.
  ///   - caption: Shorter sentences for players who see the picture; nil for the same ones.
  mutating func tell(_ sentences: [String], caption: [String]? = nil) {
    guard !sentences.isEmpty else { return }
    told += sentences
    self.caption += caption ?? sentences
    log.add(sentences.joined(separator: "\n"))
  }

  /// Describes the room as far as the player knows it.
  ///
  /// - Parameter isBack: Whether the player comes back to it, so that its name is told first.
  mutating func tellRoom(isBack: Bool = false) {
    let teller = Teller(self)
    let name = isBack && !attempt.named.name.isEmpty ? ["You continue \(attempt.named.name)."] : []
    tell(name + teller.room, caption: teller.beginningCaption)
  }

  /// Adds sentences that the screen of the place does not show by itself.
  mutating func announce(_ sentences: [String]) {
    news += sentences
    tell(sentences)
  }

  /// The current level, or the last one played.
  var attempt: Attempt { stage.attempt }
}
