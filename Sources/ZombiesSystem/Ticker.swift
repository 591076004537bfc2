import ZombiesPlatform
import ZombiesSimulator

/// A thread that repeats a task until it is stopped.
package final class Ticker: @unchecked Sendable {
  // The thread is joined exactly once, by stop().

  #if canImport(Darwin)
    private typealias Thread = pthread_t?
  #else
    private typealias Thread = pthread_t
  #endif

  /// Whether the thread should end.
  private let isOver = Monitor(false, isOver: { $0 })

  private let first: Double
  private let body: @Sendable () -> Double?
  private var thread: Thread

  /// Starts the thread; nil if the system provides none.
  ///
  /// - Parameters:
  ///   - first: The seconds until the task runs for the first time.
  ///   - body: Performs the task and returns the seconds until the next time; nil to stop.
  package init?(first: Double, _ body: @escaping @Sendable () -> Double?) {
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
    // Let the other threads handle signals.
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
    var seconds: Double? = first
    while let pause = seconds, !isOver.wait(seconds: pause) { seconds = body() }
  }

  /// Lets the thread end by itself, instead of ``stop()``.
  package func leave() {
    isOver.change { $0 = true }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  /// Stops the thread and waits for its end. Called at most once.
  package func stop() {
    isOver.change { $0 = true }
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }
}
