import Foundation
import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// The likelihood ratios that decide between two policies, against a search for the greatest
/// likelihoods: only here is a decision compared with its bounds, trial by trial.
@Suite struct SequentialRatioTests {
  @Test func logarithmsAndBounds() {
    var random = NaiveRandom(seed: 11)
    var numbers = [
      1, 2, 0.5, 10, 0.1, 1e-300, 1e300, Double.greatestFiniteMagnitude,
      Double.leastNormalMagnitude, Double.leastNonzeroMagnitude, 2.0.squareRoot(),
      2.0.squareRoot().nextDown, 2.0.squareRoot().nextUp, 0.5.squareRoot(), 1.0.nextUp,
      1.0.nextDown, .pi, 39, 0.95 / 0.025, 0.05 / 0.975,
    ]
    numbers += (0..<cases(1000, long: 20_000)).map { _ in
      let mantissa = Double.random(in: 1..<2, using: &random)
      return mantissa * pow(2, Double(random.below(400) - 200))
    }
    numbers += (0..<cases(1000, long: 20_000)).map { _ in
      Double.random(in: 0.25..<4, using: &random)
    }
    let failure = firstFailure(of: numbers) { x -> String? in
      let (mine, system) = (naturalLogarithm(x), log(x))
      // Near 1 the logarithm itself is small, and still correct to fifteen digits.
      return abs(mine - system) <= 1e-14 * max(abs(system), x == 1 ? 1 : 1e-300)
        ? nil : "ln \(x) = \(mine), not \(system)"
    }
    expectNil(failure)
    expectEqual(naturalLogarithm(1), 0)
    // Wald's bounds.
    for (alpha, beta) in [(0.05, 0.05), (0.01, 0.2), (0.4, 0.4), (1e-9, 0.3), (0.49, 1e-12)] {
      let test = SequentialTest(difference: 0.01, alpha: alpha, beta: beta)
      expect(abs(test.upper - log(2 * (1 - beta) / alpha)) <= 1e-13)
      expect(abs(test.lower - log(beta / (1 - alpha / 2))) <= 1e-13)
      expect(test.lower < 0 && test.upper > 0)
    }
    let usual = SequentialTest(difference: 0.01)
    expect(usual.alpha == 0.05 && usual.beta == 0.05)
    // ln 38 and ln (2/39), from a table of logarithms.
    expect(abs(usual.upper - 3.637_586_159_726_385) < 1e-14)
    expect(abs(usual.lower + 2.970_414_465_569_701) < 1e-14)
  }

  /// The log-likelihood if the probabilities that only one policy wins add up to `share` and differ
  /// by `difference`. An impossible event that occurred has the likelihood 0.
  private static func likelihood(
    _ a: Double, _ b: Double, _ rest: Double, difference: Double, share: Double
  ) -> Double {
    func term(_ count: Double, _ p: Double) -> Double {
      count == 0 ? 0 : p <= 0 ? -.infinity : count * log(p)
    }
    return term(a, (share + difference) / 2) + term(b, (share - difference) / 2)
      + term(rest, 1 - share)
  }

  /// The greatest likelihood over all shares, by golden section: it is concave in the share.
  private static func greatest(
    _ a: Double, _ b: Double, _ rest: Double, difference: Double
  ) -> Double {
    let golden = (5.0.squareRoot() - 1) / 2
    var (low, high) = (difference, 1.0)
    func value(_ share: Double) -> Double {
      likelihood(a, b, rest, difference: difference, share: share)
    }
    var (left, right) = (high - golden * (high - low), low + golden * (high - low))
    var (leftValue, rightValue) = (value(left), value(right))
    for _ in 0..<100 {
      if leftValue >= rightValue {
        (high, right, rightValue) = (right, left, leftValue)
        left = high - golden * (high - low)
        leftValue = value(left)
      } else {
        (low, left, leftValue) = (left, right, rightValue)
        right = low + golden * (high - low)
        rightValue = value(right)
      }
    }
    // The maximum can be at an end.
    return max(leftValue, rightValue, value(difference), value(1))
  }

  /// The difference of a ratio from that of the maximized likelihoods, or nil.
  private static func complaint(_ test: SequentialTest, _ counts: PairCounts) -> String? {
    let (a, b) = (Double(counts.firstOnly), Double(counts.secondOnly))
    let rest = Double(counts.total) - a - b
    let ratios = test.ratios(counts)
    let none = greatest(a, b, rest, difference: 0)
    let first = greatest(a, b, rest, difference: test.difference) - none
    let second = greatest(b, a, rest, difference: test.difference) - none
    let allowed = 1e-10 * (Double(counts.total) + 10)
    guard abs(ratios.first - first) <= allowed, abs(ratios.second - second) <= allowed else {
      return "\(a), \(b), \(rest), difference \(test.difference): \(ratios), "
        + "not \((first: first, second: second))"
    }
    return nil
  }

