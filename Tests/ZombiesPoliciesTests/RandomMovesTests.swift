import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesTestBridge
import ZombiesTestSupport

/// The policy `random`: only here are its draws compared with the words of its stream, and counted.
@Suite struct RandomMovesTests {
  /// The first draws of a round, following the comments in RandomMoves.swift, and the number of
  /// rejected words.
  private static func draws(
    _ key: RoundKey, count: Int
  ) -> (draws: [Int], rejectedWords: Int) {
    var stream = RandomStream(
      seed: key.seed, purpose: .policy, index: key.trial, variant: UInt64(key.round) * 256)
    let product = (0..<16).reduce(UInt128(1)) { product, _ in product * 12 }
    var (draws, rejectedWords) = ([Int](), 0)
    while draws.count < count {
      var word = UInt128(stream.next())
      let limit = UInt128(1) << 64
      guard word * product % limit >= limit % product else {
        rejectedWords += 1
        continue
      }
      for _ in 0..<16 {
        draws.append(Int((word * 12) >> 64))
        word = word * 12 % limit
      }
    }
    return (Array(draws.prefix(count)), rejectedWords)
  }

  @Test func drawsAreThoseOfASecondImplementation() {
    var rejectedWords = 0
    let failure = firstFailure(of: [UInt64(0), 42, .max]) { seed in
      firstFailure(of: [UInt64(0), 1, 2, 3, 4, 1_000_003, .max] + (100...130)) { trial in
        firstFailure(of: [0, 1, 2]) { round in
          let key = RoundKey(seed: seed, trial: trial, round: round)
          let expected = Self.draws(key, count: 100)
          rejectedWords += expected.rejectedWords
          var moves = RandomMoves(key)
          let draws = (0..<100).map { _ in moves.next() }
          return draws == expected.draws ? nil : "\(key): \(draws)"
        }
      }
    }
    expectNil(failure)
    // Of 2⁶⁴ words, 2⁶⁴ mod 12¹⁶ are rejected, 0.8%: some of the 2400 words here.
    expect(rejectedWords > 5)
  }

  @Test func theFirstDrawsNeverChange() {
    // Golden: recorded when the program and the second implementation agreed.
    var moves = RandomMoves(RoundKey(seed: 42, trial: 7, round: 1))
    expectEqual(
      (0..<20).map { _ in moves.next() },
      [3, 9, 10, 2, 1, 11, 1, 6, 6, 0, 3, 5, 9, 10, 3, 3, 11, 6, 6, 7])
  }

  @Test func aDrawTakesTheMoveOfItsNumber() {
    for bits in UInt8(1)..<16 {
      let legal = DirectionSet(bits: bits)
      for draw in 0..<12 {
        let expected = Array(legal)[draw % legal.count]
        expectEqual(RandomMoves.move(draw, of: legal), expected)
      }
    }
  }

  @Test func streamsOfRoundsTrialsAndSeedsDiffer() {
    var streams: Set<[Int]> = []
    for seed: UInt64 in [0, 1] {
      for trial: UInt64 in [0, 1, 4] {
        for round in 0..<3 {
          var moves = RandomMoves(RoundKey(seed: seed, trial: trial, round: round))
          streams.insert((0..<20).map { _ in moves.next() })
        }
      }
    }
    expectEqual(streams.count, 18)
    // Policies and rounds have their own streams.
    let variants = Policy.builtIn.flatMap { policy in
      (0..<256).map { RoundKey.variant(policy.code, round: $0) }
    }
    expectEqual(Set(variants).count, 256 * Policy.builtIn.count)
    expectEqual(RoundKey.variant(Policy.random.code, round: 0), 0)
    expectEqual(RoundKey.variant(Policy.clairvoyant.code, round: 2), 515)
  }

  /// Draws are even, and a draw does not predict the next one: χ² of 12 cells, and of 144 cells of
  /// pairs. The upper bounds for a probability of 10⁻⁴ are those of Wilson and Hilferty,
  /// k(1 − 2/(9k) + 3.719 √(2/(9k)))³: 37.4 for k = 11 and 214.6 for k = 143.
  @Test func drawsAreEvenAndIndependent() {
    var counts = [Int](repeating: 0, count: 12)
    var pairs = [Int](repeating: 0, count: 144)
    for trial in 0..<UInt64(2000) {
      var moves = RandomMoves(RoundKey(seed: 99, trial: trial))
      var last = moves.next()
      for _ in 0..<32 {
        let next = moves.next()
        counts[next] += 1
        pairs[last * 12 + next] += 1
        last = next
      }
    }
    func statistic(_ counts: [Int]) -> Double {
      let mean = 64_000.0 / Double(counts.count)
      return counts.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
    }
    expect(statistic(counts) < 37.4)
    expect(statistic(pairs) < 214.6)
  }

  /// From a square with n legal moves, each has the probability 1/n. The test looks at the first
  /// move in rooms whose start has two, three and four exits, one of them with a block. A count of
  /// 1500 draws is within 4.5 √(1500 · 1/n · (1 − 1/n)) of its mean, except with a probability of 7
  /// · 10⁻⁶.
  @Test(arguments: [("S2/3/2P", 2), ("S2/2P/3", 3), ("S2/1P1/3", 4), ("S2/#P1/3", 3), ("SP", 1)])
  func eachLegalMoveIsEquallyLikely(code: String, exits: Int) throws {
    let level = try Level(code)
    let sight = Sight(Round(level))
    var counts: [Direction: Int] = [:]
    for trial in 0..<UInt64(1500) {
      var player = RandomMoves(RoundKey(seed: 5, trial: trial))
      counts[player.choose(sight), default: 0] += 1
    }
    expect(Set(counts.keys) == Set(Round(level).legalMoves) && counts.count == exits)
    let share = 1 / Double(exits)
    let tolerance = 4.5 * (1500 * share * (1 - share)).squareRoot()
    expect(counts.values.allSatisfy { abs(Double($0) - 1500 * share) <= tolerance })
  }
}
