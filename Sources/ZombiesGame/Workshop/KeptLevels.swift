import ZombiesCore
import ZombiesGenerator

/// A level saved in the workshop, with its name, world and rules.
public struct KeptLevel: Hashable, Sendable {
  /// The level.
  public let level: Level
  /// Its code.
  public let code: String
  /// Its name; nil for none.
  public let name: String?
  /// The name of its world.
  public let world: String
  /// The rules it was made for.
  public let rules: Rules

  /// Creates a saved level.
  public init(
    _ level: Level, name: String? = nil, world: String = Workshop.worldName,
    rules: Rules = .standard
  ) {
    self.level = level
    self.name = name
    self.world = world
    self.rules = rules
    code = level.code
  }

  /// The properties that identify a level, regardless of its name and world.
  struct Key: Hashable {
    let code: String
    let rules: Rules
  }

  var key: Key { Key(code: code, rules: rules) }
}

/// The list of saved levels of a workshop, grouped by world. Its text form is a file of levels that
/// every command reads (<doc:TheWorkshop>, 6.4).
public struct KeptLevels: Hashable, Sendable {
  /// The levels, grouped by world, in the order in which they were saved.
  public private(set) var levels: [KeptLevel] = []

  /// Creates an empty list.
  public init() {}

  /// Creates a list of levels in the order in which they were saved.
  public init(_ levels: some Sequence<KeptLevel>) {
    var keys: Set<KeptLevel.Key> = []
    for level in levels { add(level, isNew: keys.insert(level.key).inserted) }
  }

  /// Adds a level, or updates the name and world of the same level.
  ///
  /// - Parameter isNew: Whether the level is known not to be in the list.
  mutating func add(_ level: KeptLevel, isNew: Bool = false) {
    if !isNew, let place = levels.firstIndex(where: { $0.key == level.key }) {
      if levels[place].world == level.world {
        levels[place] = level
        return
      }
      levels.remove(at: place)
    }
    let last = levels.lastIndex { $0.world == level.world }
    levels.insert(level, at: last.map { $0 + 1 } ?? levels.endIndex)
  }

  /// The list after the same changes that led from one list to another: levels added there are added,
  /// and levels removed there are removed.
  ///
  /// This way, two programs that change a list at the same time both keep their additions.
  func changing(from former: KeptLevels, to changed: KeptLevels) -> KeptLevels {
    if former == changed { return self }
    var list = self
    let (formerLevels, keys) = (Set(former.levels), Set(changed.levels.map { $0.key }))
    list.levels.removeAll { !keys.contains($0.key) && formerLevels.contains($0) }
    for level in changed.levels where !formerLevels.contains(level) { list.add(level) }
    return list
  }
}

// MARK: Text

// The text form is a file of levels with comments around them:
//
//     ;; zombies-workshop 2
//     ; world: Workshop
//     ; rules: catching-distance 1, chase longest, zombie-speed 2
//     ; level: The Door
//     S4/5/Z1#2/5/4P
//     ;; end 0123456789abcdef
//
// A rules line precedes each level whose rules differ from those of the level above it, or, for the
// first level of a world, from the defaults. The last line has a hash of everything above it, as in
// the progress file.

extension KeptLevels {
  /// The maximum number of levels in a file: ten programs may each save ``Workshop/mostKept``.
  private static let mostLevels = 10 * Workshop.mostKept

  private static let form = KeptText(
    name: "zombies-workshop", what: "a file of saved levels", version: 2, comment: ";; ")

  /// The list in the text form, which reads back as the same list.
  public var text: String {
    var lines: [String] = []
    var world: String?
    var rules = Rules.standard
    for level in levels {
      if level.world != world {
        lines.append("; world: \(level.world)")
        (world, rules) = (level.world, .standard)
      }
      if level.rules != rules {
        lines.append("; rules: \(level.rules.inWords)")
        rules = level.rules
      }
      if let name = level.name { lines.append("; level: \(name)") }
      lines.append(level.code)
      // Without a blank line, two codes that have only letters would read as a picture.
      if level.code.isLettersAlone { lines.append("") }
    }
    return Self.form.text(lines)
  }

  /// Reads a list.
  ///
  /// - Throws: ``ProgressError`` if the text was not written by ``text``.
  public init(text: String) throws(ProgressError) {
    // A new file is empty at first.
    if text.isEmpty {
      self.init()
      return
    }
    _ = try Self.form.lines(of: text)
    var reader = LevelReader(text)
    var found: [KeptLevel] = []
    do throws(LevelError) {
      while let entry = try reader.next() {
        guard found.count < Self.mostLevels else {
          throw LevelError("more than \(Self.mostLevels) levels")
        }
        let world = entry.world.map { reader.worlds[$0] }
        found.append(
          KeptLevel(
            entry.level, name: entry.name, world: world?.name ?? Workshop.worldName,
            rules: entry.rules?.rules ?? .standard))
      }
    } catch {
      throw ProgressError(line: error.position?.line ?? 1, problem: error.problem)
    }
    self.init(found)
    // A correct hash shows that the text is undamaged, but not that this program wrote it.
    guard self.text == text else { throw Self.form.damaged() }
  }
}

extension String {
  /// Whether a code could be a row of a picture, because it has no digit, `/`, `+` or `@`.
  var isLettersAlone: Bool {
    !utf8.contains { $0 < UInt8(ascii: "A") && $0 != UInt8(ascii: "#") }
  }
}

extension Rules {
  /// The rules as options, as in `catching-distance 1, chase longest, zombie-speed 2`. The hearing
  /// distance is left out if it is 0.
  fileprivate var inWords: String {
    NamedRules(changesOf: self, naming: [.catchingDistance, .chase, .zombieSpeed]).description
  }
}
