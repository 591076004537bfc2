import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// The reason why a row of a CSV cannot be joined to the rows before it.
struct RowError: Error, Hashable, CustomStringConvertible {
  /// The problem, and what was expected.
  let problem: String

  /// The problem.
  var description: String { problem }
}

/// Reads the rows of rounds CSVs (`RoundsCSV`) that are pieces of the same batch, checks that no row is
/// missing between them, and counts outcomes and moves for comparison with a tally.
///
/// The check does not play the rounds again: another level, or another path with as many moves, passes.
struct RoundsCheck {
  /// The policies in the order of each trial. They are known after the first trial.
  private(set) var policies: [Policy] = []

  /// The trials read so far.
  private(set) var trials = RangeSet<UInt64>()

  /// The tallies, one for each policy.
  private(set) var tallies: [Tally] = []

  /// Whether trials are games; nil while both are possible.
  private var areGames: Bool?

  /// Whether this is the first trial, which determines the policies.
  private var isLearning = true

  /// The previous row; nil at the beginning of a piece.
  private var last: (trial: UInt64, place: Int, round: UInt64, isWon: Bool)?

  /// The first trial of the current piece.
  private var begin: UInt64 = 0

  /// The trial number at the beginning of a row; nil if there is none.
  static func trial(of row: ArraySlice<UInt8>) -> UInt64? {
    row.firstIndex(of: UInt8(ascii: ",")).flatMap { UInt64(canonicalDigits: row[..<$0]) }
  }

  /// Accepts a row, given without its newline.
  ///
  /// - Throws: ``RowError`` if the text is not a row, or not the next row.
  mutating func take(_ row: ArraySlice<UInt8>) throws(RowError) {
    guard let row = RoundsRow(row) else {
      throw RowError(
        problem: "expected a row of trial, round, policy, level, outcome, moves and a path of as "
          + "many moves")
    }
    let place = try place(of: row)
    tallies[place].count(row.outcome, moves: row.moves)
    last = (row.trial, place, row.round, row.outcome == .won)
  }

  /// Ends a piece.
  ///
  /// - Throws: ``RowError`` if the piece's last trial is incomplete or was read before.
  mutating func endPiece() throws(RowError) {
    guard let last else { return }
    try endGroup(last)
    try endTrial(last.trial, last.place)
    if let shared = trials.insert(new: begin..<last.trial + 1) {
      throw RowError(problem: "trial \(shared.lowerBound) occurs twice")
    }
    self.last = nil
  }

  /// The index of a row's policy, after checking that the row may come next.
  private mutating func place(of row: RoundsRow) throws(RowError) -> Int {
    guard let last else {
      begin = row.trial
      return try startTrial(row)
    }
    if row.trial == last.trial, row.policy == policies[last.place], row.round == last.round + 1 {
      guard !last.isWon, row.round < UInt64(Game.standardLives), areGames != false else {
        throw RowError(problem: "trial \(row.trial) of \(row.policy) has too many rounds")
      }
      areGames = true
      return last.place
    }
    try endGroup(last)
    if row.trial != last.trial {
      try endTrial(last.trial, last.place)
      guard row.trial == last.trial + 1 else {
        throw RowError(
          problem: "expected trial \(last.trial + 1) after \(last.trial), found \(row.trial) "
            + "(rounds joined with a gap cannot be joined again)")
      }
      return try startTrial(row)
    }
    let place = last.place + 1
    if isLearning, !policies.contains(row.policy) {
      policies.append(row.policy)
      tallies.append(Tally())
    }
    guard place < policies.count, policies[place] == row.policy, row.round == 0 else {
      throw RowError(problem: "a row of \(row.policy) is out of order in trial \(row.trial)")
    }
    return place
  }

  private mutating func startTrial(_ row: RoundsRow) throws(RowError) -> Int {
    if policies.isEmpty {
      policies = [row.policy]
      tallies = [Tally()]
    }
    guard row.policy == policies[0], row.round == 0, row.trial <= Batch.largestTrial(.rounds) else {
      throw RowError(
        problem: "expected trial \(row.trial) to begin with round 0 of \(policies[0])")
    }
    return 0
  }

  /// Ends the rounds of a policy in a trial. A game must continue until it is won or lost.
  private mutating func endGroup(
    _ last: (trial: UInt64, place: Int, round: UInt64, isWon: Bool)
  ) throws(RowError) {
    let isWhole = last.isWon || last.round == UInt64(Game.standardLives) - 1
    if !isWhole, last.round == 0, areGames == nil { areGames = false }
    guard isWhole || areGames == false else {
      throw RowError(
        problem: "the next round of \(policies[last.place]) is missing in trial \(last.trial)")
    }
    tallies[last.place].countGame(isWon: last.isWon)
  }

  private mutating func endTrial(_ trial: UInt64, _ place: Int) throws(RowError) {
    isLearning = false
    guard place == policies.count - 1 else {
      throw RowError(
        problem: "the rounds of \(policies[place + 1]) are missing in trial \(trial)")
    }
  }

  /// Whether the rows match the counts of a result.
  func agrees(with result: BatchResult) -> Bool {
    guard trials == result.played else { return false }
    if trials.isEmpty { return true }
    return policies == result.settings.policies
      && zip(tallies, result.tallies).allSatisfy { mine, theirs in
        mine.rounds == theirs.rounds
          && (result.settings.unit == .rounds
            || mine.gamesWon == theirs.gamesWon && mine.gamesLost == theirs.gamesLost)
      }
  }
}

/// What the check needs to know of a row of a rounds CSV.
private struct RoundsRow {
  let trial: UInt64
  let round: UInt64
  let policy: Policy
  let outcome: Outcome
  let moves: Int

  /// Reads a row; nil if the text is not a row.
  init?(_ row: ArraySlice<UInt8>) {
    // The positions of the commas are in a tuple, because there may be a billion rows and allocating an
    // array for each would be slow.
    var commas = (0, 0, 0, 0, 0, 0)
    var count = 0
    for index in row.indices where row[index] == UInt8(ascii: ",") {
      switch count {
      case 0: commas.0 = index
      case 1: commas.1 = index
      case 2: commas.2 = index
      case 3: commas.3 = index
      case 4: commas.4 = index
      case 5: commas.5 = index
      default: return nil
      }
      count += 1
    }
    guard count == 6, let trial = UInt64(canonicalDigits: row[..<commas.0]),
      let round = UInt64(canonicalDigits: row[(commas.0 + 1)..<commas.1]),
      let policy = Self.policy(row[(commas.1 + 1)..<commas.2]), commas.2 + 1 < commas.3,
      let outcome = Self.outcome(row[(commas.3 + 1)..<commas.4]),
      let moves = UInt64(canonicalDigits: row[(commas.4 + 1)..<commas.5])
    else { return nil }
    let path = row[(commas.5 + 1)...]
    guard moves == UInt64(path.count), path.allSatisfy({ Direction(letter: $0) != nil }) else {
      return nil
    }
    self.trial = trial
    self.round = round
    self.policy = policy
    self.outcome = outcome
    self.moves = path.count
  }

  private static func policy(_ name: ArraySlice<UInt8>) -> Policy? {
    for policy in Policy.builtIn where name.elementsEqual(policy.name.utf8) { return policy }
    return try? Policy(named: String(decoding: name, as: UTF8.self))
  }

  private static func outcome(_ name: ArraySlice<UInt8>) -> Outcome? {
    for outcome in Outcome.allCases where name.elementsEqual(outcome.name.utf8) { return outcome }
    return nil
  }
}
