import ZombiesCore

// What can be done in the room.

extension Session {
  /// What comes of an action in the room.
  ///
  /// - Parameter isTyped: Whether it is said in words. They do not cover the room, so that more can
  ///   be done with them when the round is over.
  func deedInRoom(_ action: Action, isTyped: Bool) -> Deed {
    let deed =
      switch (stage, action) {
      // Its name leads back to where a level comes from.
      case (_, .visit(.workshop)) where isTyped && attempt.isTrial,
        (.over, .visit(.worlds)) where isTyped && attempt.place != nil:
        goesBack(from: attempt)
      case (_, .visit(.worlds)) where isTyped && attempt.place != nil:
        deedInRoom(.back, isTyped: true)
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
    // A round that counts is not dropped once it has begun.
    let begun =
      attempt.lesson == nil
      ? "This round counts, and has begun. Play it to its end, or quit." : Self.firstSteps
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
      if attempt.path.isEmpty { return .refused("There is no move to take back.") }
      return .does {
        $0.takeBack(attempt, all: action == .restart, counted: attempt.standing == .counts)
      }
    case .hint, .showMe:
      if let noHelp = noHelp(in: attempt) { return .refused(noHelp) }
      guard attempt.lesson == nil else {
        return .refused("The first steps are yours to find. Type skip to leave them.")
      }
      return .does { if action == .hint { $0.hint(attempt) } else { $0.showMe(attempt) } }
    case .newRound:
      if attempt.isTrial { return .refused(Self.trial) }
      guard !isTurn, attempt.standing == .practice else { return .refused(begun) }
      return .does { if attempt.place != nil { $0.playOn() } else { $0.newRound() } }
    case .play, .draw:
      if attempt.place != nil { return .refused(Self.ownLevels) }
      if attempt.isTrial { return .refused(Self.trial) }
      let isFresh = attempt.standing == .counts && attempt.path.isEmpty
      guard !isTurn, isFresh || attempt.standing == .practice else { return .refused(begun) }
      return .does { $0.play(action) }
    case .skip:
      if attempt.lesson == nil { return .refused("These are not the first steps.") }
      return .does { $0.finishFirstSteps() }
    case .visit(let mode):
      if attempt.lesson != nil { return .refused(Self.firstSteps) }
      return .visits(mode, if: !isTurn && mode != self.mode)
    case .back where attempt.hasWayBack: return goesBack(from: attempt)
    case .open(let page) where !isTurn || page != .menu: return .opens(page)
    case .set(let setting) where settings.changing(setting) != nil:
      return .does { $0.change(setting) }
    case .sitOut where isTurn: return .does { $0.sitOut(attempt.turn) }
    case .share: return sharing
    case .leave: return .leaves
    case .dismiss: return .refused("There is no message: the round goes on.")
    case .stop: return .refused("There is nothing to stop.")
    case .back, .open, .set, .sitOut, .look, .proceed, .close, .previous, .next, .change, .type,
      .erase, .enter, .scroll, .point, .choose, .buy, .seat, .add, .remove, .button, .plays, .aim,
      .put, .edit, .redo, .generate, .keep, .removeKept:
      return .refused(Self.nothing)
    }
  }

  /// While something is thought out, everything else can be done, and mostly takes its place.
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
    // It is what is thought out.
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
    case .proceed: .does { $0.show(attempt, moves) }
    case .stop: .does { $0.stopShowing(attempt) }
    case .leave: .leaves
    default: .refused("The solution is being shown. Type stop to stop it.")
    }
  }

  private func deed(
    of action: Action, over attempt: Attempt, _ ending: Ending, isTyped: Bool
  ) -> Deed {
    let isTurn = attempt.turn != nil
    // From a level of the game one can go on to anything.
    let isFree = isTyped && attempt.lesson == nil && !isTurn
    let canTakeBack = !isTurn && !attempt.path.isEmpty
    switch action {
    case .leave: return .leaves
    case .dismiss: return .does { $0.dismiss(attempt) }
    case .look: return .does { $0.look(attempt, ending) }
    case .undo where canTakeBack, .restart where canTakeBack && ending.looks:
      return .does {
        $0.takeBack(attempt, all: action == .restart, counted: ending.counted)
      }
    case .back where attempt.hasWayBack && ending.looks: return goesBack(from: attempt)
    case .set(let setting) where isTyped: return .does { $0.change(setting) }
    case .visit(let mode) where isFree && mode != self.mode: return .visits(mode, if: true)
    case .play where attempt.place != nil, .draw where attempt.place != nil:
      return .refused(Self.ownLevels)
    case .play where isFree, .draw where isFree: return .does { $0.play(action) }
    case .share where isTyped:
      if let lastOver { return .does { $0.tell(lastOver.share($0.settings.style)) } }
    default: break
    }
    if isTurn { return .refused("The round is over. Type next for the board, or look.") }
    let next =
      attempt.isTrial
      ? "next for the workshop"
      : attempt.lesson == nil && attempt.place == nil ? "next for a new one" : "next to go on"
    // Whoever was caught at the start has made no move.
    let undo = attempt.path.isEmpty ? "" : ", undo"
    return .refused("The round is over. Type \(next), look\(undo) or quit.")
  }

  // MARK: The same in several stages

  private static let nothing = "That does nothing now."
  private static let firstSteps = "These are the first steps. Type skip to leave them."
  private static let trial =
    "You try the level of the workshop. Type workshop to go back to it."
  private static let ownLevels =
    "A world has its own levels. Type rounds, and then level with the code or the name."

  /// Why there is no level to play.
  var noLevel: String {
    awaits == .thought
      ? "A level is being looked for. Type stop to stop it."
      : "There is no level here. Type new for one, or set family to choose another one."
  }

  /// Why nobody helps; nil if somebody may.
  private func noHelp(in attempt: Attempt) -> String? {
    if attempt.isEmptyRoom { return noLevel }
    return attempt.turn == nil
      ? nil : "In a turn, nobody helps, and no move is taken back. Play it to its end."
  }

  /// Leaves a level for where it comes from.
  private func goesBack(from attempt: Attempt) -> Deed {
    .does { if attempt.isTrial { $0.goToWorkshop() } else { $0.leaveLevel() } }
  }

  // MARK: Doing it

  private mutating func stopShowing(_ attempt: Attempt) {
    var attempt = attempt
    // What comes now is the player's own.
    attempt.isShown = false
    stage = .playing(attempt)
    tell(["Stopped. It is your turn, as practice."])
  }

  /// Looks at the room of a round that is over, or at the message again.
  private mutating func look(_ attempt: Attempt, _ ending: Ending) {
    var (attempt, ending) = (attempt, ending)
    ending.looks.toggle()
    attempt.lookEverywhere()
    stage = .over(attempt, ending)
    if ending.looks { tell(Teller(self).room) }
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
