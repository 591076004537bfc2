import Testing
import ZombiesCore
import ZombiesTestSupport

/// A worked example for every sentence of "The rules", section 3. The player is far enough from the
/// zombies to survive, except in the tests of catching.
@Suite struct ChaseRulesTests {
  @Test("Zombies move one after another, in the reading order of their squares …")
  func orderOfZombies() {
    // The second zombie is in the way of the first and has not moved yet.
    expectEqual(after("L", in: "S1ZZ4P+lit"), "S.Z.Z..P.+lit")
    expectEqual(after("U", in: "Z1/Z1/2/2/2/2/P1/1S+lit"), "Z./../Z./../../P./../.S+lit")
  }

  @Test("… at the beginning of the chase: a zombie that steps behind another does not move twice")
  func orderIsThatOfTheBeginning() {
    expectEqual(after("R", in: "Z1Z/3/3/3/3/SP1+lit"), ".../Z.Z/.../.../.../S.P+lit")
  }

  @Test("… and each zombie sees where the earlier ones have gone")
  func laterZombiesSeeEarlierOnes() {
    // The first makes room for the second.
    expectEqual(after("R", in: "P4ZZ1S+lit"), ".P..ZZ..S+lit")
    expectEqual(after("D", in: "P1/2/2/2/2/Z1/Z1/1S+lit"), "../P./../../Z./Z./../.S+lit")
    // The first steps onto the square that the second tries first.
    expectEqual(after("L", in: "1Z4/Z5/6/6/S4P+lit"), "....../.Z..../Z...../....../S...P.+lit")
  }

  @Test("If the rows differ, one vertical step brings a zombie nearer …")
  func noHorizontalStepInTheSameColumn() {
    expectEqual(after("U", in: "Z2/#2/3/3/P1S+lit"), "Z../#../.../P../..S+lit")
    expectEqual(after("D", in: "P1S/3/3/#2/Z2+lit"), "..S/P../.../#../Z..+lit")
  }

  @Test("… and if the columns differ, one horizontal step does")
  func noVerticalStepInTheSameRow() {
    expectEqual(after("L", in: "Z#2P/4S+lit"), "Z#.P./....S+lit")
    expectEqual(after("R", in: "4S/P2#Z+lit"), "....S/.P.#Z+lit")
  }

  @Test("A zombie first tries the step along the longer axis …")
  func longerAxisFirst() {
    expectEqual(after("L", in: "Z3/4/4/4/S2P+lit"), "..../Z.../..../..../S.P.+lit")
    expectEqual(after("L", in: "Z5/6/S4P+lit"), ".Z..../....../S...P.+lit")
    // The same upwards and to the left.
    expectEqual(after("R", in: "P2S/4/4/4/3Z+lit"), ".P.S/..../..../...Z/....+lit")
    expectEqual(after("R", in: "P4S/6/5Z+lit"), ".P...S/....../....Z.+lit")
  }

  @Test("… and the vertical one if both differ by the same number")
  func verticalFirstWhenEqual() {
    expectEqual(after("L", in: "Z4/5/5/S3P+lit"), "...../Z..../...../S..P.+lit")
    expectEqual(after("D", in: "P1S1/4/4/4/3Z+lit"), "..S./P.../..../...Z/....+lit")
  }

  @Test("If a block, the signpost or another zombie is on that square, it tries the other step")
  func triesTheOther() {
    expectEqual(after("L", in: "Z3/#3/4/4/S2P+lit"), ".Z../#.../..../..../S.P.+lit")
    expectEqual(after("L", in: "Z3/S3/4/4/3P+lit"), ".Z../S.../..../..../..P.+lit")
    expectEqual(after("L", in: "Z3/Z3/4/4/S2P+lit"), ".Z../..../Z.../..../S.P.+lit")
    // The horizontal step is blocked, and the vertical one is free.
    expectEqual(after("L", in: "Z#4/6/S4P+lit"), ".#..../Z...../S...P.+lit")
    expectEqual(after("L", in: "ZS4/6/5P+lit"), ".S..../Z...../....P.+lit")
    expectEqual(after("L", in: "ZZ4/6/S4P+lit"), "..Z.../Z...../S...P.+lit")
  }

  @Test("… and if that is not possible either, or there is no other step, it stays")
  func stays() {
    expectEqual(after("L", in: "Z#2/#3/4/4/S2P+lit"), "Z#../#.../..../..../S.P.+lit")
    expectEqual(after("L", in: "ZS2/#3/4/4/3P+lit"), "ZS../#.../..../..../..P.+lit")
    expectEqual(after("L", in: "Z#2/ZS2/#3/4/4/3P+lit"), "Z#../ZS../#.../..../..../..P.+lit")
    expectEqual(after("L", in: "ZS2P+lit"), "ZS.P.+lit")
  }

  @Test("It can walk over the start and flashlights")
  func walksOverStartAndFlashlights() {
    expectEqual(after("RR", in: "Z1P3S+lit"), "..Z.P.S+lit")
    expectEqual(after("R", in: "ZF2P2S+lit"), ".Z...P.S+lit")
    expectEqual(after("RR", in: "ZF2P2S+lit"), ".FZ...PS+lit")
  }

