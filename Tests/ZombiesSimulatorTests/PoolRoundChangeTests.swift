import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSimulator
import ZombiesTestSupport

/// Slots of a pool that change between the plain form and the fast one: only here are all four ways to leave a
/// round followed by a look at everything that the slot keeps.
@Suite struct PoolRoundChangeTests {
  private static func pool(
    _ name: String, _ autoreset: RoundPool.Autoreset, maxMoves: Int? = nil
  ) throws -> RoundPool {
    var settings = RoundPool.Settings()
    settings.autoreset = autoreset
    settings.maxMoves = maxMoves
    return try RoundPool(
      LevelGenerator(try Family(name), seed: 5, selection: .any), slots: 2, settings: settings)
  }

  /// Makes a wanted move in the first slot, or its first legal one.
  private static func step(_ pool: RoundPool, _ wish: Direction? = nil) throws {
    let moves = (0..<2).map { slot in
      Direction.allCases.first { pool.own.masks[slot] >> $0.rawValue & 1 != 0 } ?? .up
    }
    try pool.step([wish ?? moves[0], moves[1]])
  }

  private static let wide = "/9/9/9/9/9/9/9/9"

  @Test(
    "A round is rewarded once, and nothing of it stays in the next",
    arguments: [
      ("5x5z1", "SP"), ("5x5z1", "SP3/5/5/5/5"), ("5x5z1", "S1Z1P"), ("5x5z1", "S1Z1P/5/5/5/5"),
      ("9x9z1", "SP"), ("9x9z1", "SP7" + wide), ("9x9z1", "S1Z1P4" + wide), ("9x9z1", "SP3/5/5"),
    ])
  func ends(name: String, code: String) throws {
    let isWon = code.hasPrefix("SP")
    for autoreset in RoundPool.Autoreset.allCases {
      let (pool, other) = (try Self.pool(name, autoreset), try Self.pool(name, autoreset))
      try pool.play(try Level(code), in: 0)
      var (rewards, ends) = ([Float](), [Bool]())
      for number in 0..<4 {
        try Self.step(pool, number == 0 ? .left : nil)
        rewards.append(pool.own.rewards[0])
        ends.append(Outcome(rawValue: pool.own.outcomes[0]) == (isWon ? .won : .caught))
      }
      expectEqual(rewards, [isWon ? 1 : 0, 0, 0, 0], "\(autoreset)")
      expectEqual(
        ends, [true] + [Bool](repeating: autoreset == .disabled, count: 3), "\(autoreset)")
      for reset in [false, true] {
        if reset { try pool.reset() } else { try pool.beginNext(0..<1) }
        if reset { try other.reset() }
        while other.roundNumber(of: 0) < pool.roundNumber(of: 0) { try other.beginNext(0..<1) }
        let level = try pool.generator.level(at: pool.roundNumber(of: 0))
        expect(
          pool.level(of: 0) == level && pool.state(of: 0) == other.state(of: 0), "\(autoreset)")
      }
    }
  }

  @Test(
    "A state that is set has the level of the state, lit or dark from its beginning",
    arguments: [
      "3x5z1f1", "5x5z1f3", "4x4z1b1f2+lit", "5x5z2", "5x5z2+lit", "9x9z2f30", "9x8f9+lit",
    ])
  func levels(name: String) throws {
    let (pool, other) = (try Self.pool(name, .nextStep), try Self.pool(name, .nextStep))
    for _ in 0..<30 {
      try Self.step(pool)
      let state = pool.state(of: 0)
      try other.set(1, to: state)
      let level = try pool.generator.level(at: pool.roundNumber(of: 0))
      expect(pool.level(of: 0) == level && other.level(of: 1) == level)
    }
  }

  @Test(
    "A round has four moves for each square of its own level, also after its state was set",
    arguments: [
      ("classic", "S2/3/2P", nil, 36), ("classic", "S4/5/5/5/4P", nil, 100),
      ("classic", "S2/3/2P", 50, 50), ("9x9z1", "S2/3/2P", nil, 36),
      ("9x9", "S7P" + wide, nil, 324),
      ("8x8z1+lit", "S1/2/1P+lit", nil, 24), ("12x2", "S1/2/1P", 7, 7),
    ] as [(String, String, Int?, Int)])
  func moveLimits(name: String, code: String, maxMoves: Int?, limit: Int) throws {
    let pool = try Self.pool(name, .disabled, maxMoves: maxMoves)
    try pool.play(try Level(code), in: 0)
    // Between two squares that are not the signpost.
    let moves: [Direction] = code.hasSuffix(Self.wide) ? [.down, .up] : [.up, .down]
    for number in 0..<limit - 1 { try Self.step(pool, moves[number % 2]) }
    let state = pool.state(of: 0)
    try Self.step(pool, moves[(limit - 1) % 2])
    expect(pool.outcome(of: 0) == .outOfMoves && pool.moves(of: 0) == limit)
    let other = try Self.pool(name, .disabled, maxMoves: maxMoves)
    try other.set(0, to: state)
    expectNil(other.outcome(of: 0))
    try Self.step(other, moves[(limit - 1) % 2])
    expectEqual(other.state(of: 0), pool.state(of: 0))
  }
}
