import ZombiesCore

/// Reads levels in any text form (<doc:/ZombiesCore/TextForms>): codes, pictures, seed
/// references and placement references, in any number and order, or a CSV with a column `level`.
///
/// A line that begins with `;` is a comment. After a code or a reference, a `;` that follows a
/// blank also begins a comment. Blank lines separate blocks. A block of two or more lines without a
/// digit, `/`, `+` or `@` is one picture; otherwise each line is a code or a reference. Some
/// comments have a meaning: `; lit` in a picture, and `; world: NAME`, `; level: NAME`,
/// `; unlock: …` and `; rules: …` above the levels that they describe. A reference alone in the
/// comment above a level, or behind its code, names the level that it was made from.
///
/// If the first line is a CSV header with a column `level`, the reader reads that column, and the
/// columns `name`, `reference` and those of the rules if they exist. Comments are allowed above the
/// header, but not below it. Blank lines are ignored.
///
/// The reader reads the text in pieces, so its memory does not grow with the number of levels.
public struct LevelReader {
  /// A level and its position in the text.
  public struct Entry: Sendable {
    /// The level.
    public let level: Level
    /// The line of its code or reference, or the first line of its picture, from 1.
    public let line: Int
    /// Its name from `; level: NAME` or the column `name`; nil if it has none.
    public let name: String?
    /// Its reference: the text itself, the comment above it or behind it, or the column `reference`.
    /// Nil if there is none, or if the level does not fit it: another placement, or another family.
    public let reference: String?
    /// The index of its world in ``LevelReader/worlds``; nil if it is in no world.
    public let world: Int?
    /// Its rules from `; rules: …`, or from the columns of a CSV if they are not the default ones;
    /// nil if the file does not say them.
    public let rules: NamedRules?
    /// The line of those rules; nil if there is none.
    public let rulesLine: Int?
  }

  /// A world of a campaign.
  public struct World: Hashable, Sendable {
    /// Its name from `; world: NAME`.
    public let name: String
    /// The line where it begins, from 1.
    public let line: Int
    /// The condition that opens it, from `; unlock: …`; nil if none is given.
    public fileprivate(set) var lock: WorldLock?
    /// The line of that condition; nil if none is given.
    public fileprivate(set) var lockLine: Int?
  }

  /// The maximum length of a line in bytes. The code of a level needs less than half of it.
  public static let longestLine = 1 << 22

  /// The maximum number of worlds in a text, and of notes in a block.
  private static let mostNotes = 10_000

  /// The worlds found so far.
  public private(set) var worlds: [World] = []

  private var lines: LevelLines

  /// The columns, if the text is a CSV; otherwise nil.
  private var table: Table?

  /// Whether only blank lines and comments have been read.
  private var isAtHead = true

  /// The rows and notes of the current block, which may be a picture.
  private var waiting: [PictureLine] = []
  private var waitingRows = 0

  /// Whether the current block is known to contain codes and references.
  private var isListing = false

  /// Lines known to be codes, references or notes between them, in reverse order.
  private var listed: [PictureLine] = []

  /// The name of the next level, and its position.
  private var name: (text: String, place: TextPosition)?

  /// The text of the comment above the next level, which may be its reference.
  private var remark: Substring?

  /// The rules of the next levels, and their line.
  private var rules: (rules: NamedRules, line: Int)?

  private var references = ReferenceResolver()

  /// Reads from a source of bytes.
  ///
  /// - Parameter source: Returns the next piece, which must not be empty; nil at the end.
  public init(_ source: @escaping () -> [UInt8]?) { lines = LevelLines(source) }

  /// Reads from a text.
  public init(_ text: String) {
    var pieces = text.isEmpty ? [] : [Array(text.utf8)]
    self.init { pieces.popLast() }
  }

  /// Reads from a text, with a function that draws the levels of seed references.
  package init(
    _ text: String, draw: ((SeedReference) throws(GenerationError) -> Level)?
  ) {
    self.init(text)
    references.draw = draw
  }

