import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The policies that play any level, move by move and in both forms of a level, and players of one's own.
@Suite struct PolicyTests {
  /// Levels of one kind that planners or `clairvoyant` play.
  private struct Kind {
    let count: Int
    var policies: [NaivePolicy] = [.edge, .beeline]
    var most = 100
    let level: @Sendable (inout NaiveRandom, Int) throws -> NaiveLevel
  }

  private static let kinds: [Kind] = [
    Kind(count: cases(100, long: 4000), most: 200) { random, _ in
      random.level(maxRows: 8, maxColumns: 8, maxThings: 14)
    },
    // Mazes: dead ends, detours, and rooms without a path.
    Kind(count: cases(80, long: 3000)) { random, _ in
      let (rows, columns) = (2 + random.below(7), 2 + random.below(7))
      return random.level(
        rows: rows, columns: columns, zombies: random.below(2), blocks: (rows * columns - 2) / 3)
    },
    Kind(count: NaiveShape.all.count * (isLong ? 60 : 1)) { random, number in
      random.level(of: NaiveShape.all[number % NaiveShape.all.count])
    },
    // More than 64 squares, and more than 64 and 128 columns.
    Kind(count: cases(24, long: 240), most: 150) { random, number in
      let sides = [
        (9, 9), (13, 7), (30, 3), (2, 65), (5, 64), (5, 70), (3, 128), (3, 130), (1, 100), (100, 1),
        (140, 2), (12, 20),
      ]
      let (rows, columns) = sides[number % sides.count]
      return random.level(
        rows: rows, columns: columns, zombies: random.below(3),
        blocks: rows * columns * random.below(4) / 16, flashlights: random.below(2),
        lit: random.below(3) == 0)
    },
    // Walls with one gap each, at the ends in turn, so that nearly all distances change again and again. Every third
    // maze has no gap in its first wall.
    Kind(count: 6, most: cases(120, long: 1000)) { _, number in
      let (rows, columns) = [(12, 12), (20, 9)][number % 2]
      let walls = stride(from: 1, to: rows - 1, by: 2).flatMap { row in
        let end = (row / 2 + number) % 2 * (columns - 1)
        let gap = row > 1 ? columns / 2 : number % 3 == 0 ? -1 : end
        return (0..<columns).filter { $0 != gap }.map { row * columns + $0 }
      }
      return NaiveLevel(
        rows: rows, columns: columns, start: rows * columns - 1, signpost: 0, blocks: walls)
    },
    // In the dark, every block that comes into sight changes the way.
    Kind(count: cases(9, long: 180), most: 400) { random, number in
      let names = ["9x9z2b12", "7x12z1b20f1", "20x20z5b60"]
      let family = try require(NaiveFamily(name: names[number % names.count]))
      return try require(random.placement(of: family))
    },
    Kind(count: cases(100, long: 3000), policies: [.clairvoyant]) { random, _ in
      random.level(maxRows: 5, maxColumns: 5, maxThings: 6)
    },
    Kind(count: cases(8, long: 100), policies: [.clairvoyant], most: 300) {
      random, number in
      let (rows, columns) = [(9, 8), (3, 30), (70, 1), (10, 10)][number % 4]
      return random.level(
        rows: rows, columns: columns, zombies: random.below(2), blocks: rows * columns / 6,
        flashlights: random.below(2), lit: random.below(2) == 0)
    },
  ]

  @Test("Moves are those of the naive reference", arguments: kinds.indices)
  func differential(kind: Int) throws {
    var random = NaiveRandom(seed: UInt64(kind))
    for number in 0..<Self.kinds[kind].count {
      let (level, rules) = (try Self.kinds[kind].level(&random, number), random.rules())
      for policy in Self.kinds[kind].policies {
        let expected = PlayedLine(naive: policy, level, rules, maxMoves: Self.kinds[kind].most)
        let line = try PlayedLine(
          try Policy(named: policy.rawValue), Level(level), Rules(rules),
          maxMoves: Self.kinds[kind].most)
        try require(line == expected, "\(level) \(rules) \(policy): \(line), expected \(expected)")
      }
    }
  }

