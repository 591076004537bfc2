import Foundation
import Testing
import ZombiesCore
import ZombiesGame
import ZombiesGrading
import ZombiesTestBridge
import ZombiesTestSupport

/// Levels of the built-in campaign that lack a promised property, by the naive reference and by their grades, which
/// the tests of grading prove; and the report on it.
@Suite struct StandardCampaignTests {
  private static let campaign = Campaign.standard

  /// A level with its place.
  private struct Named {
    let place: Campaign.Place
    let level: NaiveLevel

    var name: String { "\(place.world + 1).\(place.level + 1) \(level.code)" }

    /// The pars of the level without each of its things.
    var parsWithoutThings: [Int?] {
      (level.zombies + level.blocks + level.flashlights).map { square in
        let less = NaiveLevel(
          rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
          zombies: level.zombies.filter { $0 != square },
          blocks: level.blocks.filter { $0 != square },
          flashlights: level.flashlights.filter { $0 != square }, lit: level.lit)
        return naiveSolve(less).par
      }
    }
  }

  private static let levels: [Named] = campaign.places.compactMap { place in
    NaiveLevel(campaign[place].level).map { Named(place: place, level: $0) }
  }

  @Test func worldsAreOfTenLevels() throws {
    expect(Self.campaign.worlds.count >= 5 && Self.levels.count == Self.campaign.places.count)
    for world in Self.campaign.worlds {
      expect(world.levels.count == 10 && world.levels.allSatisfy { $0.name != nil }, world.name)
    }
    let names = Self.campaign.worlds.flatMap { [$0.name] + $0.levels.compactMap(\.name) }
    expectEqual(Set(names).count, names.count)
    try expectEqual(Campaign(text: Self.campaign.text), Self.campaign)
  }

  /// Reports/worlds.csv is of the built-in campaign, and the naive reference finds the same pars.
  @Test func theReportIsOfTheCampaign() throws {
    let file = packageFolder.appendingPathComponent("Reports/worlds.csv")
    // The names contain no commas.
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    expectEqual(rows.count, 1 + Self.levels.count)
    for (number, (row, named)) in zip(rows.dropFirst(), Self.levels).enumerated() {
      let cells = Dictionary(zip(rows[0], row), uniquingKeysWith: { $1 })
      let (place, level) = (named.place, Self.campaign[named.place])
      let wanted = [
        "\(place.world + 1)", "\(place.level + 1)", level.code, level.name, "solvable",
      ]
      expectEqual(["world", "number", "level", "name", "verdict"].map { cells[$0] }, wanted)
      if isLong || number % 4 == 0 {
        expectEqual(cells["par"], naiveSolve(named.level).par.map { "\($0)" }, named.name)
      }
    }
  }

  /// Each rule for opening a world is used, and a player who earns only the star for winning can
  /// open all worlds.
  @Test func locksLetANormalPlayerIn() {
    var kinds: Set<String> = []
    for (number, world) in Self.campaign.worlds.enumerated() {
      let most = UInt64(number * 9)
      switch world.lock {
      case .all: if number > 0 { kinds.insert("all") }
      case .stars(let count):
        kinds.insert("stars")
        expect(count <= most, world.name)
      case .coins(let price):
        kinds.insert("coins")
        expect(price <= most, world.name)
      }
    }
    expectEqual(kinds, ["all", "stars", "coins"])
    expectEqual(Self.campaign.worldsThatNeverOpen, [])
    expectNil(Self.campaign.firstUnsolvable(under: .standard))
  }

  /// Worlds that no number of stars opens, and the first level that cannot be won.
  @Test func whatIsWrongWithOthers() throws {
    let worlds = "; world: A\nS1P\n; world: B\n; unlock: stars 6\nS2P\n; world: C\n"
    // The last ones: a world that follows one that never opens, and a campaign with a repeated level.
    for (last, never) in [
      ("; unlock: coins 3\nS3P\n", []), ("; unlock: coins 4\nS3P\n", [1, 2]), ("S3P\n", [1, 2]),
      ("; unlock: stars 3\nS1P\n", [1]),
    ] {
      try expectEqual(Campaign(text: worlds + last).worldsThatNeverOpen, never, last)
    }
    let campaign = try Campaign(text: "; world: A\nS1P\n; world: B\nS4/5/Z1#2/5/4P+lit\nS2/2Z/2P\n")
    // A level whose verdict is unknown is not unsolvable.
    for (distance, states) in [(1, Int.max), (1, 4), (0, .max), (0, 4)] {
      let found = campaign.firstUnsolvable(
        under: try Rules(catchingDistance: distance), stateLimit: states)
      expectEqual(found, distance == 1 ? Campaign.Place(world: 1, level: 1) : nil)
    }
  }

