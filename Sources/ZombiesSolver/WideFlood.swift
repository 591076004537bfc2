import ZombiesCore

/// Floods the squares of a room of any size, whole words of a row at a time.
///
/// The length of a path from a *source* square is the Manhattan distance that it covers, plus two
/// for each of its moves that approaches the source again. The flood therefore finds squares by the
/// number of such moves, their *excess*, instead of by their distance. All squares with the same
/// excess take one sweep over the rows, away from the source. Within a row, the carry of an
/// addition fills a run of open squares. In open rooms most squares have excess 0, so one sweep
/// finds them all.
package final class WideFlood {
  /// The sides of the room.
  let size: RoomSize
  private let rows: Int
  private let words: Int

  /// The squares reached with at most the current excess: rows · words words, like all sets here.
  private let reached: UnsafeMutableBufferPointer<UInt64>

  /// The squares from which the next sweep begins, which may include shut or reached squares, and
  /// whether each row has any.
  private let seeds: UnsafeMutableBufferPointer<UInt64>
  private let hasSeeds: UnsafeMutableBufferPointer<Bool>

  /// The squares that are new in this sweep, and whether each row has any.
  private let fresh: UnsafeMutableBufferPointer<UInt64>
  private let isFresh: UnsafeMutableBufferPointer<Bool>

  /// The index of the word with the source's column in each row, and the bit of the column in it.
  private var sourceWord = 0
  private var sourceBit: UInt64 = 1

  /// Allocates memory for floods of one room at a time: 3/8 bytes per square.
  package init(_ size: RoomSize) {
    self.size = size
    rows = size.rows
    words = (size.columns + 63) / 64
    reached = .allocate(capacity: rows * words)
    seeds = .allocate(capacity: rows * words)
    fresh = .allocate(capacity: rows * words)
    hasSeeds = .allocate(capacity: rows)
    isFresh = .allocate(capacity: rows)
    seeds.initialize(repeating: 0)
    fresh.initialize(repeating: 0)
    for flags in [hasSeeds, isFresh] { flags.initialize(repeating: false) }
  }

  deinit {
    for words in [reached, seeds, fresh] { words.deallocate() }
    for flags in [hasSeeds, isFresh] { flags.deallocate() }
  }

  /// Decides a dark level. O(squares / 64) per sweep; there is one sweep for each excess up to that
  /// of the signpost.
  func decide(_ level: WideLevel, rules: Rules, stateLimit: Int) -> SolverResult {
    if stateLimit < size.squareCount {
      let solved = SquareSearch(level, rules: rules).solve(stateLimit: stateLimit)
      return SolverResult(verdict: solved.verdict, par: solved.par)
    }
    let safe = level.safe(rules)
    guard safe.contains(level.start),
      let par = distance(from: level.signpost, to: level.start, through: safe)
    else { return .unsolvable }
    return .solvable(par: par)
  }

  /// The length of a shortest path between two squares of `open`; nil if there is none.
  package func distance(
    from source: Square, to target: Square, through open: SquareSet
  ) -> Int? {
    begin(source, open)
    var excess = 0
    while sweep(source, open) {
      assert(isReached(source), "the source is reached first")
      if isReached(target) { return source.distance(to: target) + 2 * excess }
      excess += 1
    }
    return nil
  }

  /// The directions in which a shortest path from `target` to `source` can begin, whether or not
  /// `target` itself is open.
  package func firstSteps(
    from target: Square, to source: Square, through open: SquareSet
  ) -> DirectionSet {
    let near = Direction.allCases.compactMap { direction in
      size.exit(from: target, direction).map { (direction, $0) }
    }
    let distance = target.distance(to: source)
    let nearer = near.filter { $0.1.distance(to: source) < distance }
    let farther = near.filter { $0.1.distance(to: source) > distance }
    begin(source, open)
    // A step towards the source leads to a square with the target's excess, a step away from it to
    // a square with one less.
    var steps = DirectionSet()
    while steps.isEmpty, sweep(source, open) {
      for (direction, next) in nearer where isReached(next) {
        steps.insert(direction)
      }
      guard steps.isEmpty else { break }
      for (direction, next) in farther where isReached(next) {
        steps.insert(direction)
      }
      guard !steps.isEmpty, sweep(source, open) else { continue }
      for (direction, next) in nearer where isReached(next) {
        steps.insert(direction)
      }
    }
    return steps
  }

  private func isReached(_ square: Square) -> Bool {
    assert(size.contains(square), "a square of the room")
    return reached[square.row * words + square.column >> 6] >> UInt64(square.column & 63) & 1 != 0
  }

  private func begin(_ source: Square, _ open: SquareSet) {
    precondition(open.size == size, "squares of the room of the flood")
    reached.update(repeating: 0)
    isFresh.update(repeating: false)
    sourceWord = source.column >> 6
    sourceBit = 1 << UInt64(source.column & 63)
    guard open.contains(source) else { return }
    let base = source.row * words
    for word in 0..<words { seeds[base + word] = word == sourceWord ? sourceBit : 0 }
    hasSeeds[source.row] = true
  }

  /// Adds the squares of the next excess; false if there are none.
  private func sweep(_ source: Square, _ open: SquareSet) -> Bool {
    sow(source)
    return open.words.withUnsafeBufferPointer { open in
      var isAny = fill(source.row, from: nil, open)
      for row in stride(from: source.row - 1, through: 0, by: -1) {
        isAny = fill(row, from: row + 1, open) || isAny
      }
      for row in stride(from: source.row + 1, to: rows, by: 1) {
        isAny = fill(row, from: row - 1, open) || isAny
      }
      hasSeeds.update(repeating: false)
      return isAny
    }
  }

  /// Makes seeds of the squares one step closer to the source than the new squares of the previous
  /// sweep.
  private func sow(_ source: Square) {
    for row in 0..<rows where isFresh[row] {
      if row != source.row { sowVertically(row, into: row < source.row ? row + 1 : row - 1) }
      sowHorizontally(row)
    }
  }

  /// Fills a row outwards from its seeds and from the new squares of the neighbouring row closer to
  /// the source; returns whether it has new squares.
  private func fill(
    _ row: Int, from inner: Int?, _ open: UnsafeBufferPointer<UInt64>
  ) -> Bool {
    assert(open.count == rows * words, "one word of open squares per word of the room")
    let base = row * words
    let inner = inner.flatMap { isFresh[$0] ? $0 : nil }
    isFresh[row] = false
    guard hasSeeds[row] || inner != nil else { return false }
    let seedMask: UInt64 = hasSeeds[row] ? ~0 : 0
    let innerMask: UInt64 = inner != nil ? ~0 : 0
    let innerRow = inner.map { $0 * words } ?? base
    var any: UInt64 = 0
    for word in 0..<words {
      let free = open[base &+ word] & ~reached[base &+ word]
      let entered = fresh[innerRow &+ word] & innerMask
      let new = (seeds[base &+ word] & seedMask | entered) & free
      fresh[base &+ word] = new
      any |= new
    }
    guard any != 0 else { return false }
    if sourceWord > 0 || sourceBit > 1 { fillLeft(base, open) }
    fillRight(base, open)
    assert(
      (base..<base + words).allSatisfy { (index: Int) -> Bool in
        let allowed: UInt64 = reached[index] & open[index]
        return fresh[index] & ~allowed == 0
      },
      "new squares are open, and now reached")
    isFresh[row] = true
    return true
  }

  /// Fills to the right of the source's column. The carry of an addition runs to the end of each
  /// run of squares and one square farther, which is new if it is free.
  private func fillRight(_ base: Int, _ open: UnsafeBufferPointer<UInt64>) {
    var carry: UInt64 = 0
    for word in sourceWord..<words {
      var free = open[base &+ word] & ~reached[base &+ word]
      if word == sourceWord { free &= 0 &- sourceBit }
      let seed = fresh[base &+ word] & free
      let (first, overflow) = free.addingReportingOverflow(seed)
      let (sum, carried) = first.addingReportingOverflow(carry)
      fresh[base &+ word] |= (sum ^ free ^ seed) & free
      reached[base &+ word] |= fresh[base &+ word]
      carry = overflow || carried ? 1 : 0
    }
  }

  /// Fills to the left of the source's column, where carries do not propagate, with shifts by 1, 2,
  /// 4, …
  private func fillLeft(_ base: Int, _ open: UnsafeBufferPointer<UInt64>) {
    var borrow: UInt64 = 0
    for word in stride(from: sourceWord, through: 0, by: -1) {
      var free = open[base &+ word] & ~reached[base &+ word]
      if word == sourceWord { free &= sourceBit &* 2 &- 1 }
      var run = free
      var filled = (fresh[base &+ word] | borrow) & free
      if filled != 0 {
        var shift: UInt64 = 1
        while shift < 64 {
          filled |= run & (filled &>> shift)
          run &= run &>> shift
          shift &<<= 1
        }
      }
      fresh[base &+ word] |= filled
      // The source's own word comes later.
      if word < sourceWord { reached[base &+ word] |= fresh[base &+ word] }
      borrow = (filled & 1) &<< 63
    }
  }

  /// Makes seeds of the squares of the next row towards the source.
  private func sowVertically(_ row: Int, into target: Int) {
    assert(abs(row - target) == 1, "the neighbouring row")
    let (from, to) = (row &* words, target &* words)
    let kept = keptSeeds(target)
    for word in 0..<words {
      seeds[to &+ word] = seeds[to &+ word] & kept | fresh[from &+ word]
    }
  }

  /// Makes seeds of the squares of the same row towards the source's column.
  private func sowHorizontally(_ row: Int) {
    let base = row &* words
    let kept = keptSeeds(row)
    var (fromRight, fromLeft): (UInt64, UInt64) = (0, 0)
    for word in (sourceWord &+ 1..<words).reversed() {
      let leaving = fresh[base &+ word]
      seeds[base &+ word] = seeds[base &+ word] & kept | leaving &>> 1 | fromRight
      fromRight = leaving &<< 63
    }
    for word in 0..<sourceWord {
      let leaving = fresh[base &+ word]
      seeds[base &+ word] = seeds[base &+ word] & kept | leaving &<< 1 | fromLeft
      fromLeft = leaving &>> 63
    }
    let here = fresh[base &+ sourceWord]
    let toLeft = here & ~(sourceBit &* 2 &- 1)
    let toRight = here & (sourceBit &- 1)
    seeds[base &+ sourceWord] =
      seeds[base &+ sourceWord] & kept | toLeft &>> 1 | fromRight | toRight &<< 1 | fromLeft
  }

  /// A mask for the seeds of a row: all squares if the seeds are from this sweep, none if they are
  /// from an earlier one. From then on the row has seeds of this sweep.
  @inline(__always)
  private func keptSeeds(_ row: Int) -> UInt64 {
    defer { hasSeeds[row] = true }
    return hasSeeds[row] ? ~0 : 0
  }
}
