import ZombiesCore
import ZombiesText

/// A round whose outcome has counted, and its row in the record of rounds (<doc:ThePlayedGame>, 7.3): CSV by RFC 4180,
/// with the columns that `zombies schema record` describes.
public struct RecordRow: Equatable, Sendable {
  /// The header row.
  public static let header =
    "trial,round,policy,level,outcome,moves,path,seconds,first_move_seconds,undos,hints,life,"
    + "catching_distance,chase,zombie_speed,hearing_distance\n"

  /// The attempt at the end of the round.
  let attempt: Attempt
  /// The outcome.
  public let outcome: Outcome
  /// The name of the player; nil if a session does not know it, because the round was not a turn at the board.
  public internal(set) var player: String?
  /// The time that the player took; nil if not measured.
  var time: RoundRecorder.Time?

  /// The trial, as in a batch with the same seed and family.
  public var trial: UInt64 { attempt.trial }
  /// The moves.
  public var path: [Direction] { attempt.path }

  /// The row as a line.
  ///
  /// - Parameter trial: The number of the round in the record.
  public func text(trial: UInt64) -> String {
    let cells: [String] = [
      String(trial), "0", Self.cell(player ?? ""), attempt.level.code, outcome.name,
      String(path.count), path.letters, time.map { Self.seconds($0.all) } ?? "",
      time?.firstMove.map(Self.seconds) ?? "", String(attempt.takenBack), String(attempt.hints),
      String(attempt.life),
    ]
    let rules = Rules.Variant.allCases.map { attempt.rules.value(of: $0) }
    return (cells + rules).joined(separator: ",") + "\n"
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
    "\(milliseconds / 1000)." + String(String(1000 + milliseconds % 1000).suffix(3))
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
      let (planned, overflows) = (first ?? 0).addingReportingOverflow(row.trial)
      var number = max(Self.next(after: last), overflows || first == nil ? 0 : planned)
      if row.attempt.turn != nil {
        if turn == row.trial { number = turnNumber }
        (turn, turnNumber) = (row.trial, number)
      }
      last = max(last ?? 0, number)
      text += row.text(trial: number)
    }
    return text
  }
}

/// Finds the counted rounds of a session and measures their times. A front end reads its clock for it, and asks
/// after each action. The time of a round counts only while its room is shown. All times are in milliseconds.
public struct RoundRecorder: Sendable {
  /// The time of a round.
  struct Time: Hashable, Sendable {
    /// The total time.
    var all: UInt64 = 0
    /// The time before the first move; nil if there was no move.
    var firstMove: UInt64?
    /// Whether the clock has run from the beginning of the round. It has not if the round was begun in an
    /// earlier session.
    let isWhole: Bool
  }

  /// The times of the rounds that are not finished, by number.
  private var times: [Int: Time] = [:]

  /// The current round when the clock was last read, and the time of that reading.
  private var (current, last): (Int?, UInt64) = (nil, 0)

  /// The last round whose time was taken. Its room is still shown, but the clock has stopped.
  private var taken: Int?

  /// The number of counted rounds so far.
  private var rounds = 0

  /// Creates a recorder for a session that has no counted rounds yet.
  public init() {}

  /// The row of the round that was counted since the last call; nil if there is none.
  ///
  /// - Parameters:
  ///   - session: The session after an action.
  ///   - player: The name of the player.
  ///   - now: The time of a clock that never goes back; nil if it is not measured.
  ///   - isShown: Whether the player can see the screen.
  public mutating func note(
    _ session: Session, player: String, at now: UInt64?, isShown: Bool = true
  ) -> RecordRow? {
    if let now { note(isShown ? session.shownRound : nil, at: now) }
    guard session.countedRounds > rounds, var row = session.lastCounted else { return nil }
    rounds = session.countedRounds
    row.player = row.player ?? player
    if let time = times.removeValue(forKey: row.attempt.number) {
      taken = row.attempt.number
      row.time = time.isWhole ? time : nil
    }
    return row
  }

  /// Updates the times after an action.
  private mutating func note(_ round: Attempt?, at now: UInt64) {
    if let current, now > last { times[current]?.all += now - last }
    (current, last) = (nil, now)
    guard let round, round.number != taken else { return }
    current = round.number
    var time = times[round.number] ?? Time(isWhole: round.path.isEmpty)
    if !round.path.isEmpty { time.firstMove = time.firstMove ?? time.all }
    times[round.number] = time
  }
}

extension Session {
  /// The round whose room is shown, on the screen or in words; nil if there is none.
  fileprivate var shownRound: Attempt? {
    isInRoom && (page == nil || page == .text) && attempt.number > 0 ? attempt : nil
  }
}
