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

  private static let name = ";; zombies-workshop"
  private static let version: UInt64 = 2
  private static let header = "\(name) \(version)"
  private static let end = ";; end "

  /// The beginning of a rules line.
  private static let rules = "; rules: "

  /// The list in the text form, which reads back as the same list.
  public var text: String {
    var text = "\(Self.header)\n"
    var world: String?
    var rules = Rules.standard
    for level in levels {
      if level.world != world {
        text += "; world: \(level.world)\n"
        (world, rules) = (level.world, .standard)
      }
      if level.rules != rules {
        text += Self.rules + level.rules.inWords + "\n"
        rules = level.rules
      }
      if let name = level.name { text += "; level: \(name)\n" }
      text += level.code + "\n"
      // Without a blank line, two codes that have only letters would read as a picture.
      if level.code.isLettersAlone { text += "\n" }
    }
    return text + Self.end + checksum(text.utf8) + "\n"
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
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    try Self.check(header: lines[0])
    let last = lines.count - 2
    guard last > 0, lines[last + 1].isEmpty, lines[last].starts(with: Self.end.utf8) else {
      throw ProgressError(
        line: max(1, lines.count - 1),
        problem: "damaged or incomplete: expected '\(Self.end)' and a hash in the last line")
    }
    let hash = checksum(text.utf8[..<lines[last].startIndex])
    guard lines[last].elementsEqual((Self.end + hash).utf8) else {
      throw ProgressError(
        line: last + 1, problem: "damaged: the hash does not match the lines above it")
    }
    var reader = LevelReader(text)
    var found: [KeptLevel] = []
    var notes = RuleNotes(lines)
    do throws(LevelError) {
      while let entry = try reader.next() {
        guard found.count < Self.mostLevels else {
          throw LevelError("more than \(Self.mostLevels) levels")
        }
        let world = entry.world.map { reader.worlds[$0] }
        found.append(
          KeptLevel(
            entry.level, name: entry.name, world: world?.name ?? Workshop.worldName,
            rules: notes.rules(above: entry.line)))
      }
    } catch {
      throw ProgressError(line: error.position?.line ?? 1, problem: error.problem)
    }
    self.init(found)
    // A correct hash shows that the text is undamaged, but not that this program wrote it.
    guard self.text == text else {
      throw ProgressError(line: 1, problem: "not in the format that this program writes")
    }
  }

  /// Checks the first line, of any version.
  private static func check(header line: Substring.UTF8View) throws(ProgressError) {
    let words = Substring(line).utf8.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, line.starts(with: (name + " ").utf8),
      let number = UInt64(canonicalDigits: words[2])
    else {
      throw ProgressError(line: 1, problem: "not a file of saved levels, expected '\(header)'")
    }
    guard number > 0 else {
      throw ProgressError(line: 1, problem: "damaged: expected '\(header)'")
    }
    guard number == version else {
      throw ProgressError(
        format: number, of: "a file of saved levels", header: header, version: version)
    }
  }

  /// The rules lines of a file, read in order.
  private struct RuleNotes {
    private let lines: [Substring.UTF8View]
    private var next = 0
    private var current = Rules.standard

    init(_ lines: [Substring.UTF8View]) { self.lines = lines }

    /// The rules of the level in a line, counted from 1: those of the nearest rules line above it in
    /// its world. Call it for the lines in order.
    mutating func rules(above line: Int) -> Rules {
      while next < line - 1 {
        let text = lines[next]
        next += 1
        if text.starts(with: "; world:".utf8) { current = .standard }
        if text.starts(with: KeptLevels.rules.utf8) {
          // Invalid rules are found later, because writing the list gives a different text.
          current = Rules(inWords: text.dropFirst(KeptLevels.rules.utf8.count)) ?? .standard
        }
      }
      return current
    }
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
    Variant.allCases.filter { $0 != .hearingDistance || hearingDistance > 0 }
      .map { "\($0.name(joinedBy: "-")) \(value(of: $0))" }.joined(separator: ", ")
  }

  /// Reads rules in the written form; nil for anything else.
  fileprivate init?(inWords text: Substring.UTF8View) {
    let parts = String(decoding: text, as: UTF8.self).split(separator: ",")
    let variants = Variant.allCases
    guard parts.count == variants.count || parts.count == variants.count - 1 else { return nil }
    var rules = Rules.standard
    for (variant, part) in zip(Variant.allCases, parts) {
      guard let value = part.split(separator: " ").last,
        let changed = rules.changing(variant, to: value)
      else { return nil }
      rules = changed
    }
    guard text.elementsEqual(rules.inWords.utf8) else { return nil }
    self = rules
  }
}
