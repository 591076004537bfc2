import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// The source of a session's levels.
public enum Supply: Hashable, Sendable {
  /// Levels drawn from a family.
  case family(Family)
  /// Given levels, played in order, again and again.
  case levels([NamedLevel])
}

/// The choices of a player.
public struct Settings: Hashable, Sendable {
  /// The source of levels, from the next round on.
  public var supply: Supply
  /// The rules, from the next round on.
  public var rules: Rules
  /// The value of every other setting.
  private var values: [Setting.Kind: String] = [
    .letterKeys: "all", .pictures: "on", .sound: "off", .vibration: "off", .player: usualName,
  ]

  /// Creates settings.
  public init(
    _ supply: Supply = .family(.classic), rules: Rules = .standard,
    selection: LevelSelection = .solvable, remembers: Bool = true, tells: Bool = true,
    style: PictureStyle = .letters
  ) {
    (self.supply, self.rules) = (supply, rules)
    set([.levels(selection), .remembers(remembers), .tells(tells), .style(style)])
  }

  /// Whether levels are drawn only from the solvable placements of the family, or from all placements
  /// and may be unfair. From the next round on.
  public var selection: LevelSelection { self[.levels] ? .solvable : .any }
  /// Whether the screen shows squares seen earlier in the round.
  public var remembers: Bool { self[.remembers] }
  /// Whether the game warns when the round can no longer be won (the tell).
  public var tells: Bool { self[.tells] }
  /// Emoji or letters.
  public var style: PictureStyle { self[.style] ? .emoji : .letters }
  /// Whether letters, digits and signs are keys. Arrows, Return, Space, Escape and typed commands always
  /// are.
  public var hasLetterKeys: Bool { self[.letterKeys] }
  /// Whether a page draws things instead of showing the symbols of ``style``.
  public var drawsPictures: Bool { self[.pictures] }
  /// Whether a page makes sounds.
  public var hasSound: Bool { self[.sound] }
  /// Whether a page lets the phone vibrate.
  public var hasVibration: Bool { self[.vibration] }
  /// The player's name in the record of a page.
  public var playerName: String { values[.player] ?? Self.usualName }

  /// Whether a setting has the first of its two values.
  private subscript(kind: Setting.Kind) -> Bool { values[kind] == kind.choices.first }

  /// The name of a player who has not chosen one.
  public static let usualName = "player"

  /// The settings of the original game. Only those of the screen and of a page are the player's.
  var asOriginal: Settings {
    var original = self
    (original.supply, original.rules) = (.family(.classic), .standard)
    original.set([.levels(.any), .remembers(false), .tells(false)])
    return original
  }

  /// The families that the settings page offers, presets first. Any other family can be named.
  public static let offeredFamilies: [Family] =
    Family.presets.map { $0.family }
    + ["6x6z1b5+lit", "6x6z2b3f1", "8x8z3b8f1"].compactMap { try? Family($0) }
}

extension Rules {
  /// These rules with another hearing distance. A distance out of range changes nothing.
  func hearing(within distance: Int) -> Rules {
    changing(.hearingDistance, to: String(distance)) ?? self
  }
}

/// A setting with a value that it can have.
public struct Setting: Hashable, Sendable {
  /// The kind of the setting.
  public let kind: Kind
  /// The value, as players see and type it.
  public let value: String

  fileprivate init(_ kind: Kind, of value: String) { (self.kind, self.value) = (kind, value) }

  /// A setting with the first or the second of two values.
  private init(_ kind: Kind, isFirst: Bool) { self.init(kind, of: kind.choices[isFirst ? 0 : 1]) }

  /// Creates a setting from a kind and a typed value; nil if the value is not valid.
  public init?(_ kind: Kind, _ value: String) {
    if kind == .family {
      guard let family = try? Family(value) else { return nil }
      self = .family(family)
    } else {
      // Names distinguish people from policies.
      let isName = kind == .player && Scoreboard.isName(value) && !Policy.takes(value)
      guard isName || kind.choices.contains(value) else { return nil }
      self.init(kind, of: value)
    }
  }

  /// The family that levels are drawn from.
  public static func family(_ family: Family) -> Self { Self(.family, of: family.description) }
  /// Fair levels, or any.
  public static func levels(_ levels: LevelSelection) -> Self {
    Self(.levels, isFirst: levels == .solvable)
  }
  /// Remember or forget.
  public static func remembers(_ on: Bool) -> Self { Self(.remembers, isFirst: on) }
  /// The tell.
  public static func tells(_ on: Bool) -> Self { Self(.tells, isFirst: on) }
  /// Emoji or letters.
  public static func style(_ style: PictureStyle) -> Self { Self(.style, isFirst: style == .emoji) }
  /// The distance within which the player hears zombies in the dark. One that is out of range changes nothing.
  public static func hearingDistance(_ steps: Int) -> Self {
    Self(Kind(.hearingDistance), of: "\(steps)")
  }
}

extension Setting {
  /// A setting without its value.
  public struct Kind: Hashable, Sendable {
    /// What a setting is about.
    enum Scope {
      /// How levels are drawn, and the rules, from the next round on.
      case nextRound
      /// What the game says in a round.
      case round
      /// The player's screen and keys.
      case screen
      /// What only a page has.
      case page
    }

