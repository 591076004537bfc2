import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// A level with its display name.
public struct NamedLevel: Hashable, Sendable {
  /// The level.
  public let level: Level
  /// The seed reference or code of the level.
  public let name: String
  /// Its rules; nil if it follows the player's settings.
  public let rules: Rules?

  /// Gives a level a name, and rules of its own if it has any.
  public init(_ level: Level, name: String, rules: Rules? = nil) {
    self.level = level
    self.name = name
    self.rules = rules
  }
}

/// A level being played: the moves so far, and everything that the player knows about the level.
///
/// This type alone decides whether the outcome counts: ``standing`` changes from `.counts` to
/// `.practice` and never back.
struct Attempt: Equatable {
  /// Whether the outcome of this round counts.
  enum Standing: Equatable {
    /// The outcome counts as a life or a win.
    case counts
    /// The outcome does not count: the player has named the level or is trying it from the workshop,
    /// has used undo, restart or "show me", or the round has already counted.
    case practice
    /// The outcome does not count: this is a room of the first steps, by its index.
    case lesson(Int)
  }

  /// The purpose of a level.
  enum Purpose: Equatable {
    /// A round of the game, on a level that was drawn, given or named.
    case round
    /// A level of a campaign.
    case world(Campaign.Place)
    /// The daily level of a day.
    case daily(Day)
    /// A turn of a player of the board, by identity.
    case turn(Int)
    /// A level from the workshop that the player tries.
    case trial
  }

  let named: NamedLevel
  let rules: Rules

  /// The purpose of the level.
  let purpose: Purpose

  /// The number of the trial, as in a batch; 0 for a lesson.
  let trial: UInt64

  private(set) var path: [Direction] = []
  private(set) var round: Round

  /// The player's knowledge of the level, from this round and from earlier ones.
  private(set) var knowledge: Knowledge

  /// The number of moves undone in the dark.
  private(set) var takenBack = 0

  /// Whether the solution was shown.
  var isShown = false

  /// The levels of the family that this one was, or could have been, drawn from; nil for a given level.
  var selection: LevelSelection?

  /// The number of hints.
  var hints = 0

  /// The square whose counted squares are shown, until the next move; nil for none.
  private(set) var listened: Square?

  /// The number of the round in the session, from 1; 0 before it begins.
  var number = 0

  private(set) var standing: Standing

  /// The verdict on the position after each move, beginning with the start. Nil if it is unknown, as it
  /// usually is in the dark and always is at the end.
  private(set) var verdicts: [Verdict?] = []

  var level: Level { named.level }

  init(
    _ named: NamedLevel, rules: Rules, trial: UInt64, standing: Standing,
    purpose: Purpose = .round
  ) {
    self.named = named
    self.rules = rules
    self.purpose = purpose
    self.trial = trial
    self.standing = standing
    round = Round(named.level, rules: rules)
    knowledge = Knowledge(named, rules: rules)
    knowledge.look(round)
  }

  var lesson: Int? {
    if case .lesson(let number) = standing { number } else { nil }
  }

  /// The player whose turn this is; nil if it is not a turn at the board.
  var turn: Int? {
    if case .turn(let player) = purpose { player } else { nil }
  }

  /// Whether the player can go back to the place that the level comes from.
  var hasWayBack: Bool { place != nil || isTrial }

  /// The day whose level this is; nil for other levels.
  var day: Day? { if case .daily(let day) = purpose { day } else { nil } }

  /// Whether the level comes from the workshop.
  var isTrial: Bool { purpose == .trial }

  /// The position of the level in the campaign; nil if it does not belong to one.
  var place: Campaign.Place? {
    if case .world(let place) = purpose { place } else { nil }
  }

  /// The squares whose contents are known.
  var seen: SquareSet { knowledge.seen }

  /// Whether a player can recognise the level and may keep their knowledge of it.
  ///
  /// The name of the level must be unique, and it must not be a turn at the board, where others play
  /// the same level.
  var isRecognisable: Bool {
    let isDrawn = purpose == .round && selection != nil
    return turn == nil && !isEmptyRoom && !(isDrawn && named.name == level.code)
  }

