import ZombiesCore
import ZombiesDocuments
import ZombiesGrading

/// A sheet of cards, one per level, for screen and paper.
///
///     var sheet = LevelSheet(title: "The first world", format: .html)
///     sheet.add(maker.card(of: level, name: "A dark room"))
///     print(sheet.text)
public struct LevelSheet {
  /// The format of a sheet.
  public enum Format: String, CaseIterable, Sendable {
    /// One SVG picture.
    case svg
    /// One self-contained HTML page without scripts.
    case html
  }

  private let title: String
  private let format: Format
  private let across: Int?
  private var cards: [Cell] = []

  /// The cards of an HTML sheet so far.
  private var html = Markup()
  private var count = 0

  /// The layers drawn in at least one picture.
  private var drawn: LevelCardMaker.Wishes = []

  /// The name of the first card.
  private var firstName = ""

  /// Creates an empty sheet.
  ///
  /// - Parameters:
  ///   - title: The title of the sheet.
  ///   - format: The format of the sheet.
  ///   - across: The number of cards side by side; nil for as many as fit on the page, or up to four in
  ///     SVG.
  public init(title: String, format: Format, across: Int? = nil) {
    self.title = title
    self.format = format
    self.across = across
  }

  /// Adds a card after the others.
  public mutating func add(_ card: LevelCard) {
    if count == 0 { firstName = card.name }
    count += 1
    if card.layers.path != nil { drawn.insert(.solution) }
    if card.layers.counts != nil { drawn.insert(.solutions) }
    if !(card.layers.lost ?? []).isEmpty { drawn.insert(.lost) }
    if card.layers.reach?.squares.isEmpty == false { drawn.insert(.why) }
    switch format {
    case .svg: cards.append(Cell(card))
    case .html: Self.appendFigure(card, to: &html)
    }
  }

  /// Writes the whole sheet as UTF-8, in pieces.
  public func write(_ piece: ([UInt8]) throws -> Void) rethrows {
    switch format {
    case .svg: try writeSVG(piece)
    case .html: for markup in page { try piece(markup.bytes) }
    }
  }

