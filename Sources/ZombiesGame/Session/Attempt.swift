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

/// Everything that the player has done in a level under its rules, and what follows from it.
///
/// The ``journal`` alone is kept. Everything else is computed from it, step by step: the round, what the player knows,
/// the lives, whether the outcome counts, and what help has cost. So nothing that a player does can give back what
/// help has cost, and a kept game goes on exactly as it was.
///
/// An attempt has up to three lives on the same level. Playing the level again after its end begins another attempt
/// in the same journal, so that the player still knows what was seen.
struct Attempt: Equatable {
  /// A step of the journal.
  enum Step: Equatable {
    /// A new attempt begins, with a number of lives.
    case begin(lives: Int)
    /// The attempt does not count, because the player has named the level, or its outcome has counted before.
    case practice
    /// The next life of the attempt begins.
    case nextLife
    case move(Direction)
    case undo
    case restart
    case hint
    /// A solution from here is shown, move by move.
    case show([Direction])
    /// The next move of the solution.
    case proceed
    /// The solution is no longer shown.
    case stop
    /// The room is shown after a round, or the message again.
    case look
    /// The squares that a number counts are marked, or no longer.
    case listen(Square)
  }

  let named: NamedLevel
  let rules: Rules

  /// The room that the level is played in.
  let place: Place

  /// The number of the trial, as in a batch; 0 for a lesson.
  var trial: UInt64 = 0

  /// The levels of the family that this one was, or could have been, drawn from; nil for a given level.
  let selection: LevelSelection?

  /// Whether the daily level was begun after its day.
  var isLate = false

  private(set) var journal: [Step] = []

  // MARK: What follows from the journal

  /// The player's knowledge of the level, from all rounds.
  private(set) var knowledge: Knowledge

  // The attempt:

  /// The lives left.
  private(set) var lives = Game.standardLives
  /// Whether the attempt has ended: with a win, with the last life, or in practice.
  private(set) var isFinished = false
  /// Whether the attempt was won.
  private(set) var isWon = false
  /// The number of hints in the attempt. A win after a hint earns only one star.
  private(set) var costlyHints = 0
  /// Whether the player has lost a life, has undone a move, or was caught in practice, so that a win cannot earn the
  /// star for the first life.
  private(set) var isExplored = false
  /// Whether the player has seen the solution, or the whole room while lives were left. The rest is practice.
  private(set) var isSpoiled = false

  // The round:

  private(set) var path: [Direction] = []
  private(set) var round: Round
  /// Whether the outcome of the round will count as a life or a win.
  private(set) var counts = true
  /// The number of moves undone in the dark.
  private(set) var takenBack = 0
  /// The number of hints.
  private(set) var hints = 0
  /// The moves of the solution that are still to be shown; nil if none is shown.
  private(set) var solution: [Direction]?
  /// Whether the last moves were those of the solution.
  private(set) var isShown = false
  /// The square whose counted squares are shown, until the next move; nil for none.
  private(set) var listened: Square?
  /// Whether the room is shown after the round instead of the message.
  private(set) var looks = false
  /// The message of the round's outcome, and whether it counted; nil while the round goes on.
  private(set) var ending: (message: Game.Message, counted: Bool)?
  /// Whether the round began when the rest of the attempt was practice already.
  private(set) var isSpoiledFromStart = false

  // The session:

  /// The number of the round in the session, from 1; 0 before it begins.
  var number = 0

  /// Whether the player has not come to the attempt yet.
  var isFresh = false

  /// The number of the move that lost the round, with 0 for the start; nil if it is not known to be lost.
  var lost: Int?

  /// The number of moves after which the round could still be won; nil if that is unknown.
  var winnableUntil: Int?

  /// Creates an attempt before its first step.
  init(_ named: NamedLevel, rules: Rules, at place: Place, selection: LevelSelection? = nil) {
    self.named = named
    self.rules = rules
    self.place = place
    self.selection = selection
    round = Round(named.level, rules: rules)
    knowledge = Knowledge(named, rules: rules)
  }

  /// Whether two attempts are the same. Everything else follows from the journal.
  static func == (one: Attempt, other: Attempt) -> Bool {
    one.isRecord(of: other) && one.trial == other.trial && one.isLate == other.isLate
      && one.journal == other.journal && one.number == other.number
      && one.lost == other.lost && one.winnableUntil == other.winnableUntil
  }

  /// Whether another attempt is in the same level, in the same place and under the same rules.
  func isRecord(of other: Attempt) -> Bool { place == other.place && isSameLevel(other) }

