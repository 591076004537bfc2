import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

// Counts near 2⁶⁴ need a Histogram, which rounds fill.
@testable import ZombiesSimulator

/// The figures of a table, derived from a histogram, against plain computations on lists.
@Suite struct StatisticsTests {
  /// Rounds as a list, and the same rounds as a histogram.
  private static func sample(
    _ count: Int, upTo most: Int, _ random: inout NaiveRandom
  ) -> (rounds: [(outcome: Outcome, moves: Int)], tally: Tally) {
    var tally = Tally()
    let rounds = (0..<count).map { _ in
      // Many short rounds, some long ones.
      let moves = random.below(random.below(most) + 1)
      let outcome = Outcome.allCases[random.below(4)]
      tally.count(outcome, moves: moves)
      return (outcome: outcome, moves: moves)
    }
    return (rounds, tally)
  }

  private static func isNear(_ value: Double?, _ expected: Double) -> Bool {
    guard let value else { return false }
    return abs(value - expected) <= 1e-12 * max(1, abs(expected))
  }

  @Test func figuresAreThoseOfTheList() {
    var random = NaiveRandom(seed: 1)
    let failure = firstFailure(of: 0..<cases(60, long: 300)) { number -> String? in
      let count = 2 + random.below(number < 50 ? 30 : 300)
      // Beyond a few hundred moves, the histogram uses its other part.
      let most = [5, 100, 271, 272, 400, 3000, 1_000_000][number % 7]
      let (rounds, tally) = Self.sample(count, upTo: most, &random)
      let histogram = tally.rounds
      let moves = rounds.map(\.moves).sorted()
      let mean = Double(moves.reduce(0, +)) / Double(count)
      let squares = moves.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
      let deviation = (squares / Double(count - 1)).squareRoot()
      guard Self.isNear(histogram.meanMoves, mean) else { return "\(moves): mean" }
      guard abs((histogram.movesDeviation ?? -1) - deviation) <= 1e-9 * max(1, deviation) else {
        return "\(moves): deviation"
      }
      for percent in [1, 25, 50, 90, 95, 99, 100] {
        // The nearest rank: at least this percentage of the rounds does not exceed the value.
        let expected = moves.first { value in
          moves.filter { $0 <= value }.count * 100 >= percent * count
        }
        guard histogram.movesPercentile(percent) == expected else {
          return "\(moves): percentile \(percent)"
        }
      }
      guard histogram.maxMoves == moves.last, histogram.total == UInt64(count),
        histogram.moveSum == UInt128(moves.reduce(0, +))
      else { return "\(moves): maximum, total or sum" }
      return nil
    }
    expectNil(failure)
    let counts = firstFailure(of: 0..<40) { number -> String? in
      let (rounds, tally) = Self.sample(200, upTo: [20, 300, 5000][number % 3], &random)
      for outcome in Outcome.allCases {
        let moves = rounds.filter { $0.outcome == outcome }.map(\.moves)
        guard tally.rounds[outcome] == UInt64(moves.count) else { return "sample \(number)" }
        for value in Set(moves + [0, 271, 272, 273, -1]) {
          let count = UInt64(moves.filter { $0 == value }.count)
          guard tally.rounds[outcome, value] == count else { return "sample \(number), \(value)" }
        }
      }
      let byMoves = Dictionary(grouping: rounds, by: \.moves)
        .map { (moves: $0.key, count: UInt64($0.value.count)) }.sorted { $0.moves < $1.moves }
      return tally.rounds.byMoves.elementsEqual(byMoves, by: ==) ? nil : "sample \(number)"
    }
    expectNil(counts)
  }

