import Testing
import ZombiesCore
import ZombiesTestSupport

/// Draws below a bound are exactly uniform: only here are the words counted that give each value.
@Suite struct BoundedDrawTests {
  /// Bounds of all sizes, including those around powers of two.
  private static let bounds: [UInt64] = [UInt64](1...70) + aroundPowers + others
  private static let others: [UInt64] = [
    .max, .max - 1, 10_000_000_000_000_000_000, 600, 6840, 303_600,
  ]
  private static let aroundPowers: [UInt64] = (7...63).flatMap { exponent -> [UInt64] in
    let power: UInt64 = 1 << exponent
    return [power - 1, power, power + 1]
  }

  @Test("The threshold is 2⁶⁴ mod bound")
  func threshold() {
    let wrong = Self.bounds.filter {
      UInt128(BoundedDraw(below: $0).threshold) != (UInt128(1) << 64) % UInt128($0)
        || BoundedDraw(below: $0).bound != $0
    }
    expect(wrong.isEmpty)
  }

  /// The first word whose product with the bound has the high word `value`: ⌈value · 2⁶⁴ / bound⌉.
  private func firstWord(_ value: UInt64, _ bound: UInt64) -> UInt128 {
    let shifted = UInt128(value) << 64
    return (shifted + UInt128(bound) - 1) / UInt128(bound)
  }

  /// The value that a word gives, or nil if the word is rejected.
  private func drawn(_ word: UInt64, _ draw: BoundedDraw) -> UInt64? {
    guard draw.accepts(word) else { return nil }
    var word = word
    return BoundedDraw.digit(below: draw.bound, of: &word)
  }

  // The words of a value v are an interval that begins at ⌈v · 2⁶⁴ / n⌉. Their low words are n
  // apart, so only the first can be below the threshold, which is less than n. The words that give
  // the value are the whole interval, or all but its first word if that one is rejected. The draw
  // is uniform if their number is ⌊2⁶⁴ / n⌋ for each value.
  @Test("The same number of words gives each value")
  func uniform() {
    let seed: UInt64 = 0xD4A3
    var random = NaiveRandom(seed: seed)
    var (compared, failure) = (0, String?.none)
    for bound in Self.bounds where failure == nil {
      let draw = BoundedDraw(below: bound)
      let share = (UInt128(1) << 64) / UInt128(bound)
      let values =
        bound <= 600
        ? Array(0..<bound)
        : [0, 1, 2, bound / 2, bound - 2, bound - 1] + (0..<100).map { _ in random.next() % bound }
      for value in values where failure == nil {
        let (first, end) = (firstWord(value, bound), firstWord(value + 1, bound))
        let word = UInt64(first)
        var count = end - first
        if !draw.accepts(word) { count -= 1 }
        // The words at both ends of the interval, and the first word of the next one.
        let last = UInt64(end - 1)
        let isRight =
          count == share && [nil, value].contains(drawn(word, draw))
          && (last == word || drawn(last, draw) == value)
          && (first + 1 >= end || drawn(word + 1, draw) == value)
          && (end == 1 << 64 || drawn(UInt64(end), draw) != value)
        compared += 1
        if !isRight { failure = "bound \(bound), value \(value)" }
      }
    }
    expectNil(failure, "seed \(seed)")
    expect(compared > 10_000)
  }

  @Test("A word is accepted if its low product is at or above the threshold, otherwise rejected")
  func boundaryWords() {
    var (compared, failure) = (0, String?.none)
    for bound in Self.bounds where bound % 2 == 1 && bound > 1 && failure == nil {
      let draw = BoundedDraw(below: bound)
      // The inverse of an odd bound mod 2⁶⁴ (Newton's iteration) gives a word for any low product.
      var inverse = bound
      for _ in 0..<6 { inverse = inverse &* (2 &- bound &* inverse) }
      for (low, isAccepted) in [
        (0, false), (draw.threshold - 1, false), (draw.threshold, true),
        (draw.threshold + 1, true), (UInt64.max, true),
      ] {
        let word = low &* inverse
        compared += 1
        if word &* bound != low || draw.accepts(word) != isAccepted {
          failure = "bound \(bound), low word \(low)"
        }
      }
    }
    expectNil(failure)
    expect(compared > 100)
  }

  @Test("Several digits of one word are the digits of one draw below their product")
  func digits() {
    let seed: UInt64 = 0xD4A4
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for round in 0..<cases(exactly: 4000, long: 20_000) where failure == nil {
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
      if digits != expected || rest != word &* product { failure = "word \(word) of \(bounds)" }
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test("Rejected words are skipped, and the first accepted word is used")
  func skipping() {
    var (skipped, failure) = (0, String?.none)
    // A bound of 2⁶³ + 1 rejects half of all words, a power of two none.
    for bound in [(1 << 63) + 1, 3 << 62, 1 << 63, 19] as [UInt64] {
      let draw = BoundedDraw(below: bound)
      var stream = RandomStream(seed: 9, purpose: .policy, index: 3, variant: 0)
      var words = stream
      for number in 0..<1000 where failure == nil {
        var word = words.next()
        while UInt64(truncatingIfNeeded: UInt128(word) * UInt128(bound)) < draw.threshold {
          word = words.next()
          skipped += 1
        }
        if draw.word(from: &stream) != word { failure = "bound \(bound), draw \(number)" }
      }
    }
    expectNil(failure)
    expect(skipped > 1000)
  }
}
