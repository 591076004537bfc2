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
    public var lock = WorldLock.all
    /// The levels, in order.
    public let levels: [WorldLevel]
  }

  /// A level of a world.
  public struct WorldLevel: Hashable, Sendable {
    /// The level.
    public let level: Level
    /// Its name; nil for none.
    public let name: String?
    /// Its rules, from a `; rules:` line; nil if it follows the player's settings.
    public let rules: NamedRules?

    /// Its code.
    public var code: String { level.code }

    /// The rules in force.
    ///
    /// - Parameter others: The rules of levels that have none of their own.
    public func rules(else others: Rules) -> Rules { rules?.rules ?? others }
  }

  /// The position of a level in a campaign.
  public struct Place: Hashable, Sendable {
    /// The index of the world.
    public var world: Int
    /// The index of the level in its world.
    public var level: Int

    /// Creates a position.
    public init(world: Int, level: Int) {
      self.world = world
      self.level = level
    }
  }

  /// The maximum number of levels in a campaign.
  public static let mostLevels = 100_000

  /// The worlds, in order.
  public let worlds: [World]

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

// MARK: Text

extension Campaign {
  /// Reads a campaign: levels in any text form, with `; world: NAME` above the levels of a world,
  /// `; level: NAME` above a level, `; unlock: all`, `; unlock: stars N` or `; unlock: coins N` in a
  /// world, and `; rules: …` above levels with rules of their own (<doc:/ZombiesCore/TextForms>).
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with line and column.
  public init(text: String) throws(LevelError) {
    var (reader, entries) = (LevelReader(text), [[LevelReader.Entry]]())
    try self.init(&reader, entries: &entries)
  }

  /// Reads a campaign, and returns what was read of each level, grouped by world.
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with line and column.
  package init(
    _ reader: inout LevelReader, entries: inout [[LevelReader.Entry]]
  ) throws(LevelError) {
    func error(_ problem: String, on line: Int) -> LevelError {
      LevelError(problem, at: TextPosition(line: line, column: 1))
    }
    entries = []
    var count = 0
    while let entry = try reader.next() {
      guard let world = entry.world else {
        throw error(
          "a level outside of any world, expected '; world: NAME' above it", on: entry.line)
      }
      count += 1
      guard count <= Self.mostLevels else {
        throw error("more than \(Self.mostLevels) levels in a campaign", on: entry.line)
      }
      while entries.count <= world { entries.append([]) }
      // Only a table has such levels and names. The text of a campaign cannot say that rules end.
      guard entry.rules != nil || entries[world].last?.rules == nil else {
        throw error(
          "world '\(reader.worlds[world].name)' has a level without rules below one with rules",
          on: entry.line)
      }
      guard entry.name.map(Self.isName) ?? true else {
        throw error("a name that starts or ends with a space", on: entry.line)
      }
      entries[world].append(entry)
    }
    guard !reader.worlds.isEmpty else {
      throw error(
        "the campaign has no world, expected '; world: NAME' and levels below it", on: 1)
    }
    var lines: [String: Int] = [:]
    for (number, world) in reader.worlds.enumerated() {
      if let other = lines.updateValue(world.line, forKey: world.name) {
        throw error(
          "a second world '\(world.name)' (the first is on line \(other)), expected another name",
          on: world.line)
      }
      guard number < entries.count, !entries[number].isEmpty else {
        throw error(
          "world '\(world.name)' has no level, expected at least one below", on: world.line)
      }
    }
    worlds = zip(reader.worlds, entries).map { world, entries in
      World(
        name: world.name, lock: world.lock ?? .all,
        levels: entries.map {
          WorldLevel(level: $0.level, name: $0.name ?? $0.reference, rules: $0.rules)
        })
    }
  }

  /// The campaign as text: codes with their notes. Reading the text gives the same campaign.
  public var text: String {
    worlds.map { world in world.lines().map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }
}

extension Campaign.World {
  /// The lines of the world in a text, from which it is read again.
  ///
  /// - Parameter rules: The rules of levels before which no line says any; nil for the player's.
  func lines(under rules: NamedRules? = nil) -> [String] {
    var lines = ["; world: \(name)"]
    switch lock {
    case .all: break
    case .stars(let count): lines.append("; unlock: stars \(count)")
    case .coins(let price): lines.append("; unlock: coins \(price)")
    }
    var last = rules
    for level in levels {
      if let own = level.rules, own != last {
        lines.append("; rules: \(own)")
        last = own
      }
      if let name = level.name { lines.append("; level: \(name)") }
      lines.append(level.code)
      // Without a blank line, two codes that have only letters would read as a picture.
      let isLettersAlone = !level.code.utf8.contains {
        $0 < UInt8(ascii: "A") && $0 != UInt8(ascii: "#")
      }
      if isLettersAlone { lines.append("") }
    }
    return lines
  }
}
