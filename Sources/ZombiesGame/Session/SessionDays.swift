import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// The daily level (1.11): three lives on the level of a day, and one result a day.

extension Session {
  /// Learns today's date in UTC. A session has no clock. The date may change while a level is played.
  public mutating func learn(today: Day) { self.today = today }

  /// The seed reference of the level of a day.
  static func reference(of day: Day) -> SeedReference {
    guard let reference = try? SeedReference("6x6z1b5+lit@\(day.number)#0") else {
      preconditionFailure("a day must have a reference")
    }
    return reference
  }

  /// The day of an action that leads to a daily level: today for `visit(.daily)`.
  func day(of action: Action) -> Day? {
    if case .day(let day) = action { day ?? today?.before } else { today }
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
    guard attempt.isFinished, let day = attempt.day else { return beginNextLife() }
    if !attempt.looks { attempt.take(.look) }
    tell([dailyWords(day)])
    // The menu would cover the text screen.
    if page == .text {
      tell(["Next: yesterday, rounds, worlds, questions, board or workshop."])
    } else {
      open(.menu)
    }
  }

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
    let played = attempts.last { $0.day == today }
    let present = played.map {
      $0.isSpoiled ? "practice" : "\(counted($0.lives, "life", "lives")) left"
    }
    return (self.days[today]?.words ?? present ?? "not played yet") + days
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
    let result = days[day].map { "Its result: \($0.words)" }
    let state = result ?? counted(attempt.lives, "life", "lives")
    let isLate = result == nil && attempt.isLate
    return ["The daily level of \(day): \(name). \(state)."]
      + (isLate ? ["This day is over: its result is kept, but not for the days in a row."] : [])
  }

  /// The sentences at the end of a round in a daily level.
  var dailyEnding: [String] {
    guard !attempt.isFinished else {
      return (attempt.day.map { [dailyWords($0)] } ?? []) + ["Next: the menu."]
    }
    return ["\(counted(attempt.lives, "life", "lives")).", "Next: the same level again."]
  }
}
