// The step of a pool: one move for each slot, and what its player sees after it.
//
// In the dark, most moves only lead to another square. The loop tells by one test whether anything
// happens there. Ends, chases and new rounds take other ways to the same output.

import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

extension RoundPool {
  /// Makes one move in each slot. The observations are then in ``own``.
  ///
  /// - Parameter moves: One move for each slot.
  /// - Throws: ``PoolError``, as ``step(_:moves:into:)``.
  public func step(_ moves: [Direction]) throws(PoolError) {
    precondition(moves.count == slotCount, "one move for each slot")
    try moves.map(\.rawValue).withUnsafeBufferPointer { bytes throws(PoolError) in
      if let first = bytes.baseAddress { try step(0..<slotCount, moves: first, into: own) }
    }
  }

  /// Makes one move in some slots and writes what the players see.
  ///
  /// A slot whose round is over begins its next round instead, unless ``Settings/autoreset`` says otherwise.
  ///
  /// - Parameters:
  ///   - range: The slots.
  ///   - moves: The raw value of a direction for each slot of the pool; only those of the range are read.
  ///   - output: Memory for each slot of the pool; only the entries of the range are written.
  /// - Throws: ``PoolError/illegalMove(slot:move:)``, and then no slot has changed; or
  ///   ``PoolError/generation(slot:_:)``, and then that slot and the later ones that need a level are
  ///   over, and all others have changed.
  /// - Complexity: O(slots), and that of drawing a level for each new round. In rooms of more than 64
  ///   squares, O(squares) for each slot.
  public func step(
    _ range: Range<Int>, moves: UnsafePointer<UInt8>, into output: PoolOutput
  ) throws(PoolError) {
    assert(range.lowerBound >= 0 && range.upperBound <= slotCount, "slots of the pool")
    try check(moves, of: range)
    let source = try takeSource(of: range)
    defer { putBack(source, of: range) }
    var failure: PoolError?
    let writer = PoolWriter(walk, output, last: range.upperBound - 1)
    step(range, moves, source, writer, &failure)
    if let failure { throw failure }
  }

  /// Throws for the first move that is no move, or that is illegal if illegal moves are refused.
  private func check(_ moves: UnsafePointer<UInt8>, of range: Range<Int>) throws(PoolError) {
    let refuses = settings.illegalMoves == .refused
    var (all, legal) = (UInt8(0), UInt8.max)
    for index in range {
      all |= moves[index]
      legal &= slots[index].mask &>> (moves[index] & 3)
    }
    if all <= 3, legal & 1 != 0 || !refuses { return }
    for index in range {
      let move = moves[index]
      if move > 3 || refuses && slots[index].mask &>> move & 1 == 0 {
        throw .illegalMove(slot: index, move: Int(move))
      }
    }
  }

  /// Makes one move in some slots.
  ///
  /// - Parameter failure: The reason why a round could not begin.
  private func step(
    _ range: Range<Int>, _ moves: UnsafePointer<UInt8>, _ source: LevelSource,
    _ writer: PoolWriter, _ failure: inout PoolError?
  ) {
    let (slots, walk, output) = (slots, writer.walk, writer.output)
    let limit = Int32(truncatingIfNeeded: moveLimit)
    for index in range {
      let move = moves[index]
      var slot = slots[index]
      // An illegal move leads to the same square.
      let step = walk.steps[Int(move)] & (0 &- Int(slot.mask &>> move & 1))
      let target = Int(slot.player) &+ step
      let count = slot.moves &+ 1
      guard
        slot.state == 0, slot.ends &>> UInt64(truncatingIfNeeded: target) & 1 == 0, count < limit
      else {
        self.step(index, move, limit, source, writer, &failure)
        continue
      }
      slot.player = UInt8(truncatingIfNeeded: target)
      slot.moves = count
      slot.mask = walk.mask(at: target, slot.blocks)
      slot.visited |= 1 &<< UInt64(truncatingIfNeeded: target)
      // To store the whole slot at once would have to wait for these values.
      slots[index].player = slot.player
      slots[index].moves = slot.moves
      slots[index].mask = slot.mask
      slots[index].visited = slot.visited
      output.write(index, PoolOutput.noOutcome, reward: 0)
      writer.observe(index, slot, outcome: PoolOutput.noOutcome)
    }
  }

  /// Makes a step of a slot, whatever happens.
  ///
  /// - Parameter failure: The reason why a round could not begin.
  @inline(__always)
  private func step(
    _ index: Int, _ move: UInt8, _ limit: Int32, _ source: LevelSource, _ writer: PoolWriter,
    _ failure: inout PoolError?
  ) {
    let (walk, output, state) = (writer.walk, writer.output, slots[index].state)
    let isReported = state & PoolSlot.isReported != 0
    var (outcome, reward) = (PoolOutput.noOutcome, Float(0))
    if isReported, settings.autoreset != .disabled {
      beginNext(index, source, walk, &failure)
    } else {
      if state & PoolSlot.isOver != 0 {
        outcome = levels[index].outcome
      } else if state & PoolSlot.isPlain == 0 {
        outcome = slots[index].act(move, walk, limit)
      } else {
        outcome = actPlainly(index, move)
      }
      if outcome != PoolOutput.noOutcome {
        levels[index].outcome = outcome
        stop(index)
        if !isReported {
          reward = outcome == Outcome.won.rawValue ? 1 : 0
          if settings.autoreset == .sameStep {
            keepLast(index, output)
            beginNext(index, source, walk, &failure)
          }
        }
      }
    }
    output.write(index, outcome, reward: reward)
    observe(index, writer)
  }

