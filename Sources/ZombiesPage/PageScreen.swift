import ZombiesCore
import ZombiesGame

/// A screen as JSON for the script of the page. All texts and decisions come from here; the script only
/// makes elements.
struct PageScreen {
  /// The most rows and columns of a room that are shown. If a room is larger, the page shows the part
  /// around the player or the cursor.
  static let window = 24

  private let session: Session
  private let screen: Screen
  private let controls: [Screen.Control]

  init(_ session: Session) {
    self.session = session
    screen = session.screen
    controls = Self.controls(of: session)
  }

  /// The controls other than the arrows. Some are omitted: players leave a page by closing it, and touch
  /// rows and the squares of the workshop.
  static func controls(of session: Session) -> [Screen.Control] {
    let isCarousel = session.screenKind == .worlds
    return session.screen.controls.filter {
      switch $0.action {
      case .leave, .put: false
      case .previous, .next: isCarousel
      default: true
      }
    }
  }

  /// The position of a control on the page; nil for the controls behind "more".
  private func place(_ action: Action) -> String? {
    if action == corner { return "corner" }
    switch (screen.kind, action) {
    case (.worlds, .previous): return "before"
    case (.worlds, .next): return "after"
    case (.message, .dismiss), (.worlds, .choose), (.worlds, .buy), (.world, .choose),
      (.chapter, .choose), (.quizEnd, .choose), (.gameOver, .button(.reset)),
      (.settingUp, .button(.start)), (.board, .choose):
      return "choose"
    case (.planning, .stop) where screen.arrows.isEmpty: return "choose"
    case (.message, _), (.gameOver, .share), (.settingUp, .add), (.board, .button(.end)),
      (.board, .change):
      return "beside"
    default: return slots.contains { $0.actions.contains(action) } ? "slot" : nil
    }
  }

  /// The action of the button in the corner: back, or else the menu.
  private var corner: Action? {
    screen.controls.first { ($0.action == .back || $0.action == .close) && $0.isEnabled }?.action
      ?? screen.controls.first { $0.action == .open(.menu) && $0.isEnabled }?.action
  }

  /// The actions of the controls that keep their place during a round or in the workshop, even when they
  /// are greyed. Of the actions in one place, at most one is possible.
  private var slots: [(icon: String, actions: [Action])] {
    if screen.kind == .workshop {
      return [
        ("undo", [.undo]), ("redo", [.edit(.redo)]), ("next", [.choose]), ("keep", [.edit(.keep)]),
      ]
    }
    return screen.arrows.isEmpty
      ? []
      : [
        // While a solution is shown, its next move takes the place of the hint.
        ("hint", session.awaits == .move ? [.dismiss] : [.hint]), ("undo", [.undo]),
        ("next", [.stop, .skip] + (session.awaits == .move ? [] : [.dismiss]) + [.newRound]),
      ]
  }

  /// Writes the places of the controls that keep it, each with the number of its control if there is one now.
  private func writeSlots(to json: inout JSONText) {
    json.objects("slots", slots) { json, slot in
      json.member("icon", slot.icon)
      json.member("label", session.keys.last { slot.actions.contains($0.action) }?.label ?? "")
      let there = controls.indices.filter { slot.actions.contains(controls[$0].action) }
      if let number = there.first(where: { controls[$0].isEnabled }) ?? there.first {
        json.member("control", number)
      }
    }
  }

  /// The look of things, which is a class of the style sheet.
  private var look: String {
    let isEmoji = screen.style == .emoji
    return isEmoji && session.settings.drawsPictures ? "pictures" : isEmoji ? "emoji" : "letters"
  }

