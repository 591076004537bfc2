import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// The best moves of a player in a pool, against plain expectimax over sets of placements: only
/// here is every move from every knowledge in a round worth exactly what the expectimax says.
@Suite struct BestMovesTests {
  private static func pool(
    _ name: String, _ hearing: Int, _ selection: LevelSelection, maxMoves: Int? = nil
  ) throws -> RoundPool {
    var settings = RoundPool.Settings()
    settings.maxMoves = maxMoves
    return try RoundPool(
      LevelGenerator(
        try Family(name), seed: 12, rules: try Rules(hearingDistance: hearing),
        selection: selection), slots: 1, settings: settings)
  }

  @Test(
    arguments: ["4x4z2", "3x4f1", "4x4z1b1", "3x4z1b1f1", "4x4b2", "2x6z1f1", "1x9f1"]
      + (isLong ? ["classic", "4x4z1f1", "3x5z1b1f1"] : []))
  func everyMoveIsWorthWhatExpectimaxSays(name: String) throws {
    for hearing in [0, 2] {
      for selection in [LevelSelection.any, .solvable] where name != "2x6z1f1" || selection == .any
      {
        let pool = try Self.pool(name, hearing, selection)
        let (family, rules) = (
          NaiveFamily(pool.generator.family), NaiveRules(hearingDistance: hearing)
        )
        let naive = NaiveHearingPlan(family, rules)
        let solvable = selection == .any ? [] : Set(naive.steps.solvablePlacements())
        var random = NaiveRandom(seed: 5)
        var visited: Set<Int> = []
        var (dark, lit) = (0, 0)
        for _ in 0..<cases(14, long: 500) {
          let sight = pool.sight(of: 0)
          let best = try BestMoves(of: pool, slot: 0)
          if pool.moves(of: 0) == 0 { visited = [] }
          guard pool.outcome(of: 0) == nil else {
            expect(best.moves.isEmpty)
            try pool.step([.up])
            continue
          }
          expectEqual(best.moves.map(\.direction), Array(sight.legalMoves))
          let player = pool.size.index(of: sight.player)
          let level = try require(NaiveLevel(pool.level(of: 0)))
          if sight.isLit {
            lit += 1
            try Self.checkLit(best, pool)
          } else {
            dark += 1
            visited.insert(player)
            let possible = naive.steps.placements(agreeingWith: level, on: visited)
            let counted =
              selection == .any ? possible.count : possible.count { solvable.contains($0) }
            expectEqual(best.levels, UInt64(counted))
            for move in best.moves {
              let target = pool.size.index(of: sight.player.stepped(move.direction))
              let wins =
                visited.contains(target)
                ? naive.wins(visited: visited, possible: possible)
                : naive.wins(visited: visited, possible: possible, stepTo: target)
              expectEqual(move.wins, UInt64(wins), "\(level.code) \(visited) \(move.direction)")
            }
            let most = best.moves.map(\.wins).max() ?? 0
            expectEqual(most, UInt64(naive.wins(visited: visited, possible: possible)))
            expect(best.advice.map { best.best.contains($0) } ?? (most == 0))
          }
          try pool.step([random.one(of: Array(sight.legalMoves))])
        }
        expect(dark > 0)
        if pool.generator.family.flashlights > 0 { expect(lit > 0) }
      }
    }
  }

  /// In the light, a move wins if the rest of the level is solvable after it.
  private static func checkLit(_ best: BestMoves, _ pool: RoundPool) throws {
    let position = try require(pool.position(of: 0))
    expectEqual(best.levels, 1)
    for move in best.moves {
      var round = position.round
      round.move(move.direction)
      var rest = round.level
      (rest.start, rest.zombies, rest.flashlights) = (round.player, round.zombies, Bitboard())
      rest.isLit = true
      let isWon: Bool
      if let outcome = round.outcome {
        isWon = outcome == .won
      } else {
        isWon = naiveSolve(try require(NaiveLevel(Level(rest))), .standard).solution != nil
      }
      expectEqual(move.wins, (isWon ? 1 : 0))
    }
    expectEqual((best.advice == nil), best.best.isEmpty)
    if let advice = best.advice { expect(best.best.contains(advice)) }
  }

  @Test func aPlayerWhoFollowsTheAdviceWinsAsManyLevelsAsThePlan() throws {
    // In all placements of these families, by reference.
    for name in isLong ? ["classic", "4x4z1f1"] : ["4x4z2", "3x4z1f1"] {
      let family = try Family(name)
      let pool = try Self.pool(name, 0, .any)
      let naive = NaiveExpectimax(NaiveFamily(family), .standard)
      var won = 0
      for level in Placements(family) {
        try pool.play(level, in: 0)
        while pool.outcome(of: 0) == nil {
          let best = try BestMoves(of: pool, slot: 0)
          let first = try require(best.moves.first)
          try pool.step([best.advice ?? first.direction])
        }
        won += pool.outcome(of: 0) == .won ? 1 : 0
      }
      expectEqual(won, naive.wins())
    }
  }

  @Test func errorsSayWhatIsTooLarge() throws {
    let large = try Self.pool("9x9z2", 0, .any)
    expectEqual(
      thrown { _ = try BestMoves(of: large, slot: 0) }, "\(BestMovesError.tooLarge(large.size))")
    let many = try Self.pool("8x8z6b2", 0, .any)
    expect(thrown { _ = try BestMoves(of: many, slot: 0) } != "no error")
    let small = try Self.pool("classic", 0, .any)
    let level = try Level("S4/1Z3/5/4P/5")
    try small.play(level, in: 0)
    expectEqual(
      thrown { _ = try BestMoves(of: small, slot: 0) }, "\(BestMovesError.noFamily(level))")
  }
}
