import ZombiesDocuments
import ZombiesReports
import ZombiesTestSupport

/// A shape of a picture: an element with its attributes, the text in it and the group around it.
struct Drawn {
  let tag: String
  let attributes: [String: String]
  let text: String
  /// The class of the group around it; empty if there is none.
  let group: String

  subscript(name: String) -> String { attributes[name] ?? "" }
  var style: String { self["class"] }
  func number(_ name: String) -> Double { Double(attributes[name] ?? "0") ?? .nan }

  /// The class, position and contents of a text.
  var label: String { "\(style) \(Self.short(number("x"))) \(Self.short(number("y"))) \(text)" }

  /// All shapes of a picture, in order.
  static func shapes(of svg: some StringProtocol) -> [Drawn] {
    var (shapes, groups) = ([Drawn](), [String]())
    for part in svg.split(separator: "<") {
      if part.hasPrefix("/g>") { _ = groups.popLast() }
      if part.hasPrefix("/") { continue }
      let head = part.prefix { $0 != ">" }
      let tag = String(head.prefix { $0 != " " && $0 != "/" })
      let pieces = head.dropFirst(tag.count).split(
        separator: "\"", omittingEmptySubsequences: false)
      var attributes: [String: String] = [:]
      for place in stride(from: 0, to: pieces.count - 1, by: 2) {
        let name = String(pieces[place].filter { $0 != " " && $0 != "=" })
        attributes[name] = String(pieces[place + 1])
      }
      let text = String(part.dropFirst(head.count + 1))
      shapes.append(
        Drawn(tag: tag, attributes: attributes, text: text, group: groups.last ?? ""))
      if tag == "g", !head.hasSuffix("/") { groups.append(attributes["class"] ?? "") }
    }
    return shapes
  }

  /// The labels of all texts, with bars between them.
  static func texts(of svg: some StringProtocol) -> String {
    shapes(of: svg).filter { $0.tag == "text" }.map(\.label).joined(separator: "|")
  }

  /// The group, class and place of the shapes of some classes: a box or a path.
  static func places(_ markup: Markup, _ styles: String...) -> String {
    shapes(of: markup.string).filter { styles.contains($0.style) }.map { shape in
      let box = ["x", "y", "width", "height"].compactMap { name in
        shape.attributes[name].map { short(Double($0) ?? .nan) }
      }
      return [shape.group, shape.style, box.isEmpty ? shape["d"] : box.joined(separator: " ")]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }.joined(separator: "|")
  }

  /// A number with at most three decimals.
  static func short(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

/// Compares a text with a section of Cases/byhand.txt.
func expectHandMade(
  _ name: String, _ text: String, file: String = #fileID, line: Int = #line
) throws {
  let all = try TextFile("Cases/byhand.txt").read()
  let begin = all.firstRange(of: "== \(name)\n")?.upperBound ?? all.endIndex
  let end = all[begin...].firstRange(of: "\n== ")?.lowerBound ?? all.endIndex
  let expected = all[begin..<end] + (end == all.endIndex ? "" : "\n")
  expectEqual(text, String(expected), name, file: file, line: line)
}
