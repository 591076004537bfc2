import Foundation
import Testing
import ZombiesReports
import ZombiesTestSupport

/// `zombies worlds --plays`: rounds of the game that are not in the table, and rounds left out
/// without a word.
@Suite(.waits) struct PlaysTests {
  private static let campaign = """
    ; world: One
    ; level: First
    S4/5/5/5/1Z2P
    ; level: Second
    S2/3/2P
    ; world: Two
    ; unlock: all
    ; rules: zombie-speed 2
    S1/1P

    """

  private static func row(_ cells: String) -> String {
    "\(cells),10.000,1.500,0,0,1,1,longest,1,0\n"
  }

  private static func folder(_ rows: String, _ campaign: String = campaign) throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    try folder.write(campaign, to: "w.txt")
    try folder.write(RecordCSV.header + rows, to: "plays.csv")
    return folder
  }

  /// Some columns of a table without quoted cells, joined by commas.
  private static func cells(_ columns: [String], of run: Finished) -> [String] {
    let rows = run.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let places = columns.map { name in rows.first?.firstIndex { $0 == name } }
    return rows.dropFirst().map { row in
      places.map { place in place.map { String(row[$0]) } ?? "?" }.joined(separator: ",")
    }
  }

  /// Rounds that a game records are rounds that the table counts.
  @Test func fromTheGameToTheTable() throws {
    let folder = try Self.folder("")
    let moves = """
      worlds
      enter
      enter
      left
      left
      next
      up
      up
      up
      up
      left 4
      next
      quit

      """
    let played = try zombies(
      "play", "--worlds", "w.txt", "--players", "Ann", "--record", "ann.csv", "--text",
      input: moves,
      in: folder)
    #expect(played.ending == .exit(0), "\(played)")
    let run = try zombies(
      "worlds", "w.txt", "--plays", "ann.csv", "--format", "csv", "--html", "page.html", "--title",
      "A & B", in: folder)
    #expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    let page = try #require(folder.read("page.html"))
    #expect(page.contains("<h1>A &amp; B</h1>") && page.contains("<h3>1.1 First</h3>"))
    // The page does not depend on where it is written.
    #expect(page.contains("<pre>zombies worlds "))
    #expect(!page.contains("page.html"))
    let columns = [
      "world", "number", "name", "players", "players_won", "won_in_life_1", "won_in_life_2",
      "players_left", "rounds", "won", "caught", "win_rounds_p50", "won_moves_p50",
      "lost_moves_p50",
      "lost_row", "lost_column", "lost_there",
    ]
    #expect(
      Self.cells(columns, of: run) == [
        "1,1,First,1,1,0,1,0,2,1,1,2,8,2,4,2,1", "1,2,Second,0,0,0,0,0,0,0,0,,,,,,",
        "2,1,,0,0,0,0,0,0,0,0,,,,,,",
      ])
    for time in ["seconds_p50", "first_move_seconds_p50", "win_seconds_p50"] {
      #expect(Self.cells([time], of: run).first?.isEmpty == false, "\(time)")
    }
  }

  @Test(arguments: [
    (row("0,0,Ann,S2/3/2P,won,4,UULL"), "", ""),
    (
      row("0,0,Ann,S2/3/2P,won,4,UULL") + row("1,0,Ann,S1/1P,won,2,UL")
        + row("2,0,Ann,S1/1P,won,2,UL"), "",
      "plays.csv:3: 2 rounds on 'S1/1P' do not count: they were played under other rules, the default "
        + "rules\n"
    ),
    (
      row("0,0,Ann,S2/3/2P,won,4,UULL") + row("1,0,Ann,SP,won,1,L"), "",
      "plays.csv:3: 1 round on 'SP' does not count: the level is not in the campaign\n"
    ),
    (
      row("0,0,Ann,S2/3/2P,won,4,UULL") + row("1,0,edge,S2/3/2P,won,4,UULL"), "",
      "plays.csv:3: 1 round of policies does not count, because the file is of people\n"
    ),
    (
      "0,0,Ann,S2/3/2P,won,4,UULL,1.000,2.000,0,0,1,1,longest,1,0\n", "",
      "plays.csv:2: the times of 1 round are not used: the clock ran backwards\n"
    ),
    (
      row("0,0,Ann,S2/3/2P,won,4,UULL"), "--plays plays2.csv",
      "plays2.csv: 1 round is also in an earlier file, and counts once\n"
    ),
    (
      row("0,0,Ann,S2/3/2P,won,4,UULL")
        + row("1,0,Ann,S2/3/2P,won,4,LLUU").replacing(",0\n", with: ",2\n"),
      "",
      "rounds at hearing distance 0 (1 round) and 2 (1 round) count together. To count only one distance, "
        + "use --hearing-distance\n"
    ),
  ])
  func whatDoesNotCountIsSaid(rows: String, options: String, note: String) throws {
    let folder = try Self.folder(rows)
    try folder.write(RecordCSV.header + rows, to: "plays2.csv")
    let line = "zombies worlds w.txt --plays plays.csv \(options) --format csv -o out.csv"
    let run = try shell(line, in: folder)
    #expect(run.ending == .exit(0) && run.output == "", "\(run)")
    #expect(run.errors == note, "\(run)")
    #expect(try shell(line + " --quiet", in: folder).errors == "")
  }

  @Test(arguments: [
    ("--plays missing.csv", Int32(66), "cannot open 'missing.csv'"),
    ("--plays w.txt", 65, "w.txt, line 1: not a file of rounds"),
    ("--plays empty.csv", 65, "no rounds in empty.csv"),
    ("--plays other.csv", 65, "none of the 1 rounds counts for a level of the campaign"),
    ("--plays cut.csv", 65, "cut.csv, line 2: expected 16 cells, found 6: the row is cut off"),
    ("--plays wrong.csv", 65, "wrong.csv, line 2: the outcome of the path is won, not caught"),
    ("--plays plays.csv --stars", 64, "--stars cannot be combined with --plays"),
    ("--correlations-csv out.csv", 64, "--correlations-csv needs --plays FILE"),
    ("--html out.html", 64, "--html needs --plays FILE"),
    ("--plays plays.csv --title Mine", 64, "--title needs --html FILE"),
    ("--plays plays.csv --html plays.csv", 64, "an input is never overwritten"),
    ("--plays plays.csv --format csv -o plays.csv", 64, "an input is never overwritten"),
    ("--plays plays.csv --correlations-csv plays.csv", 64, "an input is never overwritten"),
    ("--plays", 64, "--plays"),
    ("--plays plays.csv --plays ./plays.csv", 64, "--plays: './plays.csv' is given twice"),
    (
      "--plays - --plays - < plays.csv", 64,
      "- is given twice: standard input can be read only once"
    ),
  ])
  func badInput(options: String, status: Int32, message: String) throws {
    let folder = try Self.folder(Self.row("0,0,Ann,S2/3/2P,won,4,UULL"))
    let files = [
      "empty.csv": "", "other.csv": Self.row("0,0,Ann,SP,won,1,L"),
      "cut.csv": "0,0,Ann,S2/3/2P,won,4",
      "wrong.csv": Self.row("0,0,Ann,S2/3/2P,caught,4,UULL"),
    ]
    for (name, rows) in files { try folder.write(RecordCSV.header + rows, to: name) }
    let names = folder.names
    let run = try shell("zombies worlds w.txt \(options)", in: folder)
    #expect(run.ending == .exit(status) && run.output == "", "\(run)")
    #expect(run.errors.contains(message), "\(run)")
    #expect(folder.names == names)
  }

  /// Standard input, several files, and a file of a batch, whose rows have no times.
  @Test func filesOfEveryKind() throws {
    let folder = try Self.folder(Self.row("0,0,Ann,S2/3/2P,won,4,UULL"))
    let lines = [
      "zombies simulate S2/3/2P --policy edge -n 5 -q --rounds-csv r.csv -o /dev/null",
      "zombies worlds w.txt --plays r.csv --plays - --format csv < plays.csv",
    ]
    let run = try shell(lines.joined(separator: "\n"), in: folder)
    #expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    #expect(
      Self.cells(["players", "players_won", "won_in_life_1", "rounds", "win_seconds_p50"], of: run)
        == ["0,0,0,0,", "2,2,1,6,10.000", "0,0,0,0,"])
  }
}
