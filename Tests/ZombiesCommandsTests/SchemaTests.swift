import Foundation
import Testing
import ZombiesTestSupport

/// `zombies schema`: what it prints for which names, and a file of each kind that breaks its
/// schema.
///
/// Tests/Tables/run checks every CSV in many more shapes, with published validators.
@Suite(.waits) struct SchemaTests {
  private struct Schema: Decodable {
    struct Constraints: Decodable {
      let required: Bool
      let minimum, maximum: Double?
      let `enum`: [String]?
      let pattern: String?
    }
    struct Field: Decodable {
      let name, type: String
      let constraints: Constraints
    }
    let fields: [Field]
    let primaryKey: [String]?
  }

  private static let schemas = Result {
    try JSONDecoder().decode([String: Schema].self, from: Data(zombies("schema").outputBytes))
  }

  private static func schema(_ name: String) throws -> Schema {
    try require(schemas.get()[name])
  }

  /// Shell lines that print a CSV without quotes, at least one for each schema.
  private static let files: [(schema: String, line: String)] = [
    ("generate", "zombies generate --family 6x4z1b2f1+lit --levels any --count 40 --format csv"),
    ("generate", "zombies generate --family 1x9 --first 18446744073709551615 --format csv"),
    ("levels", "zombies levels --format csv SP S#/#P S4/5/Z1#2/2F2/4P classic@42#7 classic#57"),
    ("solve", "zombies solve --format csv --max-states 3 8x8z4+any@0#0 SP S#/#P SZ/1P"),
    ("solve", "zombies solve --format csv S4/5/Z1#2/2F2/4P SZ/1P --zombie-speed 1..16:5,2"),
    ("difficulty", "zombies solve --format csv --difficulty S4/5/Z1#2/2F2/4P SP S#/#P SZ/1P"),
    ("difficulty", "zombies solve --format csv --difficulty --max-states 3 8x8z4+any@0#0 S#P"),
    ("verify", "zombies verify --format csv --max-states 1 S4/5/2Z2/5/4P+lit SP S#/#P"),
    (
      "check",
      "zombies solve --max-states 1 --zombie-speed 2 S4/5/2Z2/5/4P+lit SP --certificate c -o t; "
        + "zombies check --format csv c --chase vertical; zombies check --format csv c | tail -n 2"
    ),
    ("simulate", "zombies simulate --games 40 --family flashlight --format csv"),
    ("simulate", "zombies simulate --rounds 40 --format csv SP S4/5/2Z2/5/4P S#/#P SZ/1P"),
    ("simulate", "zombies sweep --family 1x2z1,classic --chase longest,vertical --games 9"),
    ("sweep", "zombies sweep --exact --family 1x2z1,classic,9x9z9 --policy edge --games 9"),
    ("rounds", "zombies simulate --games 40 SP S#/#P SZ/1P S4/5/2Z2/5/4P+lit --rounds-csv - -o t"),
    (
      "record",
      "printf 'board\\nstart\\nnext\\nleft\\nnext\\nnext\\nleft\\nquit\\n' "
        + "| zombies play --text SP --players Ann,x.y-z_2 --record - -o t"
    ),
    ("squares", "zombies simulate --games 40 --family 1x7 --squares-csv - -o t"),
    ("compare", "zombies compare edge random --family block --format csv"),
    ("analyze", "zombies analyze --family 3x3z3 --check 3 --chase vertical --format csv"),
    ("pars", "zombies analyze --family 4x4z1b2+lit --zombie-speed 2 --pars-csv - -o t"),
    ("model", "zombies model 4x4z1f1 --hearing-distance 2 --format csv"),
    ("census", "zombies census --family 4x4z2 --lit --max-states 9 --format csv"),
    ("census-levels", "zombies census --family 4x4z2 --lit --max-states 9 --levels-csv - -o t"),
    ("census-difficulty", "zombies census --family 3x4z1b1f1 --difficulty --levels-csv - -o t"),
    ("hardest", "zombies census --family 4x3z1b1 --lit --chase vertical --top-csv - -o t"),
    ("worlds", "zombies worlds --format csv"),
  ]

