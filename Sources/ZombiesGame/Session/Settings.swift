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
public enum Setting: Hashable, Sendable {
  /// The family that levels are drawn from.
  case family(Family)
  /// Fair levels, or any.
  case levels(LevelSelection)
  /// Remember or forget.
  case remembers(Bool)
  /// The tell.
  case tells(Bool)
  /// Emoji or letters.
  case style(PictureStyle)
  /// Whether letters are keys.
  case letterKeys(Bool)
  /// Pictures on a page.
  case pictures(Bool)
  /// Sounds on a page.
  case sound(Bool)
  /// Vibration on a page.
  case vibration(Bool)
  /// The player's name in the record of a page.
  case player(String)
  /// The distance at which zombies catch.
  case catchingDistance(Int)
  /// The step that a zombie tries first.
  case chase(Rules.ChaseAxis)
  /// The steps of a zombie per chase.
  case zombieSpeed(Int)
  /// The distance within which the player hears zombies in the dark.
  case hearingDistance(Int)

  /// The settings without their values, in the order on the page.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The family that levels are drawn from.
    case family
    /// Fair levels, or any.
    case levels
    /// Remember or forget.
    case remembers
    /// The tell.
    case tells
    /// Emoji or letters.
    case style
    /// Whether letters are keys.
    case letterKeys
    /// Pictures on a page.
    case pictures
    /// Sounds on a page.
    case sound
    /// Vibration on a page.
    case vibration
    /// The player's name in the record of a page.
    case player
    /// The distance at which zombies catch.
    case catchingDistance
    /// The step that a zombie tries first.
    case chase
    /// The steps of a zombie per chase.
    case zombieSpeed
    /// The distance within which the player hears zombies in the dark.
    case hearingDistance

    /// The setting for a variant of the rules.
    public init(_ variant: Rules.Variant) {
      switch variant {
      case .catchingDistance: self = .catchingDistance
      case .chase: self = .chase
      case .zombieSpeed: self = .zombieSpeed
      case .hearingDistance: self = .hearingDistance
      }
    }

    /// The name, on the settings page and in commands.
    public var name: String {
      switch self {
      case .family: "family"
      case .levels: "levels"
      case .remembers: "memory"
      case .tells: "tell"
      case .style: "symbols"
      case .letterKeys: "keys"
      case .pictures: "pictures"
      case .sound: "sound"
      case .vibration: "vibration"
      case .player: "name"
      case .catchingDistance: "distance"
      case .chase: "chase"
      case .zombieSpeed: "speed"
      case .hearingDistance: "hearing"
      }
    }

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
    var waitsForNextRound: Bool {
      switch self {
      case .family, .levels, .catchingDistance, .chase, .zombieSpeed, .hearingDistance: true
      case .remembers, .tells, .style, .letterKeys, .pictures, .sound, .vibration, .player: false
      }
    }

