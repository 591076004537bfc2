/// Memory for plain values that grows when values are appended, and is kept when it is emptied. It
/// is an array without the checks that would cost a search time at every step.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var count = 0
  private var capacity: Int

  /// Memory for `capacity` elements, of which the first `count` exist.
  private(set) var memory: UnsafeMutablePointer<Element>

  init(capacity: Int) {
    self.capacity = capacity
    memory = .allocate(capacity: capacity)
  }

  /// Creates a number of equal elements.
  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    memory.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit { memory.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count, "an element")
      return memory[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count, "an element")
      memory[index] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (memory + count).initialize(to: element)
    count &+= 1
  }

  /// Removes all elements but the first. Keeps the memory unless it has become unusually large.
  ///
  /// - Parameter kept: The number of elements to keep.
  mutating func removeAll(keeping kept: Int = 0) {
    assert(kept <= count, "elements to keep")
    count = kept
    guard capacity > 1 << 16 else { return }
    // Same: the memory grows whenever it is too small.
    capacity = max(64, kept)
    memory = memory.grown(to: capacity, keeping: kept)
  }

  private mutating func grow() {
    capacity *= 2
    memory = memory.grown(to: capacity, keeping: count)
  }
}

extension UnsafeMutablePointer {
  /// Moves the first elements to new memory, and frees the old memory.
  ///
  /// - Parameters:
  ///   - capacity: The number of elements that fit in the new memory.
  ///   - count: The number of elements to move.
  @inlinable
  package func grown(to capacity: Int, keeping count: Int) -> Self {
    assert(count <= capacity, "room for the kept elements")
    let larger = Self.allocate(capacity: capacity)
    larger.moveInitialize(from: self, count: count)
    deallocate()
    return larger
  }
}
