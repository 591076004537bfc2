import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// What is said of a level, its class, its family and its neighbours, against brute force: only
/// here are the ranks of a level in its family compared with a sorted list of all.
@Suite struct LevelProbeTests {
  /// What is wrong with a finding, or nil.
  private static func complaint(
    _ finding: LevelProbe.Finding, of naive: NaiveLevel, _ rules: NaiveRules,
    _ numbers: [String: UInt64]
  ) -> String? {
    let solved = naiveSolve(naive, rules)
    let images = naiveClass(naive, rules)
    let report = finding.report
    guard finding.level.code == naive.code, report.par == solved.par,
      report.shortestSolutions == solved.shortestSolutions,
      report.verdict == (solved.par == nil ? .unsolvable : .solvable),
      (report.grade == nil) == (solved.par == nil)
    else { return "\(naive.code) \(rules): \(report)" }
    guard finding.levelClass.representative.code == images.first,
      finding.levelClass.count == naiveSymmetries(naive, rules)
    else { return "\(naive.code) \(rules): \(finding.levelClass), expected \(images)" }
    guard finding.reference?.number == numbers[naive.code] else {
      return "\(naive.code): \(finding.reference as Any)"
    }
    return nil
  }

  /// Levels of families and levels with start and signpost anywhere, with all their neighbours.
  /// About 12 levels, or 500 with `ZOMBIES_LONG=1`.
  @Test func againstBruteForce() throws {
    var random = NaiveRandom(seed: 32)
    let names =
      isLong
      ? [
        "classic", "block", "flashlight", "3x5z1b2+lit", "4x3z1b1f1", "5x5z1b2", "4x4z2b1+lit",
        "1x9z1", "9x1b1", "2x6z1f1", "5x4z1f1+lit", "3x4z3", "4x4f2", "5x5b3",
      ] : ["block", "3x4z1b1+lit", "4x3z1f1", "1x9b1"]
    let count = isLong ? 36 : 3
    let variants = [NaiveRules.standard] + NaiveRules.variants
    var (levels, neighbours) = (0, 0)
    for name in names {
      let family = try #require(NaiveFamily(name: name))
      var all: [NaiveLevel] = []
      family.forEachPlacement { all.append($0) }
      let numbers = Dictionary(
        uniqueKeysWithValues: all.enumerated().map { ($1.code, UInt64($0)) })
      for number in 0..<count {
        var naive = all[random.below(all.count)]
        if number % 3 == 2 {
          // Anywhere: the start and the signpost exchange their squares with two others.
          let squares = (0..<naive.squareCount).filter {
            ![naive.zombies, naive.blocks, naive.flashlights].joined().contains($0)
          }
          let start = squares[random.below(squares.count)]
          let others = squares.filter { $0 != start }
          naive = NaiveLevel(
            rows: naive.rows, columns: naive.columns, start: start,
            signpost: others[random.below(others.count)], zombies: naive.zombies,
            blocks: naive.blocks, flashlights: naive.flashlights, lit: naive.lit)
        }
        let rules = variants[random.below(variants.count)]
        let known = naive.isPlaced ? numbers : [:]
        let probe = LevelProbe(try Level(naive), by: Grader(try Rules(rules)))
        let changes = naive.changes
        let found = try #require(probe.neighbours)
        #expect(Self.complaint(probe.finding, of: naive, rules, known) == nil)
        #expect(found.count == changes.count, "\(naive.code)")
        for (neighbour, change) in zip(found, changes) {
          let size = neighbour.finding.level.size
          let letter = String(decoding: [neighbour.thing.letter], as: UTF8.self)
          #expect(letter == change.letter && size.index(of: neighbour.from) == change.from)
          #expect(size.index(of: neighbour.to) == change.to)
          #expect(Self.complaint(neighbour.finding, of: change.level, rules, known) == nil)
        }
        (levels, neighbours) = (levels + 1, neighbours + found.count)
      }
    }
    tell(neighbours, "neighbours of \(levels) levels")
    #expect(levels == names.count * count && neighbours > 10 * levels)
  }

  /// The ranks of every level of some families, by sorting all of them.
  @Test(arguments: sampled(["4x4z1b1+lit", "block", "3x5z1b2+lit", "4x4z1b1f1"], every: 2))
  func ranks(name: String) throws {
    let result = try Census(try Family(name)).count()
    let grader = Grader()
    var all: [(par: Int, grade: Int, kind: LevelKind)] = []
    var unsolvable: LevelKind?
    for level in Placements(result.census.family) {
      guard LevelClass(of: level).representative == level else { continue }
      let report = grader.report(level, .grade)
      guard let par = report.par, let grade = report.grade else {
        unsolvable = LevelKind(report)
        continue
      }
      let place = try #require(Grade.allCases.firstIndex(of: grade))
      all.append((par, place, LevelKind(report)))
    }
    for level in all {
      let rank = try #require(result.rank(of: level.kind))
      #expect(rank.levels == UInt64(all.count))
      #expect(rank.longer == UInt64(all.count { $0.par > level.par }))
      #expect(rank.samePar == UInt64(all.count { $0.par == level.par }))
      #expect(rank.harder == UInt64(all.count { $0.grade > level.grade }))
      #expect(rank.sameGrade == UInt64(all.count { $0.grade == level.grade }))
    }
    #expect(unsolvable.map { result.rank(of: $0) == nil } ?? true)
    let part = try Census(try Family(name)).count(in: 0..<40)
    #expect(part.rank(of: all[0].kind) == nil, "a part of a family ranks nothing")
  }

  /// A room with too many neighbours has none, at once.
  @Test func tooManyNeighbours() throws {
    let level = try Level("P1023" + String(repeating: "/1024", count: 30) + "/Z1022S")
    let probe = LevelProbe(level, by: Grader())
    #expect(probe.neighbours == nil && probe.finding.report.par == 1054)
  }
}
