import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

// What is stored is that of the keeper and the session inside.
@testable import ZombiesGame
@testable import ZombiesPage

/// Pairs of things done in two tabs of one browser, with a small browser that stores texts as the script
/// does. Only this suite finds data of one tab that the other loses, counts twice or brings back: at the end both
/// tabs, the storage and a third tab show the same, namely a plain count of what was done.
@Suite struct PageTabsTests {
  /// The storage of a browser, and its tabs.
  private struct Browser {
    static let campaign = "; world: One\nS2P\nS2/2P\n\n; world: Two\n; unlock: stars 6\nS/P\n"
    // What is in progress belongs to a tab: the last tab to write wins.
    static let shared = ["progress", "levels", "settings", "days", "plays"]

    var stored: [String: String] = [:]
    var seen: [[String: String]] = []
    var tabs: [Page] = []

    mutating func open() {
      let events = Self.shared.map { "\($0) \(stored[$0] ?? "")" }
      tabs.append(Page(["worlds \(Self.campaign)"] + events, link: "worlds"))
      seen.append(stored)
    }

    mutating func send(_ event: String, to tab: Int) {
      tabs[tab].send(event)
      guard let session = tabs[tab].session.session else { return }
      let texts = tabs[tab].session.keeper.parts.map { ($0.name, $0.text(of: session)) }
      for part in Self.shared {
        if refresh(part, in: tab) { return }
        guard let text = texts.first(where: { $0.0 == part })?.1 else { continue }
        (stored[part], seen[tab][part]) = (text, text)
        tabs[tab].send("kept \(part)")
        // What is saved is not asked for again.
        if let now = tabs[tab].session.session {
          expectNil(tabs[tab].session.keeper[part]?.text(of: now))
        }
      }
    }

    /// Tells a tab what another one has stored. Returns whether there was anything new.
    mutating func refresh(_ part: String, in tab: Int) -> Bool {
      guard stored[part] != seen[tab][part] else { return false }
      seen[tab][part] = stored[part]
      send("\(part) \(stored[part] ?? "")", to: tab)
      return true
    }

    /// Tells every tab everything; false if that never ends.
    mutating func settle() -> Bool {
      for _ in 0..<20 {
        var isNew = false
        for part in Self.shared {
          for tab in tabs.indices where refresh(part, in: tab) { isNew = true }
        }
        if !isNew { return true }
      }
      return false
    }
  }

  private enum Deed: CaseIterable {
    case first, second, daily, original, keep, remove, forget, hear, removePlays, clear, reload
  }

  /// What was done in all tabs, counted plainly.
  private struct Ledger {
    var won: Set<String> = []
    var names: Set<String> = []
    var settings: Set<String> = []
    var day = false
    var originalWins = 0
    var rows = 0
    var number = 0
  }

  private static func session(_ browser: Browser, _ tab: Int) throws -> Session {
    try require(browser.tabs[tab].session.session)
  }

  /// Wins the level in the room, and counts the row.
  private static func win(_ browser: inout Browser, _ tab: Int, _ ledger: inout Ledger) throws
    -> Bool
  {
    let before = try session(browser, tab)
    guard let solution = before.attempt.level.solution else { return false }
    for move in solution.moves {
      let arrows: [Direction] = [.up, .left, .down, .right]
      browser.send("arrow \(try require(arrows.firstIndex(of: move)))", to: tab)
    }
    let counted = try session(browser, tab).countedRounds - before.countedRounds
    ledger.rows += counted
    browser.send("key Enter", to: tab)
    return counted == 1
  }

  private static func perform(
    _ deed: Deed, _ browser: inout Browser, _ tab: Int, _ ledger: inout Ledger
  ) throws {
    ledger.number += 1
    switch deed {
    case .first, .second:
      browser.send("link worlds/1/\(deed == .first ? 1 : 2)", to: tab)
      guard try session(browser, tab).attempt.campaignPlace?.level == (deed == .first ? 0 : 1)
      else {
        return
      }
      if try win(&browser, tab, &ledger) { ledger.won.insert(deed == .first ? "S2P" : "S2/2P") }
    case .daily:
      browser.send("link daily", to: tab)
      if try win(&browser, tab, &ledger) { ledger.day = true }
    case .original:
      browser.send("link original", to: tab)
      if try win(&browser, tab, &ledger) { ledger.originalWins += 1 }
    case .keep:
      browser.send("link workshop/S\(ledger.number)/\(ledger.number)P", to: tab)
      browser.send("say name L\(ledger.number) to \"\(tab)\"", to: tab)
      browser.send("say keep", to: tab)
      ledger.names.insert("L\(ledger.number) to \"\(tab)\"")
    case .remove:
      browser.send("link workshop", to: tab)
      guard let name = try session(browser, tab).workshop.kept.first?.name else { return }
      browser.send("say remove 1", to: tab)
      ledger.names.remove(name)
    case .forget:
      browser.send("say set memory forget", to: tab)
      ledger.settings.insert("set memory forget")
    case .hear:
      browser.send("say set hearing 4", to: tab)
      ledger.settings.insert("set hearing 4")
    case .removePlays:
      _ = browser.settle()
      browser.send("take plays,", to: tab)
      ledger.rows = 0
    case .clear:
      // What a tab has not learned before is lost with the storage.
      _ = browser.settle()
      browser.stored = [:]
    case .reload:
      var other = Browser(stored: browser.stored)
      other.open()
      browser.tabs[tab] = other.tabs[0]
      browser.seen[tab] = other.seen[0]
    }
  }

