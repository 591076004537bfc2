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
  /// - Throws: ``ProgressError`` if the text was not written by ``text``, or by a newer version, or if it is
  ///   not a game that can be played.
  public init(text: String) throws(ProgressError) {
    self.init()
    if text.isEmpty { return }
    var reader = KeptLines(try Self.form.lines(of: text).lines)
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
      questions = Questions(
        quiz: words[0], count: count, firstTries: firstTries, hasMissed: hasMissed, state: state)
    }
    if reader.isAt("board") {
      guard let seats = HotSeat(&reader) else { return false }
      var board = Board(seats: seats)
      guard
        reader.stage(
          &board.stage,
          if: { attempt in
            guard let turn = attempt.turn else { return attempt.isEmptyRoom }
            return seats.player(turn) != nil && attempt.named == seats.level?.named
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

// MARK: Lines

/// The lines of a text that are read one after the other.
private struct KeptLines {
  private let lines: [String]
  /// The number of the next line, from 0.
  private(set) var next = 0

  init(_ lines: [String]) { self.lines = lines }

  var isAtEnd: Bool { next == lines.count }

  /// Whether the next line begins with a word.
  func isAt(_ key: String) -> Bool {
    guard !isAtEnd, lines[next].utf8.starts(with: key.utf8) else { return false }
    let rest = lines[next].utf8.dropFirst(key.utf8.count)
    return rest.isEmpty || rest.first == 0x20
  }

  /// The text after the first word of the next line; nil if the line begins with another word.
  mutating func takeRest(_ key: String) -> String? {
    guard isAt(key) else { return nil }
    next += 1
    return String(Substring(lines[next - 1].utf8.dropFirst(key.utf8.count + 1)))
  }

  /// The words after the first word of the next line; nil if the line begins with another word.
  mutating func take(_ key: String) -> [String]? {
    takeRest(key).map { $0.utf8.split(separator: 0x20).map { String(Substring($0)) } }
  }

  /// Reads a level with its name.
  var named: NamedLevel? {
    mutating get {
      guard let code = takeRest("level"), let level = try? Level(code: code) else { return nil }
      let name = takeRest("name") ?? code
      guard name.steeringCharacter == nil else { return nil }
      return NamedLevel(level, name: name)
    }
  }

  /// Reads a stage, if there is one.
  ///
  /// - Returns: False if there is one that does not make sense.
  mutating func stage(_ stage: inout Session.Stage?, if isRight: (Attempt) -> Bool) -> Bool {
    guard isAt("level") else { return true }
    guard let read = Session.Stage(&self), isRight(read.attempt) else { return false }
    stage = read
    return true
  }

  /// Reads a state of the workshop.
  mutating func draft(_ key: String) -> Workshop.Draft? {
    guard let words = take(key), words.count == 1 || words.count == 5,
      let level = try? Level(code: words[0])
    else { return nil }
    var draft = Workshop.Draft(level)
    if words.count == 5 {
      guard let rules = Rules(words: words[1...]) else { return nil }
      draft.rules = rules
    }
    if let name = takeRest("named") {
      guard Campaign.isName(name) else { return nil }
      draft.name = name
    }
    if let world = takeRest("in") {
      guard Campaign.isName(world) else { return nil }
      draft.world = world
    }
    return draft
  }
}

extension String {
  /// The number, if it is a canonical whole number that is not too large.
  fileprivate func count(atMost most: Int = 1_000_000_000) -> Int? {
    guard let number = UInt64(canonicalDigits: utf8), number <= UInt64(most) else { return nil }
    return Int(number)
  }

  /// The first words, and the rest of the text as the last one.
  fileprivate func parts(_ count: Int) -> [String] {
    utf8.split(separator: 0x20, maxSplits: count - 1, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// The numbers between blanks; nil if there is anything else.
  fileprivate var counts: [Int]? {
    var counts: [Int] = []
    for word in utf8.split(separator: 0x20) {
      guard let count = String(Substring(word)).count() else { return nil }
      counts.append(count)
    }
    return counts
  }
}

extension Bool {
  fileprivate var word: String { self ? "yes" : "no" }

  fileprivate init?(word: String) {
    guard word == "yes" || word == "no" else { return nil }
    self = word == "yes"
  }
}

extension Game {
  /// The lives, the wins and the losses.
  fileprivate var words: String { "\(lives) \(wins) \(losses)" }

  fileprivate init?(words: ArraySlice<String>) {
    let counts = words.compactMap { $0.count() }
    guard counts.count == 3 else { return nil }
    self.init(lives: counts[0], wins: counts[1], losses: counts[2])
  }
}

extension Rules {
  fileprivate var words: String {
    Variant.allCases.map { value(of: $0) }.joined(separator: " ")
  }

  fileprivate init?(words: ArraySlice<String>) {
    guard words.count == Variant.allCases.count else { return nil }
    var rules = Rules.standard
    for (variant, word) in zip(Variant.allCases, words) {
      guard let changed = rules.changing(variant, to: word) else { return nil }
      rules = changed
    }
    self = rules
  }
}

extension NamedLevel {
  fileprivate var lines: [String] {
    let code = level.code
    return ["level \(code)"] + (name == code ? [] : ["name \(name)"])
  }
}

extension Workshop.Draft {
  fileprivate func lines(_ key: String) -> [String] {
    ["\(key) \(level.code)" + (rules == .standard ? "" : " \(rules.words)")]
      + (name.map { ["named \($0)"] } ?? [])
      + (world == Workshop.worldName ? [] : ["in \(world)"])
  }
}

// MARK: Knowledge

extension Knowledge {
  /// The seen squares as lengths of runs, unseen first; the numbers heard; the squares of catching zombies.
  fileprivate var lines: [String] {
    var runs: [Int] = [0]
    var isSeen = false
    let size = named.level.size
    for index in 0..<size.squareCount {
      if seen.contains(size.square(at: index)) != isSeen {
        isSeen.toggle()
        runs.append(0)
      }
      runs[runs.count - 1] += 1
    }
    func words(_ squares: [Square]) -> String {
      squares.map { String(size.index(of: $0)) }.joined(separator: " ")
    }
    return ["seen " + runs.map { String($0) }.joined(separator: " ")]
      + (heard.isEmpty ? [] : ["heard " + words(heard.map { $0.square })])
      + (caught.isEmpty ? [] : ["caught " + words(caught)])
  }

  /// Reads knowledge that can be true of the level.
  fileprivate init?(_ named: NamedLevel, _ rules: Rules, _ reader: inout KeptLines) {
    self.init(named, rules: rules)
    let size = named.level.size
    func squares(_ text: String?) -> [Square]? {
      guard let text else { return [] }
      guard let counts = text.counts, counts.allSatisfy({ $0 < size.squareCount }) else {
        return nil
      }
      return counts.map { size.square(at: $0) }
    }
    guard let runs = reader.takeRest("seen")?.counts else { return nil }
    var seen: [Square] = []
    var (next, isSeen) = (0, false)
    for run in runs {
      guard run <= size.squareCount - next else { return nil }
      if isSeen { seen += (next..<next + run).map { size.square(at: $0) } }
      next += run
      isSeen.toggle()
    }
    guard next == size.squareCount, let heard = squares(reader.takeRest("heard")),
      let caught = squares(reader.takeRest("caught")),
      add(seen: seen, heard: heard, caught: caught)
    else { return nil }
  }
}

// MARK: Stages

extension Session.Stage {
  fileprivate var lines: [String] {
    switch self {
    case .playing(let attempt): return attempt.lines
    case .thinking(let before, let thought): return before.lines + ["thinking \(thought.words)"]
    case .showing(let attempt, let moves): return attempt.lines + ["showing \(moves.letters)"]
    case .over(let attempt, let ending):
      let counts =
        [ending.message.number, ending.lives, Int(ending.stars.rawValue)] + ending.opened
      return attempt.lines
        + [
          "over \(ending.counted.word) \(ending.looks.word) "
            + counts.map { String($0) }.joined(separator: " ")
        ]
    case .left(let before): return before.lines
    }
  }

  fileprivate init?(_ reader: inout KeptLines) {
    guard let attempt = Attempt(&reader) else { return nil }
    let isOver =
      attempt.round.outcome != nil
      || attempt.turn != nil && attempt.path.count >= attempt.level.size.defaultMoveLimit
    if let words = reader.take("over") {
      guard isOver, words.count >= 5, let isCounted = Bool(word: words[0]),
        let looks = Bool(word: words[1])
      else { return nil }
      let counts = words.dropFirst(2).compactMap { $0.count() }
      guard counts.count == words.count - 2, let message = Game.Message(number: counts[0]),
        counts[1] <= Game.standardLives, counts[2] < 8
      else { return nil }
      self = .over(
        attempt,
        Session.Ending(
          message: message, counted: isCounted, lives: counts[1],
          stars: GameProgress.Stars(rawValue: UInt8(counts[2])), opened: Array(counts[3...]),
          looks: looks))
      return
    }
    // A named level may be over at its beginning; then it is no stage to play.
    guard !isOver else { return nil }
    if let letters = reader.takeRest("showing") {
      guard let moves = letters.directions else { return nil }
      self = .showing(attempt, moves)
    } else if let words = reader.take("thinking") {
      guard let thought = Session.Thought(words: words) else { return nil }
      self = .thinking(.playing(attempt), thought)
    } else {
      self = .playing(attempt)
    }
  }
}

extension String {
  /// The moves with these letters.
  fileprivate var directions: [Direction]? {
    var moves: [Direction] = []
    for letter in utf8 {
      guard let move = Direction(letter: letter) else { return nil }
      moves.append(move)
    }
    return moves
  }
}

extension Game.Message {
  fileprivate var number: Int {
    switch self {
    case .tryAgain: 0
    case .lost: 1
    case .won: 2
    }
  }

  fileprivate init?(number: Int) {
    let all: [Game.Message] = [.tryAgain, .lost, .won]
    guard all.indices.contains(number) else { return nil }
    self = all[number]
  }
}

extension Session.Thought {
  fileprivate var words: String {
    switch self {
    case .hint: "hint"
    case .solution: "solution"
    case .round: "round"
    case .turn: "turn"
    case .named(let reference, let rules): "named \(reference) \(rules.words)"
    }
  }

  fileprivate init?(words: [String]) {
    switch words.first {
    case "hint": self = .hint
    case "solution": self = .solution
    case "round": self = .round
    case "turn": self = .turn
    case "named":
      guard words.count > 2, let reference = try? SeedReference(words[1]),
        let rules = Rules(words: words[2...])
      else { return nil }
      self = .named(reference, rules)
    default: return nil
    }
  }
}

extension Attempt {
  fileprivate var lines: [String] {
    let purpose =
      switch purpose {
      case .round: "round"
      case .world(let place): "world:\(place.world):\(place.level)"
      case .daily(let day): "day:\(day)"
      case .turn(let player): "turn:\(player)"
      case .trial: "trial"
      }
    let standing =
      switch standing {
      case .counts: "counts"
      case .practice: "practice"
      case .lesson(let number): "lesson:\(number)"
      }
    var lines = named.lines
    lines.append(
      "play \(purpose) \(trial) \(standing) \(selection?.rawValue ?? "given") \(rules.words)")
    if !path.isEmpty { lines.append("path \(path.letters)") }
    if takenBack > 0 || hints > 0 || isShown {
      lines.append("help \(takenBack) \(hints) \(isShown.word)")
    }
    lines += knowledge.lines
    if verdicts.contains(where: { $0 != nil }) {
      lines.append("verdicts " + verdicts.map { Self.letter($0) }.joined())
    }
    if let listened { lines.append("listened \(level.size.index(of: listened))") }
    return lines
  }

  private static func letter(_ verdict: Verdict?) -> String {
    switch verdict {
    case .solvable: "s"
    case .unsolvable: "u"
    case .gaveUp: "g"
    case nil: "-"
    }
  }

  /// Reads an attempt, and plays its moves again.
  fileprivate init?(_ reader: inout KeptLines) {
    guard let named = reader.named, let words = reader.take("play"), words.count == 8,
      let trial = UInt64(canonicalDigits: words[1].utf8), let rules = Rules(words: words[4...]),
      let purpose = Purpose(word: words[0]), let standing = Standing(word: words[2])
    else { return nil }
    let selection = LevelSelection(rawValue: words[3])
    guard selection != nil || words[3] == "given" else { return nil }
    self.init(named, rules: rules, trial: trial, standing: standing, purpose: purpose)
    self.selection = selection
    guard let path = (reader.takeRest("path") ?? "").directions else { return nil }
    for direction in path { if move(direction) == nil { return nil } }
    if let help = reader.take("help") {
      guard help.count == 3, let takenBack = help[0].count(), let hints = help[1].count(),
        let isShown = Bool(word: help[2])
      else { return nil }
      self.hints = hints
      self.isShown = isShown
      note(takenBack: takenBack)
    }
    guard let known = Knowledge(named, rules, &reader) else { return nil }
    recall(known)
    // The player knows at least what the moves have shown.
    guard knowledge == known else { return nil }
    var verdicts: [Verdict?] = []
    for letter in (reader.takeRest("verdicts") ?? "").utf8 {
      switch letter {
      case UInt8(ascii: "s"): verdicts.append(.solvable)
      case UInt8(ascii: "u"): verdicts.append(.unsolvable)
      case UInt8(ascii: "g"): verdicts.append(.gaveUp)
      case UInt8(ascii: "-"): verdicts.append(nil)
      default: return nil
      }
    }
    guard verdicts.count <= path.count + 1 else { return nil }
    note(verdicts: verdicts)
    if let words = reader.take("listened") {
      guard words.count == 1, let index = words[0].count(atMost: level.size.squareCount - 1),
        knowledge.heard(on: level.size.square(at: index)) != nil
      else { return nil }
      listen(on: level.size.square(at: index))
    }
  }
}

extension Attempt.Purpose {
  fileprivate init?(word: String) {
    let parts = word.split(separator: ":").map { String($0) }
    switch (parts.first, parts.count) {
    case ("round", 1): self = .round
    case ("trial", 1): self = .trial
    case ("world", 3):
      guard let world = parts[1].count(), let level = parts[2].count() else { return nil }
      self = .world(Campaign.Place(world: world, level: level))
    case ("day", 2):
      guard let day = Day(parts[1]) else { return nil }
      self = .daily(day)
    case ("turn", 2):
      guard let player = parts[1].count() else { return nil }
      self = .turn(player)
    default: return nil
    }
  }
}

extension Attempt.Standing {
  fileprivate init?(word: String) {
    let parts = word.split(separator: ":").map { String($0) }
    switch (parts.first, parts.count) {
    case ("counts", 1): self = .counts
    case ("practice", 1): self = .practice
    case ("lesson", 2):
      guard let number = parts[1].count(atMost: FirstSteps.count - 1) else { return nil }
      self = .lesson(number)
    default: return nil
    }
  }
}

extension FinishedRound {
  fileprivate init?(words: [String]) {
    guard words.count == 8, let outcome = Outcome.allCases.first(where: { $0.name == words[0] }),
      let moves = words[1].count(), let hints = words[2].count(), let takenBack = words[3].count(),
      let isCounted = Bool(word: words[4]), let isTurn = Bool(word: words[5]),
      words[7].steeringCharacter == nil
    else { return nil }
    let day = Day(words[6])
    guard day != nil || words[6] == "-" else { return nil }
    self.init(
      name: words[7], day: day, outcome: outcome, moves: moves, hints: hints,
      takenBack: takenBack, isCounted: isCounted, isTurn: isTurn)
  }
}

// MARK: Questions

extension QuizCoordinator.State {
  fileprivate var words: String {
    switch self {
    case .chapter(let number): return "chapter \(number)"
    case .question(let place):
      let question = "question \(place.chapter) \(place.question)"
      switch place.reply {
      case .cursor(let cursor): return "\(question) cursor \(cursor)"
      case .typed(let text): return "\(question) typed \(text)"
      }
    case .end: return "end"
    }
  }

  fileprivate init?(words text: String) {
    let words = text.parts(5)
    switch (words.first, words.count) {
    case ("end", 1): self = .end
    case ("chapter", 2):
      guard let number = words[1].count() else { return nil }
      self = .chapter(number)
    case ("question", 5):
      guard let chapter = words[1].count(), let question = words[2].count() else { return nil }
      let reply: QuizCoordinator.Reply
      if words[3] == "cursor", let cursor = words[4].count() {
        reply = .cursor(cursor)
      } else if words[3] == "typed", words[4].steeringCharacter == nil {
        reply = .typed(words[4])
      } else {
        return nil
      }
      self = .question(QuizCoordinator.Place(chapter: chapter, question: question, reply: reply))
    default: return nil
    }
  }
}

// MARK: The board

extension HotSeat {
  fileprivate var lines: [String] {
    var lines = [
      "board \(board.state.rawValue) \(board.startingScore) \(board.winning.rawValue) "
        + "\(board.nextID) \(levelsPlayed) \(row) \(isPlaying.word)"
    ]
    for player in board.players {
      lines.append(
        "player \(player.id) \(player.score)\(absent.contains(player.id) ? " left" : " here") "
          + player.name)
    }
    if let level {
      lines += ["turns \(level.trial) \(level.selection?.rawValue ?? "given") \(level.rules.words)"]
      lines += level.named.lines
    }
    for (key, results) in [("result", results), ("last", lastResults)] {
      for result in results {
        lines.append(
          "\(key) \(result.player) \(result.outcome.name) \(result.moves) \(result.points)")
      }
    }
    if let field {
      let purpose =
        switch field.purpose {
        case .add: "add"
        case .rename(let id): "rename:\(id)"
        case .startingScore: "score"
        }
      lines.append("field \(purpose) \(field.text)")
    }
    return lines
  }

  fileprivate init?(_ reader: inout KeptLines) {
    guard let words = reader.take("board"), words.count == 7,
      let state = Scoreboard.State(rawValue: words[0]), let start = Self.score(words[1]),
      let winning = Scoreboard.Winning(rawValue: words[2]), let nextID = words[3].count(),
      let levelsPlayed = words[4].count(), let row = words[5].count(),
      let isPlaying = Bool(word: words[6])
    else { return nil }
    var (players, absent): ([Scoreboard.Player], Set<Int>) = ([], [])
    while let rest = reader.takeRest("player") {
      let words = rest.parts(4)
      guard words.count == 4, let id = words[0].count(), let score = Self.score(words[1]),
        words[2] == "left" || words[2] == "here"
      else { return nil }
      players.append(Scoreboard.Player(id: id, name: words[3], score: score))
      if words[2] == "left" { absent.insert(id) }
    }
    guard
      let board = Scoreboard(
        players, state: state, startingScore: start, winning: winning, nextID: nextID)
    else { return nil }
    var level: TurnLevel?
    if let words = reader.take("turns") {
      guard words.count == 6, let trial = UInt64(canonicalDigits: words[0].utf8),
        let rules = Rules(words: words[2...]), let named = reader.named
      else { return nil }
      let selection = LevelSelection(rawValue: words[1])
      guard selection != nil || words[1] == "given" else { return nil }
      level = TurnLevel(named: named, rules: rules, selection: selection, trial: trial)
    }
    var results: [[Result]] = []
    for key in ["result", "last"] {
      var row: [Result] = []
      while let words = reader.take(key) {
        guard words.count == 4, let id = words[0].count(),
          let outcome = Outcome.allCases.first(where: { $0.name == words[1] }),
          let moves = words[2].count(), let points = words[3].count(),
          board.place(of: id) != nil
        else { return nil }
        row.append(Result(player: id, outcome: outcome, moves: moves, points: points))
      }
      results.append(row)
    }
    var field: Field?
    if let rest = reader.takeRest("field") {
      let words = rest.parts(2)
      guard words.count == 2, words[1].steeringCharacter == nil,
        let purpose = Field.Purpose(word: words[0], board)
      else { return nil }
      field = Field(purpose: purpose, text: words[1])
    }
    self.init(
      board, level: level, levelsPlayed: levelsPlayed, results: results[0],
      lastResults: results[1], absent: absent, row: row, field: field, isPlaying: isPlaying)
  }

  private static func score(_ word: String) -> Int? {
    guard let score = Int(word), Scoreboard.scores.contains(score) else { return nil }
    return score
  }
}

extension HotSeat.Field.Purpose {
  fileprivate init?(word: String, _ board: Scoreboard) {
    let parts = word.split(separator: ":").map { String($0) }
    switch (parts.first, parts.count) {
    case ("add", 1): self = .add
    case ("score", 1): self = .startingScore
    case ("rename", 2):
      guard let id = parts[1].count(), board.place(of: id) != nil else { return nil }
      self = .rename(id)
    default: return nil
    }
  }
}
