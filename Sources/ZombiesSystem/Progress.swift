import ZombiesCore
import ZombiesPlatform
import ZombiesSimulator

/// Shows the progress of long work: on a terminal as one line that is overwritten, elsewhere as a new line
/// every 10 seconds. Nothing is shown in the first second.
///
/// If no new progress is reported for a while, for example while a single level is searched, a thread shows
/// the last report again with the elapsed time. The thread runs until ``finish()``.
package final class Progress: Sendable {
  /// The last report and the time when it was shown, shared with the thread.
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
    /// The description of work in which nothing is counted; nil for work that is counted.
    let work: String?
    let begin = Terminal.now
    let isTerminal = isatty(2) == 1
    let state: Monitor<State>

    init(total: UInt64?, begun: UInt64, unit: String, work: String?) {
      (self.total, self.begun, self.unit, self.work) = (total, begun, unit, work)
      state = Monitor(State(done: begun, lastSaid: begin))
    }

    /// The number of seconds after which the last report is shown again.
    var patience: Double { isTerminal ? 1 : 10 }

    /// Shows the last report again if nothing was shown for a while.
    ///
    /// - Returns: The seconds until the next call.
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
      let line =
        work
        ?? Progress.line(
          state.done, of: total, begun: begun, unit, seconds: now - begin, state.estimate)
      Terminal.say(isTerminal ? "\r\u{1B}[K\(line)\(addition)" : "\(line)\(addition)\n")
    }

    func wipe(_ state: inout State) {
      if state.isShown, isTerminal { Terminal.say("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  private let board: Board

  /// The thread; nil if progress is hidden or the system provides no thread.
  private let ticker: Ticker?

  private let isQuiet: Bool

  /// Whether data is written to a terminal too, most likely the same one as stderr.
  private let isBesideData: Bool

  /// Begins to show progress.
  ///
  /// - Parameters:
  ///   - total: The amount of work; nil if it is unknown.
  ///   - begun: The amount done by earlier runs.
  ///   - unit: The unit that is counted, in the plural.
  ///   - output: The output that data is written to meanwhile by ``makeWay(for:_:)``; nil for none.
  package convenience init(
    total: UInt64?, begun: UInt64 = 0, unit: String, isQuiet: Bool, beside output: OutputFile? = nil
  ) {
    self.init(
      Board(total: total, begun: begun, unit: unit, work: nil), isQuiet: isQuiet, beside: output)
  }

  /// Begins to show the elapsed time of work in which nothing is counted.
  package convenience init(_ work: String, isQuiet: Bool) {
    self.init(Board(total: nil, begun: 0, unit: "", work: work), isQuiet: isQuiet, beside: nil)
  }

  private init(_ board: Board, isQuiet: Bool, beside output: OutputFile?) {
    self.board = board
    self.isQuiet = isQuiet
    isBesideData = !isQuiet && board.isTerminal && output?.isTerminal ?? false
    ticker = isQuiet ? nil : Ticker(first: board.patience) { board.tick() }
  }

  deinit { finish() }

  /// Reports the amount of work done.
  ///
  /// - Parameter estimate: Returns the result so far. It is called only if the result is shown.
  package func update(_ done: UInt64, estimate: () -> String = { "" }) {
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

  /// Writes data. If the data goes to the terminal that shows the progress, the progress line is removed
  /// first. The data is then flushed, so that it ends with a complete line.
  package func makeWay(for output: OutputFile, _ write: () throws -> Void) throws {
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

  /// Shows a note on a line of its own.
  package func say(_ message: String) {
    if isQuiet { return }
    board.state.withLock { state in
      board.wipe(&state)
      Terminal.say(message)
    }
  }

  static func line(
    _ done: UInt64, of total: UInt64?, begun: UInt64, _ unit: String, seconds: Double,
    _ estimate: String
  ) -> String {
    let rate = Double(done - min(begun, done)) / max(seconds, 1e-9)
    guard let total, total > 0 else {
      return "\(grouped(done)) \(unit) · \(grouped(Int(rate))) \(unit)/s\(estimate)"
    }
    let share = 100 * Double(done) / Double(total)
    // The time left cannot be estimated before any work is done.
    let left = rate > 0 ? " · \(Self.time(Double(total - min(done, total)) / rate)) left" : ""
    return "\(Int(share))% · \(grouped(Int(rate))) \(unit)/s\(estimate)\(left)"
  }

  static func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 1e15))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    if whole < 100 * 3600 { return "\(whole / 3600) h \(whole / 60 % 60) min" }
    let days = whole / 86_400
    return days < 1000 ? "\(days) days" : "\(grouped(days / 365)) years"
  }

  /// Removes the progress line. Nothing is shown from now on.
  package func finish() {
    let isFirst = board.state.withLock { state in
      defer { state.isOver = true }
      board.wipe(&state)
      return !state.isOver
    }
    if isFirst { ticker?.stop() }
  }
}
