import ZombiesCore

// The text form of what a player has chosen, and of the original game's counters:
//
//     zombies-settings 1
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
  /// The settings that are kept. The others are options of each game.
  static let kinds: [Setting.Kind] = [.remembers, .tells, .letterKeys, .hearingDistance]

  /// The changed settings, in the order of ``kinds``.
  private(set) var settings: [Setting] = []

  /// The wins and losses of the original game.
  var (wins, losses) = (0, 0)

  /// Creates empty data.
  public init() {}

  /// Keeps a setting, if it is one of ``kinds``.
  mutating func keep(_ setting: Setting) {
    guard Self.kinds.contains(setting.kind) else { return }
    let others = settings.filter { $0.kind != setting.kind } + [setting]
    settings = Self.kinds.flatMap { kind in others.filter { $0.kind == kind } }
  }
}

extension KeptSettings: Kept {
  private static let name = "zombies-settings"
  private static let version = 1

  /// The data in the text form.
  public var text: String {
    var text = "\(Self.name) \(Self.version)\n"
    for setting in settings { text += "set \(setting.kind.name) \(setting.value)\n" }
    if wins > 0 || losses > 0 { text += "original \(wins) won \(losses) lost\n" }
    return text + "end \(checksum(text.utf8))\n"
  }

  /// Reads the data. An empty text is empty data.
  ///
  /// - Throws: ``ProgressError`` if the text was not written by ``text``, or by a newer version.
  public init(text: String) throws(ProgressError) {
    self.init()
    if text.isEmpty { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").map { String($0) } }
    let expected = "expected '\(Self.name) \(Self.version)'"
    guard lines[0].count == 2, lines[0][0] == Self.name,
      let number = UInt64(canonicalDigits: lines[0][1].utf8), number > 0
    else { throw ProgressError(line: 1, problem: "not a file of settings, \(expected)") }
    guard number <= UInt64(Self.version) else {
      throw ProgressError(
        line: 1,
        problem: "written by a newer version of this program (format \(number)), \(expected)",
        isNewer: true)
    }
    for line in lines {
      if line.count == 3, line[0] == "set",
        let kind = Self.kinds.first(where: { $0.name == line[1] }),
        let setting = Setting(kind, line[2])
      {
        keep(setting)
      } else if line.count == 5, line[0] == "original", let wins = Int(line[1]),
        let losses = Int(line[3])
      {
        (self.wins, self.losses) = (max(0, wins), max(0, losses))
      }
    }
    // This also checks the hash, and that nothing else is in the text.
    guard self.text == text else {
      throw ProgressError(
        line: 1, problem: "damaged or incomplete: not in the format that this program writes")
    }
  }

  /// Adds the session's changes of settings, and its wins and losses in the original game.
  ///
  /// Of two programs that play at once, the higher numbers stay, so that nothing is counted twice.
  public func joined(with session: Session) -> KeptSettings {
    var joined = self
    for setting in session.changedSettings { joined.keep(setting) }
    let game = session.game(isOriginal: true)
    (joined.wins, joined.losses) = (max(wins, game.wins), max(losses, game.losses))
    return joined
  }

  /// Adds the stored wins and losses to a session. Its settings stay as they are.
  public func teach(_ session: inout Session) {
    session.count(original: joined(with: session))
  }
}

extension Session.Setup {
  /// Begins with what earlier sessions have kept.
  ///
  /// - Parameters:
  ///   - kept: The stored data.
  ///   - hears: Whether the hearing distance applies, because no rules were named.
  public mutating func begin(with kept: KeptSettings, hears: Bool) {
    keptSettings = kept
    for setting in kept.settings where hears || setting.kind != .hearingDistance {
      settings.set(setting)
    }
  }
}
