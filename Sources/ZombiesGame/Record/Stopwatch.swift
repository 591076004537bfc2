/// The time that a player takes for each round. The time counts only while the room is shown, not while the
/// player is on another screen. All times are in milliseconds.
public struct Stopwatch: Hashable, Sendable {
  /// The time of a round.
  public struct Time: Hashable, Sendable {
    /// The total time.
    public fileprivate(set) var all: UInt64 = 0
    /// The time before the first move; nil if there was no move.
    public fileprivate(set) var firstMove: UInt64?
    fileprivate let number: Int
    /// Whether the clock has run from the beginning of the round. It has not if the round was begun in an
    /// earlier session.
    fileprivate let isWhole: Bool
  }

  /// The times of the rounds that are not finished.
  private var times: [Time] = []

  /// The current round when the clock was last read, and the time of that reading.
  private var (current, last): (Int?, UInt64) = (nil, 0)

  /// The last round whose time was taken. Its room is still shown, but the clock has stopped.
  private var taken: Int?

  /// Creates a stopwatch before the first round.
  public init() {}

  /// Updates the times after an action.
  ///
  /// - Parameters:
  ///   - round: The round whose room is shown; nil if there is none.
  ///   - now: The time of a clock that never goes back. Otherwise no time passes.
  public mutating func note(_ round: Session.CurrentRound?, at now: UInt64) {
    if let place = times.firstIndex(where: { $0.number == current }), now > last {
      times[place].all += now - last
    }
    (current, last) = (nil, now)
    guard let round, round.number != taken else { return }
    current = round.number
    if !times.contains(where: { $0.number == round.number }) {
      times.append(Time(number: round.number, isWhole: round.moves == 0))
    }
    if let place = times.firstIndex(where: { $0.number == round.number }), round.moves > 0,
      times[place].firstMove == nil
    {
      times[place].firstMove = times[place].all
    }
  }

  /// Removes and returns the time of a finished round; nil if its room was never shown, or not from the
  /// beginning.
  public mutating func take(_ number: Int) -> Time? {
    guard let place = times.firstIndex(where: { $0.number == number }) else { return nil }
    taken = number
    let time = times.remove(at: place)
    return time.isWhole ? time : nil
  }
}
