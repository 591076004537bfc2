import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// The rounds of a session: beginning, moves, end and counting.

extension Session {
  /// Creates a new round from a session's settings.
  ///
  /// - Parameter isPatient: Whether to wait for a level that is hard to find.
  /// - Returns: Nil if `isPatient` is false and the level is hard to find.
  static func attempt(
    _ settings: Settings, seed: UInt64, trial: UInt64, isPatient: Bool
  ) throws(GenerationError) -> Attempt? {
    guard let level = try level(settings, seed: seed, trial: trial, isPatient: isPatient) else {
      return nil
    }
    var attempt = Attempt(
      level, rules: level.rules ?? settings.rules, trial: trial, standing: .counts)
    if case .family = settings.supply { attempt.selection = settings.selection }
    return attempt
  }

  private static func level(
    _ settings: Settings, seed: UInt64, trial: UInt64, isPatient: Bool
  ) throws(GenerationError) -> NamedLevel? {
    switch settings.supply {
    case .levels(let levels):
      assert(!levels.isEmpty, "levels that are given")
      return levels[Int(trial % UInt64(levels.count))]
    case .family(let family):
      let selection = settings.selection
      let drawn = try LevelGenerator(
        family, seed: seed, rules: settings.rules, selection: selection
      ).level(at: trial, isPatient: isPatient)
      guard let level = drawn else { return nil }
      // A reference implies the default rules. The rules only matter if they select the levels.
      let isReferable = selection == .any || settings.rules.withoutHearing == .standard
      let reference = SeedReference(family, selection: selection, seed: seed, index: trial)
      return NamedLevel(level, name: isReferable ? reference.description : level.code)
    }
  }

  /// Begins a round, which may be over at once.
  mutating func begin() {
    guard case .playing(var attempt) = stage else { return }
    roundsBegun += 1
    attempt.number = roundsBegun
    memory.recall(for: &attempt)
    note(&attempt)
    stage = .playing(attempt)
    let teller = Teller(self)
    tell(teller.beginning, caption: teller.beginningCaption)
    if let outcome = attempt.round.outcome {
      end(attempt, outcome)
    } else if let sign = teller.lost {
      tell([sign], caption: [])
    }
  }

  /// Records whether the position is lost, for the tell. In the light a solver decides; in the dark only
  /// the player's knowledge can prove it.
  func note(_ attempt: inout Attempt) {
    guard settingsInForce.tells, !attempt.isNoted, let position = attempt.position else { return }
    if attempt.wasLost {
      attempt.note(.unsolvable)
      return
    }
    let limit = Adviser.unnoticedStates(in: attempt.level)
    guard attempt.round.isLit else {
      // The first steps show things that the player has not seen.
      guard attempt.lesson == nil else { return }
      if attempt.knowledge.provesLost(from: attempt.round.player, stateLimit: limit)
        || adviser.provesLost(attempt)
      {
        attempt.noteDark(.unsolvable)
      }
      return
    }
    let solver = Solver(rules: attempt.rules, stateLimit: limit)
    let verdict = solver.verdict(position)
    // Everything is visible now, so this can tell whether the light lost the round.
    if verdict == .unsolvable, attempt.hasJustBecomeLit {
      attempt.noteDark(solver.verdict(attempt.level))
    }
    attempt.note(verdict)
  }

  mutating func move(_ attempt: Attempt, _ direction: Direction) {
    let before = attempt.round
    let wasLost = attempt.lostSince != nil
    var attempt = attempt
    guard let events = attempt.move(direction) else { return }
    lastMove = MoveStory(before: before, events: events)
    note(&attempt)
    stage = .playing(attempt)
    let teller = Teller(self)
    tell(teller.move(events, before: before), caption: teller.moveCaption(events))
    if let outcome = attempt.round.outcome {
      end(attempt, outcome)
    } else if attempt.turn != nil, attempt.path.count >= attempt.level.size.defaultMoveLimit {
      end(attempt, .outOfMoves)
    } else if !wasLost, let sign = teller.lost {
      tell([sign], caption: [])
    }
  }

  /// Ends a round. The outcome counts at most once.
  mutating func end(_ attempt: Attempt, _ outcome: Outcome) {
    var attempt = attempt
    let counted = attempt.standing == .counts
    var ending = Ending(
      message: outcome == .won ? .won : .tryAgain, counted: counted, lives: livesLeft(in: attempt))
    if counted {
      let life = life(of: attempt)
      ending = count(outcome, of: attempt)
      note(attempt, outcome, life: life)
    }
    if attempt.lesson == nil, !attempt.isShown {
      lastOver = FinishedRound(attempt, outcome, counted: counted)
    }
    attempt.becomePractice()
    stage = .over(attempt, ending)
    let teller = Teller(self)
    tell(teller.ending, caption: teller.endingCaption(ending.message))
  }

