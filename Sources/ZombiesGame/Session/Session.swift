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
/// its seed is its only source of chance. The player is in a `place`, and a ``page`` may cover it. What is played in a
/// room is an `Attempt`, whose journal of steps decides everything about it. The wins and losses are stored
/// separately, in ``game``, so undo cannot change them (<doc:ThePlayedGame>).
public struct Session: Equatable {
  /// The current activity in a room.
  enum Stage: Equatable {
    /// A round in progress.
    case playing
    /// A computation that takes a while.
    case thinking(Thought)
    /// The solution being shown.
    case showing
    /// A finished round, with its message or its room.
    case over
  }

  /// The player's settings.
  public internal(set) var settings: Settings

  /// The seed that levels are drawn from.
  public let seed: UInt64

  /// Whether the front end can show emoji.
  let showsEmoji: Bool

  /// Today's date in UTC; nil if it is not known.
  public internal(set) var today: Day?

  /// The results of daily levels.
  public internal(set) var days: KeptDays

  /// The place of the player. The room does not change while the player is elsewhere.
  var place = Place.rounds

  /// The place under the first steps, where the player is after them; nil elsewhere.
  var beneath: Place?

  /// The levels that were played, most recent last. In a room, the last one is played there.
  var attempts: [Attempt] = []

  /// The computation that the session waits for in a room; nil for none.
  var thought: Thought?

  /// What is said when the player comes to the place of a link after the first steps.
  var notice: String?

  /// The level of a link that has not been drawn yet; nil for none.
  var sought: Sought?

  /// Whether the player has left the game.
  public internal(set) var isOver = false

  /// The campaign with the player's progress.
  public internal(set) var worlds: Worlds

  /// The player's position in the campaign.
  var tour: Tour

  /// The given quiz; nil if the session generates its own.
  let ownQuiz: Quiz?

  /// The current quiz.
  var quizRun: QuizCoordinator?

  /// Whether the next quiz is looked for, which takes a while.
  var looksForQuiz = false

  /// The board and its turns.
  var seats = HotSeat()

  /// The names of players that are not people. The front end plays for them.
  let machines: [String]

