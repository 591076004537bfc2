import Testing
import ZombiesFiles
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Files of sweeps that are not read back, and sweeps that are added up wrongly.
@Suite struct SweepFileTests {
  private static func randomSweep(_ random: inout NaiveRandom) -> SavedSweep {
    let policies: [Policy] = [.edge, .random, .optimal]
    let combinations = (0..<random.one(of: [0, 1, 2, 30])).map { _ in
      var combination = SavedSweep.Combination(randomTally(&random).result)
      if random.below(4) == 0 { combination.result = combination.result.withoutPolicies }
      for policy in policies where random.below(3) == 0 {
        combination.exact[policy] = SavedSweep.Exact(
          won: random.one(of: [nil, "0.342857142857", "1.000000000000"]),
          meanMoves: random.one(of: [nil, "12.000000000000"]))
      }
      return combination
    }
    var saved = SavedSweep(
      grid: random.hash(), command: random.one(of: ["zombies sweep", "zombies sweep -- 'a b'"]),
      policies: policies, hasExact: random.below(2) == 0,
      count: combinations.count + random.below(3))
    saved.combinations = combinations
    return saved
  }

  @Test func whatIsWrittenIsRead() throws {
    let seed: UInt64 = 31
    var random = NaiveRandom(seed: seed)
    for number in 0..<cases(12, long: 1000) {
      let saved = Self.randomSweep(&random)
      let text = SweepFile.text(saved)
      let isSame = try SweepFile.read(Array(text.utf8)) == saved
      expect(isSame, "seed \(seed), \(number)\n\(text)")
      // The same, with the last combination as the unfinished one.
      guard let last = saved.combinations.last else { continue }
      var first = saved
      first.combinations.removeLast()
      expectEqual(SweepFile.Text(first).sealed(with: last), text)
    }
  }

  /// The first sweep of the table of files, made by hand, and what was played of it.
  @Test func theTextIsStable() throws {
    let list = BatchSettings.Levels.given(count: 2, fingerprint: "x")
    let settings = BatchSettings(
      levels: list, size: nil, policies: [.edge, .random], unit: .rounds, rules: .standard,
      maxMoves: 9, seed: 0, countsSquares: false)
    let tallies = [tally(.won, moves: 8, count: 2), tally(.stuck, moves: 0, count: 2)]
    var saved = SavedSweep(
      grid: "abc", command: "zombies sweep --exact", policies: [.edge, .random], hasExact: true,
      count: 2)
    saved.combinations = [
      SavedSweep.Combination(
        BatchResult(settings, whole: 0..<3, played: RangeSet(0..<2), tallies: tallies),
        exact: [
          .random: SavedSweep.Exact(won: nil, meanMoves: "4.5"),
          .edge: SavedSweep.Exact(won: "0.25", meanMoves: "3"),
        ])
    ]
    let lines = try FileCase.lines(of: "sweep: a combination with exact values")
    expectEqual(Array(SweepFile.text(saved).utf8), sealed(lines))
    let isSame = try SweepFile.read(sealed(lines)) == saved
    expect(isSame && saved.played == RangeSet(0..<2))
  }

  // MARK: Merging

  /// A part of a sweep of two combinations: one round of each policy for each trial.
  private static func part(
    _ trials: Range<UInt64>, exact: [Policy] = [], hasLevels: Bool = true, done: Int = 2,
    command: String = "a"
  ) throws -> SavedSweep {
    var saved = SavedSweep(
      grid: "abc", command: command, policies: [.edge, .random], hasExact: true, count: 2)
    for family in ["classic", "block"].prefix(done) {
      var batch = Batch(
        LevelGenerator(try Family(family), seed: 0), policies: [.edge, .random], trials: trials)
      batch.maxMoves = 9
      let played = tally(.won, moves: 8, count: UInt64(trials.count))
      var result = BatchResult(batch, [played, played])
      result.whole = 0..<10
      if !hasLevels, family == "block" { result = result.withoutPolicies }
      let values = exact.map { ($0, SavedSweep.Exact(won: "0.5", meanMoves: "\($0.name.count)")) }
      saved.combinations.append(
        SavedSweep.Combination(result, exact: Dictionary(uniqueKeysWithValues: values)))
    }
    return saved
  }

  private static func sum(_ parts: [SavedSweep]) throws -> SavedSweep {
    try parts.dropFirst().reduce(into: parts[0]) { try $0.merge($1) }
  }

  @Test func partsAddUpInAnyOrder() throws {
    let parts = try [
      Self.part(0..<3, exact: [.edge]), Self.part(3..<3, command: "b"),
      Self.part(3..<10, exact: [.random]),
    ]
    let whole = try Self.part(0..<10, exact: [.edge, .random])
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      try expectEqual(Self.sum(order.map { parts[$0] }), whole, "\(order)")
    }
    // Levels that one part cannot make are missing from the sum, as from the whole sweep. A part may have fewer
    // combinations.
    let full = try Self.part(3..<10, exact: [.edge])
    let without = try Self.part(0..<3, hasLevels: false)
    let fewer = try Self.part(0..<3, done: 1)
    let both = try [
      Self.part(0..<10, exact: [.edge]).combinations[0],
      Self.part(0..<10, hasLevels: false).combinations[1],
    ]
    for turn in [false, true] {
      try expectEqual(Self.sum(turn ? [full, without] : [without, full]).combinations, both)
      let sum = try Self.sum(turn ? [full, fewer] : [fewer, full])
      expectEqual(sum.combinations.map { $0.result.played.count }, [10, 7])
    }
  }

  @Test func whatDoesNotBelongTogetherIsNotAdded() throws {
    let part = try Self.part(0..<3)
    func check(_ error: MergeError, _ change: (inout SavedSweep) throws -> Void) throws {
      var (sum, other) = (part, try Self.part(3..<10))
      try change(&other)
      do throws(MergeError) {
        try sum.merge(other)
        expect(false, "\(error) is not thrown")
      } catch let thrown { expectEqual(thrown, error) }
      expectEqual(sum, part)
    }
    try check(.otherSettings) { $0.grid = "abd" }
    try check(.otherSettings) { $0.policies = [.edge] }
    try check(.otherSettings) { $0.hasExact = false }
    try check(.otherSettings) { $0.count = 3 }
    try check(.otherSettings) { $0.combinations.reverse() }
    try check(.overlap(2..<3)) { $0 = try Self.part(2..<9) }
  }
}
