/// The shape of a room of any size: how a ``SquareSet`` moves in it.
///
/// As a ``SmallRoom``, it is known by its *exits*: for each row and direction the squares that can be
/// left that way, as words of a row. Rows with the same exits share their words, so that those of a
/// room without walls fit a few KB at any size, and a loop that asks for them stays in the cache.
package struct WideRoom: Hashable, Sendable {
  /// The sides of the room.
  package let size: RoomSize

  /// The words of one row.
  @usableFromInline package let wordsPerRow: Int

  /// The words of all kinds of row. Those of a kind are together: up, down, left, right.
  package let exits: [UInt64]

  /// Where the words of each row's kind begin.
  @usableFromInline package let kinds: [Int]

  /// Creates the shape of a room. O(rows + columns).
  package init(_ size: RoomSize) {
    // All rows between the first and the last are alike. With walls in the room this would be the
    // initialiser below, and nothing that asks for exits would change.
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
  ///   - samples: A row of each kind.
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

  /// Where in ``exits`` the words of a row begin that tell which squares can be left in a direction.
  package func place(_ row: Int, _ direction: Direction) -> Int {
    kinds[row] + offset(direction)
  }

  /// Where in the words of a kind of row those for a direction begin.
  @inlinable @inline(__always)
  package func offset(_ direction: Direction) -> Int {
    switch direction {
    case .up: 0
    case .down: wordsPerRow
    case .left: 2 &* wordsPerRow
    case .right: 3 &* wordsPerRow
    }
  }

  /// The square that one comes to by leaving `square` in `direction`, nil where there is no way out.
  package func exit(from square: Square, _ direction: Direction) -> Square? {
    let word = exits[place(square.row, direction) + square.column >> 6]
    return word >> UInt64(square.column & 63) & 1 != 0 ? square.stepped(direction) : nil
  }

  /// A set and its neighbours: what its squares have an exit to. O(squares / 64).
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
