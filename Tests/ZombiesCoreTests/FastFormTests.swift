import Testing
import ZombiesCore
import ZombiesTestSupport

/// `SmallRound` against `Round` and `NaiveRound`, move by move: only here is each state of a round
/// the same in all three forms of the rules.
@Suite struct FastFormTests {
  /// A level played at random by all three forms.
  private struct Match {
    let code: String
    let rules: NaiveRules
    let hearing: Int
    var naive: NaiveRound
    var plain: Round
    var fast: SmallRound
    var moves = ""

    /// - Parameter number: The number of the match, from which its hearing distance is taken.
    init?(_ level: NaiveLevel, _ rules: NaiveRules, number: Int) {
      code = level.code
      self.rules = rules
      hearing = number % 17
      naive = NaiveRound(level, rules)
      guard let level = try? Level(code), let small = SmallLevel(level) else { return nil }
      plain = Round(level, rules: Rules(rules, hearing: hearing))
      fast = SmallRound(small, rules: Rules(rules, hearing: hearing))
    }

    /// Makes a move in all three forms. Returns false if the plain form calls it illegal.
    mutating func move(_ direction: Int) -> Bool {
      let move = Direction.allCases[direction]
      moves += naiveDirectionLetters[direction]
      do { try plain.move(move) } catch { return false }
      fast.move(move)
      naive.move(direction)
      return true
    }

    /// The number of zombies that the player hears, counted one by one.
    private var heard: Int? {
      guard hearing > 0, !naive.lit, naive.outcome != .won, naive.outcome != .caught else {
        return nil
      }
      let columns = naive.level.columns
      let (row, column) = (naive.player / columns, naive.player % columns)
      return naive.zombies.count {
        abs($0 / columns - row) + abs($0 % columns - column) <= hearing
      }
    }

    /// Whether the three forms are in the same state, the player hears the same, and they have the
    /// same moves while the round lasts.
    var agrees: Bool {
      let columns = naive.level.columns
      var zombies: UInt64 = 0
      for square in naive.zombies { zombies |= 1 << UInt64(square) }
      var plainZombies: UInt64 = 0
      for (row, word) in plain.zombies.words.enumerated() where word != 0 {
        plainZombies |= word << UInt64(row * columns)
      }
      guard plainZombies == zombies, fast.zombies.word == zombies,
        plain.player.row * columns + plain.player.column == naive.player,
        fast.player == naive.player, plain.isLit == naive.lit, fast.isLit == naive.lit,
        plain.moves == naive.moves, fast.moves == naive.moves,
        plain.outcome?.name == naive.outcome?.rawValue, fast.outcome == plain.outcome,
        Sight(plain).heard == heard, Sight(SmallSight(fast)).heard == heard
      else { return false }
      if naive.outcome != nil { return true }
      var legal: UInt8 = 0
      for direction in 0..<4 where naive.isLegal(direction) { legal |= 1 << UInt8(direction) }
      var plainLegal: UInt8 = 0
      for direction in plain.legalMoves { plainLegal |= 1 << direction.rawValue }
      return plainLegal == legal && fast.legalMoves.bits == legal
    }

    var replay: String { "\(code) \(rules) hearing \(hearing) moves \(moves)" }
  }

  /// Plays random rounds until enough states are compared, or returns the first difference.
  private func play(
    states: Int, seed: UInt64, moves limit: Int,
    level: (inout NaiveRandom) -> NaiveLevel
  ) -> (compared: Int, failure: String?) {
    var random = NaiveRandom(seed: seed)
    var (compared, matches) = (0, 0)
    while compared < states {
      // Every distance and axis, and speeds from 1 to 16, slow ones more often.
      var rules = random.rules()
      if random.below(4) == 0 { rules.speed = 1 + random.below(16) }
      guard var match = Match(level(&random), rules, number: matches) else {
        return (compared, "unread level")
      }
      (compared, matches) = (compared + 1, matches + 1)
      if !match.agrees { return (compared, match.replay) }
      for _ in 0..<limit where match.naive.outcome == nil {
        var direction = random.below(4)
        while !match.naive.isLegal(direction) { direction = random.below(4) }
        compared += 1
        if !match.move(direction) || !match.agrees { return (compared, match.replay) }
      }
    }
    return (compared, nil)
  }

