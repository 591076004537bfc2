import ZombiesCore
import ZombiesGame

/// What a browser keeps of a game: progress and the levels of the workshop, each in a place of its own.
struct Keeper {
  var progress = KeptPlace<GameProgress>("The progress")
  var levels = KeptPlace<KeptLevels>("The list of kept levels")

  /// Why the browser keeps nothing of what is new, in a sentence, by place.
  private var unkept: [Part: String] = [:]

  /// The names by which the page and its script call the places.
  enum Part: String, CaseIterable {
    case progress, levels
  }

  /// What is wrong, in sentences.
  var problems: [String] {
    var sentences: [String] = []
    if let problem = progress.problem { sentences.append(problem) }
    if let problem = levels.problem { sentences.append(problem) }
    for part in Part.allCases {
      if let problem = unkept[part], !sentences.contains(problem) { sentences.append(problem) }
    }
    return sentences
  }

  /// Learns that something cannot be kept in a place: "none PLACE", "full PLACE"; or that what is damaged
  /// there was set aside: "aside PLACE".
  mutating func learn(_ event: String) -> Bool {
    let words = event.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let part = Part(rawValue: String(words[1])) else { return false }
    switch words[0] {
    case "none":
      unkept[part] =
        "This browser keeps nothing for this page, so that progress is lost when the page is closed. Take it out as a file."
    case "full":
      unkept[part] =
        "This browser has no room left for what is to be kept. Take your progress out as a file."
    case "aside":
      switch part {
      case .progress: return progress.setAside()
      case .levels: return levels.setAside()
      }
    default: return false
    }
    return true
  }

  /// Learns that what was to be kept in a place is kept.
  mutating func noteKept(_ part: Part, _ session: inout Session) {
    unkept[part] = nil
    switch part {
    case .progress: progress.noteKept(&session)
    case .levels: levels.noteKept(&session)
    }
  }

  /// What is to be kept beyond what is, by place.
  func texts(of session: Session) -> [(part: Part, text: String)] {
    var texts: [(part: Part, text: String)] = []
    if let text = progress.text(of: session) { texts.append((.progress, text)) }
    if let text = levels.text(of: session) { texts.append((.levels, text)) }
    return texts
  }

  /// The places whose texts are damaged, with what they are called.
  var damaged: [(part: Part, what: String)] {
    var places: [(part: Part, what: String)] = []
    if progress.isDamaged { places.append((.progress, "progress")) }
    if levels.isDamaged { places.append((.levels, "list of levels")) }
    return places
  }
}

/// A place where a browser keeps something. What it keeps is read once, and whenever somebody else has
/// changed it. What is damaged or of a newer version is never overwritten.
struct KeptPlace<Value: Kept> {
  /// What it is, as a sentence begins with it.
  private let what: String

  /// What was read or kept last; nil before.
  private(set) var known: Value?

  /// Whether nothing is there, so that everything that is known has to be kept.
  private var isEmpty = false

  /// Why nothing can be kept here, in a sentence; nil if it can.
  private(set) var problem: String?

  /// Whether what is kept is damaged.
  private(set) var isDamaged = false

  init(_ what: String) { self.what = what }

  /// Takes in what the browser has kept; an empty text is nothing, also where something was before.
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
        "\(what) that this browser has kept cannot be read: \(error). It is left as it is, and what you do now is not kept."
    }
  }

  /// Tells a session what is kept.
  func teach(_ session: inout Session) {
    if problem == nil, !isEmpty, let known { known.teach(&session) }
  }

  /// What is damaged was set aside.
  mutating func setAside() -> Bool {
    guard isDamaged else { return false }
    read("")
    return true
  }

  /// What is to be kept; nil if there is nothing new, or no place for it.
  func text(of session: Session) -> String? {
    guard problem == nil, let known else { return nil }
    let next = known.joined(with: session)
    return next == (isEmpty ? Value() : known) ? nil : next.text
  }

  /// What was to be kept is kept.
  mutating func noteKept(_ session: inout Session) {
    let next = (known ?? Value()).joined(with: session)
    next.teach(&session)
    (known, isEmpty) = (next, false)
  }
}

extension PageSession {
  /// Takes in what the browser keeps in a place.
  mutating func read(_ part: Keeper.Part, _ text: String) {
    switch part {
    case .progress: keeper.progress.read(text)
    case .levels: keeper.levels.read(text)
    }
  }

  /// Takes it in while a game is played.
  mutating func read(_ part: Keeper.Part, _ text: String, to session: inout Session) {
    read(part, text)
    switch part {
    case .progress: keeper.progress.teach(&session)
    case .levels: keeper.levels.teach(&session)
    }
  }

  /// Hands progress or the kept levels out as a file.
  mutating func take(_ word: String, of session: Session) -> Bool {
    switch word {
    case "progress":
      file = (
        "zombies-progress.txt",
        (keeper.progress.known ?? GameProgress()).joined(with: session).text
      )
    case "kept":
      guard let text = session.workshop.file else { return false }
      file = ("zombies-levels.txt", text)
    default: return false
    }
    return true
  }

  /// Hands out the file that was asked for by a typed word.
  mutating func takeWanted(of session: inout Session) {
    guard let wanted = session.takeWantedFile() else { return }
    file = (wanted.name, wanted.text)
    sentences.append("Taken out as a file: \(wanted.contents).")
  }

  /// Takes progress in from a file: stars and purchases are joined with those that are here.
  mutating func bring(_ text: String, to session: inout Session) -> Bool {
    // To a game it is progress of somebody who has not begun, but nobody brings that in on purpose.
    if text.isEmpty {
      sentences = ["The file was not brought in: it is empty."]
      return true
    }
    do throws(ProgressError) {
      session.learn(try GameProgress(text: text))
      let stars = counted(Int(clamping: session.worlds.starCount), "star")
      sentences = ["The progress was brought in: \(stars) now."]
    } catch {
      sentences = ["The file was not brought in: \(error)."]
    }
    return true
  }
}
