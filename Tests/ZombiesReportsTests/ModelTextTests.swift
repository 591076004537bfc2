import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesReports
import ZombiesTestSupport

/// Models whose three formats differ, or whose best value is not that of the library's plans, by a
/// reader of each format.
@Suite struct ModelTextTests {
  private static func model(
    _ name: String, _ selection: LevelSelection = .any, hearing: Int = 0, catching: Int = 1,
    _ view: RoundModel.View = .player
  ) throws -> RoundModel {
    try RoundModel(
      .family(Family(name), selection),
      rules: Rules(catchingDistance: catching, hearingDistance: hearing), view: view)
  }

  private static func text(
    _ head: String, _ model: RoundModel, _ append: (Int, RoundModel, inout [UInt8]) -> Void
  ) -> String {
    var bytes = Array(head.utf8)
    for state in 0..<model.stateCount { append(state, model, &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func csv(_ model: RoundModel) -> String {
    text(ModelCSV.schema.header, model) { ModelCSV.append($0, of: $1, to: &$2) }
  }

  static func drn(_ model: RoundModel) -> String {
    text(DRNText.head(of: model), model) { DRNText.append($0, of: $1, to: &$2) }
  }

  static func pomdp(_ model: RoundModel) -> String {
    text(CassandraText.head(of: model), model) { CassandraText.append($0, of: $1, to: &$2) }
  }

  private static let samples: [(name: String, hearing: Int)] = [
    ("1x2", 0), ("3x3z1", 0), ("3x4z1f1", 2), ("4x3z1b1", 0), ("3x3z1b1+lit", 0), ("4x4z2", 2),
    ("2x5z1f1", 1),
  ]

  /// All three formats describe the same moves and observations.
  @Test func formatsAgree() throws {
    for (place, (name, hearing)) in Self.samples.enumerated() {
      for view in isLong
        ? RoundModel.View.allCases : [RoundModel.View.allCases[place % 3], .player]
      {
        let model = try Self.model(name, hearing: hearing, view)
        let rows = try ReadModel(csv: Self.csv(model))
        var drn = try ReadModel(drn: Self.drn(model))
        let pomdp = try ReadModel(pomdp: Self.pomdp(model))
        expectEqual(drn.type, view == .all ? "MDP" : "POMDP")
        // An MDP has no observations.
        if view == .all { drn.observations = rows.observations }
        expect(drn.draws == rows.draws && drn.moves == rows.moves, "\(name)")
        expectEqual(drn.observations, rows.observations, "\(name)")
        expect(pomdp.draws == rows.draws && pomdp.observations == rows.observations, "\(name)")
        for (state, moves) in rows.moves {
          for move in ["up", "down", "left", "right"] {
            let next = moves[move] ?? state
            expectEqual(pomdp.moves[state]?[move], next, "\(name) \(state) \(move)")
          }
        }
      }
    }
  }

  /// The best play of the written model wins as many placements as the library's plan.
  @Test func bestValueIsThatOfThePlan() throws {
    func wins(
      _ name: String, _ selection: LevelSelection, _ view: RoundModel.View, hearing: Int = 0,
      catching: Int = 1
    ) throws -> Int {
      let model = try Self.model(name, selection, hearing: hearing, catching: catching, view)
      return try ReadModel(csv: Self.csv(model)).bestWins()
    }
    let names = [
      "1x9z1", "8x1f1", "3x3z1", "3x4z1", "4x3z1b1", "3x4z1f1", "3x5z2", "3x3z1b1+lit", "4x3b2",
      "3x4z1b1f1",
    ]
    // In the short form, each family under one of the rules.
    for (turn, (hearing, catching)) in [(0, 1), (2, 0), (2, 1), (0, 0)].enumerated() {
      let rules = try Rules(catchingDistance: catching, hearingDistance: hearing)
      for (place, name) in names.enumerated() where isLong || (place + turn) % 4 == 0 {
        let plan = Int(try BlindPlan(Family(name), rules: rules).wins)
        let generator = LevelGenerator(try Family(name), seed: 0, rules: rules)
        let solvable = Int(try require(PlacementCounts(generator)).solvable)
        func best(_ view: RoundModel.View, _ selection: LevelSelection = .any) throws -> Int {
          try wins(name, selection, view, hearing: hearing, catching: catching)
        }
        try expectEqual(best(.player), plan, "\(name)")
        if solvable > 0 { try expectEqual(best(.player, .solvable), plan, "\(name)") }
        try expectEqual(best(.all), solvable, "\(name)")
        // Blocks stop some of the rounds of one list of moves, which makes many beliefs.
        if !name.contains("b") { try expect(best(.none) <= plan, "\(name)") }
      }
    }
    // Without a block, a light or a number heard, sight in the dark tells nothing before it is too late.
    for name in ["3x5z1", "4x3z2"] {
      try expectEqual(wins(name, .any, .none), wins(name, .any, .player))
    }
  }

  /// The numbers of the preset `classic`, which the articles name.
  @Test func classic() throws {
    let model = try Self.model("classic")
    expect(model.stateCount == 2170 && model.choiceCount == 6913 && model.observationCount == 27)
    expect(
      Self.drn(model).hasPrefix(
        """
        // zombies model 1: classic, any levels, 171 draws; catching-distance 1, chase longest, \
        zombie-speed 1, hearing-distance 0; view player
        @type: POMDP
        @parameters

        @reward_models

        @nr_states
        2170
        @nr_choices
        6913
        @model
        state 0 {0} init
        \taction draw
        \t\t3 : 1/171

        """))
    // A level that is lost before the first move has only the three states that all models have.
    for (code, outcome) in [("S2/2Z/2P", "caught"), ("S#/#P", "stuck")] {
      let model = try RoundModel(.level(Level(code)))
      expectEqual(
        Self.csv(model), ModelCSV.schema.header + "0,0,,,,,,draw,2,\(outcome),\(code),\n")
      try expectEqual(ReadModel(drn: Self.drn(model)).draws, [2])
      try expectEqual(ReadModel(pomdp: Self.pomdp(model)).draws, [2])
    }
  }
}
