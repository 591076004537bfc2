import ZombiesCore
import ZombiesSolver

/// Memory for drawing and solving a level, in the fastest form for its room.
enum DrawBuffer {
  case small(SmallDrawBuffer)
  case wide(WideDrawBuffer)

  init(_ plan: PlacementPlan, rules: Rules, stateLimit: Int?) {
    let family = plan.family
    let limit = stateLimit ?? Solver.defaultStateLimit(for: family)
    if let frame = family.frame {
      self = .small(SmallDrawBuffer(plan, frame, rules: rules, stateLimit: limit))
    } else {
      self = .wide(WideDrawBuffer(plan, rules: rules, stateLimit: limit))
    }
  }

  func draw(_ index: UInt64, attempt: Int) {
    switch self {
    case .small(let buffer):
      buffer.drawer.draw(index, attempt: UInt64(attempt), into: &buffer.drawn)
    case .wide(let buffer): buffer.drawer.draw(index, attempt: UInt64(attempt), into: &buffer.drawn)
    }
  }

  /// Solves the level drawn last.
  func decide() -> SolverResult {
    switch self {
    case .small(let buffer): buffer.search.decide(buffer.drawn)
    case .wide(let buffer): buffer.solver.decide(buffer.drawn)
    }
  }

  /// Decides whether the level drawn last is solvable, without its par.
  ///
  /// - Returns: The verdict, and the number of states visited. In a room of at most 64 squares,
  ///   only the slow part is counted: the sets of zombies reached, if three or more zombies move.
  func verdict() -> (verdict: Verdict, states: Int) {
    switch self {
    case .small(let buffer): buffer.verdict()
    case .wide(let buffer): buffer.solver.verdict(buffer.drawn)
    }
  }

  /// The level drawn last.
  var level: Level {
    switch self {
    case .small(let buffer): Level(buffer.drawn)
    case .wide(let buffer): Level(buffer.drawn)
    }
  }

  var stateLimit: Int {
    switch self {
    case .small(let buffer): buffer.stateLimit
    case .wide(let buffer): buffer.stateLimit
    }
  }
}

/// The draw buffer for a room of at most 64 squares.
final class SmallDrawBuffer {
  let drawer: SmallDrawer
  let frame: SmallLevel
  let search: SmallSearch
  let stateLimit: Int
  var drawn: SmallLevel

  /// The drawer of many levels at a time if there are few placements; nil otherwise, and then
  /// ``batchDrawer`` draws them.
  private(set) lazy var numberedDrawer = NumberedDrawer(drawer, frame)
  private lazy var batchDrawer = BatchDrawer(drawer)

  /// The memory of ``fill(_:from:attempts:)``, kept between calls.
  private var memory: RetryMemory?

  /// Whether there are so few placements that batches look up the verdict of each placement.
  private let isNumbered: Bool

  /// Whether a batch has needed more states than the limit for a single level.
  // Same: one draw after another finds the same levels, more slowly.
  private var isTooMuchForBatches = false

  init(_ plan: PlacementPlan, _ frame: SmallLevel, rules: Rules, stateLimit: Int) {
    drawer = SmallDrawer(plan)
    self.frame = frame
    self.stateLimit = stateLimit
    isNumbered = NumberedDrawer.canNumber(plan)
    search = SmallSearch(room: frame.room, rules: rules, stateLimit: stateLimit)
    drawn = frame
  }
}

extension SmallDrawBuffer {
  /// The verdict of the level drawn last, and the number of sets of zombies that the search
  /// visited; 0 if the placements are numbered.
  fileprivate func verdict() -> (verdict: Verdict, states: Int) {
    let former = search.totalEntryCount
    let verdict = search.verdict(drawn)
    return (verdict, isNumbered ? 0 : search.totalEntryCount - former)
  }

  /// Draws one solvable level by placement number; nil if the placements are not numbered, if the level
  /// needs more draws, or if a verdict is missing.
  func drawNumbered(
    _ index: UInt64, attempts: Int
  ) -> (things: SmallDrawer.Things, rejected: Int)? {
    guard isNumbered, let numberedDrawer else { return nil }
    return numberedDrawer.draw(index, attempts: attempts) { search.verdict($0) }
  }

  /// Draws any placements.
  func fill(_ batch: inout LevelBatch, from first: UInt64) {
    if let numberedDrawer { return numberedDrawer.fill(&batch, from: first) }
    batchDrawer.draw(from: first, into: &batch)
  }

