import ZombiesCore
import ZombiesDocuments

// A round as one animated picture that uses only CSS and no scripts. With reduced motion, and on paper,
// it shows the last state with the path of the player.

extension RoundPictures {
  /// The duration of a move, in milliseconds. The player moves in its first part, and zombies chase in its
  /// second.
  private static let moveTime = 900
  /// The pause at the end, in moves.
  private static let pause = 3

  /// A picture that plays the round again and again.
  public func animation() -> String {
    let side = side(480)
    let (gap, line) = (14, 18)
    let room = size.columns * side
    let width = max(room, 320)
    let texts = frames.enumerated().map { place, frame in
      LevelSheet.lines(
        of: place == frames.count - 1 && ending != nil
          ? frame.text + "; " + (ending ?? "") : frame.text, width: width * 100 / (13 * 54))
    }
    let lines = texts.map(\.count).max() ?? 1
    let top = 48
    let textTop = top + size.rows * side + 14
    let height = textTop + (lines + 1) * line + gap
    let time = "\((frames.count + Self.pause) * Self.moveTime)ms"
    var svg = SVGDocument.head(
      width: width + 2 * gap, height: height, title: title, description: description + ".",
      style: style(side: side, captionHeight: lines * line, time: time))
    svg += #"<text class="h" x="14" y="32">\#(title)</text>\#n<g role="img""#
    svg += #" transform="translate(\#(gap) \#(top)) scale(\#(side))"><title>\#(title)</title>\#n"#
    appendScene(to: &svg)
    svg += "</g>\n"
    // This window shows one caption at a time.
    svg += #"<svg x="14" y="\#(textTop)" width="\#(width)" height="\#(lines * line)">"#
    svg += #"<g class="a captions">"#
    for (place, text) in texts.enumerated() {
      for (row, words) in text.enumerated() {
        svg += #"<text class="p" y="\#(place * lines * line + row * line + 13)">\#(words)</text>"#
      }
    }
    svg += #"</g></svg>\#n<text class="c" x="14""#
    svg += #" y="\#(textTop + lines * line + 12)">Hover to pause.</text>\#n"#
    svg += SVGDocument.tail
    return svg.string
  }

  private var last: Frame { frames[frames.count - 1] }

  private func appendScene(to svg: inout Markup) {
    let begun = frames[0].round
    LevelDrawing.appendFloor(size, isLit: begun.isLit, to: &svg)
    if begun.isLit != last.round.isLit {
      svg += #"<g class="a light">"#
      LevelDrawing.appendFloor(size, isLit: true, to: &svg)
      svg += "</g>"
    }
    svg += #"<g class="still">"#
    LevelDrawing.appendPath(path(to: frames.count - 1), in: size, to: &svg)
    svg += "</g>"
    appendRoom(begun, to: &svg)
    for zombie in begun.level.zombies.indices {
      append("zZ", "z\(zombie)", at: last.steps[zombie].last, to: &svg)
    }
    append("zP", "player", at: last.round.player, to: &svg)
    if asPlayerSees { appendDarkness(to: &svg) }
    if last.round.outcome == .caught {
      svg += #"<g class="a end">"#
      LevelDrawing.append("zC", at: last.round.player, to: &svg)
      svg += "</g>"
    }
    for (place, heard) in heardSquares.enumerated() {
      svg += #"<g class="a h\#(place)">"#
      appendNumber(heard, to: &svg)
      svg += "</g>"
    }
    svg += "\n"
  }

  /// Appends a moving sign, at its last square if there is no animation.
  private func append(
    _ sign: StaticString, _ name: String, at square: Square?, to svg: inout Markup
  ) {
    svg += ##"<use href="#\##(sign)" class="a \##(attribute: name)""##
    svg += #" transform="translate(\#(square?.column ?? 0) \#(square?.row ?? 0))"/>"#
  }

