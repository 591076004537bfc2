import ZombiesCore
import ZombiesGame
import ZombiesGenerator

// The start of a game on a page: the options that the page was made with, the data stored in the browser,
// and the address.

extension PageSession {
  /// Handles an event before the game begins.
  mutating func prepare(_ word: String, _ rest: String) -> Bool {
    switch word {
    case "seed": if let seed = UInt64(rest) { start.seed = seed }
    case "today": start.today = Day(rest)
    case "set":
      let (name, value) = rest.parted
      guard let kind = Setting.Kind.allCases.first(where: { $0.name == name }),
        let setting = Setting(kind, value)
      else { return false }
      start.settings.set(setting)
      start.named.insert(kind)
    case "level":
      let (code, name) = rest.parted
      // Behind the code may stand rules, as in a link.
      guard case .level(let level, let rules) = try? Address(code) else { return false }
      start.levels.append(
        NamedLevel(level.level, name: name.isEmpty ? level.name : name, rules: rules))
    case "worlds":
      guard let campaign = try? Campaign(text: rest) else { return false }
      (start.campaign, start.mode) = (campaign, .worlds)
    case "storage": return keeper.learn(rest)
    case "link": start.link = rest
    case "begin": begin()
    default:
      guard let part = keeper[word] else { return false }
      part.read(rest)
    }
    return true
  }

  private mutating func begin() {
    whispers += keeper.problems
    start.progress = keeper.progress.known
    start.keptLevels = keeper.levels.known
    start.keptSettings = keeper.settings.known
    start.keptDays = keeper.days.known
    start.kept = keeper.session.known
    do throws(GenerationError) {
      session = try start.session()
    } catch {
      sentences.append("No level can be drawn: \(error).")
      session = try? Session.Setup(showsFirstSteps: true, isPage: true).session()
    }
  }
}
