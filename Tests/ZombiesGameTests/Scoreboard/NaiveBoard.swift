import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// A second version of a board with turns, written from "The scoreboard" and not from the code.
struct NaiveBoard {
  struct Player {
    let id: Int
    var name: String
    var score: Int
    var hasLeft = false
  }

  enum State: String {
    case settingUp = "setting up"
    case playing
    case gameOver = "game over"
  }

  /// The end of a turn.
  struct Turn {
    let player: Player
    let outcome: String
    let moves: Int
    let points: Int
    let trial: Int
  }

  static let codes = [
    "S1P/Z2", "Z1P/2S", "S1/1P", "Z2P/3S+lit", "SZP", "P1Z/S2", "1F1P/S1Z1", "S3/4/4/3P", "S#P",
  ]
  static let machines = ["robot", "optimal"]

  var players: [Player] = []
  var state = State.settingUp
  var startingScore = 0
  var lowestWins = false
  var lastID = -1
  /// The row of the cursor.
  var row = 0
  /// The text that is typed: a player's name, or the starting score.
  var field: (label: String, player: Int?, text: String)?

  /// The number of levels that were played to the end, in this game and in all.
  var levelsPlayed = 0
  var trials = 0
  /// The current level with its rules, once a player has begun it.
  var level: (code: String, rules: NaiveRules)?
  var turns: [Turn] = []
  var lastTurns: [Turn] = []
  /// The current turn; a machine's moves are awaited.
  var round: NaiveRound?
  var isAwaited = false
  /// Whether the message about a turn stands.
  var isOver = false
  /// Whether the board is left for a moment.
  var isElsewhere = false
  /// The rules of the next level.
  var rules = NaiveRules.standard
  var last: Turn?

  /// The place of the next player. The first player moves on by one at each level.
  var next: Int? {
    guard state == .playing else { return nil }
    return players.indices.map { ($0 + levelsPlayed) % players.count }.first { place in
      !players[place].hasLeft && !turns.contains { $0.player.id == players[place].id }
    }
  }

  var isAtBoard: Bool { round == nil && !isOver }
  private var isFree: Bool { isAtBoard && field == nil }

  // MARK: Actions

  /// Performs an action; returns whether it is allowed.
  mutating func perform(_ action: Action) -> Bool {
    if isOver {
      guard action == .dismiss else { return false }
      isOver = false
      returnToBoard()
      return true
    }
    if let field { return perform(action, typing: field) }
    switch action {
    case .move(let direction): return move(Int(direction.rawValue))
    case .plays(let moves): return play(moves.map { Int($0.rawValue) })
    case .sitOut:
      guard let next else { return false }
      players[next].hasLeft = true
      endTurn()
      returnToBoard()
      return true
    case .set(let setting):
      let value = Int(setting.value) ?? 0
      if setting.kind.name == "speed" {
        rules.speed = value
      } else {
        rules.catchingDistance = value
      }
      return true
    default: return isFree && performAtBoard(action)
    }
  }

  private mutating func performAtBoard(_ action: Action) -> Bool {
    let isSettingUp = state == .settingUp
    let isPlayer = players.indices.contains(row)
    switch action {
    case .seat(let name):
      guard isSettingUp, isName(name, of: nil) else { return false }
      add(name)
    case .add:
      guard isSettingUp else { return false }
      field = ("Name of the new player", nil, "")
    case .remove:
      guard isSettingUp, isPlayer else { return false }
      players.remove(at: row)
    case .button(.start):
      guard isSettingUp else { return false }
      start()
    case .button(.end):
      guard state == .playing else { return false }
      (state, row) = (.gameOver, 0)
    case .button(.reset):
      guard state == .gameOver else { return false }
      state = .settingUp
    case .previous, .next, .point:
      var target = row + (action == .next ? 1 : -1)
      if case .point(let place) = action { target = place }
      guard (0..<players.count + (isSettingUp ? 3 : 0)).contains(target) else { return false }
      row = target
    case .change(let forward): return change(by: forward ? 1 : -1)
    case .choose:
      if !isSettingUp { return beginTurn() }
      switch row - players.count {
      case 0: field = ("Name of the new player", nil, "")
      case 1: field = ("Starting score", nil, "")
      case 2: lowestWins.toggle()
      default: field = ("New name", players[row].id, players[row].name)
      }
    case .visit(let mode):
      guard isElsewhere == (mode == .board) else { return false }
      isElsewhere.toggle()
      if !isElsewhere { returnToBoard() }
    default: return false
    }
    return true
  }

