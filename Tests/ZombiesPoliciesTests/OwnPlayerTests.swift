import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// User-defined players: their names and their chance, their copies, and what happens to their
/// mistakes.
@Suite struct OwnPlayerTests {
  /// The moves of a policy, in the fast form if there is one.
  private static func path(
    _ policy: Policy, _ level: Level, _ rules: Rules = .standard, maxMoves: Int = 200,
    key: RoundKey = RoundKey(seed: 0, trial: 0)
  ) throws -> (Outcome?, String) {
    var path: [Direction]? = []
    var round = AnyRound(level, rules: rules)
    try policy.play(&round, key, moveLimit: maxMoves, path: &path)
    return (round.outcome, path!.letters)
  }

  /// A player that chooses only by chance.
  private struct Coin: Player {
    var random: RandomStream

    init(_ start: RoundStart) { random = start.random }

    mutating func choose(_ sight: Sight) -> Direction {
      RandomMoves.move(Int(random.next() % 12), of: sight.legalMoves)
    }
  }

  @Test func chanceDependsOnSeedTrialRoundAndNameAlone() throws {
    let level = try Level("S63/63#/64/63P")
    var paths: Set<String> = []
    for name in ["coin", "Coin", "coin2"] {
      let policy = try Policy(name, Coin.init)
      for seed in [0, 1, UInt64.max] {
        for (trial, round) in [(0, 0), (0, 1), (0, 2), (1, 0), (.max, 0)] as [(UInt64, Int)] {
          let key = RoundKey(seed: seed, trial: trial, round: round)
          let path = try Self.path(policy, level, maxMoves: 24, key: key)
          try expect(Self.path(policy, level, maxMoves: 24, key: key) == path)
          paths.insert(path.1)
        }
      }
    }
    expectEqual(paths.count, 3 * 3 * 5)
    // The number of a name never changes: its 64-bit FNV-1a hash, shifted, with 255 in the lowest
    // byte. Known answers of that hash are "a" → af63dc4c8601ec8c, "foobar" → 85944171f73967e8.
    let codes: [(name: String, hash: UInt64)] = [
      ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ]
    for (name, hash) in codes {
      try expectEqual(Policy(name, Coin.init).code, hash << 16 | 0xFF)
    }
  }

  @Test func namesAreChecked() throws {
    for name in [
      "", "a b", "-a", ".a", "a,b", "a/b", "é", "a\n", String(repeating: "a", count: 65),
    ] {
      #expect(throws: PolicyNameError.badName(name)) { try Policy(name, Coin.init) }
      #expect(throws: PolicyNameError.badName(name)) { try Policy(named: name) }
    }
    for name in ["edge", "Edge", "all", "ALL", "optimal"] {
      #expect(throws: PolicyNameError.taken(name)) { try Policy(name, Coin.init) }
    }
    for name in ["a", "9", "My-Player_2.0", String(repeating: "a", count: 64)] {
      try expectEqual(Policy(name, Coin.init).name, name)
      try expectEqual(Policy(named: name), Policy(name, Coin.init))
    }
    for policy in Policy.builtIn {
      let read = try Policy(named: policy.name)
      expect(read == policy && read.summary == policy.summary)
    }
    expectEqual(
      PolicyNameError.badName("a b").description,
      "'a b' is not a policy name: expected up to 64 letters, digits, '-', '_' and '.', "
        + "beginning with a letter or digit")
    expectEqual(
      PolicyNameError.taken("Edge").description, "'Edge' is the name of a built-in policy")
  }

  /// Always goes up.
  private struct Stubborn: Player {
    func choose(_ sight: Sight) -> Direction { .up }
  }

