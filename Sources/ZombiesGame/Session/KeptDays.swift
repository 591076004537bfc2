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
  public let day: Day
  /// The number of moves of the win; nil if all three lives were lost.
  public let moves: Int?
  /// The life of the win, from 1; 0 for a lost level.
  public let life: Int
  /// Whether it was won in par and without a hint.
  public let isPar: Bool
  /// Whether the level was begun after its day. It is kept, but does not count for the days in a row.
  public let isLate: Bool

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
  /// The results, sorted by day.
  public private(set) var results: [DayResult] = []

  /// Creates empty data.
  public init() {}

  /// The position of a day in the list, whether it is there or not.
  private func place(of day: Day) -> Int {
    results.placeInOrder { $0.day < day }
  }

  /// The result of a day; nil if it has none.
  public subscript(day: Day) -> DayResult? {
    let place = place(of: day)
    return results.indices.contains(place) && results[place].day == day ? results[place] : nil
  }

  /// Adds a result, unless the day has one.
  mutating func add(_ result: DayResult) {
    let place = place(of: result.day)
    if !results.indices.contains(place) || results[place].day != result.day {
      results.insert(result, at: place)
    }
  }

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

extension KeptDays: Kept {
  private static let form = KeptText(
    name: "zombies-days", what: "a file of daily results", version: 1)

  /// The results in the text form.
  public var text: String {
    Self.form.text(
      results.map { result in
        "day \(result.day) "
          + (result.moves.map { "won \($0) life \(result.life)" } ?? "lost")
          + (result.isPar ? " par" : "") + (result.isLate ? " late" : "")
      })
  }

  /// Reads results. An empty text is empty data.
  ///
  /// - Throws: ``ProgressError`` if the text was not written by ``text``.
  public init(text: String) throws(ProgressError) {
    self.init()
    if text.isEmpty { return }
    let lines = try Self.form.lines(of: text)
    for (number, line) in lines.enumerated() {
      guard let result = Self.result(line), results.last.map({ $0.day < result.day }) ?? true else {
        throw Self.form.damaged(number + 2)
      }
      results.append(result)
    }
    guard self.text == text else { throw Self.form.damaged() }
  }

  private static func result(_ line: String) -> DayResult? {
    var words = line.utf8.split(separator: 0x20).map { String(Substring($0)) }
    guard words.count >= 3, words[0] == "day", let day = Day(words[1]) else { return nil }
    let isLate = words.last == "late"
    if isLate { words.removeLast() }
    let isPar = words.last == "par"
    if isPar { words.removeLast() }
    if words.count == 3, words[2] == "lost" { return DayResult(lost: day, isLate: isLate) }
    guard words.count == 6, words[2] == "won", words[4] == "life",
      let moves = Int(words[3]), let life = Int(words[5]), moves > 0,
      (1...Game.standardLives).contains(life)
    else { return nil }
    return DayResult(day, won: moves, life: life, isPar: isPar, isLate: isLate)
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
