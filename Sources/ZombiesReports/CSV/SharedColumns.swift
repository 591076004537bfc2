import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator

// Columns shared by several files.
extension CSVColumns {
  mutating func level(_ value: @escaping @Sendable (Row) -> String) {
    text("level", pattern: levelPattern, "the level's code", value)
  }

  mutating func level(_ value: @escaping @Sendable (Row) -> Level) {
    bytes("level", .text(pattern: levelPattern), "the level's code") {
      value($0).appendCode(to: &$1)
    }
  }

  /// Adds the size of a level's room, its things and its light.
  mutating func contents(_ value: @escaping @Sendable (Row) -> Level) {
    part(value) { $0.contents() }
  }

  mutating func policy(
    _ name: String = "policy", _ summary: String = "the policy that plays",
    _ value: @escaping @Sendable (Row) -> Policy
  ) {
    word(name, of: Policy.builtIn.map(\.name), summary) { value($0).name }
  }

  /// Adds the player of the rounds of a batch or of a game: a built-in or user-defined policy.
  mutating func player(_ value: @escaping @Sendable (Row) -> Policy) {
    text(
      "policy", pattern: policyPattern, "the policy that plays, built-in or user-defined"
    ) { value($0).name }
  }

  mutating func family(_ value: @escaping @Sendable (Row) -> Family) {
    text("family", pattern: familyPattern, "the family") { value($0).name }
  }

  /// Adds a column for each setting in the name of the family.
  ///
  /// - Parameter mayBeEmpty: Whether there are rows without a family.
  mutating func familySettings(
    mayBeEmpty: Bool = false, _ value: @escaping @Sendable (Row) -> Family?
  ) {
    part(value) { $0.familySettings(mayBeEmpty: mayBeEmpty) }
  }

  /// Adds the source of a level.
  mutating func source(_ value: @escaping @Sendable (Row) -> LevelOrigin) {
    name("source", "source of the level: file:line, argument, or seed reference") {
      value($0).append(to: &$1)
    }
  }

  /// Adds what a level is called, behind all other columns of the file.
  mutating func title(_ value: @escaping @Sendable (Row) -> LevelTitle) {
    last { columns in
      columns.name("name", "name of the level, if it has one") { value($0).name }
      columns.reference { value($0).reference }
    }
  }

  /// Adds the reference of a level.
  mutating func reference(_ value: @escaping @Sendable (Row) -> String?) {
    text(
      "reference", pattern: referencePattern,
      "the seed reference or placement reference that the level was made from, if known", value)
  }

  /// Adds the rules in force. The hearing distance stands behind all other columns of the file.
  mutating func rules(_ value: @escaping @Sendable (Row) -> Rules) {
    part(value) { $0.rules() }
  }

  /// Adds the settings of a batch, and its first trial.
  mutating func settings(_ value: @escaping @Sendable (Row) -> BatchStart) {
    part(value) { $0.settings() }
  }
}

/// The pattern of every level's code.
let levelPattern = "[SPZ#F0-9/]+(\\+lit)?"

/// The pattern of every reference of a level.
let referencePattern = "[0-9a-z+]+(@[0-9]+)?#[0-9]+"

/// The pattern of every policy's name, built-in or not.
let policyPattern = "[0-9A-Za-z][0-9A-Za-z._-]{0,63}"

/// The pattern of every family's name.
let familyPattern = "[0-9a-z+]+"

extension BatchSettings.Levels {
  /// The family; nil for given levels.
  var family: Family? {
    if case .generated(let family, _, _, _) = self { family } else { nil }
  }

  /// `any` or `solvable`; `given` for given levels.
  var selectionName: String {
    if case .generated(_, let selection, _, _) = self { selection.rawValue } else { "given" }
  }
}

extension CSVColumns where Row == Level {
  fileprivate mutating func contents() {
    integer("rows", from: 1, "rows of the room") { $0.size.rows }
    integer("columns", from: 1, "columns of the room") { $0.size.columns }
    integer("zombies", "zombies in the room") { $0.zombies.count }
    integer("blocks", "blocks in the room") { $0.blocks.count }
    integer("flashlights", "flashlights in the room") { $0.flashlights.count }
    boolean("lit", "whether the room is lit from the beginning") { $0.isLit }
  }
}

extension CSVColumns where Row == Rules {
  fileprivate mutating func rules() {
    for variant in Rules.Variant.allCases {
      let name = variant.name(joinedBy: "_")
      switch variant {
      case .catchingDistance:
        integer(name, "distance within which a zombie catches the player") {
          $0.catchingDistance
        }
      case .chase: word(name, "the step that a zombie tries first") { $0.chase }
      case .zombieSpeed:
        integer(name, from: 1, "steps of a zombie per chase") { $0.zombieSpeed }
      case .hearingDistance:
        last { columns in
          columns.integer(name, "distance within which the player hears zombies; 0 for no hearing")
          {
            $0.hearingDistance
          }
        }
      }
    }
  }
}

/// The settings of a batch, and its first trial.
typealias BatchStart = (settings: BatchSettings, first: UInt64)

extension CSVColumns where Row == BatchStart {
  fileprivate mutating func settings() {
    text("family", pattern: familyPattern, "the family; empty for given levels") {
      $0.settings.levels.family?.name
    }
    rules { $0.settings.rules }
    word("levels", of: ["solvable", "any", "given"], "the kind of levels played") {
      $0.settings.levels.selectionName
    }
    integer("max_moves", from: 1, "maximum moves of a round; empty if it differs by level") {
      $0.settings.maxMoves
    }
    integer("seed", "seed of the batch") { $0.settings.seed }
    integer("first", "number of the first trial") { $0.first }
    familySettings(mayBeEmpty: true) { $0.settings.levels.family }
  }
}

extension CSVColumns where Row == Family? {
  fileprivate mutating func familySettings(mayBeEmpty: Bool) {
    func integer(
      _ name: String, from least: UInt64 = 0, _ summary: String,
      _ number: @escaping @Sendable (Family) -> Int
    ) {
      bytes(name, .integer(from: least), summary, mayBeEmpty: mayBeEmpty) { family, bytes in
        if let family { bytes.append(decimal: UInt64(number(family))) }
      }
    }
    integer("rows", from: 1, "rows of the family's rooms") { $0.size.rows }
    integer("columns", from: 1, "columns of the family's rooms") { $0.size.columns }
    integer("zombies", "zombies in each room of the family") { $0.zombies }
    integer("blocks", "blocks in each room of the family") { $0.blocks }
    integer("flashlights", "flashlights in each room of the family") { $0.flashlights }
    bytes(
      "lit", .boolean, "whether the family's rooms are lit from the beginning",
      mayBeEmpty: mayBeEmpty
    ) { family, bytes in
      if let family { bytes += (family.isLit ? "true" : "false").utf8 }
    }
  }
}
