import ZombiesCore

// The text form of the results of the daily levels:
//
//     zombies-days 1
//     day 2026-11-24 won 12 life 2
//     day 2026-11-25 won 9 life 1 par
//     day 2026-11-26 lost
//     end 0123456789abcdef
//
// A day that was played later has the word `late` at the end of its line. The days are sorted.

/// The result of a daily level.
public struct DayResult: Hashable, Sendable {
  /// The day.
  public private(set) var day: Day
  /// The number of moves of the win; nil if all three lives were lost.
  public private(set) var moves: Int?
  /// The life of the win, from 1; 0 for a lost level.
  public private(set) var life: Int
  /// Whether it was won in par and without a hint.
  public private(set) var isPar: Bool
  /// Whether the level was begun after its day. It is kept, but does not count for the days in a row.
  public private(set) var isLate: Bool

  /// A win.
  init(_ day: Day, won moves: Int, life: Int, isPar: Bool, isLate: Bool) {
    (self.day, self.moves, self.life, self.isPar, self.isLate) = (day, moves, life, isPar, isLate)
  }

  /// A loss of all lives.
  init(lost day: Day, isLate: Bool) {
    (self.day, moves, life, isPar, self.isLate) = (day, nil, 0, false, isLate)
  }

  /// Whether the day counts for the days in a row.
  var continuesRow: Bool { moves != nil && !isLate }

  /// The result in words: "won in 9 moves, first life, in par".
  var words: String {
    let late = isLate ? ", played later" : ""
    guard let moves else { return "lost" + late }
    let lives = ["first", "second", "third"]
    return "won in \(counted(moves, "move")), \(lives[life - 1]) life" + (isPar ? ", in par" : "")
      + late
  }
}

/// The results of the daily levels, by day. The first result of a day stays.
///
/// A row of days is a number of consecutive days (in UTC) whose levels were won on their days: begun
/// before the day was over. The present row ends with today, or with yesterday as long as today has no
/// result. A lost level ends it.
public struct KeptDays: Hashable, Sendable {
  private var byDay: [Day: DayResult] = [:]

  /// Creates empty data.
  public init() {}

  /// The results, sorted by day.
  public var results: [DayResult] { byDay.values.sorted { $0.day < $1.day } }

  /// The result of a day; nil if it has none.
  public subscript(day: Day) -> DayResult? { byDay[day] }

  /// Adds a result, unless the day has one.
  mutating func add(_ result: DayResult) { byDay[result.day] = self[result.day] ?? result }

  /// The number of days in a row until today.
  public func row(until today: Day) -> Int {
    var count = 0
    var day: Day? = self[today] == nil ? today.before : today
    while let current = day, self[current]?.continuesRow == true {
      count += 1
      day = current.before
    }
    return count
  }

  /// The longest row of days ever.
  public var bestRow: Int {
    var (best, count) = (0, 0)
    var last: Day?
    for result in results {
      count = !result.continuesRow ? 0 : result.day.before == last ? count + 1 : 1
      best = max(best, count)
      last = result.day
    }
    return best
  }
}

extension KeptDays: Kept, KeptInLines {
  static let form = KeptText(name: "zombies-days", what: "a file of daily results", version: 1)

  mutating func pass(_ lines: inout KeptLines) {
    var results = results
    lines.lines("day", &results)
    for result in results { add(result) }
  }

  /// Adds the results of a session. Where both have one, the stored result is the first and stays.
  public func joined(with session: Session) -> KeptDays {
    if session.days == self { return self }
    var joined = self
    for result in session.days.results { joined.add(result) }
    return joined
  }

  /// Adds the stored results to a session.
  public func teach(_ session: inout Session) { session.days = joined(with: session) }
}

extension DayResult: KeptPart {
  init() { self.init(lost: Day(), isLate: false) }

  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&day, { $0.description }, { Day($0) })
    if lines.word("won", if: moves != nil) {
      lines.pass(&moves)
      lines.word("life")
      lines.pass(&life)
      isPar = lines.word("par", if: isPar)
    } else {
      lines.word("lost")
    }
    isLate = lines.word("late", if: isLate)
    lines.check(moves == nil || moves != 0 && (1...Game.standardLives).contains(life))
  }
}
