import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Batches of given levels: only here are the counts of squares and the default limit on moves
/// fixed by examples. `PlainBatchTests` compares such batches with a loop over their levels.
@Suite struct ListBatchTests {
  @Test func squaresAreCountedWhereLevelsHaveOneSize() throws {
    let mixed = try Batch(codes: ["SP", "S1P"], policies: [.edge], trials: 0..<12)
    #expect(mixed.size == nil)
    #expect(try !Simulator(mixed, countsSquares: true).countsSquares)
    #expect(try Simulator(mixed, countsSquares: true).run().tallies[0].squares == nil)
    let equal = try Batch(codes: ["S2/3/2P", "2S/1Z1/P2"], policies: [.edge], trials: 0..<4)
    #expect(try equal.size == RoomSize(rows: 3, columns: 3))
    #expect(try Simulator(equal).run().tallies[0].squares == nil)
    let counts = try #require(try Simulator(equal, countsSquares: true).run().tallies[0].squares)
    // Up, up, left, left; and in the other level, caught in the first move, up.
    #expect(counts.visits == [2, 2, 2, 2, 0, 2, 2, 0, 2])
    #expect(counts.captures == [0, 0, 0, 2, 0, 0, 0, 0, 0])
  }

  @Test func theDefaultLimitIsFourMovesASquare() throws {
    // No path leads to either signpost, and no zombie can end the rounds.
    let batch = try Batch(codes: ["S#1/#1P", "S#70P"], policies: [.edge], trials: 0..<2)
    let size = try RoomSize(rows: 2, columns: 3)
    #expect(batch.moveLimit(in: size) == 24)
    let records = try RecordedRun(batch).records
    #expect(records.map(\.outcome) == [.outOfMoves, .outOfMoves])
    #expect(records.map(\.path.count) == [24, 292])
    let limited = try Batch(codes: ["S#1/#1P"], policies: [.edge], trials: 0..<1, maxMoves: 7)
    #expect(try RecordedRun(limited).records[0].path == "UDLRUDU")
    #expect(limited.moveLimit(in: size) == 7)
  }
}
