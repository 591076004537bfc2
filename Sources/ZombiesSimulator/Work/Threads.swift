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
  let count = affordableThreads(max(1, count), bytesEach: bytesEach)
  var threads: [pthread_t] = []
  for number in (watch == nil ? 1 : 0)..<count {
    guard let thread = create(isDetached: false, { body(number) }) else { break }
    threads.append(thread)
  }
  if watch == nil || threads.isEmpty { body(0) }
  watch?()
  for thread in threads { pthread_join(thread, nil) }
}

/// Starts a thread that nobody waits for. It ends with its closure, or with the program.
///
/// - Returns: Whether the system provided the thread.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  create(isDetached: true, body) != nil
}

/// Creates a thread that runs a closure; nil if the system provides none.
private func create(isDetached: Bool, _ body: @escaping @Sendable () -> Void) -> pthread_t? {
  final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, threadStackSize)
  if isDetached { pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) }
  #if canImport(Darwin)
    let thread = UnsafeMutablePointer<pthread_t?>.allocate(capacity: 1)
  #else
    let thread = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
  #endif
  defer { thread.deallocate() }
  let start = Unmanaged.passRetained(Start(body))
  let status = pthread_create(
    thread, &attributes,
    { argument in
      let pointer: UnsafeMutableRawPointer? = argument
      if let pointer { Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body() }
      return nil
    }, start.toOpaque())
  if status == 0 { return thread.pointee }
  start.release()
  return nil
}

/// The number of processors of the machine, at least 1.
package var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// The size of a thread's stack in bytes.
let threadStackSize = 1 << 20
