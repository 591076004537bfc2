import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesReports

/// Recorded rounds that are read wrongly, by columns, quotes, line ends or clocks, and errors that
/// name the wrong place.
@Suite struct PlaysReaderTests {
  private static let header = RecordCSV.header.dropLast()

  /// The rows of a text, read in pieces of some bytes.
  private static func rows(_ text: String, pieces: Int = 1 << 16) throws -> [RecordedPlay] {
    var rest = Array(text.utf8)[...]
    var reader = try PlaysReader {
      if rest.isEmpty { return nil }
      defer { rest = rest.dropFirst(pieces) }
      return Array(rest.prefix(pieces))
    }
    var rows: [RecordedPlay] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
  }

  private static func error(_ text: String) -> String {
    do { return "no error: \(try rows(text).count) rows" } catch { return "\(error)" }
  }

  private static let row = "0,0,Ann,S1/1P,won,2,UL,12.345,1.5,1,2,3,0,vertical,2,4"

  @Test(arguments: [1, 2, 7, 1 << 16], ["\n", "\r\n"])
  func rowsAreRead(pieces: Int, end: String) throws {
    let text = "\u{FEFF}\(Self.header)\(end)\(Self.row)\(end)\(end)\(Self.row)"
    let rows = try Self.rows(text, pieces: pieces)
    #expect(rows.map(\.line) == [2, 4])
    let play = try #require(rows.first)
    #expect(play.player == "Ann" && play.code.elementsEqual("S1/1P".utf8))
    #expect(play.outcome == .won && play.path == [.up, .left])
    #expect(play.milliseconds == 12_345 && play.firstMoveMilliseconds == 1500)
    #expect(play.undos == 1 && play.hints == 2 && play.life == 3 && !play.hasWrongClock)
    #expect(
      try play.rules
        == Rules(catchingDistance: 0, chase: .vertical, zombieSpeed: 2, hearingDistance: 4))
    #expect(play.identity != nil && play.identity == rows[1].identity)
  }

  @Test func columnsAreFoundByName() throws {
    let play = try #require(
      Self.rows("note,path,moves,outcome,level,policy,round,trial\nx,U,1,caught,S/1/P,edge,2,7\n")
        .first)
    #expect(play.player == "edge" && play.path == [.up] && play.outcome == .caught)
    #expect(play.rules == nil && play.milliseconds == nil && play.undos == nil && play.life == nil)
    // Rows of a batch may be equal although they are different rounds.
    #expect(play.identity == nil)
  }

  @Test(arguments: [
    ("\"Ann, \"\"the\"\" first\"", "Ann, \"the\" first"), ("'=SUM(1)", "=SUM(1)"), ("'x", "'x"),
    ("李明", "李明"),
  ])
  func namesAreThosePlayersChose(cell: String, name: String) throws {
    let rows = try Self.rows("\(Self.header)\n" + Self.row.replacing("Ann", with: cell))
    #expect(rows.first?.player == name)
  }

  /// A clock that runs backwards is no reason to refuse a row, but its times are not used.
  @Test(arguments: ["-0.001,", "-5,1", "1,1.001", "5,-1"])
  func clocksThatRunBackwards(times: String) throws {
    let rows = try Self.rows("\(Self.header)\n" + Self.row.replacing("12.345,1.5", with: times))
    let play = try #require(rows.first)
    #expect(play.hasWrongClock && play.milliseconds == nil && play.firstMoveMilliseconds == nil)
  }

  @Test(arguments: [",", "-0.0,", "0,0", "1.1,1.10", "1125899906842623.999,"])
  func timesThatAreRight(times: String) throws {
    let rows = try Self.rows("\(Self.header)\n" + Self.row.replacing("12.345,1.5", with: times))
    #expect(rows.first?.hasWrongClock == false)
  }

  @Test(arguments: [
    ("", "line 1: not a file of rounds, expected a header such as '\(Self.header)'"),
    ("S1/1P\n", "line 1: not a file of rounds, expected a header such as '\(Self.header)'"),
    ("trial,round,policy,level,outcome,moves\n", "line 1: the column 'path' is missing"),
    (
      "trial,round,policy,level,outcome,moves,path,chase\n",
      "line 1: the column 'catching_distance' is missing"
    ),
    (
      "trial,round,policy,level,outcome,moves,path,trial\n",
      "line 1: the column 'trial' occurs twice"
    ),
  ])
  func badHeaders(text: String, problem: String) {
    #expect(Self.error(text) == problem)
  }

  @Test(arguments: [
    ("0,0,Ann", "x,0,Ann", "line 2, column 1: trial: expected a whole number, found 'x'"),
    ("0,0,Ann", "0,-1,Ann", "line 2, column 3: round: expected a whole number, found '-1'"),
    ("Ann", "", "line 2, column 5: policy: expected the name of a player, found ''"),
    (
      "won", "win",
      "line 2, column 15: outcome: expected won, caught, stuck or out-of-moves, found 'win'"
    ),
    ("won,2", "won,3", "line 2, column 19: moves: expected 2, the length of the path, found '3'"),
    ("UL", "UX", "line 2, column 21: path: expected moves as U, D, L and R, found 'UX'"),
    (
      "12.345", "12.3456",
      "line 2, column 24: seconds: expected seconds with up to three decimals, found '12.3456'"
    ),
    (
      "12.345", "1e3",
      "line 2, column 24: seconds: expected seconds with up to three decimals, found '1e3'"
    ),
    (
      "1.5", "1.",
      "line 2, column 31: first_move_seconds: expected seconds with up to three decimals, found '1.'"
    ),
    ("1.5,1,2", "1.5,,2", "line 2, column 35: undos: expected a whole number, found ''"),
    ("2,3,0", "2,4,0", "line 2, column 39: life: expected 1 to 3, found '4'"),
    (
      "vertical", "diagonal",
      "line 2, column 43: chase: expected a value of the rule 'chase', found 'diagonal'"
    ),
    (",vertical,2,4", "", "line 2: expected 16 cells, found 13: the row is cut off"),
    ("Ann", "\"Ann", "line 2: expected 16 cells, found 3: the row is cut off"),
    ("Ann", "Ann,Ben", "line 2: expected 16 cells, found 17"),
  ])
  func damagedRows(good: String, bad: String, problem: String) {
    #expect(Self.error("\(Self.header)\n" + Self.row.replacing(good, with: bad)) == problem)
  }
}
