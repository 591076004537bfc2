import ZombiesCore
import ZombiesGenerator

// The board in a session: setting up, turns, and the end of a game.

extension Session {
  /// A turn of a player who is not a person: a policy, or a user's own player.
  public struct Turn: Hashable, Sendable {
    /// The player's name.
    public let player: String
    /// The level.
    public let level: Level
    /// The rules.
    public let rules: Rules
    /// The seed and the trial, from which the player's chance comes.
    public let seed: UInt64
    /// The trial.
    public let trial: UInt64
    /// The most moves of a round.
    public let moveLimit: Int
  }

  /// The turn whose moves are awaited; nil if none are.
  public var turn: Turn? {
    guard seats.isPlaying, place == .board, let player = seats.next, let level = seats.level else {
      return nil
    }
    return Turn(
      player: player.name, level: level.named.level, rules: level.rules, seed: seed,
      trial: level.trial, moveLimit: level.named.level.size.defaultMoveLimit)
  }

  /// The board.
  public var board: Scoreboard { seats.board }

  mutating func goToBoard() {
    place = .board
    tell(BoardTeller(self).about)
  }

  // MARK: What is allowed

  /// The rows of the board while it is set up: the players, and then these.
  enum SetupRow: Int, CaseIterable {
    case add, startingScore, winning
  }

  /// The row behind those of the players that the cursor is on; nil for a player's.
  var setupRow: SetupRow? { SetupRow(rawValue: seats.row - seats.board.players.count) }

  /// The number of rows of the board.
  private var rowCount: Int {
    seats.board.players.count
      + (seats.board.state == .settingUp ? SetupRow.allCases.count : 0)
  }

  /// The player whose row the cursor is on.
  var pointedPlayer: Scoreboard.Player? {
    let players = seats.board.players
    return players.indices.contains(seats.row) ? players[seats.row] : nil
  }

  func allowsAtBoard(_ action: Action) -> Bool {
    if turn != nil {
      switch action {
      case .plays, .sitOut, .leave: return true
      default: return false
      }
    }
    if let field = seats.field {
      switch action {
      case .type(let text): return !text.isEmpty
      case .erase: return !field.text.isEmpty
      case .choose: return accepts(field)
      case .back, .leave: return true
      default: return false
      }
    }
    let board = seats.board
    switch action {
    case .previous: return seats.row > 0
    case .next: return seats.row < rowCount - 1
    case .point(let row): return (0..<rowCount).contains(row)
    case .open, .leave: return true
    case .visit(let mode): return mode != .board
    case .share: return shareable != nil
    case .choose:
      return board.state == .settingUp ? rowCount > 0 : seats.next != nil
    case .change(let forward):
      switch board.state {
      case .settingUp: return setupRow == .startingScore || setupRow == .winning
      case .playing:
        var changed = board
        return pointedPlayer.map { changed.changeScore(of: $0.id, by: forward ? 1 : -1) } ?? false
      case .gameOver: return false
      }
    case .seat(let name):
      var changed = board
      return changed.add(name)
    case .add:
      return board.state == .settingUp && board.players.count < Scoreboard.mostPlayers
    case .remove: return board.state == .settingUp && pointedPlayer != nil
    case .button(.start): return board.state == .settingUp
    case .button(.end): return board.state == .playing
    case .button(.reset): return board.state == .gameOver
    case .sitOut: return seats.next != nil
    default: return false
    }
  }

  private func isNewName(_ name: String, for id: Int? = nil) -> Bool {
    Scoreboard.isName(name) && seats.board.isFree(name, for: id)
  }

  /// Whether what is typed can be taken.
  private func accepts(_ field: HotSeat.Field) -> Bool {
    switch field.purpose {
    case .add: isNewName(field.text.trimmedBlanks)
    case .rename(let id): isNewName(field.text.trimmedBlanks, for: id)
    case .startingScore:
      // As numbers are written: no plus sign, no leading zero.
      Int(field.text.trimmedBlanks).map {
        Scoreboard.scores.contains($0) && "\($0)" == field.text.trimmedBlanks
      } ?? false
    }
  }

  // MARK: Doing it

  mutating func performAtBoard(_ action: Action) {
    if seats.field != nil {
      performInField(action)
      return
    }
    switch action {
    case .previous: seats.row -= 1
    case .next: seats.row += 1
    case .point(let row): seats.row = row
    case .choose: if seats.board.state == .settingUp { chooseSetup() } else { beginTurn() }
    case .change(let forward): change(forward: forward)
    case .seat(let name): add(name)
    case .add: seats.field = HotSeat.Field(purpose: .add)
    case .remove:
      guard let player = pointedPlayer else { return }
      seats.board.remove(player.id)
      announce(["\(player.name) is off the board."])
    case .button(.start):
      seats.startGame()
      tell(["The game begins."] + BoardTeller(self).about)
    case .button(.end):
      seats.board.endGame()
      seats.row = 0
      tell(BoardTeller(self).about)
    case .button(.reset):
      seats.board.resetGame()
      tell(BoardTeller(self).about)
    case .sitOut: sitOut(seats.next?.id)
    case .plays(let moves): play(moves)
    case .share: tellShare()
    default: assertionFailure("an action that is allowed is performed")
    }
  }

