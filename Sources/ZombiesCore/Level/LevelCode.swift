// The code: one line, similar to FEN in chess (see the article "Text forms").

extension Level {
  /// The canonical code, as in "S4/5/Z1#2/2F2/4P"; equal levels have equal codes.
  ///
  /// - Complexity: O(rows + things · log things).
  public var code: String {
    var text: [UInt8] = []
    appendCode(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the code as ASCII.
  package func appendCode(to text: inout [UInt8]) {
    var (row, column) = (0, 0)
    func floor(upTo end: Int) {
      if end > column { text.append(decimal: UInt64(end - column)) }
    }
    for (square, thing) in things {
      while row < square.row {
        floor(upTo: size.columns)
        text.append(UInt8(ascii: "/"))
        (row, column) = (row + 1, 0)
      }
      floor(upTo: square.column)
      text.append(thing.letter)
      column = square.column + 1
    }
    while true {
      floor(upTo: size.columns)
      (row, column) = (row + 1, 0)
      if row == size.rows { break }
      text.append(UInt8(ascii: "/"))
    }
    if isLit { text.append(contentsOf: "+lit".utf8) }
  }

  /// Reads a canonical code.
  ///
  /// - Parameters:
  ///   - code: The code, with nothing before or after it.
  ///   - origin: The position of its first character, for errors.
  /// - Throws: ``LevelError`` with the position and what was expected.
  /// - Complexity: O(length).
  public init(
    code: some StringProtocol, at origin: TextPosition = TextPosition(line: 1, column: 1)
  ) throws(LevelError) {
    var builder = LevelBuilder()
    let bytes = Array(code.utf8)
    var index = 0
    var position: TextPosition {
      // Everything before an error is ASCII, so bytes and characters are the same.
      TextPosition(line: origin.line, column: origin.column + index)
    }
    var isLit = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        let first = position
        var run = 0
        while index < bytes.count, let digit = bytes[index].decimalDigit {
          // More than 1024 squares is an error, so the exact number does not matter.
          run = min(run * 10 + digit, RoomSize.sides.upperBound + 1)
          index += 1
        }
        try builder.addFloor(run, at: first)
        continue
      case UInt8(ascii: "0"):
        throw LevelError("a number of floor squares cannot begin with 0", at: position)
      case UInt8(ascii: "/"):
        try builder.endRow(at: position)
      case UInt8(ascii: "+"):
        guard bytes[index...].elementsEqual("+lit".utf8) else {
          throw LevelError("only one +lit can follow the last row", at: position)
        }
        isLit = true
      case let byte:
        guard let thing = Thing(letter: byte) else {
          throw LevelError(Self.unexpected(in: code, atByte: index), at: position)
        }
        try builder.add(thing, at: position)
      }
      if isLit { break }
      index += 1
    }
    try builder.endRow(at: position)
    index = bytes.count
    self = try builder.level(isLit: isLit, at: position)
  }

  private static func unexpected(in code: some StringProtocol, atByte offset: Int) -> String {
    let rest = String(decoding: code.utf8.dropFirst(offset), as: UTF8.self)
    return "unexpected \(quoted(rest.first)), expected S, P, Z, #, F, a number of floor squares, / "
      + "or +lit"
  }
}

/// A character as errors show it: quoted, or as its code point if it would be invisible.
package func quoted(_ character: Character?) -> String {
  guard let character, let scalar = character.unicodeScalars.first else { return "the end" }
  return scalar.isInvisible || scalar == "\u{FFFD}"
    ? "the character " + scalar.number : "'\(character)'"
}
