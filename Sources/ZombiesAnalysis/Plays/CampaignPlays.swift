import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver

/// The rounds that people or policies played on the levels of a campaign.
///
/// Each round is played again by the rules, so a row whose outcome does not follow from its moves is an
/// error. Rows that do not belong to the campaign are not guessed to: ``count(_:)`` says why a row does not
/// count.
///
/// A player is a name, in all files. Only ``unnamed``, the name of players who chose none, is another
/// player in each file, unless one file repeats rows of the other.
public struct CampaignPlays: Sendable {
  /// A level of the campaign.
  public struct Entry: Sendable {
    /// The level.
    public let level: Level
    /// Its rules.
    public let rules: Rules
    /// Whether rounds at any hearing distance count, because the campaign leaves it to the player.
    public let takesAnyHearing: Bool

    /// Creates a level of a campaign.
    public init(_ level: Level, rules: Rules, takesAnyHearing: Bool) {
      self.level = level
      self.rules = rules
      self.takesAnyHearing = takesAnyHearing
    }
  }

  /// What becomes of a row.
  public enum Fate: Hashable, Sendable {
    /// The round counts for the level with this index.
    case counted(Int)
    /// The campaign does not have the level.
    case otherLevel
    /// The campaign has the level, but under other rules.
    case otherRules
    /// A policy played the round at the board of people.
    case policy
    /// An earlier file has the same row.
    case repeated
  }

  /// The name of players who chose none.
  public static let unnamed = "player"

  /// The levels of the campaign.
  public let entries: [Entry]

  /// What happened on each level.
  public private(set) var levels: [LevelPlays]

  /// The number of players with a counted round.
  public private(set) var players = 0

  /// The number of players who tried every level that has rounds.
  public private(set) var stayers = 0

  /// The number of counted rounds.
  public var rounds: UInt64 { levels.reduce(0) { $0 + $1.rounds } }

  /// The number of counted rounds at each hearing distance that was recorded, from 0.
  public private(set) var roundsByHearing = [UInt64](
    repeating: 0, count: Rules.hearingDistances.upperBound + 1)

  /// The indices of the levels with a code.
  private var places: [ArraySlice<UInt8>: [Int]] = [:]

  /// The players of all files, by name, and those of the current file that have no name of their own.
  private var numbers: [String: Int] = [:]
  private var unnamedNumber: Int?

  /// The number of names and unnamed players so far, and whether each has a counted round.
  private var hasRounds: [Bool] = []

  /// The last level of each player, and the rows of earlier files with the number of their player.
  private var lastLevels: [Int?] = []
  private var known: [RecordedPlay.Identity: Int] = [:]
  private var inThisFile: [RecordedPlay.Identity: Int] = [:]

  /// Whether the current file has rounds of people, so that policies only sit at the board.
  private var isOfPeople = true

  /// Prepares to count the rounds on the levels of a campaign.
  public init(_ entries: [Entry]) {
    self.entries = entries
    levels = entries.map { LevelPlays($0.level.size) }
    for (index, entry) in entries.enumerated() {
      places[Array(entry.level.code.utf8)[...], default: []].append(index)
    }
  }

  /// Begins the rows of another file.
  ///
  /// - Parameter ofPeople: Whether people played the rounds. Rounds of built-in policies then do not count.
  public mutating func beginFile(ofPeople: Bool) {
    known.merge(inThisFile) { first, _ in first }
    inThisFile = [:]
    unnamedNumber = nil
    isOfPeople = ofPeople
  }

  /// Counts a row.
  ///
  /// - Returns: Whether the round counts, and if not, why.
  /// - Throws: ``PlaysError`` if the moves do not lead to the outcome.
  /// - Complexity: O(moves · zombies).
  public mutating func count(_ play: RecordedPlay) throws(PlaysError) -> Fate {
    guard let places = places[play.code] else { return .otherLevel }
    guard let index = places.first(where: { matches(play, entries[$0]) }) else {
      return .otherRules
    }
    if isOfPeople, Policy(builtIn: play.player) != nil { return .policy }
    let entry = entries[index]
    var squares: [Int] = []
    squares.reserveCapacity(play.path.count + 1)
    squares.append(entry.level.size.index(of: entry.level.start))
    try Self.replay(play, entry, &squares)
    if let identity = play.identity {
      if let player = known[identity] {
        if play.player == Self.unnamed { unnamedNumber = unnamedNumber ?? player }
        return .repeated
      }
      inThisFile[identity] = number(of: play.player)
    }
    let player = number(of: play.player)
    if !hasRounds[player] {
      hasRounds[player] = true
      players += 1
    }
    if let hearing = play.rules?.hearingDistance { roundsByHearing[hearing] += 1 }
    levels[index].count(play, by: player, over: squares)
    // The rows of a batch are not in the order of a decision to play on.
    if isOfPeople { lastLevels[player] = index }
    return .counted(index)
  }

  /// Ends the counting, after the last file.
  public mutating func finish() {
    let played = levels.filter { $0.rounds > 0 }
    let stayers = lastLevels.indices.filter { player in
      hasRounds[player] && played.allSatisfy { $0.hasTried(player) }
    }
    self.stayers = stayers.count
    for index in levels.indices {
      levels[index].finish(stayers: stayers)
      levels[index].playersLeft = 0
    }
    for (player, last) in lastLevels.enumerated() {
      if let last, !levels[last].hasWon(player) { levels[last].playersLeft += 1 }
    }
    (known, inThisFile) = ([:], [:])
  }

  private func matches(_ play: RecordedPlay, _ entry: Entry) -> Bool {
    guard let rules = play.rules else { return true }
    return entry.takesAnyHearing
      ? rules.withoutHearing == entry.rules.withoutHearing : rules == entry.rules
  }

  private mutating func number(of name: String) -> Int {
    if name == Self.unnamed, let unnamedNumber { return unnamedNumber }
    if name != Self.unnamed, let number = numbers[name] { return number }
    let number = lastLevels.count
    lastLevels.append(nil)
    hasRounds.append(false)
    if name == Self.unnamed { unnamedNumber = number } else { numbers[name] = number }
    return number
  }

  /// Plays the moves of a row, and collects the squares.
  private static func replay(
    _ play: RecordedPlay, _ entry: Entry, _ squares: inout [Int]
  ) throws(PlaysError) {
    let size = entry.level.size
    switch AnyRound(entry.level, rules: entry.rules) {
    case .small(var round):
      try replay(play, &round) { squares.append($0.player) }
    case .wide(var round):
      try replay(play, &round) { squares.append(size.index(of: $0.player)) }
    }
  }

  private static func replay<SomeRound: PlayableRound>(
    _ play: RecordedPlay, _ round: inout SomeRound, _ visit: (SomeRound) -> Void
  ) throws(PlaysError) {
    for (place, move) in play.path.enumerated() {
      if let outcome = round.outcome {
        throw PlaysError(
          "the path has \(counted(play.path.count, "move")), but the round ends after \(place): \(outcome)",
          line: play.line)
      }
      guard round.attempt(move) else {
        throw PlaysError("move \(place + 1) of the path, \(move), is not legal", line: play.line)
      }
      visit(round)
    }
    guard round.outcome ?? .outOfMoves == play.outcome else {
      throw PlaysError(
        round.outcome.map { "the outcome of the path is \($0), not \(play.outcome)" }
          ?? "the path does not end the round, but the outcome is \(play.outcome)", line: play.line)
    }
  }
}
