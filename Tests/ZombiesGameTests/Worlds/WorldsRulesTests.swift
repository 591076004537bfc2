import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesGame

/// Worlds that break a numbered rule of section 2, by example: what a player reads and sees.
@Suite struct WorldsRulesTests {
  @Test("2.1 A campaign is a list of worlds with names, and of levels with codes")
  func campaigns() throws {
    let campaign = try Campaign(text: ThreeWorlds.text)
    expectEqual(campaign.worlds.map(\.name), ["First Night", "The Barricades", "Lights"])
    expectEqual(campaign.worlds.map(\.lock), [.all, .all, .stars(4)])
    expectEqual(campaign.worlds[1].levels.map(\.code), ["S1P/Z2", "P1Z/1S1", "S2/3/Z1P"])
    expectEqual(campaign.worlds[1].levels.map(\.name), [nil, "Around", nil])
    expectEqual(campaign.name(of: Campaign.Place(world: 1, level: 1)), "Around")
    expectEqual(campaign.name(of: Campaign.Place(world: 1, level: 2)), "Level 3")
    // Every reader of levels reads the file.
    try expectEqual(Level.levels(in: ThreeWorlds.text).count, 6)
  }

  @Test("2.1 A level in a world is shown by name; its code only if it gives nothing away")
  func names() throws {
    var session = try ThreeWorlds.session()
    session.perform(.choose)
    expectEqual(session.shownPanel?.rows.map(\.text), ["1. Two Steps", "Level 2"])
    session.perform(.choose)
    expectEqual(session.screen.heading, "First Night, level 1: Two Steps")
    expect(!session.screen.notes.contains("S1/1P"))
    try session.play("UL")
    expect(session.screen.notes.contains("S1/1P"))
  }

  @Test("2.2 The carousel shows the world's number, and stops at both ends")
  func carousel() throws {
    var session = try ThreeWorlds.session()
    expectEqual(session.shownPanel?.title, "World 1 of 3: First Night")
    expectEqual(session.greyed, ["previous"])
    let isBefore = session.perform(.previous)
    expect(!isBefore && session.screen.heading == "World 1 of 3: First Night")
    session.perform(.next)
    expectEqual(session.shownPanel?.title, "World 2 of 3: The Barricades")
    expectEqual(session.greyed, ["enter"])
    session.perform(.point(2))
    expectEqual(session.shownPanel?.title, "World 3 of 3: Lights")
    expectEqual(session.greyed, ["next", "enter"])
    for action in [Action.next, .point(3), .point(-1)] {
      let isDone = session.perform(action)
      expect(!isDone && session.screen.heading == "World 3 of 3: Lights", "\(action)")
    }
  }

  @Test("2.3 A locked world can be viewed, with what is missing, but not entered")
  func locked() throws {
    var session = try ThreeWorlds.session()
    session.perform(.next)
    expectEqual(session.shownPanel?.lines, ["Locked: 2 more levels of First Night."])
    expectEqual(session.shownPanel?.rows.isEmpty, true)
    let isEntered = session.perform(.choose)
    expect(!isEntered && session.screenKind == .worlds)
    session.perform(.next)
    expectEqual(session.shownPanel?.lines, ["Locked: 4 more stars."])
    session.perform(.open(.settings))
    session.perform(.set(.style(.emoji)))
    session.perform(.close)
    expectEqual(session.shownPanel?.lines, ["🔒 Locked: 4 more stars."])
    session.perform(.point(0))
    try session.complete(0, "UL")
    session.perform(.back)
    session.perform(.next)
    expectEqual(session.shownPanel?.lines, ["🔒 Locked: 1 more level of First Night."])
    session.perform(.next)
    expectEqual(session.shownPanel?.lines, ["🔒 Locked: 1 more star."])
  }

  @Test("2.4 All levels of the previous world, or stars of the campaign, open a world")
  func opening() throws {
    var session = try ThreeWorlds.session()
    try session.complete(0, "UL")
    expectEqual(session.worlds.unlocked, [true, false, false])
    try session.complete(1, "D")
    // The second world by the first one's levels, the third by its four stars.
    expectEqual(session.worlds.unlocked, [true, true, true])
    expectEqual(session.worlds.starCount, 6)
    session.perform(.back)
    session.perform(.next)
    expectEqual(
      session.shownPanel?.lines,
      [
        "Open: 0 of 3 levels completed.", "0 of 9 stars.", "--- --- 1 locked",
      ])
    let isEntered = session.perform(.choose)
    expect(isEntered && session.shownPanel?.title == "The Barricades")
  }

  private static let shop = """
    ; world: Home
    S1/1P
    Z1P/2S
    ; world: Cheap
    ; unlock: coins 2
    S1P
    ; world: Dear
    ; unlock: coins 3
    S1P/Z2
    """

