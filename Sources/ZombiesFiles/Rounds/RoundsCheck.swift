import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Why rows do not belong to a rounds CSV.
package struct RoundsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what was expected.
  package let problem: String

  /// The problem.
  package var description: String { problem }
}

/// Reads the rows of rounds CSVs (``RoundsCSV``) that are pieces of one, checks that none is
/// missing in between, and counts them for comparison with a tally.
///
/// Levels are read, and paths are walked. If the settings are known, more is checked:
///
/// - In rooms of at most 64 squares, every path is replayed by the rules, which proves the
///   outcomes; in larger rooms zombies are not moved, and captures are taken on trust.
/// - Levels of a family are drawn again if that is cheap: in rooms of at most 64 squares that stay
///   dark, or if all placements count. Otherwise they must be placements of the family. Given
///   levels come in turn, and all of them together are compared with the fingerprint of their
///   codes, unless there are more than 65,536 or some were not played.
/// - Outcomes by moves and, if the settings count them, visits and captures by square must match
///   the result.
///
/// What remains undetected is a path replaced by another one with the same ending and number of
/// moves, if squares are not counted; and, if levels are not drawn again, a level replaced by
/// another one that fits the same paths.
package struct RoundsCheck {
  /// The policies, in the order in which each trial names them; known after the first trial.
  package private(set) var policies: [Policy] = []

  /// The trials read.
  package private(set) var trials = RangeSet<UInt64>()

  /// One tally per policy.
  package private(set) var tallies: [Tally] = []

  /// Whether trials are games; nil while either is possible.
  private var areGames: Bool?

  /// Whether this is the first trial, from which the policies are learned.
  private var isLearning = true

  /// The previous row; nil at the beginning of a piece.
  private var last: (trial: UInt64, place: Int, round: UInt64, isWon: Bool)?

  /// The first trial of the current piece.
  private var begin: UInt64 = 0

  private var replay: RoundsReplay

  /// The tally of a policy before its first row.
  private let emptyTally: Tally

  /// Prepares to read.
  ///
  /// - Parameter settings: What was played; nil if it is not known.
  package init(_ settings: BatchSettings? = nil) {
    replay = RoundsReplay(settings)
    emptyTally = Tally(
      countingSquaresOf: settings.flatMap { $0.countsSquares ? $0.size : nil })
  }

  /// The trial at the beginning of a row; nil if there is none.
  package static func trial(of row: ArraySlice<UInt8>) -> UInt64? {
    row.firstIndex(of: UInt8(ascii: ",")).flatMap { UInt64(canonicalDigits: row[..<$0]) }
  }

  /// Accepts a row, without its newline.
  ///
  /// - Throws: ``RoundsError`` if it is not a row, or not the next one.
  package mutating func take(_ row: ArraySlice<UInt8>) throws(RoundsError) {
    guard let row = RoundsRow(row) else {
      throw RoundsError(
        problem: "expected a row of trial, round, policy, level, outcome, moves and path")
    }
    let place = try place(of: row)
    try replay.check(row, &tallies[place])
    tallies[place].count(row.outcome, moves: row.moves)
    last = (row.trial, place, row.round, row.outcome == .won)
  }

  /// Ends a piece.
  ///
  /// - Throws: ``RoundsError`` if its last trial is incomplete, or was read before.
  package mutating func endPiece() throws(RoundsError) {
    guard let last else { return }
    try endGroup(last)
    try endTrial(last.trial, last.place)
    if let shared = trials.insert(new: begin..<last.trial + 1) {
      throw RoundsError(problem: "trial \(shared.lowerBound) occurs twice")
    }
    self.last = nil
  }

  /// The index of a row's policy, if the row is one that may come next.
  private mutating func place(of row: RoundsRow) throws(RoundsError) -> Int {
    guard let last else {
      begin = row.trial
      return try startTrial(row)
    }
    if row.trial == last.trial, row.policy == policies[last.place], row.round == last.round + 1 {
      guard !last.isWon, row.round < UInt64(Game.standardLives), areGames != false else {
        throw RoundsError(problem: "trial \(row.trial) of \(row.policy) has one round too many")
      }
      areGames = true
      return last.place
    }
    try endGroup(last)
    if row.trial != last.trial {
      try endTrial(last.trial, last.place)
      guard row.trial == last.trial + 1 else {
        throw RoundsError(
          problem: "expected trial \(last.trial + 1) after \(last.trial), not \(row.trial) "
            + "(rounds that were joined with a gap cannot be joined again)")
      }
      return try startTrial(row)
    }
    let place = last.place + 1
    if isLearning, !policies.contains(row.policy) {
      policies.append(row.policy)
      tallies.append(emptyTally)
    }
    guard place < policies.count, policies[place] == row.policy, row.round == 0 else {
      throw RoundsError(problem: "a row of \(row.policy) is out of order in trial \(row.trial)")
    }
    return place
  }

  private mutating func startTrial(_ row: RoundsRow) throws(RoundsError) -> Int {
    if policies.isEmpty {
      policies = [row.policy]
      tallies = [emptyTally]
    }
    guard row.policy == policies[0], row.round == 0, row.trial <= Batch.largestTrial(.rounds) else {
      throw RoundsError(
        problem: "expected trial \(row.trial) to begin with round 0 of \(policies[0])")
    }
    return 0
  }

  /// A game continues until it is won or lost.
  private mutating func endGroup(
    _ last: (trial: UInt64, place: Int, round: UInt64, isWon: Bool)
  ) throws(RoundsError) {
    let isWhole = last.isWon || last.round == UInt64(Game.standardLives) - 1
    if !isWhole, last.round == 0, areGames == nil { areGames = false }
    guard isWhole || areGames == false else {
      throw RoundsError(
        problem: "trial \(last.trial) of \(policies[last.place]) lacks its next round")
    }
    tallies[last.place].countGame(isWon: last.isWon)
  }

  private mutating func endTrial(_ trial: UInt64, _ place: Int) throws(RoundsError) {
    isLearning = false
    guard place == policies.count - 1 else {
      throw RoundsError(problem: "trial \(trial) lacks its rounds of \(policies[place + 1])")
    }
  }

  /// Whether the rows are those that a result counted.
  package func agrees(with result: BatchResult) -> Bool {
    guard trials == result.played, !replay.hasOtherLevels else { return false }
    if trials.isEmpty { return true }
    return policies == result.settings.policies
      && zip(tallies, result.tallies).allSatisfy { mine, theirs in
        mine.rounds == theirs.rounds && (mine.squares == nil || mine.squares == theirs.squares)
          && (result.settings.unit == .rounds
            || mine.gamesWon == theirs.gamesWon && mine.gamesLost == theirs.gamesLost)
      }
  }
}
