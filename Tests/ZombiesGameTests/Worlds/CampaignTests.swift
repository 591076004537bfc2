import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Campaigns that are not read back, and texts that are read although they are no campaign (2.1).
@Suite struct CampaignTests {
  @Test func roundTrip() throws {
    var random = NaiveRandom(seed: 21)
    let failure = try firstFailure(of: 0..<cases(exactly: 30, long: 5_000)) { _ in
      let naive = CampaignDraws.campaign(&random)
      var campaign = try CampaignDraws.campaign(naive)
      let names = [nil, "x", "The 🧟‍♀️ one; or two: three", "夜の町", "é", "; world", "a  b", "all"]
      campaign = try Campaign(
        campaign.worlds.map { world in
          Campaign.World(
            name: world.name, lock: world.lock,
            levels: world.levels.map {
              Campaign.WorldLevel($0.level, name: random.one(of: names))
            })
        })
      let text = campaign.text
      let read = try Campaign(text: text)
      guard read == campaign, read.text.utf8.elementsEqual(text.utf8) else { return text }
      // Read by the reader of levels, and in the forms that other editors save.
      guard try Level.levels(in: text) == campaign.places.map({ campaign[$0].level }),
        try Campaign(text: "\u{FEFF}" + text.replacing("\n", with: " \r\n")) == campaign,
        try Campaign(text: String(text.dropLast())) == campaign,
        try Campaign(text: naive.text).worlds.map(\.lock) == campaign.worlds.map(\.lock)
      else { return text }
      return nil
    }
    expectNil(failure)
  }

