import ZombiesSimulator

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// A thread that does something every so often, until it is stopped.
final class Ticker: @unchecked Sendable {
  // The thread is joined once, by whoever stops it first.

  #if canImport(Darwin)
    private typealias Thread = pthread_t?
  #else
    private typealias Thread = pthread_t
  #endif

  /// Whether it is to end.
  private let isOver = Monitor(false, isOver: { $0 })

  private let first: Double
  private let body: @Sendable () -> Double
  private var thread: Thread

  /// Starts; nil where the system gives no thread.
  ///
  /// - Parameters:
  ///   - first: The seconds until it is done for the first time.
  ///   - body: Returns the seconds until the next time.
  init?(first: Double, _ body: @escaping @Sendable () -> Double) {
    self.first = first
    self.body = body
    #if canImport(Darwin)
      thread = nil
    #else
      thread = pthread_t()
    #endif
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 1 << 20)
    // Signals are for the threads that were there without this one.
    var (all, former) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    let start = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        let pointer: UnsafeMutableRawPointer? = argument
        if let pointer { Unmanaged<Ticker>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      return nil
    }
  }

  private func run() {
    var seconds = first
    while !isOver.wait(seconds: seconds) { seconds = body() }
  }

  /// Stops, and waits for what is under way; called once.
  func stop() {
    isOver.change { $0 = true }
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }
}
