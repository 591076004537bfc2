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

  private var isEmoji: Bool { screen.style == .emoji }

  /// The columns of a square of the room.
  private var squareWidth: Int { isEmoji ? 3 : 2 }

  /// The picture of a terminal.
  func canvas(rows: Int, columns: Int) -> Canvas {
    var canvas = Canvas(rows: rows, columns: columns)
    guard rows >= Self.smallest.rows, columns >= Self.smallest.columns else {
      let needed = "\(Self.smallest.columns) x \(Self.smallest.rows)"
      canvas.put("Too small: \(needed) needed.", row: 0, column: 0)
      canvas.put("q: quit", row: 1, column: 0)
      return canvas
    }
    switch screen.content {
    case .room(let view): lay(grid ?? view, on: &canvas)
    case .message(let box): lay(box, on: &canvas)
    case .help(let lines): lay(lines, on: &canvas)
    case .settings(let settings): lay(settings, on: &canvas)
    case .text(let log): lay(log, on: &canvas)
    }
    return canvas
  }

  // MARK: What is on every screen

  /// The heading and the counters, in one row if they fit; returns the next free row.
  private func layHead(on canvas: inout Canvas) -> Int {
    let counters = screen.counters.map(\.text).joined(separator: "  ")
    let width = counters.columnCount
    let isOneRow = screen.heading.columnCount + 2 + width <= canvas.columns
    let room = isOneRow ? canvas.columns - width - 2 : canvas.columns
    canvas.put(screen.heading.prefix(columns: room), row: 0, column: 0, look: .strong)
    canvas.put(
      counters, row: isOneRow ? 0 : 1, column: isOneRow ? canvas.columns - width : 0, width: width)
    var row = isOneRow ? 1 : 2
    for line in screen.notes.joined(separator: "; ").wrapped(columns: canvas.columns).prefix(2)
    where !line.isEmpty {
      canvas.put(line, row: row, column: 0)
      row += 1
    }
    return row
  }

  /// What can be done, at the bottom; returns the first row that it takes. What is greyed stands in
  /// brackets and has no key.
  private func layControls(on canvas: inout Canvas) -> Int {
    var lines: [[(text: String, look: Canvas.Look)]] = [[]]
    var width = 0
    for control in screen.controls {
      let key = control.keys.first?.name ?? ""
      let text = control.isEnabled ? "[\(key)] \(control.label)" : "(\(control.label))"
      if width > 0, width + 2 + text.columnCount > canvas.columns {
        lines.append([])
        width = 0
      }
      width += (width > 0 ? 2 : 0) + text.columnCount
      lines[lines.count - 1].append((text, control.isEnabled ? .plain : .faint))
    }
    let first = max(0, canvas.rows - lines.count)
    for (place, line) in lines.enumerated() {
      var column = 0
      for (text, look) in line {
        canvas.put(text, row: first + place, column: column, look: look)
        column += text.columnCount + 2
      }
    }
    return first
  }

  /// What was done last, above a row; returns the first row that it takes.
  private func layTold(above row: Int, most: Int, on canvas: inout Canvas) -> Int {
    var lines = screen.told.joined(separator: " ").wrapped(columns: canvas.columns)
      .filter { !$0.isEmpty }
    if lines.count > most {
      lines = Array(lines.prefix(most))
      let last = lines[most - 1].prefix(columns: canvas.columns - 2)
      lines[most - 1] = last + " …"
    }
    for (place, line) in lines.enumerated() {
      canvas.put(line, row: row - lines.count + place, column: 0)
    }
    return row - lines.count
  }

  // MARK: The room

  private func lay(_ view: RoomView, on canvas: inout Canvas) {
    let top = layHead(on: &canvas)
    let controls = layControls(on: &canvas)
    // The grid comes first, then the arrows, then what is told: two rows at least.
    let free = controls - top
    let spare = free - view.size.rows
    let arrowRows = screen.arrows.isEmpty ? 0 : spare >= 7 ? 2 : 1
    let most = min(max(spare - arrowRows, 2), 6)
    let told = layTold(above: controls, most: most, on: &canvas)
    let bottom = max(top + 1, controls - max(2, controls - told) - arrowRows)
    let visible = (rows: min(view.size.rows, bottom - top), columns: columns(of: view, canvas))
    let scrolls = visible.rows < view.size.rows || visible.columns < view.size.columns
    var gridTop = top
    if scrolls {
      // A row of the grid makes way for where one is.
      let rows = max(1, min(view.size.rows, bottom - top - 1))
      let first = Self.origin(view.player.row, rows, view.size.rows)
      let left = Self.origin(view.player.column, visible.columns, view.size.columns)
      canvas.put(
        "rows \(first + 1)-\(first + rows) of \(view.size.rows), columns "
          + "\(left + 1)-\(left + visible.columns) of \(view.size.columns)",
        row: top, column: 0, look: .faint)
      gridTop = top + 1
      layGrid(view, gridTop, first, rows, left, visible.columns, on: &canvas)
      gridTop += rows
    } else {
      // In the middle of a large terminal, but not far from what is told.
      gridTop = top + max(0, min((bottom - top - visible.rows) / 2, 2))
      layGrid(view, gridTop, 0, visible.rows, 0, visible.columns, on: &canvas)
      gridTop += visible.rows
    }
    layArrows(row: gridTop + (spare >= 9 ? 1 : 0), rows: arrowRows, on: &canvas)
  }

  /// The columns of the room that fit.
  private func columns(of view: RoomView, _ canvas: Canvas) -> Int {
    min(view.size.columns, canvas.columns / squareWidth)
  }

  /// Where a part of a room begins that has the player in its middle, as far as that is possible.
  private static func origin(_ player: Int, _ visible: Int, _ all: Int) -> Int {
    min(max(0, player - visible / 2), all - visible)
  }

  private func layGrid(
    _ view: RoomView, _ top: Int, _ firstRow: Int, _ rows: Int, _ firstColumn: Int, _ columns: Int,
    on canvas: inout Canvas
  ) {
    let margin = (canvas.columns - columns * squareWidth) / 2
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
        canvas.put(
          symbol, row: top + row, column: place, width: squareWidth - 1, look: look)
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
      let text = control.isEnabled ? "[\(arrow(direction))]" : " . "
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
        text, row: place.row, column: place.column, width: 3,
        look: control.isEnabled ? .strong : .faint)
    }
  }

  private func arrow(_ direction: Direction) -> String {
    switch direction {
    case .up: isEmoji ? "↑" : "^"
    case .down: isEmoji ? "↓" : "v"
    case .left: isEmoji ? "←" : "<"
    case .right: isEmoji ? "→" : ">"
    }
  }

  // MARK: Other screens

  private func lay(_ box: Screen.MessageBox, on canvas: inout Canvas) {
    _ = layHead(on: &canvas)
    let controls = layControls(on: &canvas)
    let width = min(canvas.columns, 72)
    let reasons = box.reasons.flatMap { $0.wrapped(columns: width) }
    let share = box.share.flatMap { $0.wrapped(columns: width) }
    let all = [box.headline, ""] + reasons + (share.isEmpty ? [] : [""] + share)
    var row = max(2, (controls - all.count) / 2)
    for line in all where row < controls {
      let isHeadline = line == box.headline
      canvas.centre(line, row: row, look: isHeadline ? .reversed : .plain)
      row += 1
    }
  }

  private func lay(_ lines: [Screen.HelpLine], on canvas: inout Canvas) {
    let controls = layControls(on: &canvas)
    for (row, line) in lines.enumerated() where row < controls {
      switch line {
      case .heading(let text): canvas.put(text, row: row, column: 0, look: .strong)
      case .text(let text): canvas.put(text, row: row, column: 0)
      case .entry(let keys, let text):
        canvas.put(keys, row: row, column: 2, look: .strong)
        canvas.put(text, row: row, column: 16)
      }
    }
  }

  private func lay(_ settings: [Screen.SettingRow], on canvas: inout Canvas) {
    canvas.put("Settings", row: 0, column: 0, look: .strong)
    let controls = layControls(on: &canvas)
    let told = layTold(above: controls, most: 3, on: &canvas)
    for (place, setting) in settings.enumerated() where 2 + place < told {
      let look: Canvas.Look = setting.isCurrent ? .reversed : .plain
      canvas.put(setting.isCurrent ? ">" : " ", row: 2 + place, column: 0)
      canvas.put(setting.name, row: 2 + place, column: 2)
      canvas.put(setting.value, row: 2 + place, column: 12, look: look)
    }
    if let current = settings.first(where: \.isCurrent) {
      for (place, line) in current.summary.wrapped(columns: canvas.columns).enumerated()
      where 3 + settings.count + place < told {
        canvas.put(line, row: 3 + settings.count + place, column: 0)
      }
    }
  }

  private func lay(_ log: TextLog, on canvas: inout Canvas) {
    let controls = layControls(on: &canvas)
    let prompt = controls - 1
    let shown = log.messages.dropLast(log.hidden)
    var lines = shown.flatMap { $0.wrapped(columns: canvas.columns) }
    lines = lines.suffix(prompt)
    for (row, line) in lines.enumerated() { canvas.put(line, row: row, column: 0) }
    // The end of a long line stays in sight.
    var typed = log.commandLine
    while typed.columnCount > canvas.columns - 3 { typed.removeFirst() }
    canvas.put("> " + typed, row: prompt, column: 0)
    canvas.cursor = (prompt, 2 + typed.columnCount)
  }
}
