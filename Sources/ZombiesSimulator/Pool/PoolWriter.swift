import ZombiesCore

/// Writes what players see in rooms of at most 64 squares.
struct PoolWriter {
  let walk: PoolWalk
  let output: PoolOutput

  /// The number of slots, from the first slot of the pool on, after whose squares the rest of a word of
  /// eight squares may be written.
  private let wordEnd: Int

  /// - Parameter last: The last slot that is written. Up to it, slots are written in ascending order, so
  ///   that what is written after the squares of one is replaced by those of the next ones.
  init(_ walk: PoolWalk, _ output: PoolOutput, last: Int) {
    self.walk = walk
    self.output = output
    let squares = walk.squareCount
    let beyond = 8 * walk.groups - squares
    wordEnd = last + 1 - (beyond + squares - 1) / squares
  }

  /// Writes what the player of a slot sees, hears and may do.
  ///
  /// - Parameter outcome: The raw value of the outcome if the slot's round is over.
  @inline(__always)
  func observe(_ index: Int, _ slot: PoolSlot, outcome: UInt8) {
    output.masks[index] = slot.mask
    let player = Int(slot.player)
    let isLit = slot.state & PoolSlot.isLit != 0
    output.lit[index] = slot.state & PoolSlot.isLit
    var heard: UInt16 = 0
    if walk.hears {
      let isOver = slot.state & PoolSlot.isOver != 0 && outcome < Outcome.stuck.rawValue
      let area = isLit || isOver ? 0 : walk.heard[player]
      heard = UInt16(truncatingIfNeeded: (slot.zombies & area).nonzeroBitCount)
    }
    output.heard[index] = heard
    let seen = isLit ? walk.room.all.word : walk.near[player]
    let things = (slot.zombies | slot.blocks | slot.flashlights) & seen
    let target = UnsafeMutableRawPointer(output.squares + index &* walk.squareCount)
    if index < wordEnd, !isLit, things == 0, Int(slot.signpost) == walk.levels.signpost {
      let words = walk.dark + 8 &* player
      for group in 0..<walk.groups {
        target.storeBytes(of: words[group].littleEndian, toByteOffset: 8 &* group, as: UInt64.self)
      }
    } else {
      write(
        index, seen: seen, slot.zombies, slot.blocks, slot.flashlights,
        signpost: 1 &<< UInt64(slot.signpost), player: 1 &<< UInt64(slot.player))
    }
  }

  /// Writes the squares of a slot: the three bits of their values from three sets, eight squares at a
  /// time.
  @inline(__always)
  private func write(
    _ index: Int, seen: UInt64, _ zombies: UInt64, _ blocks: UInt64, _ flashlights: UInt64,
    signpost: UInt64, player: UInt64
  ) {
    let zombies = zombies & seen
    var low = seen & ~(zombies | signpost) | player
    var middle = blocks & seen | signpost | player
    var high = zombies | flashlights & seen | signpost | player
    let target = UnsafeMutableRawPointer(output.squares + index &* walk.squareCount)
    if index >= wordEnd {
      for square in 0..<walk.squareCount {
        let value = low & 1 | (middle & 1) &<< 1 | (high & 1) &<< 2
        target.storeBytes(
          of: UInt8(truncatingIfNeeded: value), toByteOffset: square, as: UInt8.self)
        (low, middle, high) = (low &>> 1, middle &>> 1, high &>> 1)
      }
      return
    }
    let spread = walk.spread
    for group in 0..<walk.groups {
      let bytes =
        spread[Int(truncatingIfNeeded: low & 255)]
        | spread[256 &+ Int(truncatingIfNeeded: middle & 255)]
        | spread[512 &+ Int(truncatingIfNeeded: high & 255)]
      target.storeBytes(of: bytes.littleEndian, toByteOffset: 8 &* group, as: UInt64.self)
      (low, middle, high) = (low &>> 8, middle &>> 8, high &>> 8)
    }
  }
}