  @Test("2.4 A world is bought with coins, one for each star, and stays bought")
  func coins() throws {
    var session = try ThreeWorlds.session(Self.shop)
    expectEqual(session.shownPanel?.notes, ["You have 0 stars and 0 coins."])
    session.perform(.next)
    expectEqual(
      session.shownPanel?.lines, ["Locked: it costs 2 coins, and you have only 0."])
    let isBought = session.perform(.buy)
    expect(!isBought && !session.screen.controls.contains { $0.action == .buy })
    session.perform(.previous)
    try session.complete(0, "UL")
    session.perform(.back)
    session.perform(.next)
    expectEqual(session.shownPanel?.lines, ["Locked: it costs 2 coins, and you have 3."])
    expect(session.screen.controls.contains { $0.action == .buy && $0.isEnabled })
    session.perform(.buy)
    expectEqual(session.told, ["You bought Cheap."] + WorldTeller(session).about)
    expectEqual(session.shownPanel?.notes, ["You have 3 stars and 1 coin."])
    expect(!session.allows(.buy) && session.allows(.choose))
    session.perform(.next)
    expectEqual(session.shownPanel?.lines, ["Locked: it costs 3 coins, and you have only 1."])
    expect(!session.allows(.buy))
    // A world that was bought stays open in the next run, whatever it costs then.
    let dearer = Self.shop.replacing("coins 2", with: "coins 200")
    let next = try ThreeWorlds.session(dearer, session.worlds.progress)
    expect(next.worlds.unlocked == [true, true, false] && next.worlds.coins == 1)
  }

  @Test("2.4 A world that was open stays open while it keeps its name and a level")
  func neverBackwards() throws {
    var session = try ThreeWorlds.session()
    try session.complete(0, "UL")
    try session.complete(1, "D")
    let progress = session.worlds.progress
    func unlocked(_ text: String) throws -> [Bool] {
      try ThreeWorlds.session(text, progress).worlds.unlocked
    }
    let text = ThreeWorlds.text
    // Another level in the first world, or a harder rule.
    let longer = text.replacing("S1/1P\n", with: "S1/1P\nS1P/3\n")
    try expectEqual(unlocked(longer), [true, true, true])
    try expectEqual(unlocked(text.replacing("stars 4", with: "stars 99")), [true, true, true])
    // Only one level unchanged.
    let other = longer.replacing("S1P/Z2", with: "P1S").replacing("P1Z/1S1", with: "P2S")
    try expectEqual(unlocked(other), [true, true, true])
    // Under another name, or without any of its levels, it is another world, and locked. What was
    // earned is kept, and with the name it is open again.
    let renamed = longer.replacing("Barricades", with: "Blocks")
    try expectEqual(unlocked(renamed), [true, false, true])
    let later = try ThreeWorlds.session(renamed, progress).worlds.progress
    try expectEqual(ThreeWorlds.session(longer, later).worlds.unlocked, [true, true, true])
    expect(later.starCount == progress.starCount && later.coinsPaid == progress.coinsPaid)
  }

  @Test("2.5 The first two uncompleted levels are open, and so are completed ones")
  func openLevels() throws {
    var session = try ThreeWorlds.session(
      """
      ; world: One
      S1/1P
      S1P
      SP
      Z1P/2S
      """)
    session.perform(.choose)
    func open() -> [Bool]? { session.shownPanel?.rows.map(\.isEnabled) }
    expectEqual(open(), [true, true, false, false])
    expectEqual(session.shownPanel?.rows[2].detail, "locked")
    session.perform(.point(2))
    expect(!session.allows(.choose) && session.greyed == ["play"])
    expectEqual(
      session.shownPanel?.notes, ["Locked: only the first 2 uncompleted levels are open."]
    )
    let isPlayed = session.perform(.choose)
    expect(!isPlayed && session.screenKind == .world)
    // The first level can be skipped.
    try session.complete(1, "LL")
    expectEqual(open(), [true, true, true, false])
    try session.complete(2, "L")
    expectEqual(open(), [true, true, true, true])
    try session.complete(1, "LL")
    try session.complete(0, "UL")
    expectEqual(open(), [true, true, true, true])
    expectEqual(session.shownPanel?.rows.last?.isCurrent, true)
  }

