import ZombiesCore

// The actions in a room.

extension Session {
  /// The deed of an action in the room.
  ///
  /// - Parameter isTyped: Whether the action was typed. More actions can be typed after a round, because
  ///   no message covers the text screen.
  func deedInRoom(_ action: Action, isTyped: Bool) -> Deed {
    let deed =
      switch (stage, action) {
      // Typing "workshop" or "worlds" leads back to the place that the level comes from.
      case (_, .visit(.workshop)) where isTyped && attempt.isTrial,
        (.over, .visit(.worlds)) where isTyped && attempt.place != nil:
        goesBack(from: attempt)
      case (_, .visit(.worlds)) where isTyped && attempt.place != nil:
        deedInRoom(.back, isTyped: true)
      // Typing the name of a place leaves the first steps, as the menu does.
      case (_, .visit(let mode)) where isTyped && attempt.lesson != nil:
        Deed.does {
          $0.endFirstSteps()
          $0.take(up: mode, isNew: true)
        }
      case (.playing(let attempt), _): deed(of: action, playing: attempt)
      case (.thinking(let before, let thought), _): deed(of: action, thinking: thought, before)
      case (.showing(let attempt, let moves), _): deed(of: action, showing: attempt, moves)
      case (.over(let attempt, let ending), _):
        deed(of: action, over: attempt, ending, isTyped: isTyped)
      case (.left, _): Deed.meaningless
      }
    guard case .does(let body) = deed else { return deed }
    return .does {
      body(&$0)
      $0.memory.keep($0.attempt)
    }
  }

