import Foundation
import Testing
import ZombiesTestSupport

/// `zombies compare`: the counts match the rounds, and the decision matches the likelihood ratios.
@Suite(.waits) struct CompareTests {
  /// Comparisons of policies that differ, that are alike, and that a run cannot tell apart in time.
  static let comparisons: [(words: String, levels: String, unit: String)] = [
    ("edge random", "--family block", "--rounds 1e6"),
    ("beeline edge", "--family classic --levels any --seed 3 --first 50", "--rounds 4000"),
    ("random clairvoyant", "--family flashlight --seed 4", "--games 1e6"),
    ("edge beeline", "--family 3x3", "--rounds 1e6"),
    ("random edge", "S4/5/2Z2/5/4P S4/2#2/2F2/5/Z3P", "--games 150"),
  ]

  /// The log likelihood ratio of a difference d against none. The share of trials in which the two
  /// differ is the most likely one, found by a search.
  private func ratio(_ better: Int, _ worse: Int, of total: Int, difference d: Double) -> Double {
    let (a, b, rest) = (Double(better), Double(worse), Double(total - better - worse))
    func term(_ count: Double, _ p: Double) -> Double { count == 0 ? 0 : count * log(p) }
    func likelihood(_ s: Double) -> Double {
      term(a, (s + d) / 2) + term(b, (s - d) / 2) + term(rest, 1 - s)
    }
    // The log likelihood is concave, so a ternary search finds its maximum.
    var (low, high) = (d, 1.0)
    for _ in 0..<200 {
      let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
      if likelihood(left) < likelihood(right) { low = left } else { high = right }
    }
    let equal = (a + b) / Double(total)
    return likelihood((low + high) / 2) - term(a, equal / 2) - term(b, equal / 2)
      - term(rest, 1 - equal)
  }

  @Test(arguments: comparisons)
  func rowsAreThoseOfTheRounds(words: String, levels: String, unit: String) throws {
    let folder = try TemporaryFolder()
    let run = try shell(
      "zombies compare \(words) \(levels) \(unit) --difference 0.05 --format csv", in: folder)
    let looks = Table(run.output).rows
    let last = try #require(looks.last, "\(run)")
    #expect(run.ending == .exit(last["decision"] == "" ? 2 : 0), "\(run)")
    let names = words.split(separator: " ").map(String.init)
    #expect(looks.allSatisfy { [$0["first_policy"]!, $0["second_policy"]!] == names })

    // The same trials as `simulate` plays them.
    let end = try #require(last["trials"])
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
    for look in looks {
      let count = try #require(Int(look["trials"] ?? ""))
      let sets = won.map { Set($0.filter { $0 < first + count }) }
      let both = sets[0].intersection(sets[1]).count
      let only = sets.map { $0.count - both }
      #expect(look["both"] == "\(both)" && look["first_only"] == "\(only[0])", "\(look)")
      #expect(look["second_only"] == "\(only[1])", "\(look)")
      #expect(look["neither"] == "\(count - both - only[0] - only[1])", "\(look)")
      #expect(says(look["difference"], Double(only[0] - only[1]) / Double(count)), "\(look)")
      let interval = naiveDifferenceInterval(only[0], only[1], of: count, correction: 1)
      #expect(abs(Double(look["difference_low"]!)! - interval.low) < 1e-6, "\(interval): \(look)")
      #expect(abs(Double(look["difference_high"]!)! - interval.high) < 1e-6, "\(interval): \(look)")
      let ratios = [
        ratio(only[0], only[1], of: count, difference: 0.05),
        ratio(only[1], only[0], of: count, difference: 0.05),
      ]
      #expect(abs(Double(look["llr_first"]!)! - ratios[0]) < 1e-5, "\(ratios[0]): \(look)")
      #expect(abs(Double(look["llr_second"]!)! - ratios[1]) < 1e-5, "\(ratios[1]): \(look)")
      let (lower, upper) = (log(0.05 / 0.975), log(0.95 / 0.025))
      #expect(says(look["llr_lower"], lower) && says(look["llr_upper"], upper), "\(look)")
      let decision =
        ratios[0] >= upper
        ? "first"
        : ratios[1] >= upper ? "second" : ratios.allSatisfy { $0 <= lower } ? "neither" : ""
      #expect(look["decision"] == decision, "\(look)")
      // The run ends as soon as it is decided.
      #expect(decision == "" || look["trials"] == end, "\(look)")
      #expect(look["first"] == "\(first)", "\(look)")
    }
  }

