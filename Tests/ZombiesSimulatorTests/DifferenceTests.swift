import Foundation
import Testing
import ZombiesTestSupport

// The interval with another correction is internal, and the naive one is compared at each.
@testable import ZombiesSimulator

extension PairCounts {
  /// Counts, from the trials that only one policy won and the number of all trials.
  init(_ first: Int, _ second: Int, of trials: Int) {
    self.init()
    (firstOnly, secondOnly) = (UInt64(first), UInt64(second))
    neither = UInt64(trials - first - second)
  }
}

extension Interval {
  fileprivate func covers(_ value: Double) -> Bool { low <= value && value <= high }
}

private let z = 1.959963984540054

/// The interval for a paired difference of rates.
@Suite struct DifferenceTests {
  /// All counts of a number of trials.
  private static func counts(of trials: Int) -> [(first: Int, second: Int)] {
    (0...trials).flatMap { first in (0...trials - first).map { (first, $0) } }
  }

  @Test func boundsAreThoseOfTheNaiveTest() throws {
    let seed: UInt64 = 41
    var random = NaiveRandom(seed: seed)
    let failure = firstFailure(of: 0..<cases(20, long: 2000)) { number -> String? in
      let most = [5, 50, 1000, 100_000][number % 4]
      let (first, second) = (random.below(most), random.below([1, 3, most][number % 3]))
      let trials = first + second + random.below(most) + 1
      for correction in [0.0, 1] {
        let interval = PairCounts(first, second, of: trials).interval(correction: correction)
        let naive = naiveDifferenceInterval(first, second, of: trials, correction: correction)
        guard let interval, abs(interval.low - naive.low) < 1e-6,
          abs(interval.high - naive.high) < 1e-6
        else {
          return "seed \(seed): \((first, second, trials)): \(String(describing: interval)), "
            + "not \(naive)"
        }
      }
      return nil
    }
    expectNil(failure)
    // The differences that the test accepts have no gaps: they are those of the interval.
    for trials in [1, 3, 7] {
      let failure = firstFailure(of: Self.counts(of: trials)) { first, second -> String? in
        guard let interval = PairCounts(first, second, of: trials).interval else { return "none" }
        return firstFailure(of: -20...20) { step -> String? in
          let value = Double(step) / 20
          let isClose = min(abs(value - interval.low), abs(value - interval.high)) <= 1e-6
          let isHeld = naiveAccepts(value, first, second, of: trials, correction: 1)
          return isClose || interval.covers(value) == isHeld
            ? nil : "\((first, second)): \(value), \(interval)"
        }
      }
      expectNil(failure)
    }
    // Tango's own interval: the example of Fagerland, Lydersen and Laake, "Recommended tests and
    // confidence intervals for paired binomial proportions", 2014.
    let interval = try require(PairCounts(1, 7, of: 21).interval(correction: 0))
    expect(abs(interval.low + 0.517) < 0.0005 && abs(interval.high + 0.026) < 0.0005)
    // Policies that never differ: ± z²/(n + z²).
    for trials in [1, 10, 1000] {
      let bound = z * z / (Double(trials) + z * z)
      let same = try require(PairCounts(0, 0, of: trials).interval(correction: 0))
      expect(abs(same.high - bound) < 1e-12 && same.low == -same.high)
    }
    // The interval leaves out 0 if McNemar's test with Edwards's correction rejects it.
    let rejected = firstFailure(of: sampled(Self.counts(of: 60), every: 7)) {
      first, second -> String? in
      firstFailure(of: [60, 61, 500, 1_000_000]) { trials -> String? in
        let more = abs(Double(first - second)) - 1
        let isRejected = more > 0 && more * more > z * z * Double(first + second)
        let interval = PairCounts(first, second, of: trials).interval
        return interval?.covers(0) == !isRejected ? nil : "\((first, second, trials))"
      }
    }
    expectNil(rejected)
  }

