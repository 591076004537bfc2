import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSolver

/// Sentences about the grade that the data of the players does not support.
@Suite struct MeasureFindingsTests {
  /// Twelve levels from gentle to hard.
  private static func levels() throws -> [(level: Level, report: LevelReport)] {
    let codes = [
      "S4/5/5/5/4P", "S4/5/Z4/5/4P", "S2Z#1/6/#4#/#5/3#2/5P+lit", "S1Z2/5/2Z2/5/4P", "S4/5/4#/5/4P",
      "S4/3#1/5/3#1/1Z2P+lit", "S4/5/Z1#2/5/4P+lit", "S5/6/2#Z2/2#3/4#1/5P+lit", "S4/5/5/5/4P+lit",
      "S4#/1Z4/4#1/1#4/6/##3P+lit", "S4/5/1#Z2/5/2Z1P", "S5/4#1/5#/6/#3#1/1Z#2P+lit",
    ]
    let grader = Grader()
    return try codes.map { code in
      let level = try Level(code: code)
      return (level, grader.report(level, [.grade, .solution]))
    }
  }

  /// The findings if each of some players plays ten rounds on each of their levels.
  ///
  /// - Parameter wins: The number of rounds that are won on a level, 0 to 10.
  private static func findings(
    _ levels: [(level: Level, report: LevelReport)], players: [(name: String, levels: Int)],
    wins: (LevelReport) -> Int
  ) throws -> MeasureFindings {
    var plays = CampaignPlays(
      levels.map { CampaignPlays.Entry($0.level, rules: .standard, takesAnyHearing: true) })
    plays.beginFile(ofPeople: true)
    for player in players {
      for (level, report) in levels.prefix(player.levels) {
        for round in 0..<10 {
          let isWon = round < wins(report)
          _ = try plays.count(
            RecordedPlay(
              line: 2, player: player.name, code: Array(level.code.utf8)[...],
              outcome: isWon ? .won : .outOfMoves,
              path: isWon ? report.solution?.moves ?? [] : [], milliseconds: nil,
              firstMoveMilliseconds: nil, hasWrongClock: false, undos: 0, hints: 0, life: 1,
              rules: nil, identity: nil))
        }
      }
    }
    plays.finish()
    let rows = levels.indices.map { place in
      WorldsRow(
        world: 1, worldName: "One", lock: .all, number: place + 1, name: nil, line: nil,
        level: levels[place].level, report: levels[place].report, stars: nil,
        plays: plays.levels[place])
    }
    return MeasureFindings(
      rows, players: plays.players, stayers: plays.stayers, samples: 200)
  }

  private static func people(_ count: Int, levels: Int) -> [(name: String, levels: Int)] {
    (0..<count).map { ("person \($0)", levels) }
  }

  private static let agreement =
    "Levels with more points are won less often: the players agree with the grade."
  private static let contradiction =
    "Levels with more points are won more often: the players contradict the grade."
  private static let nothing =
    "The data does not show whether levels with more points are won less often."

  @Test func whatTheDataTellsAboutTheGrade() throws {
    let levels = try Self.levels()
    #expect(levels.allSatisfy { $0.report.points != nil })
    let all = Self.people(10, levels: 12)
    func points(_ report: LevelReport) -> Int { min(report.points ?? 0, 9) }
    let agreeing = try Self.findings(levels, players: all) { 10 - points($0) }
    #expect(agreeing.sentences.contains(Self.agreement), "\(agreeing.sentences)")
    #expect(agreeing.sentences[0] == "The data has 10 players, 1,200 rounds and 12 levels.")
    #expect(!agreeing.sentences.contains { $0.contains("fewer than") })
    #expect(!agreeing.sentences.contains { $0.contains("tried every level") })
    #expect(agreeing[.points, .winRate]?.correlation.map { $0.coefficient < -0.9 } == true)
    let contradicting = try Self.findings(levels, players: all) { 1 + points($0) }
    #expect(contradicting.sentences.contains(Self.contradiction), "\(contradicting.sentences)")
    // As often as by chance, whatever the points are.
    let mixed = try Self.findings(levels, players: all) { report in
      let points = report.points ?? 0
      return points % 3 == 0 ? 3 : points % 3 == 1 ? 7 : 5
    }
    #expect(mixed.sentences.contains(Self.nothing), "\(mixed.sentences)")
    let equal = try Self.findings(levels, players: all) { _ in 5 }
    #expect(equal.sentences.contains { $0.contains("all are won equally often") })
  }

  @Test func whatTheDataCannotTell() throws {
    let levels = try Self.levels()
    let few = try Self.findings(
      Array(levels.prefix(9)), players: Self.people(2, levels: 9)
    ) { 10 - min($0.points ?? 0, 9) }
    #expect(
      few.sentences.contains {
        $0.hasPrefix("With fewer than 10 levels, the data cannot tell whether the grade is right")
      })
    #expect(few.sentences.last?.hasPrefix("With fewer than 10 players") == true)
    #expect(!few.sentences.contains(Self.agreement))
    // Most players leave after the first level.
    let leavers = Self.people(20, levels: 1) + [("stayer", 12)]
    let left = try Self.findings(levels, players: leavers) { 10 - min($0.points ?? 0, 9) }
    #expect(
      left.sentences.contains {
        $0.hasPrefix("Only 1 of 21 players tried every level. Players who lose often leave")
      }, "\(left.sentences)")
    let none = try Self.findings(levels, players: Self.people(3, levels: 3) + [("last", 1)]) {
      10 - min($0.points ?? 0, 9)
    }
    // Levels without rounds do not count, so these three players tried all.
    #expect(none.levels == 3 && none.stayers == 3)
  }
}
