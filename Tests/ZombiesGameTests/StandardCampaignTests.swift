import Foundation
import Testing
import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesTestBridge
import ZombiesTestSupport

/// Levels of the built-in campaign that lack a promised property, by the naive reference.
@Suite struct StandardCampaignTests {
  private static let campaign = Campaign.standard

  /// A level with its number.
  struct Named: Sendable, CustomTestStringConvertible {
    let place: Campaign.Place
    let level: NaiveLevel

    var testDescription: String { "\(place.world + 1).\(place.level + 1) \(level)" }
  }

  static let levels: [Named] = campaign.places.compactMap { place in
    NaiveLevel(campaign[place].level).map { Named(place: place, level: $0) }
  }

  @Test func worldsAreOfTenLevels() throws {
    expect(Self.campaign.worlds.count >= 5)
    expectEqual(Self.levels.count, Self.campaign.places.count)
    for world in Self.campaign.worlds {
      expectEqual(world.levels.count, 10, "\(world.name)")
      expect(world.levels.allSatisfy { $0.name != nil }, "\(world.name)")
    }
    let names = Self.campaign.worlds.flatMap { [$0.name] + $0.levels.compactMap(\.name) }
    expectEqual(Set(names).count, names.count)
    try expectEqual(Campaign(text: Self.campaign.text), Self.campaign)
  }

  /// Each rule for opening a world is used, and a player who earns only the star for winning can
  /// open all worlds.
  @Test func locksLetANormalPlayerIn() {
    var kinds: Set<String> = []
    var won: UInt64 = 0
    for (number, world) in Self.campaign.worlds.enumerated() {
      switch world.lock {
      case .all: if number > 0 { kinds.insert("all") }
      case .stars(let count):
        kinds.insert("stars")
        expect(count <= won * 9 / 10, "\(world.name)")
      case .coins(let price):
        kinds.insert("coins")
        expect(price <= won * 9 / 10, "\(world.name)")
      }
      won += UInt64(world.levels.count)
    }
    expectEqual(kinds, ["all", "stars", "coins"])
    expectEqual(Self.campaign.worldsThatNeverOpen, [])
    expectNil(Self.campaign.firstUnsolvable(under: .standard))
  }

  /// Worlds that no number of stars opens, and the first level that cannot be won.
  @Test func whatIsWrongWithOthers() throws {
    func neverOpen(_ text: String) throws -> [Int] { try Campaign(text: text).worldsThatNeverOpen }
    let worlds = "; world: A\nS1P\n; world: B\n; unlock: stars 6\nS2P\n; world: C\n"
    try expectEqual(neverOpen(worlds + "; unlock: coins 3\nS3P\n"), [])
    try expectEqual(neverOpen(worlds + "; unlock: coins 4\nS3P\n"), [1, 2])
    // A world that follows one that never opens, and a campaign with a repeated level.
    try expectEqual(neverOpen(worlds + "S3P\n"), [1, 2])
    try expectEqual(neverOpen(worlds + "; unlock: stars 3\nS1P\n"), [1])

    let campaign = try Campaign(text: "; world: A\nS1P\n; world: B\nS4/5/Z1#2/5/4P+lit\nS2/2Z/2P\n")
    func unsolvable(_ rules: Rules = .standard, states: Int = .max) -> Campaign.Place? {
      campaign.firstUnsolvable(under: rules, stateLimit: states)
    }
    expectEqual(unsolvable(), Campaign.Place(world: 1, level: 1))
    // A level whose verdict is unknown is not unsolvable.
    expectEqual(unsolvable(states: 4), Campaign.Place(world: 1, level: 1))
    let lenient = try Rules(catchingDistance: 0)
    expectNil(unsolvable(lenient))
    expectNil(unsolvable(lenient, states: 4))
  }

