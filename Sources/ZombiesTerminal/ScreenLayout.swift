import ZombiesCore
import ZombiesGame
import ZombiesSystem

/// Lays out a screen on a terminal of some size. The screen decides what is shown, the layout only where.
struct ScreenLayout {
  let screen: Screen

  /// The grid to show instead of the screen's own, and of its message, while the zombies chase.
  var grid: RoomView?

  /// A sentence to show instead of the messages about the last action.
  var aside: String?

  /// The number of rows that the help page is scrolled down.
  var helpTop = 0

  /// The smallest terminal that a screen is laid out on.
  static let smallest = (rows: 12, columns: 40)

  /// The part of a large terminal that a screen uses, unless its room is larger. It keeps related parts of
  /// the screen close together.
  private static let usual = (rows: 24, columns: 80)

  /// The rows of a terminal that has space for more than the most important.
  private static let roomy = 16

  /// The rows that a screen with a room needs in addition to those of the room, for a comfortable layout.
  private static let besidesRoom = 14

  /// The maximum width of a panel, in columns. The beginning and the end of a row should be close together.
  private static let panelWidth = 56

  init(_ screen: Screen, grid: RoomView? = nil) {
    self.screen = screen
    self.grid = grid
  }

  /// The picture of a terminal.
  func canvas(rows: Int, columns: Int) -> Canvas {
    guard rows >= Self.smallest.rows, columns >= Self.smallest.columns else {
      var canvas = Canvas(rows: rows, columns: columns)
      let needed = "\(Self.smallest.columns) x \(Self.smallest.rows)"
      let keys = screen.kind == .text ? "Esc, then q: quit" : "q: quit"
      _ = canvas.put(["Too small: \(needed) needed.", keys].wrapped(columns: columns), row: 0)
      return canvas
    }
    var wanted = Self.usual
    if let size = walked?.room.size {
      wanted.rows = max(wanted.rows, size.rows + Self.besidesRoom)
      wanted.columns = max(wanted.columns, size.columns * squareWidth)
    } else if let panel {
      let tallest = panel.rooms.map { $0.room.size.rows + 1 }.max() ?? 0
      wanted.rows = max(wanted.rows, min(rows, panel.rows.count + 14 + 2 * tallest))
    } else if screen.message == nil {
      wanted.rows = rows
    }
    var canvas = Canvas(rows: min(rows, wanted.rows), columns: min(columns, wanted.columns))
    canvas.isWhiteOnBlack = panel?.isWhiteOnBlack ?? false
    lay(on: &canvas)
    return canvas.centred(rows: rows, columns: columns)
  }

  private func lay(on canvas: inout Canvas) {
    let controls = layControls(on: &canvas)
    if let (room, square) = walked {
      lay(room, around: square, above: controls, on: &canvas)
      return
    }
    switch screen.content {
    case .room: if let box = screen.message { lay(box, above: controls, on: &canvas) }
    case .help(let lines): lay(lines, above: controls, on: &canvas)
    case .text(let log): lay(log, above: controls, on: &canvas)
    case .panel(let panel): lay(panel, above: controls, on: &canvas)
    }
  }

  // MARK: Parts of several screens

  /// The number of columns of a square of the room.
  private var squareWidth: Int { screen.style == .emoji ? 3 : 2 }

  private var panel: Panel? { if case .panel(let panel) = screen.content { panel } else { nil } }

  /// The room that the player walks in or edits, with the square that stays in sight; nil for none.
  private var walked: (room: RoomView, square: Square)? {
    switch screen.content {
    case .room(let view):
      return grid == nil && screen.message != nil ? nil : (grid ?? view, view.player)
    case .panel(let panel):
      for picture in panel.rooms {
        if let cursor = picture.cursor { return (picture.room, cursor) }
      }
      return nil
    case .help, .text: return nil
    }
  }

  /// The messages about the last action, and how a game at the board begins.
  private var told: [String] {
    // They belong to the end of a chase.
    guard grid == nil else { return [] }
    // In the first steps, the lesson stays.
    let told = aside.map { [$0] + (screen.kind == .firstSteps ? screen.told : []) } ?? screen.told
    let start = screen.controls.first { $0.action == .button(.start) && $0.isEnabled }
    return (start?.keys.first).map { ["Press \($0.name) to start the game."] + told } ?? told
  }

