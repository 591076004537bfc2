import Foundation
import Testing
import ZombiesTestSupport

/// `zombies page`: files that name others, are too long, or begin with other events or titles than
/// those asked for. Tests/Outside/test_page.py tests them in browsers.
@Suite(.waits) struct PageCommandTests {
  /// The events that a page begins with, as the file contains them.
  static func events(_ words: String...) throws -> String {
    let run = try zombies(["page"] + words)
    expectEqual(run.ending, .exit(0), "\(run.errors)")
    let start = try require(
      run.output.firstRange(of: "<script id=\"game\" type=\"application/json\">"))
    return String(run.output[start.upperBound...].prefix { $0 != "]" }) + "]"
  }

  @Test func aPageIsOneFileThatNamesNoOther() throws {
    let run = try zombies("page")
    expect(run.ending == .exit(0) && run.errors.isEmpty)
    expect(run.output.hasPrefix("<!doctype html>") && run.output.hasSuffix("</html>\n"))
    // ThePage.md promises this limit.
    expect(run.output.utf8.count <= 700_000)
    for word in ["src=", "@import", "fetch(", "XMLHttpRequest", "https:"] {
      expect(!run.output.contains(word), "\(word)")
    }
    // The name of the SVG namespace, which is not loaded.
    for place in run.output.ranges(of: "http:") {
      expect(run.output[place.lowerBound...].hasPrefix("http://www.w3.org/2000/svg"))
    }
    try expectEqual(zombies("page").output, run.output)
  }

  @Test func itBeginsWithWhatIsAskedFor() throws {
    // 1.15 A page without options continues the rounds in progress, and keeps every setting.
    try expectEqual(Self.events(), "[]")
    try expectEqual(
      Self.events("--family", "6x6z1b5+lit", "--levels", "any", "--chase", "vertical"),
      "[\"set chase vertical\",\"set family 6x6z1b5+lit\",\"set levels any\"]")
    try expectEqual(
      Self.events("S4/5/Z1#2/2F2/4P", "classic@42#7"),
      "[\"level S4/5/Z1#2/2F2/4P\",\"level S4/4Z/Z4/5/4P classic@42#7\"]")
    let folder = try TemporaryFolder()
    try folder.write(
      "; world: A</script><b>\n; level: \"one\" & two\nS4/5/5/5/4P\n", to: "worlds.txt")
    let worlds = try Self.events("--worlds", folder.file("worlds.txt"))
    expect(
      worlds.hasPrefix("[\"worlds ; world: A\\u003c/script\\u003e\\u003cb\\u003e\\n"),
      "\(worlds)")
    expect(!worlds.contains("<"))
  }

  @Test func aTitleIsText() throws {
    let run = try zombies("page", "--title", "</title><script>alert(1)</script>&{module}")
    expect(
      run.output.contains(
        "<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;{module}</title>"))
    expectEqual(run.output.ranges(of: "alert(1)").count, 1)
    expect(run.output.contains(#"<meta name="description" content="Find the SOS signpost "#))
  }

  @Test(arguments: [
    ["--address", "https://example.org/", "-o", "/dev/null"],
    ["--worlds", "/dev/null"], ["--family", "nothing"], ["S"], ["--title", "a\u{7}b"],
    ["--title", "a\u{202E}b"],
    ["--worlds", "--family", "classic"],
    ["S4/5/5/5/4P", "--family", "classic"], ["--seed", "3"],
  ])
  func whatCannotBeAPageIsRefused(words: [String]) throws {
    let run = try zombies(["page"] + words)
    expect(
      run.ending != .exit(0) && run.output.isEmpty && run.errors.hasPrefix("Error: "), "\(run)")
  }
}
