import ZombiesDocuments

/// A grid of numbers on shades.
struct HeatMap {
  /// A cell of the grid.
  struct Cell: Equatable {
    /// The shade from lightest (0) to strongest (1); nil if there is no number.
    var share: Double?

    /// The number, as text.
    var text: String

    /// A second number below it; empty for none.
    var second = ""
  }

  /// Cells row by row, from the top left.
  var cells: [Cell]
  var rows: Int
  var columns: Int

  /// The labels of the rows and columns; empty for none.
  var rowLabels: [String] = []
  var columnLabels: [String] = []

  /// The names of the axes; empty for none.
  var rowAxis = ""
  var columnAxis = ""

  /// The indices of the cells with the start and the signpost; nil for none.
  var start: Int?
  var signpost: Int?

  /// The width of the widest text in a cell.
  private var textWidth: Double {
    cells.map { max(Chart.width(of: $0.text), Chart.width(of: $0.second)) }.max() ?? 0
  }

  private var left: Double {
    rowLabels.isEmpty ? 4 : 10 + (rowLabels.map { Chart.width(of: $0) }.max() ?? 0)
  }

  private var top: Double {
    2 + (rowAxis.isEmpty ? 0 : 20)
  }

  /// The width of a cell. With labels it leaves room for the numbers; otherwise the whole grid is at
  /// most as wide as a phone.
  private var cellWidth: Double {
    let fit = (Chart.width - left - 4) / Double(max(1, columns))
    if rowLabels.isEmpty { return min(60, fit) }
    let widest = max(textWidth, columnLabels.map { Chart.width(of: $0) }.max() ?? 0) + 6
    return max(min(64, fit), min(widest, 80))
  }

  private var cellHeight: Double {
    rowLabels.isEmpty ? cellWidth : cells.contains { !$0.second.isEmpty } ? 46 : 34
  }

  /// Whether the numbers fit into the cells.
  var showsNumbers: Bool { textWidth + 2 <= cellWidth && cellHeight >= 17 }

  /// The chart as SVG.
  func svg(id: String, title: String, description: String) -> Markup {
    let (width, height) = (cellWidth, cellHeight)
    let whole = max(Chart.width, left + width * Double(columns) + 4)
    // A small room is centred.
    let left = rowLabels.isEmpty ? (whole - width * Double(columns)) / 2 : left
    var svg = Markup()
    draw(left, width, height, &svg)
    if showsNumbers { drawNumbers(left, width, height, &svg) }
    drawEnds(left, width, height, &svg)
    if !rowAxis.isEmpty { svg.label(rowAxis, 4, 15, style: "soft") }
    for (row, label) in rowLabels.enumerated() {
      svg.label(label, left - 6, top + height * (Double(row) + 0.5) + 5, style: "soft end")
    }
    var bottom = top + height * Double(rows)
    if !columnLabels.isEmpty {
      for (column, label) in columnLabels.enumerated() {
        svg.label(label, left + width * (Double(column) + 0.5), bottom + 18, style: "soft mid")
      }
      svg.label(columnAxis, left, bottom + 38, style: "soft")
      bottom += 42
    }
    return Chart.svg(
      id: id, title: title, description: description, width: whole, height: bottom + 4, svg)
  }

  /// Appends all cells of a shade as one shape, which takes fewer bytes.
  private func draw(_ left: Double, _ width: Double, _ height: Double, _ svg: inout Markup) {
    for shade in PictureColors.shades.indices {
      let places = cells.indices.filter { cells[$0].shade == shade }
      if places.isEmpty { continue }
      svg += #"<path class="cells s\#(shade)" d=""#
      for place in places {
        let (row, column) = place.quotientAndRemainder(dividingBy: max(1, columns))
        svg += "M\(left + width * Double(column), top + height * Double(row))"
        svg += "h\(width)v\(height)h\(-width)z"
      }
      svg += #""/>"#
    }
  }

  private func drawNumbers(_ left: Double, _ width: Double, _ height: Double, _ svg: inout Markup) {
    for (place, cell) in cells.enumerated() where !cell.text.isEmpty {
      let (x, y) = (
        left + width * (Double(place % max(1, columns)) + 0.5),
        top + height * (Double(place / max(1, columns)) + 0.5) + 5
      )
      let style = "mid t\(cell.shade ?? 0)"
      svg.label(cell.text, x, cell.second.isEmpty ? y : y - 9, style: style)
      if !cell.second.isEmpty { svg.label(cell.second, x, y + 9, style: "bold \(style)") }
    }
  }

  private func drawEnds(_ left: Double, _ width: Double, _ height: Double, _ svg: inout Markup) {
    for (place, style) in [(start, "from"), (signpost, "to")] {
      guard let place, cells.indices.contains(place) else { continue }
      // A line under the frame, in the colour of the card, makes the frame visible on any shade.
      for style in ["halo", style] {
        svg.rectangle(
          left + width * Double(place % max(1, columns)) + 1.5,
          top + height * Double(place / max(1, columns)) + 1.5, width - 3, height - 3, style: style)
      }
    }
  }
}

extension HeatMap.Cell {
  /// The index of its shade; nil without a number.
  var shade: Int? { share.map(PictureColors.shade) }
}
