import ZombiesCore
import ZombiesGenerator

/// The list of saved levels of a workshop, grouped by world. Its text form is a file of levels that
/// every command reads (<doc:TheWorkshop>, 6.4).
public struct KeptLevels: Hashable, Sendable {
  /// The levels, grouped by world, in the order in which they were saved.
  public internal(set) var levels: [Workshop.Draft] = []

  /// Creates an empty list.
  public init() {}

  /// Adds a level, or updates the name and world of the same level.
  mutating func add(_ level: Workshop.Draft) {
    if let place = levels.firstIndex(where: { $0.isSame(as: level) }) {
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
    let old = Set(former.levels)
    list.levels.removeAll { level in
      old.contains(level) && !changed.levels.contains { $0.isSame(as: level) }
    }
    for level in changed.levels where !old.contains(level) { list.add(level) }
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
    var worlds: [(name: String, levels: [Campaign.WorldLevel])] = []
    for draft in levels {
      if worlds.last?.name != draft.world { worlds.append((draft.world, [])) }
      worlds[worlds.count - 1].levels.append(
        Campaign.WorldLevel(level: draft.level, name: draft.name, rules: Self.named(draft.rules)))
    }
    return Self.form.text(
      worlds.flatMap {
        Campaign.World(name: $0.name, levels: $0.levels).lines(under: Self.named(.standard))
      })
  }

  /// The rules as a file says them. The hearing distance is left out if it is 0.
  private static func named(_ rules: Rules) -> NamedRules {
    NamedRules(changesOf: rules, naming: [.catchingDistance, .chase, .zombieSpeed])
  }

  /// Reads a list.
  ///
  /// - Throws: ``ProgressError`` if the text was not written by ``text``.
  public init(text: String) throws(ProgressError) {
    // A new file is empty at first.
    if text.isEmpty { return }
    _ = try Self.form.lines(of: text)
    var reader = LevelReader(text)
    do throws(LevelError) {
      while let entry = try reader.next() {
        guard levels.count < Self.mostLevels else {
          throw LevelError("more than \(Self.mostLevels) levels")
        }
        let world = entry.world.map { reader.worlds[$0].name }
        levels.append(
          Workshop.Draft(
            level: entry.level, rules: entry.rules?.rules ?? .standard, name: entry.name,
            world: world ?? Workshop.worldName))
      }
    } catch {
      throw ProgressError(line: error.position?.line ?? 1, problem: error.problem)
    }
    // A correct hash shows that the text is undamaged, but not that this program wrote it.
    guard self.text == text else { throw Self.form.damaged() }
  }
}
