import ZombiesCore
import ZombiesDocuments

/// A round drawn as SVG: as a strip with a picture for each move, or as one animated picture.
///
///     var pictures = RoundPictures(Round(level), title: "classic@42#7")
///     for move in moves { pictures.add(try round.move(move), round) }
///     print(pictures.strip(across: 5))
public struct RoundPictures: Sendable {
  /// The round after a move.
  struct Frame: Sendable {
    let round: Round
    /// The events of the move, in a line.
    let text: String
    /// For each zombie, in the order of the level, its squares in the move, beginning with its square
    /// before the move.
    let steps: [[Square]]
  }

  /// A square on which the player heard how many zombies are near.
  struct HeardSquare: Sendable {
    let square: Square
    /// The number of zombies within the hearing distance.
    let count: Int
    /// The first frame in which the player heard it.
    let frame: Int
  }

  /// The maximum number of moves that are drawn.
  public static let mostMoves = 1000

  let title: String
  let asPlayerSees: Bool
  private(set) var frames: [Frame]
  /// The squares on which the player heard zombies, in the order in which the player came to them;
  /// none if the pictures show everything. Zombies do not move in the dark, so a square has only
  /// one number.
  private(set) var heardSquares: [HeardSquare] = []
  /// The end of the round, if it did not end by the rules: "out of moves".
  public var ending: String?

  var size: RoomSize { frames[0].round.level.size }

  /// Creates the pictures of a round before its first move.
  ///
  /// - Parameters:
  ///   - round: The round.
  ///   - title: The title of the pictures.
  ///   - asPlayerSees: Whether to hide the squares that the player does not see.
  public init(_ round: Round, title: String, asPlayerSees: Bool = false) {
    self.title = title
    self.asPlayerSees = asPlayerSees
    frames = [
      Frame(
        round: round, text: RoundText.beginning(round, hears: asPlayerSees),
        steps: round.level.zombies.map { [$0] })
    ]
    addHeard(round)
  }

  /// Adds a move.
  ///
  /// - Parameters:
  ///   - events: The events of the move.
  ///   - round: The round after the move.
  public mutating func add(_ events: [Round.Event], _ round: Round) {
    var steps = frames[frames.count - 1].steps.map { Array($0.suffix(1)) }
    for case .chased(let moves) in events {
      for move in moves {
        // Zombies never share a square, and each has moved only once.
        guard let zombie = steps.firstIndex(where: { $0 == [move.from] }) else { continue }
        steps[zombie] += move.path
      }
    }
    frames.append(
      Frame(
        round: round,
        text: RoundText.move(
          round.moves, events, round, seesZombies: !asPlayerSees || round.isLit,
          hears: asPlayerSees),
        steps: steps))
    addHeard(round)
  }

  /// Remembers the number that the player hears in the last frame.
  private mutating func addHeard(_ round: Round) {
    guard asPlayerSees, let count = Sight(round).heard,
      !heardSquares.contains(where: { $0.square == round.player })
    else { return }
    heardSquares.append(
      HeardSquare(square: round.player, count: count, frame: frames.count - 1))
  }

  /// The squares of the player up to a frame.
  func path(to frame: Int) -> [Square] { frames[...frame].map(\.round.player) }

  var description: String {
    let most = 60
    let lines = frames.map(\.text) + (ending.map { [$0] } ?? [])
    let legend =
      heardSquares.isEmpty
      ? [] : ["The number on a square is how many zombies you heard there"]
    return ((lines.count > most ? lines.prefix(most) + ["and so on"] : lines[...]) + legend)
      .joined(separator: ". ")
  }

  // MARK: Parts of both forms

  /// Appends the things that do not move.
  func appendRoom(_ round: Round, to svg: inout Markup) {
    for square in round.level.blocks { LevelDrawing.append("zB", at: square, to: &svg) }
    for square in round.level.flashlights { LevelDrawing.append("zF", at: square, to: &svg) }
    LevelDrawing.append("zS", at: round.level.signpost, to: &svg)
  }

