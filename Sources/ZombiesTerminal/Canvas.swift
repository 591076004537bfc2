import ZombiesCore
import ZombiesSystem

/// A picture of the terminal: for each row, texts with their columns and looks.
struct Canvas: Equatable {
  /// The look of a text. It carries no information, because a terminal without colours must show the same.
  enum Look: Equatable {
    case plain, strong, faint, reversed
    case thing(Thing)

    /// The parameters of the control sequence that begins the look.
    var code: String? {
      switch self {
      case .plain: nil
      case .strong: "1"
      case .faint: "2"
      case .reversed: "7"
      case .thing(let thing): Palette.code(of: thing)
      }
    }
  }

  /// A text that begins at a column, counted from 0.
  struct Run: Equatable {
    let column: Int
    /// The number of columns of the text.
    let width: Int
    let text: String
    let look: Look
  }

  let rows: Int
  let columns: Int

  /// The texts of each row, from left to right.
  private(set) var lines: [[Run]]

  /// The number of the message on each row, from 1; 0 for a row without one.
  private(set) var messages: [Int]

  /// The number of the newest message.
  fileprivate var newest: Int { messages.max() ?? 0 }

  /// Whether the picture is white on black, whatever the colours of the terminal.
  var isWhiteOnBlack = false

  /// The position of the cursor; nil if it is hidden.
  var cursor: Square?

  init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    lines = [[Run]](repeating: [], count: rows)
    messages = [Int](repeating: 0, count: rows)
  }

  /// Puts a text on a row, after the texts that are already there. Cuts off the end if it does not fit.
  mutating func put(_ text: String, row: Int, column: Int, look: Look = .plain) {
    guard (0..<rows).contains(row), column >= 0, column < columns, !text.isEmpty else { return }
    let cut =
      column + text.columnCount > columns ? text.prefix(columns: columns - column) : text
    guard !cut.isEmpty else { return }
    lines[row].append(Run(column: column, width: cut.columnCount, text: cut, look: look))
  }

  /// Puts a line of a message on a row.
  mutating func put(_ line: String, ofMessage number: Int, row: Int) {
    put(line, row: row, column: 0)
    if messages.indices.contains(row) { messages[row] = number }
  }

  /// The picture in the middle of a larger one.
  func centred(rows: Int, columns: Int) -> Canvas {
    var larger = Canvas(rows: rows, columns: columns)
    larger.isWhiteOnBlack = isWhiteOnBlack
    let (top, left) = ((rows - self.rows) / 2, (columns - self.columns) / 2)
    for (row, runs) in lines.enumerated() {
      larger.messages[top + row] = messages[row]
      larger.lines[top + row] = runs.map {
        Run(column: left + $0.column, width: $0.width, text: $0.text, look: $0.look)
      }
    }
    larger.cursor = cursor.map { Square(row: top + $0.row, column: left + $0.column) }
    return larger
  }

  /// Puts a text in the middle of a row.
  mutating func centre(_ text: String, row: Int, look: Look = .plain) {
    put(text, row: row, column: max(0, (columns - text.columnCount) / 2), look: look)
  }
}

extension Character {
  /// Whether terminals may differ about its columns.
  // Same: the cursor is placed anew behind it, which changes no picture.
  var isWide: Bool { columnCount != 1 || unicodeScalars.count > 1 }

  /// The number of columns of the character on a terminal: two for emoji and East Asian wide characters,
  /// otherwise one. Only correct for characters that texts of the game use.
  var columnCount: Int {
    guard let first = unicodeScalars.first else { return 0 }
    let isEmoji =
      first.properties.isEmojiPresentation
      || unicodeScalars.contains { $0.value == 0xFE0F } && first.properties.isEmoji
        && first.value > 0xFF  // Same: U+00FF is no emoji.
    if isEmoji { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    case 0x300...0x36F, 0x200B...0x200F: return 0
    default: return 1
    }
  }
}

