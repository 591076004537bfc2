import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// Something that a player can do, in a few words.
enum Feature: String, CaseIterable {
  case win, lose, step, undo, restart, hint, show, showAndStop, next, new, share, look
  case level, rounds, original, daily, worlds, workshop, board, firstSteps, forget, reload
  // These change nothing that a player would write down.
  case pages, refused, seen, link
}

/// What a player would write down: what was won and lost, and how the current round stands. It is counted by
/// the rules in plain words ("The played game"); from the session it takes only which level comes next.
struct Ledger {
  /// Lives, wins and losses.
  struct Score {
    var lives = 3
    var wins = 0
    var losses = 0

    /// Counts a round. The result is the number of lives to show with the message.
    mutating func add(won: Bool) -> Int {
      lives -= won ? 0 : 1
      let left = lives
      if won { wins += 1 } else if lives == 0 { losses += 1 }
      if won || lives == 0 { lives = 3 }
      return won ? 3 : left
    }
  }

  /// Where a level belongs to.
  enum Home { case rounds, original, daily, world, trial }

  /// How a round begins, and what help has cost in its attempt.
  struct Attempt {
    /// Whether the outcome of the round counts.
    var counts: Bool
    /// Whether the attempt at a level or a day is neither won nor lost.
    var isOpen = false
    var hints = 0
    /// Whether a move was undone, or the player was caught in practice.
    var isExplored = false
    /// Whether the solution or the whole room was seen, and whether that was before this round.
    var isSpoiled = false
    var isSpoiledFromStart = false
  }

  /// A try at a level.
  struct Play {
    let home: Home
    let name: String
    let level: NaiveLevel
    let rules: NaiveRules
    var attempt: Attempt
    /// Whether the player has named the level.
    var isNamed = false
    /// Whether the whole room is shown, or was seen.
    var looks = false
    var hasSeenAll = false
    var path = ""
    var hints = 0
    var undone = 0
    var isShown = false
    /// The lives with the message.
    var livesAtEnd: Int?
    var hasCounted = false

    /// The round after the first moves.
    func round(_ moves: Int? = nil) -> NaiveRound {
      var round = NaiveRound(level, rules)
      round.play(String(path.prefix(moves ?? path.count)))
      return round
    }

    var outcome: NaiveOutcome? { round().outcome }

    /// Takes back moves. Those made in the dark are counted.
    mutating func takeBack(_ count: Int) {
      (isShown, livesAtEnd, hasCounted, attempt.counts) = (false, nil, false, false)
      undone += (path.count - count..<path.count).count { !round($0).lit }
      path.removeLast(count)
    }
  }

  var scores: [Home: Score] = [
    .rounds: Score(), .original: Score(), .daily: Score(), .world: Score(),
  ]
  var stars: [String: Set<String>] = [:]
  var day: (moves: Int?, life: Int, isPar: Bool)?
  var counted = 0
  /// The last finished round, for sharing.
  var last: Play?
  /// The current try; nil outside of a room.
  var play: Play?
  var parked: [Home: Play] = [:]
  /// The levels of worlds that were left, by name.
  var left: [String: (play: Play, score: Score)] = [:]
  /// The round that a level that the player has named has interrupted.
  var interrupted: Play?
  /// The current mode; the board and the workshop without a level are nil.
  var home: Home? = .rounds
  /// How the next round begins, of which the session must say the level.
  var begins: Attempt? = Attempt(counts: true)

  // MARK: What a player does

  /// Writes down what a feature does.
  ///
  /// - Returns: The line to type; nil if there is nothing to try here.
  mutating func take(_ feature: Feature) -> String? {
    switch feature {
    case .rounds, .original: visit(feature == .rounds ? .rounds : .original)
    case .daily: visit(.daily)
    case .worlds: visit(.world)
    case .workshop: visit(.trial)
    case .board: visit(nil)
    case .firstSteps: return "first steps"
    case .forget: return "set memory forget"
    case .reload: counted = 0
    case .share, .pages, .refused: break
    default: return play.flatMap { takeInRoom(feature, $0) }
    }
    return feature.rawValue
  }

