import ZombiesGame
import ZombiesPlatform

/// The time that somebody takes for each round: while its room is there, and not while the round waits
/// for its player to come back from somewhere else.
struct Stopwatch {
  /// The time of a round, in milliseconds.
  struct Time {
    /// All of it.
    var all: UInt64 = 0
    /// What passed before the first move; nil without one.
    var firstMove: UInt64?
  }

  private var times: [Int: Time] = [:]

  /// The round that was under way at the last look at the clock, and that moment.
  private var last: (number: Int, milliseconds: UInt64)?

  /// Looks at the clock after an action.
  mutating func note(_ round: Session.RoundUnderWay?) {
    note(round, at: Self.now)
  }

  /// The same at a given time, in milliseconds.
  mutating func note(_ round: Session.RoundUnderWay?, at now: UInt64) {
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

  /// The time of a round that is over, which is forgotten then; nil if nobody was in its room.
  mutating func take(_ number: Int) -> Time? { times.removeValue(forKey: number) }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }
}
