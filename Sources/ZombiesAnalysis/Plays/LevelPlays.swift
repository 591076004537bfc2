import ZombiesCore
import ZombiesSimulator
import ZombiesSolver

/// What happened in the rounds on one level: who tried it and won, in which life, how long it took, and
/// where players were caught.
///
/// A *player* is a name. All counts are exact. A median is the smallest value that at least half of the
/// values do not exceed (nearest rank).
public struct LevelPlays: Sendable {
  /// The number of lives in an attempt.
  public static let lives = Game.standardLives

  /// The number of players who tried the level.
  public var players: Int { states.count }
  /// The number of rounds.
  public private(set) var rounds: UInt64 = 0
  /// The number of rounds with each outcome, by its raw value.
  private var outcomes = [UInt64](repeating: 0, count: Outcome.allCases.count)
  /// The number of players whose first win was in each life, from 1.
  private var winsByLife = [UInt64](repeating: 0, count: lives)
  /// The number of players who won the level.
  public private(set) var playersWon = 0
  /// The number of players who did not win the level, and whose last round was on it.
  public package(set) var playersLeft = 0
  /// The number of rounds by players who tried every level that has rounds, and of those that they won.
  public private(set) var stayersRounds: UInt64 = 0, stayersWon: UInt64 = 0
  /// The number of moves undone in all rounds; nil if no round records them.
  public private(set) var undos: UInt64?
  /// The number of hints requested in all rounds; nil if no round records them.
  public private(set) var hints: UInt64?
  /// The number of rounds that record undone moves and hints.
  public private(set) var roundsWithUndos: UInt64 = 0
  /// The number of arrivals at each square, and of rounds that began there, in reading order.
  public private(set) var visits: [UInt64]
  /// The number of rounds in which the player was caught at each square, in reading order.
  public private(set) var captures: [UInt64]

  /// The milliseconds of rounds, of first moves, and of players until their first win; the rounds of players
  /// until their first win; and the moves of rounds that were won and of those that were lost.
  private var times = Values()
  private var firstMoves = Values()
  private var winTimes = Values()
  private var winRounds = Values()
  private var wonMoves = Values()
  private var lostMoves = Values()

  private let size: RoomSize

  /// What is known of each player who tried the level.
  private var states: [Int: PlayerState] = [:]

  private struct PlayerState {
    var hasWon = false
    /// The rounds up to the first win.
    var rounds: UInt64 = 0
    /// All rounds, and those that were won.
    var all: UInt64 = 0
    var won: UInt64 = 0
    /// The milliseconds of the rounds until the first win; nil if one was not measured.
    var milliseconds: UInt64? = 0
  }

  init(_ size: RoomSize) {
    self.size = size
    visits = [UInt64](repeating: 0, count: size.squareCount)
    captures = visits
  }

  /// The number of rounds with an outcome.
  public subscript(outcome: Outcome) -> UInt64 { outcomes[Int(outcome.rawValue)] }

  /// The number of rounds that were lost.
  public var lost: UInt64 { rounds - self[.won] }

  /// The number of players whose first win was in a life, from 1 to ``lives``.
  public func playersWon(inLife life: Int) -> UInt64 { winsByLife[life - 1] }

  /// The median milliseconds of a round; nil if none was measured.
  public var medianMilliseconds: UInt64? { times.median }
  /// The median milliseconds before the first move; nil if none was measured.
  public var medianFirstMoveMilliseconds: UInt64? { firstMoves.median }
  /// The median milliseconds that a player who won took for all rounds up to the first win.
  public var medianWinMilliseconds: UInt64? { winTimes.median }
  /// The median number of rounds that a player who won needed, up to the first win.
  public var medianWinRounds: UInt64? { winRounds.median }
  /// The median number of moves in rounds that were won.
  public var medianWonMoves: UInt64? { wonMoves.median }
  /// The median number of moves in rounds that were lost.
  public var medianLostMoves: UInt64? { lostMoves.median }