  private static func complaint(_ deeds: [Deed], isEager: Bool) throws -> String? {
    var (browser, ledger) = (Browser(), Ledger())
    browser.open()
    browser.open()
    for (number, deed) in deeds.enumerated() {
      // Settings other than the player's own are fixed in the original game.
      if deed == .forget || deed == .hear { browser.send("link workshop", to: number % 2) }
      try perform(deed, &browser, number % 2, &ledger)
      if isEager, !browser.settle() { return "never ends" }
    }
    if !browser.settle() { return "never ends" }
    browser.open()
    for tab in browser.tabs.indices {
      let session = try session(browser, tab)
      let won = session.worlds.campaign.worlds.flatMap(\.levels).filter {
        session.worlds.progress.hasCompleted($0.code)
      }
      if Set(won.map(\.level.code)) != ledger.won {
        return "tab \(tab): won \(won.map(\.level.code))"
      }
      if session.worlds.starCount != 3 * UInt64(ledger.won.count) { return "tab \(tab): stars" }
      if session.worlds.isUnlocked(1) != (ledger.won.count == 2) { return "tab \(tab): locks" }
      let names = session.workshop.kept.compactMap(\.name)
      if Set(names) != ledger.names || names.count != ledger.names.count {
        return "tab \(tab): \(names)"
      }
      if (session.days.results.count == 1) != ledger.day { return "tab \(tab): days" }
      let wins = session.originalRounds.game.wins
      // Wins that two tabs count at the same time are not added.
      if isEager
        ? wins != ledger.originalWins
        : wins > ledger.originalWins || wins == 0 && ledger.originalWins > 0
      {
        return "tab \(tab): \(wins) wins"
      }
      let rows = browser.tabs[tab].session.plays(of: session).rows.split(separator: "\n")
      let numbers = rows.map { $0.prefix { $0 != "," } }
      if rows.count != ledger.rows || Set(numbers).count != rows.count {
        return "tab \(tab): rows \(rows)"
      }
      if !browser.tabs[tab].session.keeper.problems.isEmpty { return "problems" }
    }
    let kept =
      browser.stored["settings"]?.split(separator: "\n").filter { $0.hasPrefix("set ") } ?? []
    return Set(kept.map(String.init)) == ledger.settings ? nil : "settings \(kept)"
  }

  @Test(
    "1.15, 2.8, 7.3 Each pair of deeds in two tabs, and a third deed", arguments: [true, false])
  func pairs(isEager: Bool) throws {
    let all = Deed.allCases
    var failure: String?
    for (first, one) in all.enumerated() {
      for (second, other) in all.enumerated() where failure == nil {
        // Each pair in one of the two ways.
        guard (first * 2 + second * 3 + (isEager ? 0 : 4)) % 9 == 0 else { continue }
        let third = all[(first * 3 + second * 5 + (isEager ? 0 : 1)) % all.count]
        let deeds = [one, other, third, .first]
        failure = try Self.complaint(deeds, isEager: isEager).map { "\(deeds): \($0)" }
      }
    }
    expectNil(failure)
  }

  @Test(
    "1.15 Each part of the stored data: damaged, newer, set aside, and a browser that cannot store it"
  )
  func parts() throws {
    let rows: [(part: String, head: String, button: String)] = [
      ("progress", "Your progress", "progress"),
      ("levels", "The list of saved levels", "list of saved levels"),
      ("settings", "The settings", "settings"),
      ("days", "The list of daily results", "list of daily results"),
      ("session", "The game in progress", "game in progress"),
      ("plays", "The record of rounds", "record of rounds"),
    ]
    expectEqual(rows.map(\.part), Keeper().parts.map(\.name))
    for row in rows {
      let name = row.part
      var page = Page(["\(name) x\n"], link: "S1/1P")
      let extra =
        "{\"label\":\"set damaged \(row.button) aside\",\"event\":\"storage aside \(name)\"}"
      expect(page.answer.contains("\"warnings\":[\"\(row.head) in this browser cannot be read: "))
      expect(page.answer.contains(extra) && page.keeps(name) == nil)
      for other in rows where other.part != row.part {
        page.send("storage aside \(other.part)")
        expect(!page.isHandled && page.answer.contains(extra), "\(name) \(other.part)")
      }
      page.send("storage aside \(name)")
      expect(
        page.isHandled && page.answer.contains("\"warnings\":[]")
          && !page.answer.contains("damaged"))
      // Two parts that cannot be stored for one reason are one warning; saving one of them leaves the other's.
      let last = try require(rows.first { $0.part != row.part })
      for (word, part) in [("none", name), ("none", last.part)] {
        page.send("storage \(word) \(part)")
      }
      expectEqual(page.session.keeper.problems.count, 1)
      page.send("kept \(name)")
      expectEqual(page.session.keeper.problems.count, 1)
      page.send("storage full \(name)")
      expectEqual(page.session.keeper.problems.count, 2)
      page.send("kept \(last.part)")
      let warnings = page.session.keeper.problems
      expect(warnings.count == 1 && warnings[0].contains("no space left"), "\(warnings)")
      page.send("kept \(name)")
      expect(page.session.keeper.problems.isEmpty)
    }
  }
}
