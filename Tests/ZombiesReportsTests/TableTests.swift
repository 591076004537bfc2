import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Tables whose columns are not aligned, and numbers for people that are wrong.
@Suite struct TableTests {
  @Test func columnsAreAligned() {
    let batch = batch([.random, .clairvoyant, .edge], trials: 0..<1_234_567)
    let text = SimulateTable.text(
      BatchResult(
        batch,
        [
          tally(.caught, moves: 3, count: 1_234_567),
          sum(tally(.won, moves: 8, count: 1), tally(.stuck, moves: 12_345, count: 99)), Tally(),
        ]))
    expectEqual(
      text,
      """
      1,234,567 rounds · classic, solvable levels · seed 7
      policy       won     caught  stuck  out  win rate  95% interval      moves        sd     p90
      random         0  1,234,567      0    0    0.000%   0.000–0.000      3.000     0.000       3
      clairvoyant    1          0     99    0    1.000%   0.177–5.449  12221.630  1233.700  12,345
      edge           0          0      0    0

      """)
  }

  @Test func gamesHaveColumnsOfTheirOwn() {
    var all = tally(.won, moves: 8, count: 1)
    all += tally(.outOfMoves, moves: 100, count: 3)
    all.countGame(isWon: true)
    all.countGame(isWon: false)
    expectEqual(
      SimulateTable.text(BatchResult(batch(unit: .games, trials: 5..<6), [all])),
      """
      1 game · classic, solvable levels · seed 7
      policy  won  caught  stuck  out  win rate  95% interval   moves      sd  p90  games won  \
      win rate  95% interval
      random    1       0      0    3   25.000%  4.559–69.936  77.000  46.000  100          1  \
       50.000%  9.453–90.547

      """)
  }

  /// All lines of a table have the same width, whatever their contents.
  @Test func linesAreEquallyWide() {
    for count: UInt64 in [1, 2, 9, 10, 999, 1000, 1_000_000, 1 << 40, 1 << 62] {
      for moves in [0, 1, 999, 1023, 1024, 1_000_000] {
        let tallies = [
          tally(.won, moves: moves, count: count), tally(.caught, moves: 7, count: 2),
          tally(.outOfMoves, moves: moves, count: 3),
        ]
        let lines = SimulateTable.text(BatchResult(batch([.random, .edge, .beeline]), tallies))
          .split(separator: "\n").dropFirst()
        expectEqual(Set(lines.map(\.count)).count, 1, "\(lines)")
      }
    }
  }

  @Test func titles() throws {
    func title(_ batch: Batch) -> Substring? {
      SimulateTable.text(BatchResult(batch, batch.policies.map { _ in Tally() })).split(
        separator: "\n"
      ).first
    }
    let level = try Level("SP")
    var batch = batch(trials: 3..<4)
    expectEqual(title(batch), "1 round · classic, solvable levels · seed 7")
    batch.levels = .list(LevelList([level]))
    expectEqual(title(batch), "1 round · 1 given level · seed 7")
    batch.levels = .list(LevelList([Level](repeating: level, count: 1000)))
    batch.trials = 0..<10_000
    batch.unit = .games
    expectEqual(title(batch), "10,000 games · 1,000 given levels · seed 7")
    let family = try Family("6x6z2b1+lit")
    batch.levels = .generated(LevelGenerator(family, seed: 7, selection: .any))
    expectEqual(title(batch), "10,000 games · 6x6z2b1+lit, all levels · seed 7")
  }

  @Test(
    arguments: [
      (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (123_456, "123,456"),
      (1_234_567, "1,234,567"), (UInt64.max, "18,446,744,073,709,551,615"),
    ] as [(UInt64, String)])
  func groupedNumbers(number: UInt64, text: String) { expectEqual(grouped(number), text) }

  @Test(arguments: [
    (0, "0.000%"), (1, "100.000%"), (0.5, "50.000%"), (0.123456, "12.346%"),
    (0.000004, "0.000%"), (0.000006, "0.001%"), (0.999999, "100.000%"),
  ])
  func percentages(share: Double, text: String) { expectEqual(percent(share), text) }
}
