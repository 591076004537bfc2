import ZombiesCore

// The text form of the rounds that a browser keeps: the rows of a record, without its header:
//
//     zombies-plays 1
//     0,0,Ann,SP,won,1,L,2.250,2.250,0,0,1,1,longest,1,2
//     end 0123456789abcdef

/// The newest counted rounds of a page, for a file of them (<doc:ThePlayedGame>, 7.3).
public struct KeptPlays: Sendable {
  /// The maximum number of rounds.
  public static let most = 2000

  /// The rows.
  private var lines: [String] = []

  /// What a session has added, until it learns that this was stored.
  private var added: RecordedPlays?

  /// Creates an empty record.
  public init() {}

  /// The rows, line by line.
  public var rows: String { lines.map { $0 + "\n" }.joined() }

  /// The number of rows.
  public var count: Int { lines.count }
}

extension KeptPlays: Kept {
  private static let form = KeptText(name: "zombies-plays", what: "a record of rounds", version: 1)

  /// The record in the text form.
  public var text: String { Self.form.text(lines) }

  /// Reads a record. An empty text is an empty record.
  ///
  /// - Throws: ``ProgressError`` if the text was not written by ``text``.
  public init(text: String) throws(ProgressError) {
    self.init()
    if text.isEmpty { return }
    let rows = try Self.form.lines(of: text)
    if let place = rows.firstIndex(where: { Self.number(of: $0) == nil }) {
      throw Self.form.damaged(place + 2)
    }
    lines = rows.suffix(Self.most)
  }

  /// The number of a row; nil if a line is not a row.
  private static func number(of line: String) -> UInt64? {
    guard RecordRow.isWhole(line.utf8) else { return nil }
    return UInt64(canonicalDigits: line.utf8.prefix { $0 != UInt8(ascii: ",") })
  }

  /// Whether two records have the same rows.
  public static func == (one: KeptPlays, other: KeptPlays) -> Bool { one.lines == other.lines }

  /// Adds the rounds of a session that are not stored yet, or removes all others.
  public func joined(with session: Session) -> KeptPlays {
    let plays = session.plays
    if plays.rows.isEmpty, !plays.removesOthers { return self }
    var joined = plays.removesOthers ? KeptPlays() : self
    var (added, last) = (plays, joined.lines.compactMap(Self.number).max())
    let rows = added.numbers.text(of: plays.rows, after: &last).utf8.split(separator: 0x0A)
    joined.lines = (joined.lines + rows.map { String(Substring($0)) }).suffix(Self.most)
    joined.added = added
    return joined
  }

  /// Tells a session that its rounds are stored, if they are.
  public func teach(_ session: inout Session) {
    guard let added else { return }
    session.plays.rows.removeFirst(min(added.rows.count, session.plays.rows.count))
    (session.plays.removesOthers, session.plays.numbers) = (false, added.numbers)
  }
}

/// The counted rounds of a session that are not stored yet.
struct RecordedPlays: Equatable, Sendable {
  var rows: [RecordRow] = []

  /// Whether the rounds that were stored before are removed.
  var removesOthers = false

  /// The numbers of the rounds.
  var numbers = RecordNumbers()
}

extension Session {
  /// Adds a counted round to those that ``KeptPlays`` stores.
  public mutating func record(_ row: RecordRow) {
    plays.rows.append(row)
    if plays.rows.count > KeptPlays.most { plays.rows.removeFirst() }
  }

  /// Removes all counted rounds from those that ``KeptPlays`` stores.
  public mutating func removePlays() {
    (plays.rows, plays.removesOthers) = ([], true)
  }

  /// Whether the player asked for the file of counted rounds, once. The value is whether they are removed
  /// afterwards; nil if the player did not ask.
  public mutating func takeWantedPlays() -> Bool? {
    defer { wantedPlays = nil }
    return wantedPlays
  }
}
