import ZombiesCore
import ZombiesSolver

// The actions in a room.

extension Session {
  /// The deed of an action in the room.
  ///
  /// - Parameter isTyped: Whether the action was typed. More actions can be typed after a round, because
  ///   no message covers the text screen.
  func deedInRoom(_ action: Action, isTyped: Bool) -> Deed {
    switch (stage, action) {
    // Typing "workshop" or "worlds" leads back to the place that the level comes from.
    case (_, .visit(.workshop)) where isTyped && attempt.isTrial,
      (_, .visit(.worlds)) where isTyped && attempt.campaignPlace != nil:
      return deedInRoom(.back, isTyped: true)
    // Typing the name of a place leaves the first steps, as the menu does.
    case (_, .visit(let mode)) where isTyped && attempt.lesson != nil:
      return .does { $0.go(to: $0.place(of: mode)) }
    case (.playing, _): return deedPlaying(action)
    case (.thinking(let thought), _): return deed(of: action, thinking: thought)
    case (.showing, _): return deedShowing(action)
    case (.over, _): return deedAfterRound(action, isTyped: isTyped)
    }
  }

  private func deedPlaying(_ action: Action) -> Deed {
    let attempt = attempt
    let isTurn = attempt.turn != nil
    // A player cannot drop a counted round once it has begun.
    let begun =
      attempt.lesson == nil
      ? "This round has begun, and it counts. Finish this round first, or quit." : Self.firstSteps
    switch action {
    case .move(let direction):
      if attempt.isEmptyRoom { return .refused(noLevel) }
      guard attempt.round.target(direction) != nil else {
        let ends = attempt.level.size.exit(from: attempt.round.player, direction) == nil
        return .refused(
          "You cannot go \(direction.word): \(ends ? "the room ends there" : "a block is there").")
      }
      return .does { $0.step(.move(direction)) }
    case .undo, .restart:
      if let noHelp = noHelp(in: attempt) { return .refused(noHelp) }
      if attempt.path.isEmpty {
        return .refused(
          action == .undo ? "There is no move to undo." : "You are at the start of the level.")
      }
      return .does { $0.takeBack(all: action == .restart) }
    case .hint, .showMe:
      if let noHelp = noHelp(in: attempt) { return .refused(noHelp) }
      if attempt.lesson != nil, action == .showMe {
        return .refused("The first steps show no solutions. A hint names the next move.")
      }
      if action == .showMe, let day = attempt.day, !attempt.isLate, days[day] == nil {
        return .refused("The solution of today's level is shown when you have won it or lost it.")
      }
      return .does { $0.begin(action == .hint ? .hint : .solution) }
    case .listen(let square): return listens(to: square ?? attempt.round.player, attempt)
    case .newRound:
      if attempt.isTrial { return .refused(Self.trial) }
      guard !isTurn, attempt.standing == .practice else { return .refused(begun) }
      return .does { $0.dismiss() }
    case .play, .draw:
      if let ownLevels = ownLevels(of: attempt) { return .refused(ownLevels) }
      if attempt.isTrial { return .refused(Self.trial) }
      let isFresh = attempt.standing == .counts && attempt.path.isEmpty
      guard !isTurn, isFresh || attempt.standing == .practice else { return .refused(begun) }
      return .does { $0.play(action) }
    case .skip:
      if attempt.lesson == nil { return .refused("These are not the first steps.") }
      return .does { $0.finishFirstSteps() }
    case .visit(let mode):
      if attempt.lesson != nil { return .refused(Self.firstSteps) }
      return .visits(mode, if: !isTurn && (mode != self.mode || place == .named))
    case .back where attempt.hasWayBack: return goesBack(from: attempt)
    case .open(let page) where !isTurn || page != .menu: return .opens(page)
    case .set(let setting): return .does { $0.change(setting) }
    case .sitOut where isTurn: return .does { $0.sitOut(attempt.turn) }
    case .share: return sharing
    case .leave: return .leaves
    case .dismiss: return .refused("There is no message: the round is not over.")
    case .stop: return .refused("There is nothing to stop.")
    default: return .refused(Self.nothing)
    }
  }

  /// The deed of an action during a computation. Most other actions are allowed, and cancel it.
  private func deed(of action: Action, thinking thought: Thought) -> Deed {
    let deed = deedPlaying(action)
    switch action {
    case .proceed: return .does { $0.found(thought)?(&$0) }
    case .stop: return .does { $0.stopThinking(thought) }
    case .open(let page): return .opens(page)
    case .visit(let mode) where thought.isLevel && mode != self.mode:
      return .visits(mode, if: true)
    // A new level is already being looked for.
    case .dismiss where thought.isLevel, .newRound where thought.isLevel: return .refused(noLevel)
    // Players of the board wait for their level.
    case .play where thought == .turn || thought.isLevel && !deed.isAllowed,
      .draw where thought == .turn || thought.isLevel && !deed.isAllowed:
      return .refused(noLevel)
    case .move where !deed.isAllowed && !attempt.isEmptyRoom: return .refused(Self.nothing)
    case .leave, .set, .share, .visit: return deed
    default: return deed.after { $0.thought = nil }
    }
  }

  private func deedShowing(_ action: Action) -> Deed {
    switch action {
    // Return hastens the solution.
    case .proceed, .dismiss: .does { $0.step(.proceed) }
    case .stop:
      .does {
        $0.attempt.take(.stop)
        $0.tell([
          "Stopped. The rest of the \($0.attempt.isSingle ? "round" : "attempt") is practice."
        ])
      }
    case .leave: .leaves
    default: .refused("The solution is being shown. Type stop to stop it.")
    }
  }

