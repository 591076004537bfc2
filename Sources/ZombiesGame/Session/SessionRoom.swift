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
    case (.playing, _): return deedInRound(action)
    case (.thinking(let thought), _): return deed(of: action, thinking: thought)
    case (.showing, _): return deedShowing(action)
    case (.over, _): return deedAfterRound(action, isTyped: isTyped)
    }
  }

  /// The deed of an action in a round.
  private func deedInRound(_ action: Action) -> Deed {
    let attempt = attempt
    let isTurn = attempt.turn != nil
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
      if let why = refusal(ofHelp: action) { return .refused(why) }
      return .does { $0.takeBack(all: action == .restart) }
    case .hint, .showMe:
      if let why = refusal(ofHelp: action) { return .refused(why) }
      return .does { $0.begin(action == .hint ? .hint : .solution) }
    case .listen(let square):
      let square = square ?? attempt.round.player
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
    case .newRound, .play, .draw:
      if let why = refusal(ofAnotherLevel: action) { return .refused(why) }
      return .does { $0.play(action) }
    case .skip:
      if attempt.lesson == nil { return .refused("These are not the first steps.") }
      return .does { $0.finishFirstSteps() }
    case .visit(let mode):
      if attempt.lesson != nil { return .refused(Self.firstSteps) }
      return .visits(mode, if: !isTurn && (mode != self.mode || place == .named))
    case .back where attempt.hasWayBack:
      return .does { if $0.attempt.isTrial { $0.goToWorkshop() } else { $0.leaveLevel() } }
    case .open(let page) where !isTurn || page != .menu: return .opens(page)
    case .set(let setting): return .does { $0.change(setting) }
    case .sitOut where isTurn: return .does { $0.sitOut(attempt.turn) }
    case .share: return sharing
    case .leave: return .leaves
    case .dismiss: return .refused("There is no message: the round is not over.")
    case .stop: return .refused("There is nothing to stop.")
    default: return .refused("That does nothing now.")
    }
  }

  /// The deed of an action during a computation. Most other actions are allowed, and cancel it.
  private func deed(of action: Action, thinking thought: Thought) -> Deed {
    let deed = deedInRound(action)
    switch action {
    case .proceed: return .does { $0.found(thought)?(&$0) }
    case .stop: return .does { $0.stopThinking(thought) }
    case .open(let page): return .opens(page)
    // A new level is already being looked for, and players of the board wait for theirs.
    case .dismiss where thought.isLevel, .newRound where thought.isLevel,
      .play where thought.isLevel && (thought == .turn || !deed.isAllowed),
      .draw where thought.isLevel && (thought == .turn || !deed.isAllowed):
      return .refused(noLevel)
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

  /// The deed of an action after a round. A message covers the room, so that little can be done by a key until the
  /// player looks at the room.
  private func deedAfterRound(_ action: Action, isTyped: Bool) -> Deed {
    let attempt = attempt
    let (isTurn, seesRoom) = (attempt.turn != nil, isTyped || attempt.looks)
    // After any round except a first step or a turn, a player can go anywhere by typing.
    let isFree = isTyped && !isTurn && attempt.lesson == nil
    let canTakeBack = !isTurn && !attempt.path.isEmpty
    switch action {
    case .leave: return .leaves
    case .dismiss: return .does { $0.dismiss() }
    // The players who still have to play the level must not see it (5.5).
    case .look where !isTurn || !seats.isInLevel: return .does { $0.look() }
    case .undo where canTakeBack, .restart where canTakeBack && seesRoom,
      .back where attempt.hasWayBack && seesRoom, .set where isTyped, .share where isTyped,
      .visit where isFree, .play where isFree, .draw where isFree:
      return deedInRound(action)
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

  // MARK: Refusals

  static let firstSteps = "These are the first steps. Type skip to leave them."

  /// The reason why there is no level to play.
  var noLevel: String {
    awaits == .thought
      ? "Still looking for a level. Type stop to stop it."
      : "There is no level here. Type new for one, or set family to choose another family."
  }

  /// The reason why a hint, a solution or an undo is not available; nil if it is.
  private func refusal(ofHelp action: Action) -> String? {
    if attempt.isEmptyRoom { return noLevel }
    if attempt.turn != nil { return "A turn has no hints and no undo. Finish this round first." }
    switch action {
    case .undo where attempt.path.isEmpty: return "There is no move to undo."
    case .restart where attempt.path.isEmpty: return "You are at the start of the level."
    case .showMe where attempt.lesson != nil:
      return "The first steps show no solutions. A hint names the next move."
    case .showMe where attempt.day.map { !attempt.isLate && days[$0] == nil } ?? false:
      return "The solution of today's level is shown when you have won it or lost it."
    default: return nil
    }
  }

  /// The reason why another level cannot be played now; nil if it can.
  private func refusal(ofAnotherLevel action: Action) -> String? {
    let isNamed = action != .newRound
    switch attempt.place {
    case .level where isNamed: return "A world has its own levels. Type rounds, then level CODE."
    case .daily where isNamed: return "A day has only its own level. Type rounds, then level CODE."
    case .original where isNamed:
      return "The original game has its own levels. Type rounds, then level CODE."
    case .trial: return "You are trying a level from the workshop. Type workshop to go back."
    case .lesson: return Self.firstSteps
    default: break
    }
    // A player cannot drop a counted round once it has begun.
    let isFresh = isNamed && attempt.counts && attempt.path.isEmpty
    return attempt.turn == nil && (isFresh || attempt.isPractice)
      ? nil : "This round has begun, and it counts. Finish this round first, or quit."
  }

  // MARK: Effects

  /// Makes a move, of the player or of a solution that is shown.
  private mutating func step(_ step: Attempt.Step) {
    let (before, wasLost) = (attempt.round, attempt.lostSince != nil)
    guard let events = attempt.take(step), !events.isEmpty else { return }
    lastMove = MoveStory(before: before, events: events)
    note()
    tell(Teller(self).move(events))
    if attempt.isOver { end() } else { tellLoss(unless: wasLost) }
  }

  /// Undoes the last move or all moves.
  private mutating func takeBack(all: Bool) {
    let wasLost = attempt.isLost
    let counted = attempt.ending?.counted ?? attempt.counts
    attempt.take(all ? .restart : .undo)
    note()
    tell(Teller(self).takenBack(all: all, counts: counted))
    // A fatal move may have shown that nothing can be won.
    tellLoss(unless: wasLost)
  }

  /// Leaves a practice round for a new level, or plays the level of an action, as practice.
  private mutating func play(_ action: Action) {
    let rules = settingsInForce.rules
    switch action {
    case .play(let level):
      sought = nil
      practise(Drawn(named: level, rules: rules, selection: nil))
    case .draw(let reference):
      sought = nil
      begin(.named(reference, rules))
    default:
      tour.earned = nil
      dismiss()
    }
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
