import Foundation
import Testing
import ZombiesTestSupport

/// Every example of the README and of the articles is run.
///
/// A block fenced as `console` contains lines that begin with `$ `, each followed by its output.
/// All blocks of a page are run in one folder, in order, so that a block may read files that an
/// earlier one wrote. Other blocks, and lines that build, are not run. A few slow lines are run
/// only in the long form.
@Suite(.waits) struct ReadmeTests {
  struct Example {
    let number: Int
    var line: String
    var output = ""

    /// Lines that take one to four seconds in a debug build, and are run only in the long form.
    private static let slow: Set = [
      "zombies analyze --family 5x5z1b1f1",
      "zombies worlds | grep World",
      "zombies levels atlas.csv --grade fiendish --every-thing-matters -q",
      "zombies simulate --family block --games 1e5 --policy edge,random",
    ]

    /// Whether the line is run: not if it builds or fetches.
    var isRun: Bool {
      let words = line.split(separator: " ")
      if !isLong, Self.slow.contains(line) { return false }
      return !["swift", "cc", "clang", "gcc", "git"].contains(words.first ?? "")
    }
  }

  /// The examples of a text.
  static func examples(in text: String) -> [Example] {
    var examples: [Example] = []
    var isInside = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        examples.append(Example(number: number + 1, line: String(line.dropFirst(2))))
      } else if isInside, var last = examples.popLast() {
        if last.output.isEmpty, last.line.hasSuffix("\\") {
          last.line += "\n" + line
        } else {
          last.output += line + "\n"
        }
        examples.append(last)
      }
    }
    return examples
  }

  @Test func blocksAreFound() {
    let text = """
      ```sh
      $ not this
      ```
      ```console
      $ one
      a

      b
      $ two \\
        more
      c
      ```
      $ nor this
      ```console
      $ swift build
      $ three
      ```
      """
    let examples = Self.examples(in: text)
    expectEqual(examples.map(\.line), ["one", "two \\\n  more", "swift build", "three"])
    expectEqual(examples.map(\.output), ["a\n\nb\n", "c\n", "", ""])
    expectEqual(examples.map(\.number), [5, 9, 15, 16])
    expectEqual(examples.map(\.isRun), [true, true, false, true])
  }

  @Test(arguments: Page.all)
  func examplesPrintWhatTheySay(page: Page) throws {
    let folder = try TemporaryFolder()
    for example in Self.examples(in: page.text) where example.isRun {
      let place = "\(page.path):\(example.number): $ \(example.line)"
      let run = try shell(example.line, in: folder)
      expectSame(run.output, example.output, place)
      let isBad = run.errors.split(separator: "\n").contains { $0.hasPrefix("Error:") }
      expect(!isBad && run.ending != .timeout, "\(place): \(run)")
    }
  }

  @Test(arguments: ["README.md", "TheRules.md", "VerdictsAndProofs.md", "HowHardIsALevel.md"])
  func pagesHaveExamples(name: String) throws {
    let page = try require(Page.all.first { $0.name == name })
    expect(Self.examples(in: page.text).contains { $0.line.hasPrefix("zombies ") })
  }
}
