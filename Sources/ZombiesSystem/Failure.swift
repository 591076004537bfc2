import ZombiesPlatform

/// Exit statuses (the article *Files* of ZombiesCommands). They follow sysexits.h if it has a fitting one.
package enum ExitStatus: Int32 {
  case done = 0
  /// `verify`, `worlds`, `play --worlds`: a level is unsolvable. `check`: a certificate does not prove
  /// its claim, or has other rules.
  case no = 1
  /// `verify`, `worlds`: the solver gave up on a level. `check`: a certificate claims nothing.
  /// `compare`: the test has not decided.
  case unknown = 2
  case badUsage = 64
  case badData = 65
  case noInput = 66
  case defect = 70
  case cannotCreate = 73
  case ioError = 74
  /// A player that is another program breaks the protocol, or cannot go on.
  case player = 76
}

/// The reason why a command ends early: a message for stderr and an exit status.
package struct Failure: Error {
  package let status: ExitStatus
  package let message: String

  /// The command whose usage is printed below the message; empty for the usage of the program, nil for
  /// none.
  package var usage: String?

  package init(status: ExitStatus, message: String, usage: String? = nil) {
    (self.status, self.message, self.usage) = (status, message, usage)
  }

  package static func badUsage(_ message: String, in command: String = "") -> Failure {
    Failure(status: .badUsage, message: message, usage: command)
  }

  package static func badData(_ message: String) -> Failure {
    Failure(status: .badData, message: message)
  }

  /// The failure of a system call, with the reason.
  package static func system(_ status: ExitStatus, _ what: String, _ code: Int32) -> Failure {
    Failure(status: status, message: "\(what): \(String(cString: strerror(code)))")
  }
}

/// Thrown when the reader of standard output has closed it. The command then stops at once and quietly.
package struct ReaderLeft: Error {}

/// Thrown when a signal has interrupted a run. The run has saved its state and will end by that signal.
package struct Interruption: Error {
  package let signal: Int32
  package let message: String

  package init(signal: Int32, message: String) { (self.signal, self.message) = (signal, message) }
}
