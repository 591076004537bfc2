import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// The reason why rows do not belong to a rounds CSV.
package struct RoundsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, and what was expected.
  package let problem: String

  /// The problem.
  package var description: String { problem }
}

/// Reads the rows of rounds CSVs (``RoundsCSV``) that are pieces of the same batch, checks that no row is
/// missing between them, and counts the rows for comparison with a tally.
///
/// The check reads levels and walks paths. If the settings are known, it checks more:
///
/// - In rooms of at most 64 squares, it replays every path by the rules, which proves the outcomes. In
///   larger rooms it does not move zombies and does not check captures.
/// - It draws the levels of a family again if that is cheap: in rooms of at most 64 squares, if they stay
///   dark or all placements count. Otherwise the levels must be placements of the family. Given levels must
///   come in turn. It compares all of them together with the fingerprint of their codes, unless there are
///   more than 65,536 or some were not played.
/// - Outcomes by moves must match the result, and so must visits and captures by square if the settings
///   count them.
///
/// Two errors remain undetected: a path replaced by another with the same ending and number of moves, if
/// squares are not counted; and a level replaced by another that fits the same paths, if levels are not
/// drawn again.
package struct RoundsCheck {
  /// The policies in the order of each trial. They are known after the first trial.
  package private(set) var policies: [Policy] = []

  /// The trials read so far.
  package private(set) var trials = RangeSet<UInt64>()

  /// The tallies, one for each policy.
  package private(set) var tallies: [Tally] = []

  /// Whether trials are games; nil while both are possible.
  private var areGames: Bool?

  /// Whether this is the first trial, which determines the policies.
  private var isLearning = true

  /// The previous row; nil at the beginning of a piece.
  private var last: (trial: UInt64, place: Int, round: UInt64, isWon: Bool)?

  /// The first trial of the current piece.
  private var begin: UInt64 = 0

  private var replay: RoundsReplay

  /// The tally of a policy before its first row.
  private let emptyTally: Tally

  /// Prepares a check.
  ///
  /// - Parameter settings: The settings of the batch; nil if they are unknown.
  package init(_ settings: BatchSettings? = nil) {
    replay = RoundsReplay(settings)
    emptyTally = Tally(
      countingSquaresOf: settings.flatMap { $0.countsSquares ? $0.size : nil })
  }

  /// The trial number at the beginning of a row; nil if there is none.
  package static func trial(of row: ArraySlice<UInt8>) -> UInt64? {
    row.firstIndex(of: UInt8(ascii: ",")).flatMap { UInt64(canonicalDigits: row[..<$0]) }
  }

  /// Accepts a row, given without its newline.
  ///
  /// - Throws: ``RoundsError`` if the text is not a row, or not the next row.
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
  /// - Throws: ``RoundsError`` if the piece's last trial is incomplete or was read before.
  package mutating func endPiece() throws(RoundsError) {
    guard let last else { return }
    try endGroup(last)
    try endTrial(last.trial, last.place)
    if let shared = trials.insert(new: begin..<last.trial + 1) {
      throw RoundsError(problem: "trial \(shared.lowerBound) occurs twice")
    }
    self.last = nil
  }

  /// The index of a row's policy, after checking that the row may come next.
  private mutating func place(of row: RoundsRow) throws(RoundsError) -> Int {
    guard let last else {
      begin = row.trial
      return try startTrial(row)
    }
    if row.trial == last.trial, row.policy == policies[last.place], row.round == last.round + 1 {
      guard !last.isWon, row.round < UInt64(Game.standardLives), areGames != false else {
        throw RoundsError(problem: "trial \(row.trial) of \(row.policy) has too many rounds")
      }
      areGames = true
      return last.place
    }
    try endGroup(last)
    if row.trial != last.trial {
      try endTrial(last.trial, last.place)
      guard row.trial == last.trial + 1 else {
        throw RoundsError(
          problem: "expected trial \(last.trial + 1) after \(last.trial), found \(row.trial) "
            + "(rounds joined with a gap cannot be joined again)")
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

  /// Ends the rounds of a policy in a trial. A game must continue until it is won or lost.
  private mutating func endGroup(
    _ last: (trial: UInt64, place: Int, round: UInt64, isWon: Bool)
  ) throws(RoundsError) {
    let isWhole = last.isWon || last.round == UInt64(Game.standardLives) - 1
    if !isWhole, last.round == 0, areGames == nil { areGames = false }
    guard isWhole || areGames == false else {
      throw RoundsError(
        problem: "the next round of \(policies[last.place]) is missing in trial \(last.trial)")
    }
    tallies[last.place].countGame(isWon: last.isWon)
  }

  private mutating func endTrial(_ trial: UInt64, _ place: Int) throws(RoundsError) {
    isLearning = false
    guard place == policies.count - 1 else {
      throw RoundsError(
        problem: "the rounds of \(policies[place + 1]) are missing in trial \(trial)")
    }
  }

  /// Whether the rows match the counts of a result.
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
