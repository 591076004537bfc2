import Foundation
import Testing
import ZombiesSimulator
import ZombiesTestSupport

/// `zombies compare`: only here are its counts compared with the rounds of `simulate`, and its
/// decisions with the ratios of these counts, which SequentialRatioTests checks.
@Suite(.waits) struct CompareTests {
  /// Comparisons of policies that differ, that are alike, and that a run cannot tell apart in time.
  static let comparisons: [(words: String, levels: String, unit: String)] = [
    ("edge random", "--family block", "--rounds 1e6"),
    ("beeline edge", "--family classic --levels any --seed 3 --first 50", "--rounds 4000"),
    ("random clairvoyant", "--family flashlight --seed 4", "--games 1e6"),
    ("edge beeline", "--family 3x3", "--rounds 1e6"),
    ("random edge", "S4/5/2Z2/5/4P S4/2#2/2F2/5/Z3P", "--games 150"),
  ]

  @Test(arguments: comparisons)
  func rowsAreThoseOfTheRounds(words: String, levels: String, unit: String) throws {
    let folder = try TemporaryFolder()
    let run = try shell(
      "zombies compare \(words) \(levels) \(unit) --difference 0.05 --format csv", in: folder)
    let looks = Table(run.output).rows
    let last = try require(looks.last, "\(run)")
    expectEqual(run.ending, .exit(last["decision"] == "" ? 2 : 0), "\(run)")
    let names = words.split(separator: " ").map(String.init)
    expect(looks.allSatisfy { [$0["first_policy"]!, $0["second_policy"]!] == names })

    // The same trials as `simulate` plays them.
    let end = try require(last["trials"])
    let option = unit.prefix { $0 != " " }
    try shellDone(
      "zombies simulate \(levels) \(option) \(end) --policy \(names.joined(separator: ",")) "
        + "--rounds-csv r -o t", in: folder)
    let rounds = Table(folder.read("r") ?? "").rows
    let won = names.map { name in
      Set(
        rounds.filter { $0["policy"] == name && $0["outcome"] == "won" }.map { Int($0["trial"]!)! })
    }
    let first = rounds.compactMap { Int($0["trial"]!) }.first ?? 0
    let test = SequentialTest(difference: 0.05)
    for look in looks {
      let count = try require(Int(look["trials"] ?? ""))
      let sets = won.map { Set($0.filter { $0 < first + count }) }
      let both = sets[0].intersection(sets[1]).count
      let only = sets.map { $0.count - both }
      expect(look["both"] == "\(both)" && look["first_only"] == "\(only[0])", "\(look)")
      expectEqual(look["second_only"], "\(only[1])", "\(look)")
      expectEqual(look["neither"], "\(count - both - only[0] - only[1])", "\(look)")
      expect(says(look["difference"], Double(only[0] - only[1]) / Double(count)), "\(look)")
      let interval = naiveDifferenceInterval(only[0], only[1], of: count, correction: 1)
      expect(abs(Double(look["difference_low"]!)! - interval.low) < 1e-6, "\(interval): \(look)")
      expect(abs(Double(look["difference_high"]!)! - interval.high) < 1e-6, "\(interval): \(look)")
      var pairs = PairCounts()
      (pairs.firstOnly, pairs.secondOnly) = (UInt64(only[0]), UInt64(only[1]))
      pairs.both = UInt64(both)
      pairs.neither = UInt64(count) - pairs.total
      let ratios = test.ratios(pairs)
      expect(says(look["llr_first"], ratios.first), "\(ratios): \(look)")
      expect(says(look["llr_second"], ratios.second), "\(ratios): \(look)")
      expect(says(look["llr_lower"], test.lower) && says(look["llr_upper"], test.upper), "\(look)")
      let decision = test.decision(pairs)?.rawValue ?? ""
      expectEqual(look["decision"], decision, "\(look)")
      // The run ends as soon as it is decided.
      expect(decision == "" || look["trials"] == end, "\(look)")
      expectEqual(look["first"], "\(first)", "\(look)")
    }
  }

