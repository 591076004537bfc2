// Threads, kept in a file of their own. POSIX threads, so that there are exactly as many as asked
// for, each with a stack of a known size.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs the body once a thread and waits for all of them. One thread is the caller's own.
///
/// - Parameters:
///   - count: The number of threads, at least 1. Where the system does not give as many, there are
///     fewer; the work must not depend on it.
///   - body: Called with the number of the thread, from 0.
package func withThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  final class Start {
    let number: Int
    let body: @Sendable (Int) -> Void
    init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.number = number
      self.body = body
    }
  }
  #if canImport(Darwin)
    typealias Thread = pthread_t?
  #else
    typealias Thread = pthread_t
  #endif
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, stackSize)
  let threads = UnsafeMutablePointer<Thread>.allocate(capacity: max(1, count))
  defer { threads.deallocate() }
  var started = 0
  for number in 1..<max(1, count) {
    let start = Unmanaged.passRetained(Start(number, body))
    let status = pthread_create(
      threads + started, &attributes,
      { argument in
        let pointer: UnsafeMutableRawPointer? = argument
        if let pointer {
          let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
          start.body(start.number)
        }
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      break
    }
    started += 1
  }
  body(0)
  for thread in 0..<started {
    #if canImport(Darwin)
      if let thread = threads[thread] { pthread_join(thread, nil) }
    #else
      pthread_join(threads[thread], nil)
    #endif
  }
}

/// The stack of a thread, in bytes.
private let stackSize = 1 << 20

/// Lets threads pass one after another in the order of their numbers.
final class Turnstile: @unchecked Sendable {
  // The lock guards `turn`.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var turn = 0

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(condition)
    mutex.deallocate()
    condition.deallocate()
  }

  /// Waits until all lower numbers have passed, runs the body, and lets the next one pass.
  func pass(_ number: Int, _ body: () -> Void) {
    pthread_mutex_lock(mutex)
    while turn != number { pthread_cond_wait(condition, mutex) }
    body()
    turn += 1
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}