  /// Records a round whose outcome has counted.
  private mutating func note(_ attempt: Attempt, _ outcome: Outcome, life: Int) {
    countedRounds += 1
    lastCounted = CountedRound(
      attempt, outcome, life: life, player: attempt.turn.flatMap { seats.player($0) }?.name)
  }

  /// The life of the game or attempt that a round uses, from 1.
  private func life(of attempt: Attempt) -> Int {
    if attempt.turn != nil { return 1 }
    let game = livesGame(of: attempt)
    return game.firstLives - game.lives + 1
  }

  /// Counts the turn of a policy.
  mutating func countTurn(_ attempt: Attempt, _ outcome: Outcome) {
    _ = count(outcome, of: attempt)
    note(attempt, outcome, life: 1)
  }

  /// Shares the last finished round, if it may be shared now.
  mutating func tellShare() {
    if let shareable { announce(summary(of: shareable)) }
  }

  /// Counts an outcome for the purpose of the level: a game, a level of a world, or a turn.
  private mutating func count(_ outcome: Outcome, of attempt: Attempt) -> Ending {
    switch attempt.purpose {
    case .round:
      let message = game.record(outcome)
      return Ending(message: message, counted: true, lives: message == .lost ? 0 : game.lives)
    case .world(let place):
      return count(outcome, of: attempt, at: place)
    case .daily(let day): return count(outcome, of: attempt, on: day)
    case .turn(let player):
      seats.end(turnOf: player, outcome, moves: attempt.path.count)
      return Ending(message: outcome == .won ? .won : .lost, counted: true, lives: 0)
    case .trial:
      // Trying a level from the workshop is practice from the beginning.
      assertionFailure("a trial from the workshop does not count")
      return Ending(
        message: outcome == .won ? .won : .tryAgain, counted: false, lives: game.lives)
    }
  }

  /// The lives left in the game or the attempt that a level belongs to.
  func livesLeft(in attempt: Attempt) -> Int {
    livesGame(of: attempt).lives
  }

  /// The game or the attempt whose lives a level uses.
  private func livesGame(of attempt: Attempt) -> Game {
    switch attempt.purpose {
    case .world: tour.lives
    case .daily: daily?.lives ?? game
    case .round, .turn, .trial: game
    }
  }

  /// Plays the level of an action, as practice.
  mutating func play(_ action: Action) {
    let rules = linkRules ?? settingsInForce.rules
    if case .play(let level) = action { play(level, rules) }
    if case .draw(let reference) = action { begin(.named(reference, rules)) }
  }

  /// Plays a level that the player has named, as practice. A round that counts waits meanwhile.
  mutating func play(_ level: NamedLevel, _ rules: Rules) {
    if case .playing(let attempt) = stage, attempt.standing == .counts, !attempt.path.isEmpty {
      aside = stage
    }
    stage = .playing(Attempt(level, rules: rules, trial: 0, standing: .practice))
    begin()
  }

  /// Undoes the last move or all moves.
  ///
  /// - Parameter counted: Whether the round has counted until now.
  mutating func takeBack(_ attempt: Attempt, all: Bool, counted: Bool) {
    let wasLost = attempt.verdicts.contains(.unsolvable)
    var attempt = attempt
    if all { attempt.restart() } else { attempt.undo() }
    note(&attempt)
    stage = .playing(attempt)
    let teller = Teller(self)
    let sentences = all ? teller.restarted(counted: counted) : teller.undone(counted: counted)
    let undone = counted ? "Undone: the rest is practice." : "Move undone."
    tell(sentences, caption: [all ? sentences[0] : undone] + (teller.heard.map { [$0] } ?? []))
    // A fatal move may have shown that nothing can be won.
    if !wasLost, let sign = teller.lost { tell([sign], caption: []) }
  }

  mutating func dismiss(_ attempt: Attempt) {
    switch attempt.purpose {
    case .round: break
    case .world(let place):
      goOn(from: attempt, at: place)
      return
    case .daily:
      continueDaily()
      return
    case .turn:
      forgetTurn()
      goToBoard()
      return
    case .trial:
      goToWorkshop()
      return
    }
    if let lesson = attempt.lesson {
      let next = attempt.round.outcome == .won ? lesson + 1 : lesson
      if next < FirstSteps.count {
        stage = .playing(FirstSteps.attempt(next))
        begin()
        return
      }
      finishFirstSteps()
      return
    }
    newRound()
  }

  /// Whether the next round is on the same level as this one.
  func isSameNext(_ attempt: Attempt) -> Bool {
    switch settingsInForce.supply {
    case .levels(let levels): levels[Int(nextTrial % UInt64(levels.count))] == attempt.named
    case .family(let family): attempt.selection != nil && family.placementCount == 1
    }
  }

  /// Begins a round on the next level, or continues the round that a link has interrupted.
  mutating func newRound() {
    if aside != nil { resumeAside() } else { begin(.round) }
  }

  mutating func leave() {
    page = isTextOnly ? .text : nil
    told = []
    stage = .left(stage)
    tell(Teller(self).farewell)
  }
}
