import ZombiesGame
import ZombiesPlatform
import ZombiesSystem

/// A part of the data that outlives a game.
package protocol KeptPart {
  /// The name on screens.
  var what: String { get }

  /// The path of the file; nil if the data is not saved.
  var path: FilePath? { get }

  /// The reason why some data of the session is not saved; nil if all data is.
  var problem: Failure? { get }

  /// The reason why the file was not read; nil if it was read or does not exist.
  var unread: Failure? { get }

  /// Saves what a session has added before it is shown.
  ///
  /// - Throws: ``ReaderLeft`` if the data goes to a reader that has stopped reading.
  mutating func note(_ session: inout Session) throws

  /// Ends the file after the last note.
  ///
  /// - Throws: ``Failure`` or ``ReaderLeft``.
  func finish() throws
}

extension KeptPart {
  package var unread: Failure? { nil }
  package func finish() throws {}
}

/// The data that outlives a game: progress, the saved levels of the workshop, settings, daily results, what is
/// in progress, and the record of rounds.
///
/// The data is saved after each action, before the result of the action is shown. A failure to save is shown
/// once. The game continues, and the next action tries again.
package struct Keeping {
  private var parts: [any KeptPart]

  /// The files of this game, which must not be used for other data.
  private let taken: [FilePath]

  /// The failures that were shown, in the order of ``parts``.
  private var said: [Failure?]

  /// Whether failures to read were shown.
  private var hasBegun = false

  /// Whether every round is recorded, so that a signal should end the game in an orderly way.
  let isRecorded: Bool

  /// - Parameter taken: The files of the command line.
  package init(_ parts: [any KeptPart], isRecorded: Bool, taken: [FilePath]) {
    self.parts = parts
    self.isRecorded = isRecorded
    self.taken = taken + parts.compactMap(\.path)
    said = parts.map { _ in nil }
  }

  /// Saves the result of an action, and writes the file that the player asked for.
  ///
  /// - Throws: ``ReaderLeft`` if the record goes to a reader that has stopped reading.
  mutating func note(_ session: inout Session) throws {
    var sentences: [String] = []
    for index in parts.indices {
      try parts[index].note(&session)
      let part = parts[index]
      if !hasBegun, let unread = part.unread {
        sentences.append(
          "\(part.what) could not be read, and nothing new is saved: \(Self.sentence(unread))")
      }
      if let problem = part.problem, said[index] == nil, problem.message != part.unread?.message {
        sentences.append(
          "\(part.what) is not saved: \(Self.sentence(problem)) "
            + "You can keep playing: the game tries again after each change.")
      } else if part.problem == nil, said[index] != nil {
        sentences.append("\(part.what) is saved again.")
      }
      said[index] = part.problem
    }
    hasBegun = true
    if let wanted = session.takeWantedFile() { sentences.append(write(wanted)) }
    if !sentences.isEmpty { session.report(sentences) }
  }

  /// The message of a failure with a full stop.
  private static func sentence(_ failure: Failure) -> String {
    failure.message.last == "." ? failure.message : failure.message + "."
  }

  /// Tries a last time to save the data that is not saved.
  ///
  /// - Throws: ``Failure`` if some data cannot be saved.
  mutating func finish(_ session: inout Session) throws {
    for index in parts.indices { try parts[index].note(&session) }
    for part in parts { try part.finish() }
    if let problem = parts.compactMap(\.problem).first { throw problem }
  }

  // MARK: Files that the player asks for

  /// Writes a file and returns a sentence about the result. The only file that may be replaced is one that
  /// was written in this way and has not been changed since.
  private func write(_ wanted: Session.WantedFile) -> String {
    let path = FilePath(wanted.name)
    guard path.isReplaced else {
      return "'\(path.text)' is not a regular file. Choose another name."
    }
    guard !taken.contains(where: { $0.identity == path.identity }) else {
      return "'\(path.text)' is in use by this game. Choose another name."
    }
    do {
      let output = try OutputFile.open(path, patiently: true)
      defer { output.discard() }
      if fileStatus(path) != nil {
        let text = String(decoding: try InputFile(path).readOwn(atMost: 1 << 28), as: UTF8.self)
        guard (try? KeptLevels(text: text)) != nil else {
          return "'\(path.text)' already exists with other contents. Choose another name."
        }
      }
      try output.write(wanted.text)
      try output.finish()
      return "Written to '\(path.text)': \(wanted.contents)."
    } catch let failure as Failure {
      return "Not written: \(Self.sentence(failure))"
    } catch {
      return "Not written."
    }
  }
}

extension Day {
  /// Today, in UTC.
  package static var today: Day? {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Day(daysSince1970: Int(now.tv_sec) / 86_400)
  }
}
