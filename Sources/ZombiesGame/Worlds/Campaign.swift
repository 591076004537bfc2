import ZombiesCore
import ZombiesGenerator

/// A list of worlds, each with levels in order (<doc:WorldsAndProgress>, 2.1).
///
///     let campaign = try Campaign(text: """
///       ; world: First Night
///       ; level: Two Sleepers
///       S4/Z4/5/3Z1/4P
///       """)
///
/// A campaign has at least one world, each world has at least one level, and no two worlds have the
/// same name.
public struct Campaign: Hashable, Sendable {
  /// A named list of levels with the rule that unlocks it.
  public struct World: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The rule that unlocks it; ignored in the first world, which is open from the beginning.
    public let lock: WorldLock
    /// The levels, in order.
    public let levels: [WorldLevel]

    /// Creates a world.
    public init(name: String, lock: WorldLock = .all, levels: [WorldLevel]) {
      self.name = name
      self.lock = lock
      self.levels = levels
    }
  }

  /// A level of a world.
  public struct WorldLevel: Hashable, Sendable {
    /// The level.
    public let level: Level
    /// Its code.
    public let code: String
    /// Its name; nil for none.
    public let name: String?
    /// Its rules, from a `; rules:` line; nil if it follows the player's settings.
    public let rules: NamedRules?

    /// The text that identifies it in the progress: its code, followed by its rules if they change how a
    /// round goes. Hearing never does (<doc:WorldsAndProgress>, 2.8).
    public let key: String

    /// Creates a level of a world.
    public init(_ level: Level, name: String? = nil, rules: NamedRules? = nil) {
      self.level = level
      self.name = name
      self.rules = rules
      code = level.code
      key = level.key(under: rules?.rules ?? .standard)
    }

    /// The text that identifies it in the progress of a player.
    ///
    /// - Parameter others: The rules of levels that have none of their own.
    func key(else others: Rules) -> String {
      rules == nil && others != .standard ? level.key(under: others) : key
    }

    /// The rules in force.
    ///
    /// - Parameter others: The rules of levels that have none of their own.
    public func rules(else others: Rules) -> Rules { rules?.rules ?? others }
  }

  /// The position of a level in a campaign.
  public struct Place: Hashable, Sendable, Comparable {
    /// The index of the world.
    public var world: Int
    /// The index of the level in its world.
    public var level: Int

    /// Creates a position.
    public init(world: Int, level: Int) {
      self.world = world
      self.level = level
    }

    /// Whether the left position comes first.
    public static func < (one: Place, other: Place) -> Bool {
      (one.world, one.level) < (other.world, other.level)
    }
  }

  /// The maximum number of levels in a campaign.
  public static let mostLevels = 100_000

  /// The worlds, in order.
  public let worlds: [World]

  /// Creates a campaign.
  ///
  /// - Throws: ``CampaignError`` if there is no world, if a world has no level, if two worlds have the
  ///   same name, if a name is invalid, if a level without rules follows one with rules in the same
  ///   world, or if there are too many levels.
  public init(_ worlds: [World]) throws(CampaignError) {
    guard !worlds.isEmpty else { throw .noWorld }
    var names: Set<String> = []
    var count = 0
    for world in worlds {
      guard !world.levels.isEmpty else { throw .emptyWorld(world.name) }
      guard names.insert(world.name).inserted else { throw .sameName(world.name) }
      count += world.levels.count
      let firstRuled = world.levels.firstIndex { $0.rules != nil } ?? world.levels.endIndex
      guard world.levels[firstRuled...].allSatisfy({ $0.rules != nil }) else {
        throw .rulesEnd(world.name)
      }
      for name in [world.name] + world.levels.compactMap({ $0.name }) {
        guard Self.isName(name) else { throw .badName }
      }
    }
    guard count <= Self.mostLevels else { throw .tooManyLevels }
    self.worlds = worlds
  }

  /// Whether a text can be the name of a world or a level and be read back from a file.
  static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    return !bytes.isEmpty && bytes.count <= LevelNote.longestName && bytes.first != 0x20
      && bytes.last != 0x20 && text.steeringCharacter == nil
  }

  /// The level at a position.
  public subscript(place: Place) -> WorldLevel { worlds[place.world].levels[place.level] }

  /// The positions of all levels, in order.
  public var places: [Place] {
    worlds.indices.flatMap { world in
      worlds[world].levels.indices.map { Place(world: world, level: $0) }
    }
  }

  /// The name of a level, or its number in the world if it has no name.
  public func name(of place: Place) -> String { self[place].name ?? "Level \(place.level + 1)" }
}

extension Level {
  /// The text that identifies the level in a player's progress: its code, followed by the rules that change how a
  /// round goes.
  func key(under rules: Rules) -> String { code + rules.withoutHearing.inLink(isLit: isLit) }
}

