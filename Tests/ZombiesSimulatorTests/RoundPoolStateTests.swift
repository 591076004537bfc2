import Synchronization
import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// What only a pool does, other than steps: levels of the caller's, states that are kept and set,
/// parts on threads, splits and errors.
@Suite struct RoundPoolStateTests {
  private static func pool(
    _ name: String, slots: Int = 4, hearing: Int = 2, seed: UInt64 = 5,
    _ selection: LevelSelection = .any, _ settings: RoundPool.Settings = RoundPool.Settings()
  ) throws -> RoundPool {
    try RoundPool(
      LevelGenerator(
        try Family(name), seed: seed, rules: try Rules(hearingDistance: hearing),
        selection: selection), slots: slots, settings: settings)
  }

  /// Makes a random move that each slot accepts.
  private static func step(_ pool: RoundPool, _ random: inout NaiveRandom) throws {
    try pool.step(
      (0..<pool.slotCount).map { slot in
        random.one(of: Direction.allCases.filter { pool.own.masks[slot] >> $0.rawValue & 1 != 0 })
      })
  }

  private static func outputs(_ pool: RoundPool) -> [SlotOutput] {
    (0..<pool.slotCount).map { SlotOutput(pool.own, $0, squares: pool.size.squareCount) }
  }

  private static func state(_ pool: RoundPool, _ slot: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xAA, count: pool.stateSize)
    bytes.withUnsafeMutableBytes {
      if let address = $0.baseAddress { pool.copyState(of: slot, to: address) }
    }
    return bytes
  }

  private static func set(_ pool: RoundPool, _ slot: Int, _ state: [UInt8]) throws {
    try state.withUnsafeBytes { bytes in
      if let address = bytes.baseAddress { try pool.setState(of: slot, to: address) }
    }
  }

  @Test(arguments: ["classic", "6x6z2b3f1", "8x8z3b8f1", "1x12", "9x9z4b9f1"])
  func aStateThatIsSetPlaysOnTheSame(name: String) throws {
    var settings = RoundPool.Settings()
    // A state may be out of moves.
    settings.maxMoves = 9
    let pool = try Self.pool(name, .any, settings)
    let other = try Self.pool(name, .any, settings)
    var random = NaiveRandom(seed: 8)
    for _ in 0..<cases(12, long: 3000) {
      for _ in 0..<random.below(12) { try Self.step(pool, &random) }
      for slot in 0..<pool.slotCount {
        try Self.set(other, slot, Self.state(pool, slot))
        expectEqual(Self.state(other, slot), Self.state(pool, slot))
      }
      var (one, two) = (NaiveRandom(seed: random.next()), random)
      two = one
      for _ in 0..<8 {
        try Self.step(pool, &one)
        try Self.step(other, &two)
        expectEqual(Self.outputs(pool), Self.outputs(other))
      }
    }
  }

  @Test(arguments: ["classic", "6x6z2b3f1", "1x12", "9x9z4b9f1"])
  func changedStatesAreRefusedOrPlayable(name: String) throws {
    let (pool, other) = (try Self.pool(name), try Self.pool(name))
    var random = NaiveRandom(seed: 4)
    var (refused, taken) = (0, 0)
    for _ in 0..<cases(100, long: 20_000) {
      try Self.step(pool, &random)
      var state = Self.state(pool, random.below(pool.slotCount))
      for _ in 0...random.below(3) {
        let place = random.below(state.count)
        state[place] = random.below(2) == 0 ? UInt8(random.below(256)) : state[place] ^ 1
      }
      let (slot, former) = (random.below(4), (0..<4).map { Self.state(other, $0) })
      do {
        try Self.set(other, slot, state)
        taken += 1
        // What is taken is a state, and can be played.
        expectEqual(Self.state(other, slot), state, "the state as it was set")
        for _ in 0..<3 { try Self.step(other, &random) }
      } catch let error as PoolError {
        guard case .state(slot, _) = error else { throw error }
        refused += 1
        expectEqual((0..<4).map { Self.state(other, $0) }, former)
      }
    }
    expect(refused > 0 && taken > 0)
  }

  /// A search for a level that does not exist takes long, so there is only one.
  @Test func aPoolWithoutLevelsSearchesOnce() throws {
    let looks = Atomic<Int>(0)
    let isWanted = Atomic<Bool>(false)
    var settings = RoundPool.Settings()
    settings.accepts = { _ in
      looks.add(1, ordering: .relaxed)
      return isWanted.load(ordering: .relaxed)
    }
    #expect(throws: PoolError.self) { try Self.pool("3x3z1", slots: 50, .any, settings) }
    expectEqual(looks.load(ordering: .relaxed), 10_000)

    // Levels end while slots play.
    isWanted.store(true, ordering: .relaxed)
    let pool = try Self.pool("3x3z1", slots: 50, .any, settings)
    isWanted.store(false, ordering: .relaxed)
    looks.store(0, ordering: .relaxed)
    #expect(throws: PoolError.self) { try pool.beginNext(10..<50) }
    expectEqual(looks.load(ordering: .relaxed), 10_000)
    expectEqual((0..<50).map { pool.own.masks[$0] == 15 }, (0..<50).map { $0 >= 10 })
    isWanted.store(true, ordering: .relaxed)
    try pool.beginNext(10..<50)
    expect((10..<50).allSatisfy { pool.roundNumber(of: $0) == UInt64($0) + 50 })
  }

  @Test func levelsOfTheCallersAreShownWithWalls() throws {
    let pool = try Self.pool("5x5z2b1f1", slots: 2)
    try pool.play(try Level("S1#/2F/Z1P"), in: 1)
    // The flashlight is in sight, so the room is lit.
    let expected: [UInt8] = [
      6, 1, 3, 2, 2,
      1, 1, 5, 2, 2,
      4, 1, 7, 2, 2,
      2, 2, 2, 2, 2,
      2, 2, 2, 2, 2,
    ]
    expectEqual(SlotOutput(pool.own, 1, squares: 25).squares, expected)
    expectEqual(pool.level(of: 1).code, "S1#/2F/Z1P")
    expectEqual(pool.roundNumber(of: 1), 1)
    try pool.beginNext(1..<2)
    expectEqual(pool.roundNumber(of: 1), 3)
    // A level with the pool's sides, but another start, has the fast form.
    try pool.play(try Level("P4/5/2Z2/5/4S"), in: 0)
    expectEqual(SlotOutput(pool.own, 0, squares: 25).squares.first, SeenSquare.own.rawValue)
    #expect(throws: PoolError.tooLarge(try RoomSize(rows: 1, columns: 6), limit: pool.size)) {
      try pool.play(try Level("S4P"), in: 0)
    }
    // A split plays its first level among distant indices.
    var settings = RoundPool.Settings()
    settings.accepts = { $0.zombies.contains { $0.row == 2 } }
    let parts = try Self.pool("classic", slots: 6, .solvable, settings)
    let generator = parts.generator
    var random = NaiveRandom(seed: 1)
    for _ in 0..<30 {
      for slot in 0..<6 {
        let round = parts.roundNumber(of: slot)
        expectEqual(round % 6, UInt64(slot))
        var (index, level) = (round, try generator.level(at: round))
        while settings.accepts?(level) == false {
          index += 1 << 40
          level = try generator.level(at: index)
        }
        expectEqual(parts.level(of: slot), level)
      }
      try Self.step(parts, &random)
    }
  }

  @Test(arguments: ["classic", "5x7z2b2f1", "9x9z4b9f1"])
  func partsOfAPoolMakeTheSameStepsOnThreads(name: String) async throws {
    let (pool, other) = (
      try Self.pool(name, slots: 13, .solvable), try Self.pool(name, slots: 13, .solvable)
    )
    var random = NaiveRandom(seed: 2)
    for _ in 0..<cases(15, long: 40) {
      let moves = (0..<13).map { slot in
        random.one(of: Direction.allCases.filter { pool.own.masks[slot] >> $0.rawValue & 1 != 0 })
      }
      try pool.step(moves)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for part in [0..<5, 5..<6, 6..<13] {
          group.addTask {
            let bytes = moves.map(\.rawValue)
            try bytes.withUnsafeBufferPointer {
              if let moves = $0.baseAddress { try other.step(part, moves: moves, into: other.own) }
            }
          }
        }
        try await group.waitForAll()
      }
      expectEqual(Self.outputs(pool), Self.outputs(other))
    }
  }

  @Test func errorsNameTheSlotAndChangeNothing() throws {
    let pool = try Self.pool("classic", slots: 3)
    let former = (0..<3).map { Self.state(pool, $0) }
    // The start is in the last corner.
    #expect(throws: PoolError.illegalMove(slot: 1, move: 3)) {
      try pool.step([.up, .right, .left])
    }
    let moves: [UInt8] = [0, 0, 4]
    #expect(throws: PoolError.illegalMove(slot: 2, move: 4)) {
      try moves.withUnsafeBufferPointer { bytes in
        if let moves = bytes.baseAddress { try pool.step(0..<3, moves: moves, into: pool.own) }
      }
    }
    expectEqual((0..<3).map { Self.state(pool, $0) }, former)
    #expect(throws: PoolError.self) { try Self.pool("classic", slots: 0) }
    #expect(throws: PoolError.self) { try Self.pool("1024x1024", slots: 65) }
    #expect(throws: PoolError.self) { try Self.pool("1x8z1", .solvable) }
    #expect(throws: PoolError.self) { try Self.pool("2x2z4", .any) }
    // A reset begins again with the seed.
    let (first, second) = (try Self.pool("flashlight"), try Self.pool("flashlight", seed: 77))
    var random = NaiveRandom(seed: 6)
    for _ in 0..<30 { try Self.step(first, &random) }
    // The memory for drawing levels is then in the last place.
    try first.beginNext(first.slotCount - 1..<first.slotCount)
    try first.reset(seed: 77)
    expectEqual(Self.outputs(first), Self.outputs(second))
    for _ in 0..<30 { try Self.step(first, &random) }
    try first.reset()
    expectEqual(Self.outputs(first), Self.outputs(second))
  }
}
