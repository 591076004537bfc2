import ZombiesCore

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
    var rest = PageParts.document.description[...]
    let parts: [(place: String, text: String)] = [
      ("{title}", ("\(title)" as Markup).string),
      ("{style}", PageParts.style.description + Shapes.thingStyle),
      ("{shapes}", Shapes.signs.string),
      ("{game}", Self.json(events)),
      ("{unpacker}", PageParts.unpacker.description),
      ("{unpack}", PageParts.unpack.description), ("{module}", Self.module),
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
    let lines = PageParts.module.description.split(separator: "\n")
    return stride(from: 0, to: lines.count, by: 50).map { start in
      let part = lines[start..<min(start + 50, lines.count)].joined(separator: "\n")
      return """
        <script type="text/plain">\(part)</script>
        <script>unpacker.take(document.currentScript)</script>

        """
    }.joined()
  }

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

  /// Texts as a JSON array in a script element. No text can end the element.
  private static func json(_ texts: [String]) -> String {
    "[" + texts.map { $0.inJSON(isInScript: true) }.joined(separator: ",") + "]"
  }
}
