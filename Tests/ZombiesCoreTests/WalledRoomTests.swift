import Testing
import ZombiesCore
import ZombiesTestSupport

extension SmallLevel {
  /// A level with walls, or nil if it has more than 64 squares.
  init?(walled level: NaiveLevel) {
    func board(_ squares: [Int]) -> Bitboard {
      squares.reduce(into: Bitboard()) { $0.insert($1) }
    }
    let size = RoomSize(unchecked: level.rows, level.columns)
    let neighbours = NaiveRoom(level).neighbours
    guard
      let room = SmallRoom(
        size, hasExit: { neighbours[4 * size.index(of: $0) + Int($1.rawValue)] >= 0 })
    else { return nil }
    self.init(
      room: room, start: level.start, signpost: level.signpost, zombies: board(level.zombies),
      blocks: board(level.blocks), flashlights: board(level.flashlights), isLit: level.lit)
  }
}

extension WideLevel {
  /// A level with walls.
  init(walled level: NaiveLevel) {
    let size = RoomSize(unchecked: level.rows, level.columns)
    let neighbours = NaiveRoom(level).neighbours
    let room = WideRoom(size) { neighbours[4 * size.index(of: $0) + Int($1.rawValue)] >= 0 }
    self.init(
      room: room, start: size.square(at: level.start), signpost: size.square(at: level.signpost),
      isLit: level.lit)
    zombies = SquareSet(size, level.zombies.map(size.square))
    blocks = SquareSet(size, level.blocks.map(size.square))
    flashlights = SquareSet(size, level.flashlights.map(size.square))
  }
}

/// The game has no walls between squares. But everything that moves, sees, endangers or chases asks
/// the room for its exits, so it also works in a room with walls. Only here does code fail that
/// adds a width or compares distances itself.
@Suite struct WalledRoomTests {
  /// The squares of a room that fulfil a condition. The room has at most 64 squares.
  private func squares(_ level: NaiveLevel, _ condition: (Int) -> Bool) -> Bitboard {
    (0..<level.squareCount).filter(condition).reduce(into: Bitboard()) { $0.insert($1) }
  }

  /// The first difference between a small room with walls and the reference, or nil.
  private func failure(_ level: NaiveLevel, _ rules: NaiveRules) -> String? {
    let room = NaiveRoom(level)
    guard let small = SmallLevel(walled: level) else { return "too large" }
    func isDanger(_ square: Int) -> Bool {
      room.isCaught(player: square, zombies: level.zombies, rules: rules)
    }
    if small.danger(Rules(rules)) != squares(level, isDanger) { return "danger" }
    if small.flashlightSight != squares(level, { room.seesFlashlight[$0] }) { return "sight" }
    for square in 0..<level.squareCount {
      let near = (0..<4).map { room.neighbours[4 * square + $0] }
      let exits = Direction.allCases.filter { near[Int($0.rawValue)] >= 0 }
      let here = Bitboard(square: square)
      if Array(small.room.exits(square)) != exits { return "exits of \(square)" }
      if small.room.neighbours(here) != squares(level, near.contains) {
        return "neighbours of \(square)"
      }
      for direction in Direction.allCases {
        let target = near[Int(direction.rawValue)]
        if small.room.moved(here, direction) != squares(level, { $0 == target }) {
          return "\(direction) from \(square)"
        }
      }
    }
    let shut = small.blocks | small.zombies | Bitboard(square: small.signpost)
    for zombie in level.zombies {
      for player in 0..<level.squareCount {
        let expected = room.chaseStep(
          from: zombie, player: player, zombies: level.zombies, chase: rules.chase)
        let step = Rules(rules).step(
          of: zombie, toward: player, in: small.room, shut: shut - Bitboard(square: zombie))
        if step != expected ?? zombie { return "the step from \(zombie) toward \(player)" }
      }
    }
    return nil
  }

  /// Plays a level with walls at random. Returns the first difference from the reference, or nil.
  private func difference(
    _ level: NaiveLevel, _ rules: NaiveRules, _ random: inout NaiveRandom
  ) -> String? {
    guard let small = SmallLevel(walled: level) else { return "too large" }
    var (naive, fast) = (NaiveRound(level, rules), SmallRound(small, rules: Rules(rules)))
    var moves = ""
    while moves.utf8.count < 30 {
      guard fast.player == naive.player, Array(fast.zombies) == naive.zombies,
        fast.isLit == naive.lit, fast.outcome?.name == naive.outcome?.rawValue
      else { return "after '\(moves)'" }
      if naive.outcome != nil { return nil }
      let legal = naive.legalMoves()
      let near = (0..<4).map { naive.room.neighbours[4 * naive.player + $0] }
      let seen = squares(level) { naive.lit || $0 == naive.player || near.contains($0) }
      guard fast.legalMoves.map({ Int($0.rawValue) }) == legal,
        (0..<4).allSatisfy({ fast.isLegal(Direction.allCases[$0]) == legal.contains($0) }),
        SmallSight(fast).seen == seen
      else { return "moves or sight after '\(moves)'" }
      let move = legal[random.below(legal.count)]
      moves += naiveDirectionLetters[move]
      naive.move(move)
      fast.move(Direction.allCases[move])
    }
    return nil
  }

  @Test("In rooms of up to 64 squares with walls, everything follows the exits")
  func smallRooms() {
    let seed: UInt64 = 0x3A11
    var random = NaiveRandom(seed: seed)
    var failure: String?
    var caught = 0
    for _ in 0..<cases(exactly: 90, long: 100_000) where failure == nil {
      let level = random.walled(random.level(maxRows: 8, maxColumns: 8, maxThings: 20))
      let rules = random.rules()
      let problem = self.failure(level, rules) ?? difference(level, rules, &random)
      failure = problem.map { "\($0): \(level) \(rules)" }
      if NaiveRound(level, rules).outcome == nil { caught += 1 }
    }
    #expect(failure == nil, "seed \(seed)")
    #expect(caught > cases(exactly: 25, long: 500))
  }

  @Test("In rooms of any size with walls, exits and catching agree with the reference")
  func wideRooms() {
    let seed: UInt64 = 0x3A12
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for number in 0..<cases(exactly: 48, long: 10_000) where failure == nil {
      let level = random.walled(
        random.level(maxRows: 7, maxColumns: number % 2 == 0 ? 8 : 200, maxThings: 40))
      let (wide, room) = (WideLevel(walled: level), NaiveRoom(level))
      let rules = NaiveRules(catchingDistance: number % 3 == 0 ? 0 : 1)
      let safe = wide.safe(Rules(rules))
      for square in 0..<level.squareCount {
        let here = wide.size.square(at: square)
        let isSafe =
          square == level.signpost
          || !room.isBlock[square]
            && !room.isCaught(player: square, zombies: level.zombies, rules: rules)
        if safe.contains(here) != isSafe { failure = "\(square) is safe: \(!isSafe), \(level)" }
        for direction in Direction.allCases {
          let next = room.neighbours[4 * square + Int(direction.rawValue)]
          if wide.room.exit(from: here, direction).map(wide.size.index) ?? -1 != next {
            failure = "\(direction) from \(square): \(level)"
          }
        }
      }
    }
    #expect(failure == nil, "seed \(seed)")
  }
}