  @Test("catching distance 0: a zombie catches only on the player's square")
  func catchingDistanceZero() {
    expectEqual(after("R", in: "ZP2S+lit", .variant(0)), ".ZP.S+lit")
    expectEqual(after("", in: "ZP2S+lit", .variant(1)), "ZP..S+lit caught")
    expectEqual(after("RR", in: "SP1Z", .variant(0)), "S..* caught")
    expectEqual(after("R", in: "SP1Z", .variant(0)), "S.PZ")
  }

  @Test("catching distance 0: a zombie can step onto the player's square")
  func zombieStepsOntoThePlayer() {
    expectEqual(after("R", in: "P1Z1S+lit", .variant(0)), ".*..S+lit caught")
    expectEqual(after("R", in: "P2Z1S+lit", .variant(0)), ".PZ..S+lit")
    expectEqual(after("RL", in: "P2Z1S+lit", .variant(0)), "PZ...S+lit")
    // The first zombie is on the player's square, so the second one stays.
    expectEqual(after("U", in: "1Z1/2Z/SP1+lit", .variant(0)), ".../.*Z/S..+lit caught")
  }

  @Test("chase axis vertical: the vertical step first whenever the rows differ")
  func verticalAxis() {
    let rules = Rules.variant(1, "vertical")
    expectEqual(after("L", in: "Z5/6/S4P+lit", rules), "....../Z...../S...P.+lit")
    expectEqual(after("L", in: "Z4P/S5+lit", rules), ".Z..P./S.....+lit")
    expectEqual(after("L", in: "Z5/#5/S4P+lit", rules), ".Z..../#...../S...P.+lit")
    expectEqual(after("L", in: "Z#4/#5/S4P+lit", rules), "Z#..../#...../S...P.+lit")
  }

  @Test("chase axis horizontal: the horizontal step first whenever the columns differ")
  func horizontalAxis() {
    let rules = Rules.variant(1, "horizontal")
    expectEqual(after("L", in: "Z3/4/4/4/S2P+lit", rules), ".Z../..../..../..../S.P.+lit")
    expectEqual(after("L", in: "Z3/4/4/4/1P1S+lit", rules), "..../Z.../..../..../P..S+lit")
    expectEqual(after("L", in: "Z#2/4/4/4/S2P+lit", rules), ".#../Z.../..../..../S.P.+lit")
    expectEqual(after("L", in: "Z#2/#3/4/4/S2P+lit", rules), "Z#../#.../..../..../S.P.+lit")
  }

  @Test("zombie speed: 1 to 16 steps per chase")
  func speed() {
    for speed in 1...16 {
      let between = { (count: Int) in String(repeating: ".", count: count) }
      let expected = between(speed) + "Z" + between(25 - speed - 1) + "P.S+lit"
      expectEqual(after("L", in: "Z25PS+lit", .variant(1, "longest", speed)), expected)
    }
    expectNil((try? Rules(zombieSpeed: 0)))
    expectNil((try? Rules(zombieSpeed: 17)))
    expectNil((try? Rules(catchingDistance: 2)))
    expectNil((try? Rules(catchingDistance: -1)))
  }

  @Test("Each step is chosen anew, from the square on which the zombie is then")
  func stepsAreChosenAfresh() {
    // Three rows and two columns away: down, down (both differ by two), right.
    let code = "Z3/4/4/S2P+lit"
    expectEqual(after("L", in: code, .variant(1, "longest", 1)), "..../Z.../..../S.P.+lit")
    expectEqual(after("L", in: code, .variant(1, "longest", 2)), "..../..../Z.../S.P.+lit")
    expectEqual(after("L", in: code, .variant(1, "longest", 3)), "..../..../.Z../S.P.+lit")
    // Around a block, and then down again.
    let shut = "Z3/#3/4/4/4/S2P+lit"
    let expected = "..../#Z../..../..../..../S.P.+lit"
    expectEqual(after("L", in: shut, .variant(1, "longest", 2)), expected)
  }

  @Test("One zombie makes all its steps before the next begins")
  func allStepsBeforeTheNext() {
    let rules = Rules.variant(1, "longest", 2)
    // The first zombie cannot step. It does not get another try after the second one leaves.
    expectEqual(after("L", in: "ZZ7PS+lit", rules), "Z..Z....P.S+lit")
    expectEqual(after("R", in: "SP7ZZ+lit", rules), "S.P....ZZ..+lit")
  }

  @Test("A zombie's turn ends if it is on the player's square or has no possible step")
  func doneZombies() {
    expectEqual(after("L", in: "Z7PS+lit", .variant(0, "longest", 16)), ".......*.S+lit caught")
    expectEqual(after("L", in: "Z#2P/4S+lit", .variant(1, "longest", 16)), "Z#.P./....S+lit")
    let rules = Rules.variant(0, "vertical", 16)
    expectEqual(after("L", in: "Z4/5/3#1/S3P+lit", rules), "...../...../...#./S..*.+lit caught")
  }
}
