import Testing
import ZombiesFiles
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Files of sweeps that are not read back, accepted although damaged, or added up wrongly.
@Suite struct SweepFileTests {
  private static let policies: [Policy] = [.edge, .random, .optimal]

  private static func randomSweep(_ random: inout NaiveRandom) -> SavedSweep {
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
    for number in 0..<cases(exactly: 30, long: 1000) {
      let saved = Self.randomSweep(&random)
      let text = SweepFile.text(saved)
      let isSame = try SweepFile.read(Array(text.utf8)) == saved
      expect(isSame, "seed \(seed), \(number)\n\(text)")
    }
  }

  private static let golden = """
    zombies-sweep 2
    grid abc
    command zombies sweep --exact
    policies edge,random
    exact-values computed
    combinations 3

    """

  /// The sweep of the golden text, with the golden tally as its first combination.
  private static func sweep() throws -> SavedSweep {
    var saved = SavedSweep(
      grid: "abc", command: "zombies sweep --exact", policies: [.edge, .random], hasExact: true,
      count: 3)
    var combination = SavedSweep.Combination(
      try TallyFile.read(sealed(tally)).result)
    combination.exact = [
      .random: SavedSweep.Exact(won: nil, meanMoves: "4.5"),
      .edge: SavedSweep.Exact(won: "0.25", meanMoves: "3"),
    ]
    saved.combinations = [combination]
    return saved
  }

  /// The golden tally without the lines of an unfinished run.
  private static let tally = TallyFileTests.golden.split(separator: "\n")
    .filter { !$0.hasPrefix("rounds-csv") }
    .map { "\($0)\n" }.joined()

  private static let inner = String(decoding: sealed(tally), as: UTF8.self)

  @Test func theTextIsStable() throws {
    var saved = try Self.sweep()
    let text = Self.golden + Self.inner + "exact edge 0.25 3\nexact random - 4.5\n"
    expectEqual(Array(SweepFile.text(saved).utf8), sealed(text))
    saved.combinations = []
    expectEqual(Array(SweepFile.text(saved).utf8), sealed(Self.golden))
  }

  @Test func everyDamageIsSeen() throws {
    let bytes = Array(SweepFile.text(try Self.sweep()).utf8)
    expectNil(complaint(SweepFile.read, bytes))
    expectNil(unnoticedDamage(of: bytes, SweepFile.read))
  }

  /// Files with a valid checksum: changes of the golden text, and the line that the error names.
  @Test(arguments: [
    (1, "zombies-sweep 2", "zombies-sweep 1"), (1, "zombies-sweep 2", "zombies-tally 1"),
    (1, "zombies-sweep 2\n", "zombies-sweep 2\r\n"), (2, "grid abc\n", ""),
    (2, "grid abc", "grid"), (3, "command zombies sweep --exact\n", ""),
    (4, "policies edge,random", "policies edge,,random"), (4, "edge,random", "edge,edge"),
    (4, "edge,random", "edge,\u{0}"), (5, "computed", "yes"), (5, "exact-values computed\n", ""),
    (6, "combinations 3", "combinations -3"), (6, "combinations 3", "combinations 03"),
    (6, "combinations 3", "combinations 18446744073709551616"), (6, "combinations 3\n", ""),
    (6, "combinations 3", "combinations 0"), (7, "combinations 3\n", "combinations 3\n\n"),
    (7, "combinations 3\n", "combinations 3\nexact edge 1 1\n"),
    // Line 10 of the tally, after six.
    (16, "max-moves 2000", "max-moves 0"),
  ])
  func hostileFilesAreRefused(line: Int, old: String, new: String) {
    let text = (Self.golden + Self.tally).replacing(old, with: new)
    let place = text.ranges(of: "zombies-tally 1").last?.lowerBound ?? text.startIndex
    let tally = String(decoding: sealed(String(text[place...])), as: UTF8.self)
    expectEqual(complaint(SweepFile.read, sealed(text[..<place] + tally))?.line, line)
  }

