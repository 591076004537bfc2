import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestSupport

/// The article "Policies", in examples worked out by hand.
@Suite struct PlannerExampleTests {
  /// The moves of both forms of a player in a level, which must be the same.
  private func moves(
    _ policy: Policy, _ code: String, catchingDistance: Int = 1, maxMoves: Int = 12
  ) throws -> String {
    let level = try Level(code)
    let rules = try Rules(catchingDistance: catchingDistance)
    let wide = try PlayedLine(wide: policy, level, rules, maxMoves: maxMoves)
    if let small = SmallLevel(level) {
      try expectEqual(PlayedLine(small: policy, small, rules, maxMoves: maxMoves), wide)
    }
    return "\(wide.moves) \(wide.outcome)"
  }

  @Test func inAnOpenRoomEdgeGoesUpTheRightHandEdgeThenLeftAlongTheTop() throws {
    try expectEqual(moves(.edge, "S3/4/4/3P"), "UUULLL won")
    try expectEqual(moves(.edge, "S4/5/4P"), "UULLLL won")
    try expectEqual(moves(.edge, "S1/2/2/1P"), "UUUL won")
    try expectEqual(moves(.edge, "S8/9/9/9/9/9/9/9/8P", maxMoves: 16), "UUUUUUUULLLLLLLL won")
  }

  @Test func inAnOpenRoomBeelineZigzags() throws {
    // The vertical axis if both are equally long, then the longer one: in turn.
    try expectEqual(moves(.beeline, "S3/4/4/3P"), "ULULUL won")
    try expectEqual(moves(.beeline, "S4/5/4P"), "LLULUL won")
    try expectEqual(moves(.beeline, "S2/3/3/3/2P"), "UUULUL won")
    try expectEqual(moves(.beeline, "S8/9/9/9/9/9/9/9/8P", maxMoves: 16), "ULULULULULULULUL won")
  }

  @Test func theSignpostMayLieInAnyDirection() throws {
    try expectEqual(moves(.edge, "P2/3/2S"), "DDRR won")
    try expectEqual(moves(.edge, "2P/3/S2"), "LLDD won")
    try expectEqual(moves(.edge, "2S/3/P2"), "UURR won")
    try expectEqual(moves(.beeline, "P2/3/2S"), "DRDR won")
    try expectEqual(moves(.beeline, "2P/3/S2"), "DLDL won")
    try expectEqual(moves(.beeline, "2S/3/P2"), "URUR won")
  }

  @Test func aBlockIsShutFromWhenItIsSeen() throws {
    // The block above the start is seen at once.
    try expectEqual(moves(.edge, "S3/4/3#/3P"), "LUUULL won")
    // The block in the top row is seen only from the corner, and bypassed from there: back down,
    // two to the left, and up as soon as possible.
    try expectEqual(moves(.edge, "S1#1/4/4/3P"), "UUUDLLUL won")
    // In the light it is seen from the start, and the player does not go to the corner.
    try expectEqual(moves(.edge, "S1#1/4/4/3P+lit"), "UULLUL won")
  }

  @Test func aBlockThatWasSeenIsRemembered() throws {
    // There is no path once both blocks next to the signpost are known: at once in the light, from
    // the fourth move on in the dark. Then the player makes the first legal move in the order U, L,
    // D, R: right if there is no other, then up and down forever.
    for policy in [Policy.edge, .beeline] {
      try expectEqual(moves(policy, "S#1/#1P+lit", maxMoves: 6), "UDUDUD out-of-moves")
    }
    try expectEqual(moves(.edge, "S#1/#1P"), "UDLRUDUDUDUD out-of-moves")
    // Beeline begins along the longer axis, and sees both at once.
    try expectEqual(moves(.beeline, "S#1/#1P"), "LRUDUDUDUDUD out-of-moves")
  }

  @Test func aZombieIsShutWhileItIsSeen() throws {
    // With catching distance 0 the zombie above the start is seen, and bypassed.
    try expectEqual(moves(.edge, "S2/2Z/2P", catchingDistance: 0), "LUUL won")
    // The zombie is on the only path. There is no other, and left comes before right.
    try expectEqual(moves(.edge, "S1ZP1", catchingDistance: 0), "L caught")
    // There are blocks above and to the left, and down comes before right.
    try expectEqual(moves(.edge, "S1#1/1#P1/4", catchingDistance: 0, maxMoves: 1), "D out-of-moves")
  }

