import ZombiesCore
import ZombiesGenerator

// The scoreboard in a session: setting up, turns, and the end of a game.

extension Session {
  /// A turn of a player that is not a person: a built-in or user-defined policy.
  public struct Turn: Hashable, Sendable {
    /// The player's name.
    public let player: String
    /// The level.
    public let level: Level
    /// The rules.
    public let rules: Rules
    /// The seed, which together with the trial determines the policy's random numbers.
    public let seed: UInt64
    /// The trial.
    public let trial: UInt64
    /// The maximum number of moves in a round.
    public let moveLimit: Int
  }

  /// The turn whose moves the session is waiting for; nil if there is none.
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
    // The cursor is on the player whose turn it is.
    if let row = seats.next.flatMap({ seats.board.place(of: $0.id) }) { seats.row = row }
    tell(BoardTeller(self).about)
  }

  // MARK: Allowed actions

  /// The rows below the players while the board is being set up.
  enum SetupRow: Int, CaseIterable {
    case add, startingScore, winning
  }

  /// The row below the players that the cursor is on; nil if the cursor is on a player.
  var setupRow: SetupRow? { SetupRow(rawValue: seats.row - seats.board.players.count) }

  /// The number of rows of the board.
  private var rowCount: Int {
    seats.board.players.count
      + (seats.board.state == .settingUp ? SetupRow.allCases.count : 0)
  }

  /// The player that the cursor is on.
  var pointedPlayer: Scoreboard.Player? {
    let players = seats.board.players
    return players.indices.contains(seats.row) ? players[seats.row] : nil
  }

  /// The effect of an action at the board.
  ///
  /// - Parameter isTyped: Whether the action was typed, and so does not depend on the cursor.
  func deedAtBoard(_ action: Action, isTyped: Bool) -> Deed {
    let board = seats.board
    let isAwaited = turn != nil
    let field = isAwaited ? nil : seats.field
    // While a policy plays or a text is being typed, other actions have to wait.
    let isFree = !isAwaited && field == nil
    switch action {
    case .leave: return .leaves
    case .plays(let moves) where isAwaited: return .does { $0.play(moves) }
    case .sitOut where isAwaited || isFree && seats.next != nil:
      return .does { $0.sitOut($0.seats.next?.id) }
    case .type(let text) where field != nil && !text.isEmpty: return .does { $0.write(text) }
    case .erase where field?.text.isEmpty == false:
      return .does { $0.seats.field?.text.removeLast() }
    case .back where field != nil: return .does { $0.seats.field = nil }
    case .choose where board.state == .settingUp && !isTyped:
      if let field { return accepts(field) ? .does { $0.take(field) } : stateOfGame }
      return isFree ? .does { $0.chooseSetup() } : stateOfGame
    case .choose where isFree && seats.next != nil: return .does { $0.beginTurn() }
    case .previous where isFree && seats.row > 0: return .does { $0.seats.row -= 1 }
    case .next where isFree && seats.row < rowCount - 1: return .does { $0.seats.row += 1 }
    case .point(let row) where isFree && (0..<rowCount).contains(row):
      return .does { $0.seats.row = row }
    case .change(let forward) where isFree && changed(forward: forward) != nil:
      return .does { $0.change(forward: forward) }
    case .seat(let name):
      var changed = board
      guard isFree, changed.add(name) else { return .refused(refusal(ofSeat: name)) }
      return .does { $0.add(name) }
    case .add
    where isFree && board.state == .settingUp && board.players.count < Scoreboard.mostPlayers:
      return .does { $0.seats.field = HotSeat.Field(purpose: .add) }
    case .remove:
      guard isFree, board.state == .settingUp, let player = pointedPlayer else {
        return .refused("You can remove players only while setting up.")
      }
      return .does {
        $0.seats.remove(player.id)
        $0.announce(["\(player.name) is off the board."])
      }
    case .button(.start) where isFree && board.state == .settingUp:
      return .does {
        $0.seats.startGame()
        $0.tell(["The game begins."] + BoardTeller($0).about)
      }
    case .button(.end) where isFree && board.state == .playing:
      return .does {
        $0.seats.board.endGame()
        $0.seats.row = 0
        $0.tell(BoardTeller($0).about)
      }
    case .button(.reset) where isFree && board.state == .gameOver:
      return .does {
        $0.seats.board.resetGame()
        $0.tell(BoardTeller($0).about)
      }
    case .open(let page) where isFree: return .opens(page)
    case .visit(let mode): return .visits(mode, if: isFree && mode != .board)
    case .share: return isFree ? sharing : .noRound
    case .choose, .button, .sitOut: return stateOfGame
    default: return .meaningless
    }
  }

  /// The reason why a button does nothing, or why there is no turn.
  private var stateOfGame: Deed {
    switch seats.board.state {
    case .settingUp: .refused("The game has not started. Type start to start it.")
    case .playing: .refused("A game is in progress. " + BoardTeller(self).next)
    case .gameOver: .refused("The game is over. Type reset to set up another.")
    }
  }

  /// The reason why a player cannot be added.
  private func refusal(ofSeat name: String) -> String {
    seats.board.state == .settingUp && seats.board.players.count >= Scoreboard.mostPlayers
      ? "The board is full: it has \(Scoreboard.mostPlayers) players." : refusal(ofName: name)
  }

  /// The reason why a player cannot have a name.
  func refusal(ofName name: String) -> String {
    if seats.board.state != .settingUp { return Self.settingUpOnly }
    if !Scoreboard.isName(name) {
      return "'\(name)' cannot be a name: expected 1 to \(Scoreboard.longestName) characters."
    }
    return "There is already a player '\(name)'. Choose another name."
  }

  static let settingUpOnly = "You can change players, names and rules only while setting up."

  /// The board with the value or the score on the row of the cursor changed; nil if it cannot change.
  private func changed(forward: Bool) -> Scoreboard? {
    var board = seats.board
    switch (board.state, setupRow) {
    case (.settingUp, .winning): board.setWinning(board.winning == .highest ? .lowest : .highest)
    case (.settingUp, .startingScore):
      let offered = Scoreboard.offeredStartingScores
      let place = offered.firstIndex(of: board.startingScore)
      let next = place.map { ($0 + (forward ? 1 : offered.count - 1)) % offered.count } ?? 0
      board.setStartingScore(offered[next])
    case (.playing, _):
      guard let player = pointedPlayer, board.changeScore(of: player.id, by: forward ? 1 : -1)
      else { return nil }
    default: return nil
    }
    return board
  }

  private func isNewName(_ name: String, for id: Int? = nil) -> Bool {
    Scoreboard.isName(name) && seats.board.isFree(name, for: id)
  }

  /// Whether the typed text is valid.
  private func accepts(_ field: HotSeat.Field) -> Bool {
    switch field.purpose {
    case .add: isNewName(field.text.trimmedBlanks)
    case .rename(let id): isNewName(field.text.trimmedBlanks, for: id)
    case .startingScore:
      // Only the usual form of a number is valid: no plus sign, no leading zero.
      Int(field.text.trimmedBlanks).map {
        Scoreboard.scores.contains($0) && "\($0)" == field.text.trimmedBlanks
      } ?? false
    }
  }

  // MARK: Performing actions

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
    guard let changed = changed(forward: forward) else { return }
    seats.board = changed
    if changed.state == .playing, let player = pointedPlayer {
      announce([BoardTeller(self).score(player.id)])
    } else {
      tell([BoardTeller(self).rules])
    }
  }

  private mutating func add(_ name: String) {
    // Keep the cursor on the same row.
    if seats.row >= seats.board.players.count, seats.board.state == .settingUp { seats.row += 1 }
    seats.board.add(name)
    announce(["\(name) is on the board."])
  }

  private mutating func write(_ text: String) {
    guard let field = seats.field else { return }
    seats.field?.text = shownText(field.text + text, atMost: Scoreboard.longestName)
  }

  /// Applies the typed text.
  private mutating func take(_ field: HotSeat.Field) {
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
  }

  // MARK: Turns

  /// Begins the next player's turn. A person plays in the room; for other players, the session waits
  /// for their moves.
  private mutating func beginTurn() {
    if seats.level == nil { begin(.turn) } else { beginTurnInLevel() }
  }

  /// Begins the turns in a level.
  mutating func beginTurns(in drawn: Drawn, trial: UInt64) {
    seats.level = HotSeat.TurnLevel(
      named: drawn.named, rules: drawn.rules, selection: drawn.selection, trial: trial)
    beginTurnInLevel()
  }

  private mutating func beginTurnInLevel() {
    guard let player = seats.next, let attempt = attempt(of: player) else { return }
    if seats.isMachine(player) {
      place = .board
      seats.isPlaying = true
      announce(["\(player.name) is playing."])
      return
    }
    start(attempt, trial: seats.level?.trial ?? 0, lives: 1)
  }

  private func attempt(of player: Scoreboard.Player) -> Attempt? {
    guard let level = seats.level else { return nil }
    return Attempt(
      level.named, rules: level.rules, at: .turn(player.id), selection: level.selection)
  }

  /// Plays the moves of a player that is not a person, up to the first illegal one. The board shows
  /// the result, but nothing of the level.
  private mutating func play(_ moves: [Direction]) {
    guard let turn, let player = seats.next, var attempt = attempt(of: player) else { return }
    attempt.begin(trial: turn.trial, lives: 1)
    for direction in moves {
      guard attempt.take(.move(direction)) != nil else { break }
    }
    seats.isPlaying = false
    let outcome = attempt.outcome ?? .outOfMoves
    seats.end(turnOf: player.id, outcome, moves: attempt.path.count)
    record(attempt, outcome)
    // The result is shown when everyone has played the level.
    if seats.level != nil { announce(["\(player.name) has played."]) }
    goToBoard()
  }

  /// Clears the log, because the next player must not see the level. A transcript has no screen to
  /// clear, and keeps everything.
  mutating func forgetTurn() {
    if !isTextOnly { log.clear() }
  }

  /// Lets a player leave in the middle of a game.
  mutating func sitOut(_ id: Int?) {
    guard let id, let player = seats.player(id) else { return }
    // In the middle of a turn, others still have to play the level.
    if isInRoom { forgetTurn() }
    // A policy leaves during its turn only if it cannot play the level.
    let leaves = seats.isPlaying ? "cannot play this level and leaves" : "leaves"
    seats.isPlaying = false
    seats.sitOut(id)
    announce(["\(player.name) \(leaves) the game. The row stays, but the turns are skipped."])
    goToBoard()
  }
}