  /// Any number of threads gives the same result, and swapping the policies gives its mirror image.
  @Test(arguments: comparisons)
  func threadsAndOrderDoNotMatter(words: String, levels: String, unit: String) throws {
    let rest = "\(levels) \(unit) --difference 0.05"
    let run = try shell("zombies compare \(words) \(rest) --format csv --threads 1")
    #expect(
      try shell("zombies compare \(words) \(rest) --format csv --threads 8").output == run.output)
    let names = words.split(separator: " ")
    let mirror = try shell("zombies compare \(names[1]) \(names[0]) \(rest) --format csv")
    #expect(mirror.ending == run.ending, "\(mirror)")
    for (row, other) in zip(Table(run.output).rows, Table(mirror.output).rows) {
      for (left, right) in [
        ("trials", "trials"), ("first_only", "second_only"), ("second_only", "first_only"),
        ("llr_first", "llr_second"), ("llr_second", "llr_first"), ("both", "both"),
      ] {
        #expect(row[left] == other[right], "\(left): \(row), \(other)")
      }
      #expect(Double(row["difference_low"]!)! == -Double(other["difference_high"]!)!)
    }
  }

  /// With `--all-trials` there is one look, at the end, and an exact difference has no interval.
  @Test func allTrialsArePlayedBeforeTheOnlyLook() throws {
    let words = "zombies compare edge random --family block --difference 0.1 --format csv"
    let early = Table(try shell("\(words) --rounds 700").output).rows
    let late = Table(try shell("\(words) --rounds 700 --all-trials").output).rows
    #expect(early.map { $0["trials"] } == ["100"] && late.map { $0["trials"] } == ["700"])
    #expect(late[0]["decision"] == "first")
    let planned = try shell(
      "zombies compare edge random --family block --difference 0.1 --rounds 700 --all-trials")
    #expect(planned.output.contains("95% interval") && !planned.output.contains("approximate"))
    let exact = Table(
      try shell("zombies compare edge clairvoyant classic#57 classic#3 --format csv").output
    ).rows
    for name in ["difference_low", "difference_high"] {
      #expect(exact.allSatisfy { $0[name] == $0["difference"] && $0["llr_first"] == "" })
    }
  }

  /// The text table ends with the result, and the exit status matches it.
  @Test(arguments: [
    (
      "edge random --family block --rounds 1e6", 0, "edge wins more often: decided after "
    ),
    (
      "random edge --family block --rounds 1e6", 0, "edge wins more often: decided after "
    ),
    (
      "edge beeline --family 3x3 --rounds 1e6 --difference 0.2", 0,
      "no difference that matters: decided after "
    ),
    ("edge beeline --rounds 100", 2, "undecided after 100 rounds"),
    ("edge beeline --rounds 5", 2, "undecided after 5 rounds"),
    (
      "edge random --games 1e6 --difference 0.1", 0, "edge wins more often: decided after 100 games"
    ),
  ])
  func whatCameOfIt(words: String, status: Int32, verdict: String) throws {
    let run = try shell("zombies compare \(words)")
    #expect(run.ending == .exit(status), "\(run)")
    #expect(run.lines.last?.hasPrefix(verdict) == true, "\(run)")
    #expect(run.errors == "seed 0\n", "\(run)")
    // Only the test may choose when to stop.
    let line = run.lines.dropLast().last ?? ""
    #expect(line.hasPrefix("95% interval of the difference: "), "\(run)")
    #expect(line.contains("approximate") == (status == 0), "\(run)")
  }

  @Test(arguments: [
    ("", "name two policies"), ("edge", "name two policies"), ("edge edge", "edge is named twice"),
    ("edge nobody", "'nobody' is not one of"), ("edge randon", "random"), ("all edge", "'all'"),
    ("edge random --difference 0", "--difference"), ("edge random --difference 1", "--difference"),
    ("edge random --alpha 0.5", "--alpha"), ("edge random --beta 0", "--beta"),
    ("edge random --beta nan", "--beta"), ("edge random --rounds 0", "--rounds"),
    ("edge random --rounds 9 --games 9", "--games"), ("edge random SP --family block", "--family"),
    ("edge random --all-trials", "--all-trials needs --rounds or --games"),
    ("edge random --policy all", "--policy"), ("edge random --rounds-csv r", "--rounds-csv"),
  ])
  func badUsage(words: String, message: String) {
    expectRefusal("compare \(words)", saying: message)
  }
}