  private var counters: String { screen.counters.map(\.text).joined(separator: "  ") }

  /// The columns of the counters.
  private var countersWidth: Int {
    // The number of moves may get another digit during the round.
    counters.columnCount + (screen.counters.last.map { $0.count < 10 } ?? false ? 1 : 0)
  }

  /// The rows of the heading with the counters. A very short terminal has one, so that more of the room
  /// is seen.
  private func headingRows(_ canvas: Canvas) -> Int {
    let fits = screen.heading.columnCount + 2 + countersWidth <= canvas.columns
    return canvas.rows < Self.roomy || counters.isEmpty || fits ? 1 : 2
  }

  /// Lays out the heading and the counters, in the same row if they fit, and some rows of notes. Returns the next
  /// free row.
  private func layHead(notes most: Int, on canvas: inout Canvas) -> Int {
    let rows = headingRows(canvas)
    let width = counters.columnCount
    let longest = canvas.columns - (rows == 1 && width > 0 ? countersWidth + 2 : 0)
    canvas.put(screen.heading.cut(columns: longest), row: 0, column: 0, look: .strong)
    canvas.put(counters, row: rows - 1, column: rows == 1 ? canvas.columns - width : 0)
    let notes = panel?.lines ?? [screen.noteLine]
    return canvas.put(
      notes.wrapped(columns: canvas.columns).filter { !$0.isEmpty }.cut(most, canvas.columns),
      row: rows)
  }

  /// Lays out the controls at the bottom. Returns their first row. A greyed control is in parentheses and
  /// has no key.
  private func layControls(on canvas: inout Canvas) -> Int {
    // In a short terminal, omit greyed controls to leave more space for the room.
    let isLow = canvas.rows < Self.usual.rows
    let gap = isLow ? 1 : 2
    var shown = screen.controls.filter { $0.isEnabled || !isLow }.map { control in
      let key = control.keys.first?.name ?? ""
      let text = control.isEnabled ? "[\(key)] \(control.label)" : "(\(control.label))"
      return Label(text: text, isEnabled: control.isEnabled, action: control.action)
    }
    // The keys for walking have no control of their own.
    let walks = screen.arrows.contains(where: \.isEnabled)
    if walks || walked != nil && screen.arrows.isEmpty {
      let text = walks ? "[Arrows] walk" : "[Arrows] move"
      shown.insert(Label(text: text, isEnabled: true), at: 0)
    }
    func lines() -> [[Label]] {
      shown.lines(columns: canvas.columns, gap: gap) { $0.text.columnCount }
    }
    // If they are still too many beside a room, help has to name some.
    if isLow, !screen.arrows.isEmpty {
      for action in [nil, .showMe, .share, .newRound, .restart] as [Action?]
      where lines().count > RoomRows.controls {
        shown.removeAll { $0.action == action }
      }
    }
    let first = max(0, canvas.rows - lines().count)
    for (index, line) in lines().enumerated() {
      var column = 0
      for label in line {
        let look: Canvas.Look = label.isEnabled ? .plain : .faint
        canvas.put(label.text, row: first + index, column: column, look: look)
        column += label.text.columnCount + gap
      }
    }
    return first
  }

  /// A control as text.
  private struct Label {
    let text: String
    let isEnabled: Bool
    /// The action; nil for the keys for walking.
    var action: Action?
  }

  /// The beginning of the part of a list or a room with a place as close to its middle as possible.
  private static func origin(_ place: Int, _ visible: Int, _ all: Int) -> Int {
    min(max(0, place - visible / 2), all - visible)
  }

  /// Lays out the text that is being typed. Its end is always shown.
  private func lay(typed text: String, row: Int, left: Int, width: Int, on canvas: inout Canvas) {
    var typed = text[...]
    var columns = typed.columnCount
    while columns > width - 3, let first = typed.popFirst() { columns -= first.columnCount }
    canvas.put("> " + typed, row: row, column: left)
    canvas.cursor = Square(row: row, column: left + 2 + columns)
  }

