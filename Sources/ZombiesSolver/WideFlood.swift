import ZombiesCore

/// Floods squares of a room of any size, whole words of a row at a time.
///
/// A way from a *source* square is as long as the Manhattan distance it covers, plus two for each
/// of its moves that approaches the source again. So squares are found by the number of those
/// moves, their *excess*, instead of their distance: all squares of one excess take one sweep over
/// the rows, away from the source, and within a row the carry of an addition fills a run of open
/// squares. In open rooms most squares have excess 0, and one sweep finds them all.
package final class WideFlood {
  private let size: RoomSize
  private let rows: Int
  private let words: Int

  /// The squares reached with at most the current excess.
  private let reached: UnsafeMutableBufferPointer<UInt64>

  /// The squares from which the next sweep begins, and whether a row has any.
  private let seeds: UnsafeMutableBufferPointer<UInt64>
  private let hasSeeds: UnsafeMutableBufferPointer<Bool>

  /// The squares new in this sweep, and whether a row has any.
  private let fresh: UnsafeMutableBufferPointer<UInt64>
  private let isFresh: UnsafeMutableBufferPointer<Bool>

  /// The word of a row that holds the source's column, and the column's bit in it.
  private var sourceWord = 0
  private var sourceBit: UInt64 = 1

  /// Allocates memory for floods of one room at a time: 3/8 byte per square.
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
    isFresh.initialize(repeating: false)
  }

  deinit {
    for words in [reached, seeds, fresh] { words.deallocate() }
    for flags in [hasSeeds, isFresh] { flags.deallocate() }
  }

  /// Decides a dark level. O(squares / 64) per sweep, and as many sweeps as its excess.
  func decide(_ level: WideLevel, rules: Rules, stateLimit: Int) -> Decision {
    if stateLimit < size.squareCount {
      let solved = SquareSearch(level, rules: rules).solve(stateLimit: stateLimit)
      return Decision(verdict: solved.verdict, par: solved.solution?.par)
    }
    let safe = level.safe(rules)
    guard safe.contains(level.start),
      let par = distance(from: level.signpost, to: level.start, through: safe)
    else { return .unsolvable }
    return .solvable(par: par)
  }

  /// The length of a shortest way between two squares of `open`; nil if there is none.
  package func distance(
    from source: Square, to target: Square, through open: SquareSet
  ) -> Int? {
    begin(source, open)
    var excess = 0
    while sweep(source, open) {
      assert(isReached(source), "the source comes first")
      if isReached(target) { return source.distance(to: target) + 2 * excess }
      excess += 1
    }
    return nil
  }

  /// The directions in which a shortest way from `target` to `source` begins, whether or not
  /// `target` itself is open.
  package func firstSteps(
    from target: Square, to source: Square, through open: SquareSet
  ) -> DirectionSet {
    let exits = Direction.allCases.compactMap { direction in
      size.exit(from: target, direction).map { (direction, $0) }
    }
    let distance = target.distance(to: source)
    let nearer = exits.filter { $0.1.distance(to: source) < distance }
    let farther = exits.filter { $0.1.distance(to: source) > distance }
    begin(source, open)
    // A step nearer leads to a square of the target's excess, a step farther to one of one less.
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
    reached[square.row * words + square.column >> 6] >> UInt64(square.column & 63) & 1 != 0
  }

  private func begin(_ source: Square, _ open: SquareSet) {
    precondition(open.size == size, "squares of the room that the flood was made for")
    reached.update(repeating: 0)
    hasSeeds.update(repeating: false)
    sourceWord = source.column >> 6
    sourceBit = 1 << UInt64(source.column & 63)
    guard open.contains(source) else { return }
    let base = source.row * words
    for word in 0..<words { seeds[base + word] = word == sourceWord ? sourceBit : 0 }
    hasSeeds[source.row] = true
  }

  /// Adds the squares of the next excess; false if there are none.
  private func sweep(_ source: Square, _ open: SquareSet) -> Bool {
    open.words.withUnsafeBufferPointer { open in
      var isAny = fill(source.row, from: nil, open)
      for row in stride(from: source.row - 1, through: 0, by: -1) {
        isAny = fill(row, from: row + 1, open) || isAny
      }
      for row in stride(from: source.row + 1, to: rows, by: 1) {
        isAny = fill(row, from: row - 1, open) || isAny
      }
      hasSeeds.update(repeating: false)
      guard isAny else { return false }
      for row in 0..<rows where isFresh[row] {
        if row != source.row {
          sowVertically(row, into: row < source.row ? row + 1 : row - 1, open)
        }
        sowHorizontally(row, open)
      }
      return true
    }
  }

  /// Fills a row outwards from its seeds and from the new squares of the row nearer to the source;
  /// returns whether it has new squares.
  private func fill(
    _ row: Int, from inner: Int?, _ open: UnsafeBufferPointer<UInt64>
  ) -> Bool {
    let base = row * words
    let innerBase = inner.flatMap { isFresh[$0] ? $0 * words : nil }
    isFresh[row] = false
    guard hasSeeds[row] || innerBase != nil else { return false }
    let seedMask: UInt64 = hasSeeds[row] ? ~0 : 0
    let innerMask: UInt64 = innerBase != nil ? ~0 : 0
    let innerRow = innerBase ?? base
    var any: UInt64 = 0
    for word in 0..<words {
      let free = open[base + word] & ~reached[base + word]
      let new = (seeds[base + word] & seedMask | fresh[innerRow + word] & innerMask) & free
      fresh[base + word] = new
      any |= new
    }
    guard any != 0 else { return false }
    fillRight(base, open)
    if sourceWord > 0 || sourceBit > 1 { fillLeft(base, open) }
    assert(
      (base..<base + words).allSatisfy { fresh[$0] & (reached[$0] | ~open[$0]) == 0 },
      "new squares, all of them open")
    for word in 0..<words { reached[base + word] |= fresh[base + word] }
    isFresh[row] = true
    return true
  }

  /// Right of the source's column: the carry of an addition runs to the end of each run of squares.
  private func fillRight(_ base: Int, _ open: UnsafeBufferPointer<UInt64>) {
    var carry: UInt64 = 0
    for word in sourceWord..<words {
      var free = open[base + word] & ~reached[base + word]
      if word == sourceWord { free &= 0 &- sourceBit }
      let seed = fresh[base + word] & free
      let (first, overflow) = free.addingReportingOverflow(seed)
      let (sum, carried) = first.addingReportingOverflow(carry)
      fresh[base + word] |= (sum ^ free) & free
      carry = overflow || carried ? 1 : 0
    }
  }

  /// Left of it, where carries do not propagate: shifts by 1, 2, 4, …
  private func fillLeft(_ base: Int, _ open: UnsafeBufferPointer<UInt64>) {
    var borrow: UInt64 = 0
    for word in stride(from: sourceWord, through: 0, by: -1) {
      var free = open[base + word] & ~reached[base + word]
      if word == sourceWord { free &= sourceBit &* 2 &- 1 }
      var filled = (fresh[base + word] | borrow) & free
      if filled != 0 {
        var run = free
        var shift: UInt64 = 1
        while shift < 64 {
          filled |= run & (filled &>> shift)
          run &= run &>> shift
          shift &<<= 1
        }
      }
      fresh[base + word] |= filled
      borrow = (filled & 1) &<< 63
    }
  }

  /// Makes seeds of the squares of the next row towards the source.
  private func sowVertically(_ row: Int, into target: Int, _ open: UnsafeBufferPointer<UInt64>) {
    for word in 0..<words { sow(fresh[row * words + word], word, target, open) }
    hasSeeds[target] = true
  }

  /// Makes seeds of the squares of the same row towards the source's column.
  private func sowHorizontally(_ row: Int, _ open: UnsafeBufferPointer<UInt64>) {
    let base = row * words
    for word in 0..<words {
      let here = fresh[base + word]
      let right = word < sourceWord ? 0 : word > sourceWord ? ~0 : ~(sourceBit &* 2 &- 1)
      let left = word < sourceWord ? ~0 : word > sourceWord ? 0 : sourceBit &- 1
      var moved = (here & right) &>> 1 | (here & left) &<< 1
      if word + 1 < words, word + 1 > sourceWord { moved |= fresh[base + word + 1] &<< 63 }
      if word > 0, word - 1 < sourceWord { moved |= fresh[base + word - 1] &>> 63 }
      sow(moved, word, row, open)
    }
    hasSeeds[row] = true
  }

  private func sow(
    _ squares: UInt64, _ word: Int, _ row: Int, _ open: UnsafeBufferPointer<UInt64>
  ) {
    let place = row * words + word
    let old = hasSeeds[row] ? seeds[place] : 0
    seeds[place] = old | squares & open[place] & ~reached[place]
  }
}
