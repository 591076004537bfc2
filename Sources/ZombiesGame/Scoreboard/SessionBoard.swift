import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

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

    /// The moves of the built-in policy whose turn it is, the same as in a batch with this seed and
    /// trial. Nil if the player is not a built-in policy, or if the policy cannot play the level.
    public var movesOfPolicy: [Direction]? {
      try? Policy(builtIn: player)?.play(
        level, seed: seed, trial: trial, rules: rules, moveLimit: moveLimit
      ).moves
    }
  }

  /// The turn whose moves the session is waiting for; nil if there is none.
  public var turn: Turn? {
    guard seats.isPlaying, place == .board, let player = seats.next, let level = seats.level else {
      return nil
    }
    return Turn(
      player: player.name, level: level.named.level, rules: level.rules, seed: seed,
      trial: seats.trial, moveLimit: level.named.level.size.defaultMoveLimit)
  }

  /// The board.
  public var board: Scoreboard { seats.board }

  mutating func goToBoard() {
    place = .board
    // The cursor is on the player whose turn it is.
    if let row = seats.next.flatMap({ seats.board.place(of: $0.id) }) { seats.row = row }
    tell(BoardTeller(self).about)
  }

  /// The rows below the players while the board is being set up.
  enum SetupRow: Int, CaseIterable {
    case add, startingScore, winning
  }

  /// The row below the players that the cursor is on; nil if the cursor is on a player.
  var setupRow: SetupRow? { SetupRow(rawValue: seats.row - seats.board.players.count) }

  // MARK: Actions

  /// The effect of an action at the board.
  ///
  /// - Parameter isTyped: Whether the action was typed, and so does not depend on the cursor.
  func deedAtBoard(_ action: Action, isTyped: Bool) -> Deed {
    let (board, row) = (seats.board, seats.row)
    let isSettingUp = board.state == .settingUp
    let player = board.players.indices.contains(row) ? board.players[row] : nil
    // While a policy plays, other actions have to wait.
    let isFree = turn == nil
    switch action {
    case _ where seats.field != nil: return deedInField(action)
    case .plays(let moves) where !isFree: return .does { $0.play(moves) }
    case .sitOut where seats.next != nil: return .does { $0.sitOut($0.seats.next?.id) }
    case .choose where isSettingUp && !isTyped:
      switch setupRow {
      case .add: return deedAtBoard(.add, isTyped: false)
      case .startingScore: return opens(HotSeat.Field(purpose: .startingScore))
      case .winning: return deedAtBoard(.change(forward: true), isTyped: false)
      case nil:
        guard let player else { return stateOfGame }
        return opens(HotSeat.Field(purpose: .rename(player.id), text: player.name))
      }
    case .choose where isFree && seats.next != nil: return .does { $0.beginTurn() }
    case .button(let button) where isFree:
      guard let pressed = seats.pressing(button) else { return stateOfGame }
      return .does {
        $0.seats = pressed
        $0.tell((button == .start ? ["The game begins."] : []) + BoardTeller($0).about)
      }
    case .choose, .button, .sitOut: return stateOfGame
    case .previous where isFree: return points(to: row - 1)
    case .next where isFree: return points(to: row + 1)
    case .point(let row) where isFree: return points(to: row)
    case .change(let forward) where isFree:
      switch (setupRow, player) {
      case (.winning, _):
        return changing { $0.setWinning(board.winning == .highest ? .lowest : .highest) }
      case (.startingScore, _):
        let offered = Scoreboard.offeredStartingScores
        let place = offered.firstIndex(of: board.startingScore)
        return starting(
          at: offered[place.map { ($0 + (forward ? 1 : offered.count - 1)) % offered.count } ?? 0])
      case (_, let player?): return giving(forward ? 1 : -1, to: player)
      default: return .meaningless
      }
    case .seat(let name): return adding(name)
    case .add: return refusalToAdd.map { .refused($0) } ?? opens(HotSeat.Field())
    case .remove: return player.map(removing) ?? .refused(Self.removingOnly)
    case .open(let page) where isFree: return .opens(page)
    case .visit(let mode): return .visits(mode, if: isFree && mode != .board)
    case .share: return isFree ? sharing : .noRound
    default: return .meaningless
    }
  }

  private func points(to row: Int) -> Deed {
    let isSettingUp = seats.board.state == .settingUp
    let rows = seats.board.players.count + (isSettingUp ? SetupRow.allCases.count : 0)
    return (0..<rows).contains(row) ? .does { $0.seats.row = row } : .meaningless
  }

  private func opens(_ field: HotSeat.Field) -> Deed { .does { $0.seats.field = field } }

  /// The effect of an action while a text is being typed.
  private func deedInField(_ action: Action) -> Deed {
    guard let field = seats.field else { return .meaningless }
    let text = field.text.trimmedBlanks
    switch (action, field.purpose) {
    case (.type(let more), _) where !more.isEmpty:
      let all = shownText(field.text + more, atMost: Scoreboard.longestName)
      return .does { $0.seats.field?.text = all }
    case (.erase, _) where !field.text.isEmpty:
      return .does { $0.seats.field?.text.removeLast() }
    case (.back, _): return .does { $0.seats.field = nil }
    case (.choose, .add): return adding(text)
    case (.choose, .rename(let id)): return renaming(id, to: text)
    case (.choose, .startingScore):
      // Only the usual form of a number is valid: no plus sign, no leading zero.
      let score = Int(text).flatMap { String($0) == text ? $0 : nil }
      return starting(at: score ?? .max)
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

  // MARK: Changes of the board

  /// A change of the board, which closes the field.
  ///
  /// - Parameters:
  ///   - sentence: What is told; nil for the rules, which the board shows.
  ///   - refusal: Why the board does not change, if it does not.
  func changing(
    _ sentence: String? = nil, else refusal: String = settingUpOnly,
    _ change: (inout Scoreboard) -> Bool
  ) -> Deed {
    var changed = seats
    changed.field = nil
    guard change(&changed.board) else { return .refused(refusal) }
    // Below the players, the cursor stays on its row.
    let count = seats.board.players.count
    if seats.row >= count { changed.row += changed.board.players.count - count }
    return .does { [changed] in
      $0.seats = changed
      if let sentence { $0.announce([sentence]) } else { $0.tell([BoardTeller($0).rules]) }
    }
  }

  private func adding(_ name: String) -> Deed {
    changing("\(name) is on the board.", else: refusalToAdd ?? refusal(ofName: name)) {
      $0.add(name)
    }
  }

  func removing(_ player: Scoreboard.Player) -> Deed {
    changing("\(player.name) is off the board.", else: Self.removingOnly) { $0.remove(player.id) }
  }

  func renaming(_ id: Int, to name: String) -> Deed {
    changing("The player is now called \(name).", else: refusal(ofName: name)) {
      $0.rename(id, to: name)
    }
  }

  func starting(at score: Int) -> Deed {
    let isSettingUp = seats.board.state == .settingUp
    return changing(else: isSettingUp ? Self.scoreRange : Self.settingUpOnly) {
      $0.setStartingScore(score)
    }
  }

  func giving(_ points: Int, to player: Scoreboard.Player) -> Deed {
    let isPlaying = seats.board.state == .playing
    return changing(
      seats.told(player, score: player.score + points),
      else: isPlaying ? Self.scoreRange : "You can change scores only during a game."
    ) { $0.changeScore(of: player.id, by: points) }
  }

  /// The reason why no player can be added; nil if one can.
  private var refusalToAdd: String? {
    if seats.board.state != .settingUp { return Self.settingUpOnly }
    guard seats.board.players.count >= Scoreboard.mostPlayers else { return nil }
    return "The board is full: it has \(Scoreboard.mostPlayers) players."
  }

  /// The reason why a player cannot have a name.
  private func refusal(ofName name: String) -> String {
    if seats.board.state != .settingUp { return Self.settingUpOnly }
    if !Scoreboard.isName(name) {
      return "'\(name)' cannot be a name: expected 1 to \(Scoreboard.longestName) characters."
    }
    return "There is already a player '\(name)'. Choose another name."
  }

  static let settingUpOnly = "You can change players, names and rules only while setting up."

  private static let removingOnly = "You can remove players only while setting up."

  // MARK: Turns

  /// Begins the next player's turn.
  private mutating func beginTurn() {
    if let level = seats.level { beginTurns(in: level, trial: seats.trial) } else { begin(.turn) }
  }

  /// Begins the next player's turn in a level. A person plays in the room; for other players, the session waits for
  /// their moves.
  mutating func beginTurns(in level: Drawn, trial: UInt64) {
    (seats.level, seats.trial) = (level, trial)
    guard let player = seats.next, let attempt = seats.attempt else { return }
    guard isMachine(player) else { return start(attempt, trial: trial, lives: 1) }
    place = .board
    seats.isPlaying = true
    announce(["\(player.name) is playing."])
  }

  /// Whether the front end plays for a player.
  func isMachine(_ player: Scoreboard.Player) -> Bool { machines.contains(player.name) }

  /// Plays the moves of a player that is not a person, up to the first illegal one. The board shows
  /// the result, but nothing of the level.
  private mutating func play(_ moves: [Direction]) {
    guard let player = seats.next, var attempt = seats.attempt else { return }
    attempt.begin(trial: seats.trial, lives: 1)
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