  /// The next level; nil at the end.
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with line and column. Do not read on after an error.
  public mutating func next() throws(LevelError) -> Entry? {
    while true {
      if let line = listed.popLast() {
        if let entry = try read(line) { return entry }
      } else if let line = try lines.next(inTable: table != nil) {
        if isAtHead, !line.isBlank, !line.isComment {
          isAtHead = false
          table = try Table(header: line)
          if table != nil {
            // Only worlds and rules are allowed above a table: names and light belong to single levels.
            if let note = waiting.first { throw note.strayLit }
            try checkNameIsTaken()
            continue
          }
        }
        if let table {
          if !line.isBlank { return try read(line, of: table) }
        } else if line.isBlank {
          if let picture = try endBlock() { return picture }
        } else if isListing {
          if let entry = try read(line) { return entry }
        } else {
          try wait(line)
        }
      } else {
        if let picture = try endBlock() { return picture }
        if listed.isEmpty {
          try checkNameIsTaken()
          return nil
        }
      }
    }
  }

  /// Stores a line until the kind of its block is known.
  private mutating func wait(_ line: PictureLine) throws(LevelError) {
    if line.isComment {
      let note = try line.note()
      if waitingRows == 0, note != .lit { return try take(note, of: line) }
      // A second `; lit` adds nothing.
      if note == nil || note == .lit && waiting.contains(where: { $0.saysLit }) { return }
      guard waiting.count - waitingRows < Self.mostNotes else {
        throw line.error(
          "more than \(Self.mostNotes) comments with a meaning; expected a level")
      }
      waiting.append(line)
      return
    }
    waiting.append(line)
    waitingRows += 1
    func isOfCodes(_ byte: UInt8) -> Bool {
      byte.decimalDigit != nil || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "@")
    }
    if line.code.utf8.contains(where: isOfCodes) {
      isListing = true
      listed = waiting.reversed()
      (waiting, waitingRows) = ([], 0)
    } else if waitingRows > RoomSize.sides.upperBound {
      throw LevelError(
        "more than \(RoomSize.sides.upperBound) rows",
        at: TextPosition(line: line.number, column: 1))
    }
  }

  /// Ends a block: the waiting lines are a picture, or a single line with a code.
  private mutating func endBlock() throws(LevelError) -> Entry? {
    let (block, rows) = (waiting, waitingRows)
    (waiting, waitingRows, isListing) = ([], 0, false)
    guard let first = block.first(where: { !$0.isComment }), rows > 1 else {
      listed = block.reversed()
      if listed.isEmpty { remark = nil }
      return nil
    }
    let picture = entry(try Level(picture: block), first.number)
    for line in block where line.isComment {
      let note = try line.note()
      switch note {
      case .lit: break
      case .level: throw line.error("a level's name \(Self.aboveRows)")
      case .rules: throw line.error("a level's rules \(Self.aboveRows)")
      default: try take(note, of: line)
      }
    }
    return picture
  }

  private static let aboveRows = "must be above the first row of its picture"

  // MARK: Entries

  /// Reads a line that is a code, a reference or a comment between them; nil for a comment.
  private mutating func read(_ line: PictureLine) throws(LevelError) -> Entry? {
    guard line.isComment else { return try entry(line) }
    try take(line.note(), of: line)
    return nil
  }

  /// Reads a row of a CSV, which begins with a line.
  private mutating func read(_ line: PictureLine, of table: Table) throws(LevelError) -> Entry {
    do throws(LevelError) {
      let row = try table.row(line) { () throws(LevelError) in try lines.next(inTable: true) }
      if let name = row.name { self.name = (name, line.contentStart) }
      let rows = row.level.filter { !$0.isBlank }
      guard let first = rows.first else {
        throw (row.level.first ?? line).error("an empty cell, expected a level")
      }
      if rows.count == 1 { return try entry(first, reference: row.reference, rules: row.rules) }
      return entry(
        try Level(picture: rows), first.number, reference: row.reference, rules: row.rules)
    } catch {
      throw Self.joined(line) ?? error
    }
  }

  /// The error for a header below the first line, where another file was appended; nil for other lines.
  private static func joined(_ line: PictureLine) -> LevelError? {
    guard (try? Table(header: line)) != nil else { return nil }
    return line.error(
      "a CSV header below other lines, as in two files that were joined; read them one by one")
  }

  /// The level of a line that contains a code or a reference.
  private mutating func entry(
    _ line: PictureLine, reference: Substring? = nil, rules: NamedRules? = nil
  ) throws(LevelError) -> Entry {
    let (text, comment) = line.parted
    let level: Level
    var reference = reference ?? comment.map { PictureLine.text(of: $0) }
    if text.utf8.contains(UInt8(ascii: "@")) {
      level = try references.level(text, at: line.contentStart)
      reference = text
    } else {
      do throws(LevelError) {
        level = try Level(codeOrPlacement: text, at: line.contentStart)
      } catch {
        throw Self.joined(line) ?? error
      }
      if PlacementReference.isMeant(by: text) { reference = text }
    }
    try line.check(comment)
    return entry(level, line.number, reference: reference, rules: rules)
  }

  private mutating func entry(
    _ level: Level, _ line: Int, reference: Substring? = nil, rules own: NamedRules? = nil
  ) -> Entry {
    defer { (name, remark) = (nil, nil) }
    let claim = reference ?? remark
    return Entry(
      level: level, line: line, name: name?.text,
      reference: claim.flatMap { references.reference($0, of: level) },
      world: worlds.isEmpty ? nil : worlds.count - 1, rules: own ?? rules?.rules,
      rulesLine: own == nil ? rules?.line : line)
  }

  // MARK: Notes

  /// Applies a comment outside a picture: a note, or else a text that may be the next level's reference.
  private mutating func take(_ note: LevelNote?, of line: PictureLine) throws(LevelError) {
    switch note {
    case nil: remark = PictureLine.text(of: line.content)
    case .lit: throw line.strayLit
    case .level(let name):
      if let other = self.name {
        throw line.error(
          "a second name for the same level; the first is in line \(other.place.line)")
      }
      self.name = (name, line.contentStart)
    case .world(let name):
      try checkNameIsTaken()
      guard worlds.count < Self.mostNotes else {
        throw line.error("more than \(Self.mostNotes) worlds")
      }
      worlds.append(World(name: name, line: line.number))
      rules = nil
    case .unlock(let lock):
      guard let last = worlds.indices.last else {
        throw line.error("no world to unlock; expected '; world: NAME' above")
      }
      guard worlds[last].lock == nil else {
        throw line.error("a second lock for world '\(worlds[last].name)'")
      }
      worlds[last].lock = lock
      worlds[last].lockLine = line.number
    case .rules(let rules): self.rules = (rules, line.number)
    }
  }

  private func checkNameIsTaken() throws(LevelError) {
    guard let name else { return }
    throw LevelError("no level follows this name", at: name.place)
  }
}

