import Synchronization
import ZombiesPlatform

/// The terminal while a game uses the full screen: keys arrive one by one, nothing is echoed, and the
/// earlier screen is saved.
///
/// The terminal is restored however the program ends, except by SIGKILL. ``leave()`` may be called from a
/// signal handler, any number of times.
package enum TerminalMode {
  /// Whether the game uses the terminal.
  private static let isOn = Atomic(false)

  /// Whether the terminal may show something else, because its size has changed or the game has taken it.
  private static let isStale = Atomic(false)

  /// Whether the program has been resumed, so that the shell or another program may have used the terminal.
  private static let isResumed = Atomic(false)

  /// Whether a signal asks the program to suspend itself.
  private static let isSuspending = Atomic(false)

  /// The terminal's settings before the game.
  nonisolated(unsafe) private static let original: UnsafeMutablePointer<termios> = {
    let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    settings.initialize(to: termios())
    return settings
  }()

  /// The bytes that begin and end the game's screen: the alternate screen, no cursor, no line wrap, and
  /// markers around pasted text.
  private static let begin = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h".utf8)
  nonisolated(unsafe) private static let end: UnsafeMutableBufferPointer<UInt8> = {
    let text = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return bytes
  }()

  /// The signals that end the program in addition to those of ``Signals``: bugs, and signals that other
  /// programs may send. The terminal is restored first, then the signal has its usual effect.
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

  /// The size of the stack that the handler of these signals runs on, in bytes.
  private static let handlerStack = 1 << 16

  /// The previous handlers of these signals.
  nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: fatal.count)
    actions.initialize(repeating: sigaction(), count: fatal.count)
    return actions
  }()

  /// Begins to use the full screen, as soon as the program is in the foreground.
  ///
  /// - Returns: False if there is no terminal.
  package static func enter() -> Bool {
    // Initialize these here, because a signal handler must not do it.
    _ = (end.count, former, isOn.load(ordering: .relaxed), isStale.load(ordering: .relaxed))
    _ = (isSuspending.load(ordering: .relaxed), isResumed.load(ordering: .relaxed))
    signal(SIGCONT) { _ in TerminalMode.isResumed.store(true, ordering: .sequentiallyConsistent) }
    // Until the program is in the foreground, the settings are those of the shell's command line.
    guard comesForward(), tcgetattr(0, original) == 0 else { return false }
    // The handler needs its own stack, because a stack that has overflowed has no space for it.
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: handlerStack, alignment: 16)
    stack.ss_size = .init(handlerStack)
    sigaltstack(&stack, nil)
    for (place, number) in fatal.enumerated() {
      var action = sigaction()
      setHandler(&action) { number in TerminalMode.giveBack(before: number) }
      sigaction(number, &action, former + place)
      // A signal that the parent process ignores stays ignored.
      if isIgnored(former[place]) { sigaction(number, former + place, nil) }
    }
    signal(SIGTSTP) { _ in
      TerminalMode.isSuspending.store(true, ordering: .sequentiallyConsistent)
    }
    signal(SIGWINCH) { _ in TerminalMode.isStale.store(true, ordering: .sequentiallyConsistent) }
    return take()
  }

  /// Whether another program has the terminal, such as the shell. Without job control, none has.
  private static var isInBackground: Bool {
    let group = tcgetpgrp(0)
    return group >= 0 && group != getpgrp()
  }

  /// Suspends the program as long as it is in the background.
  ///
  /// - Returns: False if it will never be in the foreground, or a signal ends it.
  private static func comesForward() -> Bool {
    signal(SIGTTOU, SIG_DFL)
    while isInBackground {
      isResumed.store(false, ordering: .sequentiallyConsistent)
      raise(SIGTTOU)
      // The system does not suspend a program that no shell can resume.
      guard isResumed.load(ordering: .sequentiallyConsistent), Signals.caught == nil else {
        return false
      }
    }
    return true
  }

  /// Takes the terminal as soon as the program is in the foreground.
  ///
  /// - Returns: False if it will never be in the foreground, or a signal ends it.
  private static func take() -> Bool {
    guard comesForward() else { return false }
    isResumed.store(false, ordering: .sequentiallyConsistent)
    var settings = original.pointee
    // The keyboard still sends signals, but Ctrl-S does not freeze the game.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
    // Reads must not wait: Ctrl-C discards earlier input even after it has been reported as available.
    withUnsafeMutableBytes(of: &settings.c_cc) {
      $0[Int(VMIN)] = 0
      $0[Int(VTIME)] = 0
    }
    isOn.store(true, ordering: .sequentiallyConsistent)
    tcsetattr(0, TCSADRAIN, &settings)
    write(begin)
    isStale.store(true, ordering: .sequentiallyConsistent)
    return true
  }

  /// Restores the terminal. Async-signal-safe.
  package static func leave() {
    guard isOn.exchange(false, ordering: .sequentiallyConsistent) else { return }
    // In the background, using the terminal could stop the program, and its settings are another program's.
    let former = signal(SIGTTOU, SIG_IGN)
    _ = systemWrite(1, end.baseAddress, end.count)
    if !isInBackground { tcsetattr(0, TCSANOW, original) }
    signal(SIGTTOU, former)
  }

  /// Restores the terminal, then lets a signal have its usual effect.
  private static func giveBack(before number: Int32) {
    leave()
    for (place, other) in fatal.enumerated() where other == number {
      sigaction(number, former + place, nil)
    }
    raise(number)
  }

  /// Whether everything must be drawn again, because the terminal may show something else. The call resets
  /// this.
  package static func takeStale() -> Bool {
    isStale.exchange(false, ordering: .sequentiallyConsistent)
  }

  /// Suspends the program if a signal asked for it or it is in the background, and takes the terminal again
  /// after the program was resumed. Called before the terminal is drawn on or read.
  ///
  /// - Returns: False if the terminal is gone, or a signal ends the program.
  package static func isOurs() -> Bool {
    if isSuspending.exchange(false, ordering: .sequentiallyConsistent) {
      leave()
      let handler = signal(SIGTSTP, SIG_DFL)
      raise(SIGTSTP)
      signal(SIGTSTP, handler)
    }
    while !isOn.load(ordering: .sequentiallyConsistent)
      || isResumed.load(ordering: .sequentiallyConsistent) || isInBackground
    {
      guard take() else { return false }
    }
    return true
  }

  /// Writes to the terminal; returns false if the terminal is gone.
  @discardableResult
  package static func write(_ bytes: some Collection<UInt8>) -> Bool {
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

  /// The number of rows and columns of the terminal.
  package static var size: (rows: Int, columns: Int) {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (24, 80)
    }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Whether texts can contain characters beyond ASCII, according to the locale.
  package static var isUTF8: Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = Terminal.environment(name), !value.isEmpty {
        // As in ca_ES.UTF-8@valencia.
        let text = value.lowercased().prefix { $0 != "@" }
        return text.hasSuffix("utf-8") || text.hasSuffix("utf8")
      }
    }
    return false
  }

  /// Whether the terminal can show emoji, according to its name and the locale. System consoles and old
  /// terminals cannot.
  package static var showsEmoji: Bool {
    guard isUTF8, let terminal = Terminal.environment("TERM") else { return false }
    return !["linux", "vt", "cons", "ansi", "wsvt", "sun"].contains { terminal.hasPrefix($0) }
  }

  /// Whether the terminal can place a cursor.
  package static var canPlaceCursor: Bool {
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
