/// A game: rounds in new levels until one is won or three lives are gone (<doc:TheRules>, section 5).
public struct Game: Hashable, Sendable {
  /// The lives at the beginning of a game.
  public static let lives = 3

  /// The lives left in the game under way.
  public private(set) var lives = Game.lives

  /// The games won (W) since the beginning.
  public private(set) var wins = 0

  /// The games lost (L) since the beginning.
  public private(set) var losses = 0

  /// Begins with three lives and no game behind.
  public init() {}

  /// What a round's end means for the game.
  public enum Verdict: String, Sendable {
    /// A life is gone, another round follows.
    case tryAgain = "Try again!🤞"
    /// The game is lost.
    case lost = "You lost!☠️"
    /// The game is won.
    case won = "You won! 🥳"
  }

  /// Counts the end of a round. After a won or lost game, the next begins with three lives.
  @discardableResult
  public mutating func record(_ outcome: Outcome) -> Verdict {
    assert((1...Game.lives).contains(lives), "a game under way has a life")
    defer { assert((1...Game.lives).contains(lives), "a game under way has a life") }
    if outcome == .won {
      wins += 1
      lives = Game.lives
      return .won
    }
    lives -= 1
    guard lives == 0 else { return .tryAgain }
    losses += 1
    lives = Game.lives
    return .lost
  }
}
