import Foundation
import Testing
import ZombiesTestSupport

/// A page that people read: the README, or an article of a DocC catalogue.
struct Page: Sendable, CustomTestStringConvertible {
  /// The path in the package, such as `Sources/ZombiesCore/ZombiesCore.docc/TheRules.md`.
  let path: String

  /// The contents.
  let text: String

  /// The file's name.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The folders that contain it, from the package's own on.
  var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }

  /// The target whose catalogue contains it; nil for the README.
  var target: String? { folders.first == "Sources" ? folders[1] : nil }

  var testDescription: String { path }

  /// Reads a page; nil if the file does not exist.
  init?(path: String) {
    let file = packageFolder.appendingPathComponent(path)
    guard let bytes = FileManager.default.contents(atPath: file.path) else { return nil }
    self.path = path
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The README and all articles, in the order of their paths.
  static let all: [Page] = (["README.md"] + files { $0.contains(".docc/") && $0.hasSuffix(".md") })
    .compactMap { Page(path: $0) }

  /// The paths of all files in some folders of the package that pass a filter.
  static func files(
    in folders: [String] = ["Sources"], where isMeant: (String) -> Bool
  ) -> [String] {
    folders.flatMap { folder -> [String] in
      let root = packageFolder.appendingPathComponent(folder)
      let names = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
      return names.map { "\(folder)/\($0)" }.filter(isMeant).sorted()
    }
  }

  /// The lines outside of fenced blocks, with their numbers from 1 and without their code spans.
  var prose: [(number: Int, line: String)] {
    var isInside = false
    var prose: [(number: Int, line: String)] = []
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        isInside.toggle()
      } else if !isInside {
        let spans = line.components(separatedBy: "`")
        prose.append(
          (index + 1, spans.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined()))
      }
    }
    return prose
  }

  /// The headings as links name them: in lower case, words joined by hyphens.
  var anchors: Set<String> {
    var isInside = false
    var anchors: Set<String> = []
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") { isInside.toggle() }
      guard !isInside, line.hasPrefix("#"), let blank = line.firstIndex(of: " ") else { continue }
      let words = line[blank...].lowercased().filter {
        $0.isLetter || $0.isNumber || " -_".contains($0)
      }
      anchors.insert(words.split(separator: " ").joined(separator: "-"))
    }
    return anchors
  }
}