  /// Every level is solvable. Points never fall within a world, and their mean rises from world to world, with hearing
  /// as without it. With hearing distance 2, reasoning alone wins the first world and most of the second; in the rest of
  /// the second and in the third, the player must weigh a risk.
  @Test(arguments: [0, 2]) func pointsRise(hearing: Int) throws {
    let (grader, deaf) = (Grader(try Rules(hearingDistance: hearing)), Grader())
    var means: [Double] = []
    for (number, world) in Self.campaign.worlds.enumerated() {
      let reports = world.levels.map { grader.report($0.level, .grade) }
      let points = try reports.map { try require($0.points) }
      expect(
        reports.allSatisfy { $0.verdict == .solvable } && points == points.sorted(), world.name)
      means.append(Double(points.reduce(0, +)) / 10)
      for (index, (level, report)) in zip(world.levels, reports).enumerated() where hearing > 0 {
        guard number < 3 else {
          // Large dark rooms have too many placements, and lit rooms need no luck.
          expect(report.luck == nil && report.points == deaf.report(level.level, .grade).points)
          continue
        }
        let luck = try require(report.luck)
        switch (number, index) {
        case (0, _), (1, ..<7): expect(luck.isCertain, level.code)
        case (1, _): expect(luck.value >= 0.5 && !luck.isCertain, level.code)
        default: expect(luck.value > 0.4 && luck.value < 0.62, level.code)
        }
      }
    }
    expect(zip(means, means.dropFirst()).allSatisfy { $0 + 0.5 < $1 }, "\(means)")
  }

  /// No level is a reflection or rotation of another, with start and signpost in their corners.
  @Test func noTwoAreAlike() {
    var seen: [Set<[Int]>: String] = [:]
    for named in Self.levels {
      let (level, columns, last) = (named.level, named.level.columns, named.level.squareCount - 1)
      expect(level.signpost == 0 && level.start == last)
      func image(_ move: (Int) -> Int) -> [Int] {
        [level.rows, columns, level.lit ? 1 : 0]
          + [level.zombies, level.blocks, level.flashlights].flatMap {
            $0.map(move).sorted() + [-1]
          }
      }
      func turned(_ square: Int) -> Int { square % columns * columns + square / columns }
      var images: Set = [image { $0 }, image { last - $0 }]
      if level.rows == columns {
        images.formUnion([image { turned($0) }, image { last - turned($0) }])
      }
      expectNil(seen.updateValue(named.name, forKey: images), named.name)
    }
  }

  /// From the fourth world on, removing any thing changes par. In the first three worlds no thing matters: par is
  /// always 8. Nor does it in any solvable level of the presets, from which most of these levels come.
  @Test func everyThingMattersWhereItCan() throws {
    for named in sampled(Self.levels, every: 4) {
      let (par, others) = (naiveSolve(named.level).par, named.parsWithoutThings)
      if named.place.world < 3 { expect(par == 8 && !named.level.lit, named.name) }
      expect(others.allSatisfy { ($0 == par) == (named.place.world < 3) }, named.name)
    }
    for (world, name) in ["classic", "block", "flashlight"].enumerated() {
      var placements: [NaiveLevel] = []
      try require(NaiveFamily(name: name)).forEachPlacement { placements.append($0) }
      let drawn = Self.levels.count { $0.place.world == world && placements.contains($0.level) }
      expectEqual(drawn, world == 1 ? 7 : 10)
      for level in sampled(placements, every: 24) {
        let named = Named(place: Campaign.Place(world: world, level: 0), level: level)
        guard let par = naiveSolve(level).par else { continue }
        expect(par == 8 && named.parsWithoutThings.allSatisfy { $0 == par }, level.code)
      }
    }
  }
}