  // MARK: The room

  /// The rows of the parts of a screen with a room.
  ///
  /// They depend on the sizes of the terminal and the room alone, so that the room stays in its place when
  /// notes, messages or controls come and go:
  ///
  ///     heading                counters
  ///     notes                                 1 or 2 rows
  ///                                           a blank row, if there is space
  ///                 room
  ///                                           a blank row, if there is space
  ///                arrows                     1 or 2 rows, or none in the workshop
  ///                                           a blank row, if there is space
  ///     messages                              1 to 6 rows
  ///     controls                              3 rows
  private struct RoomRows {
    /// The most rows of controls.
    static let controls = 3

    var notes = 1
    var aboveRoom = 0
    /// The rows for the room, or for a part of a room that does not fit.
    var room: Int
    var belowRoom = 0
    var arrows = 1
    var belowArrows = 0

    /// - Parameter rows: The rows without the heading.
    init(rows: Int, room size: Int, hasArrows: Bool) {
      arrows = hasArrows ? 1 : 0
      // A row of arrows and one of messages, or two of messages.
      let least = notes + 2 + Self.controls
      room = max(1, min(size, rows - least))
      var spare = rows - least - room
      func take(_ wanted: Int) -> Int {
        let taken = min(max(0, spare), wanted)
        spare -= taken
        return taken
      }
      // A second row of messages comes first.
      _ = take(1)
      notes += take(1)
      if hasArrows, spare > 2 { arrows += take(1) }
      _ = take(2)
      belowRoom = take(1)
      belowArrows = take(arrows > 0 ? 1 : 0)
      aboveRoom = take(1)
    }
  }

  private func lay(
    _ view: RoomView, around square: Square, above controls: Int, on canvas: inout Canvas
  ) {
    let heading = headingRows(canvas)
    let rows = RoomRows(
      rows: canvas.rows - heading, room: view.size.rows, hasArrows: !screen.arrows.isEmpty)
    _ = layHead(notes: rows.notes, on: &canvas)
    var row = heading + rows.notes + rows.aboveRoom
    layPart(of: view, around: square, rows: rows.room, row: row, on: &canvas)
    row += rows.room + rows.belowRoom
    layArrows(row: row, rows: rows.arrows, on: &canvas)
    row += rows.arrows + rows.belowArrows
    let sentences = (panel?.notes ?? []) + told
    // Sentences are joined. Other texts, such as the list of commands, keep their lines, as do all in the workshop if
    // they fit.
    let most = min(max(0, controls - row), panel == nil ? 6 : controls)
    var lines = sentences.wrapped(columns: canvas.columns).filter { !$0.isEmpty }
    if sentences.allSatisfy({ $0.last == "." }), panel == nil || lines.count > most {
      lines = sentences.joined(separator: " ").wrapped(columns: canvas.columns)
    }
    _ = canvas.put(lines.cut(most, canvas.columns), row: row)
  }

  /// Lays out a room. If the room does not fit, lays out the part around a square and, above it, a line that
  /// names the part.
  private func layPart(
    of view: RoomView, around square: Square, rows fitting: Int, row: Int, on canvas: inout Canvas
  ) {
    let columns = min(view.size.columns, canvas.columns / squareWidth)
    let margin = (canvas.columns - columns * squareWidth) / 2
    if fitting >= view.size.rows, columns == view.size.columns {
      layGrid(view, row: row, column: margin, 0..<view.size.rows, 0..<columns, on: &canvas)
      return
    }
    // The line that names the part takes the place of a row of the room.
    let rows = max(1, min(view.size.rows, fitting - 1))
    let first = Self.origin(square.row, rows, view.size.rows)
    let left = Self.origin(square.column, columns, view.size.columns)
    canvas.centre(
      "rows \(first + 1)-\(first + rows) of \(view.size.rows), columns "
        + "\(left + 1)-\(left + columns) of \(view.size.columns)",
      row: row, look: .faint)
    layGrid(
      view, row: row + 1, column: margin, first..<first + rows, left..<left + columns, on: &canvas)
  }

