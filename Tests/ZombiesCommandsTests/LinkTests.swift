import Foundation
import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

/// Only here: all targets of links and references in pages and comments exist in a fresh clone, and
/// the Python programs of two articles draw and number placements as the program does.
@Suite struct LinkTests {
  /// All matches of a pattern's first group.
  private static func matches(_ pattern: String, in text: String) throws -> [String] {
    let expression = try NSRegularExpression(pattern: pattern)
    let all = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: all).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }

  /// The path in the package that a link leads to; nil if it leads out of the package.
  private static func path(of link: String, from folders: [String]) -> String? {
    var folders = folders
    for part in link.split(separator: "/", omittingEmptySubsequences: false) {
      switch part {
      case ".", "": continue
      case "..":
        if folders.popLast() == nil { return nil }
      default: folders.append(String(part))
      }
    }
    return folders.joined(separator: "/")
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Golden.package.appendingPathComponent(path).path)
  }

  /// Why a relative link is broken; nil if it is not.
  private static func problem(of link: String, on page: Page) -> String? {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = parts[0].isEmpty ? page.path : path(of: String(parts[0]), from: page.folders)
    guard let file, exists(file) else { return "there is no such file" }
    guard parts.count == 2 else { return nil }
    guard let target = Page(path: file) else { return "no page" }
    return target.anchors.contains(String(parts[1])) ? nil : "there is no such heading"
  }

  /// Why a link to an article, `Article` or `/Target/Article`, is broken; nil if it is not.
  private static func problem(ofArticle link: String, in target: String) -> String? {
    let parts = link.split(separator: "/").map(String.init)
    let (module, name) = parts.count == 2 ? (parts[0], parts[1]) : (target, link)
    return exists("Sources/\(module)/\(module).docc/\(name).md") ? nil : "there is no such article"
  }

  @Test func linksAreToldApart() throws {
    let page = try require(Page.all.first { $0.name == "TheRules.md" })
    expectNil(Self.problem(of: "../Rules/Round.swift", on: page))
    expectNil(Self.problem(of: "TextForms.md#codes", on: page))
    expectNil(Self.problem(of: "#2-a-round", on: page))
    expectEqual(Self.problem(of: "../Rules/None.swift", on: page), "there is no such file")
    expectEqual(Self.problem(of: "../../../../x", on: page), "there is no such file")
    expectEqual(Self.problem(of: "TextForms.md#none", on: page), "there is no such heading")
    expectNil(Self.problem(ofArticle: "TextForms", in: "ZombiesCore"))
    expectNil(Self.problem(ofArticle: "/ZombiesCore/TextForms", in: "ZombiesSolver"))
    expect(Self.problem(ofArticle: "TextForms", in: "ZombiesSolver") != nil)
    expect(Self.problem(ofArticle: "/ZombiesSolver/TextForms", in: "ZombiesCore") != nil)
  }

  @Test(arguments: Page.all)
  func relativeLinksLeadSomewhere(page: Page) throws {
    for (number, line) in page.prose {
      for link in try Self.matches(#"\]\(([^)\s]+)\)"#, in: line)
      where !link.contains("://") && !link.hasPrefix("mailto:") {
        let problem = Self.problem(of: link, on: page)
        expectNil(problem, "\(page.path):\(number): (\(link))")
      }
    }
  }

  @Test func articleLinksLeadToArticles() throws {
    var count = 0
    for path in Page.files(where: { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }) {
      let page = try require(Page(path: path))
      let target = try require(page.target)
      for link in try Self.matches("<doc:([^>]*)>", in: page.text) {
        count += 1
        expectNil(Self.problem(ofArticle: link, in: target), "\(path): <doc:\(link)>")
      }
    }
    expect(count > 30)
  }

  /// A catalogue consists of a page with its target's name and the articles that the page lists.
  @Test func everyArticleIsListed() throws {
    for page in Page.all {
      guard let target = page.target else { continue }
      expectEqual(page.folders[2], "\(target).docc", "\(page.path)")
      let landing = try require(Page(path: "Sources/\(target)/\(target).docc/\(target).md"))
      expect(landing.text.hasPrefix("# ``\(target)``\n"), "\(landing.path)")
      let name = String(page.name.dropLast(3))
      let isListed = name == target || landing.text.contains("\n- <doc:\(name)>\n")
      expect(isListed, "\(landing.path) does not list \(name)")
    }
  }

  /// Files that prose and comments name, such as `Round.swift` or `README.md`, exist.
  @Test func namedFilesAreThere() throws {
    let files = Page.files(in: ["Sources", "Tests", "Reports"]) { _ in true }
    var names = Set(files.compactMap { $0.split(separator: "/").last.map(String.init) })
    names.formUnion(["README.md", "Package.swift"])
    // A file in README's example of another package.
    names.insert("LevelTests.swift")
    let pages = Page.all.map(\.path) + files.filter { $0.hasSuffix(".swift") }
    // This file names some files that do not exist. The packed module may contain any letters.
    for path in pages
    where !path.hasSuffix("/LinkTests.swift") && !path.hasSuffix("/PageParts.swift") {
      let page = try require(Page(path: path))
      for name in try Self.matches(#"\b([A-Za-z0-9]+\.(?:md|swift))\b(?!\.org)"#, in: page.text) {
        let isThere = names.contains(name)
        expect(isThere, "\(path) names \(name)")
      }
    }
  }

  /// The Python program of an article.
  private static func secondImplementation(in name: String) throws -> String {
    let page = try require(Page.all.first { $0.name == name })
    let parts = page.text.components(separatedBy: "<!-- a second implementation -->\n```python\n")
    try require(parts.count == 2)
    return try require(parts[1].components(separatedBy: "\n```").first) + "\n"
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func theSecondImplementationNumbersPlacementsAlike() throws {
    let folder = try TemporaryFolder()
    let program = try Self.secondImplementation(in: "WhichNumberDoesAPlacementHave.md")
    try folder.write(program, to: "number.py")
    var random = NaiveRandom(seed: 58)
    var (references, names, codes): ([PlacementReference], [String], [String]) = ([], [], [])
    for name in [
      "classic", "block", "flashlight", "1x9z2b1", "10x1z3b3", "3x7z2b1f1", "6x6z3b5f2", "8x8z29",
      "8x8z57", "9x8z60b3f1", "4x17b30", "30x20z3b2f1", "1x200b4f4",
    ] {
      let naive = try require(NaiveFamily(name: name))
      let count = try require(Family(name).placementCount)
      for number in [0, count - 1] + (0..<8).map({ _ in random.next() % count }) {
        // The program does not know the names of presets.
        names.append("\(naive.name)#\(number)")
        references.append(try PlacementReference("\(name)#\(number)"))
      }
      codes += (0..<4).compactMap { _ in random.placement(of: naive)?.code }
    }
    let run = try shell(
      "python3 number.py '\((names + codes).joined(separator: "' '"))'", in: folder)
    let lines = run.output.split(separator: "\n").map(String.init)
    try require(lines.count == names.count + codes.count, "\(run.errors)")
    for (reference, code) in zip(references, lines) {
      expectEqual(reference.level.code, code, "\(reference)")
    }
    for (code, name) in zip(codes, lines.dropFirst(names.count)) {
      let (ours, theirs) = (
        try PlacementReference(of: Level(anyForm: code)), try PlacementReference(name)
      )
      expectEqual(ours, theirs, "\(code)")
    }
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func theSecondImplementationDrawsTheSamePlacements() throws {
    let folder = try TemporaryFolder()
    let program = try Self.secondImplementation(in: "FromASeedToALevel.md")
    try folder.write(program, to: "place.py")
    // Only zombies, so that the squares identify the level.
    for (family, sizes) in [("classic", "5 5 2"), ("4x8z14", "4 8 14"), ("30x20z40", "30 20 40")] {
      let levels = try shell(
        "zombies generate --family \(family) --seed 7 --first 4294967295 --count 3 --levels any "
          + "--format code --quiet", in: folder
      ).output.split(separator: "\n")
      try require(levels.count == 3)
      for (offset, code) in levels.enumerated() {
        let squares = try shell(
          "python3 place.py \(sizes) 7 \(4_294_967_295 + offset) 0", in: folder)
        let words = squares.output.split(whereSeparator: \.isWhitespace).map(String.init)
        let level = try require(NaiveLevel(code: String(code)))
        let zombies = level.zombies.map { "\($0 / level.columns),\($0 % level.columns)" }
        expectEqual(Set(words), Set(zombies), "\(family), level \(offset)")
      }
    }
  }
}