  @Test(arguments: ["S3/4/4/2P1", "S2#1/5/5/3P1", "S70/71/70P"])
  func anIllegalMoveNamesPlayerLevelAndMove(code: String) throws {
    let policy = try Policy("stubborn") { _ in Stubborn() }
    let level = try Level(code)
    let number = code.hasPrefix("S2#") ? 3 : level.start.row + 1
    let expected = PolicyError.illegalMove(policy, level, .up, move: number)
    #expect(throws: expected) { try Self.path(policy, level) }
    expectEqual(
      expected.description,
      "stubborn chose an illegal move in \(code): move \(number), U, leads out of the room or into a "
        + "block")
  }

  /// Gives up.
  private struct Lost: Player {
    func choose(_ sight: Sight) throws(PolicyError) -> Direction {
      throw .cannotPlay("lost at move \(sight.moves)")
    }
  }

  @Test func aPlayersOwnReasonIsHandedOn() throws {
    let policy = try Policy("lost") { _ in Lost() }
    for code in ["S3/4/4/3P", "S70/71/70P"] {
      #expect {
        try Self.path(policy, Level(code))
      } throws: {
        ($0 as? PolicyError)?.description == "lost at move 0"
      }
    }
  }

  @Test func aNameAloneDoesNotPlay() throws {
    let policy = try Policy(named: "somebody")
    #expect {
      try Self.path(policy, Level("SP"))
    } throws: {
      ($0 as? PolicyError)?.description
        == "somebody cannot play: only its name is known"
    }
    #expect(throws: PolicyError.unknown(policy)) {
      try policy.player(
        in: Level("SP"),
        RoundStart(
          policy, size: Level("SP").size, rules: .standard, key: RoundKey(seed: 0, trial: 0)),
        solver: Solver())
    }
  }

  /// The squares agree with the collections of things, in both forms.
  @Test func thingsOnSquaresAreThoseOfTheCollections() throws {
    var random = NaiveRandom(seed: 22)
    let failure = try firstFailure(of: 0..<cases(exactly: 50, long: 2000)) { _ in
      let level = try Level(random.level(maxRows: 8, maxColumns: 8, maxThings: 14))
      let small = try require(SmallLevel(level))
      let sights = [
        Sight(Round(level)), Sight(SmallSight(SmallRound(small, rules: .standard))),
      ]
      for sight in sights {
        var seen: [Thing: [Square]] = [:]
        for row in -1...level.size.rows {
          for column in -1...level.size.columns {
            let square = Square(row: row, column: column)
            if let thing = sight.thing(at: square) { seen[thing, default: []].append(square) }
            if sight.sees(square), !level.size.contains(square) { return "\(level): \(square)" }
          }
        }
        // No zombie or other thing is on the signpost's square, so the squares give them all.
        guard seen[.block] ?? [] == Array(sight.blocks),
          seen[.zombie] ?? [] == Array(sight.zombies),
          seen[.flashlight] ?? [] == Array(sight.flashlights),
          seen[.signpost] == [level.signpost], seen[.start] == nil,
          sight.zombies.count == Array(sight.zombies).count
        else { return "\(level): \(seen)" }
      }
      return nil
    }
    expectNil(failure)
  }

  /// Walks in a circle, with the help of its memory.
  private struct Circling: Player {
    var moves = 0

    mutating func choose(_ sight: Sight) -> Direction {
      moves += 1
      return [.up, .left, .down, .right][moves % 4]
    }
  }

  @Test func aCopyOfAnyPlayerPlaysOnByItself() throws {
    let sight = Sight(Round(try Level("S4/5/2P2")))
    var original = AnyPlayer(Circling())
    try expectEqual(original.choose(sight), .left)
    var copy = original
    try expectEqual(copy.choose(sight), .down)
    try expectEqual(copy.choose(sight), .right)
    try expectEqual(original.choose(sight), .down)
    // A copy that outlives its original, and a copy of a copy.
    var (second, third) = (original, copy)
    original = AnyPlayer(Circling())
    try expectEqual(second.choose(sight), .right)
    try expectEqual(third.choose(sight), .up)
    try expectEqual(copy.choose(sight), .up)
    try expectEqual(original.choose(sight), .left)
  }
}
