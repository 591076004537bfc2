import Testing
import ZombiesCore
import ZombiesTestSupport

/// Levels as values: their parts are checked on creation, and converting between their forms loses
/// nothing.
@Suite struct LevelTests {
  private static let size = { () -> RoomSize in
    guard let size = try? RoomSize(rows: 3, columns: 4) else { preconditionFailure() }
    return size
  }()

  private func problem(
    start: (Int, Int) = (2, 3), signpost: (Int, Int) = (0, 0), zombies: [(Int, Int)] = [],
    blocks: [(Int, Int)] = [], flashlights: [(Int, Int)] = []
  ) -> String? {
    let square = { (place: (Int, Int)) in Square(row: place.0, column: place.1) }
    do throws(LevelError) {
      _ = try Level(
        size: Self.size, start: square(start), signpost: square(signpost),
        zombies: zombies.map(square), blocks: blocks.map(square),
        flashlights: flashlights.map(square))
      return nil
    } catch {
      return error.position == nil ? error.problem : "a position, but no text"
    }
  }

  @Test("Every thing must be in the room")
  func thingsLieInTheRoom() {
    expectNil(problem())
    expectEqual(problem(start: (3, 0)), "row 3, column 0 is outside the 3x4 room")
    expectEqual(problem(signpost: (0, 4)), "row 0, column 4 is outside the 3x4 room")
    expectEqual(problem(zombies: [(1, 1), (-1, 0)]), "row -1, column 0 is outside the 3x4 room")
    expectEqual(problem(blocks: [(0, -1)]), "row 0, column -1 is outside the 3x4 room")
    expectEqual(
      problem(flashlights: [(1, .max)]), "row 1, column \(Int.max) is outside the 3x4 room")
  }

  @Test("At most one thing per square")
  func oneThingToASquare() {
    let places = [(2, 3), (0, 0), (1, 1), (1, 2), (2, 0)]
    for first in 0..<5 {
      for second in 0..<5 where second != first {
        var all = places
        all[second] = all[first]
        let (row, column) = all[first]
        expectEqual(
          problem(
            start: all[0], signpost: all[1], zombies: [all[2]], blocks: [all[3]],
            flashlights: [all[4]]),
          "two things on row \(row), column \(column); a square can have only one")
      }
    }
    expectEqual(problem(zombies: [(1, 1), (1, 1)])?.hasPrefix("two things"), true)
  }

  @Test(
    "By default, a round has at most four moves for each square, whatever the sides of the room",
    arguments: [(1, 2, 8), (2, 1, 8), (3, 7, 84), (7, 3, 84), (1, 64, 256), (40, 50, 8000)])
  func moveLimits(rows: Int, columns: Int, expected: Int) throws {
    try expectEqual(RoomSize(rows: rows, columns: columns).defaultMoveLimit, expected)
  }

  @Test("Things are listed in reading order")
  func things() throws {
    let level = try Level("S1Z#/Z1#F/F2P")
    expectEqual(level.thingCount, 6)
    expectEqual(
      level.things.map(\.thing),
      [
        .signpost, .zombie, .block, .zombie, .block, .flashlight, .flashlight, .start,
      ])
    expectEqual(level.things.map(\.square).sorted(), level.things.map(\.square))
    expect(Thing.allCases.allSatisfy { Thing(letter: $0.letter) == $0 })
    expectEqual((UInt8(0)...255).filter { Thing(letter: $0) != nil }.count, 5)
  }

  @Test(
    "Small, wide and batched forms are the same level, 10,000 random ones in the longer form")
  func formsRoundTrip() throws {
    let seed: UInt64 = 0x1E7E1
    var random = NaiveRandom(seed: seed)
    var (small, failure) = (0, String?.none)
    for _ in 0..<cases(exactly: 500, long: 10_000) where failure == nil {
      let naive = random.level(maxRows: 9, maxColumns: 9, maxThings: 8)
      let level = try Level(naive.code)
      let wide = WideLevel(level)
      let mayMove = !naive.zombies.isEmpty && (naive.lit || !naive.flashlights.isEmpty)
      var isRight =
        Level(wide) == level && wide.zombiesMayMove == mayMove && level.zombiesMayMove == mayMove
      if let form = SmallLevel(level) {
        small += 1
        var frame = form
        (frame.zombies, frame.blocks, frame.flashlights) = (Bitboard(), Bitboard(), Bitboard())
        var batch = LevelBatch(frame: frame, count: 3)
        isRight =
          isRight && Level(form) == level && batch[2] == frame && batch.count == 3
          && !batch.zombiesMayMove && form.zombiesMayMove == mayMove
        (batch.zombies[1], batch.blocks[1]) = (form.zombies.word, form.blocks.word)
        batch.flashlights[1] = form.flashlights.word
        let room = NaiveRoom(naive)
        let rules = Rules(random.rules())
        let squares = 0..<naive.squareCount
        isRight =
          isRight && batch[1] == form && batch[0] == frame && naive.squareCount <= 64
          && batch.zombiesMayMove == mayMove
          && squares.allSatisfy {
            form.open.contains($0) == !room.isBlock[$0]
              && form.flashlightSight.contains($0) == room.seesFlashlight[$0]
              && form.danger(rules).contains($0)
                == room.isCaught(player: $0, zombies: naive.zombies, rules: NaiveRules(rules))
          }
      } else {
        isRight = isRight && naive.squareCount > 64
      }
      if !isRight { failure = naive.code }
    }
    expectNil(failure, "seed \(seed)")
    expect(small > cases(exactly: 250, long: 5000))
  }

  @Test(
    "Replacing things changes nothing else in a level", arguments: [true, false])
  func replacing(isLit: Bool) throws {
    let level = try Level(isLit ? "S1Z1/1#2/F2P+lit" : "S1Z1/1#2/F2P")
    let corner = Square(row: 0, column: 3)
    try expectEqual(level.replacing(), level)
    for (changed, code) in [
      (try level.replacing(zombies: []), "S3/1#2/F2P"),
      (try level.replacing(zombies: [corner, Square(row: 0, column: 2)]), "S1ZZ/1#2/F2P"),
      (try level.replacing(blocks: [corner]), "S1Z#/4/F2P"),
      (try level.replacing(flashlights: [corner]), "S1ZF/1#2/3P"),
      (try level.replacing(zombies: [], blocks: [], flashlights: []), "S3/4/3P"),
    ] {
      expectEqual(changed.code, code + (isLit ? "+lit" : ""))
    }
    for light in [true, false] {
      try expectEqual(level.replacing(isLit: light).code, "S1Z1/1#2/F2P" + (light ? "+lit" : ""))
    }
    #expect(throws: LevelError.self) { try level.replacing(zombies: [level.start]) }
    #expect(throws: LevelError.self) { try level.replacing(blocks: [Square(row: 3, column: 0)]) }
  }
}
