import Testing
import ZombiesTestSupport

/// Each numbered rule of the articles on the game is cited by the name of a test, in this or
/// another target.
@Suite struct PlayedGameNumbersTests {
  @Test func eachNumberIsCited() throws {
    let pages = [
      "ThePlayedGame.md", "WorldsAndProgress.md", "TheScoreboard.md", "Questions.md",
      "TheWorkshop.md",
    ].map { name in Page.all.first { $0.name == name } }
    let numbers = try pages.flatMap { page in
      try require(page).text.matches(of: #/\n\*\*(\d+\.\d+)\*\* /#).map { String($0.1) }
    }
    expect(numbers.count >= 40 && Set(numbers).count == numbers.count)
    var cited: Set<String> = []
    for path in Page.files(in: ["Tests"], where: { $0.hasSuffix(".swift") }) {
      let text = try require(Page(path: path)).text
      for match in text.matches(of: #/(?:@Test\(\s*|@Suite\(\s*)"(\d+\.\d+) /#) {
        cited.insert(String(match.1))
      }
    }
    expectEqual(numbers.filter { !cited.contains($0) }, [])
    expect(cited.subtracting(numbers).isEmpty, "a test cites a number that does not exist")
  }
}
