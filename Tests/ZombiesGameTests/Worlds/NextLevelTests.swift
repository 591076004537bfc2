import Testing
import ZombiesCore
import ZombiesTestSupport

@testable import ZombiesGame

/// What follows a win in a world, if the wrong level, world or finale comes next (2.10).
@Suite struct NextLevelTests {
  /// The label of the action that continues after a message.
  private static func label(_ session: Session) -> String? {
    session.screen.controls.first { $0.action == .dismiss }?.label
  }

  @Test("2.10 After a win the next level is one action away, then the next world, then the finale")
  func throughTheCampaign() throws {
    var session = try ThreeWorlds.session()
    session.enterLevel()
    var (places, labels): ([Campaign.Place], [String?]) = ([], [])
    while session.isInRoom {
      let place = try require(session.attempt.place)
      places.append(place)
      expectEqual(session.counter("lives"), "lives 3")
      try session.play(ThreeWorlds.ways[place.world][place.level])
      labels.append(Self.label(session))
      session.perform(.dismiss)
      if session.screenKind == .world {
        expect(session.tour.world == place.world + 1 && session.tour.level == 0)
        session.perform(.choose)
      }
      if session.message?.headline == "You have every star!" { break }
    }
    expectEqual(places, session.worlds.campaign.places)
    expectEqual(
      labels, ["next level", "next world", "next level", "next level", "next world", "continue"])
    let finale = try require(session.message)
    expectEqual(
      finale.reasons,
      [
        "All 6 levels are completed, with 18 of 18 stars.", "First Night: 6 of 6 stars.",
        "The Barricades: 9 of 9 stars.", "Lights: 3 of 3 stars.", "Next: the worlds.",
      ])
    expect(session.told.first == finale.headline && Self.label(session) == "worlds")
    session.perform(.dismiss)
    expectEqual(session.screenKind, .worlds)
    // It is shown once.
    session.perform(.choose)
    _ = try session.win("D")
    expectEqual(session.screenKind, .world)
  }

  @Test("2.10 The last level without the last star has a finale too, and later the last star")
  func completedFirst() throws {
    let text = "; world: A\nS1/1P\nS1P\n"
    var session = try ThreeWorlds.session(text) { $0.settings.set(.style(.emoji)) }
    session.enterLevel()
    try session.play("LRUL")
    let reasons = try require(session.message).reasons
    expect(reasons.contains("★★☆ 2 of 3 stars: won and in the first life."))
    expectEqual(reasons.last, "Next: level 2.")
    session.perform(.dismiss)
    try session.play("LL")
    expectEqual(session.message?.reasons.last, "That was the last level.")
    // The room can be seen in between.
    session.perform(.look)
    session.perform(.dismiss)
    expectEqual(session.message?.headline, "You completed every level! 🎉")
    expectEqual(
      session.message?.reasons,
      [
        "All 2 levels are completed, with 5 of 6 stars.", "A: 5 of 6 stars.",
        "1 star is left to earn.", "Next: the worlds.",
      ])
    session.perform(.dismiss)
    session.perform(.choose)
    expectEqual(session.tour.level, 0)
    session.perform(.choose)
    try session.play("UL")
    expectEqual(session.message?.reasons.last, "That was the last star.")
    session.perform(.dismiss)
    expectEqual(session.message?.headline, "You have every star! 🌟")
  }

  @Test("2.10 The next level is the next one in order that is not completed and open")
  func order() throws {
    let text = "; world: A\nS1P\nS2P\nS3P\n; world: B\n; unlock: stars 99\nS4P\n"
    var session = try ThreeWorlds.session(text)
    session.enterLevel(1)
    try session.play("LLL")
    expectEqual(session.message?.reasons.last, "Next: level 3.")
    session.perform(.dismiss)
    expectEqual(session.attempt.place, Campaign.Place(world: 0, level: 2))
    try session.play("LLLL")
    expectEqual(session.message?.reasons.last, "Next: level 1.")
    session.perform(.dismiss)
    expectEqual(session.attempt.place, Campaign.Place(world: 0, level: 0))
    // The next world is locked: the levels of this one may have stars left.
    try session.play("LL")
    expectEqual(session.message?.reasons.last, "Next: the levels of A.")
    expectEqual(Self.label(session), "levels")
    session.perform(.dismiss)
    expect(session.screenKind == .world && session.tour.world == 0)
    // By words too.
    expect(session.say("play 1").first?.hasPrefix("> ") != nil)
    _ = session.say("ll")
    _ = session.say("next")
    expectEqual(session.place, .world)
  }

  @Test("2.10 A completed level shows its room, and no other level does")
  func rooms() throws {
    var session = try ThreeWorlds.session()
    session.perform(.choose)
    expectEqual(session.shownPanel?.rows.allSatisfy { $0.room == nil }, true)
    expectEqual(session.shownPanel?.rows[0].spoken.contains("2 by 2"), false)
    try session.complete(0, "UL")
    let rows = try require(session.shownPanel).rows
    let room = try require(rows[0].room)
    try expect(room.size == (try RoomSize(rows: 2, columns: 2)) && rows[1].room == nil)
    expectEqual(room[Square(row: 0, column: 0)].thing, .signpost)
    session.perform(.point(0))
    expectEqual(
      session.shownPanel?.rows[0].spoken.hasSuffix(
        "2 by 2, dark. You are on row 2, column 2; the signpost is 1 up and 1 left."), true)
    expectEqual(WorldTeller(session).levels.last?.hasPrefix("2 by 2, dark."), true)
  }

  @Test("2.10 A player without a star reads that every level of the built-in campaign can be won")
  func everyLevelCanBeWon() throws {
    let sentence = "Every level here can be won."
    var session = try Session(Session.Setup(Campaign.standard))
    expectEqual(session.shownPanel?.notes.first?.hasPrefix(sentence), true)
    session.perform(.next)
    session.perform(.previous)
    var progress = GameProgress()
    progress.add(.win, to: Campaign.standard.worlds[0].levels[0].key)
    session.learn(progress)
    expectEqual(session.shownPanel?.notes.first?.contains(sentence), false)
    // Nobody has proved it under other rules, or of other campaigns.
    var setup = Session.Setup(Campaign.standard)
    setup.settings.rules = try Rules(zombieSpeed: 2)
    try expectEqual(Session(setup).shownPanel?.notes.first?.contains(sentence), false)
    try expectEqual(ThreeWorlds.session().shownPanel?.notes.first?.contains(sentence), false)
  }
}
