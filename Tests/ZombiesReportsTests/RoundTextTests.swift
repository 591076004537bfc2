import Testing
import ZombiesCore
import ZombiesReports
import ZombiesTestSupport

/// Sentences of a replay that are wrong, for each way in which a round begins, continues and ends.
@Suite struct RoundTextTests {
  private func round(_ code: String, _ rules: Rules = .standard) throws -> Round {
    Round(try Level(code), rules: rules)
  }

  @Test(arguments: [
    ("S4/5/5/5/4P", "start: dark"), ("S4/5/5/5/4P+lit", "start: lit"),
    ("S4/5/5/5/3FP", "start: lit by a flashlight"), ("S4/5/5/5/3FP+lit", "start: lit"),
    ("S#/#P", "start: dark, stuck: no legal move is left"),
    ("SZ/1P", "start: dark, caught: the zombie at (1,2) is one step away"),
    ("SZ/ZP+lit", "start: lit, caught: the zombies at (1,2) and (2,1) are one step away"),
  ])
  func beginnings(code: String, text: String) throws {
    try expectEqual(RoundText.beginning(try round(code)), text)
  }

  /// The sentence of the last move, after moves given as letters.
  private func sentence(
    _ code: String, _ letters: String, _ rules: Rules = .standard, isOfPlayer: Bool = false
  ) throws -> String {
    var round = try round(code, rules)
    var text = RoundText.beginning(round, hears: isOfPlayer)
    for letter in letters.utf8 {
      let events = try round.move(require(Direction(letter: letter)))
      text = RoundText.move(
        round.moves, events, round, seesZombies: !isOfPlayer || round.isLit, hears: isOfPlayer)
    }
    return text
  }

  @Test(arguments: [
    ("S4/5/5/5/4P", "U", "move 1: U to row 4, column 5"),
    ("S4/5/5/5/4P", "UDL", "move 3: L to row 5, column 4"),
    ("S1P", "LL", "move 2: L to row 1, column 1; won: the player reached the signpost"),
    (
      "S2/1Z1/2P", "U",
      "move 1: U to row 2, column 3; caught: the zombie at (2,2) is one step away"
    ),
    (
      "S2/1Z1/Z1P", "L",
      "move 1: L to row 3, column 2; caught: the zombies at (2,2) and (3,1) are one step away"
    ),
    (
      "S4/5/5/4F/2P2", "RR",
      "move 2: R to row 5, column 5; a flashlight lights the room"
    ),
    (
      "S4/Z4/5/5/4P+lit", "U",
      "move 1: U to row 4, column 5; zombies chase: (2,1)→(2,2)"
    ),
    (
      "S5/Z5/Z5/6/6/5P+lit", "U",
      "move 1: U to row 5, column 6; zombies chase: (2,1)→(2,2), (3,1)→(3,2)"
    ),
    (
      "S4/5/5/5/4P+lit", "U", "move 1: U to row 4, column 5; there are no zombies"
    ),
    (
      "S1Z2/2#2/5/5/2P2+lit", "R",
      "move 1: R to row 5, column 4; zombies chase: (1,3)→(1,4)"
    ),
    (
      "Z#3/#4/5/5/S3P+lit", "U",
      "move 1: U to row 4, column 5; no zombie can come closer"
    ),
    (
      "S4/4Z/5/5/4P+lit", "U",
      "move 1: U to row 4, column 5; zombies chase: (2,5)→(3,5); "
        + "caught: the zombie at (3,5) is one step away"
    ),
  ])
  func moves(code: String, letters: String, text: String) throws {
    try expectEqual(sentence(code, letters), text)
  }

  @Test func rulesAreTold() throws {
    let onSquare = try Rules(catchingDistance: 0)
    try expectEqual(
      sentence("S2/2Z/2P", "U", onSquare),
      "move 1: U to row 2, column 3; caught: a zombie is on the player's square")
    try expectEqual(sentence("S2/1Z1/2P", "U", onSquare), "move 1: U to row 2, column 3")
    let fast = try Rules(catchingDistance: 0, zombieSpeed: 3)
    try expectEqual(
      sentence("S4/Z4/5/5/4P+lit", "U", fast),
      "move 1: U to row 4, column 5; zombies chase: (2,1)→(2,2)→(2,3)→(3,3)")
    try expectEqual(
      sentence("S4/Z4/5/5/4P+lit", "UU", fast),
      "move 2: U to row 3, column 5; zombies chase: (3,3)→(3,4)→(3,5); "
        + "caught: a zombie is on the player's square")
  }

  /// The text of the player's view ends with what the player hears in the dark.
  @Test(arguments: [
    ("S4/5/2Z2/5/4P", "", 3, "start: dark; you hear no zombies within 3 steps"),
    ("S4/5/2Z2/5/4P", "U", 3, "move 1: U to row 4, column 5; you hear 1 zombie within 3 steps"),
    (
      "S4/2Z2/2Z2/5/4P", "U", 16,
      "move 1: U to row 4, column 5; you hear 2 zombies within 16 steps"
    ),
    ("S4/5/2Z2/5/4P", "U", 1, "move 1: U to row 4, column 5; you hear no zombies within 1 step"),
    (
      "S#/#P", "", 1,
      "start: dark, stuck: no legal move is left; you hear no zombies within 1 step"
    ),
    ("S4/5/2Z2/5/4P", "U", 0, "move 1: U to row 4, column 5"),
    ("S4/5/5/5/4P+lit", "", 9, "start: lit"),
    ("S4/5/5/4F/2P2", "RR", 9, "move 2: R to row 5, column 5; a flashlight lights the room"),
    (
      "S2/1Z1/2P", "U", 9,
      "move 1: U to row 2, column 3; caught: the zombie at (2,2) is one step away"
    ),
    ("S1P", "LL", 9, "move 2: L to row 1, column 1; won: the player reached the signpost"),
  ])
  func hearing(code: String, letters: String, distance: Int, text: String) throws {
    let rules = try Rules(hearingDistance: distance)
    try expectEqual(sentence(code, letters, rules, isOfPlayer: true), text)
  }

  /// In the dark, the text does not tell the player where zombies go.
  @Test func whatIsNotSeenIsNotTold() throws {
    var round = try round("S4/Z4/5/5/4P+lit")
    let events = try round.move(.up)
    expectEqual(
      RoundText.move(1, events, round, seesZombies: false), "move 1: U to row 4, column 5")
  }
}