  /// The share of the rounds that were won, with Wilson's 95% interval; nil without rounds.
  public var winRate: Rate? { rounds > 0 ? Rate(self[.won], of: rounds) : nil }
  /// The share of the players who won, with Wilson's 95% interval; nil without players.
  public var wonShare: Rate? {
    players > 0 ? Rate(UInt64(playersWon), of: UInt64(players)) : nil
  }
  /// The share of ``stayersRounds`` that were won; nil without such rounds.
  public var stayersWinRate: Rate? {
    stayersRounds > 0 ? Rate(stayersWon, of: stayersRounds) : nil
  }
  /// The mean number of moves undone in a round; nil if no round records them.
  public var meanUndos: Double? { undos.map { Double($0) / Double(roundsWithUndos) } }

  /// A share of a number, with Wilson's 95% interval.
  public struct Rate: Hashable, Sendable {
    /// The part and the whole.
    public let count, total: UInt64
    /// The interval.
    public let interval: Interval
    /// The share.
    public var share: Double { Double(count) / Double(total) }

    init(_ count: UInt64, of total: UInt64) {
      (self.count, self.total) = (count, total)
      interval = Interval(wilson: count, of: total)
    }
  }

  /// The square at which most rounds were lost to a zombie, the first in reading order if there are
  /// several, and the number of these rounds; nil if no player was caught.
  public var deadliest: (square: Square, captures: UInt64)? {
    guard let most = captures.max(), most > 0, let index = captures.firstIndex(of: most) else {
      return nil
    }
    return (size.square(at: index), most)
  }

  /// Counts a round.
  ///
  /// - Parameters:
  ///   - play: The row.
  ///   - player: The number of its player.
  ///   - squares: The squares of the round, with the start, as indices in reading order.
  mutating func count(_ play: RecordedPlay, by player: Int, over squares: [Int]) {
    let isWon = play.outcome == .won
    rounds += 1
    outcomes[Int(play.outcome.rawValue)] += 1
    if isWon {
      wonMoves.append(UInt64(play.path.count))
    } else {
      lostMoves.append(UInt64(play.path.count))
    }
    if let time = play.milliseconds { times.append(time) }
    if let time = play.firstMoveMilliseconds { firstMoves.append(time) }
    if let undone = play.undos, let asked = play.hints {
      undos = (undos ?? 0).addingSaturating(undone)
      hints = (hints ?? 0).addingSaturating(asked)
      roundsWithUndos += 1
    }
    for square in squares { visits[square] += 1 }
    if play.outcome == .caught, let last = squares.last { captures[last] += 1 }
    var state = states[player] ?? PlayerState()
    state.all += 1
    if isWon { state.won += 1 }
    if !state.hasWon {
      state.rounds += 1
      if let time = play.milliseconds {
        state.milliseconds = state.milliseconds?.addingSaturating(time)
      } else {
        state.milliseconds = nil
      }
      if isWon {
        state.hasWon = true
        playersWon += 1
        if let life = play.life { winsByLife[life - 1] += 1 }
        winRounds.append(state.rounds)
        if let time = state.milliseconds { winTimes.append(time) }
      }
    }
    states[player] = state
  }

  /// Whether a player has tried the level.
  func hasTried(_ player: Int) -> Bool { states[player] != nil }

  /// Whether a player has won the level.
  func hasWon(_ player: Int) -> Bool { states[player]?.hasWon ?? false }

  /// Sorts the values, after the last round.
  ///
  /// - Parameter stayers: The players who tried every level that has rounds.
  mutating func finish(stayers: [Int]) {
    if rounds > 0 {
      let own = stayers.compactMap { states[$0] }
      stayersRounds = own.reduce(0) { $0 + $1.all }
      stayersWon = own.reduce(0) { $0 + $1.won }
    }
    times.sort()
    firstMoves.sort()
    winTimes.sort()
    winRounds.sort()
    wonMoves.sort()
    lostMoves.sort()
  }

  /// Numbers whose median is wanted.
  private struct Values {
    private var values: [UInt64] = []

    mutating func append(_ value: UInt64) { values.append(value) }

    mutating func sort() { values.sort() }

    /// The median of the sorted values; nil if there are none.
    var median: UInt64? { values.isEmpty ? nil : values[(values.count - 1) / 2] }
  }
}
