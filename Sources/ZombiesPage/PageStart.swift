import ZombiesCore
import ZombiesGame
import ZombiesGenerator

// The start of a game on a page: the options that the page was made with, the data stored in the browser,
// and the address.

extension PageSession {
  /// The state before the game begins.
  struct Start {
    var setup = Session.Setup(Settings(style: .emoji))
    var levels: [NamedLevel] = []
    var today: Day?
    var link = ""
    /// Whether an option names a rule.
    var namesRules = false

    /// Whether the player hears zombies although no option says so.
    var hears: Bool { levels.isEmpty && !namesRules }
  }

  /// Handles an event before the game begins.
  mutating func prepare(_ word: String, _ rest: String) -> Bool {
    switch word {
    case "seed": if let seed = UInt64(rest) { start.setup.seed = seed }
    case "today": start.today = Day(rest)
    case "set":
      let (name, value) = rest.parted
      guard let kind = Setting.Kind.allCases.first(where: { $0.name == name }),
        let setting = Setting(kind, value)
      else { return false }
      start.setup.settings.set(setting)
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
    case "progress": read(.progress, rest)
    case "levels": read(.levels, rest)
    case "settings": read(.settings, rest)
    case "storage": return keeper.learn(rest)
    case "link": start.link = rest
    case "begin": begin()
    default: return false
    }
    return true
  }

  private mutating func begin() {
    whispers += keeper.problems
    if !start.levels.isEmpty { start.setup.settings.supply = .levels(start.levels) }
    if start.hears { start.setup.settings.set(.hearingDistance(Settings.usualHearing)) }
    start.setup.begin(with: keeper.settings.known ?? KeptSettings(), hears: start.hears)
    start.setup.progress = keeper.progress.known ?? GameProgress()
    start.setup.keptLevels = keeper.levels.known ?? KeptLevels()
    start.setup.showsFirstSteps =
      start.setup.mode == .rounds && !start.setup.progress.hasFinishedFirstSteps
    var setup = start.setup
    do throws(Address.Problem) {
      setup.begin(at: try Address(start.link), today: start.today)
    } catch {
      sentences.append(error.description)
    }
    do throws(GenerationError) {
      session = try Session(setup)
    } catch {
      sentences.append("No level can be drawn: \(error).")
      session = (try? Session(start.setup)) ?? (try? Session(Session.Setup()))
    }
  }
}
