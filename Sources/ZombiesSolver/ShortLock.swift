#if !hasFeature(Embedded)
  import Synchronization

  /// A lock for a few instructions that nobody has to wait for.
  ///
  /// After `fork`, the child has no thread that would release a lock which another thread held. A `Mutex` would
  /// trap or wait forever there. Here the caller does without what the lock protects.
  @usableFromInline
  struct ShortLock: ~Copyable, Sendable {
    @usableFromInline let isHeld = Atomic<Bool>(false)

    /// The number of attempts: other threads need far fewer to finish.
    @usableFromInline static var attempts: Int { 1000 }

    @inlinable init() {}

    /// Runs a body under the lock; returns nil if the lock cannot be had.
    @inlinable
    borrowing func withLock<Result>(_ body: () -> Result) -> Result? {
      for _ in 0..<Self.attempts where !isHeld.exchange(true, ordering: .acquiring) {
        defer { isHeld.store(false, ordering: .releasing) }
        return body()
      }
      return nil
    }
  }
#endif
