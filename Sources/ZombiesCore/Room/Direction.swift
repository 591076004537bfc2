/// One of the four ways to leave a square, in the order in which solutions are compared:
/// U < D < L < R (<doc:TheRules>, section 4).
public enum Direction: UInt8, CaseIterable, Comparable, Sendable, CustomStringConvertible {
  case up, down, left, right

  /// The change of the row.
  public var rowStep: Int {
    switch self {
    case .up: -1
    case .down: 1
    case .left, .right: 0
    }
  }

  /// The change of the column.
  public var columnStep: Int {
    switch self {
    case .left: -1
    case .right: 1
    case .up, .down: 0
    }
  }

  /// The direction that leads back.
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

  /// The direction of a move's letter, nil for any other byte.
  public init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "U"): self = .up
    case UInt8(ascii: "D"): self = .down
    case UInt8(ascii: "L"): self = .left
    case UInt8(ascii: "R"): self = .right
    default: return nil
    }
  }

  /// The letter as a string.
  public var description: String { String(UnicodeScalar(letter)) }

  /// Whether the left direction comes before the right one: U < D < L < R.
  public static func < (left: Direction, right: Direction) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A set of directions in four bits, up in the lowest.
@frozen
public struct DirectionSet: OptionSet, Hashable, Sendable {
  /// Bit `d` stands for the direction with raw value `d`.
  public let rawValue: UInt8

  /// Creates the set from its bits.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set that holds one direction.
  @inlinable
  public init(_ direction: Direction) { rawValue = 1 &<< direction.rawValue }

  /// Whether the direction is in the set.
  @inlinable
  public func contains(_ direction: Direction) -> Bool {
    rawValue &>> direction.rawValue & 1 != 0
  }

  /// The first of `order` that is in the set.
  @inlinable
  public func first(in order: [Direction]) -> Direction? {
    for direction in order where contains(direction) { return direction }
    return nil
  }

  /// The directions of the set, in the order U < D < L < R.
  public var directions: [Direction] { Direction.allCases.filter(contains) }
}

extension Sequence where Element == Direction {
  /// The moves as a string of U, D, L and R.
  public var letters: String {
    String(decoding: map(\.letter), as: UTF8.self)
  }
}