  /// Writes down what a feature does in a room.
  private mutating func takeInRoom(_ feature: Feature, _ play: Play) -> String? {
    let isOver = play.outcome != nil
    switch feature {
    case .win, .lose, .step:
      let round = play.round()
      let moves =
        switch feature {
        case .win: round.moves(to: .won)
        case .lose: round.moves(to: .caught)
        default: Self.step(in: round)
        }
      guard !isOver, let moves else { return nil }
      walk(moves)
      return moves.lowercased()
    case .undo, .restart:
      if play.path != "" {
        self.play?.takeBack(feature == .undo ? 1 : play.path.count)
        if play.attempt.isOpen { self.play?.attempt.isExplored = true }
      }
    case .hint:
      guard play.home != .original else { return nil }
      if !isOver {
        self.play?.hints += 1
        self.play?.attempt.hints += 1
      }
    case .show, .showAndStop:
      if !isOver, play.home != .daily || day != nil { show(stops: feature == .showAndStop) }
      return "show"
    case .next: if isOver { goOn() }
    case .new: if !play.attempt.counts, play.home != .trial, !isOver { beginAnother() }
    case .look:
      // The first time after the end, the whole room is shown.
      if isOver, !play.looks {
        if play.attempt.isOpen, !play.hasSeenAll, !play.round().lit {
          self.play?.attempt.isSpoiled = true
        }
        self.play?.looks = true
        self.play?.hasSeenAll = true
      }
    case .level:
      guard [.rounds, .original].contains(play.home) else { return nil }
      if play.home == .rounds, !play.attempt.counts || play.path.isEmpty {
        if !play.isNamed { interrupted = play }
        begins = Attempt(counts: false)
      }
      return "level S2/2Z/P2"
    case .seen: return isOver ? nil : ""
    default:
      return home == .rounds && play.attempt.counts && !play.path.isEmpty && !isOver ? "" : nil
    }
    return feature.rawValue
  }

  /// A move that does not end the round.
  private static func step(in round: NaiveRound) -> String? {
    let move = round.legalMoves().first {
      var after = round
      after.move($0)
      return after.outcome == nil
    }
    return move.map { naiveDirectionLetters[$0] }
  }

  private mutating func walk(_ moves: String) {
    play?.path += moves
    guard var play, let outcome = play.outcome else { return }
    let isWon = outcome == .won
    play.hasCounted = play.attempt.counts
    if play.hasCounted {
      counted += 1
      let life = 4 - (scores[play.home]?.lives ?? 0)
      play.livesAtEnd = scores[play.home]?.add(won: isWon)
      let isOver = isWon || play.livesAtEnd == 0
      let par = isWon ? naiveSolve(play.level, play.rules).par : nil
      let isPar = isWon && play.attempt.hints == 0 && play.path.count == par
      if play.home == .daily, isOver {
        day = (isWon ? play.path.count : nil, isWon ? life : 0, isPar)
      }
      if isOver { play.attempt.isOpen = false }
      if play.home == .world, isWon {
        let isFirst = life == 1 && play.attempt.hints == 0 && !play.attempt.isExplored
        stars[play.level.code, default: []].formUnion(
          ["win"] + (isFirst ? ["first life"] : []) + (isPar ? ["par"] : []))
      }
    } else {
      play.livesAtEnd = scores[play.home]?.lives ?? 3
      if play.attempt.isOpen, !isWon { play.attempt.isExplored = true }
      if play.attempt.isSpoiledFromStart { play.attempt.isOpen = false }
    }
    play.attempt.counts = false
    self.play = play
    if !play.isShown { last = play }
  }

