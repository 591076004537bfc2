import Testing
import ZombiesCore
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Numbers of the table that are not rounded exactly to nine decimals, or that overflow.
@Suite struct SimulateCSVTests {
  /// Halves in the tenth decimal round up, whether the ninth is even or odd.
  @Test(
    arguments: [
      (1, 1024, "0.000976563"), (3, 1024, "0.002929688"), (5, 1024, "0.004882813"),
      (1023, 1024, "0.999023438"), (1, 2_000_000_000, "0.000000001"),
      (3, 2_000_000_000, "0.000000002"), (1, 2_000_000_001, "0.000000000"),
      (1_999_999_999, 2_000_000_000, "1.000000000"), (1_999_999_997, 2_000_000_000, "0.999999999"),
      (1, 3, "0.333333333"), (2, 3, "0.666666667"), (1, 1, "1.000000000"), (0, 1, "0.000000000"),
      (1, 8, "0.125000000"), (1 << 62, 3 << 62, "0.333333333"), (2 << 62, 3 << 62, "0.666666667"),
      (UInt64.max - 1, UInt64.max, "1.000000000"), (1, UInt64.max, "0.000000000"),
      (UInt64.max / 2, UInt64.max, "0.500000000"), (0, UInt64.max, "0.000000000"),
    ] as [(UInt64, UInt64, String)])
  func ratesAreRoundedHalfUp(won: UInt64, rounds: UInt64, cell: String) {
    let row = row(
      sum(tally(.won, moves: 1, count: won), tally(.caught, moves: 1, count: rounds - won)))
    expectEqual(row["win_rate"], cell)
    expect(row["rounds"] == "\(rounds)" && row["won"] == "\(won)")
    expectEqual(row["caught"], "\(rounds - won)")
  }

  @Test(
    arguments: [
      ([(0, 1), (1, 1023)], "0.999023438", 1, 1, 1), ([(1, 1023), (2, 1)], "1.000976563", 1, 1, 2),
      ([(2_147_483_647, 1)], "2147483647.000000000", 2_147_483_647, 2_147_483_647, 2_147_483_647),
      ([(0, 1), (2_147_483_647, 1)], "1073741823.500000000", 0, 2_147_483_647, 2_147_483_647),
      ([(1023, 1), (1024, 1), (1025, 1)], "1024.000000000", 1024, 1025, 1025),
      ([(3, 1 << 62), (4, 1 << 62), (5, 1 << 62)], "4.000000000", 4, 5, 5),
      ([(4_194_304, UInt64.max)], "4194304.000000000", 4_194_304, 4_194_304, 4_194_304),
      ([(7, 9), (8, 1)], "7.100000000", 7, 7, 8), ([(7, 89), (8, 11)], "7.110000000", 7, 8, 8),
      ([(5, 5), (6, 5)], "5.500000000", 5, 6, 6), ([(5, 4), (6, 5)], "5.555555556", 6, 6, 6),
    ] as [([(Int, UInt64)], String, Int, Int, Int)])
  func movesOfManyRounds(counts: [(Int, UInt64)], mean: String, p50: Int, p90: Int, most: Int) {
    var all = Tally()
    for (moves, count) in counts { all += tally(.caught, moves: moves, count: count) }
    let row = row(all)
    expectEqual(row["moves_mean"], mean)
    expect(row["moves_p50"] == "\(p50)" && row["moves_p90"] == "\(p90)", "\(row)")
    expectEqual(row["moves_max"], "\(most)")
  }

  /// √(Σ(m − mean)² / (n − 1)), for few rounds and for more than floats can count.
  @Test(
    arguments: [
      ([(4, 1), (4, 1)], "0.000000000"), ([(1, 1), (2, 1)], "0.707106781"),
      ([(1, 1), (3, 1)], "1.414213562"), ([(1, 1), (2, 1), (3, 1)], "1.000000000"),
      ([(2, 1), (4, 3), (5, 2), (7, 1), (9, 1)], "2.138089935"),
      ([(0, 1), (2_147_483_647, 1)], "1518500249.280918065"),
      ([(7, 1 << 40), (9, 1 << 40)], "1.000000000"),
      ([(1_000_000, 1 << 30), (1_000_002, 1 << 30)], "1.000000000"),
      ([(1_000_003, 3 << 40)], "0.000000000"),
    ] as [([(Int, UInt64)], String)])
  func deviations(counts: [(Int, UInt64)], cell: String) throws {
    var all = Tally()
    for (moves, count) in counts { all += tally(.won, moves: moves, count: count) }
    let shown = try require(row(all)["moves_sd"])
    // A float has sixteen digits, of which up to nine follow the decimal point.
    let (value, wanted) = try (require(Double(shown)), require(Double(cell)))
    expect(abs(value - wanted) <= max(1e-9, wanted * 1e-14), "\(shown)")
    expectEqual(shown.split(separator: ".").last?.count, 9)
  }

