import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport
import ZombiesText

/// Parts of a batch add up, and parts of another batch are refused: only here is each setting on its own a reason to
/// refuse. `PlainBatchTests` adds parts of each batch in another order.
@Suite struct BatchResultTests {
  /// The result of some trials of a batch.
  private static func part(_ batch: Batch, _ trials: Range<UInt64>) throws -> BatchResult {
    var part = batch
    part.trials = trials
    return BatchResult(
      part, try Simulator(part, threads: 1, countsSquares: part.size != nil).run().tallies)
  }

  /// Sums can be merged with sums, and gaps remain until they are filled.
  @Test func gapsAreFilled() throws {
    let batch = try Batch(family: "classic", policies: [.edge], trials: 0..<100)
    func part(_ trials: Range<UInt64>) throws -> BatchResult { try Self.part(batch, trials) }
    var (left, right) = (try part(10..<20), try part(60..<100))
    try left.merge(part(0..<10))
    try right.merge(part(30..<50))
    expect(left.isComplete && left.whole == 0..<20 && left.played == RangeSet(0..<20))
    expect(!right.isComplete && right.whole == 30..<100 && right.first == 30)
    try left.merge(right)
    expect(left.whole == 0..<100 && Array(left.played.ranges) == [0..<20, 30..<50, 60..<100])
    expect(left.played.gaps(in: left.whole) == [20..<30, 50..<60] && !left.isComplete)
    try left.merge(part(50..<60))
    try left.merge(part(20..<30))
    let whole = try part(0..<100)
    expect(left == whole && left.isComplete && left.first == 0)
    // An unfinished part of a whole.
    let settings = BatchSettings(batch)
    var sum = BatchResult(settings, whole: 50..<100)
    expect(sum.first == 50 && !sum.isComplete && sum.played.isEmpty)
    try sum.merge(BatchResult(settings, whole: 0..<30))
    expect(sum.whole == 0..<100 && sum.played.isEmpty)
    var middle = batch
    middle.trials = 20..<30
    try sum.merge(Simulator(middle).run())
    expect(sum.whole == 0..<100 && sum.first == 20 && sum[.edge]?.rounds.total == 10)
    expect(sum[.random] == nil && sum.rows.map(\.policy) == [.edge])
  }

  /// The error of a merge, which must leave the sum unchanged.
  private static func error(
    _ sum: BatchResult, _ other: BatchResult
  ) -> MergeError? {
    var after = sum
    do throws(MergeError) {
      try after.merge(other)
      return nil
    } catch {
      let isAsBefore = after == sum
      expect(isAsBefore, "changed despite \(error)")
      return error
    }
  }

  @Test func overlapsAndTooManyAreRefused() throws {
    let batch = try Batch(
      family: "classic", policies: [.edge, .random], unit: .games, trials: 0..<100)
    var sum = try Self.part(batch, 10..<20)
    try sum.merge(Self.part(batch, 30..<40))
    for (trials, shared) in [
      (10..<20, 10..<20), (0..<11, 10..<11), (19..<30, 19..<20), (0..<100, 10..<20),
      (20..<31, 30..<31), (33..<35, 33..<35), (39..<50, 39..<40),
    ] as [(Range<UInt64>, Range<UInt64>)] {
      try expectEqual(Self.error(sum, try Self.part(batch, trials)), .overlap(shared), "\(trials)")
    }
    // Two ranges, the second of which overlaps. The first is not added either.
    var other = try Self.part(batch, 0..<5)
    try other.merge(Self.part(batch, 35..<45))
    expectEqual(Self.error(sum, other), .overlap(35..<40))
    expectEqual(Self.error(sum, sum), .overlap(10..<20))
    try expectNil(Self.error(sum, try Self.part(batch, 20..<30)))
    // Files may claim more rounds than anyone can play.
    let small = try Batch(family: "2x2", policies: [.edge], unit: .games, trials: 0..<10)
    let settings = BatchSettings(small, countsSquares: true)
    func result(
      _ trials: Range<UInt64>, _ change: (inout Tally) -> Void
    ) -> BatchResult {
      var tally = Tally(countingSquaresOf: small.size)
      change(&tally)
      return BatchResult(
        settings, whole: trials, played: RangeSet(trials), tallies: [tally])
    }
    let half: UInt64 = 1 << 63
    let changes: [(inout Tally, UInt64) -> Void] = [
      { $0.count(.won, moves: 3, times: $1) },
      { $0.count(.won, moves: 3_000, times: $1) },
      { $0.count($1 == half ? .won : .caught, moves: 1, times: $1) },
      { $0.countGames(won: $1, lost: 0) },
      { $0.countGames(won: 0, lost: $1) },
      { $0.count(visits: $1, captures: 0, at: 3) },
      { $0.count(visits: 0, captures: $1, at: 0) },
    ]
    for (place, change) in changes.enumerated() {
      let sum = result(0..<5) { change(&$0, half) }
      expectEqual(Self.error(sum, result(5..<10) { change(&$0, half) }), .tooMany, "\(place)")
      expectNil(Self.error(sum, result(5..<10) { change(&$0, half - 1) }), "\(place)")
    }
  }

