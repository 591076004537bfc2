import ZombiesCore
import ZombiesText

/// A counted round as a row of the record of rounds (<doc:ThePlayedGame>, 7.3): CSV by RFC 4180, with the
/// columns that `zombies schema record` describes.
public struct RecordRow: Hashable, Sendable {
  /// The header row.
  public static let header =
    "trial,round,policy,level,outcome,moves,path,seconds,first_move_seconds,undos,hints,life,"
    + "catching_distance,chase,zombie_speed,hearing_distance\n"

  /// The round.
  public let round: Session.CountedRound
  /// The name of the player.
  public let player: String
  /// The time that the player took; nil if not measured.
  public let time: Stopwatch.Time?

  /// Creates the row of a round.
  ///
  /// - Parameters:
  ///   - round: The counted round.
  ///   - player: The name of the player, unless the round was a turn at the board.
  ///   - time: The time that the player took; nil if not measured.
  public init(_ round: Session.CountedRound, player: String, time: Stopwatch.Time?) {
    self.round = round
    self.player = round.player ?? player
    self.time = time
  }

  /// The row as a line.
  ///
  /// - Parameter trial: The number of the round in the record.
  public func text(trial: UInt64) -> String {
    let rules = round.rules
    let cells: [String] = [
      String(trial), "0", Self.cell(player), round.level.level.code, round.outcome.name,
      String(round.path.count), round.path.letters, time.map { Self.seconds($0.all) } ?? "",
      time?.firstMove.map(Self.seconds) ?? "", String(round.undos), String(round.hints),
      String(round.life),
    ]
    return (cells + Rules.Variant.allCases.map { rules.value(of: $0) }).joined(separator: ",")
      + "\n"
  }

  /// A name as a cell: guarded against spreadsheets, and quoted if needed.
  private static func cell(_ name: String) -> String {
    let text = FormulaGuard.isNeeded(Array(name.utf8)) ? "'" + name : name
    let special: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D]
    guard text.utf8.contains(where: { special.contains($0) }) else { return text }
    var cell = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { cell += "\"" }
      cell.unicodeScalars.append(scalar)
    }
    return cell + "\""
  }

  private static func seconds(_ milliseconds: UInt64) -> String {
    let digits = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }

  /// Whether a line without its newline has as many cells as a row.
  public static func isWhole(_ line: some Sequence<UInt8>) -> Bool {
    let comma = UInt8(ascii: ",")
    var (commas, isQuoted) = (0, false)
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == comma, !isQuoted { commas += 1 }
    }
    let columns = header.utf8.reduce(1) { $0 + ($1 == comma ? 1 : 0) }
    return commas == columns - 1 && !isQuoted
  }
}

/// The numbers of a session's rounds in a record.
public struct RecordNumbers: Hashable, Sendable {
  /// The number of the first round of the session, unless others add rows too; nil to count on from the last
  /// row in any case.
  private let first: UInt64?

  /// The last turn of a player of the board: its trial in the session and its number in the record.
  private var (turn, turnNumber): (UInt64?, UInt64) = (nil, 0)

  /// Begins to number the rounds of a session.
  public init(first: UInt64? = nil) { self.first = first }

  /// The number after the largest one in a record; nil for an empty record.
  public static func next(after last: UInt64?) -> UInt64 {
    guard let last else { return 0 }
    return last == .max ? last : last + 1
  }

  /// The lines of rows. The turns of all players on the same level have the same number.
  ///
  /// - Parameters:
  ///   - rows: The rows, in order.
  ///   - last: The largest number in the record, before and after these rows; nil if there are none.
  public mutating func text(of rows: [RecordRow], after last: inout UInt64?) -> String {
    var text = ""
    for row in rows {
      let trial = row.round.trial
      let (planned, overflows) = (first ?? 0).addingReportingOverflow(trial)
      var number = max(Self.next(after: last), overflows || first == nil ? 0 : planned)
      if row.round.player != nil {
        if turn == trial { number = turnNumber }
        (turn, turnNumber) = (trial, number)
      }
      last = max(last ?? 0, number)
      text += row.text(trial: number)
    }
    return text
  }
}

/// Finds the counted rounds of a session and measures their times. A front end reads its clock for it, and asks
/// after each action.
public struct RoundRecorder: Sendable {
  private var stopwatch = Stopwatch()

  /// The number of counted rounds so far.
  private var rounds = 0

  /// Creates a recorder for a session that has no counted rounds yet.
  public init() {}

  /// The row of the round that was counted since the last call; nil if there is none.
  ///
  /// - Parameters:
  ///   - session: The session after an action.
  ///   - player: The name of the player.
  ///   - now: The time in milliseconds; nil if it is not measured.
  ///   - isShown: Whether the player can see the screen.
  public mutating func note(
    _ session: Session, player: String, at now: UInt64?, isShown: Bool = true
  ) -> RecordRow? {
    if let now { stopwatch.note(isShown ? session.currentRound : nil, at: now) }
    guard session.countedRounds > rounds, let last = session.lastCounted else { return nil }
    rounds = session.countedRounds
    let time = stopwatch.take(last.number)
    return RecordRow(last, player: player, time: now == nil ? nil : time)
  }
}
