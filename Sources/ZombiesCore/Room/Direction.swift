/// One of the four directions of a move, in the order in which solutions are compared: U < D < L <
/// R (<doc:TheRules>, section 4).
public enum Direction: UInt8, CaseIterable, Comparable, Sendable, CustomStringConvertible {
  /// To the row above.
  case up
  /// To the row below.
  case down
  /// To the previous column.
  case left
  /// To the next column.
  case right

  /// The change in the row.
  public var rowStep: Int { self == .up ? -1 : self == .down ? 1 : 0 }

  /// The change in the column.
  public var columnStep: Int { self == .left ? -1 : self == .right ? 1 : 0 }

  /// The opposite direction.
  public var opposite: Direction {
    switch self {
    case .up: .down
    case .down: .up
    case .left: .right
    case .right: .left
    }
  }

  /// The letter of the move: U, D, L or R, in ASCII.
  @inlinable
  public var letter: UInt8 {
    switch self {
    case .up: UInt8(ascii: "U")
    case .down: UInt8(ascii: "D")
    case .left: UInt8(ascii: "L")
    case .right: UInt8(ascii: "R")
    }
  }

  /// Creates the direction with this letter; nil for any other byte.
  public init?(letter: UInt8) {
    guard let direction = Self.allCases.first(where: { $0.letter == letter }) else { return nil }
    self = direction
  }

  /// The letter as a string.
  public var description: String { String(UnicodeScalar(letter)) }

  /// The direction as a word.
  public var word: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    }
  }

  /// Whether the left direction comes before the right one: U < D < L < R.
  public static func < (left: Direction, right: Direction) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A set of directions in four bits, iterated in the order U < D < L < R.
@frozen
public struct DirectionSet: Hashable, Sendable {
  /// The bits: bit `d` belongs to the direction with raw value `d`. Bits above 3 are zero.
  @usableFromInline package let bits: UInt8

  @inlinable @inline(__always)
  package init(bits: UInt8) { self.bits = bits & 0b1111 }

  /// Creates a set with one direction.
  @inlinable
  public init(_ direction: Direction) { bits = 1 &<< direction.rawValue }

  /// All four directions.
  @inlinable
  public static var all: DirectionSet { DirectionSet(bits: 0b1111) }

  /// The first direction in `order` that is in the set; nil if none is.
  @inlinable
  public func first(in order: [Direction]) -> Direction? {
    order.first { contains($0) }
  }
}

extension DirectionSet: ExpressibleByArrayLiteral {
  /// The empty set.
  @inlinable
  public init() { bits = 0 }

  /// The set of some directions.
  @inlinable
  public init(arrayLiteral directions: Direction...) {
    self = directions.reduce(into: DirectionSet()) { $0.insert($1) }
  }

  /// Whether the direction is in the set.
  @inlinable
  public func contains(_ direction: Direction) -> Bool { bits &>> direction.rawValue & 1 != 0 }

  /// The directions in both sets.
  @inlinable
  public func intersection(_ other: DirectionSet) -> DirectionSet {
    DirectionSet(bits: bits & other.bits)
  }

  /// Inserts a direction.
  @inlinable
  public mutating func insert(_ direction: Direction) {
    self = DirectionSet(bits: bits | 1 &<< direction.rawValue)
  }
}

extension DirectionSet: Collection {
  /// The raw value of the first direction in the set; 4 if it is empty.
  @inlinable
  public var startIndex: Int { (bits | 0b1_0000).trailingZeroBitCount }

  /// Always 4, which is not the raw value of any direction.
  @inlinable
  public var endIndex: Int { 4 }

  /// The raw value of the next direction in the set.
  @inlinable
  public func index(after place: Int) -> Int {
    ((bits | 0b1_0000) & (0b1_1110 &<< UInt8(truncatingIfNeeded: place))).trailingZeroBitCount
  }

  /// The direction with this raw value; it must be in the set.
  @inlinable
  public subscript(place: Int) -> Direction {
    switch place {
    case 0: .up
    case 1: .down
    case 2: .left
    case 3: .right
    default: preconditionFailure("the end of a set of directions has no direction")
    }
  }

  /// Whether no direction is in the set.
  @inlinable
  public var isEmpty: Bool { bits == 0 }

  /// The number of directions in the set.
  @inlinable
  public var count: Int { bits.nonzeroBitCount }
}

extension DirectionSet: CustomStringConvertible {
  /// The letters of the directions, such as "UL".
  public var description: String { letters }
}

extension Sequence where Element == Direction {
  /// The moves as a string of U, D, L and R.
  public var letters: String {
    String(decoding: map { $0.letter }, as: UTF8.self)
  }
}
