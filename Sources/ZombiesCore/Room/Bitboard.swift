/// A set of squares of a room with at most 64 squares: one bit per square, in reading order.
///
/// It does not store the shape of the room; use a ``SmallRoom`` for anything that depends on it.
/// Bits beyond the room belong to no square, and the toolkit never sets them.
@frozen
public struct Bitboard: Hashable, Sendable {
  /// The bits: bit `i` belongs to the square with index `i`.
  public var word: UInt64

  /// Creates the set from its bits.
  @inlinable @inline(__always)
  public init(word: UInt64) { self.word = word }

  /// The empty set.
  @inlinable @inline(__always)
  public init() { word = 0 }

  /// The set of one square; `index` is 0 to 63.
  @inlinable @inline(__always)
  public init(square index: Int) { word = 1 &<< UInt64(truncatingIfNeeded: index) }

  /// Whether no square is in the set.
  @inlinable @inline(__always)
  public var isEmpty: Bool { word == 0 }

  /// The number of squares in the set.
  @inlinable @inline(__always)
  public var count: Int { word.nonzeroBitCount }

  /// The index of the first square in reading order; 64 for the empty set.
  @inlinable @inline(__always)
  package var lowest: Int { word.trailingZeroBitCount }

  /// Whether the square with this index, 0 to 63, is in the set.
  @inlinable @inline(__always)
  public func contains(_ index: Int) -> Bool {
    word &>> UInt64(truncatingIfNeeded: index) & 1 != 0
  }

  /// Whether the two sets share a square.
  @inlinable @inline(__always)
  public func intersects(_ other: Bitboard) -> Bool { word & other.word != 0 }

  /// Removes the first square and returns its index; the set must not be empty.
  @inlinable @inline(__always)
  public mutating func removeFirst() -> Int {
    assert(!isEmpty, "a set with a square")
    let index = lowest
    word &= word &- 1
    return index
  }

  /// Inserts a square.
  @inlinable @inline(__always)
  public mutating func insert(_ index: Int) { word |= 1 &<< UInt64(truncatingIfNeeded: index) }

  /// Removes a square.
  @inlinable @inline(__always)
  public mutating func remove(_ index: Int) { word &= ~(1 &<< UInt64(truncatingIfNeeded: index)) }

  /// The squares in either set.
  @inlinable @inline(__always)
  public static func | (left: Bitboard, right: Bitboard) -> Bitboard {
    Bitboard(word: left.word | right.word)
  }

  /// The squares in both sets.
  @inlinable @inline(__always)
  public static func & (left: Bitboard, right: Bitboard) -> Bitboard {
    Bitboard(word: left.word & right.word)
  }

  /// The squares in the left set that are not in the right one.
  @inlinable @inline(__always)
  public static func - (left: Bitboard, right: Bitboard) -> Bitboard {
    Bitboard(word: left.word & ~right.word)
  }

  /// Adds the squares of another set.
  @inlinable @inline(__always)
  public static func |= (left: inout Bitboard, right: Bitboard) { left.word |= right.word }

  /// Keeps only the squares that are also in the other set.
  @inlinable @inline(__always)
  public static func &= (left: inout Bitboard, right: Bitboard) { left.word &= right.word }

  /// Removes the squares of another set.
  @inlinable @inline(__always)
  public static func -= (left: inout Bitboard, right: Bitboard) { left.word &= ~right.word }
}

extension Bitboard: BidirectionalCollection {
  /// A position in the set, in reading order.
  public typealias Index = Int

  /// The position of the first square; ``endIndex`` for the empty set.
  @inlinable @inline(__always)
  public var startIndex: Int { lowest }

  /// The position after the last square.
  @inlinable @inline(__always)
  public var endIndex: Int { 64 }

  /// The position of the next square; ``endIndex`` after the last one.
  @inlinable @inline(__always)
  public func index(after place: Int) -> Int {
    (word & (~1 &<< UInt64(truncatingIfNeeded: place))).trailingZeroBitCount
  }

  /// The position of the previous square; the given position must not be the first.
  @inlinable @inline(__always)
  public func index(before place: Int) -> Int {
    63 - (word & ~(~0 << UInt64(truncatingIfNeeded: place))).leadingZeroBitCount
  }

  /// The index of the square at a position: the same number.
  @inlinable @inline(__always)
  public subscript(place: Int) -> Int { place }

  /// Iterates over the indices of the set's squares in reading order.
  @frozen
  public struct Iterator: IteratorProtocol {
    @usableFromInline var rest: Bitboard

    @inlinable @inline(__always)
    init(rest: Bitboard) { self.rest = rest }

    /// The next index; nil at the end.
    @inlinable @inline(__always)
    public mutating func next() -> Int? { rest.isEmpty ? nil : rest.removeFirst() }
  }

  /// The indices of the set's squares, in reading order.
  @inlinable @inline(__always)
  public func makeIterator() -> Iterator { Iterator(rest: self) }
}

extension Bitboard: CustomDebugStringConvertible {
  /// Eight rows of eight bits, as in an 8 × 8 room: `o` for a square in the set, `.` for any other.
  public var debugDescription: String {
    (0..<8).map { row in
      (0..<8).map { contains(8 * row + $0) ? "o" : "." }.joined() + "\n"
    }.joined()
  }
}
