import Testing
import ZombiesCore
import ZombiesTestSupport

/// A worked example for every rule of "The rules", section 2, in the order of that section.
@Suite struct RoundRulesTests {
  // The start

  @Test("The player begins on the start")
  func beginsOnTheStart() {
    expectEqual(after("", in: "S1P"), "S.P")
    expectEqual(after("", in: "P3/4/1Z1S+lit"), "P.../..../.Z.S+lit")
  }

  @Test("If a flashlight is in sight of the start, the room is lit from the beginning")
  func flashlightAtTheStart() {
    expectEqual(after("", in: "S2PF"), "S..PF+lit")
    expectEqual(after("", in: "S1F/2P"), "S.F/..P+lit")
    expectEqual(after("", in: "S1P1/3F"), "S.P./...F")
    expectEqual(after("", in: "S1P1F"), "S.P.F")
    // A flashlight beyond the edge of a row is not in sight: rows do not wrap.
    expectEqual(after("", in: "S1P/F2"), "S.P/F..")
    // The zombies chase from the first move on.
    expectEqual(after("L", in: "S3PF1Z"), "S..P.FZ.+lit")
  }

  @Test("If a zombie is within the catching distance of the start, the player is caught at once")
  func caughtAtTheStart() {
    expectEqual(after("", in: "S1PZ"), "S.PZ caught")
    expectEqual(after("", in: "SPZ"), "SPZ caught")
    expectEqual(after("", in: "S1Z/2P+lit"), "S.Z/..P+lit caught")
    expectEqual(after("", in: "S1P1/3Z"), "S.P./...Z")
    expectEqual(after("", in: "S1P/Z2"), "S.P/Z..")
    expectEqual(after("", in: "S1PZ", .variant(0)), "S.PZ")
    expectEqual(after("", in: "S1PZ/2F1"), "S.PZ/..F.+lit caught")
  }

  @Test("A player who has no legal move at the start is stuck")
  func stuckAtTheStart() {
    expectEqual(after("", in: "S#P"), "S#P stuck")
    expectEqual(after("", in: "S2/2#/1#P+lit"), "S../..#/.#P+lit stuck")
    // A zombie's square is a legal target, so a player with no other move is not stuck.
    expectEqual(after("", in: "S1#PZ", .variant(0)), "S.#PZ")
    expectEqual(after("", in: "S1#PZ"), "S.#PZ caught")
  }

  // Legal moves

  @Test("A move is legal if its target is in the room and has no block, even if a zombie is there")
  func legalMoves() throws {
    let level = try Level("S2/#PZ/3")
    var round = Round(level, rules: .variant(0))
    expectEqual(round.legalMoves, [.up, .down, .right])
    let small = try require(SmallLevel(level))
    let fast = SmallRound(small, rules: .variant(0)).legalMoves
    expectEqual(fast, round.legalMoves)
    let middle = Square(row: 1, column: 1)
    #expect(throws: Round.IllegalMove.blocked(.left, from: middle)) { try round.move(.left) }
    expect(round.player == middle && round.moves == 0 && round.outcome == nil)
  }