  /// Writes the members of the screen's object.
  ///
  /// - Parameters:
  ///   - isMove: Whether the event was a move, which is shown as it happens.
  ///   - sentences: The messages of the page itself.
  func write(to json: inout JSONText, isMove: Bool, sentences: [String]) {
    json.member("kind", screen.kind.rawValue)
    json.member("heading", screen.heading)
    json.member("title", screen.title)
    json.member("caption", (sentences.isEmpty ? screen.caption : sentences).joined(separator: " "))
    json.member("status", screen.status)
    json.member("style", look)
    json.member("sound", session.settings.hasSound)
    json.member("vibration", session.settings.hasVibration)
    json.object("phrases") { for (name, text) in Self.phrases { $0.member(name, text) } }
    json.member("notes", screen.notes)
    json.objects("counters", screen.counters) { json, counter in
      json.member("name", counter.name)
      json.member("text", counter.text)
      json.member("count", counter.count)
      json.member("spoken", counter.spoken)
    }
    json.member("told", sentences + screen.told)
    controls("arrows", screen.arrows, "arrow", to: &json)
    writeSlots(to: &json)
    controls("controls", controls, "control", to: &json)
    json.object("content") { content(to: &$0) }
    if session.page == nil, session.isInRoom { motion(isMove, to: &json) }
  }

  /// Writes what moved, and the square of a hint.
  private func motion(_ isMove: Bool, to json: inout JSONText) {
    json.key("walks")
    json.array(isMove ? session.walks : []) { json, walk in
      json.array(walk) { json, square in json.square(square) }
    }
    json.member("litNow", isMove && session.hasJustBecomeLit)
    if let hint = session.freshHint, let move = hint.move {
      json.member("hinted", move.word)
      if case .best(_, _, let step?) = hint { json.member("goal", [step.square]) }
    }
  }

  private func controls(
    _ name: String, _ controls: [Screen.Control], _ word: String, to json: inout JSONText
  ) {
    json.objects(name, Array(controls.enumerated())) { json, control in
      write(control.element, "\(word) \(control.offset)", to: &json)
    }
  }

  /// Writes the members of a control.
  private func write(_ control: Screen.Control, _ event: String, to json: inout JSONText) {
    // On a page, the workshop has its own fields for the commands of the terminal.
    let isLast = control.action == .share && screen.kind == .round
    json.member(
      "label",
      control.action == .open(.text) ? "text" : isLast ? "share the last round" : control.label)
    if control.action == .share, control.isEnabled {
      json.member("copy", session.shared.joined(separator: "\n"))
    }
    json.member("event", event)
    json.member("keys", control.keys.map { $0.name })
    json.member("enabled", control.isEnabled)
    if let place = place(control.action) { json.member("place", place) }
    if case .move(let direction) = control.action {
      json.member("symbol", direction.arrow(.emoji))
    }
  }

  private func content(to json: inout JSONText) {
    switch screen.content {
    case .room(let view):
      json.member("form", screen.message == nil ? "room" : "message")
      json.object("room") {
        if screen.message == nil {
          $0.member("spoken", session.roomInWords.joined(separator: " "))
        }
        room(view, to: &$0)
      }
      guard let message = screen.message else { return }
      json.member("headline", message.headline)
      json.member("reasons", message.reasons)
      json.member("share", message.share)
      json.member("result", message.result.rawValue)
      if let stars = message.stars { json.member("stars", stars.signs) }
    case .help(let lines):
      json.member("form", "help")
      help(lines, to: &json)
    case .text(let log):
      json.member("form", "text")
      json.member("messages", log.messages)
      json.member("count", log.count)
    case .panel(let panel): self.panel(panel, to: &json)
    }
  }

  /// The names of the parts of the page, by the keys that the script uses.
  private static let phrases = [
    ("room", "The room"), ("walk", "Walk"), ("level", "The level"), ("messages", "Messages"),
    ("controls", "Actions"), ("copy", "share"), ("copied", "Copied:"),
    ("done", "Done"),
    ("more", "more"), ("type", "type moves or commands"),
    ("say", "Type moves or commands"), ("example", "up 3, hint, undo, next …"),
    ("ask", "Type a command"), ("kept", "Saved levels"), ("take", "open"), ("remove", "remove"),
  ]

