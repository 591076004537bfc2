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

  /// The rows, line by line.
  public private(set) var rows = ""

  /// The number of rows.
  public private(set) var count = 0

  /// The largest number of a row; nil if there are no rows.
  private var last: UInt64?

  /// What a session has added, until it learns that this was stored.
  private var added: RecordedPlays?

  /// Creates an empty record.
  public init() {}

  /// Adds rows, and removes the oldest ones beyond a limit.
  mutating func add(_ lines: String, _ number: Int, atMost most: Int = most) {
    rows += lines
    count += number
    guard count > most else { return }
    var rest = rows.utf8[...]
    while count > most, let end = rest.firstIndex(of: 0x0A) {
      rest = rest[rest.index(after: end)...]
      count -= 1
    }
    rows = String(Substring(rest))
  }
}

extension KeptPlays: Kept {
  private static let form = KeptText(name: "zombies-plays", what: "a record of rounds", version: 1)

  /// The record in the text form.
  public var text: String { Self.form.text(rows.isEmpty ? [] : [String(rows.dropLast())]) }

  /// Reads a record. An empty text is an empty record.
  ///
  /// - Throws: ``ProgressError`` if the text was not written by ``text``.
  public init(text: String) throws(ProgressError) {
    self.init()
    if text.isEmpty { return }
    for (place, line) in try Self.form.lines(of: text).enumerated() {
      guard RecordRow.isWhole(line.utf8),
        let trial = UInt64(canonicalDigits: line.utf8.prefix { $0 != UInt8(ascii: ",") })
      else { throw Self.form.damaged(place + 2) }
      last = max(last ?? 0, trial)
      rows += line + "\n"
      count += 1
    }
    add("", 0)
  }

  /// Whether two records have the same rows.
  public static func == (one: KeptPlays, other: KeptPlays) -> Bool { one.rows == other.rows }

  /// Adds the rounds of a session that are not stored yet, or removes all others.
  public func joined(with session: Session) -> KeptPlays {
    let plays = session.plays
    if plays.rows.isEmpty, !plays.removesOthers { return self }
    var joined = plays.removesOthers ? KeptPlays() : self
    var added = plays
    joined.add(added.numbers.text(of: plays.rows, after: &joined.last), plays.rows.count)
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
struct RecordedPlays: Hashable, Sendable {
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
