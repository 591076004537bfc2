#if !hasFeature(Embedded)
  import Synchronization
#endif

/// Objects that are costly to make, kept between uses; whoever takes one out has it alone.
package final class Pool<Object: AnyObject>: Sendable {
  #if hasFeature(Embedded)
    // There are no threads.
    nonisolated(unsafe) private var first: Object?

    /// An empty pool.
    package init() {}

    /// Takes an object out; nil if there is none.
    package func take() -> Object? { first.take() }

    /// Puts an object in, for the next who asks.
    package func put(_ object: Object) { first = object }
  #else
    /// The addresses of what is kept: that which a single thread takes and puts back again and again, 0
    /// for none, and those of other threads.
    @usableFromInline let kept = Mutex<(first: UInt, others: [UInt])>((0, []))

    // ThreadSanitizer does not see the locking of `Mutex`; it sees this order.
    @usableFromInline let order = Atomic<Bool>(false)

    /// The most that are kept.
    @usableFromInline static var most: Int { 64 }

    /// An empty pool.
    package init() {}

    deinit { while take() != nil {} }

    /// Takes an object out; nil if there is none.
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

    /// Puts an object in, for the next who asks.
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

    /// The object at an address, which is no longer kept; nil for 0.
    @inlinable
    static func object(at address: UInt) -> Object? {
      UnsafeRawPointer(bitPattern: address).map {
        Unmanaged<Object>.fromOpaque($0).takeRetainedValue()
      }
    }
  #endif
}
