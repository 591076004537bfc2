import ZombiesGame
import ZombiesPlatform

/// The time that a player takes for each round. The time counts only while the room is shown, not while the
/// player is on another screen.
struct Stopwatch {
  /// The time of a round, in milliseconds.
  struct Time {
    /// The total time.
    var all: UInt64 = 0
    /// The time before the first move; nil if there was no move.
    var firstMove: UInt64?
  }

  private var times: [Int: Time] = [:]

  /// The current round when the clock was last read, and the time of that reading.
  private var last: (number: Int, milliseconds: UInt64)?

  /// Reads the clock after an action.
  mutating func note(_ round: Session.CurrentRound?) {
    note(round, at: Self.now)
  }

  /// Updates the times after an action at a given time, in milliseconds.
  mutating func note(_ round: Session.CurrentRound?, at now: UInt64) {
    if let last { times[last.number]?.all += now - last.milliseconds }
    guard let round else {
      last = nil
      return
    }
    var time = times[round.number] ?? Time()
    if round.moves > 0, time.firstMove == nil { time.firstMove = time.all }
    times[round.number] = time
    last = (round.number, now)
  }

  /// Removes and returns the time of a finished round; nil if its room was never shown.
  mutating func take(_ number: Int) -> Time? { times.removeValue(forKey: number) }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }
}
