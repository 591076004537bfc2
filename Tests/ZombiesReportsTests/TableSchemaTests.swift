import Foundation
import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Columns that were renamed or moved, and rows that violate what `zombies schema` prints.
@Suite struct TableSchemaTests {
  /// Other programs rely on these columns. New ones may follow the last, but none is renamed or
  /// moved.
  @Test(arguments: [
    (
      "generate",
      "reference,level,par,shortest_solutions,grade,points,catching_distance,chase,zombie_speed,"
        + "hearing_distance,name"
    ),
    (
      "solve",
      """
      level,verdict,par,solution,shortest_solutions,states,rows,columns,zombies,blocks,flashlights,\
      lit,catching_distance,chase,zombie_speed,source,hearing_distance,name,reference
      """
    ),
    (
      "difficulty",
      """
      level,verdict,par,solution,shortest_solutions,states,rows,columns,zombies,blocks,flashlights,\
      lit,catching_distance,chase,zombie_speed,excess_moves,reachable_states,dead_states,\
      dead_states_share,longest_forced_run,direct_way_loses,things_that_matter,\
      every_thing_matters,random_win_probability,grade,source
      """
    ),
    (
      "verify",
      "source,level,verdict,catching_distance,chase,zombie_speed,hearing_distance,name,reference"
    ),
    (
      "check",
      """
      source,level,claim,proved,flaw,par,shortest_solutions,states,catching_distance,chase,\
      zombie_speed,hearing_distance,name,reference
      """
    ),
    (
      "simulate",
      """
      policy,rounds,won,caught,stuck,out_of_moves,win_rate,win_rate_low,win_rate_high,moves_mean,\
      moves_sd,moves_p50,moves_p90,moves_max,games,games_won,games_lost,game_win_rate,\
      game_win_rate_low,game_win_rate_high,family,catching_distance,chase,zombie_speed,levels,\
      max_moves,seed,first,rows,columns,zombies,blocks,flashlights,lit
      """
    ),
    ("rounds", "trial,round,policy,level,outcome,moves,path"),
    (
      "record",
      "trial,round,policy,level,outcome,moves,path,seconds,first_move_seconds,undos,hints,life,"
        + "catching_distance,chase,zombie_speed,hearing_distance"
    ),
    ("squares", "policy,row,column,visits,captures"),
    (
      "model",
      "state,observation,row,column,lit,heard,seen,move,next,outcome,level,reference"
    ),
  ])
  func headersAreThosePromised(name: String, header: String) throws {
    let schema = try require(TableSchema.all.first { $0.name == name })
    let promised = header.split(separator: ",").map(String.init)
    expectEqual(schema.columns.map(\.name).prefix(promised.count), promised[...])
    expect(schema.header.hasSuffix("\n"))
    let names = schema.header.dropLast().split(separator: ",").map(String.init)
    expectEqual(names, schema.columns.map(\.name))
  }

