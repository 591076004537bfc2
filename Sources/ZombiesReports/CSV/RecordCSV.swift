import ZombiesCore

/// A round that somebody has played, as `play --record` keeps it.
public struct PlayedRound: Sendable {
  /// The trial: rounds of one file are numbered, and turns on the same level have the same number.
  public var trial: UInt64
  /// Who played.
  public let player: String
  /// The level's code.
  public let level: String
  /// How the round ended.
  public let outcome: Outcome
  /// The moves, in order.
  public let path: [Direction]
  /// The milliseconds from when the room was seen until the end; nil if nobody measured them.
  public let milliseconds: UInt64?
  /// The milliseconds until the first move; nil without one, or if nobody measured them.
  public let firstMoveMilliseconds: UInt64?
  /// The moves that were taken back.
  public let undos: Int
  /// The hints asked for.
  public let hints: Int
  /// The life of the game or the attempt, from 1.
  public let life: Int
  /// The rules.
  public let rules: Rules

  /// A round.
  public init(
    trial: UInt64, player: String, level: String, outcome: Outcome, path: [Direction],
    milliseconds: UInt64?, firstMoveMilliseconds: UInt64?, undos: Int, hints: Int, life: Int,
    rules: Rules
  ) {
    self.trial = trial
    self.player = player
    self.level = level
    self.outcome = outcome
    self.path = path
    self.milliseconds = milliseconds
    self.firstMoveMilliseconds = firstMoveMilliseconds
    self.undos = undos
    self.hints = hints
    self.life = life
    self.rules = rules
  }

  /// How far the player hears; nobody hears anything yet.
  fileprivate var hearingDistance: Int { 0 }
}

/// The rounds of people as CSV: the columns of ``RoundsCSV``, and what only people have.
public enum RecordCSV {
  private static let table = CSVTable<PlayedRound>(
    "record", "every round of a person that counted, as it ended (play --record)"
  ) { columns in
    columns.integer("trial", "the number of the round in the file; turns on one level share it") {
      $0.trial
    }
    columns.integer("round", "the round of the trial, always 0") { _ in 0 }
    columns.name("policy", "who played: a person, or a policy at the board") { $0.player }
    columns.level { $0.level }
    columns.word("outcome", of: Outcome.allCases.map(\.name), "how it ended") { $0.outcome.name }
    columns.integer("moves", "the moves made") { $0.path.count }
    columns.bytes(
      "path", .text(pattern: "[UDLR]*"), "the moves, in order", mayBeEmpty: true
    ) { round, bytes in
      for direction in round.path { bytes.append(direction.letter) }
    }
    columns.number("seconds", .positive, "the seconds that the round took; empty if not measured") {
      $0.milliseconds.map(seconds)
    }
    columns.number(
      "first_move_seconds", .positive, "the seconds before the first move; empty without one"
    ) { $0.firstMoveMilliseconds.map(seconds) }
    columns.integer("undos", "the moves that were taken back") { $0.undos }
    columns.integer("hints", "the hints asked for") { $0.hints }
    columns.integer("life", from: 1, "the life of the game, or of the attempt in a world") {
      $0.life
    }
    columns.rules { $0.rules }
    columns.integer("hearing_distance", "how far the player hears zombies") { $0.hearingDistance }
  }

  private static func seconds(_ milliseconds: UInt64) -> String {
    let digits = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// One round's row.
  public static func row(_ round: PlayedRound) -> String { table.row(round) }
}
