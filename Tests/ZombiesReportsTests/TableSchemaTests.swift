import Foundation
import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Columns that were renamed or moved, and rows that violate what `zombies schema` prints.
@Suite struct TableSchemaTests {
  /// A description as Foundation reads it.
  private struct Description: Decodable {
    struct Field: Decodable {
      struct Constraints: Decodable {
        var required: Bool
        var minimum: Double?
        var maximum: Double?
        var `enum`: [String]?
        var pattern: String?
      }
      var name: String
      var type: String
      var description: String
      var constraints: Constraints
    }
    var title: String
    var fields: [Field]
    var missingValues: [String]
    var primaryKey: [String]?

    init(_ name: String) throws {
      let schema = try require(TableSchema.all.first { $0.name == name })
      self = try JSONDecoder().decode(Description.self, from: Data(schema.json.text.utf8))
    }
  }

  /// Why a cell violates a description, or nil if it does not.
  private static func complaint(
    _ cell: String, _ field: Description.Field, _ pattern: Regex<AnyRegexOutput>?
  ) throws -> String? {
    let constraints = field.constraints
    if cell.isEmpty { return constraints.required ? "is required" : nil }
    switch field.type {
    case "integer":
      guard cell.allSatisfy(\.isASCII), let value = UInt64(cell), "\(value)" == cell else {
        return "is not an integer"
      }
      return Double(value) < constraints.minimum ?? 0 ? "is too small" : nil
    case "number":
      guard let value = Double(cell), value.isFinite else { return "is not a number" }
      let range = (constraints.minimum ?? value)...(constraints.maximum ?? value)
      return range.contains(value) ? nil : "is out of range"
    case "boolean": return cell == "true" || cell == "false" ? nil : "is not true or false"
    case "string":
      if let words = constraints.enum, !words.contains(cell) { return "is not one of \(words)" }
      return try pattern?.wholeMatch(in: cell) == nil && pattern != nil
        ? "does not match its pattern" : nil
    default: return "has the unknown type \(field.type)"
    }
  }

  /// Checks rows against a description: each cell, and the key, which identifies each row.
  static func check(_ name: String, rows: String, line: Int = #line) throws {
    let description = try Description(name)
    let patterns = try description.fields.map { try $0.constraints.pattern.map { try Regex($0) } }
    var keys: Set<[String]> = []
    let lines = rows.split(separator: "\n")
    expect(!lines.isEmpty, name, line: line)
    for row in lines {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      expectEqual(cells.count, description.fields.count, "\(name): \(row)", line: line)
      var key: [String] = []
      for (place, (cell, field)) in zip(cells, description.fields).enumerated() {
        try expectNil(
          complaint(cell, field, patterns[place]), "\(name), \(field.name): '\(cell)'", line: line)
        if description.primaryKey?.contains(field.name) ?? false { key.append(cell) }
      }
      let isNew = description.primaryKey == nil || keys.insert(key).inserted
      expect(isNew, "\(name): \(key) twice", line: line)
    }
  }

  /// All columns of all tables. Other programs rely on them: new ones may follow the last, but none is renamed or
  /// moved. The file was made by the program, so that it only notices changes.
  @Test func columns() throws {
    var text = ""
    for schema in TableSchema.all {
      text += "\(schema.name): \(schema.summary)\nkey: \(schema.key.joined(separator: ", "))\n"
      for column in schema.columns {
        let isEmpty = column.mayBeEmpty ? "may be empty" : "required"
        text += "  \(column.name): \(column.kind), \(isEmpty): \(column.summary)\n"
      }
    }
    try TextFile("Cases/columns.txt").check(text)
    for schema in TableSchema.all {
      let description = try Description(schema.name)
      let names = schema.columns.map(\.name)
      expectEqual(schema.header, names.joined(separator: ",") + "\n")
      expectEqual(Set(names).count, names.count, "\(schema.name)")
      expect(Set(schema.key).isSubset(of: names))
      expectEqual(description.fields.map(\.name), names)
      expectEqual(description.primaryKey ?? [], schema.key)
      expect(description.title == schema.summary && description.missingValues == [""])
      for (field, column) in zip(description.fields, schema.columns) {
        expect(!field.description.isEmpty && field.description == column.summary)
        expectEqual(field.constraints.required, !column.mayBeEmpty)
      }
    }
  }

  /// Batches with names of user-defined policies, up to the longest.
  @Test func batchesAreAsDescribed() throws {
    let codes = [
      "S4/5/Z1#2/2F2/4P", "S#/#P", "SP", "2P/1#1/S2", "S5/6/2Z3/1Z4/6/5P+lit",
      "S12/13/4#8/5Z7/13/6F6/13/12P",
    ]
    let list = Batch.Levels.list(LevelList(try codes.map { try Level($0) }))
    let names = ["Ann", "9" + String(repeating: "x-._", count: 15) + "abc"]
    let own = try names.map { try Policy($0) { RandomMoves($0.key) } }
    for (unit, isList) in [(.rounds, false), (.rounds, true), (.games, true)]
      as [(Batch.Unit, Bool)]
    {
      var batch = batch(Policy.withoutPlan, unit: unit, trials: 0..<8)
      if isList { batch.levels = list }
      try Self.check("simulate", rows: SimulateCSV.rows(Simulator(batch).run()))
      let none = SimulateCSV.emptyRows(BatchSettings(batch), first: .max)
      try Self.check("simulate", rows: none)
      batch.policies += own
      try Self.check("rounds", rows: PlayedBatch(batch).rows.joined(separator: "\n"))
      if isList { continue }
      batch.policies = Policy.withoutPlan
      let squares = SquaresCSV.text(try Simulator(batch, countsSquares: true).run())
      try Self.check("squares", rows: String(squares.dropFirst(SquaresCSV.header.count)))
    }
    let many = tally(.outOfMoves, moves: Int(Int32.max), count: .max)
    try Self.check("simulate", rows: SimulateCSV.rows(BatchResult(batch([.edge]), [many])))
  }
}