extension StringProtocol {
  /// The number of columns of the text on a terminal.
  var columnCount: Int {
    // Most texts are ASCII, in which every character has one column.
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columnCount }
  }

  /// The longest beginning of the text that fits in a number of columns.
  func prefix(columns: Int) -> String {
    var (text, width) = ("", 0)
    for character in self {
      width += character.columnCount
      if width > columns { break }
      text.append(character)
    }
    return text
  }

  /// The text in lines of at most some columns, broken between words if possible.
  func wrapped(columns: Int) -> [String] {
    var lines: [String] = []
    for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        var word = String(word)
        let glued = line.isEmpty ? word : line + " " + word
        if glued.columnCount <= columns {
          line = glued
          continue
        }
        if !line.isEmpty { lines.append(line) }
        while word.columnCount > columns {
          let part = word.prefix(columns: Swift.max(1, columns))
          guard !part.isEmpty else { break }
          lines.append(part)
          word.removeFirst(part.count)
        }
        line = word
      }
      lines.append(line)
    }
    return lines
  }
}

/// Turns pictures of the terminal into bytes.
///
/// It writes only the rows that have changed and those of new messages. A screen reader reads the text that
/// is written, and a new message may be the same as the one before.
package struct Painter {
  /// Whether looks are shown.
  let isColoured: Bool
  /// Whether the terminal accepts ASCII only.
  let isASCII: Bool

  private var last: Canvas?

  /// The control sequence for the picture's own colours; empty if it has those of the terminal.
  private var ground = ""

  package init(isColoured: Bool, isASCII: Bool) {
    self.isColoured = isColoured
    self.isASCII = isASCII
  }

  /// Forgets the last picture, so that everything is drawn again.
  mutating func forget() { last = nil }

  /// The bytes that make the terminal show a picture; empty if nothing has changed.
  mutating func paint(_ canvas: Canvas) -> String {
    if canvas == last { return "" }
    let isNew =
      last?.rows != canvas.rows || last?.columns != canvas.columns
      || last?.isWhiteOnBlack != canvas.isWhiteOnBlack
    ground = isColoured && canvas.isWhiteOnBlack ? "\u{1B}[97;40m" : ""
    // A terminal that supports mode 2026 shows the whole picture at once.
    var text = "\u{1B}[?2026h\u{1B}[?25l"
    // A terminal erases with the background colour.
    if isNew { text += "\u{1B}[0m\(ground)\u{1B}[2J" }
    let newest = last?.newest ?? 0
    for (row, runs) in canvas.lines.enumerated()
    where isNew || last?.lines[row] != runs || canvas.messages[row] > newest {
      text += line(runs, row, columns: canvas.columns)
    }
    if let cursor = canvas.cursor {
      text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
    }
    last = canvas
    return text + (ground.isEmpty ? "" : "\u{1B}[0m") + "\u{1B}[?2026l"
  }

  /// The bytes of a row. Each text, and the rest of a text after an emoji, is placed by its column, so that
  /// the layout does not depend on the width of emoji on the terminal.
  private func line(_ runs: [Canvas.Run], _ row: Int, columns: Int) -> String {
    // Erase the row first: if a terminal draws an emoji in one column, the next column must be empty.
    var text = "\(ground)\u{1B}[\(row + 1);1H\u{1B}[2K"
    // The column of the cursor; nil if it depends on the terminal.
    var column: Int? = 0
    func move(to place: Int) {
      if column != place { text += "\u{1B}[\(row + 1);\(place + 1)H" }
      column = place
    }
    for run in runs {
      move(to: run.column)
      let shown = isASCII ? run.text.inASCII : run.text
      let code = isColoured ? run.look.code : nil
      if let code { text += "\u{1B}[\(code)m" }
      if shown.utf8.allSatisfy({ $0 < 0x80 }) {
        text += shown
        column = run.column + run.width
      } else {
        var place = run.column
        for character in shown {
          move(to: place)
          text.append(character)
          place += character.columnCount
          column = character.isWide ? nil : place
        }
      }
      if code != nil { text += "\u{1B}[0m\(ground)" }
      // After the last column, the position of the cursor depends on the terminal.
      if column == columns { column = nil }
    }
    return text
  }
}

extension String {
  /// The text for a terminal that accepts ASCII only. Each character keeps its columns.
  var inASCII: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return map { character in
      if character.isASCII { return String(character) }
      switch character {
      case "↑": return "^"
      case "↓": return "v"
      case "←": return "<"
      case "→": return ">"
      case "…": return "~"
      case "–", "−": return "-"
      default: return String(repeating: "?", count: character.columnCount)
      }
    }.joined()
  }
}
