import ZombiesPlatform
import ZombiesReports
import ZombiesSimulator

/// Shows the progress of long work: on a terminal as one line that is overwritten, elsewhere as a line
/// every ten seconds; nothing in the first second.
///
/// If nothing new is reported for long, as while a single level is searched, a thread shows the last
/// report again with the time that has passed. It runs until ``finish()``.
final class Progress: Sendable {
  /// The last report, and when it was shown; shared with the thread.
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
    /// What is done, where nothing is counted.
    let work: String?
    let begin = Terminal.now
    let isTerminal = isatty(2) == 1
    let state: Monitor<State>

    init(total: UInt64?, begun: UInt64, unit: String, work: String?) {
      (self.total, self.begun, self.unit, self.work) = (total, begun, unit, work)
      state = Monitor(State(done: begun, lastSaid: begin))
    }

    /// The seconds after which the last report is shown again.
    var patience: Double { isTerminal ? 1 : 10 }

    /// Shows the last report if nothing was shown for a while; returns the seconds until the next look.
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

  /// Nil if nothing is to be shown, and if the system provides no thread.
  private let ticker: Ticker?

  private let isQuiet: Bool

  /// Whether the data goes to a terminal, which is most likely the same as that of stderr.
  private let isBesideData: Bool

  /// Begins to show progress.
  ///
  /// - Parameters:
  ///   - total: How much there is to do; nil if that is not known.
  ///   - begun: How much had been done before.
  ///   - unit: What is counted, in the plural.
  ///   - output: The output that data is written to meanwhile, if any, by ``makeWay(for:_:)``.
  convenience init(
    total: UInt64?, begun: UInt64 = 0, unit: String, isQuiet: Bool, beside output: OutputFile? = nil
  ) {
    self.init(
      Board(total: total, begun: begun, unit: unit, work: nil), isQuiet: isQuiet, beside: output)
  }

  /// Begins to show how long something takes in which nothing is counted.
  convenience init(_ work: String, isQuiet: Bool) {
    self.init(Board(total: nil, begun: 0, unit: "", work: work), isQuiet: isQuiet, beside: nil)
  }

  private init(_ board: Board, isQuiet: Bool, beside output: OutputFile?) {
    self.board = board
    self.isQuiet = isQuiet
    isBesideData = !isQuiet && board.isTerminal && output?.isTerminal ?? false
    ticker = isQuiet ? nil : Ticker(first: board.patience) { board.tick() }
  }

  deinit { finish() }

  /// Reports how much is done.
  ///
  /// - Parameter estimate: The result so far; called only if it is shown.
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

  /// Writes data. If it goes to the terminal that shows the progress, that line is removed first, and
  /// the data is flushed so that no line of it stays incomplete.
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

  /// Shows a note in a line of its own.
  func say(_ message: String) {
    if isQuiet { return }
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
    // Without anything done there is no estimate of the time.
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

  /// Removes the line; nothing is shown from now on.
  func finish() {
    let isFirst = board.state.withLock { state in
      defer { state.isOver = true }
      board.wipe(&state)
      return !state.isOver
    }
    if isFirst { ticker?.stop() }
  }
}