  /// The explanation of the look of squares.
  private static let signs =
    "Squares that you see are bright, squares that you saw before are dimmer, and unseen squares are dark. A zombie that catches you has a red frame. In the workshop, dots mark the solution, and hatched squares are those from which the level can no longer be won."

  /// The help for keys and gestures that only the page has.
  private static let keys: [Screen.HelpLine] = [
    .heading("On this page"),
    .entry("Shift and an arrow", "look at the next square without walking, and hear what is there"),
    .entry("Shift and Home", "look at your own square"),
    .entry("Shift and Return", "hear the whole room again"),
    .entry("Tab", "go to the next button"),
  ]

  private func help(_ lines: [Screen.HelpLine], to json: inout JSONText) {
    json.objects("lines", lines + Self.keys) { json, line in
      switch line {
      case .heading(let text): json.member("heading", text)
      case .text(let text): json.member("text", text)
      case .signs:
        json.member(
          "text", "Tap a square next to you, or swipe over the room, to walk. " + Self.signs)
      case .entry(let keys, let meaning):
        json.member("keys", keys)
        json.member("meaning", meaning)
      }
    }
  }

  private func panel(_ panel: Panel, to json: inout JSONText) {
    json.member("form", "panel")
    json.member("title", panel.title)
    json.member("whiteOnBlack", panel.isWhiteOnBlack)
    json.member("lines", panel.lines)
    json.objects("pictures", panel.rooms) { json, picture in
      json.member("name", picture.name)
      json.member("spoken", picture.spoken)
      room(picture.room, to: &json)
    }
    rows("rows", panel.rows, "row", to: &json)
    if screen.kind == .worlds { rows("cards", panel.cards, "card", to: &json) }
    if let field = panel.field { self.field(field.label, field.text, "line", to: &json) }
    if screen.kind == .settings {
      self.field(
        "Your name in the file of played rounds", session.settings.playerName,
        "say set \(Setting.Kind.player.name)", to: &json)
    }
    // Each row of these has its own summary.
    let hasSummaries = screen.kind == .menu || screen.kind == .settings
    json.member("notes", hasSummaries ? [] : panel.notes)
  }

  private func rows(
    _ name: String, _ rows: [Panel.Row], _ word: String, to json: inout JSONText
  ) {
    json.objects(name, Array(rows.enumerated())) { json, numbered in
      let row = numbered.element
      json.member("text", row.text)
      json.member("detail", row.detail)
      json.member("summary", row.summary)
      json.member("event", "\(word) \(numbered.offset)")
      json.member("current", row.isCurrent)
      json.member("enabled", row.isEnabled)
      json.member("spoken", row.spoken + (row.summary.isEmpty ? "" : ": \(row.summary)"))
      if let stars = row.stars { json.member("stars", stars.signs) }
      if let view = row.room { json.object("picture") { room(view, to: &$0) } }
    }
  }

  /// Writes a text field.
  ///
  /// - Parameter event: The event, without the typed line.
  private func field(_ label: String, _ text: String, _ event: String, to json: inout JSONText) {
    json.object("field") {
      $0.member("label", label)
      $0.member("text", text)
      $0.member("event", event)
    }
  }

  /// The square of the cursor in the workshop; nil elsewhere.
  private var cursor: Square? { screen.kind == .workshop ? session.workshopCursor : nil }