  @Test func extremesHaveSoundBounds() throws {
    expect(PairCounts().interval == nil && PairCounts().difference == nil)
    let numbers: [UInt64] = [0, 1, 2, 1000, 1 << 53, .max]
    let failure = firstFailure(of: numbers) { first in
      firstFailure(of: numbers) { second in
        firstFailure(of: numbers) { rest -> String? in
          var pairs = PairCounts()
          (pairs.firstOnly, pairs.secondOnly, pairs.both, pairs.neither) = (
            first, second, rest, rest / 2
          )
          guard first > 0 || second > 0 || rest > 0 else { return nil }
          var mirrored = pairs
          swap(&mirrored.firstOnly, &mirrored.secondOnly)
          guard let interval = pairs.interval, let mirror = mirrored.interval,
            let difference = pairs.difference
          else { return "\(pairs): none" }
          return -1 <= interval.low && interval.low <= difference && difference <= interval.high
            && interval.high <= 1 && interval.low == -mirror.high && interval.high == -mirror.low
            ? nil : "\(pairs): \(interval)"
        }
      }
    }
    expectNil(failure)
    // Everything is won by one policy alone: the bound solves (n(1 − d) − 1)² = z² n (1 − d²).
    let all = try require(PairCounts(1000, 0, of: 1000).interval)
    let miss = 1 - all.low
    expectEqual(all.high, 1)
    let excess = 1000 * miss - 1
    expect(abs(excess * excess - z * z * 1000 * (1 - all.low * all.low)) < 1e-9)
    // The sum of counts that no batch can reach.
    var pairs = PairCounts()
    (pairs.both, pairs.firstOnly, pairs.secondOnly, pairs.neither) = (.max, .max, .max, .max)
    expect(pairs.total == .max && pairs.difference == 0)
  }
}

/// How often the interval covers the difference.
///
/// With `ZOMBIES_LONG=1` these tests also print what they compute.
@Suite struct DifferenceCoverageTests {
  /// Intervals by counts, each computed once.
  private final class Intervals {
    private let trials: Int
    private var known: [Int: Interval] = [:]

    init(of trials: Int) { self.trials = trials }

    func covers(_ difference: Double, _ first: Int, _ second: Int) -> Bool {
      let key = first * (trials + 1) + second
      if let interval = known[key] { return interval.covers(difference) }
      let interval = PairCounts(first, second, of: trials).interval!
      known[key] = interval
      return interval.covers(difference)
    }
  }

  /// The probabilities of a binomial distribution, without the tails that never matter.
  private struct Binomial {
    let first: Int
    let probabilities: [Double]

    init(_ n: Int, _ share: Double) {
      // A quotient of rounded probabilities may be just above 1.
      let p = min(1, max(0, share))
      let (mean, spread) = (Double(n) * p, 7 * (Double(n) * p * (1 - p)).squareRoot() + 12)
      first = max(0, Int(mean - spread))
      probabilities = (first...max(first, min(n, Int(mean + spread)))).map { k in
        if p == 0 || p == 1 { return k == (p == 0 ? 0 : n) ? 1 : 0 }
        let (wins, losses) = (Double(k), Double(n - k))
        let ways: Double = lgamma(Double(n) + 1) - lgamma(wins + 1) - lgamma(losses + 1)
        return exp(ways + wins * log(p) + losses * log1p(-p))
      }
    }
  }

  /// The exact probability that the interval covers the difference, if only the first and only the
  /// second policy win with probabilities p and q.
  private static func coverage(_ p: Double, _ q: Double, _ trials: Int, _ intervals: Intervals)
    -> Double
  {
    var sum = 0.0
    let firsts = Binomial(trials, p)
    for (place, probability) in firsts.probabilities.enumerated() where probability > 1e-10 {
      let first = firsts.first + place
      // Of the other trials, the second policy wins a share of q/(1 − p) alone.
      let seconds = Binomial(trials - first, p < 1 ? q / (1 - p) : 0)
      for (place, other) in seconds.probabilities.enumerated() where probability * other > 1e-12 {
        if intervals.covers(p - q, first, seconds.first + place) { sum += probability * other }
      }
    }
    return sum
  }

  /// The lowest coverage over some probabilities.
  private static func lowest(_ trials: Int, _ truths: [(Double, Double)]) -> Double {
    let intervals = Intervals(of: trials)
    return truths.map { coverage($0.0, $0.1, trials, intervals) }.min() ?? 1
  }

  /// Probabilities all over, in a grid.
  private static func grid(_ sides: Int) -> [(Double, Double)] {
    (0...sides).flatMap { first in
      (0...min(first, sides - first)).map {
        (Double(first) / Double(sides), Double($0) / Double(sides))
      }
    }
  }

  /// Probabilities near the ends: the policies differ rarely, or almost always.
  private static func ends(_ trials: Int, steps: Int) -> [(Double, Double)] {
    let n = Double(trials)
    return (0...steps).flatMap { step -> [(Double, Double)] in
      let few = 0.05 + Double(step * step) / Double(steps * steps) * min(40, n / 2)
      return [0, 0.02, 0.3, 1].flatMap { share -> [(Double, Double)] in
        [(few / n, share * few / n), (1 - few / n, share * few / n)]
      }
    }
  }

