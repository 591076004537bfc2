/// Breaks text into lines of a terminal.
///
/// Paragraphs are separated by blank lines, and their own line breaks mean nothing. A line that begins
/// with a blank stands for itself; if it is too wide, it continues under its last column, that is under
/// what follows its last gap of two or more blanks. If there is too little room for that, the column
/// stands in lines of its own.
struct TextLayout {
  /// The most columns of a line.
  let width: Int

  /// A blank at which no line is broken; it is printed as an ordinary one.
  static let gluedBlank: Character = "\u{A0}"

  /// The text, broken.
  func lines(of text: String) -> String {
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

  /// A line that stands for itself.
  private func row(_ line: Substring) -> String {
    guard line.count > width else { return String(line) }
    var (column, blanks) = (0, 0)
    for (place, character) in line.enumerated() {
      if character != " ", blanks > 1 { column = place }
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

  /// An entry of a list: a label, and what is said of it from some column on.
  func entry(_ label: String, _ text: String, column: Int) -> String {
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
  ///   - indent: The columns before all lines but the first.
  ///   - first: The columns that stand before the first line already.
  private func wrap(_ words: [Substring], indent: Int, first: Int) -> String {
    var (result, column) = ("", first)
    for (place, word) in words.enumerated() {
      let word = String(word.map { $0 == Self.gluedBlank ? " " : $0 })
      if place == 0 {
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
