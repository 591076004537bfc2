import ZombiesCore
import ZombiesReports

/// The game as one file: an HTML document with the whole program in it, as a WebAssembly module, that a
/// browser plays without a network.
///
///     let page = PageFile(title: "My levels", events: ["set family 6x6z1b5+lit"])
///     print(page.html)
public struct PageFile: Sendable {
  /// The title of the document.
  public var title: String

  /// What the game begins with: lines as `PageSession` of ZombiesPage reads them.
  public var events: [String]

  /// A page.
  public init(title: String = "Zombies", events: [String] = []) {
    self.title = title
    self.events = events
  }

  /// The document. Nothing in it comes from elsewhere, and no text of a level, a name or a title is
  /// markup in it.
  public var html: String {
    var html = ""
    var rest = Self.text(PackageResources.page_html)[...]
    let parts: [(place: String, text: String)] = [
      ("{title}", Self.escaped(title)), ("{style}", Self.text(PackageResources.style_css)),
      ("{game}", Self.json(events)),
      ("{module}", pageModule.description), ("{script}", Self.script),
    ]
    for part in parts {
      // The places stand in this order, and each once.
      guard let place = Self.place(of: part.place, in: rest) else { continue }
      html += rest[..<place.lowerBound]
      html += part.text
      rest = rest[place.upperBound...]
    }
    return html + rest
  }

  /// The script, whose parts stand in the order in which they need each other.
  private static var script: String {
    [
      PackageResources.unpack_js, PackageResources.core_js, PackageResources.game_js,
      PackageResources.tree_js, PackageResources.view_js, PackageResources.page_js,
    ].map(text).joined()
  }

  /// A file of the folder Web (Package.swift).
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

  /// A text between tags.
  private static func escaped(_ text: String) -> String {
    ("\(text)" as Markup).string
  }

  /// Texts as a JSON array inside of a script element, which no text can end.
  private static func json(_ texts: [String]) -> String {
    "[" + texts.map { $0.inJSON(isInScript: true) }.joined(separator: ",") + "]"
  }
}
