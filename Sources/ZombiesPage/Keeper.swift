import ZombiesCore
import ZombiesGame

/// The data that a browser stores for a game, in parts that are stored separately.
struct Keeper {
  let progress = KeptPlace<GameProgress>("progress", "Your progress")
  let levels = KeptPlace<KeptLevels>("levels", "The list of saved levels")
  let settings = KeptPlace<KeptSettings>("settings", "The settings")
  let days = KeptPlace<KeptDays>("days", "The list of daily results")
  let session = KeptPlace<KeptSession>("session", "The game in progress")
  let plays = KeptPlace<KeptPlays>("plays", "The record of rounds")

  var parts: [StoredPart] { [progress, levels, settings, days, session, plays] }

  /// The part with the name that the script of the page uses; nil if there is none.
  subscript(name: String) -> StoredPart? { parts.first { $0.name == name } }

  /// The problems, in sentences. Several parts may have the same one.
  var problems: [String] {
    var sentences: [String] = []
    for problem in parts.map({ $0.problem }) + parts.map({ $0.unkept }) {
      if let problem, !sentences.contains(problem) { sentences.append(problem) }
    }
    return sentences
  }

  /// Learns that a part cannot be saved ("none PART", "full PART") or that its damaged data was moved
  /// aside ("aside PART").
  func learn(_ event: String) -> Bool {
    let (what, name) = event.parted
    guard let part = self[name] else { return false }
    switch what {
    case "none":
      part.unkept =
        "Your progress is not saved: this browser stores nothing for this page. Export it to a file before you close the page."
    case "full":
      part.unkept =
        "The game is not saved: this browser has no space left. Export your progress to a file."
    case "aside":
      guard part.isDamaged else { return false }
      part.read("")
    default: return false
    }
    return true
  }
}

/// A part of the stored data, whatever it contains. It is read at first, and again when another tab has
/// changed it. Damaged data and data of a newer version are never overwritten.
class StoredPart {
  /// The name that the script of the page uses.
  let name: String

  /// The name for players, for the beginning of a sentence.
  let title: String

  /// The reason why nothing can be saved here, a sentence; nil if data can be saved.
  fileprivate(set) var problem: String?

  /// Whether the stored data is damaged.
  fileprivate(set) var isDamaged = false

  /// The reason why the browser cannot save new data, a sentence; nil if it can.
  fileprivate(set) var unkept: String?

  fileprivate init(_ name: String, _ title: String) { (self.name, self.title) = (name, title) }

  /// Reads the stored data. An empty text means that there is none, even if there was some before.
  func read(_ text: String) {}

  /// Adds the stored data to a session.
  func teach(_ session: inout Session) {}

  /// The new data to save; nil if there is nothing new or it cannot be saved.
  func text(of session: Session) -> String? { nil }

  /// Learns that the new data was saved.
  func noteKept(_ session: inout Session) {}
}

/// A part of the stored data, with a value of its own.
final class KeptPlace<Value: Kept>: StoredPart {
  /// The data that was last read or saved; empty before.
  private(set) var known = Value()

  /// Whether the browser has no data, so that everything must be saved; nil before the first reading.
  private var isEmpty: Bool?

  override func read(_ text: String) {
    (isDamaged, problem, isEmpty) = (false, nil, text.isEmpty)
    if text.isEmpty { return }
    do throws(ProgressError) {
      known = try Value(text: text)
    } catch {
      isDamaged = !error.isNewer
      problem =
        "\(title) in this browser cannot be read: \(error). It stays unchanged, and nothing new is saved."
    }
  }

  override func teach(_ session: inout Session) {
    if problem == nil, isEmpty == false { known.teach(&session) }
  }

  override func text(of session: Session) -> String? {
    guard problem == nil, let isEmpty else { return nil }
    let next = known.joined(with: session)
    return next == (isEmpty ? Value() : known) ? nil : next.text
  }

  override func noteKept(_ session: inout Session) {
    known = known.joined(with: session)
    known.teach(&session)
    (isEmpty, unkept) = (false, nil)
  }
}

extension PageSession {
  /// Exports progress, the saved levels or the counted rounds to a file.
  mutating func take(_ word: String, of session: inout Session) -> Bool {
    switch word {
    case "progress":
      file = ("zombies-progress.txt", keeper.progress.known.joined(with: session).text)
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
    keeper.plays.known.joined(with: session)
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
