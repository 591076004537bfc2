// Only this file creates threads. They are POSIX threads, so there are exactly as many as
// requested, each with a stack of a known size.

import ZombiesPlatform

/// Runs a closure once per thread, and waits for all threads.
///
/// - Parameters:
///   - count: The number of threads, at least 1. There are fewer if the system does not provide
///     that many or has no memory for them; the work must not depend on the number.
///   - bytesEach: The approximate memory of a thread in bytes, without its stack.
///   - watch: Called on the calling thread in the meantime; must return when the work ends. If it
///     is nil, or if the system provides no other thread, the calling thread also does work.
///   - body: Called with the number of the thread, from 0.
package func withThreads(
  _ count: Int, bytesEach: Int = 1 << 20, watch: (() -> Void)? = nil,
  _ body: @escaping @Sendable (Int) -> Void
) {
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
  pthread_attr_setstacksize(&attributes, threadStackSize)
  let count = affordableThreads(max(1, count), bytesEach: bytesEach)
  let threads = UnsafeMutablePointer<Thread>.allocate(capacity: count)
  defer { threads.deallocate() }
  var started = 0
  for number in (watch == nil ? 1 : 0)..<count {
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
  assert(started <= count, "at most as many threads as fit in memory")
  if watch == nil || started == 0 { body(0) }
  watch?()
  for thread in 0..<started {
    #if canImport(Darwin)
      if let thread = threads[thread] { pthread_join(thread, nil) }
    #else
      pthread_join(threads[thread], nil)
    #endif
  }
}

/// The number of processors available to programs, at least 1.
package var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// The size of a thread's stack in bytes.
let threadStackSize = 1 << 20
