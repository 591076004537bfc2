import ZombiesCore

/// Something that outlives a session: a text in a place of its own, such as a file.
///
/// A front end reads the text before the session begins, and writes it after an action that has changed
/// it. Several programs may use one place, so that the front end reads it again before it writes:
///
///     theirs.teach(&session)
///     write(theirs.joined(with: session).text)
public protocol Kept: Equatable {
  /// Nothing has been kept.
  init()

  /// Reads what was kept.
  ///
  /// - Throws: ``ProgressError`` for a text that was not written as ``text``.
  init(text: String) throws(ProgressError)

  /// What is kept, as a text that reads as the same.
  var text: String { get }

  /// What is to be kept where this is kept already.
  func joined(with session: Session) -> Self

  /// Tells a session that this is kept. Nothing of the session is lost by it.
  func teach(_ session: inout Session)
}

extension GameProgress: Kept {
  /// What is to be kept where this is kept already.
  public func joined(with session: Session) -> GameProgress { session.progress(beyond: self) }

  /// Adds this to what a session knows.
  public func teach(_ session: inout Session) { session.learn(self) }
}

extension KeptLevels: Kept {
  /// The list with whatever the session has added, renamed and removed since it was told what is kept.
  public func joined(with session: Session) -> KeptLevels {
    let mine = session.bench.workshop.kept
    // Nearly always, nothing has changed.
    if session.bench.former.levels == mine { return self }
    return changing(from: session.bench.former, to: KeptLevels(mine))
  }

  /// Adds this to the list of a session.
  public func teach(_ session: inout Session) {
    let list = joined(with: session)
    session.bench.former = self
    session.bench.workshop.replaceKept(list.levels)
  }
}

// MARK: What a front end does besides

extension Session {
  /// A file that the player wants, by the name that was typed.
  public struct WantedFile: Hashable, Sendable {
    /// The name, as it was typed.
    public let name: String
    /// What is to be in it.
    public let text: String
    /// What that is, such as "2 levels".
    public let contents: String
  }

  /// Hands out the file that the player wants, once; nil if none is wanted. The front end writes it, and
  /// says what came of it by ``report(_:)``.
  public mutating func takeWantedFile() -> WantedFile? {
    defer { wantedFile = nil }
    return wantedFile
  }

  /// Says what has become of something that a front end does for the player, such as keeping progress.
  /// It is told with what the last action has told, also where a message covers everything.
  public mutating func report(_ sentences: [String]) {
    reported = sentences
    announce(sentences)
  }

  /// What was reported since the last action.
  var reports: [String] { reported.filter { told.contains($0) } }

  /// A round for somebody with a clock, which a session has not.
  public struct RoundUnderWay: Hashable, Sendable {
    /// The number of the round in the session, from 1.
    public let number: Int
    /// The moves that have been made.
    public let moves: Int
  }

  /// The round that the player is in; nil elsewhere.
  public var roundUnderWay: RoundUnderWay? {
    guard place == .room, attempt.number > 0 else { return nil }
    return RoundUnderWay(number: attempt.number, moves: attempt.path.count)
  }
}
