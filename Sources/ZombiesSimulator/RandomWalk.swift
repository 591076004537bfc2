import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// Plays the policy `random` in rooms of at most 64 squares, many rounds at a time.
///
/// In the dark, the rounds of a batch move side by side, four moves each, without a branch. A round
/// that ends after the second move still makes the other two, which are ignored. Each pass compacts
/// the list of rounds that are not over. A round in which the player sees a flashlight leaves the
/// list and is played to its end separately. So are all rounds that begin in the light. The results
/// are those of ``SmallRound`` with ``RandomMoves``, draw for draw.
final class RandomWalk {
  /// A round that is not over.
  private struct Walker {
    /// The remaining part of the current word.
    var word: UInt64
    /// The squares that end the walk in the dark.
    var ends: UInt64
    var blocks: UInt64
    /// The slot of the round, which is also the index of its level in the batch, and the index of
    /// its trial among the trials played.
    var slot: UInt32
    var trial: UInt32
    /// The square of the player.
    var square: UInt32
  }

  /// The words after the first word of a round's stream.
  private struct Tail {
    var words: Philox.Block
    var taken: UInt64
  }

  /// Four moves of a round, one of which ended it.
  private struct End {
    /// The state before the four moves.
    var walker: Walker
    /// The squares after each move, the first in the lowest byte.
    var squares: UInt32
  }

  private let levels: WalkRoom
  private var room: SmallRoom { levels.room }
  private let signpost: UInt64
  private let moveLimit: Int
  private let seed: UInt64
  private let words = RandomMoves.words

  /// The result of two draws below 12, combined into one below 144, from each square of a room
  /// without blocks. The lowest byte is the square after the first draw, and the next byte the
  /// square after the second. The last two bytes are the letters of both moves. There are 144
  /// entries per square.
  private let pairs: UnsafeMutablePointer<UInt32>
  private static let drawPairs = 144

  /// The result of a draw below 12 from each square, for each set of blocks around it
  /// (``blocked``): squares · 24 · 12 bytes.
  private let singles: UnsafeMutablePointer<UInt8>
  private static let blockCodes = 24

  /// The number of rounds that fit in the memory.
  private let capacity: Int

  /// The rounds that are not over, and the tails of their streams by trial: `capacity` of each.
  private let walkers: UnsafeMutablePointer<Walker>
  private let tails: UnsafeMutablePointer<Tail>

  /// The rounds that ended in the current four moves: memory for `capacity` of them.
  private let ended: UnsafeMutablePointer<End>

  /// The rounds to play.
  private struct Job {
    /// The things of the levels, by slot.
    let zombies, blocks, flashlights: UnsafePointer<UInt64>
    let first: UInt64
    let variant: UInt64
    let rounds: RoundsOfPolicy
  }

  /// Whether there are blocks, and whether a dark room may become lit.
  private let hasBlocks: Bool
  private let mayBeLit: Bool

  /// Prepares walks in the levels of a family, for up to `capacity` rounds at a time.
  init(
    _ family: Family, _ frame: SmallLevel, rules: Rules, moveLimit: Int, seed: UInt64,
    capacity: Int
  ) {
    levels = WalkRoom(frame, rules: rules)
    hasBlocks = family.blocks > 0
    // Same: without flashlights, no square has one in sight.
    mayBeLit = family.flashlights > 0 && family.zombies > 0
    signpost = Bitboard(square: frame.signpost).word
    self.moveLimit = moveLimit
    self.seed = seed
    self.capacity = capacity
    pairs = Self.pairs(of: frame.room)
    singles = Self.singles(of: frame.room)
    walkers = .allocate(capacity: capacity)
    tails = .allocate(capacity: capacity)
    ended = .allocate(capacity: capacity)
  }

  deinit {
    pairs.deallocate()
    singles.deallocate()
    walkers.deallocate()
    tails.deallocate()
    ended.deallocate()
  }

  private static func pairs(of room: SmallRoom) -> UnsafeMutablePointer<UInt32> {
    let pairs = UnsafeMutablePointer<UInt32>.allocate(capacity: room.squareCount * drawPairs)
    for square in 0..<room.squareCount {
      for pair in 0..<drawPairs {
        let early = RandomMoves.move(pair / 12, of: room.exits(square))
        let first = square + room.step(early)
        let late = RandomMoves.move(pair % 12, of: room.exits(first))
        let second = first + room.step(late)
        let letters = UInt32(early.letter) << 16 | UInt32(late.letter) << 24
        pairs[square * drawPairs + pair] = UInt32(first | second << 8) | letters
      }
    }
    return pairs
  }