  /// The workshop.
  var bench: Workshop

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
    var nextTrial: UInt64 = 0
  }

  /// The rounds under the player's settings.
  var rounds: Series

  /// The rounds of the original game.
  var originalRounds: Series

  /// The rounds of the current mode.
  var series: Series {
    get { mode == .original ? originalRounds : rounds }
    set { if mode == .original { originalRounds = newValue } else { rounds = newValue } }
  }

  /// The lives, the wins and the losses.
  public var game: Game { series.game }

  /// Whether what is in progress is kept for a later session.
  let isKept: Bool

  /// Whether the session continues the rounds of earlier sessions.
  let continuesRounds: Bool

  /// The hash of the campaign's levels, which distinguishes campaigns.
  let campaignHash: String

  /// The position in the quiz of an earlier session, until the player comes to the questions.
  var keptQuestions: QuizPosition?

  /// The settings that the player has changed in this session.
  var changedSettings: [Setting.Kind: Setting] = [:]

  /// Whether a setting was changed since the settings were opened.
  var hasChanged = false

  /// The current mode.
  public var mode: Mode { place.mode ?? beneath?.mode ?? .rounds }

  /// The settings in force: the player's, except in the original game.
  var settingsInForce: Settings {
    mode == .original && !isInFirstSteps ? settings.asOriginal : settings
  }

  /// The number of rounds that were begun.
  var roundsBegun = 0

  /// The number of rounds whose outcome has counted.
  public internal(set) var countedRounds = 0

  /// The last round whose outcome has counted.
  public internal(set) var lastCounted: RecordRow?

  /// The last finished round, counted or not, for sharing.
  var lastOver: Attempt?

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

  /// The settings that the front end has, in the order of the settings page.
  public var settingKinds: [Setting.Kind] {
    Setting.Kind.allCases.filter { storesPlays ? $0 != .player : !$0.isOfPage }
  }

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
    var setup = setup
    (isKept, continuesRounds) = (setup.isKept, setup.continuesRounds)
    if continuesRounds { setup.seed = setup.kept.seed ?? setup.seed }
    (settings, seed) = (setup.settings, setup.seed)
    (showsEmoji, storesPlays) = (setup.showsEmoji, setup.isPage)
    (today, days) = (setup.today, setup.keptDays)
    rounds = Series(nextTrial: setup.firstTrial)
    originalRounds = Series(nextTrial: setup.firstTrial)
    originalRounds.game.count(wins: setup.keptSettings.wins, losses: setup.keptSettings.losses)
    worlds = Worlds(setup.campaign, setup.progress, rules: settings.rules)
    campaignHash = setup.campaign.hash
    tour = Tour(worlds)
    ownQuiz = setup.quiz
    machines = setup.machines
    for name in setup.players { seats.board.add(name) }
    bench = Workshop(rules: settings.rules.withoutHearing, seed: seed)
    (bench.list, bench.former) = (setup.keptLevels, setup.keptLevels)
    isTextOnly = setup.textScreen == .only || setup.textScreen == .piped
    isPiped = setup.textScreen == .piped
    page = setup.textScreen == .closed ? nil : .text
    // Draw a level in any case, so that bad settings fail now and not after the first steps.
    let drawing = setup.mode == .original ? settings.asOriginal : settings
    _ = try Self.level(drawing, seed: seed, trial: setup.firstTrial, isPatient: false)
    attempts = [Attempt(emptyRoomOf: drawing)]
    takeUp(setup.kept, mode: setup.mode)
    begin(setup)
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
    case (.settings, .set(let setting)): return .does { $0.change(setting) }
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
    case _ where place.isRoom: deedInRoom(action, isTyped: isTyped)
    case (_, .set(let setting)) where isTyped: .does { $0.change(setting) }
    case (_, .leave): .leaves
    // While a turn or a field at the board is open, there is no way out of it.
    case (_, .open(let page)) where place != .board: .opens(page)
    case (_, .visit(let mode)) where place != .board:
      .visits(mode, if: place == .world || mode != self.mode)
    case (.carousel, _), (.world, _): deedInWorlds(action)
    case (.questions, _): deedAtQuestions(action)
    case (.board, _): deedAtBoard(action, isTyped: isTyped)
    // Any action in the workshop ends or stops a search.
    case (.workshop, _): deedInWorkshop(action).after { $0.bench.wanted = nil }
    default: .meaningless
    }
  }

  /// Whether the player is in a room, even if a page covers it.
  public var isInRoom: Bool { place.isRoom }

  /// Whether the text screen is the only screen, so that it cannot be closed.
  public let isTextOnly: Bool

  /// Whether the commands come from a pipe, so that nothing can stop a computation.
  let isPiped: Bool

  // MARK: Messages

  /// Adds sentences to the screen and to the log.
  ///
  /// - Parameters:
  ///   - sentences: The sentences.
  ///   - short: Shorter sentences for players who see the picture; nil for the same ones.
  mutating func tell(_ sentences: [String], short: [String]? = nil) {
    tell(Told(sentences, short: short))
  }

  /// Adds sentences to the screen and to the log.
  mutating func tell(_ words: Told) {
    guard !words.long.isEmpty else { return }
    told += words.long
    caption += words.short
    log.add(words.long.joined(separator: "\n"))
  }

  /// Describes the room as far as the player knows it.
  ///
  /// - Parameter isBack: Whether the player comes back to it, so that its name is told first.
  mutating func tellRoom(isBack: Bool = false) {
    let teller = Teller(self)
    let name = isBack && !attempt.named.name.isEmpty ? ["You continue \(attempt.named.name)."] : []
    tell(name + teller.room, short: teller.beginningCaption)
  }

  /// Adds sentences that the screen of the place does not show by itself.
  mutating func announce(_ sentences: [String]) {
    news += sentences
    tell(sentences)
  }

  /// The level that is played in the room, or the last one that was played.
  var attempt: Attempt {
    get { attempts[attempts.count - 1] }
    set { attempts[attempts.count - 1] = newValue }
  }

  /// The current activity in the room.
  var stage: Stage {
    if let thought { return .thinking(thought) }
    return attempt.solution != nil ? .showing : attempt.isOver ? .over : .playing
  }
}
