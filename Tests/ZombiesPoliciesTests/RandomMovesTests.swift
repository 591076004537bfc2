import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesTestSupport

/// Chance: the draws of `random`, and the streams of policies.
@Suite struct RandomMovesTests {
  /// The first draws of a round, following the comments in RandomMoves.swift, and the number of rejected words.
  private static func draws(_ key: RoundKey, count: Int) -> (draws: [Int], rejectedWords: Int) {
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

  /// Equal to a procedure whose draws are even by construction, so their evenness needs no statistics.
  @Test("Draws are those of a second implementation, and never change")
  func draws() {
    var rejectedWords = 0
    for seed in [UInt64(0), 42, .max] {
      for trial in [UInt64(0), 1, 2, 3, 4, 1_000_003, .max] + (100...130) {
        for round in 0...2 {
          let key = RoundKey(seed: seed, trial: trial, round: round)
          let expected = Self.draws(key, count: 100)
          rejectedWords += expected.rejectedWords
          var moves = RandomMoves(key)
          expectEqual((0..<100).map { _ in moves.next() }, expected.draws, "\(key)")
        }
      }
    }
    // Of 2⁶⁴ words, 2⁶⁴ mod 12¹⁶ are rejected, 0.8%: some of the 2400 words here.
    expect(rejectedWords > 5)
    // Recorded when the program and the second implementation agreed.
    var moves = RandomMoves(RoundKey(seed: 42, trial: 7, round: 1))
    expectEqual(
      (0..<20).map { _ in moves.next() },
      [3, 9, 10, 2, 1, 11, 1, 6, 6, 0, 3, 5, 9, 10, 3, 3, 11, 6, 6, 7])
    for bits in UInt8(1)..<16 {
      let legal = DirectionSet(bits: bits)
      for draw in 0..<12 {
        expectEqual(RandomMoves.move(draw, of: legal), Array(legal)[draw % legal.count])
      }
    }
    expectEqual(RandomMoves.move(0, of: DirectionSet()), .up)
  }

  /// Lists its first draws instead of a move.
  private struct Coin: Player {
    var random: RandomStream

    func choose(_ sight: Sight) throws(PolicyError) -> Direction {
      var random = random
      throw .cannotPlay("\((0..<3).map { _ in random.next() })")
    }
  }

  @Test("The chance of a player depends on seed, trial, round and name alone")
  func streams() throws {
    var streams: Set<String> = []
    for name in ["coin", "Coin", "coin2"] {
      let policy = try Policy(name) { Coin(random: $0.random) }
      for seed in [0, 1, UInt64.max] {
        for (trial, round) in [(0, 0), (0, 1), (0, 2), (1, 0), (.max, 0)] as [(UInt64, Int)] {
          let key = RoundKey(seed: seed, trial: trial, round: round)
          for (number, code) in ["S2P", "SP", "S70P"].enumerated() {
            var (played, path) = (AnyRound(try Level(code)), [Direction]?.none)
            let text = thrown { try policy.play(&played, key, moveLimit: 24, path: &path) }
            expect(streams.insert(text).inserted == (number == 0), "\(name) \(key)")
          }
        }
      }
    }
    expectEqual(streams.count, 3 * 3 * 5)
    // The number of a name never changes: its 64-bit FNV-1a hash, shifted, with 255 in the lowest byte. Known
    // answers of that hash are "a" → af63dc4c8601ec8c, "foobar" → 85944171f73967e8.
    let hashes: [String: UInt64] = ["a": 0xaf63_dc4c_8601_ec8c, "foobar": 0x8594_4171_f739_67e8]
    for (name, hash) in hashes {
      try expectEqual(Policy(name) { Coin(random: $0.random) }.code, hash << 16 | 0xFF)
    }
    // Policies and rounds have their own streams.
    let variants = Policy.builtIn.flatMap { policy in
      (0..<256).map { RoundKey.variant(policy.code, round: $0) }
    }
    expectEqual(Set(variants).count, 256 * Policy.builtIn.count)
    expectEqual(Policy.builtIn.prefix(5).map(\.code), [0, 1, 2, 3, 4])
    expectEqual(RoundKey.variant(Policy.clairvoyant.code, round: 2), 515)
  }
}