  private static func singles(of room: SmallRoom) -> UnsafeMutablePointer<UInt8> {
    let count = room.squareCount * blockCodes * 12
    let singles = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    for square in 0..<room.squareCount {
      for code in 0..<blockCodes {
        let leftBit: Int = (code >> 2 & 1) << 2
        let rightBit: Int = (code >> 4 & 1) << 3
        let bits: Int = (code & 3) | leftBit | rightBit
        let legal = DirectionSet(bits: room.exits(square).bits & ~UInt8(bits))
        for draw in 0..<12 {
          // Without a legal move the player is stuck and draws nothing.
          let target =
            legal.isEmpty ? square : square + room.step(RandomMoves.move(draw, of: legal))
          singles[(square * blockCodes + code) * 12 + draw] = UInt8(target)
        }
      }
    }
    return singles
  }

  /// The blocks around a square as a number: 1 above, 2 below, 4 to the left, 16 to the right.
  /// Values beyond the sides of the room do not matter.
  @inline(__always)
  private func blocked(_ blocks: UInt64, around square: UInt32) -> Int {
    let (here, columns) = (
      UInt64(truncatingIfNeeded: square), UInt64(truncatingIfNeeded: room.columns)
    )
    let (above, below) = (blocks &>> (here &- columns) & 1, blocks &>> (here &+ columns) & 1)
    // Rotated, because the square to the right may be in the lowest bit.
    let beside = blocks &>> (here &- 1) | blocks &<< (1 &- here)
    return Int(truncatingIfNeeded: above | below &<< 1 | (beside & 5) &<< 2)
  }

  /// Plays one round of some trials.
  ///
  /// - Parameters:
  ///   - levels: The levels.
  ///   - offset: The index in `levels` of the first trial's first level.
  ///   - trials: The trials, as differences from the first trial, in ascending order.
  ///   - first: The first trial.
  ///   - round: The round of each trial.
  ///   - rounds: Receives the endings of the rounds.
  func play(
    _ levels: LevelBatch, _ offset: Int, trials: UnsafeBufferPointer<Int32>, first: UInt64,
    round: Int,
    into rounds: RoundsOfPolicy
  ) {
    precondition(trials.count <= capacity, "rounds that fit in the memory")
    assert(rounds.fits(moveLimit), "memory for the maximum number of moves")
    assert(offset >= 0 && round >= 0 && round < rounds.roundsPerTrial, "a round of the trials")
    assert(
      trials.allSatisfy {
        Int($0) < capacity && offset + (Int($0) + 1) * rounds.roundsPerTrial <= levels.count
      }, "a level for each round, and memory for each trial")
    levels.withThings { things in
      let job = Job(
        zombies: things.zombies + offset, blocks: things.blocks + offset,
        flashlights: things.flashlights + offset, first: first,
        variant: RoundKey.variant(Policy.random.code, round: round), rounds: rounds)
      // The loop is compiled twice.
      if hasBlocks {
        play(job, trials, round, hasBlocks: true)
      } else {
        play(job, trials, round, hasBlocks: false)
      }
    }
  }

  @inline(__always)
  private func play(
    _ job: Job, _ trials: UnsafeBufferPointer<Int32>, _ round: Int, hasBlocks: Bool
  ) {
    var walking = begin(job, trials, round: round)
    var moves = 0
    while walking > 0, moves < moveLimit {
      if moves % RandomMoves.drawsPerWord == 0, moves > 0 {
        for index in 0..<walking { refill(&walkers[index], job) }
      }
      if moves + 4 > moveLimit { break }
      walking = stepFour(walking, after: moves, job, hasBlocks: hasBlocks)
      moves += 4
    }
    for index in 0..<walking { playAlone(walkers[index], after: moves, job) }
  }

