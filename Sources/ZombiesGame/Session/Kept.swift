import ZombiesCore

/// Data that outlives a session, stored as a text, for example in a file.
///
/// A front end reads the text before the session begins, and writes it after every action that changes
/// it. Several programs may share a file, so the front end reads it again before it writes:
///
///     theirs.teach(&session)
///     write(theirs.joined(with: session).text)
public protocol Kept: Equatable {
  /// Creates empty data.
  init()

  /// Reads stored data.
  ///
  /// - Throws: ``ProgressError`` if the text does not have the form of ``text``.
  init(text: String) throws(ProgressError)

  /// The data as a text, which ``init(text:)`` reads.
  var text: String { get }

  /// Combines the stored data with a session, giving the data to store next.
  func joined(with session: Session) -> Self

  /// Adds the stored data to a session. The session loses nothing.
  func teach(_ session: inout Session)
}

extension GameProgress: Kept {
  /// Combines the stored progress with a session, giving the progress to store next. Which worlds and levels are open
  /// is added when the player comes to the worlds.
  public func joined(with session: Session) -> GameProgress {
    let progress = session.worlds.progress
    var joined = self
    if session.mode == .worlds || progress.starCount > starCount { joined.join(progress) }
    joined.hasFinishedFirstSteps = joined.hasFinishedFirstSteps || progress.hasFinishedFirstSteps
    return joined
  }

  /// Adds the stored progress to a session.
  public func teach(_ session: inout Session) { session.learn(self) }
}

extension KeptLevels: Kept {
  /// Applies the changes of the session to the stored list: all levels that it has added, renamed and
  /// removed since it last learned the stored list.
  public func joined(with session: Session) -> KeptLevels {
    changing(from: session.bench.former, to: session.bench.list)
  }

  /// Adds the stored list to a session.
  public func teach(_ session: inout Session) {
    let list = joined(with: session)
    session.bench.former = self
    session.bench.list = list
  }
}

// MARK: Other tasks of a front end

extension Session {
  /// A file that the player asked for.
  public struct WantedFile: Hashable, Sendable {
    /// The name, as the player typed it.
    public let name: String
    /// The text of the file.
    public let text: String
    /// A description of the contents, such as "2 levels".
    public let contents: String
  }

  /// Returns the file that the player asked for, once; nil if there is none. The front end writes it and
  /// reports the result by ``report(_:)``.
  public mutating func takeWantedFile() -> WantedFile? {
    defer { wantedFile = nil }
    return wantedFile
  }

  /// Reports the result of a front end's task, such as saving progress.
  ///
  /// The report appears with the effect of the last action, even if a message covers everything.
  public mutating func report(_ sentences: [String]) {
    reported = sentences
    announce(sentences)
  }

  /// The reports since the last action.
  var reports: [String] { reported.filter { told.contains($0) } }
}