  /// Any number of threads gives the same result, and swapping the policies gives its mirror image.
  @Test(arguments: comparisons)
  func threadsAndOrderDoNotMatter(words: String, levels: String, unit: String) throws {
    let rest = "\(levels) \(unit) --difference 0.05"
    let run = try shell("zombies compare \(words) \(rest) --format csv --threads 1")
    try expectEqual(
      shell("zombies compare \(words) \(rest) --format csv --threads 8").output, run.output)
    let names = words.split(separator: " ")
    let mirror = try shell("zombies compare \(names[1]) \(names[0]) \(rest) --format csv")
    expectEqual(mirror.ending, run.ending, "\(mirror)")
    for (row, other) in zip(Table(run.output).rows, Table(mirror.output).rows) {
      for (left, right) in [
        ("trials", "trials"), ("first_only", "second_only"), ("second_only", "first_only"),
        ("llr_first", "llr_second"), ("llr_second", "llr_first"), ("both", "both"),
      ] {
        expectEqual(row[left], other[right], "\(left): \(row), \(other)")
      }
      expectEqual(Double(row["difference_low"]!)!, -Double(other["difference_high"]!)!)
    }
  }

  /// With `--all-trials` there is one look, at the end.
  @Test func allTrialsArePlayedBeforeTheOnlyLook() throws {
    let words = "zombies compare edge random --family block --difference 0.1 --format csv"
    let early = Table(try shell("\(words) --rounds 700").output).rows
    let late = Table(try shell("\(words) --rounds 700 --all-trials").output).rows
    expect(early.map { $0["trials"] } == ["100"] && late.map { $0["trials"] } == ["700"])
    expectEqual(late[0]["decision"], "first")
    let planned = try shell(
      "zombies compare edge random --family block --difference 0.1 --rounds 700 --all-trials")
    expect(planned.output.contains("95% interval") && !planned.output.contains("approximate"))
  }

  /// The text table ends with the result, and the exit status matches it.
  @Test(arguments: [
    ("edge random --family block --rounds 1e6", 0, "edge wins more often: decided after "),
    ("random edge --family block --rounds 1e6", 0, "edge wins more often: decided after "),
    (
      "edge beeline --family 3x3 --rounds 1e6 --difference 0.2", 0,
      "no difference that matters: decided after "
    ),
    ("edge beeline --rounds 100", 2, "undecided after 100 rounds"),
    ("edge beeline --rounds 5", 2, "undecided after 5 rounds"),
    ("edge random --games 1e6 --difference 0.1", 0, "edge wins more often: decided after 100 g"),
  ])
  func whatCameOfIt(words: String, status: Int32, verdict: String) throws {
    let run = try shell("zombies compare \(words)")
    expectEqual(run.ending, .exit(status), "\(run)")
    expectEqual(run.lines.last?.hasPrefix(verdict), true, "\(run)")
    expectEqual(run.errors, "seed 0\n", "\(run)")
    // Only the test may choose when to stop.
    let line = run.lines.dropLast().last ?? ""
    expect(line.hasPrefix("95% interval of the difference: "), "\(run)")
    expectEqual(line.contains("approximate"), (status == 0), "\(run)")
  }

  @Test(arguments: [
    ("", "name two policies"), ("edge", "name two policies"), ("edge edge", "edge is named twice"),
    ("edge nobody", "'nobody' is not one of"), ("edge randon", "random"), ("all edge", "'all'"),
    ("edge random --rounds 9 --games 9", "--games"), ("edge random SP --family block", "--family"),
    ("edge random --all-trials", "--all-trials also needs --rounds N or --games N"),
    ("edge random --policy all", "--policy"), ("edge random --rounds-csv r", "--rounds-csv"),
  ])
  func badUsage(words: String, message: String) {
    expectRefusal("compare \(words)", saying: message)
  }
}