  /// Lays out some rows and columns of a room at a place.
  private func layGrid(
    _ view: RoomView, row top: Int, column left: Int, _ rows: Range<Int>, _ columns: Range<Int>,
    on canvas: inout Canvas
  ) {
    for row in rows {
      for column in columns {
        let cell = view[Square(row: row, column: column)]
        let (symbol, mark) = cell.symbols(screen.style)
        let place = left + (column - columns.lowerBound) * squareWidth
        let look: Canvas.Look =
          switch (cell.thing, cell.light) {
          // On a terminal with colours, the number looks like a square of floor.
          case (nil, _) where cell.heard != nil: screen.style == .emoji ? .reversed : .strong
          case (nil, .seen): .plain
          case (nil, _): .faint
          case (let thing?, _): .thing(thing)
          }
        canvas.put(symbol, row: top + row - rows.lowerBound, column: place, look: look)
        if mark != " " {
          canvas.put(
            mark, row: top + row - rows.lowerBound, column: place + squareWidth - 1, look: look)
        }
      }
    }
  }

  /// Lays out the four arrows. A greyed arrow is a dot.
  private func layArrows(row: Int, rows: Int, on canvas: inout Canvas) {
    guard rows > 0 else { return }
    for control in screen.arrows {
      guard case .move(let direction) = control.action else { continue }
      let text = control.isEnabled ? "[\(direction.arrow(screen.style))]" : " . "
      // The row, and the column from the middle: in one row, or with up above the others.
      let (below, column) =
        switch direction {
        case .up: (0, rows == 1 ? -4 : -2)
        case .left: (rows - 1, rows == 1 ? -8 : -6)
        case .down: (rows - 1, rows == 1 ? 0 : -2)
        case .right: (rows - 1, rows == 1 ? 4 : 2)
        }
      canvas.put(
        text, row: row + below, column: canvas.columns / 2 + column,
        look: control.isEnabled ? .strong : .faint)
    }
  }

  // MARK: Messages, help and text

  private func lay(
    _ box: Screen.MessageBox, above controls: Int, on canvas: inout Canvas
  ) {
    let top = layHead(notes: canvas.rows < Self.usual.rows ? 1 : 2, on: &canvas)
    let width = min(canvas.columns, 72)
    let reasons = box.reasons.wrapped(columns: width)
    let share = box.share.wrapped(columns: width)
    var all = [box.headline, ""] + reasons + (share.isEmpty ? [] : [""] + share)
    // In a short terminal, remove the blank rows, then the text to share, which is available later too.
    if all.count > controls - top { all.removeAll { $0.isEmpty } }
    if all.count > controls - top { all = [box.headline] + reasons }
    let row = max(top, (controls - all.count) / 2)
    for (place, line) in all.prefix(controls - row).enumerated() {
      canvas.centre(line, row: row + place, look: place == 0 ? .reversed : .plain)
    }
    if let aside { canvas.put(aside.prefix(columns: canvas.columns), row: controls - 1, column: 0) }
  }

  private typealias HelpRow = (column: Int, text: String, look: Canvas.Look, key: String)

  /// The rows of the help page. Titles are left out if everything else fits.
  private func helpRows(_ lines: [Screen.HelpLine], rows: Int, columns: Int) -> [HelpRow] {
    let keys = 16
    var all: [HelpRow] = []
    for line in lines {
      switch line {
      case .heading(let text): all.append((0, text, .strong, ""))
      case .text(let text), .signs(let text):
        all += text.wrapped(columns: columns).map { (0, $0, .plain, "") }
      case .entry(let key, let text):
        let parts = text.wrapped(columns: columns - keys)
        all += parts.enumerated().map { (keys, $1, .plain, $0 == 0 ? key : "") }
      }
    }
    let untitled = all.filter { $0.look != .strong }
    return all.count > rows && untitled.count <= rows ? untitled : all
  }

