import ZombiesDocuments

/// A table on the page, with the same numbers as a chart. A screen reader can read it instead of the
/// chart.
struct DataTable {
  /// The title of the table.
  var caption: String
  var header: [String]
  var rows: [[String]]

  /// The table, in a box that scrolls if the table is too wide.
  var html: Markup {
    var html = Markup()
    html += #"<div class="scroll" tabindex="0" role="region" aria-label="\#(attribute: caption)">"#
    html += "<table><caption>\(caption)</caption><thead><tr>"
    for cell in header {
      html += #"<th scope="col">\#(cell)</th>"#
    }
    html += "</tr></thead><tbody>\n"
    for row in rows {
      html += "<tr>"
      for (place, cell) in row.enumerated() {
        html += place == 0 ? "<th scope=\"row\">" : "<td>"
        html += "\(cell)"
        html += place == 0 ? "</th>" : "</td>"
      }
      html += "</tr>\n"
    }
    html += "</tbody></table></div>\n"
    return html
  }

  /// The table in a part of the page that readers can unfold.
  func folded(_ summary: String) -> Markup {
    var folded = Markup()
    folded += "<details><summary>\(summary)</summary>\n"
    folded += html
    folded += "</details>\n"
    return folded
  }
}
