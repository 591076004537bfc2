import ZombiesCore
import ZombiesDocuments

/// A CSV as text on a page, which readers can select and copy.
enum DataText {
  /// The maximum length of a CSV on a page.
  static let mostBytes = 300_000

  /// The text, in a part of the page that readers can unfold.
  ///
  /// - Parameters:
  ///   - name: The name of its schema.
  ///   - csv: The CSV.
  ///   - summary: The contents of the CSV, in a few words.
  static func folded(_ name: String, _ csv: String, summary: String) -> Markup {
    var html = Markup()
    guard csv.utf8.count <= mostBytes else {
      let size = grouped(csv.utf8.count / 1000)
      html += "<p>\(summary): \(size) KB of CSV, too large for this page.</p>\n"
      return html
    }
    html += #"<details><summary>\#("\(summary): \(name).csv")</summary>\#n<pre class="data""#
    html += #" tabindex="0" aria-label="\#(attribute: "\(name).csv")">\#(csv)</pre>\#n"#
    html += "</details>\n"
    return html
  }
}
