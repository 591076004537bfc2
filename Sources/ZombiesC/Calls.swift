import ZombiesPlatform
import ZombiesSolver

/// Whether the call that runs on a thread has to stop.
enum Calls {
  /// What a thread keeps, once a call of it may have to stop.
  private struct Watch {
    /// The program's function, which tells whether the calls of the thread have to stop; nil for none.
    var question: (@convention(c) () -> Int32)?
    /// The maximum number of seconds of the call; nil for no limit.
    var seconds: Double?
    /// The nanoseconds of the clock when a search first asked; nil before.
    var began: UInt64?
    /// Those at which to ask the program next.
    var next: UInt64 = 0
    /// Why the call has to stop; nil if it does not.
    var failure: Failure?
  }

  /// The nanoseconds between two questions to the program.
  private static let interval: UInt64 = 50_000_000

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { free($0) }
    SearchStop.ask = { mustStop }
    return key
  }()

  /// Makes the key, and lets the searches ask.
  static func prepare() { _ = key }

  private static var current: UnsafeMutablePointer<Watch>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: Watch.self)
  }

  /// The thread's, made on first use.
  private static func watch() -> UnsafeMutablePointer<Watch> {
    if let current { return current }
    let made = UnsafeMutablePointer<Watch>.allocate(capacity: 1)
    made.initialize(to: Watch())
    pthread_setspecific(key, made)
    return made
  }

  /// Sets the function that tells whether the calls of this thread have to stop; nil for none.
  static func setQuestion(_ question: (@convention(c) () -> Int32)?) {
    watch().pointee.question = question
  }

  /// Limits the seconds of the call that runs on this thread.
  static func limit(seconds: Double?) {
    if let seconds { watch().pointee.seconds = seconds }
  }

  /// Runs a call.
  ///
  /// - Throws: ``Failure`` if it had to stop, otherwise that of the body.
  static func run(_ body: () throws(Failure) -> Void) throws(Failure) {
    if let current { (current.pointee.seconds, current.pointee.began) = (nil, nil) }
    do throws(Failure) { try body() } catch {
      throw takeFailure() ?? error
    }
    if let failure = takeFailure() { throw failure }
  }

  private static func takeFailure() -> Failure? {
    guard let current, let failure = current.pointee.failure else { return nil }
    current.pointee.failure = nil
    return failure
  }

  /// Whether the call that runs on this thread has to stop.
  private static var mustStop: Bool {
    guard let current else { return false }
    if current.pointee.failure == nil { current.pointee.failure = reason(in: current) }
    return current.pointee.failure != nil
  }

  private static func reason(in watch: UnsafeMutablePointer<Watch>) -> Failure? {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    guard let began = watch.pointee.began else {
      // Most calls are short: the program is not asked.
      (watch.pointee.began, watch.pointee.next) = (now, now + interval)
      return nil
    }
    let seconds = watch.pointee.seconds
    if let seconds, Double(now - began) >= seconds * 1e9 {
      return Failure(.stopped, "the call took longer than the setting max-seconds allows")
    }
    guard now >= watch.pointee.next, let question = watch.pointee.question else { return nil }
    let stops = question() != 0
    // To answer, the program may have made other calls on this thread.
    (watch.pointee.seconds, watch.pointee.began, watch.pointee.next) = (
      seconds, began, now + interval
    )
    return stops ? Failure(.stopped, "the program stopped the call") : nil
  }
}
