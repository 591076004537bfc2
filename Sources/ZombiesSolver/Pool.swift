/// Objects that are expensive to create, kept between uses. A caller that takes an object has
/// exclusive access to it.
package final class Pool<Object: AnyObject>: Sendable {
  #if hasFeature(Embedded)
    // There is only one thread.
    nonisolated(unsafe) private var first: Object?

    /// Creates an empty pool.
    package init() {}

    /// Takes an object out of the pool; nil if it is empty.
    package func take() -> Object? { first.take() }

    /// Puts an object into the pool for the next caller.
    package func put(_ object: Object) { first = object }
  #else
    /// The addresses of the objects in the pool. The first one, or 0 for none, is the object that a
    /// single thread takes and returns repeatedly. The others come from other threads.
    @usableFromInline nonisolated(unsafe) var kept: (first: UInt, others: [UInt]) = (0, [])

    /// The lock of `kept`. Without it, the pool is as good as empty, or full.
    @usableFromInline let lock = ShortLock()

    /// The maximum number of objects in the pool.
    @usableFromInline static var most: Int { 64 }

    /// Creates an empty pool.
    package init() {}

    deinit { while take() != nil {} }

    /// Takes an object out of the pool; nil if it is empty.
    @inlinable
    package func take() -> Object? {
      let address = lock.withLock {
        if kept.first == 0 { return kept.others.popLast() ?? 0 }
        defer { kept.first = 0 }
        return kept.first
      }
      return Self.object(at: address ?? 0)
    }

    /// Puts an object into the pool for the next caller.
    @inlinable
    package func put(_ object: Object) {
      let address = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
      let isKept = lock.withLock {
        if kept.first == 0 {
          kept.first = address
        } else if kept.others.count < Self.most {
          kept.others.append(address)
        } else {
          return false
        }
        return true
      }
      if isKept != true { _ = Self.object(at: address) }
    }

    /// The object at an address that has left the pool; nil for 0.
    @inlinable
    static func object(at address: UInt) -> Object? {
      UnsafeRawPointer(bitPattern: address).map {
        Unmanaged<Object>.fromOpaque($0).takeRetainedValue()
      }
    }
  #endif
}
