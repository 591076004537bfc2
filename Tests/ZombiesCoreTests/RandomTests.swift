import Testing
import ZombiesCore
import ZombiesTestSupport

/// The random stream, which must never change, and draws below a bound, which are exactly uniform.
@Suite struct RandomTests {
  private func words(_ block: Philox.Block) -> [UInt64] { [block.0, block.1, block.2, block.3] }

  private func numbers(_ hexadecimal: String) -> [UInt64] {
    hexadecimal.split(separator: " ").compactMap { UInt64($0, radix: 16) }
  }

  /// The counter, the key and the block in hexadecimal: the known answers of the paper's authors (Random123, kat_vectors).
  @Test func knownAnswersOfPhilox() {
    let table = """
      0 0 0 0 | 0 0 | 16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b
      ffffffffffffffff ffffffffffffffff ffffffffffffffff ffffffffffffffff | ffffffffffffffff ffffffffffffffff | 87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0
      243f6a8885a308d3 13198a2e03707344 a4093822299f31d0 082efa98ec4e6c89 | 452821e638d01377 be5466cf34e90c6c | a528f45403e61d95 38c72dbd566e9788 a5a1610e72fd18b5 57bd43b5e52b7fe6
      """
    for row in tableRows(table) {
      let (counter, key) = (numbers(row[0]), numbers(row[1]))
      let block = Philox.block(
        counter: (counter[0], counter[1], counter[2], counter[3]), key: (key[0], key[1]))
      expectEqual(words(block), numbers(row[2]))
    }
  }

  /// Seed, purpose, index, variant and the first words, made in Python by a second implementation of the description in
  /// RandomStream.swift.
  @Test func goldenWordsOfStreams() throws {
    let table = """
      42 1 7 0 | 633AF9B3183BB36A 2538AF3489758932 835A80060B4230B6 47686EBB8CB5FAE4 54C668247CB0E9C4 EF4E37F34FD9CCF3
      42 2 7 3 | 372B95B01B2BCE3D 76EB81AF447A6C42 E933DC3B00E60385 E337D8EDB48E0DA5 BAEAAB1B850254E3 70C699060FA32DBE
      18446744073709551615 1 18446744073709551615 18446744073709551615 | E0F2EF72F485A30F D114264F2A657921 EE8F4274532360E3 3D107F6DE22FF2F2 5F433BC54FAE7ED2 C23C835557496349
      """
    for row in tableRows(table) {
      let parts = row[0].split(separator: " ").compactMap { UInt64($0) }
      let purpose = try require(RandomPurpose(rawValue: parts[1]))
      var stream = RandomStream(
        seed: parts[0], purpose: purpose, index: parts[2], variant: parts[3])
      expectEqual((0..<6).map { _ in stream.next() }, numbers(row[1]))
    }
    let purposes: [RandomPurpose] = [.placement, .policy, .search, .questions]
    expectEqual(purposes.map(\.rawValue), [1, 2, 3, 4])
  }

  /// Word 0 is output[index mod 4] of counter (index div 4, 0, variant, 0), and word k ≥ 1 is output[(k − 1) mod 4] of
  /// counter (index, (k − 1) div 4, variant, 1). All words of all streams differ.
  @Test func streamsAreTheBlocksOfTheirCounters() {
    let seed: UInt64 = 0x1DE5
    var random = NaiveRandom(seed: seed)
    var (seen, drawn, failure) = (Set<UInt64>(), 0, String?.none)
    for round in 0..<cases(150, long: 2000) where failure == nil {
      let purpose: RandomPurpose = round % 2 == 0 ? .placement : .policy
      let key = (random.next(), purpose.rawValue)
      // Small indices and variants, and the largest ones.
      let quad = round % 3 == 0 ? random.next() >> 2 : UInt64(random.below(10))
      let variant = round % 5 == 0 ? .max - UInt64(random.below(3)) : UInt64(random.below(9))
      let heads = words(Philox.block(counter: (quad, 0, variant, 0), key: key))
      let shared = RandomStream.heads(seed: key.0, purpose: purpose, quad: quad, variant: variant)
      if (0..<4).map({ RandomStream.word(shared, $0) }) != heads { failure = "heads of \(quad)" }
      for place in 0..<4 {
        let index = quad * 4 + UInt64(place)
        let tails = [UInt64](0...2).map { number in
          let tail = RandomStream.tail(
            seed: key.0, purpose: purpose, index: index, variant: variant, block: number)
          let block = words(Philox.block(counter: (index, number, variant, 1), key: key))
          return words(tail) == block ? block : []
        }
        var stream = RandomStream(seed: key.0, purpose: purpose, index: index, variant: variant)
        let found = (0..<13).map { _ in stream.next() }
        if found != [heads[place]] + tails.joined() { failure = "\(key), \(index), \(variant)" }
        seen.formUnion(found)
        drawn += found.count
      }
    }
    expectNil(failure, "seed \(seed)")
    // The probability that two of n words are equal by chance is n² / 2⁶⁵.
    expectEqual(seen.count, drawn)
  }

  // MARK: Draws below a bound

