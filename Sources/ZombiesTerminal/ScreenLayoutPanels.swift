import ZombiesCore
import ZombiesGame
import ZombiesSystem

// Messages, help, the text screen and panels.

extension ScreenLayout {
  func lay(
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

  func lay(
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

  func lay(_ log: TextLog, above controls: Int, on canvas: inout Canvas) {
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

  func lay(_ panel: Panel, above controls: Int, on canvas: inout Canvas) {
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

  func lay(
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

  func lay(
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
