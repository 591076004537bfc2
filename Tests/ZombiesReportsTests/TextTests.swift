import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesSolver
import ZombiesTestSupport

@testable import ZombiesReports  // The numbers of all tables.

/// Sentences and numbers that are wrong.
@Suite struct TextTests {
  /// Rules from the words of their variants.
  private static func rules(_ words: some Collection<Substring>) -> Rules {
    zip(Rules.Variant.allCases, words).reduce(.standard) { rules, pair in
      rules.changing(pair.0, to: pair.1) ?? rules
    }
  }

  @Test func replays() throws {
    for row in try TextFile("Cases/rounds.txt").read().split(separator: "\n") where row.first != ";"
    {
      let halves = row.split(separator: " => ", maxSplits: 1)
      let words = halves[0].split(separator: " ")
      let isOfPlayer = words[6] == "player"
      var round = Round(try Level(String(words[0])), rules: Self.rules(words[2..<6]))
      var text = RoundText.beginning(round, hears: isOfPlayer)
      for letter in words[1].utf8 where words[1] != "-" {
        let events = try round.move(require(Direction(letter: letter)))
        text = RoundText.move(
          round.moves, events, round, seesZombies: !isOfPlayer || round.isLit, hears: isOfPlayer)
      }
      expectEqual(text, String(halves[1]), String(halves[0]))
    }
    // In the dark, the text does not tell the player where zombies go.
    var round = Round(try Level("S4/Z4/5/5/4P+lit"))
    let events = try round.move(.up)
    let text = RoundText.move(1, events, round, seesZombies: false)
    expectEqual(text, "move 1: U to row 4, column 5")
  }

  /// Rules that differ from the default are named, and those that vary, also with the default value.
  @Test func rulesAreNamed() {
    func rules(_ words: String) -> Rules { Self.rules(words.split(separator: " ")) }
    for (own, among, name) in [
      ("1 longest 1 0", [], ""), ("0 vertical 1 0", [], "catching distance 0, chase vertical"),
      ("1 longest 3 0", [], "zombie speed 3"), ("1 longest 1 7", [], "hearing distance 7"),
      ("1 longest 1 0", ["1 longest 1 0"], ""),
      ("1 longest 1 0", ["1 longest 2 0", "1 longest 1 0"], "zombie speed 1"),
      ("1 longest 2 0", ["1 longest 2 0", "1 longest 1 0"], "zombie speed 2"),
      (
        "0 longest 2 0", ["0 longest 2 0", "0 horizontal 2 0"],
        "catching distance 0, chase longest, zombie speed 2"
      ),
    ] as [(String, [String], String)] {
      let suffix = RulesText.suffix(of: rules(own), among: among.map(rules))
      expectEqual(suffix, name.isEmpty ? "" : "; rules: \(name)", own)
      if !among.isEmpty { continue }
      expectEqual(RulesText.name(of: rules(own)), name.isEmpty ? "the default rules" : name)
    }
  }

  @Test func numbers() throws {
    let kinds: [String: (Double) -> String] = [
      "grouped": { grouped(UInt64($0)) }, "percent": percent, "share": ShareText.percent,
      "signed": signed, "signedDecimals": signedDecimals,
    ]
    for row in """
    grouped 0 0;grouped 7 7;grouped 999 999;grouped 1000 1,000;grouped 123456 123,456
    grouped 1234567 1,234,567;percent 0 0.000%;percent 1 100.000%;percent 0.5 50.000%
    percent 0.123456 12.346%;percent 0.000004 0.000%;percent 0.000006 0.001%
    percent 0.999999 100.000%;signedDecimals 0 0.000000000;signedDecimals -0.0 0.000000000
    signedDecimals -1e-10 0.000000000;signedDecimals -6e-10 -0.000000001
    signedDecimals -1.5 -1.500000000;signedDecimals 1e-10 0.000000000
    signed -0.004 0.00;signed -1.5 −1.50
    signed 2 2.00;share 0 0%;share 1 100%;share 0.34286 34.29%;share 0.0000214 0.002%
    share 0.99996 99.996%;share 1e-300 0.000000001%;share 0.9999999999999999 99.999999999%
    """.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
      let words = row.split(separator: " ").map(String.init)
      let (text, value) = try (require(kinds[words[0]]), require(Double(words[1])))
      expectEqual(text(value), words[2], String(row))
    }
    expectEqual(grouped(UInt64.max), "18,446,744,073,709,551,615")
    expect(nineDecimals(9e9) == "" && nineDecimals(-1) == "" && nineDecimals(nil) == "")
    expect(fixed(9e15, places: 2) == "" && fixed(7, places: 0) == "7")
    for power in 1...30 {
      let share = (0..<power).reduce(1.0) { share, _ in share / 2 }
      for share in [share, 1 - share] {
        let text = ShareText.number(share)
        expect(text != "0" && text != "100" && text.contains { "123456789".contains($0) })
      }
    }
    // Exact values with twelve decimals, also of large fractions, as in games of ten million placements.
    for (numerator, denominator, text) in [
      (0, 1, "0.000000000000"), (1, 1, "1.000000000000"), (1, 3, "0.333333333333"),
      (2, 3, "0.666666666667"), (36, 171, "0.210526315789"), (999, 1000, "0.999000000000"),
      (1, 2_000_000_000_000, "0.000000000001"), (1, 2_000_000_000_001, "0.000000000000"),
      (123_456, 7, "17636.571428571429"),
    ] as [(UInt128, UInt128, String)] {
      let value = ExactValue(numerator, over: denominator)
      let large = ExactValue(numerator << 70, over: denominator << 70)
      expect(twelveDecimals(value) == text && twelveDecimals(large) == text, text)
      expect(twelveDecimalsError(value) == "0.000000000001" && large.reduced == value.reduced)
    }
    for (value, bound, text, error) in [
      (0.5, 1e-13, "0.500000000000", "0.000000000001"),
      (70.25, 2.1e-12, "70.250000000000", "0.000000000003"),
    ] {
      let value = ExactValue(value, errorBound: bound)
      expect(twelveDecimals(value) == text && !value.isExact)
      expectEqual(twelveDecimalsError(value), error)
    }
    expectEqual(eighteenDecimals(2, over: 3), "0.666666666666666667")
    expectEqual(eighteenDecimals(1, over: .max), "0.000000000000000000")
    expectEqual(eighteenDecimals(.max, over: .max), "1.000000000000000000")
  }

  @Test func solutionsArePainted() throws {
    let level = try Level("P1#/2F/S#Z+lit")
    let painted = SolveText.text(level, Solver().solve(level)) { symbol, thing in
      thing.map { "<\($0)\(symbol)>" } ?? "[\(symbol)]"
    }
    expect(painted.contains("[↓]") && !painted.contains("[P]") && painted.hasSuffix("DD\n"))
    // An open room of 40 × 40 has C(78, 39) shortest solutions, over 2⁶⁴.
    let open = try Level("S39/" + String(repeating: "40/", count: 38) + "39P")
    let text = SolveText.text(open, Solver().solve(open))
    expect(text.contains("18,446,744,073,709,551,615 or more shortest solutions"))
  }
}