  @Test("2.10 Rules are written back unchanged: names, values and order")
  func rules() throws {
    let text = """
      ; world: A
      S2P
      ; rules: zombie-speed 2, catching-distance 1
      ; level: x
      S1P
      S3P
      ; rules: hearing-distance 0
      S4P

      ; world: B
      ; unlock: stars 3
      S1P

      ; world: C
      ; rules: hearing-distance 0
      S1P

      """
    let campaign = try Campaign(text: text)
    expectEqual(campaign.text, text)
    let levels = campaign.worlds.flatMap(\.levels)
    expectEqual(
      levels.map { $0.rules?.rules.zombieSpeed }, [nil, 2, 2, 1, nil, 1])
    // A file cannot end rules within a world.
    #expect(throws: CampaignError.rulesEnd("A")) {
      try Campaign([Campaign.World(name: "A", levels: [levels[1], levels[0]])])
    }
  }

  @Test func allFormsOfLevels() throws {
    let campaign = try Campaign(
      text: """
        ; A comment.
        ; world: Forms
        ; level: In emoji
        🆘⬜️
        ⬜️🚶

        classic@42#7   ; a reference

        ; level: A picture
        S..
        .Z.
        ..P
        ; lit

        ; world: Next
        ; unlock: coins 18446744073709551615
        S1P+lit
        """)
    expectEqual(campaign.worlds.map { $0.levels.count }, [3, 1])
    expectEqual(campaign.worlds[0].levels.map(\.name), ["In emoji", "classic@42#7", "A picture"])
    expectEqual(campaign.worlds[0].levels[0].code, "S1/1P")
    expectEqual(campaign.worlds[0].levels[1].level, LevelGenerator(.classic, seed: 42)[7])
    expectEqual(campaign.worlds[0].levels[2].code, "S2/1Z1/2P+lit")
    expectEqual(campaign.worlds.map(\.lock), [.all, .coins(.max)])
    // In a text the level is a code, and the campaign is the same.
    try expectEqual(Campaign(text: campaign.text), campaign)
    // A campaign that asks for more coins than there are stars is locked, and no sum overflows.
    let worlds = Worlds(campaign)
    expect(worlds.missing(in: 1) == .coins(.max, owned: 0) && !worlds.canBuy(1))
  }

  @Test func namesOfManyKinds() throws {
    for name in [
      "A", "夜の町", "🧟‍♀️🧟‍♂️", "é", "e\u{301}", "Ω≈ç√", "a: b; c", "all", "stars 3", "العربية", "-", "0",
      String(repeating: "x", count: 1000), String(repeating: "夜", count: 333),
    ] {
      let text = "; world: \(name)\n; level: \(name)\nS1P\n"
      let campaign = try Campaign(text: text)
      expect(campaign.worlds[0].name.utf8.elementsEqual(name.utf8))
      expectEqual(campaign.worlds[0].levels[0].name?.utf8.elementsEqual(name.utf8), true)
      expectEqual(campaign.text, text)
      var session = try Session(Session.Setup(campaign))
      expectEqual(session.screen.heading, "World 1 of 1: \(name)")
      session.enterLevel()
      expectEqual(session.screen.heading, "\(name), level 1: \(name)")
    }
  }

  /// Each text with the line of its error, and part of the message.
  @Test(
    arguments: [
      ("", 1, "has no world"), ("; a comment\n", 1, "has no world"),
      ("S1P\n", 1, "outside of any world"),
      ("\n\nS1P\n; world: A\nS1P\n", 3, "outside of any world"),
      ("; level: x\nS1P\n", 2, "outside of any world"),
      ("S.P\n...\n", 1, "outside of any world"), ("level\nS1P\n", 2, "outside of any world"),
      ("; world: A\n", 1, "no level"), ("; world: A\nS1P\n; world: B\n", 3, "no level"),
      ("; world: A\n\n; world: B\nS1P\n", 1, "no level"),
      ("; world: A\nS1P\n; world: B\nS1P\n; world: A\nS2P\n", 5, "the first is on line 1"),
      ("; world: é\nS1P\n; world: e\u{301}\nS1P\n", 3, "the first is on line 1"),
      ("; unlock: all\n; world: A\nS1P\n", 1, "no world to unlock"),
      ("; world: A\n; unlock: never\nS1P\n", 2, "expected '; unlock"),
      ("; world: A\n; unlock: stars\nS1P\n", 2, "expected '; unlock"),
      ("; world: A\n; unlock: stars -1\nS1P\n", 2, "expected '; unlock"),
      ("; world: A\n; unlock: coins 1.5\nS1P\n", 2, "expected '; unlock"),
      ("; world: A\n; unlock: coins 18446744073709551616\nS1P\n", 2, "expected '; unlock"),
      ("; world: A\n; unlock: all\n; unlock: stars 1\nS1P\n", 3, "a second lock"),
      ("; world: A\nS1P\n; unlock: stars 1\nS1P\n; unlock: all\n", 5, "a second lock"),
      ("; world:\nS1P\n", 1, "expected a name"),
      ("; world: A\n; level:  \nS1P\n", 2, "expected a name"),
      ("; world: A\u{1B}[2J\nS1P\n", 1, "U+001B"),
      ("; world: A\n; level: \u{7}\nS1P\n", 2, "U+0007"),
      ("; world: A\u{202E}\nS1P\n", 1, "U+202E"), ("; world: A\u{9B}\nS1P\n", 1, "U+009B"),
      ("; world: A\n; level: a\tb\nS1P\n", 2, "U+0009"), ("; world: \0\nS1P\n", 1, "U+0000"),
      ("; world: A\n; level: x\u{2028}y\nS1P\n", 2, "U+2028"),
      ("; World: A\nS1P\n", 1, "misspelled 'world'"), ("; wold: A\nS1P\n", 1, "misspelled 'world'"),
      ("; world: A\n; levl: x\nS1P\n", 2, "misspelled 'level'"),
      ("; world: A\n; unlock stars 3\nS1P\n", 2, "no colon"),
      ("; world: A\n; level: x\n; level: y\nS1P\n", 3, "a second name"),
      ("; world: A\nS1P\n; level: x\n", 3, "no level follows"),
      ("; world: A\nS1P\n; level: x\n; world: B\nS1P\n", 3, "no level follows"),
      ("; world: A\nS1P\nS1\n", 3, "no start"), ("; world: A\nS1P\n\nS.\n.Q\n", 5, "unexpected"),
      ("; world: A\nclassic@1\n", 2, "index"), ("; world: A\n; lit\nS1P\n", 2, "rows of a picture"),
      ("; world: " + String(repeating: "x", count: 1001) + "\nS1P\n", 1, "more than 1000 bytes"),
    ] as [(String, Int, String)])
  func refused(text: String, line: Int, word: String) {
    do throws(LevelError) {
      _ = try Campaign(text: text)
      Issue.record("read: \(text)")
    } catch {
      expectEqual(error.position?.line, line, "\(error)")
      expect(error.problem.contains(word), "\(error)")
    }
  }

  @Test func worldsThatAreNoCampaign() throws {
    let level = Campaign.WorldLevel(try Level("S1P"))
    func problem(_ worlds: [Campaign.World]) -> CampaignError? {
      do throws(CampaignError) {
        _ = try Campaign(worlds)
        return nil
      } catch {
        return error
      }
    }
    expectEqual(problem([]), .noWorld)
    expectEqual(problem([Campaign.World(name: "A", levels: [])]), .emptyWorld("A"))
    let world = Campaign.World(name: "A", levels: [level])
    expect(problem([world]) == nil && problem([world, world]) == .sameName("A"))
    for name in ["", " A", "A ", "A\n", "\u{1B}", String(repeating: "x", count: 1001)] {
      expectEqual(problem([Campaign.World(name: name, levels: [level])]), .badName, "\(name)")
      let named = Campaign.WorldLevel(level.level, name: name)
      expectEqual(problem([Campaign.World(name: "A", levels: [named])]), .badName, "\(name)")
    }
    let all = Array(repeating: level, count: Campaign.mostLevels)
    expectNil(problem([Campaign.World(name: "A", levels: all)]))
    expectEqual(problem([Campaign.World(name: "A", levels: all), world]), .sameName("A"))
    expectEqual(problem([Campaign.World(name: "A", levels: all + [level])]), .tooManyLevels)
  }

  @Test(.enabled(if: isLong, "100,000 levels take seconds to read")) func tooManyLevels() throws {
    let most = Campaign.mostLevels
    let text = "; world: A\n" + String(repeating: "S1P\n", count: most)
    try expectEqual(Campaign(text: text).worlds[0].levels.count, most)
    let error = #expect(throws: LevelError.self) {
      try Campaign(text: text + "; world: B\nS1P\n")
    }
    expectEqual(error?.position?.line, most + 3)
    expectEqual(error?.problem.contains("more than 100000 levels"), true)
  }
}
