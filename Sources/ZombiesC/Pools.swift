import Synchronization
import ZombiesPlatform
import ZombiesSimulator

/// The pools that programs have made, by their numbers.
enum Pools {
  private struct Entries {
    var pools: [UInt64: RoundPool] = [:]
    var last: UInt64 = 0
  }

  private static let entries = Mutex(Entries())

  /// Adds a pool and returns its number, which is never used again.
  static func add(_ pool: RoundPool) -> UInt64 {
    entries.withLock { entries in
      entries.last += 1
      entries.pools[entries.last] = pool
      return entries.last
    }
  }

  /// The pool with a number.
  ///
  /// - Throws: ``Failure`` if there is none.
  static func pool(_ number: UInt64) throws(Failure) -> RoundPool {
    guard let pool = entries.withLock({ $0.pools[number] }) else { throw noPool(number) }
    return pool
  }

  /// Removes a pool. It is freed when no thread uses it any more.
  static func remove(_ number: UInt64) throws(Failure) {
    guard entries.withLock({ $0.pools.removeValue(forKey: number) }) != nil else {
      throw noPool(number)
    }
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
  do throws(Failure) { try body() } catch {
    LastError.keep(error.reason)
    return error.code.rawValue
  }
  return 0
}

/// The reason for a thread's last error.
enum LastError {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { free($0) }
    return key
  }()

  static func keep(_ reason: String) {
    free(pthread_getspecific(key))
    pthread_setspecific(key, strdup(reason))
  }

  static var reason: String {
    pthread_getspecific(key).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
  }
}
