import ZombiesCore
import ZombiesGame

/// The data that a browser stores for a game: progress, the levels of the workshop, and settings, stored
/// separately.
struct Keeper {
  var progress = KeptPlace<GameProgress>("Your progress")
  var levels = KeptPlace<KeptLevels>("The list of saved levels")
  var settings = KeptPlace<KeptSettings>("The settings")
  var days = KeptPlace<KeptDays>("The list of daily results")
  var session = KeptPlace<KeptSession>("The game in progress")
  var plays = KeptPlace<KeptPlays>("The record of rounds")

  /// The reasons why the browser cannot save new data, each a sentence.
  private var unkept: [Part: String] = [:]

  /// The parts of the data, by the names that the script of the page uses.
  enum Part: String, CaseIterable {
    case progress, levels, settings, days, session, plays
  }

  /// The problems, in sentences.
  var problems: [String] {
    var sentences = [
      progress.problem, levels.problem, settings.problem, days.problem, session.problem,
      plays.problem,
    ].compactMap { $0 }
    for part in Part.allCases {
      if let problem = unkept[part], !sentences.contains(problem) { sentences.append(problem) }
    }
    return sentences
  }

  /// Learns that a part cannot be saved ("none PART", "full PART") or that its damaged data was moved
  /// aside ("aside PART").
  mutating func learn(_ event: String) -> Bool {
    let words = event.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let part = Part(rawValue: String(words[1])) else { return false }
    switch words[0] {
    case "none":
      unkept[part] =
        "Your progress is not saved: this browser stores nothing for this page. Export it to a file before you close the page."
    case "full":
      unkept[part] =
        "The game is not saved: this browser has no space left. Export your progress to a file."
    case "aside":
      switch part {
      case .progress: return progress.setAside()
      case .levels: return levels.setAside()
      case .settings: return settings.setAside()
      case .days: return days.setAside()
      case .session: return session.setAside()
      case .plays: return plays.setAside()
      }
    default: return false
    }
    return true
  }

  /// Learns that the new data of a part was saved.
  mutating func noteKept(_ part: Part, _ session: inout Session) {
    unkept[part] = nil
    switch part {
    case .progress: progress.noteKept(&session)
    case .levels: levels.noteKept(&session)
    case .settings: settings.noteKept(&session)
    case .days: days.noteKept(&session)
    case .session: self.session.noteKept(&session)
    case .plays: plays.noteKept(&session)
    }
  }

  /// The new data to save, by part.
  func texts(of session: Session) -> [(part: Part, text: String)] {
    var texts: [(part: Part, text: String)] = []
    if let text = progress.text(of: session) { texts.append((.progress, text)) }
    if let text = levels.text(of: session) { texts.append((.levels, text)) }
    if let text = settings.text(of: session) { texts.append((.settings, text)) }
    if let text = days.text(of: session) { texts.append((.days, text)) }
    if let text = self.session.text(of: session) { texts.append((.session, text)) }
    if let text = plays.text(of: session) { texts.append((.plays, text)) }
    return texts
  }

  /// The parts with damaged data, with their names for players.
  var damaged: [(part: Part, what: String)] {
    var places: [(part: Part, what: String)] = []
    if progress.isDamaged { places.append((.progress, "progress")) }
    if levels.isDamaged { places.append((.levels, "list of saved levels")) }
    if settings.isDamaged { places.append((.settings, "settings")) }
    if days.isDamaged { places.append((.days, "list of daily results")) }
    if session.isDamaged { places.append((.session, "game in progress")) }
    if plays.isDamaged { places.append((.plays, "record of rounds")) }
    return places
  }
}

/// A part of the stored data. It is read at first, and again when another tab has changed it. Damaged data
/// and data of a newer version are never overwritten.
struct KeptPlace<Value: Kept> {
  /// The name of the data, for the beginning of a sentence.
  private let what: String

  /// The data that was last read or saved; nil before.
  private(set) var known: Value?

  /// Whether the browser has no data, so that everything must be saved.
  private var isEmpty = false

  /// The reason why nothing can be saved here, a sentence; nil if data can be saved.
  private(set) var problem: String?

  /// Whether the stored data is damaged.
  private(set) var isDamaged = false

  init(_ what: String) { self.what = what }

