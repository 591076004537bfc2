import ZombiesCore

/// A row of a file of rounds that people or policies played: `play --record` or `simulate --rounds-csv`.
public struct RecordedPlay: Sendable {
  /// The line in the file, from 1.
  public let line: Int
  /// The name of the player: a person or a policy.
  public let player: String
  /// The level's code, unchecked.
  public let code: ArraySlice<UInt8>
  /// The outcome.
  public let outcome: Outcome
  /// The moves, in order.
  public let path: [Direction]
  /// The milliseconds that the round took; nil if not measured, or if the clock is wrong.
  public let milliseconds: UInt64?
  /// The milliseconds before the first move; nil without moves, if not measured, or if the clock is wrong.
  public let firstMoveMilliseconds: UInt64?
  /// Whether the times contradict each other: a time is negative, or the first move comes after the end.
  public let hasWrongClock: Bool
  /// The number of moves undone; nil if not recorded.
  public let undos: UInt64?
  /// The number of hints requested; nil if not recorded.
  public let hints: UInt64?
  /// The life of the game or the attempt, from 1; nil if not recorded.
  public let life: Int?
  /// The rules; nil if not recorded.
  public let rules: Rules?
  /// A hash of the whole row, which tells whether the row was read before; nil for rows without times,
  /// because different rounds may have equal rows.
  public let identity: Identity?

  /// Two independent hashes of a row.
  public struct Identity: Hashable, Sendable {
    let first, second: UInt64

    /// Hashes a row.
    package init(of row: ArraySlice<UInt8>) {
      // FNV-1a, and a hash with another multiplier that begins with the length.
      var (first, second) = (0xCBF2_9CE4_8422_2325 as UInt64, UInt64(row.count))
      for byte in row {
        first = (first ^ UInt64(byte)) &* 0x100_0000_01B3
        second = (second &+ UInt64(byte) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        second ^= second &>> 29
      }
      (self.first, self.second) = (first, second)
    }
  }

  /// Creates a row.
  package init(
    line: Int, player: String, code: ArraySlice<UInt8>, outcome: Outcome, path: [Direction],
    milliseconds: UInt64?, firstMoveMilliseconds: UInt64?, hasWrongClock: Bool, undos: UInt64?,
    hints: UInt64?, life: Int?, rules: Rules?, identity: Identity?
  ) {
    self.line = line
    self.player = player
    self.code = code
    self.outcome = outcome
    self.path = path
    self.milliseconds = milliseconds
    self.firstMoveMilliseconds = firstMoveMilliseconds
    self.hasWrongClock = hasWrongClock
    self.undos = undos
    self.hints = hints
    self.life = life
    self.rules = rules
    self.identity = identity
  }
}

/// The reason why a row of a file of rounds cannot be used.
public struct PlaysError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; nil if it is that of the row in hand.
  public var line: Int?
  /// The column in characters, from 1; nil for the whole line.
  public var column: Int?
  /// The problem, and what was expected.
  public let problem: String

  /// Creates an error.
  package init(_ problem: String, line: Int? = nil, column: Int? = nil) {
    self.problem = problem
    self.line = line
    self.column = column
  }

  /// The place and the problem.
  public var description: String {
    (line.map { "line \($0)" + (column.map { ", column \($0)" } ?? "") + ": " } ?? "") + problem
  }
}
