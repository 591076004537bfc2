import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// Many rounds side by side, for programs that choose the moves themselves: one move for each round at
/// a time, such as learners do.
///
///     let pool = try RoundPool(LevelGenerator(.classic, seed: 42), slots: 1024)
///     var moves = [Direction](repeating: .up, count: pool.slotCount)
///     while true {
///       for slot in 0..<pool.slotCount { moves[slot] = choose(pool.sight(of: slot)) }
///       try pool.step(moves)
///     }
///
/// Round *k* plays the level with index *k* of the generator. Slot *i* of *N* plays the rounds *i*,
/// *i* + *N*, *i* + 2*N* and so on, so a round is the same in a pool of any size. Outcomes are those of
/// ``Simulator`` for the same moves.
///
/// A pool has no threads and uses no files. Several threads may use different slots of a pool at the
/// same time, through methods that take a range of slots. The results are then the same.
public final class RoundPool: @unchecked Sendable {
  // Calls for different slots write to different memory. `sources` locks.

  /// The way in which a slot goes on after the end of its round.
  public enum Autoreset: UInt8, CaseIterable, Sendable {
    /// The step after the end begins the next round, and ignores the move.
    case nextStep
    /// The step that ends a round also begins the next one.
    case sameStep
    /// Nothing happens before a reset.
    case disabled
  }

  /// The effect of an illegal move: one that leads out of the room or into a block.
  public enum IllegalMoves: UInt8, CaseIterable, Sendable {
    /// It is an error, and no slot changes.
    case refused
    /// It counts as a move. The player and the zombies stay, and the light stays as it is.
    case ignored
  }

  /// The settings of a pool other than its levels.
  public struct Settings: Sendable {
    /// The maximum number of moves in a round; nil for four times the number of squares of its level.
    public var maxMoves: Int?

    /// The way in which a slot goes on after the end of its round.
    public var autoreset = Autoreset.nextStep

    /// The effect of an illegal move.
    public var illegalMoves = IllegalMoves.refused

    /// Whether a level is played, such as one of a training set; nil to play all levels. Round *k* then
    /// plays the first such level among those with the indices *k*, *k* + 2⁴⁰, *k* + 2 · 2⁴⁰ and so on,
    /// up to 10,000 of them.
    public var accepts: (@Sendable (Level) -> Bool)?

    /// Creates the default settings.
    public init() {}
  }

  /// The permitted numbers of slots.
  public static let slotCounts = 1...65_536

  /// The maximum number of squares in all slots together.
  public static let largestSquareCount = 1 << 26

  /// The permitted maximum numbers of moves.
  public static let moveLimits = 1...Int(Int32.max)

  /// The generator of the levels. Its rules are those of the rounds.
  public private(set) var generator: LevelGenerator

  /// The number of slots.
  public let slotCount: Int

  /// The sides of the rooms.
  public let size: RoomSize

  /// The maximum number of moves in a round of the family.
  public let moveLimit: Int

  /// The other settings.
  public let settings: Settings

  /// The rules in force.
  public var rules: Rules { generator.rules }

  /// The state of each slot: `slotCount` of them.
  let slots: UnsafeMutablePointer<PoolSlot>

  /// The level of each slot in a room of at most 64 squares, and the number of its round.
  let levels: UnsafeMutablePointer<PoolLevel>

  /// The rounds of slots without a fast form: `slotCount` entries.
  let plainRounds: UnsafeMutablePointer<PlainRound?>

  /// The tables of the fast form; those of another room if the rooms have more than 64 squares, where all rounds are
  /// in the plain form.
  let walk: PoolWalk

  /// The memory for outputs that a caller does not want, and for those of ``step(_:)``.
  public let own: PoolOutput

  /// The tables and the memory for drawing levels, kept between calls, in one of 16 places according to the
  /// first slot of a call: threads that share a place cost each other microseconds.
  private let sources = (0..<16).map { _ in Pool<LevelSource>() }

