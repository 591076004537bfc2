import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// What signals do to a run: the unfinished files are removed, and the run dies of the signal.
///
/// A run that can be gone on with asks to be told first (``hold()``); it saves what it has, and
/// dies of the signal then (``die(of:)``). A second signal is not waited for, unless it comes at once:
/// `timeout` and schedulers signal a process and its group, which is meant once.
enum Signals {
  /// Whether the run wants to end by itself.
  private static let isHolding = Atomic(false)

  /// The first signal that came since.
  private static let held = Atomic<Int32>(0)

  /// How many pieces of work are under way that must not be cut in two (``whole(_:)``).
  private static let pieces = Atomic(0)

  /// The signal to die of when they are done.
  private static let pending = Atomic<Int32>(0)

  /// Whether a thread is removing the unfinished files, to die then.
  private static let isDying = Atomic(false)

  /// The most files that are under way at a time.
  private static let capacity = 16

  /// The paths of the unfinished files, read by the signal handler; nil where there is none.
  nonisolated(unsafe) private static let unfinished = {
    let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
    paths.initialize(repeating: nil, count: capacity)
    return paths
  }()

  /// Takes the signals over, once, before any file is opened.
  static func install() {
    // The handler must not be the first to touch them.
    _ = (unfinished, isHolding.load(ordering: .relaxed), held.load(ordering: .relaxed))
    _ = (heldSince.load(ordering: .relaxed), pieces.load(ordering: .relaxed))
    _ = (pending.load(ordering: .relaxed), isDying.load(ordering: .relaxed))
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2] {
      let former = signal(number) { number in
        if number != SIGQUIT, Signals.keeps(number) { return }
        if Signals.defers(number) { return }
        Signals.die(of: number)
      }
      // A signal that the parent told us to ignore, as nohup does, stays ignored.
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    // Writes tell by EPIPE and EFBIG, where we look.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// From now on the first signal is kept for ``caught``.
  static func hold() { isHolding.store(true, ordering: .sequentiallyConsistent) }

  /// From now on a signal kills at once.
  static func letThrough() { isHolding.store(false, ordering: .sequentiallyConsistent) }

  /// The signal that waits to be died of.
  static var caught: Int32? {
    let number = held.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  /// When the first signal came, in nanoseconds.
  private static let heldSince = Atomic<Int>(0)

  /// The nanoseconds in which a second signal is taken for the first one.
  private static let once = 500_000_000

  /// Keeps a signal if it is the first one, and wanted; safe in a signal handler.
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

  /// Does what a signal must not cut in two, such as making a file and noting it here: a signal that
  /// comes meanwhile kills behind it.
  static func whole<Result, Reason: Error>(
    _ body: () throws(Reason) -> Result
  ) throws(Reason) -> Result {
    pieces.add(1, ordering: .sequentiallyConsistent)
    // Another thread's handler may be removing files at this moment; it dies, or defers to us.
    while isDying.load(ordering: .sequentiallyConsistent) { usleep(1000) }
    defer {
      let left = pieces.subtract(1, ordering: .sequentiallyConsistent).newValue
      let number = pending.load(ordering: .sequentiallyConsistent)
      if left == 0, number != 0 { die(of: number) }
    }
    return try body()
  }

  /// Puts dying off where a piece of work is under way; safe in a signal handler.
  private static func defers(_ number: Int32) -> Bool {
    isDying.store(true, ordering: .sequentiallyConsistent)
    guard pieces.load(ordering: .sequentiallyConsistent) > 0 else { return false }
    pending.store(number, ordering: .sequentiallyConsistent)
    isDying.store(false, ordering: .sequentiallyConsistent)
    // The work may have been done between the two.
    if pieces.load(ordering: .sequentiallyConsistent) > 0 { return true }
    isDying.store(true, ordering: .sequentiallyConsistent)
    return false
  }

  /// Removes the unfinished files and dies of a signal; safe in a signal handler.
  static func die(of number: Int32) -> Never {
    removeUnfinished()
    signal(number, SIG_DFL)
    // In a handler of it the signal waits for the handler's end.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    // The first process of a container does not die of its own signals: it says so as a shell would.
    _exit(128 + number)
  }

  /// Notes an unfinished file.
  static func add(_ path: FilePath) {
    for slot in 0..<capacity where unfinished[slot] == nil {
      unfinished[slot] = strdup(path.cString)
      return
    }
    assertionFailure("more than \(capacity) unfinished files")
  }

  /// Forgets an unfinished file.
  static func remove(_ path: FilePath) {
    for slot in 0..<capacity {
      guard let noted = unfinished[slot], strcmp(noted, path.cString) == 0 else { continue }
      // The handler may be reading the string on another thread: it is not freed.
      unfinished[slot] = nil
      return
    }
  }

  /// Removes all unfinished files; safe in a signal handler.
  static func removeUnfinished() {
    for slot in 0..<capacity {
      if let path = unfinished[slot] { unlink(path) }
    }
  }
}
