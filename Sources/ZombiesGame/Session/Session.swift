import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// A session of the game: everything that a player meets, as a value.
///
///     var session = try Session(Session.Setup(Settings(.family(.classic)), seed: 42))
///     session.perform(.move(.up))
///     print(session.screen.told)
///
/// It takes an ``Action`` and describes a ``Screen``; it has no input, no output, no clock and no
/// chance but its seed. What a session does is its `stage`, and over it may lie a ``page``. What
/// counts, the lives, wins and losses, is beside them in the game and nowhere else, so taking moves
/// back cannot touch it (<doc:ThePlayedGame>).
public struct Session: Equatable {
  /// What a session begins with.
  public struct Setup: Hashable, Sendable {
    /// What the player has chosen.
    public var settings: Settings
    /// The seed that levels are drawn from.
    public var seed: UInt64
    /// The day whose level begins the session; nil for none.
    public var day: Day?
    /// Whether the first steps come first.
    public var showsFirstSteps: Bool
    /// Where the text screen is at first.
    public var textScreen: TextScreen
    /// The trial of the first round: rounds are numbered from it on.
    public var firstTrial: UInt64 = 0
    /// The level on the bench of the workshop at first, in any text form; nil for an empty room.
    public var bench: String?
    /// What is played first.
    public var mode = Mode.rounds
    /// The campaign whose worlds can be played.
    public var campaign = Campaign.standard
    /// What has been done before.
    public var progress = GameProgress()
    /// The levels that were kept in the workshop before.
    public var keptLevels = KeptLevels()
    /// The quiz that is asked; nil for those that the seed gives.
    public var quiz: Quiz?
    /// Whether whatever shows the session can show emoji.
    public var showsEmoji = true
    /// The names of those who are on the board at first.
    public var players: [String] = []
    /// The names of players that are not people: the front end plays for whoever on the board has one (see
    /// ``Session/turn``).
    public var machines = Policy.builtIn.map { $0.name }

    /// Where the text screen is.
    public enum TextScreen: Hashable, Sendable {
      /// It can be opened.
      case closed
      /// It is open, and can be closed.
      case open
      /// There is nothing else, as for input from a pipe.
      case only
    }

    /// A beginning with some settings and a seed.
    public init(
      _ settings: Settings = Settings(), seed: UInt64 = 0, showsFirstSteps: Bool = false,
      textScreen: TextScreen = .closed
    ) {
      self.settings = settings
      self.seed = seed
      self.showsFirstSteps = showsFirstSteps
      self.textScreen = textScreen
    }

    /// The worlds of a campaign.
    public init(_ campaign: Campaign, progress: GameProgress = GameProgress()) {
      self.init()
      mode = .worlds
      self.campaign = campaign
      self.progress = progress
    }

    /// The daily level, and others of its family and seed after it.
    public static func daily(_ day: Day, _ settings: Settings = Settings()) -> Setup {
      var setup = Setup(settings, seed: day.number)
      setup.settings.supply = .family(Session.dailyFamily)
      setup.settings.rules = .standard
      setup.settings.selection = .solvable
      setup.day = day
      return setup
    }
  }

  /// What the session is doing.
  /// Boxed, because it is large, and copied wherever a session is.
  indirect enum Stage: Equatable {
    /// A round is being played.
    case playing(Attempt)
    /// Something is thought out that takes a while; and what the player was doing before.
    case thinking(Stage, Thought)
    /// The solution is being shown; its next moves.
    case showing(Attempt, [Direction])
    /// The round is over, and a message stands, unless the player looks at the room.
    case over(Attempt, Ending)
    /// The player has left; whether that broke off a round that counted.
    case left(Attempt)
  }

  /// Where the player is, if no page covers it.
  enum Place: Equatable {
    /// In a room, where something is played.
    case room
    /// Before the worlds, one at a time.
    case carousel
    /// In a world, before its levels.
    case world
    /// At a question.
    case questions
    /// At the board.
    case board
    /// In the workshop.
    case workshop
  }

  /// How a round was over.
  struct Ending: Equatable {
    let message: Game.Message
    /// Whether the outcome has counted.
    let counted: Bool
    /// The lives left afterwards, of the game that it belongs to.
    let lives: Int
    /// The stars that it has won in a world.
    var stars: GameProgress.Stars = []
    /// The worlds that it has opened.
    var opened: [Int] = []
    /// Whether the room is looked at instead of the message.
    var looks = false
  }

  /// The family of the daily level.
  public static let dailyFamily: Family = {
    guard let size = try? RoomSize(rows: 6, columns: 6),
      let family = try? Family(size: size, zombies: 1, blocks: 5, isLit: true)
    else { preconditionFailure("6x6z1b5+lit is a family") }
    return family
  }()

  /// What the player has chosen.
  public internal(set) var settings: Settings

  /// The seed that levels are drawn from.
  public let seed: UInt64

  /// Whether whatever shows the session can show emoji.
  let showsEmoji: Bool

  var day: Day?

  /// Whether the session began with the first steps.
  let beganWithFirstSteps: Bool

  /// Where the player is. What is in the room stays there meanwhile, and nothing is done to it.
  var place = Place.room

  var stage: Stage

  /// The round that was left for something else, to be resumed later.
  var parked: Stage?

  /// What is played.
  public internal(set) var mode: Mode

