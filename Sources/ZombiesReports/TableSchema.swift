import ZombiesCore
import ZombiesPolicies

/// The columns of a CSV file that the toolkit writes: one list for the header row and for the
/// description that `zombies schema` prints.
///
/// The description is a Frictionless Table Schema (specs.frictionlessdata.io/table-schema).
public struct TableSchema: Sendable {
  /// A column.
  public struct Column: Sendable {
    /// The name in the header row.
    public let name: String
    /// What its cells hold.
    public let kind: Kind
    /// What it means, in a line.
    public let summary: String
    /// Whether a cell may be empty: there is nothing to say then.
    public let mayBeEmpty: Bool

    init(_ name: String, _ kind: Kind, _ summary: String, mayBeEmpty: Bool = false) {
      self.name = name
      self.kind = kind
      self.summary = summary
      self.mayBeEmpty = mayBeEmpty
    }

    /// The same column, of which a cell may be empty.
    var orEmpty: Column { Column(name, kind, summary, mayBeEmpty: true) }
  }

  /// What the cells of a column hold.
  public enum Kind: Sendable {
    /// A whole number from some number on.
    case integer(from: UInt64)
    /// A number from 0, up to 1 where it is a share.
    case number(isShare: Bool)
    /// A number that may be negative.
    case signed
    /// `true` or `false`.
    case boolean
    /// One of some words.
    case word([String])
    /// A text that a regular expression matches, whole.
    case text(pattern: String)
  }

  /// The file's name in `zombies schema`.
  public let name: String

  /// What the file holds, in a line.
  public let summary: String

  /// The columns, in order.
  public let columns: [Column]

  /// The columns that together tell each row from all others; empty where rows may be equal.
  public let key: [String]

  init(_ name: String, _ summary: String, key: [String] = [], _ columns: [Column]) {
    self.name = name
    self.summary = summary
    self.columns = columns
    self.key = key
  }

  /// The header row.
  public var header: String { csvRow(columns.map(\.name)) }

  /// All files, in the order of the commands.
  public static let all = [
    GenerateCSV.schema, SolveCSV.schema, SolveCSV.difficultySchema, SimulateCSV.schema,
    RoundsCSV.schema, SquaresCSV.schema, CompareCSV.schema, AnalysisCSV.schema, ParsCSV.schema,
    CensusCSV.schema, HardestCSV.schema,
  ]

  /// The description.
  package var json: JSON {
    var members: [(name: String, value: JSON)] = [
      ("$schema", .string("https://datapackage.org/profiles/2.0/tableschema.json")),
      ("title", .string(summary)),
      ("fields", .array(columns.map(\.json))),
      ("missingValues", .array([.string("")])),
    ]
    if !key.isEmpty { members.append(("primaryKey", .array(key.map(JSON.string)))) }
    return .object(members)
  }
}

extension TableSchema.Column {
  fileprivate var json: JSON {
    .object([
      ("name", .string(name)), ("type", .string(kind.type)), ("description", .string(summary)),
      ("constraints", .object([("required", .bool(!mayBeEmpty))] + kind.constraints)),
    ])
  }

  // Columns that several files have.
  static let levelPattern = "[SPZ#F0-9/]+(\\+lit)?"
  static let level = Self("level", .text(pattern: levelPattern), "the level's code")
  static let policy = Self("policy", .word(Policy.builtIn.map(\.name)), "who plays")
  static let family = Self("family", .text(pattern: "[0-9a-z+]+"), "the family")
  static let rules = [
    Self("catching_distance", .integer(from: 0), "a zombie within this distance catches"),
    Self(
      "chase", .word(Rules.ChaseAxis.allCases.map(\.rawValue)), "the step a zombie tries first"),
    Self("zombie_speed", .integer(from: 1), "steps a chase"),
  ]

  /// The settings of a batch, as ``settingFields(_:first:)`` fills them.
  static let settings =
    [
      Self("family", family.kind, "the family; empty for given levels").orEmpty
    ] + rules + [
      Self("levels", .word(["solvable", "any", "given"]), "which levels were drawn"),
      Self("max_moves", .integer(from: 1), "most moves of a round; empty where they differ")
        .orEmpty,
      Self("seed", .integer(from: 0), "the seed"),
      Self("first", .integer(from: 0), "the first trial"),
    ]
}

extension TableSchema.Kind {
  fileprivate var type: String {
    switch self {
    case .integer: "integer"
    case .number, .signed: "number"
    case .boolean: "boolean"
    case .word, .text: "string"
    }
  }

  fileprivate var constraints: [(name: String, value: JSON)] {
    switch self {
    case .integer(let least): [("minimum", .number(least))]
    case .number(let isShare):
      [("minimum", .number(0))] + (isShare ? [("maximum", .number(1))] : [])
    case .signed, .boolean: []
    case .word(let words): [("enum", .array(words.map(JSON.string)))]
    case .text(let pattern): [("pattern", .string(pattern))]
    }
  }
}