  /// Variants of a batch, each with one setting changed that must agree.
  private static func variants(_ batch: Batch) throws -> [(name: String, batch: Batch)] {
    guard case .generated(let levels) = batch.levels else { return [] }
    func generated(
      _ family: Family? = nil, seed: UInt64? = nil, rules: Rules? = nil,
      _ selection: LevelSelection? = nil
    ) -> Batch.Levels {
      .generated(
        LevelGenerator(
          family ?? levels.family, seed: seed ?? levels.seed, rules: rules ?? levels.rules,
          selection: selection ?? levels.selection))
    }
    let rules = (
      try Rules(catchingDistance: 0), try Rules(chase: .vertical),
      try Rules(zombieSpeed: 2)
    )
    let other = try Family("5x5z2+lit")
    let changes: [(String, (inout Batch) -> Void)] = [
      ("family", { $0.levels = generated(.block) }),
      ("light", { $0.levels = generated(other) }),
      ("seed of the levels", { $0.levels = generated(seed: 2) }),
      ("selection", { $0.levels = generated(nil, .any) }),
      ("distance of the levels", { $0.levels = generated(rules: rules.0) }),
      ("chase of the levels", { $0.levels = generated(rules: rules.1) }),
      ("speed of the levels", { $0.levels = generated(rules: rules.2) }),
      ("given levels", { $0.levels = .list(LevelList([levels[0]])) }),
      ("a policy less", { $0.policies = [.edge] }),
      ("a policy more", { $0.policies = [.edge, .random, .beeline] }),
      ("another policy", { $0.policies = [.edge, .beeline] }),
      ("the order of the policies", { $0.policies = [.random, .edge] }),
      ("unit", { $0.unit = .games }),
      ("distance", { $0.rules = rules.0 }),
      ("chase", { $0.rules = rules.1 }),
      ("speed", { $0.rules = rules.2 }),
      ("moves", { $0.maxMoves = 99 }),
      ("seed", { $0.seed = 2 }),
    ]
    return changes.map { name, change in
      var variant = batch
      change(&variant)
      return (name, variant)
    }
  }

  @Test func whatIsOfAnotherSettingsIsRefused() throws {
    let batch = try Batch(family: "classic", policies: [.edge, .random], trials: 0..<10)
    let tallies = [Tally(), Tally()]
    let sum = BatchResult(batch, tallies)
    var seen: Set<BatchSettings> = [sum.settings]
    for (name, variant) in try Self.variants(batch) {
      let settings = BatchSettings(variant)
      expect(settings != sum.settings, "\(name)")
      expect(seen.insert(settings).inserted, "\(name): equal to an earlier one")
      let other = BatchResult(settings, whole: 10..<20)
      expectEqual(Self.error(sum, other), .otherSettings, "\(name)")
      // An empty result and one that also overlaps both report the other settings first.
      expectEqual(Self.error(other, sum), .otherSettings, "\(name)")
    }
    let counted = BatchResult(
      BatchSettings(batch, countsSquares: true), whole: 10..<20)
    expectEqual(Self.error(sum, counted), .otherSettings)
    // A change that does not affect the rounds changes no setting.
    let settings = sum.settings
    let changes: [(inout Batch) -> Void] = [
      { $0.trials = 7..<1_000_000 },
      // The default limit, set explicitly.
      { $0.maxMoves = 100 },
      { $0.stateLimit = 12 },
      { $0.comparesPolicies = true },
      { batch in
        batch.levels = .generated(
          LevelGenerator(.classic, seed: 1, drawLimit: 5, stateLimit: 7))
      },
    ]
    for change in changes {
      var variant = batch
      change(&variant)
      expectEqual(BatchSettings(variant), settings)
      expectEqual(BatchSettings(variant).hashValue, settings.hashValue)
    }
    try expect(settings.size == RoomSize(rows: 5, columns: 5) && settings.maxMoves == 100)
  }

  @Test func givenLevelsAreToldApartByTheirCodes() throws {
    func settings(_ codes: String...) throws -> BatchSettings {
      BatchSettings(try Batch(codes: codes, policies: [.edge], trials: 0..<1))
    }
    let lists = try [
      settings("SP"), settings("PS"), settings("SP", "SP"), settings("SP", "PS"),
      settings("PS", "SP"), settings("SP+lit"), settings("S1P"), settings("S/P"),
    ]
    expectEqual(Set(lists).count, lists.count)
    let again = try settings("SP", "PS")
    expectEqual(again, lists[3])
    expectEqual(Set(lists.map(\.levels)).count, lists.count)
    // printf 'SP\nPS\n' | sha256sum
    expectEqual(
      lists[3].levels,
      .given(
        count: 2, fingerprint: "\(SHA256.hex(of: "SP\nPS\n".utf8))"))
    // Levels of different sizes have no common limit on moves, and no squares to count.
    let mixed = try Batch(codes: ["SP", "S1P"], policies: [.edge], trials: 0..<1)
    let either = BatchSettings(mixed, countsSquares: true)
    expect(either.maxMoves == nil && either.size == nil && !either.countsSquares)
    // A batch's settings include those of its generator.
    let generator = LevelGenerator(
      .block, seed: 9, rules: try Rules(zombieSpeed: 2), selection: .any, stateLimit: 1234)
    let batch = Batch(generator, policies: [.edge], unit: .games, trials: 3..<8, maxMoves: 7)
    expect(batch.rules == generator.rules && batch.seed == 9 && batch.stateLimit == 1234)
    let other = Batch(
      levels: .generated(generator), policies: [.edge], unit: .games, trials: 3..<8,
      rules: generator.rules, maxMoves: 7, seed: 9, stateLimit: 1234)
    expect(BatchSettings(batch) == BatchSettings(other) && batch.trials == other.trials)
  }
}