  @Test(arguments: [
    "exact edge 1\n", "exact edge 1 1 1\n", "exact edge 1 1 \n", "exact edge x 1\n",
    "exact edge -1 1\n", "exact edge nan 1\n", "exact edge . 1\n", "exact beeline 1 1\n",
    "exact random 1 1\nexact edge 1 1\n", "exact edge 1 1\nexact edge 1 1\n", "\n", "\r\n",
    "row x\n", "exact edge 1 1\r\n", "zombies-tally 1\n", "sha256 \n",
  ])
  func whatIsNeverWrittenIsNotRead(rest: String) {
    expectNil(complaint(SweepFile.read, sealed(Self.golden + Self.inner)))
    expect(complaint(SweepFile.read, sealed(Self.golden + Self.inner + rest)) != nil)
  }

  @Test func whatIsNotUTF8IsRefused() {
    for bad: [UInt8] in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80]] {
      let end = Self.golden.firstIndex(of: "c") ?? Self.golden.endIndex
      let bytes = Array(Self.golden[..<end].utf8) + bad + Array(Self.golden[end...].utf8)
      expect(complaint(SweepFile.read, sealed(bytes)) != nil, "\(bad)")
    }
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
      var tally = Tally()
      if !trials.isEmpty { tally.count(.won, moves: 8, times: UInt64(trials.count)) }
      var result = BatchResult(batch, [tally, tally])
      result.whole = 0..<10
      if !hasLevels, family == "block" { result = result.withoutPolicies }
      saved.combinations.append(
        SavedSweep.Combination(
          result,
          exact: Dictionary(
            uniqueKeysWithValues: exact.map {
              ($0, SavedSweep.Exact(won: "0.5", meanMoves: "\($0.name.count)"))
            })))
    }
    return saved
  }

  @Test func partsAddUpInAnyOrder() throws {
    let parts = [
      try Self.part(0..<3, exact: [.edge]), try Self.part(3..<3, command: "b"),
      try Self.part(3..<10, exact: [.random]),
    ]
    let whole = try Self.part(0..<10, exact: [.edge, .random])
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      var sum = parts[order[0]]
      for place in order.dropFirst() { try sum.merge(parts[place]) }
      expectEqual(sum, whole, "\(order)")
    }
  }

  /// Levels that one part cannot make are missing from the sum, as from the whole sweep.
  @Test func aCombinationWithoutLevelsInOnePart() throws {
    let parts = [
      try Self.part(0..<3, hasLevels: false), try Self.part(3..<10, exact: [.edge]),
    ]
    for order in [[0, 1], [1, 0]] {
      var sum = parts[order[0]]
      try sum.merge(parts[order[1]])
      try expectEqual(sum.combinations[0], (try Self.part(0..<10, exact: [.edge]).combinations[0]))
      try expectEqual(
        sum.combinations[1], (try Self.part(0..<10, hasLevels: false).combinations[1]))
    }
  }

  @Test func aPartMayHaveFewerCombinations() throws {
    let parts = [try Self.part(0..<3, done: 1), try Self.part(3..<10)]
    for order in [[0, 1], [1, 0]] {
      var sum = parts[order[0]]
      try sum.merge(parts[order[1]])
      expectEqual(sum.combinations.map { $0.result.played.count }, [10, 7])
    }
  }

  @Test func whatDoesNotBelongTogetherIsNotAdded() throws {
    let part = try Self.part(0..<3)
    var others = Array(repeating: try Self.part(3..<10), count: 5)
    others[0].grid = "abd"
    others[1].policies = [.edge]
    others[2].hasExact = false
    others[3].count = 3
    others[4].combinations.reverse()
    for other in others {
      var sum = part
      #expect(throws: MergeError.otherSettings) { try sum.merge(other) }
      expectEqual(sum, part)
    }
    var sum = part
    #expect(throws: MergeError.overlap(2..<3)) { try sum.merge(try Self.part(2..<9)) }
    expectEqual(sum, part)
  }

  @Test func randomBytesNeverTrap() {
    var random = NaiveRandom(seed: 98)
    let begin = Array(Self.golden.utf8)
    let lines = [
      "exact edge 1 1\n", "\n", "\r\n", "zombies-tally 1\n", "unit rounds\n", "sha256 \n", "\u{0}",
    ]
    for _ in 0..<cases(exactly: 100, long: 10_000) {
      let noise = (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      _ = complaint(SweepFile.read, sealed(begin + noise))
      let text = (0..<random.below(6)).map { _ in random.one(of: lines) }.joined()
      _ = complaint(SweepFile.read, sealed(begin + Array(text.utf8)))
      expect(complaint(SweepFile.read, noise) != nil)
      expect(complaint(SweepFile.read, begin + noise) != nil)
    }
  }
}