  /// Makes a pool and begins the first round of each slot.
  ///
  /// - Parameters:
  ///   - generator: The generator of the levels. Its rules are those of the rounds.
  ///   - slots: The number of rounds side by side.
  ///   - settings: The other settings.
  /// - Throws: ``PoolError`` if a setting is out of range, or if a level cannot be generated.
  /// - Complexity: O(slots · squares), and that of drawing a level for each slot.
  public init(
    _ generator: LevelGenerator, slots: Int, settings: Settings = Settings()
  ) throws(PoolError) {
    size = generator.family.size
    let fitting = min(Self.slotCounts.upperBound, Self.largestSquareCount / size.squareCount)
    do throws(RangeError) {
      try RangeError.check("slots", slots, in: 1...fitting)
      if let moves = settings.maxMoves {
        try RangeError.check("max moves", moves, in: Self.moveLimits)
      }
    } catch {
      throw .setting(error)
    }
    self.generator = generator
    slotCount = slots
    self.settings = settings
    moveLimit = settings.maxMoves ?? size.defaultMoveLimit
    self.slots = .allocateLines(slots, of: PoolSlot())
    levels = .allocateLines(slots, of: PoolLevel())
    own = PoolOutput(slots: slots, squares: size.squareCount)
    plainRounds = .allocate(capacity: slots)
    plainRounds.initialize(repeating: nil, count: slots)
    guard let frame = generator.family.frame ?? Family.classic.frame else {
      preconditionFailure("a preset of at most 64 squares")
    }
    walk = PoolWalk(frame, rules: generator.rules)
    try reset()
  }

  deinit {
    slots.deallocate()
    levels.deallocate()
    plainRounds.deinitialize(count: slotCount)
    plainRounds.deallocate()
    walk.deallocate()
    own.deallocate()
  }

  /// The maximum number of moves on a level of the family or of the caller's.
  func moveLimit(in size: RoomSize) -> Int { settings.maxMoves ?? size.defaultMoveLimit }

  // MARK: Levels

  /// Begins again with the first round of each slot, with another seed if one is given.
  ///
  /// Not to be called while another thread uses the pool.
  ///
  /// - Throws: ``PoolError`` if a level cannot be generated. Slots without a level are then over.
  public func reset(seed: UInt64? = nil, into output: PoolOutput? = nil) throws(PoolError) {
    if let seed, seed != generator.seed {
      generator = LevelGenerator(
        generator.family, seed: seed, rules: generator.rules, selection: generator.selection,
        drawLimit: generator.drawLimit, stateLimit: generator.stateLimit)
      for kept in sources { while kept.take() != nil {} }
    }
    for slot in 0..<slotCount {
      levels[slot].round = UInt64(truncatingIfNeeded: slot) &- UInt64(truncatingIfNeeded: slotCount)
      stop(slot)
    }
    try beginNext(0..<slotCount, into: output)
  }

  /// Begins the next round of some slots, whether or not the current one is over.
  ///
  /// - Parameters:
  ///   - range: The slots.
  ///   - isWanted: For each slot of the pool, whether to begin its next round, if the slot is in the
  ///     range; nil for all slots of the range.
  ///   - output: Receives what the players of these slots see; nil for ``own``.
  /// - Throws: ``PoolError`` if a level cannot be generated; the slots before it have begun then,
  ///   and the later ones are over.
  public func beginNext(
    _ range: Range<Int>, where isWanted: ((Int) -> Bool)? = nil, into output: PoolOutput? = nil
  ) throws(PoolError) {
    assert(range.lowerBound >= 0 && range.upperBound <= slotCount, "slots of the pool")
    let source = try takeSource(of: range)
    defer { putBack(source, of: range) }
    var failure: PoolError?
    for slot in range where isWanted?(slot) ?? true {
      beginNext(slot, source, walk, &failure)
      report(slot, to: output ?? own)
    }
    if let failure { throw failure }
  }

  /// Begins the next round of a slot. If there is no level for it, the round before stays, and is over. So it does if
  /// another slot had none: to find that there is none takes long, and the caller gets an error anyway.
  ///
  /// - Parameters:
  ///   - source: The thread's source of levels.
  ///   - failure: The reason why another slot, and then this one, had no level.
  func beginNext(
    _ slot: Int, _ source: LevelSource, _ walk: PoolWalk, _ failure: inout PoolError?
  ) {
    guard failure == nil else { return stop(slot) }
    let round = levels[slot].round &+ UInt64(truncatingIfNeeded: slotCount)
    do throws(GenerationError) {
      if settings.accepts == nil, let things = source.anyDrawer?.things(at: round) {
        return begin(slot, round, things, walk.levels, walk)
      }
      // Most levels are found quickly.
      // Same: a stop is noticed at other slots.
      if slot & 15 == 15, SearchStop.isWanted { throw .noneFound(index: round, draws: 0) }
      if let accepts = settings.accepts {
        begin(slot, round, try first(of: source, at: round, accepts))
      } else if let things = try source.things(at: round) {
        begin(slot, round, things, walk.levels, walk)
      } else {
        begin(slot, round, try source.level(at: round))
      }
    } catch {
      stop(slot)
      failure = .generation(slot: slot, error)
    }
  }