  /// Writes the members of a room: its size, the first square that is shown, and the cells, row by row.
  private func room(_ view: RoomView, to json: inout JSONText) {
    let middle = cursor ?? view.player
    let rows = Self.shown(view.size.rows, around: middle.row)
    let columns = Self.shown(view.size.columns, around: middle.column)
    json.member("rows", view.size.rows)
    json.member("columns", view.size.columns)
    json.member("firstRow", rows.lowerBound)
    json.member("firstColumn", columns.lowerBound)
    json.key("cells")
    json.array(Array(rows)) { json, row in
      json.array(Array(columns)) { json, column in
        var cell = view[Square(row: row, column: column)]
        let words = Self.words(cell)
        let digit = cell.digit
        (cell.sign, cell.heard, cell.isCounted) = (nil, nil, false)
        let (symbol, mark) = cell.symbols(screen.style)
        let isEmpty = cell.thing == nil && screen.style == .emoji
        json.object {
          $0.member("symbol", isEmpty ? "" : symbol)
          if mark != " " { $0.member("mark", mark) }
          if let digit { $0.member("heard", digit) }
          $0.member("class", words)
        }
      }
    }
  }

  private static func shown(_ side: Int, around place: Int) -> Range<Int> {
    let first = min(max(place - window / 2, 0), max(side - window, 0))
    return first..<min(first + window, side)
  }

  /// The words for a square, which are also the CSS classes of its look.
  private static func words(_ cell: RoomView.Cell) -> String {
    var words = cell.light.rawValue
    if let thing = cell.thing { words += thing == .start ? " player" : " \(thing.noun)" }
    if cell.catches { words += " catches" }
    if cell.isCounted { words += " counted" }
    if let sign = cell.sign { words += " \(sign.rawValue)" }
    return words
  }
}

extension GameProgress.Stars {
  /// Each star, won or not.
  fileprivate var signs: String {
    Self.each.map { contains($0) ? "★" : "☆" }.joined()
  }
}

extension PageSession {
  /// Writes the members that do not belong to the screen.
  mutating func writePage(of session: Session, isHandled: Bool, to json: inout JSONText) {
    json.member("handled", isHandled)
    json.member("typing", session.isTyping)
    json.member("awaits", awaited(session))
    json.member("address", session.screenAddress)
    json.member("where", session.whereabouts)
    json.member("said", announcement(of: session))
    json.member("warnings", keeper.problems)
    json.object("keep") { json in
      for part in keeper.parts {
        if let text = part.text(of: session) { json.member(part.name, text) }
      }
    }
    if let file {
      json.object("file") {
        $0.member("name", file.name)
        $0.member("text", file.text)
      }
    }
    if let looked, session.isInRoom, session.page == nil {
      json.key("looked")
      json.square(looked)
    }
    if session.screenKind == .workshop { writeWorkshop(of: session, to: &json) }
    json.objects("extras", extras(of: session)) { json, extra in
      json.member("label", extra.label)
      json.member("event", extra.event)
    }
  }

  /// The buttons of the page itself.
  private func extras(of session: Session) -> [(label: String, event: String)] {
    let kind = session.screenKind
    let exports = kind == .settings || kind == .worlds || !keeper.problems.isEmpty
    let hasPlays = exports && plays(of: session).count > 0
    let buttons: [(isShown: Bool, label: String, event: String)] = [
      (session.isOver, "play again", "again"),
      (kind == .workshop && !session.workshop.kept.isEmpty, "export saved levels", "take kept"),
      (exports, "export progress", "take progress"), (exports, "import progress", "bring"),
      (hasPlays, "export played rounds", "take plays"),
      (hasPlays, "export and remove played rounds", "take plays,"),
    ]
    return buttons.filter { $0.isShown }.map { ($0.label, $0.event) }
      + keeper.parts.filter { $0.isDamaged }.map {
        ("set damaged \($0.title.parted.rest) aside", "storage aside \($0.name)")
      }
  }

  /// The new messages for a screen reader, without typed lines.
  private mutating func announcement(of session: Session) -> [String] {
    let log = session.log
    let said = whispers + sentences + log.answers(since: announced)
    announced = log.count
    return said
  }

  /// The kind of work that the session waits for; empty if it waits for the player.
  private func awaited(_ session: Session) -> String {
    session.isLookingForLevel && session.awaits == .answer
      ? "plan" : session.awaits?.rawValue ?? ""
  }
}