  private mutating func show(stops: Bool) {
    guard var play else { return }
    var moves = play.round().moves(to: .won)
    if moves == nil, !play.path.isEmpty {
      moves = play.round(0).moves(to: .won)
      if moves != nil { play.takeBack(play.path.count) }
    }
    guard let moves else { return }
    (play.attempt.counts, play.attempt.isSpoiled, play.isShown) = (false, true, true)
    self.play = play
    walk(stops ? String(moves.prefix(1)) : moves)
    // A player who stops the solution makes the next moves.
    if self.play?.outcome == nil { self.play?.isShown = false }
  }

  /// Continues after a message.
  private mutating func goOn() {
    guard let play else { return }
    let isCompleted = play.outcome == .won && stars[play.level.code] != nil
    if play.home == .world, isCompleted, !play.attempt.isOpen {
      beginLevel()
    } else {
      beginAnother()
    }
  }

  private mutating func beginAnother() {
    guard let play else { return }
    switch play.home {
    case .rounds, .original:
      let goesBack = interrupted?.attempt.counts == true && interrupted?.outcome == nil
      if goesBack { self.play = interrupted } else { begins = Attempt(counts: true) }
      interrupted = nil
    case .daily, .world:
      if play.attempt.isOpen {
        begins = play.attempt
        begins?.counts = !play.attempt.isSpoiled
        begins?.isSpoiledFromStart = play.attempt.isSpoiled
      } else if play.home == .world {
        self.play = nil
      } else {
        self.play?.looks = true
      }
    case .trial: self.play = nil
    }
  }

  /// Begins an attempt at a level of a world, or goes on with one that was left.
  private mutating func beginLevel() {
    (scores[.world], begins) = (Score(), Attempt(counts: true, isOpen: true))
  }

  /// Goes to another mode; nil for the board.
  private mutating func visit(_ next: Home?) {
    let isThere = home == next
    if isThere, next == .rounds, play?.isNamed == true {
      (play, interrupted) = (interrupted, nil)
      return
    }
    if isThere, [.rounds, .original, nil].contains(next) || next == .daily && play != nil {
      return
    }
    if let play, let home {
      if isThere, next == .world, play.attempt.isOpen, let score = scores[.world] {
        left[play.name] = (play, score)
      }
      if !isThere, home != .trial, home != .world || play.attempt.isOpen {
        parked[home] = play.isNamed ? interrupted ?? play : play
      }
    }
    (home, play, interrupted) = (next, nil, nil)
    guard let next else { return }
    let kept = parked.removeValue(forKey: next)
    switch next {
    case .daily where day != nil || kept?.attempt.isOpen == false:
      scores[.daily] = Score()
      begins = Attempt(counts: false, isOpen: true, isSpoiled: true, isSpoiledFromStart: true)
    case .world where kept == nil: beginLevel()
    case .trial: begins = Attempt(counts: false, isOpen: true)
    default:
      play = kept
      if kept == nil { begins = Attempt(counts: true, isOpen: next == .daily) }
    }
  }

  /// Learns which level has begun.
  mutating func note(_ session: Session) throws {
    guard let attempt = begins else { return }
    begins = nil
    guard session.isInRoom else {
      play = nil
      return
    }
    guard let home, let (level, rules) = try session.played() else { return }
    let name = session.roomScreen.heading
    let isNew = play?.name != name || play?.home != .world
    if home == .world, isNew, let former = left.removeValue(forKey: name) {
      (play, scores[.world]) = (former.play, former.score)
      return
    }
    play = Play(home: home, name: name, level: level, rules: rules, attempt: attempt)
    play?.isNamed = home == .rounds && !attempt.counts
  }
}

// MARK: Comparing