  private func isName(_ name: String, of player: Int?) -> Bool {
    (1...64).contains(name.count) && name.first != " " && name.last != " "
      && !name.contains { "\u{1B}\n\u{202E}".contains($0) }
      && !players.contains { $0.name == name && $0.id != player }
  }

  private mutating func add(_ name: String) {
    lastID += 1
    if row >= players.count { row += 1 }
    players.append(Player(id: lastID, name: name, score: startingScore))
  }

  private mutating func start() {
    (state, row) = (.playing, 0)
    for place in players.indices {
      (players[place].score, players[place].hasLeft) = (startingScore, false)
    }
    (levelsPlayed, level, turns, lastTurns) = (0, nil, [], [])
  }

  private mutating func change(by step: Int) -> Bool {
    switch state {
    case .gameOver: return false
    case .playing:
      guard players.indices.contains(row), abs(players[row].score + step) <= 1_000_000_000 else {
        return false
      }
      players[row].score += step
    case .settingUp:
      switch row - players.count {
      case 1:
        let place = [0, 10, 20].firstIndex(of: startingScore)
        startingScore = place.map { [0, 10, 20][($0 + step + 3) % 3] } ?? 0
      case 2: lowestWins.toggle()
      default: return false
      }
    }
    return true
  }

  /// Performs an action while a text is typed.
  private mutating func perform(
    _ action: Action, typing field: (label: String, player: Int?, text: String)
  ) -> Bool {
    switch action {
    case .type(let text):
      let shown = (field.text + text).map { "\u{1B}\n\u{202E}".contains($0) ? " " : $0 }
      self.field?.text = String(shown.prefix(64))
      return !text.isEmpty
    case .erase:
      self.field?.text = String(field.text.dropLast())
      return !field.text.isEmpty
    case .back: self.field = nil
    case .choose:
      var text = field.text[...]
      while text.first == " " { text.removeFirst() }
      while text.last == " " { text.removeLast() }
      if field.label == "Starting score" {
        guard text.wholeMatch(of: /0|-?[1-9][0-9]{0,9}/) != nil, let score = Int(text),
          abs(score) <= 1_000_000_000
        else { return false }
        startingScore = score
      } else {
        guard isName(String(text), of: field.player) else { return false }
        if let place = players.firstIndex(where: { $0.id == field.player }) {
          players[place].name = String(text)
        } else {
          add(String(text))
        }
      }
      self.field = nil
    default: return false
    }
    return true
  }

  // MARK: Turns

  private mutating func beginTurn() -> Bool {
    guard let next else { return false }
    if level == nil {
      level = (Self.codes[trials % Self.codes.count], rules)
      trials += 1
    }
    guard let level, let naive = NaiveLevel(code: level.code) else { return false }
    round = NaiveRound(naive, level.rules)
    isAwaited = Self.machines.contains(players[next].name)
    if !isAwaited { endIfOver() }
    return true
  }

  private mutating func move(_ direction: Int) -> Bool {
    guard !isAwaited, round?.legalMoves().contains(direction) == true else { return false }
    round?.move(direction)
    endIfOver()
    return true
  }

  /// Plays a machine's moves up to the first illegal one.
  private mutating func play(_ moves: [Int]) -> Bool {
    guard isAwaited else { return false }
    for move in moves {
      guard var played = round, played.outcome == nil, played.moves < 4 * played.level.squareCount,
        played.legalMoves().contains(move)
      else { break }
      played.move(move)
      round = played
    }
    count()
    returnToBoard()
    return true
  }

  private mutating func endIfOver() {
    guard let round, round.outcome != nil || round.moves == 4 * round.level.squareCount else {
      return
    }
    isOver = true
    count()
  }

  /// Counts the turn, which is over.
  private mutating func count() {
    guard let round, let next else { return }
    let isWon = round.outcome == .won
    let points = lowestWins ? isWon ? round.moves : 8 * round.level.squareCount : isWon ? 1 : 0
    if abs(players[next].score + points) <= 1_000_000_000 { players[next].score += points }
    let turn = Turn(
      player: players[next], outcome: round.outcome?.rawValue ?? "out-of-moves", moves: round.moves,
      points: points, trial: trials - 1)
    last = turn
    turns.append(turn)
    endTurn()
  }

  /// Continues with the next level when all remaining players have played this one.
  private mutating func endTurn() {
    (round, isAwaited) = (nil, false)
    guard next == nil, !turns.isEmpty else { return }
    (levelsPlayed, level, lastTurns, turns) = (levelsPlayed + 1, nil, turns, [])
  }

