// Threads, kept in a file of their own. POSIX threads, so that there are exactly as many as asked
// for, each with a stack of a known size.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs the body once a thread and waits for all of them.
///
/// - Parameters:
///   - count: The number of threads, at least 1. Where the system does not give as many, or has no
///     memory for them, there are fewer; the work must not depend on it.
///   - bytesEach: What a thread needs beside its stack, about.
///   - watch: What the caller's thread does meanwhile; it must end when the work does. Without it,
///     or where the system gives no other thread, the caller's thread is one of them.
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

/// The processors that the system has for programs, at least 1.
package var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// The stack of a thread, in bytes.
let threadStackSize = 1 << 20