  /// Makes a move in the plain form, in a round that is not over. An illegal move counts, and leads nowhere.
  ///
  /// - Returns: The raw value of the outcome, or ``PoolOutput/noOutcome``.
  private func actPlainly(_ index: Int, _ move: UInt8) -> UInt8 {
    guard let plain = plainRounds[index] else { return PoolOutput.noOutcome }
    if let direction = Direction(rawValue: move) { _ = plain.round.attempt(direction) }
    slots[index].moves += 1
    slots[index].mask = plain.round.legalMoves.bits
    if let outcome = plain.round.outcome { return outcome.rawValue }
    let isOver = slots[index].moves >= moveLimit(in: plain.round.size)
    return isOver ? Outcome.outOfMoves.rawValue : PoolOutput.noOutcome
  }

  // MARK: Observations

  /// Writes the beginning of a round, or what its player sees after a reset.
  func report(_ index: Int, to output: PoolOutput) {
    output.write(index, PoolOutput.noOutcome, reward: 0)
    observe(index, PoolWriter(walk, output, last: index))
  }

  /// Writes what the player of a slot sees at the end of a round, before the next one begins.
  private func keepLast(_ index: Int, _ output: PoolOutput) {
    guard let last = output.last else { return }
    var output = own
    (output.squares, output.lit, output.heard) = last
    observe(index, PoolWriter(walk, output, last: index))
  }

  /// Writes what the player of a slot sees, hears and may do.
  @inline(__always)
  private func observe(_ index: Int, _ writer: PoolWriter) {
    if slots[index].state & PoolSlot.isPlain == 0 {
      writer.observe(index, slots[index], outcome: levels[index].outcome)
    } else {
      observePlainly(index, writer.output)
    }
  }

  private func observePlainly(_ index: Int, _ output: PoolOutput) {
    guard let sight = plainRounds[index]?.round.sight else { return }
    output.masks[index] = slots[index].mask
    let outcome = Outcome(rawValue: levels[index].outcome)
    output.lit[index] = sight.isLit ? 1 : 0
    output.heard[index] =
      outcome?.isSurvived ?? true ? UInt16(clamping: sight.heard ?? 0) : 0
    let target = output.squares + index * size.squareCount
    func write(_ value: SeenSquare, _ square: Square) {
      target[size.index(of: square)] = value.rawValue
    }
    let inside = sight.isLit ? SeenSquare.floor : .unknown
    if sight.size == size {
      target.update(repeating: inside.rawValue, count: size.squareCount)
    } else {
      target.update(repeating: SeenSquare.wall.rawValue, count: size.squareCount)
      for row in 0..<sight.size.rows {
        (target + row * size.columns).update(
          repeating: inside.rawValue, count: sight.size.columns)
      }
    }
    for move in Direction.allCases where !sight.isLit {
      if let square = sight.size.exit(from: sight.player, move) { write(.floor, square) }
    }
    for block in sight.blocks { write(.block, block) }
    for flashlight in sight.flashlights { write(.flashlight, flashlight) }
    for zombie in sight.zombies { write(.zombie, zombie) }
    write(.signpost, sight.signpost)
    write(.own, sight.player)
  }
}

extension PoolSlot {
  /// Makes a move in a round that is not over, whatever happens. An illegal move leads nowhere.
  ///
  /// - Returns: The raw value of the outcome, or ``PoolOutput/noOutcome``.
  mutating func act(_ move: UInt8, _ walk: PoolWalk, _ limit: Int32) -> UInt8 {
    moves &+= 1
    if mask &>> move & 1 != 0 {
      let target = Int(player) &+ walk.steps[Int(move)]
      let room = walk.room
      var now = Bitboard(word: zombies)
      var danger = walk.levels.rules.danger(of: now, in: room)
      var isLit = state & PoolSlot.isLit != 0
      let outcome = walk.levels.arrive(
        at: target, signpost: 1 &<< UInt64(signpost), blocks: blocks,
        sight: room.closedNeighbourhood(Bitboard(word: flashlights)).word, zombies: &now,
        danger: &danger, isLit: &isLit)
      player = UInt8(truncatingIfNeeded: target)
      if state & PoolSlot.isLit == 0 { visited |= 1 &<< UInt64(target) }
      zombies = now.word
      state = isLit ? PoolSlot.isLit : 0
      mask = walk.mask(at: target, blocks)
      if let outcome { return outcome.rawValue }
      if mask == 0 { return Outcome.stuck.rawValue }
    }
    return moves >= limit ? Outcome.outOfMoves.rawValue : PoolOutput.noOutcome
  }
}
