import ZombiesGame

/// What a browser keeps of a game. What it keeps is read once, and whenever another page has changed
/// it; what is damaged is never overwritten.
struct Keeper {
  /// What was read or kept last; nil before.
  var known: GameProgress?

  /// Why nothing is kept, in a sentence; nil if something is.
  private(set) var problem: String?

  /// Whether what is kept is damaged.
  private(set) var isDamaged = false

  /// Takes in what the browser has kept; an empty text is nothing.
  mutating func read(_ text: String) {
    guard !text.isEmpty else {
      if known == nil { known = GameProgress() }
      return
    }
    do throws(ProgressError) {
      known = try GameProgress(text: text)
    } catch {
      isDamaged = true
      problem =
        "The progress that this browser has kept cannot be read: \(error). It is left as it is, and what you do now is not kept."
    }
  }

  /// Learns that nothing can be kept: "none", "full"; or that what is damaged was set aside.
  mutating func learn(_ word: String) -> Bool {
    switch word {
    case "none":
      problem =
        "This browser keeps nothing for this page, so that progress is lost when the page is closed. Take it out as a file."
    case "full":
      problem =
        "This browser has no room left for what is to be kept. Take your progress out as a file."
    case "aside" where isDamaged:
      isDamaged = false
      problem = nil
      known = GameProgress()
    default: return false
    }
    return true
  }

  /// What is to be kept beyond what is; nil if there is nothing, or no place for it.
  func text(of session: Session) -> String? {
    guard !isDamaged, let known, session.hasProgress(beyond: known) else { return nil }
    return session.progress(beyond: known).text
  }
}

extension PageSession {
  mutating func store(_ word: String) -> Bool {
    guard keeper.learn(word) else { return false }
    if word == "none", keeper.known == nil { keeper.known = GameProgress() }
    return true
  }

  /// Hands progress or the kept levels out as a file.
  mutating func take(_ word: String, of session: Session) -> Bool {
    switch word {
    case "progress":
      file = (
        "zombies-progress.txt", session.progress(beyond: keeper.known ?? GameProgress()).text
      )
    case "kept":
      guard let text = session.workshop.file else { return false }
      file = ("zombies-levels.txt", text)
    default: return false
    }
    return true
  }

  /// Takes progress in from a file: stars and purchases are joined with those that are here.
  mutating func bring(_ text: String, to session: inout Session) -> Bool {
    do throws(ProgressError) {
      session.learn(try GameProgress(text: text))
      sentences = ["The progress was brought in: \(session.worlds.starCount) stars now."]
    } catch {
      sentences = ["The file was not brought in: \(error)."]
    }
    return true
  }
}
