import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Batches against a loop over plain rounds: everything that they return, by every call.
@Suite struct PlainBatchTests {
  /// A batch to compare. In the longer form it has up to 50,000 rounds over all policies.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var batch: Batch

    var testDescription: String { name }

    /// A batch of a family.
    init(
      _ family: String, _ policies: [Policy], _ count: Int, long: Int? = nil,
      _ levels: LevelSelection = .solvable, unit: Batch.Unit = .rounds, first: UInt64 = 0,
      _ rules: Rules = .standard, maxMoves: Int? = nil
    ) throws {
      let trials = Self.trials(first, count, long ?? 50_000 / policies.count)
      batch = try Batch(
        family: family, levels, policies: policies, unit: unit, trials: trials, rules: rules,
        maxMoves: maxMoves, seed: 20 + UInt64(count))
      name = "\(family), \(levels), \(unit) from \(first), \(rules)"
    }

    private static func trials(_ first: UInt64, _ count: Int, _ long: Int) -> Range<UInt64> {
      // A quarter of a small count is enough for the shorter form.
      first..<first + UInt64(cases(count > 1024 ? count : (count + 3) / 4, long: long))
    }

    /// A batch of given levels.
    init(
      codes: [String], _ policies: [Policy], _ count: Int, long: Int? = nil,
      unit: Batch.Unit = .rounds, first: UInt64 = 0, _ rules: Rules = .standard,
      maxMoves: Int? = nil
    ) throws {
      let trials = Self.trials(first, count, long ?? 50_000 / policies.count)
      batch = try Batch(
        codes: codes, policies: policies, unit: unit, trials: trials, rules: rules,
        maxMoves: maxMoves, seed: 30 + UInt64(count))
      name = "\(codes.count) levels, \(unit) from \(first), \(rules)"
    }
  }

  // MARK: User-defined players

  /// Avoids the zombies that it sees, and prefers squares where it has not been, so that it has to
  /// remember. It leaves nothing to chance.
  private struct Shy: Player {
    var visits: [Square: Int] = [:]

    mutating func choose(_ sight: Sight) -> Direction {
      visits[sight.player, default: 0] += 1
      func cost(_ move: Direction) -> Int {
        let square = sight.player.stepped(move)
        let fear = sight.zombies.map { max(0, 4 - square.distance(to: $0)) }.max() ?? 0
        return 10 * fear + square.distance(to: sight.signpost) + 5 * visits[square, default: 0]
      }
      return sight.legalMoves.min { cost($0) < cost($1) } ?? .up
    }
  }

  /// Goes towards the signpost, and sometimes elsewhere.
  private struct Wanderer: Player {
    var random: RandomStream

    mutating func choose(_ sight: Sight) -> Direction {
      let draw = random.next()
      let moves = Array(sight.legalMoves)
      if draw % 4 == 0 { return moves[Int(draw >> 32) % moves.count] }
      let distance = sight.player.distance(to: sight.signpost)
      return moves.first { sight.player.stepped($0).distance(to: sight.signpost) < distance }
        ?? moves[Int(draw >> 32) % moves.count]
    }
  }

  private static let shy = Result { try Policy("shy", playsInOneWay: true) { _ in Shy() } }
  private static let secret = Result { try Policy("secret") { _ in Shy() } }
  private static let wanderer = Result {
    try Policy("wanderer") { Wanderer(random: $0.random) }
  }

  // MARK: Batches

  private static let list = [
    "S4/5/Z1#2/2F2/4P", "SP", "S#/#P", "SZ/1P", "S3/1#2/2#1/Z2P+lit", "S98P", "S2/1Z1/2P",
    "S12/13/4#8/5Z7/13/6F6/13/12P", "2P/1#1/S2", "S5/6/2Z3/1Z4/6/5P+lit",
  ]

  static func all() throws -> [Case] {
    let own = try [shy.get(), secret.get(), wanderer.get()]
    let most = Policy.withoutPlan + own
    let near = try Rules(catchingDistance: 0)
    let fast = try Rules(chase: .vertical, zombieSpeed: 2)
    let all = try Rules(catchingDistance: 0, chase: .horizontal, zombieSpeed: 3)
    return try [
      // Only zombies in the dark, more than a chunk of rounds, starting at any trial.
      Case("classic", [.random], 1050, first: 3),
      Case("classic", [.edge], 1030, .any, first: 1),
      Case("classic", most, 40, unit: .games, first: 77),
      Case("classic", most, 60, .any, unit: .games, near),
      Case("8x8z3", most, 60, .any, first: 1_000_003),
      Case("3x9z1", [.random, .clairvoyant], 60, .any, first: .max - 2_000_000, maxMoves: 5),
      Case("6x6", [.random, .edge], 60, maxMoves: 1),
      Case("2x2", most, 40, unit: .games, maxMoves: 0),
      // A policy that is named twice plays twice.
      Case("9x9z2b10", [.random, .edge, .random], 20, long: 2000, .any),
      // Blocks and flashlights.
      Case("block", most, 60, .any, near),
      Case("block", [.beeline, .random], 100, unit: .games, first: 1 << 60),
      Case("flashlight", most, 60, .any, fast),
      Case("5x5z1b1f1", most, 59, first: 9),
      Case("6x6z2b3f1", most, 30, .any, unit: .games, all),
      Case("8x8z3b8f2", most, 42, .any, maxMoves: 40),
      Case("7x5z2b2f1", [.edge, .beeline], 60, first: 5),
      // Lit from the beginning.
      Case("6x6z1b5+lit", most, 40),
      Case("8x8z4b6+lit", most, 15, long: 4000, .any, unit: .games, fast),
      Case("5x5z2b2f1+lit", most, 60, .any, near, maxMoves: 7),
      // More than 64 squares.
      Case("9x9z3b10f1", most, 15, long: 2000, .any),
      Case("12x40z6b60", [.edge, .clairvoyant], 8, long: 2000, unit: .games, maxMoves: 60),
      Case("5x13z2b4+lit", most, 15, long: 2000, .any, near, maxMoves: 90),
      // Given levels, of several sizes and of one size.
      Case(codes: list, most, 40, first: 4, maxMoves: 30),
      Case(codes: list, most, 20, unit: .games, first: 5, all, maxMoves: 30),
      Case(codes: ["S4/5/Z1#2/2F2/4P", "S4/5/2Z2/5/4P", "S4/2#2/5/Z4/4P+lit"], most, 60, near),
    ] + plans(own)
  }

  /// Batches with `optimal`, for families with a plan and one that needs none.
  private static func plans(_ own: [Policy]) throws -> [Case] {
    try [
      Case("classic", [.optimal, .edge], 100, .any),
      Case("4x5z1f1", [.optimal] + own, 40, unit: .games),
      Case("4x4z1b2+lit", [.optimal], 60, .any, try Rules(zombieSpeed: 2)),
      Case(
        codes: ["S3/4/Z1F1/3P", "S3/4/2Z1/3P", "S4/5/2Z2/5/4P"], [.random, .optimal], 40,
        unit: .games, maxMoves: 20),
    ]
  }

  // MARK: Comparison

  @Test(arguments: try all())
  func aBatchIsALoopOverPlainRounds(batch: Case) throws {
    let trials = batch.batch.trials
    // All rounds of a part are in memory.
    let length: UInt64 = 5000
    var sums = batch.batch.policies.map { _ in Tally(countingSquaresOf: batch.batch.size) }
    for begin in stride(from: trials.lowerBound, to: trials.upperBound, by: Int(length)) {
      var part = batch.batch
      part.trials = begin..<min(trials.upperBound, begin + length)
      let plain = try PlainBatch(part)
      // In the longer form, the numbers of threads take turns. A batch of one chunk has no work
      // for a second thread.
      let turn = Int((begin - trials.lowerBound) / length % 3)
      let threads = isLong ? [[1, 2, 7][turn]] : part.trialCount > 1024 ? [1, 7] : [7]
      let complaint = try Self.complaint(part, plain, threads)
      try require(complaint == nil, "\(part.trials)")
      for place in sums.indices { sums[place] += plain.tallies[place] }
    }
    let whole = try Simulator(batch.batch, threads: 2, countsSquares: true).run()
    expectEqual(whole, BatchResult(batch.batch, sums))
  }

  /// The first difference between a batch and a loop that has played it.
  private static func complaint(
    _ batch: Batch, _ plain: PlainBatch, _ threadCounts: [Int]
  ) throws -> String? {
    let counts = plain.counts
    for threads in threadCounts {
      // With records, and with one thread without counting squares.
      let run = try RecordedRun(batch, threads: threads, countsSquares: threads > 1)
      if let (record, expected) = zip(run.records, plain.records).first(where: { $0 != $1 }) {
        return "\(threads) threads: \(record), not \(expected)"
      }
      guard run.records.count == plain.records.count else { return "\(threads) threads: records" }
      guard run.tallies == (threads > 1 ? plain.tallies : counts) else {
        return "\(threads) threads, with records: \(run.tallies.map(\.summary))"
      }
      let tallies = try Simulator(batch, threads: threads).run().tallies
      guard tallies == counts else { return "\(threads) threads: \(tallies.map(\.summary))" }
    }
    return try alone(batch, counts) ?? compared(batch, plain) ?? sharded(batch, plain)
  }

  /// One policy alone: the policies take turns from part to part, and from batch to batch.
  private static func alone(_ batch: Batch, _ counts: [Tally]) throws -> String? {
    let place = Int((batch.seed + batch.trials.lowerBound / 5000) % UInt64(batch.policies.count))
    var alone = batch
    alone.policies = [batch.policies[place]]
    return try Simulator(alone).run().tallies == [counts[place]]
      ? nil : "\(batch.policies[place]) alone"
  }

  /// The first two policies in pairs, without records and with records.
  private static func compared(_ batch: Batch, _ plain: PlainBatch) throws -> String? {
    guard batch.policies.count > 1 else { return nil }
    var two = batch
    (two.policies, two.comparesPolicies) = (Array(batch.policies.prefix(2)), true)
    return try firstFailure(of: [nil, { _ in 0 }] as [(@Sendable ([RoundRecord]) -> UInt64?)?]) {
      let end = try Simulator(two, threads: 2).play(from: BatchProgress(two), onRounds: $0)
      guard end.result.tallies == Array(plain.counts.prefix(2)) else { return "pairs: tallies" }
      return end.pairs == plain.pairs ? nil : "\(end.pairs), not \(plain.pairs)"
    }
  }

  /// Parts of unequal lengths, merged in another order.
  private static func sharded(_ batch: Batch, _ plain: PlainBatch) throws -> String? {
    let (first, last) = (batch.trials.lowerBound, batch.trials.upperBound)
    let cuts = [first, first + (last - first) / 3, first + (last - first) / 2 + 1, last]
    let results = try [(1, 2), (2, 3), (0, 1)].map { left, right in
      var part = batch
      part.trials = cuts[left]..<cuts[right]
      return try Simulator(part, threads: 1 + left, countsSquares: true).run()
    }
    var sum = results[0]
    for result in results.dropFirst() { try sum.merge(result) }
    return sum == BatchResult(batch, plain.tallies) ? nil : "shards merged"
  }
}
