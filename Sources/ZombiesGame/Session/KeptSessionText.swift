import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// The text form of a session:
//
//     zombies-session 1
//     seed 42
//     here rounds room
//     rounds 3 0 1 8
//     level S4/5/Z1#2/5/4P+lit
//     name classic@42#7
//     play round 7 counts solvable 1 longest 1 2
//     path UUL
//     seen 0 25
//     original 3 2 5 0
//     worlds 0123456789abcdef 0 3 3 0
//     board settingUp 0 highest 0 0 0
//     workshop 4 4 0
//     draft S4/5/5/5/4P
//     end 0123456789abcdef
//
// A stage has its level, name and purpose, and whatever else it needs, in lines of its own. The moves are
// played again when the text is read, so that a text that was changed by hand is refused and not played.

extension KeptSession: Kept {
  private static let form = KeptText(
    name: "zombies-session", what: "a file of a game in progress", version: 1)

  /// The data in the text form.
  public var text: String {
    if self == KeptSession() { return "" }
    return Self.form.text(lines)
  }

  /// Reads the data. An empty text is empty data.
  ///
  /// - Throws: ``ProgressError`` if the text was not written by ``text``, or if it is
  ///   not a game that can be played.
  public init(text: String) throws(ProgressError) {
    self.init()
    if text.isEmpty { return }
    var reader = KeptLines(try Self.form.lines(of: text))
    guard read(&reader) else { throw Self.form.damaged(reader.next + 2) }
    // This also checks that every number is in its usual form.
    guard self.text == text else { throw Self.form.damaged() }
  }

  // MARK: Writing

  private var lines: [String] {
    var lines: [String] = []
    if let seed { lines.append("seed \(seed)") }
    if let here {
      let menu = here.menuRow.map { " \($0)" } ?? ""
      lines.append("here \(here.mode.rawValue) \(here.place.rawValue)\(menu)")
    }
    if let lesson { lines += ["lesson"] + lesson.lines }
    for (name, rounds) in [("rounds", rounds), ("original", original)] {
      guard let rounds else { continue }
      lines.append("\(name) \(rounds.game.words) \(rounds.nextTrial)")
      if let stage = rounds.stage { lines += stage.lines }
      if let aside = rounds.aside { lines += ["aside"] + aside.lines }
    }
    for run in daily {
      lines.append(
        "day \(run.day) \(run.lives.lives) \(run.isPlaying.word)\(run.isLate ? " late" : "")")
      if let stage = run.parked { lines += stage.lines }
    }
    if let worlds {
      lines.append(
        "worlds \(worlds.campaign) \(worlds.world) \(worlds.level) \(worlds.lives.words) "
          + worlds.isPlaying.word)
      if let stage = worlds.stage { lines += stage.lines }
    }
    if let questions {
      let tries = questions.firstTries.map { String($0) }.joined(separator: ",")
      lines.append(
        "questions \(questions.quiz) \(questions.count) \(tries) \(questions.hasMissed.word) "
          + questions.state.words)
      if let rules = questions.rules { lines.append("rules \(rules.words)") }
    }
    if let board { lines += board.seats.lines + (board.stage?.lines ?? []) }
    if let bench {
      lines.append("workshop \(bench.cursor.row) \(bench.cursor.column) \(bench.nextIndex)")
      lines += bench.draft.lines("draft")
      for draft in bench.past { lines += draft.lines("past") }
      for draft in bench.future { lines += draft.lines("future") }
      if let stage = bench.stage { lines += stage.lines }
    }
    for knowledge in known {
      lines += ["known"] + knowledge.named.lines + ["rules \(knowledge.rules.words)"]
      lines += knowledge.lines
    }
    if let last {
      lines.append(
        "finished \(last.outcome.name) \(last.moves) \(last.hints) \(last.takenBack) "
          + "\(last.isCounted.word) \(last.isTurn.word) \(last.day?.description ?? "-") \(last.name)"
      )
    }
    return lines
  }

  // MARK: Reading

