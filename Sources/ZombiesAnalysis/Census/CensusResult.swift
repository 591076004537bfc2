import ZombiesCore
import ZombiesSimulator

/// The results of a census: the number of levels of each kind, and the hardest levels.
///
/// The results of parts of a census add up to exactly the result of the whole: see ``merge(_:)``.
public struct CensusResult: Hashable, Sendable {
  /// The number of levels of one kind.
  public struct Count: Hashable, Sendable {
    /// The levels of this kind, each counted once up to symmetry (``LevelClass``), at its canonical
    /// placement.
    public var levels: UInt64
    /// The placements of this kind. (A level's placements may be of two kinds, because reflections
    /// do not preserve the direct way, which affects the grade.)
    public var placements: UInt64

    /// Creates a count.
    public init(levels: UInt64, placements: UInt64) {
      self.levels = levels
      self.placements = placements
    }
  }

  /// The census.
  public let census: Census

  /// The numbers of the placements examined, in the order of ``/ZombiesGenerator/Placements``.
  ///
  /// A level is counted, with all its placements, when its canonical placement is examined
  /// (``LevelClass/representative``).
  public internal(set) var counted: RangeSet<UInt64>

  /// The counts by kind; none is zero.
  public private(set) var counts: [LevelKind: Count]

  /// The hardest levels, each by its canonical placement.
  public private(set) var hardest: HardestLevels

  /// Creates an empty result.
  public init(_ census: Census) {
    self.init(
      census, counted: RangeSet<UInt64>(), counts: [:], hardest: HardestLevels(capacity: census.top)
    )
  }

  /// Creates a result from its parts.
  ///
  /// - Precondition: The sum of all counts is below 2⁶⁴.
  public init(
    _ census: Census, counted: RangeSet<UInt64>, counts: [LevelKind: Count], hardest: HardestLevels
  ) {
    self.census = census
    self.counted = counted
    self.counts = counts
    self.hardest = hardest
  }

  /// Whether every placement was examined.
  public var isComplete: Bool { counted.gaps(in: census.placements).isEmpty }

  /// The kinds with their counts, sorted by verdict, par, number of shortest solutions and grade.
  public var rows: [(kind: LevelKind, count: Count)] {
    counts.map { ($0.key, $0.value) }.sorted { $0.0.comes(before: $1.0) }
  }

  /// The sum of all counts.
  public var total: Count { sum { _ in true } }

  /// The sum of the counts of some kinds.
  public func sum(where isMeant: (LevelKind) -> Bool) -> Count {
    // If the total fits, the order of addition does not matter.
    counts.reduce(into: Count(levels: 0, placements: 0)) { sum, entry in
      guard isMeant(entry.key) else { return }
      sum.levels += entry.value.levels
      sum.placements += entry.value.placements
    }
  }

  /// Counts the canonical placement of a level.
  ///
  /// - Parameter known: The hardest levels of all results that this one will be merged with. A level is
  ///   kept only if it is among them.
  mutating func count(_ level: SmallLevel, _ kind: LevelKind, beside known: inout HardestLevels) {
    counts[kind, default: Count(levels: 0, placements: 0)].add(1, 1)
    if let entry = known.offer(kind, code: Level(level).code) { hardest.keep(entry) }
  }

  /// Counts another placement of a level that was already counted.
  mutating func count(anotherOf kind: LevelKind) {
    counts[kind, default: Count(levels: 0, placements: 0)].add(0, 1)
  }

  /// Adds the result of other placements of the same census.
  ///
  /// - Throws: ``/ZombiesSimulator/MergeError``, and then adds nothing.
  public mutating func merge(_ other: CensusResult) throws(MergeError) {
    guard other.census == census else { throw .otherSettings }
    var counted = counted
    for range in other.counted.ranges {
      if let shared = counted.insert(new: range) { throw .overlap(shared) }
    }
    // A file may claim impossible counts. Only the sum of placements reveals levels counted twice.
    let (mine, theirs) = (total.placements, other.total.placements)
    guard theirs <= census.placements.upperBound,
      mine <= census.placements.upperBound - theirs
    else { throw .tooMany }
    assert(
      counted.count == self.counted.count + other.counted.count, "each placement counted once")
    self.counted = counted
    for (kind, count) in other.counts {
      counts[kind, default: Count(levels: 0, placements: 0)].add(count.levels, count.placements)
    }
    hardest.merge(other.hardest)
  }
}

extension CensusResult.Count {
  fileprivate mutating func add(_ levels: UInt64, _ placements: UInt64) {
    self.levels += levels
    self.placements += placements
  }
}