  @Test("No move leaves the room, and no move follows the end of a round")
  func illegalMoves() throws {
    var round = Round(try Level("P1S"))
    let start = Square(row: 0, column: 0)
    for direction in [Direction.up, .down, .left] {
      #expect(throws: Round.IllegalMove.leavesRoom(direction, from: start)) {
        try round.move(direction)
      }
    }
    expectEqual(round.legalMoves, [.right])
    try round.move(.right)
    try round.move(.right)
    #expect(throws: Round.IllegalMove.roundIsOver(.won)) { try round.move(.left) }
    expectEqual(round.moves, 2)
    var caught = Round(try Level("PZS"))
    #expect(throws: Round.IllegalMove.roundIsOver(.caught)) { try caught.move(.right) }
    var stuck = Round(try Level("P#S"))
    #expect(throws: Round.IllegalMove.roundIsOver(.stuck)) { try stuck.move(.right) }
  }

  @Test("The rules set no limit on moves")
  func noLimitOnMoves() {
    let moves = String(repeating: "LR", count: 1000)
    expectEqual(after(moves, in: "S2P#Z+lit"), "S..P#Z+lit")
    expectEqual(after(moves + "LLL", in: "S2P#Z"), "P...#Z won")
  }

  // The five steps of a move

  @Test("1. The player steps to the target")
  func stepOne() {
    expectEqual(after("U", in: "2S/1P1/3"), ".PS/.../...")
    expectEqual(after("D", in: "2S/1P1/3"), "..S/.../.P.")
    expectEqual(after("L", in: "2S/1P1/3"), "..S/P../...")
    expectEqual(after("R", in: "2S/1P1/3"), "..S/..P/...")
    expectEqual(after("UDLR", in: "2S/1P1/3"), "..S/.P./...")
  }

  @Test("2. On the signpost, the round is won, even if a zombie is near")
  func stepTwo() {
    expectEqual(after("UU", in: "ZSZ/3/1P1"), "ZPZ/.../... won")
    expectEqual(after("U", in: "ZSZ/1P1+lit"), "ZPZ/...+lit won")
    expectEqual(after("U", in: "ZSZ/1P1+lit", .variant(0, "horizontal", 3)), "ZPZ/...+lit won")
    // A flashlight near the signpost no longer matters.
    expectEqual(after("L", in: "FSP"), "FP. won")
  }

  @Test("3. If a zombie is within the catching distance, the player is caught")
  func stepThree() {
    expectEqual(after("R", in: "S2/2Z/P2"), "S../..Z/.P.")
    expectEqual(after("RR", in: "S2/2Z/P2"), "S../..Z/..P caught")
    expectEqual(after("RR", in: "SP1Z", .variant(0)), "S..* caught")
    // Caught before the chase: the near zombie has not stepped onto the player, and the far one has
    // not moved.
    expectEqual(after("R", in: "SP1Z2Z+lit"), "S.PZ..Z+lit caught")
  }

  @Test("4. If the room was lit before this move, every zombie chases, and may catch the player")
  func stepFour() {
    expectEqual(after("R", in: "S3P2Z+lit"), "S....PZ.+lit caught")
    expectEqual(after("R", in: "S3P3Z+lit"), "S....P.Z.+lit")
    expectEqual(after("R", in: "S3P2Z"), "S....P.Z")
    expectEqual(after("L", in: "Z2S2P2Z+lit"), ".Z.S.P..Z.+lit")
    expectEqual(after("R", in: "S3P2Z", .variant(0, "longest", 16)), "S....P.Z")
  }

  @Test("5. If the room was dark before this move and a flashlight is in sight, it becomes lit")
  func stepFive() {
    expectEqual(after("R", in: "S1P2F2Z"), "S..P.F..Z")
    expectEqual(after("RR", in: "S1P2F2Z"), "S...PF..Z+lit")
    expectEqual(after("D", in: "S1P/3/F2/1Z1"), "S../..P/F../.Z.")
    expectEqual(after("DL", in: "S1P/3/1F1/3/3/1Z1"), "S../.P./.F./.../.../.Z.+lit")
  }

  @Test("… and stays lit. Zombies first move in the player's next move")
  func staysLit() {
    expectEqual(after("RRL", in: "S1P2F2Z"), "S..P.F.Z.+lit")
    expectEqual(after("RRLL", in: "S1P2F2Z"), "S.P..FZ..+lit")
    expectEqual(after("RRLLL", in: "S1P2F2Z"), "SP...Z...+lit")
    expectEqual(after("RRLLLL", in: "S1P2F2Z"), "P....Z...+lit won")
  }

  @Test("A player who is caught in step 3 does not light the room")
  func caughtInTheDark() {
    expectEqual(after("R", in: "S1P1Z/3F1"), "S..PZ/...F. caught")
  }

  @Test("Events are reported in order")
  func events() throws {
    var round = Round(try Level("S1P2F1#Z"))
    try expectEqual(told(round.move(.right)), "R to 3")
    try expectEqual(told(round.move(.right)), "R to 4, lit")
    // The zombie behind the block takes part in the chase, and stays.
    try expectEqual(told(round.move(.left)), "L to 3, chased 8 via [] to 8")

    round = Round(try Level("SP3Z+lit"), rules: .variant(0, "longest", 2))
    try expectEqual(told(round.move(.right)), "R to 2, chased 5 via [4, 3] to 3")
    try expectEqual(told(round.move(.left)), "L to 1, chased 3 via [2, 1] to 1, caught")

    round = Round(try Level("SP+lit"))
    try expectEqual(told(round.move(.left)), "L to 0, won")
    round = Round(try Level("S1P1Z+lit"))
    try expectEqual(told(round.move(.right)), "R to 3, caught")
    round = Round(try Level("S1P3ZZF+lit"))
    try expectEqual(told(round.move(.left)), "L to 1, chased 6 via [5] to 5 and 7 via [6] to 6")
  }

  /// The events of a round on one line, in a room of one row. Squares are given by column.
  private func told(_ events: [Round.Event]) -> String {
    events.map { event in
      switch event {
      case .stepped(let direction, let square): "\(direction) to \(square.column)"
      case .chased(let moves):
        "chased "
          + moves.map { "\($0.from.column) via \($0.path.map(\.column)) to \($0.to.column)" }
          .joined(separator: " and ")
      case .lit: "lit"
      case .ended(let outcome): outcome.name
      }
    }.joined(separator: ", ")
  }
}
