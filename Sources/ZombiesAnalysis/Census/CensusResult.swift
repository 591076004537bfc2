import ZombiesCore
import ZombiesSimulator

/// What a census has found: how many levels there are of each kind, and the hardest ones.
///
/// Results of parts of one census add up to the very result of the whole: see ``merge(_:)``.
public struct CensusResult: Hashable, Sendable {
  /// How many levels are of one kind.
  public struct Count: Hashable, Sendable {
    /// The levels, once up to symmetry (``Symmetry``): those whose first placement is of the kind.
    public var levels: UInt64
    /// The placements. (The reflections do not keep the direct way, thus not the grade, so that a
    /// level's placements may be of two kinds.)
    public var placements: UInt64

    /// Counts that are known.
    public init(levels: UInt64, placements: UInt64) {
      self.levels = levels
      self.placements = placements
    }
  }

  /// Of what the census is.
  public let census: Census

  /// The placements that were looked at, by number in the order of ``/ZombiesGenerator/Placements``.
  ///
  /// A level is counted, with all its placements, where the first of them is looked at.
  public internal(set) var counted: RangeSet<UInt64>

  /// The counts by kind; none is of no placements.
  public private(set) var counts: [LevelKind: Count]

  /// The hardest levels, of each orbit the placement with the smallest number.
  public private(set) var hardest: HardestLevels

  /// Nothing yet.
  public init(_ census: Census) {
    self.init(
      census, counted: RangeSet<UInt64>(), counts: [:], hardest: HardestLevels(capacity: census.top)
    )
  }

  /// A result that is at hand.
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

  /// Whether every placement was looked at.
  public var isComplete: Bool { counted.gaps(in: census.placements).isEmpty }

  /// The kinds with their counts: by verdict, par, number of shortest solutions and grade.
  public var rows: [(kind: LevelKind, count: Count)] {
    counts.map { ($0.key, $0.value) }.sorted { $0.0.comes(before: $1.0) }
  }

  /// The sum of all counts.
  public var total: Count { sum { _ in true } }

  /// The sum of the counts of some kinds.
  public func sum(where isMeant: (LevelKind) -> Bool) -> Count {
    // Sums of counts that fit in all do not depend on their order.
    counts.reduce(into: Count(levels: 0, placements: 0)) { sum, entry in
      guard isMeant(entry.key) else { return }
      sum.levels += entry.value.levels
      sum.placements += entry.value.placements
    }
  }

  /// Counts the first placement of a level.
  mutating func count(_ level: SmallLevel, _ kind: LevelKind) {
    counts[kind, default: Count(levels: 0, placements: 0)].add(1, 1)
    hardest.offer(level, kind)
  }

  /// Counts one more placement of a level that was counted.
  mutating func count(anotherOf kind: LevelKind) {
    counts[kind, default: Count(levels: 0, placements: 0)].add(0, 1)
  }

  /// Adds the result of other placements of the same census.
  ///
  /// - Throws: ``/ZombiesSimulator/MergeError``; nothing is added then.
  public mutating func merge(_ other: CensusResult) throws(MergeError) {
    guard other.census == census else { throw .otherSettings }
    var counted = counted
    for range in other.counted.ranges {
      if let shared = counted.insert(new: range) { throw .overlap(shared) }
    }
    // A file may claim what cannot be: that no level is there twice shows in the placements alone.
    let (mine, theirs) = (total.placements, other.total.placements)
    guard theirs <= census.placements.upperBound,
      mine <= census.placements.upperBound - theirs
    else { throw .tooMany }
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
