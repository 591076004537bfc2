import Testing
import ZombiesCore
import ZombiesTestSupport

/// Rounds and games ("The rules", section 5), in worked examples.
@Suite struct GameTests {
  /// Records outcomes and returns the lives, wins, losses and last message.
  private func game(
    _ outcomes: [Outcome]
  ) -> (lives: Int, wins: Int, losses: Int, said: Game.Message?) {
    var game = Game()
    var said: Game.Message?
    for outcome in outcomes { said = game.record(outcome) }
    return (game.lives, game.wins, game.losses, said)
  }

  @Test("A game begins with 3 lives")
  func begins() {
    expect(game([]) == (3, 0, 0, nil))
    expectEqual(Game.standardLives, 3)
  }

  @Test(
    "Caught (or stuck, or out of moves) costs a life",
    arguments: [Outcome.caught, .stuck, .outOfMoves])
  func costsALife(_ outcome: Outcome) {
    expect(game([outcome]) == (2, 0, 0, .tryAgain))
    expect(game([outcome, outcome]) == (1, 0, 0, .tryAgain))
  }

  @Test("… 'You lost!' and one loss (L) when no lives are left; the next game begins with 3 lives")
  func loses() {
    expect(game([.caught, .stuck, .outOfMoves]) == (3, 0, 1, .lost))
    expect(game([.caught, .caught, .caught, .caught]) == (2, 0, 1, .tryAgain))
    expect(game([Outcome](repeating: .caught, count: 7)) == (2, 0, 2, .tryAgain))
  }

  @Test("A win is 'You won!' and one win (W); the next game begins with 3 lives")
  func wins() {
    expect(game([.won]) == (3, 1, 0, .won))
    expect(game([.caught, .caught, .won]) == (3, 1, 0, .won))
    expect(game([.caught, .won, .caught, .caught]) == (1, 1, 0, .tryAgain))
    expect(game([.won, .won, .stuck, .stuck, .stuck]) == (3, 2, 1, .lost))
  }

  @Test("Outcomes have the names that files use")
  func outcomeNames() {
    expectEqual(Outcome.allCases.map(\.name), ["won", "caught", "stuck", "out-of-moves"])
    expectEqual("\(Outcome.outOfMoves)", "out-of-moves")
  }

  @Test("A game with another number of lives is lost after that many, and the next has as many")
  func otherLives() throws {
    for lives in [1, 2, 5] {
      var game = try Game(lives: lives)
      for life in stride(from: lives, to: 1, by: -1) {
        expectEqual(game.lives, life)
        expectEqual(game.record(.caught), .tryAgain)
      }
      expectEqual(game.record(.stuck), .lost)
      expect(game.lives == lives && game.losses == 1 && game.wins == 0)
    }
    for lives in [Int.min, -1, 0, 1001] {
      #expect(throws: RangeError.self) { try Game(lives: lives) }
    }
  }
}