#if hasFeature(Embedded)
  /// The columns of a CSV. The page has no room for them, so no line is a header.
  private struct Table {
    init?(header: PictureLine) throws(LevelError) { return nil }

    func row(
      _ line: PictureLine, next: () throws(LevelError) -> PictureLine?
    ) throws(LevelError) -> LevelTable.Row { LevelTable.Row() }
  }
#else
  private typealias Table = LevelTable
#endif

extension PictureLine {
  /// An error at the beginning of the line.
  func error(_ problem: String) -> LevelError { LevelError(problem, at: contentStart) }
}

extension LevelReader {
  /// The only level.
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` if there is none, or more than one.
  package mutating func onlyEntry() throws(LevelError) -> Entry {
    guard let entry = try next() else {
      throw LevelError(
        "expected a level: a code, a reference or a picture",
        at: TextPosition(line: 1, column: 1))
    }
    if let other = try next() {
      throw LevelError(
        "expected one level, but a second one begins here",
        at: TextPosition(line: other.line, column: 1))
    }
    return entry
  }
}

extension Level {
  /// Reads all levels in a text, as the commands read a file (``LevelReader``).
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with line and column.
  public static func levels(in text: String) throws(LevelError) -> [Level] {
    var reader = LevelReader(text)
    var levels: [Level] = []
    while let entry = try reader.next() { levels.append(entry.level) }
    return levels
  }

  /// Reads a level in any text form: a code, a picture, a seed reference or a placement reference.
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with the position and what was expected.
  public init(anyForm text: String) throws(LevelError) {
    var reader = LevelReader(text)
    self = try reader.onlyEntry().level
  }
}
