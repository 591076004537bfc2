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

  private let source: () -> [UInt8]?
  private var bytes: ArraySlice<UInt8> = []
  private var isAtEnd = false
  private var lineNumber = 0

  #if !hasFeature(Embedded)
    /// The columns, if the text is a CSV; otherwise nil.
    private var table: LevelTable?
  #endif

  #if !hasFeature(Embedded)
    /// Whether only blank lines and comments have been read.
    private var isAtHead = true
  #endif

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

  private var references: ReferenceResolver

  /// Reads from a source of bytes.
  ///
  /// - Parameter source: Returns the next piece, which must not be empty; nil at the end.
  public init(_ source: @escaping () -> [UInt8]?) { self.init(source, draw: nil) }

  /// Reads from a text.
  public init(_ text: String) { self.init(text, draw: nil) }

  /// Reads from a text, with a function that draws the levels of seed references.
  package init(
    _ text: String, draw: ((SeedReference) throws(GenerationError) -> Level)?
  ) {
    var pieces = [Array(text.utf8)]
    if text.isEmpty { pieces = [] }
    self.init({ pieces.popLast() }, draw: draw)
  }

  private init(
    _ source: @escaping () -> [UInt8]?,
    draw: ((SeedReference) throws(GenerationError) -> Level)?
  ) {
    self.source = source
    references = ReferenceResolver(draw: draw)
  }

  /// The next level; nil at the end.
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with line and column. Do not read on after an error.
  public mutating func next() throws(LevelError) -> Entry? {
    while true {
      if let line = listed.popLast() {
        guard line.isComment else { return try entry(line) }
        try take(line)
        continue
      }
      guard let line = try nextLine() else {
        if let picture = try endBlock() { return picture }
        if !listed.isEmpty { continue }
        try checkNameIsTaken()
        return nil
      }
      #if !hasFeature(Embedded)
        if table == nil, let place = line.content.utf8.firstIndex(of: 0x0D) {
          throw LevelError(
            Self.carriageReturns,
            at: TextPosition(
              line: line.number,
              column: line.contentStart.column + line.content[..<place].count))
        }
        if isAtHead, !line.isBlank, !line.isComment {
          isAtHead = false
          table = try LevelTable(header: line)
          if table != nil {
            try checkNotesAboveTable()
            continue
          }
        }
        if let table {
          if line.isBlank { continue }
          do throws(LevelError) { return try entry(table, line) } catch {
            throw Self.joined(line) ?? error
          }
        }
      #endif
      if line.isBlank {
        if let picture = try endBlock() { return picture }
      } else if isListing {
        guard line.isComment else { return try entry(line) }
        try take(line)
      } else {
        try wait(line)
      }
    }
  }

  /// Stores a line until the kind of its block is known.
  private mutating func wait(_ line: PictureLine) throws(LevelError) {
    if line.isComment {
      guard let note = try line.note() else {
        if waitingRows == 0 { remark = PictureLine.text(of: line.content) }
        return
      }
      if note != .lit, waitingRows == 0 {
        try take(note, of: line)
        return
      }
      // A second `; lit` adds nothing.
      if note == .lit, waiting.contains(where: { $0.isComment && $0.saysLit }) { return }
      guard waiting.count - waitingRows < Self.mostNotes else {
        throw LevelError(
          "more than \(Self.mostNotes) comments with a meaning; expected a level",
          at: line.contentStart)
      }
      waiting.append(line)
      return
    }
    waiting.append(line)
    waitingRows += 1
    if line.code.utf8.contains(where: Self.isOfCodes) {
      isListing = true
      listed = waiting.reversed()
      (waiting, waitingRows) = ([], 0)
    } else if waitingRows > RoomSize.sides.upperBound {
      throw LevelError(
        "more than \(RoomSize.sides.upperBound) rows",
        at: TextPosition(line: line.number, column: 1))
    }
  }

  private static func isOfCodes(_ byte: UInt8) -> Bool {
    byte.decimalDigit != nil || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "@")
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
    let level = try Level(picture: block)
    let picture = entry(level, first.number)
    for line in block where line.isComment {
      let note = try line.note()
      if case .level = note {
        throw LevelError(
          "a level's name must be above the first row of its picture", at: line.contentStart)
      }
      if case .rules = note {
        throw LevelError(
          "a level's rules must be above the first row of its picture", at: line.contentStart)
      }
      if note != .lit { try take(note, of: line) }
    }
    return picture
  }

  // MARK: Entries

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
        #if hasFeature(Embedded)
          throw error
        #else
          throw Self.joined(line) ?? error
        #endif
      }
      if PlacementReference.isMeant(by: text) { reference = text }
    }
    try line.check(comment)
    return entry(level, line.number, reference: reference, rules: rules)
  }

  #if !hasFeature(Embedded)
    /// The error for a header below the first line, where another file was appended; nil for other lines.
    private static func joined(_ line: PictureLine) -> LevelError? {
      guard (try? LevelTable(header: line)) != nil else { return nil }
      return LevelError(
        "a CSV header below other lines, as in two files that were joined; read them one by one",
        at: line.contentStart)
    }

    /// The level of a CSV row.
    private mutating func entry(
      _ table: LevelTable, _ line: PictureLine
    ) throws(LevelError) -> Entry {
      let row = try table.row(line) { () throws(LevelError) in try nextLine() }
      if let name = row.name { self.name = (name, line.contentStart) }
      let rows = row.level.filter { !$0.isBlank }
      guard let first = rows.first else {
        let place = row.level.first?.contentStart ?? line.contentStart
        throw LevelError("an empty cell, expected a level", at: place)
      }
      if rows.count == 1 { return try entry(first, reference: row.reference, rules: row.rules) }
      return entry(
        try Level(picture: rows), first.number, reference: row.reference, rules: row.rules)
    }
  #endif

  // MARK: Notes

  /// Applies a comment outside a picture.
  private mutating func take(_ comment: PictureLine) throws(LevelError) {
    let note = try comment.note()
    if note == nil { remark = PictureLine.text(of: comment.content) }
    try take(note, of: comment)
  }

  /// Applies a note outside a picture.
  private mutating func take(_ note: LevelNote?, of line: PictureLine) throws(LevelError) {
    switch note {
    case nil: break
    case .lit: throw line.strayLit
    case .level(let name):
      if let other = self.name {
        throw LevelError(
          "a second name for the same level; the first is in line \(other.place.line)",
          at: line.contentStart)
      }
      self.name = (name, line.contentStart)
    case .world(let name):
      try checkNameIsTaken()
      guard worlds.count < Self.mostNotes else {
        throw LevelError("more than \(Self.mostNotes) worlds", at: line.contentStart)
      }
      worlds.append(World(name: name, line: line.number))
      rules = nil
    case .unlock(let lock):
      guard let last = worlds.indices.last else {
        throw LevelError(
          "no world to unlock; expected '; world: NAME' above", at: line.contentStart)
      }
      guard worlds[last].lock == nil else {
        throw LevelError("a second lock for world '\(worlds[last].name)'", at: line.contentStart)
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

  #if !hasFeature(Embedded)
    /// Only worlds and rules are allowed above a table: names and light belong to single levels.
    private func checkNotesAboveTable() throws(LevelError) {
      if let line = waiting.first { throw line.strayLit }
      try checkNameIsTaken()
    }
  #endif

  // MARK: Lines

  /// The next line, without its newline; nil at the end.
  private mutating func nextLine() throws(LevelError) -> PictureLine? {
    // The start of the line, from earlier pieces.
    var begun: [UInt8] = []
    var line: ArraySlice<UInt8>
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        line = bytes[..<end]
        bytes = bytes[(end + 1)...]
        break
      }
      begun += bytes
      (bytes, line) = ([], [])
      guard begun.count <= Self.longestLine else { break }
      guard !isAtEnd, let piece = source() else {
        isAtEnd = true
        if begun.isEmpty { return nil }
        break
      }
      bytes = piece[...]
    }
    if !begun.isEmpty {
      begun += line
      line = begun[...]
    }
    lineNumber += 1
    guard line.count <= Self.longestLine else {
      let start = TextPosition(line: lineNumber, column: 1)
      #if !hasFeature(Embedded)
        if line.contains(0x0D) { throw LevelError(Self.carriageReturns, at: start) }
      #endif
      throw LevelError("a line of more than \(Self.longestLine) bytes; expected a level", at: start)
    }
    if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    let text = String(decoding: line, as: UTF8.self)
    #if !hasFeature(Embedded)
      // UTF-16 and UTF-32 have a NUL beside a Latin letter.
      if !text.utf8.elementsEqual(line) || lineNumber == 1 && line.prefix(2).contains(0) {
        throw encodingError(line, text)
      }
    #endif
    return PictureLine(text: text, number: lineNumber)
  }

  #if !hasFeature(Embedded)
    private static let carriageReturns =
      "lines that end with a carriage return alone (CR), expected LF or CR LF"

    /// The error for a line that is not UTF-8, or that begins as UTF-16 does.
    private func encodingError(_ line: ArraySlice<UInt8>, _ text: String) -> LevelError {
      let marks: [(bytes: [UInt8], name: String)] = [
        ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"),
        ([0xFF, 0xFE], "UTF-16"), ([0xFE, 0xFF], "UTF-16"),
      ]
      let start = TextPosition(line: lineNumber, column: 1)
      if lineNumber == 1, let mark = marks.first(where: { line.starts(with: $0.bytes) }) {
        return LevelError("the file is in \(mark.name), expected UTF-8", at: start)
      }
      if lineNumber == 1, line.prefix(2).contains(0) {
        return LevelError(
          "a NUL byte, as in UTF-16 or a file that is not text; expected UTF-8", at: start)
      }
      // In the text, U+FFFD stands for bad bytes. It begins with bytes with which a line can end too early.
      var valid = zip(text.utf8, line).lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
      while String(validating: line.prefix(valid), as: UTF8.self) == nil { valid -= 1 }
      let before = String(decoding: line.prefix(valid), as: UTF8.self).count
      return LevelError(
        "bytes that are not UTF-8; save the file as UTF-8",
        at: TextPosition(line: lineNumber, column: before + 1))
    }
  #endif
}

