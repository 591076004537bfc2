/// The columns of a CSV file of the toolkit, as `zombies schema` describes them.
///
/// The description is a Frictionless Table Schema (specs.frictionlessdata.io/table-schema).
public struct TableSchema: Sendable {
  /// A column.
  public struct Column: Sendable {
    /// The name in the header row.
    public let name: String
    /// The type of its cells.
    public let kind: Kind
    /// The meaning of the column, in one line.
    public let summary: String
    /// Whether cells may be empty.
    public let mayBeEmpty: Bool

    init(_ name: String, _ kind: Kind, _ summary: String, mayBeEmpty: Bool = false) {
      self.name = name
      self.kind = kind
      self.summary = summary
      self.mayBeEmpty = mayBeEmpty
    }
  }

  /// The type of the cells of a column.
  public enum Kind: Sendable {
    /// An integer with a lower bound.
    case integer(from: UInt64)
    /// A number in a range.
    case number(Range)
    /// `true` or `false`.
    case boolean
    /// One of a set of words.
    case word([String])
    /// A text that matches a regular expression as a whole.
    case text(pattern: String)
    /// A user-defined name or a sentence, guarded so that a spreadsheet does not read it as a formula.
    case name

    /// The numbers that a column may contain.
    public enum Range: Sendable {
      /// Numbers from 0 to 1.
      case share
      /// Numbers from 0.
      case positive
      /// Any number.
      case signed
    }
  }

  /// The file's name in `zombies schema`.
  public let name: String

  /// The contents of the file, in one line.
  public let summary: String

  /// The columns, in order.
  public let columns: [Column]

  /// The columns that together identify a row; empty if rows may be equal.
  public let key: [String]

  init(_ name: String, _ summary: String, key: [String] = [], _ columns: [Column]) {
    self.name = name
    self.summary = summary
    self.columns = columns
    self.key = key
  }

  /// The header row.
  public var header: String { columns.map(\.name).joined(separator: ",") + "\n" }

  /// The schemas of all files, in the order of the commands.
  public static let all: [TableSchema] = [
    GenerateCSV.schema, SolveCSV.schema, SolveCSV.difficultySchema, SolveCSV.levelsSchema,
    VerifyCSV.schema,
    CheckCSV.schema, SimulateCSV.schema, SimulateCSV.exactSchema,
    RoundsCSV.schema, RecordCSV.schema, SquaresCSV.schema,
    CompareCSV.schema, AnalysisCSV.schema, ParsCSV.schema, ModelCSV.schema,
    CensusCSV.schema,
    CensusLevelsCSV.schema, CensusLevelsCSV.difficultySchema, HardestCSV.schema,
    WorldsCSV.schema,
  ]

  /// The schema as JSON.
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
    let required: (name: String, value: JSON) = ("required", .bool(!mayBeEmpty))
    return .object([
      ("name", .string(name)), ("type", .string(kind.type)), ("description", .string(summary)),
      ("constraints", .object([required] + kind.constraints)),
    ])
  }
}

extension TableSchema.Kind {
  fileprivate var type: String {
    switch self {
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .word, .text, .name: "string"
    }
  }

  fileprivate var constraints: [(name: String, value: JSON)] {
    switch self {
    case .integer(let least): [("minimum", .number(least))]
    case .number(.share): [("minimum", .number(0)), ("maximum", .number(1))]
    case .number(.positive): [("minimum", .number(0))]
    case .number(.signed), .boolean: []
    case .word(let words): [("enum", .array(words.map(JSON.string)))]
    case .text(let pattern): [("pattern", .string(pattern))]
    case .name: [("pattern", .string(".+"))]
    }
  }
}
