import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

/// What a player sees ("The rules", section 2): in the dark their own square and the four
/// neighbouring ones, in a lit room everything.
@Suite struct SightTests {
  /// Whether a square of a naive round is in sight.
  private static func isSeen(_ square: Int, _ round: NaiveRound) -> Bool {
    round.lit || round.room.distance(square, round.player) <= 1
  }

  /// Compares both forms of sight with the state of a naive round.
  private static func complaint(
    _ naive: NaiveRound, _ sight: Sight, _ small: SmallSight?
  ) -> String? {
    let size = sight.size
    func seen(_ squares: [Int]) -> [Int] { squares.filter { isSeen($0, naive) } }
    func indices(_ squares: SeenSquares) -> [Int] { squares.map(size.index) }
    let legal = (0..<4).filter(naive.isLegal)
    guard indices(sight.blocks) == seen(naive.level.blocks),
      indices(sight.zombies) == seen(naive.zombies),
      indices(sight.flashlights) == seen(naive.level.flashlights)
    else { return "things" }
    guard size.index(of: sight.player) == naive.player, sight.isLit == naive.lit,
      size.index(of: sight.signpost) == naive.level.signpost,
      sight.legalMoves.map({ Int($0.rawValue) }) == legal
    else { return "player, signpost, light or moves" }
    for square in 0..<naive.level.squareCount
    where sight.sees(size.square(at: square)) != isSeen(square, naive) {
      return "square \(square)"
    }
    guard let small else { return nil }
    guard Array(small.blocks) == seen(naive.level.blocks),
      Array(small.zombies) == seen(naive.zombies),
      Array(small.flashlights) == seen(naive.level.flashlights),
      Array(small.seen) == seen(Array(0..<naive.level.squareCount)),
      small.player == naive.player, small.isLit == naive.lit,
      small.signpost == naive.level.signpost, small.room.size == size,
      small.legalMoves == sight.legalMoves
    else { return "small form" }
    return nil
  }

  /// Compares every state of a random walk through a random level.
  private static func walk(
    _ level: NaiveLevel, _ naiveRules: NaiveRules, _ random: inout NaiveRandom
  ) throws -> String? {
    let (program, rules) = (try Level(level), try Rules(naiveRules))
    var naive = NaiveRound(level, naiveRules)
    var round = Round(program, rules: rules)
    var small = SmallLevel(program).map { SmallRound($0, rules: rules) }
    var path = ""
    while true {
      if let problem = complaint(naive, Sight(round), small.map { SmallSight($0) }) {
        return "\(level) \(naiveRules) after '\(path)': \(problem)"
      }
      guard naive.outcome == nil, naive.moves < 12 else { return nil }
      let legal = naive.legalMoves()
      let choice = legal[random.below(legal.count)]
      let direction = try #require(Direction(rawValue: UInt8(choice)))
      naive.move(choice)
      try round.move(direction)
      small?.move(direction)
      path += direction.description
    }
  }

  @Test func bothFormsShowWhatTheRulesLetThePlayerSee() throws {
    var random = NaiveRandom(seed: 11)
    let failure = try firstFailure(of: 0..<1500) { _ in
      let level = random.level(maxRows: 8, maxColumns: 8, maxThings: 12)
      return try Self.walk(level, random.rules(), &random)
    }
    #expect(failure == nil)
  }

  @Test func wideRoomsShowWhatTheRulesLetThePlayerSee() throws {
    var random = NaiveRandom(seed: 12)
    let failure = try firstFailure(of: 0..<150) { number in
      let (rows, columns) = [(9, 9), (3, 70), (70, 2), (1, 129)][number % 4]
      let level = random.level(
        rows: rows, columns: columns, zombies: 10, blocks: 20, flashlights: 10)
      return try Self.walk(level, random.rules(), &random)
    }
    #expect(failure == nil)
  }

  @Test func inTheDarkExactlyTheNeighboursAreSeen() throws {
    // Everything around the player is just in sight, or just out of sight.
    let round = Round(try Level("S3F/1Z#Z1/1FP#1/1#1#1/F3Z"), rules: try noCatching)
    let sight = Sight(round)
    // The flashlight next to the start lights the room. Without it, the room is dark.
    #expect(sight.isLit && sight.zombies.count == 3 && sight.blocks.count == 4)
    let dark = Sight(Round(try Level("S3F/1Z#Z1/2P#1/1#1#1/F3Z"), rules: try noCatching))
    #expect(!dark.isLit)
    #expect(Array(dark.blocks) == [Square(row: 1, column: 2), Square(row: 2, column: 3)])
    #expect(dark.zombies.isEmpty && dark.flashlights.isEmpty)
    #expect(Array(dark.legalMoves) == [.down, .left])
    let small = try #require(SmallLevel(try Level("S3F/1Z#Z1/2P#1/1#1#1/F3Z")))
    let smallSight = SmallSight(SmallRound(small, rules: try noCatching))
    #expect(Array(smallSight.seen) == [7, 11, 12, 13, 17])
    #expect(Array(smallSight.blocks) == [7, 13])
  }

  @Test func aZombieBesideThePlayerIsSeenInTheDark() throws {
    let sight = Sight(Round(try Level("S2/2Z/1ZP"), rules: try noCatching))
    #expect(Array(sight.zombies) == [Square(row: 1, column: 2), Square(row: 2, column: 1)])
    #expect(sight.sees(Square(row: 2, column: 2)) && !sight.sees(Square(row: 1, column: 1)))
  }

  private var noCatching: Rules {
    get throws { try Rules(catchingDistance: 0) }
  }
}
