import Testing
import ZombiesTestSupport

/// `zombies solve --difficulty`: only here are the measures those of levels that were counted by
/// hand, and left out if the level is too large. OutputHashTests keeps the lines for people.
@Suite(.waits) struct DifficultyTests {
  static let columns = [
    "excess_moves", "reachable_states", "dead_states", "dead_states_share", "longest_forced_run",
    "direct_way_loses", "things_that_matter", "every_thing_matters", "random_win_probability",
    "grade",
  ]
  static let newest = ["moves_away", "losing_choices", "trap_depth", "erring_win_probability"]

  private static func rows(_ words: String...) throws -> [[String: String]] {
    let run = try zombies(["solve", "--format", "csv", "--difficulty"] + words)
    #expect(run.ending == .exit(0), "\(run)")
    return Table(run.output).rows
  }

  /// The difficulty columns follow the others. The source and the hearing distance are behind them, the
  /// columns of luck, which are newer, behind these, then what the level is called, and the newest measures.
  @Test func columnsAreBehindTheOthers() throws {
    let levels = ["classic@42#7", "S#/#P", "S4/5/Z1#2/2F2/4P"]
    let plain = Table(try zombies(["solve", "--format", "csv"] + levels).output)
    let measured = Table(try zombies(["solve", "--format", "csv", "--difficulty"] + levels).output)
    let names = plain.header.split(separator: ",").map(String.init)
    for name in names {
      #expect(plain.column(name) == measured.column(name), "\(name)")
    }
    #expect(plain.rows.count == 3)
    let last = ["source", "hearing_distance", "luck", "risky_steps", "name", "reference"]
    let expected = [Array(names.dropLast(4)), Self.columns, last, Self.newest].joined()
    #expect(measured.header == expected.joined(separator: ","))
  }

  /// Levels small enough to count by hand.
  ///
  /// In the row of three, the player has the signpost to the left and a square to the right: two
  /// states. A win has the probability 1/2 + 1/2 · 1/2 + …. With twelve moves, six of these terms
  /// count: 1 − 2⁻⁶. The erring player makes the winning move with probability 9/10 + 1/10 · 1/2,
  /// and comes back from the other square with certainty: 1 − 0.05⁶. With a zombie two squares to
  /// the right, the first step that way is fatal.
  @Test(arguments: [
    ("SP1", "0 2 0 0.000000000 0 false SP1 true 0.984375000 easy 0 0 0 0.999999984"),
    ("SP", "0 1 0 0.000000000 1 false SP true 1.000000000 easy 0 0 0 1.000000000"),
    ("S1P", "0 2 0 0.000000000 1 false S1P true 0.984375000 easy 0 0 0 0.999999984"),
    ("S#P", "- 0 0 - - - S#P true 0.000000000 - - - - 0.000000000"),
    ("SZP", "- 0 0 - - true SZP true 0.000000000 - - - - 0.000000000"),
    ("#S/#P", "0 1 0 0.000000000 1 false 1S/1P false 1.000000000 easy 0 0 0 1.000000000"),
    ("SP1Z", "0 1 0 0.000000000 1 false SP2 false 0.500000000 easy 0 1 1 0.950000000"),
  ])
  func measuresByHand(level: String, cells: String) throws {
    let row = try Self.rows(level)[0]
    let found = (Self.columns + Self.newest).map { row[$0] == "" ? "-" : row[$0] ?? "none" }
    #expect(found.joined(separator: " ") == cells, "\(level)")
  }

  @Test func whatIsTooLargeIsLeftOut() throws {
    let rows = try Self.rows("--max-states", "5", "9x9z2b9f1+any@0#1")
    #expect(rows[0]["verdict"] == "gave-up" && rows[0]["grade"] == "")
    #expect(rows[0]["things_that_matter"] == "" && rows[0]["every_thing_matters"] == "")
    let things = String(repeating: "#", count: 101)
    let crowd = try Self.rows("P\(things)1/S102")[0]
    #expect(crowd["things_that_matter"] == "" && crowd["every_thing_matters"] == "")
    #expect(crowd["grade"] != "" && crowd["random_win_probability"] != "")
  }
}
