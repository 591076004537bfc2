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

  private static let limits = isLong ? [1, 2, 3, 4, 5, 17, 100, 101] : [1, 2, 5, 17, 101]
  private static let firsts: [UInt64] = isLong ? [0, 1, 7, 12345] : [1, 12345]

  /// Compares a batch of a few trials that begins and ends within quads, under both catching
  /// distances.
  private static func complaint(
    _ name: String, maxMoves: Int, first: UInt64
  ) throws -> String? {
    try firstFailure(of: rules) { rules in
      let batch = try Batch(
        family: name, .any, policies: [.random], trials: first..<first + UInt64(cases(2, long: 37)),
        rules: rules, maxMoves: maxMoves, seed: 5)
      return try complaint(
        batch, "\(name), distance \(rules.catchingDistance), \(maxMoves) moves, from \(first)")
    }
  }

  @Test(arguments: ["classic", "3x9z1", "8x8z2", "1x6z1"])
  func roundsPlayedSideBySideAreThoseOfRoundsPlayedAlone(name: String) throws {
    let failure = try firstFailure(of: Self.limits) { maxMoves in
      try firstFailure(of: Self.firsts) { first in
        try Self.complaint(name, maxMoves: maxMoves, first: first)
      }
    }
    expectNil(failure)
  }

  @Test(arguments: [
    "1x2", "2x1", "2x2", "5x5", "6x6z2", "9x3z4", "7x8z1", "8x8z12", "8x8z58", "2x32z3", "64x1z1",
  ])
  func roomsOfAllShapesAgree(name: String) throws {
    let limits: [Int] = Self.limits + [0, 16, 20]
    var firsts: [UInt64] = Self.firsts + Self.firsts.reversed()
    firsts += [UInt64.max - 50, 2, 3]
    let failure = try firstFailure(of: zip(limits, firsts)) { maxMoves, first in
      try Self.complaint(name, maxMoves: maxMoves, first: first)
    }
    expectNil(failure)
  }

  /// Corridors without zombies, where rounds take long: they use many words of a stream, and more
  /// moves than the dense part of a histogram covers.
  @Test func longRoundsTakeManyWordsOfTheirStreams() throws {
    for (name, maxMoves) in [("1x64", 6000), ("64x1", 1023), ("1x50", 1025), ("2x32", 2001)] {
      let batch = try Batch(
        family: name, .any, policies: [.random], trials: 3..<UInt64(cases(exactly: 5, long: 60)),
        maxMoves: maxMoves, seed: 9)
      try expectNil(Self.complaint(batch, name))
      let longest = try Simulator(batch).run().tallies[0].rounds.maxMoves ?? 0
      expect(longest > 1000)
    }
  }

  /// Of 2⁶⁴ first words, 2⁶⁴ mod 12¹⁶ are rejected, 0.8%: about 6 of 800 rounds, or 50 of 6000.
  @Test func manyRoundsOverChunksAgree() throws {
    for (name, selection) in [("classic", LevelSelection.solvable), ("8x8z3", .any)] {
      let batch = try Batch(
        family: name, selection, policies: [.random], trials: 1..<UInt64(cases(401, long: 3001)),
        seed: 77)
      try expectNil(Self.complaint(batch, name))
    }
  }

  /// Rooms that begin lit or have a block or a flashlight, larger rooms, and games.
  @Test(arguments: [
    "classic", "block", "flashlight", "5x5z2+lit", "5x5b2", "8x8z2b8", "9x9z2", "1x70",
  ])
  func otherRoomsAgreeToo(name: String) throws {
    let failure = try firstFailure(of: Self.rules) { rules in
      try firstFailure(of: [Batch.Unit.rounds, .games]) { unit in
        let batch = try Batch(
          family: name, .any, policies: [.random], unit: unit,
          trials: 5..<UInt64(cases(exactly: 9, long: 65)), rules: rules,
          maxMoves: 50)
        return try Self.complaint(batch, "\(name) \(rules) \(unit)")
      }
    }
    expectNil(failure)
  }
}
