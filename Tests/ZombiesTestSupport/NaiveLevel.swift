/// A level of the game ("The rules", section 1). Squares are indices: row × columns + column.
public struct NaiveLevel: Hashable, Sendable, CustomStringConvertible {
  /// The number of rows, 1 to 1024.
  public let rows: Int
  /// The number of columns, 1 to 1024.
  public let columns: Int
  /// The square on which the player begins.
  public let start: Int
  /// The signpost's square.
  public let signpost: Int
  /// The zombies' squares, in reading order.
  public let zombies: [Int]
  /// The blocks' squares, in reading order.
  public let blocks: [Int]
  /// The flashlights' squares, in reading order.
  public let flashlights: [Int]
  /// Whether the level begins lit.
  public let lit: Bool

  /// Makes a level from things in any order. They must be in the room and on different squares.
  public init(
    rows: Int, columns: Int, start: Int, signpost: Int,
    zombies: [Int] = [], blocks: [Int] = [], flashlights: [Int] = [], lit: Bool = false
  ) {
    self.rows = rows
    self.columns = columns
    self.start = start
    self.signpost = signpost
    self.zombies = zombies.sorted()
    self.blocks = blocks.sorted()
    self.flashlights = flashlights.sorted()
    self.lit = lit
  }

  /// The number of squares in the room.
  public var squareCount: Int { rows * columns }

  /// The level's code, for failing tests.
  public var description: String { code }

  /// The letter of each square, in reading order.
  private var letters: [Character] {
    var letters = [Character](repeating: ".", count: squareCount)
    letters[start] = "P"
    letters[signpost] = "S"
    for square in zombies { letters[square] = "Z" }
    for square in blocks { letters[square] = "#" }
    for square in flashlights { letters[square] = "F" }
    return letters
  }

  /// The canonical code ("Text forms", "Codes").
  public var code: String {
    let letters = letters
    var code = ""
    for row in 0..<rows {
      if row > 0 { code += "/" }
      var floor = 0
      for column in 0..<columns {
        let letter = letters[row * columns + column]
        if letter == "." {
          floor += 1
        } else {
          if floor > 0 { code += String(floor) }
          floor = 0
          code.append(letter)
        }
      }
      if floor > 0 { code += String(floor) }
    }
    return lit ? code + "+lit" : code
  }

  /// The picture in letters ("Text forms", "Pictures"), with `; lit` as the last line if lit.
  public var picture: String {
    let letters = letters
    var lines: [String] = []
    for row in 0..<rows {
      lines.append(String(letters[(row * columns)..<((row + 1) * columns)]))
    }
    if lit { lines.append("; lit") }
    return lines.joined(separator: "\n")
  }

  /// Reads a code. Nil unless it is the canonical code of a level ("Text forms", "Codes").
  public init?(code: String) {
    // A lit room's code ends with one `+lit`.
    var body = Array(code.utf8)
    let litEnding = Array("+lit".utf8)
    let lit = body.count >= 4 && Array(body.suffix(4)) == litEnding
    if lit { body.removeLast(4) }

    var square = 0
    var starts: [Int] = []
    var signposts: [Int] = []
    var zombies: [Int] = []
    var blocks: [Int] = []
    var flashlights: [Int] = []

    // Rows from the top, joined by `/`, each of the same width and none empty.
    let rows = body.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard rows.count <= 1024 else { return nil }
    var columns: Int?
    for row in rows {
      guard let letters = Self.letters(ofRow: Array(row)) else { return nil }
      guard !letters.isEmpty, columns == nil || columns == letters.count else { return nil }
      columns = letters.count
      for letter in letters {
        switch letter {
        case UInt8(ascii: "S"): signposts.append(square)
        case UInt8(ascii: "P"): starts.append(square)
        case UInt8(ascii: "Z"): zombies.append(square)
        case UInt8(ascii: "#"): blocks.append(square)
        case UInt8(ascii: "F"): flashlights.append(square)
        default: break
        }
        square += 1
      }
    }

    // Exactly one start and one signpost, which makes at least two squares.
    guard let columns, starts.count == 1, signposts.count == 1 else { return nil }
    self.init(
      rows: rows.count, columns: columns, start: starts[0], signpost: signposts[0],
      zombies: zombies, blocks: blocks, flashlights: flashlights, lit: lit)
  }

  /// The squares of one row of a code, `.` for floor. Nil if it is bad or wider than 1024.
  private static func letters(ofRow row: [UInt8]) -> [UInt8]? {
    var letters: [UInt8] = []
    var position = 0
    while position < row.count {
      let byte = row[position]
      if "SPZ#F".utf8.contains(byte) {
        letters.append(byte)
        position += 1
      } else if byte >= UInt8(ascii: "1") && byte <= UInt8(ascii: "9") {
        // The length in decimal, from 1, without leading zeros, at most 1024.
        var length = 0
        while position < row.count,
          row[position] >= UInt8(ascii: "0"), row[position] <= UInt8(ascii: "9")
        {
          length = length * 10 + Int(row[position] - UInt8(ascii: "0"))
          guard length <= 1024 else { return nil }
          position += 1
        }
        letters += [UInt8](repeating: UInt8(ascii: "."), count: length)
      } else {
        return nil
      }
      guard letters.count <= 1024 else { return nil }
    }
    return letters
  }
}
