// The algorithm. Its result depends only on the settings and the seed.
//
// Climb i begins at the level with index i of the family and seed, drawn from all placements, and
// makes a number of steps. A step picks one of the things and one of the allowed squares, all
// equally likely. If the square is free, the thing moves there. If a thing of another kind is on
// it, the two swap. If the thing itself or a thing of the same kind is on it, nothing changes. The
// climb continues from the new level if its par is at least the old par minus a *slack*, which falls
// from `largestSlack` at the first step to zero at the last (threshold accepting: Dueck and Scheuer,
// 1990, with integers throughout). A level that is unsolvable, or on which the solver gives up, has
// par 0. The climb continues from it only if the old level has par 0 too.
//
// The draws of a climb are the words of the stream with the seed, the purpose `search`, and the
// climb as its index (``RandomStream``): one word per step, the thing before the square
// (`BoundedDraw`).

import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver

/// A search for the levels of a family with the longest par, for families too large for a
/// ``Census``: many independent climbs from random levels.
///
/// Its result is a lower bound: there may be harder levels.
public struct HardestSearch: Sendable {
  /// The family.
  public let family: Family

  /// The rules in force.
  public let rules: Rules

  /// The maximum number of states in a search for a level's solution.
  public let stateLimit: Int

  /// The seed.
  public let seed: UInt64

  /// The number of climbs.
  public let climbs: UInt64

  /// The number of steps per climb.
  public let steps: UInt64

  /// The number of hardest levels to keep.
  public let top: Int

  /// A level of the family without its things.
  fileprivate let frame: SmallLevel

  /// The number of moves by which the par may fall at the first step of a climb.
  static let largestSlack: UInt64 = 4

  /// The default number of climbs.
  public static let defaultClimbs: UInt64 = 64

  /// The default number of steps per climb.
  public static let defaultSteps: UInt64 = 20_000

  /// Creates a search.
  ///
  /// - Throws: ``CensusError`` if levels cannot be made, or have too many squares.
  public init(
    _ family: Family, rules: Rules = .standard,
    stateLimit: Int = StateGraph.defaultStateLimit, seed: UInt64 = 0,
    climbs: UInt64 = Self.defaultClimbs, steps: UInt64 = Self.defaultSteps,
    top: Int = HardestLevels.defaultCapacity
  ) throws(CensusError) {
    frame = try family.smallFrame()
    self.family = family
    self.rules = rules
    self.stateLimit = stateLimit
    self.seed = seed
    self.climbs = climbs
    self.steps = steps
    self.top = top
  }

  /// Searches on several threads.
  ///
  /// - Parameters:
  ///   - threads: The number of threads.
  ///   - interval: The seconds between two calls of `watch`.
  ///   - watch: Receives the number of steps made and the hardest levels so far, at intervals, on
  ///     the calling thread, which then does none of the work.
  /// - Returns: The hardest levels found. Of several levels that are equal by symmetry, only the
  ///   one whose code comes first is listed.
  /// - Complexity: One search for a solution per step.
  public func run(
    threads: Int = 1, every interval: Double = 0.1,
    watch: ((UInt64, HardestLevels) -> Void)? = nil
  ) -> HardestLevels {
    addUp(
      (0..<climbs).makeIterator(), into: HardestLevels(capacity: top),
      threads: Int(min(UInt64(max(1, threads)), max(1, climbs))), every: interval,
      // Merging lists gives the same result in any order.
      by: { (sum: inout HardestLevels, part: HardestLevels) in sum.merge(part) },
      watch: watch.map { watch in
        { hardest, steps in
          watch(steps, hardest)
          return true
        }
      },
      worker: {
        var climber = Climber(self)
        return { climb, tell in Result<_, Never>.success(climber.climb(climb, onSteps: tell)) }
      })
  }
}

