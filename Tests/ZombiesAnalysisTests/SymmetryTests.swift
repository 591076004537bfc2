import Foundation
import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The properties that symmetries preserve, and those that they do not, by brute force: only here
/// must each rule that is not a symmetry have a counterexample.
@Suite struct SymmetryTests {
  /// The properties that a symmetry has to preserve.
  private struct Kept: Equatable {
    let par: Int?
    let ways: UInt64?
  }

  private static func kept(_ level: NaiveLevel, _ rules: NaiveRules = .standard) -> Kept {
    let solution = naiveSolve(level, rules)
    return Kept(par: solution.par, ways: solution.shortestSolutions)
  }

  /// The level with its things moved by a symmetry, and start and signpost unchanged.
  private static func image(_ level: NaiveLevel, _ symmetry: Symmetry) -> NaiveLevel {
    let size = try! RoomSize(rows: level.rows, columns: level.columns)
    func image(_ squares: [Int]) -> [Int] {
      squares.map { size.index(of: symmetry.image(of: size.square(at: $0), in: size)) }
    }
    return NaiveLevel(
      rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
      zombies: image(level.zombies), blocks: image(level.blocks),
      flashlights: image(level.flashlights), lit: level.lit)
  }

  private static let rooms = [(2, 5), (5, 2), (3, 3), (3, 4), (4, 3), (4, 4)]

  /// Long runs of floor, whose numbers have two digits, and rooms of more than 64 squares.
  @Test(arguments: [
    "2x30z1b1f1", "30x2z2", "12x4b2", "4x13z1b1", "3x21b1", "6x11z2b1", "3x33z1b2", "9x9z3",
  ])
  func canonicalCodesOfLongRows(name: String) throws {
    let family = try Family(name)
    let group = Symmetry.group(of: family)
    let levels = LevelGenerator(family, seed: 1, selection: .any).prefix(isLong ? 600 : 60)
    let failure = try firstFailure(of: levels) { level in
      let naive = try require(NaiveLevel(code: level.code))
      let codes = group.map { Self.image(naive, $0).code }
      return level.canonical().code == codes.min() ? nil : "\(level)"
    }
    expectNil(failure)
  }

  /// Every placement of small families under every symmetry of its group, including non-square
  /// rooms.
  @Test(arguments: rooms) func theGroupKeepsVerdictParAndWays(rows: Int, columns: Int) throws {
    let isSmall = isLong || rows * columns < 12
    let things = isSmall ? 3 : rows == columns ? 1 : 2
    for family in NaiveFamily.all(rows: rows, columns: columns, maxThings: things) {
      let near = NaiveRules(catchingDistance: 0, chase: .vertical, speed: 2)
      for rules in isSmall ? [NaiveRules(), near] : [NaiveRules()] {
        let group = Symmetry.group(of: try Family(family)).dropFirst()
        if group.isEmpty { continue }
        var known: [NaiveLevel: Kept] = [:]
        family.forEachPlacement { known[$0] = Self.kept($0, rules) }
        expectNil(
          firstFailure(of: known.keys) { level in
            firstFailure(of: group) { symmetry in
              let image = Self.image(level, symmetry)
              return known[image] == known[level]
                ? nil : "\(symmetry) of \(level) is \(image), \(rules)"
            }
          })
      }
    }
  }

  /// If zombies may move, no symmetry holds under any rules. The test finds a counterexample of
  /// each.
  @Test(arguments: Rules.ChaseAxis.allCases, [0, 1])
  func movingZombiesBreakEverySymmetry(axis: Rules.ChaseAxis, distance: Int) throws {
    for speed in isLong ? Array(Rules.zombieSpeeds) : [1, 2] {
      let rules = try Rules(catchingDistance: distance, chase: axis, zombieSpeed: speed)
      // The faster the zombies, the more blocks are needed. The families are small enough to
      // search.
      for (name, names) in [
        ("lit", ["4x4z1b1+lit", "4x4z1b2+lit", "5x5z1b2+lit", "6x6z1b4+lit"]),
        ("a flashlight", ["4x4z1f1", "4x4z1b1f1", "4x4z1b2f1"]), ("two zombies", ["4x4z2b1+lit"]),
      ] where name != "two zombies" || speed == 1 {
        for symmetry in Symmetry.allCases.dropFirst() {
          let found = try firstFailure(of: names) { name in
            let family = try Family(name)
            expectEqual(Symmetry.group(of: family), [.identity])
            return Self.counterexample(to: symmetry, family, rules)
          }
          if isLong {
            print("\(symmetry), \(name), \(rules.chase) \(distance) \(speed):", found ?? "none")
          }
          expect(found != nil, "\(symmetry), \(name), \(rules)")
        }
      }
    }
  }

  private static func counterexample(
    to symmetry: Symmetry, _ family: Family, _ rules: Rules
  ) -> String? {
    let search = Solver(rules: rules)
    for level in Placements(family) {
      guard let naive = NaiveLevel(level), let image = try? Level(Self.image(naive, symmetry))
      else { continue }
      let (mine, theirs) = (search.decide(level).par, search.decide(image).par)
      if mine != theirs {
        return "\(level.code) has par \(mine.map(String.init) ?? "none"), "
          + "\(image.code) \(theirs.map(String.init) ?? "none")"
      }
    }
    return nil
  }
}
