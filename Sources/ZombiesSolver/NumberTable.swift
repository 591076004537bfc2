/// Numbers found by the hash of what they stand for: a hash table with open addressing, at most
/// half full, that holds only the numbers. The caller keeps what they stand for and provides the
/// hash.
@usableFromInline
package struct NumberTable: Sendable {
  /// Each number plus one, or 0 for none; the length is a power of two.
  @usableFromInline var slots: [UInt32]

  /// The most numbers that a table can hold.
  @inlinable
  package static var capacity: Int { Int(clamping: UInt32.max >> 1) }

  /// An empty table with a given number of slots, a power of two.
  @inlinable
  package init(slotCount: Int = 256) {
    assert(slotCount.nonzeroBitCount == 1, "a power of two")
    slots = [UInt32](repeating: 0, count: slotCount)
  }

  /// The number of slots, twice as many as numbers that fit.
  @inlinable
  package var slotCount: Int { slots.count }

  /// The number with a hash for which a closure holds; nil if there is none.
  @inlinable @inline(__always)
  package func number(hash: UInt64, where isMeant: (Int) -> Bool) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(truncatingIfNeeded: slots[slot] - 1)
      if isMeant(number) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Inserts the next number, after all smaller ones.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - hash: The hash of what each number up to this one stands for.
  @inlinable @inline(__always)
  package mutating func insert(_ number: Int, hash: (Int) -> UInt64) {
    assert(number < Self.capacity, "a number that fits")
    if (number + 1) * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: slots.count * 2)
      for former in 0..<number { put(former, hash(former)) }
    }
    put(number, hash(number))
  }

  /// Inserts the next number into a table that is large enough for it.
  ///
  /// - Parameters:
  ///   - number: The number, of which twice as many fit the slots.
  ///   - hash: The hash of what it stands for.
  @inlinable @inline(__always)
  package mutating func insert(_ number: Int, hashed hash: UInt64) {
    assert((number + 1) * 2 <= slots.count, "room for a number")
    put(number, hash)
  }

  @inlinable @inline(__always)
  mutating func put(_ number: Int, _ hash: UInt64) {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(truncatingIfNeeded: number + 1)
  }

  /// Removes all numbers, keeping the memory.
  package mutating func removeAll() {
    for index in slots.indices { slots[index] = 0 }
  }
}