    /// The name, on the settings page and in commands.
    public let name: String
    /// What it is about.
    let scope: Scope
    /// The values that the settings page offers, in its order. A family and a name can have others.
    fileprivate let choices: [String]
    /// A short description.
    public let summary: String
    /// The possible values, for messages.
    public let values: String
    /// The variant of the rules; nil for any other setting.
    fileprivate var variant: Rules.Variant?

    private init(
      _ name: String, _ scope: Scope, _ choices: [String], _ summary: String, values: String? = nil
    ) {
      (self.name, self.scope, self.choices, self.summary) = (name, scope, choices, summary)
      self.values = values ?? choices.joined(separator: " or ")
    }

    /// The family that levels are drawn from.
    public static let family = Kind(
      "family", .nextRound, Settings.offeredFamilies.map { $0.description },
      "the kind of levels, from the next round on",
      values: Family.presets.map { $0.name }.joined(separator: ", ")
        + ", or a family such as 6x6z1b5+lit")
    /// Fair levels, or any.
    public static let levels = Kind(
      "levels", .nextRound, ["fair", "any"],
      "fair: only levels that can be won; any: some may be unfair")
    /// Remember or forget.
    public static let remembers = Kind(
      "memory", .round, ["remember", "forget"], "whether squares that you have seen stay visible")
    /// The tell.
    public static let tells = Kind(
      "tell", .round, ["on", "off"], "a warning as soon as the round can no longer be won")
    /// Emoji or letters.
    public static let style = Kind("symbols", .screen, ["emoji", "letters"], "emoji or letters")
    /// Whether letters are keys.
    public static let letterKeys = Kind(
      "keys", .screen, ["all", "arrows"],
      "all: letters are keys too; arrows: only arrows, Return, Space, Backspace and Esc")
    /// Pictures on a page.
    public static let pictures = Kind(
      "pictures", .page, ["on", "off"], "whether things are drawn, or shown as symbols")
    /// Sounds on a page.
    public static let sound = Kind("sound", .page, ["on", "off"], "whether you hear what happens")
    /// Vibration on a page.
    public static let vibration = Kind(
      "vibration", .page, ["on", "off"],
      "whether the phone vibrates at the end of a round, and when a flashlight shines")
    /// The player's name in the record of a page.
    public static let player = Kind(
      "name", .page, [], "your name in the file of played rounds, which the command plays exports",
      values: "1 to \(Scoreboard.longestName) characters in one line, and not the name of a policy")

    /// The setting for a variant of the rules.
    public init(_ variant: Rules.Variant) {
      func numbers(_ range: ClosedRange<Int>) -> [String] { range.map { String($0) } }
      let (name, choices, summary) =
        switch variant {
        case .catchingDistance:
          ("distance", numbers(Rules.catchingDistances), "the distance at which a zombie catches")
        case .chase:
          (
            "chase", Rules.ChaseAxis.allCases.map { $0.rawValue },
            "the step that a zombie tries first"
          )
        case .zombieSpeed:
          ("speed", numbers(Rules.zombieSpeeds), "the steps of a zombie per chase")
        case .hearingDistance:
          ("hearing", numbers(Rules.hearingDistances), "how far you hear zombies in the dark")
        }
      let note = variant == .hearingDistance ? "; 0: the original" : ""
      self.init(
        name, .nextRound, choices, "\(summary), from the next round on\(note)",
        values: choices.count > 2 ? variant.values : nil)
      self.variant = variant
    }

    /// All settings, in the order on the settings page.
    public static let allCases =
      [
        family, levels, remembers, tells, style, letterKeys, pictures, sound, vibration, player,
      ] + Rules.Variant.allCases.map { Kind($0) }

    /// Whether only a page has the setting.
    var isOfPage: Bool { scope == .page }

    // The name says which it is.
    public static func == (one: Kind, other: Kind) -> Bool { one.name == other.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

extension Settings {
  /// The current value of a setting; nil for the family if the levels are given.
  public func setting(_ kind: Setting.Kind) -> Setting? {
    if kind == .family, case .family(let family) = supply { return .family(family) }
    let value = kind.variant.map { rules.value(of: $0) } ?? values[kind]
    return value.map { Setting(kind, of: $0) }
  }

  /// Changes a setting.
  public mutating func set(_ setting: Setting) {
    if let variant = setting.kind.variant {
      rules = rules.changing(variant, to: setting.value) ?? rules
    } else if setting.kind == .family {
      if let family = try? Family(setting.value) { supply = .family(family) }
    } else {
      values[setting.kind] = setting.value
    }
  }

  private mutating func set(_ settings: [Setting]) { for setting in settings { set(setting) } }

  /// The next or previous value of a setting, which wraps around.
  package func changed(_ kind: Setting.Kind, forward: Bool) -> Setting {
    let (choices, value) = (kind.choices, setting(kind)?.value)
    guard let value, let place = choices.firstIndex(of: value) else {
      // A name is only typed, and any other value is not one of those on offer.
      return Setting(kind, of: choices.first ?? playerName)
    }
    return Setting(kind, of: choices[(place + (forward ? 1 : choices.count - 1)) % choices.count])
  }
}
