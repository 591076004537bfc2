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
  /// Whether levels are drawn only from the solvable placements of the family, or from all placements
  /// and may be unfair. From the next round on.
  public var selection: LevelSelection
  /// Whether the screen shows squares seen earlier in the round.
  public var remembers: Bool
  /// Whether the game warns when the round can no longer be won (the tell).
  public var tells: Bool
  /// Emoji or letters.
  public var style: PictureStyle
  /// Whether letters, digits and signs are keys. Arrows, Return, Space, Escape and typed commands always
  /// are.
  public var hasLetterKeys = true
  /// Whether a page draws things instead of showing the symbols of ``style``.
  public var drawsPictures = true
  /// Whether a page makes sounds.
  public var hasSound = false
  /// Whether a page lets the phone vibrate.
  public var hasVibration = false
  /// The player's name in the record of a page.
  public var playerName = Settings.usualName

  /// Creates settings.
  public init(
    _ supply: Supply = .family(.classic), rules: Rules = .standard,
    selection: LevelSelection = .solvable, remembers: Bool = true, tells: Bool = true,
    style: PictureStyle = .letters
  ) {
    self.supply = supply
    self.rules = rules
    self.selection = selection
    self.remembers = remembers
    self.tells = tells
    self.style = style
  }

  /// The hearing distance of a player on a terminal or a page who names no rules.
  public static let usualHearing = Rules.usualHearing

  /// The name of a player who has not chosen one.
  public static let usualName = "player"

  /// The settings of the original game. Only the symbols and the keys are the player's.
  var asOriginal: Settings {
    var original = Settings(
      .family(.classic), selection: .any, remembers: false, tells: false, style: style)
    original.hasLetterKeys = hasLetterKeys
    original.drawsPictures = drawsPictures
    (original.hasSound, original.hasVibration) = (hasSound, hasVibration)
    original.playerName = playerName
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

/// A setting with a value.
public struct Setting: Hashable, Sendable {
  /// The kind of the setting.
  public let kind: Kind
  /// The value, as players see and type it.
  public let value: String

  private init(_ kind: Kind, of value: String) { (self.kind, self.value) = (kind, value) }

  /// A setting with the first or the second of two values.
  private init(_ kind: Kind, isFirst: Bool) {
    self.init(kind, of: kind.choices[isFirst ? 0 : 1])
  }

  /// The family that levels are drawn from.
  public static func family(_ family: Family) -> Setting {
    Setting(.family, of: family.description)
  }

  /// Fair levels, or any.
  public static func levels(_ selection: LevelSelection) -> Setting {
    Setting(.levels, isFirst: selection == .solvable)
  }

  /// Remember or forget.
  public static func remembers(_ on: Bool) -> Setting { Setting(.remembers, isFirst: on) }

  /// The tell.
  public static func tells(_ on: Bool) -> Setting { Setting(.tells, isFirst: on) }

  /// Emoji or letters.
  public static func style(_ style: PictureStyle) -> Setting {
    Setting(.style, isFirst: style == .emoji)
  }

  /// Whether letters are keys.
  public static func letterKeys(_ on: Bool) -> Setting { Setting(.letterKeys, isFirst: on) }

  /// Pictures on a page.
  public static func pictures(_ on: Bool) -> Setting { Setting(.pictures, isFirst: on) }

  /// Sounds on a page.
  public static func sound(_ on: Bool) -> Setting { Setting(.sound, isFirst: on) }

  /// Vibration on a page.
  public static func vibration(_ on: Bool) -> Setting { Setting(.vibration, isFirst: on) }

  /// The player's name in the record of a page.
  public static func player(_ name: String) -> Setting { Setting(.player, of: name) }

  /// The distance at which zombies catch.
  public static func catchingDistance(_ distance: Int) -> Setting {
    Setting(.catchingDistance, of: String(distance))
  }

  /// The step that a zombie tries first.
  public static func chase(_ chase: Rules.ChaseAxis) -> Setting {
    Setting(.chase, of: chase.rawValue)
  }

  /// The steps of a zombie per chase.
  public static func zombieSpeed(_ speed: Int) -> Setting {
    Setting(.zombieSpeed, of: String(speed))
  }

  /// The distance within which the player hears zombies in the dark.
  public static func hearingDistance(_ distance: Int) -> Setting {
    Setting(.hearingDistance, of: String(distance))
  }

  /// Creates a setting from a kind and a typed value; nil if the value is not valid.
  public init?(_ kind: Kind, _ value: String) {
    switch kind {
    case .family:
      guard let family = try? Family(value) else { return nil }
      self = .family(family)
    case .player:
      // Names distinguish people from policies.
      guard Scoreboard.isName(value), !Policy.takes(value) else { return nil }
      self = .player(value)
    default:
      guard kind.choices.contains(value) else { return nil }
      self.init(kind, of: value)
    }
  }

  /// The settings without their values, by their names on the settings page and in commands, in the order on the
  /// page.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The family that levels are drawn from.
    case family
    /// Fair levels, or any.
    case levels
    /// Remember or forget.
    case remembers = "memory"
    /// The tell.
    case tells = "tell"
    /// Emoji or letters.
    case style = "symbols"
    /// Whether letters are keys.
    case letterKeys = "keys"
    /// Pictures on a page.
    case pictures
    /// Sounds on a page.
    case sound
    /// Vibration on a page.
    case vibration
    /// The player's name in the record of a page.
    case player = "name"
    /// The distance at which zombies catch.
    case catchingDistance = "distance"
    /// The step that a zombie tries first.
    case chase
    /// The steps of a zombie per chase.
    case zombieSpeed = "speed"
    /// The distance within which the player hears zombies in the dark.
    case hearingDistance = "hearing"

    /// The setting for a variant of the rules.
    public init(_ variant: Rules.Variant) {
      switch variant {
      case .catchingDistance: self = .catchingDistance
      case .chase: self = .chase
      case .zombieSpeed: self = .zombieSpeed
      case .hearingDistance: self = .hearingDistance
      }
    }

    /// The variant of the rules; nil for any other setting.
    var variant: Rules.Variant? { Rules.Variant.allCases.first { Self($0) == self } }

    /// The name, on the settings page and in commands.
    public var name: String { rawValue }

    /// Whether only a page has the setting.
    var isOfPage: Bool {
      self == .pictures || self == .sound || self == .vibration || self == .player
    }

    /// A short description.
    public var summary: String {
      switch self {
      case .family: "the kind of levels, from the next round on"
      case .levels: "fair: only levels that can be won; any: some may be unfair"
      case .remembers: "whether squares that you have seen stay visible"
      case .tells: "a warning as soon as the round can no longer be won"
      case .style: "emoji or letters"
      case .pictures: "whether things are drawn, or shown as symbols"
      case .sound: "whether you hear what happens"
      case .vibration:
        "whether the phone vibrates at the end of a round, and when a flashlight shines"
      case .player: "your name in the file of played rounds, which the command plays exports"
      case .letterKeys:
        "all: letters are keys too; arrows: only arrows, Return, Space, Backspace and Esc"
      case .catchingDistance: "the distance at which a zombie catches, from the next round on"
      case .chase: "the step that a zombie tries first, from the next round on"
      case .zombieSpeed: "the steps of a zombie per chase, from the next round on"
      case .hearingDistance:
        "how far you hear zombies in the dark, from the next round on; 0: the original"
      }
    }

    /// Whether a change takes effect with the next round.
    var waitsForNextRound: Bool { self == .family || self == .levels || variant != nil }

    /// The values that the settings page offers, in its order. A family and a name can have others.
    fileprivate var choices: [String] {
      switch self {
      case .family: Settings.offeredFamilies.map { $0.description }
      case .levels: ["fair", "any"]
      case .remembers: ["remember", "forget"]
      case .style: ["emoji", "letters"]
      case .letterKeys: ["all", "arrows"]
      case .tells, .pictures, .sound, .vibration: ["on", "off"]
      case .player: []
      case .catchingDistance: Rules.catchingDistances.map { String($0) }
      case .chase: Rules.ChaseAxis.allCases.map { $0.rawValue }
      case .zombieSpeed: Rules.zombieSpeeds.map { String($0) }
      case .hearingDistance: Rules.hearingDistances.map { String($0) }
      }
    }

    /// The possible values, for messages.
    public var values: String {
      switch self {
      case .family:
        Family.presets.map { $0.name }.joined(separator: ", ") + ", or a family such as 6x6z1b5+lit"
      case .player:
        "1 to \(Scoreboard.longestName) characters in one line, and not the name of a policy"
      case .chase: choices.joined(separator: ", ")
      case .zombieSpeed, .hearingDistance: "\(choices[0]) to \(choices[choices.count - 1])"
      default: choices.joined(separator: " or ")
      }
    }
  }
}

