import ZombiesCore
import ZombiesSolver

/// Draws and solves levels of at most 64 squares, one or many at a time.
final class SmallLevelSource {
  /// The levels of the family without their things.
  let frame: SmallLevel
  let search: SmallSolver
  private let drawer: SmallDrawer

  /// The drawer by number if there are few placements; nil otherwise.
  private(set) lazy var numbered = NumberedDrawer(drawer, frame, search)

  /// Whether the placements are numbered.
  private let isNumbered: Bool

  /// The level drawn last.
  private(set) var drawn: SmallLevel

  /// Whether a batch has needed more states than the limit for a single level.
  // Same: one draw after another finds the same levels, more slowly.
  private var isTooMuchForBatches = false

  init(_ plan: PlacementPlan, _ frame: SmallLevel, rules: Rules, stateLimit: Int) {
    self.frame = frame
    drawn = frame
    drawer = SmallDrawer(plan)
    isNumbered = NumberedDrawer.canNumber(plan)
    search = SmallSolver(room: frame.room, rules: rules, stateLimit: stateLimit)
  }

  // MARK: One level

  /// Draws a placement of a level.
  func draw(_ index: UInt64, attempt: Int) {
    drawn.things = drawer.things(index, attempt: UInt64(attempt))
    assert(drawn.isValid && Family(of: drawn) == drawer.plan.family, "a level of the family")
  }

  /// The verdict on the level drawn last, and the number of sets of zombies that the search
  /// visited; 0 if the placements are numbered.
  func verdict() -> (verdict: Verdict, states: Int) {
    let former = search.totalSetCount
    let verdict = search.verdict(drawn)
    return (verdict, isNumbered ? 0 : search.totalSetCount - former)
  }

  /// Draws a solvable level by placement number.
  ///
  /// - Parameter attempts: The maximum number of draws.
  /// - Returns: The things, and the number of rejected draws. Nil if the placements are not
  ///   numbered, if the level needs more draws, or if a verdict is missing.
  func solvableThings(
    at index: UInt64, attempts: Int
  ) -> (things: ThingWords, rejected: Int)? {
    guard isNumbered, let numbered else { return nil }
    for attempt in 0..<attempts {
      let number = numbered.number(index, attempt: UInt64(truncatingIfNeeded: attempt))
      guard let rejections = numbered.rejections(number) else { return nil }
      if rejections == 0 { return (numbered.things[number], attempt) }
    }
    return nil
  }

  // MARK: Many levels

  /// Draws any placements.
  func fill(_ batch: inout LevelBatch, from first: UInt64) {
    let open = OpenLevels(batch.count, from: first)
    open.drawWords(drawer.plan, attempt: 0)
    guard let numbered else { return drawer.draw(open, attempt: 0, into: &batch) }
    var numbers = [UInt16](repeating: 0, count: batch.count)
    numbers.withUnsafeMutableBufferPointer { numbers in
      for offset in numbers.indices {
        let number = numbered.number(open, offset, attempt: 0)
        numbers[offset] = UInt16(truncatingIfNeeded: number)
      }
    }
    numbered.write(numbers, to: &batch)
  }

  /// Draws solvable placements.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of draws for a level.
  ///   - states: The maximum number of states visited for one level, over all of its draws.
  /// - Returns: The number of rejected draws. Nil if a level needs more draws, if a verdict is
  ///   missing, or if all levels together need more states than the limit for one level.
  func fill(
    _ batch: inout LevelBatch, from first: UInt64, attempts: Int, states: Int
  ) -> UInt64? {
    // Same: one after another, the levels are the same.
    if isTooMuchForBatches { return nil }
    if let numbered {
      var numbers = [UInt16](repeating: 0, count: batch.count)
      let rejected = fill(batch.count, from: first, attempts: attempts) { open, attempt in
        numbers.withUnsafeMutableBufferPointer { numbers in
          open.gather { entry in
            let offset = open.offset(entry)
            let number = numbered.number(open, offset, attempt: attempt)
            numbers[offset] = UInt16(truncatingIfNeeded: number)
            return numbered.rejections(number)
          }
        }
      }
      numbered.write(numbers, to: &batch)
      return rejected
    }
    let former = search.totalSetCount
    var left: Int { states - (search.totalSetCount - former) }
    defer { isTooMuchForBatches = left < 0 }
    var draws = LevelBatch(frame: frame, count: batch.count)
    var verdicts = [Int16](repeating: 0, count: batch.count)
    return fill(batch.count, from: first, attempts: attempts) { open, attempt in
      guard left >= 0 else { return nil }
      draws.use(first: open.count)
      drawer.draw(open, attempt: attempt, into: &draws)
      search.decideVerdicts(draws, into: &verdicts, setLimit: left)
      return open.gather { entry in
        // Unsolvable levels will be replaced again.
        batch.copy(draws, at: entry, to: open.offset(entry))
        guard verdicts[entry] != BatchPar.gaveUp else { return nil }
        return verdicts[entry] < 0 ? 1 : 0
      }
    }
  }

  /// Draws levels until none is left: first all, then the unsolvable ones again.
  ///
  /// - Parameter draw: Draws an attempt of the open levels, and gathers those that need another one; nil to
  ///   give up.
  /// - Returns: The number of rejected draws; nil if a level needs more draws, or after giving up.
  @inline(__always)
  private func fill(
    _ count: Int, from first: UInt64, attempts: Int,
    _ draw: (borrowing OpenLevels, _ attempt: UInt64) -> Int?
  ) -> UInt64? {
    var open = OpenLevels(count, from: first)
    var (attempt, rejected) = (0, 0)
    while open.count > 0 {
      // Same: otherwise the levels are drawn one after another.
      guard attempt < attempts else { return nil }
      open.drawWords(drawer.plan, attempt: UInt64(truncatingIfNeeded: attempt))
      guard let left = draw(open, UInt64(truncatingIfNeeded: attempt)) else { return nil }
      open.keep(first: left)
      rejected += left
      attempt += 1
    }
    return UInt64(rejected)
  }
}
