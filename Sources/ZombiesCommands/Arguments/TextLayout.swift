/// Breaks text into lines of a terminal.
///
/// Blank lines separate paragraphs. Line breaks within a paragraph are ignored. A line that begins with a
/// blank is kept as a line. If it is too wide, it continues below its last column, which begins after its
/// last gap of two or more blanks. If there is too little space for that, the column goes on lines of its
/// own.
package struct TextLayout {
  /// The maximum number of columns of a line.
  package let width: Int

  package init(width: Int) { self.width = width }

  /// A non-breaking blank, printed as an ordinary blank.
  static let gluedBlank: Character = "\u{A0}"

  /// The text, broken into lines.
  package func lines(of text: String) -> String {
    var result = ""
    var paragraph: [Substring] = []
    func endParagraph() {
      if !paragraph.isEmpty { result += wrap(paragraph, indent: 0, first: 0) + "\n" }
      paragraph = []
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    for line in lines {
      if line.isEmpty || line.first == " " {
        endParagraph()
        result += (line.isEmpty ? "" : row(line)) + "\n"
      } else {
        paragraph += line.split(separator: " ")
      }
    }
    endParagraph()
    return result
  }

  /// A line that begins with a blank, continued if it is too wide.
  private func row(_ line: Substring) -> String {
    guard line.count > width else { return String(line) }
    var (column, blanks) = (0, 0)
    for (index, character) in line.enumerated() {
      if character != " ", blanks > 1 { column = index }
      blanks = character == " " ? blanks + 1 : 0
    }
    let words = line.dropFirst(column).split(separator: " ")
    guard column + 20 > width else {
      return line.prefix(column) + wrap(words, indent: column, first: column)
    }
    let indent = line.prefix { $0 == " " }.count
    let label = line.prefix(column).split(separator: " ")
    return String(repeating: " ", count: indent)
      + wrap(label, indent: indent + 2, first: indent)
      + "\n" + String(repeating: " ", count: indent + 4)
      + wrap(words, indent: indent + 4, first: indent + 4)
  }

  /// An entry of a list: a label, and a text that begins at a column.
  package func entry(_ label: String, _ text: String, column: Int) -> String {
    let words = text.split(separator: " ")
    guard label.count >= column else {
      let padding = String(repeating: " ", count: column - label.count)
      return label + padding + wrap(words, indent: column, first: column) + "\n"
    }
    let indent = String(repeating: " ", count: column)
    return "\(label)\n\(indent)\(wrap(words, indent: column, first: column))\n"
  }

  /// Words in lines, without a newline at the end.
  ///
  /// - Parameters:
  ///   - indent: The columns before every line but the first.
  ///   - first: The columns already used on the first line.
  private func wrap(_ words: [Substring], indent: Int, first: Int) -> String {
    var (result, column) = ("", first)
    for (index, word) in words.enumerated() {
      let word = String(word.map { $0 == Self.gluedBlank ? " " : $0 })
      if index == 0 {
        result += word
        column += word.count
      } else if column + 1 + word.count <= width {
        result += " " + word
        column += 1 + word.count
      } else {
        result += "\n" + String(repeating: " ", count: indent) + word
        column = indent + word.count
      }
    }
    return result
  }
}
