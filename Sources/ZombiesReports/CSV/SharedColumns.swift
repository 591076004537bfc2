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

  /// The room of a level, and what it holds.
  mutating func contents(_ value: @escaping @Sendable (Row) -> Level) {
    integer("rows", from: 1, "the room's rows") { value($0).size.rows }
    integer("columns", from: 1, "the room's columns") { value($0).size.columns }
    integer("zombies", "zombies in the room") { value($0).zombies.count }
    integer("blocks", "blocks in the room") { value($0).blocks.count }
    integer("flashlights", "flashlights in the room") { value($0).flashlights.count }
    boolean("lit", "whether the room is lit from the beginning") { value($0).isLit }
  }

  mutating func policy(
    _ name: String = "policy", _ summary: String = "who plays",
    _ value: @escaping @Sendable (Row) -> Policy
  ) {
    word(name, of: Policy.builtIn.map(\.name), summary) { value($0).name }
  }

  /// Whoever plays the rounds of a batch or of a game: a built-in policy, one that somebody has
  /// written, or a player.
  mutating func player(_ value: @escaping @Sendable (Row) -> Policy) {
    text(
      "policy", pattern: policyPattern, "who plays: a policy, or a player of one's own"
    ) { value($0).name }
  }

  mutating func family(_ value: @escaping @Sendable (Row) -> Family) {
    text("family", pattern: familyPattern, "the family") { value($0).name }
  }

  /// What the name of the family says, a column each.
  ///
  /// - Parameter mayBeEmpty: Whether there are rows without a family.
  mutating func familySettings(
    mayBeEmpty: Bool = false, _ value: @escaping @Sendable (Row) -> Family?
  ) {
    func integer(
      _ name: String, from least: UInt64 = 0, _ summary: String,
      _ number: @escaping @Sendable (Family) -> Int
    ) {
      bytes(name, .integer(from: least), summary, mayBeEmpty: mayBeEmpty) { row, bytes in
        if let family = value(row) { bytes.append(decimal: UInt64(number(family))) }
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
    ) { row, bytes in
      if let family = value(row) { bytes += (family.isLit ? "true" : "false").utf8 }
    }
  }

  /// Where a level was found.
  mutating func source(_ value: @escaping @Sendable (Row) -> LevelOrigin) {
    name("source", "where it comes from: file:line, argument, or seed reference") {
      value($0).append(to: &$1)
    }
  }

  mutating func rules(_ value: @escaping @Sendable (Row) -> Rules) {
    for variant in Rules.Variant.allCases {
      let name = variant.name(joinedBy: "_")
      switch variant {
      case .catchingDistance:
        integer(name, "a zombie within this distance catches") { value($0).catchingDistance }
      case .chase: word(name, "the step a zombie tries first") { value($0).chase }
      case .zombieSpeed: integer(name, from: 1, "steps a chase") { value($0).zombieSpeed }
      }
    }
  }

  /// The settings of a batch, and its first trial.
  mutating func settings(
    _ value: @escaping @Sendable (Row) -> (settings: BatchSettings, first: UInt64)
  ) {
    text("family", pattern: familyPattern, "the family; empty for given levels") {
      value($0).settings.levels.family?.name
    }
    rules { value($0).settings.rules }
    word("levels", of: ["solvable", "any", "given"], "which levels were drawn") {
      value($0).settings.levels.selectionName
    }
    integer("max_moves", from: 1, "most moves of a round; empty where they differ") {
      value($0).settings.maxMoves
    }
    integer("seed", "the seed") { value($0).settings.seed }
    integer("first", "the first trial") { value($0).first }
    familySettings(mayBeEmpty: true) { value($0).settings.levels.family }
  }
}

/// The pattern of every level's code.
let levelPattern = "[SPZ#F0-9/]+(\\+lit)?"

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
