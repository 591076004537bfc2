#if !hasFeature(Embedded)
  import Synchronization
#endif

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
    @usableFromInline let kept = Mutex<(first: UInt, others: [UInt])>((0, []))

    // ThreadSanitizer does not see the locking in `Mutex`, but it sees this atomic.
    @usableFromInline let order = Atomic<Bool>(false)

    /// The maximum number of objects in the pool.
    @usableFromInline static var most: Int { 64 }

    /// Creates an empty pool.
    package init() {}

    deinit { while take() != nil {} }

    /// Takes an object out of the pool; nil if it is empty.
    @inlinable
    package func take() -> Object? {
      let address = kept.withLock { kept in
        _ = order.load(ordering: .acquiring)
        defer { order.store(false, ordering: .releasing) }
        if kept.first == 0 { return kept.others.popLast() ?? 0 }
        defer { kept.first = 0 }
        return kept.first
      }
      return Self.object(at: address)
    }

    /// Puts an object into the pool for the next caller.
    @inlinable
    package func put(_ object: Object) {
      let address = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
      let isKept = kept.withLock { kept in
        _ = order.load(ordering: .acquiring)
        defer { order.store(false, ordering: .releasing) }
        if kept.first == 0 {
          kept.first = address
        } else if kept.others.count < Self.most {
          kept.others.append(address)
        } else {
          return false
        }
        return true
      }
      if !isKept { _ = Self.object(at: address) }
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