/// Generates the levels of seed references, and reuses the tables of the last family.
struct ReferenceResolver {
  /// The caller's function that draws the levels; nil if the resolver draws them itself.
  private let draw: ((SeedReference) throws(GenerationError) -> Level)?

  private var family: (generator: LevelGenerator, source: LevelSource)?

  /// The beginning of the last reference that named a level, its canonical form, and the family.
  private var last: (prefix: Substring, canonical: String, family: Family)?

  init(draw: ((SeedReference) throws(GenerationError) -> Level)? = nil) { self.draw = draw }

  /// A reference in its canonical form, if a text is one and a level is of its family; nil otherwise.
  ///
  /// The level of a seed reference is not drawn again, so it may have been changed since it was made.
  mutating func reference(_ text: Substring, of level: Level) -> String? {
    #if hasFeature(Embedded)
      // The page has no room for what it does not show.
      return nil
    #else
      guard let sign = text.utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
      // Most references differ from the one before only in their number.
      if let last, text.utf8[...sign].elementsEqual(last.prefix.utf8),
        UInt64(canonicalDigits: text.utf8[text.utf8.index(after: sign)...]) != nil
      {
        guard last.family.mayContain(level) else { return nil }
        return last.canonical + text[text.index(after: sign)...]
      }
      if let placement = try? PlacementReference(text) {
        return placement == PlacementReference(of: level) ? placement.description : nil
      }
      guard let reference = try? SeedReference(text), reference.family.mayContain(level) else {
        return nil
      }
      last = (text[...sign], reference.prefix, reference.family)
      return reference.description
    #endif
  }

