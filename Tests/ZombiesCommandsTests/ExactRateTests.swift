import Foundation
import Testing
import ZombiesTestSupport

/// Deterministic policies on given levels: only here does the program claim no sampling error where
/// there is none.
@Suite(.waits) struct ExactRateTests {
  /// A folder with twenty levels, some of which `edge` wins.
  private static func twenty() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try shellDone(
      "zombies generate --family classic --seed 5 --count 20 --format code -o l", in: folder)
    return folder
  }

  private static let exact = ["edge", "beeline", "clairvoyant", "optimal"]

  /// How many of the twenty levels a policy wins, each played once.
  private static func wins(_ folder: TemporaryFolder, _ policy: String) throws -> Int {
    let run = try shell(
      "zombies simulate --input l --rounds 20 --policy \(policy) --format csv", in: folder)
    return try require(Int(Table(run.output).rows[0]["won"] ?? ""), "\(run)")
  }

  @Test func replaysTellNothingNew() throws {
    let folder = try Self.twenty()
    let rounds = cases(exactly: 400, long: 20_000)
    let line =
      "zombies simulate --input l --rounds \(rounds) --policy random,\(Self.exact.joined(separator: ","))"
    let table = try shell(line, in: folder).output
    let rows = Table(try shell("\(line) --format csv", in: folder).output).rows
    for policy in Self.exact {
      let wins = try Self.wins(folder, policy)
      let row = try require(rows.first { $0["policy"] == policy })
      let rate = nineDecimals(wins, 20)
      for column in ["win_rate", "win_rate_low", "win_rate_high"] {
        expectEqual(row[column], rate, "\(column): \(row)")
      }
      let line = try require(table.split(separator: "\n").first { $0.hasPrefix(policy + " ") })
      expect(line.contains(" exactly \(wins)/20 "), "\(line)")
    }
    try expect(Self.wins(folder, "edge") % 20 != 0, "edge must win some levels, but not all")
    // The rounds of `random` are a sample, on given levels too.
    let random = try require(rows.first { $0["policy"] == "random" })
    let (low, high) = wilson(Int(random["won"]!)!, rounds)
    expect(says(random["win_rate_low"], low) && says(random["win_rate_high"], high))
    expect(table.split(separator: "\n").contains { $0.hasPrefix("random") && $0.contains("–") })
  }

  /// If the trials do not play each level equally often, the rate is that of the rounds played, and
  /// the columns agree.
  @Test(arguments: [(7, 20), (1, 20), (50, 20), (1003, 20)])
  func unevenTrials(rounds: Int, levels: Int) throws {
    let folder = try Self.twenty()
    let line = "zombies simulate --input l --rounds \(rounds) --first 3 --policy edge"
    let row = Table(try shell("\(line) --format csv", in: folder).output).rows[0]
    let won = try require(Int(row["won"] ?? ""))
    for column in ["win_rate", "win_rate_low", "win_rate_high"] {
      expectEqual(row[column], nineDecimals(won, rounds), "\(column): \(row)")
    }
    let table = try shell(line, in: folder).output
    let text = rounds == 1003 ? "\(won)/1,003" : "\(won)/\(rounds)"
    expect(table.contains(" exactly \(text) "), "\(table)")
  }

  /// A game plays three levels, so games on 20 levels repeat after 20, and on 6 levels after 2.
  @Test func games() throws {
    let folder = try Self.twenty()
    try shellDone("head -6 l > six", in: folder)
    for (file, period) in [("l", 20), ("six", 2)] {
      let once = try shell(
        "zombies simulate --input \(file) --games \(period) --policy edge --format csv", in: folder)
      let row = Table(once.output).rows[0]
      let many = try shell(
        "zombies simulate --input \(file) --games \(period * 50) --policy edge", in: folder
      ).output
      expect(many.contains(" exactly \(row["won"]!)/\(row["rounds"]!) "), "\(many)")
      expect(many.contains(" exactly \(row["games_won"]!)/\(period)\n"), "\(many)")
      for part in ["low", "high"] {
        expectEqual(row["game_win_rate_\(part)"], row["game_win_rate"], "\(row)")
        expectEqual(row["win_rate_\(part)"], row["win_rate"], "\(row)")
      }
    }
  }

  /// Merged parts give the same bytes as one run. If a part is missing, the rate is over the rounds
  /// that were played.
  @Test func mergedAlike() throws {
    let folder = try Self.twenty()
    let line = "zombies simulate --input l --rounds 3000 --policy edge,random"
    for format in ["table", "csv"] {
      let whole = try shell("\(line) --format \(format)", in: folder).output
      for part in 1...3 {
        try shellDone("\(line) --shard \(part)/3 --tally \(part).t -o part", in: folder)
      }
      let merged = try shell("zombies merge 3.t 1.t 2.t --format \(format)", in: folder)
      expectSame(merged.output, whole, format)
    }
    let gap = try shell("zombies merge --partial 1.t 3.t", in: folder).output
    let edge = try require(gap.split(separator: "\n").first { $0.hasPrefix("edge") })
    expect(edge.contains("/2,000 "), "\(gap)")
  }

  /// Two such policies are compared by playing each level once. The limit on rounds and the error
  /// probabilities do not matter.
  @Test func comparedExactly() throws {
    let folder = try Self.twenty()
    let wins = try ["clairvoyant", "edge"].map { try Self.wins(folder, $0) }
    for more in ["", "--rounds 1e6 --alpha 0.4 --beta 0.4", "--rounds 20 --threads 8"] {
      let run = try shell(
        "zombies compare clairvoyant edge --input l --format csv \(more)", in: folder)
      let row = try require(Table(run.output).rows.last)
      expect(run.ending == .exit(0) && Table(run.output).rows.count == 1, "\(run)")
      expect(row["trials"] == "20" && row["decision"] == "first", "\(row)")
      expect(says(row["difference"], Double(wins[0] - wins[1]) / 20), "\(row)")
      for column in ["difference_low", "difference_high"] {
        expectEqual(row[column], row["difference"], "\(column): \(row)")
      }
      for column in ["llr_first", "llr_second", "llr_lower", "llr_upper"] {
        expectEqual(row[column], "", "\(column): \(row)")
      }
      expect(row["alpha"] == "0.000000000" && row["beta"] == "0.000000000", "\(row)")
    }
    let table = try shell("zombies compare edge clairvoyant --input l", in: folder)
    expect(table.output.contains("the same way: the difference is exact"), "\(table)")
    expectEqual(
      table.lines.last, "clairvoyant wins more often: decided after 20 rounds", "\(table)")
    expect(!table.output.contains("ratio") && !table.output.contains("alpha"), "\(table)")
    // The smallest difference that matters, met and just missed.
    let difference = Double(wins[0] - wins[1]) / 20
    for (least, decision) in [(difference, "second"), (difference + 1e-6, "neither")] {
      let run = try shell(
        "zombies compare edge clairvoyant --input l --format csv --difference \(least)", in: folder)
      expectEqual(Table(run.output).rows.last?["decision"], decision, "\(run)")
    }
    let some = try shell("zombies compare edge clairvoyant --input l --rounds 19", in: folder)
    expectEqual(some.ending, .exit(2), "\(some)")
    expectEqual(some.lines.last, "undecided after 19 rounds", "\(some)")
  }
}
