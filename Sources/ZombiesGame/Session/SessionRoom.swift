import ZombiesCore

// What can be done in the room, and doing it.

extension Session {
  /// Whether an action does something in the room.
  func allowsInRoom(_ action: Action) -> Bool {
    if case .thinking(let before, let thought) = stage {
      switch action {
      case .proceed, .stop, .leave, .open: return true
      // It is what is thought out.
      case .dismiss, .newRound: return !thought.isLevel && allowsInRoom(action, before)
      // Players of the board wait for their level.
      case .play, .draw: return thought != .turn && allowsInRoom(action, before)
      case .visit(let mode):
        return mode != self.mode && thought.isLevel || allowsInRoom(action, before)
      default: return allowsInRoom(action, before)
      }
    }
    return allowsInRoom(action, stage)
  }

  private func allowsInRoom(_ action: Action, _ stage: Stage) -> Bool {
    if case .playing(let attempt) = stage, attempt.turn != nil {
      // In a turn, no move is taken back, and nobody helps.
      switch action {
      case .undo, .restart, .hint, .showMe, .newRound, .play, .draw, .visit, .open(.menu):
        return false
      case .sitOut: return true
      default: break
      }
    }
    if stage.attempt.isEmptyRoom {
      // There is nothing to play.
      switch action {
      case .move, .undo, .restart, .hint, .showMe: return false
      default: break
      }
    }
    // A level that is tried leads back to the workshop only.
    if stage.attempt.isTrial, action == .newRound { return false }
    if case .over(let attempt, _) = stage, attempt.turn != nil {
      return action == .dismiss || action == .look || action == .leave
    }
    switch (stage, action) {
    case (.left, _): return false
    case (_, .leave): return true
    case (.playing(let attempt), .move(let direction)):
      return attempt.round.target(direction) != nil
    case (.playing(let attempt), .undo), (.playing(let attempt), .restart):
      return !attempt.path.isEmpty
    case (.playing(let attempt), .hint), (.playing(let attempt), .showMe):
      return attempt.lesson == nil
    case (.playing(let attempt), .newRound): return attempt.standing == .practice
    case (.playing(let attempt), .play), (.playing(let attempt), .draw):
      // A round that counts is not dropped once it has begun; and a world has its own levels.
      return attempt.place == nil && !attempt.isTrial
        && (attempt.standing == .practice || attempt.standing == .counts && attempt.path.isEmpty)
    case (.playing(let attempt), .skip): return attempt.lesson != nil
    case (.playing(let attempt), .back): return attempt.hasWayBack
    case (.playing(let attempt), .visit(let mode)):
      return attempt.lesson == nil && mode != self.mode
    case (.playing, .share): return shareable != nil
    case (.playing, .open): return true
    case (.playing, .set(let setting)): return settings.changing(setting) != nil
    case (.showing, .proceed), (.showing, .stop): return true
    case (.over, .dismiss): return true
    case (.over, .look): return true
    case (.over(let attempt, let ending), .back): return attempt.hasWayBack && ending.looks
    case (.over(let attempt, _), .undo): return !attempt.path.isEmpty
    case (.over(let attempt, let ending), .restart): return ending.looks && !attempt.path.isEmpty
    default: return false
    }
  }

  mutating func performInRoom(_ action: Action) {
    if case .thinking(let before, let thought) = stage {
      switch action {
      case .proceed:
        finish(thought, before)
        memory.keep(attempt)
        return
      case .stop:
        stopThinking(thought, before)
        return
      case .set(let setting):
        change(setting)
        return
      case .share:
        tellShare()
        return
      // Something else is wanted.
      default: stage = before
      }
    }
    switch (stage, action) {
    case (.playing(let attempt), .move(let direction)): move(attempt, direction)
    case (.playing(let attempt), .undo), (.playing(let attempt), .restart):
      takeBack(attempt, all: action == .restart, counted: attempt.standing == .counts)
    case (.over(let attempt, let ending), .undo), (.over(let attempt, let ending), .restart):
      takeBack(attempt, all: action == .restart, counted: ending.counted)
    case (.playing(let attempt), .hint): hint(attempt)
    case (.playing(let attempt), .showMe): showMe(attempt)
    case (.showing(let attempt, let moves), .proceed): show(attempt, moves)
    case (.showing(var attempt, _), .stop):
      // What comes now is the player's own.
      attempt.isShown = false
      stage = .playing(attempt)
      tell(["Stopped. It is your turn, as practice."])
    case (.playing(let attempt), .newRound):
      if attempt.place != nil { playOn() } else { newRound() }
    case (.playing, .skip): finishFirstSteps()
    case (.playing, .play(let level)): play(level)
    case (.playing, .draw(let reference)): begin(.named(reference))
    case (.playing, .share):
      tellShare()
    case (.playing, .set(let setting)): change(setting)
    case (.over(let attempt, _), .dismiss): dismiss(attempt)
    case (.over(var attempt, var ending), .look):
      ending.looks.toggle()
      attempt.lookEverywhere()
      stage = .over(attempt, ending)
      if ending.looks { tell(Teller(self).room) }
    case (.playing(let attempt), .back), (.over(let attempt, _), .back):
      if attempt.isTrial { goToWorkshop() } else { leaveLevel() }
    case (.playing(let attempt), .sitOut): sitOut(attempt.turn)
    default: assertionFailure("an action that is allowed is performed")
    }
    memory.keep(attempt)
  }
}

extension Session.Stage {
  /// The level that is being played, or was played last.
  var attempt: Attempt {
    switch self {
    case .playing(let attempt), .showing(let attempt, _), .over(let attempt, _),
      .left(let attempt):
      attempt
    case .thinking(let before, _): before.attempt
    }
  }
}