  @Test func ratiosAreThoseOfTheGreatestLikelihoods() {
    let seed: UInt64 = 19
    var random = NaiveRandom(seed: seed)
    let failure = firstFailure(of: 0..<cases(400, long: 3000)) { number -> String? in
      // Zeros, small and large counts, and any difference.
      func count() -> UInt64 {
        UInt64([0, 1, random.below(10), random.below(300), random.below(100_000)][random.below(5)])
      }
      var counts = PairCounts()
      (counts.both, counts.neither) = (count(), count())
      (counts.firstOnly, counts.secondOnly) = (count(), count())
      let test = SequentialTest(
        difference: [0.001, 0.01, 0.05, 0.3, 0.9, Double.random(in: 1e-4..<0.999, using: &random)][
          number % 6])
      if counts.total == 0 { return test.ratios(counts) == (0, 0) ? nil : "no trials" }
      return Self.complaint(test, counts).map { "seed \(seed), \(number): \($0)" }
    }
    expectNil(failure)
    // If the worse policy never won alone and a(1 + d) = 2dn, the equation has a double root.
    // Rounding can make its discriminant negative.
    let double = firstFailure(of: sampled(Array(1...400), every: 16)) { number -> String? in
      let test = SequentialTest(difference: Double(number) / 1001)
      let d = test.difference
      return firstFailure(of: [10, 51, 100, 300, 1000, 5100, 9999, 100_000]) { n in
        let near = Int((2 * d * Double(n) / (1 + d)).rounded())
        return firstFailure(of: [near - 1, near, near + 1]) { a in
          guard a >= 0, a <= n else { return nil }
          var counts = PairCounts()
          (counts.firstOnly, counts.neither) = (UInt64(a), UInt64(n - a))
          return Self.complaint(test, counts)
        }
      }
    }
    expectNil(double)
    // The same for values of d and a/n at which the root is exact except for rounding.
    let exact = firstFailure(of: sampled(Array(2...400), every: 16)) { q -> String? in
      firstFailure(of: 1..<min(q, 40)) { p -> String? in
        // d = p/q, a = 2p, n = p + q: a(1 + d) = 2p(p + q)/q = 2dn.
        let test = SequentialTest(difference: Double(p) / Double(q))
        return firstFailure(of: [1, 3, 7, 100]) { times in
          var counts = PairCounts()
          (counts.firstOnly, counts.neither) = (UInt64(2 * p * times), UInt64((q - p) * times))
          return Self.complaint(test, counts)
        }
      }
    }
    expectNil(exact)
  }

  /// A decision is made when a ratio reaches its bound, and not before. Swapped policies swap it.
  @Test func decisions() {
    var random = NaiveRandom(seed: 23)
    let swap = firstFailure(of: 0..<cases(500, long: 2000)) { _ -> String? in
      var counts = PairCounts()
      (counts.both, counts.neither) = (UInt64(random.below(500)), UInt64(random.below(500)))
      (counts.firstOnly, counts.secondOnly) = (
        UInt64(random.below(200)), UInt64(random.below(200))
      )
      var swapped = counts
      Swift.swap(&swapped.firstOnly, &swapped.secondOnly)
      // Trials that both win or neither wins say nothing.
      Swift.swap(&swapped.both, &swapped.neither)
      let test = SequentialTest(difference: 0.05)
      let (mine, theirs) = (test.ratios(counts), test.ratios(swapped))
      guard mine.first == theirs.second, mine.second == theirs.first else { return "\(counts)" }
      let mirrored: SequentialTest.Decision? =
        switch test.decision(counts) {
        case .first: .second
        case .second: .first
        case .neither: .neither
        case nil: nil
        }
      return test.decision(swapped) == mirrored ? nil : "\(counts): decision"
    }
    expectNil(swap)
    random = NaiveRandom(seed: 29)
    var seen: [SequentialTest.Decision?: Int] = [:]
    let failure = firstFailure(of: 0..<cases(60, long: 400)) { number -> String? in
      let alpha = Double.random(in: 0.001..<0.49, using: &random)
      let beta = Double.random(in: 0.001..<0.49, using: &random)
      let test = SequentialTest(
        difference: Double.random(in: 0.01..<0.3, using: &random), alpha: alpha, beta: beta)
      let lean = 1 + random.below(9)
      var counts = PairCounts()
      for _ in 0..<300 {
        let (isPair, isFirst) = (random.below(2) == 0, random.below(10) < lean)
        counts.count(first: isPair == isFirst, second: isFirst)
        let (ratios, decision) = (test.ratios(counts), test.decision(counts))
        seen[decision, default: 0] += 1
        let isFit =
          switch decision {
          case .first: ratios.first >= test.upper
          case .second: ratios.second >= test.upper
          case .neither: max(ratios.first, ratios.second) <= test.lower
          case nil:
            max(ratios.first, ratios.second) < test.upper
              && max(ratios.first, ratios.second) > test.lower
          }
        if !isFit { return "\(number): \(counts), \(ratios), \(String(describing: decision))" }
      }
      return nil
    }
    expectNil(failure)
    expectEqual(seen.count, 4)
    expectNil(SequentialTest(difference: 0.01).decision(PairCounts()))
    // Pairs of outcomes are counted.
    var counts = PairCounts()
    for (first, second, times) in [
      (true, true, 1), (true, false, 2), (false, true, 3), (false, false, 4),
    ] {
      for _ in 0..<times { counts.count(first: first, second: second) }
    }
    expect(counts.both == 1 && counts.firstOnly == 2)
    expect(counts.secondOnly == 3 && counts.neither == 4 && counts.total == 10)
  }
}

