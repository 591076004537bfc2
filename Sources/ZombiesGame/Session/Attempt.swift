import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// A level with the name by which it is shown.
public struct NamedLevel: Hashable, Sendable {
  /// The level.
  public let level: Level
  /// Its seed reference, or its code.
  public let name: String

  /// A level under a name.
  public init(_ level: Level, name: String) {
    self.level = level
    self.name = name
  }
}

/// One level being played: the moves made in it, and what is known of it.
///
/// Whether its outcome counts is decided here, once: ``standing`` goes from `.counts` to `.practice`
/// and never back.
struct Attempt: Equatable {
  /// What an end of this round counts for.
  enum Standing: Equatable {
    /// A life or a win.
    case counts
    /// Nothing: moves were taken back, the level was begun again or shown, or its end has counted.
    case practice
    /// Nothing: it is one of the first steps, by its number.
    case lesson(Int)
  }

  /// What the level is played for.
  enum Purpose: Equatable {
    /// A round of the game, in a level that was drawn, given or named.
    case round
    /// A level of a campaign.
    case world(Campaign.Place)
    /// A turn of a player of the board, by identity.
    case turn(Int)
    /// A level of the workshop, which is tried.
    case trial
  }

  let named: NamedLevel
  let rules: Rules

  /// What the level is played for.
  let purpose: Purpose

  /// The number of the trial, as in a batch; 0 for a lesson.
  let trial: UInt64

  private(set) var path: [Direction] = []
  private(set) var round: Round

  /// What is known of the level, from this attempt and from those before it.
  private(set) var knowledge: Knowledge

  /// The moves taken back in the dark.
  private(set) var takenBack = 0

  /// Whether the solution was shown.
  var isShown = false

  /// Which levels of a family this one was drawn from, or could have been; nil if it was given.
  var selection: LevelSelection?

  /// The hints asked for.
  var hints = 0

  /// The number of the round in the session, from 1; 0 before it begins.
  var number = 0

  private(set) var standing: Standing

  /// What is known of the position after each move, from the start on; nil where nothing is: mostly in
  /// the dark, and at the end.
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

  /// Whose turn it is; nil if it is no turn of a player of the board.
  var turn: Int? {
    if case .turn(let player) = purpose { player } else { nil }
  }

  /// Whether one can leave the room for where the level comes from.
  var hasWayBack: Bool { place != nil || isTrial }

  /// Whether it is the level of the workshop.
  var isTrial: Bool { purpose == .trial }

  /// Which level of a campaign it is; nil if it is none.
  var place: Campaign.Place? {
    if case .world(let place) = purpose { place } else { nil }
  }

  /// The squares whose contents are known.
  var seen: SquareSet { knowledge.seen }

  /// Whether whoever plays the level again knows that it is the same one, and may know what was seen of it:
  /// it has a name that no other level has, and it is no turn at the board, where others play it.
  var isRecognisable: Bool {
    let isDrawn = purpose == .round && selection != nil
    return turn == nil && !isEmptyRoom && !(isDrawn && named.name == level.code)
  }

  /// Adds what is known from before, if it is about the same level.
  mutating func recall(_ known: Knowledge) { knowledge.add(known) }

  /// Everything has been seen.
  mutating func lookEverywhere() { knowledge.lookEverywhere() }

  /// Makes a legal move, and returns what happened; nil if the move is not legal.
  mutating func move(_ direction: Direction) -> [Round.Event]? {
    guard let events = try? round.move(direction) else { return nil }
    path.append(direction)
    knowledge.look(round)
    return events
  }

  /// What a solver says of the position, which has not been asked of it yet.
  mutating func note(_ verdict: Verdict?) {
    while verdicts.count < path.count { verdicts.append(nil) }
    if verdicts.count == path.count { verdicts.append(verdict) }
  }

  /// What is known of the level before any light. In the dark every step can be walked back, so it holds
  /// for each position in the dark.
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

  /// Whether a solver has been asked about the position.
  var isNoted: Bool { verdicts.count > path.count && verdicts[path.count] != nil }

  /// Takes the last move back; what follows is practice.
  mutating func undo() {
    guard !path.isEmpty else { return }
    isShown = false
    path.removeLast()
    replay()
    if !round.isLit { takenBack += 1 }
    becomePractice()
  }

  /// Begins again; what follows is practice.
  mutating func restart() {
    isShown = false
    // Only moves made in the dark are counted, as by undo.
    var round = Round(level, rules: rules)
    for direction in path where !round.isLit {
      takenBack += 1
      _ = try? round.move(direction)
    }
    path = []
    replay()
    becomePractice()
  }

  /// An end has been counted, or the level is no longer played unaided.
  mutating func becomePractice() {
    if standing == .counts { standing = .practice }
  }

  private mutating func replay() {
    round = Round(level, rules: rules)
    for direction in path { _ = try? round.move(direction) }
    verdicts = Array(verdicts.prefix(path.count + 1))
  }

  /// The position as a level of its own, whose solutions are those from here; nil at the end.
  var position: Level? {
    guard round.outcome == nil else { return nil }
    // In the light flashlights have done what they do, and the player may stand on one.
    return try? Level(
      size: level.size, start: round.player, signpost: level.signpost,
      zombies: round.zombies.squares, blocks: level.blocks,
      flashlights: round.isLit ? [] : level.flashlights, isLit: round.isLit)
  }

  /// Whether it is known that nothing could be won before the last move: then nothing can be now.
  var wasLost: Bool { verdicts.prefix(path.count).contains(.unsolvable) }

  /// When nothing could be won any more: the number of the move after which it was so, 0 for the
  /// start; nil if something can be won, or it is not known.
  var lostSince: Int? {
    guard verdicts.count > path.count, verdicts[path.count] == .unsolvable else { return nil }
    // A lost position stays lost, so the first one tells.
    return verdicts.firstIndex(of: .unsolvable)
  }
}
