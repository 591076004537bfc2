/// A self-contained HTML page: one file without scripts that loads nothing from elsewhere.
package enum HTMLPage {
  /// The markup before the content.
  ///
  /// - Parameters:
  ///   - title: The title of the document.
  ///   - description: The contents of the page, in a sentence, for search engines and previews.
  ///   - style: CSS in addition to that of all pages.
  package static func head(title: String, description: String, style: String) -> Markup {
    var html = Markup()
    html += #"<!DOCTYPE html>\#n<html lang="en">\#n<head>\#n<meta charset="utf-8">\#n"#
    html += #"<meta name="viewport" content="width=device-width, initial-scale=1">\#n"#
    html += #"<meta name="description" content="\#(attribute: description)">\#n<link rel="icon""#
    html += #" href="data:,">\#n<title>\#(title)</title>\#n"#
    html += "<style>\(PictureColors.css + self.style + style)</style>\n</head>\n<body>\n"
    return html
  }

  /// The markup after the content.
  package static let tail: Markup = "</body>\n</html>\n"

  /// The CSS of all pages.
  private static let style = """
    *{box-sizing:border-box}\
    body{margin:0 auto;padding:1rem;max-width:76rem;background:var(--back);color:var(--ink);\
    font:1rem/1.5 system-ui,sans-serif}\
    h1,h2,h3,p,figcaption{overflow-wrap:anywhere}\
    h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.25rem;line-height:1.25}\
    code,pre{font-family:ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}\
    a{color:var(--start)}\
    svg text{font-family:system-ui,sans-serif}\
    @media print{body{background:none;max-width:none;padding:0}}
    """
}
