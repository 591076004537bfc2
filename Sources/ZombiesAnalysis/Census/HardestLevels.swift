import ZombiesCore
import ZombiesSolver

/// The hardest levels found, up to a limited number.
///
/// A level with a longer par is harder. If pars are equal, a level with fewer shortest solutions is
/// harder. The remaining ties are broken by code, in byte order. Which levels are kept does not
/// depend on the order in which they were found.
public struct HardestLevels: Hashable, Sendable {
  /// A level, by its code.
  public struct Entry: Hashable, Sendable {
    /// The level's code.
    public let code: String
    /// The kind of the level, which is solvable.
    public let kind: LevelKind

    /// Creates an entry for a solvable level.
    public init(code: String, kind: LevelKind) {
      self.code = code
      self.kind = kind
    }

    /// Whether a level comes before another.
    public func isHarder(than other: Entry) -> Bool {
      kind.isHarder(than: other.kind)
        || !other.kind.isHarder(than: kind)
          && code.utf8.lexicographicallyPrecedes(other.code.utf8)
    }
  }

  /// The allowed numbers of levels to keep.
  public static let capacities = 0...1000

  /// The default number of levels to keep.
  public static let defaultCapacity = 10

  /// The maximum number of levels to keep.
  public let capacity: Int

  /// The distinct levels, hardest first.
  public private(set) var entries: [Entry] = []

  /// Creates an empty list. The capacity is clamped to ``capacities``.
  public init(capacity: Int) { self.capacity = min(max(0, capacity), Self.capacities.upperBound) }

  /// The minimum par of a level to be kept: that of the last level if the list is full, otherwise 0.
  public var leastPar: Int {
    entries.count < capacity ? 0 : entries.last?.kind.par ?? .max
  }

  /// Keeps a level if it is solvable and among the hardest. O(levels kept).
  ///
  /// - Parameters:
  ///   - kind: The kind of the level.
  ///   - code: The code of the level, which most levels that are not kept do not need.
  /// - Returns: The entry of the level if it was kept, or if only its code decided against it.
  @discardableResult
  public mutating func offer(_ kind: LevelKind, code: @autoclosure () -> String) -> Entry? {
    // Same: an entry without a place is not kept.
    guard kind.verdict == .solvable, capacity > 0 else { return nil }
    if entries.count == capacity, let last = entries.last, last.kind.isHarder(than: kind) {
      return nil
    }
    let entry = Entry(code: code(), kind: kind)
    keep(entry)
    return entry
  }

  /// Adds another list, and keeps the hardest levels of both.
  public mutating func merge(_ other: HardestLevels) {
    for entry in other.entries { keep(entry) }
  }

  /// Keeps a level if it is among the hardest. O(levels kept).
  public mutating func keep(_ entry: Entry) {
    let index = entries.firstIndex { !$0.isHarder(than: entry) } ?? entries.endIndex
    if index < entries.endIndex, entries[index].code == entry.code { return }
    guard index < capacity else { return }
    entries.insert(entry, at: index)
    if entries.count > capacity { entries.removeLast() }
    assert(entries.count <= capacity, "no more than are kept")
    assert(
      zip(entries, entries.dropFirst()).allSatisfy { $0.isHarder(than: $1) }, "the hardest first")
  }
}

extension LevelKind {
  /// Whether levels of this kind are harder than those of another, whatever their codes.
  fileprivate func isHarder(than other: LevelKind) -> Bool {
    (other.par ?? 0, shortestSolutions ?? .max) < (par ?? 0, other.shortestSolutions ?? .max)
  }
}