  /// Policies that the reference does not play. Some starts do not say what the room holds.
  @Test("Both forms of a player make the same moves", arguments: [Policy.random, .cautious])
  func bothForms(policy: Policy) throws {
    var random = NaiveRandom(seed: 0xCA09)
    for shape in (0..<8).flatMap(NaiveShape.part) {
      for _ in 0..<cases(2, long: 60) {
        let level = try Level(random.level(of: shape))
        var rules = random.rules()
        rules.hearingDistance = random.one(of: [0, 1, 2, 2, 3, 4, 16])
        let key = RoundKey(seed: random.next(), trial: random.next(), round: random.below(3))
        let line = try PlayedLine(
          policy, level, Rules(rules), maxMoves: random.below(3 * shape.squareCount), key: key)
        try require(line.moves.count <= 3 * shape.squareCount)
        guard policy == .cautious else { continue }
        let start = try RoundStart(
          policy, size: level.size, rules: Rules(rules), key: key,
          things: ThingCounts(zombies: random.below(9)))
        let lines = try AnyRound.forms(of: level, Rules(rules)).map {
          try PlayedLine(AnyPlayer(Cautious(start)), of: policy, in: $0, maxMoves: 60)
        }
        try require(lines[0] == lines[1], "\(level.code) \(rules)")
      }
    }
  }

  /// Worked out by hand: policy and level, for some a catching distance (c), hearing distance (h) or limit on moves
  /// (m), and the moves and the outcome.
  private static let examples = """
    edge S3/4/4/3P: UUULLL won
    edge S8/9/9/9/9/9/9/9/8P: UUUUUUUULLLLLLLL won
    beeline S3/4/4/3P: ULULUL won
    beeline S4/5/4P: LLULUL won
    beeline S2/3/3/3/2P: UUULUL won
    beeline S8/9/9/9/9/9/9/9/8P: ULULULULULULULUL won
    edge P2/3/2S: DDRR won
    edge 2P/3/S2: LLDD won
    beeline 2P/3/S2: DLDL won
    beeline 2S/3/P2: URUR won
    ; A block in the top row is seen only from the corner, or from the start in the light.
    edge S1#1/4/4/3P: UUUDLLUL won
    edge S1#1/4/4/3P+lit: UULLUL won
    ; There is no path once both blocks next to the signpost are known. Then U, L, D, R is the order of moves.
    edge S#1/#1P m12: UDLRUDUDUDUD out-of-moves
    beeline S#1/#1P m12: LRUDUDUDUDUD out-of-moves
    edge S#1/#1P+lit m6: UDUDUD out-of-moves
    ; A zombie is shut while it is seen.
    edge S2/2Z/2P c0: LUUL won
    edge S1ZP1 c0: L caught
    edge S1#1/1#P1/4 c0 m1: D out-of-moves
    edge S3/3Z/4/3P: U caught
    ; Without a solution, the order of moves is U, D, L, R.
    clairvoyant S#3/#1#P1/5 m4: UDUD out-of-moves
    clairvoyant S#1#1/#1#P1/5 m3: DUD out-of-moves
    clairvoyant S3/4/2Z1/3P: U caught
    ; No zombie is believed to be on the signpost, and what was heard counts, if a level breaks the placement rule.
    cautious 1P1SZ: RR won
    cautious 1P1SZ h2: RR won
    cautious ZS1P1: LL won
    cautious 3P/S3/ZZ2 h2: LLLD won
    cautious P2Z/3S/3Z h2: DRRR won
    cautious 3Z/3S/P2Z h2: URRR won
    """

  @Test("Examples by hand, and rounds that are over at once")
  func examples() throws {
    for row in Self.examples.split(separator: "\n") where !row.hasPrefix(";") {
      let parts = row.split(separator: ":")
      let words = parts[0].split(separator: " ")
      func option(_ letter: Character, _ value: Int) -> Int {
        words.dropFirst(2).first { $0.first == letter }.flatMap { Int($0.dropFirst()) } ?? value
      }
      let rules = try Rules(catchingDistance: option("c", 1), hearingDistance: option("h", 0))
      let line = try PlayedLine(
        Policy(named: "\(words[0])"), Level("\(words[1])"), rules, maxMoves: option("m", 100))
      expectEqual(" \(line)", "\(parts[1])", "\(row)")
    }
    for policy in Policy.withoutPlan {
      for (code, outcome) in [("S3/3Z/3P", "- caught"), ("S#/#P", "- stuck")] {
        try expectEqual(
          "\(PlayedLine(policy, Level(code), .standard, maxMoves: 9))", outcome, "\(policy)")
      }
    }
  }