  /// Whether another attempt is in the same level under the same rules.
  func isSameLevel(_ other: Attempt) -> Bool {
    rules == other.rules && named == other.named && selection == other.selection
  }

  // MARK: Steps

  /// Begins an attempt: the first one in the level, or another one.
  mutating func begin(trial: UInt64 = 0, lives: Int = Game.standardLives, counts: Bool = true) {
    self.trial = trial
    take(.begin(lives: lives))
    if !counts { take(.practice) }
  }

  /// Takes a step, and adds it to the journal.
  ///
  /// - Returns: The events of a move; nil if the step is not possible, which changes nothing.
  @discardableResult
  mutating func take(_ step: Step) -> [Round.Event]? {
    var events: [Round.Event] = []
    switch step {
    case .begin(let lives):
      (self.lives, isFinished, isWon) = (lives, false, false)
      (costlyHints, isExplored, isSpoiled) = (0, false, false)
      beginRound()
    case .practice:
      (counts, isSpoiled, isSpoiledFromStart) = (false, true, true)
    case .nextLife:
      guard !isFinished else { return nil }
      beginRound()
    case .move(let direction):
      guard let moved = move(direction) else { return nil }
      events = moved
    case .undo:
      guard !path.isEmpty else { return nil }
      path.removeLast()
      replay()
      if !round.isLit { takenBack += 1 }
      becomePractice()
    case .restart:
      // As with undo, only moves made in the dark are counted.
      takenBack += darkMoves
      path = []
      replay()
      becomePractice()
    case .hint:
      hints += 1
      costlyHints += 1
    case .show(let moves):
      solution = moves
      (counts, isSpoiled) = (false, true)
    case .proceed:
      guard let next = solution?.first else {
        guard solution != nil else { return nil }
        solution = nil
        break
      }
      isShown = true
      guard let moved = move(next) else { return nil }
      solution?.removeFirst()
      if isOver { solution = nil }
      events = moved
    case .stop:
      guard solution != nil else { return nil }
      // The player makes the next moves.
      (solution, isShown) = (nil, false)
    case .look:
      guard isOver else { return nil }
      looks.toggle()
      // Nothing new is seen in the light.
      if !isFinished, !knowledge.isComplete { isSpoiled = true }
      knowledge.lookEverywhere()
    case .listen(let square): listened = listened == square ? nil : square
    }
    journal.append(step)
    // Looking back and forth any number of times is the same.
    if journal.suffix(3) == [.look, .look, .look] { journal.removeLast(2) }
    return events
  }

  /// Begins a round of the attempt.
  private mutating func beginRound() {
    (path, takenBack, hints) = ([], 0, 0)
    counts = lesson == nil && !isSpoiled
    isSpoiledFromStart = isSpoiled
    replay()
  }

  private mutating func move(_ direction: Direction) -> [Round.Event]? {
    guard !isOver, let events = try? round.move(direction) else { return nil }
    path.append(direction)
    listened = nil
    look()
    if let outcome { end(outcome) }
    return events
  }

  /// The outcome of the round; nil while it goes on.
  var outcome: Outcome? {
    round.outcome ?? (turn != nil && path.count >= level.size.defaultMoveLimit ? .outOfMoves : nil)
  }

  /// Ends the round. The outcome counts at most once.
  private mutating func end(_ outcome: Outcome) {
    let counted = counts
    counts = false
    if outcome != .won, !isFinished { isExplored = true }
    if counted {
      if outcome != .won { lives -= 1 }
      isWon = outcome == .won
      isFinished = isWon || lives == 0 || isSingle
    } else if !isFinished {
      isFinished = isSpoiledFromStart && lesson == nil
    }
    let message: Game.Message =
      outcome == .won ? .won : counted && lives == 0 ? .lost : .tryAgain
    ending = (message, counted)
  }

  /// Whether the attempt has a single round: each life of a game has another level.
  var isSingle: Bool {
    switch place {
    case .rounds, .original, .turn: true
    default: false
    }
  }

  /// Makes the rest of the round practice after an undone move.
  private mutating func becomePractice() {
    counts = false
    if !isFinished { isExplored = true }
  }

  /// Plays the moves of the path from the start.
  private mutating func replay() {
    (solution, isShown, listened, looks, ending) = (nil, false, nil, false, nil)
    round = round(after: path.count)
    look()
    if let lost, lost > path.count || path.isEmpty { self.lost = nil }
    winnableUntil = path.isEmpty ? nil : winnableUntil.map { min($0, path.count) }
    // A level may be over at its beginning.
    if path.isEmpty, let outcome { end(outcome) }
  }

