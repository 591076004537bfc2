import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesTestSupport

@testable import ZombiesGrading

/// The exact values of families at their limits and in their sums: only here is a family exactly as
/// large as a limit, and are exact values added to rounded ones.
@Suite struct FamilyBoundsTests {
  /// The states are counted by hand: the player's squares, once in the dark, and in the light once for
  /// each set of zombies' squares.
  @Test(
    "A family may be as large as the limits, and no larger",
    arguments: [
      ("3x3", 9), ("1x6z1", 6), ("3x3z1+lit", 81), ("2x6z1+lit", 144), ("3x4f1", 24),
      ("3x4z1f1", 156), ("3x4z2b1f1+lit", 792),
    ])
  func limits(name: String, states: Int) throws {
    let family = try Family(name)
    expectEqual(family.mostStates, Int64(states))
    var settings = FamilyAnalysis.Settings(family)
    let placements = try require(family.placementCount)
    (settings.placementLimit, settings.stateLimit) = (placements, states)
    expectNil(FamilyAnalysis.obstacle(to: settings))
    settings.stateLimit = states - 1
    expectEqual(
      FamilyAnalysis.obstacle(to: settings),
      .tooManyStates(family, count: Int64(states), limit: states - 1))
    (settings.placementLimit, settings.stateLimit) = (placements - 1, states)
    expectEqual(
      FamilyAnalysis.obstacle(to: settings),
      .tooManyPlacements(family, count: placements, limit: placements - 1))
  }

  @Test("A sum of exact and rounded values is rounded, whichever comes first")
  func sumsOfRoundedValues() {
    var (exact, rounded) = (RoundSums(), RoundSums())
    exact.add(.won, moves: 4)
    rounded.add(RandomChain.Values(won: 0.25, caught: 0.75, meanMoves: 2, errorBound: 0x1p-40))
    for (first, second) in [(exact, rounded), (rounded, exact)] {
      var sums = first
      sums += second
      let won = sums.probability(.won)
      expect(sums.placements == 2 && sums.count(.won) == nil && won?.isExact == false)
      expect(won?.approximate == 0.625 && won!.errorBound >= 0x1p-40)
      expect(sums.meanMoves?.approximate == 3 && sums.meanMoves!.errorBound >= 0x1p-39)
    }
  }

  @Test("A round that never ends is no lost life: the game is not continued after it")
  func gamesWithEndlessRounds() {
    var sums = RoundSums()
    sums.add(.won, moves: 1)
    sums.add(.neverEnding, moves: 0)
    for _ in 0..<2 { sums.add(.caught, moves: 1) }
    let values = PolicyAnalysis(policy: .edge, levels: .any, sums: sums)
    // A quarter is won and a half is lost: 1/4 (1 + 1/2 + 1/4).
    expectEqual(values.gameWon?.approximate, 7.0 / 16)
  }
}
