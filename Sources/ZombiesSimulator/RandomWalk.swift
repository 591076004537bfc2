import ZombiesCore
import ZombiesPolicies

/// The policy `random` in dark rooms without blocks and flashlights, many rounds at a time.
///
/// The rounds of a batch step side by side, four moves each, without a branch: a round that ended
/// after the second move still makes the other two, which are ignored. Rounds that are not over are
/// kept in a list that is compacted on each pass. The results are those of ``SmallRound`` with
/// ``RandomMoves``, draw for draw.
final class RandomWalk {
  /// A round in progress.
  private struct Walker {
    /// What is left of the current word.
    var word: UInt64
    /// The squares that end the round.
    var ends: UInt64
    /// The index of its level in the batch.
    var place: UInt32
    /// Where the player stands.
    var square: UInt32
  }

  /// The words after the first one of a round's stream.
  private struct Tail {
    var words: Philox.Block
    var taken: UInt64
  }

  /// Four moves of a round, which ended at one of them.
  private struct End {
    var ends: UInt64
    /// The squares after each move, the first in the lowest byte.
    var squares: UInt32
  }

  private let rules: Rules
  private let start: Int
  private let signpost: UInt64
  private let near: UInt64
  private let moveLimit: Int
  private let seed: UInt64
  private let words = RandomMoves.words
  private let variant = RoundKey.variant(Policy.random.code, round: 0)

  /// Where two draws below 12, combined into one below 144, lead from each square: the square after
  /// the first in the low byte, the square after the second in the high one.
  private let targets: UnsafeMutablePointer<UInt16>
  private static let drawPairs = 144

  private let capacity: Int
  private let walkers: UnsafeMutablePointer<Walker>

  private let tails: UnsafeMutablePointer<Tail>

  /// The rounds that ended in the current four moves.
  private let ended: UnsafeMutablePointer<End>

  /// Prepares walks in the levels of a frame, up to `capacity` at a time.
  init(_ frame: SmallLevel, rules: Rules, moveLimit: Int, seed: UInt64, capacity: Int) {
    self.rules = rules
    start = frame.start
    signpost = Bitboard(square: frame.signpost).word
    near = rules.danger(of: Bitboard(square: frame.start), in: frame.room).word
    self.moveLimit = moveLimit
    self.seed = seed
    self.capacity = capacity
    let squares = frame.room.squareCount
    targets = .allocate(capacity: squares * Self.drawPairs)
    func target(_ square: Int, _ draw: Int) -> Int {
      square + frame.room.step(RandomMoves.move(draw, of: frame.room.exits(square)))
    }
    for square in 0..<squares {
      for pair in 0..<Self.drawPairs {
        let first = target(square, pair / 12)
        let second = target(first, pair % 12)
        (targets + square * Self.drawPairs + pair).initialize(to: UInt16(first | second << 8))
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

  /// Whether the levels of a batch can be walked here: dark rooms with nothing but zombies, which
  /// do not catch the player on the start.
  func canWalk(_ batch: LevelBatch) -> Bool {
    !batch.frame.isLit && batch.count <= capacity && batch.blocks.allSatisfy { $0 == 0 }
      && batch.flashlights.allSatisfy { $0 == 0 } && batch.zombies.allSatisfy { $0 & near == 0 }
  }

  /// Plays one round of each of the first `count` levels of a batch.
  ///
  /// - Parameters:
  ///   - first: The trial of the first level.
  ///   - tally: Receives the outcomes.
  func play(_ batch: LevelBatch, count: Int, first: UInt64, into tally: inout Tally) {
    begin(batch, count: count, first: first)
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

  private func begin(_ batch: LevelBatch, count: Int, first: UInt64) {
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
          word: head, ends: danger | signpost, place: UInt32(truncatingIfNeeded: place),
          square: UInt32(truncatingIfNeeded: start)))
      tails[place].taken = 0
      if !words.accepts(head) { refill(walkers + place, first) }
    }
  }

  /// Takes the next accepted word.
  private func refill(_ walker: UnsafeMutablePointer<Walker>, _ first: UInt64) {
    let place = Int(walker.pointee.place)
    let tail = tails + place
    repeat {
      let number = tail.pointee.taken
      if number & 3 == 0 {
        tail.pointee.words = RandomStream.tail(
          seed: seed, purpose: .policy, index: first &+ UInt64(place), variant: variant,
          block: number &>> 2)
      }
      walker.pointee.word = RandomStream.word(tail.pointee.words, number & 3)
      tail.pointee.taken = number &+ 1
    } while !words.accepts(walker.pointee.word)
  }

  /// Two moves; returns the squares after each.
  @inline(__always)
  private func stepTwo(_ word: inout UInt64, from square: UInt32) -> UInt32 {
    let draw = BoundedDraw.digit(below: UInt64(Self.drawPairs), of: &word)
    let place = Int(truncatingIfNeeded: square) &* Self.drawPairs &+ Int(truncatingIfNeeded: draw)
    return UInt32(truncatingIfNeeded: targets[place])
  }

  @inline(__always)
  private func bit(_ square: UInt32) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: square) }

  /// Makes four moves in each round; returns how many rounds are not over.
  private func stepFour(_ walking: Int, after moves: Int, _ tally: inout Tally) -> Int {
    var (kept, over) = (0, 0)
    for place in 0..<walking {
      var walker = walkers[place]
      let early = stepTwo(&walker.word, from: walker.square)
      let late = stepTwo(&walker.word, from: early &>> 8)
      walker.square = late &>> 8
      let visited = bit(early & 63) | bit(early &>> 8) | bit(late & 63) | bit(late &>> 8)
      let goesOn = visited & walker.ends == 0 ? 1 : 0
      ended[over] = End(ends: walker.ends, squares: early | late &<< 16)
      walkers[kept] = walker
      kept &+= goesOn
      over &+= 1 &- goesOn
    }
    for place in 0..<over { count(ended[place], after: moves, &tally) }
    return kept
  }

  /// Finds the first of four moves that ended a round.
  @inline(__always)
  private func count(_ end: End, after moves: Int, _ tally: inout Tally) {
    let (ends, squares) = (end.ends, end.squares)
    func hit(_ move: UInt32) -> UInt64 {
      (ends &>> UInt64(squares &>> (8 &* move) & 63) & 1) &<< UInt64(move)
    }
    let hits = hit(0) | hit(1) | hit(2) | hit(3)
    let move = UInt32(truncatingIfNeeded: (hits | 8).trailingZeroBitCount)
    let isWin = signpost & bit(squares &>> (8 &* move) & 63) != 0
    tally.count(isWin ? .won : .caught, moves: moves &+ Int(move) &+ 1)
  }

  /// Plays the last moves of a round, fewer than four, up to the limit.
  private func finish(
    _ walker: UnsafeMutablePointer<Walker>, _ moves: Int, _ tally: inout Tally
  ) {
    var (moves, outcome) = (moves, Outcome.outOfMoves)
    var (squares, left) = (UInt32(0), 0)
    while moves < moveLimit, outcome == .outOfMoves {
      if left == 0 {
        squares = stepTwo(&walker.pointee.word, from: walker.pointee.square)
        walker.pointee.square = squares &>> 8
        left = 2
      }
      let square = bit(squares & 63)
      (squares, left, moves) = (squares &>> 8, left - 1, moves + 1)
      if walker.pointee.ends & square != 0 { outcome = signpost & square != 0 ? .won : .caught }
    }
    tally.count(outcome, moves: moves)
  }
}