  @Test("2.6 An attempt has three lives on the same level, and ends with a win or the third")
  func attempts() throws {
    var session = try ThreeWorlds.session()
    session.enterLevel(1)
    var headlines: [String?] = []
    var lives: [String?] = []
    for _ in 0..<3 {
      expect(session.screenKind == .round && session.attempt.level.code == "Z1P/2S")
      expect(session.attempt.path.isEmpty && session.screen.notes.isEmpty)
      lives.append(session.counter("lives"))
      try session.play("L")
      headlines.append(session.message?.headline)
      lives.append(session.counter("lives"))
      expect(session.counter("wins") == nil && session.counter("losses") == nil)
      session.perform(.dismiss)
    }
    expectEqual(headlines, ["Try again!", "Try again!", "You lost!"])
    expectEqual(lives, ["lives 3", "lives 2", "lives 2", "lives 1", "lives 1", "lives 0"])
    expect(session.screenKind == .world && session.shownPanel?.rows[1].isCurrent == true)
    expect(session.game == Game() && session.countedRounds == 3)
    // Another attempt: a loss, and then a win ends it.
    session.perform(.choose)
    expectEqual(session.counter("lives"), "lives 3")
    try session.play("L")
    session.perform(.dismiss)
    try session.play("D")
    expectEqual(session.message?.headline, "You won!")
    session.perform(.dismiss)
    expect(session.attempt.place == Campaign.Place(world: 0, level: 0) && session.game == Game())
  }

  @Test("2.7 Three stars, for winning, in the first life, in par; each is kept")
  func stars() throws {
    var session = try ThreeWorlds.session()
    session.perform(.choose)
    expectEqual(session.shownPanel?.rows.map(\.detail), ["---", "---"])
    expectEqual(session.shownPanel?.notes.first?.hasPrefix("Par 2"), true)
    // More moves than par.
    var told = try session.win("LRUL")
    expect(told.contains("**- 2 of 3 stars: won and in the first life."))
    expect(told.contains("Par is 2 moves."))
    session.perform(.point(0))
    expectEqual(session.shownPanel?.rows.map(\.detail), ["**-", "---"])
    told = try session.win("UL")
    expect(told.contains("*** 3 of 3 stars: won, in the first life and in par."))
    expectEqual(session.shownPanel?.rows.map(\.detail), ["***", "---"])
    // A worse win removes no stars.
    session.perform(.point(0))
    _ = try session.win("LRUL")
    expectEqual(session.shownPanel?.rows.map(\.detail), ["***", "---"])
    expectEqual(session.worlds.starCount, 3)
  }

  @Test("2.5 With hearing, an open level says whether reasoning alone wins it, or the best chance")
  func bestChances() throws {
    let text = "; world: One\nS4/5/5/1Z3/Z3P\nS4/5/3Z1/1#3/4P\nS4/3Z1/3#1/2#2/4P+lit\n"
    var session = try ThreeWorlds.session(text) {
      $0.settings.rules = (try? Rules(hearingDistance: 2)) ?? .standard
    }
    session.perform(.choose)
    expectEqual(session.shownPanel?.notes.first, "Par 8, gentle. Reasoning alone wins it.")
    session.perform(.point(1))
    expectEqual(
      session.shownPanel?.notes.first, "Par 8, hard. Some luck is needed: the best chance is 50%."
    )
    let lit = Campaign.Place(world: 0, level: 2)
    expectEqual(WorldTeller(session).facts(lit), "Par 10, easy.")
    let deaf = try ThreeWorlds.session(text)
    expectEqual(WorldTeller(deaf).facts(Campaign.Place(world: 0, level: 0)), "Par 8, gentle.")
  }

  @Test("2.7 With a hint, a win earns only the first star")
  func hints() throws {
    var session = try ThreeWorlds.session()
    session.enterLevel()
    session.askForHint()
    try session.play("UL")
    let reasons = try require(session.message).reasons
    expect(reasons.contains("*-- 1 of 3 stars: won."))
    expect(reasons.contains("With a hint, a win earns 1 star."))
    expectEqual(session.worlds.progress.stars(of: "S1/1P"), .win)
    expect(session.worlds.progress.hasCompleted("S1/1P"))
  }

  @Test("2.7 Par follows the session's first rules, even if they are changed")
  func parUnderRules() throws {
    // With a catching distance of 0, the player can pass next to the zombie.
    let text = "; world: One\nPZS/3\n"
    var session = try ThreeWorlds.session(text) { setup in
      setup.settings.rules = (try? Rules(catchingDistance: 0)) ?? .standard
    }
    session.perform(.choose)
    expectEqual(session.shownPanel?.notes.first?.hasPrefix("Par 4"), true)
    session.perform(.open(.settings))
    session.perform(.set(.catchingDistance(1)))
    session.perform(.close)
    session.perform(.choose)
    expectEqual(session.screen.notes, ["Rules: zombies catch only on your own square."])
    try session.play("DRRU")
    expectEqual(session.worlds.progress.stars(of: "PZS/3"), [.win, .firstLife, .par])
  }
}
