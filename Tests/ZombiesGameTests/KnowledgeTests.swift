import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesGame

/// Squares that an attempt forgets, or that players know although they have not seen them (1.14).
@Suite struct KnowledgeTests {
  private static let floor = "; world: T\n; level: F\nS4/5/3ZZ/5/4P\n"

  @Test("1.14 In a world, squares seen in earlier lives stay on the board, and hints use them")
  func lives() throws {
    var session = try ThreeWorlds.session(Self.floor)
    for _ in 0..<2 { session.perform(.choose) }
    expect(session.askForHint().contains("It wins 36 of the 105 solvable levels"))
    try session.play("U")
    session.perform(.dismiss)
    // The zombie above is on the board, and the hint avoids it.
    expect(session.told.contains("1 zombie: 2 up (remembered)."))
    expect(session.picture[2].hasSuffix("Z'"))
    let first = session.askForHint()
    expect(session.lastHint?.move == .left && !first.contains(" of the 105 solvable"))
    // The other zombie is seen too, and then only one level is possible.
    try session.play("LU")
    session.perform(.dismiss)
    expect(session.told.contains { $0.hasPrefix("2 zombies") })
    expect(
      session.askForHint().hasSuffix(
        "It wins the only solvable level still possible. With a hint, a win earns 1 star."))
    // A new attempt is the same level played again.
    session.perform(.back)
    session.perform(.choose)
    expect(session.attempt.seen.contains(Square(row: 2, column: 3)))
  }

  @Test("1.14 With forget, the board hides squares that hints still know")
  func forgets() throws {
    var session = try ThreeWorlds.session(Self.floor) { $0.settings.remembers = false }
    for _ in 0..<2 { session.perform(.choose) }
    try session.play("U")
    session.perform(.dismiss)
    expect(!session.picture.joined().contains("Z"))
    expect(!session.told.contains { $0.contains("zombie: ") })
    session.askForHint()
    expectEqual(session.lastHint?.move, .left)
  }

  @Test("1.14 Given and requested levels are remembered, also after a restart")
  func givenLevels() throws {
    let zombie = Square(row: 2, column: 4)
    for restarts in [false, true] {
      var session = try session("S4/5/3ZZ/5/4P")
      try session.play("U")
      expectEqual(session.message?.reasons.last, "Next: the same level again.")
      session.perform(restarts ? .undo : .dismiss)
      if restarts {
        session.perform(.restart)
      } else {
        expectEqual(session.attempt.standing, .counts)
      }
      expect(session.attempt.seen.contains(zombie))
      session.askForHint()
      expectEqual(session.lastHint?.move, .left)
    }
    var named = try Session(Session.Setup(seed: 4))
    let level = NamedLevel(try Level("S4/5/3ZZ/5/4P"), name: "given")
    for _ in 0..<2 {
      named.perform(.play(level))
      named.perform(.move(.up))
      named.perform(.dismiss)
    }
    // Another level was played in between. Under another name, the player could not recognize it.
    named.perform(.play(level))
    expect(named.attempt.seen.contains(zombie))
    named.perform(.play(NamedLevel(level.level, name: "other")))
    expect(!named.attempt.seen.contains(zombie))
  }

  @Test("1.14 The message says whether the same level or a new one comes next")
  func whatComesNext() throws {
    var one = try session("S4/5/3ZZ/5/4P")
    var two = try session("S4/5/3ZZ/5/4P", "S4/5/2Z1Z/5/4P")
    var drawn = try Session(Session.Setup(Settings(.family(.classic)), seed: 1))
    for _ in 0..<2 {
      try one.play("U")
      expectEqual(one.message?.reasons.last, "Next: the same level again.")
      one.perform(.dismiss)
    }
    try two.play("U")
    expectEqual(two.message?.reasons.last, "Next: a new level.")
    for direction in [Direction.up, .left] {
      for _ in 0..<4 { drawn.perform(.move(direction)) }
    }
    try require(drawn.message != nil)
    expect(drawn.message?.reasons.last != "Next: the same level again.")
  }

  /// Of three placements, the same one is soon drawn again, and the player cannot know.
  @Test("1.14 A level that is drawn again by chance is a new one", arguments: [0, 1])
  func drawnAgain(distance: Int) throws {
    var settings = Settings(
      .family(try Family("3x3z1")), rules: try Rules(catchingDistance: distance))
    settings.selection = .any
    var session = try Session(Session.Setup(settings, seed: 1))
    var met: Set<String> = []
    var again = 0
    for _ in 0..<12 {
      expectEqual(session.attempt.seen.count, 3)
      if !met.insert(session.attempt.level.code).inserted { again += 1 }
      for direction in [Direction.up, .up, .left, .left] where session.message == nil {
        session.perform(.move(direction))
      }
      try require(session.message != nil)
      session.perform(.dismiss)
    }
    expect(again > 5)
  }