  mutating func level(
    _ text: Substring, at origin: TextPosition
  ) throws(LevelError) -> Level {
    let reference: SeedReference
    do throws(NameError) { reference = try SeedReference(text) } catch {
      throw LevelError(error, at: origin)
    }
    do throws(GenerationError) {
      if let draw { return try draw(reference) }
      let source = try source(of: reference)
      return try source.level(at: reference.index)
    } catch {
      throw LevelError("\(reference): \(error)", at: origin)
    }
  }

  private mutating func source(
    of reference: SeedReference
  ) throws(GenerationError) -> LevelSource {
    if let family, family.generator.family == reference.family,
      family.generator.seed == reference.seed,
      family.generator.selection == reference.selection
    {
      return family.source
    }
    let generator = LevelGenerator(
      reference.family, seed: reference.seed, selection: reference.selection)
    let source = try LevelSource(generator)
    family = (generator, source)
    return source
  }
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

extension Family {
  /// Whether a level has the room, the light and the numbers of things of the family, and its start and its
  /// signpost in their corners. O(1).
  fileprivate func mayContain(_ level: Level) -> Bool {
    level.size == size && level.isLit == isLit && level.zombies.count == zombies
      && level.blocks.count == blocks && level.flashlights.count == flashlights
      && level.start == size.bottomRight && level.signpost == size.topLeft
  }
}