/// Makes climbs one after another. Each thread has its own climber.
private struct Climber {
  private let search: HardestSearch
  private let generator: LevelGenerator
  private let maps: RoomMaps
  private let squares: [Int]
  private let decider: SmallSolver
  private let grader: Grader

  init(_ search: HardestSearch) {
    self.search = search
    generator = LevelGenerator(search.family, seed: search.seed, selection: .any)
    maps = RoomMaps(of: search.family, under: search.rules)
    squares = search.family.allowedSquares.map { search.family.size.index(of: $0) }
    decider = SmallSolver(
      room: search.frame.room, rules: search.rules, stateLimit: search.stateLimit)
    grader = Grader(search.rules, stateLimit: search.stateLimit)
  }

  /// The hardest levels of a climb.
  ///
  /// - Parameter onSteps: Receives, at intervals, the number of steps since the last call.
  mutating func climb(_ number: UInt64, onSteps: (UInt64) -> Void) -> HardestLevels {
    var hardest = HardestLevels(capacity: search.top)
    var level = SmallLevel(generator[number], like: search.frame)
    var par = self.par(of: level, keeping: &hardest)
    let things = UInt64(search.family.thingCount)
    let draw = BoundedDraw(below: max(1, things * UInt64(squares.count)))
    var stream = RandomStream(
      seed: search.seed, purpose: .search, index: number, variant: 0)
    var told: UInt64 = 0
    for step in 0..<(things == 0 ? 0 : search.steps) {
      if step - told == 1000 {
        onSteps(step - told)
        told = step
      }
      var word = draw.word(from: &stream)
      let thing = BoundedDraw.digit(below: things, of: &word)
      let square = BoundedDraw.digit(below: UInt64(squares.count), of: &word)
      guard let next = moved(level, thing: Int(thing), to: squares[Int(square)]) else { continue }
      let nextPar = self.par(of: next, keeping: &hardest)
      let slack =
        UInt128(HardestSearch.largestSlack) * UInt128(search.steps - step) / UInt128(search.steps)
      if nextPar + (nextPar > 0 ? Int(slack) : 0) >= par { (level, par) = (next, nextPar) }
    }
    assert(told <= search.steps, "no more steps reported than made")
    onSteps(search.steps - told)
    return hardest
  }

  /// The level with one thing moved, or swapped with another; nil if nothing changes.
  ///
  /// - Parameter thing: The thing's index among the zombies, blocks and flashlights, in this order,
  ///   each in reading order.
  private func moved(_ level: SmallLevel, thing: Int, to square: Int) -> SmallLevel? {
    var kinds = [level.zombies, level.blocks, level.flashlights]
    var (kind, index) = (0, thing)
    while index >= kinds[kind].count {
      index -= kinds[kind].count
      kind += 1
    }
    if kinds[kind].contains(square) { return nil }
    var rest = kinds[kind]
    for _ in 0..<index { _ = rest.removeFirst() }
    let both = Bitboard(square: rest.lowest) | Bitboard(square: square)
    for kind in kinds.indices where kinds[kind].intersects(both) {
      kinds[kind] = (kinds[kind] | both) - (kinds[kind] & both)
    }
    var moved = level
    (moved.zombies, moved.blocks, moved.flashlights) = (kinds[0], kinds[1], kinds[2])
    assert(moved.isValid && moved.open.count == level.open.count, "the same things")
    return moved
  }

  /// The par of a level, or 0 if none is proved. Keeps the level if it is among the hardest.
  private mutating func par(of level: SmallLevel, keeping hardest: inout HardestLevels) -> Int {
    guard let par = decider.decide(level).par else { return 0 }
    // Grading takes longer, so only candidates are graded.
    if par >= hardest.leastPar {
      let first = SquareLetters(level).first(by: maps, in: level.room.size).letters
      let canonical = SmallLevel(first, like: level)
      hardest.offer(LevelKind(grader.grade(canonical)), code: Level(canonical).code)
    }
    return par
  }
}
