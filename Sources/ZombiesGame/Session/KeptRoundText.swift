import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// The text form of a round in a kept session: what the player knows, the stage, and the attempt.

// MARK: Knowledge

extension Knowledge {
  /// The seen squares as lengths of runs, unseen first; the numbers heard; the squares of catching zombies.
  var lines: [String] {
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
  init?(_ named: NamedLevel, _ rules: Rules, _ reader: inout KeptLines) {
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
  var lines: [String] {
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

  init?(_ reader: inout KeptLines) {
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
  var directions: [Direction]? {
    var moves: [Direction] = []
    for letter in utf8 {
      guard let move = Direction(letter: letter) else { return nil }
      moves.append(move)
    }
    return moves
  }
}

extension Game.Message {
  var number: Int {
    switch self {
    case .tryAgain: 0
    case .lost: 1
    case .won: 2
    }
  }

  init?(number: Int) {
    let all: [Game.Message] = [.tryAgain, .lost, .won]
    guard all.indices.contains(number) else { return nil }
    self = all[number]
  }
}

extension Session.Thought {
  var words: String {
    switch self {
    case .hint: "hint"
    case .solution: "solution"
    case .round: "round"
    case .turn: "turn"
    case .named(let reference, let rules): "named \(reference) \(rules.words)"
    }
  }

  init?(words: [String]) {
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
  var lines: [String] {
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
  init?(_ reader: inout KeptLines) {
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
  init?(word: String) {
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
  init?(word: String) {
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
  init?(words: [String]) {
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
