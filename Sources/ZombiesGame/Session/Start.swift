import ZombiesCore
import ZombiesGenerator

/// How a game begins: what the player has asked for, what was kept of earlier games, and today's date.
///
///     var start = Start(.page)
///     start.link = "classic@42#7"
///     let session = try start.session()
///
/// A front end fills it in, and decides nothing. The same start gives the same session.
public struct Start {
  /// A front end.
  public enum FrontEnd: Hashable, Sendable {
    /// A page, which draws pictures and makes sounds.
    case page
    /// The full screen of a terminal, perhaps with the text screen open.
    case screen(isText: Bool, showsEmoji: Bool)
    /// Typed commands on a terminal.
    case lines
    /// Commands from a pipe. A script expects the same answers on every run.
    case pipe
  }

  /// The front end.
  public let front: FrontEnd

  // What the player has asked for:

  /// The settings that options have set, and the defaults for all others.
  public var settings: Settings
  /// The settings that options have named, so that what was kept of them does not apply.
  public var named: Set<Setting.Kind> = []
  /// The levels to play in order; empty to draw them.
  public var levels: [NamedLevel] = []
  /// The mode to begin with; nil if the player has asked for none.
  public var mode: Mode?
  /// The day of the daily level, in ``Mode/daily``; nil for today.
  public var day: Day?
  /// The campaign.
  public var campaign = Campaign.standard
  /// The quiz; nil for quizzes generated from the seed.
  public var quiz: Quiz?
  /// The names of the players on the board at first.
  public var players: [String] = []
  /// The names of programs that play at the board, in addition to the built-in policies.
  public var programs: [String] = []
  /// The seed that levels are drawn from.
  public var seed: UInt64 = 0
  /// Whether the player has named the seed.
  public var isSeedNamed = false
  /// The text after `#` in the address of a page.
  public var link = ""

  // What else is known:

  /// Today's date in UTC; nil if it is not known.
  public var today: Day?
  /// Whether progress is kept for later games.
  public var keepsProgress = true
  /// Whether what is in progress is kept for later games.
  public var keepsSession = true
  /// What earlier games have kept.
  public var progress = GameProgress()
  /// The levels that earlier games have saved in the workshop.
  public var keptLevels = KeptLevels()
  /// The settings that earlier games have kept.
  public var keptSettings = KeptSettings()
  /// The results of daily levels in earlier games.
  public var days = KeptDays()
  /// What was in progress in earlier games.
  public var kept = KeptSession()

  /// Creates a start without any wishes.
  public init(_ front: FrontEnd) {
    self.front = front
    settings = Settings(style: front.showsEmoji ? .emoji : .letters)
  }

  /// Begins the game.
  ///
  /// - Returns: The session, after it has said why the link cannot be followed if it cannot.
  /// - Throws: ``/ZombiesGenerator/GenerationError`` if no level can be drawn.
  public func session() throws(GenerationError) -> Session {
    var setup = setup
    var problem: String?
    do throws(Address.Problem) {
      setup.link = link.isEmpty ? nil : try Address(link)
    } catch {
      problem = error.description
    }
    setup.leadsToWorlds = isPlain && front != .pipe && (setup.link?.isPage ?? true)
    var session = try Session(setup, continuing: kept)
    if let problem { session.report([problem]) }
    return session
  }

  /// Whether the player has asked for nothing, so that the game goes on where the last one ended.
  private var isPlain: Bool { mode == nil && levels.isEmpty && named.isEmpty && !isSeedNamed }

  /// The initial state of the session, except for the link.
  private var setup: Session.Setup {
    var setup = Session.Setup(settings, seed: seed)
    if !levels.isEmpty { setup.settings.supply = .levels(levels) }
    // A player who names a rule or a level has named all rules.
    let rules = Rules.Variant.allCases.map { Setting.Kind($0) }
    var away = named
    if !levels.isEmpty || rules.contains(where: named.contains) {
      away.formUnion(rules)
    } else if front != .pipe {
      setup.settings.set(.hearingDistance(Settings.usualHearing))
    }
    if !levels.isEmpty { away.insert(.family) }
    setup.begin(with: keptSettings, except: Array(away))
    if !front.showsEmoji { setup.settings.style = .letters }
    setup.showsEmoji = front == .pipe || front == .lines || front.showsEmoji
    setup.isPage = front == .page
    setup.textScreen = front.textScreen
    (setup.mode, setup.day, setup.today) = (mode ?? .rounds, day, today)
    (setup.campaign, setup.quiz, setup.players) = (campaign, quiz, players)
    setup.machines += programs
    (setup.progress, setup.keptLevels, setup.keptDays) = (progress, keptLevels, days)
    (setup.isKept, setup.continuesRounds) = (keepsSession, isPlain)
    setup.showsFirstSteps = showsFirstSteps
    return setup
  }

  /// Whether the first steps come first. A player who names a level or a day wants just that, and a script expects
  /// nothing before its worlds.
  private var showsFirstSteps: Bool {
    guard keepsProgress, !progress.hasFinishedFirstSteps else { return false }
    return front == .page || levels.isEmpty && (mode == nil || mode == .worlds && front != .pipe)
  }
}

extension Start.FrontEnd {
  /// Whether emoji are shown, unless the player has chosen letters.
  fileprivate var showsEmoji: Bool {
    switch self {
    case .page: true
    case .screen(_, let showsEmoji): showsEmoji
    case .lines, .pipe: false
    }
  }

  fileprivate var textScreen: Session.Setup.TextScreen {
    switch self {
    case .page: .closed
    case .screen(let isText, _): isText ? .open : .closed
    case .lines: .only
    case .pipe: .piped
    }
  }
}
