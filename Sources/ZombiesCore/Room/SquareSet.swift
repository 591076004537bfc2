/// A set of squares of a room of any size: rows of words, bit `c % 64` of word `c / 64` of a row
/// for column `c`.
///
/// Invariant: bits beyond the last column are zero.
public struct SquareSet: Hashable, Sendable {
  /// The room.
  public let size: RoomSize

  /// The words of one row.
  public let wordsPerRow: Int

  /// The words, row by row from the top.
  public var words: [UInt64]

  /// Creates the empty set. O(squares / 64).
  public init(_ size: RoomSize) {
    self.size = size
    wordsPerRow = (size.columns + 63) / 64
    words = [UInt64](repeating: 0, count: size.rows * wordsPerRow)
  }

  /// Creates the set of the given squares.
  public init(_ size: RoomSize, _ squares: [Square]) {
    self.init(size)
    for square in squares { insert(square) }
  }

  /// Whether the square, which must lie in the room, is in the set.
  public func contains(_ square: Square) -> Bool {
    words[square.row * wordsPerRow + square.column >> 6] >> UInt64(square.column & 63) & 1
      != 0
  }

  /// Puts a square in.
  public mutating func insert(_ square: Square) {
    assert(size.contains(square), "a square of the room")
    words[square.row * wordsPerRow + square.column >> 6] |= 1 << UInt64(square.column & 63)
  }

  /// Takes a square out.
  public mutating func remove(_ square: Square) {
    assert(size.contains(square), "a square of the room")
    words[square.row * wordsPerRow + square.column >> 6] &= ~(1 << UInt64(square.column & 63))
  }

  /// Whether no square is in the set. O(squares / 64).
  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The number of squares in the set. O(squares / 64).
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether some square of the set is within a distance of 0 or 1 of `square`.
  public func hasSquare(within distance: Int, of square: Square) -> Bool {
    if contains(square) { return true }
    guard distance > 0 else { return false }
    return Direction.allCases.contains { direction in
      size.exit(from: square, direction).map(contains) ?? false
    }
  }

  /// The bits of a row's last word that stand for squares.
  private var lastWordMask: UInt64 { ~0 >> UInt64(wordsPerRow * 64 - size.columns) }

  /// Adds the squares of another set of the same room. O(squares / 64).
  public mutating func formUnion(_ other: SquareSet) {
    assert(size == other.size, "sets of one room")
    for place in words.indices { words[place] |= other.words[place] }
  }

  /// Replaces the set by the squares that are not in it. O(squares / 64).
  public mutating func formComplement() {
    let last = lastWordMask
    for row in 0..<size.rows {
      for place in row * wordsPerRow..<(row + 1) * wordsPerRow { words[place] = ~words[place] }
      words[(row + 1) * wordsPerRow - 1] &= last
    }
    assert(hasNothingBeyond, "nothing beyond the last column")
  }

  /// Adds the neighbours of all squares of the set. O(squares / 64).
  public mutating func formClosedNeighbourhood() {
    let last = lastWordMask
    let old = words
    for row in 0..<size.rows {
      let base = row * wordsPerRow
      for column in 0..<wordsPerRow {
        let place = base + column
        var word = old[place] | old[place] << 1 | old[place] >> 1
        if column > 0 { word |= old[place - 1] >> 63 }
        if column + 1 < wordsPerRow { word |= old[place + 1] << 63 }
        if row > 0 { word |= old[place - wordsPerRow] }
        if row + 1 < size.rows { word |= old[place + wordsPerRow] }
        words[place] = word
      }
      words[base + wordsPerRow - 1] &= last
    }
    assert(hasNothingBeyond, "nothing beyond the last column")
  }

  /// Whether the invariant holds.
  private var hasNothingBeyond: Bool {
    (1...size.rows).allSatisfy { words[$0 * wordsPerRow - 1] & ~lastWordMask == 0 }
  }

  /// Takes all squares out, keeping the memory.
  public mutating func removeAll() {
    for place in words.indices { words[place] = 0 }
  }

  /// The squares, in reading order.
  public var squares: [Square] {
    var result: [Square] = []
    for row in 0..<size.rows {
      for place in 0..<wordsPerRow {
        for bit in Bitboard(word: words[row * wordsPerRow + place]) {
          result.append(Square(row: row, column: place * 64 + bit))
        }
      }
    }
    return result
  }
}
