/// Finds numbers by the hashes of the objects that they number. It is a hash table with open
/// addressing, at most half full, that stores only the numbers. The caller stores the objects and
/// provides the hashes.
@usableFromInline
package struct NumberTable: Sendable {
  /// Each number plus one, or 0 for an empty slot; the length is a power of two.
  @usableFromInline var slots: [UInt32]

  /// The maximum number of entries in a table.
  @inlinable
  package static var capacity: Int { Int(clamping: UInt32.max >> 1) }

  /// Creates an empty table with a number of slots that is a power of two.
  @inlinable
  package init(slotCount: Int = 256) {
    assert(slotCount.nonzeroBitCount == 1, "a power of two")
    slots = [UInt32](repeating: 0, count: slotCount)
  }

  /// The number of slots, twice the number of entries that fit.
  @inlinable
  package var slotCount: Int { slots.count }

  /// The number with a given hash that fulfils a condition; nil if there is none.
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

  /// Inserts a number; all smaller numbers must have been inserted.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - hash: The hash of the object with a number, for all numbers up to this one.
  @inlinable @inline(__always)
  package mutating func insert(_ number: Int, hash: (Int) -> UInt64) {
    assert(number < Self.capacity, "a number that fits")
    // Same: a table may grow one number earlier.
    if (number + 1) * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: slots.count * 2)
      for former in 0..<number { put(former, hash(former)) }
    }
    put(number, hash(number))
  }

  @inlinable @inline(__always)
  mutating func put(_ number: Int, _ hash: UInt64) {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(truncatingIfNeeded: number + 1)
  }

  /// Removes all numbers, and keeps the memory.
  package mutating func removeAll() {
    for index in slots.indices { slots[index] = 0 }
  }

  /// Removes all numbers, and keeps the memory. Faster than ``removeAll()`` if there are few.
  ///
  /// - Parameters:
  ///   - count: How many numbers there are.
  ///   - hash: The hash of the object with a number.
  package mutating func removeAll(_ count: Int, hash: (Int) -> UInt64) {
    guard count * 16 < slots.count else { return removeAll() }
    // The last number can go first, because no other was put behind it.
    for number in (0..<count).reversed() {
      var slot = Int(truncatingIfNeeded: hash(number)) & (slots.count - 1)
      while slots[slot] != UInt32(truncatingIfNeeded: number + 1) {
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = 0
    }
  }
}
