import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// The daily level (1.11): three lives on the level of a day, and one result a day.

extension Session {
  /// Learns today's date in UTC. A session has no clock. The date may change while a level is played.
  public mutating func learn(today: Day) { self.today = today }

  /// The seed reference of the level of a day.
  static func reference(of day: Day) -> SeedReference {
    SeedReference(dailyFamily, seed: day.number, index: 0)
  }

  /// The day of an action that leads to a daily level: today for `visit(.daily)`.
  func day(of action: Action) -> Day? {
    switch action {
    case .day(let day): day ?? today?.before
    default: today
    }
  }

  /// The reason why the level of a day cannot be played; nil if it can.
  func refusal(of day: Day?) -> String? {
    guard let today else {
      return "The date is not known here, so there is no daily level."
    }
    guard let day else { return "There is no day before \(today)." }
    return day > today
      ? "\(day) is in the future. Today is \(today) in UTC." : nil
  }

  /// The effect of an action that leads to a daily level or to the first steps, from any place.
  func deedElsewhere(_ action: Action, isTyped: Bool) -> Deed {
    // It is allowed whenever another mode is.
    let other = deedAtPlace(.visit(mode == .rounds ? .original : .rounds), isTyped: isTyped)
    // After a daily level, another one is a key away.
    let isNextDay = action != .firstSteps && isInRoom && attempt.day != nil && attempt.looks
    if !other.isAllowed, !isNextDay { return other }
    if action == .firstSteps {
      return isInFirstSteps ? .refused(Self.firstSteps) : .does { $0.beginFirstSteps() }
    }
    let day = day(of: action)
    if let why = refusal(of: day) { return .refused(why) }
    guard let day, place != .daily(day) else { return .refused("You are already there.") }
    return .does { $0.go(to: .daily(day)) }
  }

  /// Begins an attempt at the level of a day. Only the first one counts.
  mutating func begin(_ day: Day) {
    let reference = Self.reference(of: day)
    guard let level = try? reference.level(isPatient: true) else {
      // Every day of the calendar has a level.
      announce(["There is no level of \(day)."])
      return
    }
    let isFirst = days[day] == nil && !attempts.contains { $0.day == day }
    var new = Attempt(
      NamedLevel(level, name: reference.description), rules: .standard, at: .daily(day),
      selection: .solvable)
    new.isLate = today.map { day < $0 } ?? false
    start(new, counts: isFirst)
  }

  /// Begins the next life, or goes to the menu after the attempt.
  mutating func continueDaily() {
    if attempt.isFinished { leaveDaily() } else { beginNextLife() }
  }

  /// Shows the menu after a daily level. On the text screen, which the menu would cover, it is told.
  private mutating func leaveDaily() {
    if !attempt.looks { attempt.take(.look) }
    if let day = attempt.day { tell([dailyWords(day)]) }
    if page == .text {
      tell(["Next: \(listed(Self.otherPlaces, "or"))."])
    } else {
      open(.menu)
    }
  }

  /// The lines for going on after a daily level.
  private static let otherPlaces = [
    "yesterday", "rounds", "worlds", "questions", "board", "workshop",
  ]

  /// Adds the result of an attempt at a daily level.
  mutating func end(_ attempt: Attempt, on day: Day) {
    guard attempt.round.outcome == .won else {
      days.add(DayResult(lost: day, isLate: attempt.isLate))
      return
    }
    let par = adviser.par(of: attempt.level, attempt.rules)
    days.add(
      DayResult(
        day, won: attempt.path.count, life: attempt.life,
        isPar: attempt.costlyHints == 0 && attempt.path.count == par, isLate: attempt.isLate))
  }

  // MARK: Words

  /// What is known of today's level, for its row in the menu: "won in 9 moves, first life, 4 days in a
  /// row".
  var dailyDetail: String {
    guard let today else { return "not here: the date is unknown" }
    let row = days.row(until: today)
    let days = row > 1 || row == 1 && self.days[today] == nil ? ", \(inARow(row))" : ""
    if let result = self.days[today] { return result.words + days }
    guard let attempt = attempts.last(where: { $0.day == today }) else {
      return "not played yet" + days
    }
    if attempt.isSpoiled { return "practice" + days }
    return "\(counted(attempt.lives, "life", "lives")) left" + days
  }

  private func inARow(_ count: Int) -> String { "\(counted(count, "day")) in a row" }

  /// The result of a day, in a sentence.
  func dailyWords(_ day: Day) -> String {
    let name = day == today ? "Today's level" : "The level of \(day)"
    guard let result = days[day] else {
      return "\(name): no result, because the attempt was practice."
    }
    guard let today, day == today else { return "\(name): \(result.words)." }
    let (row, best) = (days.row(until: today), days.bestRow)
    let days = row > 0 ? " \(inARow(row).capitalisedASCII)" : ""
    let record =
      best > row ? (row > 0 ? "; the" : " The") + " best row is \(counted(best, "day"))" : ""
    return "\(name): \(result.words).\(days)\(record)" + (days + record == "" ? "" : ".")
  }

  /// The sentences at the beginning of a daily level.
  func dailyBeginning(_ day: Day, _ name: String) -> [String] {
    let lives = counted(attempt.lives, "life", "lives")
    var sentences = ["The daily level of \(day): \(name). \(lives)."]
    if let result = days[day] {
      sentences = ["The daily level of \(day): \(name). Its result: \(result.words)."]
    } else if attempt.isLate {
      sentences.append("This day is over: its result is kept, but not for the days in a row.")
    }
    return sentences
  }

  /// The sentences at the end of a round in a daily level.
  var dailyEnding: [String] {
    guard !attempt.isFinished else {
      return (attempt.day.map { [dailyWords($0)] } ?? []) + ["Next: the menu."]
    }
    return ["\(counted(attempt.lives, "life", "lives")).", "Next: the same level again."]
  }
}
