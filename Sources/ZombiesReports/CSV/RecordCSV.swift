import ZombiesCore

/// A round that a person played, as `play --record` writes it.
public struct PlayedRound: Sendable {
  /// The number of the round in the file. Turns on the same level have the same number.
  public var trial: UInt64
  /// The name of the player.
  public let player: String
  /// The level's code.
  public let level: String
  /// The outcome.
  public let outcome: Outcome
  /// The moves, in order.
  public let path: [Direction]
  /// The milliseconds from when the room was shown until the end; nil if not measured.
  public let milliseconds: UInt64?
  /// The milliseconds until the first move; nil without moves, or if not measured.
  public let firstMoveMilliseconds: UInt64?
  /// The number of moves undone.
  public let undos: Int
  /// The number of hints requested.
  public let hints: Int
  /// The life of the game or the attempt, from 1.
  public let life: Int
  /// The rules.
  public let rules: Rules

  /// Creates a round.
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
}

/// The rounds of people as CSV: the columns of ``RoundsCSV``, and columns that only people have.
public enum RecordCSV {
  private static let table = CSVTable<PlayedRound>(
    "record", "every counted round of a person (play --record)"
  ) { columns in
    columns.integer("trial", "number of the round in the file; turns on the same level share it") {
      $0.trial
    }
    columns.integer("round", "round of the trial, always 0") { _ in 0 }
    columns.name("policy", "the player: a person, or a policy at the board") { $0.player }
    columns.level { $0.level }
    columns.word("outcome", of: Outcome.allCases.map(\.name), "how the round ended") {
      $0.outcome.name
    }
    columns.integer("moves", "moves made") { $0.path.count }
    columns.bytes(
      "path", .text(pattern: "[UDLR]*"), "the moves, in order", mayBeEmpty: true
    ) { round, bytes in
      for direction in round.path { bytes.append(direction.letter) }
    }
    columns.number("seconds", .positive, "seconds that the round took; empty if not measured") {
      $0.milliseconds.map(seconds)
    }
    columns.number(
      "first_move_seconds", .positive,
      "seconds before the first move; empty without moves, or if not measured"
    ) { $0.firstMoveMilliseconds.map(seconds) }
    columns.integer("undos", "moves undone") { $0.undos }
    columns.integer("hints", "hints requested") { $0.hints }
    columns.integer("life", from: 1, "number of the life in the game, or in the attempt in a world")
    {
      $0.life
    }
    columns.rules { $0.rules }
  }

  /// Milliseconds as seconds with three decimals.
  static func seconds(_ milliseconds: UInt64) -> String {
    let digits = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// The row of a round.
  public static func row(_ round: PlayedRound) -> String { table.row(round) }
}
