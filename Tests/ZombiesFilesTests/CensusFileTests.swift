import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesGrading
import ZombiesTestSupport

/// Census files that are not read back, or whose levels are not those of the census.
@Suite struct CensusFileTests {
  /// The result of the table of files, made by hand.
  private static func golden() throws -> CensusResult {
    func kind(_ par: Int, _ ways: UInt64, _ grade: Grade) -> LevelKind {
      LevelKind(verdict: .solvable, par: par, shortestSolutions: ways, grade: grade)
    }
    let unsolvable = LevelKind(
      verdict: .unsolvable, par: nil, shortestSolutions: nil, grade: nil)
    var hardest = HardestLevels(capacity: 2)
    for code in ["S3/4/2#1/Z2P+lit", "S3/2Z1/2#1/3P+lit"] {
      hardest.keep(.init(code: code, kind: kind(8, 1, .hard)))
    }
    return CensusResult(
      try Census(try Family("4x4z1b1+lit"), top: 2), counted: RangeSet([0..<50, 60..<90]),
      counts: [
        kind(8, 1, .hard): .init(levels: 2, placements: 2),
        unsolvable: .init(levels: 75, placements: 75),
        kind(6, 2, .medium): .init(levels: 3, placements: 3),
      ], hardest: hardest)
  }

  @Test func theTextIsStable() throws {
    let bytes = sealed(try FileCase.lines(of: "census: some placements without symmetry"))
    let golden = try Self.golden()
    expectEqual(Array(CensusFile.text(golden).utf8), bytes)
    try expectEqual(CensusFile.read(bytes), golden)
    let other = try Census(try Family("4x4z1b1+lit"), top: 5)
    expectEqual(CensusFile.difference(golden.census, from: other), "top 2, not 5")
    expectNil(CensusFile.difference(other, from: other))
  }

  @Test func whatIsWrittenIsRead() throws {
    // With hearing, half turns are other levels.
    let rules = try [
      .standard, Rules(catchingDistance: 0, chase: .horizontal, zombieSpeed: 16),
      Rules(hearingDistance: 3),
    ]
    let names = ["4x3z1b1f1", "3x4z2+lit", "1x2", "3x3b3", "4x4z1b1"]
    for name in names + (isLong ? ["classic", "8x8z1+lit"] : []) {
      for rules in rules {
        for (top, limit) in [(0, nil), (10, 3), (1000, 1_000_000)] as [(Int, Int?)] {
          let census = try Census(try Family(name), rules: rules, stateLimit: limit, top: top)
          let count = census.placements.upperBound
          for numbers in [0..<count, 0..<0, count / 3..<count / 2] {
            let result = try census.count(in: numbers)
            let text = CensusFile.text(result)
            try expectEqual(CensusFile.read(Array(text.utf8)), result, "\(text)")
          }
        }
      }
    }
  }

  /// A level is given only by its canonical placement.
  @Test func otherPlacementsAreRefused() throws {
    let text = CensusFile.text(try Census(try Family("4x4z1b1"), top: 2).count())
    let lines = text.split(separator: "\n").dropLast().map(String.init)
    let other = lines.map { $0.replacing("hard S2#/4/1Z2/3P ", with: "hard S3/2Z1/4/#2P ") }
    expect(answer("census", sealed(lines)).line == nil && other != lines)
    expect(answer("census", sealed(other)).line != nil)
  }
}
