/// The policy `random` in dark rooms without blocks and flashlights, many rounds at a time.
///
/// The rounds of a batch step side by side, four moves each, without a branch: a round that was
/// over after the second of the four goes on to the fourth, and what came behind its end is not
/// looked at. Rounds that go on are kept in a list that is packed as it is walked through. The
/// results are those of ``SmallRound`` with ``RandomMoves``, draw for draw.
final class RandomWalk {
  /// A round under way.
  private struct Walker {
    /// What is left of the word under way.
    var word: UInt64
    /// The squares that end the round.
    var ends: UInt64
    /// The place of its level in the batch.
    var place: UInt32
    /// The words taken from the stream.
    var taken: UInt16
    /// Where the player stands.
    var square: UInt8
  }

  private let start: Int
  private let signpost: UInt64
  private let near: UInt64
  private let moveLimit: Int
  private let seed: UInt64
  private let words = RandomMoves.words
  private let variant = RoundKey.variant(.random, round: 0)

  /// Where each draw below 12 leads from each square; 16 places a square.
  private let targets: UnsafeMutablePointer<UInt8>

  private let capacity: Int
  private let walkers: UnsafeMutablePointer<Walker>

  /// The words behind the first one of each round, four at a time.
  private let tails: UnsafeMutablePointer<Philox.Block>

  /// The rounds that ended in the layer under way: moves · 2, and 1 for a win.
  private let ended: UnsafeMutablePointer<UInt32>

  /// Prepares walks in the levels of a frame, up to `capacity` at a time.
  init(_ frame: SmallLevel, rules: Rules, moveLimit: Int, seed: UInt64, capacity: Int) {
    start = frame.start
    signpost = Bitboard(square: frame.signpost).word
    near = rules.danger(of: Bitboard(square: frame.start), in: frame.room).word
    self.moveLimit = moveLimit
    self.seed = seed
    self.capacity = capacity
    targets = .allocate(capacity: 64 * 16)
    targets.initialize(repeating: 0, count: 64 * 16)
    for square in 0..<frame.room.squareCount {
      for draw in 0..<12 {
        let move = RandomMoves.move(draw, of: frame.room.exits(square))
        targets[square * 16 + draw] = UInt8(square + frame.room.step(move))
      }
    }
    walkers = .allocate(capacity: capacity)
    tails = .allocate(capacity: capacity)
    ended = .allocate(capacity: capacity)
  }

  deinit {
    targets.deallocate()
    walkers.deallocate()
    tails.deallocate()
    ended.deallocate()
  }

  /// Whether the levels of a batch can be walked here: dark, and nothing in the room but zombies
  /// that do not catch the player on the start.
  func canWalk(_ batch: LevelBatch) -> Bool {
    !batch.frame.isLit && batch.count <= capacity && batch.blocks.allSatisfy { $0 == 0 }
      && batch.flashlights.allSatisfy { $0 == 0 } && batch.zombies.allSatisfy { $0 & near == 0 }
  }

  /// Plays one round of each of the first `count` levels of a batch.
  ///
  /// - Parameters:
  ///   - first: The trial of the first level.
  ///   - tally: Receives the outcomes.
  func play(
    _ batch: LevelBatch, count: Int, first: UInt64, rules: Rules, into tally: inout Tally
  ) {
    begin(batch, count: count, first: first, rules: rules)
    var (walking, moves) = (count, 0)
    while walking > 0, moves < moveLimit {
      if moves % RandomMoves.drawsPerWord == 0, moves > 0 {
        for place in 0..<walking { refill(walkers + place, first) }
      }
      if moves + 4 > moveLimit { break }
      walking = stepFour(walking, after: moves, &tally)
      moves += 4
    }
    for place in 0..<walking { finish(walkers + place, moves, &tally) }
  }

