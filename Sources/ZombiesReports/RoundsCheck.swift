/// Why rows are not those of a rounds CSV.
public struct RoundsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what was expected.
  public let problem: String

  /// The problem.
  public var description: String { problem }
}

/// Reads the rows of rounds CSVs (``RoundsCSV``) that are pieces of one, checks that none is missing
/// between them, and counts them, so that they can be held against a tally.
public struct RoundsCheck: Sendable {
  /// The policies, in the order in which each trial names them; known after the first trial.
  public private(set) var policies: [Policy] = []

  /// The trials read.
  public private(set) var trials = TrialSet()

  /// A tally a policy.
  public private(set) var tallies: [Tally] = []

  /// Whether trials are games; nil while both may be.
  private var areGames: Bool?

  /// Whether the first trial is under way, which tells the policies.
  private var isLearning = true

  /// The row before; nil at the beginning of a piece.
  private var last: (trial: UInt64, place: Int, round: UInt64, isWon: Bool)?

  /// The first trial of the piece under way.
  private var begin: UInt64 = 0

  /// Prepares to read.
  public init() {}

  /// The trial that a row begins with; nil where it begins otherwise.
  public static func trial(of row: ArraySlice<UInt8>) -> UInt64? {
    row.firstIndex(of: UInt8(ascii: ",")).flatMap { UInt64(canonicalDigits: row[..<$0]) }
  }

  /// Takes a row, without its newline.
  ///
  /// - Throws: ``RoundsError`` for what is no row, or not the next one.
  public mutating func take(_ row: ArraySlice<UInt8>) throws(RoundsError) {
    guard let row = Row(row) else {
      throw RoundsError(
        problem: "expected a row of trial, round, policy, level, outcome, moves and path")
    }
    let place = try place(of: row)
    tallies[place].count(row.outcome, moves: row.moves)
    last = (row.trial, place, row.round, row.outcome == .won)
  }

  /// Ends a piece.
  ///
  /// - Throws: ``RoundsError`` where its last trial is not whole, or was read before.
  public mutating func endPiece() throws(RoundsError) {
    guard let last else { return }
    try endGroup(last)
    try endTrial(last.trial, last.place)
    if let shared = trials.insert(begin..<last.trial + 1) {
      throw RoundsError(problem: "trial \(shared.lowerBound) is there twice")
    }
    self.last = nil
  }

  /// The place of a row's policy, where the row is one that may come next.
  private mutating func place(of row: Row) throws(RoundsError) -> Int {
    guard let last else {
      begin = row.trial
      return try startTrial(row)
    }
    if row.trial == last.trial, row.policy == policies[last.place], row.round == last.round + 1 {
      guard !last.isWon, row.round < UInt64(Game.lives), areGames != false else {
        throw RoundsError(problem: "trial \(row.trial) of \(row.policy) has a round too many")
      }
      areGames = true
      return last.place
    }
    try endGroup(last)
    if row.trial != last.trial {
      try endTrial(last.trial, last.place)
      guard row.trial == last.trial + 1 else {
        throw RoundsError(
          problem: "expected trial \(last.trial + 1) behind \(last.trial), not \(row.trial) "
            + "(rounds that were joined with a gap cannot be joined again)")
      }
      return try startTrial(row)
    }
    let place = last.place + 1
    if isLearning, !policies.contains(row.policy) {
      policies.append(row.policy)
      tallies.append(Tally())
    }
    guard place < policies.count, policies[place] == row.policy, row.round == 0 else {
      throw RoundsError(problem: "a row of \(row.policy) is out of order in trial \(row.trial)")
    }
    return place
  }

  private mutating func startTrial(_ row: Row) throws(RoundsError) -> Int {
    if policies.isEmpty {
      policies = [row.policy]
      tallies = [Tally()]
    }
    guard row.policy == policies[0], row.round == 0, row.trial <= Batch.largestTrial(.rounds) else {
      throw RoundsError(
        problem: "expected trial \(row.trial) to begin with round 0 of \(policies[0])")
    }
    return 0
  }

  /// A game goes on until it is won or lost.
  private mutating func endGroup(
    _ last: (trial: UInt64, place: Int, round: UInt64, isWon: Bool)
  ) throws(RoundsError) {
    let isWhole = last.isWon || last.round == UInt64(Game.lives) - 1
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
  public func agrees(with result: BatchResult) -> Bool {
    guard trials == result.played else { return false }
    if trials.isEmpty { return true }
    return policies == result.experiment.policies
      && zip(tallies, result.tallies).allSatisfy { mine, theirs in
        mine.rounds == theirs.rounds
          && (result.experiment.unit == .rounds
            || mine.gamesWon == theirs.gamesWon && mine.gamesLost == theirs.gamesLost)
      }
  }
}

/// A row, taken apart.
private struct Row {
  let trial: UInt64
  let round: UInt64
  let policy: Policy
  let outcome: Outcome
  let moves: Int

  /// Takes a row apart; nil where it is none.
  init?(_ row: ArraySlice<UInt8>) {
    var cells: [ArraySlice<UInt8>] = []
    cells.reserveCapacity(7)
    var begin = row.startIndex
    for place in row.indices where row[place] == UInt8(ascii: ",") {
      cells.append(row[begin..<place])
      begin = place + 1
    }
    cells.append(row[begin...])
    guard cells.count == 7, let trial = UInt64(canonicalDigits: cells[0]),
      let round = UInt64(canonicalDigits: cells[1]),
      let policy = Policy.allCases.first(where: { cells[2].elementsEqual($0.rawValue.utf8) }),
      !cells[3].isEmpty, cells[3].allSatisfy(Self.isOfCode),
      let outcome = Outcome.allCases.first(where: { cells[4].elementsEqual($0.name.utf8) }),
      let moves = UInt64(canonicalDigits: cells[5]), moves == UInt64(cells[6].count),
      cells[6].allSatisfy(Self.isMove)
    else { return nil }
    self.trial = trial
    self.round = round
    self.policy = policy
    self.outcome = outcome
    self.moves = Int(moves)
  }

  private static func isOfCode(_ byte: UInt8) -> Bool {
    "SPZ#F0123456789/+lit".utf8.contains(byte)
  }

  private static func isMove(_ byte: UInt8) -> Bool { "UDLR".utf8.contains(byte) }
}
