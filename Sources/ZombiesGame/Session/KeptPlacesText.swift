import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// The text form of the questions and the board in a kept session.

// MARK: Questions

extension QuizPosition {
  var lines: [String] {
    let tries = firstTries.map { String($0) }.joined(separator: ",")
    var place = isAtEnd ? "end" : "chapter \(chapter)"
    if let question {
      place = "question \(chapter) \(question) "
      switch reply {
      case .cursor(let cursor): place += "cursor \(cursor)"
      case .typed(let text): place += "typed \(text)"
      }
    }
    return [
      "questions \(hash) \(count) \(tries) \(hasMissed.word) \(place)", "rules \(rules.words)",
    ]
  }

  init?(_ reader: inout KeptLines) {
    guard let words = reader.takeRest("questions")?.parts(5), words.count == 5,
      let count = UInt64(canonicalDigits: words[1].utf8), count > 0,
      let hasMissed = Bool(word: words[3]), let rules = reader.take("rules"),
      let rules = Rules(words: rules[...])
    else { return nil }
    let tries = words[2].split(separator: ",", omittingEmptySubsequences: false)
    let firstTries = tries.compactMap { String($0).count() }
    guard firstTries.count == tries.count else { return nil }
    self.init(hash: words[0], count: count, rules: rules, firstTries: firstTries)
    self.hasMissed = hasMissed
    let place = words[4].parts(5)
    if place == ["end"] {
      chapter = firstTries.count
      return
    }
    guard place.count > 1, let chapter = place[1].count(), firstTries.indices ~= chapter else {
      return nil
    }
    self.chapter = chapter
    switch (place[0], place.count) {
    case ("chapter", 2): break
    case ("question", 5):
      guard let question = place[2].count() else { return nil }
      self.question = question
      if place[3] == "cursor", let cursor = place[4].count() {
        reply = .cursor(cursor)
      } else if place[3] == "typed", place[4].steeringCharacter == nil {
        reply = .typed(place[4])
      } else {
        return nil
      }
    default: return nil
    }
  }
}

// MARK: The board

extension HotSeat {
  var lines: [String] {
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

  init?(_ reader: inout KeptLines) {
    guard let words = reader.take("board"), words.count == 7,
      let state = Scoreboard.State(rawValue: words[0]), let start = Self.score(words[1]),
      let winning = Scoreboard.Winning(rawValue: words[2]), let nextID = words[3].count(),
      let levelsPlayed = words[4].count(), let row = words[5].count(),
      let isPlaying = Bool(word: words[6])
    else { return nil }
    self.init()
    (self.levelsPlayed, self.row, self.isPlaying) = (levelsPlayed, row, isPlaying)
    var players: [Scoreboard.Player] = []
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
    self.board = board
    if let words = reader.take("turns") {
      guard words.count == 6, let trial = UInt64(canonicalDigits: words[0].utf8),
        let rules = Rules(words: words[2...]), let named = reader.named
      else { return nil }
      let selection = LevelSelection(rawValue: words[1])
      guard selection != nil || words[1] == "given" else { return nil }
      level = TurnLevel(named: named, rules: rules, selection: selection, trial: trial)
    }
    for key in ["result", "last"] {
      while let words = reader.take(key) {
        guard words.count == 4, let id = words[0].count(),
          let outcome = Outcome.allCases.first(where: { $0.name == words[1] }),
          let moves = words[2].count(), let points = words[3].count()
        else { return nil }
        // Earlier versions also wrote the results of players who had been removed.
        guard board.place(of: id) != nil else { continue }
        let result = Result(player: id, outcome: outcome, moves: moves, points: points)
        if key == "result" { results.append(result) } else { lastResults.append(result) }
      }
    }
    if let rest = reader.takeRest("field") {
      let words = rest.parts(2)
      guard words.count == 2, words[1].steeringCharacter == nil,
        let purpose = Field.Purpose(word: words[0], board)
      else { return nil }
      field = Field(purpose: purpose, text: words[1])
    }
    // The front end plays a turn only in a level.
    if isPlaying, next == nil || level == nil { return nil }
  }

  private static func score(_ word: String) -> Int? {
    guard let score = Int(word), Scoreboard.scores.contains(score) else { return nil }
    return score
  }
}

extension HotSeat.Field.Purpose {
  init?(word: String, _ board: Scoreboard) {
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
