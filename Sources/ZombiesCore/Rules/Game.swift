/// A game: rounds on new levels until you win one or lose all lives (<doc:TheRules>, section 5).
///
///     var game = Game()
///     switch game.record(outcome) {
///     case .won, .lost: print(game.wins, game.losses)
///     case .tryAgain: print(game.lives, "lives left")
///     }
public struct Game: Hashable, Sendable {
  /// The lives at the beginning of a standard game.
  public static let standardLives = 3

  /// The permitted numbers of lives at the beginning of a game.
  public static let livesRange = 1...1000

  /// The lives at the beginning of each game.
  public let firstLives: Int

  /// The lives left in the current game.
  public private(set) var lives: Int

  /// The games won (W) since the beginning.
  public private(set) var wins = 0

  /// The games lost (L) since the beginning.
  public private(set) var losses = 0

  /// Begins with three lives and no games played.
  public init() {
    firstLives = Self.standardLives
    lives = firstLives
  }

  /// Changes the numbers of games won and lost, because others were played before or elsewhere.
  package mutating func count(wins: Int, losses: Int) {
    (self.wins, self.losses) = (wins, losses)
  }

  /// Continues a standard game; nil if the numbers are not those of a game in progress.
  package init?(lives: Int, wins: Int, losses: Int) {
    self.init()
    guard (1...firstLives).contains(lives), wins >= 0, losses >= 0 else { return nil }
    (self.lives, self.wins, self.losses) = (lives, wins, losses)
  }

  /// Begins with the given number of lives and no games played.
  ///
  /// - Parameter lives: The lives at the beginning of each game, 1 to 1000.
  /// - Throws: ``RangeError`` if the number is not in ``livesRange``.
  public init(lives: Int) throws(RangeError) {
    try RangeError.check("lives", lives, in: Self.livesRange)
    firstLives = lives
    self.lives = lives
  }

  /// The effect of a finished round on the game.
  public enum Message: Sendable {
    /// A life is lost; another round follows.
    case tryAgain
    /// The game is lost.
    case lost
    /// The game is won.
    case won
  }

  /// Counts a finished round. After a won or lost game, the next game begins with all lives.
  @discardableResult
  public mutating func record(_ outcome: Outcome) -> Message {
    assert((1...firstLives).contains(lives), "at least one life during a game")
    defer { assert((1...firstLives).contains(lives), "at least one life during a game") }
    if outcome == .won {
      wins += 1
      lives = firstLives
      return .won
    }
    lives -= 1
    guard lives == 0 else { return .tryAgain }
    losses += 1
    lives = firstLives
    return .lost
  }
}
