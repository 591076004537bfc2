import ZombiesCore
import ZombiesGame
import ZombiesSystem

// The room, with its arrows.

extension ScreenLayout {
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
  struct RoomRows {
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

  func lay(
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
  func layPart(
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
  func layGrid(
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
  func layArrows(row: Int, rows: Int, on canvas: inout Canvas) {
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
}
