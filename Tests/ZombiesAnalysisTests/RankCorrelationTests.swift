import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesSimulator

/// Rank correlations against their definition and against SciPy, and their intervals against the
/// documented samples.
@Suite struct RankCorrelationTests {
  /// Pearson's correlation of mean ranks, from the definition. Nil if one of the numbers is constant.
  private static func naive(_ first: [Double], _ second: [Double]) -> Double? {
    func ranks(_ values: [Double]) -> [Double] {
      values.map { value in
        let below = values.filter { $0 < value }.count
        let equal = values.filter { $0 == value }.count
        return Double(below) + Double(equal + 1) / 2
      }
    }
    let (x, y) = (ranks(first), ranks(second))
    let mean = Double(x.count + 1) / 2
    let (sx, sy) = (
      x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }, y.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    )
    let sxy = zip(x, y).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
    return sx == 0 || sy == 0 ? nil : sxy / (sx * sy).squareRoot()
  }

  /// Numbers with many ties.
  private static func numbers(_ count: Int, below bound: UInt64, _ stream: inout RandomStream)
    -> [Double]
  {
    (0..<count).map { _ in Double(stream.next() % bound) }
  }

  /// The coefficients are those of SciPy 1.17, `scipy.stats.spearmanr`.
  @Test(
    arguments: [
      ([1, 2, 3, 4], [10, 30, 20, 40], 0.8),
      ([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], -1),
      ([1, 1, 2, 3], [4, 4, 5, 6], 1),
      ([3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8], 0.198_853_681_209_924_67),
    ] as [([Double], [Double], Double)])
  func knownCoefficients(first: [Double], second: [Double], coefficient: Double) throws {
    let found = try #require(RankCorrelation(first, second, samples: 0))
    #expect(abs(found.coefficient - coefficient) < 1e-12)
    #expect(found.interval == nil && found.count == first.count)
  }

  @Test func coefficientsAreThoseOfTheDefinition() throws {
    for seed in 0..<UInt64(60) {
      var stream = RandomStream(seed: seed, purpose: .search, index: 0, variant: 0)
      let count = 3 + Int(seed) % 20
      let first = Self.numbers(count, below: 1 + seed % 7, &stream)
      let second = Self.numbers(count, below: 1 + seed % 50, &stream)
      let found = RankCorrelation(first, second, samples: 0)?.coefficient
      let expected = Self.naive(first, second)
      #expect((found == nil) == (expected == nil), "seed \(seed)")
      #expect(abs((found ?? 0) - (expected ?? 0)) < 1e-12, "seed \(seed)")
    }
  }

  /// The samples are drawn as documented, and the interval is interpolated linearly.
  @Test func intervalsAreThoseOfTheSamples() throws {
    for seed in 0..<UInt64(8) {
      var stream = RandomStream(seed: seed, purpose: .search, index: 1, variant: 0)
      let count = 3 + Int(seed) * 2
      let first = Self.numbers(count, below: 6, &stream)
      let second = Self.numbers(count, below: 30, &stream)
      guard let found = RankCorrelation(first, second, samples: 99) else { continue }
      let sampled = (0..<99).compactMap { sample -> Double? in
        var stream = RandomStream(
          seed: 0, purpose: .bootstrap, index: UInt64(sample), variant: 0)
        let indices = (0..<count).map { _ -> Int in
          while true {
            // Lemire's draw, with the low word compared with 2⁶⁴ mod n.
            let (high, low) = stream.next().multipliedFullWidth(by: UInt64(count))
            if low >= (0 &- UInt64(count)) % UInt64(count) { return Int(high) }
          }
        }
        return Self.naive(indices.map { first[$0] }, indices.map { second[$0] })
      }.sorted()
      func quantile(_ share: Double) -> Double {
        let place = share * Double(sampled.count - 1)
        let below = Int(place)
        guard below + 1 < sampled.count else { return sampled[below] }
        return sampled[below] + (sampled[below + 1] - sampled[below]) * (place - Double(below))
      }
      let interval = try #require(found.interval)
      #expect(abs(interval.low - quantile(0.025)) < 1e-12, "seed \(seed)")
      #expect(abs(interval.high - quantile(0.975)) < 1e-12, "seed \(seed)")
    }
  }

  @Test func nothingIsSaidOfTooLittle() {
    #expect(RankCorrelation([], []) == nil)
    #expect(RankCorrelation([1, 2], [1, 2]) == nil)
    #expect(RankCorrelation([1, 1, 1], [1, 2, 3]) == nil)
    #expect(RankCorrelation([1, 2, 3], [7, 7, 7]) == nil)
  }

  /// The result must be the same on every machine.
  @Test func theIntervalNeverChanges() throws {
    let found = try #require(
      RankCorrelation([1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 4, 3, 7, 8, 6, 5], samples: 999))
    let interval = try #require(found.interval)
    #expect(found.coefficient == 0.738_095_238_095_238_1)
    #expect("\(interval.low) \(interval.high)" == "0.19975609756097557 0.9726212513883747")
  }
}
