/// The shape of a room of any size, which moves a ``SquareSet``.
///
/// Like a ``SmallRoom``, it is described by its *exits*: for each row and direction, the squares
/// that you can leave that way, as words of a row. Rows with the same exits share their words. A
/// room without walls then needs only a few KB at any size, so a loop that asks for exits stays in
/// the cache.
package struct WideRoom: Hashable, Sendable {
  /// The sides of the room.
  package let size: RoomSize

  /// The number of words in a row.
  @usableFromInline package let wordsPerRow: Int

  /// The words of all kinds of rows. Each kind has four parts together: up, down, left, right.
  package let exits: [UInt64]

  /// The index where the words of each row's kind begin.
  @usableFromInline package let kinds: [Int]

  /// Creates the shape of a room. O(rows + columns).
  package init(_ size: RoomSize) {
    // All rows between the first and the last are alike. If rooms had walls, this initializer would
    // call the one below; the rest would not change.
    let last = size.rows - 1
    self.init(
      size, samples: [0, min(1, last), last],
      kinds: (0...last).map { $0 == 0 ? 0 : $0 == last ? 2 : 1 }
    ) { size.exit(from: $0, $1) != nil }
  }

  /// Creates the shape of a room with the given exits, each of which leads both ways. O(squares).
  package init(_ size: RoomSize, hasExit: (Square, Direction) -> Bool) {
    let rows = Array(0..<size.rows)
    self.init(size, samples: rows, kinds: rows, hasExit: hasExit)
    assert(
      Direction.allCases.allSatisfy { direction in
        (0..<size.squareCount).allSatisfy { index in
          let square = size.square(at: index)
          guard let next = exit(from: square, direction) else { return true }
          return size.contains(next) && exit(from: next, direction.opposite) == square
        }
      }, "exits lead both ways, and none out of the room")
  }

  /// Creates the shape of a room.
  ///
  /// - Parameters:
  ///   - samples: One row of each kind.
  ///   - kinds: The kind of each row.
  ///   - hasExit: Whether a square can be left in a direction.
  private init(
    _ size: RoomSize, samples: [Int], kinds: [Int], hasExit: (Square, Direction) -> Bool
  ) {
    self.size = size
    let words = (size.columns + 63) / 64
    var exits = [UInt64](repeating: 0, count: samples.count * 4 * words)
    for (kind, row) in samples.enumerated() {
      for direction in Direction.allCases {
        let base = (kind * 4 + Int(direction.rawValue)) * words
        for column in 0..<size.columns
        where hasExit(Square(row: row, column: column), direction) {
          exits[base + column >> 6] |= 1 << UInt64(column & 63)
        }
      }
    }
    wordsPerRow = words
    self.exits = exits
    self.kinds = kinds.map { $0 * 4 * words }
  }

  /// The index in ``exits`` of the first word for a row and a direction.
  package func place(_ row: Int, _ direction: Direction) -> Int {
    kinds[row] + offset(direction)
  }

  /// The offset of a direction's words within the words of a kind of row.
  @inlinable @inline(__always)
  package func offset(_ direction: Direction) -> Int {
    switch direction {
    case .up: 0
    case .down: wordsPerRow
    case .left: 2 &* wordsPerRow
    case .right: 3 &* wordsPerRow
    }
  }

  /// The square reached by leaving `square` in `direction`; nil if there is no exit.
  package func exit(from square: Square, _ direction: Direction) -> Square? {
    let word = exits[place(square.row, direction) + square.column >> 6]
    return word >> UInt64(square.column & 63) & 1 != 0 ? square.stepped(direction) : nil
  }

  /// A set and the neighbours of its squares. O(squares / 64).
  package func closedNeighbourhood(_ set: SquareSet) -> SquareSet {
    assert(set.size == size, "a set of the room")
    var result = set
    let words = wordsPerRow
    result.words.withUnsafeMutableBufferPointer { new in
      set.words.withUnsafeBufferPointer { old in
        exits.withUnsafeBufferPointer { exits in
          func step(from row: Int, to next: Int, _ direction: Direction) {
            let (here, there, exit) = (row * words, next * words, place(row, direction))
            for word in 0..<words { new[there &+ word] |= old[here &+ word] & exits[exit &+ word] }
          }
          for row in 0..<size.rows {
            if row > 0 { step(from: row, to: row - 1, .up) }
            if row + 1 < size.rows { step(from: row, to: row + 1, .down) }
            let (here, left, right) = (row * words, place(row, .left), place(row, .right))
            for word in 0..<words {
              let squares = old[here &+ word]
              new[here &+ word] |=
                (squares & exits[left &+ word]) &>> 1 | (squares & exits[right &+ word]) &<< 1
            }
            for word in 0..<words &- 1 {
              new[here &+ word &+ 1] |= (old[here &+ word] & exits[right &+ word]) &>> 63
              new[here &+ word] |= (old[here &+ word &+ 1] & exits[left &+ word &+ 1]) &<< 63
            }
          }
        }
      }
    }
    return result
  }
}