  /// Ends a slot's round, and counts its end as known.
  func stop(_ slot: Int) {
    slots[slot].state |= PoolSlot.isOver | PoolSlot.isReported
    slots[slot].mask = PoolSlot.everyMove
  }

  private func sources(of range: Range<Int>) -> Pool<LevelSource> {
    sources[min(range.lowerBound * sources.count / slotCount, sources.count - 1)]
  }

  /// Takes a source of levels for the thread that uses some slots.
  func takeSource(of range: Range<Int>) throws(PoolError) -> LevelSource {
    do throws(GenerationError) {
      if let kept = sources(of: range).take() { return kept }
      for other in sources { if let kept = other.take() { return kept } }
      return try LevelSource(generator)
    } catch {
      throw .generation(slot: 0, error)
    }
  }

  func putBack(_ source: LevelSource, of range: Range<Int>) { sources(of: range).put(source) }

  /// The distance between the indices of the levels among which a round finds an accepted one.
  static let indexStep: UInt64 = 1 << 40

  private func first(
    of source: LevelSource, at round: UInt64, _ accepts: (Level) -> Bool
  ) throws(GenerationError) -> Level {
    for candidate in 0..<UInt64(Self.candidates) {
      let level = try source.level(at: round &+ candidate &* Self.indexStep)
      if accepts(level) { return level }
      if candidate & 15 == 15, SearchStop.isWanted { break }
    }
    throw .noneFound(index: round, draws: Self.candidates)
  }

  private static let candidates = 10_000

  /// Begins a round on a level, in the fast form if it has one.
  func begin(_ slot: Int, _ round: UInt64, _ level: Level) {
    guard level.size == size, let small = SmallLevel(level) else {
      let plain = Round(level, rules: rules)
      let isOver = plain.outcome != nil
      plainRounds[slot] = PlainRound(plain)
      levels[slot] = PoolLevel(
        round: round, outcome: plain.outcome?.rawValue ?? PoolOutput.noOutcome)
      slots[slot] = PoolSlot(
        mask: isOver ? PoolSlot.everyMove : plain.legalMoves.bits,
        state: PoolSlot.isPlain | (isOver ? PoolSlot.isOver : 0))
      return
    }
    begin(slot, round, small.things, WalkRoom(small, rules: rules), walk)
  }

  /// Begins a round in the fast form.
  ///
  /// - Parameter frame: The start, the signpost and the light.
  @inline(__always)
  private func begin(
    _ slot: Int, _ round: UInt64, _ things: ThingWords, _ frame: WalkRoom, _ walk: PoolWalk
  ) {
    let room = walk.room
    let here = Bitboard(square: frame.start)
    let sight = room.closedNeighbourhood(Bitboard(word: things.flashlights))
    let danger = walk.levels.rules.danger(of: Bitboard(word: things.zombies), in: room)
    let mask = walk.mask(at: frame.start, things.blocks)
    let isCaught = danger.intersects(here)
    let isOver = isCaught || mask == 0
    if slots[slot].state & PoolSlot.isPlain != 0 { plainRounds[slot] = nil }
    slots[slot] = PoolSlot(
      zombies: things.zombies, blocks: things.blocks, flashlights: things.flashlights,
      ends: danger.word | sight.word | Bitboard(square: frame.signpost).word, visited: here.word,
      player: UInt8(truncatingIfNeeded: frame.start),
      signpost: UInt8(truncatingIfNeeded: frame.signpost),
      mask: isOver ? PoolSlot.everyMove : mask,
      state: (frame.isLit || sight.intersects(here) ? PoolSlot.isLit : 0)
        | (isOver ? PoolSlot.isOver : 0))
    levels[slot] = PoolLevel(
      round: round, zombies: things.zombies, start: UInt8(truncatingIfNeeded: frame.start),
      isLit: frame.isLit,
      outcome: isOver ? (isCaught ? Outcome.caught : .stuck).rawValue : PoolOutput.noOutcome)
  }

