import ZombiesDocuments

/// A grid of numbers on shades.
struct HeatMap {
  /// A cell of the grid.
  struct Cell: Equatable {
    /// The shade from lightest (0) to strongest (1).
    var share: Double

    /// The number, as text.
    var text: String
  }

  /// Cells row by row, from the top left.
  var cells: [Cell]
  var rows: Int
  var columns: Int

  /// The indices of the cells with the start and the signpost; nil for none.
  var start: Int?
  var signpost: Int?

  private static let top = 2.0

  /// The side of a cell. The whole grid is at most as wide as a phone.
  private var side: Double { min(60, (Chart.width - 8) / Double(max(1, columns))) }

  /// Whether the numbers fit into the cells.
  var showsNumbers: Bool {
    let widest = cells.map { Chart.width(of: $0.text) }.max() ?? 0
    return widest + 2 <= side && side >= 17
  }

  /// The chart as SVG.
  func svg(id: String, title: String, description: String) -> Markup {
    let side = side
    // A small room is centred.
    let left = (Chart.width - side * Double(columns)) / 2
    var svg = Markup()
    draw(left, side, &svg)
    if showsNumbers { drawNumbers(left, side, &svg) }
    drawEnds(left, side, &svg)
    return Chart.svg(
      id: id, title: title, description: description, height: Self.top + side * Double(rows) + 4,
      svg)
  }

  /// Appends all cells of a shade as one shape, which takes fewer bytes.
  private func draw(_ left: Double, _ side: Double, _ svg: inout Markup) {
    for shade in PictureColors.shades.indices {
      let places = cells.indices.filter { cells[$0].shade == shade }
      if places.isEmpty { continue }
      svg += #"<path class="cells s\#(shade)" d=""#
      for place in places {
        let (row, column) = place.quotientAndRemainder(dividingBy: max(1, columns))
        svg += "M\(left + side * Double(column), Self.top + side * Double(row))"
        svg += "h\(side)v\(side)h\(-side)z"
      }
      svg += #""/>"#
    }
  }

  private func drawNumbers(_ left: Double, _ side: Double, _ svg: inout Markup) {
    for (place, cell) in cells.enumerated() where !cell.text.isEmpty {
      let (x, y) = (
        left + side * (Double(place % max(1, columns)) + 0.5),
        Self.top + side * (Double(place / max(1, columns)) + 0.5) + 5
      )
      svg.label(cell.text, x, y, style: "mid t\(cell.shade)")
    }
  }

  private func drawEnds(_ left: Double, _ side: Double, _ svg: inout Markup) {
    for (place, style) in [(start, "from"), (signpost, "to")] {
      guard let place, cells.indices.contains(place) else { continue }
      // A line under the frame, in the colour of the card, makes the frame visible on any shade.
      for style in ["halo", style] {
        svg.rectangle(
          left + side * Double(place % max(1, columns)) + 1.5,
          Self.top + side * Double(place / max(1, columns)) + 1.5, side - 3, side - 3, style: style)
      }
    }
  }
}

extension HeatMap.Cell {
  /// The index of its shade.
  var shade: Int { PictureColors.shade(share) }
}