/// How often the sequential test is wrong, measured on policies whose strengths are known exactly
/// by enumerating all placements. The seeds draw the levels.
///
/// With `ZOMBIES_LONG=1` a rate is measured over 2,000 seeds, and must be at most what the test
/// states. Otherwise it is measured over 12 seeds, and may exceed alpha by three standard errors of
/// such a share: 0.05 + 3 · √(0.05 · 0.95 / 12) = 0.05 + 0.189. The seeds are fixed, so the result
/// is too.
@Suite struct SequentialErrorTests {
  private static let seeds: Range<UInt64> = 1..<(isLong ? 2001 : 13)

  /// Two policies on all placements of a family, and which of them win where.
  private struct Pairing {
    let family: Family
    /// Both outcomes by placement. The key consists of the words of its zombies and blocks.
    private var wins: [UInt64: (first: Bool, second: Bool)] = [:]
    private(set) var pairs = PairCounts()

    /// Plays all placements with a policy and another one.
    init(
      _ name: String, _ first: (Level) throws -> Bool, _ second: (Level) throws -> Bool
    ) throws {
      family = try Family(name)
      for level in Placements(family) {
        let outcome = (first: try first(level), second: try second(level))
        let small = try require(SmallLevel(level))
        wins[Self.key(small.zombies.word, small.blocks.word)] = outcome
        pairs.count(first: outcome.first, second: outcome.second)
      }
      try require(pairs.total == family.placementCount && UInt64(wins.count) == pairs.total)
    }

    /// The rooms here have at most 32 squares, and no flashlights.
    private static func key(_ zombies: UInt64, _ blocks: UInt64) -> UInt64 {
      zombies << 32 | blocks
    }

    /// The exact difference of the win rates.
    var difference: Double { pairs.difference ?? 0 }

    /// The test's decision on the levels that a seed draws.
    private func decide(_ test: SequentialTest, seed: UInt64) throws -> SequentialTest.Decision? {
      let source = try LevelSource(LevelGenerator(family, seed: seed, selection: .any))
      let frame = try require(source.frame)
      var (counts, look) = (PairCounts(), UInt64(0))
      while look < 1_000_000 {
        // Like `Simulator.play`: every hundred trials, from 2,000 on each further twentieth.
        let next = look + (look < 2000 ? 100 : look / 20 / 100 * 100)
        var batch = LevelBatch(frame: frame, count: Int(next - look))
        try source.fill(&batch, from: look)
        for place in 0..<batch.count {
          let outcome = try require(wins[Self.key(batch.zombies[place], batch.blocks[place])])
          counts.count(first: outcome.first, second: outcome.second)
        }
        look = next
        if let decision = test.decision(counts) { return decision }
      }
      return nil
    }

    /// Checks that a decision is wrong at most as often as a rate says.
    func check(
      _ difference: Double, alpha: Double, beta: Double, at rate: Double,
      isWrong: (SequentialTest.Decision) -> Bool
    ) throws {
      let test = SequentialTest(difference: difference, alpha: alpha, beta: beta)
      let decisions = try SequentialErrorTests.seeds.compactMap { try decide(test, seed: $0) }
      expectEqual(decisions.count, SequentialErrorTests.seeds.count, "all are decided")
      let (wrong, count) = (Double(decisions.count(where: isWrong)), Double(decisions.count))
      if isLong { print("measured: \(family), \(difference): \(wrong) of \(count) wrong") }
      let limit = isLong ? rate : rate + 3 * (rate * (1 - rate) / count).squareRoot()
      expect(wrong <= limit * count, "\(family): \(wrong) wrong")
    }
  }