  /// The most rows that the help page of a terminal can be scrolled down.
  func lastHelpTop(rows: Int, columns: Int) -> Int {
    guard case .help(let lines) = screen.content else { return 0 }
    var canvas = Canvas(rows: rows, columns: min(columns, Self.usual.columns))
    let controls = layControls(on: &canvas)
    let count = helpRows(lines, rows: controls, columns: canvas.columns).count
    return count > controls ? count - (controls - 1) : 0
  }

  private func lay(
    _ lines: [Screen.HelpLine], above controls: Int, on canvas: inout Canvas
  ) {
    let all = helpRows(lines, rows: controls, columns: canvas.columns)
    let shown = all.count > controls ? controls - 1 : controls
    let first = min(helpTop, max(0, all.count - shown))
    for (row, line) in all.dropFirst(first).prefix(shown).enumerated() {
      canvas.put(line.key, row: row, column: 2, look: .strong)
      canvas.put(line.text, row: row, column: line.column, look: line.look)
    }
    if all.count > controls {
      let keys = "[Up] [Down] scroll: rows \(first + 1)-\(first + shown) of \(all.count)"
      canvas.put(keys, row: controls - 1, column: 0, look: .strong)
    }
  }

  private func lay(_ log: TextLog, above controls: Int, on canvas: inout Canvas) {
    let prompt = controls - 1
    let shown = log.messages.dropLast(log.hidden)
    // Lay out only as many messages as fit, because each has at least one line.
    let first = log.count - log.messages.count + 1
    let lines = zip(shown.indices, shown).suffix(prompt).flatMap { place, message in
      message.wrapped(columns: canvas.columns).map { (first + place, $0) }
    }.suffix(prompt)
    for (row, line) in lines.enumerated() {
      canvas.put(line.1, ofMessage: line.0, row: prompt - lines.count + row)
    }
    lay(typed: log.commandLine, row: prompt, left: 0, width: canvas.columns, on: &canvas)
  }

  // MARK: Panels

  private func lay(_ panel: Panel, above controls: Int, on canvas: inout Canvas) {
    let width = min(canvas.columns, Self.panelWidth)
    let left = (canvas.columns - width) / 2
    let lines = panel.lines.wrapped(columns: width)
    let notes = (panel.notes + told).wrapped(columns: width)
    let free = controls - 1 - lines.count - notes.count - (panel.field == nil ? 0 : 2)
    let pictures = pictureLines(
      panel, columns: canvas.columns, rows: free - min(panel.rows.count, 8))
    let spare = free - pictures.rows
    let shown = min(panel.rows.count, max(1, spare))
    // Distribute the remaining rows between the parts.
    var gaps = max(0, spare - shown)
    func gap() -> Int {
      guard gaps > 0 else { return 0 }
      gaps -= 1
      return 1
    }
    var row = gap()
    canvas.put(panel.title, row: row, column: left, look: .strong)
    row += 1 + gap()
    row = canvas.put(lines, row: row, column: left, above: controls)
    if !lines.isEmpty { row += gap() }
    lay(pictures.lines, isCut: pictures.isCut, row: row, on: &canvas)
    row += pictures.rows + (pictures.rows > 0 ? gap() : 0)
    let current = panel.rows.firstIndex(where: \.isCurrent) ?? 0
    let first = Self.origin(current, shown, panel.rows.count)
    for entry in panel.rows.dropFirst(first).prefix(shown) where row < controls {
      lay(entry, row: row, left: left, width: width, on: &canvas)
      row += 1
    }
    if !panel.rows.isEmpty { row += gap() }
    if let field = panel.field, row + 1 < controls {
      canvas.put(field.label + ":", row: row, column: left)
      lay(typed: field.text, row: row + 1, left: left, width: width, on: &canvas)
      row += 2 + gap()
    }
    _ = canvas.put(notes, row: row, column: left, above: controls)
  }

  private func lay(
    _ entry: Panel.Row, row: Int, left: Int, width: Int, on canvas: inout Canvas
  ) {
    let look: Canvas.Look = entry.isEnabled ? .plain : .faint
    canvas.put(entry.isCurrent ? ">" : " ", row: row, column: left)
    let detail = entry.detail.columnCount
    let text = entry.text.cut(columns: max(2, width - 2 - (detail == 0 ? 0 : detail + 1)))
    canvas.put(text, row: row, column: left + 2, look: entry.isCurrent ? .reversed : look)
    canvas.put(entry.detail, row: row, column: left + width - detail, look: look)
  }