  /// There is also a deviation beyond 2⁶⁴ moves in total.
  @Test(arguments: [
    (1_000_003, 3 << 60), (999_999, 1 << 63), (3, UInt64.max), (4_194_301, 7 << 61),
  ])
  func deviationsOfTooManyMoves(moves: Int, count: UInt64) throws {
    let same = try require(row(tally(.won, moves: moves, count: count))["moves_sd"])
    expectEqual(Double(same).map { $0 < 1 }, true, "'\(same)'")
  }

  @Test func cellsAreEmptyWhereNothingApplies() {
    let none = row(Tally())
    for column in [
      "win_rate", "win_rate_low", "win_rate_high", "moves_mean", "moves_sd", "moves_p50",
      "moves_p90", "moves_max", "games", "games_won", "games_lost", "game_win_rate",
      "game_win_rate_low", "game_win_rate_high",
    ] { expectEqual(none[column], "", "\(column)") }
    expect(none["rounds"] == "0" && none["won"] == "0")
    let one = row(tally(.stuck, moves: 3, count: 1))
    expect(one["moves_sd"] == "" && one["moves_mean"] == "3.000000000")
    expect(one["games"] == "" && one["stuck"] == "1")
    let games = row(Tally(), unit: .games)
    expect(games["games"] == "0" && games["game_win_rate"] == "")
  }

  @Test func gamesHaveTheirOwnRates() {
    var all = tally(.won, moves: 8, count: 2)
    all += tally(.caught, moves: 3, count: 5)
    all.countGame(isWon: true)
    all.countGame(isWon: true)
    all.countGame(isWon: false)
    let games = row(all, unit: .games)
    expect(games["games"] == "3" && games["games_won"] == "2" && games["games_lost"] == "1")
    expect(games["game_win_rate"] == "0.666666667" && games["win_rate"] == "0.285714286")
  }

  /// Wilson's bounds, computed separately to fifty decimals (z = 1.959963984540054).
  @Test(
    arguments: [
      (1, 10, "0.017876213", "0.404150027"), (0, 10, "0.000000000", "0.277532800"),
      (10, 10, "0.722467200", "1.000000000"), (50, 100, "0.403831530", "0.596168470"),
      (0, 1, "0.000000000", "0.793450686"), (1, 1, "0.206549314", "1.000000000"),
    ] as [(UInt64, UInt64, String, String)])
  func wilsonBounds(won: UInt64, rounds: UInt64, low: String, high: String) {
    let row = row(
      sum(tally(.won, moves: 1, count: won), tally(.caught, moves: 1, count: rounds - won)))
    expect(row["win_rate_low"] == low && row["win_rate_high"] == high, "\(row)")
  }

  @Test func settingsOfGivenLevels() throws {
    let (small, large) = try (Level("SP"), Level("S4/5/5/5/4P"))
    for (levels, maxMoves, cell) in [
      ([small], nil, "8"), ([large, large], nil, "100"), ([small, large], nil, ""),
      ([small, large], 12, "12"), ([small], 5_000_000, "5000000"),
    ] as [([Level], Int?, String)] {
      let rules = try Rules(
        catchingDistance: 0, chase: .vertical, zombieSpeed: 16, hearingDistance: 7)
      let batch = Batch(
        LevelList(levels), policies: [.edge, .beeline], trials: 9..<10, rules: rules,
        maxMoves: maxMoves, seed: .max)
      let lines = SimulateCSV.text(BatchResult(batch, [Tally(), Tally()])).split(separator: "\n")
      expect(lines.count == 3 && lines[0] + "\n" == SimulateCSV.header)
      for (line, policy) in zip(lines.dropFirst(), ["edge", "beeline"]) {
        expect(line.hasPrefix("\(policy),0,0,0,0,0,"))
        expect(
          line.hasSuffix(",,0,vertical,16,given,\(cell),18446744073709551615,9,,,,,,,7"), "\(line)")
      }
    }
  }
}
