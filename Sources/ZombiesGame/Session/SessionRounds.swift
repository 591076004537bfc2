import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// The rounds of a session: beginning, the tell, end and counting.

extension Session {
  /// The level of a round under some settings, and whether it was drawn.
  ///
  /// - Parameter isPatient: Whether to wait for a level that is hard to find.
  /// - Returns: Nil if `isPatient` is false and the level is hard to find.
  static func level(
    _ settings: Settings, seed: UInt64, trial: UInt64, isPatient: Bool
  ) throws(GenerationError) -> Drawn? {
    switch settings.supply {
    case .levels(let levels):
      assert(!levels.isEmpty, "levels that are given")
      let level = levels[Int(trial % UInt64(levels.count))]
      return Drawn(named: level, rules: level.rules ?? settings.rules, selection: nil)
    case .family(let family):
      let selection = settings.selection
      let drawn = try LevelGenerator(
        family, seed: seed, rules: settings.rules, selection: selection
      ).level(at: trial, isPatient: isPatient)
      guard let level = drawn else { return nil }
      // A reference implies the default rules. The rules only matter if they select the levels.
      let isReferable = selection == .any || settings.rules.withoutHearing == .standard
      let reference = SeedReference(family, selection: selection, seed: seed, index: trial)
      return Drawn(
        named: NamedLevel(level, name: isReferable ? reference.description : level.code),
        rules: settings.rules, selection: selection)
    }
  }

  // MARK: Beginning

  /// Adds a level that is played next: another attempt, if it was played before.
  mutating func add(
    _ new: Attempt, trial: UInt64 = 0, lives: Int = Game.standardLives, counts: Bool = true
  ) {
    thought = nil
    attempts.removeAll { $0.isEmptyRoom || $0.turn != nil }
    var new = new
    if new.isRecognisable {
      if let former = attempts.firstIndex(where: { $0.isRecord(of: new) }) {
        new = attempts.remove(at: former)
      }
      for other in attempts where other.isRecognisable { new.recall(other.knowledge) }
    }
    (new.number, new.isFresh) = (0, true)
    new.begin(trial: trial, lives: lives, counts: counts)
    attempts.append(new)
    attempts.forgetOldest()
  }

  /// Plays a level in its room.
  mutating func start(
    _ new: Attempt, trial: UInt64 = 0, lives: Int = Game.standardLives, counts: Bool = true
  ) {
    add(new, trial: trial, lives: lives, counts: counts)
    place = new.place
    tellBeginning()
  }

  /// Begins the next life in the same level.
  mutating func beginNextLife() {
    attempt.take(.nextLife)
    tellBeginning()
  }

  /// Says what the player meets in a round that begins. It may be over at once.
  mutating func tellBeginning() {
    roundsBegun += 1
    (attempt.number, attempt.isFresh) = (roundsBegun, false)
    note()
    let teller = Teller(self)
    tell(teller.beginning, short: teller.beginningCaption)
    if attempt.isOver { end() } else if let sign = teller.lost { tell([sign], short: []) }
  }

  // MARK: The tell

  /// Records whether the position in the room is lost.
  mutating func note() {
    var attempt = attempt
    note(&attempt)
    self.attempt = attempt
  }

  /// Records whether the position is lost, for the tell. In the light a solver decides; in the dark only
  /// the player's knowledge can prove it.
  private func note(_ attempt: inout Attempt) {
    guard settingsInForce.tells, !attempt.isEmptyRoom, !attempt.isNoted,
      let position = attempt.position
    else { return }
    let limit = Adviser.unnoticedStates(in: attempt.level)
    guard attempt.round.isLit else {
      // The first steps show things that the player has not seen.
      guard attempt.lesson == nil else { return }
      if attempt.knowledge.provesLost(from: attempt.round.player, stateLimit: limit)
        || adviser.provesLost(attempt)
      {
        attempt.note(lostSince: 0)
      }
      return
    }
    let solver = Solver(rules: attempt.rules, stateLimit: limit)
    let moves = attempt.path.count
    switch solver.verdict(position) {
    case .solvable: attempt.note(winnableUntil: moves)
    // Everything is visible now, so this can tell whether the light lost the round.
    case .unsolvable where attempt.hasJustBecomeLit:
      attempt.note(lostSince: moves, before: solver.verdict(attempt.level))
    case .unsolvable: attempt.note(lostSince: moves)
    case .gaveUp: break
    }
  }

