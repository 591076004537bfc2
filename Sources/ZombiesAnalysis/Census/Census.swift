import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator

/// A count of all levels of a family, each counted once up to symmetry: the family and the settings.
///
/// The idea comes from Michael Fogleman's database of all Rush Hour boards
/// (www.michaelfogleman.com/rush, 2018).
public struct Census: Hashable, Sendable {
  /// The family.
  public let family: Family

  /// The rules in force.
  public var rules: Rules

  /// The maximum number of states in a graded level; nil for `StateGraph.defaultStateLimit`.
  public var stateLimit: Int?

  /// The number of hardest levels to keep, one of ``HardestLevels/capacities``.
  public var top: Int

  /// The numbers of all placements, in the order of ``/ZombiesGenerator/Placements``.
  public let placements: Range<UInt64>

  /// Whether grades depend on luck: in dark levels with hearing.
  package var gradesLuck: Bool { rules.tellsLuck(inLit: family.isLit) }

  /// The symmetries up to which levels are counted once.
  package var symmetries: [Symmetry] { Symmetry.group(of: family, keepingLuck: gradesLuck) }

  /// A level of the family without its things.
  fileprivate let frame: SmallLevel

  /// Creates a census of a family.
  ///
  /// - Throws: ``CensusError`` if its placements cannot be numbered.
  public init(
    _ family: Family, rules: Rules = .standard, stateLimit: Int? = nil, top: Int = 10
  ) throws(CensusError) {
    frame = try family.smallFrame()
    guard let count = family.placementCount else { throw .tooManyPlacements }
    self.family = family
    self.rules = rules
    self.stateLimit = stateLimit
    self.top = min(max(0, top), HardestLevels.capacities.upperBound)
    placements = 0..<count
  }

  /// Counts placements, on several threads.
  ///
  /// A census can be stopped and resumed any number of times without changing its result.
  ///
  /// - Parameters:
  ///   - start: The results of this census so far.
  ///   - numbers: The placements to count. Those already counted are skipped.
  ///   - threads: The number of threads.
  ///   - interval: The seconds between two calls of `watch`.
  ///   - watch: Receives the results so far, at intervals, on the calling thread, which then does
  ///     none of the work. It returns false to stop when the current chunks are done, and is then not
  ///     called again.
  /// - Returns: The final results.
  /// - Throws: ``/ZombiesSimulator/MergeError`` if the results so far are of a different census, or
  ///   claim more placements than exist.
  /// - Complexity: One search per level.
  public func count(
    from start: CensusResult? = nil, in numbers: Range<UInt64>? = nil, threads: Int = 1,
    every interval: Double = 0.1, watch: ((CensusResult) -> Bool)? = nil
  ) throws(MergeError) -> CensusResult {
    let start = start ?? CensusResult(self)
    let gaps = start.counted.gaps(in: (numbers ?? placements).clamped(to: placements))
    // Small enough to stop a run quickly, large enough to make the cost of the lock negligible.
    let size: UInt64 = 1024
    assert(
      gaps.allSatisfy { !$0.isEmpty && $0.upperBound <= placements.upperBound },
      "placements that are not counted yet")
    let chunks = gaps.reduce(1) { $0 + ($1.upperBound - $1.lowerBound) / size }
    return try addUp(
      Chunks(gaps, size: size), into: start, threads: Int(min(UInt64(max(1, threads)), chunks)),
      every: interval,
      by: { (sum: inout CensusResult, part) throws(MergeError) in try sum.merge(part) },
      watch: watch.map { watch in { result, _ in watch(result) } },
      worker: {
        var counter = Counter(self)
        return { numbers, _ in .success(counter.count(numbers)) }
      })
  }
}

extension Family {
  /// A level of the family without its things. It exists only if levels can be made and rooms have at
  /// most 64 squares.
  func smallFrame() throws(CensusError) -> SmallLevel {
    let squares = allowedSquares.count
    guard thingCount <= squares else {
      throw .generation(.tooManyThings(things: thingCount, squares: squares))
    }
    guard let frame else { throw .tooManySquares(size.squareCount) }
    return frame
  }
}

/// The reason why a census of a family is impossible.
public enum CensusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The levels of the family cannot be made.
  case generation(GenerationError)
  /// The room has more than 64 squares.
  case tooManySquares(Int)
  /// There are 2⁶⁴ placements or more.
  case tooManyPlacements

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .generation(let error): error.description
    case .tooManySquares(let count):
      "only rooms of at most \(SmallRoom.limit) squares are supported, and this one has \(count)"
    case .tooManyPlacements: "there are 2⁶⁴ placements or more"
    }
  }
}

/// Counts placements; one per thread.
private struct Counter {
  private let census: Census
  private let maps: RoomMaps
  private let grader: Grader

  /// The hardest levels that this counter has met. All results are merged in the end.
  private var hardest: HardestLevels

  init(_ census: Census) {
    self.census = census
    hardest = HardestLevels(capacity: census.top)
    maps = RoomMaps(census.symmetries)
    grader = Grader(census.rules, stateLimit: census.stateLimit)
  }

  mutating func count(_ numbers: Range<UInt64>) -> CensusResult {
    var result = CensusResult(census)
    let size = Int(numbers.upperBound - numbers.lowerBound)
    var placements = SmallPlacements(
      census.family, census.frame, from: numbers.lowerBound, batchSize: size)
    guard let (batch, count) = placements.next() else { return result }
    assert(count <= size && count <= batch.count, "no more placements than asked for")
    // Counts only the placements that were examined.
    result.counted = RangeSet(numbers.lowerBound..<numbers.lowerBound + UInt64(count))
    for index in 0..<count {
      let level = batch[index]
      guard let others = maps == .identity ? [] : level.others(ifFirstBy: maps) else { continue }
      result.count(level, LevelKind(grader.grade(level)), beside: &hardest)
      for other in others { result.count(anotherOf: LevelKind(grader.grade(other))) }
    }
    assert(result.total.levels <= UInt64(count), "a level for each canonical placement")
    assert(result.total.levels <= result.total.placements, "a placement for each level")
    return result
  }
}

extension SmallLevel {
  /// The other images of a placement; nil if the code of one comes before its own. O(things).
  fileprivate func others(ifFirstBy maps: RoomMaps) -> [SmallLevel]? {
    let letters = SquareLetters(self)
    var others: [SquareLetters] = []
    let isFirst = letters.allImages(by: maps, in: room.size) { image in
      if image == letters { return true }
      if image.comes(before: letters, columns: room.columns) { return false }
      if !others.contains(image) { others.append(image) }
      return true
    }
    return isFirst ? others.map { SmallLevel($0, like: self) } : nil
  }
}
