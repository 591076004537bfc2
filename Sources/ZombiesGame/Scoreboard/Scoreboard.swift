import ZombiesCore

/// A scoreboard for any game: players with scores, from setting up to game over (<doc:TheScoreboard>).
///
///     var board = Scoreboard()
///     board.add("Ann")
///     board.add("Ben")
///     board.startGame()
///     board.changeScore(of: board.players[0].id, by: 1)
///     board.endGame()
///     print(board.winners.map { $0.name })      // ["Ann"]
///
/// A method that the state does not allow changes nothing and returns false.
public struct Scoreboard: Hashable, Sendable {
  /// A player with a score.
  public struct Player: Hashable, Sendable, Identifiable {
    /// The identity, which distinguishes players with the same name and never changes.
    public internal(set) var id: Int
    /// The name.
    public internal(set) var name: String
    /// The score.
    public internal(set) var score: Int

    /// Whether two players have the same name and score, regardless of identity.
    public static func == (one: Player, other: Player) -> Bool {
      one.name == other.name && one.score == other.score
    }

    /// Adds name and score to a hash.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(score)
    }
  }

  /// The state of a board.
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Players, names and rules can be changed.
    case settingUp
    /// Scores can be changed.
    case playing
    /// There are winners, and nothing can be changed.
    case gameOver
  }

  /// Which score wins.
  public enum Winning: String, CaseIterable, Hashable, Sendable {
    /// The highest.
    case highest
    /// The lowest.
    case lowest
  }

  /// The starting scores on offer. Any whole number is allowed.
  public static let offeredStartingScores = [0, 10, 20]

  /// The maximum length of a name, in characters.
  public static let longestName = 64

  /// The maximum number of players.
  public static let mostPlayers = 100

  /// The range of scores, which ensures that no sum overflows.
  public static let scores = -1_000_000_000...1_000_000_000

  /// The players, in the order in which they were added.
  public internal(set) var players: [Player] = []

  /// The state of the board.
  public internal(set) var state = State.settingUp

  /// Every player's score when a game starts.
  public internal(set) var startingScore = 0

  /// Which score wins.
  public internal(set) var winning = Winning.highest

  var nextID = 0

  /// A board without players.
  public init() {}

  /// Whether the board can be that of an earlier session.
  var isPlausible: Bool {
    let (ids, names) = (Set(players.map { $0.id }), Set(players.map { $0.name }))
    return players.count <= Self.mostPlayers && ids.count == players.count
      && names.count == players.count && ids.allSatisfy { $0 < nextID }
      && names.allSatisfy(Self.isName)
      && (players.map { $0.score } + [startingScore]).allSatisfy(Self.scores.contains)
  }

  // MARK: The three buttons

  /// Starts the game, with the starting score for every player.
  @discardableResult
  public mutating func startGame() -> Bool {
    guard state == .settingUp else { return false }
    state = .playing
    resetScores(to: startingScore)
    return true
  }

  /// Ends the game, which decides the winners.
  @discardableResult
  public mutating func endGame() -> Bool {
    guard state == .playing else { return false }
    state = .gameOver
    return true
  }

  /// Returns to setting up, keeping names and scores.
  @discardableResult
  public mutating func resetGame() -> Bool {
    guard state == .gameOver else { return false }
    state = .settingUp
    return true
  }

  /// Gives every player the same score, as at the start of a game.
  @discardableResult
  public mutating func resetScores(to score: Int) -> Bool {
    guard state == .playing, Self.scores.contains(score) else { return false }
    for place in players.indices { players[place].score = score }
    return true
  }

  // MARK: Setting up

  /// Whether a text can be a name: not empty, not too long, and without characters that would control
  /// a terminal.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.count <= longestName
      && text.unicodeScalars.count <= longestCharacter * longestName && text.utf8.first != 0x20
      && text.utf8.last != 0x20 && text.steeringCharacter == nil
  }

  /// Whether no player on the board has a name, except the given player.
  func isFree(_ name: String, for id: Player.ID? = nil) -> Bool {
    !players.contains { $0.name == name && $0.id != id }
  }

  /// Adds a player with the starting score. The name must be new.
  @discardableResult
  public mutating func add(_ name: String) -> Bool {
    guard state == .settingUp, Self.isName(name), isFree(name), players.count < Self.mostPlayers
    else { return false }
    players.append(Player(id: nextID, name: name, score: startingScore))
    nextID += 1
    return true
  }

  /// Removes a player.
  @discardableResult
  public mutating func remove(_ id: Player.ID) -> Bool {
    guard state == .settingUp, let place = place(of: id) else { return false }
    players.remove(at: place)
    return true
  }

  /// Renames a player.
  @discardableResult
  public mutating func rename(_ id: Player.ID, to name: String) -> Bool {
    guard state == .settingUp, Self.isName(name), isFree(name, for: id),
      let place = place(of: id)
    else { return false }
    players[place].name = name
    return true
  }

  /// Changes the starting score.
  @discardableResult
  public mutating func setStartingScore(_ score: Int) -> Bool {
    guard state == .settingUp, Self.scores.contains(score) else { return false }
    startingScore = score
    return true
  }

  /// Changes which score wins.
  @discardableResult
  public mutating func setWinning(_ winning: Winning) -> Bool {
    guard state == .settingUp else { return false }
    self.winning = winning
    return true
  }

  // MARK: Playing

  /// Changes a player's score.
  @discardableResult
  public mutating func changeScore(of id: Player.ID, by points: Int) -> Bool {
    guard state == .playing, let place = place(of: id) else { return false }
    let (sum, overflows) = players[place].score.addingReportingOverflow(points)
    guard !overflows, Self.scores.contains(sum) else { return false }
    players[place].score = sum
    return true
  }

  // MARK: Winners

  /// The players with the winning score, in the order of the board; empty before the game is over.
  public var winners: [Player] {
    state == .gameOver ? ranking.filter { $0.rank == 1 }.map { $0.player } : []
  }

  /// The players from best to worst. Those with equal scores share a rank (1, 1, 3), in the order of
  /// the board.
  public var ranking: [(rank: Int, player: Player)] {
    let ranked = players.map { player in
      let better = players.count {
        winning == .highest ? $0.score > player.score : $0.score < player.score
      }
      return (rank: better + 1, player: player)
    }
    return players.indices.flatMap { place in ranked.filter { $0.rank == place + 1 } }
  }

  /// The index of a player on the board; nil if the player is not on it.
  public func place(of id: Player.ID) -> Int? { players.firstIndex { $0.id == id } }
}
