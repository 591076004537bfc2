import ZombiesCore

/// A breadth-first search over the squares of a dark room of at most 64 squares. All squares of a
/// layer move at once.
package struct SmallFlood: Sendable {
  private let room: SmallRoom
  private let start: Bitboard
  private let signpost: Bitboard

  /// The length of a path that only approaches the signpost; nil if the signpost is below the start
  /// or to the right of it.
  private let directPar: Int?

  /// Prepares floods of rooms that share shape, start and signpost with the given level.
  package init(_ level: SmallLevel) {
    room = level.room
    start = Bitboard(square: level.start)
    signpost = Bitboard(square: level.signpost)
    let from = room.size.square(at: level.start)
    let to = room.size.square(at: level.signpost)
    directPar = to.row <= from.row && to.column <= from.column ? from.distance(to: to) : nil
  }

  /// The length of a shortest path from start to signpost through safe squares; nil if there is
  /// none.
  ///
  /// - Parameter safe: The squares that the player may step on, including the signpost.
  /// - Complexity: O(par).
  func par(safe: Bitboard) -> Int? {
    var front = start & safe
    var rest = safe - front
    var par = 0
    while !front.isEmpty {
      if front.intersects(signpost) { return par }
      front = room.neighbours(front) & rest
      rest -= front
      par += 1
    }
    return nil
  }

  /// The signpost, and the squares of a level where a player survives in the dark.
  @inline(__always)
  func safe(_ level: SmallLevel, _ rules: Rules) -> Bitboard {
    level.open - (level.danger(rules) - signpost)
  }

  /// Decides a dark level.
  func decide(_ level: SmallLevel, _ rules: Rules) -> SolverResult {
    par(safe: safe(level, rules)).map(SolverResult.solvable) ?? .unsolvable
  }

  /// The signpost, and the squares of a level where a player survives in the dark and sees no
  /// flashlight.
  @inline(__always)
  func unseen(_ level: SmallLevel, _ rules: Rules) -> Bitboard {
    safe(level, rules) - (level.flashlightSight - signpost)
  }

  /// Decides every level of a batch of dark levels.
  ///
  /// Several rooms share the lanes of a vector. Most solvable rooms have a path that goes only up
  /// and left, which a short loop without branches finds. In most other rooms, the start or the
  /// signpost is enclosed. The rest are searched one by one.
  ///
  /// - Parameters:
  ///   - staysDark: Whether to accept only paths from which no flashlight is in sight.
  ///   - pars: Receives the par of each level, or `BatchPar.unsolvable`.
  package func decide(
    _ batch: LevelBatch, _ rules: Rules, staysDark: Bool = false, into pars: inout [Int16]
  ) {
    assert(batch.isWhole && pars.count >= batch.count, "room for each level's par")
    guard directPar != nil, batch.count >= Self.lanes * 2 else {
      for index in 0..<batch.count {
        let level = batch[index]
        let safe = staysDark ? unseen(level, rules) : safe(level, rules)
        pars[index] = par(safe: safe).map { Int16($0) } ?? BatchPar.unsolvable
      }
      return
    }
    // Two rooms of at most 32 squares share a word.
    let isPaired = room.squareCount <= 32
    let perStep = isPaired ? Self.lanes * 2 : Self.lanes
    pars.withUnsafeMutableBufferPointer { pars in
      withUnsafeTemporaryAllocation(of: Lanes.self, capacity: 2) { results in
        let words = UnsafeRawBufferPointer(results).bindMemory(to: UInt64.self)
        for first in stride(from: 0, to: batch.count, by: perStep) {
          // The last vector may overlap the previous one.
          let base = min(first, batch.count - perStep)
          assert(base >= 0 && base + perStep <= batch.count, "levels of the batch")
          floodUpAndLeft(batch, base, isPaired, rules, staysDark, results)
          finish(words, base, isPaired, pars)
        }
      }
    }
  }

  private typealias Lanes = SIMD8<UInt64>
  private static let lanes = Lanes.scalarCount

  /// A set of squares in every lane, for each room of a lane.
  @inline(__always)
  private func spread(_ set: Bitboard, _ isPaired: Bool) -> Lanes {
    Lanes(repeating: isPaired ? set.word | set.word &<< 32 : set.word)
  }

  /// Floods a vector of rooms up and left, for as many steps as a shortest path without detours needs.
  ///
  /// - Parameter results: Receives the last layer, and the safe squares.
  @inline(__always)
  private func floodUpAndLeft(
    _ batch: LevelBatch, _ base: Int, _ isPaired: Bool, _ rules: Rules, _ staysDark: Bool,
    _ results: UnsafeMutableBufferPointer<Lanes>
  ) {
    func load(_ words: [UInt64]) -> Lanes {
      words.withUnsafeBytes { bytes in
        func lanes(_ first: Int) -> Lanes {
          bytes.loadUnaligned(fromByteOffset: first &* 8, as: Lanes.self)
        }
        return isPaired ? lanes(base) | lanes(base &+ Self.lanes) &<< 32 : lanes(base)
      }
    }
    let (zombies, blocks) = (load(batch.zombies), load(batch.blocks))
    let (up, left) = (spread(room.up, isPaired), spread(room.left, isPaired))
    func closedNeighbourhood(_ sets: Lanes) -> Lanes {
      sets | room.moved(sets, .up, exits: up) | room.moved(sets, .left, exits: left)
        | room.moved(sets, .down, exits: spread(room.down, isPaired))
        | room.moved(sets, .right, exits: spread(room.right, isPaired))
    }
    var danger = rules.catchingDistance > 0 ? closedNeighbourhood(zombies) : zombies
    if staysDark { danger |= closedNeighbourhood(load(batch.flashlights)) }
    danger &= ~spread(signpost, isPaired)
    let safe = spread(room.all, isPaired) & ~(danger | blocks)
    var front = spread(start, isPaired) & safe
    for _ in 0..<(directPar ?? 0) {
      front = (room.moved(front, .up, exits: up) | room.moved(front, .left, exits: left)) & safe
    }
    results[0] = front
    results[1] = safe
  }

  /// Reads the pars of a vector of rooms, and searches the rooms that are still undecided.
  @inline(__always)
  private func finish(
    _ words: UnsafeBufferPointer<UInt64>, _ base: Int, _ isPaired: Bool,
    _ pars: UnsafeMutableBufferPointer<Int16>
  ) {
    let direct = Int16(truncatingIfNeeded: directPar ?? 0)
    let nearStart = room.neighbours(start).word
    let nearSignpost = room.neighbours(signpost).word
    var searched = UInt64(0)
    let rooms = isPaired ? Self.lanes * 2 : Self.lanes
    assert(words.count == 2 * Self.lanes, "the last layer and the safe squares of each lane")
    assert(base >= 0 && base + rooms <= pars.count, "a par for each room")
    for index in 0..<rooms {
      let (lane, shift) = (index & 7, UInt64(index & 8) &<< 2)
      let (front, safe) = (words[lane] &>> shift, words[lane &+ 8] &>> shift)
      let isDirect = front & signpost.word != 0
      pars[base &+ index] = isDirect ? direct : BatchPar.unsolvable
      // The result is unpredictable, so this avoids branches.
      let misses: UInt64 = isDirect ? 0 : 1
      let leaves: UInt64 = safe & nearStart != 0 ? 1 : 0
      let arrives: UInt64 = safe & nearSignpost != 0 ? 1 : 0
      searched |= (misses & leaves & arrives) &<< UInt64(index)
    }
    for index in Bitboard(word: searched) {
      let (lane, shift) = (index & 7, UInt64(index & 8) &<< 2)
      let safe = Bitboard(word: words[lane &+ 8] &>> shift) & room.all
      let par = par(safe: safe)
      pars[base &+ index] = par.map { Int16(truncatingIfNeeded: $0) } ?? BatchPar.unsolvable
    }
  }
}
