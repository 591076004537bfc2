import ZombiesCore
import ZombiesGame
import ZombiesGenerator

/// A game on a page: takes lines that say what has happened there, and answers with the screen as JSON.
///
/// First what the game begins with, each of these answered by nothing:
///
///     seed N             what levels are drawn from
///     today DATE         the day in UTC, such as 2026-11-22
///     set NAME VALUE     a setting
///     level CODE NAME    a level that is played, one after another
///     worlds TEXT        a campaign, as the text of its file
///     progress TEXT      what the browser has kept
///     levels TEXT        the kept levels of the workshop, as the browser has them
///     storage none PLACE the browser keeps nothing there
///     link TEXT          what stands behind # in the address
///     begin
///
/// Then, each answered by the screen:
///
///     key NAME           a key, by the name that a browser gives it
///     arrow N            an arrow, of those on the screen
///     control N          something else that can be done
///     row N              a row of a panel
///     square ROW COLUMN  a square of the workshop
///     brush NAME         what a square of the workshop gets: a thing, "floor", or "nothing"
///     line TEXT          a line that was typed into the field of the screen
///     say TEXT           a line for the text screen, wherever the player is
///     look WORD          a direction, "here" or "room": looking around without moving
///     link TEXT          the address was changed
///     go on              what the screen waits for
///     take WORD          "progress" or "kept": as a file
///     bring TEXT         progress from a file
///     progress TEXT      what the browser keeps, where somebody else has changed or removed it
///     levels TEXT        the same of the kept levels
///     kept PLACE         what was to be kept is kept: "progress" or "levels"
///     storage WHAT PLACE nothing can be kept there: "none", "full"; or what was damaged there was set
///                        aside: "aside"
///     failed             something that happened was not survived, and was left out
///     again              another game, when somebody has left
///
/// What cannot be understood, or is greyed, changes nothing.
public struct PageSession {
  /// What the game begins with.
  var start = Start()

  /// The game; nil before it begins.
  var session: Session?

  /// What the browser keeps.
  var keeper = Keeper()

  /// The square that somebody looks at who looks around; nil before.
  var looked: Square?

  /// What a square of the workshop gets; nil if it is only pointed at.
  var brush: Brush? = .thing(.block)

  /// The number of messages that were announced.
  var announced = 0

  /// A file for the player, of the last event.
  var file: (name: String, text: String)?

  /// What the page itself tells.
  var sentences: [String] = []

  /// What is said only to somebody who does not see it.
  var whispers: [String] = []

  /// What a square gets.
  enum Brush: Equatable {
    case thing(Thing)
    case floor
  }

  /// A page before anything has happened.
  public init() {}

  /// Lets happen what a line says.
  ///
  /// - Returns: The screen as JSON; empty before the game begins.
  public mutating func handle(_ event: String) -> String {
    let (word, rest) = event.parted
    file = nil
    (sentences, whispers) = ([], [])
    let isHandled: Bool
    if session == nil {
      isHandled = prepare(word, rest)
    } else {
      isHandled = perform(word, rest)
    }
    return picture(isHandled: isHandled, word == "go" || isHandled && Self.moves.contains(word))
  }

  /// The events that may let zombies chase.
  private static let moves = ["key", "arrow", "control"]

  /// What must have happened for a picture of the chase: a move, right now.
  private mutating func picture(isHandled: Bool, _ isMove: Bool) -> String {
    guard let session else { return "" }
    var json = JSONText()
    json.object { json in
      PageScreen(session).write(
        to: &json, frames: isMove ? session.chaseFrames : [], sentences: sentences)
      writePage(of: session, isHandled: isHandled, to: &json)
    }
    return json.text
  }

  // MARK: What happens

