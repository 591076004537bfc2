import Foundation
import Testing
import ZombiesTestSupport
import ZombiesTool

/// Only here: the texts of sources, articles and help keep to the terms of the glossary.
@Suite struct GlossaryTests {
  private static let path = "Sources/ZombiesCore/ZombiesCore.docc/Glossary.md"

  /// The synonyms and phrases in the last columns of the glossary's tables.
  static func unwanted(in glossary: String) -> [String] {
    glossary.components(separatedBy: "\n").flatMap { line -> [String] in
      guard line.hasPrefix("| "), !line.hasSuffix("| not |") else { return [] }
      let cells = line.components(separatedBy: "|")
      guard cells.count == 4 || cells.count == 5 else { return [] }
      return cells[cells.count - 2].components(separatedBy: ",")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
  }

  /// The expression for some phrases. A phrase may be split over two lines, with the marks of a comment or
  /// a joined string between them.
  static func expression(of phrases: [String]) throws -> NSRegularExpression {
    let gap = #"(?:[ \t]+|[ \t]*\\?\n[ \t]*(?:///?[ \t]*)?|[ \t]*"[ \t]*\n?[ \t]*\+[ \t]*"[ \t]*)"#
    let alternatives = phrases.map { phrase in
      phrase.split(separator: " ").map { NSRegularExpression.escapedPattern(for: String($0)) }
        .joined(separator: gap)
    }
    // Grouped by the first letter, so that most words are passed over at once.
    let groups = Dictionary(grouping: alternatives) { $0.prefix(1).lowercased() }
      .map { letter, rests in
        "\(letter)(?:\(rests.map { $0.dropFirst() }.joined(separator: "|")))"
      }
    let pattern = #"(?<![\w.-])(?:"# + groups.joined(separator: "|") + #")s?(?![\w(-])"#
    return try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
  }

  /// The unwanted phrases that a text contains, each with its line, from 1.
  static func found(
    _ expression: NSRegularExpression, in text: String
  ) -> [(line: Int, phrase: String)] {
    let whole = text as NSString
    return expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map {
      let before = whole.substring(to: $0.range.location)
      return (before.components(separatedBy: "\n").count, whole.substring(with: $0.range))
    }
  }

  private static let phrases = Result { unwanted(in: try require(Page(path: path)).text) }

  /// The expression for all of them, which takes a while to make.
  private static let all = Result { try expression(of: phrases.get()) }

  @Test func unwantedPhrasesAreFound() throws {
    let (phrases, all) = try (Self.phrases.get(), Self.all.get())
    expect(phrases.count > 50)
    for phrase in phrases {
      let text = "let x = 1\n/// This is not \(phrase), is it?"
      expectEqual(Self.found(all, in: text).map(\.line), [2], "\(phrase)")
      let words = phrase.split(separator: " ").map(String.init)
      guard words.count > 1 else { continue }
      for gap in ["\n  /// ", "\n", " \"\n  + \"", " \\\n    "] {
        let split = words[0] + gap + words[1...].joined(separator: " ")
        expectEqual(Self.found(all, in: split.uppercased()).count, 1, "\(split)")
      }
    }
    // Parts of words and names in code do not count.
    let tile = try Self.expression(of: ["tile"])
    expect(Self.found(tile, in: "percentile .tile tile(3) textile").isEmpty)
    expectEqual(Self.found(tile, in: "A room has tiles.").count, 1)
  }

  @Test func noTextHasThem() throws {
    let all = try Self.all.get()
    let endings = [".swift", ".md", ".js", ".html", ".css"]
    var paths = Page.files { path in endings.contains { path.hasSuffix($0) } }
    paths += ["README.md", "Reports/README.md"]
    paths.removeAll { $0 == Self.path || $0.hasSuffix("/PageParts.swift") }
    expect(paths.count > 300)
    for path in paths {
      let page = try require(Page(path: path))
      for (line, phrase) in Self.found(all, in: page.text) {
        Issue.record("\(path):\(line): '\(phrase)'; see the glossary")
      }
    }
  }

  /// The help is put together from parts, so it is searched as it is printed.
  @Test func noHelpHasThem() throws {
    let all = try Self.all.get()
    let names = try CommandHelp.commands() + CommandHelp.topics()
    expect(names.contains("generate") && names.contains("rules") && names.count > 20)
    for name in [""] + names {
      let help = try zombies(["help"] + (name.isEmpty ? [] : [name])).output
      for (line, phrase) in Self.found(all, in: help) {
        Issue.record("zombies help \(name), line \(line): '\(phrase)'; see the glossary")
      }
    }
  }

  /// The first version in the list of changes is the program's.
  @Test func theNewestVersionIsListed() throws {
    let page = try require(Page(path: "Sources/ZombiesCore/ZombiesCore.docc/WhatChanged.md"))
    let versions = page.text.components(separatedBy: "\n")
      .filter { $0.hasPrefix("## ") && $0.dropFirst(3).first?.isNumber == true }
    expectEqual(versions.first, "## \(Tool.version)")
  }
}
