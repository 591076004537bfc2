import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

extension Session {
  /// How a session begins: what the player has asked for, what was kept of earlier sessions, and today's date.
  ///
  ///     var setup = Session.Setup()
  ///     setup.link = "classic@42#7"
  ///     let session = try setup.session()
  ///
  /// A front end fills it in, and decides nothing. The same setup gives the same session.
  public struct Setup {
    // The front end:

    /// The initial state of the text screen.
    public var textScreen: TextScreen
    /// Whether the front end can show emoji.
    public var showsEmoji = true
    /// Whether the front end is a page, which draws pictures and makes sounds.
    public var isPage: Bool
    /// Whether the front end keeps what is in progress for a later session.
    public var isKept = false

    // What the player has asked for:

    /// The player's settings.
    public var settings: Settings
    /// The settings that the player has named, so that what was kept of them does not apply.
    public var named: Set<Setting.Kind> = []
    /// The levels to play in order; empty to draw them.
    public var levels: [NamedLevel] = []
    /// The seed that levels are drawn from.
    public var seed: UInt64
    /// Whether the player has named the seed.
    public var isSeedNamed = false
    /// The trial of the first round. Later rounds count on from it.
    public var firstTrial: UInt64 = 0
    /// The mode to begin with; nil if the player has asked for none.
    public var mode: Mode?
    /// The day whose level a session in the mode ``Mode/daily`` begins with; nil for today.
    public var day: Day?
    /// The campaign with the worlds.
    public var campaign = Campaign.standard
    /// The quiz; nil for quizzes generated from the seed.
    public var quiz: Quiz?
    /// The names of the players on the board at first.
    public var players: [String] = []
    /// The names of policies. The front end plays the turns of players with these names (see
    /// ``Session/turn``).
    public var machines = Policy.builtIn.map { $0.name }
    /// The link that the session begins at, in the form of ``Address``; empty for none.
    public var link = ""

    // What else is known:

    /// Today's date in UTC; nil if it is not known. Without it there is no daily level.
    public var today: Day?
    /// The progress of earlier sessions.
    public var progress = GameProgress()
    /// The levels that earlier sessions saved in the workshop.
    public var keptLevels = KeptLevels()
    /// The settings that earlier sessions have kept.
    public var keptSettings = KeptSettings()
    /// The results of daily levels in earlier sessions.
    public var keptDays = KeptDays()
    /// What was in progress in earlier sessions.
    public var kept = KeptSession()

    // What follows, in a session that a front end begins:

    /// Whether the session begins with the first steps. A front end says whether they may come at all.
    public var showsFirstSteps: Bool
    /// Whether the session continues the rounds of earlier sessions, and begins where the player was. A
    /// session that was started for something else, such as a given level, leaves them where they are.
    public var continuesRounds = true
    /// Whether a session that continues nothing begins at the first level of the worlds instead of a round, because
    /// the player is new and has asked for nothing else.
    public var leadsToWorlds = false

    /// A state of the text screen.
    public enum TextScreen: Hashable, Sendable {
      /// The text screen is closed. The player can open it.
      case closed
      /// The text screen is open. The player can close it.
      case open
      /// The text screen is the only screen.
      case only
      /// The text screen is the only screen, and the commands come from a pipe: a computation is not
      /// announced, because nothing can stop it, and a script expects the same answers on every run.
      case piped
    }

    /// Creates a setup for rounds.
    public init(
      _ settings: Settings = Settings(), seed: UInt64 = 0, showsFirstSteps: Bool = false,
      textScreen: TextScreen = .closed, isPage: Bool = false
    ) {
      (self.settings, self.seed, self.showsFirstSteps) = (settings, seed, showsFirstSteps)
      (self.textScreen, self.isPage) = (textScreen, isPage)
    }

    /// Creates a setup for the worlds of a campaign.
    public init(_ campaign: Campaign, progress: GameProgress = GameProgress()) {
      self.init()
      (mode, self.campaign, self.progress) = (.worlds, campaign, progress)
    }

    /// Begins the session of a front end.
    ///
    /// - Throws: ``/ZombiesGenerator/GenerationError`` if no level can be drawn.
    public func session() throws(GenerationError) -> Session {
      var setup = self
      let isScript = textScreen == .piped
      let isDrawn = showsEmoji && (textScreen == .closed || textScreen == .open)
      if !showsEmoji || !named.contains(.style) {
        setup.settings.set(.style(isDrawn ? .emoji : .letters))
      }
      if !showsEmoji { setup.named.insert(.style) }
      if !levels.isEmpty {
        setup.settings.supply = .levels(levels)
        setup.named.insert(.family)
      }
      // A player who names a rule or a level has named all rules.
      let rules = Rules.Variant.allCases.map { Setting.Kind($0) }
      if !levels.isEmpty || rules.contains(where: named.contains) {
        setup.named.formUnion(rules)
      } else if !isScript {
        setup.settings.set(.hearingDistance(Rules.usualHearing))
      }
      setup.begin(with: keptSettings, except: Array(setup.named))
      // Who has asked for nothing goes on where the last session ended.
      setup.continuesRounds = mode == nil && levels.isEmpty && named.isEmpty && !isSeedNamed
      setup.leadsToWorlds = setup.continuesRounds && !isScript
      // A player who names a level or a day wants just that, and a script expects nothing before its worlds.
      let asksForRooms = levels.isEmpty && (mode == nil || mode == .worlds && !isScript)
      setup.showsFirstSteps =
        showsFirstSteps && !progress.hasFinishedFirstSteps && (isPage || asksForRooms)
      return try Session(setup)
    }
  }
}
