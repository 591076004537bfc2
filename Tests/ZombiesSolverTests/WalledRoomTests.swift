import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// Searches of rooms with walls between squares. The game has no walls, but only here does a search
/// fail that adds a width itself instead of asking the room for its exits.
@Suite struct WalledRoomTests {
  /// The sides of a level's room, and whether a square has an exit in a direction.
  private func exits(_ level: NaiveLevel) -> (size: RoomSize, has: (Square, Direction) -> Bool) {
    let size = RoomSize(unchecked: level.rows, level.columns)
    let neighbours = NaiveRoom(level).neighbours
    return (size, { neighbours[4 * size.index(of: $0) + Int($1.rawValue)] >= 0 })
  }

  /// The fast form of a level with walls, or nil if it has more than 64 squares.
  private func smallForm(_ level: NaiveLevel) -> SmallLevel? {
    let (size, hasExit) = exits(level)
    guard let room = SmallRoom(size, hasExit: hasExit) else { return nil }
    func board(_ squares: [Int]) -> Bitboard { room.bitboard(squares.map(size.square)) }
    return SmallLevel(
      room: room, start: level.start, signpost: level.signpost, zombies: board(level.zombies),
      blocks: board(level.blocks), flashlights: board(level.flashlights), isLit: level.lit)
  }

  @Test("Levels of up to 64 squares with walls are decided as by the reference, lit or dark")
  func smallSearches() {
    let seed: UInt64 = 0x3A13
    var random = NaiveRandom(seed: seed)
    var (solvable, explored, failure) = (0, 0, String?.none)
    for number in 0..<cases(exactly: 150, long: 50_000) where failure == nil {
      let things = number % 2 == 0 ? 4 : 10
      let level = random.walled(random.level(maxRows: 6, maxColumns: 6, maxThings: things))
      guard level.zombies.count <= 3, let small = smallForm(level) else { continue }
      let rules = random.rules()
      let expected = naiveSolve(level, rules)
      let search = SmallSearch(room: small.room, rules: Rules(rules))
      let found = search.decide(small)
      if found.par != expected.par {
        failure = "\(level) \(rules): par \(String(describing: found.par))"
      }
      if expected.solvable { solvable += 1 }
      if let one = OneZombieSearch(room: small.room, rules: Rules(rules)), one.canExplore(small) {
        let findings = one.explore(small)
        explored += 1
        if findings.par != expected.par
          || findings.shortestCount != expected.shortestSolutions ?? 0
        {
          failure = "\(level) \(rules): \(findings)"
        }
      }
      let solved = Solver(rules: Rules(rules)).solve(small)
      if solved.solution?.moves.letters != expected.solution
        || solved.solution?.shortestCount != expected.shortestSolutions
      {
        failure = "\(level) \(rules): \(solved)"
      }
    }
    #expect(failure == nil, "seed \(seed)")
    #expect(solvable > 20 && explored > 2)
  }

  @Test("Dark levels with walls, many at a time")
  func batches() throws {
    let seed: UInt64 = 0x3A14
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for number in 0..<cases(exactly: 12, long: 2000) where failure == nil {
      // Two rooms of at most 32 squares share a lane.
      let side = 3 + number % 6
      let corners = NaiveLevel(
        rows: side, columns: side, start: side * side - 1, signpost: 0)
      let frame = random.walled(corners)
      let small = try #require(smallForm(frame))
      let rules = random.rules()
      var batch = LevelBatch(frame: small, count: 40)
      var expected: [Int16] = []
      for place in 0..<batch.count {
        let things = random.choose(3, of: Array(1..<side * side - 1))
        batch.zombies[place] = 1 << UInt64(things[0])
        batch.blocks[place] = 1 << UInt64(things[1]) | 1 << UInt64(things[2])
        let level = NaiveLevel(
          rows: side, columns: side, start: frame.start, signpost: 0, zombies: [things[0]],
          blocks: Array(things[1...]), walls: frame.walls)
        expected.append(Int16(naiveSolve(level, rules).par ?? -1))
      }
      var pars = [Int16](repeating: 0, count: batch.count)
      SmallSearch(room: small.room, rules: Rules(rules)).decide(batch, into: &pars)
      if pars != expected { failure = "\(frame) \(rules): \(pars), expected \(expected)" }
    }
    #expect(failure == nil, "seed \(seed)")
  }

  @Test("Floods of any size go around walls: distances, first steps, pars of dark levels")
  func wideFloods() {
    let seed: UInt64 = 0x3A15
    var random = NaiveRandom(seed: seed)
    var (ways, failure) = (0, String?.none)
    for number in 0..<cases(exactly: 32, long: 20_000) where failure == nil {
      let columns = [5, 20, 70, 140][number % 4]
      let level = random.walled(
        random.level(maxRows: 12, maxColumns: columns, maxThings: columns * 2))
      let (size, hasExit) = exits(level)
      let room = WideRoom(size, hasExit: hasExit)
      let flood = WideFlood(room)
      let naive = NaiveRoom(level)
      let shut = naive.isBlock
      let open = SquareSet(size, shut.indices.filter { !shut[$0] }.map(size.square))
      let distances = naiveDistancesToSignpost(naive, shut: shut)
      let signpost = size.square(at: level.signpost)
      for _ in 0..<5 {
        let target = random.below(level.squareCount)
        let square = size.square(at: target)
        let found = flood.distance(from: signpost, to: square, through: open) ?? -1
        if found != distances[target] { failure = "\(level) to \(target): \(found)" }
        if found > 0 { ways += 1 }
        guard target != level.signpost else { continue }
        let near = Direction.allCases.compactMap { direction -> (Direction, Int)? in
          let next = naive.neighbours[4 * target + Int(direction.rawValue)]
          return next >= 0 && distances[next] >= 0 ? (direction, distances[next]) : nil
        }
        let nearest = near.map(\.1).min()
        let steps = flood.firstSteps(from: square, to: signpost, through: open)
        if Array(steps) != near.filter({ $0.1 == nearest }).map(\.0) {
          failure = "\(level): first steps \(steps.letters) from \(target)"
        }
      }
      var wide = WideLevel(
        room: room, start: size.square(at: level.start), signpost: signpost, isLit: false)
      wide.zombies = SquareSet(size, level.zombies.map(size.square))
      wide.blocks = SquareSet(size, level.blocks.map(size.square))
      let dark = NaiveLevel(
        rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
        zombies: level.zombies, blocks: level.blocks, walls: level.walls)
      let decision = Solver().decide(wide)
      if decision.par != naiveSolve(dark).par { failure = "\(dark): \(decision)" }
    }
    #expect(failure == nil, "seed \(seed)")
    #expect(ways > 30)
  }
}
