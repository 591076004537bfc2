import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// The policy `random` plays many rounds at a time in rooms of at most 64 squares. Only here is
/// each of these rounds, with any limit on moves and any first trial, that of a loop over plain
/// rounds.
@Suite struct RandomWalkTests {
  /// The first difference between a batch, without or with records, and the loop.
  private static func complaint(_ batch: Batch, _ what: String) throws -> String? {
    let plain = try PlainBatch(batch)
    let fast = try Simulator(batch).run().tallies
    guard fast == plain.counts else {
      return "\(what): \(fast[0].summary) instead of \(plain.counts[0].summary)"
    }
    let recorded = try RecordedRun(batch)
    guard recorded.tallies == plain.counts else { return "\(what): the tally with records" }
    let pairs = zip(recorded.records, plain.records)
    if let (record, expected) = pairs.first(where: { $0 != $1 }) {
      return "\(what): \(record) instead of \(expected)"
    }
    return recorded.records.count == plain.records.count ? nil : "\(what): too few records"
  }

  private static let rules = [0, 1].compactMap { try? Rules(catchingDistance: $0) }

  /// Compares batches of a few trials that begin and end within quads, under both catching distances.
  private static func check(
    _ name: String, maxMoves: Int?, trials: Range<UInt64>, _ unit: Batch.Unit = .rounds,
    _ levels: LevelSelection = .any
  ) throws {
    for rules in rules {
      let batch = try Batch(
        family: name, levels, policies: [.random], unit: unit, trials: trials, rules: rules,
        maxMoves: maxMoves, seed: 5)
      try expectNil(complaint(batch, "\(name), \(rules), \(String(describing: maxMoves)) moves"))
    }
  }

  @Test func roundsPlayedSideBySideAreThoseOfRoundsPlayedAlone() throws {
    let count = UInt64(cases(2, long: 37))
    let limits = [1, 2, 5, 17, 101, 0, 16, 20]
    let firsts: [UInt64] = [1, 12_345, .max - 50, 2, 3, 7, 0, 6]
    for name in [
      "classic", "3x9z1", "8x8z2", "1x6z1", "1x2", "2x1", "2x2", "5x5", "6x6z2", "9x3z4", "7x8z1",
      "8x8z12", "8x8z58", "2x32z3", "64x1z1",
    ] {
      for (maxMoves, first) in zip(limits, firsts) {
        try Self.check(name, maxMoves: maxMoves, trials: first..<first + count)
      }
    }
    // Corridors without zombies, where rounds take long: they use many words of a stream, and more moves than the
    // dense part of a histogram covers.
    for (name, maxMoves) in [("1x64", 6000), ("64x1", 1023), ("1x50", 1025), ("2x32", 2001)] {
      try Self.check(name, maxMoves: maxMoves, trials: 3..<3 + count)
      let batch = try Batch(
        family: name, .any, policies: [.random], trials: 3..<3 + count, maxMoves: maxMoves, seed: 5)
      try expect(Simulator(batch).run().tallies[0].rounds.maxMoves ?? 0 > 1000, name)
    }
    // Of 2⁶⁴ first words, 2⁶⁴ mod 12¹⁶ are rejected, 0.8%: about 3 of 400 rounds.
    try Self.check(
      "classic", maxMoves: nil, trials: 1..<UInt64(cases(200, long: 3001)), .rounds, .solvable)
    try Self.check("8x8z3", maxMoves: nil, trials: 1..<UInt64(cases(200, long: 3001)))
    // Rooms that begin lit or have a block or a flashlight, larger rooms, and games.
    for name in ["classic", "block", "flashlight", "5x5z2+lit", "8x8z2b8", "9x9z2", "1x70"] {
      for unit in [Batch.Unit.rounds, .games] {
        try Self.check(name, maxMoves: 50, trials: 5..<5 + 2 * count, unit)
      }
    }
  }
}