  /// Reads the stored data. An empty text means that there is none, even if there was some before.
  mutating func read(_ text: String) {
    (isDamaged, problem, isEmpty) = (false, nil, text.isEmpty)
    if text.isEmpty {
      if known == nil { known = Value() }
      return
    }
    do throws(ProgressError) {
      known = try Value(text: text)
    } catch {
      isDamaged = !error.isNewer
      problem =
        "\(what) in this browser cannot be read: \(error). It stays unchanged, and nothing new is saved."
    }
  }

  /// Adds the stored data to a session.
  func teach(_ session: inout Session) {
    if problem == nil, !isEmpty, let known { known.teach(&session) }
  }

  /// Learns that the damaged data was moved aside.
  mutating func setAside() -> Bool {
    guard isDamaged else { return false }
    read("")
    return true
  }

  /// The new data to save; nil if there is nothing new or it cannot be saved.
  func text(of session: Session) -> String? {
    guard problem == nil, let known else { return nil }
    let next = known.joined(with: session)
    return next == (isEmpty ? Value() : known) ? nil : next.text
  }

  /// Learns that the new data was saved.
  mutating func noteKept(_ session: inout Session) {
    let next = (known ?? Value()).joined(with: session)
    next.teach(&session)
    (known, isEmpty) = (next, false)
  }
}

extension PageSession {
  /// Reads the stored data of a part.
  mutating func read(_ part: Keeper.Part, _ text: String) {
    switch part {
    case .progress: keeper.progress.read(text)
    case .levels: keeper.levels.read(text)
    case .settings: keeper.settings.read(text)
    case .days: keeper.days.read(text)
    case .session: keeper.session.read(text)
    case .plays: keeper.plays.read(text)
    }
  }

  /// Reads the stored data of a part during a game.
  mutating func read(_ part: Keeper.Part, _ text: String, to session: inout Session) {
    read(part, text)
    switch part {
    case .progress: keeper.progress.teach(&session)
    case .levels: keeper.levels.teach(&session)
    case .settings: keeper.settings.teach(&session)
    case .days: keeper.days.teach(&session)
    case .session: keeper.session.teach(&session)
    case .plays: keeper.plays.teach(&session)
    }
  }

  /// Exports progress, the saved levels or the counted rounds to a file.
  mutating func take(_ word: String, of session: inout Session) -> Bool {
    switch word {
    case "progress":
      file = (
        "zombies-progress.txt",
        (keeper.progress.known ?? GameProgress()).joined(with: session).text
      )
    case "kept":
      if session.workshop.kept.isEmpty { return false }
      file = ("zombies-levels.txt", session.workshop.list.text)
    case "plays": takePlays(removes: false, of: &session)
    case "plays,": takePlays(removes: true, of: &session)
    default: return false
    }
    return true
  }

  /// The counted rounds, stored or not.
  func plays(of session: Session) -> KeptPlays {
    (keeper.plays.known ?? KeptPlays()).joined(with: session)
  }

  /// Exports the counted rounds to a file, and may remove them afterwards.
  private mutating func takePlays(removes: Bool, of session: inout Session) {
    let plays = plays(of: session)
    guard plays.count > 0 else {
      sentences.append("There are no rounds to export yet. Each round that counts is recorded.")
      return
    }
    file = ("zombies-plays.csv", RecordRow.header + plays.rows)
    sentences.append("Exported to a file: \(counted(plays.count, "round")).")
    if plays.count == KeptPlays.most {
      sentences.append("This browser keeps only the newest \(KeptPlays.most).")
    }
    if removes {
      session.removePlays()
      sentences.append("They are no longer stored in this browser.")
    }
  }

  /// Exports the file that the player asked for by a command.
  mutating func takeWanted(of session: inout Session) {
    if let removes = session.takeWantedPlays() { takePlays(removes: removes, of: &session) }
    guard let wanted = session.takeWantedFile() else { return }
    file = (wanted.name, wanted.text)
    sentences.append("Exported to a file: \(wanted.contents).")
  }

  /// Imports progress from a file, and joins its stars and purchases with the present ones.
  mutating func bring(_ text: String, to session: inout Session) -> Bool {
    // An empty file is valid progress, but nobody would import it on purpose.
    if text.isEmpty {
      sentences = ["The file was not imported: it is empty."]
      return true
    }
    do throws(ProgressError) {
      session.learn(try GameProgress(text: text))
      let stars = counted(Int(clamping: session.worlds.starCount), "star")
      sentences = ["Progress imported. You now have \(stars)."]
    } catch {
      sentences = ["The file was not imported: \(error)."]
    }
    return true
  }
}
