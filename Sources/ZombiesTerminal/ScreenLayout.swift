import ZombiesCore
import ZombiesGame
import ZombiesSystem

/// Lays out a screen on a terminal of some size. The screen decides what is shown, the layout only where.
struct ScreenLayout {
  let screen: Screen

  /// The grid to show instead of the screen's own, while the zombies chase.
  var grid: RoomView?

  /// A sentence to show instead of the messages about the last action.
  var aside: String?

  /// The number of rows that the help page is scrolled down.
  var helpTop = 0

  /// The messages about the last action.
  var told: [String] {
    // In the first steps, the lesson stays.
    aside.map { [$0] + (screen.kind == .firstSteps ? screen.told : []) } ?? screen.told
  }

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
    case .message: break
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
    case .text(let log): lay(log, on: &canvas)
    case .panel(let panel): lay(panel, on: &canvas)
    }
  }

  // MARK: Parts of every screen

  private var countersLine: String { screen.counters.map(\.text).joined(separator: "  ") }

  /// The rows of the heading with the counters. A very short terminal has one, so that more of the room
  /// is seen.
  private func headingRows(_ canvas: Canvas) -> Int {
    if canvas.rows < Self.roomy { return 1 }
    return screen.heading.columnCount + 2 + countersWidth <= canvas.columns ? 1 : 2
  }

  /// The columns of the counters.
  private var countersWidth: Int {
    // The number of moves may get another digit during the round.
    countersLine.columnCount + (screen.counters.last.map { $0.count < 10 } ?? false ? 1 : 0)
  }

  /// The rows of a terminal that has space for more than the most important.
  private static let roomy = 16

  /// Lays out the heading and the counters, in the same row if they fit. Returns the next free row.
  ///
  /// - Parameter mostNotes: The maximum number of rows of notes; nil for the usual one.
  private func layHead(mostNotes: Int? = nil, on canvas: inout Canvas) -> Int {
    let counters = countersLine
    let width = counters.columnCount
    let isOneRow = headingRows(canvas) == 1
    let longest = canvas.columns - (isOneRow && width > 0 ? countersWidth + 2 : 0)
    var heading = screen.heading
    if heading.columnCount > longest { heading = heading.prefix(columns: longest - 1) + "…" }
    canvas.put(heading, row: 0, column: 0, look: .strong)
    canvas.put(counters, row: isOneRow ? 0 : 1, column: isOneRow ? canvas.columns - width : 0)
    var row = isOneRow ? 1 : 2
    let most = mostNotes ?? (canvas.rows < Self.usual.rows ? 1 : 2)
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
    // In a short terminal, omit greyed controls to leave more space for the room.
    let isLow = canvas.rows < Self.usual.rows
    let gap = isLow ? 1 : 2
    var shown = screen.controls.filter { $0.isEnabled || !isLow }.map { control in
      let key = control.keys.first?.name ?? ""
      let text = control.isEnabled ? "[\(key)] \(control.label)" : "(\(control.label))"
      return Label(text: text, isEnabled: control.isEnabled, action: control.action)
    }
    if let walking { shown.insert(Label(text: walking, isEnabled: true), at: 0) }
    var lines = shown.lines(columns: canvas.columns, gap: gap)
    // If they are still too many beside a room, help has to name some.
    if isLow, !screen.arrows.isEmpty {
      for action in [nil, .showMe, .share, .newRound, .restart] as [Action?]
      where lines.count > RoomRows.controls {
        shown.removeAll { $0.action == action }
        lines = shown.lines(columns: canvas.columns, gap: gap)
      }
    }
    let first = max(0, canvas.rows - lines.count)
    for (index, line) in lines.enumerated() {
      var column = 0
      for label in line {
        let look: Canvas.Look = label.isEnabled ? .plain : .faint
        canvas.put(label.text, row: first + index, column: column, look: look)
        column += label.text.columnCount + gap
      }
    }
    return first
  }

  /// The messages about the last action, cut to a number of lines. Sentences are joined. Other texts, such
  /// as the list of commands, keep their lines.
  private func toldLines(most: Int, columns: Int) -> [String] {
    if most < 1 { return [] }
    let isProse = told.allSatisfy { $0.last == "." }
    var lines = told.joined(separator: isProse ? " " : "\n").wrapped(columns: columns)
      .filter { !$0.isEmpty }
    if lines.count > most {
      lines = Array(lines.prefix(most))
      lines[most - 1] = lines[most - 1].prefix(columns: columns - 2) + " …"
    }
    return lines
  }

  // MARK: The room

  /// The keys for walking, which have no control of their own; nil if nothing can be walked.
  private var walking: String? {
    if screen.arrows.contains(where: \.isEnabled) { return "[Arrows] walk" }
    if case .panel(let panel) = screen.content, panel.walkedRoom != nil { return "[Arrows] move" }
    return nil
  }

  /// The rows that a screen with a room needs in addition to those of the room, for a comfortable layout.
  private static let besidesRoom = 14

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
  ///                arrows                     1 or 2 rows
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
      let least = notes + arrows + 1 + Self.controls
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
      belowArrows = take(1)
      aboveRoom = take(1)
    }
  }

  private func lay(_ view: RoomView, on canvas: inout Canvas) {
    let controls = layControls(on: &canvas)
    let heading = headingRows(canvas)
    let rows = RoomRows(
      rows: canvas.rows - heading, room: view.size.rows, hasArrows: !screen.arrows.isEmpty)
    _ = layHead(mostNotes: rows.notes, on: &canvas)
    var row = heading + rows.notes + rows.aboveRoom
    _ = layPart(of: view, around: view.player, rows: rows.room, row: row, on: &canvas)
    row += rows.room + rows.belowRoom
    layArrows(row: row, rows: rows.arrows, on: &canvas)
    row += rows.arrows + rows.belowArrows
    let lines = toldLines(most: min(max(0, controls - row), 6), columns: canvas.columns)
    for (place, line) in lines.enumerated() {
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

  private func lay(_ lines: [Screen.HelpLine], on canvas: inout Canvas) {
    let controls = layControls(on: &canvas)
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

/// A control as text.
private struct Label {
  let text: String
  let isEnabled: Bool
  /// The action; nil for the keys for walking.
  var action: Action?
}

extension [Label] {
  /// The labels in lines that fit.
  fileprivate func lines(columns: Int, gap: Int) -> [[Label]] {
    var lines: [[Label]] = [[]]
    var width = 0
    for label in self {
      if width > 0, width + gap + label.text.columnCount > columns {
        lines.append([])
        width = 0
      }
      width += (width > 0 ? gap : 0) + label.text.columnCount
      lines[lines.count - 1].append(label)
    }
    return lines
  }
}