  @Test(
    "1.14 Other players of a board, and later rounds, do not know what a player has seen")
  func turns() throws {
    let level = try Level("S4/5/3ZZ/5/4P")
    var session = try boardSession(["Ann", "Ben"], [level.code])
    session.perform(.button(.start))
    for _ in 0..<2 {
      session.perform(.choose)
      expect(session.attempt.turn != nil && session.attempt.seen.count == 3)
      try session.play("U")
      session.perform(.look)
      session.perform(.look)
      session.perform(.dismiss)
    }
    session.perform(.visit(.rounds))
    session.perform(.play(NamedLevel(level, name: level.code)))
    expect(session.attempt.level == level && session.attempt.seen.count == 3)
    // A turn does not know the squares that were seen in a round either.
    try session.play("U")
    session.perform(.dismiss)
    session.perform(.visit(.board))
    session.perform(.choose)
    expect(session.attempt.turn != nil && session.attempt.seen.count == 3)
  }

  @Test("1.14 The memory is part of the session, and has a limit")
  func isAValue() throws {
    var session = try Session(Session.Setup(seed: 4))
    func level(_ number: Int) throws -> NamedLevel {
      NamedLevel(try Level("S4/5/3ZZ/5/4P"), name: "level \(number)")
    }
    session.perform(.play(try level(0)))
    var copy = session
    copy.perform(.move(.up))
    expect(copy.memory != session.memory)
    session.perform(.play(try level(0)))
    expectEqual(session.attempt.seen.count, 3)
    let zombie = Square(row: 2, column: 4)
    for (others, isKnown) in [(Memory.mostLevels - 1, true), (Memory.mostLevels, false)] {
      for other in 1...others {
        copy.perform(.play(try level(other)))
        copy.perform(.move(.up))
        copy.perform(.undo)
      }
      copy.perform(.play(try level(0)))
      expectEqual(copy.attempt.seen.contains(zombie), isKnown)
      copy.perform(.move(.down))
    }
  }

  @Test("1.7 If the seen squares prove that nothing can be won, a hint names no move")
  func hintsThatNameNoMove() throws {
    let words = "Hint: nothing can be won from here. What you have seen proves it."
    var settings = Settings(.family(try Family("4x4z1b1")))
    settings.selection = .any
    var drawn = try Session(Session.Setup(settings, seed: 3))
    drawn.perform(.move(.up))
    drawn.perform(.undo)
    expect(drawn.askForHint() == words && drawn.lastHint == .lost(.sight))
    expect(drawn.screen.notes.contains("This level cannot be won."))
    // Levels without a family: some with a flashlight out of sight, some without danger.
    for (code, moves, isProved) in [
      ("S2/3/1Z1/3/1P1/3", ["U"], true), ("S3/4/1Z2/4/1P2/4", ["U"], false),
      ("ZS2/4/3Z/2Z1/3P", ["U", "L"], true),
      ("S1F1/4/3Z/2Z1/3P", ["U", "L"], true), ("S4/5/3##/2#2/2#1P", ["U", "L"], false),
      ("S4/5/3##/2#2/2#1P", ["U", "L", "UL"], true), ("S4/F4/3##/2#2/2#1P", ["UL", "L"], true),
    ] {
      var session = try session(code)
      for moves in moves {
        try session.play(moves)
        while session.allows(.undo) { session.perform(.undo) }
      }
      let told = session.askForHint()
      expectEqual((told == words), isProved, "\(code): \(told)")
      expectEqual((session.lastHint?.move == nil), isProved, "\(code)")
    }
  }

  @Test(
    "1.9 The message names the move that lit the room and lost it, or says it was lost before")
  func lightThatLoses() throws {
    var session = try session("S3/3F/4/Z2P")
    try session.play("U")
    let sign = "This round can no longer be won: move 1, up, lost it."
    expect(session.told.last == sign && session.screen.notes.contains(sign))
    // Back in the dark it can still be won.
    session.perform(.undo)
    expect(!session.screen.notes.contains { $0.contains("won") })
    // Every placement of a small room, with moves into the light.
    var (lost, before) = (0, 0)
    for level in sampled(Array(Placements(try Family("4x4z1f1"))), every: 3) {
      for moves in ["U", "L", "UU", "LL", "UL", "LU"] {
        var session = try ZombiesGameTests.session(level.code)
        for direction in moves.utf8.compactMap({ Direction(letter: $0) }) {
          session.perform(.move(direction))
        }
        guard session.attempt.round.isLit, let position = session.attempt.position,
          session.attempt.path.count == moves.utf8.count, !position.isSolvable,
          session.attempt.hasJustBecomeLit
        else { continue }
        let number = moves.utf8.count
        let move = session.attempt.path[number - 1].word
        let expected =
          level.isSolvable
          ? "This round can no longer be won: move \(number), \(move), lost it."
          : "This level cannot be won. It could not be won in the dark either."
        if level.isSolvable { lost += 1 } else { before += 1 }
        expectEqual(session.told.last, expected, "\(level.code) \(moves)")
      }
    }
    expect(lost > 0 && before > 0)
  }
}
