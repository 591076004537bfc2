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
  static let usual = (rows: 24, columns: 80)

  /// The rows of a terminal that has space for more than the most important.
  static let roomy = 16

  /// The rows that a screen with a room needs in addition to those of the room, for a comfortable layout.
  private static let besidesRoom = 14

  /// The maximum width of a panel, in columns. The beginning and the end of a row should be close together.
  static let panelWidth = 56

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

  func lay(on canvas: inout Canvas) {
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
  var squareWidth: Int { screen.style == .emoji ? 3 : 2 }

  var panel: Panel? { if case .panel(let panel) = screen.content { panel } else { nil } }

  /// The room that the player walks in or edits, with the square that stays in sight; nil for none.
  var walked: (room: RoomView, square: Square)? {
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
  var told: [String] {
    // They belong to the end of a chase.
    guard grid == nil else { return [] }
    // In the first steps, the lesson stays.
    let told = aside.map { [$0] + (screen.kind == .firstSteps ? screen.told : []) } ?? screen.told
    let start = screen.controls.first { $0.action == .button(.start) && $0.isEnabled }
    return (start?.keys.first).map { ["Press \($0.name) to start the game."] + told } ?? told
  }

  var counters: String { screen.counters.map(\.text).joined(separator: "  ") }

  /// The columns of the counters.
  var countersWidth: Int {
    // The number of moves may get another digit during the round.
    counters.columnCount + (screen.counters.last.map { $0.count < 10 } ?? false ? 1 : 0)
  }

  /// The rows of the heading with the counters. A very short terminal has one, so that more of the room
  /// is seen.
  func headingRows(_ canvas: Canvas) -> Int {
    let fits = screen.heading.columnCount + 2 + countersWidth <= canvas.columns
    return canvas.rows < Self.roomy || counters.isEmpty || fits ? 1 : 2
  }

  /// Lays out the heading and the counters, in the same row if they fit, and some rows of notes. Returns the next
  /// free row.
  func layHead(notes most: Int, on canvas: inout Canvas) -> Int {
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
  func layControls(on canvas: inout Canvas) -> Int {
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
  static func origin(_ place: Int, _ visible: Int, _ all: Int) -> Int {
    min(max(0, place - visible / 2), all - visible)
  }

  /// Lays out the text that is being typed. Its end is always shown.
  func lay(typed text: String, row: Int, left: Int, width: Int, on canvas: inout Canvas) {
    var typed = text[...]
    var columns = typed.columnCount
    while columns > width - 3, let first = typed.popFirst() { columns -= first.columnCount }
    canvas.put("> " + typed, row: row, column: left)
    canvas.cursor = Square(row: row, column: left + 2 + columns)
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
  func lines(columns: Int, gap: Int, width: (Element) -> Int) -> [[Element]] {
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
  func wrapped(columns: Int) -> [String] { flatMap { $0.wrapped(columns: columns) } }

  /// The first lines; the last one ends with a sign if more follow.
  func cut(_ most: Int, _ columns: Int) -> [String] {
    guard count > most, most > 0 else { return Array(prefix(Swift.max(0, most))) }
    return prefix(most - 1) + [self[most - 1].prefix(columns: columns - 2) + " …"]
  }
}

extension String {
  /// The text in some columns, with its end cut off if it is longer.
  func cut(columns: Int) -> String {
    columnCount > columns ? prefix(columns: columns - 1) + "…" : self
  }
}

extension Canvas {
  /// Puts lines below each other, as long as they are above a row. Returns the next row.
  mutating func put(
    _ lines: [String], row: Int, column: Int = 0, above end: Int = .max
  ) -> Int {
    let shown = lines.prefix(Swift.max(0, end - row))
    for (place, line) in shown.enumerated() { put(line, row: row + place, column: column) }
    return row + shown.count
  }
}
