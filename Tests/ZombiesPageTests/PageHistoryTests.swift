import Testing
import ZombiesTestSupport

@testable import ZombiesGame
@testable import ZombiesPage

/// Links, reloads and steps back in the browser's history that lose a round or lead to the wrong
/// place (1.15, 7.8).
@Suite struct PageHistoryTests {
  @Test("1.15 A link does not drop a round that counts: the rounds continue it")
  func linkKeepsRound() {
    var page = Page()
    let address = page.text("address")
    page.send("arrow 0")
    page.send("link classic@42#7")
    expectEqual(page.text("address"), "classic@42#7")
    page.send("link rounds")
    expect(page.text("address") == address && page.answer.contains("\"move 1\""))
  }

  @Test("1.15 A reload stays, and a link does not end what is in progress")
  func keptSession() throws {
    var page = Page()
    page.send("arrow 0")
    let address = try require(page.text("address"))
    let text = try require(page.keeps("session")).replacing("\\n", with: "\n")
    for link in ["", address] {
      let next = Page(["session \(text)"], link: link)
      expect(next.text("address") == address && next.answer.contains("\"move 1\""))
      expect(next.said.contains("You continue where you were."))
    }
    var other = Page(["session \(text)"], link: "classic@42#7")
    expectEqual(other.text("address"), "classic@42#7")
    other.send("link rounds")
    expect(other.text("address") == address && other.answer.contains("\"move 1\""))
    // Damaged data is not overwritten, and the game goes on.
    var damaged = Page(["session \(text)x"])
    expect(damaged.answer.contains("The game in progress in this browser cannot be read"))
    damaged.send("arrow 0")
    expectNil(damaged.keeps("session"))
  }

  @Test("1.15 A reload of the menu stays at its row")
  func keptMenu() throws {
    var page = Page()
    for event in ["link menu", "key ArrowDown", "key ArrowDown"] { page.send(event) }
    let row = try require(page.currentRow)
    let text = try require(page.keeps("session")).replacing("\\n", with: "\n")
    expectEqual(Page(["session \(text)"], link: "menu").currentRow, row)
    expect(Page(link: "menu").currentRow != row)
  }

  @Test("7.8 Back from a level that is tried, and forward again: the same level, with its moves")
  func backFromTrial() {
    var page = Page(link: "workshop/S4/5/5/5/4P")
    page.send("say play")
    page.send("arrow 0")
    expect(page.text("where") == "trial" && page.answer.contains("\"move 1\""))
    page.send("back workshop")
    expectEqual(page.text("kind"), "workshop")
    page.send("back trial")
    expect(page.text("where") == "trial" && page.answer.contains("\"move 1\""))
    // Another level is not tried.
    page.send("back workshop")
    page.send("square 0 2")
    page.send("back trial")
    expectEqual(page.text("kind"), "workshop")
  }

  @Test("7.8 Back from a level of a world, and forward again: the same attempt, with its moves")
  func backFromLevel() {
    for place in ["world", "carousel"] {
      var page = Page(link: "worlds/1/1")
      page.send("arrow 0")
      page.send("back \(place)")
      expectEqual(page.text("where"), place)
      page.send("back level")
      expect(page.text("where") == "level" && page.answer.contains("\"move 1\""))
      page.send("back \(place)")
      page.send("link worlds/1/2")
      expect(page.text("address") == "worlds/1/2" && page.answer.contains("\"move 0\""))
    }
  }

  @Test("7.8 Back to a world, also from another mode, leads to the level that the cursor was on")
  func backToWorld() throws {
    var page = Page(link: "worlds/1")
    page.send("key ArrowDown")
    let row = try require(page.currentRow)
    for place in ["carousel", "rounds"] {
      page.send("back \(place)")
      expectEqual(page.text("where"), place)
      page.send("back world")
      expect(page.text("where") == "world" && page.currentRow == row)
    }
  }

  @Test(
    "7.8 Back from the first steps leads to what they have interrupted, and forward leads to the same room, with its moves",
    arguments: ["rounds", "original", "daily", "worlds", "questions", "scoreboard", "workshop"])
  func backFromFirstSteps(link: String) throws {
    var page = Page(link: link)
    let (place, kind) = (try require(page.text("where")), page.text("kind"))
    page.send("link menu")
    expectEqual(page.text("where"), "menu over \(place)")
    page.send("row \(Session.menuRows.count - 1)")
    page.send("arrow 0")
    expect(page.text("where") == "first steps" && page.answer.contains("\"move 1\""))
    // The page that led to them covers them, too.
    page.send("back menu over \(place)")
    expectEqual(page.text("kind"), "menu")
    page.send("back first steps")
    expect(page.text("where") == "first steps" && page.answer.contains("\"move 1\""))
    page.send("back \(place)")
    expect(page.text("where") == place && page.text("kind") == kind)
    page.send("back first steps")
    expect(page.text("where") == "first steps" && page.answer.contains("\"move 1\""))
    page.send("say skip")
    expectEqual(page.text("where"), place)
    // Nobody can go back to first steps that are over.
    page.send("back first steps")
    expectEqual(page.text("where"), place)
  }

  @Test("7.8 A reload of a page that covers the first steps stays")
  func pageOverFirstSteps() throws {
    var page = Page(isNew: true)
    page.send("arrow 0")
    page.send("link options")
    expectEqual(page.text("kind"), "settings")
    let text = try require(page.keeps("session")).replacing("\\n", with: "\n")
    var next = Page(["session \(text)"], link: "options", isNew: true)
    expectEqual(next.text("kind"), "settings")
    next.send("key Escape")
    expect(next.text("kind") == "firstSteps" && next.answer.contains("\"move 1\""))
    // Who has not begun them meets them first (1.12).
    expectEqual(Page(link: "options", isNew: true).text("kind"), "firstSteps")
  }

  @Test("7.8 Each day has an entry in the history: back leads to a past day, with its moves")
  func backToDay() {
    var page = Page(link: "daily/2026-11-20")
    page.send("arrow 0")
    let place = page.text("where")
    page.send("link daily")
    expect(page.text("address") == "daily/2026-11-22" && page.text("where") != place)
    page.send("back \(place ?? "")")
    expect(page.text("address") == "daily/2026-11-20" && page.answer.contains("\"move 1\""))
  }

  @Test(
    "7.8 Back to the options leads to the place that they cover", arguments: ["options", "text"])
  func backToPage(link: String) throws {
    var page = Page(link: "worlds")
    page.send(link == "text" ? "key t" : "link \(link)")
    let (kind, place) = (page.text("kind"), try require(page.text("where")))
    page.send("link scoreboard")
    expect(page.text("kind") == "settingUp" && page.text("where") == "board")
    page.send("back \(place)")
    expect(page.text("where") == place && page.text("kind") == kind)
    page.send("key Escape")
    expectEqual(page.text("kind"), "worlds")
  }
}
