import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// Levels of all kinds against the naive solver: everything that solves, decides or proves.
@Suite struct DifferentialTests {
  /// Levels of one kind. Those of more than the most states are skipped, because the reference takes long.
  private struct Kind {
    let count: Int
    var most = 400
    let level: @Sendable (inout NaiveRandom, Int) throws -> NaiveLevel
  }

  private static let wide = [
    (9, 9), (3, 40), (70, 3), (1, 100), (100, 1), (2, 64), (64, 2), (5, 13), (2, 65), (65, 2),
    (3, 130), (13, 11),
  ]

  /// Corridors, two rows or columns, and others in which walls shut the way.
  private static let narrow = [
    (1, 70), (70, 1), (2, 35), (35, 2), (3, 23), (23, 3), (5, 14), (9, 8), (13, 5), (1, 9), (9, 1),
    (2, 6), (6, 2),
    (2, 32), (5, 5), (4, 7),
  ]

  /// Caught or stuck at the start, a start next to the signpost, and light without a zombie.
  private static let codes = [
    "SPZ", "SPZ+lit", "S#P", "S#P+lit", "SP", "SP+lit", "S1/1P", "S4/5/5/3Z1/4P", "SF1P", "S1#FP",
    "P1F#S", "S2P5Z+lit",
    // Walls and corridors, and a zombie behind the player that arrives too late.
    "S60Z300P+lit", "S60Z300/361P+lit", "1S5P60Z/69+lit", "100P699Z223/S1023/1024+lit",
  ]

  private static let kinds: [Kind] = [
    Kind(count: codes.count) { _, number in try require(NaiveLevel(code: codes[number])) },
    // Hand-placed levels of the smallest rooms with any things.
    Kind(count: cases(600, long: 6000)) { random, _ in
      let family = tiny[random.below(tiny.count)]
      return random.level(
        rows: family.rows, columns: family.columns, zombies: family.zombies, blocks: family.blocks,
        flashlights: family.flashlights, lit: family.lit)
    },
    Kind(count: NaiveShape.all.count * (isLong ? 60 : 2)) { random, number in
      random.level(of: NaiveShape.all[number % NaiveShape.all.count])
    },
    // A corridor that can be passed has few blocks, and a maze has many.
    Kind(count: cases(72, long: 1500), most: 2000) { random, number in
      let (rows, columns) = wide[number % wide.count]
      let blocks = min(rows, columns) == 1 ? random.below(2) : random.below(rows * columns / 3)
      return random.level(rows: rows, columns: columns, zombies: random.below(4), blocks: blocks)
    },
    Kind(count: cases(48, long: 450), most: cases(800, long: 3000)) {
      random, number in
      let (rows, columns) = wide[number % wide.count]
      let blocks = min(rows, columns) == 1 ? random.below(2) : random.below(rows * columns / 4)
      return random.level(
        rows: rows, columns: columns, zombies: random.below(4), blocks: blocks,
        flashlights: 1 + random.below(3), lit: random.below(2) == 0)
    },
    // Crowded small rooms.
    Kind(count: cases(140, long: 6000), most: cases(1000, long: 10_000)) {
      random, number in
      let (rows, columns) = [(8, 8), (5, 5), (4, 16), (16, 4), (2, 32), (7, 9), (6, 6), (3, 4)][
        number % 8]
      let zombies = 1 + random.below(6)
      return random.level(
        rows: rows, columns: columns, zombies: zombies,
        blocks: random.below((rows * columns - 2 - zombies) / 3 + 1), flashlights: random.below(2),
        lit: random.below(3) > 0)
    },
    Kind(count: cases(96, long: 20_000)) { random, number in
      let (rows, columns) = narrow[number % narrow.count]
      let zombies = random.below(min(4, rows * columns - 2))
      let free = rows * columns - 2 - zombies
      let blocks = random.below((random.below(3) == 0 ? free * 2 / 3 : min(free, 4)) + 1)
      return random.level(
        rows: rows, columns: columns, zombies: zombies, blocks: blocks,
        flashlights: random.below(min(2, free - blocks + 1)), lit: random.below(3) > 0)
    },
  ]

