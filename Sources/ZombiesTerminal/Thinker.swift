import ZombiesGame
import ZombiesSimulator
import ZombiesSystem

/// A thread for the computation that a session awaits, so that keys can be read meanwhile.
///
/// The thread works on a copy of the session. Its result is valid as long as the session awaits the same
/// computation, whatever other actions happen meanwhile. If the result is a whole session, no other action
/// may have happened.
///
/// If the session awaits the turn of a program, the thread talks to the program. When nobody needs the turn any
/// more, the program is killed.
final class Thinker {
  /// A session that only one thread has at a time, and the result of its computation.
  private struct Handed: @unchecked Sendable {
    var session: Session
    var found: Session.Found?
    var answer: BoardPrograms.Answer?
    var isDone = false
  }

  private let before: Session
  private let work: Session.Work?
  private let programs: BoardPrograms
  private let turn: BoardPrograms.Turn?
  private let shared: Monitor<Handed>
  private let ticker: Ticker

  /// Starts the computation; nil if the system provides no thread.
  init?(_ session: Session, _ programs: BoardPrograms) {
    before = session
    work = session.work
    self.programs = programs
    let turn = programs.turn(of: session)
    self.turn = turn
    let shared = Monitor(Handed(session: session.apart), isOver: { $0.isDone })
    self.shared = shared
    let started = Ticker(first: 0) {
      var handed = shared.withLock { $0 }
      if let turn {
        handed.answer = programs.play(turn)
      } else {
        handed.found = handed.session.found()
        if handed.found == nil { handed.session.finishAwaited() }
      }
      handed.isDone = true
      let done = handed
      shared.change { $0 = done }
      return nil
    }
    guard let started else { return nil }
    ticker = started
  }

  deinit {
    if turn == nil { ticker.leave() } else { programs.interrupt { ticker.stop() } }
  }

  /// Waits for the end of the computation for a limited time; returns whether it has ended.
  func isDone(within seconds: Double) -> Bool { shared.wait(seconds: seconds) }

  /// Whether the computation is the one that a session awaits.
  func isThinking(for session: Session) -> Bool {
    if let turn { return programs.turn(of: session) == turn }
    if let work { return session.work == work }
    return session == before
  }

  /// Passes the result of the finished computation to a session that awaits it.
  ///
  /// - Throws: ``Failure`` with status 76 if a program has failed.
  func finish(_ session: inout Session) throws(Failure) {
    let handed = shared.withLock { $0 }
    if let answer = handed.answer {
      try session.take(answer)
    } else if let found = handed.found {
      session.proceed(with: found)
    } else {
      session = handed.session
    }
  }
}

/// A session with what is around it: the data that outlives it, the programs at its board, and a thread for the
/// computation that it awaits.
package struct RunningSession {
  package internal(set) var session: Session
  private var keeping: Keeping
  private let programs: BoardPrograms

  /// The thread for a computation that the session awaits.
  private var thinker: Thinker?

  /// Whether every round is recorded, so that a signal should end the game in an orderly way.
  var isRecorded: Bool { keeping.isRecorded }

  package init(_ session: Session, _ keeping: Keeping, _ programs: BoardPrograms) {
    self.session = session
    self.keeping = keeping
    self.programs = programs
  }

  /// Saves the result of an action before it is shown, and abandons a computation that is no longer needed.
  mutating func keep() throws {
    if let thinker, !thinker.isThinking(for: session) { self.thinker = nil }
    try keeping.note(&session)
  }

  /// Performs an action and saves its result.
  ///
  /// - Parameter today: Today's date, because the game may go on past midnight; nil if it stays.
  mutating func perform(_ action: Action, today: Day?) throws -> Bool {
    if let today { session.learn(today: today) }
    let isDone = session.perform(action)
    try keep()
    return isDone
  }

  /// Does the work that the session awaits.
  ///
  /// - Parameters:
  ///   - seconds: The time to wait for the thread.
  ///   - onThread: Whether a thread does it. It does the turn of a program in any case.
  /// - Returns: Whether the work is done and its result is saved.
  mutating func think(for seconds: Double, onThread: Bool = true) throws -> Bool {
    if thinker == nil, onThread || programs.turn(of: session) != nil {
      thinker = Thinker(session, programs)
    }
    if let thinker {
      guard thinker.isDone(within: seconds) else { return false }
      self.thinker = nil
      try thinker.finish(&session)
    } else {
      // Without a thread, the game has to wait for the result.
      try session.finishAwaited(with: programs)
    }
    try keep()
    return true
  }

  /// Whether a thread is at work.
  var isThinking: Bool { thinker != nil }

  /// Stops the thread.
  mutating func stopThinking() { thinker = nil }

  /// Tries a last time to save the data that is not saved.
  ///
  /// - Throws: ``Failure`` if some data cannot be saved.
  package mutating func finish() throws { try keeping.finish(&session) }
}
