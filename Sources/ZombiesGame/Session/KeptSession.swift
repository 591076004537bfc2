import ZombiesCore
import ZombiesGenerator

/// Where a player is, and everything that is in progress: the levels that were played, the rounds of each mode with their
/// lives, the board, the questions, and the level in the workshop.
///
/// A later session continues with it (``Session/Setup/kept``). Of two programs that play at once, the
/// last to write wins, except that the journal of a level never gets shorter. ``KeptSession`` has no results: wins of
/// worlds are progress, and those of days are ``KeptDays``.
public struct KeptSession: Equatable {
  /// Where the player is.
  struct Here: Equatable {
    var place = Place.rounds
    /// The place under the first steps.
    var beneath: Place?
    /// The hint or the solution that is being computed.
    var thought: Session.Thought?
    /// The row of the menu, if it is open.
    var menuRow: Int?
  }

  /// The position in a campaign.
  struct Worlds: Equatable {
    /// The hash of the campaign's levels.
    var campaign = ""
    var tour = Tour(world: 0)
  }

  /// The level in the workshop, with the changes that can be undone or redone.
  struct Bench: Equatable {
    var cursor = Square(row: 0, column: 0)
    var nextIndex: UInt64 = 0
    var draft = Workshop.Draft()
    var past: [Workshop.Draft] = []
    var future: [Workshop.Draft] = []
  }

  var seed: UInt64?
  var here: Here?
  var rounds: Session.Series?
  var original: Session.Series?
  var worlds: Worlds?
  /// The levels that were played, most recent last.
  var attempts: [Attempt] = []
  /// The level of a link that has not been drawn yet.
  var sought: Session.Sought?
  var questions: QuizPosition?
  var board: HotSeat?
  var bench: Bench?
  /// The last finished round, for sharing.
  var last: Attempt?

  /// Creates empty data.
  public init() {}
}

// MARK: From a session

extension KeptSession {
  /// Replaces the parts that a session continues by their present state.
  ///
  /// - Parameter session: The session. If it was started for something else than to continue, the rounds and
  ///   the place stay as they are.
  public func joined(with session: Session) -> KeptSession {
    var kept = self
    session.keep(in: &kept)
    return kept
  }

  /// Adds what another program has played in levels that the session is not in.
  public func teach(_ session: inout Session) {
    let place = session.isInRoom ? session.place : nil
    for index in session.attempts.indices where session.attempts[index].place != place {
      guard let longer = attempts.first(where: { $0.continues(session.attempts[index]) }) else {
        continue
      }
      session.attempts[index] = longer
    }
  }
}

extension Attempt {
  /// Whether the attempt is another one that went on.
  fileprivate func continues(_ other: Attempt) -> Bool {
    isRecord(of: other) && !isOfSession && journal.count > other.journal.count
      && journal.starts(with: other.journal)
  }

  /// Whether the attempt belongs to the session that plays it, so that others do not continue it.
  fileprivate var isOfSession: Bool {
    switch place {
    case .turn, .lesson, .trial: true
    default: false
    }
  }
}

extension Session {
  /// Whether the session continues the attempts of a place, and keeps its own.
  private func continues(_ place: Place) -> Bool {
    continuesRounds || place != .rounds && place != .named && (!place.isLesson || isInFirstSteps)
  }

  fileprivate func keep(in kept: inout KeptSession) {
    let mine = attempts.filter { !$0.isEmptyRoom && continues($0.place) }
      .map { attempt in
        var attempt = kept.attempts.first { $0.continues(attempt) } ?? attempt
        attempt.forgetSession()
        return attempt
      }
    kept.attempts.removeAll { former in
      continues(former.place)
        && (former.isOfSession || mine.contains { $0.isRecord(of: former) })
    }
    kept.attempts += mine
    kept.attempts.forgetOldest()
    if continuesRounds {
      kept.seed = seed
      kept.here = KeptSession.Here(
        place: place, beneath: beneath, thought: thought.flatMap { $0.isLevel ? nil : $0 },
        menuRow: page == .menu ? menuRow : nil)
      (kept.rounds, kept.sought, kept.last) = (rounds, sought, lastOver)
      kept.last?.forgetSession()
    }
    kept.original = originalRounds
    if continuesRounds || kept.worlds == nil || kept.worlds?.campaign == campaignHash {
      kept.worlds = KeptSession.Worlds(campaign: campaignHash, tour: tour)
    }
    kept.questions = quizRun?.position ?? keptQuestions ?? kept.questions
    // A game in progress is not replaced by other players who have not begun one.
    if seats.board.state != .settingUp || kept.board?.board.state != .playing
      || kept.board?.names == seats.names
    {
      kept.board = seats
    }
    let most = bench.draft.level.size.squareCount <= 400 ? 100 : 4
    kept.bench = KeptSession.Bench(
      cursor: bench.cursor, nextIndex: bench.nextIndex, draft: bench.draft,
      past: bench.past.suffix(most), future: bench.future.suffix(most))
  }
}

extension HotSeat {
  /// The names of the players, in order.
  fileprivate var names: [String] { board.players.map { $0.name } }
}

extension Campaign {
  /// The hash of the levels, in order.
  var hash: String {
    let text = worlds.map { "\n" + $0.levels.map { $0.code + " " }.joined() }
    return checksum(text.joined().utf8)
  }
}

// MARK: To a session

extension Session {
  /// Takes up everything that was kept, except where the player was.
  ///
  /// - Parameters:
  ///   - kept: What was kept.
  ///   - mode: The mode that the player has asked for; nil if there is none.
  mutating func takeUp(_ kept: KeptSession, mode: Mode?) {
    if let original = kept.original {
      let game = originalRounds.game
      originalRounds = original
      // Another program may have counted more.
      originalRounds.game.count(
        wins: max(game.wins, original.game.wins), losses: max(game.losses, original.game.losses))
    }
    attempts += kept.attempts.filter { attempt in
      guard let place = attempt.campaignPlace else {
        return attempt.lesson != nil || continues(attempt.place)
      }
      return worlds.campaign.contains(place) && worlds.campaign[place].level == attempt.level
    }
    for index in attempts.indices {
      for other in attempts[..<index] where other.isRecognisable && attempts[index].isRecognisable {
        attempts[index].recall(other.knowledge)
      }
    }
    if let worlds = kept.worlds { take(worlds, isAsked: !continuesRounds && mode == .worlds) }
    keptQuestions = kept.questions
    // Players who are named on the command line have come for a board of their own.
    if let board = kept.board, seats.names.isEmpty || seats.names == board.names { seats = board }
    if let bench = kept.bench { self.bench.takeUp(bench) }
    guard continuesRounds else { return }
    if let rounds = kept.rounds { self.rounds = rounds }
    (sought, lastOver) = (kept.sought, kept.last)
  }

  private mutating func take(_ kept: KeptSession.Worlds, isAsked: Bool) {
    let former = tour
    guard kept.campaign == campaignHash, worlds.campaign.contains(kept.tour.place),
      kept.tour.left.map(worlds.campaign.contains) ?? true
    else { return }
    tour = kept.tour
    // A player who has asked for the worlds begins at the carousel.
    if isAsked { (tour.world, tour.level) = (former.world, former.level) }
  }
}
