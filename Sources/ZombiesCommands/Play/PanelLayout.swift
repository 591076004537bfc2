import ZombiesGame

// A panel on a terminal: a title, sentences, rows with a cursor, and what is said below.

extension ScreenLayout {
  /// The widest panel, in columns: what stands at the end of a row belongs to its beginning.
  private static let panelWidth = 56

  func lay(_ panel: Panel, on canvas: inout Canvas) {
    let controls = layControls(on: &canvas)
    let width = min(canvas.columns, Self.panelWidth)
    let left = (canvas.columns - width) / 2
    let lines = panel.lines.flatMap { $0.wrapped(columns: width) }
    let notes = (panel.notes + news).flatMap { $0.wrapped(columns: width) }
    let field = panel.field == nil ? 0 : 2
    let spare = controls - 1 - lines.count - notes.count - field
    let shown = min(panel.rows.count, max(1, spare))
    // What is left is put between the parts.
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

  /// What is being typed; its end stays in sight.
  private func lay(field text: String, row: Int, left: Int, width: Int, on canvas: inout Canvas) {
    var typed = text[...]
    var columns = typed.columnCount
    while columns > width - 3, let first = typed.popFirst() { columns -= first.columnCount }
    canvas.put("> " + typed, row: row, column: left)
    canvas.cursor = (row, left + 2 + columns)
  }

  /// What was done last.
  private var news: [String] { screen.told }
}