  private mutating func chooseSetup() {
    switch setupRow {
    case .add: seats.field = HotSeat.Field(purpose: .add)
    case .startingScore: seats.field = HotSeat.Field(purpose: .startingScore)
    case .winning: change(forward: true)
    case nil:
      if let player = pointedPlayer {
        seats.field = HotSeat.Field(purpose: .rename(player.id), text: player.name)
      }
    }
  }

  private mutating func change(forward: Bool) {
    if seats.board.state == .playing {
      guard let player = pointedPlayer else { return }
      seats.board.changeScore(of: player.id, by: forward ? 1 : -1)
      tell([BoardTeller(self).score(player.id)])
      return
    }
    if setupRow == .winning {
      seats.board.setWinning(seats.board.winning == .highest ? .lowest : .highest)
    } else {
      let offered = Scoreboard.offeredStartingScores
      let place = offered.firstIndex(of: seats.board.startingScore)
      let next = place.map { ($0 + (forward ? 1 : offered.count - 1)) % offered.count } ?? 0
      seats.board.setStartingScore(offered[next])
    }
    tell([BoardTeller(self).rules])
  }

  private mutating func add(_ name: String) {
    // The cursor stays on the row that it was on.
    if seats.row >= seats.board.players.count, seats.board.state == .settingUp { seats.row += 1 }
    seats.board.add(name)
    announce(["\(name) is on the board."])
  }

  private mutating func performInField(_ action: Action) {
    guard var field = seats.field else { return }
    switch action {
    case .type(let text):
      field.text = shownText(field.text + text, atMost: Scoreboard.longestName)
      seats.field = field
    case .erase:
      field.text.removeLast()
      seats.field = field
    case .back: seats.field = nil
    case .choose:
      seats.field = nil
      let text = field.text.trimmedBlanks
      switch field.purpose {
      case .add: add(text)
      case .rename(let id):
        seats.board.rename(id, to: text)
        announce(["The player is now called \(text)."])
      case .startingScore:
        seats.board.setStartingScore(Int(text) ?? 0)
        tell([BoardTeller(self).rules])
      }
    default: assertionFailure("an action that is allowed is performed")
    }
  }

  // MARK: Turns

  /// Begins the turn of the player who is next: a person plays in the room, for others moves are
  /// awaited.
  private mutating func beginTurn() {
    if seats.next == nil { return }
    if seats.level == nil { begin(.turn) } else { beginTurnInLevel() }
  }

  /// The turns of a level begin.
  mutating func beginTurns(in drawn: Attempt) {
    seats.begin(
      HotSeat.TurnLevel(
        named: drawn.named, rules: drawn.rules, selection: drawn.selection, trial: drawn.trial))
    beginTurnInLevel()
  }

  private mutating func beginTurnInLevel() {
    guard let player = seats.next else { return }
    guard let attempt = attempt(of: player) else { return }
    if seats.isMachine(player) {
      place = .board
      seats.isPlaying = true
      announce(["\(player.name) plays."])
      return
    }
    place = .room
    stage = .playing(attempt)
    begin()
  }

  private func attempt(of player: Scoreboard.Player) -> Attempt? {
    guard let level = seats.level else { return nil }
    var attempt = Attempt(
      level.named, rules: level.rules, trial: level.trial, standing: .counts,
      purpose: .turn(player.id))
    attempt.selection = level.selection
    return attempt
  }

  /// Plays the moves of a player who is not a person, as far as they are legal; the board tells what
  /// came of it, and nothing of the level.
  private mutating func play(_ moves: [Direction]) {
    guard let turn, let player = seats.next, var attempt = attempt(of: player) else { return }
    for direction in moves where attempt.round.outcome == nil && attempt.path.count < turn.moveLimit
    {
      guard attempt.move(direction) != nil else { break }
    }
    seats.isPlaying = false
    countTurn(attempt, attempt.round.outcome ?? .outOfMoves)
    // What came of it is told when everybody has played the level.
    if seats.level != nil { announce(["\(player.name) has played."]) }
    goToBoard()
  }

  /// Whoever plays next has not seen the level. A transcript is no screen, and keeps everything.
  mutating func forgetTurn() {
    if !isTextOnly { log.clear() }
  }

  /// Lets a player leave in the middle of a game.
  mutating func sitOut(_ id: Int?) {
    guard let id, let player = seats.player(id) else { return }
    // In the middle of a turn, others have still to play the level.
    if place == .room { forgetTurn() }
    // Whoever plays for others lets a player leave who cannot play the level.
    let leaves = seats.isPlaying ? "cannot play this level, and leaves" : "leaves"
    seats.isPlaying = false
    seats.sitOut(id)
    announce(["\(player.name) \(leaves) the game. The row stays, and the turns are skipped."])
    goToBoard()
  }
}