  private func deed(of action: Action, playing attempt: Attempt) -> Deed {
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
      return .does { $0.move(attempt, direction) }
    case .undo, .restart:
      if let noHelp = noHelp(in: attempt) { return .refused(noHelp) }
      if attempt.path.isEmpty { return .refused("There is no move to undo.") }
      return .does {
        $0.takeBack(attempt, all: action == .restart, counted: attempt.standing == .counts)
      }
    case .hint, .showMe:
      if let noHelp = noHelp(in: attempt) { return .refused(noHelp) }
      if attempt.lesson != nil, action == .showMe {
        return .refused("The first steps show no solutions. A hint names the next move.")
      }
      if action == .showMe, let run = daily, attempt.day == run.day, run.isPlaying, !run.isLate {
        return .refused("The solution of today's level is shown when you have won it or lost it.")
      }
      return .does { if action == .hint { $0.hint(attempt) } else { $0.showMe(attempt) } }
    case .listen(let square): return listens(to: square ?? attempt.round.player, attempt)
    case .newRound:
      if attempt.isTrial { return .refused(Self.trial) }
      guard !isTurn, attempt.standing == .practice else { return .refused(begun) }
      return .does {
        if attempt.place != nil {
          $0.playOn()
        } else if attempt.day != nil {
          $0.continueDaily()
        } else {
          $0.newRound()
        }
      }
    case .play, .draw:
      if attempt.place != nil { return .refused(Self.ownLevels) }
      if attempt.day != nil { return .refused(Self.oneLevel) }
      if attempt.isTrial { return .refused(Self.trial) }
      let isFresh = attempt.standing == .counts && attempt.path.isEmpty
      guard !isTurn, isFresh || attempt.standing == .practice else { return .refused(begun) }
      return .does { $0.play(action) }
    case .skip:
      if attempt.lesson == nil { return .refused("These are not the first steps.") }
      return .does { $0.finishFirstSteps() }
    case .visit(let mode):
      if attempt.lesson != nil { return .refused(Self.firstSteps) }
      if mode == .rounds, self.mode == mode, aside != nil { return .does { $0.resumeAside() } }
      return .visits(mode, if: !isTurn && mode != self.mode)
    case .back where attempt.hasWayBack: return goesBack(from: attempt)
    case .open(let page) where !isTurn || page != .menu: return .opens(page)
    case .set(let setting) where settings.changing(setting) != nil:
      return .does { $0.change(setting) }
    case .sitOut where isTurn: return .does { $0.sitOut(attempt.turn) }
    case .share: return sharing
    case .leave: return .leaves
    case .dismiss: return .refused("There is no message: the round is not over.")
    case .stop: return .refused("There is nothing to stop.")
    default: return .refused(Self.nothing)
    }
  }

  /// The deed of an action during a computation. Most other actions are allowed, and cancel it.
  private func deed(
    of action: Action, thinking thought: Thought, _ before: Stage
  ) -> Deed {
    let deed = deed(of: action, playing: before.attempt)
    switch action {
    case .proceed: return .does { $0.finish(thought, before) }
    case .stop: return .does { $0.stopThinking(thought, before) }
    case .open(let page): return .opens(page)
    case .visit(let mode) where thought.isLevel && mode != self.mode:
      return .visits(mode, if: true)
    // A new level is already being looked for.
    case .dismiss where thought.isLevel, .newRound where thought.isLevel: return .refused(noLevel)
    // Players of the board wait for their level.
    case .play where thought == .turn || thought.isLevel && !deed.isAllowed,
      .draw where thought == .turn || thought.isLevel && !deed.isAllowed:
      return .refused(noLevel)
    case .move where !deed.isAllowed && !before.attempt.isEmptyRoom: return .refused(Self.nothing)
    case .leave, .set, .share, .visit: return deed
    default: return deed.after { $0.stage = before }
    }
  }

  private func deed(
    of action: Action, showing attempt: Attempt, _ moves: [Direction]
  ) -> Deed {
    switch action {
    // Return hastens the solution.
    case .proceed, .dismiss: .does { $0.show(attempt, moves) }
    case .stop: .does { $0.stopShowing(attempt) }
    case .leave: .leaves
    default: .refused("The solution is being shown. Type stop to stop it.")
    }
  }

  private func deed(
    of action: Action, over attempt: Attempt, _ ending: Ending, isTyped: Bool
  ) -> Deed {
    let isTurn = attempt.turn != nil
    // After any round except a first step or a turn, a player can go anywhere by typing.
    let isFree = isTyped && attempt.lesson == nil && !isTurn
    let canTakeBack = !isTurn && !attempt.path.isEmpty
    switch action {
    case .leave: return .leaves
    case .dismiss: return .does { $0.dismiss(attempt) }
    // The players who still have to play the level must not see it (5.5).
    case .look where !isTurn || !seats.isInLevel: return .does { $0.look(attempt, ending) }
    case .undo where canTakeBack, .restart where canTakeBack && (ending.looks || isTyped):
      return .does {
        $0.takeBack(attempt, all: action == .restart, counted: ending.counted)
      }
    case .back where attempt.hasWayBack && (ending.looks || isTyped):
      return goesBack(from: attempt)
    case .set(let setting) where isTyped: return .does { $0.change(setting) }
    case .visit(let mode) where isFree && mode != self.mode: return .visits(mode, if: true)
    case .play where attempt.place != nil, .draw where attempt.place != nil:
      return .refused(Self.ownLevels)
    case .play where attempt.day != nil, .draw where attempt.day != nil:
      return .refused(Self.oneLevel)
    case .play where isFree, .draw where isFree: return .does { $0.play(action) }
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
  private static let oneLevel =
    "A day has only its own level. Type rounds, then level CODE."
  private static let ownLevels =
    "A world has its own levels. Type rounds, then level CODE."

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
    guard attempt.knowledge.heard(on: square) != nil else {
      return .refused("You have not listened on that square.")
    }
    return .does {
      var attempt = attempt
      attempt.listen(on: square)
      $0.stage = .playing(attempt)
      let teller = Teller($0)
      $0.tell(teller.listening, caption: teller.listeningCaption)
    }
  }

  // MARK: Effects

  private mutating func stopShowing(_ attempt: Attempt) {
    var attempt = attempt
    // The player makes the next moves.
    attempt.isShown = false
    stage = .playing(attempt)
    tell(["Stopped. The rest of the round is practice."])
  }

  /// Shows the room after a round, or the message again.
  private mutating func look(_ attempt: Attempt, _ ending: Ending) {
    var (attempt, ending) = (attempt, ending)
    ending.looks.toggle()
    attempt.lookEverywhere()
    stage = .over(attempt, ending)
    let teller = Teller(self)
    if ending.looks { tell(teller.room, caption: teller.endingCaption(ending.message)) }
  }
}

extension Session.Stage {
  /// The current level, or the last one played.
  var attempt: Attempt {
    switch self {
    case .playing(let attempt), .showing(let attempt, _), .over(let attempt, _): attempt
    case .thinking(let before, _), .left(let before): before.attempt
    }
  }
}
