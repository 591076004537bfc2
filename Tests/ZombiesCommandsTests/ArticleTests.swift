import Foundation
import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport
import ZombiesTool

/// The README and the articles: their examples print what they say, their links lead somewhere, they keep to the
/// glossary, and their second implementations agree with the program.
@Suite(.waits) struct ArticleTests {
  // MARK: Examples

  /// Lines that take one to four seconds in a debug build, and are run only in the long form.
  private static let slow = """
    zombies analyze --family 5x5z1b1f1
    zombies worlds | grep World
    zombies levels atlas.csv --grade fiendish --every-thing-matters -q
    zombies simulate --family block --games 1e5 --policy edge,random
    """.split(separator: "\n")

  /// The lines behind `$` in blocks fenced as `console`, with their outputs.
  private static func examples(in text: String) -> [(number: Int, line: String, output: String)] {
    var examples: [(number: Int, line: String, output: String)] = []
    var isInside = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        examples.append((index + 1, String(line.dropFirst(2)), ""))
      } else if isInside, let last = examples.indices.last {
        let isContinued = examples[last].output.isEmpty && examples[last].line.hasSuffix("\\")
        if isContinued {
          examples[last].line += "\n" + line
        } else {
          examples[last].output += line + "\n"
        }
      }
    }
    return examples
  }

  /// All blocks of a page are run in one folder, in order, so that a block may read files that an earlier one wrote.
  /// Lines that build or fetch are not run.
  @Test(arguments: Page.all)
  func examples(page: Page) throws {
    let folder = try TemporaryFolder()
    let examples = Self.examples(in: page.text)
    let needed = ["README.md", "TheRules.md", "VerdictsAndProofs.md", "HowHardIsALevel.md"]
    expect(
      !needed.contains(page.name) || examples.contains { $0.line.hasPrefix("zombies ") }, page.name)
    for (number, line, output) in examples {
      let program = line.prefix { $0 != " " }
      if ["swift", "cc", "clang", "gcc", "git"].contains(program) { continue }
      if !isLong, Self.slow.contains(Substring(line)) { continue }
      let place = "\(page.path):\(number): $ \(line)"
      let run = try shell(line, in: folder)
      expectSame(run.output, output, place)
      let isBad = run.errors.split(separator: "\n").contains { $0.hasPrefix("Error:") }
      expect(!isBad && run.ending != .timeout, "\(place): \(run)")
    }
  }

  // MARK: Links

  /// All matches of a pattern's first group. (Swift's own expressions take minutes for all files in a debug build.)
  private static func matches(_ pattern: String, in text: String) throws -> [String] {
    let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    let all = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: all).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: packageFolder.appendingPathComponent(path).path)
  }

  /// Why a relative link is broken; nil if it is not.
  private static func problem(of link: String, on page: Page) -> String? {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var folders = page.folders + (parts[0].isEmpty ? [page.name] : [])
    for part in parts[0].split(separator: "/") where part != "." {
      if part != ".." {
        folders.append(String(part))
      } else if folders.popLast() == nil {
        return "it leads out"
      }
    }
    let file = folders.joined(separator: "/")
    guard exists(file) else { return "there is no such file" }
    guard parts.count == 2 else { return nil }
    let anchors = Page(path: file)?.anchors ?? []
    return anchors.contains(String(parts[1])) ? nil : "there is no such heading"
  }

  @Test func links() throws {
    var count = 0
    for page in Page.all {
      for (number, line) in page.prose {
        for link in try Self.matches(#"\]\(([^)\s]+)\)"#, in: line)
        where !link.contains("://") && !link.hasPrefix("mailto:") {
          count += 1
          expectNil(Self.problem(of: link, on: page), "\(page.path):\(number): (\(link))")
        }
      }
      // A catalogue consists of a page with its target's name and the articles that the page lists.
      guard let target = page.target else { continue }
      expectEqual(page.folders[2], "\(target).docc", page.path)
      let landing = try require(Page(path: "Sources/\(target)/\(target).docc/\(target).md"))
      expect(landing.text.hasPrefix("# ``\(target)``\n"), landing.path)
      let name = String(page.name.dropLast(3))
      expect(
        name == target || landing.text.contains("\n- <doc:\(name)>\n"),
        "\(landing.path) does not list \(name)")
    }
    expect(count > 30)
    let rules = try require(Page.all.first { $0.name == "TheRules.md" })
    for (link, problem) in [
      ("../Rules/Round.swift", nil), ("#2-a-round", nil), ("TextForms.md#codes", nil),
      ("TextForms.md#none", "there is no such heading"),
      ("../Rules/None.swift", "there is no such file"),
      ("../../../../x", "it leads out"),
    ] { expectEqual(Self.problem(of: link, on: rules), problem, link) }
  }

  /// Links to articles, `Article` or `/Target/Article`, and files that prose and comments name, such as `Round.swift`.
  @Test func namesOfFiles() throws {
    let files = Page.files(in: ["Sources", "Tests", "Reports"]) { _ in true }
    // LevelTests.swift is in README's example of another package.
    let known = Set(files.compactMap { $0.split(separator: "/").last }).union([
      "README.md", "Package.swift", "LevelTests.swift",
    ])
    var links = 0
    // The packed module may contain any letters, and this file names some files that do not exist.
    let pages = Set(Page.all.map(\.path) + files.filter { $0.hasSuffix(".swift") })
    for path in pages
    where !path.hasSuffix("/ArticleTests.swift") && !path.hasSuffix("/PageParts.swift") {
      let page = try require(Page(path: path))
      for name in try Self.matches(#"\b([A-Za-z0-9]+\.(?:md|swift))\b(?!\.org)"#, in: page.text) {
        expect(known.contains(Substring(name)), "\(path) names \(name)")
      }
      guard path.hasPrefix("Sources/") else { continue }
      for link in try Self.matches("<doc:([^>]*)>", in: page.text) {
        let parts = link.split(separator: "/").map(String.init)
        let module = parts.count == 2 ? parts[0] : try require(page.target)
        links += 1
        let article = "Sources/\(module)/\(module).docc/\(parts.last ?? "").md"
        expect(Self.exists(article), "\(path): <doc:\(link)>")
      }
    }
    expect(links > 30)
  }

  // MARK: Words

  private static let glossary = "Sources/ZombiesCore/ZombiesCore.docc/Glossary.md"

  /// The synonyms and phrases in the last columns of the glossary's tables.
  private static func unwanted() throws -> [String] {
    try require(Page(path: glossary)).text.components(separatedBy: "\n").flatMap {
      line -> [String] in
      let cells = line.components(separatedBy: "|")
      guard line.hasPrefix("| "), !line.hasSuffix("| not |"), (4...5).contains(cells.count) else {
        return []
      }
      return cells[cells.count - 2].components(separatedBy: ",")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
  }

  /// The expression for some phrases. A phrase may be split over two lines, with the marks of a comment or a joined
  /// string between them.
  private static func expression(of phrases: [String]) throws -> NSRegularExpression {
    let gap = #"(?:[ \t]+|[ \t]*\\?\n[ \t]*(?:///?[ \t]*)?|[ \t]*"[ \t]*\n?[ \t]*\+[ \t]*"[ \t]*)"#
    // Grouped by the first letter, so that most words are passed over at once.
    let groups = Dictionary(grouping: phrases) { $0.prefix(1).lowercased() }.map {
      letter, phrases in
      let rests = phrases.map { phrase in
        phrase.split(separator: " ").map { NSRegularExpression.escapedPattern(for: String($0)) }
          .joined(separator: gap).dropFirst()
      }
      return "\(letter)(?:\(rests.joined(separator: "|")))"
    }
    let pattern = #"(?<![\w.-])(?:"# + groups.joined(separator: "|") + #")s?(?![\w(-])"#
    return try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
  }

  /// The phrases that a text contains, each with its line.
  private static func found(_ expression: NSRegularExpression, in text: String) -> [String] {
    let whole = text as NSString
    return expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map {
      let before = whole.substring(to: $0.range.location)
      return
        "line \(before.components(separatedBy: "\n").count): \(whole.substring(with: $0.range))"
    }
  }

  /// The texts of sources, articles and help keep to the terms of the glossary.
  @Test func glossary() throws {
    let phrases = try Self.unwanted()
    let all = try Self.expression(of: phrases)
    expect(phrases.count > 50)
    let endings = [".swift", ".md", ".js", ".html", ".css"]
    var paths =
      Page.files { path in endings.contains { path.hasSuffix($0) } } + [
        "README.md", "Reports/README.md",
      ]
    paths.removeAll { $0 == Self.glossary || $0.hasSuffix("/PageParts.swift") }
    expect(paths.count > 300)
    for path in paths {
      let text = try require(Page(path: path)).text
      expectEqual(Self.found(all, in: text), [], path)
    }
    for page in Help.all {
      expectEqual(Self.found(all, in: page.text), [], "zombies help \(page.name)")
    }
    // Each phrase is found, also on two lines. Parts of words and names in code do not count.
    for phrase in phrases {
      expectEqual(
        Self.found(all, in: "let x = 1\n/// This is not \(phrase), is it?"), ["line 2: \(phrase)"])
      for gap in ["\n  /// ", "\n", " \"\n  + \"", " \\\n    "] where phrase.contains(" ") {
        let place = try require(phrase.firstIndex(of: " "))
        let split = String(phrase[..<place] + gap + phrase[phrase.index(after: place)...])
        expectEqual(Self.found(all, in: split.uppercased()).count, 1, split)
      }
    }
    let tile = try Self.expression(of: ["tile"])
    expectEqual(
      Self.found(tile, in: "percentile .tile tile(3) textile, and a room has tiles."),
      ["line 1: tiles"])
  }

  /// The first version in the list of changes is the program's.
  @Test func newestVersion() throws {
    let page = try require(Page(path: "Sources/ZombiesCore/ZombiesCore.docc/WhatChanged.md"))
    let versions = page.text.split(separator: "\n").filter { $0.starts(with: #/## \d/#) }
    expectEqual(versions.first.map(String.init), "## \(Tool.version)")
  }

  /// Each numbered rule of the articles on the game is cited by the name of a test or the title of a text, in
  /// this or another target, and no other number is.
  @Test func numbersOfRules() throws {
    let names = "ThePlayedGame WorldsAndProgress TheScoreboard Questions TheWorkshop".split(
      separator: " ")
    let numbers = try names.flatMap { name in
      try require(Page.all.first { $0.name == "\(name).md" }).text
        .matches(of: #/\n\*\*(\d+\.\d+)\*\* /#).map { String($0.1) }
    }
    expect(numbers.count >= 40 && Set(numbers).count == numbers.count)
    var cited: Set<String> = []
    let title =
      #"(?:@(?:Test|Suite)\(\s*"|^=== |^# (?:.*\(rules? )?)(\d+\.\d+(?:(?:,| and| to)? \d+\.\d+)*)"#
    let isTest: (String) -> Bool = { path in
      path.hasSuffix("Tests.swift") || path.contains("/Golden/Play/")
        || path.contains("/Transcripts/") || path.contains("/Examples/")
    }
    for path in Page.files(in: ["Tests"], where: isTest) {
      for text in try Self.matches(title, in: require(Page(path: path)).text) {
        cited.formUnion(try Self.matches(#"(\d+\.\d+)"#, in: text))
      }
    }
    expectEqual(numbers.filter { !cited.contains($0) }, [])
    expect(cited.isSubset(of: numbers), "\(cited.subtracting(numbers)) is no rule")
    // The four behaviours that the source of the game names are in the transcript of the worlds.
    let worlds = try TextFile("Golden/Play/worlds.txt").read().split(separator: "\n")
    for name in [
      "I can navigate through to all worlds", "First world is selectable by default",
      "I can select world 2 if all levels in world 1 completed",
      "World 2 is locked if only some levels in world 1 completed",
    ] { expect(worlds.contains("# \(name)")) }
  }

  // MARK: Second implementations

  /// Runs the Python program of an article.
  private static func second(_ article: String, _ words: String, in folder: TemporaryFolder) throws
    -> [String]
  {
    let page = try require(Page.all.first { $0.name == article })
    let parts = page.text.components(separatedBy: "<!-- a second implementation -->\n```python\n")
    try require(parts.count == 2)
    try folder.write(
      try require(parts[1].components(separatedBy: "\n```").first) + "\n", to: "second.py")
    let run = try shell("python3 second.py \(words)", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func numbersOfPlacements() throws {
    let folder = try TemporaryFolder()
    var random = NaiveRandom(seed: 58)
    var (references, names, codes): ([PlacementReference], [String], [String]) = ([], [], [])
    for name in [
      "classic", "block", "flashlight", "1x9z2b1", "10x1z3b3", "3x7z2b1f1", "6x6z3b5f2", "8x8z29",
      "8x8z57",
      "9x8z60b3f1", "4x17b30", "30x20z3b2f1", "1x200b4f4",
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
    let words = "'\((names + codes).joined(separator: "' '"))'"
    let lines = try Self.second("WhichNumberDoesAPlacementHave.md", words, in: folder)
    try require(lines.count == names.count + codes.count)
    for (reference, code) in zip(references, lines) {
      expectEqual(reference.level.code, code, "\(reference)")
    }
    for (code, name) in zip(codes, lines.dropFirst(names.count)) {
      try expectEqual(
        PlacementReference(of: Level(anyForm: code)), PlacementReference(name), code)
    }
  }

  /// Only zombies, so that the squares identify the level; and parts of rooms of all shapes, corridors, and rooms of
  /// more than 64 squares.
  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func drawsAndParts() throws {
    let folder = try TemporaryFolder()
    for (family, sizes) in [("classic", "5 5 2"), ("4x8z14", "4 8 14"), ("30x20z40", "30 20 40")] {
      let levels = try zombies(
        "generate", "--family", family, "--seed", "7", "--first", "4294967295", "--count", "3",
        "--levels", "any",
        "--format", "code", "--quiet"
      ).lines
      try require(levels.count == 3)
      for (offset, code) in levels.enumerated() {
        let squares = try Self.second(
          "FromASeedToALevel.md", "\(sizes) 7 \(4_294_967_295 + offset) 0", in: folder)
        let level = try require(NaiveLevel(code: code))
        let zombies = level.zombies.map { "\($0 / level.columns),\($0 % level.columns)" }
        let words = squares.flatMap { $0.split(separator: " ").map(String.init) }
        expectEqual(Set(words), Set(zombies), "\(family), level \(offset)")
      }
    }
    var random = NaiveRandom(seed: 36)
    let larger = [(9, 9), (3, 30), (66, 1)].map { NaiveShape(rows: $0.0, columns: $0.1) }
    let codes = (NaiveShape.all + larger).map { random.level(of: $0).code }
    try folder.write(codes.joined(separator: "\n") + "\n", to: "levels")
    let text = "train=0.5,test=0.25,check=0.249999999,rest=0.000000001"
    let split = try LevelSplit(text)
    let names = try codes.map { split.parts[split.part(of: try Level($0))].name }
    try expectEqual(Self.second("HowLevelsAreDivided.md", "\(text) < levels", in: folder), names)
    expectEqual(Set(names).count, 3)
  }
}
