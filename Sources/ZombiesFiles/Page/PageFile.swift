import ZombiesCore
import ZombiesReports

/// The game as a single file: an HTML document that contains the whole program as a WebAssembly module. It
/// runs in a browser without a network.
///
///     let page = PageFile(title: "My levels", events: ["set family 6x6z1b5+lit"])
///     print(page.html)
public struct PageFile: Sendable {
  /// The title of the document.
  public var title: String

  /// The events that the game begins with: lines that `PageSession` of ZombiesPage reads.
  public var events: [String]

  /// Creates a page.
  public init(title: String = "Zombies", events: [String] = []) {
    self.title = title
    self.events = events
  }

  /// The document. It loads nothing from elsewhere, and it never treats the text of a level, a name or a
  /// title as markup.
  public var html: String {
    var html = ""
    var rest = Self.text(PackageResources.page_html)[...]
    let parts: [(place: String, text: String)] = [
      ("{title}", Self.escaped(title)),
      ("{style}", Self.style + LevelDrawing.shapes.css),
      ("{shapes}", LevelDrawing.shapes.symbols),
      ("{game}", Self.json(events)),
      ("{unpacker}", pageUnpacker.description),
      ("{unpack}", HTMLPage.code(PackageResources.unpack_js)), ("{module}", Self.module),
      ("{script}", Self.script),
    ]
    for part in parts {
      // The placeholders occur in this order, each once.
      guard let place = Self.place(of: part.place, in: rest) else { continue }
      html += rest[..<place.lowerBound]
      html += part.text
      rest = rest[place.upperBound...]
    }
    return html + rest
  }

  /// The packed module in parts. Each is unpacked as soon as it has arrived, so that little is left to do at the end, and
  /// removed.
  private static var module: String {
    let lines = pageModule.description.split(separator: "\n")
    return stride(from: 0, to: lines.count, by: 50).map { start in
      let part = lines[start..<min(start + 50, lines.count)].joined(separator: "\n")
      return """
        <script type="text/plain">\(part)</script>
        <script>unpacker.take(document.currentScript)</script>

        """
    }.joined()
  }

  /// The style sheet, without the blanks that only its readers need. No text in it contains them.
  private static var style: String {
    ([": ", "; ", ", ", " {", "{ "] as [String]).reduce(HTMLPage.code(PackageResources.style_css)) {
      $0.replacing($1, with: $1.filter { $0 != " " })
    }
  }

  /// The script. Each part comes after the parts that it needs.
  private static var script: String {
    [
      PackageResources.core_js, PackageResources.game_js,
      PackageResources.tree_js, PackageResources.view_js, PackageResources.page_js,
    ].map(HTMLPage.code).joined()
  }

  /// The text of a file of the folder Web (Package.swift).
  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func place(of text: String, in document: Substring) -> Range<Substring.Index>? {
    var start = document.startIndex
    while let found = document[start...].firstIndex(of: "{") {
      if document[found...].hasPrefix(text) {
        return found..<document.index(found, offsetBy: text.count)
      }
      start = document.index(after: found)
    }
    return nil
  }

  /// A text escaped for use between tags.
  private static func escaped(_ text: String) -> String {
    ("\(text)" as Markup).string
  }

  /// Texts as a JSON array in a script element. No text can end the element.
  private static func json(_ texts: [String]) -> String {
    "[" + texts.map { $0.inJSON(isInScript: true) }.joined(separator: ",") + "]"
  }
}
