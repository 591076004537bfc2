/// What signals do to a run: the unfinished files are removed, and the run dies of the signal.
enum Signals {
  /// The most files that are under way at a time.
  private static let capacity = 8

  /// The paths of the unfinished files, read by the signal handler; nil where there is none.
  nonisolated(unsafe) private static let unfinished = {
    let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
    paths.initialize(repeating: nil, count: capacity)
    return paths
  }()

  /// Takes the signals over, once, before any file is opened.
  static func install() {
    _ = unfinished
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2] {
      let former = signal(number) { number in
        Signals.removeUnfinished()
        signal(number, SIG_DFL)
        raise(number)
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

  /// Dies of SIGPIPE, as a program whose reader has left does.
  static func dieOfBrokenPipe() {
    removeUnfinished()
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }

  /// Notes an unfinished file.
  static func add(_ path: FilePath) {
    for slot in 0..<capacity where unfinished[slot] == nil {
      unfinished[slot] = strdup(path.cString)
      return
    }
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
