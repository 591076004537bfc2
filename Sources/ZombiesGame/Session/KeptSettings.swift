import ZombiesCore

// The text form of what a player has chosen, and of the original game's counters:
//
//     zombies-settings 3
//     set family 6x6z1b5+lit
//     set memory forget
//     set hearing 3
//     original 2 won 5 lost
//     end 0123456789abcdef
//
// A setting that the player has never changed has no line, so that the default of the front end
// applies. The last line has a hash of everything above it.

/// The settings that a player has changed, and the wins and losses of the original game, for the next
/// session.
public struct KeptSettings: Hashable, Sendable {
  /// The changed settings.
  fileprivate var settings: [Setting.Kind: Setting] = [:]

  /// The wins and losses of the original game.
  var (wins, losses) = (0, 0)

  /// Creates empty data.
  public init() {}
}

extension KeptSettings: Kept, KeptInLines {
  static let form = KeptText(name: "zombies-settings", what: "a file of settings", version: 3)

  mutating func pass(_ lines: inout KeptLines) {
    for kind in Setting.Kind.allCases
    where lines.line("set \(kind.name)", if: settings[kind] != nil) {
      var value = settings[kind]?.value ?? ""
      lines.pass(&value, isRest: true)
      settings[kind] = Setting(kind, value)
    }
    if lines.line("original", if: wins > 0 || losses > 0) {
      lines.pass(&wins)
      lines.word("won")
      lines.pass(&losses)
      lines.word("lost")
    }
  }

  /// Adds the session's changes of settings, and its wins and losses in the original game.
  ///
  /// Of two programs that play at once, the higher numbers stay, so that nothing is counted twice.
  public func joined(with session: Session) -> KeptSettings {
    var joined = self
    for (kind, setting) in session.changedSettings { joined.settings[kind] = setting }
    let game = session.originalRounds.game
    (joined.wins, joined.losses) = (max(wins, game.wins), max(losses, game.losses))
    return joined
  }

  /// Adds the stored wins and losses to a session. Its settings stay as they are.
  public func teach(_ session: inout Session) {
    let joined = joined(with: session)
    session.originalRounds.game.count(wins: joined.wins, losses: joined.losses)
  }
}

extension Session.Setup {
  /// Begins with what earlier sessions have kept.
  ///
  /// - Parameters:
  ///   - kept: The stored data.
  ///   - named: The settings that the player has named, or that do not apply here.
  public mutating func begin(with kept: KeptSettings, except named: [Setting.Kind] = []) {
    keptSettings = kept
    for (kind, setting) in kept.settings where !named.contains(kind) { settings.set(setting) }
  }
}