  /// Reads all lines; returns whether they make sense.
  private mutating func read(_ reader: inout KeptLines) -> Bool {
    if let words = reader.take("seed") {
      guard words.count == 1, let seed = UInt64(canonicalDigits: words[0].utf8) else {
        return false
      }
      self.seed = seed
    }
    if let words = reader.take("here") {
      guard words.count == 2 || words.count == 3, let mode = Mode(rawValue: words[0]),
        let place = Session.Place(rawValue: words[1])
      else { return false }
      let row = words.count == 3 ? words[2].count(atMost: 100) : nil
      guard words.count == 2 || row != nil else { return false }
      here = Here(mode: mode, place: place, menuRow: row)
    }
    if reader.take("lesson") != nil {
      guard let stage = Session.Stage(&reader), stage.attempt.lesson != nil else { return false }
      lesson = stage
    }
    for isOriginal in [false, true] {
      guard let words = reader.take(isOriginal ? "original" : "rounds") else { continue }
      guard words.count == 4, let game = Game(words: words[..<3]),
        let next = UInt64(canonicalDigits: words[3].utf8)
      else { return false }
      var rounds = Rounds(game: game, nextTrial: next)
      let isRound = { (attempt: Attempt) in attempt.purpose == .round && attempt.lesson == nil }
      guard reader.stage(&rounds.stage, if: isRound) else { return false }
      if reader.take("aside") != nil {
        guard reader.stage(&rounds.aside, if: isRound), rounds.aside != nil else { return false }
      }
      if isOriginal { original = rounds } else { self.rounds = rounds }
    }
    while let words = reader.take("day") {
      guard words.count == 3 || words.count == 4 && words[3] == "late", let day = Day(words[0]),
        let lives = words[1].count(atMost: 3), let isPlaying = Bool(word: words[2]),
        let game = Game(lives: lives, wins: 0, losses: 0)
      else { return false }
      var run = Session.DailyRun(day: day, isLate: words.count == 4, lives: game)
      run.isPlaying = isPlaying
      let name = Session.reference(of: day).description
      guard
        reader.stage(
          &run.parked, if: { $0.purpose == .daily(day) && ($0.named.name == name) })
      else { return false }
      daily.append(run)
    }
    guard daily.count <= Session.mostDailyRuns else { return false }
    if let words = reader.take("worlds") {
      guard words.count == 7, let world = words[1].count(), let level = words[2].count(),
        let game = Game(words: words[3..<6]), let isPlaying = Bool(word: words[6])
      else { return false }
      var worlds = Worlds(
        campaign: words[0], world: world, level: level, lives: game, isPlaying: isPlaying)
      guard reader.stage(&worlds.stage, if: { $0.place != nil }) else { return false }
      self.worlds = worlds
    }
    if let rest = reader.takeRest("questions") {
      let words = rest.parts(5)
      guard words.count == 5, let count = UInt64(canonicalDigits: words[1].utf8),
        let hasMissed = Bool(word: words[3]), let state = QuizCoordinator.State(words: words[4])
      else { return false }
      let tries = words[2].split(separator: ",", omittingEmptySubsequences: false)
      let firstTries = tries.compactMap { String($0).count() }
      guard firstTries.count == tries.count else { return false }
      var questions = Questions(
        quiz: words[0], count: count, firstTries: firstTries, hasMissed: hasMissed, state: state)
      if let words = reader.take("rules") {
        guard let rules = Rules(words: words[...]) else { return false }
        questions.rules = rules
      }
      self.questions = questions
    }
    if reader.isAt("board") {
      guard let seats = HotSeat(&reader) else { return false }
      var board = Board(seats: seats)
      guard
        reader.stage(
          &board.stage,
          if: { attempt in
            guard let turn = attempt.turn else { return attempt.isEmptyRoom }
            // After the last turn of a level, the board has no level, and the room is still in sight.
            guard let level = seats.level else { return seats.hasJustPlayed(turn) }
            return seats.player(turn) != nil && attempt.named == level.named
          })
      else { return false }
      self.board = board
    }
    if let words = reader.take("workshop") {
      guard words.count == 3, let row = words[0].count(), let column = words[1].count(),
        let next = UInt64(canonicalDigits: words[2].utf8), let draft = reader.draft("draft"),
        draft.level.size.contains(Square(row: row, column: column))
      else { return false }
      var bench = Bench(
        cursor: Square(row: row, column: column), nextIndex: next, draft: draft, past: [],
        future: [])
      while reader.isAt("past") {
        guard let draft = reader.draft("past") else { return false }
        bench.past.append(draft)
      }
      while reader.isAt("future") {
        guard let draft = reader.draft("future") else { return false }
        bench.future.append(draft)
      }
      guard reader.stage(&bench.stage, if: { $0.isTrial }) else { return false }
      self.bench = bench
    }
    while reader.take("known") != nil {
      guard let named = reader.named, let words = reader.take("rules"),
        let rules = Rules(words: words[...]), let knowledge = Knowledge(named, rules, &reader),
        known.count < Memory.mostLevels
      else { return false }
      known.append(knowledge)
    }
    if let rest = reader.takeRest("finished") {
      guard let last = FinishedRound(words: rest.parts(8)) else { return false }
      self.last = last
    }
    return reader.isAtEnd
  }
}
