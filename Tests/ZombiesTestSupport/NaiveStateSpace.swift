/// The states of a level's round until it ends, numbered as they are found, and their
/// successors.
///
/// A state is as defined in "The rules", section 2: the player's square, the set of zombie squares,
/// and whether the room is lit.
public struct NaiveStateSpace {
  /// The successor by an illegal move.
  public static let illegal = -1
  /// The successor by a move that wins.
  public static let won = -2
  /// The successor by a move after which the player is caught.
  public static let caught = -3
  /// The successor by a move after which the player is stuck.
  public static let stuck = -4

  /// How the round ended before the first move, in which case there are no states. Otherwise nil.
  public let outcomeAtStart: NaiveOutcome?
  /// One round for each state found so far, beginning with the start.
  public private(set) var rounds: [NaiveRound] = []

  private let squareCount: UInt64
  private let keysAreShort: Bool
  private var shortKeys: [UInt64: Int] = [:]
  private var longKeys: [[Int]: Int] = [:]

  /// Begins with the state in which a round begins, if it does not end there.
  public init(_ level: NaiveLevel, _ rules: NaiveRules) {
    let round = NaiveRound(level, rules)
    squareCount = UInt64(level.squareCount)
    outcomeAtStart = round.outcome

    // A short key is a number whose digits, in the base of the number of squares, are the state.
    var keysAreShort = true
    var keys: UInt64 = 2
    for _ in 0..<(level.zombies.count + 1) {
      let (product, overflow) = keys.multipliedReportingOverflow(by: squareCount)
      if overflow { keysAreShort = false }
      keys = product
    }
    self.keysAreShort = keysAreShort

    if round.outcome == nil { _ = number(of: round) }
  }

  /// The state reached from a state by a move, or `illegal`, `won`, `caught` or `stuck`.
  public mutating func successor(of state: Int, by direction: Int) -> Int {
    var round = rounds[state]
    if !round.isLegal(direction) { return Self.illegal }
    round.move(direction)
    switch round.outcome {
    case .won: return Self.won
    case .caught: return Self.caught
    case .stuck: return Self.stuck
    case .outOfMoves: preconditionFailure("a round has no limit of its own")
    case nil: return number(of: round)
    }
  }

  /// The number of a round's state, a new one if the state is new.
  private mutating func number(of round: NaiveRound) -> Int {
    let next = rounds.count
    if keysAreShort {
      var key: UInt64 = round.lit ? 1 : 0
      key = key * squareCount + UInt64(round.player)
      for zombie in round.zombies { key = key * squareCount + UInt64(zombie) }
      if let known = shortKeys[key] { return known }
      shortKeys[key] = next
    } else {
      let key = [round.lit ? 1 : 0, round.player] + round.zombies
      if let known = longKeys[key] { return known }
      longKeys[key] = next
    }
    rounds.append(round)
    return next
  }
}
