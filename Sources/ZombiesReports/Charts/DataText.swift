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
      let size = grouped(csv.utf8.count / 1000)
      html += "<p>\(summary): \(size) KB of CSV, which is too much for a page.</p>\n"
      return html
    }
    html += #"<details><summary>\#("\(summary): \(name).csv")</summary>\#n<pre class="data""#
    html += #" tabindex="0" aria-label="\#(attribute: "\(name).csv")">\#(csv)</pre>\#n"#
    html += "</details>\n"
    return html
  }
}