  /// The cells of a column that break its schema.
  private static func wrong(_ cells: [String], _ field: Schema.Field) throws -> [String] {
    let (type, limits) = (field.type, field.constraints)
    let pattern = try NSRegularExpression(pattern: "^(?:\(limits.pattern ?? "[^!]*"))\\z")
    return cells.filter { cell in
      if cell.isEmpty { return limits.required }
      switch type {
      case "integer", "number":
        // Digits with one decimal point at most; of texts like "nan" and "1e3" none is written.
        let parts = cell.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
          !part.isEmpty && part.utf8.allSatisfy { byte in byte >= 48 && byte <= 57 }
        }
        guard isPlain, parts.count == 1 || type == "number", let value = Double(cell) else {
          return true
        }
        return value < limits.minimum ?? value || value > limits.maximum ?? value
      case "boolean": return !["true", "false"].contains(cell)
      default:
        let whole = NSRange(cell.startIndex..., in: cell)
        return limits.enum.map { !$0.contains(cell) }
          ?? (pattern.firstMatch(in: cell, range: whole) == nil)
      }
    }
  }

  /// Each file has the columns of its schema, and cells that it allows; keys are there once. The checker itself finds
  /// wrong cells.
  @Test func filesAreAsTheirSchemasSay() throws {
    for (name, line) in Self.files {
      let run = try shell(line, in: try TemporaryFolder())
      let schema = try Self.schema(name)
      let table = Table(run.output)
      expectEqual(table.header, schema.fields.map(\.name).joined(separator: ","), "\(run)")
      expect(!table.rows.isEmpty, "\(run)")
      for field in schema.fields {
        let wrong = try Self.wrong(table.column(field.name), field)
        expect(wrong.isEmpty, "\(name), \(field.name): \(wrong)")
      }
      let keys = table.rows.map { row in schema.primaryKey?.map { row[$0] ?? "" } ?? [] }
      expect(schema.primaryKey == nil || Set(keys).count == keys.count, "\(run)")
    }
    for (name, column, cells) in [
      ("rounds", "trial", ["-1", "1.5", "1e3", " 1", ""]), ("rounds", "outcome", ["Won", ""]),
      ("rounds", "level", ["!", "SP\n", ""]), ("solve", "lit", ["yes", "True"]),
      ("simulate", "win_rate", ["1.000000001", "-0.5", "nan", ".5", "1e-3"]),
    ] {
      let field = try require(Self.schema(name).fields.first { $0.name == column })
      try expectEqual(Self.wrong(cells, field), cells)
    }
  }

  /// The schemas use only properties of Table Schema, each for a type that has it, and a file above
  /// has each of them.
  @Test func schemasAreTableSchemas() throws {
    let run = try zombies("schema")
    expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    let json = try JSONSerialization.jsonObject(with: Data(run.outputBytes))
    let all = try require(json as? [String: [String: Any]])
    expectEqual(Set(all.keys), Set(Self.files.map(\.schema)))
    let known: [String: Set<String>] = [
      "string": ["required", "enum", "pattern"], "boolean": ["required"],
      "integer": ["required", "minimum"], "number": ["required", "minimum", "maximum"],
    ]
    for (name, schema) in all {
      expectEqual(
        Set(schema.keys).subtracting(["primaryKey"]),
        ["$schema", "title", "fields", "missingValues"])
      expectEqual(
        schema["$schema"] as? String, "https://datapackage.org/profiles/2.0/tableschema.json")
      for field in try require(schema["fields"] as? [[String: Any]]) {
        expectEqual(Set(field.keys), ["name", "type", "description", "constraints"], "\(field)")
        let constraints = try require(field["constraints"] as? [String: Any])
        let others = try require(known[field["type"] as? String ?? ""])
        expect(Set(constraints.keys).isSubset(of: others), "\(name): \(field)")
        // A key is never empty.
        let key = schema["primaryKey"] as? [String] ?? []
        let isKey = key.contains { $0 == field["name"] as? String }
        expect(!isKey || constraints["required"] as? Bool == true, "\(name): \(field)")
      }
    }
  }
}