  @Test func headersAreThoseOfTheFiles() {
    let headers = [
      "generate": GenerateCSV.header, "solve": SolveCSV.header,
      "difficulty": SolveCSV.difficultySchema.header, "levels": SolveCSV.levelsSchema.header,
      "verify": VerifyCSV.header, "check": CheckCSV.header, "simulate": SimulateCSV.header,
      "sweep": SimulateCSV.exactSchema.header, "rounds": RoundsCSV.header,
      "record": RecordCSV.header, "squares": SquaresCSV.header,
      "compare": CompareCSV.header, "analyze": AnalysisCSV.header, "pars": ParsCSV.schema.header,
      "model": ModelCSV.schema.header, "census": CensusCSV.header,
      "census-levels": CensusLevelsCSV.schema.header,
      "census-difficulty": CensusLevelsCSV.difficultySchema.header,
      "hardest": HardestCSV.header, "worlds": WorldsCSV.schema.header,
    ]
    expectEqual(
      Dictionary(uniqueKeysWithValues: TableSchema.all.map { ($0.name, $0.header) }), headers)
  }

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
      if Double(value) < constraints.minimum ?? 0 { return "is too small" }
    case "number":
      guard let value = Double(cell), value.isFinite else { return "is not a number" }
      if value < constraints.minimum ?? value || value > constraints.maximum ?? value {
        return "is out of range"
      }
    case "boolean": if cell != "true", cell != "false" { return "is not true or false" }
    case "string":
      if let words = constraints.enum, !words.contains(cell) { return "is not one of \(words)" }
      if let pattern, try pattern.wholeMatch(in: cell) == nil {
        return "does not match its pattern"
      }
    default: return "has the unknown type \(field.type)"
    }
    return nil
  }

  /// Checks rows against a description: each cell, and the key, which identifies each row.
  static func check(
    _ name: String, rows: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let description = try Description(name)
    let patterns = try description.fields.map { try $0.constraints.pattern.map { try Regex($0) } }
    var keys: Set<[String]> = []
    let lines = rows.split(separator: "\n")
    #expect(!lines.isEmpty, sourceLocation: location)
    for line in lines {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == description.fields.count else {
        Issue.record("\(name): \(line)", sourceLocation: location)
        continue
      }
      var key: [String] = []
      for (place, (cell, field)) in zip(cells, description.fields).enumerated() {
        if let complaint = try complaint(cell, field, patterns[place]) {
          Issue.record("\(name), \(field.name): '\(cell)' \(complaint)", sourceLocation: location)
        }
        if description.primaryKey?.contains(field.name) ?? false { key.append(cell) }
      }
      if description.primaryKey != nil {
        #expect(keys.insert(key).inserted, "\(name): \(key) twice", sourceLocation: location)
      }
    }
  }

  @Test func descriptionsAreComplete() throws {
    expectEqual(Set(TableSchema.all.map(\.name)).count, TableSchema.all.count)
    for schema in TableSchema.all {
      let description = try Description(schema.name)
      expectEqual(description.fields.map(\.name), schema.columns.map(\.name))
      expectEqual(Set(schema.columns.map(\.name)).count, schema.columns.count, "\(schema.name)")
      expect(description.title == schema.summary && description.missingValues == [""])
      expectEqual(description.primaryKey ?? [], schema.key)
      expect(Set(schema.key).isSubset(of: schema.columns.map(\.name)))
      for (field, column) in zip(description.fields, schema.columns) {
        expect(!field.description.isEmpty && field.description == column.summary)
        expectEqual(field.constraints.required, !column.mayBeEmpty)
        expect(["integer", "number", "boolean", "string"].contains(field.type))
      }
    }
  }

  private static let codes = [
    "S4/5/Z1#2/2F2/4P", "S#/#P", "SP", "S4/5/5/3Z1/4P", "2P/1#1/S2", "S5/6/2Z3/1Z4/6/5P+lit",
    "S12/13/4#8/5Z7/13/6F6/13/12P",
  ]

  @Test func batchesAreAsDescribed() throws {
    let list = Batch.Levels.list(LevelList(try Self.codes.map { try Level($0) }))
    for unit in [Batch.Unit.rounds, .games] {
      for isList in [false, true] {
        var batch = batch(Policy.withoutPlan, unit: unit, trials: 0..<8)
        if isList { batch.levels = list }
        let played = try PlayedBatch(batch)
        try Self.check("rounds", rows: played.rows.joined(separator: "\n"))
        try Self.check("simulate", rows: SimulateCSV.rows(played.result))
        try Self.check(
          "simulate", rows: SimulateCSV.emptyRows(played.result.settings, first: .max))
        guard !isList else { continue }
        let counted = try Simulator(batch, countsSquares: true).run()
        let squares = SquaresCSV.text(counted)
        expect(squares.hasPrefix(SquaresCSV.header))
        try Self.check("squares", rows: String(squares.dropFirst(SquaresCSV.header.count)))
      }
    }
    // Tallies without rounds, and with one round.
    let none = batch([.edge, .random], unit: .games)
    try Self.check("simulate", rows: SimulateCSV.rows(BatchResult(none, [Tally(), Tally()])))
    try Self.check(
      "simulate",
      rows: SimulateCSV.rows(
        BatchResult(batch([.edge]), [tally(.outOfMoves, moves: Int(Int32.max), count: .max)])))
    // Names of user-defined policies, up to the longest.
    let named = try ["Ann", "9" + String(repeating: "x-._", count: 15) + "abc"].map(
      Policy.init(named:))
    try Self.check(
      "simulate", rows: SimulateCSV.rows(BatchResult(batch(named), [Tally(), Tally()])))
    for policy in named {
      try Self.check(
        "rounds",
        rows: RoundsCSV.row(
          RoundRecord(trial: 0, round: 0, policy: policy, level: "SP", outcome: .won, path: [.left])
        ))
    }
  }

  @Test func comparisonsAreAsDescribed() throws {
    let batch = batch([.edge, .beeline])
    let result = BatchResult(batch, [Tally(), Tally()])
    let test = SequentialTest(difference: 0.01)
    var looks: [CompareLook] = []
    for (both, first, second, neither) in [
      (0, 0, 0, 0), (100, 0, 0, 0), (0, 9000, 10, 0), (0, 0, 9000, 10), (10, 20, 30, 40),
      (0, 0, 0, 100_000), (1 << 30, 1 << 30, 1 << 30, 1 << 30),
    ] as [(UInt64, UInt64, UInt64, UInt64)] {
      var pairs = PairCounts()
      (pairs.both, pairs.firstOnly, pairs.secondOnly, pairs.neither) = (
        both, first, second, neither
      )
      looks.append(CompareLook(pairs, test))
    }
    for look in looks { try Self.check("compare", rows: CompareCSV.row(look, test, result)) }
    expect(Set(looks.map(\.decision)).isSuperset(of: [nil, .first, .second, .neither]))
  }
}