  /// Every outcome and number of moves has its own count, also where the parts of the histogram
  /// meet.
  @Test func eachNumberOfMovesHasAPlaceOfItsOwn() {
    func tally(_ moves: some Sequence<Int>) -> Tally {
      var tally = Tally()
      for moves in moves {
        for outcome in Outcome.allCases {
          tally.count(outcome, moves: moves, times: UInt64(4 * moves + Int(outcome.rawValue) + 1))
        }
      }
      return tally
    }
    let whole = tally(0...1100)
    let failure = firstFailure(of: 0...1100) { moves -> String? in
      for outcome in Outcome.allCases
      where whole.rounds[outcome, moves] != UInt64(4 * moves + Int(outcome.rawValue) + 1) {
        return "\(outcome) after \(moves) moves: \(whole.rounds[outcome, moves])"
      }
      let single = tally([moves])
      guard single.rounds.entries.map(\.moves) == [moves, moves, moves, moves],
        single.rounds.maxMoves == moves, single.rounds.total == UInt64(16 * moves + 10)
      else { return "\(moves) moves alone" }
      guard moves % 200 == 0 || (269...275).contains(moves) else { return nil }
      var (sum, reversed) = (tally(0..<moves), tally(moves...1100))
      let left = sum
      sum += reversed
      reversed += left
      return sum == whole && reversed == whole ? nil : "parts split at \(moves) moves"
    }
    expectNil(failure)
    expectEqual(whole.rounds.byMoves.map(\.moves), Array(0...1100))
    var random = NaiveRandom(seed: 3)
    let sums = firstFailure(of: 0..<60) { number -> String? in
      let most = [10, 300, 100_000][number % 3]
      let (first, left) = Self.sample(random.below(50), upTo: most, &random)
      let (second, right) = Self.sample(random.below(50), upTo: 2 * most, &random)
      var (sum, reversed, expected) = (left, right, Tally())
      for round in first + second { expected.count(round.outcome, moves: round.moves) }
      for won in [true, false, true] {
        sum.countGame(isWon: won)
        expected.countGame(isWon: won)
      }
      sum += right
      reversed += left
      guard sum == expected, reversed.rounds == sum.rounds else { return "sample \(number)" }
      return (sum.gamesWon, sum.gamesLost) == (2, 1) ? nil : "sample \(number): games"
    }
    expectNil(sums)
  }

  @Test func figuresOfFewAndOfVeryManyRounds() {
    let empty = Tally().rounds
    expect(empty.total == 0 && empty.moveSum == 0 && empty.byMoves.isEmpty)
    expect(empty.meanMoves == nil && empty.movesDeviation == nil)
    expect(empty.movesPercentile(50) == nil && empty.maxMoves == nil)
    var tally = Tally()
    tally.count(.won, moves: 7)
    expect(tally.rounds.meanMoves == 7 && tally.rounds.movesDeviation == nil)
    expectEqual([1, 50, 100].map(tally.rounds.movesPercentile), [7, 7, 7])
    tally.count(.caught, moves: 7)
    expectEqual(tally.rounds.movesDeviation, 0)
    tally.count(.caught, moves: 0)
    // 7, 7, 0: mean 14/3, squares 2 · (7/3)² + (14/3)² = 98/3, and half of that.
    expect(Self.isNear(tally.rounds.movesDeviation, (98.0 / 6).squareRoot()))
    expect(tally.rounds.movesPercentile(33) == 0 && tally.rounds.movesPercentile(34) == 7)
    // Calculated by hand: 10 rounds of 1 to 10 moves. Σm = 55, Σm² = 385, variance
    // (385 − 55²/10)/9 = 82.5/9. The percentile p is the round with rank ⌈p/10⌉.
    tally = Tally()
    for moves in (1...10).reversed() { tally.count(.stuck, moves: moves) }
    expectEqual(tally.rounds.meanMoves, 5.5)
    expect(Self.isNear(tally.rounds.movesDeviation, (82.5 / 9).squareRoot()))
    expectEqual(
      [1, 10, 11, 50, 51, 90, 91, 100].map(tally.rounds.movesPercentile),
      [1, 1, 2, 5, 6, 9, 10, 10])
    // The largest number of rounds that can be counted: integers do not lose the last one.
    var most = Tally()
    most.count(.won, moves: 999, times: 1 << 63)
    most.count(.caught, moves: 1001, times: (1 << 63) - 1)
    let histogram = most.rounds
    expectEqual(histogram.total, .max)
    expectEqual(histogram.moveSum, UInt128(1000) * UInt128(UInt64.max) - 1)
    expect(Self.isNear(histogram.meanMoves, 1000))
    // All rounds are 1 away from the mean, except for 2⁻⁶⁴ of it.
    expect(Self.isNear(histogram.movesDeviation, 1))
    expect(histogram.movesPercentile(50) == 999 && histogram.movesPercentile(51) == 1001)
    expectEqual(histogram.movesPercentile(100), 1001)

    // Products beyond 128 bits are calculated as floats: half the rounds 0, half 2³¹.
    var wide = Tally()
    wide.count(.won, moves: 0, times: 1 << 62)
    wide.count(.outOfMoves, moves: 1 << 31, times: 1 << 62)
    expect(Self.isNear(wide.rounds.meanMoves, Double(1 << 30)))
    expect(Self.isNear(wide.rounds.movesDeviation, Double(1 << 30)))
  }