  private mutating func perform(_ word: String, _ rest: String) -> Bool {
    guard var session else { return false }
    // A copy of it would be made at each change otherwise.
    self.session = nil
    defer {
      takeWanted(of: &session)
      self.session = session
      note()
    }
    switch word {
    case "key": return press(rest, in: &session)
    case "arrow": return perform(session.screen.arrows, rest, in: &session)
    case "control": return perform(PageScreen.controls(of: session), rest, in: &session)
    case "row": return Int(rest).map { session.touch(row: $0) } ?? false
    case "square": return touch(rest, in: &session)
    case "brush": return take(brush: rest)
    case "line": return enter(rest, in: &session)
    case "say":
      guard !rest.isEmpty, session.awaits != .player else { return false }
      session.perform(typed: rest)
      return true
    case "look": return look(rest, in: session)
    case "link":
      follow(rest, in: &session)
      return true
    case "go": return session.finishAwaited()
    case "take": return take(rest, of: session)
    case "bring": return bring(rest, to: &session)
    case "progress", "levels":
      guard let part = Keeper.Part(rawValue: word) else { return false }
      read(part, rest, to: &session)
      return true
    case "kept":
      guard let part = Keeper.Part(rawValue: rest) else { return false }
      keeper.noteKept(part, &session)
      return true
    case "storage": return keeper.learn(rest)
    case "failed":
      sentences = [
        "Something failed inside the game, and was not done. Everything else is as it was."
      ]
      session.abandon()
      return true
    case "again" where session.isOver:
      start.setup.seed &+= 1
      start.setup.progress = (keeper.progress.known ?? GameProgress()).joined(with: session)
      start.setup.keptLevels = (keeper.levels.known ?? KeptLevels()).joined(with: session)
      start.setup.showsFirstSteps = false
      if let next = try? Session(start.setup) { session = next }
      announced = 0
      return true
    default: return false
    }
  }

  /// Resets what follows from the room, after each event.
  private mutating func note() {
    if let looked, let session, session.room.size.contains(looked) { return }
    looked = nil
  }

  private mutating func press(_ name: String, in session: inout Session) -> Bool {
    // A page is left by closing it.
    guard let key = Self.key(name), let action = session.action(of: key), action != .leave else {
      return false
    }
    looked = nil
    return session.perform(action)
  }

  private mutating func perform(
    _ controls: [Screen.Control], _ number: String, in session: inout Session
  ) -> Bool {
    guard let number = Int(number), controls.indices.contains(number),
      controls[number].isEnabled
    else { return false }
    looked = nil
    return session.perform(controls[number].action)
  }

  private mutating func enter(_ line: String, in session: inout Session) -> Bool {
    guard session.isTyping else { return false }
    while session.perform(.erase) {}
    session.perform(.type(line))
    guard let action = session.action(of: .enter) else { return false }
    return session.perform(action)
  }

  private mutating func follow(_ link: String, in session: inout Session) {
    // Written by ourselves.
    if link == session.address { return }
    do throws(Address.Problem) {
      session.follow(try Address(link), today: start.today)
    } catch {
      sentences = [error.description]
    }
  }

  /// A key by the name that a browser gives it ("KeyboardEvent.key", W3C UI Events).
  static func key(_ name: String) -> Key? {
    switch name {
    case "ArrowUp": .arrow(.up)
    case "ArrowDown": .arrow(.down)
    case "ArrowLeft": .arrow(.left)
    case "ArrowRight": .arrow(.right)
    case "Enter": .enter
    case "Escape": .escape
    case "Backspace": .backspace
    case "PageUp": .pageUp
    case "PageDown": .pageDown
    default: name.count == 1 ? name.lowercased().first.map { .character($0) } : nil
    }
  }
}

extension String {
  /// The first word, and what stands behind the blank that follows it.
  var parted: (word: String, rest: String) {
    let bytes = utf8
    guard let blank = bytes.firstIndex(of: 0x20) else { return (self, "") }
    return (String(self[..<blank]), String(self[bytes.index(after: blank)...]))
  }
}
