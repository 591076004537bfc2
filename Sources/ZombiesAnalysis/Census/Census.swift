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

  /// The symmetries up to which levels are counted once.
  package var symmetries: RoomMaps { RoomMaps(of: family, under: rules) }

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
    try count(
      from: CensusProgress(start ?? CensusResult(self)), in: numbers, threads: threads, row: nil,
      onRows: { _ in 0 }, every: interval, watch: watch.map { watch in { watch($0.result) } }
    ).result
  }

  /// Counts placements like ``count(from:in:threads:every:watch:)``, and writes a row for each level.
  ///
  /// The rows come in the order of the placement numbers, whatever the number of threads.
  ///
  /// - Parameters:
  ///   - start: The progress of this census so far; its placements are the first of `numbers`.
  ///   - numbers: The placements to count. Those already counted are skipped.
  ///   - threads: The number of threads.
  ///   - measures: Whether the reports have every measure of difficulty, which takes longer.
  ///   - row: Appends the row of a level; nil if there are no rows, which is faster. Several threads call it
  ///     at the same time.
  ///   - onRows: Receives the rows of the next placements. Returns a mark to store with the progress, such
  ///     as the length of a file, or nil to end the census before these placements.
  ///   - interval: The seconds between two calls of `watch`.
  ///   - watch: Receives the progress, at intervals, on the calling thread, which then does none of the
  ///     work. It returns false to stop when the current chunks are done.
  /// - Returns: The final progress.
  /// - Throws: ``/ZombiesSimulator/MergeError`` as above.
  /// - Complexity: One search per level, and several with measures.
  public func count(
    from start: CensusProgress, in numbers: Range<UInt64>? = nil, threads: Int = 1,
    measures: Bool = false, row: (@Sendable (CensusLevel, inout [UInt8]) -> Void)?,
    onRows: @escaping @Sendable ([UInt8]) -> UInt64?, every interval: Double = 0.1,
    watch: ((CensusProgress) -> Bool)? = nil
  ) throws(MergeError) -> CensusProgress {
    let gaps = start.result.counted.gaps(in: (numbers ?? placements).clamped(to: placements))
    assert(
      gaps.allSatisfy { !$0.isEmpty && $0.upperBound <= placements.upperBound },
      "placements that are not counted yet")
    // Few enough to stop a run quickly, and enough to make the cost of the lock negligible.
    let size: UInt64 = measures ? 64 : 1024
    // Same: a thread more finds nothing to do.
    let most = gaps.reduce(1) { $0 + ($1.upperBound - $1.lowerBound) / size }
    return try addUp(
      Chunks(gaps, size: size), into: start, threads: Int(min(UInt64(max(1, threads)), most)),
      every: interval,
      by: { (sum: inout CensusProgress, part: (CensusResult, [UInt8])) throws(MergeError) in
        guard let mark = onRows(part.1) else {
          sum.isOver = true
          return
        }
        try sum.result.merge(part.0)
        sum.mark = mark
      },
      until: \.isOver, watch: watch.map { watch in { progress, _ in watch(progress) } },
      worker: {
        var counter = Counter(self)
        return { numbers, _ in
          var rows: [UInt8] = []
          let onLevel = row.map { row in { (level: CensusLevel) in row(level, &rows) } }
          let result = counter.count(numbers, measures: measures, onLevel: onLevel)
          return .success((result, rows))
        }
      })
  }
}

/// A level that a census has found: the representative of its class.
public struct CensusLevel: Sendable {
  /// The number of its placement, in the order of ``/ZombiesGenerator/Placements``.
  public let number: UInt64
  /// The level in its fast form.
  public let small: SmallLevel
  /// The number of placements of its class, which it stands for.
  public let placements: Int
  /// What is known of it: the grade and, on request, every measure of difficulty.
  public let report: LevelReport

  /// The level.
  ///
  /// - Complexity: O(squares).
  public var level: Level { Level(small) }

  /// Creates a level from its parts.
  public init(number: UInt64, small: SmallLevel, placements: Int, report: LevelReport) {
    self.number = number
    self.small = small
    self.placements = placements
    self.report = report
  }
}

/// The progress of a census that writes a row for each level.
public struct CensusProgress: Hashable, Sendable {
  /// The results so far, of the first placements.
  public internal(set) var result: CensusResult

  /// The last value returned by the receiver of the rows, such as the length of a file.
  public internal(set) var mark: UInt64

  /// Whether the receiver has refused rows.
  fileprivate var isOver = false

  /// Creates the progress of a census.
  ///
  /// - Parameters:
  ///   - result: The results so far, of the first placements.
  ///   - mark: The last value returned by the receiver of the rows.
  public init(_ result: CensusResult, mark: UInt64 = 0) {
    self.result = result
    self.mark = mark
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
    maps = census.symmetries
    grader = Grader(census.rules, stateLimit: census.stateLimit)
  }

  /// Counts placements.
  ///
  /// - Parameters:
  ///   - measures: Whether `onLevel` needs every measure of difficulty.
  ///   - onLevel: Receives each level, in order; nil if nobody needs them, which is faster.
  mutating func count(
    _ numbers: Range<UInt64>, measures: Bool = false, onLevel: ((CensusLevel) -> Void)? = nil
  ) -> CensusResult {
    var result = CensusResult(census)
    let size = Int(numbers.upperBound - numbers.lowerBound)
    guard
      var placements = SmallPlacements(census.family, from: numbers.lowerBound, batchSize: size),
      let (batch, count) = placements.next()
    else { return result }
    assert(count <= size && count <= batch.count, "no more placements than asked for")
    // Counts only the placements that were examined.
    result.counted = RangeSet(numbers.lowerBound..<numbers.lowerBound + UInt64(count))
    for index in 0..<count {
      let level = batch[index]
      guard let others = maps == .identity ? [] : level.others(ifFirstBy: maps) else { continue }
      let graded = grader.grade(level)
      let kind = LevelKind(graded)
      result.count(level, kind, beside: &hardest)
      if let onLevel {
        var report = graded
        if measures {
          let measured = grader.report(
            Level(level), [.solution, .grade, .measures, .thingsThatMatter])
          // The verdict of a level with too many states for the census stays "gave up".
          if LevelKind(measured) == kind { report = measured }
        }
        onLevel(
          CensusLevel(
            number: numbers.lowerBound + UInt64(index), small: level, placements: 1 + others.count,
            report: report))
      }
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
