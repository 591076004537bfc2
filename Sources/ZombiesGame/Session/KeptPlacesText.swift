import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// The text form of the questions and the board in a kept session.

// MARK: Questions

extension QuizPosition: KeptPart {
  mutating func pass(_ lines: inout KeptLines) {
    var tries = firstTries.map { String($0) }.joined(separator: ",")
    lines.pass(&hash)
    lines.pass(&count)
    lines.pass(&tries)
    lines.pass(&hasMissed, { $0 ? "yes" : "no" }, { $0 == "yes" })
    firstTries = tries.split(separator: ",").compactMap { String($0).count() }
    if lines.word("end", if: isAtEnd) {
      chapter = firstTries.count
    } else if lines.word("chapter", if: question == nil) {
      lines.pass(&chapter)
    } else {
      isAnswered = lines.word("answered", if: isAnswered)
      if !isAnswered { lines.word("question") }
      lines.pass(&chapter)
      lines.pass(&question)
      lines.pass(&reply)
    }
    if lines.line("rules", if: true) { lines.pass(&rules) }
    lines.check(count > 0 && chapter <= firstTries.count)
  }
}

extension Question.Reply: KeptPart {
  init() { self = .cursor(0) }

  mutating func pass(_ lines: inout KeptLines) {
    var (cursor, text): (Int, String?) = (0, nil)
    switch self {
    case .cursor(let place): cursor = place
    case .typed(let typed): text = typed
    }
    if lines.word("typed", if: text != nil) {
      var typed = text ?? ""
      lines.pass(&typed, isRest: true)
      self = .typed(typed)
    } else {
      lines.word("cursor")
      lines.pass(&cursor)
      self = .cursor(cursor)
    }
  }
}

// MARK: The board

extension HotSeat: KeptPart {
  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&board.state, { $0.rawValue }, { Scoreboard.State(rawValue: $0) })
    lines.pass(&board.startingScore, { String($0) }, { Int($0) })
    lines.pass(&board.winning, { $0.rawValue }, { Scoreboard.Winning(rawValue: $0) })
    lines.pass(&board.nextID)
    lines.pass(&levelsPlayed)
    lines.pass(&row)
    lines.pass(&isPlaying, { $0 ? "yes" : "no" }, { $0 == "yes" })
    var number = 0
    while lines.line("player", if: number < board.players.count) {
      var player = Scoreboard.Player(id: 0, name: "", score: 0)
      if !lines.isReading { player = board.players[number] }
      lines.pass(&player.id)
      lines.pass(&player.score, { String($0) }, { Int($0) })
      if lines.word("left", if: absent.contains(player.id)) {
        absent.insert(player.id)
      } else {
        lines.word("here")
      }
      lines.pass(&player.name, isRest: true)
      if lines.isReading { board.players.append(player) }
      number += 1
    }
    if lines.line("turns", if: level != nil) {
      lines.pass(&trial)
      lines.pass(&level)
    }
    lines.lines("result", &results)
    lines.lines("last", &lastResults)
    lines.line("field", &field)
    lines.check(isPlausible)
  }

  private var isPlausible: Bool {
    if case .rename(let id) = field?.purpose, player(id) == nil { return false }
    // The front end plays a turn only in a level, and a text is typed only while setting up.
    return board.isPlausible && (!isPlaying || next != nil && level != nil)
      && (field == nil || board.state == .settingUp)
  }
}

extension Session.Drawn: KeptPart {
  init() { self.init(named: NamedLevel(Level(), name: ""), rules: .standard, selection: nil) }

  mutating func pass(_ lines: inout KeptLines) {
    var (level, name) = (named.level, named.name)
    lines.pass(&selection, { $0?.rawValue ?? "given" }, { LevelSelection(rawValue: $0) })
    lines.pass(&rules)
    if lines.line("level", if: true) { lines.pass(&level) }
    if lines.line("name", if: name != level.code) {
      lines.pass(&name, isRest: true)
    } else {
      name = level.code
    }
    named = NamedLevel(level, name: name)
  }
}

extension HotSeat.Result: KeptPart {
  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&player)
    lines.pass(&outcome, { $0.name }, { Outcome(named: $0) })
    lines.pass(&moves)
    lines.pass(&points)
  }
}

extension Outcome {
  fileprivate init?(named name: String) {
    guard let outcome = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = outcome
  }
}

extension HotSeat.Field: KeptPart {
  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&purpose, { $0.word }, { Purpose(word: $0) })
    lines.pass(&text, isRest: true)
  }
}

extension HotSeat.Field.Purpose {
  fileprivate init?(word: String) {
    switch word {
    case "add": self = .add
    case "score": self = .startingScore
    default:
      guard let id = word.behind("rename:")?.count() else { return nil }
      self = .rename(id)
    }
  }

  fileprivate var word: String {
    switch self {
    case .add: "add"
    case .startingScore: "score"
    case .rename(let id): "rename:\(id)"
    }
  }
}
