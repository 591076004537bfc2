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
    /// The object that a single thread takes and puts back again and again, by its address; 0 for none.
    @usableFromInline let first = Atomic<UInt>(0)

    /// Those of other threads.
    @usableFromInline let others = Mutex<[UInt]>([])

    /// The most that are kept of these.
    private static var most: Int { 63 }

    /// An empty pool.
    package init() {}

    deinit { while take() != nil {} }

    /// Takes an object out; nil if there is none.
    @inlinable
    package func take() -> Object? {
      let address = first.exchange(0, ordering: .acquiring)
      return address == 0 ? takeOther() : Self.object(at: address)
    }

    /// Puts an object in, for the next who asks.
    @inlinable
    package func put(_ object: Object) {
      let address = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
      let (isKept, _) = first.compareExchange(expected: 0, desired: address, ordering: .releasing)
      if !isKept { putOther(address) }
    }

    /// The object at an address, which is no longer kept.
    @inlinable
    static func object(at address: UInt) -> Object? {
      UnsafeRawPointer(bitPattern: address).map {
        Unmanaged<Object>.fromOpaque($0).takeRetainedValue()
      }
    }

    @usableFromInline
    func takeOther() -> Object? { others.withLock { $0.popLast() }.flatMap(Self.object) }

    @usableFromInline
    func putOther(_ address: UInt) {
      let isKept = others.withLock { others in
        guard others.count < Self.most else { return false }
        others.append(address)
        return true
      }
      if !isKept { _ = Self.object(at: address) }
    }
  #endif
}