  /// Points of difficulty, from sums over all states.
  private static func points(_ level: NaiveLevel, _ answer: NaiveSolution) throws -> Int {
    var space = NaiveStateSpace(level, .standard)
    var sources: [[Int]] = []
    var winning: [Int] = []
    while sources.count < space.rounds.count { sources.append([]) }
    var state = 0
    while state < space.rounds.count {
      for direction in 0..<4 {
        let next = space.successor(of: state, by: direction)
        while sources.count < space.rounds.count { sources.append([]) }
        if next >= 0 { sources[next].append(state) }
        if next == NaiveStateSpace.won { winning.append(state) }
      }
      state += 1
    }
    var isAlive = [Bool](repeating: false, count: state)
    while let next = winning.popLast() {
      if isAlive[next] { continue }
      isAlive[next] = true
      winning += sources[next]
    }
    let dead = isAlive.count { !$0 }
    let way = try require(naiveSolve(without(level, zombies: true)).solution)
    var round = NaiveRound(level)
    round.play(way)
    let room = NaiveRoom(level)
    let par = try require(answer.par)
    var points = par - room.distance(level.start, level.signpost) + dead * 10 / max(state, 1)
    if round.outcome != .won { points += 2 }
    switch try require(answer.shortestSolutions) {
    case 1: points += 3
    case 2...3: points += 2
    case 4...7: points += 1
    default: break
    }
    return points
  }

  /// The level without its zombies, or without the thing on a square.
  private static func without(
    _ level: NaiveLevel, zombies: Bool = false, square: Int? = nil
  ) -> NaiveLevel {
    NaiveLevel(
      rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
      zombies: level.zombies.filter { !zombies && $0 != square },
      blocks: level.blocks.filter { $0 != square },
      flashlights: level.flashlights.filter { $0 != square }, lit: level.lit)
  }

  /// Every level is solvable, with the right par. Points never fall within a world, and their mean
  /// rises from world to world.
  @Test func everyLevelIsSolvableAndPointsRise() throws {
    let grader = Grader()
    var means: [Double] = []
    var last = 0
    for named in Self.levels {
      let report = grader.report(Self.campaign[named.place].level, .grade)
      expectEqual(report.verdict, .solvable, "\(named.testDescription)")
      let points = try require(report.points)
      if isLong || named.place.level % 5 == 0 {
        let answer = naiveSolve(named.level)
        expectEqual(report.par, answer.par, "\(named.testDescription)")
        expectEqual(report.shortestSolutions, answer.shortestSolutions, "\(named.testDescription)")
        try expectEqual(points, (try Self.points(named.level, answer)), "\(named.testDescription)")
      }
      if named.place.level == 0 {
        means.append(0)
        last = 0
      }
      expect(points >= last, "\(named.testDescription)")
      last = points
      means[named.place.world] += Double(points) / 10
    }
    expect(zip(means, means.dropFirst()).allSatisfy { $0 + 0.5 < $1 }, "\(means)")
  }

  /// With hearing distance 2, reasoning alone wins the first world and most of the second. In the
  /// rest of the second and in the third, the player must weigh a risk. Points never fall here
  /// either, and their mean rises.
  @Test func withHearingReasoningComesFirst() throws {
    let grader = Grader(try Rules(hearingDistance: 2))
    let deaf = Grader()
    var means: [Double] = []
    for (number, world) in Self.campaign.worlds.enumerated() {
      var last = 0
      var sum = 0
      for (index, level) in world.levels.enumerated() {
        let report = grader.report(level.level, .grade)
        let points = try require(report.points)
        expect(points >= last, "\(level.code)")
        last = points
        sum += points
        guard number < 3 else {
          // Large dark rooms have too many placements, and lit rooms need no luck.
          expect(report.luck == nil && points == deaf.report(level.level, .grade).points)
          continue
        }
        let luck = try require(report.luck)
        switch number {
        case 0: expect(luck.isCertain, "\(level.code)")
        case 1 where index < 7: expect(luck.isCertain, "\(level.code)")
        case 1: expect(luck.value >= 0.5 && !luck.isCertain, "\(level.code)")
        default: expect(luck.value > 0.4 && luck.value < 0.62, "\(level.code)")
        }
      }
      means.append(Double(sum) / 10)
    }
    expect(zip(means, means.dropFirst()).allSatisfy { $0 + 0.5 < $1 }, "\(means)")
  }

