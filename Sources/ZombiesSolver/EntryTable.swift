import ZombiesCore

/// The entries of a `SmallSearch`: for each set of zombies, the player's squares visited with it,
/// and the squares that are new in the current layer.
///
/// An entry has a *slot*. One or two zombies are their own slot. The slot of three zombies is
/// looked up by their squares, 18 bits, and the slot of more zombies in a hash table. The memory
/// grows with the entries and is kept for the next level.
final class EntryTable {
  /// The player's squares of an entry.
  private struct Players {
    /// All squares visited.
    var seen: UInt64
    /// The squares that are new in the current layer.
    var fresh: UInt64
  }

  /// The player's squares of each slot: `capacity` entries, at least 64 · 64.
  private var players: UnsafeMutablePointer<Players>

  /// The zombies of each slot, if there are three or more: `capacity` words.
  private var keys: UnsafeMutablePointer<UInt64>

  /// The slots in use, and the slots with new squares: memory for `capacity` of each, plus one.
  private var touched: UnsafeMutablePointer<Int32>
  private var touchedCount = 0
  private var changed: UnsafeMutablePointer<Int32>
  private var changedCount = 0

  /// The current layer, as slots with the player's squares: memory for `capacity` entries.
  private(set) var layer: UnsafeMutablePointer<(UInt64, UInt64)>
  private(set) var layerCount = 0

  private var capacity = 4096
  private var zombieCount = 0
  private let stateLimit: Int

  /// Whether an entry was dropped because of the limit.
  private var isFull = false

  /// The slots of four or more zombies.
  private var slots = NumberTable()

  /// One plus the slot of each set of three zombies, or 0 for none: 2¹⁸ numbers, 1 MiB, allocated
  /// when needed.
  private var slotsOfThree: UnsafeMutablePointer<Int32>?

  init(stateLimit: Int) {
    self.stateLimit = stateLimit
    players = .allocate(capacity: capacity)
    players.initialize(repeating: Players(seen: 0, fresh: 0), count: capacity)
    keys = .allocate(capacity: capacity)
    // There is one more, because `visit` writes an element before it decides whether to keep it.
    touched = .allocate(capacity: capacity + 1)
    changed = .allocate(capacity: capacity + 1)
    layer = .allocate(capacity: capacity)
  }

  deinit {
    players.deallocate()
    keys.deallocate()
    for slots in [touched, changed] { slots.deallocate() }
    layer.deallocate()
    slotsOfThree?.deallocate()
  }

  /// The number of sets of zombies visited.
  var count: Int { touchedCount }

  /// The number of sets of zombies visited, over all levels so far.
  var totalCount: Int { formerCount &+ touchedCount }

  /// The number of sets of zombies visited in earlier levels.
  private var formerCount = 0

