import ZombiesCore
import ZombiesGame
import ZombiesSystem

// A panel on a terminal: a title, sentences, rows with a cursor, and messages below.

extension ScreenLayout {
  /// The maximum width of a panel, in columns. The beginning and the end of a row should be close together.
  private static let panelWidth = 56

  func lay(_ panel: Panel, on canvas: inout Canvas) {
    let controls = layControls(on: &canvas)
    if let picture = panel.walkedRoom, let cursor = picture.cursor {
      lay(panel, picture.room, around: cursor, above: controls, on: &canvas)
      return
    }
    let width = min(canvas.columns, Self.panelWidth)
    let left = (canvas.columns - width) / 2
    let lines = panel.lines.flatMap { $0.wrapped(columns: width) }
    let notes = (panel.notes + news).flatMap { $0.wrapped(columns: width) }
    let field = panel.field == nil ? 0 : 2
    let below = lines.count + notes.count + field
    let pictures = PictureRows(
      panel.rooms, squareWidth: squareWidth, columns: canvas.columns,
      rows: controls - 1 - below - min(panel.rows.count, 8))
    let spare = controls - 1 - below - pictures.height
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
    for line in lines where row < controls {
      canvas.put(line, row: row, column: left)
      row += 1
    }
    if !lines.isEmpty { row += gap() }
    if pictures.height > 0 {
      lay(pictures, row: row, on: &canvas)
      row += pictures.height + gap()
    }
    let current = panel.rows.firstIndex(where: \.isCurrent) ?? 0
    let first = Self.origin(current, shown, panel.rows.count)
    for entry in panel.rows.dropFirst(first).prefix(shown) where row < controls {
      lay(entry, row: row, left: left, width: width, on: &canvas)
      row += 1
    }
    if !panel.rows.isEmpty { row += gap() }
    if let field = panel.field, row + 1 < controls {
      canvas.put(field.label + ":", row: row, column: left)
      lay(field: field.text, row: row + 1, left: left, width: width, on: &canvas)
      row += 2 + gap()
    }
    for line in notes where row < controls {
      canvas.put(line, row: row, column: left)
      row += 1
    }
  }

  /// The rows above a room with a cursor, of the messages below it that have to be seen, and of the
  /// controls. They depend on sizes alone, so that the room stays in its place when the text changes.
  private static let walkedRows = (lines: 2, notes: 2, controls: 3)

  /// Lays out a panel with a cursor in a room. The room takes precedence, and text that does not fit is cut.
  private func lay(
    _ panel: Panel, _ room: RoomView, around cursor: Square, above controls: Int,
    on canvas: inout Canvas
  ) {
    func cut(_ lines: [String], _ most: Int) -> [String] {
      guard lines.count > most, most > 0 else { return Array(lines.prefix(max(0, most))) }
      return lines.prefix(most - 1) + [lines[most - 1].prefix(columns: canvas.columns - 2) + " …"]
    }
    let parts = Self.walkedRows
    let lines = cut(panel.lines.flatMap { $0.wrapped(columns: canvas.columns) }, parts.lines)
    canvas.put(panel.title, row: 0, column: 0, look: .strong)
    for (place, line) in lines.enumerated() { canvas.put(line, row: 1 + place, column: 0) }
    var row = 1 + parts.lines
    let fitting = max(1, canvas.rows - row - parts.notes - parts.controls)
    let spare = fitting - room.size.rows
    if spare > 6 { row += 1 }
    row += layPart(
      of: room, around: cursor, rows: min(fitting, controls - row), row: row, on: &canvas)
    if spare > 5 { row += 1 }
    let sentences = panel.notes + news
    let most = max(0, controls - row)
    var notes = sentences.flatMap { $0.wrapped(columns: canvas.columns) }
    if notes.count > most {
      notes = cut(sentences.joined(separator: " ").wrapped(columns: canvas.columns), most)
    }
    for (place, line) in notes.enumerated() { canvas.put(line, row: row + place, column: 0) }
  }

  private func lay(_ pictures: PictureRows, row: Int, on canvas: inout Canvas) {
    var row = row
    for line in pictures.lines {
      let width = pictures.width(of: line)
      var column = max(0, (canvas.columns - width) / 2)
      for picture in line {
        let size = picture.room.size
        canvas.put(picture.name, row: row, column: column, look: .strong)
        layGrid(
          picture.room, row + (picture.name.isEmpty ? 0 : 1), 0, size.rows, 0, size.columns,
          left: column, on: &canvas)
        column += pictures.width(of: picture) + PictureRows.gap
      }
      row += pictures.height(of: line)
    }
    if pictures.isCut {
      canvas.centre("… more rooms in a larger terminal", row: row, look: .faint)
    }
  }

  private func lay(
    _ entry: Panel.Row, row: Int, left: Int, width: Int, on canvas: inout Canvas
  ) {
    let look: Canvas.Look = entry.isCurrent ? .reversed : entry.isEnabled ? .plain : .faint
    canvas.put(entry.isCurrent ? ">" : " ", row: row, column: left)
    let room = width - 2 - (entry.detail.isEmpty ? 0 : entry.detail.columnCount + 1)
    var text = entry.text
    if text.columnCount > room { text = text.prefix(columns: max(1, room - 1)) + "…" }
    canvas.put(text, row: row, column: left + 2, look: look)
    canvas.put(
      entry.detail, row: row, column: left + width - entry.detail.columnCount,
      look: entry.isEnabled ? .plain : .faint)
  }

  /// Lays out the text that is being typed. Its end is always shown.
  private func lay(field text: String, row: Int, left: Int, width: Int, on canvas: inout Canvas) {
    var typed = text[...]
    var columns = typed.columnCount
    while columns > width - 3, let first = typed.popFirst() { columns -= first.columnCount }
    canvas.put("> " + typed, row: row, column: left)
    canvas.cursor = (row, left + 2 + columns)
  }

  /// The messages about the last action, and how a game at the board begins.
  private var news: [String] {
    let start = screen.controls.first { $0.action == .button(.start) && $0.isEnabled }
    return (start?.keys.first).map { ["Press \($0.name) to start the game."] + told } ?? told
  }
}

/// Pictures of rooms side by side, in as many lines as they need and fit.
struct PictureRows {
  private(set) var lines: [[Panel.Picture]] = []
  /// Whether some pictures do not fit.
  private(set) var isCut = false
  private let squareWidth: Int

  /// The number of columns between pictures.
  static let gap = 3

  init(_ pictures: [Panel.Picture], squareWidth: Int, columns: Int, rows: Int) {
    self.squareWidth = squareWidth
    var left = 0
    for picture in pictures {
      if let last = lines.indices.last, left + width(of: picture) <= columns {
        lines[last].append(picture)
      } else {
        lines.append([picture])
        left = 0
      }
      left += width(of: picture) + Self.gap
    }
    while height > max(rows, 0), !lines.isEmpty {
      lines.removeLast()
      isCut = true
    }
  }

  /// The number of columns of a picture.
  func width(of picture: Panel.Picture) -> Int {
    max(picture.room.size.columns * squareWidth, picture.name.count)
  }

  func width(of line: [Panel.Picture]) -> Int {
    line.reduce(-Self.gap) { $0 + width(of: $1) + Self.gap }
  }

  func height(of line: [Panel.Picture]) -> Int {
    line.map { $0.room.size.rows + ($0.name.isEmpty ? 0 : 1) }.max() ?? 0
  }

  /// The number of rows of all pictures, including the note that some do not fit.
  var height: Int { lines.reduce(isCut ? 1 : 0) { $0 + height(of: $1) } }
}
