import ZombiesGame

/// Everything that outlives a game: progress, the levels of the workshop, the record of rounds.
///
/// It is saved after each action and before anybody is shown what the action has done. What cannot be
/// saved is said once. Playing goes on, and the next action tries again.
struct Keeping {
  private var progress: KeptFile<GameProgress>
  private var levels: KeptFile<KeptLevels>
  private let record: PlayRecord

  /// The files of the command line, which are no place for anything else.
  private let taken: [FilePath]

  /// What was said not to be saved, in the order of ``parts``.
  private var said: [Failure?]

  /// Whether it was said what could not be read.
  private var hasBegun = false

  /// Whether every round is recorded, so that a signal should end the game in order.
  var isRecorded: Bool { record.isKept }

  init(
    progress: KeptFile<GameProgress>, levels: KeptFile<KeptLevels>, record: PlayRecord,
    taken: [FilePath]
  ) {
    self.progress = progress
    self.levels = levels
    self.record = record
    self.taken = taken
    said = [nil, nil, nil]
  }

  /// What is kept, and what is wrong with it.
  private var parts: [(what: String, problem: Failure?)] {
    [
      ("Your progress", progress.problem), ("The list of kept levels", levels.problem),
      ("The record of rounds", record.problem),
    ]
  }

  /// Saves what an action has done, and writes the file that the player wants.
  ///
  /// - Throws: ``ReaderLeft`` if the record goes to somebody who has stopped reading.
  mutating func note(_ session: inout Session) throws {
    try record.note(session)
    progress.note(&session)
    levels.note(&session)
    var sentences: [String] = []
    if !hasBegun {
      hasBegun = true
      for (what, failure) in [
        ("Your progress", progress.unread), ("The list of kept levels", levels.unread),
      ] {
        if let failure { sentences.append("\(what) could not be read: \(failure.message).") }
      }
    }
    for (place, part) in parts.enumerated() {
      if let problem = part.problem, said[place] == nil {
        sentences.append(
          "\(part.what) is not saved: \(problem.message). You can play on: every change tries again."
        )
      } else if part.problem == nil, said[place] != nil {
        sentences.append("\(part.what) is saved again.")
      }
      said[place] = part.problem
    }
    if let wanted = session.takeWantedFile() { sentences.append(write(wanted)) }
    if !sentences.isEmpty { session.report(sentences) }
  }

  /// Tries a last time to save what is not saved.
  ///
  /// - Throws: ``Failure`` if something is not.
  mutating func finish(_ session: inout Session) throws {
    progress.note(&session)
    levels.note(&session)
    try record.finish()
    if let problem = parts.compactMap(\.problem).first { throw problem }
  }

  // MARK: Files that the player wants

  /// Writes a file, and says what came of it. Nothing but a file that was written so before, and not
  /// changed since, is replaced.
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
          return "'\(path.text)' is another file already. Choose another name."
        }
      }
      try output.write(wanted.text)
      try output.finish()
      return "Written to '\(path.text)': \(wanted.contents)."
    } catch let failure as Failure {
      return "Not written: \(failure.message)."
    } catch {
      return "Not written."
    }
  }
}
