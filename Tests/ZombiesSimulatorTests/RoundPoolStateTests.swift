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
        try other.set(slot, to: pool.state(of: slot))
        expectEqual(other.state(of: slot), pool.state(of: slot))
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
      var state = pool.state(of: random.below(pool.slotCount))
      for _ in 0...random.below(3) {
        let place = random.below(state.count)
        state[place] = random.below(2) == 0 ? UInt8(random.below(256)) : state[place] ^ 1
      }
      let (slot, former) = (random.below(4), (0..<4).map { other.state(of: $0) })
      do {
        try other.set(slot, to: state)
        taken += 1
        // What is taken is a state, and can be played.
        expectEqual(other.state(of: slot), state, "the state as it was set")
        for _ in 0..<3 { try Self.step(other, &random) }
      } catch let error as PoolError {
        guard case .state(slot, _) = error else { throw error }
        refused += 1
        expectEqual((0..<4).map { other.state(of: $0) }, former)
      }
    }
    expect(refused > 0 && taken > 0)
  }

  /// Moves in the level S2/#2/2F/Z2/2P, bytes of the state that are changed then, and what is expected in their place.
  ///
  /// Squares count from 0 in reading order: the block is on 3, the flashlight on 8, the zombie on 9.
  /// Bit 1 of byte 41 is square 9 in the first set, and bit 6 of byte 73 is the start in the fifth.
  private static let changedBytes = """
    - 0=2: bytes 0 to 3: expected version 1, found 2
    - 4=6: bytes 4 to 7: expected at most 5 rows and 3 columns, found 6 and 3
    - 4=0: bytes 4 to 7: expected at most 5 rows and 3 columns, found 0 and 3
    - 6=4: bytes 4 to 7: expected at most 5 rows and 3 columns, found 5 and 4
    - 16=255: bytes 16 to 23: expected at most 60 moves, and a player on no block
    - 16=60: byte 33: expected the outcome out-of-moves, which the squares give
    - 16=60 33=3: taken
    - 16=61: bytes 16 to 23: expected at most 60 moves, and a player on no block
    - 20=15: byte 20: expected a square below 15, found 15
    - 20=3: bytes 16 to 23: expected at most 60 moves, and a player on no block
    - 20=11: byte 32: expected the light that the squares give
    - 20=13: the fifth set: expected squares on which the player can have been
    - 24=15: byte 24: expected a square below 15, found 15
    - 28=14: bytes from 24: expected a valid level, found two things on row 4, column 2; a square can have only one
    - 28=15: byte 28: expected a square below 15, found 15
    - 32=8: byte 32: expected at most 7, found 8
    - 32=1: taken
    - 32=2: byte 32: expected the light that the squares give
    - 32=3: taken
    - 32=3 73=0: taken
    - 32=4: byte 33: expected the outcome 255, which the squares give
    - 33=0: byte 33: expected the outcome 255, which the squares give
    - 33=4: byte 33: expected an outcome or 255, found 4
    - 34=1: bytes 34 to 39: expected zeros
    - 39=1: bytes 34 to 39: expected zeros
    - 41=128: byte 40: expected no square beyond the room
    - 41=4: byte 32: expected the light that the squares give
    - 41=0 49=0: taken
    - 49=0: the second set: expected as many zombies as in the first, none on a block or the signpost
    - 49=4: byte 32: expected the light that the squares give
    - 49=0 48=8: the second set: expected as many zombies as in the first, none on a block or the signpost
    - 40=8 41=0 48=8 49=0: bytes from 24: expected a valid level, found two things on row 1, column 0; a square can have only one
    - 56=0: taken
    - 57=64: bytes from 24: expected a valid level, found two things on row 4, column 2; a square can have only one
    - 65=1: taken
    - 65=0: taken
    - 73=0: the fifth set: expected squares on which the player can have been
    L 73=96: taken
    L 73=32: taken
    L 73=64: the fifth set: expected squares on which the player can have been
    L 73=112: the fifth set: expected squares on which the player can have been
    L 73=224: byte 72: expected no square beyond the room
    L 72=1: the fifth set: expected squares on which the player can have been
    L 72=8: the fifth set: expected squares on which the player can have been
    L 73=104: the fifth set: expected squares on which the player can have been
    L 65=0: taken
    L 65=16: byte 32: expected the light that the squares give
    U 73=64: taken
    U 73=72: taken
    U 72=4: the fifth set: expected squares on which the player can have been
    U 72=8: the fifth set: expected squares on which the player can have been
    U 73=73: taken
    U 73=105: taken
    U 73=73 72=32: the fifth set: expected squares on which the player can have been
    U 32=0: byte 32: expected the light that the squares give
    U 32=2: byte 32: expected the light that the squares give
    U 49=2: taken
    U 48=8 49=0: the second set: expected as many zombies as in the first, none on a block or the signpost
    U 48=1 49=0: the second set: expected as many zombies as in the first, none on a block or the signpost
    U 49=8: byte 33: expected the outcome caught, which the squares give
    U 20=0: byte 33: expected the outcome won, which the squares give
    U 20=12: byte 33: expected the outcome caught, which the squares give
    U 20=12 33=1: taken
    UU 33=0: byte 33: expected the outcome 255, which the squares give
    """

  @Test func changedBytesAreRefusedWithTheirPlace() throws {
    for row in Self.changedBytes.split(separator: "\n") {
      let parts = row.split(separator: ": ", maxSplits: 1)
      let words = parts[0].split(separator: " ")
      let pool = try Self.pool("5x3z1b1f1", slots: 1, hearing: 0)
      try pool.play(try Level("S2/#2/2F/Z2/2P"), in: 0)
      for letter in words[0].utf8 where letter != UInt8(ascii: "-") {
        try pool.step([require(Direction(letter: letter))])
      }
      let former = pool.state(of: 0)
      var state = former
      for word in words.dropFirst() {
        let pair = word.split(separator: "=").compactMap { Int($0) }
        state[pair[0]] = UInt8(pair[1])
      }
      var found = "taken"
      do {
        try pool.set(0, to: state)
      } catch let error as PoolError {
        found = "\(error)".replacing("slot 0: ", with: "").replacing(" of the state", with: "")
        expectEqual(pool.state(of: 0), former)
      }
      expectEqual(found, String(parts[1]), "\(row)")
    }
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
    // A state of the fast form takes the place of one in the plain form, and the other way round.
    let states = (0..<2).map { pool.state(of: $0) }
    try pool.set(1, to: states[0])
    expectEqual(pool.state(of: 1), states[0])
    try pool.set(0, to: states[1])
    expectEqual(pool.state(of: 0), states[1])
    // Start and signpost of a level in the plain form are anywhere.
    try pool.play(try Level("P2/1#1/1S1"), in: 1)
    try pool.set(0, to: pool.state(of: 1))
    expectEqual(pool.level(of: 0).code, "P2/1#1/1S1")
    try pool.beginNext(0..<2)
    expectEqual(pool.roundNumber(of: 1), 2)
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
    let former = (0..<3).map { pool.state(of: $0) }
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
    expectEqual((0..<3).map { pool.state(of: $0) }, former)
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
