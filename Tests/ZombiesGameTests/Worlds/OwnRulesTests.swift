import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

@testable import ZombiesGame

/// Levels whose files set rules, and that are played, judged, saved or linked under others (2.10).
@Suite struct OwnRulesTests {
  /// One room, which is won in 10 moves under the default rules and in 8 at zombie speed 2.
  private static let room = "S4/5/Z#3/1#3/2#1P+lit"
  private static let text = """
    ; world: Slow and fast
    \(room)
    ; rules: zombie-speed 2, hearing-distance 3
    \(room)
    ; rules: hearing-distance 1
    S1P
    ; world: Plain
    S2P

    """
  private static let wins = (slow: "UDUUUULLLL", fast: "LUUUULLL")

  @Test("2.10 Each level is played, judged and described under its own rules")
  func played() throws {
    let solvers = [Solver(), Solver(rules: try Rules(zombieSpeed: 2))]
    try expectEqual(solvers.map { $0.solve(try Level(Self.room)).solution?.par }, [10, 8])
    var session = try ThreeWorlds.session(Self.text) { $0.settings.set(.hearingDistance(4)) }
    session.perform(.choose)
    expectEqual(session.shownPanel?.notes.first?.hasPrefix("Par 10"), true)
    session.perform(.next)
    let notes = try require(session.shownPanel?.notes.first)
    expect(notes.hasPrefix("Par 8") && notes.hasSuffix("Rules: zombies take 2 steps per chase."))
    session.perform(.previous)
    // A level without rules follows the player's settings.
    session.perform(.choose)
    try expectEqual(session.attempt.rules, (try Rules(hearingDistance: 4)))
    try session.play(Self.wins.slow)
    expectEqual(
      session.message?.reasons.contains("*** 3 of 3 stars: won, in the first life and in par."),
      true)
    session.perform(.dismiss)
    if session.screenKind == .world { session.perform(.choose) }
    try expectEqual(session.attempt.rules, (try Rules(zombieSpeed: 2, hearingDistance: 3)))
    expect(session.screen.notes.contains("Rules: zombies take 2 steps per chase."))
    try session.play(Self.wins.fast)
    expectEqual(
      session.message?.reasons.contains("*** 3 of 3 stars: won, in the first life and in par."),
      true)
    session.perform(.dismiss)
    if session.screenKind == .world { session.perform(.choose) }
    try expectEqual(session.attempt.rules, (try Rules(hearingDistance: 1)))
  }

  @Test("2.8 Rules that change how a round goes are part of a level's key; hearing is not")
  func keys() throws {
    let campaign = try Campaign(text: Self.text)
    expectEqual(
      campaign.places.map { campaign[$0].key },
      [
        Self.room, Self.room + "?zombie-speed=2", "S1P", "S2P",
      ])
    var worlds = Worlds(campaign)
    worlds.add([.win, .par], at: Campaign.Place(world: 0, level: 1))
    worlds.add(.win, at: Campaign.Place(world: 0, level: 2))
    expect(worlds.completed(in: 0) == 2 && worlds.stars(in: 0) == 3)
    let text = worlds.progress.text
    expect(
      text.hasPrefix(
        """
        zombies-progress 3
        level S1P open win
        level \(Self.room) open
        level \(Self.room)?zombie-speed=2 open win par
        world 0 \(Self.room),\(Self.room)?zombie-speed=2,S1P Slow and fast
        end
        """))
    try expectEqual(GameProgress(text: text), worlds.progress)
    try expectEqual(Worlds(campaign, try GameProgress(text: text)).completed(in: 0), 2)
    var plain = Worlds(try Campaign(text: "; world: A\n; rules: hearing-distance 3\nS1P\n"))
    plain.add(.win, at: Campaign.Place(world: 0, level: 0))
    expect(
      plain.progress.text.hasPrefix("zombies-progress 3\nlevel S1P open win\nworld 0 S1P A\nend "))
    expectEqual(Worlds(campaign, plain.progress).completed(in: 0), 1)
  }

  @Test(
    "2.8 A key that this program does not write is refused with its line",
    arguments: [
      "S1P?", "S1P?zombie-speed=1", "S1P?hearing-distance=2", "S1P?zombie-speed=17", "S1P?speed=2",
      "S1P?zombie-speed=2&catching-distance=0", "S1P?zombie-speed=2?", "?zombie-speed=2",
    ])
  func badKeys(key: String) throws {
    for (line, text) in [(2, "level \(key) open win"), (2, "world 0 \(key) A")] {
      do throws(ProgressError) {
        _ = try GameProgress(text: NaiveProgress.sealed(["zombies-progress 3", text]))
        Issue.record("read: \(text)")
      } catch { expect(error.line == line || error.line == 1, "\(error)") }
    }
    let good = NaiveProgress.sealed(["zombies-progress 3", "level S1P?zombie-speed=2 open win"])
    try expectEqual(GameProgress(text: good).text, good)
  }

  @Test(
    "2.10 The rules of a workshop's level go into its link, and come back from a link and a file")
  func workshop() throws {
    var session = try ThreeWorlds.session(Self.text)
    session.perform(.visit(.workshop))
    session.perform(.edit(.paste("; rules: zombie-speed 3\n\(Self.room)\n")))
    try expectEqual(session.workshop.draft.rules, (try Rules(zombieSpeed: 3)))
    expectEqual(session.address, "workshop/\(Self.room)?zombie-speed=3")
    var other = try ThreeWorlds.session(Self.text)
    other.follow(try Address(session.address), today: nil)
    expectEqual(other.workshop.draft, session.workshop.draft)
    // Without rules, a pasted level keeps those of the workshop.
    session.perform(.edit(.paste("S1P")))
    expectEqual(session.workshop.draft.rules.zombieSpeed, 3)
    session.perform(.keep)
    let file = try require(session.workshop.file)
    try expectEqual(Campaign(text: file).worlds[0].levels[0].rules?.rules.zombieSpeed, 3)
  }

  @Test("2.10 A given level is played under its rules, and its link says them")
  func given() throws {
    let rules = try Rules(zombieSpeed: 2)
    var setup = Session.Setup(
      Settings(
        .levels([
          NamedLevel(try Level(Self.room), name: Self.room, rules: rules),
          NamedLevel(try Level("S1P"), name: "S1P"),
        ])))
    setup.settings.set(.hearingDistance(2))
    var session = try Session(setup)
    expectEqual(session.attempt.rules, rules)
    expectEqual(session.address, Self.room + "?zombie-speed=2")
    try session.play(Self.wins.fast)
    session.perform(.dismiss)
    try expectEqual(session.attempt.rules, (try Rules(hearingDistance: 2)))
  }
}
