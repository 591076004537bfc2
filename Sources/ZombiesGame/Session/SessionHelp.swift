import ZombiesCore
import ZombiesGenerator

// Settings, and the pages that cover the room.

extension Session {
  /// Opens a page that covers the room.
  mutating func open(_ page: Action.Page) {
    self.page = page
    switch page {
    case .text: log.greet(examples)
    case .menu: menuRow = Self.menuRows.firstIndex(of: mode) ?? 0
    case .settings: hasChanged = false
    case .help: break
    }
  }

  mutating func moveSetting(by step: Int) {
    let kinds = settingKinds
    guard let place = kinds.firstIndex(of: settingKind) else { return }
    settingKind = kinds[min(max(place + step, 0), kinds.count - 1)]
  }

  /// Changes a setting, unless no level could be drawn afterwards.
  mutating func change(_ setting: Setting) {
    told = []
    var changed = settings
    changed.set(setting)
    hasChanged = true
    if mode == .original, [.nextRound, .round].contains(setting.kind.scope) {
      tell(["\(setting.kind.name) is unchanged: the original game has fixed settings."])
      return
    }
    if setting == .style(.emoji), !showsEmoji {
      tell(["\(setting.kind.name) is unchanged: this terminal cannot show emoji."])
      return
    }
    let waits = setting.kind.scope == .nextRound
    if waits {
      do throws(GenerationError) {
        // A level that is hard to find is looked for only when it is needed.
        _ = try Self.level(changed, seed: seed, trial: series.nextTrial, isPatient: false)
      } catch {
        tell(["\(setting.kind.name) is unchanged: \(error)."])
        return
      }
    }
    settings = changed
    changedSettings[setting.kind] = setting
    worlds.rules = settings.rules
    // Start the search again with the new settings.
    if thought == .round, waits { begin(.round) }
    if setting.kind == .tells, isInRoom, !attempt.isOver { note() }
    tell(["\(setting.kind.name): \(setting.value)\(waits ? ", from the next round on" : "")."])
  }
}