  /// Appends a cover for the squares that the player does not see, if they are to be hidden.
  func appendUnseen(_ round: Round, to svg: inout Markup) {
    guard asPlayerSees, !round.isLit else { return }
    let sight = Sight(round)
    svg += #"<path class="zU" d=""#
    for index in 0..<size.squareCount {
      let square = size.square(at: index)
      guard !sight.sees(square), square != round.level.signpost else { continue }
      svg += "M\(square.column) \(square.row)h1v1h-1z"
    }
    svg += #""/>"#
  }

  /// Appends the number of zombies that the player heard on a square, in its top right corner.
  func appendNumber(_ heard: HeardSquare, to svg: inout Markup) {
    svg += #"<text class="zi zie" x="\#(thousandths: 1000 * heard.square.column + 950)""#
    svg += #" y="\#(thousandths: 1000 * heard.square.row + 310)">\#(heard.count)</text>"#
  }

  /// The side of a square in pixels.
  func side(_ most: Int) -> Int { max(6, min(40, most / max(size.rows, size.columns))) }

  // MARK: The strip

  /// A strip with a picture for each move, and its events below.
  ///
  /// - Parameter across: The number of pictures side by side; nil for five.
  public func strip(across: Int? = nil) -> String {
    let side = side(280)
    let (columns, rows) = (size.columns * side, size.rows * side)
    let (gap, padding) = (12, 10)
    let width = max(columns, 150)
    let letters = width * 100 / (12 * 54)
    let perRow = max(1, min(across ?? 5, frames.count))
    var body = Markup()
    var y = 56
    for start in stride(from: 0, to: frames.count, by: perRow) {
      let row = start..<min(start + perRow, frames.count)
      let texts = row.map { place in
        LevelSheet.lines(of: frames[place].text, width: letters)
          + (place == frames.count - 1 ? ending.map { [$0] } ?? [] : [])
      }
      let height = rows + 2 * padding + 6 + 16 * (texts.map(\.count).max() ?? 0)
      for (place, number) in row.enumerated() {
        let x = gap + place * (width + 2 * padding + gap)
        body += #"<g transform="translate(\#(x) \#(y))"><rect class="card""#
        body += #" width="\#(width + 2 * padding)" height="\#(height)" rx="9"/><g role="img""#
        body += #" transform="translate(\#(padding) \#(padding)) scale(\#(side))">"#
        body += "<title>\(number == 0 ? "start" : "move \(number)")</title>"
        appendFrame(number, to: &body)
        body += "</g>"
        for (line, text) in texts[place].enumerated() {
          body += #"<text class="n" x="\#(padding)""#
          body += #" y="\#(padding + rows + 18 + 16 * line)">\#(text)</text>"#
        }
        body += "</g>\n"
      }
      y += height + gap
    }
    var svg = SVGDocument.head(
      width: max(220, gap + perRow * (width + 2 * padding + gap)), height: y, title: title,
      description: description + ".", style: ".n{font-size:12px}")
    svg += #"<text class="h" x="12" y="34">\#(title)</text>\#n"#
    svg += body
    svg += SVGDocument.tail
    return svg.string
  }

  private func appendFrame(_ number: Int, to svg: inout Markup) {
    let round = frames[number].round
    LevelDrawing.appendFloor(size, isLit: round.isLit, to: &svg)
    LevelDrawing.appendPath(path(to: number), in: size, to: &svg)
    appendRoom(round, to: &svg)
    for square in round.zombies { LevelDrawing.append("zZ", at: square, to: &svg) }
    LevelDrawing.append("zP", at: round.player, to: &svg)
    appendUnseen(round, to: &svg)
    if round.outcome == .caught { LevelDrawing.append("zC", at: round.player, to: &svg) }
    for heard in heardSquares where heard.frame <= number { appendNumber(heard, to: &svg) }
  }
}
