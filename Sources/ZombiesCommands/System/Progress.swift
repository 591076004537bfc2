import ZombiesReports
import ZombiesSimulator

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// Says how far a long piece of work has come: on a terminal one line that is written over, else a
/// line every so often; nothing in the first second.
///
/// Where nothing is told for long, as while one level is searched, what was told last is said again
/// with the time that has passed: by a thread of its own, which is there until ``finish()``.
final class Progress: Sendable {
  /// What is known, and when it was said; shared with the thread.
  private final class Board: Sendable {
    struct State {
      var done: UInt64
      var estimate = ""
      var lastSaid: Double
      var isShown = false
      var isOver = false
    }

    let total: UInt64?
    let begun: UInt64
    let unit: String
    let begin = Terminal.now
    let isTerminal = isatty(2) == 1
    let state: Monitor<State>

    init(total: UInt64?, begun: UInt64, unit: String) {
      (self.total, self.begun, self.unit) = (total, begun, unit)
      state = Monitor(State(done: begun, lastSaid: begin))
    }

    /// The seconds after which what is known is said again.
    var patience: Double { isTerminal ? 1 : 10 }

    /// Says what is known, if nothing was said for a while; returns when to look again.
    func tick() -> Double {
      state.withLock { state in
        let now = Terminal.now
        let rest = state.lastSaid + patience - now
        if state.isOver || rest > 0.01 { return max(rest, 0.01) }
        say(&state, now, " · \(Progress.time((now - begin).rounded(.down))) so far")
        return patience
      }
    }

    func say(_ state: inout State, _ now: Double, _ addition: String = "") {
      state.lastSaid = now
      state.isShown = true
      let line = Progress.line(
        state.done, of: total, begun: begun, unit, seconds: now - begin, state.estimate)
      Terminal.say(isTerminal ? "\r\u{1B}[K\(line)\(addition)" : "\(line)\(addition)\n")
    }

    func wipe(_ state: inout State) {
      if state.isShown, isTerminal { Terminal.say("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  private let board: Board

  /// Nil where nothing is to be said, and where the system gives no thread.
  private let ticker: Ticker?

  private let isQuiet: Bool

  /// Whether the data goes to a terminal, which is most likely the same one.
  private let isBesideData: Bool

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - total: How much there is to do; nil where nobody knows.
  ///   - begun: How much was done before.
  ///   - unit: What is counted, in the plural.
  ///   - output: Where data is written meanwhile, if it is: by ``makeWay(for:_:)``.
  init(
    total: UInt64?, begun: UInt64 = 0, unit: String, isQuiet: Bool, beside output: OutputFile? = nil
  ) {
    let board = Board(total: total, begun: begun, unit: unit)
    self.board = board
    self.isQuiet = isQuiet
    isBesideData = !isQuiet && board.isTerminal && output?.isTerminal ?? false
    ticker = isQuiet ? nil : Ticker(first: board.patience) { board.tick() }
  }

  deinit { finish() }

  /// Tells how much is done.
  ///
  /// - Parameter estimate: What is known so far, asked for only when it is said.
  func update(_ done: UInt64, estimate: () -> String = { "" }) {
    if isQuiet { return }
    board.state.withLock { state in
      if state.isOver { return }
      state.done = done
      let now = Terminal.now
      guard now - board.begin >= 1,
        now - state.lastSaid >= (board.isTerminal ? 0.2 : 10)
      else { return }
      state.estimate = estimate()
      board.say(&state, now)
    }
  }

  /// Writes data; where it goes to the terminal where the progress is shown, the line is wiped before,
  /// and no line of the data stays begun.
  func makeWay(for output: OutputFile, _ write: () throws -> Void) throws {
    guard isBesideData else {
      try write()
      return
    }
    board.state.withLock { state in
      board.wipe(&state)
      state.lastSaid = Terminal.now
    }
    try write()
    try output.flush()
  }

  /// Says something else, in a line of its own.
  func say(_ message: String) {
    board.state.withLock { state in
      board.wipe(&state)
      Terminal.say(message)
    }
  }

  private static func line(
    _ done: UInt64, of total: UInt64?, begun: UInt64, _ unit: String, seconds: Double,
    _ estimate: String
  ) -> String {
    let rate = Double(done - min(begun, done)) / max(seconds, 1e-9)
    guard let total, total > 0 else {
      return "\(grouped(done)) \(unit) · \(grouped(Int(rate))) \(unit)/s\(estimate)"
    }
    let share = 100 * Double(done) / Double(total)
    // Nobody knows how long it takes before anything is done.
    let left = rate > 0 ? " · \(Self.time(Double(total - min(done, total)) / rate)) left" : ""
    return "\(Int(share))% · \(grouped(Int(rate))) \(unit)/s\(estimate)\(left)"
  }

  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 1e15))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    if whole < 100 * 3600 { return "\(whole / 3600) h \(whole / 60 % 60) min" }
    let days = whole / 86_400
    return days < 1000 ? "\(days) days" : "\(grouped(days / 365)) years"
  }

  /// Wipes the line; nothing is said from now on.
  func finish() {
    let isFirst = board.state.withLock { state in
      defer { state.isOver = true }
      board.wipe(&state)
      return !state.isOver
    }
    if isFirst { ticker?.stop() }
  }
}
