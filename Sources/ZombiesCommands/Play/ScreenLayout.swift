import ZombiesCore
import ZombiesGame

/// Lays out a screen on a terminal of some size. The screen decides what is shown, the layout only where.
struct ScreenLayout {
  let screen: Screen

  /// The grid to show instead of the screen's own, while the zombies chase.
  var grid: RoomView?

  /// The smallest terminal that a screen is laid out on.
  static let smallest = (rows: 12, columns: 40)

  init(_ screen: Screen, grid: RoomView? = nil) {
    self.screen = screen
    self.grid = grid
  }

  /// The number of columns of a square of the room.
  var squareWidth: Int { screen.style == .emoji ? 3 : 2 }

  /// The part of a large terminal that a screen uses, unless its room is larger. It keeps related parts of
  /// the screen close together.
  private static let usual = (rows: 24, columns: 80)

  /// The picture of a terminal.
  func canvas(rows: Int, columns: Int) -> Canvas {
    guard rows >= Self.smallest.rows, columns >= Self.smallest.columns else {
      var canvas = Canvas(rows: rows, columns: columns)
      let needed = "\(Self.smallest.columns) x \(Self.smallest.rows)"
      let keys = screen.kind == .text ? "Esc, then q: quit" : "q: quit"
      for (row, line) in ["Too small: \(needed) needed.", keys].flatMap({
        $0.wrapped(columns: columns)
      }).enumerated() {
        canvas.put(line, row: row, column: 0)
      }
      return canvas
    }
    var wanted = Self.usual
    switch screen.content {
    case .room(let view):
      wanted.rows = max(wanted.rows, view.size.rows + Self.besidesRoom)
      wanted.columns = max(wanted.columns, view.size.columns * squareWidth)
    case .text, .help: wanted.rows = rows
    case .message, .settings: break
    case .panel(let panel):
      let tallest = panel.rooms.map { $0.room.size.rows + 1 }.max() ?? 0
      if let size = panel.walkedRoom?.room.size {
        wanted.columns = max(wanted.columns, size.columns * squareWidth)
      }
      wanted.rows = max(wanted.rows, min(rows, panel.rows.count + 14 + 2 * tallest))
    }
    var canvas = Canvas(rows: min(rows, wanted.rows), columns: min(columns, wanted.columns))
    if case .panel(let panel) = screen.content { canvas.isWhiteOnBlack = panel.isWhiteOnBlack }
    lay(on: &canvas)
    return canvas.centred(rows: rows, columns: columns)
  }

  private func lay(on canvas: inout Canvas) {
    switch screen.content {
    case .room(let view): lay(grid ?? view, on: &canvas)
    case .message(let box): lay(box, on: &canvas)
    case .help(let lines): lay(lines, on: &canvas)
    case .settings(let settings): lay(settings, on: &canvas)
    case .text(let log): lay(log, on: &canvas)
    case .panel(let panel): lay(panel, on: &canvas)
    }
  }

  // MARK: Parts of every screen

  /// Lays out the heading and the counters, in the same row if they fit. Returns the next free row.
  private func layHead(on canvas: inout Canvas) -> Int {
    let counters = screen.counters.map(\.text).joined(separator: "  ")
    let width = counters.columnCount
    let isOneRow = screen.heading.columnCount + 2 + width <= canvas.columns
    canvas.put(screen.heading, row: 0, column: 0, look: .strong)
    canvas.put(counters, row: isOneRow ? 0 : 1, column: isOneRow ? canvas.columns - width : 0)
    var row = isOneRow ? 1 : 2
    let most = canvas.rows < Self.usual.rows ? 1 : 2
    var lines = screen.noteLine.wrapped(columns: canvas.columns).filter { !$0.isEmpty }
    if lines.count > most {
      // Cut off the rest of the notes.
      let rest = lines[(most - 1)...].joined(separator: " ")
      lines = lines.prefix(most - 1) + [rest.prefix(columns: canvas.columns - 1) + "…"]
    }
    for line in lines {
      canvas.put(line, row: row, column: 0)
      row += 1
    }
    return row
  }

  /// Lays out the controls at the bottom. Returns their first row. A greyed control is in parentheses and
  /// has no key.
  func layControls(on canvas: inout Canvas) -> Int {
    var lines: [[(text: String, look: Canvas.Look)]] = [[]]
    var width = 0
    // In a short terminal, omit greyed controls to leave more space for the room.
    let isLow = canvas.rows < Self.usual.rows
    let gap = isLow ? 1 : 2
    for control in screen.controls where control.isEnabled || !isLow {
      let key = control.keys.first?.name ?? ""
      let text = control.isEnabled ? "[\(key)] \(control.label)" : "(\(control.label))"
      if width > 0, width + gap + text.columnCount > canvas.columns {
        lines.append([])
        width = 0
      }
      width += (width > 0 ? gap : 0) + text.columnCount
      lines[lines.count - 1].append((text, control.isEnabled ? .plain : .faint))
    }
    let first = max(0, canvas.rows - lines.count)
    for (index, line) in lines.enumerated() {
      var column = 0
      for (text, look) in line {
        canvas.put(text, row: first + index, column: column, look: look)
        column += text.columnCount + gap
      }
    }
    return first
  }

