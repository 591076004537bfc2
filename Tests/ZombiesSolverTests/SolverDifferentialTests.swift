import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// Random levels against the naive solver: only here are rooms beyond one word lit, small ones
/// crowded, and all ways to ask the solver compared.
@Suite struct SolverDifferentialTests {
  private static let shapes = [
    (9, 9), (3, 40), (70, 3), (1, 100), (100, 1), (2, 64), (64, 2), (5, 13), (2, 65), (65, 2),
    (3, 130), (13, 11),
  ]

  @Test("Rooms beyond 64 squares in the dark")
  func wideDark() {
    let seed: UInt64 = 0xD1FF_0001
    var random = NaiveRandom(seed: seed)
    var comparison = Comparison()
    for round in 0..<cases(exactly: 150, long: 1500) {
      let (rows, columns) = Self.shapes[round % Self.shapes.count]
      // A corridor that can be passed has few blocks, and a maze has many.
      let blocks = min(rows, columns) == 1 ? random.below(2) : random.below(rows * columns / 3)
      comparison.compare(
        random.level(
          rows: rows, columns: columns, zombies: random.below(4), blocks: blocks),
        [random.rules()])
    }
    expectNil(comparison.failure, "seed \(seed)")
    expect(comparison.solvable > cases(exactly: 6, long: 300))
  }

  @Test("… lit, and with flashlights")
  func wideLit() {
    let seed: UInt64 = 0xD1FF_0002
    var random = NaiveRandom(seed: seed)
    var comparison = Comparison()
    for round in 0..<cases(exactly: 48, long: 450) {
      let (rows, columns) = Self.shapes[round % Self.shapes.count]
      let blocks = min(rows, columns) == 1 ? random.below(2) : random.below(rows * columns / 4)
      let lit = random.below(2) == 0
      comparison.compare(
        random.level(
          rows: rows, columns: columns, zombies: random.below(4), blocks: blocks,
          flashlights: lit ? random.below(2) : 1 + random.below(4), lit: lit),
        [random.rules()], within: cases(exactly: 800, long: 3000))
    }
    expectNil(comparison.failure, "seed \(seed)")
    expect(comparison.count > cases(exactly: 8, long: 300))
    expect(comparison.solvable > cases(exactly: 2, long: 70))
  }

  @Test("Small rooms of every shape with one to six zombies, speeds 1 to 16")
  func smallRooms() {
    let seed: UInt64 = 0xD1FF_0003
    var random = NaiveRandom(seed: seed)
    var comparison = Comparison()
    let shapes = [
      (8, 8), (5, 5), (4, 16), (16, 4), (2, 32), (32, 2), (1, 64), (64, 1), (7, 9), (6, 6), (3, 4),
    ]
    for round in 0..<cases(exactly: 300, long: 6000) {
      let (rows, columns) = shapes[round % shapes.count]
      let free = rows * columns - 2
      let zombies = 1 + random.below(6)
      var rules = random.rules()
      if random.below(2) == 0 { rules.speed = 1 + random.below(16) }
      comparison.compare(
        random.level(
          rows: rows, columns: columns, zombies: zombies,
          blocks: random.below((free - zombies) / 3 + 1), flashlights: random.below(2),
          lit: random.below(3) > 0),
        [rules], within: cases(exactly: 1500, long: 10_000))
    }
    expectNil(comparison.failure, "seed \(seed)")
    expect(comparison.solvable > cases(exactly: 5, long: 500))
  }