  /// Prepares the rounds; returns the number of rounds that begin in the dark and do not end at
  /// once.
  private func begin(
    _ job: Job, _ trials: UnsafeBufferPointer<Int32>, round: Int
  ) -> Int {
    let (rounds, first) = (job.rounds, job.first)
    let (roundsPerTrial, words, walkers, tails) = (rounds.roundsPerTrial, words, walkers, tails)
    let here = Bitboard(square: levels.start)
    let nearStart = room.neighbours(here).word
    // No trial belongs to the last quad.
    var (quad, heads): (UInt64, Philox.Block) = (.max, (0, 0, 0, 0))
    var walking = 0
    for index in 0..<trials.count {
      let trialOffset = Int(trials[index])
      let trial = first &+ UInt64(truncatingIfNeeded: trialOffset)
      if trial &>> 2 != quad {
        quad = trial &>> 2
        heads = RandomStream.heads(seed: seed, purpose: .policy, quad: quad, variant: job.variant)
      }
      let slot = trialOffset &* roundsPerTrial &+ round
      let danger = levels.rules.danger(of: Bitboard(word: job.zombies[slot]), in: room).word
      let blocks = job.blocks[slot]
      var ends = danger | signpost
      if mayBeLit {
        ends |= room.closedNeighbourhood(Bitboard(word: job.flashlights[slot])).word
      }
      // Created in place: copying it would wait for the values just written.
      walkers[walking] = Walker(
        word: RandomStream.word(heads, trial & 3), ends: ends, blocks: blocks,
        slot: UInt32(truncatingIfNeeded: slot), trial: UInt32(truncatingIfNeeded: trialOffset),
        square: UInt32(truncatingIfNeeded: levels.start))
      tails[trialOffset].taken = 0
      if !words.accepts(walkers[walking].word) { refill(&walkers[walking], job) }
      if ends & here.word != 0 || levels.isLit || nearStart & ~blocks == 0 {
        playAlone(walkers[walking], after: 0, job)
      } else {
        walking &+= 1
      }
    }
    assert(walking <= trials.count, "no more walkers than trials")
    return walking
  }

  /// Draws the next accepted word.
  private func refill(_ walker: inout Walker, _ job: Job) {
    assert(Int(walker.trial) < capacity, "a trial with memory")
    let trial = UInt64(truncatingIfNeeded: walker.trial)
    let tail = tails + Int(walker.trial)
    repeat {
      let number = tail.pointee.taken
      if number & 3 == 0 {
        tail.pointee.words = RandomStream.tail(
          seed: seed, purpose: .policy, index: job.first &+ trial, variant: job.variant,
          block: number &>> 2)
      }
      walker.word = RandomStream.word(tail.pointee.words, number & 3)
      tail.pointee.taken = number &+ 1
    } while !words.accepts(walker.word)
  }

  /// Makes two moves in a room without blocks; returns an element of ``pairs``.
  @inline(__always)
  private func stepTwo(_ word: inout UInt64, from square: UInt32) -> UInt32 {
    assert(Int(square) < room.squareCount, "a square of the room")
    let draw = BoundedDraw.digit(below: UInt64(Self.drawPairs), of: &word)
    return pairs[
      Int(truncatingIfNeeded: square) &* Self.drawPairs &+ Int(truncatingIfNeeded: draw)]
  }

  /// Makes a move in a room with blocks; returns the next square.
  @inline(__always)
  private func stepOne(_ word: inout UInt64, from square: UInt32, _ blocks: UInt64) -> UInt32 {
    assert(Int(square) < room.squareCount, "a square of the room")
    let draw = Int(truncatingIfNeeded: BoundedDraw.digit(below: 12, of: &word))
    let row = Int(truncatingIfNeeded: square) &* Self.blockCodes &+ blocked(blocks, around: square)
    return UInt32(truncatingIfNeeded: singles[row &* 12 &+ draw])
  }

