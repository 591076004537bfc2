import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

/// Batches of given levels: only here are the counts of squares and the default limit on moves
/// fixed by examples. `PlainBatchTests` compares such batches with a loop over their levels.
@Suite struct ListBatchTests {
  @Test func squaresAreCountedWhereLevelsHaveOneSize() throws {
    let mixed = try Batch(codes: ["SP", "S1P"], policies: [.edge], trials: 0..<12)
    expectNil(mixed.size)
    try expect(!Simulator(mixed, countsSquares: true).countsSquares)
    try expectNil(Simulator(mixed, countsSquares: true).run().tallies[0].squares)
    let equal = try Batch(codes: ["S2/3/2P", "2S/1Z1/P2"], policies: [.edge], trials: 0..<4)
    try expectEqual(equal.size, RoomSize(rows: 3, columns: 3))
    try expectNil(Simulator(equal).run().tallies[0].squares)
    let counts = try require(Simulator(equal, countsSquares: true).run().tallies[0].squares)
    // Up, up, left, left; and in the other level, caught in the first move, up.
    expectEqual(counts.visits, [2, 2, 2, 2, 0, 2, 2, 0, 2])
    expectEqual(counts.captures, [0, 0, 0, 2, 0, 0, 0, 0, 0])
  }

  @Test func theDefaultLimitIsFourMovesASquare() throws {
    // No path leads to either signpost, and no zombie can end the rounds.
    let batch = try Batch(codes: ["S#1/#1P", "S#70P"], policies: [.edge], trials: 0..<2)
    let size = try RoomSize(rows: 2, columns: 3)
    expectEqual(batch.moveLimit(in: size), 24)
    let records = try RecordedRun(batch).records
    expectEqual(records.map(\.outcome), [.outOfMoves, .outOfMoves])
    expectEqual(records.map(\.path.count), [24, 292])
    let limited = try Batch(codes: ["S#1/#1P"], policies: [.edge], trials: 0..<1, maxMoves: 7)
    try expectEqual(RecordedRun(limited).records[0].path, "UDLRUDU")
    expectEqual(limited.moveLimit(in: size), 7)
  }
}