  @Test func itIsNeverBelow95Percent() {
    for trials in isLong ? [1, 2, 5, 10, 20, 50, 100, 200, 1000] : [1, 2, 5, 14] {
      let lowest = Self.lowest(trials, Self.grid(isLong ? (trials > 200 ? 24 : 60) : 12))
      if isLong { print("measured: \(trials) trials: at least \(lowest) over all probabilities") }
      expect(lowest >= 0.95, "\(trials)")
    }
    for trials in isLong ? [30, 100, 300, 1000, 30_000] : [1000] {
      let lowest = Self.lowest(trials, Self.ends(trials, steps: isLong ? 120 : 5))
      if isLong { print("measured: \(trials) trials: at least \(lowest) at the ends") }
      expect(lowest >= 0.95, "\(trials)")
    }
    // Two policies with known win rates whose wins are correlated; the nearest possible correlation is used.
    for (first, second, correlation) in [
      (0.01, 0.01, 0), (0.02, 0.01, 0), (0.1, 0.1, 0.5), (0.2, 0.1, 0), (0.5, 0.5, 0),
      (0.5, 0.5, 0.9), (0.5, 0.5, 0.998), (0.5, 0.5, 1), (0.504, 0.5, 1), (0.6, 0.5, 0.8),
      (0.6, 0.4, 1), (0.5, 0.5, -1), (0.99, 0.99, 0.5), (0.999, 0.99, 0), (0.999, 0.001, -1),
      (0.506, 0.5, 1),
    ] {
      let spread = (first * (1 - first) * second * (1 - second)).squareRoot()
      let both = min(
        min(first, second), max(0, first + second - 1, first * second + correlation * spread))
      let truth = (max(0, first - both), max(0, second - both))
      let shares = (isLong ? [10, 100, 1000, 10_000] : [10]).map { Self.lowest($0, [truth]) }
      if isLong { print("measured: \(first) and \(second), \(correlation):", shares) }
      expect(shares.allSatisfy { $0 >= 0.95 }, "\(first), \(second)")
    }
  }

  /// What happened in many runs of a comparison with a look every 100 trials.
  private struct Looks {
    /// The number of runs whose interval leaves out the difference after all trials, and of those in
    /// which it does so at some look.
    var (atTheEnd, atSomeLook) = (0, 0)
    /// The number of decisions of the test, and of those at which the interval covers the difference.
    var decisions: [SequentialTest.Decision: (all: Int, covered: Int)] = [:]

    /// - Parameters:
    ///   - difference: The true difference; the policies differ in 40% of the trials.
    ///   - runs: The number of runs.
    ///   - trials: The number of trials of a run.
    init(_ difference: Double, _ test: SequentialTest, runs: Int, trials: Int) {
      var random = NaiveRandom(seed: 53)
      let first = UInt64(1000 * (0.2 + difference / 2) + 0.5)
      for _ in 0..<runs {
        var pairs = PairCounts()
        var (hasLeftOut, isDecided) = (false, false)
        while pairs.total < trials {
          for _ in 0..<100 {
            let draw = random.next() % 1000
            let isWonByBoth = draw >= 700
            pairs.count(
              first: isWonByBoth || draw < first,
              second: isWonByBoth || (first..<400).contains(draw))
          }
          let isCovered = pairs.interval!.covers(difference)
          if !isCovered { hasLeftOut = true }
          if !isDecided, let decision = test.decision(pairs) {
            isDecided = true
            decisions[decision, default: (0, 0)].all += 1
            if isCovered { decisions[decision, default: (0, 0)].covered += 1 }
          }
          if pairs.total == trials, !isCovered { atTheEnd += 1 }
        }
        if hasLeftOut { atSomeLook += 1 }
      }
      if isLong {
        print(
          "measured: \(difference) apart, of \(runs) runs: left out at the end \(atTheEnd), at some "
            + "look \(atSomeLook); decisions \(decisions)")
      }
    }
  }

  /// Looking again and again at an interval breaks its promise, and the sequential test keeps its
  /// own.
  @Test func lookingAgainAndAgainBreaksTheIntervalAlone() {
    for difference in isLong ? [0, 0.02, 0.04, 0.1] : [0] { Self.look(difference) }
  }

  private static func look(_ difference: Double) {
    let (runs, trials) = isLong ? (10_000, 10_000) : (120, 2000)
    let looks = Looks(difference, SequentialTest(difference: 0.04), runs: runs, trials: trials)
    // Three standard errors of 5%.
    let allowed = (0.05 + 3 * (0.05 * 0.95 / Double(runs)).squareRoot()) * Double(runs)
    expect(Double(looks.atTheEnd) <= allowed && Double(looks.atSomeLook) >= 0.15 * Double(runs))
    let (first, second) = (looks.decisions[.first]?.all ?? 0, looks.decisions[.second]?.all ?? 0)
    if difference == 0 { expect(Double(first + second) <= allowed, "\(looks)") }
    // The test is for a difference of 0.04 or more.
    if difference >= 0.04 { expect(Double(runs - first) <= allowed, "\(looks)") }
  }
}