  /// Appends the squares that the player does not see: a row of pictures, one for each move. A window shows
  /// one of them.
  private func appendDarkness(to svg: inout Markup) {
    svg += #"<svg width="\#(size.columns)" height="\#(size.rows)"><g class="a dark">"#
    for (place, frame) in frames.enumerated() where !frame.round.isLit {
      svg += #"<g transform="translate(\#(place * size.columns) 0)">"#
      appendUnseen(frame.round, to: &svg)
      svg += "</g>"
    }
    svg += "</g></svg>"
  }

  // MARK: Style

  private func style(side: Int, captionHeight: Int, time: String) -> String {
    var css = """
      .a{animation-duration:\(time);animation-iteration-count:infinite;\
      animation-timing-function:linear}svg:hover .a{animation-play-state:paused}\
      .still{visibility:hidden}\
      .captions{transform:translateY(-\((frames.count - 1) * captionHeight)px)}\
      .dark{transform:translateX(-\((frames.count - 1) * size.columns)px)}
      """
    css += rule("player", keyframes(of: frames.map { [$0.round.player] }, from: 0, to: 40))
    for zombie in frames[0].round.level.zombies.indices {
      css += rule("z\(zombie)", keyframes(of: frames.map { $0.steps[zombie] }, from: 45, to: 90))
    }
    css += rule(
      "captions",
      steps { "transform:translateY(-\($0 * captionHeight)px)" }, inSteps: true)
    if asPlayerSees {
      css += rule(
        "dark", steps { "transform:translateX(-\($0 * size.columns)px)" }, inSteps: true)
    }
    if let lit = frames.firstIndex(where: { $0.round.isLit }), lit > 0 {
      css += rule("light", "0%{opacity:0}\(share(lit, 95)){opacity:1}", inSteps: true)
    }
    for (place, heard) in heardSquares.enumerated() where heard.frame > 0 {
      css += rule(
        "h\(place)", "0%{opacity:0}\(share(heard.frame, 40)){opacity:1}", inSteps: true)
    }
    if last.round.outcome == .caught {
      css += rule("end", "0%{opacity:0}\(share(frames.count - 1, 95)){opacity:1}", inSteps: true)
    }
    return css
      + "@media (prefers-reduced-motion:reduce){.a{animation:none!important}"
      + ".still{visibility:visible}}"
      + "@media print{.a{animation:none!important}.still{visibility:visible}}"
  }

  private func rule(
    _ name: String, _ keyframes: String, inSteps: Bool = false
  ) -> String {
    ".\(name){animation-name:\(name)\(inSteps ? ";animation-timing-function:step-end" : "")}"
      + "@keyframes \(name){\(keyframes)}"
  }

  /// A moment in a move as a share of the whole animation, in percent with three decimals.
  ///
  /// - Parameter part: The part of the move that is over, in percent.
  private func share(_ move: Int, _ part: Int) -> String {
    // The start is shown for one move before the first move.
    let moment = 100 * move + part
    let text: Markup = "\(thousandths: min(100_000, moment * 1000 / (frames.count + Self.pause)))%"
    return text.string
  }

  /// Keyframes for the start and for each move, by number.
  private func steps(_ properties: (Int) -> String) -> String {
    frames.indices.map { "\(share($0, 0)){\(properties($0))}" }.joined()
  }

  /// The keyframes of a sign that goes from square to square in a part of each move.
  private func keyframes(of squares: [[Square]], from begin: Int, to end: Int) -> String {
    func at(_ square: Square) -> String {
      "{transform:translate(\(square.column)px,\(square.row)px)}"
    }
    guard var now = squares[0].last else { return "" }
    var css = "0%" + at(now)
    for (move, path) in squares.enumerated() where move > 0 {
      let path = path.first == now ? Array(path.dropFirst()) : path
      guard !path.isEmpty else { continue }
      css += share(move, begin) + at(now)
      for (place, square) in path.enumerated() {
        css += share(move, begin + (end - begin) * (place + 1) / path.count) + at(square)
        now = square
      }
    }
    return css + "100%" + at(now)
  }
}