  private mutating func look() {
    if isRevealed { knowledge.lookEverywhere() }
    knowledge.look(round)
  }

  /// Adds earlier knowledge, if it is about the same level.
  mutating func recall(_ known: Knowledge) { knowledge.add(known) }

  /// Forgets what belongs to a session and is not kept.
  mutating func forgetSession() {
    number = 0
    (lost, winnableUntil) = (nil, nil)
  }

  // MARK: Facts

  var level: Level { named.level }

  /// Whether the outcome of the round does not count, or has counted. The first steps are no practice.
  var isPractice: Bool { !counts && lesson == nil }

  /// Whether the round is over.
  var isOver: Bool { ending != nil }

  /// The lives on the screen. After a win or a loss, they are those of the next game or attempt.
  var livesShown: Int { isWon || lives == 0 && ending == nil ? Game.standardLives : lives }

  /// The life of the attempt that the round uses or used, from 1; for rounds, the life of the game.
  var life: Int {
    let isLost = ending.map { $0.counted && $0.message != .won } ?? false
    return turn != nil ? 1 : Game.standardLives - (lives + (isLost ? 1 : 0)) + 1
  }

  /// The stars that a counted win earns (2.7).
  func stars(par: Int?) -> GameProgress.Stars {
    var stars: GameProgress.Stars = .win
    guard costlyHints == 0 else { return stars }
    if !isExplored { stars.insert(.firstLife) }
    if let par, path.count <= par { stars.insert(.par) }
    return stars
  }

  /// Whether the attempt goes on when the player comes back to its place. A round that is only practice does not.
  var isUnderWay: Bool { !isFinished && (!isSingle || counts) }

  /// Whether the player has done anything in the attempt.
  var isTouched: Bool {
    switch journal.last {
    case .begin, .practice, nil: false
    default: true
    }
  }

  var lesson: Int? { if case .lesson(let number) = place { number } else { nil } }

  /// Whether the room is shown completely, although it is dark, in the first steps.
  var isRevealed: Bool { lesson.map { FirstSteps.lessons[$0].isShown } ?? false }

  /// The player whose turn this is; nil if it is not a turn at the board.
  var turn: Int? { if case .turn(let player) = place { player } else { nil } }

  /// The day whose level this is; nil for other levels.
  var day: Day? { if case .daily(let day) = place { day } else { nil } }

  /// The position of the level in the campaign; nil if it does not belong to one.
  var campaignPlace: Campaign.Place? { if case .level(let place) = place { place } else { nil } }

  /// Whether the level comes from the workshop.
  var isTrial: Bool { place == .trial }

  /// Whether wins and losses are counted.
  var isRound: Bool { place == .rounds || place == .named || place == .original }

  /// Whether the player can go back to the place that the level comes from.
  var hasWayBack: Bool { campaignPlace != nil || isTrial }

  /// The squares whose contents are known.
  var seen: SquareSet { knowledge.seen }

  /// Whether the player hears zombies in this room while it is dark.
  var hasHearing: Bool { rules.hearingDistance > 0 && !level.isLit }

  /// The squares that the number on a square counts, in reading order: those within the hearing
  /// distance.
  func squares(countedAround square: Square) -> [Square] {
    var squares: [Square] = []
    level.size.forEachSquare(within: rules.hearingDistance, of: square) { squares.append($0) }
    return squares
  }

  /// The position as a level, with the solutions from here; nil at the end.
  var position: Level? { round.position }

  /// The number of moves that were made in the dark.
  var darkMoves: Int {
    var (round, count) = (Round(level, rules: rules), 0)
    for direction in path where !round.isLit {
      count += 1
      _ = try? round.move(direction)
    }
    return count
  }

  /// The round after some of its moves.
  func round(after moves: Int) -> Round {
    var round = Round(level, rules: rules)
    for direction in path.prefix(moves) { _ = try? round.move(direction) }
    return round
  }

  // MARK: The tell

  /// The number of moves to the last position that is not an end; -1 if the start is one.
  var lastPosition: Int { path.count - (isOver ? 1 : 0) }

  /// Whether the round is known to be lost at a move that was made.
  var isLost: Bool { lost != nil }

  /// Whether it is known whether the position can be won.
  var isNoted: Bool { isLost || winnableUntil == lastPosition || lastPosition < 0 }

  /// The number of the move that lost the round, with 0 for the start; nil if the round is over, if it can still be
  /// won, or if that is unknown.
  var lostSince: Int? { isOver ? nil : lost }
}