  /// Finds again whether a kept round can be won, and else which move has lost it.
  mutating func noteAgain() {
    guard settingsInForce.tells, !attempt.isEmptyRoom else { return }
    var again = Attempt(
      attempt.named, rules: attempt.rules, at: attempt.place, selection: attempt.selection)
    for other in attempts.dropLast() where other.isRecognisable && attempt.isRecognisable {
      again.recall(other.knowledge)
    }
    for step in attempt.journal {
      again.take(step)
      if !again.round.isLit { note(&again) }
    }
    defer { attempt.takeTell(of: again) }
    // The position before the end is the last one that can be lost.
    let last = again.path.count - (again.isOver ? 1 : 0)
    guard !again.isLost, last >= 0, again.round(after: last).isLit else { return }
    let dark = again.darkMoves
    let solver = Solver(
      rules: again.rules, stateLimit: Adviser.unnoticedStates(in: again.level))
    func verdict(after moves: Int) -> Verdict? {
      again.round(after: moves).position.map { solver.verdict($0) }
    }
    // A lost position stays lost.
    var (low, high) = (dark, last + 1)
    while low < high {
      let middle = (low + high) / 2
      if verdict(after: middle) == .unsolvable { high = middle } else { low = middle + 1 }
    }
    let before =
      high > dark ? verdict(after: high - 1) : dark > 0 ? solver.verdict(again.level) : nil
    if high <= last {
      again.note(lostSince: high, before: before)
    } else if before == .solvable {
      again.note(winnableUntil: last)
    }
  }

  // MARK: The end

  /// Says how a round has ended, and counts its outcome if it counts.
  mutating func end() {
    guard let ending = attempt.ending, let outcome = attempt.outcome else { return }
    earned = nil
    if ending.counted { count(outcome) }
    if attempt.lesson == nil, !attempt.isShown {
      lastOver = attempt
    }
    let teller = Teller(self)
    tell(teller.ending, short: teller.endingCaption)
  }

  /// Counts the outcome of the round in its game, its world, its day or its turn.
  private mutating func count(_ outcome: Outcome) {
    let attempt = attempt
    switch attempt.place {
    case .level(let place) where outcome == .won: win(attempt, at: place)
    case .daily(let day) where attempt.isFinished: end(attempt, on: day)
    case .turn(let player): seats.end(turnOf: player, outcome, moves: attempt.path.count)
    case .rounds, .original: game.record(outcome)
    case .named where attempt.isFinished:
      rounds.game.count(
        wins: game.wins + (attempt.isWon ? 1 : 0), losses: game.losses + (attempt.isWon ? 0 : 1))
    default: break
    }
    record(attempt, outcome)
  }

  /// Records a round whose outcome has counted.
  mutating func record(_ attempt: Attempt, _ outcome: Outcome) {
    countedRounds += 1
    lastCounted = RecordRow(
      attempt: attempt, outcome: outcome, player: attempt.turn.flatMap { seats.player($0) }?.name)
  }

  /// Shares the last finished round, if it may be shared now.
  mutating func tellShare() {
    if let shareable { announce(summary(of: shareable)) }
  }

  // MARK: What follows

  /// Goes on from the message about a round.
  mutating func dismiss() {
    switch attempt.place {
    case .level(let place): goOn(from: place)
    case .daily: continueDaily()
    case .turn:
      forgetTurn()
      goToBoard()
    case .trial: goToWorkshop()
    case .lesson(let lesson):
      let isWon = attempt.round.outcome == .won
      if isWon, lesson + 1 == FirstSteps.count {
        finishFirstSteps()
      } else if isWon {
        removeLessons()
        start(FirstSteps.attempt(lesson + 1))
      } else {
        beginNextLife()
      }
    case .named where attempt.isFinished || attempt.isSpoiledFromStart: leaveNamedLevel()
    case .named: beginNextLife()
    default: begin(.round)
    }
  }

  /// Whether the next round is on the same level as this one.
  func isSameNext(_ attempt: Attempt) -> Bool {
    guard attempt.place != .named else { return false }
    switch settingsInForce.supply {
    case .levels(let levels):
      return levels[Int(nextTrial % UInt64(levels.count))] == attempt.named
    case .family(let family): return attempt.selection != nil && family.placementCount == 1
    }
  }

  mutating func leave() {
    page = isTextOnly ? .text : nil
    told = []
    hasLeft = true
    tell(Teller(self).farewell)
  }
}

extension [Attempt] {
  /// The most levels that are remembered after they were played.
  private static var most: Int { 32 }

  /// Forgets the oldest levels that were played, except those that can be continued.
  mutating func forgetOldest() {
    var others = count { !$0.isEssential }
    while others > Self.most, let oldest = firstIndex(where: { !$0.isEssential }) {
      remove(at: oldest)
      others -= 1
    }
  }
}

extension Attempt {
  /// Whether the attempt must not be forgotten, because its lives or what help has cost would be given back.
  fileprivate var isEssential: Bool { isUnderWay && (isTouched || isRound) }

  /// Whether a player can recognise the level and may keep their knowledge of it.
  ///
  /// The name of the level must be unique, and it must not be a turn at the board, where others play
  /// the same level.
  var isRecognisable: Bool {
    turn == nil && !isEmptyRoom && !(isRound && selection != nil && named.name == level.code)
  }
}