  /// Draws solvable placements: first all levels, then the unsolvable ones again, until none is
  /// left.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of draws for a level.
  ///   - states: The maximum number of states visited for one level, over all of its draws.
  /// - Returns: The number of rejected draws. Nil if a level needs more draws, if a verdict is
  ///   missing, or if all levels together need more states than the limit for one level.
  func fill(
    _ batch: inout LevelBatch, from first: UInt64, attempts: Int, states: Int
  ) -> UInt64? {
    if let numberedDrawer {
      return numberedDrawer.fill(&batch, from: first, attempts: attempts) {
        search.verdict($0)
      }
    }
    // Same: one after another, the levels are the same.
    if isTooMuchForBatches { return nil }
    var memory = memory.take() ?? RetryMemory(frame)
    let former = search.totalEntryCount
    var left: Int { states - (search.totalEntryCount - former) }
    defer {
      self.memory = memory
      isTooMuchForBatches = left < 0
    }
    memory.reserve(batch.count)
    batchDrawer.draw(from: first, into: &batch)
    search.judge(batch, into: &memory.verdicts, entryLimit: left)
    guard var open = memory.collect(from: batch.count) else { return nil }
    var (attempt, rejected) = (1, UInt64(open))
    while open > 0 {
      guard attempt < attempts, left >= 0 else { return nil }
      memory.levels.use(first: open)
      batchDrawer.draw(
        memory.indices, from: first, attempt: UInt64(attempt), into: &memory.levels)
      search.judge(memory.levels, into: &memory.verdicts, entryLimit: left)
      guard let kept = memory.copyDraws(open, into: &batch) else { return nil }
      open = kept
      rejected += UInt64(open)
      attempt += 1
    }
    return rejected
  }
}

/// The levels of a batch that must be drawn again.
private struct RetryMemory {
  /// The next draws of these levels.
  var levels: LevelBatch

  /// The index of each of these levels in the batch, in ascending order.
  private(set) var indices: [Int32] = []

  /// The verdict on each level of the batch, or on each draw; values below 0 are those of
  /// `BatchPar`.
  var verdicts: [Int16] = []

  init(_ frame: SmallLevel) { levels = LevelBatch(frame: frame, count: 0) }

  mutating func reserve(_ count: Int) {
    // Same: arrays of the same length may be made again.
    if verdicts.count >= count { return }
    verdicts = [Int16](repeating: 0, count: count)
    indices = [Int32](repeating: 0, count: count)
    levels = LevelBatch(frame: levels.frame, count: count)
  }

  /// Collects the unsolvable levels of a batch and returns their number; nil if a verdict is
  /// missing.
  mutating func collect(from count: Int) -> Int? {
    assert(count <= verdicts.count && count <= indices.count, "one verdict per level")
    var (left, isDecided) = (0, true)
    indices.withUnsafeMutableBufferPointer { indices in
      for index in 0..<count {
        let verdict = verdicts[index]
        isDecided = isDecided && verdict != BatchPar.gaveUp
        // The verdict is as unpredictable as a random bit, so this avoids a branch.
        indices[left] = Int32(truncatingIfNeeded: index)
        left &+= verdict < 0 ? 1 : 0
      }
    }
    return isDecided ? left : nil
  }

  /// Copies the draws into the batch, including the unsolvable ones, which will be replaced again.
  ///
  /// - Returns: The number of unsolvable draws; nil if a verdict is missing.
  mutating func copyDraws(_ count: Int, into batch: inout LevelBatch) -> Int? {
    assert(count <= levels.count && count <= verdicts.count, "one verdict per draw")
    var (left, isDecided) = (0, true)
    let (levels, verdicts) = (levels, verdicts)
    indices.withUnsafeMutableBufferPointer { indices in
      for draw in 0..<count {
        let (index, verdict) = (indices[draw], verdicts[draw])
        isDecided = isDecided && verdict != BatchPar.gaveUp
        batch.copy(levels, at: draw, to: Int(index))
        indices[left] = index
        left &+= verdict < 0 ? 1 : 0
      }
    }
    return isDecided ? left : nil
  }
}

/// The draw buffer for a larger room.
final class WideDrawBuffer {
  let drawer: WideDrawer
  let solver: Solver
  let stateLimit: Int
  var drawn: WideLevel

  init(_ plan: PlacementPlan, rules: Rules, stateLimit: Int) {
    let family = plan.family
    drawer = WideDrawer(plan)
    self.stateLimit = stateLimit
    solver = Solver(rules: rules, stateLimit: stateLimit)
    drawn = WideLevel(
      size: family.size, start: family.size.bottomRight, signpost: family.size.topLeft,
      isLit: family.isLit)
  }
}
