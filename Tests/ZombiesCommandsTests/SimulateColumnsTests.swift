import Foundation
import Testing
import ZombiesTestSupport

/// Columns of squares that do not follow from the rounds, and rounds that `replay` plays otherwise.
/// ColumnValuesRoundsTests has the other columns.
@Suite(.waits) struct SimulateColumnsTests {
  /// Visits and captures, counted from the paths.
  @Test(arguments: sampled(BatchOfRounds.all, every: 3))
  func squaresAreThoseOfTheRounds(batch: BatchOfRounds) throws {
    let sizes = Set(Table(try batch.outputs().rounds).column("level").map(Self.size))
    guard sizes.count == 1 else {
      let words = batch.words + ["--squares-csv", "-", "-o", "t"]
      try expectEqual(zombies(words, in: TemporaryFolder()).ending, .exit(64))
      return
    }
    let outputs = try batch.outputs(squares: true)
    var visits: [String: Int] = [:]
    var captures: [String: Int] = [:]
    for row in Table(outputs.rounds).rows {
      let level = try require(NaiveLevel(code: row["level"] ?? ""))
      var (line, column) = (level.start / level.columns, level.start % level.columns)
      func key() -> String { "\(row["policy"] ?? "") \(line) \(column)" }
      visits[key(), default: 0] += 1
      for move in row["path"] ?? "" {
        line += move == "U" ? -1 : move == "D" ? 1 : 0
        column += move == "L" ? -1 : move == "R" ? 1 : 0
        visits[key(), default: 0] += 1
      }
      if row["outcome"] == "caught" { captures[key(), default: 0] += 1 }
    }
    let (rows, columns) = try require(sizes.first.map { ($0[0], $0[1]) })
    let table = Table(outputs.squares).rows
    let policies = Table(outputs.table).column("policy")
    expectEqual(table.count, policies.count * rows * columns)
    for (place, row) in table.enumerated() {
      let (policy, square) = place.quotientAndRemainder(dividingBy: rows * columns)
      let key = "\(policies[policy]) \(square / columns) \(square % columns)"
      expectEqual("\(row["policy"]!) \(row["row"]!) \(row["column"]!)", key)
      expectEqual(row["visits"], "\(visits[key] ?? 0)", "\(key)")
      expectEqual(row["captures"], "\(captures[key] ?? 0)", "\(key)")
    }
  }

  private static func size(_ code: String) -> [Int] {
    NaiveLevel(code: code).map { [$0.rows, $0.columns] } ?? []
  }

  // MARK: Replay

  /// With the seed, trial and round, `replay` plays the same round.
  @Test(arguments: sampled(BatchOfRounds.all, every: 3))
  func replayPlaysTheVeryRound(batch: BatchOfRounds) throws {
    let rows = Table(try batch.outputs().rounds).rows
    expect(rows.count >= 4 * batch.count)
    for (place, row) in rows.enumerated()
    where isLong && (place % 7 < 2 && place < 50) || place % 61 == 0 {
      let words = [
        "replay", row["level"]!, "--policy", row["policy"]!, "--seed", "\(batch.seed)", "--trial",
        row["trial"]!, "--round", row["round"]!,
      ]
      for view in place % 2 == 0 ? ["all"] : ["player"] {
        let run = try zombies(words + batch.options + ["--view", view])
        expectEqual(run.ending, .exit(0), "\(run)")
        expectEqual(Self.moves(in: run.output), row["path"], "\(row)\n\(run)")
        expectEqual(Self.outcome(in: run.output), row["outcome"], "\(row)\n\(run)")
      }
      // The path given as moves plays the same round.
      let rules = batch.options.prefix { $0 != "--max-moves" }
      let again = try zombies(["replay", row["level"]!, "--moves", row["path"]!] + rules)
      expectEqual(Self.moves(in: again.output), row["path"], "\(again)")
      let outcome = Self.outcome(in: again.output)
      expect(outcome == row["outcome"] || row["outcome"] == "out-of-moves", "\(again)")
    }
  }

  /// The letters of "move 3: U to …".
  static func moves(in text: String) -> String {
    text.matches(of: /(?m)^move \d+: ([UDLR]) to row \d+, column \d+/).map { $0.1 }.joined()
  }

  /// The outcome in the last line that names one.
  static func outcome(in text: String) -> String? {
    let ends = text.matches(of: /(?m)(?:, |; |^)(won|caught|stuck|out of moves)(?:: .*|)$/)
    return ends.last.map { $0.1 == "out of moves" ? "out-of-moves" : String($0.1) }
  }
}