  /// The campaign, with what has been done in it.
  public internal(set) var worlds: Worlds

  /// The rules of the worlds: those that the session began with.
  let worldRules: Rules

  /// Where in the campaign the player is.
  var tour: Tour

  /// The quiz that the session was given; nil if it makes its own.
  let ownQuiz: Quiz?

  /// The quiz under way.
  var quizRun: QuizRun?

  /// The number of quizzes that were begun.
  var quizCount: UInt64 = 0

  /// The board, and whose turn it is.
  var seats: HotSeat

  /// What is on the bench of the workshop.
  var bench: Bench

  /// The row of the menu that the cursor is on.
  var menuRow = 0

  /// The page that covers the room; nil for none.
  public internal(set) var page: Action.Page?

  /// The setting to which the arrow points on the page of settings.
  var settingKind = Setting.Kind.family

  /// The lives, the wins and the losses.
  public internal(set) var game = Game()

  /// The number of rounds that were begun.
  var roundsBegun = 0

  /// The number of rounds whose outcome has counted.
  public internal(set) var countedRounds = 0

  /// The last of them.
  public internal(set) var lastCounted: CountedRound?

  /// The last round that was over, counted or not, for telling others.
  var lastOver: FinishedRound?

  /// The number of the next round, from 0.
  var nextTrial: UInt64

  /// The last hint.
  public internal(set) var lastHint: Hint?

  /// What the last action did, in sentences.
  public internal(set) var told: [String] = []

  /// What of that is not on the screen of the place anyway.
  var news: [String] = []

  /// What a front end has said last (``report(_:)``).
  var reported: [String] = []

  /// The file that the player wants and has not yet got.
  var wantedFile: WantedFile?

  /// The events of the last action if it was a move, with the round before it.
  var lastMove: MoveStory?

  /// The log and the command line of the text screen.
  public internal(set) var log = TextLog()

  /// What was asked when a plan was last announced and made.
  var planned: Adviser.Topic?

  /// What is known of the levels that were played last.
  var memory = Memory()

  /// Copies share it: what it remembers saves time, and makes no difference.
  var adviser = Adviser()

  /// A copy that shares nothing with this one, so that another thread can finish what it awaits.
  public var apart: Session {
    var copy = self
    copy.adviser = Adviser()
    return copy
  }

  /// A move with what it did.
  struct MoveStory: Equatable {
    let before: Round
    let events: [Round.Event]
  }

  /// Begins: with the first steps, or the first round.
  ///
  /// - Throws: ``/ZombiesGenerator/GenerationError`` if no level can be drawn.
  public init(_ setup: Setup) throws(GenerationError) {
    settings = setup.settings
    seed = setup.seed
    showsEmoji = setup.showsEmoji
    day = setup.day
    beganWithFirstSteps = setup.showsFirstSteps
    nextTrial = setup.firstTrial
    mode = setup.mode
    worlds = Worlds(setup.campaign, setup.progress)
    worldRules = settings.rules
    tour = Tour(worlds)
    ownQuiz = setup.quiz
    var seats = HotSeat(machines: setup.machines)
    for name in setup.players { seats.board.add(name) }
    self.seats = seats
    bench = Bench(setup)
    isTextOnly = setup.textScreen == .only
    page = setup.textScreen == .closed ? nil : .text
    // Drawn in any case, so that bad settings are refused now and not after the first steps.
    let first =
      try Self.attempt(settings, seed: seed, trial: setup.firstTrial, isPatient: false)
      ?? Attempt(emptyRoomOf: settings)
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

  // MARK: What can be done, and doing it

  /// Whether an action does something now. One that does not is greyed, and changes nothing.
  public func allows(_ action: Action) -> Bool { deed(of: action).isAllowed }

  /// Performs an action; one that is not allowed changes nothing.
  ///
  /// - Returns: Whether it was allowed.
  @discardableResult
  public mutating func perform(_ action: Action) -> Bool {
    guard case .does(let body) = deed(of: action) else { return false }
    body(&self)
    return true
  }

  /// What comes of an action.
  private func deed(of action: Action) -> Deed {
    if isOver { return .meaningless }
    // A page that is read meanwhile does not keep what is thought out from being finished.
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

  /// What comes of an action when no page covers the place.
  ///
  /// - Parameter isTyped: Whether it is said in words, which can do more than keys in some places.
  func deedHere(_ action: Action, isTyped: Bool = false) -> Deed {
    if isOver { return .meaningless }
    let deed = deedAtPlace(action, isTyped: isTyped)
    // What was told before is still there when the page is closed.
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

  /// Whether the player is in a room, whatever covers it.
  public var isInRoom: Bool { place == .room }

  /// Whether the session is over.
  public var isOver: Bool { if case .left = stage { true } else { false } }

  /// Whether the text screen is all that there is, so that it cannot be closed.
  public let isTextOnly: Bool

  // MARK: Telling

  /// Tells what was done, on the screen and in the log.
  mutating func tell(_ sentences: [String]) {
    guard !sentences.isEmpty else { return }
    told += sentences
    log.add(sentences.joined(separator: "\n"))
  }

  /// Tells what was done where the screen of the place does not show it.
  mutating func announce(_ sentences: [String]) {
    news += sentences
    tell(sentences)
  }

  /// The level that is being played, or was played last.
  var attempt: Attempt { stage.attempt }
}