extension Ledger {
  /// What the session has counted or shows otherwise than it is written down; nil if all agrees.
  func complaint(_ session: Session) -> String? {
    if session.countedRounds != counted { return "counted \(session.countedRounds)" }
    let won = day.map { day in
      day.moves.map { "won \($0) life \(day.life)\(day.isPar ? " par" : "")" } ?? "lost"
    }
    let days = session.days.text.split(separator: "\n").filter { $0.hasPrefix("day ") }
    if days != (won.map { ["day 2026-11-22 \($0)"] } ?? []) {
      return "\(days), expected \(won ?? "")"
    }
    for place in session.worlds.campaign.places {
      let (code, earned) = (
        session.worlds.campaign[place].code, session.worlds.stars(of: place)
      )
      let names = zip(GameProgress.Stars.each, ["win", "first life", "par"])
        .filter { earned.contains($0.0) }.map(\.1)
      if Set(names) != stars[code] ?? [] { return "stars of \(code): \(names)" }
    }
    if session.shared != shared { return "shared: \(session.shared)" }
    if session.isInRoom != (play != nil) { return "in a room: \(session.isInRoom)" }
    return play.flatMap { complaint(session.uncovered, $0) }
  }

  private func complaint(_ session: Session, _ play: Play) -> String? {
    let screen = session.screen
    if screen.heading != play.name { return "the level \(screen.heading)" }
    let lives = play.livesAtEnd ?? scores[play.home]?.lives ?? 3
    var counters = play.home == .trial ? [] : ["lives \(lives)"]
    if let score = scores[play.home], [.rounds, .original].contains(play.home) {
      counters += ["W \(score.wins)", "L \(score.losses)"]
    }
    counters.append("move \(play.path.count)")
    let numbers = screen.counters.map { "\($0.text.split(separator: " ")[0]) \($0.count)" }
    if screen.counters.map(\.text) != counters || numbers != counters { return "\(numbers)" }
    let isPractice = !play.attempt.counts && play.outcome == nil
    let undone = play.undone > 0 ? ["undone in the dark: \(play.undone)"] : []
    let notes = screen.notes.filter { $0.hasPrefix("undone") || $0.hasPrefix("practice") }
    if notes != (isPractice ? ["practice: not counted"] : []) + undone { return "notes \(notes)" }
    let hints = play.attempt.counts ? play.attempt.hints : 0
    let expected =
      (isPractice ? ["practice"] : []) + (play.undone > 0 ? ["\(play.undone) undone"] : [])
      + (hints > 0
        ? [Self.counted(hints, "hint") + (play.home == .world ? ", so 1 star" : "")] : [])
    let status = screen.status.filter {
      $0 == "practice" || $0.hasSuffix("undone") || $0.contains("hint")
    }
    if status != expected { return "status \(screen.status)" }
    guard let outcome = play.outcome else { return session.message == nil ? nil : "a message" }
    guard let message = session.message else { return screen.kind == .looking ? nil : "no message" }
    let result =
      play.isShown
      ? "shown" : outcome == .won ? "won" : play.hasCounted && lives == 0 ? "lost" : "tryAgain"
    if message.result.rawValue != result { return "message \(message.result)" }
    let isUncounted = message.reasons.contains("Practice: not counted.")
    if isUncounted == play.hasCounted { return "reasons \(message.reasons)" }
    return play.isShown || message.share == shared ? nil : "share \(message.share)"
  }

  static func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The last finished round in a sentence and a line of words.
  var shared: [String] {
    guard let last else { return [] }
    let (moves, isWon) = (last.path.count, last.outcome == .won)
    let name = last.home == .daily ? "the daily Zombies level of 2026-11-22" : last.name
    var extras = ""
    if last.hints > 0 { extras += ", hints \(last.hints)" }
    if last.undone > 0 { extras += ", undone \(last.undone)" }
    let line = "\(isWon ? "WON" : "CAUGHT"), moves \(moves)"
    let how = isWon ? "I won \(name) in" : "I was caught in \(name) after"
    if last.home == .daily, last.hasCounted, let day, isWon ? day.moves == moves : day.moves == nil
    {
      let par = day.isPar ? ", the fewest possible" : ""
      return isWon
        ? [
          "\(how) \(Self.counted(moves, "move"))\(par).", "\(line), lives \(4 - day.life)\(extras)",
        ]
        : ["I lost \(name).", "\(line), lives 0\(extras)"]
    }
    let practice = last.hasCounted ? "." : ", in practice."
    return ["\(how) \(Self.counted(moves, "move"))\(practice)", line + extras]
  }
}