  @Test("Levels of tens of thousands of states, one search for all of them and easy ones between")
  func hardLevels() throws {
    var searches: [NaiveRules: SmallSearch] = [:]
    let easy = try require(SmallLevel(try Level("S7/8/8/8/3#ZZ2/8/ZZ6/7P+lit")))
    let expected = try manyStateLevels.prefix(cases(exactly: 2, long: 4)).map { code, rules in
      try require(NaiveLevel(code: code).flatMap { Expected($0, rules) })
    }
    for wanted in expected + expected.reversed() {
      let small = try require(SmallLevel(wanted.level))
      // Tables that grew for one level must not affect the next.
      let search =
        searches[wanted.rules] ?? SmallSearch(room: small.room, rules: Rules(wanted.rules))
      searches[wanted.rules] = search
      expect(wanted.matches(search.decide(small)), "\(wanted.replay)")
      let fresh = SmallSearch(room: small.room, rules: Rules(wanted.rules))
      expectEqual(search.decide(easy), fresh.decide(easy))
    }
    for wanted in expected {
      let solved = Solver(rules: Rules(wanted.rules)).solve(wanted.level)
      expectNil(wanted.disagreement(with: solved))
    }
  }

  @Test("One search of a room for levels of any number of zombies, in any order")
  func oneSearch() throws {
    let seed: UInt64 = 0xD1FF_0004
    var random = NaiveRandom(seed: seed)
    var failure: String?
    let room = try require((try? RoomSize(rows: 5, columns: 6)).flatMap(SmallRoom.init))
    let search = SmallSearch(room: room, rules: .standard)
    for _ in 0..<cases(exactly: 500, long: 3000) where failure == nil {
      let naive = random.level(
        rows: 5, columns: 6, zombies: random.below(8), blocks: random.below(8),
        flashlights: random.below(2), lit: random.below(2) == 0)
      guard let small = SmallLevel(try Level(naive.code)) else { continue }
      let found = search.decide(small)
      if found.par != naiveSolve(naive).par || found.verdict == .gaveUp { failure = naive.code }
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test(
    "Every call gives the same answer: small and wide forms, kept search and flood, a level")
  func waysToAsk() throws {
    let seed: UInt64 = 0xD1FF_0005
    var random = NaiveRandom(seed: seed)
    var failure: String?
    let kept = Solver(stateLimit: 3000)
    for round in 0..<cases(exactly: 120, long: 900) where failure == nil {
      // The kept solver gets rooms in any order.
      let (rows, columns) = [(5, 5), (9, 9), (8, 9), (3, 70), (6, 4), (4, 6)][random.below(6)]
      let naive = random.level(
        rows: rows, columns: columns, zombies: random.below(3), blocks: random.below(12),
        flashlights: random.below(4) / 3, lit: random.below(4) == 0)
      let (level, solver) = (try Level(naive.code), Solver(stateLimit: 3000))
      let solved = solver.solve(level)
      if solved.verdict == .gaveUp { continue }
      let expected = try require(Expected(naive, .standard))
      let decision = solver.decide(level)
      var isRight =
        expected.matches(decision) && kept.decide(level) == decision
        && kept.decide(WideLevel(level)) == decision && kept.solve(level) == solved
        && level.isSolvable == expected.answer.solvable
        && level.solution?.moves.letters == expected.answer.solution
      if let small = SmallLevel(level) {
        isRight =
          isRight && expected.disagreement(with: solver.solve(small)) == nil
          && solver.solve(small) == solved
      }
      if !isRight { failure = "round \(round): \(naive.code)" }
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test("The number of shortest solutions saturates at 2⁶⁴ − 1, and not before")
  func saturation() throws {
    // An open room of r rows and c columns has (r + c − 2 over r − 1) shortest solutions.
    for (rows, columns, count) in [
      (8, 8, 3432), (34, 35, 14_226_520_737_620_288_370), (35, 35, UInt64.max), (41, 40, .max),
    ] {
      let middle = [String](repeating: "\(columns)", count: rows - 2)
      let open = (["S\(columns - 1)"] + middle + ["\(columns - 1)P"]).joined(separator: "/")
      try expectEqual(Solver().solve(try Level(open)).solution?.shortestCount, count)
      // With a zombie that is walled in behind the start, the search is over states.
      let walled = ["S\(columns - 1)###"] + middle.map { $0 + "###" } + ["\(columns - 1)P1#Z"]
      let lit = try Level(walled.joined(separator: "/") + "+lit")
      expectEqual(Solver().solve(lit).solution?.shortestCount, count)
    }
  }
}
