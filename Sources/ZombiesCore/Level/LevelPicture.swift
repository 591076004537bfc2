// The picture: two or more lines of letters or emoji (see the article "Text forms").

/// The two styles of a picture.
public enum PictureStyle: String, CaseIterable, Sendable {
  /// Letters, with `.` for floor.
  case letters = "picture"

  /// Emoji, with ⬜️ for floor.
  case emoji

  /// The symbol of a thing in this style.
  public func symbol(_ thing: Thing?) -> String {
    switch self {
    case .letters: thing.map { String(UnicodeScalar($0.letter)) } ?? "."
    case .emoji: thing?.emoji ?? "⬜️"
    }
  }

  /// The symbol for a square that the player cannot see.
  public var unseen: String {
    switch self {
    case .letters: "?"
    case .emoji: "⬛️"
    }
  }
}

extension Level {
  /// The picture: one line per row, without a newline at the end, and `; lit` below a lit room.
  public func picture(_ style: PictureStyle = .letters) -> String {
    let floor = style.symbol(nil)
    var lines = [[String]](
      repeating: [String](repeating: floor, count: size.columns), count: size.rows)
    for (square, thing) in things { lines[square.row][square.column] = style.symbol(thing) }
    return (lines.map { $0.joined() } + (isLit ? ["; lit"] : [])).joined(separator: "\n")
  }

  /// Reads a picture: lines of letters or emoji, with or without variation selectors and ZWJ
  /// sequences, and comment lines that begin with `;`. One of the comments may be `; lit`. A near
  /// miss such as `; Lit` is an error. Blanks before the rows must be the same in every row.
  ///
  /// - Parameters:
  ///   - picture: The lines, one per row.
  ///   - line: The number of the first line, for errors.
  /// - Throws: ``LevelError`` with the position and what was expected.
  public init(picture: some StringProtocol, line: Int = 1) throws(LevelError) {
    var lines = PictureLine.lines(of: String(picture), from: line)
    // A final newline is allowed.
    if lines.count > 1, lines.last?.isBlank == true { lines.removeLast() }
    try self.init(picture: lines)
  }

  /// Reads a picture from lines that know their position in the file.
  package init(picture lines: [PictureLine]) throws(LevelError) {
    var builder = LevelBuilder()
    var isLit = false
    var end = TextPosition(line: lines.first?.number ?? 1, column: 1)
    let first = lines.first { !$0.isComment }
    for line in lines {
      if line.isComment {
        isLit = try line.note() == .lit || isLit
        continue
      }
      if let first, !line.isBlank, !line.indent.utf8.elementsEqual(first.indent.utf8) {
        throw LevelError(
          "this row is not indented like the row in line \(first.number); a blank is not a square, "
            + "write '.' or ⬜️ for floor", at: line.contentStart)
      }
      end = try builder.addRow(line)
    }
    guard builder.row > 1 else {
      throw LevelError("a picture has two or more rows; write a single row as a code", at: end)
    }
    self = try builder.level(isLit: isLit, at: end)
  }

  /// Reads a level from a code, or from a picture if the text has several lines.
  ///
  /// `LevelReader` in ZombiesGenerator also reads seed references, whose levels it can make.
  /// - Throws: ``LevelError`` with the position and what was expected.
  public init(_ text: String) throws(LevelError) {
    let lines = PictureLine.lines(of: text)
    let rows = lines.filter { !$0.isBlank && !$0.isComment }
    guard let first = rows.first else {
      throw LevelError(
        "expected a level: a code, or a picture of two or more lines",
        at: TextPosition(line: 1, column: 1))
    }
    if rows.count == 1 {
      for line in lines where try line.note() == .lit { throw line.strayLit }
      try self.init(code: first.code, at: first.contentStart)
      try first.check(first.parted.comment)
    } else {
      try self.init(picture: lines.filter { !$0.isBlank })
    }
  }
}

extension LevelBuilder {
  /// Adds a row of a picture and returns the position after it.
  ///
  /// `Character` is not used here: its boundaries come from Unicode tables that change with the
  /// version of the standard library.
  fileprivate mutating func addRow(_ line: PictureLine) throws(LevelError) -> TextPosition {
    var position = line.contentStart
    var scalars = line.content.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case ".", "⬜": try addFloor(1, at: position)
      case "⬛":
        throw LevelError(
          "⬛ means a square that the player cannot see; a level must show every square",
          at: position)
      default:
        let thing =
          scalar.isASCII
          ? Thing(letter: UInt8(truncatingIfNeeded: scalar.value))
          : Thing.allCases.first { $0.emoji.unicodeScalars.first == scalar }
        guard let thing else {
          throw LevelError(Self.unexpected(scalar, before: scalars), at: position)
        }
        try add(thing, at: position)
      }
      if !scalar.isASCII { Self.dropModifiers(&scalars) }
      position.column += 1
    }
    try endRow(at: position)
    return position
  }

  private static func unexpected(
    _ scalar: Unicode.Scalar, before rest: Substring.UnicodeScalarView
  ) -> String {
    let next = rest.first { $0 != " " && $0 != "\t" }
    return scalar == ";" || (scalar == " " || scalar == "\t") && next == ";"
      ? "a comment in a picture must be on a line of its own, not after a row"
      : "unexpected \(quoted(Character(scalar))), expected S, P, Z, #, F or . or their emoji"
  }

  /// Drops variation selectors, skin tones and ZWJ sequences: everything that turns 🚶 into 🚶🏽‍♀️.
  private static func dropModifiers(_ scalars: inout Substring.UnicodeScalarView) {
    while let scalar = scalars.first {
      switch scalar.value {
      case 0xFE0E, 0xFE0F, 0x1F3FB...0x1F3FF:
        scalars.removeFirst()
      case 0x200D:
        // The joiner belongs to ♀, ♂ or an arrow; anything else is a square of its own.
        guard let next = scalars.dropFirst().first,
          [0x2640, 0x2642, 0x27A1].contains(next.value)
        else { return }
        scalars.removeFirst(2)
      default:
        return
      }
    }
  }
}