  /// Families with the rooms of 1×2 to 1×5, 2×1 to 5×1, 2×2, 2×3 and 3×2 with any things, and of eight and nine squares
  /// with up to two.
  private static let tiny: [NaiveFamily] = {
    let shapes = [
      (1, 2), (1, 3), (1, 4), (1, 5), (2, 1), (3, 1), (4, 1), (5, 1), (2, 2), (2, 3), (3, 2),
      (3, 3), (1, 8), (8, 1),
      (2, 4), (4, 2),
    ]
    return shapes.flatMap { rows, columns in
      NaiveFamily.all(
        rows: rows, columns: columns, maxThings: rows * columns > 6 ? 2 : rows * columns - 2)
    }
  }()

  @Test("Levels of each kind, under any rules and speeds up to 16", arguments: kinds.indices)
  func kind(_ number: Int) throws {
    let kind = Self.kinds[number]
    var (random, kept) = (NaiveRandom(seed: 0xD1FF + UInt64(number)), [NaiveRules: Solver]())
    var (solvable, unsolvable) = (0, 0)
    for turn in 0..<kind.count {
      var rules = number == 0 ? .standard : random.rules()
      if random.below(8) == 0 { rules.speed = 1 + random.below(16) }
      let naive = try kind.level(&random, turn)
      let solver = kept[rules] ?? Solver(rules: Rules(rules))
      kept[rules] = solver
      let few = Solver(rules: Rules(rules), stateLimit: kind.most)
      if try few.decide(Level(naive.code)).verdict == .gaveUp { continue }
      let expected = try Expected(naive, rules)
      expectNil(expected.complaint(kept: solver))
      if expected.answer.solvable { solvable += 1 } else { unsolvable += 1 }
    }
    expect(
      min(solvable, unsolvable) > 3 && solvable + unsolvable > kind.count / 4,
      "\(solvable) \(unsolvable)")
  }

  /// Every level of the smallest rooms, under the variants of the rules in turn.
  @Test(
    "All levels of small rooms",
    .enabled(if: isLong, "set ZOMBIES_LONG: hundreds of thousands of levels"))
  func exhaustive() throws {
    var (turn, failure) = (0, String?.none)
    let kept = NaiveRules.variants.map { Solver(rules: Rules($0)) }
    func compare(_ level: NaiveLevel) {
      // 5 and 18 have no common divisor, so neighbouring levels get distant variants.
      turn += 5
      guard failure == nil else { return }
      let number = turn % NaiveRules.variants.count
      do {
        failure = try Expected(level, NaiveRules.variants[number]).complaint(kept: kept[number])
      } catch { failure = "\(error)" }
    }
    for family in Self.tiny { naiveForEachLevel(family, compare) }
    expectNil(failure)
  }

  @Test("Batches of levels with one start: pars, verdicts alone, and −2 for 'gave up'")
  func batches() throws {
    var (random, compared) = (NaiveRandom(seed: 0xBA7C), 0)
    for shape in (0..<8).flatMap(NaiveShape.part) {
      for round in 0..<cases(1, long: 30) {
        let rules = random.rules()
        let (lit, zombies) = ((round + shape.rows + shape.columns) % 2 == 0, random.below(4))
        // If the signpost is above and to the left, many rooms are flooded at a time.
        let ends = random.choose(2, of: Array(0..<shape.squareCount))
        let squares = random.below(2) == 0 ? [shape.squareCount - 1, 0] : ends
        let levels = (0..<(lit ? 4 : 18)).map { _ in
          random.level(of: shape, from: squares[0], to: squares[1], lit: lit, zombies: zombies)
        }
        let forms = try levels.map { try require(SmallLevel(Level($0.code))) }
        let whole = forms.map { Solver(rules: Rules(rules), stateLimit: 300).solve($0) }
        for limit in [Int.max, 1 + random.below(20), 1 + random.below(3 * shape.squareCount)] {
          let search = SmallSolver(room: forms[0].room, rules: Rules(rules), stateLimit: limit)
          var pars = [Int16](repeating: 7, count: forms.count)
          var verdicts = pars
          search.decide(LevelBatch(forms), into: &pars)
          if limit == .max { search.decideVerdicts(LevelBatch(forms), into: &verdicts) }
          for (place, level) in levels.enumerated() where whole[place].verdict != .gaveUp {
            let told = "\(level) \(rules), limit \(limit): par \(pars[place]), \(verdicts[place])"
            if limit == .max {
              let answer = naiveSolve(level, rules)
              try require(
                Int(pars[place]) == answer.par ?? -1 && (verdicts[place] >= 0) == answer.solvable,
                told)
              compared += 1
            } else {
              let expected = limit < whole[place].states ? -2 : whole[place].par ?? -1
              try require(Int(pars[place]) == expected, told)
            }
          }
        }
      }
    }
    expect(compared > 300, "\(compared)")
  }

