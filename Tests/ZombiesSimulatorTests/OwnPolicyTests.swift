import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// User-defined policies in batches: with built-in ones, on several threads, in games, compared.
@Suite struct OwnPolicyTests {
  /// Avoids the zombies that it sees, and chooses at random between similar moves.
  private struct Wary: Player {
    var random: RandomStream

    init(_ start: RoundStart) { random = start.random }

    mutating func choose(_ sight: Sight) -> Direction {
      var best: (cost: UInt64, move: Direction) = (.max, .up)
      for move in sight.legalMoves {
        let square = sight.player.stepped(move)
        let fear = sight.zombies.map { max(0, 4 - square.distance(to: $0)) }.max() ?? 0
        let cost =
          UInt64(100 * fear + 10 * square.distance(to: sight.signpost)) + random.next() % 16
        if cost < best.cost { best = (cost, move) }
      }
      return best.move
    }
  }

  private static func wary() throws -> Policy { try Policy("wary", Wary.init) }

  @Test func squaresAreCounted() throws {
    let wary = try Self.wary()
    let batch = try Batch(family: "flashlight", .any, policies: [wary], trials: 0..<300)
    let counted = try Simulator(batch, threads: 2, countsSquares: true).run().tallies[0]
    let records = try RecordedRun(batch).records
    let squares = try #require(counted.squares)
    let visits: Int = records.reduce(0) { $0 + $1.path.utf8.count + 1 }
    #expect(squares.visits.reduce(0, +) == UInt64(visits))
    #expect(squares.captures.reduce(0, +) == counted.rounds[.caught])
  }

  @Test func twoPoliciesAreComparedTrialByTrial() throws {
    let wary = try Self.wary()
    var batch = try Batch(family: "block", policies: [wary, .edge], trials: 0..<1100)
    batch.comparesPolicies = true
    let progress = try Simulator(batch, threads: 2).play(from: BatchProgress(batch))
    let records = try RecordedRun(batch).records
    var pairs = PairCounts()
    for place in stride(from: 0, to: records.count, by: 2) {
      pairs.count(
        first: records[place].outcome == .won, second: records[place + 1].outcome == .won)
    }
    #expect(progress.pairs == pairs && pairs.total == 1100)
    #expect(progress.result[wary] == progress.result.tallies[0])
  }

  @Test func ratesAreExactWhereNothingIsLeftToChance() throws {
    struct Left: Player {
      func choose(_ sight: Sight) -> Direction { sight.legalMoves.contains(.left) ? .left : .up }
    }
    for (isSure, name) in [(true, "sure"), (false, "unsure")] {
      let policy = try Policy(name, playsInOneWay: isSure) { _ in Left() }
      let batch = try Batch(codes: ["S3/4/4/3P", "S3/4/1Z2/3P"], policies: [policy], trials: 0..<4)
      let result = try Simulator(batch).run()
      #expect(result.roundRate(at: 0).isExact == isSure)
      #expect(result.roundRate(at: 0).value == 0.5)
    }
  }

  @Test func errorsEndTheBatch() throws {
    struct Stubborn: Player {
      func choose(_ sight: Sight) -> Direction { .up }
    }
    let stubborn = try Policy("stubborn") { _ in Stubborn() }
    var batch = try Batch(family: "3x3", .any, policies: [stubborn], trials: 0..<5000)
    let level = try Level("S2/3/2P")
    for threads in [1, 3] {
      #expect(throws: SimulationError.policy(.illegalMove(stubborn, level, .up, move: 3))) {
        try Simulator(batch, threads: threads).run().tallies
      }
    }
    let nobody = try Policy(named: "nobody")
    batch.policies = [.edge, nobody]
    #expect(throws: SimulationError.policy(.unknown(nobody))) { try Simulator(batch).run() }
  }
}