  /// The whole sheet.
  public var text: String {
    var bytes: [UInt8] = []
    write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The legend of the pictures, in sentences.
  private var legend: [String] {
    var legend: [String] = []
    if drawn.contains(.solution) { legend.append("Line: the solution.") }
    if drawn.contains(.solutions) {
      legend.append("Shades and numbers: how many shortest solutions pass through each square.")
    }
    if drawn.contains(.lost) { legend.append("Hatched: squares from which you can no longer win.") }
    if drawn.contains(.why) {
      legend.append(
        "Tinted, with a dot: squares that you can reach. Framed: the one nearest to the signpost.")
      legend.append(
        "Bars: ways out that zombies shut. Numbers say which zombies, if there are several: "
          + "1+2 is zombie 1 as well as zombie 2, and 1|2 is one or the other.")
    }
    return legend
  }

  private var description: String {
    count == 1 ? "A level of the Zombies puzzle" : "\(grouped(count)) levels of the Zombies puzzle"
  }

  // MARK: HTML

  private var page: [Markup] {
    let columns =
      across.map { "repeat(\($0),minmax(0,1fr))" }
      ?? "repeat(auto-fill,minmax(min(100%,15rem),1fr))"
    var page = HTMLPage.head(
      title: title, description: description + ", as a sheet of cards.",
      style: Shapes.style + Self.style + ".cards{grid-template-columns:\(columns)}")
    Self.appendSigns(to: &page)
    page += "<main>\n<h1>\(title)</h1>\n"
    if !legend.isEmpty {
      page += "<p>\(legend.joined(separator: " "))</p>\n"
    }
    page += #"<ul class="cards">\#n"#
    var tail = Markup()
    tail += "</ul>\n</main>\n"
    tail += HTMLPage.tail
    return [page, html, tail]
  }

  /// Appends the signs that all drawings of a page refer to.
  static func appendSigns(to html: inout Markup) {
    html += #"<svg width="0" height="0" aria-hidden="true" style="position:absolute">"#
    html += Shapes.signs
    html += "</svg>\n"
  }

  /// The CSS of cards on a page.
  static let style = """
    .cards{list-style:none;margin:0;padding:0;display:grid;gap:1rem;align-items:start}\
    .card{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.75rem;\
    break-inside:avoid;min-width:0;overflow-wrap:anywhere}\
    .card h2,.card h3{font-size:1rem;margin:0 0 .5rem}.card svg{display:block;width:100%;max-height:70vh}\
    .card p{margin:.5rem 0 0}.card .facts{font-weight:600}\
    .card .code{font:.8rem ui-monospace,monospace;color:var(--soft)}\
    @media print{.cards{gap:4mm}.card{padding:3mm;font-size:9pt}}
    """

  /// Appends a card as a list item.
  ///
  /// - Parameter rank: The level of its heading on the page.
  static func appendFigure(_ card: LevelCard, rank: Int = 2, to html: inout Markup) {
    html += #"<li class="card">\#n<h\#(rank)>\#(card.name)</h\#(rank)>\#n"#
    appendPicture(card, to: &html)
    html += "\n"
    if !card.facts.isEmpty {
      html += #"<p class="facts">\#(card.facts.joined(separator: " · "))</p>\#n"#
    }
    if !card.sentences.isEmpty {
      html += "<p>"
      for (place, sentence) in card.sentences.enumerated() {
        if place > 0 { html += "<br>\n" }
        html += "\(sentence)"
      }
      html += "</p>\n"
    }
    let code = card.level.code
    if code != card.name {
      html += #"<p class="code">\#(code)</p>\#n"#
    }
    html += "</li>\n"
  }

  /// Appends the picture of a card as a separate SVG.
  static func appendPicture(_ card: LevelCard, to svg: inout Markup) {
    let size = card.level.size
    let drawing = LevelDrawing(level: card.level, layers: card.layers)
    let margin = drawing.margin
    svg += #"<svg role="img""#
    svg += #" viewBox="\#(thousandths: -margin.before) \#(thousandths: -margin.before) "#
    svg += "\(thousandths: 1000 * size.columns + margin.before + margin.behind) "
    svg += #"\#(thousandths: 1000 * size.rows + margin.before + margin.behind)">"#
    svg += "<title>\(card.name)</title><desc>"
    appendDescription(of: card.level, to: &svg)
    svg += "</desc>"
    drawing.append(to: &svg)
    svg += "</svg>"
  }

  /// Appends the positions of all things, for readers who do not see the picture. If there are many
  /// things of a kind, it only gives their number.
  static func appendDescription(of level: Level, to svg: inout Markup) {
    svg += level.isLit ? "Lit" : "Dark"
    svg += " room, \(level.size.rows) by \(level.size.columns). Start on "
    append(level.start, to: &svg)
    svg += "; signpost on "
    append(level.signpost, to: &svg)
    for thing in Thing.several { append(thing.noun, level.squares(of: thing), to: &svg) }
    svg += "."
  }

  private static func append(_ name: String, _ squares: [Square], to svg: inout Markup) {
    let most = 12
    guard !squares.isEmpty else { return }
    svg += "; "
    if squares.count > 1 { svg += "\(squares.count) " }
    svg += "\(name)"
    if squares.count > 1 { svg += "s" }
    guard squares.count <= most else { return }
    svg += " on "
    for (place, square) in squares.enumerated() {
      if place > 0 { svg += place == squares.count - 1 ? " and " : "; " }
      append(square, to: &svg)
    }
  }

  private static func append(_ square: Square, to svg: inout Markup) {
    svg += "row \(square.row + 1), column \(square.column + 1)"
  }

  // MARK: SVG

  /// A card of an SVG sheet: its shapes, relative to its top left corner, and its size.
  private struct Cell {
    let svg: Markup
    let width, height: Int

    init(_ card: LevelCard) {
      var svg = Markup(capacity: 2048)
      let size = card.level.size
      // A square is 40 pixels wide, or less in a large room.
      let side = max(4, min(40, 480 / max(size.rows, size.columns)))
      let (columns, rows) = (size.columns * side, size.rows * side)
      let drawing = LevelDrawing(level: card.level, layers: card.layers)
      let before = drawing.margin.before * side / 1000
      let room = max(columns + before, LevelSheet.leastWidth)
      var y = LevelSheet.padding
      // Letters are about half as wide as high. Bold and fixed-width letters are wider.
      func lines(_ text: String, _ style: StaticString, _ size: Int, share: Int = 56) {
        let most = max(8, room * 100 / (size * share))
        func append(_ line: String) {
          y += size * 5 / 4
          svg += #"<text class="\#(style)" x="\#(LevelSheet.padding)" y="\#(y)">\#(line)</text>"#
        }
        // Most texts fit into one line.
        if LevelSheet.width(of: text) <= 10 * most {
          append(text)
        } else {
          for line in LevelSheet.lines(of: text, width: most) { append(line) }
        }
      }
      lines(card.name, "h", 15, share: 66)
      y += 8
      svg += #"<g role="img""#
      svg += #" transform="translate(\#(LevelSheet.padding + before) \#(y + before)) scale("#
      svg += #"\#(side))"><title>\#(card.name)</title><desc>"#
      LevelSheet.appendDescription(of: card.level, to: &svg)
      svg += "</desc>"
      drawing.append(to: &svg)
      svg += "</g>"
      y += before + rows + 4
      for fact in card.facts { lines(fact, "f", 13, share: 62) }
      for sentence in card.sentences { lines(sentence, "p", 13) }
      let code = card.level.code
      if code != card.name { lines(code, "c", 11, share: 61) }
      self.svg = svg
      (width, height) = (room + 2 * LevelSheet.padding, y + LevelSheet.padding)
    }
  }

  private static let padding = 12
  private static let gap = 12

  /// The minimum width of the contents of a card.
  private static let leastWidth = 200

  /// The width of a text in tenths of an average letter, for a font with wide letters.
  private static func width(of text: some StringProtocol) -> Int {
    var width = 0
    let widths = letterWidths
    // Nearly every text is ASCII, and there are many texts.
    for byte in text.utf8 {
      guard byte < 0x80 else { return text.reduce(into: 0) { $0 += self.width(of: $1) } }
      width += widths[Int(byte)]
    }
    return width
  }

  /// The widths of ASCII letters.
  private static let letterWidths = (0..<128).map { width(of: Character(UnicodeScalar(UInt8($0)))) }

  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar {
    case "W", "M", "m", "@", "%": return 19
    case "A"..."Z": return 13
    case "0"..."9": return 11
    // East Asian letters, symbols and emoji.
    default: return scalar.value >= 0x1100 ? 23 : 10
    }
  }