  /// Removes all entries, for a level with the given number of zombies.
  func clear(zombies: Int) {
    assert((0..<SmallRoom.limit).contains(zombies), "zombies of a small room")
    for index in 0..<touchedCount {
      players[Int(touched[index])] = Players(seen: 0, fresh: 0)
    }
    if zombieCount == 3, let slotsOfThree {
      for slot in 0..<touchedCount { slotsOfThree[Self.index(ofThree: keys[slot])] = 0 }
    } else if zombieCount > 3 {
      if slots.slotCount > 1 << 16 { slots = NumberTable() } else { slots.removeAll() }
    }
    if zombies == 3, slotsOfThree == nil {
      let slots = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << 18)
      slots.initialize(repeating: 0, count: 1 << 18)
      slotsOfThree = slots
    }
    formerCount &+= touchedCount
    (touchedCount, changedCount, layerCount) = (0, 0, 0)
    isFull = false
    zombieCount = zombies
  }

  /// Whether the next layer has any entries.
  var hasLayer: Bool { changedCount > 0 }

  /// Makes the new squares the current layer.
  @inline(__always)
  func beginLayer() {
    assert(changedCount <= touchedCount && touchedCount <= capacity, "new slots are in use")
    for index in 0..<changedCount {
      let slot = Int(changed[index])
      layer[index] = (UInt64(truncatingIfNeeded: slot), players[slot].fresh)
      players[slot].fresh = 0
    }
    layerCount = changedCount
    changedCount = 0
  }

  /// The zombies of a slot.
  @inline(__always)
  func zombies(_ slot: UInt64) -> Bitboard {
    assert(slot < UInt64(capacity), "a slot with memory")
    return switch zombieCount {
    case 0: Bitboard()
    case 1: Bitboard(word: 1 &<< slot)
    case 2: Bitboard(word: 1 &<< (slot &>> 6) | 1 &<< (slot & 63))
    default: Bitboard(word: keys[Int(slot)])
    }
  }

  /// Adds one or more squares of the player to the entry of a set of zombies.
  func visit(_ zombies: UInt64, _ players: UInt64) {
    assert(zombies.nonzeroBitCount == zombieCount, "no zombie is lost")
    switch zombieCount {
    case 0: visit(slot: 0, players)
    case 1: visit(slot: zombies.trailingZeroBitCount, players)
    case 2:
      let (first, second) = (zombies.trailingZeroBitCount, 63 &- zombies.leadingZeroBitCount)
      visit(slot: first &<< 6 | second, players)
    case 3: visit(three: zombies, players)
    default:
      if let slot = hashedSlot(zombies) { visit(slot: slot, players) }
    }
  }

  /// Adds one or more squares of the player to the entry of three zombies.
  @inline(__always)
  func visit(three zombies: UInt64, _ players: UInt64) {
    guard let slotsOfThree else { return }
    let index = Self.index(ofThree: zombies)
    let known = slotsOfThree[index]
    if known != 0 { return visit(slot: Int(known) &- 1, players) }
    guard let slot = newSlot(zombies) else { return }
    slotsOfThree[index] = Int32(truncatingIfNeeded: slot &+ 1)
    visit(slot: slot, players)
  }

  /// The squares of three zombies, six bits each.
  @inline(__always)
  private static func index(ofThree zombies: UInt64) -> Int {
    assert(zombies.nonzeroBitCount == 3, "three zombies")
    let rest = zombies & (zombies &- 1)
    return zombies.trailingZeroBitCount | rest.trailingZeroBitCount &<< 6
      | (63 &- zombies.leadingZeroBitCount) &<< 12
  }

  /// Adds squares of the player to the entry in a slot.
  ///
  /// Whether the squares or the entry are new is unpredictable, so this avoids branches.
  @inline(__always)
  func visit(slot: Int, _ squares: UInt64) {
    assert(squares != 0, "at least one square")
    assert(slot >= 0 && slot < capacity, "a slot with memory")
    assert(touchedCount <= capacity && changedCount <= touchedCount, "each slot once")
    let (old, waiting) = (players[slot].seen, players[slot].fresh)
    let new = squares & ~old
    players[slot] = Players(seen: old | new, fresh: waiting | new)
    touched[touchedCount] = Int32(truncatingIfNeeded: slot)
    touchedCount &+= old == 0 ? 1 : 0
    changed[changedCount] = Int32(truncatingIfNeeded: slot)
    changedCount &+= (waiting == 0 ? 1 : 0) & (new != 0 ? 1 : 0)
  }

  /// The slot of four or more zombies, a new one if they were not visited before; nil if the limit
  /// allows no more.
  private func hashedSlot(_ zombies: UInt64) -> Int? {
    let known = slots.number(hash: Self.hash(zombies)) { keys[$0] == zombies }
    if let known { return known }
    guard let slot = newSlot(zombies) else { return nil }
    slots.insert(slot) { [keys] in Self.hash(keys[$0]) }
    return slot
  }

  /// A new slot for three or more zombies; nil if the limit allows no more.
  private func newSlot(_ zombies: UInt64) -> Int? {
    // Every entry has at least one state.
    guard touchedCount < min(stateLimit, NumberTable.capacity) else {
      isFull = true
      return nil
    }
    let slot = touchedCount
    if slot == capacity { grow() }
    assert(slot < capacity, "room for a slot")
    keys[slot] = zombies
    return slot
  }

  private static func hash(_ zombies: UInt64) -> UInt64 {
    var hash = zombies &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return hash >> 32
  }

  private func grow() {
    let larger = 2 * capacity
    players = players.grown(to: larger, keeping: capacity)
    (players + capacity).initialize(repeating: Players(seen: 0, fresh: 0), count: capacity)
    keys = keys.grown(to: larger, keeping: capacity)
    touched = touched.grown(to: larger + 1, keeping: touchedCount)
    changed = changed.grown(to: larger + 1, keeping: changedCount)
    layer = layer.grown(to: larger, keeping: layerCount)
    capacity = larger
  }

  /// Whether there may be more states than `limit`.
  @inline(__always)
  func mayHold(_ limit: Int) -> Bool { isFull || touchedCount > limit / SmallRoom.limit }

  /// The number of states visited; more than the limit if some were dropped.
  var states: Int {
    if isFull { return .max / 2 }
    return (0..<touchedCount).reduce(0) { $0 + players[Int(touched[$1])].seen.nonzeroBitCount }
  }
}
