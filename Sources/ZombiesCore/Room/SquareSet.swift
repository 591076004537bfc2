/// A set of squares of a room of any size. It stores rows of words: column `c` is bit `c % 64` of
/// word `c / 64` in its row.
///
/// Invariant: bits beyond the last column are zero.
public struct SquareSet: Hashable, Sendable {
  /// The size of the room.
  public let size: RoomSize

  /// The number of words in a row.
  @usableFromInline package let wordsPerRow: Int

  /// The words, row by row from the top.
  @usableFromInline package var words: [UInt64]

  /// Creates the empty set. O(squares / 64).
  public init(_ size: RoomSize) {
    self.size = size
    wordsPerRow = (size.columns + 63) / 64
    words = [UInt64](repeating: 0, count: size.rows * wordsPerRow)
  }

  /// Creates a set of the given squares.
  public init(_ size: RoomSize, _ squares: some Sequence<Square>) {
    self.init(size)
    for square in squares { insert(square) }
  }

  /// Whether the square, which must be in the room, is in the set.
  @inlinable
  public func contains(_ square: Square) -> Bool {
    words[square.row * wordsPerRow + square.column >> 6] >> UInt64(square.column & 63) & 1
      != 0
  }

  /// Inserts a square.
  @inlinable
  public mutating func insert(_ square: Square) {
    assert(size.contains(square), "a square of the room")
    words[square.row * wordsPerRow + square.column >> 6] |= 1 << UInt64(square.column & 63)
  }

  /// Removes a square.
  @inlinable
  public mutating func remove(_ square: Square) {
    assert(size.contains(square), "a square of the room")
    words[square.row * wordsPerRow + square.column >> 6] &= ~(1 << UInt64(square.column & 63))
  }

  /// Whether no square is in the set. O(squares / 64).
  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The number of squares in the set. O(squares / 64).
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The number of squares of the set within a Manhattan distance of a square. O(*distance*²).
  package func count(within distance: Int, of square: Square) -> Int {
    var count = 0
    size.forEachSquare(within: distance, of: square) { count += contains($0) ? 1 : 0 }
    return count
  }

  /// Whether a square of the set is within a distance of 0 or 1 of `square`.
  public func hasSquare(within distance: Int, of square: Square) -> Bool {
    contains(square)
      || distance > 0
        && Direction.allCases.contains { size.exit(from: square, $0).map(contains) ?? false }
  }

  /// The bits in the last word of a row that belong to squares.
  private var lastWordMask: UInt64 { ~0 >> UInt64(wordsPerRow * 64 - size.columns) }

  /// The set and the neighbours of its squares. O(squares / 64).
  package var closedNeighbourhood: SquareSet {
    var result = self
    result.words.withUnsafeMutableBufferPointer { new in
      words.withUnsafeBufferPointer { old in
        for row in 0..<size.rows {
          let first = row &* wordsPerRow
          let last = first &+ wordsPerRow &- 1
          for place in first...last {
            let word = old[place]
            if row > 0 { new[place &- wordsPerRow] |= word }
            if row &+ 1 < size.rows { new[place &+ wordsPerRow] |= word }
            new[place] |= word &<< 1 | word &>> 1
            if place > first { new[place &- 1] |= word &<< 63 }
            if place < last { new[place &+ 1] |= word &>> 63 }
          }
          new[last] &= lastWordMask
        }
      }
    }
    return result
  }

  /// Adds the squares of another set of the same room. O(squares / 64).
  public mutating func formUnion(_ other: SquareSet) {
    assert(size == other.size, "sets of one room")
    for place in words.indices { words[place] |= other.words[place] }
  }

  /// Replaces the set with the squares that are not in it. O(squares / 64).
  public mutating func formComplement() {
    let last = lastWordMask
    for row in 0..<size.rows {
      for place in row * wordsPerRow..<(row + 1) * wordsPerRow { words[place] = ~words[place] }
      words[(row + 1) * wordsPerRow - 1] &= last
    }
    assert(hasNothingBeyond, "nothing beyond the last column")
  }

  /// Whether the invariant holds.
  private var hasNothingBeyond: Bool {
    (1...size.rows).allSatisfy { words[$0 * wordsPerRow - 1] & ~lastWordMask == 0 }
  }

  /// Removes all squares, and keeps the memory.
  public mutating func removeAll() {
    for place in words.indices { words[place] = 0 }
  }

  /// The squares, in reading order.
  public var squares: [Square] { Array(self) }
}

extension SquareSet: Collection {
  /// The position of the first square. O(squares / 64).
  public var startIndex: Int { place(from: 0) }

  /// The position after the last square: the number of bits in all words.
  public var endIndex: Int { words.count * 64 }

  /// The position of the next square. O(1), plus one step for every 64 squares that are not in the
  /// set.
  public func index(after place: Int) -> Int { self.place(from: place + 1) }

  /// The square at a position.
  public subscript(place: Int) -> Square {
    let (row, column) = place.quotientAndRemainder(dividingBy: wordsPerRow * 64)
    return Square(row: row, column: column)
  }

  /// The position of the first square at a bit or after it.
  private func place(from bit: Int) -> Int {
    var word = bit >> 6
    var wanted: UInt64 = ~0 << UInt64(bit & 63)
    while word < words.count {
      let rest = words[word] & wanted
      if rest != 0 { return word * 64 + rest.trailingZeroBitCount }
      (word, wanted) = (word + 1, ~0)
    }
    return endIndex
  }
}

extension SquareSet: CustomDebugStringConvertible {
  /// The set as a picture, one row per line: `o` for a square in the set, `.` for any other.
  public var debugDescription: String {
    (0..<size.rows).map { row in
      let letters = (0..<size.columns).map { column in
        UInt8(ascii: contains(Square(row: row, column: column)) ? "o" : ".")
      }
      return String(decoding: letters, as: UTF8.self) + "\n"
    }.joined()
  }
}
