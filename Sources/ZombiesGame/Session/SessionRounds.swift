import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// The rounds of a session: how one begins, goes on, ends, and counts.

extension Session {
  /// A new round of a session's settings.
  ///
  /// - Parameter isPatient: Whether somebody waits for a level that is hard to find.
  /// - Returns: Nil if nobody does, and it is.
  static func attempt(
    _ settings: Settings, seed: UInt64, trial: UInt64, isPatient: Bool
  ) throws(GenerationError) -> Attempt? {
    guard let level = try level(settings, seed: seed, trial: trial, isPatient: isPatient) else {
      return nil
    }
    var attempt = Attempt(level, rules: settings.rules, trial: trial, standing: .counts)
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
      // A reference means the default rules; without a choice of levels, rules choose nothing.
      let isReferable = selection == .any || settings.rules == .standard
      let reference = SeedReference(family, selection: selection, seed: seed, index: trial)
      return NamedLevel(level, name: isReferable ? reference.description : level.code)
    }
  }

  /// What happens at the beginning of a round: it may be over already.
  mutating func begin() {
    guard case .playing(var attempt) = stage else { return }
    roundsBegun += 1
    attempt.number = roundsBegun
    memory.recall(for: &attempt)
    note(&attempt)
    stage = .playing(attempt)
    tell(Teller(self).beginning)
    if let outcome = attempt.round.outcome {
      end(attempt, outcome)
    } else if let sign = Teller(self).lost {
      tell([sign])
    }
  }

  /// Finds out for the tell whether the position is lost: in the light by a solver, in the dark as far as
  /// what is known proves it.
  func note(_ attempt: inout Attempt) {
    guard settings.tells, !attempt.isNoted, let position = attempt.position else { return }
    if attempt.wasLost {
      attempt.note(.unsolvable)
      return
    }
    let limit = Adviser.unnoticedStates(in: attempt.level)
    guard attempt.round.isLit else {
      // What the rooms of the first steps show has not been seen.
      guard attempt.lesson == nil else { return }
      if attempt.knowledge.provesLost(from: attempt.round.player, stateLimit: limit) {
        attempt.noteDark(.unsolvable)
      }
      return
    }
    let solver = Solver(rules: attempt.rules, stateLimit: limit)
    let verdict = solver.verdict(position)
    // Now that everything is seen, it can be said whether it was the light that lost the round.
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
    tell(Teller(self).move(events, before: before))
    if let outcome = attempt.round.outcome {
      end(attempt, outcome)
    } else if attempt.turn != nil, attempt.path.count >= attempt.level.size.defaultMoveLimit {
      end(attempt, .outOfMoves)
    } else if !wasLost, let sign = Teller(self).lost {
      tell([sign])
    }
  }

  /// The end of a round, which counts at most once.
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
      lastOver = FinishedRound(
        attempt, outcome, counted: counted, day: isDaily(attempt) ? day : nil)
    }
    attempt.becomePractice()
    stage = .over(attempt, ending)
    tell(Teller(self).ending)
  }

  /// Notes a round whose outcome has counted.
  private mutating func note(_ attempt: Attempt, _ outcome: Outcome, life: Int) {
    countedRounds += 1
    lastCounted = CountedRound(
      attempt, outcome, life: life, player: attempt.turn.flatMap { seats.player($0) }?.name)
  }

  /// Which life of its game or attempt a round is played with, from 1.
  private func life(of attempt: Attempt) -> Int {
    if attempt.turn != nil { return 1 }
    let game = attempt.place == nil ? game : tour.lives
    return game.firstLives - game.lives + 1
  }

  /// Counts the turn of a player who was played for.
  mutating func countTurn(_ attempt: Attempt, _ outcome: Outcome) {
    _ = count(outcome, of: attempt)
    note(attempt, outcome, life: 1)
  }

  /// Tells the last finished round, as far as it may be told now.
  mutating func tellShare() {
    if let shareable { announce(shareable.share(settings.style)) }
  }

  /// Counts an outcome for what the level is played for: a game, a level of a world, or a turn.
  private mutating func count(_ outcome: Outcome, of attempt: Attempt) -> Ending {
    switch attempt.purpose {
    case .round:
      let message = game.record(outcome)
      return Ending(message: message, counted: true, lives: message == .lost ? 0 : game.lives)
    case .world(let place):
      return count(outcome, of: attempt, at: place)
    case .turn(let player):
      seats.end(turnOf: player, outcome, moves: attempt.path.count)
      return Ending(message: outcome == .won ? .won : .lost, counted: true, lives: 0)
    case .trial:
      // It is practice from the beginning.
      assertionFailure("a level that is tried counts for nothing")
      return Ending(
        message: outcome == .won ? .won : .tryAgain, counted: false, lives: game.lives)
    }
  }

  /// The lives left in what the level is played for.
  func livesLeft(in attempt: Attempt) -> Int {
    attempt.place == nil ? game.lives : tour.lives.lives
  }

  /// Plays the level that an action names, as practice.
  mutating func play(_ action: Action) {
    if case .play(let level) = action { play(level) }
    if case .draw(let reference) = action { begin(.named(reference)) }
  }

  /// Plays a level that the player has named, as practice.
  mutating func play(_ level: NamedLevel) {
    stage = .playing(Attempt(level, rules: settings.rules, trial: 0, standing: .practice))
    begin()
  }

  /// Whether this is the level of the day that the session began with.
  func isDaily(_ attempt: Attempt) -> Bool { isDaily(attempt.named.name) }

  /// Whether a level of this name is.
  func isDaily(_ name: String) -> Bool {
    guard let day else { return false }
    return name
      == SeedReference(Self.dailyFamily, seed: day.number, index: 0).description
  }

  /// Takes the last move back, or all of them, in a round that has counted until now, or not.
  mutating func takeBack(_ attempt: Attempt, all: Bool, counted: Bool) {
    var attempt = attempt
    if all { attempt.restart() } else { attempt.undo() }
    note(&attempt)
    stage = .playing(attempt)
    let teller = Teller(self)
    tell(all ? teller.restarted(counted: counted) : teller.undone(counted: counted))
  }

  mutating func dismiss(_ attempt: Attempt) {
    switch attempt.purpose {
    case .round: break
    case .world:
      playOn()
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

  /// The first steps are done or skipped: what the session was begun for comes next.
  mutating func finishFirstSteps() {
    worlds.finishFirstSteps()
    take(up: mode, isNew: true)
  }

  /// Whether the next round is in the same level as this one.
  func isSameNext(_ attempt: Attempt) -> Bool {
    switch settings.supply {
    case .levels(let levels): levels[Int(nextTrial % UInt64(levels.count))] == attempt.named
    case .family(let family): attempt.selection != nil && family.placementCount == 1
    }
  }

  /// Begins a round in the next level.
  mutating func newRound() { begin(.round) }

  mutating func leave() {
    page = isTextOnly ? .text : nil
    told = []
    stage = .left(attempt)
    tell(Teller(self).farewell)
  }
}
