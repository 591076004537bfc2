import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// The daily level (1.11): three lives on the level of a day, and one result a day.

extension Session {
  /// An attempt at the level of a day.
  struct DailyRun: Equatable {
    let day: Day
    /// Whether it began after its day.
    let isLate: Bool
    var lives = Game()
    /// Whether the attempt is neither won nor lost.
    var isPlaying = true
    /// The round that was left for something else, to be resumed later.
    var parked: Stage?
  }

  /// The most attempts that are kept at once: today's, and some of other days.
  static let mostDailyRuns = 4

  /// The attempt at a daily level that is played now, or was played last.
  var daily: DailyRun? {
    get { dailyRuns.last }
    set {
      guard let newValue else { return }
      if !dailyRuns.isEmpty { dailyRuns.removeLast() }
      dailyRuns.append(newValue)
    }
  }

  /// Learns today's date in UTC. A session has no clock. The date may change while a level is played.
  public mutating func learn(today: Day) { self.today = today }

  /// The seed reference of the level of a day.
  static func reference(of day: Day) -> SeedReference {
    SeedReference(dailyFamily, seed: day.number, index: 0)
  }

  /// The day of an action that leads to a daily level: today for `visit(.daily)`.
  private func day(of action: Action) -> Day? {
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

  /// Whether the player plays the level of a day now.
  private func isPlaying(_ day: Day?) -> Bool {
    mode == .daily && place == .room && attempt.purpose == day.map { .daily($0) }
  }

  /// The effect of an action that leads to a daily level or to the first steps, from any place.
  func deedElsewhere(_ action: Action, isTyped: Bool) -> Deed {
    // It is allowed whenever another mode is.
    let other = deedAtPlace(.visit(mode == .rounds ? .original : .rounds), isTyped: isTyped)
    if case .refused(let why) = other {
      // After a daily level, another one is a key away.
      guard action != .firstSteps, place == .room, case .over(let attempt, let ending) = stage,
        attempt.day != nil, ending.looks
      else { return .refused(why) }
    }
    if action == .firstSteps {
      return isInFirstSteps ? .refused(Self.firstSteps) : .does { $0.beginFirstSteps() }
    }
    let day = day(of: action)
    if let why = refusal(of: day) { return .refused(why) }
    if isPlaying(day) { return .refused("You are already there.") }
    return .does { $0.go(to: day) }
  }

  private var isInFirstSteps: Bool { place == .room && attempt.lesson != nil }

  /// Plays the level of a day.
  mutating func go(to day: Day?) {
    askedDay = day
    let isLesson = isInFirstSteps
    if isLesson { endFirstSteps() }
    take(up: .daily, isNew: isLesson)
  }

  /// Plays the level of the day that was asked for, or today's.
  mutating func takeUpDaily() {
    let day = askedDay ?? today
    askedDay = nil
    guard let day, refusal(of: day) == nil else {
      let refusal = refusal(of: day)
      take(up: .rounds, isNew: true)
      if let refusal { announce([refusal]) }
      return
    }
    place = .room
    if let found = dailyRuns.firstIndex(where: { $0.day == day }) {
      var run = dailyRuns.remove(at: found)
      let parked = run.parked
      run.parked = nil
      dailyRuns.append(run)
      if run.isPlaying, let parked {
        stage = parked
        tellRoom()
        return
      }
      // Another program may have played the day meanwhile.
      if run.isPlaying, days[day] == nil {
        beginDaily()
        return
      }
      dailyRuns.removeLast()
    }
    var run = DailyRun(day: day, isLate: day != today)
    run.isPlaying = days[day] == nil
    dailyRuns.append(run)
    if dailyRuns.count > Self.mostDailyRuns { dailyRuns.removeFirst() }
    beginDaily()
  }

  /// Begins a life in the level of the day; practice if the day has a result.
  private mutating func beginDaily() {
    guard let run = daily else { return }
    let reference = Self.reference(of: run.day)
    guard let level = try? reference.level(isPatient: true) else {
      // Every day of the calendar has a level.
      announce(["There is no level of \(run.day)."])
      return
    }
    var attempt = Attempt(
      NamedLevel(level, name: reference.description), rules: .standard, trial: 0,
      standing: run.isPlaying ? .counts : .practice, purpose: .daily(run.day))
    attempt.selection = .solvable
    stage = .playing(attempt)
    begin()
  }

  /// Begins the next life, or goes to the menu after the attempt.
  mutating func continueDaily() {
    guard let run = daily, run.isPlaying else {
      leaveDaily()
      return
    }
    beginDaily()
  }

  /// Shows the menu after a daily level. On the text screen, which the menu would cover, it is told.
  private mutating func leaveDaily() {
    if case .over(var attempt, var ending) = stage {
      ending.looks = true
      attempt.lookEverywhere()
      stage = .over(attempt, ending)
    }
    tell([dailyWords])
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

  /// Counts an outcome in the level of a day.
  mutating func count(_ outcome: Outcome, of attempt: Attempt, on day: Day) -> Ending {
    guard var run = daily, run.day == day else {
      return Ending(message: outcome == .won ? .won : .tryAgain, counted: false, lives: 0)
    }
    let life = run.lives.firstLives - run.lives.lives + 1
    let message = run.lives.record(outcome)
    let lives = message == .lost ? 0 : run.lives.lives
    if message == .won {
      let par = adviser.par(of: attempt.level, attempt.rules)
      days.add(
        DayResult(
          day, won: attempt.path.count, life: life,
          isPar: attempt.hints == 0 && attempt.path.count == par, isLate: run.isLate))
    } else if message == .lost {
      days.add(DayResult(lost: day, isLate: run.isLate))
    }
    if message != .tryAgain { run.isPlaying = false }
    daily = run
    return Ending(message: message, counted: true, lives: lives)
  }

  // MARK: Words

  /// What is known of today's level, for its row in the menu: "won in 9 moves, first life, 4 days in a
  /// row".
  var dailyDetail: String {
    guard let today else { return "not here: the date is unknown" }
    let row = days.row(until: today)
    let days = row > 1 || row == 1 && self.days[today] == nil ? ", \(inARow(row))" : ""
    if let result = self.days[today] { return result.words + days }
    let run = dailyRuns.first { $0.day == today && $0.isPlaying }
    guard let run else { return "not played yet" + days }
    return "\(counted(run.lives.lives, "life", "lives")) left" + days
  }

  private func inARow(_ count: Int) -> String { "\(counted(count, "day")) in a row" }

  /// The result of the day that is played, or was played last, in a sentence.
  var dailyWords: String {
    guard let day = daily?.day, let result = days[day] else { return "No daily level is finished." }
    let name = day == today ? "Today's level" : "The level of \(day)"
    guard let today, day == today else { return "\(name): \(result.words)." }
    let (row, best) = (days.row(until: today), days.bestRow)
    let days = row > 0 ? " \(inARow(row).capitalisedASCII)" : ""
    let record =
      best > row ? (row > 0 ? "; the" : " The") + " best row is \(counted(best, "day"))" : ""
    return "\(name): \(result.words).\(days)\(record)" + (days + record == "" ? "" : ".")
  }

  /// The sentences at the beginning of a daily level.
  func dailyBeginning(_ day: Day, _ name: String) -> [String] {
    let run = daily
    let lives = counted(run?.lives.lives ?? 0, "life", "lives")
    var sentences = ["The daily level of \(day): \(name). \(lives)."]
    if let result = days[day] {
      sentences = ["The daily level of \(day): \(name). Its result: \(result.words)."]
    } else if run?.isLate == true {
      sentences.append("This day is over: its result is kept, but not for the days in a row.")
    }
    return sentences
  }

  /// The sentences at the end of a round in a daily level.
  var dailyEnding: [String] {
    guard let run = daily, run.isPlaying else { return [dailyWords, "Next: the menu."] }
    return ["\(counted(run.lives.lives, "life", "lives")).", "Next: the same level again."]
  }
}
