import ZombiesCore
import ZombiesDocuments
import ZombiesGrading

/// A level drawn as SVG, in units of squares: the room, its things, and some layers.
///
/// Every shape is one of `Shapes.signs` or has a class of `Shapes.style`. The document contains both once, however
/// many levels it shows.
package struct LevelDrawing {
  let level: Level

  /// The layers to draw.
  let layers: LevelCard.Layers

  private var size: RoomSize { level.size }

  /// Appends the drawing; the top left corner of the room is the origin.
  func append(to svg: inout Markup) {
    Self.appendFloor(size, isLit: level.isLit, to: &svg)
    if let counts = layers.counts { appendShades(counts, to: &svg) }
    if let reach = layers.reach {
      for square in reach.squares { Self.append("zr", at: square, to: &svg) }
    }
    for square in layers.lost ?? [] { Self.append("zl", at: square, to: &svg) }
    if let path = layers.path {
      // Dark shades would hide the line.
      if layers.counts != nil { Self.appendPath(path, in: size, style: "zwh", to: &svg) }
      Self.appendPath(path, in: size, to: &svg)
    }
    appendThings(to: &svg)
    if let counts = layers.counts { appendNumbers(counts, to: &svg) }
    if let reach = layers.reach { appendShutWays(reach, to: &svg) }
    if layers.hasNumbers { Self.appendLineNumbers(size, to: &svg) }
  }

  /// The space around the room, in thousandths of a square: half a line, or room for the numbers of rows
  /// and columns above and to the left.
  var margin: (before: Int, behind: Int) { (layers.hasNumbers ? 480 : 50, 50) }

  /// Appends the numbers of rows and columns, from 1 as in texts.
  static func appendLineNumbers(_ size: RoomSize, to svg: inout Markup) {
    for row in 0..<size.rows {
      svg += #"<text class="zl0" x="-.24" y="\#(thousandths: 1000 * row + 600)">\#(row + 1)</text>"#
    }
    for column in 0..<size.columns {
      svg += #"<text class="zl0" y="-.14" x="\#(thousandths: 1000 * column + 500)">\#(column + 1)"#
      svg += "</text>"
    }
  }

  /// Appends a sign of `Shapes.signs` on a square.
  static func append(_ sign: StaticString, at square: Square, to svg: inout Markup) {
    svg += ##"<use href="#\##(sign)""##
    if square.column > 0 { svg += #" x="\#(square.column)""# }
    if square.row > 0 { svg += #" y="\#(square.row)""# }
    svg += "/>"
  }

  /// Appends the floor of a room and the lines between its squares.
  static func appendFloor(_ size: RoomSize, isLit: Bool, to svg: inout Markup) {
    svg += #"<path class="\#(attribute: isLit ? "zL" : "zD")""#
    svg += #" d="M0 0h\#(size.columns)v\#(size.rows)H0z"#
    // The lines are in the same path: its outline draws them, and its fill ignores them because they
    // enclose nothing.
    for row in 1..<max(1, size.rows) {
      svg += "M0 \(row)h\(size.columns)"
    }
    for column in 1..<max(1, size.columns) {
      svg += "M\(column) 0v\(size.rows)"
    }
    svg += #""/>"#
  }

  /// The sign of a thing.
  static func sign(_ thing: Thing) -> StaticString {
    switch thing {
    case .signpost: "zS"
    case .start: "zP"
    case .zombie: "zZ"
    case .block: "zB"
    case .flashlight: "zF"
    }
  }

  func appendThings(to svg: inout Markup) {
    for square in level.blocks { Self.append("zB", at: square, to: &svg) }
    for square in level.flashlights { Self.append("zF", at: square, to: &svg) }
    for square in level.zombies { Self.append("zZ", at: square, to: &svg) }
    Self.append("zS", at: level.signpost, to: &svg)
    Self.append("zP", at: level.start, to: &svg)
  }

  // MARK: Paths

  /// Appends a path as a line from square to square, with an arrow on each square between its ends. All
  /// its turns are right angles.
  ///
  /// - Parameter style: The class of the line: `zwh` for its background.
  static func appendPath(
    _ path: [Square], in size: RoomSize, style: StaticString = "zw", to svg: inout Markup
  ) {
    guard path.count > 1 else { return }
    svg += #"<path class="\#(style)" d=""#
    for (place, point) in points(of: path, in: size).enumerated() {
      svg += place == 0 ? "M" : "L"
      svg += "\(thousandths: point.x) \(thousandths: point.y)"
    }
    svg += #""/>"#
  }

  /// The points of a path of at least two squares, in thousandths of a square. Each straight part runs in
  /// the first lane that no earlier part has taken on its squares.
  private static func points(of path: [Square], in size: RoomSize) -> [(x: Int, y: Int)] {
    let shifts = [0, 200, 400, -200, -400, 100, 300, -100, -300]
    // The lanes taken on a square along its row and along its column, one bit each.
    var taken: [Int: UInt16] = [:]
    func takeLane(across isAcross: Bool, _ squares: ArraySlice<Square>) -> Int {
      let keys = squares.map { 2 * size.index(of: $0) + (isAcross ? 1 : 0) }
      let lanes = keys.reduce(0) { $0 | taken[$1, default: 0] }
      let lane = (~lanes).trailingZeroBitCount % shifts.count
      for key in keys { taken[key, default: 0] |= 1 << UInt16(lane) }
      return shifts[lane]
    }
    var points: [(x: Int, y: Int)] = []
    // The distances of the line from the centre of the square, to the right and downwards.
    var (right, down) = (0, 0)
    func append(_ square: Square) {
      points.append((1000 * square.column + 500 + right, 1000 * square.row + 500 + down))
    }
    var (first, wasAcross) = (0, Bool?.none)
    while first < path.count - 1 {
      let isAcross = path[first].row == path[first + 1].row
      var last = first + 1
      while last < path.count - 1, path[last + 1] != path[last - 1],
        (path[last].row == path[last + 1].row) == isAcross
      {
        last += 1
      }
      if wasAcross == isAcross {
        // The path steps back, so a line across it leads to the next lane.
        let turn = takeLane(across: !isAcross, path[first...first])
        if isAcross { right = turn } else { down = turn }
        append(path[first])
      }
      let lane = takeLane(across: isAcross, path[first...last])
      if isAcross { down = lane } else { right = lane }
      append(path[first])
      if isAcross { right = 0 } else { down = 0 }
      for square in path[first + 1..<last] { append(square) }
      (first, wasAcross) = (last, isAcross)
    }
    append(path[first])
    return points
  }

  // MARK: Numbers of solutions

  /// Shades the squares without things. The others need only a number.
  private func appendShades(_ counts: ShortestPathCounts, to svg: inout Markup) {
    let things = things
    for index in 0..<size.squareCount {
      let square = size.square(at: index)
      let shade = PictureColors.shade(counts.counts[index] / counts.total)
      guard shade > 0, !things.contains(square) else { continue }
      svg += #"<path class="zs zs\#(shade)" d="M\#(square.column) \#(square.row)h1v1h-1z"/>"#
    }
  }

  private var things: SquareSet {
    var things = SquareSet(size, level.zombies)
    for square in level.flashlights + [level.start, level.signpost] { things.insert(square) }
    return things
  }

  private func appendNumbers(_ counts: ShortestPathCounts, to svg: inout Markup) {
    let things = things
    for index in 0..<size.squareCount where counts.counts[index] > 0 {
      let square = size.square(at: index)
      // The class of the number, and its position in the square.
      var (style, x, y) = ("zi", 500, 600)
      if things.contains(square) {
        // All solutions pass the start and the signpost.
        guard square != level.start, square != level.signpost else { continue }
        y = 970
      } else if layers.path != nil {
        // Next to the line of the solution.
        (style, x, y) = ("zi zie", 950, 930)
      } else {
        style = "zn zt\(PictureColors.shade(counts.counts[index] / counts.total))"
      }
      svg += #"<text class="\#(attribute: style)" x="\#(thousandths: 1000 * square.column + x)""#
      svg += #" y="\#(thousandths: 1000 * square.row + y)">\#(counts.label(index))</text>"#
    }
  }

  // MARK: Shut ways

  /// Appends bars across the ways that zombies shut, with the numbers of the zombies if there are several,
  /// and a frame around the reachable square nearest to the signpost.
  private func appendShutWays(_ reach: Reach, to svg: inout Markup) {
    if level.zombies.count > 1 {
      for (number, square) in level.zombies.enumerated() {
        svg += #"<text class="zi" x="\#(thousandths: 1000 * square.column + 840)""#
        svg += #" y="\#(thousandths: 1000 * square.row + 300)">\#(number + 1)</text>"#
      }
    }
    if let nearest = reach.nearest, nearest != level.signpost {
      Self.append("zN", at: nearest, to: &svg)
    }
    for way in reach.shutWays where way.shutter != .block { append(way, to: &svg) }
  }

  private func append(_ way: Reach.ShutWay, to svg: inout Markup) {
    // The edge between the two squares, shifted slightly towards the square that is out of reach.
    let (row, column) = (way.to.row - way.from.row, way.to.column - way.from.column)
    let (x, y) = (
      1000 * way.from.column + 500 + 530 * column, 1000 * way.from.row + 500 + 530 * row
    )
    svg += #"<path class="zx""#
    svg += #" d="M\#(thousandths: x - (row == 0 ? 0 : 340)) "#
    svg += "\(thousandths: y - (row == 0 ? 340 : 0))"
    svg += row == 0 ? "v.68\">" : "h.68\">"
    svg += "<title>\(Self.title(way))</title></path>"
    guard level.zombies.count > 1 else { return }
    svg += #"<text class="zi" x="\#(thousandths: x + 190 * column)""#
    svg += #" y="\#(thousandths: y + 190 * row + 90)">\#(numbers(way.shutter))</text>"#
  }

  /// The title of a bar: "the way up from row 4, column 5 is shut by the zombie on (row 3, column 2)".
  private static func title(_ way: Reach.ShutWay) -> String {
    let text = "the way \(way.direction.word) from \(way.from.place) is shut by "
    func zombies(_ squares: [Square]) -> String {
      "\(squares.count == 1 ? "the zombie" : "the zombies") on "
        + listed(squares.map { "(\($0.place))" })
    }
    switch way.shutter {
    case .block: return text + "a block"
    case .each(let squares): return text + zombies(squares)
    case .oneOf(let squares):
      return text + "one or another of " + zombies(squares)
    }
  }

  /// The numbers of zombies: "1", "1+2" if each of them shuts the way, or "1|2" if sometimes one and
  /// sometimes another shuts it.
  private func numbers(_ shutter: Reach.Shutter) -> String {
    func numbers(_ squares: [Square], _ separator: String) -> String {
      let names = squares.prefix(3).map { square in
        "\((level.zombies.firstIndex(of: square) ?? 0) + 1)"
      }
      return (names + (squares.count > 3 ? ["…"] : [])).joined(separator: separator)
    }
    switch shutter {
    case .block: return ""
    case .each(let squares): return numbers(squares, "+")
    case .oneOf(let squares): return numbers(squares, "|")
    }
  }
}

extension ShortestPathCounts {
  /// The count of a square in a few characters: the number, or its share of all.
  fileprivate func label(_ index: Int) -> String {
    let count = counts[index]
    if total < 10_000 { return String(Int(count)) }
    let share = 100 * count / total
    return share >= 99.95 ? "100%" : share < 1 ? "<1%" : "\(fixed(share, places: 0))%"
  }
}
