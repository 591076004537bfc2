import ZombiesCore

/// A player's knowledge of a dark room after seeing some of its squares.
///
/// The things not yet seen are on squares not yet seen, and all placements of them are equally likely.
/// The player's position does not matter, because walking among squares that reveal nothing new is
/// free.
struct Belief: Hashable, Sendable {
  /// The squares whose contents are known.
  var seen: Bitboard
  /// The blocks on these squares.
  var blocks = Bitboard()
  /// The zombies on these squares. If zombies catch from one square away, a player still in the round has
  /// seen none, unless the fatal move was undone.
  var zombies = Bitboard()
  /// The flashlights on these squares. A flashlight in sight lights the room, so there are none unless
  /// moves were undone.
  var flashlights = Bitboard()
}

/// The values of beliefs with the same known things, by the squares seen. It is a hash table with open
/// addressing, with 17 bytes per entry, at most ⅔ full.
struct BeliefTable: Sendable {
  /// The value of a belief: the number of placements won from it, and the best step.
  struct Entry: Hashable, Sendable {
    var wins: UInt64
    /// The square to go to; ``none`` if no step wins, or if the signpost is next.
    var target: UInt8
    static let none: UInt8 = 255
  }

  private var keys: [UInt64]
  private var wins: [UInt64]
  private var targets: [UInt8]
  private(set) var count = 0

  /// At least two squares are always seen, so zero is never a key.
  private static let empty: UInt64 = 0

  init() {
    keys = [UInt64](repeating: Self.empty, count: 16)
    wins = [UInt64](repeating: 0, count: 16)
    targets = [UInt8](repeating: 0, count: 16)
  }

  private func place(of key: UInt64) -> Int {
    let mask = keys.count - 1
    // Fibonacci hashing: the high bits of the product depend on all bits of the key.
    // Same: any place to begin with is found again.
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 20) & mask
    while keys[place] != key, keys[place] != Self.empty { place = (place + 1) & mask }
    return place
  }

  subscript(seen: Bitboard) -> Entry? {
    let place = place(of: seen.word)
    return keys[place] == Self.empty ? nil : Entry(wins: wins[place], target: targets[place])
  }

  mutating func insert(_ entry: Entry, at seen: Bitboard) {
    if 3 * (count + 1) > 2 * keys.count { grow() }
    let place = place(of: seen.word)
    if keys[place] == Self.empty { count += 1 }
    keys[place] = seen.word
    wins[place] = entry.wins
    targets[place] = entry.target
  }

  private mutating func grow() {
    let old = self
    keys = [UInt64](repeating: Self.empty, count: 2 * old.keys.count)
    wins = [UInt64](repeating: 0, count: keys.count)
    targets = [UInt8](repeating: 0, count: keys.count)
    for (index, key) in old.keys.enumerated() where key != Self.empty {
      let place = place(of: key)
      keys[place] = key
      wins[place] = old.wins[index]
      targets[place] = old.targets[index]
    }
  }
}