  @Test func aZombieInTheDarkIsNotSeenBeforeItIsTooLate() throws {
    // At catching distance 1, a player who sees a zombie on a neighbouring square has been caught.
    try expectEqual(moves(.edge, "S3/3Z/4/3P"), "U caught")
    try expectEqual(moves(.beeline, "S3/3Z/4/3P"), "U caught")
  }

  @Test func aRoundThatIsOverAtOnceHasNoMoves() throws {
    for policy in Policy.withoutPlan {
      try expectEqual(moves(policy, "S3/3Z/3P"), " caught")
      try expectEqual(moves(policy, "S#/#P"), " stuck")
    }
  }

  @Test func withoutASolutionClairvoyantMakesTheFirstLegalMove() throws {
    // In the order U D L R, down comes before left. `edge` has them the other way round.
    try expectEqual(moves(.clairvoyant, "S#1/#1P", maxMoves: 5), "UDUDU out-of-moves")
    try expectEqual(moves(.clairvoyant, "S#3/#1#P1/5", maxMoves: 4), "UDUD out-of-moves")
    try expectEqual(moves(.clairvoyant, "S#1#1/#1#P1/5", maxMoves: 3), "DUD out-of-moves")
    try expectEqual(moves(.clairvoyant, "S3/4/2Z1/3P"), "U caught")
  }

  @Test func clairvoyantNeedsASolverThatDoesNotGiveUp() throws {
    let level = try Level("S5/6/2Z3/1Z4/6/5P+lit")
    let solver = Solver(stateLimit: 3)
    #expect(throws: PolicyError.gaveUp(level)) { try Script(level, solver: solver) }
    let small = try require(SmallLevel(level))
    #expect(throws: PolicyError.gaveUp(level)) { try Script(small, solver: solver) }
    expectEqual(
      PolicyError.gaveUp(level).description,
      "clairvoyant cannot play S5/6/2Z3/1Z4/6/5P+lit: "
        + "the solver gave up; raise its limit on states")
  }

  /// The script UUUULLLL, played in other levels than its own.
  @Test(arguments: [("S4/5/5/4#/4P", 1), ("S4/4#/5/5/4P", 3), ("S4/5/4P", 3), ("S2#1/5/5/5/4P", 5)])
  func anIllegalMoveIsAnError(code: String, move: Int) throws {
    let script = try Script(Level("S4/5/5/5/4P"), solver: Solver())
    let level = try Level(code)
    let direction: Direction = move == 5 ? .left : .up
    let expected = PolicyError.illegalMove(.clairvoyant, level, direction, move: move)
    expectEqual(Self.error(of: script, in: level), expected)
    let small = try require(SmallLevel(level))
    var (player, round) = (script, SmallRound(small, rules: .standard))
    #expect(throws: expected) {
      while round.outcome == nil { _ = try round.move(by: &player, of: .clairvoyant) }
    }
    expectEqual(round.moves, move - 1)
    expectEqual(
      expected.description,
      "clairvoyant chose an illegal move in \(code): move \(move), \(direction), leads "
        + "out of the room or into a block")
  }

  private static func error(of player: Script, in level: Level) -> PolicyError? {
    var (player, round) = (player, Round(level))
    do throws(PolicyError) {
      while round.outcome == nil { _ = try round.move(by: &player, of: .clairvoyant) }
      return nil
    } catch {
      return error
    }
  }

  @Test func policiesHaveTheirNames() {
    expectEqual(
      Policy.builtIn.map(\.name),
      [
        "random", "edge", "beeline", "clairvoyant", "optimal", "cautious",
      ])
    expectEqual(Policy.builtIn.map(\.description), Policy.builtIn.map(\.name))
    expectEqual(Set(Policy.builtIn.map(\.name)).count, Policy.builtIn.count)
    expectEqual(Set(Policy.builtIn.map(\.summary)).count, Policy.builtIn.count)
    expectEqual(Policy.withoutPlan, Policy.builtIn.filter { $0 != .optimal })
    expect(Policy(builtIn: "Edge") == nil && Policy(builtIn: "edge") == .edge)
  }
}
