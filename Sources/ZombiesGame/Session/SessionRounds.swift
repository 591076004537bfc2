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
    if attempt.isOver { end() } else { tellLoss() }
  }

  /// Says that nothing can be won any more, unless it was said before.
  mutating func tellLoss(unless wasTold: Bool = false) {
    if !wasTold, let sign = Teller(self).lost { tell([sign], short: []) }
  }

  // MARK: The tell

  /// Finds whether the round in the room can still be won, and else which move has lost it.
  mutating func note() { attempt = noted(attempt) }

  /// An attempt with what is known about whether its round can be won. In the light a solver decides; in the dark only
  /// what the player has seen and heard can prove that it cannot.
  private func noted(_ attempt: Attempt) -> Attempt {
    guard settingsInForce.tells, !attempt.isEmptyRoom, !attempt.isNoted else { return attempt }
    var noted = attempt
    let limit = Adviser.unnoticedStates(in: attempt.level)
    guard attempt.round(after: attempt.lastPosition).isLit else {
      // The first steps show things that the player has not seen.
      guard !attempt.isOver, attempt.lesson == nil else { return attempt }
      // In the dark every move can be walked back, so nothing but the start and the light can lose a round.
      if attempt.knowledge.provesLost(from: attempt.round.player, stateLimit: limit)
        || adviser.provesLost(attempt)
      {
        noted.lost = 0
      }
      return noted
    }
    let solver = Solver(rules: attempt.rules, stateLimit: limit)
    func verdict(after moves: Int) -> Verdict? {
      attempt.round(after: moves).position.map { solver.verdict($0) }
    }
    switch verdict(after: attempt.lastPosition) {
    case .solvable: noted.winnableUntil = attempt.lastPosition
    case .unsolvable:
      // A lost position stays lost.
      let dark = attempt.darkMoves
      var (low, high) = (max(dark, (attempt.winnableUntil ?? -1) + 1), attempt.lastPosition)
      while low < high {
        let middle = (low + high) / 2
        if verdict(after: middle) == .unsolvable { high = middle } else { low = middle + 1 }
      }
      // In the light everything is visible, so this can tell whether the light lost the round.
      let before =
        high > dark ? verdict(after: high - 1) : dark > 0 ? solver.verdict(attempt.level) : nil
      noted.lost = before == .unsolvable ? 0 : high
      if before == .solvable { noted.winnableUntil = high - 1 }
    case .gaveUp, nil: break
    }
    return noted
  }

  /// Finds again whether a kept round can be won, and else which move has lost it.
  mutating func noteAgain() {
    var again = Attempt(
      attempt.named, rules: attempt.rules, at: attempt.place, selection: attempt.selection)
    for other in attempts.dropLast() where other.isRecognisable && attempt.isRecognisable {
      again.recall(other.knowledge)
    }
    for step in attempt.journal {
      again.take(step)
      // The fatal move in the dark shows what the player did not know before.
      if !again.round.isLit { again = noted(again) }
    }
    again = noted(again)
    (attempt.lost, attempt.winnableUntil) = (again.lost, again.winnableUntil)
  }

  // MARK: The end

  /// Says how a round has ended, and counts its outcome if it counts.
  mutating func end() {
    guard let ending = attempt.ending, let outcome = attempt.outcome else { return }
    tour.earned = nil
    if ending.counted { count(outcome) }
    if attempt.lesson == nil, !attempt.isShown { lastOver = attempt }
    tell(Teller(self).ending, short: Teller(self).endingCaption)
  }

  /// Counts the outcome of the round in its game, its world, its day or its turn.
  private mutating func count(_ outcome: Outcome) {
    let attempt = attempt
    switch attempt.place {
    case .level(let place) where outcome == .won: win(attempt, at: place)
    case .daily(let day) where attempt.isFinished: end(attempt, on: day)
    case .turn(let player): seats.end(turnOf: player, outcome, moves: attempt.path.count)
    case .rounds, .original: series.game.record(outcome)
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
      return levels[Int(series.nextTrial % UInt64(levels.count))] == attempt.named
    case .family(let family): return attempt.selection != nil && family.placementCount == 1
    }
  }

  mutating func leave() {
    page = isTextOnly ? .text : nil
    told = []
    isOver = true
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