  /// Whether a policy without chance wins a level, played by the program itself.
  private static func wins(_ policy: Policy, _ level: Level) throws -> Bool {
    let batch = Batch(LevelList([level]), policies: [policy], trials: 0..<1, seed: 0)
    return try Simulator(batch).run().tallies[0].rounds[.won] == 1
  }

  /// The level reflected in the diagonal: rows and columns swapped. A policy that plays each level
  /// as `edge` plays this one is the mirror image of `edge`: along the bottom, and up the left
  /// side.
  private static func mirrored(_ level: Level) throws -> Level {
    func swap(_ square: Square) -> Square { Square(row: square.column, column: square.row) }
    let size = try RoomSize(rows: level.size.columns, columns: level.size.rows)
    return try Level(
      size: size, start: swap(level.start), signpost: swap(level.signpost),
      zombies: level.zombies.map(swap), blocks: level.blocks.map(swap),
      flashlights: level.flashlights.map(swap), isLit: level.isLit)
  }

  /// `edge` and its mirror image are equally strong, because the reflected placements of these
  /// families are their placements too. But they win on different ones: exactly one of the two wins
  /// on 72 of the 171 placements of `classic` (42%), 292 of 342 of `block` (85%), 2394 of 2907
  /// (82%). If the mirror image gives up on some placements, it is weaker by exactly those.
  @Test func decisionsAreWrongAtMostAsOftenAsStated() throws {
    for (name, won, alone, lost) in [
      ("classic", 36, 36, 7), ("block", 156, 146, 14), ("5x5z1b2", 1260, 1197, 120),
    ].prefix(isLong ? 3 : 2) as ArraySlice<(String, UInt64, UInt64, Int)> {
      let equals = try Pairing(
        name, { try Self.wins(.edge, $0) }, { try Self.wins(.edge, Self.mirrored($0)) })
      expect(equals.pairs.firstOnly == alone && equals.pairs.secondOnly == alone)
      expectEqual(equals.pairs.both + alone, won)
      for (alpha, beta) in [(0.05, 0.05), (0.1, 0.02)] {
        try equals.check(0.05, alpha: alpha, beta: beta, at: alpha) { $0 != .neither }
      }
      var left = lost
      let weaker = try Pairing(
        name, { try Self.wins(.edge, $0) },
        { level in
          guard try Self.wins(.edge, Self.mirrored(level)) else { return false }
          left -= 1
          return left < 0
        })
      expectEqual(weaker.difference, Double(lost) / Double(weaker.pairs.total))
      // Exactly the true difference, and less than that.
      for (factor, alpha, beta) in [(1, 0.05, 0.05), (1.25, 0.02, 0.1)] {
        try weaker.check(weaker.difference / factor, alpha: alpha, beta: beta, at: beta) {
          $0 != .first
        }
      }
    }
  }

  /// Real runs of `edge` against `random`, whose exact rate the reference computes. They end as
  /// soon as there is a decision, after the same number of trials with any number of threads.
  @Test func realRunsAreDecidedForTheBetterOne() throws {
    var (won, exact) = (0.0, 0.0)
    NaiveFamily.classic.forEachPlacement { level in
      won += naivePlay(.edge, level, maxMoves: 100).outcome == .won ? 1 : 0
      exact += naiveExactRandom(level, maxMoves: 100).won
    }
    let difference = (won - exact) / 171
    expect(won == 36 && difference > 0.19 && difference < 0.2)
    let seeds = UInt64(1)...(isLong ? 2000 : 10)
    for policies in [[Policy.edge, .random], [.random, .edge]] {
      var missed = 0
      for seed in seeds {
        var batch = try Batch(
          family: "classic", .any, policies: policies, trials: 0..<1_000_000, seed: seed)
        batch.comparesPolicies = true
        let test = SequentialTest(difference: difference)
        let end = try Simulator(batch, threads: 1 + Int(seed % 3)).play(
          from: BatchProgress(batch), isEnough: { test.decision($0.pairs) != nil })
        expect(end.isEnough && end.pairs.total == end.trialCount)
        if test.decision(end.pairs) != (policies[0] == .edge ? .first : .second) { missed += 1 }
      }
      if isLong { print("measured: \(policies), \(difference) apart: \(missed) missed") }
      expect(Double(missed) <= 0.05 * Double(seeds.count))
    }
  }
}