  private func begin(_ batch: LevelBatch, count: Int, first: UInt64, rules: Rules) {
    let room = batch.frame.room
    var heads: Philox.Block = (0, 0, 0, 0)
    for place in 0..<count {
      let trial = first &+ UInt64(place)
      if trial & 3 == 0 || place == 0 {
        heads = RandomStream.heads(
          seed: seed, purpose: .policy, quad: trial &>> 2, variant: variant)
      }
      let head = RandomStream.word(heads, trial & 3)
      let danger = rules.danger(of: Bitboard(word: batch.zombies[place]), in: room).word
      (walkers + place).initialize(
        to: Walker(
          word: head, ends: danger | signpost, place: UInt32(truncatingIfNeeded: place), taken: 1,
          square: UInt8(truncatingIfNeeded: start)))
      if !words.accepts(head) { refill(walkers + place, first) }
    }
  }

  /// Takes the next word that may be used.
  private func refill(_ walker: UnsafeMutablePointer<Walker>, _ first: UInt64) {
    let place = Int(walker.pointee.place)
    repeat {
      let number = UInt64(walker.pointee.taken) &- 1
      if number & 3 == 0 {
        let block = RandomStream.tail(
          seed: seed, purpose: .policy, index: first &+ UInt64(place), variant: variant,
          block: number &>> 2)
        (tails + place).initialize(to: block)
      }
      walker.pointee.word = RandomStream.word(tails[place], number & 3)
      walker.pointee.taken &+= 1
    } while !words.accepts(walker.pointee.word)
  }

  /// One move; returns the square as a number to shift by.
  @inline(__always)
  private func step(_ walker: inout Walker) -> UInt64 {
    let draw = BoundedDraw.digit(below: 12, of: &walker.word)
    walker.square = targets[Int(walker.square) &* 16 &+ Int(truncatingIfNeeded: draw)]
    return UInt64(walker.square)
  }

  /// Four moves of each round; returns how many rounds go on.
  private func stepFour(_ walking: Int, after moves: Int, _ tally: inout Tally) -> Int {
    var (kept, over) = (0, 0)
    for place in 0..<walking {
      var walker = walkers[place]
      let (ends, goal) = (walker.ends, signpost)
      let first = step(&walker)
      let second = step(&walker)
      let third = step(&walker)
      let fourth = step(&walker)
      let hits =
        ends &>> first & 1 | (ends &>> second & 1) &<< 1 | (ends &>> third & 1) &<< 2
        | (ends &>> fourth & 1) &<< 3
      let wins =
        goal &>> first & 1 | (goal &>> second & 1) &<< 1 | (goal &>> third & 1) &<< 2
        | (goal &>> fourth & 1) &<< 3
      // The first of the hits; its bit alone tells whether it was the signpost.
      let hit = hits & (0 &- hits)
      let isWin: UInt32 = wins & hit != 0 ? 1 : 0
      let step = UInt32(truncatingIfNeeded: (hits | 16).trailingZeroBitCount)
      ended[over] = (UInt32(truncatingIfNeeded: moves) &+ step &+ 1) &<< 1 | isWin
      walkers[kept] = walker
      let goesOn = hits == 0 ? 1 : 0
      kept &+= goesOn
      over &+= 1 &- goesOn
    }
    for place in 0..<over {
      let end = ended[place]
      tally.count(end & 1 != 0 ? .won : .caught, moves: Int(end &>> 1))
    }
    return kept
  }

  /// Plays the last moves of a round, fewer than four, up to the limit.
  private func finish(
    _ walker: UnsafeMutablePointer<Walker>, _ moves: Int, _ tally: inout Tally
  ) {
    var (moves, outcome) = (moves, Outcome.outOfMoves)
    while moves < moveLimit, outcome == .outOfMoves {
      let square = step(&walker.pointee)
      moves += 1
      if walker.pointee.ends &>> square & 1 != 0 {
        outcome = signpost &>> square & 1 != 0 ? .won : .caught
      }
    }
    tally.count(outcome, moves: moves)
  }
}
