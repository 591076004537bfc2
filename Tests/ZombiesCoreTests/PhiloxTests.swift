import Testing
import ZombiesCore
import ZombiesTestSupport

/// The random stream must never change: only here are its known answers, the order of its words and
/// golden words.
@Suite struct PhiloxTests {
  private func words(_ block: Philox.Block) -> [UInt64] { [block.0, block.1, block.2, block.3] }

  @Test("The known answers of the paper")
  func knownAnswers() {
    expectEqual(
      words(Philox.block(counter: (0, 0, 0, 0), key: (0, 0))),
      [
        0x1655_4d9e_ca36_314c, 0xdb20_fe9d_672d_0fdc, 0xd7e7_72ce_e186_176b, 0x7e68_b68a_ec7b_a23b,
      ])
    let ones = UInt64.max
    expectEqual(
      words(Philox.block(counter: (ones, ones, ones, ones), key: (ones, ones))),
      [
        0x87b0_92c3_013f_e90b, 0x438c_3c67_be8d_0224, 0x9cc7_d7c6_9cd7_77b6, 0xa09c_aebf_594f_0ba0,
      ])
    expectEqual(
      words(
        Philox.block(
          counter: (
            0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0,
            0x082e_fa98_ec4e_6c89
          ), key: (0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c))),
      [
        0xa528_f454_03e6_1d95, 0x38c7_2dbd_566e_9788, 0xa5a1_610e_72fd_18b5,
        0x57bd_43b5_e52b_7fe6,
      ])
  }

  @Test("The numbers of the purposes never change")
  func purposes() {
    expectEqual(RandomPurpose.placement.rawValue, 1)
    expectEqual(RandomPurpose.policy.rawValue, 2)
    expectEqual(RandomPurpose.search.rawValue, 3)
    expectEqual(RandomPurpose.questions.rawValue, 4)
  }

  // Made in Python by a second implementation of the description in RandomStream.swift.
  @Test("Golden words")
  func goldenWords() {
    func first(_ stream: RandomStream) -> [UInt64] {
      var stream = stream
      return (0..<6).map { _ in stream.next() }
    }
    expectEqual(
      first(RandomStream(seed: 42, purpose: .placement, index: 7, variant: 0)),
      [
        0x633A_F9B3_183B_B36A, 0x2538_AF34_8975_8932, 0x835A_8006_0B42_30B6, 0x4768_6EBB_8CB5_FAE4,
        0x54C6_6824_7CB0_E9C4, 0xEF4E_37F3_4FD9_CCF3,
      ])
    expectEqual(
      first(RandomStream(seed: 42, purpose: .policy, index: 7, variant: 3)),
      [
        0x372B_95B0_1B2B_CE3D, 0x76EB_81AF_447A_6C42, 0xE933_DC3B_00E6_0385, 0xE337_D8ED_B48E_0DA5,
        0xBAEA_AB1B_8502_54E3, 0x70C6_9906_0FA3_2DBE,
      ])
    expectEqual(
      first(RandomStream(seed: .max, purpose: .placement, index: .max, variant: .max)),
      [
        0xE0F2_EF72_F485_A30F, 0xD114_264F_2A65_7921, 0xEE8F_4274_5323_60E3, 0x3D10_7F6D_E22F_F2F2,
        0x5F43_3BC5_4FAE_7ED2, 0xC23C_8355_5749_6349,
      ])
  }

  @Test("Word 0 is output[index mod 4] of counter (index div 4, 0, variant, 0), word k ≥ 1 is …")
  func orderOfWords() {
    let seed: UInt64 = 0x0_1DE5
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for round in 0..<cases(exactly: 300, long: 2000) where failure == nil {
      let purpose: RandomPurpose = round % 2 == 0 ? .placement : .policy
      let key = (random.next(), purpose.rawValue)
      // Small indices and variants, and the largest ones.
      let index = round % 3 == 0 ? random.next() : UInt64(random.below(40))
      let variant = round % 5 == 0 ? .max - UInt64(random.below(3)) : UInt64(random.below(9))
      var stream = RandomStream(seed: key.0, purpose: purpose, index: index, variant: variant)
      for word in 0..<(1 + random.below(20)) {
        let found = stream.next()
        let expected: UInt64
        if word == 0 {
          let block = Philox.block(counter: (index / 4, 0, variant, 0), key: key)
          expected = words(block)[Int(index % 4)]
        } else {
          // … output[(k − 1) mod 4] of counter (index, (k − 1) div 4, variant, 1).
          let counter = (index, UInt64(word - 1) / 4, variant, UInt64(1))
          expected = words(Philox.block(counter: counter, key: key))[(word - 1) % 4]
        }
        if found != expected {
          failure = "key \(key), index \(index), variant \(variant), word \(word)"
        }
      }
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test("Four consecutive indices share one block for their heads, and have their own tail blocks")
  func headsAndTails() {
    let seed: UInt64 = 0x0_1DE6
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for _ in 0..<cases(exactly: 150, long: 1000) where failure == nil {
      let (key, quad, variant) = (random.next(), random.next() >> 2, random.next())
      let heads = words(
        RandomStream.heads(seed: key, purpose: .policy, quad: quad, variant: variant))
      for place in 0..<4 {
        let index = quad * 4 + UInt64(place)
        var stream = RandomStream(seed: key, purpose: .policy, index: index, variant: variant)
        let drawn = (0..<9).map { _ in stream.next() }
        let tail = [UInt64](0...1).flatMap { block in
          words(
            RandomStream.tail(
              seed: key, purpose: .policy, index: index, variant: variant, block: block))
        }
        if drawn != [heads[place]] + tail { failure = "key \(key), index \(index), \(variant)" }
      }
      let block = (heads[0], heads[1], heads[2], heads[3])
      if (0..<4).map({ RandomStream.word(block, $0) }) != heads { failure = "word(_:_:)" }
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test("Streams of other seeds, purposes, indices and variants share no word")
  func streamsDiffer() {
    var seen: Set<UInt64> = []
    var drawn = 0
    for seed in [0, 1, UInt64.max] {
      for purpose in [RandomPurpose.placement, .policy] {
        for index in [0, 1, 2, 3, 4, UInt64.max] {
          for variant in [0, 1, UInt64.max] {
            var stream = RandomStream(
              seed: seed, purpose: purpose, index: index, variant: variant)
            for _ in 0..<9 { seen.insert(stream.next()) }
            drawn += 9
          }
        }
      }
    }
    // The probability that two of n words are equal by chance: n² / 2⁶⁵, here 3e-14.
    expectEqual(seen.count, drawn)
  }
}