  /// Wilson's bounds. For none or all of n they are 0 … z²/(n + z²) and its mirror image, for half
  /// of n ½ ± z/(2√(n + z²)), with z² = 3.841458820694…. The others are from Newcombe, "Two-sided
  /// confidence intervals for the single proportion", 1998, table I.
  @Test func boundsAreWilsonsAndSolveTheirEquation() {
    for (hits, trials, low, high, error) in [
      (0, 10, 0, 0.277_532_799, 1e-9), (10, 10, 0.722_467_201, 1, 1e-9),
      (0, 1, 0, 0.793_450_686, 1e-9), (5, 10, 0.236_593_091, 0.763_406_909, 1e-9),
      (50, 100, 0.403_831_530, 0.596_168_470, 1e-9), (81, 263, 0.2553, 0.3662, 0.00005),
      (15, 148, 0.0624, 0.1605, 0.00005), (0, 20, 0, 0.1611, 0.00005),
      (1, 29, 0.0061, 0.1718, 0.00005),
    ] as [(UInt64, UInt64, Double, Double, Double)] {
      let interval = Interval(wilson: hits, of: trials)
      expect(abs(interval.low - low) <= error && abs(interval.high - high) <= error, "\(hits)")
    }
    expect(Interval(wilson: 0, of: 0).low == 0 && Interval(wilson: 0, of: 0).high == 1)
    let trials: [UInt64] = [1, 2, 3, 7, 100, 99_999, 1 << 40, .max]
    let failure = firstFailure(of: trials) { n in
      firstFailure(of: [0, 1, n / 3, n / 2, n - 1, n]) { hits -> String? in
        let interval = Interval(wilson: hits, of: n)
        let rate = Double(hits) / Double(n)
        guard 0 <= interval.low, interval.low <= rate, rate <= interval.high, interval.high <= 1
        else { return "\(hits) of \(n): \(interval)" }
        // A bound p is z standard errors of p itself away from the rate.
        for bound in [interval.low, interval.high] where bound > 0 && bound < 1 {
          let score = abs(rate - bound) / (bound * (1 - bound) / Double(n)).squareRoot()
          guard n > 1 << 20 || abs(score - 1.959963984540054) < 1e-6 else {
            return "\(hits) of \(n): \(bound) is \(score) errors away"
          }
        }
        // Hits and misses mirror each other.
        let mirrored = Interval(wilson: n - hits, of: n)
        return abs(1 - mirrored.high - interval.low) < 1e-12
          && abs(1 - mirrored.low - interval.high) < 1e-12 ? nil : "\(hits) of \(n): mirror"
      }
    }
    expectNil(failure)
    // Joint bounds against tables of the normal distribution: the quantiles of 0.005, 0.0005, 0.00005 and 5·10⁻⁷.
    for (comparisons, bound) in [
      (1, 2.5758293), (10, 3.2905267), (100, 3.8905919), (10_000, 4.8916385),
    ] { expect(abs(jointBound(of: comparisons) - bound) < 2e-6) }
    expect(jointBound(of: 0) == jointBound(of: 1) && jointBound(of: .max).isFinite)
  }
}
