import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesGame

/// Progress that another program or the next run loses (2.8), and controls of the worlds that are
/// not greyed.
@Suite struct WorldsKeepingTests {
  @Test("2.8 Progress is saved by level code, and continues in the next session")
  func kept() throws {
    var session = try ThreeWorlds.session()
    try session.complete(0, "UL")
    try session.complete(1, "D")
    let text = session.worlds.progress.text
    expect(text.contains("level S1/1P open win first par\nlevel S1P/Z2 open\n"))
    let next = try ThreeWorlds.session(ThreeWorlds.text, GameProgress(text: text))
    expectEqual(next.worlds, session.worlds)
    // The carousel begins at the first open world that is not completed.
    expectEqual(next.screen.heading, "World 2 of 3: The Barricades")
    // By code: in other worlds, under other names.
    let moved = try Campaign(
      text: "; world: New\nS1P\n; world: Old\n; unlock: stars 6\n; level: x\nS1/1P\nZ1P/2S\n")
    let worlds = Worlds(moved, try GameProgress(text: text))
    expect(worlds.unlocked == [true, true] && worlds.starCount == 6)
    expect(worlds.completed(in: 1) == 2 && worlds.stars(in: 1) == 6)
  }

  @Test("2.8 Two programs at once lose nothing")
  func twoPrograms() throws {
    var one = try ThreeWorlds.session()
    var other = one
    try one.complete(0, "LRUL")
    try other.complete(0, "UL")
    try other.complete(1, "D")
    let (first, second) = (one.worlds.progress, other.worlds.progress)
    expect(
      one.progress(beyond: GameProgress()) != GameProgress() && one.progress(beyond: first) == first
    )
    one.learn(second)
    other.learn(first)
    expect(one.worlds == other.worlds && one.worlds.starCount == 6)
    expect(one.progress(beyond: first) != first && one.worlds.unlocked == [true, true, true])
  }

  @Test("2.8 Progress that arrives in the middle of an attempt does not change it")
  func learningInARoom() throws {
    var other = try ThreeWorlds.session()
    try other.complete(0, "UL")
    try other.complete(1, "D")
    var session = try ThreeWorlds.session()
    session.enterLevel()
    try session.play("L")
    let before = session.attempt
    session.learn(other.worlds.progress)
    expect(session.attempt == before && session.counter("lives") == "lives 3")
    try session.play("U")
    expectEqual(session.message?.headline, "You won!")
    session.perform(.dismiss)
    session.perform(.back)
    session.perform(.next)
    expect(session.allows(.choose))
  }

  @Test("2.9 The arrow keys lead to all worlds, and Return enters an open one")
  func navigating() throws {
    var session = try ThreeWorlds.session()
    let steps: [(Direction, Int)] = [
      (.right, 2), (.right, 3), (.right, 3), (.left, 2), (.left, 1), (.left, 1),
    ]
    for (direction, number) in steps {
      session.perform(try require(session.action(of: .arrow(direction))))
      expect(session.screen.heading.hasPrefix("World \(number) of 3"))
    }
    expectEqual(session.shownPanel?.lines.first, "Open: 0 of 2 levels completed.")
    session.perform(try require(session.action(of: .enter)))
    expect(session.screenKind == .world && session.shownPanel?.title == "First Night")
  }

  /// The actions that are possible in each place, out of all actions.
  @Test("2 Actions that do nothing are greyed, and change nothing")
  func greyed() throws {
    let always: Set<Action.Kind> = [
      .openHelp, .openSettings, .openText, .openMenu, .leave, .visitOriginal, .visitRounds,
      .visitQuestions, .visitBoard, .visitWorkshop,
    ]
    var session = try ThreeWorlds.session()
    session.expectAllowed(always.union([.next, .choose]), "first world", rows: 3)
    session.perform(.next)
    session.expectAllowed(always.union([.previous, .next]), "locked world", rows: 3)
    session.perform(.next)
    session.expectAllowed(always.union([.previous]), "last world", rows: 3)
    session.perform(.point(0))
    session.perform(.choose)
    let world = always.union([.visitWorlds, .back, .choose])
    session.expectAllowed(world.union([.next]), "world", rows: 2)
    session.perform(.next)
    session.expectAllowed(world.union([.previous]), "last level", rows: 2)
    session.perform(.choose)
    // The zombie is to the left. Up and right are not legal.
    let room = always.union([.left, .down, .hint, .showMe, .back, .set])
    session.expectAllowed(room, "room")
    session.perform(.showMe)
    session.expectAllowed([.proceed, .dismiss, .stop, .leave], "solution")
    session.perform(.stop)
    session.expectAllowed(room.union([.newRound]), "practice")
    session.perform(.newRound)
    try session.play("L")
    session.expectAllowed([.dismiss, .look, .undo, .leave], "message")
    session.perform(.look)
    session.expectAllowed([.dismiss, .look, .undo, .restart, .leave, .back], "looking")
    session.perform(.dismiss)
    session.perform(.back)
    session.expectAllowed(world.union([.previous, .share]), "world after a round", rows: 2)
  }

