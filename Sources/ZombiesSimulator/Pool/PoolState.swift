// The state of a slot as bytes, for searches that come back to it. All numbers are little-endian.
//
//     offset  bytes  contents
//     0       4      the version of this form, 1
//     4       2, 2   the rows and the columns of the room
//     8       8      the number of the round
//     16      4      the number of moves made
//     20      4      the index of the player's square
//     24      4      the index of the start
//     28      4      the index of the signpost's square
//     32      1      1 if the room is lit, plus 2 if the level begins lit, plus 4 if the end of the round
//                    has been in an output
//     33      1      the raw value of the outcome, or 255
//     34      6      zero
//     40      …      the first squares of the zombies, their squares now, the blocks, the flashlights, the
//                    squares on which the player has been in the dark (none in the plain form): a bit for
//                    each square in reading order, in words of 8 bytes. There are as many words as the
//                    largest room of the pool needs.

import ZombiesCore

extension RoundPool {
  /// The version of the form of a state.
  public static let stateVersion: UInt32 = 1

  private static let headerSize = 40

  private var wordsPerSet: Int { (size.squareCount + 63) / 64 }

  /// The number of bytes in the state of a slot.
  public var stateSize: Int { Self.headerSize + 5 * 8 * wordsPerSet }

  /// Copies the state of a slot: its level, its round, and the number of the round.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - bytes: Memory for ``stateSize`` bytes, of any alignment.
  /// - Complexity: O(squares / 64), and O(things) in the plain form.
  public func copyState(of slot: Int, to bytes: UnsafeMutableRawPointer) {
    precondition((0..<slotCount).contains(slot), "a slot of the pool")
    func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
      bytes.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
    }
    let (level, state) = (levels[slot], slots[slot])
    // Two of the bits are those of the slot.
    var (room, light) = (size, state.state & PoolSlot.isLit | (level.isLit ? 2 : 0))
    var (player, start, signpost) = (Int(state.player), Int(level.start), Int(state.signpost))
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: stateSize)
    if let round = plainRounds[slot]?.round {
      let level = round.level
      (room, light) = (level.size, (round.isLit ? PoolSlot.isLit : 0) | (level.isLit ? 2 : 0))
      (player, start) = (room.index(of: round.player), room.index(of: level.start))
      signpost = room.index(of: level.signpost)
      let sets = [level.zombies, round.zombies.squares, level.blocks, level.flashlights]
      for (set, squares) in sets.enumerated() {
        for square in squares {
          let index = room.index(of: square)
          let offset = Self.headerSize + 8 * (wordsPerSet * set + index / 64) + index % 64 / 8
          let byte = bytes.load(fromByteOffset: offset, as: UInt8.self) | 1 << UInt8(index % 8)
          store(byte, at: offset)
        }
      }
    } else {
      let sets = [level.zombies, state.zombies, state.blocks, state.flashlights, state.visited]
      for (set, word) in sets.enumerated() { store(word, at: Self.headerSize + 8 * set) }
    }
    store(Self.stateVersion, at: 0)
    store(UInt16(room.rows), at: 4)
    store(UInt16(room.columns), at: 6)
    store(level.round, at: 8)
    store(UInt32(truncatingIfNeeded: state.moves), at: 16)
    store(UInt32(truncatingIfNeeded: player), at: 20)
    store(UInt32(truncatingIfNeeded: start), at: 24)
    store(UInt32(truncatingIfNeeded: signpost), at: 28)
    store(light | state.state & PoolSlot.isReported, at: 32)
    store(level.outcome, at: 33)
  }

  /// Puts a slot in a state that ``copyState(of:to:)`` copied from a slot of a pool with the same sides,
  /// rules and limit on moves. The next round of the slot is the one that would follow there.
  ///
  /// Not to be called while another thread uses the pool, unless all rooms have the pool's sides and at
  /// most 64 squares.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - bytes: ``stateSize`` bytes, of any alignment and with any contents.
  ///   - output: Receives what the players see; nil for ``own``.
  /// - Throws: ``PoolError/state(slot:_:)`` if no round of a valid level can be in that state. The slot
  ///   has not changed then.
  /// - Complexity: O(squares).
  public func setState(
    of slot: Int, to bytes: UnsafeRawPointer, into output: PoolOutput? = nil
  ) throws(PoolError) {
    precondition((0..<slotCount).contains(slot), "a slot of the pool")
    func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number {
      Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
    func fail(_ place: String, _ expected: String) -> PoolError {
      .state(slot: slot, "\(place) of the state: expected \(expected)")
    }
    let version = number(at: 0, UInt32.self)
    guard version == Self.stateVersion else {
      throw fail("bytes 0 to 3", "version \(Self.stateVersion), found \(version)")
    }
    let (rows, columns) = (Int(number(at: 4, UInt16.self)), Int(number(at: 6, UInt16.self)))
    guard rows <= size.rows, columns <= size.columns,
      let roomSize = try? RoomSize(rows: rows, columns: columns)
    else {
      throw fail(
        "bytes 4 to 7",
        "at most \(size.rows) rows and \(size.columns) columns, found \(rows) and \(columns)")
    }
    func square(at offset: Int) throws(PoolError) -> Square {
      let index = Int(number(at: offset, UInt32.self))
      guard index < roomSize.squareCount else {
        throw fail("byte \(offset)", "a square below \(roomSize.squareCount), found \(index)")
      }
      return roomSize.square(at: index)
    }
    let (player, start, signpost) = (
      try square(at: 20), try square(at: 24), try square(at: 28)
    )
    func squares(_ set: Int) throws(PoolError) -> [Square] {
      var squares: [Square] = []
      for word in 0..<wordsPerSet {
        let offset = Self.headerSize + 8 * (wordsPerSet * set + word)
        for bit in Bitboard(word: number(at: offset, UInt64.self)) {
          guard 64 * word + bit < roomSize.squareCount else {
            throw fail("byte \(offset)", "no square beyond the room")
          }
          squares.append(roomSize.square(at: 64 * word + bit))
        }
      }
      return squares
    }
    let (flags, byte) = (number(at: 32, UInt8.self), number(at: 33, UInt8.self))
    guard flags <= 7 else { throw fail("byte 32", "at most 7, found \(flags)") }
    guard (34..<Self.headerSize).allSatisfy({ number(at: $0, UInt8.self) == 0 }) else {
      throw fail("bytes 34 to 39", "zeros")
    }
    let stored = Outcome(rawValue: byte)
    guard stored != nil || byte == PoolOutput.noOutcome else {
      throw fail("byte 33", "an outcome or 255, found \(byte)")
    }
    let (first, now) = (try squares(0), SquareSet(roomSize, try squares(1)))
    let (blocks, flashlights, visited) = (try squares(2), try squares(3), try squares(4))
    let level: Level
    do throws(LevelError) {
      level = try Level(
        size: roomSize, start: start, signpost: signpost, zombies: first, blocks: blocks,
        flashlights: flashlights, isLit: flags & 2 != 0)
    } catch {
      throw fail("bytes from 24", "a valid level, found \(error)")
    }
    let shut = level.blocks + [level.signpost]
    guard now.squares.count == first.count, !shut.contains(where: now.contains) else {
      throw fail(
        "the second set", "as many zombies as in the first, none on a block or the signpost")
    }
    let (moves, moveLimit) = (Int(number(at: 16, UInt32.self)), moveLimit(in: roomSize))
    guard moves <= moveLimit, !level.blocks.contains(player) else {
      throw fail("bytes 16 to 23", "at most \(moveLimit) moves, and a player on no block")
    }
    var round = Round(level, rules: rules)
    let isLit = flags & 1 != 0
    // In the dark, no zombie has moved, and no flashlight was seen.
    let wasDark = !round.isLit && now == round.zombies
    round.place(player: player, zombies: now, isLit: isLit)
    let seesFlashlight = level.flashlights.contains { $0.distance(to: player) <= 1 }
    let isWon = player == signpost
    let mayBeDark = wasDark && (!seesFlashlight || isWon || round.outcome == .caught)
    guard isLit ? level.isLit || !level.flashlights.isEmpty : mayBeDark else {
      throw fail("byte 32", "the light that the squares give")
    }
    let outcome =
      isWon ? .won : round.outcome ?? (moves == moveLimit ? Outcome.outOfMoves : nil)
    let reported = flags & 4 != 0
    guard stored == outcome, !reported || outcome != nil else {
      throw fail("byte 33", "the outcome \(outcome?.name ?? "255"), which the squares give")
    }
    guard isVisit(visited, of: level, beingAt: player, isLit: isLit) else {
      throw fail("the fifth set", "squares on which the player can have been")
    }
    place(slot, round, moves: moves, outcome, visited)
    levels[slot].round = number(at: 8, UInt64.self)
    if reported { slots[slot].state |= PoolSlot.isReported }
    report(slot, to: output ?? own)
  }

  /// Whether a player can have been on some squares in the dark: on the start, and on others that are
  /// connected with it and on which no round ends or becomes lit. The last one can be any.
  private func isVisit(
    _ squares: [Square], of level: Level, beingAt player: Square, isLit: Bool
  ) -> Bool {
    guard level.size == size, let small = SmallLevel(level) else {
      return squares.isEmpty
    }
    let (room, visited) = (small.room, small.room.bitboard(squares))
    let here = Bitboard(square: room.index(of: player))
    let start = Bitboard(square: small.start)
    let reached = room.flood(start, through: visited) & visited
    let dark = visited - start - here
    return reached == visited && !visited.intersects(small.blocks)
      && !dark.intersects(small.danger(rules) | Bitboard(square: small.signpost))
      && (dark & small.flashlightSight).count <= (isLit ? 1 : 0)
      && (isLit || visited.intersects(here))
  }

  /// Puts a slot in the state of a round that has made some moves.
  private func place(
    _ slot: Int, _ round: Round, moves: Int, _ outcome: Outcome?, _ visited: [Square]
  ) {
    begin(slot, 0, round.level)
    slots[slot].moves = Int32(truncatingIfNeeded: moves)
    if let plain = plainRounds[slot] {
      plain.round = round
      slots[slot].mask = round.legalMoves.bits
      slots[slot].state = PoolSlot.isPlain
    } else {
      let (room, player) = (walk.room, walk.room.index(of: round.player))
      slots[slot].zombies = room.bitboard(round.zombies.squares).word
      slots[slot].player = UInt8(truncatingIfNeeded: player)
      slots[slot].mask = walk.mask(at: player, slots[slot].blocks)
      slots[slot].state = round.isLit ? PoolSlot.isLit : 0
      slots[slot].visited = room.bitboard(visited).word
    }
    levels[slot].outcome = outcome?.rawValue ?? PoolOutput.noOutcome
    if outcome != nil {
      slots[slot].state |= PoolSlot.isOver
      slots[slot].mask = PoolSlot.everyMove
    }
  }
}