  /// Begins a round on a level of the caller's. The next round of the slot is the one that would have
  /// come next without it.
  ///
  /// Not to be called while another thread uses the pool.
  ///
  /// - Parameters:
  ///   - level: A level whose sides are at most those of the pool's rooms. Squares beyond its sides are
  ///     observed as ``SeenSquare/wall``.
  ///   - slot: The slot.
  ///   - output: Receives what the players see; nil for ``own``.
  /// - Throws: ``PoolError/tooLarge(_:limit:)``.
  public func play(
    _ level: Level, in slot: Int, into output: PoolOutput? = nil
  ) throws(PoolError) {
    precondition((0..<slotCount).contains(slot), "a slot of the pool")
    guard level.size.rows <= size.rows, level.size.columns <= size.columns else {
      throw .tooLarge(level.size, limit: size)
    }
    begin(slot, levels[slot].round, level)
    report(slot, to: output ?? own)
  }
}

/// A reason why a pool cannot do what it is asked to do.
public enum PoolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A setting is out of range.
  case setting(RangeError)
  /// The next level of a slot cannot be generated.
  case generation(slot: Int, GenerationError)
  /// A move is illegal, or is no move. No slot has changed.
  case illegalMove(slot: Int, move: Int)
  /// A level's sides are larger than those of the pool's rooms.
  case tooLarge(RoomSize, limit: RoomSize)
  /// The bytes are not the state of a slot; the reason says where and what was expected.
  case state(slot: Int, String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .setting(let error): error.description
    case .generation(let slot, let error): "slot \(slot): \(error)"
    case .illegalMove(let slot, let move):
      if let direction = UInt8(exactly: move).flatMap(Direction.init(rawValue:)) {
        "slot \(slot): the move \(direction) leads out of the room or into a block"
      } else {
        "slot \(slot): \(move) is no move, expected 0 (up), 1 (down), 2 (left) or 3 (right)"
      }
    case .tooLarge(let size, let limit):
      "a level of \(size) does not fit, expected at most \(limit.rows) rows and "
        + "\(limit.columns) columns"
    case .state(let slot, let reason): "slot \(slot): \(reason)"
    }
  }
}

// MARK: Slots

extension RoundPool {
  /// The level of a slot's current round. O(things).
  public func level(of slot: Int) -> Level {
    precondition((0..<slotCount).contains(slot), "a slot of the pool")
    return plainRounds[slot]?.round.level ?? Level(round(of: slot).level)
  }

  /// What the player of a slot sees now, in the form for a ``/ZombiesPolicies/Player``.
  public func sight(of slot: Int) -> Sight {
    precondition((0..<slotCount).contains(slot), "a slot of the pool")
    return plainRounds[slot]?.round.sight ?? Sight(SmallSight(round(of: slot)))
  }

  /// The outcome of a slot's round; nil if the round is not over.
  public func outcome(of slot: Int) -> Outcome? {
    precondition((0..<slotCount).contains(slot), "a slot of the pool")
    return Outcome(rawValue: levels[slot].outcome)
  }

  /// The number of moves made in a slot's round.
  public func moves(of slot: Int) -> Int {
    precondition((0..<slotCount).contains(slot), "a slot of the pool")
    return Int(slots[slot].moves)
  }

  /// The number of a slot's round.
  public func roundNumber(of slot: Int) -> UInt64 {
    precondition((0..<slotCount).contains(slot), "a slot of the pool")
    return levels[slot].round
  }

  /// A slot's round, and the squares on which its player has been in the dark; nil in the plain form.
  package func position(of slot: Int) -> (round: SmallRound, visited: Bitboard)? {
    precondition((0..<slotCount).contains(slot), "a slot of the pool")
    guard slots[slot].state & PoolSlot.isPlain == 0 else { return nil }
    return (round(of: slot), Bitboard(word: slots[slot].visited))
  }

  /// A slot's round in the fast form, which the slot has.
  func round(of slot: Int) -> SmallRound {
    let (state, first) = (slots[slot], levels[slot])
    precondition(state.state & PoolSlot.isPlain == 0, "a round in the fast form")
    let level = SmallLevel(
      room: walk.room, start: Int(first.start), signpost: Int(state.signpost),
      zombies: Bitboard(word: first.zombies), blocks: Bitboard(word: state.blocks),
      flashlights: Bitboard(word: state.flashlights), isLit: first.isLit)
    var round = SmallRound(level, rules: rules)
    round.player = Int(state.player)
    round.zombies = Bitboard(word: state.zombies)
    round.isLit = state.state & PoolSlot.isLit != 0
    round.moves = Int(state.moves)
    round.outcome = Outcome(rawValue: levels[slot].outcome)
    return round
  }
}
