import Synchronization
import ZombiesPlatform

/// The terminal while a game has all of it: keys come one by one, nothing is echoed, and the screen
/// that was there waits behind.
///
/// Whatever ends the program, except SIGKILL, gives the terminal back as it was: ``leave()`` may be
/// called from a signal handler, any number of times.
enum TerminalMode {
  /// Whether the game has the terminal.
  private static let isOn = Atomic(false)

  /// Whether the terminal has changed its size, or the game has got it back.
  private static let isStale = Atomic(false)

  /// Whether somebody wants to suspend the program.
  private static let isSuspending = Atomic(false)

  /// The terminal's settings before the game.
  nonisolated(unsafe) private static let original: UnsafeMutablePointer<termios> = {
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    settings.initialize(to: termios())
    return settings
  }()

  /// The bytes that begin and end the game's screen: another screen, no cursor, no line wrap, and
  /// marks around what is pasted.
  private static let begin = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h".utf8)
  nonisolated(unsafe) private static let end: UnsafeMutableBufferPointer<UInt8> = {
    let text = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return bytes
  }()

  /// What ends the program besides the signals of ``Signals``: defects of its own, and what others may
  /// send. After giving the terminal back, it still does what it would have done.
  private static let fatal: [Int32] = {
    let defects = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
    let others = [SIGVTALRM, SIGPROF]
    #if canImport(Darwin)
      return defects + others
    #else
      let realTime = __libc_current_sigrtmin()...__libc_current_sigrtmax()
      return defects + others + [SIGIO, SIGPWR, SIGSTKFLT] + realTime
    #endif
  }()

  /// The bytes of the stack on which its handler runs.
  private static let handlerStack = 1 << 16

  /// The handlers that were there before.
  nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: fatal.count)
    actions.initialize(repeating: sigaction(), count: fatal.count)
    return actions
  }()

  /// Takes the terminal.
  ///
  /// - Returns: False where there is none.
  static func enter() -> Bool {
    guard tcgetattr(0, original) == 0 else { return false }
    // Made here, for a handler must not.
    _ = (end.count, former, isStale.load(ordering: .relaxed))
    _ = isSuspending.load(ordering: .relaxed)
    // A stack that has overflowed has no room for a handler.
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: handlerStack, alignment: 16)
    stack.ss_size = .init(handlerStack)
    sigaltstack(&stack, nil)
    for (place, number) in fatal.enumerated() {
      var action = sigaction()
      setHandler(&action) { number in TerminalMode.giveBack(before: number) }
      sigaction(number, &action, former + place)
      // What the parent process has set to be ignored stays ignored.
      if isIgnored(former[place]) { sigaction(number, former + place, nil) }
    }
    signal(SIGTSTP) { _ in
      TerminalMode.isSuspending.store(true, ordering: .sequentiallyConsistent)
    }
    signal(SIGCONT) { _ in TerminalMode.isStale.store(true, ordering: .sequentiallyConsistent) }
    signal(SIGWINCH) { _ in TerminalMode.isStale.store(true, ordering: .sequentiallyConsistent) }
    take()
    return true
  }

  private static func take() {
    // In the background, changing the terminal would stop the program.
    let former = signal(SIGTTOU, SIG_IGN)
    var settings = original.pointee
    // Signals still come from the keyboard; Ctrl-S does not freeze the game.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
    // Reading never waits: Ctrl-C takes away what was typed before it, after it has been announced.
    withUnsafeMutableBytes(of: &settings.c_cc) {
      $0[Int(VMIN)] = 0
      $0[Int(VTIME)] = 0
    }
    isOn.store(true, ordering: .sequentiallyConsistent)
    tcsetattr(0, TCSADRAIN, &settings)
    signal(SIGTTOU, former)
    write(begin)
    isStale.store(true, ordering: .sequentiallyConsistent)
  }

  /// Gives the terminal back as it was; async-signal-safe.
  static func leave() {
    guard isOn.exchange(false, ordering: .sequentiallyConsistent) else { return }
    _ = systemWrite(1, end.baseAddress, end.count)
    // In the background, changing the terminal would stop the program.
    let former = signal(SIGTTOU, SIG_IGN)
    tcsetattr(0, TCSANOW, original)
    signal(SIGTTOU, former)
  }

  /// Gives the terminal back, and lets a signal do what it would have done.
  private static func giveBack(before number: Int32) {
    leave()
    for (place, other) in fatal.enumerated() where other == number {
      sigaction(number, former + place, nil)
    }
    raise(number)
  }

  /// Whether everything has to be drawn again, because the terminal may show something else.
  static func takeStale() -> Bool { isStale.exchange(false, ordering: .sequentiallyConsistent) }

  /// Suspends the program if somebody wants that, and returns when it goes on.
  static func suspendIfAsked() {
    guard isSuspending.exchange(false, ordering: .sequentiallyConsistent) else { return }
    leave()
    let handler = signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    signal(SIGTSTP, handler)
    take()
  }

  /// Writes to the terminal; false if nobody reads it any more.
  @discardableResult
  static func write(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { systemWrite(1, $0.baseAddress, $0.count) }
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        var file = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
        _ = systemPoll(&file, 1, 1000)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// The rows and columns of the terminal.
  static var size: (rows: Int, columns: Int) {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (24, 80)
    }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Whether texts can hold more than ASCII: the locale says so.
  static var isUTF8: Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = Terminal.environment(name), !value.isEmpty {
        // As in ca_ES.UTF-8@valencia.
        let text = value.lowercased().prefix { $0 != "@" }
        return text.hasSuffix("utf-8") || text.hasSuffix("utf8")
      }
    }
    return false
  }

  /// Whether the terminal can show emoji, as far as its name and the locale tell. The consoles of
  /// systems and old terminals have no such signs.
  static var showsEmoji: Bool {
    guard isUTF8, let terminal = Terminal.environment("TERM") else { return false }
    return !["linux", "vt", "cons", "ansi", "wsvt", "sun"].contains { terminal.hasPrefix($0) }
  }

  /// Whether the terminal can place a cursor.
  static var canPlaceCursor: Bool {
    guard isatty(0) == 1, isatty(1) == 1 else { return false }
    let terminal = Terminal.environment("TERM") ?? ""
    return !terminal.isEmpty && terminal != "dumb"
  }
}

private func isIgnored(_ action: sigaction) -> Bool {
  #if canImport(Darwin)
    let handler = action.__sigaction_u.__sa_handler
  #else
    let handler = action.__sigaction_handler.sa_handler
  #endif
  return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

private func setHandler(
  _ action: inout sigaction, _ handler: @escaping @convention(c) (Int32) -> Void
) {
  sigemptyset(&action.sa_mask)
  #if canImport(Darwin)
    action.__sigaction_u.__sa_handler = handler
    action.sa_flags = Int32(SA_NODEFER) | Int32(SA_ONSTACK)
  #else
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = Int32(SA_NODEFER) | Int32(SA_ONSTACK)
  #endif
}
