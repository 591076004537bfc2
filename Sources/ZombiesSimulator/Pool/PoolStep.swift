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
    let bytes = moves.map(\.rawValue)
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<Void, PoolError> in
      guard let moves = bytes.baseAddress else { return .success(()) }
      return Result { () throws(PoolError) in try step(0..<slotCount, moves: moves, into: own) }
    }
    try result.get()
  }

  /// Makes one move in some slots and writes what the players see.
  ///
  /// A slot whose round is over begins its next round instead, unless ``autoreset`` says otherwise.
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
    if let walk {
      let writer = PoolWriter(walk, output, last: range.upperBound - 1)
      var rest = range
      while !rest.isEmpty {
        let part = PoolMemory<PoolSlot>.firstPart(of: rest)
        failure = step(part, moves, source, writer, after: failure)
        rest = part.upperBound..<range.upperBound
      }
    } else {
      for index in range {
        failure = stepPlainly(index, moves[index], source, output, after: failure)
      }
    }
    if let failure { throw failure }
  }

  /// Throws for the first move that is no move, or that is illegal if illegal moves are refused.
  private func check(_ moves: UnsafePointer<UInt8>, of range: Range<Int>) throws(PoolError) {
    let refuses = illegalMoves == .refused
    var (all, legal) = (UInt8(0), UInt8.max)
    var rest = range
    while !rest.isEmpty {
      let part = PoolMemory<PoolSlot>.firstPart(of: rest)
      let slots = slots.block(of: part.lowerBound)
      for index in part {
        all |= moves[index]
        legal &= slots[index].mask &>> (moves[index] & 3)
      }
      rest = part.upperBound..<range.upperBound
    }
    if all <= 3, legal & 1 != 0 || !refuses { return }
    for index in range {
      let move = moves[index]
      if move > 3 || refuses && slots[index].mask &>> move & 1 == 0 {
        throw .illegalMove(slot: index, move: Int(move))
      }
    }
  }

  /// Makes one move in slots of one block, in rooms of at most 64 squares.
  ///
  /// - Parameter failure: The reason why a round of another block could not begin.
  /// - Returns: The reason, or that of this block.
  private func step(
    _ range: Range<Int>, _ moves: UnsafePointer<UInt8>, _ source: PoolSource,
    _ writer: PoolWriter, after failure: PoolError?
  ) -> PoolError? {
    let (slots, walk, rules) = (slots.block(of: range.lowerBound), writer.walk, rules)
    let (limit, resets) = (Int32(truncatingIfNeeded: moveLimit), autoreset != .disabled)
    var failure = failure
    for index in range {
      let move = moves[index]
      var (slot, outcome, reward) = (slots[index], PoolOutput.noOutcome, Float(0))
      // An illegal move leads to the same square.
      let step = walk.steps[Int(move)] & (0 &- Int(slot.mask &>> move & 1))
      let target = Int(slot.player) &+ step
      let count = slot.moves &+ 1
      if slot.state == 0, slot.ends &>> UInt64(truncatingIfNeeded: target) & 1 == 0, count < limit {
        slot.player = UInt8(truncatingIfNeeded: target)
        slot.moves = count
        slot.mask = walk.mask(at: target, slot.blocks)
        slot.visited |= 1 &<< UInt64(truncatingIfNeeded: target)
        // To store the whole slot at once would have to wait for these values.
        slots[index].player = slot.player
        slots[index].moves = slot.moves
        slots[index].mask = slot.mask
        slots[index].visited = slot.visited
      } else if slot.state & PoolSlot.isReported != 0, resets {
        if !beginQuickly(index, source, walk) {
          failure = beginAgain(index, source, after: failure)
        }
        slot = slots[index]
      } else if slot.state & PoolSlot.isPlain != 0 {
        failure = stepPlainly(index, move, source, writer.output, after: failure)
        continue
      } else {
        let isEnd = slot.state & PoolSlot.isReported == 0
        if slot.state & PoolSlot.isOver != 0 {
          outcome = levels[index].outcome
        } else {
          outcome = slot.act(move, rules, walk, limit)
        }
        if outcome != PoolOutput.noOutcome {
          slot.state |= PoolSlot.isOver | PoolSlot.isReported
          slot.mask = PoolSlot.everyMove
          levels[index].outcome = outcome
          reward = isEnd && outcome == Outcome.won.rawValue ? 1 : 0
        }
        slots[index] = slot
        if outcome != PoolOutput.noOutcome, isEnd, autoreset == .sameStep {
          keepLast(index, writer.output)
          failure = beginAgain(index, source, after: failure)
          slot = slots[index]
        }
      }
      writer.write(index, slot, outcome, reward)
    }
    return failure
  }

  /// Begins the next round of a slot, unless another slot had none. To find that there is none takes long,
  /// and the caller gets an error anyway.
  ///
  /// - Parameter failure: The reason why another slot had none.
  /// - Returns: The reason, or that of this slot.
  func beginAgain(_ slot: Int, _ source: PoolSource, after failure: PoolError?) -> PoolError? {
    if let failure {
      stop(slot)
      return failure
    }
    do throws(PoolError) { try begin(slot, source) } catch { return error }
    return nil
  }

  /// Makes a step of a slot in the plain form, or of any slot whose round is over.
  ///
  /// - Returns: The reason why this round, or that of another slot, could not begin.
  private func stepPlainly(
    _ index: Int, _ move: UInt8, _ source: PoolSource, _ output: PoolOutput,
    after failure: PoolError?
  ) -> PoolError? {
    let state = slots[index].state
    if state & PoolSlot.isReported != 0, autoreset != .disabled {
      let failure = beginAgain(index, source, after: failure)
      report(index, to: output)
      return failure
    }
    let isEnd = state & PoolSlot.isReported == 0
    if state & PoolSlot.isOver == 0 { movePlainly(index, move) }
    let outcome = levels[index].outcome
    output.rewards[index] = isEnd && outcome == Outcome.won.rawValue ? 1 : 0
    output.terminated[index] = outcome < Outcome.outOfMoves.rawValue ? 1 : 0
    output.truncated[index] = outcome == Outcome.outOfMoves.rawValue ? 1 : 0
    output.outcomes[index] = outcome
    guard outcome != PoolOutput.noOutcome else {
      observe(index, output)
      return failure
    }
    stop(index)
    var failure = failure
    if isEnd, autoreset == .sameStep {
      keepLast(index, output)
      failure = beginAgain(index, source, after: failure)
    }
    observe(index, output)
    return failure
  }

  /// Makes a move in the plain form.
  private func movePlainly(_ index: Int, _ move: UInt8) {
    guard let plainRounds, var plain = plainRounds[index] else { return }
    plainRounds[index] = nil
    let isLegal = Direction(rawValue: move).map { plain.round.attempt($0) } ?? false
    if !isLegal { plain.otherMoves += 1 }
    let limit = moveLimit(in: plain.round.level.size)
    if plain.round.outcome == nil, plain.moves >= limit { plain.isOutOfMoves = true }
    slots[index].mask = plain.round.legalMoves.bits
    levels[index].outcome = plain.outcome?.rawValue ?? PoolOutput.noOutcome
    plainRounds[index] = plain
  }

  // MARK: Observations

  /// Writes the beginning of a round, or what its player sees after a reset.
  func report(_ index: Int, to output: PoolOutput) {
    output.rewards[index] = 0
    output.terminated[index] = 0
    output.truncated[index] = 0
    output.outcomes[index] = PoolOutput.noOutcome
    observe(index, output)
  }

  /// Writes what the player of a slot sees at the end of a round, before the next one begins.
  private func keepLast(_ index: Int, _ output: PoolOutput) {
    guard let last = output.last else { return }
    var output = own
    (output.squares, output.lit, output.heard) = (last.squares, last.lit, last.heard)
    observe(index, output)
  }

  /// Writes what the player of a slot sees, hears and may do.
  private func observe(_ index: Int, _ output: PoolOutput) {
    output.masks[index] = slots[index].mask
    guard let round = plainRounds?[index]?.round else {
      guard let walk else { return }
      return PoolWriter(walk, output, last: index)
        .observe(index, slots[index], outcome: levels[index].outcome)
    }
    let sight = round.sight
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
  mutating func act(_ move: UInt8, _ rules: Rules, _ walk: PoolWalk, _ limit: Int32) -> UInt8 {
    moves &+= 1
    if mask &>> move & 1 != 0 {
      let target = Int(player) &+ walk.steps[Int(move)]
      let here = Bitboard(square: target)
      let signpost = Bitboard(square: Int(signpost))
      let (blocks, flashlights) = (Bitboard(word: blocks), Bitboard(word: flashlights))
      let room = walk.room
      var now = Bitboard(word: zombies)
      var danger = rules.danger(of: now, in: room)
      var isLit = state & PoolSlot.isLit != 0
      let outcome = rules.meet(
        here, signpost: signpost, zombies: &now, danger: &danger, isLit: &isLit, in: room,
        seesFlashlight: { room.closedNeighbourhood(flashlights).intersects(here) },
        chase: {
          walk.targets.chase(
            $0, player: target, free: room.all - blocks - signpost, speed: rules.zombieSpeed)
        })
      player = UInt8(truncatingIfNeeded: target)
      if state & PoolSlot.isLit == 0 { visited |= here.word }
      zombies = now.word
      state = isLit ? PoolSlot.isLit : 0
      mask = walk.mask(at: target, self.blocks)
      if let outcome { return outcome.rawValue }
      if mask == 0 { return Outcome.stuck.rawValue }
    }
    return moves >= limit ? Outcome.outOfMoves.rawValue : PoolOutput.noOutcome
  }
}
