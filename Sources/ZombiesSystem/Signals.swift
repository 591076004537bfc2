import Synchronization
import ZombiesPlatform

/// The handling of signals. A signal removes the unfinished files, kills the players of other programs, and
/// ends the run.
///
/// A run that can be resumed holds signals (``hold()``). At the first signal it saves its state and then
/// ends by that signal (``die(of:)``). A second signal ends the run at once, unless it comes right after the
/// first: `timeout` and schedulers signal both a process and its group and mean a single signal. SIGQUIT
/// always ends the run at once.
package enum Signals {
  /// Whether the run holds signals in order to end by itself.
  private static let isHolding = Atomic(false)

  /// The first signal that was held; 0 for none.
  private static let held = Atomic<Int32>(0)

  /// The number of current operations that must not be interrupted (``whole(_:)``).
  private static let pieces = Atomic(0)

  /// The signal that ends the run as soon as these operations are done; 0 for none.
  private static let pending = Atomic<Int32>(0)

  /// Whether a thread is already removing the unfinished files to end the run.
  private static let isDying = Atomic(false)

  /// The paths of the unfinished files, which the signal handler reads; nil for a free entry. They change only
  /// while no signal can end the run (``whole(_:)``).
  nonisolated(unsafe) private static var unfinished = places(16)

  /// Free entries for paths.
  private static func places(
    _ count: Int
  ) -> UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?> {
    let places = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: count)
    places.initialize(repeating: nil)
    return places
  }

  /// The maximum number of players of other programs at a time.
  private static let groupCapacity = 4096

  /// The process groups of these players; 0 for a free entry.
  nonisolated(unsafe) private static let groups = {
    let groups = UnsafeMutablePointer<Int32>.allocate(capacity: groupCapacity)
    groups.initialize(repeating: 0, count: groupCapacity)
    return groups
  }()
  private static let groupLock = Mutex(())

  /// Registers a process group, which is killed with this run.
  static func add(group: Int32) {
    groupLock.withLock { _ in
      for slot in 0..<groupCapacity where groups[slot] == 0 {
        groups[slot] = group
        return
      }
    }
  }

  /// Whether a process group is registered.
  static func has(group: Int32) -> Bool {
    groupLock.withLock { _ in (0..<groupCapacity).contains { groups[$0] == group } }
  }

  /// Unregisters a process group.
  static func remove(group: Int32) {
    groupLock.withLock { _ in
      for slot in 0..<groupCapacity where groups[slot] == group { groups[slot] = 0 }
    }
  }

  /// Installs the signal handlers. Called once, before any file is opened.
  package static func install() {
    // Initialize these here, because a signal handler must not do it.
    // Same: otherwise they are initialized later.
    _ = (
      unfinished, groups, isHolding.load(ordering: .relaxed), held.load(ordering: .relaxed),
      heldSince.load(ordering: .relaxed), pieces.load(ordering: .relaxed),
      pending.load(ordering: .relaxed), isDying.load(ordering: .relaxed)
    )
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2] {
      let former = signal(number) { number in
        if number != SIGQUIT, Signals.keeps(number) { return }
        if Signals.defers(number) { return }
        Signals.die(of: number)
      }
      // A signal that the parent process ignores, as nohup does, stays ignored.
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    // Writes report EPIPE and EFBIG instead, and the code checks these errors.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Holds signals from now on: the first one is only recorded in ``caught``.
  package static func hold() { isHolding.store(true, ordering: .sequentiallyConsistent) }

  /// Stops holding signals: from now on a signal ends the run at once.
  package static func letThrough() { isHolding.store(false, ordering: .sequentiallyConsistent) }

  /// The held signal, which will end the run; nil if there is none.
  package static var caught: Int32? {
    let number = held.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  /// The time when the first held signal arrived, in nanoseconds.
  private static let heldSince = Atomic<Int>(0)

  /// The period, in nanoseconds, in which a second signal counts as the same as the first.
  private static let once = 500_000_000

  /// Records a signal if it is the first one and the run holds signals. Returns whether the signal needs no
  /// further action. Async-signal-safe.
  private static func keeps(_ number: Int32) -> Bool {
    guard isHolding.load(ordering: .sequentiallyConsistent) else { return false }
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    let first = heldSince.compareExchange(
      expected: 0, desired: now, ordering: .sequentiallyConsistent)
    if first.exchanged { held.store(number, ordering: .sequentiallyConsistent) }
    return first.exchanged || now - first.original < once
  }

  /// Performs an operation that a signal must not interrupt, such as creating and registering a file. A
  /// signal that arrives meanwhile takes effect afterwards.
  package static func whole<Result, Reason: Error>(
    _ body: () throws(Reason) -> Result
  ) throws(Reason) -> Result {
    pieces.add(1, ordering: .sequentiallyConsistent)
    // The handler on another thread may be removing files at this moment. It either ends the run or lets
    // this thread end it.
    while isDying.load(ordering: .sequentiallyConsistent) { usleep(1000) }
    defer {
      let left = pieces.subtract(1, ordering: .sequentiallyConsistent).newValue
      let number = pending.load(ordering: .sequentiallyConsistent)
      if left == 0, number != 0 { die(of: number) }
    }
    return try body()
  }

  /// Postpones the end of the run if an operation must not be interrupted. Async-signal-safe.
  private static func defers(_ number: Int32) -> Bool {
    isDying.store(true, ordering: .sequentiallyConsistent)
    guard pieces.load(ordering: .sequentiallyConsistent) > 0 else { return false }
    pending.store(number, ordering: .sequentiallyConsistent)
    isDying.store(false, ordering: .sequentiallyConsistent)
    // The operation may have ended between the two steps.
    if pieces.load(ordering: .sequentiallyConsistent) > 0 { return true }
    isDying.store(true, ordering: .sequentiallyConsistent)
    return false
  }

  /// Removes the unfinished files and ends the run by a signal. Async-signal-safe.
  package static func die(of number: Int32) -> Never {
    removeUnfinished()
    for slot in 0..<groupCapacity {
      // Read once: when the player is dead, another thread clears the slot, and `kill(0)` would kill this run.
      let group = groups[slot]
      guard group != 0 else { continue }
      kill(-group, SIGKILL)
      kill(group, SIGKILL)
    }
    TerminalMode.leave()
    signal(number, SIG_DFL)
    // A signal is blocked in its own handler until the handler returns.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    // The first process of a container is not killed by its own signals. Exit with the status that a shell
    // would report.
    _exit(128 + number)
  }

  /// Registers an unfinished file.
  static func add(_ path: FilePath) {
    whole {
      if let slot = unfinished.firstIndex(of: nil) {
        unfinished[slot] = strdup(path.cString)
        return
      }
      let (full, larger) = (unfinished, places(2 * unfinished.count))
      for slot in full.indices { larger[slot] = full[slot] }
      larger[full.count] = strdup(path.cString)
      unfinished = larger
      full.deallocate()
    }
  }

  /// Unregisters an unfinished file.
  static func remove(_ path: FilePath) {
    whole {
      for slot in unfinished.indices {
        guard let noted = unfinished[slot], strcmp(noted, path.cString) == 0 else { continue }
        unfinished[slot] = nil
        free(noted)
        return
      }
    }
  }

  /// Removes all unfinished files. Async-signal-safe.
  static func removeUnfinished() {
    for slot in 0..<unfinished.count {
      if let path = unfinished[slot] { unlink(path) }
    }
  }
}