  @Test("SmallRound agrees with Round and NaiveRound, in rooms of every shape up to 64 squares")
  func roundsAgree() {
    let (seed, wanted) = (UInt64(0xFA57_0001), cases(exactly: 5000, long: 900_000))
    let (compared, failure) = play(states: wanted, seed: seed, moves: 60) { random in
      let shape = NaiveShape.all[random.below(NaiveShape.all.count)]
      let free = shape.rows * shape.columns - 2
      let zombies = random.below(min(free, 6) + 1)
      let blocks = random.below(min(free - zombies, 1 + free / 3) + 1)
      let flashlights = random.below(min(free - zombies - blocks, 2) + 1)
      return random.level(
        rows: shape.rows, columns: shape.columns, zombies: zombies, blocks: blocks,
        flashlights: flashlights, lit: random.below(3) > 0)
    }
    expectNil(failure, "seed \(seed)")
    tell(compared, "states of rounds in rooms of all shapes")
    expect(compared >= wanted)
  }

  @Test("… and in crowded rooms, where zombies block one another")
  func crowdedRoundsAgree() {
    let (seed, wanted) = (UInt64(0xFA57_0002), cases(exactly: 1500, long: 60_000))
    let (compared, failure) = play(states: wanted, seed: seed, moves: 40) { random in
      let (rows, columns) = (5 + random.below(4), 5 + random.below(4))
      let free = rows * columns - 2
      let zombies = 6 + random.below(free / 2 - 6)
      return random.level(
        rows: rows, columns: columns, zombies: zombies,
        blocks: random.below((free - zombies) / 2), lit: random.below(4) > 0)
    }
    expectNil(failure, "seed \(seed)")
    tell(compared, "states of rounds in crowded rooms")
    expect(compared >= wanted)
  }

  @Test("… and in all hand-placed levels of 2x3 and 3x2 with up to two things, under all rules")
  func smallRoomsAgree() {
    var compared = 0
    var failure: String?
    var turn = 0
    var random = NaiveRandom(seed: 0xFA57_0003)
    for family in [(2, 3), (3, 2)].flatMap({
      NaiveFamily.all(rows: $0.0, columns: $0.1, maxThings: 2)
    }) {
      naiveForEachLevel(family) { level in
        // A third of the variants for each level, or one of them for every fifth, in turn.
        turn += 1
        let step = cases(exactly: 90, long: 3)
        for number in stride(from: turn % step, to: NaiveRules.variants.count, by: step)
        where failure == nil {
          let rules = NaiveRules.variants[number]
          guard var match = Match(level, rules, number: compared) else {
            failure = level.code
            return
          }
          for _ in 0..<4 {
            compared += 1
            if !match.agrees { failure = match.replay }
            guard failure == nil, match.naive.outcome == nil else { break }
            var direction = random.below(4)
            while !match.naive.isLegal(direction) { direction = random.below(4) }
            if !match.move(direction) { failure = match.replay }
          }
        }
      }
    }
    expectNil(failure)
    tell(compared, "states in all small levels")
    expect(compared >= cases(exactly: 1600, long: 50_000))
  }

  @Test("A small round can be put into any state, and continues like a round that reached it")
  func roundsCanBePutIntoAnyState() throws {
    let seed: UInt64 = 0xFA57_0004
    var random = NaiveRandom(seed: seed)
    var (compared, failure) = (0, String?.none)
    while compared < cases(exactly: 800, long: 5000), failure == nil {
      let naive = random.level(rows: 6, columns: 6, zombies: 2, flashlights: 1, lit: true)
      let rules = random.rules()
      guard var match = Match(naive, rules, number: compared) else { break }
      for _ in 0..<10 where match.naive.outcome == nil {
        var direction = random.below(4)
        while !match.naive.isLegal(direction) { direction = random.below(4) }
        var put = SmallRound(match.fast.level, rules: match.fast.rules)
        put.player = match.fast.player
        put.zombies = match.fast.zombies
        put.isLit = match.fast.isLit
        put.moves = match.fast.moves
        put.outcome = match.fast.outcome
        _ = match.move(direction)
        put.move(Direction.allCases[direction])
        compared += 1
        if put.zombies != match.fast.zombies || put.outcome != match.fast.outcome
          || put.player != match.fast.player || put.isLit != match.fast.isLit
        {
          failure = match.replay + ", put into the state before the last move"
          break
        }
      }
    }
    expectNil(failure, "seed \(seed)")
  }
}
