import Synchronization
import ZombiesReports

/// Says how far a long piece of work has come: on a terminal one line that is written over, else a
/// line every so often; nothing in the first second.
final class Progress: Sendable {
  private struct State {
    var lastSaid: Double
    var isShown = false
  }

  private let total: UInt64?
  private let begun: UInt64
  private let unit: String
  private let begin = Terminal.now
  private let isTerminal = isatty(2) == 1
  private let isQuiet: Bool
  private let state: Mutex<State>

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - total: How much there is to do; nil where nobody knows.
  ///   - begun: How much was done before.
  ///   - unit: What is counted, in the plural.
  init(total: UInt64?, begun: UInt64 = 0, unit: String, isQuiet: Bool) {
    self.total = total
    self.begun = begun
    self.unit = unit
    self.isQuiet = isQuiet
    state = Mutex(State(lastSaid: Terminal.now))
  }

  /// Tells how much is done.
  ///
  /// - Parameter estimate: What is known so far, asked for only when it is said.
  func update(_ done: UInt64, estimate: () -> String = { "" }) {
    if isQuiet { return }
    state.withLock { state in
      let now = Terminal.now
      guard now - begin >= 1, now - state.lastSaid >= (isTerminal ? 0.2 : 10) else { return }
      state.lastSaid = now
      state.isShown = true
      let line = line(done, seconds: now - begin, estimate())
      Terminal.say(isTerminal ? "\r\u{1B}[K\(line)" : line + "\n")
    }
  }

  private func line(_ done: UInt64, seconds: Double, _ estimate: String) -> String {
    let rate = Double(done - min(begun, done)) / seconds
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

  /// Wipes the line.
  func finish() {
    state.withLock { state in
      if state.isShown, isTerminal { Terminal.say("\r\u{1B}[K") }
      state.isShown = false
    }
  }
}