    /// The possible values, for messages.
    public var values: String {
      switch self {
      case .family:
        Family.presets.map { $0.name }.joined(separator: ", ") + ", or a family such as 6x6z1b5+lit"
      case .levels: "fair or any"
      case .remembers: "remember or forget"
      case .tells: "on or off"
      case .style: "emoji or letters"
      case .letterKeys: "all or arrows"
      case .pictures, .sound, .vibration: "on or off"
      case .player:
        "1 to \(Scoreboard.longestName) characters in one line, and not the name of a policy"
      case .catchingDistance: "0 or 1"
      case .chase: Rules.ChaseAxis.allCases.map { $0.rawValue }.joined(separator: ", ")
      case .zombieSpeed:
        "\(Rules.zombieSpeeds.lowerBound) to \(Rules.zombieSpeeds.upperBound)"
      case .hearingDistance:
        "\(Rules.hearingDistances.lowerBound) to \(Rules.hearingDistances.upperBound)"
      }
    }
  }

  /// The kind of the setting.
  public var kind: Kind {
    switch self {
    case .family: .family
    case .levels: .levels
    case .remembers: .remembers
    case .tells: .tells
    case .style: .style
    case .letterKeys: .letterKeys
    case .pictures: .pictures
    case .sound: .sound
    case .vibration: .vibration
    case .player: .player
    case .catchingDistance: .catchingDistance
    case .chase: .chase
    case .zombieSpeed: .zombieSpeed
    case .hearingDistance: .hearingDistance
    }
  }

  /// The value, as players see and type it.
  public var value: String {
    switch self {
    case .family(let family): family.description
    case .levels(let selection): selection == .solvable ? "fair" : "any"
    case .remembers(let on): on ? "remember" : "forget"
    case .tells(let on): on ? "on" : "off"
    case .style(let style): style == .emoji ? "emoji" : "letters"
    case .letterKeys(let on): on ? "all" : "arrows"
    case .pictures(let on), .sound(let on), .vibration(let on): on ? "on" : "off"
    case .player(let name): name
    case .catchingDistance(let distance): String(distance)
    case .chase(let chase): chase.rawValue
    case .zombieSpeed(let speed): String(speed)
    case .hearingDistance(let distance): String(distance)
    }
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
    case .chase:
      guard let chase = Rules.ChaseAxis(rawValue: value) else { return nil }
      self = .chase(chase)
    case .zombieSpeed:
      guard let speed = Int(value), Rules.zombieSpeeds.contains(speed) else { return nil }
      self = .zombieSpeed(speed)
    case .hearingDistance:
      guard let distance = Int(value), Rules.hearingDistances.contains(distance) else {
        return nil
      }
      self = .hearingDistance(distance)
    case .levels, .remembers, .tells, .style, .letterKeys, .pictures, .sound, .vibration,
      .catchingDistance:
      let all: [Setting] = [
        .levels(.solvable), .levels(.any), .remembers(true), .remembers(false), .tells(true),
        .tells(false), .style(.emoji), .style(.letters), .letterKeys(true), .letterKeys(false),
        .pictures(true), .pictures(false), .sound(true), .sound(false), .vibration(true),
        .vibration(false),
        .catchingDistance(0), .catchingDistance(1),
      ]
      guard let setting = all.first(where: { $0.kind == kind && $0.value == value }) else {
        return nil
      }
      self = setting
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
    case .catchingDistance: .catchingDistance(rules.catchingDistance)
    case .chase: .chase(rules.chase)
    case .zombieSpeed: .zombieSpeed(rules.zombieSpeed)
    case .hearingDistance: .hearingDistance(rules.hearingDistance)
    }
  }

  /// Changes a setting. A value out of range changes nothing.
  public mutating func set(_ setting: Setting) {
    if let changed = changing(setting) { self = changed }
  }

  /// The settings with one of them changed; nil if its value is out of range.
  func changing(_ setting: Setting) -> Settings? {
    var changed = self
    var (distance, chase) = (rules.catchingDistance, rules.chase)
    var (speed, hearing) = (rules.zombieSpeed, rules.hearingDistance)
    switch setting {
    case .family(let family): changed.supply = .family(family)
    case .levels(let selection): changed.selection = selection
    case .remembers(let on): changed.remembers = on
    case .tells(let on): changed.tells = on
    case .style(let style): changed.style = style
    case .letterKeys(let on): changed.hasLetterKeys = on
    case .pictures(let on): changed.drawsPictures = on
    case .sound(let on): changed.hasSound = on
    case .vibration(let on): changed.hasVibration = on
    case .player(let name): changed.playerName = name
    case .catchingDistance(let value): distance = value
    case .chase(let value): chase = value
    case .zombieSpeed(let value): speed = value
    case .hearingDistance(let value): hearing = value
    }
    guard
      let rules = try? Rules(
        catchingDistance: distance, chase: chase, zombieSpeed: speed, hearingDistance: hearing)
    else { return nil }
    changed.rules = rules
    return changed
  }

  /// The next or previous value of a setting, which wraps around.
  package func changed(_ kind: Setting.Kind, forward: Bool) -> Setting {
    func next<Value: Equatable>(_ value: Value?, in values: [Value]) -> Value {
      guard let value, let place = values.firstIndex(of: value) else { return values[0] }
      return values[(place + (forward ? 1 : values.count - 1)) % values.count]
    }
    switch kind {
    case .family:
      var family: Family?
      if case .family(let drawn) = supply { family = drawn }
      return .family(next(family, in: Self.offeredFamilies))
    case .levels: return .levels(next(selection, in: LevelSelection.allCases))
    case .remembers: return .remembers(!remembers)
    case .tells: return .tells(!tells)
    case .style: return .style(next(style, in: PictureStyle.allCases))
    case .letterKeys: return .letterKeys(!hasLetterKeys)
    case .pictures: return .pictures(!drawsPictures)
    case .sound: return .sound(!hasSound)
    case .vibration: return .vibration(!hasVibration)
    case .player: return .player(playerName)
    case .catchingDistance:
      return .catchingDistance(next(rules.catchingDistance, in: Array(Rules.catchingDistances)))
    case .chase: return .chase(next(rules.chase, in: Rules.ChaseAxis.allCases))
    case .zombieSpeed:
      return .zombieSpeed(next(rules.zombieSpeed, in: Array(Rules.zombieSpeeds)))
    case .hearingDistance:
      return .hearingDistance(next(rules.hearingDistance, in: Array(Rules.hearingDistances)))
    }
  }
}