  /// The columns between pictures.
  private static let pictureGap = 3

  private func width(of picture: Panel.Picture) -> Int {
    max(picture.room.size.columns * squareWidth, picture.name.count)
  }

  private func height(of line: [Panel.Picture]) -> Int {
    line.map { $0.room.size.rows + ($0.name.isEmpty ? 0 : 1) }.max() ?? 0
  }

  /// The pictures of a panel side by side, in as many lines as they need and fit, whether some do not fit, and the
  /// number of rows of it all.
  private func pictureLines(
    _ panel: Panel, columns: Int, rows most: Int
  ) -> (lines: [[Panel.Picture]], isCut: Bool, rows: Int) {
    var lines = panel.rooms.lines(columns: columns, gap: Self.pictureGap, width: width)
    let count = lines.count
    func rows() -> Int { lines.reduce(lines.count < count ? 1 : 0) { $0 + height(of: $1) } }
    while rows() > max(most, 0), !lines.isEmpty { lines.removeLast() }
    return (lines, lines.count < count, rows())
  }

  private func lay(
    _ lines: [[Panel.Picture]], isCut: Bool, row: Int, on canvas: inout Canvas
  ) {
    var row = row
    for line in lines {
      let all = line.reduce(-Self.pictureGap) { $0 + width(of: $1) + Self.pictureGap }
      var column = max(0, (canvas.columns - all) / 2)
      for picture in line {
        let size = picture.room.size
        canvas.put(picture.name, row: row, column: column, look: .strong)
        layGrid(
          picture.room, row: row + (picture.name.isEmpty ? 0 : 1), column: column, 0..<size.rows,
          0..<size.columns, on: &canvas)
        column += width(of: picture) + Self.pictureGap
      }
      row += height(of: line)
    }
    if isCut { canvas.centre("… more rooms in a larger terminal", row: row, look: .faint) }
  }
}

extension Screen {
  /// The notes on the round, in a single line.
  var noteLine: String {
    // Some notes are sentences.
    notes.map { $0.last == "." ? String($0.dropLast()) : $0 }.joined(separator: "; ")
  }
}

extension Array {
  /// The elements in lines of at most some columns.
  ///
  /// - Parameters:
  ///   - gap: The columns between two elements of a line.
  ///   - width: The columns of an element.
  fileprivate func lines(columns: Int, gap: Int, width: (Element) -> Int) -> [[Element]] {
    var lines: [[Element]] = [[]]
    var used = 0
    for element in self {
      if used > 0, used + gap + width(element) > columns {
        lines.append([])
        used = 0
      }
      used += (used > 0 ? gap : 0) + width(element)
      lines[lines.count - 1].append(element)
    }
    return isEmpty ? [] : lines
  }
}

extension [String] {
  /// The texts in lines of at most some columns.
  fileprivate func wrapped(columns: Int) -> [String] { flatMap { $0.wrapped(columns: columns) } }

  /// The first lines; the last one ends with a sign if more follow.
  fileprivate func cut(_ most: Int, _ columns: Int) -> [String] {
    guard count > most, most > 0 else { return Array(prefix(Swift.max(0, most))) }
    return prefix(most - 1) + [self[most - 1].prefix(columns: columns - 2) + " …"]
  }
}

extension String {
  /// The text in some columns, with its end cut off if it is longer.
  fileprivate func cut(columns: Int) -> String {
    columnCount > columns ? prefix(columns: columns - 1) + "…" : self
  }
}

extension Canvas {
  /// Puts lines below each other, as long as they are above a row. Returns the next row.
  fileprivate mutating func put(
    _ lines: [String], row: Int, column: Int = 0, above end: Int = .max
  ) -> Int {
    let shown = lines.prefix(Swift.max(0, end - row))
    for (place, line) in shown.enumerated() { put(line, row: row + place, column: column) }
    return row + shown.count
  }
}