  @Test("2 A world plays only its own levels, and the worlds can be found again")
  func anotherLevelInAWorld() throws {
    var session = try ThreeWorlds.session()
    session.enterLevel()
    for _ in 0..<2 {
      let told = session.say("level S2P")
      expectEqual(
        told.last, "A world has its own levels. Type rounds, then level CODE.")
      expectEqual(session.attempt.place, Campaign.Place(world: 0, level: 0))
      // The same at the end of the round.
      _ = session.say("up left")
    }
    _ = session.say("worlds")
    expectEqual(session.place, .world)
    _ = session.say("rounds")
    _ = session.say("level S2P")
    expectEqual(session.attempt.level.code, "S2P")
    _ = session.say("worlds")
    expectEqual(session.place, .carousel)
  }

  @Test("2 Commands typed while the solution is shown, or during a hint's search, do not trap")
  func wordsWhileWaiting() throws {
    var setup = Session.Setup(try Campaign(text: "; world: One\nS4/5/1Z3/2Z2/4P\n"))
    setup.textScreen = .open
    var session = try Session(setup)
    func type(_ line: String) {
      session.perform(.type(line))
      session.perform(.enter)
    }
    let others = ["worlds", "rounds", "up", "undo", "next", "back", "level S1P", "board", "look"]
    type("enter")
    type("play")
    type("show me")
    expectEqual(session.awaits, .move)
    for other in others {
      type(other)
      expectEqual(session.awaits, .move, "\(other)")
    }
    while session.awaits != nil { session.perform(.proceed) }
    type("worlds")
    expectEqual(session.place, .world)
    // Another action cancels the wait for a hint.
    for other in others {
      var session = session
      func type(_ line: String) {
        session.perform(.type(line))
        session.perform(.enter)
      }
      type("play")
      type("hint")
      expectEqual(session.awaits, .thought)
      type(other)
      let isDone = ["worlds", "rounds", "up", "board", "back"].contains(other)
      expectEqual((session.awaits == nil), isDone, "\(other): \(session.log.messages.suffix(2))")
      if session.awaits != nil { session.perform(.proceed) }
      expectNil(session.awaits)
      expectEqual(isDone, (session.lastHint == nil))
    }
  }

  private static let shops = """
    ; world: Home
    S1/1P
    ; world: One
    ; unlock: coins 2
    S1P
    ; world: Two
    ; unlock: coins 3
    S1P/Z2
    """

  @Test("2.8 If two programs spend the same coins, the balance is negative, and buys nothing")
  func debts() throws {
    var one = try ThreeWorlds.session(Self.shops)
    try one.complete(0, "UL")
    one.perform(.back)
    var other = one
    one.perform(.next)
    one.perform(.buy)
    other.perform(.point(2))
    other.perform(.buy)
    one.learn(other.worlds.progress)
    expectEqual(one.worlds.unlocked, [true, true, true])
    expect(one.worlds.starCount == 3 && one.worlds.coins == 0)
    expectEqual(one.worlds.progress.coinsPaid, 5)
    // Two more stars only pay the debt.
    let more = Self.shops + "\n; world: Three\n; unlock: coins 1\nP1S\n"
    one = try ThreeWorlds.session(more, one.worlds.progress)
    one.perform(.point(1))
    one.perform(.choose)
    one.perform(.choose)
    one.perform(.hint)
    while one.awaits == .thought { one.perform(.proceed) }
    try one.play("LL")
    one.goBack()
    expect(one.worlds.starCount == 4 && one.worlds.coins == 0 && !one.worlds.canBuy(3))
    _ = try one.complete(0, "LL")
    expect(one.worlds.starCount == 6 && one.worlds.coins == 1 && one.worlds.canBuy(3))
  }
}