  @inline(__always)
  private func bit(_ square: UInt32) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: square) }

  /// Makes four moves in each round; returns the number of rounds that are not over.
  @inline(__always)
  private func stepFour(
    _ walking: Int, after moves: Int, _ job: Job, hasBlocks: Bool
  ) -> Int {
    assert(walking <= capacity && moves + 4 <= moveLimit, "walkers with at least four moves left")
    let (walkers, ended, rounds) = (walkers, ended, job.rounds)
    var (kept, over) = (0, 0)
    for index in 0..<walking {
      let walker = walkers[index]
      var next = walker
      let squares: UInt32
      if hasBlocks {
        let one = stepOne(&next.word, from: walker.square, walker.blocks)
        let two = stepOne(&next.word, from: one, walker.blocks)
        let three = stepOne(&next.word, from: two, walker.blocks)
        let four = stepOne(&next.word, from: three, walker.blocks)
        squares = one | two &<< 8 | three &<< 16 | four &<< 24
        if let path = rounds.path(Int(walker.slot)) {
          path[moves] = letter(from: walker.square, to: one)
          path[moves &+ 1] = letter(from: one, to: two)
          path[moves &+ 2] = letter(from: two, to: three)
          path[moves &+ 3] = letter(from: three, to: four)
        }
      } else {
        let early = stepTwo(&next.word, from: walker.square)
        let late = stepTwo(&next.word, from: early &>> 8 & 0xFF)
        squares = early & 0xFFFF | late &<< 16
        if let path = rounds.path(Int(walker.slot)) {
          UnsafeMutableRawPointer(path + moves)
            .storeBytes(of: (early &>> 16 | late & 0xFFFF_0000).littleEndian, as: UInt32.self)
        }
      }
      next.square = squares &>> 24
      let visited =
        bit(squares & 63) | bit(squares &>> 8 & 63) | bit(squares &>> 16 & 63)
        | bit(squares &>> 24)
      let goesOn = visited & walker.ends == 0 ? 1 : 0
      ended[over] = End(walker: walker, squares: squares)
      walkers[kept] = next
      kept &+= goesOn
      over &+= 1 &- goesOn
    }
    assert(kept + over == walking, "each walker continues or is over")
    for index in 0..<over { finish(ended[index], after: moves, job) }
    return kept
  }

  @inline(__always)
  private func letter(from square: UInt32, to target: UInt32) -> UInt8 {
    levels.letter(from: Int(square), to: Int(target))
  }

  /// Finds the move, out of four, that ended a walk in the dark.
  @inline(__always)
  private func finish(_ end: End, after moves: Int, _ job: Job) {
    let rounds = job.rounds
    let (ends, squares) = (end.walker.ends, end.squares)
    func hit(_ move: UInt32) -> UInt64 {
      (ends &>> UInt64(squares &>> (8 &* move) & 63) & 1) &<< UInt64(move)
    }
    let hits = hit(0) | hit(1) | hit(2) | hit(3)
    assert(hits != 0, "one of the four moves ended the walk")
    let move = UInt32(truncatingIfNeeded: (hits | 8).trailingZeroBitCount)
    let square = bit(squares &>> (8 &* move) & 63)
    let slot = Int(end.walker.slot)
    if square & signpost != 0 {
      rounds.endings[slot] = Ending(.won, moves: moves &+ Int(move) &+ 1)
    } else if job.flashlights[slot] == 0
      || levels.rules.danger(of: Bitboard(word: job.zombies[slot]), in: room).word & square
        != 0
    {
      rounds.endings[slot] = Ending(.caught, moves: moves &+ Int(move) &+ 1)
    } else {
      playAlone(end.walker, after: moves, job)
    }
  }

  /// Plays an unfinished round to its end, move by move.
  ///
  /// - Parameter moves: The number of moves made, all of them in the dark.
  private func playAlone(_ walker: Walker, after moves: Int, _ job: Job) {
    assert(moves <= moveLimit, "at most the maximum number of moves")
    let rounds = job.rounds
    let slot = Int(walker.slot)
    let open = room.all.word & ~walker.blocks
    let sight = room.closedNeighbourhood(Bitboard(word: job.flashlights[slot]))
    var (walker, moves, zombies) = (walker, moves, Bitboard(word: job.zombies[slot]))
    var danger = levels.rules.danger(of: zombies, in: room)
    var isLit = levels.isLit
    let path = rounds.path(slot)
    func end(_ outcome: Outcome) { rounds.endings[slot] = Ending(outcome, moves: moves) }
    if moves == 0 {
      let here = Bitboard(word: bit(walker.square))
      if danger.intersects(here) { return end(.caught) }
      if room.neighbours(here).word & open == 0 { return end(.stuck) }
      isLit = isLit || sight.intersects(here)
    }
    let begin = moves
    while moves < moveLimit {
      if moves % RandomMoves.drawsPerWord == 0, moves > begin { refill(&walker, job) }
      let target = stepOne(&walker.word, from: walker.square, walker.blocks)
      path?[moves] = letter(from: walker.square, to: target)
      walker.square = target
      moves += 1
      let outcome = levels.arrive(
        at: Int(target), signpost: signpost, blocks: walker.blocks, sight: sight.word,
        zombies: &zombies, danger: &danger, isLit: &isLit)
      if let outcome { return end(outcome) }
      // The player can always go back, so after the start no round ends stuck.
    }
    end(.outOfMoves)
  }
}