  /// The messages about the last action, cut to a number of lines. Sentences are joined. Other texts, such
  /// as the list of commands, keep their lines.
  private func toldLines(most: Int, columns: Int) -> [String] {
    let isProse = screen.told.allSatisfy { $0.last == "." }
    var lines = screen.told.joined(separator: isProse ? " " : "\n").wrapped(columns: columns)
      .filter { !$0.isEmpty }
    if lines.count > most {
      lines = Array(lines.prefix(most))
      lines[most - 1] = lines[most - 1].prefix(columns: columns - 2) + " …"
    }
    return lines
  }

  // MARK: The room

  /// The rows that a screen with a room needs in addition to those of the room, for a comfortable layout.
  private static let besidesRoom = 14

  private func lay(_ view: RoomView, on canvas: inout Canvas) {
    var top = layHead(on: &canvas)
    let controls = layControls(on: &canvas)
    // Keep a row free for notes, so that the room does not move when a note appears.
    if screen.notes.isEmpty, controls - top - view.size.rows >= 5 { top += 1 }
    let spare = controls - top - view.size.rows
    // The room has the highest priority, then the arrows and two rows of messages, then blank rows.
    let arrowRows = screen.arrows.isEmpty ? 0 : spare >= 6 ? 2 : 1
    let told = toldLines(most: min(max(2, spare - arrowRows), 6), columns: canvas.columns)
    var gaps = spare - arrowRows - max(2, told.count)
    func gap() -> Int {
      gaps -= 1
      return gaps >= 0 ? 1 : 0
    }
    let (belowRoom, belowArrows, aboveRoom) = (gap(), gap(), gap())
    let fitting = max(1, controls - top - arrowRows - max(2, told.count))
    var row = top + aboveRoom
    row += layPart(of: view, around: view.player, rows: fitting, row: row, on: &canvas)
    row += belowRoom
    layArrows(row: row, rows: arrowRows, on: &canvas)
    row += arrowRows + belowArrows
    for (place, line) in told.enumerated() where row + place < controls {
      canvas.put(line, row: row + place, column: 0)
    }
  }

  /// Lays out a room. If the room does not fit, lays out the part around a square and, above it, a line that
  /// names the part. Returns the number of rows used.
  func layPart(
    of view: RoomView, around square: Square, rows fitting: Int, row: Int, on canvas: inout Canvas
  ) -> Int {
    let columns = min(view.size.columns, canvas.columns / squareWidth)
    if fitting >= view.size.rows, columns == view.size.columns {
      layGrid(view, row, 0, view.size.rows, 0, columns, on: &canvas)
      return view.size.rows
    }
    // The line that names the part takes the place of a row of the room.
    let rows = max(1, min(view.size.rows, fitting - 1))
    let first = Self.origin(square.row, rows, view.size.rows)
    let left = Self.origin(square.column, columns, view.size.columns)
    canvas.centre(
      "rows \(first + 1)-\(first + rows) of \(view.size.rows), columns "
        + "\(left + 1)-\(left + columns) of \(view.size.columns)",
      row: row, look: .faint)
    layGrid(view, row + 1, first, rows, left, columns, on: &canvas)
    return 1 + rows
  }

  /// The beginning of the part of a room with the player as close to its middle as possible.
  static func origin(_ player: Int, _ visible: Int, _ all: Int) -> Int {
    min(max(0, player - visible / 2), all - visible)
  }

  func layGrid(
    _ view: RoomView, _ top: Int, _ firstRow: Int, _ rows: Int, _ firstColumn: Int, _ columns: Int,
    left: Int? = nil, on canvas: inout Canvas
  ) {
    let margin = left ?? (canvas.columns - columns * squareWidth) / 2
    for row in 0..<rows {
      for column in 0..<columns {
        let cell = view[Square(row: firstRow + row, column: firstColumn + column)]
        let (symbol, mark) = cell.symbols(screen.style)
        let place = margin + column * squareWidth
        let look: Canvas.Look =
          switch (cell.thing, cell.light) {
          // On a terminal with colours, the number looks like a square of floor.
          case (nil, _) where cell.heard != nil: screen.style == .emoji ? .reversed : .strong
          case (nil, .seen): .plain
          case (nil, _): .faint
          case (let thing?, _): .thing(thing)
          }
        canvas.put(symbol, row: top + row, column: place, look: look)
        if mark != " " {
          canvas.put(mark, row: top + row, column: place + squareWidth - 1, look: look)
        }
      }
    }
  }