/// The reason why worlds cannot form a campaign.
public enum CampaignError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no world.
  case noWorld
  /// A world has no level.
  case emptyWorld(String)
  /// Two worlds have the same name.
  case sameName(String)
  /// A name is empty or too long, has a blank at an end, or would control a terminal.
  case badName
  /// In a world, a level without rules follows one with rules. No file can say that.
  case rulesEnd(String)
  /// There are more levels than ``Campaign/mostLevels``.
  case tooManyLevels

  /// The reason, as an error message.
  public var description: String {
    switch self {
    case .noWorld: "the campaign has no world"
    case .emptyWorld(let name): "world '\(name)' has no level"
    case .sameName(let name): "two worlds are called '\(name)'"
    case .badName:
      "a name is empty or too long, starts or ends with a space, or contains a control character"
    case .rulesEnd(let name):
      "world '\(name)' has a level without rules below one with rules"
    case .tooManyLevels: "more than \(Campaign.mostLevels) levels"
    }
  }
}

// MARK: Text

extension Campaign {
  /// Reads a campaign: levels in any text form, with `; world: NAME` above the levels of a world,
  /// `; level: NAME` above a level, `; unlock: all`, `; unlock: stars N` or `; unlock: coins N` in a
  /// world, and `; rules: …` above levels with rules of their own (<doc:/ZombiesCore/TextForms>).
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with line and column.
  public init(_ reader: inout LevelReader) throws(LevelError) {
    var lines: [[Int]] = []
    try self.init(&reader, lines: &lines)
  }

  /// Reads a campaign, and returns the line of each level, grouped by world.
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with line and column.
  public init(_ reader: inout LevelReader, lines: inout [[Int]]) throws(LevelError) {
    var entries: [[LevelReader.Entry]] = []
    defer { lines = entries.map { $0.map { $0.line } } }
    try self.init(&reader, entries: &entries)
  }

  /// Reads a campaign, and returns what was read of each level, grouped by world.
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with line and column.
  package init(
    _ reader: inout LevelReader, entries: inout [[LevelReader.Entry]]
  ) throws(LevelError) {
    entries = []
    var levels: [[WorldLevel]] = []
    var count = 0
    while let entry = try reader.next() {
      let line = TextPosition(line: entry.line, column: 1)
      guard let world = entry.world else {
        throw LevelError(
          "a level outside of any world, expected '; world: NAME' above it", at: line)
      }
      count += 1
      guard count <= Self.mostLevels else {
        throw LevelError("more than \(Self.mostLevels) levels in a campaign", at: line)
      }
      while levels.count <= world {
        levels.append([])
        entries.append([])
      }
      levels[world].append(
        WorldLevel(entry.level, name: entry.name ?? entry.reference, rules: entry.rules))
      entries[world].append(entry)
    }
    var places: [String: Int] = [:]
    for (number, world) in reader.worlds.enumerated() {
      let line = TextPosition(line: world.line, column: 1)
      if let other = places[world.name] {
        throw LevelError(
          "a second world '\(world.name)' (the first is on line \(other)), expected another name",
          at: line)
      }
      places[world.name] = world.line
      guard number < levels.count, !levels[number].isEmpty else {
        throw LevelError(
          "world '\(world.name)' has no level, expected at least one below", at: line)
      }
    }
    let worlds = zip(reader.worlds, levels).map { world, levels in
      World(name: world.name, lock: world.lock ?? .all, levels: levels)
    }
    do throws(CampaignError) { try self.init(worlds) } catch {
      throw LevelError(
        "\(error), expected '; world: NAME' and levels below it",
        at: TextPosition(line: 1, column: 1))
    }
  }

  /// Reads a campaign from a text.
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with line and column.
  public init(text: String) throws(LevelError) {
    var reader = LevelReader(text)
    try self.init(&reader)
  }

  /// The campaign as text: codes with their notes. Reading the text gives the same campaign.
  public var text: String {
    var lines: [String] = []
    for (number, world) in worlds.enumerated() {
      if number > 0 { lines.append("") }
      lines.append("; world: \(world.name)")
      switch world.lock {
      case .all: break
      case .stars(let count): lines.append("; unlock: stars \(count)")
      case .coins(let price): lines.append("; unlock: coins \(price)")
      }
      var rules: NamedRules?
      for level in world.levels {
        if let own = level.rules, own != rules {
          lines.append("; rules: \(own)")
          rules = own
        }
        if let name = level.name { lines.append("; level: \(name)") }
        lines.append(level.code)
        // Without a blank line, two codes that have only letters would read as a picture.
        if level.code.isLettersAlone {
          lines.append("")
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
