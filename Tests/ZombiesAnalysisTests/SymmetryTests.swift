import Foundation
import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The properties that symmetries preserve, and those that they do not, by brute force.
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

  private static func families(_ rows: Int, _ columns: Int, things: Int) -> [NaiveFamily] {
    var families: [NaiveFamily] = []
    for zombies in 0...things {
      for blocks in 0...(things - zombies) {
        for flashlights in 0...(things - zombies - blocks) {
          for lit in [false, true] {
            families.append(
              NaiveFamily(
                rows: rows, columns: columns, zombies: zombies, blocks: blocks,
                flashlights: flashlights, lit: lit))
          }
        }
      }
    }
    return families
  }

  /// Two levels of a family have the same canonical code exactly if a symmetry maps one to the
  /// other.
  @Test(arguments: ["4x4z2", "4x4z1b1", "3x5b2f1", "4x4z1f1", "4x4z1b1+lit", "3x4b2+lit"])
  func canonicalCodesAreThoseOfOrbits(name: String) throws {
    let family = try #require(NaiveFamily(name: name))
    let group = Symmetry.group(of: try Family(family))
    var orbits: [Set<String>: Set<String>] = [:]
    var count = 0
    family.forEachPlacement { naive in
      let orbit = Set(group.map { Self.image(naive, $0).code })
      orbits[orbit, default: []].insert(try! Level(naive).canonical().code)
      count += 1
    }
    #expect(count > 10)
    for (orbit, codes) in orbits { #expect(Array(codes) == [orbit.min()], "\(orbit)") }
  }

  /// Long runs of floor, whose numbers have two digits, and rooms of more than 64 squares.
  @Test(arguments: [
    "2x30z1b1f1", "30x2z2", "12x4b2", "4x13z1b1", "3x21b1", "6x11z2b1", "3x33z1b2", "9x9z3",
  ])
  func canonicalCodesOfLongRows(name: String) throws {
    let family = try Family(name)
    let group = Symmetry.group(of: family)
    for level in LevelGenerator(family, seed: 1, selection: .any).prefix(60) {
      let naive = try #require(NaiveLevel(code: level.code))
      let codes = group.map { Self.image(naive, $0).code }
      #expect(level.canonical().code == codes.min(), "\(level)")
    }
  }

  /// Every placement of small families under every symmetry of its group, including non-square
  /// rooms.
  @Test(arguments: rooms) func theGroupKeepsVerdictParAndWays(rows: Int, columns: Int) throws {
    for family in Self.families(rows, columns, things: isLong || rows * columns < 12 ? 3 : 2) {
      for rules in [NaiveRules(), NaiveRules(catchingDistance: 0, chase: .vertical, speed: 2)] {
        let group = Symmetry.group(of: try Family(family)).dropFirst()
        if group.isEmpty { continue }
        var known: [NaiveLevel: Kept] = [:]
        family.forEachPlacement { known[$0] = Self.kept($0, rules) }
        #expect(
          firstFailure(of: known.keys) { level in
            firstFailure(of: group) { symmetry in
              let image = Self.image(level, symmetry)
              return known[image] == known[level]
                ? nil : "\(symmetry) of \(level) is \(image), \(rules)"
            }
          } == nil)
      }
    }
  }

  /// One zombie under `vertical` is the mirror image of one under `horizontal`. Two are not.
  @Test func transpositionSwapsTheAxes() throws {
    func failure(_ family: NaiveFamily) -> String? {
      for distance in [0, 1] {
        for speed in 1...3 {
          var failure: String?
          family.forEachPlacement { level in
            let image = Self.image(level, .transposition)
            let vertical = NaiveRules(catchingDistance: distance, chase: .vertical, speed: speed)
            let horizontal = NaiveRules(
              catchingDistance: distance, chase: .horizontal, speed: speed)
            if failure == nil, Self.kept(level, vertical) != Self.kept(image, horizontal) {
              failure = "\(level) under \(vertical) is not \(image) under \(horizontal)"
            }
          }
          if let failure { return failure }
        }
      }
      return nil
    }
    for things in [(0, 0, true), (1, 0, true), (0, 1, false), (1, 1, false)] {
      let family = NaiveFamily(
        rows: 4, columns: 4, zombies: 1, blocks: things.0, flashlights: things.1, lit: things.2)
      #expect(failure(family) == nil)
    }
    let two = failure(NaiveFamily(rows: 4, columns: 4, zombies: 2, blocks: 1, lit: true))
    if isLong { print("Two zombies:", two ?? "none") }
    #expect(two != nil)
  }

  /// If zombies may move, no symmetry holds under any rules. The test finds a counterexample of
  /// each.
  @Test(arguments: Rules.ChaseAxis.allCases, [0, 1])
  func movingZombiesBreakEverySymmetry(axis: Rules.ChaseAxis, distance: Int) throws {
    for speed in isLong ? Array(Rules.zombieSpeeds) : [1, 2, 3] {
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
            #expect(Symmetry.group(of: family) == [.identity])
            return Self.counterexample(to: symmetry, family, rules)
          }
          if isLong {
            print("\(symmetry), \(name), \(rules.chase) \(distance) \(speed):", found ?? "none")
          }
          #expect(found != nil, "\(symmetry), \(name), \(rules)")
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
