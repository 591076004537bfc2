import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

extension Session {
  /// The initial state of a session.
  public struct Setup: Hashable, Sendable {
    /// The player's settings.
    public var settings: Settings
    /// The seed that levels are drawn from.
    public var seed: UInt64
    /// The day whose level a session in the mode ``Mode/daily`` begins with; nil for today.
    public var day: Day?
    /// Today's date in UTC; nil if it is not known. Without it there is no daily level.
    public var today: Day?
    /// The results of daily levels in earlier sessions.
    public var keptDays = KeptDays()
    /// Whether the session begins with the first steps.
    public var showsFirstSteps: Bool
    /// The link that the session begins at; nil for none.
    public var link: Address?
    /// Whether a session that continues nothing begins at the first level of the worlds instead of a round, because
    /// the player is new and has asked for nothing else.
    public var leadsToWorlds = false
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
    /// ``begin(with:except:)``.
    var keptSettings = KeptSettings()
    /// Whether the front end keeps what is in progress for a later session.
    public var isKept = false
    /// Whether the session continues the rounds of earlier sessions, and begins where the player was. A
    /// session that was started for something else, such as a given level, leaves them where they are.
    public var continuesRounds = true
    /// The quiz; nil for quizzes generated from the seed.
    public var quiz: Quiz?
    /// Whether the front end can show emoji.
    public var showsEmoji = true
    /// Whether the front end is a page, which draws pictures and makes sounds.
    public var isPage = false
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

    /// Creates a setup for the daily level of a day, which is today unless ``today`` says otherwise.
    public static func daily(_ day: Day, _ settings: Settings = Settings()) -> Setup {
      var setup = Setup(settings)
      (setup.mode, setup.day, setup.today) = (.daily, day, day)
      return setup
    }
  }
}