  /// Bounds of all sizes, including those around powers of two.
  private static let bounds: [UInt64] = {
    let others: [UInt64] = [.max, .max - 1, 10_000_000_000_000_000_000, 600, 6840, 303_600]
    let powers = (7...63).flatMap { exponent -> [UInt64] in
      let power: UInt64 = 1 << exponent
      return [power - 1, power, power + 1]
    }
    return [UInt64](1...70) + powers + others
  }()

  /// The value that a word gives, or nil if the word is rejected.
  private func drawn(_ word: UInt64, _ draw: BoundedDraw) -> UInt64? {
    guard draw.accepts(word) else { return nil }
    var word = word
    return BoundedDraw.digit(below: draw.bound, of: &word)
  }

  /// The first word whose product with the bound has the high word `value`: ⌈value · 2⁶⁴ / bound⌉.
  private func firstWord(_ value: UInt64, _ bound: UInt64) -> UInt128 {
    ((UInt128(value) << 64) + UInt128(bound) - 1) / UInt128(bound)
  }

  // The words of a value v are an interval that begins at ⌈v · 2⁶⁴ / n⌉. Their low words are n apart, so only the first
  // can be below the threshold, which is less than n. The words that give the value are the whole interval, or all but
  // its first word if that one is rejected. The draw is uniform if their number is ⌊2⁶⁴ / n⌋ for each value.
  @Test func theSameNumberOfWordsGivesEachValue() {
    let seed: UInt64 = 0xD4A3
    var random = NaiveRandom(seed: seed)
    let failure = firstFailure(of: Self.bounds) { bound -> String? in
      let draw = BoundedDraw(below: bound)
      let share = (UInt128(1) << 64) / UInt128(bound)
      guard UInt128(draw.threshold) == (UInt128(1) << 64) % UInt128(bound), draw.bound == bound
      else { return "threshold of \(bound)" }
      let values =
        bound <= 30
        ? Array(0..<bound)
        : [0, 1, 2, bound / 2, bound - 2, bound - 1]
          + (0..<cases(9, long: 100)).map { _ in random.next() % bound }
      for value in values {
        let (first, end) = (firstWord(value, bound), firstWord(value + 1, bound))
        let (word, last) = (UInt64(first), UInt64(end - 1))
        let count = draw.accepts(word) ? end - first : end - first - 1
        // The words at both ends of the interval, and the first word of the next one.
        let isRight =
          count == share && [nil, value].contains(drawn(word, draw))
          && (last == word || drawn(last, draw) == value)
          && (first + 1 >= end || drawn(word + 1, draw) == value)
          && (end == 1 << 64 || drawn(UInt64(end), draw) != value)
        if !isRight { return "bound \(bound), value \(value)" }
      }
      guard bound % 2 == 1, bound > 1 else { return nil }
      // The inverse of an odd bound mod 2⁶⁴ (Newton's iteration) gives a word for any low product.
      var inverse = bound
      for _ in 0..<6 { inverse = inverse &* (2 &- bound &* inverse) }
      let (below, from) = ([0, draw.threshold - 1], [draw.threshold, draw.threshold + 1, .max])
      let isRight = below.allSatisfy { !draw.accepts($0 &* inverse) }
      return isRight && from.allSatisfy { draw.accepts($0 &* inverse) } ? nil : "bound \(bound)"
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test func severalDigitsOfAWordAreThoseOfADrawBelowTheirProduct() {
    let seed: UInt64 = 0xD4A4
    var random = NaiveRandom(seed: seed)
    let failure = firstFailure(of: 0..<cases(400, long: 20_000)) { round -> String? in
      let bounds = (0..<(1 + random.below(4))).map { _ in UInt64(1 + random.below(1 << 15)) }
      let product = bounds.reduce(1, *)
      // Random words, and words at which the product's next value begins.
      var word = random.next()
      if round % 2 == 1 {
        let first = firstWord(random.next() % product, product)
        word = UInt64(truncatingIfNeeded: first) &- (round % 4 == 1 ? 1 : 0)
      }
      var value = UInt64((UInt128(word) * UInt128(product)) >> 64)
      var expected: [UInt64] = []
      for bound in bounds.reversed() {
        expected.insert(value % bound, at: 0)
        value /= bound
      }
      var rest = word
      let digits = bounds.map { BoundedDraw.digit(below: $0, of: &rest) }
      return digits == expected && rest == word &* product ? nil : "word \(word) of \(bounds)"
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test func rejectedWordsAreSkipped() {
    var skipped = 0
    // A bound of 2⁶³ + 1 rejects half of all words, a power of two none.
    for bound in [(1 << 63) + 1, 3 << 62, 1 << 63, 19] as [UInt64] {
      let draw = BoundedDraw(below: bound)
      var stream = RandomStream(seed: 9, purpose: .policy, index: 3, variant: 0)
      var words = stream
      for number in 0..<200 {
        var word = words.next()
        while UInt64(truncatingIfNeeded: UInt128(word) * UInt128(bound)) < draw.threshold {
          word = words.next()
          skipped += 1
        }
        expectEqual(draw.word(from: &stream), word, "bound \(bound), draw \(number)")
      }
    }
    expect(skipped > 200)
  }
}
