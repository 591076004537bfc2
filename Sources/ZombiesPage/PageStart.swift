import ZombiesCore
import ZombiesGame
import ZombiesGenerator

// The start of a game on a page: the options that the page was made with, the data stored in the browser,
// and the address.

extension PageSession {
  /// The state before the game begins.
  struct Start {
    var setup: Session.Setup = {
      var setup = Session.Setup(Settings(style: .emoji))
      setup.isPage = true
      return setup
    }()
    var levels: [NamedLevel] = []
    var today: Day?
    var link = ""
    /// Whether an option names a rule.
    var namesRules = false
    /// The settings that options name.
    var named: [Setting.Kind] = []

    /// The settings whose kept values do not apply.
    var keptAway: [Setting.Kind] {
      let rules = Rules.Variant.allCases.map { Setting.Kind($0) }
      return named + (levels.isEmpty && !namesRules ? [] : rules)
    }

    /// Whether the player hears zombies although no option says so.
    var hears: Bool { levels.isEmpty && !namesRules }
  }

  /// Handles an event before the game begins.
  mutating func prepare(_ word: String, _ rest: String) -> Bool {
    switch word {
    case "seed": if let seed = UInt64(rest) { start.setup.seed = seed }
    case "today":
      start.today = Day(rest)
      start.setup.today = start.today
    case "set":
      let (name, value) = rest.parted
      guard let kind = Setting.Kind.allCases.first(where: { $0.name == name }),
        let setting = Setting(kind, value)
      else { return false }
      start.setup.settings.set(setting)
      start.named.append(kind)
      start.namesRules =
        start.namesRules || Rules.Variant.allCases.contains { Setting.Kind($0) == kind }
    case "level":
      let (code, name) = rest.parted
      // Behind the code may stand rules, as in a link.
      guard case .level(let level, let rules) = try? Address(code) else { return false }
      start.levels.append(
        NamedLevel(level.level, name: name.isEmpty ? level.name : name, rules: rules))
    case "worlds":
      guard let campaign = try? Campaign(text: rest) else { return false }
      (start.setup.campaign, start.setup.mode) = (campaign, .worlds)
    case "storage": return keeper.learn(rest)
    case "link": start.link = rest
    case "begin": begin()
    default:
      guard let part = Keeper.Part(rawValue: word) else { return false }
      read(part, rest)
    }
    return true
  }

  private mutating func begin() {
    whispers += keeper.problems
    if !start.levels.isEmpty { start.setup.settings.supply = .levels(start.levels) }
    if start.hears { start.setup.settings.set(.hearingDistance(Settings.usualHearing)) }
    start.setup.begin(with: keeper.settings.known ?? KeptSettings(), except: start.keptAway)
    start.setup.progress = keeper.progress.known ?? GameProgress()
    start.setup.keptLevels = keeper.levels.known ?? KeptLevels()
    start.setup.keptDays = keeper.days.known ?? KeptDays()
    start.setup.showsFirstSteps = !start.setup.progress.hasFinishedFirstSteps
    let isPlain = start.levels.isEmpty && start.named.isEmpty && start.setup.mode == .rounds
    (start.setup.isKept, start.setup.continuesRounds) = (true, isPlain)
    let kept = keeper.session.known ?? KeptSession()
    var setup = start.setup
    // A link does not end what is in progress.
    let isFollowed = isPlain && !setup.showsFirstSteps && kept.isUnderWay
    var address = Address.rounds
    do throws(Address.Problem) {
      address = try Address(start.link)
      // A page that covers the game, such as the help, says nothing about what to play.
      let isCovered = if case .page = address { true } else { false }
      setup.leadsToWorlds = start.levels.isEmpty && (start.link.isEmpty || isCovered)
      if !isFollowed { setup.begin(at: address, today: start.today) }
    } catch {
      sentences.append(error.description)
    }
    do throws(GenerationError) {
      var session = try Session(setup, continuing: kept)
      let leadsFurther =
        switch address {
        case .page: !setup.showsFirstSteps || kept.isInFirstSteps
        case .world: !setup.showsFirstSteps
        default: false
        }
      if isFollowed || leadsFurther, !start.link.isEmpty,
        ![session.address, session.screenAddress].contains(start.link)
      {
        session.follow(address, today: start.today)
      }
      self.session = session
    } catch {
      sentences.append("No level can be drawn: \(error).")
      session = (try? Session(start.setup)) ?? (try? Session(Session.Setup()))
    }
  }
}