  private mutating func returnToBoard() { row = next ?? row }

  // MARK: What is shown

  var shown: [String] {
    var lines = ["Scoreboard: \(state.rawValue)"]
    var rows: [String] = []
    switch state {
    case .settingUp:
      rows = players.map { Self.machines.contains($0.name) ? "\($0.name) | policy" : $0.name }
      rows += ["Add a player", "Starting score | \(startingScore)"]
      rows.append("Who wins | \(lowestWins ? "lowest" : "highest") score")
    case .playing:
      if turns.isEmpty, !lastTurns.isEmpty {
        lines.append("Level \(levelsPlayed) is over.")
        lines += lastTurns.map(told)
      }
      lines.append(
        next.map { "Level \(levelsPlayed + 1): \(players[$0].name)'s turn." }
          ?? (players.isEmpty ? "There are no players." : "Everyone has left. End the game."))
      rows = players.map { "\($0.name) | \($0.score)\($0.hasLeft ? ", has left" : "")" }
    case .gameOver:
      func isBetter(_ one: Player, _ other: Player) -> Bool {
        lowestWins ? one.score < other.score : one.score > other.score
      }
      func rank(_ player: Player) -> Int { 1 + players.count { isBetter($0, player) } }
      let winners = players.filter { rank($0) == 1 }.map(\.name)
      let first = winners.dropLast().joined(separator: ", ")
      lines.append(
        winners.isEmpty
          ? "There is no winner because there were no players."
          : winners.count == 1
            ? "The winner is \(winners[0])."
            : "The winners are \(first) and \(winners[winners.count - 1]).")
      for place in 1...max(1, players.count) {
        rows += players.filter { rank($0) == place }.map {
          "\(place). \($0.name) | \(place == 1 ? "winner, " : "")\($0.score)"
        }
      }
    }
    lines += rows.enumerated().map { ($0.offset == row ? "> " : "  ") + $0.element }
    return lines + (field.map { ["\($0.label): \($0.text)"] } ?? [])
  }

  private func told(_ turn: Turn) -> String {
    let moves = turn.moves == 1 ? "1 move" : "\(turn.moves) moves"
    let how =
      switch turn.outcome {
      case "won": "won in \(moves)"
      case "caught": "was caught after \(moves)"
      case "stuck": "got stuck after \(moves)"
      default: "ran out of moves after \(turn.moves)"
      }
    return "\(turn.player.name) \(how): \(turn.points == 1 ? "1 point" : "\(turn.points) points")."
  }

  /// How a session differs; nil if it does not.
  func complaint(_ session: Session) -> String? {
    let board = session.board
    if board.players.map(\.id) != players.map(\.id) { return "identities" }
    if session.lastCounted?.player != last?.player.name
      || session.lastCounted.map({ "\($0.outcome)" }) != last?.outcome
      || session.lastCounted?.path.count != last?.moves
      || session.lastCounted?.trial != last.map({ UInt64($0.trial) })
    {
      return "counted \(String(describing: session.lastCounted))"
    }
    guard let round else {
      if isOver { return session.screenKind == .message ? nil : "no message" }
      guard let panel = session.panel, session.awaits == nil else { return "no board" }
      var found = [panel.title] + panel.lines
      found += panel.rows.map {
        ($0.isCurrent ? "> " : "  ") + $0.text + ($0.detail.isEmpty ? "" : " | \($0.detail)")
      }
      found += panel.field.map { ["\($0.label): \($0.text)"] } ?? []
      return found == shown ? nil : "\(found), expected \(shown)"
    }
    guard let next, let level else { return "no turn" }
    let rules = level.rules
    if isAwaited {
      guard let turn = session.turn, session.awaits == .player else { return "no turn" }
      return turn.level.code == level.code && turn.moveLimit == 4 * round.level.squareCount
        && turn.player == players[next].name && turn.trial == UInt64(trials - 1)
        && turn.rules.catchingDistance == rules.catchingDistance
        && turn.rules.zombieSpeed == rules.speed ? nil : "\(turn)"
    }
    let room = session.room
    if room.size.squareCount != round.level.squareCount { return "another level" }
    if room.player.row * room.size.columns + room.player.column != round.player {
      return "the player at \(room.player)"
    }
    return session.screen.notes.first == "\(players[next].name)'s turn" ? nil : "another turn"
  }
}
