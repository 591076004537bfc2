import ZombiesPlatform

/// A state that threads share and can wait for.
///
/// There are two kinds of waiting. Workers wait for something to do, and every change wakes them. A
/// watcher waits only for the end: there may be a hundred thousand changes per second, and waking a
/// thread takes longer than playing a chunk of rounds.
///
/// (If no thread had to wait, the standard library's `Mutex` would do. However, ThreadSanitizer
/// does not see its locking, and `Tests/Outside/test_threads.py` must check everything that threads share.)
package final class Monitor<State>: @unchecked Sendable {
  // The lock guards the state.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let end = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State
  private let isOver: (State) -> Bool

  /// Creates a monitor for a state.
  ///
  /// - Parameter isOver: Whether the work is over; called after each change.
  package init(_ state: State, isOver: @escaping @Sendable (State) -> Bool = { _ in false }) {
    self.state = state
    self.isOver = isOver
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
      pthread_cond_init(end, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_cond_init(end, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(condition)
    pthread_cond_destroy(end)
    mutex.deallocate()
    condition.deallocate()
    end.deallocate()
  }

  /// Reads or changes the state while no other thread has access.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Changes the state, and wakes all threads that wait for something to do. If the work is over,
  /// it also wakes threads that wait for the end.
  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      if isOver(state) { pthread_cond_broadcast(end) }
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Passes a part of the state to a closure without blocking other threads.
  ///
  /// The part is a copy that shares its memory with the state until either changes. The copy is
  /// released under the lock. A thread that then finds the state's memory uniquely owned, and
  /// writes to it, holds the lock after the closure's last read. (It would be safe without the
  /// lock, because reference counting also orders memory accesses. However, ThreadSanitizer does
  /// not see into the Swift runtime; it sees only the lock.) The closure must not keep the part.
  package func withCopy<Part, Result>(
    of part: (State) -> Part, _ body: (Part) -> Result
  ) -> Result {
    var copies = [withLock { part($0) }]
    let result = body(copies[0])
    withLock { _ in copies.removeAll() }
    return result
  }

  /// Waits until the closure returns a value.
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Waits for the end of the work, or for a timeout; returns whether the work has ended.
  package func wait(seconds: Double) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let nanoseconds = Int(max(0, min(seconds, 1e6)) * 1e9)
    let billion = 1_000_000_000
    #if canImport(Darwin)
      var time = timespec(tv_sec: nanoseconds / billion, tv_nsec: nanoseconds % billion)
      while !isOver(state) {
        if pthread_cond_timedwait_relative_np(end, mutex, &time) != 0 { break }
      }
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      let sum = Int(time.tv_nsec) + nanoseconds
      time.tv_sec += time_t(sum / billion)
      time.tv_nsec = sum % billion
      while !isOver(state) {
        if pthread_cond_timedwait(end, mutex, &time) != 0 { break }
      }
    #endif
    return isOver(state)
  }
}
