/// A CSV as text of a page, which can be selected and copied.
enum DataText {
  /// The longest CSV that a page holds.
  static let mostBytes = 300_000

  /// The text, in a part of the page that is opened to be read.
  ///
  /// - Parameters:
  ///   - name: The name of its schema.
  ///   - csv: The CSV.
  ///   - summary: What it holds.
  static func folded(_ name: String, _ csv: String, summary: String) -> Markup {
    var html = Markup()
    guard csv.utf8.count <= mostBytes else {
      html += "<p>"
      html.text(
        "\(summary): \(grouped(csv.utf8.count / 1000)) KB of CSV, which is too much for a page.")
      html += "</p>\n"
      return html
    }
    html += "<details><summary>"
    html.text("\(summary): \(name).csv")
    html += "</summary>\n<pre class=\"data\" tabindex=\"0\" aria-label=\""
    html.attribute("\(name).csv")
    html += "\">"
    html.text(csv)
    html += "</pre>\n</details>\n"
    return html
  }
}
