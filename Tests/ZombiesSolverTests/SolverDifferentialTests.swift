// Random levels against the naive solver: rooms beyond one word, and crowded small ones.

import Testing
import ZombiesSolver
import ZombiesTestSupport

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
    for round in 0..<1500 {
      let (rows, columns) = Self.shapes[round % Self.shapes.count]
      // The blocks of a way through a corridor are few, those of a maze many.
      let blocks = min(rows, columns) == 1 ? random.below(2) : random.below(rows * columns / 3)
      comparison.compare(
        random.level(
          rows: rows, columns: columns, zombies: random.below(4), blocks: blocks),
        random.rules())
    }
    #expect(comparison.failure == nil, "seed \(seed)")
    #expect(comparison.solvable > 300)
  }

  @Test("… lit, and with flashlights")
  func wideLit() {
    let seed: UInt64 = 0xD1FF_0002
    var random = NaiveRandom(seed: seed)
    var comparison = Comparison()
    for round in 0..<1500 {
      let (rows, columns) = Self.shapes[round % Self.shapes.count]
      let blocks = min(rows, columns) == 1 ? random.below(2) : random.below(rows * columns / 4)
      let lit = random.below(2) == 0
      comparison.compare(
        random.level(
          rows: rows, columns: columns, zombies: random.below(4), blocks: blocks,
          flashlights: lit ? random.below(2) : 1 + random.below(4), lit: lit),
        random.rules())
    }
    #expect(comparison.failure == nil, "seed \(seed)")
    #expect(comparison.solvable > 100)
  }

  @Test("Small rooms of every shape with one to six zombies, speeds 1 to 16")
  func smallRooms() {
    let seed: UInt64 = 0xD1FF_0003
    var random = NaiveRandom(seed: seed)
    var comparison = Comparison()
    let shapes = [
      (8, 8), (5, 5), (4, 16), (16, 4), (2, 32), (32, 2), (1, 64), (64, 1), (7, 9), (6, 6), (3, 4),
    ]
    for round in 0..<6000 {
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
        rules)
    }
    #expect(comparison.failure == nil, "seed \(seed)")
    #expect(comparison.solvable > 500)
  }

  // Found by a climb towards many states: the zombies are held up by blocks in ever new ways.
  private static let hard: [(code: String, rules: NaiveRules)] = [
    (
      "2ZZZZ2/1#1ZZ#1Z/3##S2/1#4#1/2###3/5#2/6#1/5P2+lit",
      NaiveRules(catchingDistance: 1, chase: .vertical)
    ),
    (
      "1Z2ZZZ1/2##2#S/2Z2#Z1/3#2#1/1#1##3/5#2/2P3#1/8+lit",
      NaiveRules(catchingDistance: 0, chase: .horizontal)
    ),
    (
      "2ZZZZ2/S####Z1Z/6#1/#4Z1#/3#1#2/2#1###1/1#6/5P2+lit",
      NaiveRules(catchingDistance: 1, chase: .horizontal)
    ),
    ("2ZZ1Z2/2#4#/6ZZ/3Z2#1/4#1S#/########/6#1/5P2+lit", NaiveRules(chase: .horizontal)),
    (
      "4#1P1/Z1#Z#2#/4#3/3##3/Z#Z1#3/1Z1##3/4#2#/ZS#1##2+lit",
      NaiveRules(catchingDistance: 0, chase: .vertical)
    ),
  ]

  @Test("Levels of tens of thousands of states, one search for all of them and easy ones between")
  func hardLevels() throws {
    var searches: [NaiveRules: SmallSearch] = [:]
    let easy = try #require(SmallLevel(try Level("S7/8/8/8/3#ZZ2/8/ZZ6/7P+lit")))
    for (code, rules) in Self.hard + Self.hard.reversed() {
      let naive = try #require(NaiveLevel(code: code))
      let expected = try #require(Expected(naive, rules))
      let room = try #require(SmallRoom(expected.level.size))
      // What a search has grown to for one level must not show in the next.
      let search = searches[rules] ?? SmallSearch(room: room, rules: Rules(rules))
      searches[rules] = search
      #expect(expected.disagreement(search: search) == nil)
      #expect(search.decide(easy) == SmallSearch(room: room, rules: Rules(rules)).decide(easy))
    }
  }

  @Test("One search of a room for levels of any number of zombies, in any order")
  func oneSearch() throws {
    let seed: UInt64 = 0xD1FF_0004
    var random = NaiveRandom(seed: seed)
    var failure: String?
    let room = try #require(RoomSize(rows: 5, columns: 6).flatMap(SmallRoom.init))
    let search = SmallSearch(room: room, rules: .standard)
    for _ in 0..<3000 where failure == nil {
      let naive = random.level(
        rows: 5, columns: 6, zombies: random.below(8), blocks: random.below(8),
        flashlights: random.below(2), lit: random.below(2) == 0)
      guard let small = SmallLevel(try Level(naive.code)) else { continue }
      let found = search.decide(small)
      if found.par != naiveSolve(naive).par || found.verdict == .gaveUp { failure = naive.code }
    }
    #expect(failure == nil, "seed \(seed)")
  }

  @Test("Every way to ask has the same answer: small and wide forms, a kept flood, `isSolvable`")
  func waysToAsk() throws {
    let seed: UInt64 = 0xD1FF_0005
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for (rows, columns) in [(5, 5), (9, 9), (3, 70)] {
      let flood = WideFlood(try #require(RoomSize(rows: rows, columns: columns)))
      for _ in 0..<250 where failure == nil {
        let naive = random.level(
          rows: rows, columns: columns, zombies: random.below(3), blocks: random.below(20),
          flashlights: random.below(4) / 3, lit: random.below(4) == 0)
        let expected = try #require(Expected(naive, .standard))
        let (level, solver) = (expected.level, Solver())
        var isRight =
          level.isSolvable == expected.answer.solvable
          && level.solution?.moves.letters == expected.answer.solution
          && expected.matches(solver.decide(level))
          && expected.matches(solver.decide(WideLevel(level), by: flood))
        if let small = SmallLevel(level) {
          isRight =
            isRight && expected.disagreement(with: solver.solve(small)) == nil
            && solver.solve(small) == solver.solve(level)
        }
        if !isRight { failure = naive.code }
      }
    }
    #expect(failure == nil, "seed \(seed)")
  }

  @Test("The number of shortest solutions saturates at 2⁶⁴ − 1, and not before")
  func saturation() throws {
    // In an open room of r rows and c columns: r + c − 2 over r − 1.
    for (code, count) in [
      ("S33/34/P33", 1), ("S7/8/8/8/8/8/8/7P", 3432),
      ("S34" + String(repeating: "/35", count: 32) + "/34P", 14_226_520_737_620_288_370),
      ("S34" + String(repeating: "/35", count: 33) + "/34P", UInt64.max),
      ("S39" + String(repeating: "/40", count: 40) + "/39P", UInt64.max),
    ] {
      for text in [code, code + "+lit"] {
        #expect(Solver().solve(try Level(text)).solution?.shortestCount == count, "\(text)")
      }
      // With a zombie shut in behind the start the search is one over states.
      let shut = code.replacingLast("P", by: "P1#Z")
      let rows = shut.split(separator: "/").map { row in
        row == shut.split(separator: "/").last ? String(row) : Self.widened(String(row))
      }
      let lit = try Level(rows.joined(separator: "/") + "+lit")
      #expect(Solver().solve(lit).solution?.shortestCount == count, "\(lit.code)")
    }
  }

  /// A row of a code with three blocks more at its end.
  private static func widened(_ row: String) -> String { row + "###" }
}

extension String {
  /// The text with a last letter replaced.
  fileprivate func replacingLast(_ letter: String, by other: String) -> String {
    hasSuffix(letter) ? dropLast(letter.count) + other : self
  }
}
