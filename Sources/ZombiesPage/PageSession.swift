import ZombiesCore
import ZombiesGame
import ZombiesGenerator

/// A game on a page: takes events as lines of text, and answers with the screen as JSON.
///
/// The events before the game begins have an empty answer:
///
///     seed N             the seed that levels are drawn from
///     today DATE         the date in UTC, such as 2026-11-22
///     set NAME VALUE     a setting
///     level CODE NAME    a level to play; several are played in order
///     worlds TEXT        a campaign, as the text of its file
///     progress TEXT      the progress stored in the browser
///     levels TEXT        the saved levels of the workshop, stored in the browser
///     settings TEXT      the settings stored in the browser
///     days TEXT          the results of daily levels stored in the browser
///     session TEXT       what was in progress, stored in the browser
///     plays TEXT         the rounds that counted, stored in the browser
///     storage none PLACE the browser cannot store this part
///     link TEXT          the text after # in the address
///     begin              the game begins
///
/// The events after that are each answered by the screen:
///
///     key NAME           a key, by its name in the browser
///     arrow N            an arrow on the screen
///     control N          another control on the screen
///     row N              a row of a panel
///     card N             a level of the world that the carousel shows, from 0
///     square ROW COLUMN  a square of the workshop
///     listen ROW COLUMN  the number heard on a square: shows the squares that it counts, or hides them
///     brush NAME         the brush of the workshop: a thing, "floor", or "nothing"
///     line TEXT          a line typed into the field of the screen
///     say TEXT           a line for the text screen, wherever the player is
///     look WORD          looking around without moving: a direction, "here" or "room"
///     link TEXT          the address has changed
///     back PLACE         the player goes back, or forward again, to a place: a name that a screen had
///     idle               the player has done nothing for some seconds, and may need a hint
///     go on              do the work that the screen waits for
///     take WORD          export "progress", "kept" or "plays" to a file; "plays," also removes the rounds
///     bring TEXT         import progress from a file
///     progress TEXT      another tab has changed or removed the stored progress
///     levels TEXT        another tab has changed or removed the stored levels
///     settings TEXT      another tab has changed or removed the stored settings
///     days TEXT          another tab has changed or removed the stored results
///     session TEXT       another tab has changed or removed what was in progress; this game continues
///     plays TEXT         another tab has changed or removed the stored rounds
///     away               the player no longer sees the page
///     here               the player sees the page again
///     today DATE         the date has changed
///     kept PLACE         the browser has saved a part, such as "progress"
///     storage WHAT PLACE the browser cannot save this part ("none", "full"), or the script has moved its
///                        damaged data aside ("aside")
///     failed             an event caused a trap and was left out
///     again              another game, after the player has left
///
/// Before an event may stand its time, in milliseconds of a clock that never goes back: `1250 key ArrowUp`. Then
/// the time of each round is measured. An unknown or greyed event changes nothing.
public struct PageSession {
  /// The state before the game begins.
  var start = Session.Setup(showsFirstSteps: true, isPage: true)

  /// The game; nil before it begins.
  var session: Session?

  /// The data stored in the browser.
  var keeper = Keeper()

  /// The times of the rounds, and those that count.
  var recorder = RoundRecorder()

  /// The square that the player looks at; nil if the player is not looking around.
  var looked: Square?

  /// The brush of the workshop: a thing, "floor", or "nothing", which only moves the cursor.
  var brush = "block"

  /// The number of messages that were announced.
  var announced = 0

  /// The file that the last event exports.
  var file: (name: String, text: String)?

  /// The messages of the page itself.
  var sentences: [String] = []

  /// The messages for screen readers only.
  var whispers: [String] = []

  /// Creates a page before its first event.
  public init() {}

  /// Handles an event.
  ///
  /// - Returns: The screen as JSON; empty before the game begins.
  public mutating func handle(_ event: String) -> String {
    var (word, rest) = event.parted
    let now = UInt64(canonicalDigits: word.utf8)
    if now != nil { (word, rest) = rest.parted }
    file = nil
    (sentences, whispers) = ([], [])
    let isHandled: Bool
    if session == nil {
      isHandled = prepare(word, rest)
    } else {
      isHandled = perform(word, rest)
    }
    record(at: now, isShown: word != "away")
    return picture(isHandled: isHandled, word == "go" || isHandled && Self.moves.contains(word))
  }

  /// The events by which a player asks for something.
  private static let wishes = [
    "key", "arrow", "control", "row", "card", "line", "say", "link", "back",
  ]

  /// The events that can cause a chase.
  private static let moves = ["key", "arrow", "control"]