  /// Adds earlier knowledge, if it is about the same level.
  mutating func recall(_ known: Knowledge) { knowledge.add(known) }

  /// Whether the player hears zombies in this room while it is dark.
  var hasHearing: Bool { rules.hearingDistance > 0 && !level.isLit }

  /// The squares that the number on a square counts, in reading order: those within the hearing
  /// distance.
  func counted(around square: Square) -> [Square] {
    let distance = rules.hearingDistance
    var squares: [Square] = []
    for row in square.row - distance...square.row + distance {
      let width = distance - abs(row - square.row)
      for column in square.column - width...square.column + width {
        let counted = Square(row: row, column: column)
        if level.size.contains(counted) { squares.append(counted) }
      }
    }
    return squares
  }

  /// Shows the squares that the number on a square counts, or hides them if they are shown.
  mutating func listen(on square: Square) { listened = listened == square ? nil : square }

  /// Continues with the numbers of an earlier session.
  mutating func note(takenBack: Int) { self.takenBack = takenBack }

  /// Continues with the verdicts of an earlier session.
  mutating func note(verdicts: [Verdict?]) { self.verdicts = verdicts }

  /// Marks every square as seen.
  mutating func lookEverywhere() { knowledge.lookEverywhere() }

  /// Makes a move and returns its events; nil if the move is not legal.
  mutating func move(_ direction: Direction) -> [Round.Event]? {
    guard let events = try? round.move(direction) else { return nil }
    path.append(direction)
    listened = nil
    knowledge.look(round)
    return events
  }

  /// Records the solver's verdict on the position, unless it has one already.
  mutating func note(_ verdict: Verdict?) {
    while verdicts.count < path.count { verdicts.append(nil) }
    if verdicts.count == path.count { verdicts.append(verdict) }
  }

  /// Records a verdict for every position in the dark. In the dark every move can be walked back, so all
  /// these positions have the same verdict.
  mutating func noteDark(_ verdict: Verdict) {
    var round = Round(level, rules: rules)
    for place in 0...path.count where !round.isLit {
      if place == verdicts.count { verdicts.append(nil) }
      if round.outcome == nil { verdicts[place] = verdict }
      if place < path.count { _ = try? round.move(path[place]) }
    }
  }

  /// Whether the room was dark before the last move.
  var hasJustBecomeLit: Bool {
    guard round.isLit, !path.isEmpty else { return false }
    var before = Round(level, rules: rules)
    for direction in path.dropLast() { _ = try? before.move(direction) }
    return !before.isLit
  }

  /// Whether the verdict on the position is recorded.
  var isNoted: Bool { verdicts.count > path.count && verdicts[path.count] != nil }

  /// Undoes the last move; the rest is practice.
  mutating func undo() {
    guard !path.isEmpty else { return }
    isShown = false
    path.removeLast()
    replay()
    if !round.isLit { takenBack += 1 }
    becomePractice()
  }

  /// Starts again; the rest is practice.
  mutating func restart() {
    isShown = false
    // As with undo, only moves made in the dark are counted.
    var round = Round(level, rules: rules)
    for direction in path where !round.isLit {
      takenBack += 1
      _ = try? round.move(direction)
    }
    path = []
    replay()
    becomePractice()
  }

  /// Makes the rest practice, because the outcome has counted or the player had help.
  mutating func becomePractice() {
    if standing == .counts { standing = .practice }
  }

  private mutating func replay() {
    listened = nil
    round = Round(level, rules: rules)
    for direction in path { _ = try? round.move(direction) }
    verdicts = Array(verdicts.prefix(path.count + 1))
  }

  /// The position as a level, with the solutions from here; nil at the end.
  var position: Level? { round.position }

  /// Whether an earlier position is known to be lost, so that this one is lost too.
  var wasLost: Bool { verdicts.prefix(path.count).contains(.unsolvable) }

  /// The number of the move that lost the round, with 0 for the start; nil if the round can still be
  /// won, or if that is unknown.
  var lostSince: Int? {
    guard verdicts.count > path.count, verdicts[path.count] == .unsolvable else { return nil }
    // A lost position stays lost, so the first lost position is the one to report.
    return verdicts.firstIndex(of: .unsolvable)
  }
}
