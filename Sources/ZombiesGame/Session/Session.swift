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
  /// The initial state of a session.
  public struct Setup: Hashable, Sendable {
    /// The player's settings.
    public var settings: Settings
    /// The seed that levels are drawn from.
    public var seed: UInt64
    /// The day whose level begins the session; nil for none.
    public var day: Day?
    /// Whether the session begins with the first steps.
    public var showsFirstSteps: Bool
    /// The initial state of the text screen.
    public var textScreen: TextScreen
    /// The trial of the first round. Later rounds count on from it.
    public var firstTrial: UInt64 = 0
    /// The initial level of the workshop, in any text form; nil for an empty room.
    public var bench: String?
    /// The initial mode.
    public var mode = Mode.rounds
    /// The campaign with the worlds.
    public var campaign = Campaign.standard
    /// The progress of earlier sessions.
    public var progress = GameProgress()
    /// The levels that earlier sessions saved in the workshop.
    public var keptLevels = KeptLevels()
    /// What earlier sessions have kept of the settings and the original game; see
    /// ``begin(with:hears:)``.
    var keptSettings = KeptSettings()
    /// The quiz; nil for quizzes generated from the seed.
    public var quiz: Quiz?
    /// Whether the front end can show emoji.
    public var showsEmoji = true
    /// The names of the players on the board at first.
    public var players: [String] = []
    /// The names of policies. The front end plays the turns of players with these names (see
    /// ``Session/turn``).
    public var machines = Policy.builtIn.map { $0.name }

    /// A state of the text screen.
    public enum TextScreen: Hashable, Sendable {
      /// The text screen is closed. The player can open it.
      case closed
      /// The text screen is open. The player can close it.
      case open
      /// The text screen is the only screen.
      case only
      /// The text screen is the only screen, and the commands come from a pipe: a computation is not
      /// announced, because nothing can stop it.
      case piped
    }

    /// Creates a setup for rounds.
    public init(
      _ settings: Settings = Settings(), seed: UInt64 = 0, showsFirstSteps: Bool = false,
      textScreen: TextScreen = .closed
    ) {
      self.settings = settings
      self.seed = seed
      self.showsFirstSteps = showsFirstSteps
      self.textScreen = textScreen
    }

    /// Creates a setup for the worlds of a campaign.
    public init(_ campaign: Campaign, progress: GameProgress = GameProgress()) {
      self.init()
      mode = .worlds
      self.campaign = campaign
      self.progress = progress
    }

    /// Creates a setup for a daily level, and for other levels of its family and seed after it.
    public static func daily(_ day: Day, _ settings: Settings = Settings()) -> Setup {
      var setup = Setup(settings, seed: day.number)
      setup.settings.supply = .family(Session.dailyFamily)
      // The daily level is lit, so hearing matters only elsewhere in the session.
      setup.settings.rules = .standard.hearing(within: settings.rules.hearingDistance)
      setup.settings.selection = .solvable
      setup.day = day
      return setup
    }
  }

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
    /// The end of the session, with the last level.
    case left(Attempt)
  }

  /// A place of the game, which a page may cover.
  enum Place: Equatable {
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

  var day: Day?

  /// Whether the session began with the first steps.
  let beganWithFirstSteps: Bool

  /// The place of the player. The room does not change while the player is elsewhere.
  var place = Place.room

  var stage: Stage

  /// The current mode.
  public internal(set) var mode: Mode

  /// The campaign with the player's progress.
  public internal(set) var worlds: Worlds

  /// The rules of the worlds: the rules that the session began with. Only the hearing distance follows the
  /// player's settings.
  let worldRules: Rules

  /// The player's position in the campaign.
  var tour: Tour

  /// The given quiz; nil if the session generates its own.
  let ownQuiz: Quiz?

  /// The current quiz.
  var quizRun: QuizRun?

  /// The number of quizzes that were begun.
  var quizCount: UInt64 = 0

  /// The board and its turns.
  var seats: HotSeat

  /// The workshop's level and state.
  var bench: Bench

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

  /// The settings that the player has changed in this session.
  var changedSettings: [Setting] = []

  /// Changes the wins and losses of the original game. The lives stay as they are.
  mutating func count(original kept: KeptSettings) {
    originalRounds.game.count(wins: kept.wins, losses: kept.losses)
  }

  /// The settings in force: the player's, except in the original game.
  var settingsInForce: Settings { mode == .original ? settings.asOriginal : settings }

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
  /// - Throws: ``/ZombiesGenerator/GenerationError`` if no level can be drawn.
  public init(_ setup: Setup) throws(GenerationError) {
    settings = setup.settings
    seed = setup.seed
    showsEmoji = setup.showsEmoji
    day = setup.day
    beganWithFirstSteps = setup.showsFirstSteps
    rounds = Series(nextTrial: setup.firstTrial)
    originalRounds = Series(nextTrial: setup.firstTrial)
    originalRounds.game.count(
      wins: setup.keptSettings.wins, losses: setup.keptSettings.losses)
    mode = setup.mode
    worlds = Worlds(setup.campaign, setup.progress)
    worldRules = settings.rules
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
    if setup.showsFirstSteps {
      stage = .playing(FirstSteps.attempt(0))
      begin()
    } else {
      stage = .playing(first)
      let refusal = setup.bench.flatMap { lay($0) }
      take(up: mode, isNew: true)
      if let refusal { announce([refusal]) }
    }
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

  private func deedAtPlace(_ action: Action, isTyped: Bool) -> Deed {
    switch (place, action) {
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

  /// Adds sentences that the screen of the place does not show by itself.
  mutating func announce(_ sentences: [String]) {
    news += sentences
    tell(sentences)
  }

  /// The current level, or the last one played.
  var attempt: Attempt { stage.attempt }
}