  private func deedAfterRound(_ action: Action, isTyped: Bool) -> Deed {
    let attempt = attempt
    let isTurn = attempt.turn != nil
    // After any round except a first step or a turn, a player can go anywhere by typing.
    let isFree = isTyped && attempt.lesson == nil && !isTurn
    let canTakeBack = !isTurn && !attempt.path.isEmpty
    switch action {
    case .leave: return .leaves
    case .dismiss: return .does { $0.dismiss() }
    // The players who still have to play the level must not see it (5.5).
    case .look where !isTurn || !seats.isInLevel: return .does { $0.look() }
    case .undo where canTakeBack, .restart where canTakeBack && (attempt.looks || isTyped):
      return .does { $0.takeBack(all: action == .restart) }
    case .back where attempt.hasWayBack && (attempt.looks || isTyped):
      return goesBack(from: attempt)
    case .set(let setting) where isTyped: return .does { $0.change(setting) }
    case .visit(let mode) where isFree && (mode != self.mode || place == .named):
      return .visits(mode, if: true)
    case .play where isTyped, .draw where isTyped:
      if let ownLevels = ownLevels(of: attempt) { return .refused(ownLevels) }
      if isFree { return .does { $0.play(action) } }
    case .share where isTyped:
      if let lastOver { return .does { $0.tell($0.summary(of: lastOver)) } }
    default: break
    }
    guard isTyped else { return .meaningless }
    if isTurn {
      return .refused(
        seats.isInLevel
          ? "The round is over, and others still have to play this level. Type next for the board."
          : "The round is over. Type next for the board, or look.")
    }
    // A player who is caught at the start has made no move.
    let undo = attempt.path.isEmpty ? "" : ", undo"
    return .refused("The round is over. Type next \(Teller(self).goal), look\(undo) or quit.")
  }

  // MARK: Refusals of several stages

  private static let nothing = "That does nothing now."
  static let firstSteps = "These are the first steps. Type skip to leave them."
  private static let trial =
    "You are trying a level from the workshop. Type workshop to go back."
  /// The reason why a place has only its own levels; nil if any level can be played there.
  private func ownLevels(of attempt: Attempt) -> String? {
    switch attempt.place {
    case .level: "A world has its own levels. Type rounds, then level CODE."
    case .daily: "A day has only its own level. Type rounds, then level CODE."
    case .original: "The original game has its own levels. Type rounds, then level CODE."
    default: nil
    }
  }

  /// The reason why there is no level to play.
  var noLevel: String {
    awaits == .thought
      ? "Still looking for a level. Type stop to stop it."
      : "There is no level here. Type new for one, or set family to choose another family."
  }

  /// The reason why hints, solutions and undo are not available; nil if they are.
  private func noHelp(in attempt: Attempt) -> String? {
    if attempt.isEmptyRoom { return noLevel }
    return attempt.turn == nil
      ? nil : "A turn has no hints and no undo. Finish this round first."
  }

  /// Leaves a level and goes back to the place that it comes from.
  private func goesBack(from attempt: Attempt) -> Deed {
    .does { if attempt.isTrial { $0.goToWorkshop() } else { $0.leaveLevel() } }
  }

  /// Shows the squares that a number counts, or hides them.
  private func listens(to square: Square, _ attempt: Attempt) -> Deed {
    guard attempt.rules.hearingDistance > 0 else {
      return .refused("Nothing can be heard under these rules.")
    }
    guard !attempt.round.isLit else { return .refused("Nothing can be heard in the light.") }
    guard attempt.knowledge.heard[square] != nil else {
      return .refused("You have not listened on that square.")
    }
    return .does {
      $0.attempt.take(.listen(square))
      $0.tell(Teller($0).listening)
    }
  }

  // MARK: Effects

  /// Makes a move, of the player or of a solution that is shown.
  private mutating func step(_ step: Attempt.Step) {
    let (before, wasLost) = (attempt.round, attempt.lostSince != nil)
    guard let events = attempt.take(step), !events.isEmpty else { return }
    lastMove = MoveStory(before: before, events: events)
    note()
    let teller = Teller(self)
    tell(teller.move(events))
    if attempt.isOver {
      end()
    } else if !wasLost, let sign = teller.lost {
      tell([sign], short: [])
    }
  }

  /// Undoes the last move or all moves.
  private mutating func takeBack(all: Bool) {
    let wasLost = attempt.isLost
    let counted = attempt.ending?.counted ?? (attempt.standing == .counts)
    attempt.take(all ? .restart : .undo)
    note()
    let teller = Teller(self)
    tell(teller.takenBack(all: all, counts: counted))
    // A fatal move may have shown that nothing can be won.
    if !wasLost, let sign = teller.lost { tell([sign], short: []) }
  }

  /// Plays the level of an action, as practice.
  private mutating func play(_ action: Action) {
    let rules = settingsInForce.rules
    sought = nil
    if case .play(let level) = action {
      practise(Drawn(named: level, rules: rules, selection: nil))
    }
    if case .draw(let reference) = action { begin(.named(reference, rules)) }
  }

  /// Shows the room after a round, or the message again.
  private mutating func look() {
    let isSpoiled = attempt.isSpoiled
    attempt.take(.look)
    let teller = Teller(self)
    guard attempt.looks else { return }
    tell(teller.room, short: teller.endingCaption)
    if attempt.isSpoiled, !isSpoiled, attempt.campaignPlace != nil || attempt.day != nil {
      announce(["You have seen the whole room: the rest of this attempt is practice."])
    }
  }
}