  @Test("Built-in policies have their names, and other names are checked")
  func names() throws {
    expectEqual(
      Policy.builtIn.map(\.description).joined(separator: " "),
      "random edge beeline clairvoyant optimal cautious")
    expectEqual(Set(Policy.builtIn.map(\.summary)).count, Policy.builtIn.count)
    expectEqual(Policy.withoutPlan, Policy.builtIn.filter { $0 != .optimal })
    expect(Policy(builtIn: "Edge") == nil && Policy(builtIn: "edge") == .edge)
    for policy in Policy.builtIn {
      try expectEqual(Policy(named: policy.name).summary, policy.summary)
      expect(policy.hasExactValues && policy.playsInOneWay == (policy != .random), "\(policy)")
    }
    let longest = String(repeating: "a", count: 64)
    for name in ["a", "9", "z", "Z", "0", "My-Player_2.0", longest] {
      let policy = try Policy(name) { _ in Stubborn() }
      try expect(policy.name == name && policy == Policy(named: name) && !policy.hasExactValues)
    }
    for name in [
      "", "a b", "-a", ".a", "_a", "a,b", "a/b", "é", "a\n", "a@", "a[", "a`", "a{", longest + "a",
    ] {
      let error =
        "'\(name)' is not a policy name: expected up to 64 letters, digits, '-', '_' and '.', "
        + "beginning with a letter or digit"
      expectEqual(thrown { _ = try Policy(name) { _ in Stubborn() } }, error)
      expectEqual(thrown { _ = try Policy(named: name) }, error)
    }
    for name in ["edge", "Edge", "all", "ALL", "optimal"] {
      expectEqual(
        thrown { _ = try Policy(name) { _ in Stubborn() } },
        "'\(name)' is the name of a built-in policy")
    }
  }

  /// Always goes up.
  private struct Stubborn: Player {
    func choose(_ sight: Sight) -> Direction { .up }
  }

  /// Gives up.
  private struct Lost: Player {
    func choose(_ sight: Sight) throws(PolicyError) -> Direction {
      throw .cannotPlay("lost at move \(sight.moves)")
    }
  }

  @Test("Errors name the player, the level and the move, and no illegal move is made")
  func errors() throws {
    func play(_ policy: Policy, _ code: String) -> String {
      thrown { _ = try policy.play(Level(code)) }
    }
    let stubborn = try Policy("stubborn") { _ in Stubborn() }
    for (code, move) in [("S3/4/4/2P1", 4), ("S2#1/5/5/3P1", 3), ("S70/71/70P", 3)] {
      expectEqual(
        play(stubborn, code),
        "stubborn chose an illegal move in \(code): move \(move), U, leads out of the room or into a block"
      )
    }
    let lost = try Policy("lost") { _ in Lost() }
    for code in ["S3/4/4/3P", "S70/71/70P"] { expectEqual(play(lost, code), "lost at move 0") }
    let unknown = try Policy(named: "somebody")
    expectEqual(play(unknown, "SP"), "somebody cannot play: only its name is known")
    expectEqual(
      play(.optimal, "4S/5/5/4P"),
      "optimal cannot play: 4S/5/5/4P belongs to no family: the placement rule never puts its start, its "
        + "signpost or a thing where it is")
    let wide = "S8/9/9/9/9/9/9/9/8P"
    expectEqual(
      play(.optimal, wide),
      "optimal cannot play: the best blind play is computed only for rooms of up to 64 squares, not 81"
    )
    for policy in [Policy.optimal, .clairvoyant, unknown] {
      var (round, path) = (AnyRound(try Level("SP")), [Direction]?.none)
      let key = RoundKey(seed: 0, trial: 0)
      expectEqual(
        thrown { try policy.play(&round, key, moveLimit: 9, path: &path) },
        policy == unknown
          ? "somebody cannot play: only its name is known"
          : "optimal cannot play: no plan was made for the level")
    }
    // The solver gives up on the level, or when it gets light.
    let (code, few) = ("S5/6/2Z3/1Z4/6/5P+lit", Solver(stateLimit: 3))
    let small = try require(SmallLevel(Level(code)))
    for make in [{ try Script(Level(code), solver: few) }, { try Script(small, solver: few) }] {
      expectEqual(
        thrown { _ = try make() },
        "clairvoyant cannot play \(code): the solver gave up; raise its limit on states")
    }
    var blind = try BlindPlayer(Family("6x6z2+lit"), rules: .standard, stateLimit: 3)
    expectEqual(
      thrown { _ = try blind.choose(SmallRound(small, rules: .standard).sight) },
      "optimal cannot play: the solver gave up on \(code)")
    expectEqual(
      thrown { _ = try blind.choose(Sight(Round(Level(wide)))) },
      "optimal cannot play: the best blind play is computed only for rooms of up to 64 squares, not 81"
    )
    // The script UUUULLLL, played in other levels than its own.
    let script = AnyPlayer(try Script(Level("S4/5/5/5/4P"), solver: Solver()))
    for (code, move) in [
      ("S4/5/5/4#/4P", 1), ("S4/4#/5/5/4P", 3), ("S4/5/4P", 3), ("S2#1/5/5/5/4P", 5),
    ] {
      for round in AnyRound.forms(of: try Level(code), .standard) {
        var (player, round, path) = (script, round, [Direction]?([]))
        let error = thrown {
          try round.play(&player, of: .clairvoyant, moveLimit: 100, path: &path)
        }
        expectEqual(
          error,
          "clairvoyant chose an illegal move in \(code): move \(move), \(move == 5 ? "L" : "U"), leads out of "
            + "the room or into a block")
        expectEqual(round.moves, move - 1)
      }
    }
  }