  /// Lays out the four arrows. A greyed arrow is a dot.
  private func layArrows(row: Int, rows: Int, on canvas: inout Canvas) {
    guard rows > 0 else { return }
    let middle = canvas.columns / 2
    for control in screen.arrows {
      guard case .move(let direction) = control.action else { continue }
      let text = control.isEnabled ? "[\(direction.arrow(screen.style))]" : " . "
      let place: (row: Int, column: Int) =
        if rows == 1 {
          switch direction {
          case .left: (row, middle - 8)
          case .up: (row, middle - 4)
          case .down: (row, middle)
          case .right: (row, middle + 4)
          }
        } else {
          switch direction {
          case .up: (row, middle - 2)
          case .left: (row + 1, middle - 6)
          case .down: (row + 1, middle - 2)
          case .right: (row + 1, middle + 2)
          }
        }
      canvas.put(
        text, row: place.row, column: place.column,
        look: control.isEnabled ? .strong : .faint)
    }
  }

  // MARK: Other screens

  private func lay(_ box: Screen.MessageBox, on canvas: inout Canvas) {
    let top = layHead(on: &canvas)
    let controls = layControls(on: &canvas)
    let width = min(canvas.columns, 72)
    let reasons = box.reasons.flatMap { $0.wrapped(columns: width) }
    let share = box.share.flatMap { $0.wrapped(columns: width) }
    var all = [box.headline, ""] + reasons + (share.isEmpty ? [] : [""] + share)
    // In a short terminal, remove the blank rows, then the text to share, which is available later too.
    if all.count > controls - top { all.removeAll { $0.isEmpty } }
    if all.count > controls - top { all = [box.headline] + reasons }
    var row = max(top, (controls - all.count) / 2)
    for line in all where row < controls {
      let isHeadline = line == box.headline
      canvas.centre(line, row: row, look: isHeadline ? .reversed : .plain)
      row += 1
    }
  }

  private func lay(_ lines: [Screen.HelpLine], on canvas: inout Canvas) {
    let controls = layControls(on: &canvas)
    let keys = 16
    var all: [(column: Int, text: String, look: Canvas.Look, key: String)] = []
    for line in lines {
      switch line {
      case .heading(let text): all.append((0, text, .strong, ""))
      case .text(let text), .signs(let text):
        all += text.wrapped(columns: canvas.columns).map { (0, $0, .plain, "") }
      case .entry(let key, let text):
        let parts = text.wrapped(columns: canvas.columns - keys)
        all += parts.enumerated().map { (keys, $1, .plain, $0 == 0 ? key : "") }
      }
    }
    // If the text does not fit, remove titles first.
    while all.count > controls, let title = all.firstIndex(where: { $0.look == .strong }) {
      all.remove(at: title)
    }
    let isCut = all.count > controls
    for (row, line) in all.prefix(isCut ? controls - 1 : controls).enumerated() {
      canvas.put(line.key, row: row, column: 2, look: .strong)
      canvas.put(line.text, row: row, column: line.column, look: line.look)
    }
    if isCut {
      canvas.put("… more in a taller terminal", row: controls - 1, column: 0, look: .faint)
    }
  }

  private func lay(_ settings: [Screen.SettingRow], on canvas: inout Canvas) {
    canvas.put("Settings", row: 0, column: 0, look: .strong)
    let controls = layControls(on: &canvas)
    let current = settings.firstIndex(where: \.isCurrent) ?? 0
    let told = toldLines(most: 3, columns: canvas.columns)
    let summary = settings.isEmpty ? [] : settings[current].summary.wrapped(columns: canvas.columns)
    // In a short terminal, show only the settings around the current one.
    let fitting = max(1, min(settings.count, controls - 1 - summary.count - told.count))
    let gap = controls - 1 - fitting - summary.count - told.count >= 3 ? 1 : 0
    let first = Self.origin(current, fitting, settings.count)
    for (place, setting) in settings[first..<first + fitting].enumerated() {
      let row = 1 + gap + place
      canvas.put(setting.isCurrent ? ">" : " ", row: row, column: 0)
      canvas.put(setting.name, row: row, column: 2)
      canvas.put(setting.value, row: row, column: 12, look: setting.isCurrent ? .reversed : .plain)
    }
    var row = 1 + gap + fitting + gap
    for line in summary where row < controls {
      canvas.put(line, row: row, column: 0)
      row += 1
    }
    row += gap
    for line in told where row < controls {
      canvas.put(line, row: row, column: 0)
      row += 1
    }
  }

  private func lay(_ log: TextLog, on canvas: inout Canvas) {
    let controls = layControls(on: &canvas)
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
    // Show the end of a long line.
    var typed = log.commandLine[...]
    var width = typed.columnCount
    while width > canvas.columns - 3, let first = typed.popFirst() { width -= first.columnCount }
    canvas.put("> " + typed, row: prompt, column: 0)
    canvas.cursor = (prompt, 2 + width)
  }
}

extension Screen {
  /// The notes on the round, in a single line.
  var noteLine: String {
    // Some notes are sentences.
    notes.map { $0.last == "." ? String($0.dropLast()) : $0 }.joined(separator: "; ")
  }
}
