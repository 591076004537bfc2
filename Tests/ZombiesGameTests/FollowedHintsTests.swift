import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesTestSupport

// The attempt of a session: what is asked and told would not show whether the rooms are won by reasoning.
@testable import ZombiesGame

/// Games in which the player always follows the hint. `Tests/Outside/test_hints.py` plays all levels of the article "The
/// built-in campaign" so.
@Suite struct FollowedHintsTests {
  /// With hearing, the first life is won exactly if a player who follows the plan of the family wins.
  @Test(arguments: sampled([("classic", 5), ("block", 20), ("flashlight", 8)], every: 3))
  func followedHintsWinWhatThePlanWinsWithHearing(name: String, step: Int) throws {
    let rules = try Rules(hearingDistance: 2)
    let family = try Family(name)
    let optimal = try BlindPlayer(family, rules: rules)
    let solvable = Placements(family).filter { $0.isSolvable }
    for level in stride(from: 0, to: solvable.count, by: step).map({ solvable[$0] }) {
      var (player, round, path) = (optimal, AnyRound(level, rules: rules), [Direction]?.none)
      try round.play(&player, of: .optimal, moveLimit: 200, path: &path)

      var setup = Session.Setup(try Campaign(text: "; world: One\n\(level.code)\n"))
      setup.settings.set(.hearingDistance(rules.hearingDistance))
      var session = try Session(setup)
      session.perform(.choose)
      session.perform(.choose)
      for _ in 0..<200 where session.message == nil {
        session.askForHint()
        guard let move = session.lastHint?.move else { break }
        session.perform(.move(move))
      }
      expectEqual(session.attempt.level, level)
      expectEqual(session.attempt.round.outcome == .won, round.outcome == .won, level.code)
    }
  }

  @Test(
    "1.12 Who follows the hints wins each room of the first steps, and reasoning from the numbers wins Hear"
  )
  func firstSteps() throws {
    var session = try Session(Session.Setup(showsFirstSteps: true))
    for number in 0..<4 {
      expect(!session.told.contains { $0.contains("row ") || $0.contains("column ") })
      let level = session.attempt.level
      if number == 2 {
        expect(
          Self.isWonByReasoning(level, hears: true) && !Self.isWonByReasoning(level, hears: false))
      }
      for _ in 0..<16 where session.message == nil {
        session.askForHint()
        session.perform(.move(try require(session.lastHint?.move)))
      }
      expectEqual(session.message?.result, .won, "room \(number)")
      session.perform(.dismiss)
    }
    expect(
      session.screenKind == .round && session.hasFinishedFirstSteps && session.countedRounds == 0)
  }

  /// Whether a player reaches the signpost who knows that there is one zombie, hears within two steps or not at all, and
  /// steps only where no zombie that is still possible would catch.
  private static func isWonByReasoning(_ level: Level, hears: Bool) -> Bool {
    let all = (0..<level.size.squareCount).map { level.size.square(at: $0) }
    var visited = [level.start]
    while true {
      let possible = all.filter { zombie in
        zombie != level.signpost
          && visited.allSatisfy { square in
            let isHeard = level.zombies.contains { $0.distance(to: square) <= 2 }
            let distance = square.distance(to: zombie)
            return distance > 1 && (!hears || (distance <= 2) == isHeard)
          }
      }
      let next = all.first { square in
        !visited.contains(square) && !level.blocks.contains(square)
          && visited.contains { $0.distance(to: square) == 1 }
          && (square == level.signpost || possible.allSatisfy { $0.distance(to: square) > 1 })
      }
      guard let next else { return false }
      if next == level.signpost { return true }
      visited.append(next)
    }
  }
}