  /// Goes to and fro, and onwards only at the end of each period; never onwards if it just waits.
  private struct Waiting: Player, Equatable {
    let period: Int
    let waits: Bool
    var count = 0

    mutating func choose(_ sight: Sight) -> Direction {
      count = (count + 1) % period
      let wish: [Direction] =
        count == 0 && !waits ? [.up, .left] : count % 2 == 0 ? [.right, .left] : [.left, .right]
      return sight.legalMoves.first(in: wish + [.down, .up]) ?? .up
    }
  }

  /// The player comes back to a position without having come back to what it remembers.
  @Test(
    "A round ends as in a loop of many moves, or never if the loop does not end",
    arguments: ["S3P", "S2/3/2P", "S3/1#2/3P", "S4/5/Z4/5/4P+lit", "S3/1Z2/4/3P+lit", "S68P"])
  func endlessRounds(code: String) throws {
    for period in 1...9 {
      for waits in [false, true] {
        let player = Waiting(period: period, waits: waits)
        var (looping, round, path) = (player, AnyRound(try Level(code)), [Direction]?.none)
        let found = try round.playedOut(by: player, of: .edge)
        try round.play(&looping, of: .edge, moveLimit: 1000, path: &path)
        expectEqual(found.outcome, round.outcome, "period \(period)")
        expectEqual(found.moves, round.outcome == nil ? 0 : round.moves, "period \(period)")
      }
    }
  }

  /// Walks in a circle, with the help of its memory.
  private struct Circling: Player {
    var moves = 0

    mutating func choose(_ sight: Sight) -> Direction {
      moves += 1
      return [.up, .left, .down, .right][moves % 4]
    }
  }

  @Test("A copy of any player plays on by itself")
  func copies() throws {
    let sight = Sight(Round(try Level("S4/5/2P2")))
    var first = AnyPlayer(Circling())
    var moves = [try first.choose(sight)]
    var second = first
    moves += [try second.choose(sight), try second.choose(sight), try first.choose(sight)]
    // A copy that outlives its original, and a copy of a copy.
    var (third, fourth) = (first, second)
    first = AnyPlayer(Circling())
    moves += [try third.choose(sight), try fourth.choose(sight), try second.choose(sight)]
    moves.append(try first.choose(sight))
    expectEqual(moves.letters, "LDRDRUUL")
  }

  @Test("The things on squares are those of the collections, in both forms of a sight")
  func thingsOnSquares() throws {
    var random = NaiveRandom(seed: 22)
    for _ in 0..<cases(50, long: 2000) {
      let level = try Level(random.level(maxRows: 8, maxColumns: 8, maxThings: 14))
      for sight in AnyRound.forms(of: level, .standard).map(\.sight) {
        var seen: [Thing: [Square]] = [:]
        for row in -1...level.size.rows {
          for column in -1...level.size.columns {
            let square = Square(row: row, column: column)
            if let thing = sight.thing(at: square) { seen[thing, default: []].append(square) }
            try require(!sight.sees(square) || level.size.contains(square), "\(level): \(square)")
          }
        }
        // No zombie or other thing is on the signpost's square, so the squares give them all.
        try require(
          seen[.block] ?? [] == Array(sight.blocks) && seen[.zombie] ?? [] == Array(sight.zombies)
            && seen[.flashlight] ?? [] == Array(sight.flashlights)
            && seen[.signpost] == [level.signpost] && seen[.start] == nil, "\(level): \(seen)")
      }
    }
  }
}
