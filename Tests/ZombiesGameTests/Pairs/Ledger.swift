import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

// The moves, the standing and the score of a round are compared inside the session.
@testable import ZombiesGame

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
  struct Score: Equatable {
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

  /// What help has cost in an attempt.
  struct Cost {
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
    /// Whether the player has named the level.
    var isNamed = false
    /// Whether the whole room is shown, or was seen.
    var looks = false
    var hasSeenAll = false
    let name: String
    let level: NaiveLevel
    let rules: NaiveRules
    var counts: Bool
    var path = ""
    var hints = 0
    var undone = 0
    var isShown = false
    /// The lives with the message; nil before the end.
    var livesAtEnd: Int?
    var hasCounted = false

    /// The round after the first moves.
    func round(_ moves: Int? = nil) -> NaiveRound {
      var round = NaiveRound(level, rules)
      round.play(String(path.prefix(moves ?? path.count)))
      return round
    }

    var outcome: NaiveOutcome? { round().outcome }

    /// The first of the shortest sequences of moves from here that end in a way; nil if there is none.
    func moves(to outcome: NaiveOutcome) -> String? {
      var layer = [(round(), "")]
      var known: Set<[Int]> = []
      while !layer.isEmpty {
        var next: [(NaiveRound, String)] = []
        for (round, path) in layer {
          for direction in round.legalMoves() {
            let longer = path + naiveDirectionLetters[direction]
            var after = round
            after.move(direction)
            if after.outcome == outcome { return longer }
            let state = [after.player, after.lit ? 1 : 0] + after.zombies
            if after.outcome == nil, known.insert(state).inserted { next.append((after, longer)) }
          }
        }
        layer = next
      }
      return nil
    }

    /// Takes back moves. Those made in the dark are counted.
    mutating func takeBack(all: Bool) {
      (isShown, livesAtEnd, hasCounted, counts) = (false, nil, false, false)
      if all {
        let former = self
        undone += (0..<path.count).count { !former.round($0).lit }
        path = ""
      } else {
        path.removeLast()
        if !round().lit { undone += 1 }
      }
    }
  }

  /// The last finished round, for sharing.
  struct Last {
    let play: Play
    let outcome: NaiveOutcome
    let hasCounted: Bool
  }

  var scores: [Home: Score] = [
    .rounds: Score(), .original: Score(), .daily: Score(), .world: Score(),
  ]
  var stars: [String: Set<String>] = [:]
  var day: (moves: Int?, life: Int, isPar: Bool)?
  var counted = 0
  var last: Last?
  /// The current try; nil outside of a room.
  var play: Play?
  /// Whether the attempt at the level or the day is neither won nor lost.
  var isInLevel = false
  var cost = Cost()
  var parked: [Home: (play: Play, cost: Cost, isInLevel: Bool)] = [:]
  /// The levels of worlds that were left, by name.
  var left: [String: (play: Play, cost: Cost, score: Score)] = [:]
  /// The round that a level that the player has named has interrupted.
  var interrupted: Play?
  /// The current mode; the board and the workshop without a level are nil.
  var home: Home? = .rounds
  /// Whether the session must say which level has begun, and whether that counts.
  var begins: Bool?

  // MARK: What a player does

  /// Writes down what a feature does.
  ///
  /// - Returns: The line to type, and the action that means the same; nil if there is nothing to try here.
  mutating func take(_ feature: Feature) -> (line: String, action: Action?)? {
    switch feature {
    case .win, .lose, .step:
      guard let play, outcomeOfPlay == nil else { return nil }
      let moves =
        feature == .step ? step(in: play) : play.moves(to: feature == .win ? .won : .caught)
      guard let moves else { return nil }
      walk(moves)
      return (moves.lowercased(), nil)
    case .undo, .restart:
      guard play != nil else { return nil }
      if play?.path != "" {
        play?.takeBack(all: feature == .restart)
        if isInLevel { cost.isExplored = true }
      }
      return (feature.rawValue, feature == .undo ? .undo : .restart)
    case .hint:
      guard let play, play.home != .original else { return nil }
      if outcomeOfPlay == nil {
        self.play?.hints += 1
        cost.hints += 1
      }
      return ("hint", .hint)
    case .show, .showAndStop:
      guard let play else { return nil }
      let isRefused = outcomeOfPlay != nil || play.home == .daily && day == nil
      if !isRefused { show(stops: feature == .showAndStop) }
      return ("show", .showMe)
    case .next:
      guard play != nil else { return nil }
      if outcomeOfPlay != nil { goOn() }
      return ("next", .dismiss)
    case .new:
      guard let play else { return nil }
      if !play.counts, play.home != .trial, outcomeOfPlay == nil { beginAnother() }
      return ("new", .newRound)
    case .share: return ("share", .share)
    case .look:
      guard let play else { return nil }
      // The first time after the end, the whole room is shown.
      if outcomeOfPlay != nil, !play.looks {
        if isInLevel, !play.hasSeenAll, !play.round().lit { cost.isSpoiled = true }
        self.play?.looks = true
        self.play?.hasSeenAll = true
      }
      return ("look", nil)
    case .level:
      guard let play, [.rounds, .original].contains(play.home) else { return nil }
      if play.home == .rounds, !play.counts || play.path.isEmpty {
        if !play.isNamed { interrupted = play }
        begins = false
      }
      return ("level S2/2Z/P2", nil)
    case .rounds, .original:
      visit(feature == .rounds ? .rounds : .original)
      return (feature.rawValue, .visit(feature == .rounds ? .rounds : .original))
    case .daily:
      visit(.daily)
      return ("daily", .visit(.daily))
    case .worlds:
      visit(.world)
      return ("worlds", nil)
    case .workshop:
      visit(.trial)
      return ("workshop", nil)
    case .board:
      visit(nil)
      return ("board", .visit(.board))
    case .firstSteps: return ("first steps", nil)
    case .forget: return ("set memory forget", .set(.remembers(false)))
    case .reload:
      counted = 0
      return ("", nil)
    case .pages, .refused: return ("", nil)
    case .seen: return play == nil || outcomeOfPlay != nil ? nil : ("", nil)
    case .link:
      let isUnderWay = play?.counts == true && play?.path.isEmpty == false && outcomeOfPlay == nil
      return home == .rounds && isUnderWay ? ("", nil) : nil
    }
  }

  private var outcomeOfPlay: NaiveOutcome? { play?.outcome }

  /// A move that does not end the round.
  private func step(in play: Play) -> String? {
    let round = play.round()
    let move = round.legalMoves().first {
      var after = round
      after.move($0)
      return after.outcome == nil
    }
    return move.map { naiveDirectionLetters[$0] }
  }

  private mutating func walk(_ moves: String) {
    play?.path += moves
    guard let outcome = outcomeOfPlay, let play else { return }
    let isWon = outcome == .won
    if play.counts {
      counted += 1
      let life = 4 - (scores[play.home]?.lives ?? 0)
      self.play?.livesAtEnd = scores[play.home]?.add(won: isWon)
      let isOver = isWon || self.play?.livesAtEnd == 0
      let par = isWon ? naiveSolve(play.level, play.rules).par : nil
      let isPar = isWon && cost.hints == 0 && play.path.count == par
      if play.home == .daily, isOver {
        day = (isWon ? play.path.count : nil, isWon ? life : 0, isPar)
      }
      if isOver { isInLevel = false }
      if play.home == .world {
        if isWon {
          stars[play.level.code, default: []].insert("win")
          if life == 1, cost.hints == 0, !cost.isExplored {
            stars[play.level.code]?.insert("first life")
          }
          if isPar { stars[play.level.code]?.insert("par") }
        }
      }
    } else {
      self.play?.livesAtEnd = scores[play.home]?.lives ?? 3
      if isInLevel, !isWon { cost.isExplored = true }
      if isInLevel, cost.isSpoiledFromStart { isInLevel = false }
    }
    self.play?.hasCounted = play.counts
    self.play?.counts = false
    if !play.isShown { last = Last(play: play, outcome: outcome, hasCounted: play.counts) }
  }

  private mutating func show(stops: Bool) {
    guard var play else { return }
    var moves = play.moves(to: .won)
    if moves == nil, !play.path.isEmpty {
      var start = play
      start.path = ""
      moves = start.moves(to: .won)
      if moves != nil { play.takeBack(all: true) }
    }
    guard let moves else { return }
    (play.counts, play.isShown) = (false, true)
    cost.isSpoiled = true
    self.play = play
    walk(stops ? String(moves.prefix(1)) : moves)
    // A player who stops the solution makes the next moves.
    if outcomeOfPlay == nil { self.play?.isShown = false }
  }

  /// Continues after a message.
  private mutating func goOn() {
    guard let play else { return }
    if play.home == .world, outcomeOfPlay == .won, !isInLevel, stars[play.level.code] != nil {
      beginLevel()
    } else {
      beginAnother()
    }
  }

  private mutating func beginAnother() {
    guard let play else { return }
    switch play.home {
    case .rounds, .original:
      let counts = interrupted?.counts == true && interrupted?.outcome == nil
      (self.play, interrupted, begins) = (counts ? interrupted : play, nil, counts ? nil : true)
      if begins == true { cost = Cost() }
    case .daily, .world:
      if isInLevel {
        begins = !cost.isSpoiled
        cost.isSpoiledFromStart = cost.isSpoiled
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
    (scores[.world], isInLevel, begins, cost) = (Score(), true, true, Cost())
  }

  /// Goes to another mode; nil for the board.
  private mutating func visit(_ next: Home?) {
    let isThere = home == next
    if isThere, next == .rounds, play?.isNamed == true {
      (play, interrupted) = (interrupted, nil)
      return
    }
    if isThere, next == .rounds || next == .original || next == .daily && play != nil || next == nil
    {
      return
    }
    if !isThere, let play, let home {
      let own = play.isNamed ? interrupted ?? play : play
      if home != .trial, home != .world || isInLevel { parked[home] = (own, cost, isInLevel) }
    }
    if isThere, next == .world, let play, isInLevel, let score = scores[.world] {
      left[play.name] = (play, cost, score)
    }
    (home, play, interrupted) = (next, nil, nil)
    guard let next else { return }
    let kept = parked.removeValue(forKey: next)
    switch next {
    case .daily where day != nil || kept?.isInLevel == false:
      (scores[.daily], isInLevel, cost) = (Score(), true, Cost())
      (cost.isSpoiled, cost.isSpoiledFromStart) = (true, true)
      begins = false
    case .world where kept == nil: beginLevel()
    case .trial:
      (begins, isInLevel, cost) = (false, true, Cost())
    default:
      guard let kept else {
        (begins, isInLevel, cost) = (true, next == .daily, Cost())
        return
      }
      (play, cost, isInLevel) = (kept.play, kept.cost, kept.isInLevel)
    }
  }

  /// Learns which level has begun.
  mutating func note(_ session: Session) throws {
    guard let counts = begins else { return }
    begins = nil
    guard session.isInRoom else {
      play = nil
      return
    }
    let attempt = session.attempt
    guard let home, let level = NaiveLevel(attempt.level) else { return }
    let isNew = play?.name != attempt.named.name || play?.home != .world
    if home == .world, isNew, let former = left.removeValue(forKey: attempt.named.name) {
      (play, cost, scores[.world]) = (former.play, former.cost, former.score)
      return
    }
    play = Play(
      home: home, name: attempt.named.name, level: level, rules: try NaiveRules(attempt.rules),
      counts: counts)
    play?.isNamed = home == .rounds && !counts
  }
}

// MARK: Comparing

extension Ledger {
  /// What the session has counted or shows otherwise than it is written down; nil if all agrees.
  func complaint(_ session: Session, campaign: Campaign) -> String? {
    for (home, isOriginal) in [(Home.rounds, false), (.original, true)] {
      let game = (isOriginal ? session.originalRounds : session.rounds).game
      let score = Score(lives: game.lives, wins: game.wins, losses: game.losses)
      if score != scores[home] { return "\(home): \(score)" }
    }
    if session.countedRounds != counted { return "counted \(session.countedRounds)" }
    let result = session.today.flatMap { session.days[$0] }
    if result.map({ "\($0.moves ?? 0) \($0.life) \($0.isPar) \($0.isLate)" })
      != day.map({ "\($0.moves ?? 0) \($0.life) \($0.isPar) false" })
    {
      return "the day: \(String(describing: result))"
    }
    for level in campaign.worlds.flatMap(\.levels) {
      let earned = session.worlds.progress.stars(of: level.code)
      let names = zip(GameProgress.Stars.each, ["win", "first life", "par"])
        .filter { earned.contains($0.0) }.map(\.1)
      if Set(names) != stars[level.level.code] ?? [] { return "stars of \(level.code): \(names)" }
    }
    if session.shared != shared(session.today) { return "shared: \(session.shared)" }
    guard let play else { return session.isInRoom ? "in a room" : nil }
    guard session.isInRoom else { return "not in a room" }
    return complaint(session, play)
  }

  private func complaint(_ session: Session, _ play: Play) -> String? {
    let attempt = session.attempt
    if attempt.named.name != play.name || attempt.path.letters != play.path { return "the moves" }
    if attempt.counts != play.counts { return "counts: \(attempt.counts)" }
    if (attempt.hints, attempt.takenBack) != (play.hints, play.undone) { return "hints or undone" }
    var covered = session
    covered.page = nil
    let screen = covered.screen
    let round = play.round()
    var counters: [String] = []
    let lives = play.livesAtEnd ?? scores[play.home]?.lives ?? 3
    if play.home != .trial { counters.append("lives \(lives)") }
    if let score = scores[play.home], [.rounds, .original].contains(play.home) {
      counters += ["W \(score.wins)", "L \(score.losses)"]
    }
    counters.append("move \(play.path.count)")
    if screen.counters.map(\.text) != counters { return "counters \(screen.counters.map(\.text))" }
    if screen.counters.map({ "\($0.count)" }) != counters.map({ "\($0.split(separator: " ")[1])" })
    {
      return "numbers"
    }
    let isPractice = !play.counts && round.outcome == nil
    if screen.notes.contains("practice: not counted") != isPractice {
      return "notes \(screen.notes)"
    }
    let undone = play.undone > 0 ? ["undone in the dark: \(play.undone)"] : []
    if screen.notes.filter({ $0.hasPrefix("undone") }) != undone { return "notes \(screen.notes)" }
    let expected =
      (isPractice ? ["practice"] : []) + (play.undone > 0 ? ["\(play.undone) undone"] : [])
      + (cost.hints > 0 && play.counts
        ? [Self.counted(cost.hints, "hint") + (play.home == .world ? ", so 1 star" : "")] : [])
    let status = screen.status.filter {
      $0 == "practice" || $0.hasSuffix("undone") || $0.contains("hint")
    }
    if status != expected { return "status \(screen.status)" }
    guard let outcome = round.outcome else { return covered.message == nil ? nil : "a message" }
    guard let message = covered.message else { return screen.kind == .looking ? nil : "no message" }
    let result =
      play.isShown
      ? "shown" : outcome == .won ? "won" : play.hasCounted && lives == 0 ? "lost" : "tryAgain"
    if message.result.rawValue != result { return "message \(message.result)" }
    let isUncounted = message.reasons.contains("Practice: not counted.")
    if isUncounted == play.hasCounted { return "reasons \(message.reasons)" }
    return play.isShown || message.share == shared(session.today) ? nil : "share \(message.share)"
  }

  static func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The last finished round in a sentence and a line of words.
  func shared(_ today: Day?) -> [String] {
    guard let last else { return [] }
    let (play, isWon) = (last.play, last.outcome == .won)
    let moves = play.path.count
    let name =
      play.home == .daily ? "the daily Zombies level of \(today.map { "\($0)" } ?? "")" : play.name
    let how = isWon ? "I won" : "I was caught in"
    var extras = ""
    if play.hints > 0 { extras += ", hints \(play.hints)" }
    if play.undone > 0 { extras += ", undone \(play.undone)" }
    let line = "\(isWon ? "WON" : "CAUGHT"), moves \(moves)"
    if play.home == .daily, last.hasCounted, let day, isWon ? day.moves == moves : day.moves == nil
    {
      let par = day.isPar ? ", the fewest possible" : ""
      return isWon
        ? [
          "\(how) \(name) in \(Self.counted(moves, "move"))\(par).",
          "\(line), lives \(4 - day.life)\(extras)",
        ] : ["I lost \(name).", "\(line), lives 0\(extras)"]
    }
    let practice = last.hasCounted ? "." : ", in practice."
    return [
      "\(how) \(name) \(isWon ? "in" : "after") \(Self.counted(moves, "move"))\(practice)",
      line + extras,
    ]
  }
}