extension Settings {
  /// The current value of a setting; nil for the family if the levels are given.
  public func setting(_ kind: Setting.Kind) -> Setting? {
    switch kind {
    case .family: if case .family(let family) = supply { .family(family) } else { nil }
    case .levels: .levels(selection)
    case .remembers: .remembers(remembers)
    case .tells: .tells(tells)
    case .style: .style(style)
    case .letterKeys: .letterKeys(hasLetterKeys)
    case .pictures: .pictures(drawsPictures)
    case .sound: .sound(hasSound)
    case .vibration: .vibration(hasVibration)
    case .player: .player(playerName)
    case .catchingDistance, .chase, .zombieSpeed, .hearingDistance:
      kind.variant.flatMap { Setting(kind, rules.value(of: $0)) }
    }
  }

  /// Changes a setting. A value out of range changes nothing.
  public mutating func set(_ setting: Setting) {
    if let changed = changing(setting) { self = changed }
  }

  /// The settings with one of them changed; nil if its value is out of range.
  func changing(_ setting: Setting) -> Settings? {
    var changed = self
    let isFirst = setting.value == setting.kind.choices.first
    switch setting.kind {
    case .family:
      guard let family = try? Family(setting.value) else { return nil }
      changed.supply = .family(family)
    case .levels: changed.selection = isFirst ? .solvable : .any
    case .remembers: changed.remembers = isFirst
    case .tells: changed.tells = isFirst
    case .style: changed.style = isFirst ? .emoji : .letters
    case .letterKeys: changed.hasLetterKeys = isFirst
    case .pictures: changed.drawsPictures = isFirst
    case .sound: changed.hasSound = isFirst
    case .vibration: changed.hasVibration = isFirst
    case .player: changed.playerName = setting.value
    case .catchingDistance, .chase, .zombieSpeed, .hearingDistance:
      guard let variant = setting.kind.variant,
        let rules = rules.changing(variant, to: setting.value)
      else { return nil }
      changed.rules = rules
    }
    return changed
  }

  /// The next or previous value of a setting, which wraps around.
  package func changed(_ kind: Setting.Kind, forward: Bool) -> Setting {
    let (choices, value) = (kind.choices, setting(kind)?.value)
    guard let value, let place = choices.firstIndex(of: value) else {
      // A name is only typed, and any other value is not one of those on offer.
      return choices.first.flatMap { Setting(kind, $0) } ?? .player(playerName)
    }
    let next = choices[(place + (forward ? 1 : choices.count - 1)) % choices.count]
    return Setting(kind, next) ?? .player(playerName)
  }
}
