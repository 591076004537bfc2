import Testing
import ZombiesTestSupport

/// `zombies solve --difficulty`: the columns, the lines, and the omitted values.
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
    let plain = try zombies(["solve", "--format", "csv"] + levels)
    let measured = try zombies(["solve", "--format", "csv", "--difficulty"] + levels)
    #expect(plain.lines.count == 4 && measured.lines.count == 4)
    for (short, long) in zip(plain.lines, measured.lines) {
      let cells = short.split(separator: ",", omittingEmptySubsequences: false)
      let (before, behind) = (cells.dropLast(4), cells.suffix(4))
      let (source, title) = (behind.prefix(2), behind.suffix(2))
      #expect(long.hasPrefix(before.joined(separator: ",") + ","))
      #expect(long.contains("," + source.joined(separator: ",") + ","))
      #expect(long.contains("," + title.joined(separator: ",") + ","))
    }
    let (short, long) = (plain.lines[0], measured.lines[0])
    let names: [Substring] = short.split(separator: ",").dropLast(4) + Self.columns.map { $0[...] }
    #expect(
      long.split(separator: ",") == names + [
        "source", "hearing_distance", "luck", "risky_steps", "name", "reference",
      ] + Self.newest.map { $0[...] })
  }

  /// Levels small enough to count by hand.
  ///
  /// In the row of three, the player has the signpost to the left and a square to the right: two
  /// states. A win has the probability 1/2 + 1/2 · 1/2 + …. With twelve moves, six of these terms
  /// count: 1 − 2⁻⁶.
  @Test(arguments: [
    ("SP1", ["0", "2", "0", "0.000000000", "0", "false", "SP1", "true", "0.984375000", "easy"]),
    ("SP", ["0", "1", "0", "0.000000000", "1", "false", "SP", "true", "1.000000000", "easy"]),
    ("S1P", ["0", "2", "0", "0.000000000", "1", "false", "S1P", "true", "0.984375000", "easy"]),
    ("S#P", ["", "0", "0", "", "", "", "S#P", "true", "0.000000000", ""]),
    ("SZP", ["", "0", "0", "", "", "true", "SZP", "true", "0.000000000", ""]),
    (
      "#S/#P",
      ["0", "1", "0", "0.000000000", "1", "false", "1S/1P", "false", "1.000000000", "easy"]
    ),
  ])
  func measuresByHand(level: String, cells: [String]) throws {
    let row = try Self.rows(level)[0]
    #expect(Self.columns.map { row[$0] } == cells, "\(level)")
  }

  /// In the row of three, the player makes the winning move with probability 9/10 + 1/10 · 1/2, and
  /// comes back from the other square with certainty. With twelve moves, six of these terms count:
  /// 1 − 0.05⁶. With a zombie two squares to the right, the first step that way is fatal.
  @Test(arguments: [
    ("SP1", ["0", "0", "0", "0.999999984"]), ("SP", ["0", "0", "0", "1.000000000"]),
    ("S#P", ["", "", "", "0.000000000"]), ("SZP", ["", "", "", "0.000000000"]),
    ("SP1Z", ["0", "1", "1", "0.950000000"]),
  ])
  func mistakesByHand(level: String, cells: [String]) throws {
    let row = try Self.rows(level)[0]
    #expect(Self.newest.map { row[$0] } == cells, "\(level)")
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

  @Test func linesArePrintedBelowTheLevel() throws {
    let run = try zombies("solve", "--difficulty", "S4/5/Z1#2/2F2/4P", "S#/#P")
    expectSame(
      run.output,
      """
      argument 1: solvable, par 8, 7 shortest solutions, 51 states
      S←←←←
      ....↑
      Z.#.↑
      ..F.↑
      ....P
      UUUULLLL
      grade                 easy, 5 points
      beyond the distance   0 moves
      dead states           31 of 74, 41.892%
      longest forced run    0 moves
      the direct way        wins
      things that matter    none of 3
      random play wins      0.023836484
      away from signpost    0 moves
      losing choices        0 of 8 moves
      trap depth            0 moves
      erring player wins    0.969399012

      argument 2: unsolvable, 1 state
      S#
      #P
      things that matter    all 2
      random play wins      0.000000000
      erring player wins    0.000000000

      """, "solve --difficulty")
  }
}
