import ZombiesCore
import ZombiesGame

/// Lays a screen out on a terminal of some size. What is shown is decided by the screen; here it is only
/// decided where.
struct ScreenLayout {
  let screen: Screen

  /// The grid that is shown in place of the screen's own, while the zombies chase.
  var grid: RoomView?

  /// The smallest terminal in which a screen is laid out.
  static let smallest = (rows: 12, columns: 40)

  init(_ screen: Screen, grid: RoomView? = nil) {
    self.screen = screen
    self.grid = grid
  }

  /// The columns of a square of the room.
  var squareWidth: Int { screen.style == .emoji ? 3 : 2 }

  /// What a screen takes of a large terminal, unless its room is larger: what belongs together stays
  /// together.
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

  // MARK: What is on every screen

  /// The heading and the counters, in one row if they fit; returns the next free row.
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
      // The rest of the last line, as far as it goes.
      let rest = lines[(most - 1)...].joined(separator: " ")
      lines = lines.prefix(most - 1) + [rest.prefix(columns: canvas.columns - 1) + "…"]
    }
    for line in lines {
      canvas.put(line, row: row, column: 0)
      row += 1
    }
    return row
  }

  /// What can be done, at the bottom; returns the first row that it takes. What is greyed stands in
  /// brackets and has no key.
  func layControls(on canvas: inout Canvas) -> Int {
    var lines: [[(text: String, look: Canvas.Look)]] = [[]]
    var width = 0
    // In a low terminal the room is worth more than what cannot be done now.
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
    for (place, line) in lines.enumerated() {
      var column = 0
      for (text, look) in line {
        canvas.put(text, row: first + place, column: column, look: look)
        column += text.columnCount + gap
      }
    }
    return first
  }

  /// What was done last, in some lines at most. Sentences follow one another; anything else, such as
  /// the lines of what can be typed, has lines of its own.
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

  /// The rows that a room needs besides its own, so that nothing is crowded.
  private static let besidesRoom = 14

  private func lay(_ view: RoomView, on canvas: inout Canvas) {
    var top = layHead(on: &canvas)
    let controls = layControls(on: &canvas)
    // A row for notes is kept free, so that the room does not jump when there is one.
    if screen.notes.isEmpty, controls - top - view.size.rows >= 5 { top += 1 }
    let spare = controls - top - view.size.rows
    // The room comes first, then the arrows and two rows of what is told, then what looks well.
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

  /// Lays out a room, or the part around a square that fits, and above it which part that is; returns the
  /// rows that it takes.
  func layPart(
    of view: RoomView, around square: Square, rows fitting: Int, row: Int, on canvas: inout Canvas
  ) -> Int {
    let columns = min(view.size.columns, canvas.columns / squareWidth)
    if fitting >= view.size.rows, columns == view.size.columns {
      layGrid(view, row, 0, view.size.rows, 0, columns, on: &canvas)
      return view.size.rows
    }
    // A row of the room makes way for where one is.
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

  /// Where a part of a room begins that has the player in its middle, as far as that is possible.
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

  /// The four arrows. One that is greyed is a dot.
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
    // In a low terminal, nothing stands between the parts, and what can be told later is left out.
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
    // Where not everything fits, titles make way.
    while all.count > controls, let title = all.firstIndex(where: { $0.look == .strong }) {
      all.remove(at: title)
    }
    let isCut = all.count > controls
    for (row, line) in all.prefix(isCut ? controls - 1 : controls).enumerated() {
      canvas.put(line.key, row: row, column: 2, look: .strong)
      canvas.put(line.text, row: row, column: line.column, look: line.look)
    }
    if isCut {
      canvas.put("… more in a higher terminal", row: controls - 1, column: 0, look: .faint)
    }
  }

  private func lay(_ settings: [Screen.SettingRow], on canvas: inout Canvas) {
    canvas.put("Settings", row: 0, column: 0, look: .strong)
    let controls = layControls(on: &canvas)
    let current = settings.firstIndex(where: \.isCurrent) ?? 0
    let told = toldLines(most: 3, columns: canvas.columns)
    let summary = settings.isEmpty ? [] : settings[current].summary.wrapped(columns: canvas.columns)
    // In a low terminal, a part of them is shown, with the current one.
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
    // Only as many messages are laid out as can be seen: each has a line at least.
    let first = log.count - log.messages.count + 1
    let lines = zip(shown.indices, shown).suffix(prompt).flatMap { place, message in
      message.wrapped(columns: canvas.columns).map { (first + place, $0) }
    }.suffix(prompt)
    for (row, line) in lines.enumerated() {
      canvas.put(line.1, ofMessage: line.0, row: prompt - lines.count + row)
    }
    // The end of a long line stays in sight.
    var typed = log.commandLine[...]
    var width = typed.columnCount
    while width > canvas.columns - 3, let first = typed.popFirst() { width -= first.columnCount }
    canvas.put("> " + typed, row: prompt, column: 0)
    canvas.cursor = (prompt, 2 + width)
  }
}

extension Screen {
  /// What is special about the round, in a line.
  var noteLine: String {
    // Some are sentences.
    notes.map { $0.last == "." ? String($0.dropLast()) : $0 }.joined(separator: "; ")
  }
}