  /// A text in at most 40 lines of limited width. Words that are too long are split anywhere.
  static func lines(of text: String, width: Int) -> [String] {
    let width = 10 * width
    guard Self.width(of: text) > width else { return [text] }
    var lines: [String] = []
    var line = ""
    var length = 0
    for word in text.split(separator: " ") {
      var word = word[...]
      while true {
        let count = Self.width(of: word)
        if length == 0 ? count <= width : length + 10 + count <= width {
          line += length == 0 ? String(word) : " " + word
          length += (length == 0 ? 0 : 10) + count
          break
        }
        if length > 0 {
          lines.append(line)
          (line, length) = ("", 0)
        } else {
          var begun = 0
          let part = word.prefix {
            begun += Self.width(of: $0)
            return begun <= width
          }
          // At least one letter, however narrow the line.
          let taken = max(1, part.count)
          lines.append(String(word.prefix(taken)))
          word = word.dropFirst(taken)
        }
      }
    }
    if length > 0 { lines.append(line) }
    let most = 40
    return lines.count > most ? lines.prefix(most - 1) + ["…"] : lines
  }

  private func writeSVG(_ piece: ([UInt8]) throws -> Void) rethrows {
    let columns = max(1, min(across ?? 4, cards.count))
    let width = cards.map(\.width).max() ?? 0
    let whole = columns * (width + Self.gap) + Self.gap
    // A single card needs no heading.
    let top = count == 1 ? 0 : 44
    let rows = stride(from: 0, to: cards.count, by: columns).map { start in
      start..<min(start + columns, cards.count)
    }
    let heights = rows.map { row in cards[row].map(\.height).max() ?? 0 }
    let legend = legend.flatMap { sentence in
      Self.lines(of: sentence, width: max(8, (whole - 24) * 100 / (13 * 54)))
    }
    var y = heights.reduce(Self.gap + top) { $0 + $1 + Self.gap }
    var head = SVGDocument.head(
      width: whole, height: y + 16 * legend.count + (legend.isEmpty ? 0 : 6),
      title: count == 1 ? firstName : title, description: description + ".")
    if top > 0 {
      head += #"<text class="t" x="12" y="40">\#(title)</text>\#n"#
    }
    try piece(head.bytes)
    y = Self.gap + top
    for (row, height) in zip(rows, heights) {
      var markup = Markup(capacity: 4096)
      for (place, card) in cards[row].enumerated() {
        markup += #"<g transform="translate(\#(Self.gap + place * (width + Self.gap)) \#(y))">"#
        markup += #"<rect class="card" width="\#(width)" height="\#(height)" rx="9"/>"#
        markup += card.svg
        markup += "</g>\n"
      }
      try piece(markup.bytes)
      y += height + Self.gap
    }
    var tail = Markup()
    for line in legend {
      y += 16
      tail += #"<text class="p" x="12" y="\#(y - 6)">\#(line)</text>\#n"#
    }
    tail += SVGDocument.tail
    try piece(tail.bytes)
  }
}

/// An SVG file that shows drawings of levels.
enum SVGDocument {
  /// The markup before the content.
  ///
  /// - Parameters:
  ///   - width, height: The size in pixels.
  ///   - title: The subject of the picture, in a few words.
  ///   - description: The contents of the picture, in a sentence.
  static func head(
    width: Int, height: Int, title: String, description: String
  ) -> Markup {
    var svg = Markup()
    svg += #"<svg xmlns="http://www.w3.org/2000/svg" lang="en" width="\#(width)""#
    svg += #" height="\#(height)" viewBox="0 0 \#(width) \#(height)">\#n<title>\#(title)"#
    svg += "</title>\n<desc>\(description)</desc>\n"
    svg += "<style>\(PictureColors.css + style + Shapes.style)</style>\n"
    svg += Shapes.signs
    svg += #"\#n<rect class="back" width="100%" height="100%"/>\#n"#
    return svg
  }

  /// The markup after the content.
  static let tail: Markup = "</svg>\n"

  private static let style = """
    text{font-family:system-ui,sans-serif;fill:var(--ink)}.back{fill:var(--back)}\
    .card{fill:var(--card);stroke:var(--line)}.t{font-size:22px;font-weight:700}\
    .h{font-size:15px;font-weight:700}.f{font-size:13px;font-weight:600}.p{font-size:13px}\
    .c{font:11px ui-monospace,monospace;fill:var(--soft)}\
    @media print{.back{fill:none}}
    """
}
