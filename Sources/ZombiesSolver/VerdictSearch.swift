import ZombiesCore

/// Finds out whether a lit room of at most 64 squares can be won, with one to three zombies of
/// speed 1. It is a depth-first search, one state after another.
///
/// A verdict alone needs no layers, and most rooms decided here have a few dozen states, too few
/// for the sets of `SmallSolver` to pay off. The memory is kept between levels: 2 MiB with three
/// zombies, and eight bytes for each state of the largest room so far.
final class VerdictSearch {
  /// The permitted numbers of zombies.
  static let zombieCounts = 1...3

  /// The number of zombies in each room.
  let zombieCount: Int

  private let table: ChaseTable

  /// The player's squares visited with each set of zombies, by key: one word for each of the 2^(6 ·
  /// zombies) keys. A key has six bits per zombie, with the first zombie in reading order in the
  /// lowest bits.
  private let seen: UnsafeMutablePointer<UInt64>

  /// The keys with a visited square; memory for `capacity` keys.
  private var touched: UnsafeMutablePointer<UInt32>
  private var touchedCount = 0

  /// The states to visit, as key times 64 plus the player's square; memory for `capacity` states.
  private var stack: UnsafeMutablePointer<UInt32>
  private var stackCount = 0

  /// The number of states and of keys that fit in the memory.
  // Same: the memory grows whenever it is too small.
  private var capacity = 1024

  /// Prepares searches of rooms with a number of zombies in ``zombieCounts``.
  init(_ room: SmallRoom, _ rules: Rules, zombies: Int) {
    precondition(Self.zombieCounts.contains(zombies), "a number of zombies for this search")
    table = .shared(room, rules: rules)
    zombieCount = zombies
    let keys = 1 << (6 * zombies)
    seen = .allocate(capacity: keys)
    seen.initialize(repeating: 0, count: keys)
    touched = .allocate(capacity: capacity)
    stack = .allocate(capacity: capacity)
  }

  deinit {
    seen.deallocate()
    touched.deallocate()
    stack.deallocate()
  }

  /// Whether a player on any of the given squares can win; the zombies have not moved yet.
  ///
  /// - Parameters:
  ///   - zombies: The squares of the zombies; as many as the search was made for.
  ///   - players: The player's squares, on which no zombie catches the player.
  ///   - open: The squares without a block.
  ///   - signpost: The signpost's square, which zombies cannot enter.
  func isSolvable(_ zombies: UInt64, players: UInt64, open: UInt64, signpost: UInt64) -> Bool {
    assert(zombies.nonzeroBitCount == zombieCount, "no zombie is lost")
    for index in 0..<touchedCount { seen[Int(touched[index])] = 0 }
    (touchedCount, stackCount) = (0, 0)
    // The loop is compiled for each number of zombies.
    return switch zombieCount {
    case 1: search(1, zombies, players, open, signpost)
    case 2: search(2, zombies, players, open, signpost)
    default: search(3, zombies, players, open, signpost)
    }
  }

  @inline(__always)
  private func search(
    _ count: Int, _ zombies: UInt64, _ players: UInt64, _ open: UInt64, _ signpost: UInt64
  ) -> Bool {
    let (near, danger, targets) = (table.neighbours, table.danger, table.targets)
    let free = open & ~signpost
    var key = 0
    for (index, zombie) in Bitboard(word: zombies).enumerated() { key |= zombie &<< (6 &* index) }
    visit(key: key, players)
    while stackCount > 0 {
      stackCount &-= 1
      let state = Int(stack[stackCount])
      let to = near[state & 63] & open
      if to & signpost != 0 { return true }
      // A step adds at most four states.
      if stackCount &+ 4 > capacity || touchedCount &+ 4 > capacity { grow() }
      let (a, b, c) = (state &>> 6 & 63, state &>> 12 & 63, state &>> 18)
      let (bitB, bitC) = (count > 1 ? bit(b) : 0, count > 2 ? bit(c) : 0)
      let inReach = danger[a] | (count > 1 ? danger[b] : 0) | (count > 2 ? danger[c] : 0)
      var rest = to & ~inReach
      // The last state pushed is visited next: the one closest to the top left.
      while rest != 0 {
        let player = 63 &- rest.leadingZeroBitCount
        rest &= ~bit(player)
        // The zombies step in reading order, and each catches the player if it can.
        let first = targets.step(a, toward: player, free: free & ~(bitB | bitC))
        if danger[first] & bit(player) != 0 { continue }
        guard count > 1 else {
          visit(key: first, bit(player))
          continue
        }
        let second = targets.step(b, toward: player, free: free & ~(bit(first) | bitC))
        if danger[second] & bit(player) != 0 { continue }
        let (low, high) = (min(first, second), max(first, second))
        guard count > 2 else {
          visit(key: low | high &<< 6, bit(player))
          continue
        }
        let third = targets.step(c, toward: player, free: free & ~(bit(first) | bit(second)))
        if danger[third] & bit(player) != 0 { continue }
        let (least, most) = (min(low, third), max(high, third))
        let middle = low &+ high &+ third &- least &- most
        visit(key: least | middle &<< 6 | most &<< 12, bit(player))
      }
    }
    return false
  }

  @inline(__always)
  private func bit(_ square: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: square) }

  /// Pushes the new states onto the stack.
  @inline(__always)
  private func visit(key: Int, _ players: UInt64) {
    assert(key >= 0 && key < 1 << (6 * zombieCount), "the key of that many zombies")
    let old = seen[key]
    let new = players & ~old
    if new == 0 { return }
    assert(touchedCount < capacity, "room for a key")
    assert(stackCount + new.nonzeroBitCount <= capacity, "room for the new states")
    seen[key] = old | players
    touched[touchedCount] = UInt32(truncatingIfNeeded: key)
    touchedCount &+= old == 0 ? 1 : 0
    for player in Bitboard(word: new) {
      stack[stackCount] = UInt32(truncatingIfNeeded: key &<< 6 | player)
      stackCount &+= 1
    }
  }

  private func grow() {
    capacity *= 2
    stack = stack.grown(to: capacity, keeping: stackCount)
    touched = touched.grown(to: capacity, keeping: touchedCount)
  }
}
