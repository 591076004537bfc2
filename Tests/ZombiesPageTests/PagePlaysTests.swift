import Testing
import ZombiesTestSupport

@testable import ZombiesGame
@testable import ZombiesPage

/// Rounds that the page records wrongly, loses between tabs, or does not export (7.3).
@Suite struct PagePlaysTests {
  /// A page of one level with two squares, whose clock runs.
  private static func page(_ plays: String = "") -> Page {
    var page = Page(["level SP", "plays " + plays], link: "")
    page.send("1000 here")
    return page
  }

  /// The text that the page must save, as the browser does it.
  private static func kept(_ page: inout Page) throws -> String {
    expect(page.keeps("plays") != nil)
    page.send("kept plays")
    expectNil(page.keeps("plays"))
    return try require(page.session.keeper.plays.known).text
  }

  private static func rows(_ page: Page) throws -> [String] {
    let session = try require(page.session.session)
    return page.session.plays(of: session).rows.split(separator: "\n").map(String.init)
  }

  @Test("7.3 Every counted round of the page is a row, timed while its room is shown")
  func rounds() throws {
    var page = Self.page()
    expect(!page.answer.contains("played rounds"))
    page.send("1250 arrow 1")
    let text = try Self.kept(&page)
    expect(
      text.hasPrefix("zombies-plays 1\n0,0,player,SP,won,1,L,0.250,0.250,0,0,1,1,longest,1,0\nend ")
    )
    page.send("5000 key Enter")
    page.send("say set name Ann, the 'Best'")
    // Nobody sees the room for three seconds, and then the options cover it.
    page.send("6000 away")
    page.send("9000 here")
    page.send("9100 key o")
    page.send("19000 key Escape")
    page.send("19400 key ArrowLeft")
    let row = #"1,0,"Ann, the 'Best'",SP,won,1,L,1.500,1.500,0,0,1,1,longest,1,0"#
    try expectEqual(Self.rows(page).last, row)
    // Practice does not count.
    page.send("key u")
    page.send("20000 key ArrowLeft")
    try expectEqual(Self.rows(page).count, 2)
    let more = try Self.kept(&page)
    // A round that was begun before a reload is not timed, and the numbers count on.
    var next = Self.page(more)
    next.send("arrow 1")
    try expectEqual(Self.rows(next).last, "2,0,player,SP,won,1,L,,,0,0,1,1,longest,1,0")
    next.send("key Enter")
    next.send("key o")
    expect(next.answer.contains("export played rounds"))
    next.send("take plays")
    expect(
      next.answer.contains(#""file":{"name":"zombies-plays.csv","text":"trial,round,policy,"#))
    expect(next.said.contains("Exported to a file: 3 rounds."))
  }

  @Test("7.3 The record of several tabs has the rounds of all, until one removes them")
  func tabs() throws {
    var (one, other) = (Self.page(), Self.page())
    one.send("1100 arrow 1")
    other.send("1200 arrow 1")
    // The browser tells a tab about the other's text before it saves its own.
    other.send("plays " + (try Self.kept(&one)))
    let both = try Self.kept(&other)
    one.send("plays " + both)
    expectNil(one.keeps("plays"))
    try expectEqual(Self.rows(one).map { $0.prefix(2) }, ["0,", "1,"])
    one.send("say remove plays")
    expect(one.answer.contains("Exported to a file: 2 rounds. They are no longer stored"))
    expect(one.answer.contains("\\n1,0,player,SP,won,1,L,0.200,"))
    let none = try Self.kept(&one)
    expect(none.hasPrefix("zombies-plays 1\nend "))
    other.send("plays " + none)
    try expect(Self.rows(one).isEmpty && Self.rows(other).isEmpty)
    other.send("key Enter")
    other.send("arrow 1")
    try expectEqual(Self.rows(other).map { $0.prefix(2) }, ["0,"])
    // After the browser was cleared, everything is saved again.
    _ = try Self.kept(&other)
    other.send("plays ")
    expectEqual(other.keeps("plays")?.contains("0,0,player,SP"), true)
  }

  @Test("7.3 Rounds that cannot be stored are still exported, and damaged ones are not overwritten")
  func unstored() throws {
    var page = Self.page()
    page.send("say plays")
    expect(page.said.contains("There are no rounds to export yet."))
    page.send("arrow 1")
    page.send("storage full plays")
    expect(page.answer.contains("this browser has no space left"))
    page.send("take plays")
    expect(page.said.contains("Exported to a file: 1 round."))
    let text = try Self.kept(&page)
    for bad in ["x", String(text.dropLast()), text.replacing("won", with: "stuck")] {
      var damaged = Self.page(bad)
      expect(
        damaged.answer.contains("The record of rounds in this browser cannot be read"), "\(bad)")
      damaged.send("arrow 1")
      expectNil(damaged.keeps("plays"))
      damaged.send("storage aside plays")
      expectEqual(damaged.keeps("plays")?.contains("0,0,player,SP"), true)
    }
    let newer = Self.page("zombies-plays 2\n")
    expect(newer.answer.contains("by a newer version"))
  }

  @Test("7.3 The oldest rows go first")
  func limit() throws {
    var plays = KeptPlays()
    for number in 0..<5 { plays.add("\(number),\n", 1, atMost: 3) }
    expect(plays.rows == "2,\n3,\n4,\n" && plays.count == 3)
    plays.add("5,\n6,\n7,\n8,\n", 4, atMost: 3)
    expectEqual(plays.rows, "6,\n7,\n8,\n")
  }

  @Test("7.3 The name is a setting that is kept, and never that of a policy")
  func names() throws {
    var page = Self.page()
    for bad in ["edge", "Optimal", "ALL", String(repeating: "a", count: 65), ""] {
      page.send("say set name \(bad)")
      expectEqual(page.session.session?.settings.playerName, "player", "\(bad)")
      expect(page.said.contains("name"), "\(page.said)")
    }
    page.send("say set name Ann Lee")
    let text = try require(page.keeps("settings")).replacing("\\n", with: "\n")
    expect(text.hasPrefix("zombies-settings 3\nset name Ann Lee\nend "))
    let next = Page(["settings " + text])
    expectEqual(next.session.session?.settings.playerName, "Ann Lee")
    page.send("say settings")
    expect(page.said.contains("name: Ann Lee"))
    page.send("key o")
    expect(page.answer.contains(#""text":"Ann Lee","event":"say set name""#))
  }
}