  /// The best player who hears wins each level that reasoning alone wins.
  @Test func theBestPlayerWinsWhatReasoningWins() throws {
    let rules = try Rules(hearingDistance: 2)
    let places = Self.campaign.places.filter { $0.world == 0 || $0.world == 1 && $0.level < 7 }
    expectEqual(places.count, 17)
    for place in places {
      let level = Self.campaign[place].level
      let played = try Policy.optimal.play(level, rules: rules)
      expectEqual(played.outcome, .won, "\(level.code) \(played.moves.letters)")
    }
  }

  /// No level is a reflection or rotation of another, with start and signpost in their corners.
  @Test func noTwoAreAlike() {
    var seen: [Set<NaiveLevel>: Named] = [:]
    for named in Self.levels {
      let level = named.level
      let (rows, columns) = (level.rows, level.columns)
      expect(level.signpost == 0 && level.start == level.squareCount - 1)
      func image(_ move: (Int, Int) -> (Int, Int)) -> NaiveLevel {
        func images(_ squares: [Int]) -> [Int] {
          squares.map { square in
            let (row, column) = move(square / columns, square % columns)
            return row * columns + column
          }
        }
        return NaiveLevel(
          rows: rows, columns: columns, start: level.start, signpost: level.signpost,
          zombies: images(level.zombies), blocks: images(level.blocks),
          flashlights: images(level.flashlights), lit: level.lit)
      }
      var images: Set = [level, image { (rows - 1 - $0, columns - 1 - $1) }]
      if rows == columns {
        images.insert(image { ($1, $0) })
        images.insert(image { (columns - 1 - $1, rows - 1 - $0) })
      }
      let other = seen.updateValue(named, forKey: images)
      expectNil(other, "\(named.testDescription) and \(other?.testDescription ?? "")")
    }
  }

  /// From the fourth world on, removing any thing changes par.
  @Test func everyThingMattersWhereItCan() {
    for named in sampled(Self.levels, every: 6) where named.place.world >= 3 {
      let level = named.level
      let par = naiveSolve(level).par
      for square in level.zombies + level.blocks + level.flashlights {
        expect(
          naiveSolve(Self.without(level, square: square)).par != par,
          "\(named.testDescription) without \(square)")
      }
    }
  }

  /// In the first three worlds no thing matters: par is always 8. Nor does it in any solvable level
  /// of the presets, from which most of these levels come.
  @Test(arguments: [(0, 2, 0, 0), (1, 1, 1, 0), (2, 1, 0, 1)])
  func nothingMattersInThePresets(world: Int, zombies: Int, blocks: Int, flashlights: Int) {
    let family = NaiveFamily(
      rows: 5, columns: 5, zombies: zombies, blocks: blocks, flashlights: flashlights)
    var placements: [NaiveLevel] = []
    family.forEachPlacement { placements.append($0) }
    let all = Set(placements)
    let drawn = Self.levels.count { $0.place.world == world && all.contains($0.level) }
    expectEqual(drawn, (world == 1 ? 7 : 10))
    let mine = Self.levels.filter { $0.place.world == world }.map(\.level)
    expect(mine.allSatisfy { !$0.lit && naiveSolve($0).solvable })
    let failure = firstFailure(of: sampled(mine, every: 2) + sampled(placements, every: 24)) {
      level in
      let par = naiveSolve(level).par
      guard par != nil else { return nil }
      let isKept = (level.zombies + level.blocks + level.flashlights).allSatisfy {
        naiveSolve(Self.without(level, square: $0)).par == par
      }
      return par == 8 && isKept ? nil : level.code
    }
    expectNil(failure)
  }
}
