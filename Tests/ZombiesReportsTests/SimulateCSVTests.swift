import Testing
import ZombiesCore
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Numbers of the table that are not rounded exactly to nine decimals, or that overflow.
@Suite struct SimulateCSVTests {
  private static func rounds(_ won: UInt64, of rounds: UInt64) -> [String: String] {
    row(sum(tally(.won, moves: 1, count: won), tally(.caught, moves: 1, count: rounds - won)))
  }

  /// Halves in the tenth decimal round up, whether the ninth is even or odd. Wilson's bounds are
  /// computed separately to fifty decimals (z = 1.959963984540054).
  @Test func ratesAreRoundedHalfUp() {
    for (won, all, cell) in [
      (1, 1024, "0.000976563"), (3, 1024, "0.002929688"), (5, 1024, "0.004882813"),
      (1023, 1024, "0.999023438"), (1, 2_000_000_000, "0.000000001"),
      (3, 2_000_000_000, "0.000000002"), (1, 2_000_000_001, "0.000000000"),
      (1_999_999_999, 2_000_000_000, "1.000000000"), (1_999_999_997, 2_000_000_000, "0.999999999"),
      (1, 3, "0.333333333"), (2, 3, "0.666666667"), (1, 1, "1.000000000"), (0, 1, "0.000000000"),
      (1 << 62, 3 << 62, "0.333333333"), (2 << 62, 3 << 62, "0.666666667"),
      (.max - 1, .max, "1.000000000"), (1, .max, "0.000000000"), (.max / 2, .max, "0.500000000"),
    ] as [(UInt64, UInt64, String)] {
      let row = Self.rounds(won, of: all)
      expect(row["win_rate"] == cell && row["rounds"] == "\(all)", "\(row)")
      expect(row["won"] == "\(won)" && row["caught"] == "\(all - won)", "\(row)")
    }
    for (won, all, low, high) in [
      (1, 10, "0.017876213", "0.404150027"), (0, 10, "0.000000000", "0.277532800"),
      (10, 10, "0.722467200", "1.000000000"), (50, 100, "0.403831530", "0.596168470"),
      (0, 1, "0.000000000", "0.793450686"), (1, 1, "0.206549314", "1.000000000"),
    ] as [(UInt64, UInt64, String, String)] {
      let row = Self.rounds(won, of: all)
      expect(row["win_rate_low"] == low && row["win_rate_high"] == high, "\(row)")
    }
  }

  /// Numbers of moves with their counts, and mean, median, ninetieth percentile and maximum.
  @Test func movesOfManyRounds() throws {
    for (counts, cells) in [
      ([(0, 1), (1, 1023)], "0.999023438 1 1 1"), ([(1, 1023), (2, 1)], "1.000976563 1 1 2"),
      ([(2_147_483_647, 1)], "2147483647.000000000 2147483647 2147483647 2147483647"),
      ([(0, 1), (2_147_483_647, 1)], "1073741823.500000000 0 2147483647 2147483647"),
      ([(1023, 1), (1024, 1), (1025, 1)], "1024.000000000 1024 1025 1025"),
      ([(3, 1 << 62), (4, 1 << 62), (5, 1 << 62)], "4.000000000 4 5 5"),
      ([(4_194_304, .max)], "4194304.000000000 4194304 4194304 4194304"),
      ([(7, 9), (8, 1)], "7.100000000 7 7 8"), ([(7, 89), (8, 11)], "7.110000000 7 8 8"),
      ([(5, 5), (6, 5)], "5.500000000 5 6 6"), ([(5, 4), (6, 5)], "5.555555556 6 6 6"),
    ] as [([(Int, UInt64)], String)] {
      var all = Tally()
      for (moves, count) in counts { all += tally(.caught, moves: moves, count: count) }
      let row = row(all)
      let found = ["mean", "p50", "p90", "max"].map { row["moves_\($0)"] ?? "" }
      expectEqual(found.joined(separator: " "), cells)
    }
    // √(Σ(m − mean)² / (n − 1)), for few rounds and for more than floats can count.
    for (counts, wanted) in [
      ([(4, 1), (4, 1)], 0), ([(1, 1), (2, 1)], 0.707106781), ([(1, 1), (3, 1)], 1.414213562),
      ([(1, 1), (2, 1), (3, 1)], 1), ([(2, 1), (4, 3), (5, 2), (7, 1), (9, 1)], 2.138089935),
      ([(0, 1), (2_147_483_647, 1)], 1518500249.280918065),
      ([(7, 1 << 40), (9, 1 << 40)], 1), ([(1_000_000, 1 << 30), (1_000_002, 1 << 30)], 1),
      ([(1_000_003, 3 << 40)], 0),
    ] as [([(Int, UInt64)], Double)] {
      var all = Tally()
      for (moves, count) in counts { all += tally(.won, moves: moves, count: count) }
      let shown = try require(row(all)["moves_sd"])
      // A float has sixteen digits, of which up to nine follow the decimal point.
      try expect(abs(require(Double(shown)) - wanted) <= max(1e-9, wanted * 1e-14), shown)
      expectEqual(shown.split(separator: ".").last?.count, 9)
    }
    // Beyond 2⁶⁴ moves in total.
    for (moves, count) in [
      (1_000_003, 3 << 60), (999_999, 1 << 63), (3, .max), (4_194_301, 7 << 61),
    ] as [(Int, UInt64)] {
      let same = try require(row(tally(.won, moves: moves, count: count))["moves_sd"])
      expectEqual(Double(same).map { $0 < 1 }, true, "'\(same)'")
    }
  }

  @Test func settingsOfGivenLevels() throws {
    let (small, large) = try (Level("SP"), Level("S4/5/5/5/4P"))
    let rules = try Rules(
      catchingDistance: 0, chase: .vertical, zombieSpeed: 16, hearingDistance: 7)
    for (levels, maxMoves, cell) in [
      ([small], nil, "8"), ([large, large], nil, "100"), ([small, large], nil, ""),
      ([small, large], 12, "12"), ([small], 5_000_000, "5000000"),
    ] as [([Level], Int?, String)] {
      let batch = Batch(
        LevelList(levels), policies: [.edge, .beeline], trials: 9..<10, rules: rules,
        maxMoves: maxMoves, seed: .max)
      let none = ",0,0,0,0,0" + String(repeating: ",", count: 15)
      let end = "0,vertical,16,given,\(cell),18446744073709551615,9,,,,,,,7\n"
      expectEqual(
        SimulateCSV.text(BatchResult(batch, [Tally(), Tally()])),
        SimulateCSV.header + "edge\(none),\(end)" + "beeline\(none),\(end)")
    }
  }
}
