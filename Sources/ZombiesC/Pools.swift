import Synchronization
import ZombiesPlatform
import ZombiesSimulator

/// The pools that programs have made, by their numbers.
enum Pools {
  /// A pool, and how many calls use it.
  private final class Entry: Sendable {
    let pool: RoundPool
    /// The maximum number of seconds of a call; nil for no limit.
    let seconds: Double?
    let users = Atomic(0)
    /// Whether a call of another thread used the pool when this process was forked.
    let isTorn = Atomic(false)

    init(_ pool: RoundPool, _ seconds: Double?) { (self.pool, self.seconds) = (pool, seconds) }
  }

  nonisolated(unsafe) private static var pools: [UInt64: Entry] = [:]
  nonisolated(unsafe) private static var last: UInt64 = 0

  /// The lock of these. Unlike a `Mutex`, it can be held across `fork`, so that no other thread holds it then.
  nonisolated(unsafe) private static let lock: UnsafeMutablePointer<pthread_mutex_t> = {
    let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_atfork(
      { pthread_mutex_lock(Pools.lock) }, { pthread_mutex_unlock(Pools.lock) },
      {
        Pools.tear()
        pthread_mutex_unlock(Pools.lock)
      })
    return lock
  }()

  /// Prepares everything that is made only once: a child could wait forever for another thread to do it.
  static func prepare() {
    _ = lock
    LastError.prepare()
    Calls.prepare()
  }

  private static func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  /// In a child of `fork`, marks the pools that calls of other threads used, and which may be half changed.
  private static func tear() {
    for entry in pools.values where entry.users.load(ordering: .relaxed) > 0 {
      entry.isTorn.store(true, ordering: .relaxed)
      // It is never freed, because its parts need not fit together.
      _ = Unmanaged.passRetained(entry)
    }
  }

  /// Adds a pool and returns its number, which is never used again.
  ///
  /// - Parameter seconds: The maximum number of seconds of a call; nil for no limit.
  static func add(_ pool: RoundPool, seconds: Double?) -> UInt64 {
    withLock {
      last += 1
      pools[last] = Entry(pool, seconds)
      return last
    }
  }

  /// Uses the pool with a number.
  ///
  /// - Throws: ``Failure`` if there is none or it cannot be used, and that of the body.
  static func use(
    _ number: UInt64, _ body: (RoundPool) throws(Failure) -> Void
  ) throws(Failure) {
    let entry = withLock {
      let entry = pools[number]
      entry?.users.add(1, ordering: .relaxed)
      return entry
    }
    guard let entry else { throw noPool(number) }
    defer { entry.users.subtract(1, ordering: .releasing) }
    if entry.isTorn.load(ordering: .relaxed) {
      throw Failure(
        .forked,
        "another thread used the pool \(number) when this process was forked, so only the parent "
          + "can use it")
    }
    Calls.limit(seconds: entry.seconds)
    try body(entry.pool)
  }

  /// Removes a pool. It is freed when no thread uses it any more.
  static func remove(_ number: UInt64) throws(Failure) {
    guard withLock({ pools.removeValue(forKey: number) }) != nil else { throw noPool(number) }
  }

  private static func noPool(_ number: UInt64) -> Failure {
    Failure(.noPool, "no pool has the number \(number); it may have been freed")
  }
}

/// The reason why a function failed.
struct Failure: Error {
  /// The codes of zombies.h.
  enum Code: Int32 {
    case badPointer = 1
    case noPool, badSetting, badSlot, illegalMove, noLevel, badLevel, badState, tooSmall, tooLarge
    case stopped, forked
  }

  let code: Code
  let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  init(_ error: PoolError) {
    let code: Code =
      switch error {
      case .setting: .badSetting
      case .generation: .noLevel
      case .illegalMove: .illegalMove
      case .tooLarge: .badLevel
      case .state: .badState
      }
    self.init(code, error.description)
  }
}

/// Runs a function's body. Returns 0, or the code of its failure, whose reason the thread then keeps.
func code(of body: () throws(Failure) -> Void) -> Int32 {
  do throws(Failure) { try Calls.run(body) } catch {
    LastError.keep(error.reason)
    return error.code.rawValue
  }
  return 0
}

/// Runs the body of a function that uses a pool.
func code(using pool: UInt64, _ body: (RoundPool) throws(Failure) -> Void) -> Int32 {
  code { () throws(Failure) in try Pools.use(pool, body) }
}

/// The reason for a thread's last error.
enum LastError {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { free($0) }
    return key
  }()

  static func prepare() { _ = key }

  static func keep(_ reason: String) {
    free(pthread_getspecific(key))
    pthread_setspecific(key, strdup(reason))
  }

  static var reason: String {
    pthread_getspecific(key).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
  }
}