  @Test("Large rooms: 80 × 80, 100 × 100 with a saturated count, and up to 1024 × 1024")
  func largeRooms() throws {
    var random = NaiveRandom(seed: 1)
    let side = cases(80, long: 200)
    for (zombies, blocks) in isLong ? [(20, 400), (100, 9000)] : [(3, 64), (16, 1440)] {
      let family = NaiveFamily(rows: side, columns: side, zombies: zombies, blocks: blocks)
      let expected = try Expected(try require(random.placement(of: family)), .standard)
      let solved = Solver().solve(expected.level)
      expect(
        expected.matches(solved) && expected.decides(Solver().decide(expected.level)), "\(blocks)")
    }
    let rows = (0..<100).map { row in
      row == 0 ? "S99" : row == 99 ? "99P" : row % 10 == 5 ? "40#20Z38" : "100"
    }
    for code in [rows.joined(separator: "/"), "S10/11/3##6/11/5Z5/11/2Z5##1/11/10P+lit"] {
      let level = try Level(code)
      let (solved, certificate) = Solver().certify(level)
      expectEqual(solved, Solver().solve(level))
      expect((solved.solution?.shortestCount == .max) == (level.size.rows == 100))
      expect((try? certificate.validate()) != nil)
    }
    for (zombies, blocks) in isLong ? [(0, 0), (2000, 100_000), (0, 400_000), (500, 350_000)] : [] {
      let family = NaiveFamily(rows: 1024, columns: 1024, zombies: zombies, blocks: blocks)
      let level = try Level(try require(random.placement(of: family)).code)
      let (solved, decision) = (Solver().solve(level), Solver().decide(level))
      expect(solved.verdict == decision.verdict && solved.par == decision.par && solved.states > 0)
      var round = Round(level)
      for move in solved.solution?.moves ?? [] { try round.move(move) }
      expect((round.outcome == .won) == (solved.par != nil) && (blocks > 0 || solved.par == 2046))
    }
  }

  @Test("The number of shortest solutions saturates at 2⁶⁴ − 1, and not before")
  func saturation() throws {
    // An open room of r rows and c columns has (r + c − 2 over r − 1) shortest solutions.
    for (rows, columns, count) in [
      (8, 8, 3432), (34, 35, 14_226_520_737_620_288_370), (35, 35, UInt64.max), (41, 40, .max),
    ] {
      let middle = [String](repeating: "\(columns)", count: rows - 2)
      let open = (["S\(columns - 1)"] + middle + ["\(columns - 1)P"]).joined(separator: "/")
      try expectEqual(Solver().solve(Level(open)).solution?.shortestCount, count)
      // With a zombie that is walled in behind the start, the search is over states.
      let walled = ["S\(columns - 1)###"] + middle.map { $0 + "###" } + ["\(columns - 1)P1#Z"]
      let lit = try Level(walled.joined(separator: "/") + "+lit")
      expectEqual(Solver().solve(lit).solution?.shortestCount, count)
    }
  }

  @Test("Walls and corridors are decided without states, and an open room with few of them")
  func statesOfVerdicts() throws {
    let wall = String(repeating: "/40", count: 20) + "/" + String(repeating: "#", count: 40)
    for code in ["S60Z300P+lit", "S60Z300/361P+lit", "S39" + wall + "/20Z19/39P+lit"] {
      try expect(Solver().verdict(WideLevel(Level(code))) == (.unsolvable, 0), "\(code)")
    }
    // Here every state is visited.
    let shut = "S8/1Z2Z1Z2/2#2Z1#1/4#1#2/5#3/5#3/Z2#5/Z2#1##2/8P+lit"
    try expectEqual(Solver().solve(Level(shut)).states, 1583)
    try expect(Solver().verdict(WideLevel(Level(shut))) == (.unsolvable, 1583))
    // The search for the shortest path visits over a million states here.
    let open = "S39" + String(repeating: "/40", count: 17) + "/10Z10Z10Z7/40/1Z8Z29/39P+lit"
    let (verdict, count) = try Solver().verdict(WideLevel(Level(open)))
    expect(verdict != .gaveUp && count < 2_000_000)
  }
}