  /// The screen as JSON, with the pictures of the chase if the event was a move.
  private mutating func picture(isHandled: Bool, _ isMove: Bool) -> String {
    guard let session else { return "" }
    var json = JSONText()
    json.object { json in
      PageScreen(session).write(
        to: &json, isMove: isMove, sentences: sentences)
      writePage(of: session, isHandled: isHandled, to: &json)
    }
    return json.text
  }

  /// Records the round that the event has finished.
  private mutating func record(at now: UInt64?, isShown: Bool) {
    guard let session,
      let row = recorder.note(
        session, player: session.settings.playerName, at: now, isShown: isShown)
    else { return }
    self.session?.record(row)
  }

  // MARK: Events

  private mutating func perform(_ word: String, _ rest: String) -> Bool {
    guard var session else { return false }
    // Otherwise each change would copy the session.
    self.session = nil
    defer {
      takeWanted(of: &session)
      self.session = session
      note()
    }
    // A player who has left goes on with the next thing that they do.
    if session.isOver, Self.wishes.contains(word) { session.comeBack() }
    switch word {
    case "key": return press(rest, in: &session)
    case "arrow": return perform(session.screen.arrows, rest, in: &session)
    case "control": return perform(PageScreen.controls(of: session), rest, in: &session)
    case "row": return Int(rest).map { session.touch(row: $0) } ?? false
    case "card":
      return Int(rest).map { session.play(level: $0) } ?? false
    case "square": return touch(rest, in: &session)
    case "listen":
      return rest.square.map { session.perform(.listen($0)) } ?? false
    case "brush": return take(brush: rest)
    case "line": return enter(rest, in: &session)
    case "say":
      guard !rest.isEmpty, session.awaits != .player else { return false }
      session.perform(typed: rest)
      return true
    case "look": return look(rest, in: &session)
    case "link":
      follow(rest, in: &session)
      return true
    case "back":
      session.goBack(to: rest)
      return true
    case "idle":
      return session.screenKind == .firstSteps && session.perform(.hint)
    case "go": return session.finishAwaited()
    case "take": return take(rest, of: &session)
    case "bring": return bring(rest, to: &session)
    case "today":
      guard let today = Day(rest) else { return false }
      session.learn(today: today)
      return true
    case "kept":
      guard let part = keeper[rest] else { return false }
      part.noteKept(&session)
      return true
    case "storage": return keeper.learn(rest)
    case "failed":
      sentences = [
        "Internal error: the action was not carried out. Nothing else has changed."
      ]
      session.abandon()
      return true
    case "again" where session.isOver:
      session.comeBack()
      return true
    default:
      guard let part = keeper[word] else { return false }
      part.read(rest)
      part.teach(&session)
      return true
    }
  }

  /// Stops looking around if the room has changed, after each event.
  private mutating func note() {
    if let looked, let session, session.room.size.contains(looked) { return }
    looked = nil
  }

  private mutating func press(_ name: String, in session: inout Session) -> Bool {
    // Players leave a page by closing it.
    guard let key = Self.key(name), let action = session.action(of: key), action != .leave else {
      return false
    }
    looked = nil
    guard session.perform(action) else {
      refuse(action, in: session)
      return false
    }
    if case .put = action { whisper(session.workshopCursor, of: session) }
    return true
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

  /// Says why a key does nothing. What the screen shows anyway is only spoken.
  private mutating func refuse(_ action: Action, in session: Session) {
    guard let why = session.refusal(of: action) else { return }
    if session.shows(why) { whispers = [why] } else { sentences = [why] }
  }

  private mutating func enter(_ line: String, in session: inout Session) -> Bool {
    guard session.isTyping else { return false }
    while session.perform(.erase) {}
    session.perform(.type(line))
    guard let action = session.action(of: .enter) else { return false }
    if session.perform(action) { return true }
    refuse(action, in: session)
    return false
  }

  private mutating func follow(_ link: String, in session: inout Session) {
    // The page itself wrote this address.
    if link == session.screenAddress { return }
    if link == session.address {
      session.goBack(to: "")
      return
    }
    do throws(Refusal) { session.follow(try Address(link)) } catch {
      sentences = [error.description]
    }
  }

  /// The key with a name in the browser ("KeyboardEvent.key", W3C UI Events); nil if the game does not
  /// use it.
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
    default: name.count == 1 ? name.first.map { .character($0) } : nil
    }
  }
}

extension String {
  /// The first word, and the text after the blank that follows it.
  var parted: (word: String, rest: String) {
    let bytes = utf8
    guard let blank = bytes.firstIndex(of: 0x20) else { return (self, "") }
    return (String(self[..<blank]), String(self[bytes.index(after: blank)...]))
  }

  /// The square with a row and a column, both from 0: "3 4"; nil for any other text.
  var square: Square? {
    let (row, column) = parted
    guard let row = Int(row), let column = Int(column) else { return nil }
    return Square(row: row, column: column)
  }
}
