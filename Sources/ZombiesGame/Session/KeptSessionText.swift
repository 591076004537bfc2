import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// The text form of a session:
//
//     zombies-session 1
//     seed 42
//     here rounds
//     rounds 3 0 1 8
//     original 3 2 5 0
//     worlds 0123456789abcdef 0 3
//     attempt rounds 7 solvable 1 longest 1 2 S4/5/Z1#2/5/4P+lit 3UUL classic@42#7
//     board settingUp 0 highest 0 0 0
//     workshop 4 4 0
//     draft S4/5/5/5/4P
//     end 0123456789abcdef
//
// The steps of each attempt are taken again when the text is read, so that a text that was changed by hand is refused
// and not played.

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
      lines.append(
        "here \(here.place.word)" + (here.beneath.map { " over \($0.word)" } ?? "")
          + (here.thought == .hint ? " hint" : here.thought == .solution ? " solution" : "")
          + (here.menuRow.map { " menu \($0)" } ?? ""))
    }
    if let rounds { lines.append("rounds \(rounds.words)") }
    if let original { lines.append("original \(original.words)") }
    if let worlds {
      let tour = worlds.tour
      let left = tour.left.map { " \(Place.level($0).word)" } ?? ""
      lines.append("worlds \(worlds.campaign) \(tour.world) \(tour.level)\(left)")
      if let earned = tour.earned { lines.append("earned \(earned.words)") }
    }
    lines += attempts.map { $0.line }
    if let sought { lines.append("sought \(sought.reference) \(sought.rules.words)") }
    if let questions { lines += questions.lines }
    if let board { lines += board.lines }
    if let bench {
      lines.append("workshop \(bench.cursor.row) \(bench.cursor.column) \(bench.nextIndex)")
      lines += bench.draft.lines("draft")
      for draft in bench.past { lines += draft.lines("past") }
      for draft in bench.future { lines += draft.lines("future") }
    }
    if let last { lines += ["last", last.line] }
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
      guard let here = Here(words: words) else { return false }
      self.here = here
    }
    if let words = reader.take("rounds") {
      guard let series = Session.Series(words: words) else { return false }
      rounds = series
    }
    if let words = reader.take("original") {
      guard let series = Session.Series(words: words) else { return false }
      original = series
    }
    if let words = reader.take("worlds") {
      guard words.count == 3 || words.count == 4, let world = words[1].count(),
        let level = words[2].count()
      else { return false }
      var tour = Tour(world: world, level: level)
      if words.count == 4 {
        guard case .level(let left) = Place(word: words[3]) else { return false }
        tour.left = left
      }
      if let words = reader.take("earned") {
        guard let earned = Tour.Earned(words: words) else { return false }
        tour.earned = earned
      }
      worlds = Worlds(campaign: words[0], tour: tour)
    }
    while let line = reader.takeRest("attempt") {
      guard let attempt = Attempt(line: line), isPlausible(attempt) else { return false }
      attempts.append(attempt)
    }
    if let words = reader.take("sought") {
      guard words.count == 5, let reference = try? SeedReference(words[0]),
        let rules = Rules(words: words[1...])
      else { return false }
      sought = Session.Sought(reference: reference, rules: rules)
    }
    if reader.isAt("questions") {
      guard let position = QuizPosition(&reader) else { return false }
      questions = position
    }
    if reader.isAt("board") {
      guard let seats = HotSeat(&reader) else { return false }
      board = seats
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
      self.bench = bench
    }
    if reader.take("last") != nil {
      guard let line = reader.takeRest("attempt"), let last = Attempt(line: line), last.isOver
      else { return false }
      self.last = last
    }
    return reader.isAtEnd
  }

  /// Whether an attempt can be in its place, and no other one is in the same level.
  private func isPlausible(_ attempt: Attempt) -> Bool {
    if let day = attempt.day, attempt.named.name != Session.reference(of: day).description {
      return false
    }
    if let lesson = attempt.lesson, attempt.named != FirstSteps.attempt(lesson).named {
      return false
    }
    return !attempts.contains { $0.isRecord(of: attempt) }
  }
}

extension KeptSession.Here {
  /// Reads "rounds", "lesson/1 over rounds", "original hint" or "carousel menu 2".
  fileprivate init?(words: [String]) {
    var words = words[...]
    guard let place = words.popFirst().flatMap({ Place(word: $0) }) else { return nil }
    self.init(place: place)
    if words.first == "over", let under = words.dropFirst().first.flatMap({ Place(word: $0) }) {
      beneath = under
      words = words.dropFirst(2)
    }
    if words.first == "hint" || words.first == "solution" {
      thought = words.removeFirst() == "hint" ? .hint : .solution
    }
    if words.first == "menu", let row = words.dropFirst().first?.count(atMost: 100) {
      menuRow = row
      words = words.dropFirst(2)
    }
    guard words.isEmpty, place.isLesson == (beneath != nil), beneath?.isLesson != true else {
      return nil
    }
  }
}

extension Session.Series {
  /// The lives, wins and losses, and the number of the next round.
  fileprivate var words: String { "\(game.words) \(nextTrial)" }

  fileprivate init?(words: [String]) {
    guard words.count == 4, let game = Game(words: words[..<3]),
      let next = UInt64(canonicalDigits: words[3].utf8)
    else { return nil }
    self.init(game: game, nextTrial: next)
  }
}

extension Tour.Earned {
  /// The level, the worlds that it unlocked, and what was the last to earn: "level/0/3 1 completed shown".
  fileprivate var words: String {
    var words = [Place.level(place).word] + opened.map { String($0) }
    switch finale {
    case .completed: words.append("completed")
    case .allStars: words.append("stars")
    case nil: break
    }
    return (words + (showsFinale ? ["shown"] : [])).joined(separator: " ")
  }

  fileprivate init?(words: [String]) {
    guard let first = words.first, case .level(let place) = Place(word: first) else { return nil }
    self.init(place: place)
    for word in words.dropFirst() {
      switch word {
      case "completed": finale = .completed
      case "stars": finale = .allStars
      case "shown": showsFinale = true
      default:
        guard let world = word.count() else { return nil }
        opened.append(world)
      }
    }
  }
}
