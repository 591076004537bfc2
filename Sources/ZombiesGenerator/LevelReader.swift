/// Reads levels from text in any of its forms (RULES.md section 6): codes, seed references and
/// pictures, any number of them, in any order.
///
/// Lines that begin with `;` are comments, and blank lines separate blocks. A block of two or more
/// lines that holds no digit, `/`, `+` or `@` is one picture; otherwise each line is a code or a
/// reference. The text is read piece by piece: memory does not grow with the number of levels.
public struct LevelReader {
  /// A level and where it was found.
  public struct Entry: Sendable {
    /// The level.
    public let level: Level
    /// The line of its code or reference, or the first line of its picture, from 1.
    public let line: Int
  }

  /// The longest line that is read, in bytes; a level's code has less than half of that.
  public static let longestLine = 1 << 22

  private let source: () -> [UInt8]?
  private var bytes: ArraySlice<UInt8> = []
  private var isAtEnd = false
  private var lineNumber = 0

  /// Rows and comments of the block under way, which may be a picture.
  private var waiting: [PictureLine] = []
  private var waitingRows = 0

  /// Whether the block under way is known to hold codes and references.
  private var isListing = false

  /// Lines that are known to be codes or references, the next one last.
  private var listed: [PictureLine] = []

  private var references = ReferenceResolver()

  /// Reads from a source of bytes.
  ///
  /// - Parameter source: Returns the next piece, of any length but 0, and nil at the end.
  public init(_ source: @escaping () -> [UInt8]?) { self.source = source }

  /// Reads from a text.
  public init(_ text: String) {
    var pieces = [Array(text.utf8)]
    if text.isEmpty { pieces = [] }
    self.init { pieces.popLast() }
  }

  /// The next level; nil at the end.
  ///
  /// - Throws: ``LevelError`` with line and column. What follows must not be read then.
  public mutating func next() throws(LevelError) -> Entry? {
    while true {
      if let line = listed.popLast() { return try entry(line) }
      guard let line = try nextLine() else { return try endBlock() }
      if line.isBlank {
        if let picture = try endBlock() { return picture }
      } else if isListing {
        if !line.isComment { return try entry(line) }
      } else {
        try wait(line)
      }
    }
  }

  /// Keeps a line until it is known what its block is.
  private mutating func wait(_ line: PictureLine) throws(LevelError) {
    if line.isComment {
      // Of comments only `; lit` matters, and once.
      if line.saysLit, !waiting.contains(where: \.isComment) { waiting.append(line) }
      return
    }
    waiting.append(line)
    waitingRows += 1
    if line.content.utf8.contains(where: Self.isOfCodes) {
      isListing = true
      listed = waiting.filter { !$0.isComment }.reversed()
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

  /// Ends a block: what waits is a picture, or a single line that is a code.
  private mutating func endBlock() throws(LevelError) -> Entry? {
    defer { (waiting, waitingRows, isListing) = ([], 0, false) }
    guard let first = waiting.first(where: { !$0.isComment }) else { return nil }
    if waitingRows == 1 { return try entry(first) }
    return Entry(level: try Level(picture: waiting), line: first.number)
  }

  private mutating func entry(_ line: PictureLine) throws(LevelError) -> Entry {
    let text = line.content
    guard text.utf8.contains(UInt8(ascii: "@")) else {
      return Entry(level: try Level(code: text, at: line.contentStart), line: line.number)
    }
    return Entry(
      level: try references.level(text, at: line.contentStart), line: line.number)
  }

  /// The next line, without its newline; nil at the end.
  private mutating func nextLine() throws(LevelError) -> PictureLine? {
    var line: [UInt8] = []
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        line += bytes[..<end]
        bytes = bytes[(end + 1)...]
        break
      }
      line += bytes
      bytes = []
      guard line.count <= Self.longestLine else { break }
      guard !isAtEnd, let piece = source() else {
        isAtEnd = true
        if line.isEmpty { return nil }
        break
      }
      bytes = piece[...]
    }
    lineNumber += 1
    guard line.count <= Self.longestLine else {
      throw LevelError(
        "a line of more than \(Self.longestLine) bytes, expected a level",
        at: TextPosition(line: lineNumber, column: 1))
    }
    if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    return PictureLine(text: String(decoding: line, as: UTF8.self), number: lineNumber)
  }
}

/// Makes the levels of seed references, keeping the tables of the family used last.
struct ReferenceResolver {
  private var family: (generator: LevelGenerator, source: LevelSource)?

  mutating func level(
    _ text: Substring, at origin: TextPosition
  ) throws(LevelError) -> Level {
    let reference: SeedReference
    do throws(NameError) { reference = try SeedReference(text) } catch {
      let place = TextPosition(line: origin.line, column: origin.column + error.offset)
      throw LevelError(error.problem, at: place)
    }
    do throws(GenerationError) {
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

extension Level {
  /// Reads a level from text in any of its forms: a code, a seed reference or a picture.
  ///
  /// - Throws: ``LevelError`` with the place and what was expected.
  public init(anyForm text: String) throws(LevelError) {
    var reader = LevelReader(text)
    guard let entry = try reader.next() else {
      throw LevelError(
        "expected a level: a code, a seed reference or a picture",
        at: TextPosition(line: 1, column: 1))
    }
    if let other = try reader.next() {
      throw LevelError(
        "expected one level, here a second one begins",
        at: TextPosition(line: other.line, column: 1))
    }
    self = entry.level
  }
}
