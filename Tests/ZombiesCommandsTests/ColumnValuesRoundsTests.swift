import Foundation
import Testing
import ZombiesSimulator
import ZombiesTestSupport

/// Every column of the tables of rounds: `--rounds-csv`, `simulate`, `sweep` and
/// `compare`. Rounds are played again by the naive policies, and all other tables are sums over rounds. Only
/// this suite notices a wrong rule, setting or name in such a row, and a wrong round of the fast writer.
@Suite(.waits) struct ColumnValuesRoundsTests {
  private static let rules = NaiveRules(
    catchingDistance: 1, chase: .vertical, speed: 2, hearingDistance: 3)
  private typealias Row = [String: String]

  /// The rows of files in a folder.
  private static func read(_ names: String..., in folder: TemporaryFolder) -> [[Row]] {
    names.map { Table(folder.read($0) ?? "").rows }
  }

  /// Expects rounds to be those of the naive policies, on the levels of their trials.
  private func expectRounds(
    _ rows: [Row], _ rules: NaiveRules, maxMoves: Int?, policies: [String], games: Bool = false,
    first: UInt64, count: Int, level: (UInt64) -> String
  ) throws {
    var rest = rows[...]
    for trial in first..<first + UInt64(count) {
      for policy in policies {
        for round in 0..<(games ? 3 : 1) {
          let next = rest.popFirst()
          let row = try require(next)
          let code = level(games ? 3 * trial + UInt64(round) : trial)
          let naive = try require(NaiveLevel(code: code))
          let limit = maxMoves ?? 4 * naive.squareCount
          var (outcome, path) = (row["outcome"] ?? "", row["path"] ?? "")
          if let known = NaivePolicy(rawValue: policy) {
            let played = naivePlay(known, naive, rules, maxMoves: limit)
            (outcome, path) = (played.outcome.rawValue, played.moves)
          } else {
            var played = NaiveRound(naive, rules)
            played.play(path)
            outcome = (played.outcome ?? .outOfMoves).rawValue
            expect(played.moves == path.count && (played.outcome != nil || path.count == limit))
          }
          expectCells(
            row,
            [
              "trial": trial, "round": round, "policy": policy, "level": code, "outcome": outcome,
              "moves": path.count, "path": path.isEmpty ? nil : path,
            ])
          if outcome == "won" { break }
        }
      }
    }
    expect(rest.isEmpty)
  }

  private static let batches: [(family: String, options: String, games: Bool)] = [
    ("3x4z1b1f1", "--levels any --max-moves 7", false), ("4x3z1f1", "", true),
    ("3x4z1b1+lit", "--max-moves 9", true),
  ]

  @Test(arguments: batches)
  func rowsOfFamilies(family: String, words: String, isOfGames: Bool) throws {
    let (rules, folder, first, count) = (Self.rules, try TemporaryFolder(), UInt64(7), 12)
    let policies = ["random", "clairvoyant", "edge", "beeline"]
    let levels = words.contains("any") ? "any" : "solvable"
    let maxMoves = words.split(separator: " ").last.flatMap { Int($0) }
    let run = try shell(
      """
      zombies simulate --family \(family) \(words) \(options(of: rules)) --seed 5 --first \(first) -q \
      --\(isOfGames ? "games" : "rounds") \(count) --policy \(policies.joined(separator: ",")) \
      --format csv -o t --rounds-csv r --tally y
      zombies merge y --format csv -q -o m
      zombies generate --family \(family) --levels \(levels) \(options(of: rules)) --seed 5 --format code -q \
      --first \(isOfGames ? 3 * first : first) -n \(isOfGames ? 3 * count : count) -o l
      """, in: folder)
    expect(run.ending == .exit(0) && run.output + run.errors == "", "\(run)")
    expectEqual(folder.read("m"), folder.read("t"))
    let codes = (folder.read("l") ?? "").split(separator: "\n").map(String.init)
    let parts = Self.read("t", "r", in: folder)
    let (table, rounds) = (parts[0], parts[1])
    try expectRounds(
      rounds, rules, maxMoves: maxMoves, policies: policies, games: isOfGames, first: first,
      count: count, level: { codes[Int($0 - (isOfGames ? 3 * first : first))] })
    let naive = try require(NaiveFamily(name: family))
    expectEqual(table.map { $0["policy"] }, policies)
    expect(Set(rounds.compactMap { $0["outcome"] }).count > 1)
    for (place, policy) in policies.enumerated() {
      let own = rounds.filter { $0["policy"] == policy }
      let games = Dictionary(grouping: own) { $0["trial"] ?? "" }.values
      let won = games.count { $0.contains { $0["outcome"] == "won" } }
      let ofGames: Cells =
        isOfGames
        ? ["games": games.count, "games_won": won, "games_lost": games.count - won]
        : ["games": nil, "games_won": nil, "games_lost": nil]
      expectCells(
        table[place], cells(ofRounds: own, isExact: false), cells(of: rules), cells(of: naive),
        ofGames, rateCells("game_win_rate", won, of: isOfGames ? games.count : 0),
        [
          "policy": policy, "family": family, "levels": levels, "seed": 5, "first": first,
          "max_moves": maxMoves ?? 4 * naive.rows * naive.columns,
        ])
    }
  }

  /// Given levels: with names, by reference, of several sizes, and not all played equally often.
  @Test(arguments: [rules, NaiveRules(catchingDistance: 0, chase: .horizontal, hearingDistance: 2)])
  func rowsOfGivenLevels(rules: NaiveRules) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "; level: A, b\nS2/1Z1/2P+lit\n\n3x4z1b1f1+any@5#2\n; level: Two\nS3F/1#3/Z3P\nS#/#P\n",
      to: "l.txt")
    let words = "l.txt SZ/1P \(options(of: rules)) --seed 8 --first 6 -n 23 -q --policy edge,random"
    let run = try shell(
      """
      zombies simulate \(words) --format csv -o t --rounds-csv r
      zombies solve '3x4z1b1f1+any@5#2' --format csv -q -o one
      """, in: folder)
    expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    let parts = Self.read("t", "r", "one", in: folder)
    let rounds = parts[1]
    let codes = ["S2/1Z1/2P+lit", parts[2][0]["level"]!, "S3F/1#3/Z3P", "S#/#P", "SZ/1P"]
    try expectRounds(
      rounds, rules, maxMoves: nil, policies: ["edge", "random"], first: 6, count: 23,
      level: { codes[Int($0 % 5)] })
    for (row, policy) in zip(parts[0], ["edge", "random"]) {
      let own = rounds.filter { $0["policy"] == policy }
      var none: Cells = ["family": nil, "max_moves": nil]
      for column in ["games", "games_won", "games_lost"]
        + cells(of: NaiveFamily(rows: 1, columns: 2)).keys
      {
        none[column] = .some(nil)
      }
      expectCells(
        row, cells(ofRounds: own, isExact: policy == "edge"), cells(of: rules), none,
        rateCells("game_win_rate", 0, of: 0),
        ["policy": policy, "levels": "given", "seed": 8, "first": 6])
    }
  }

  /// Each combination: its settings, its rounds as `simulate` plays them, and exact values over placements.
  @Test func sweptCombinations() throws {
    let folder = try TemporaryFolder()
    let families = ["3x4z1", "3x4z1b1", "4x4z1", "4x4z1b1"]
    let words = "--policy beeline,random -n 9 --seed 4 --first 2 --max-moves 11 -q"
    let rest = "--catching-distance 0 --hearing-distance 1"
    let combinations = families.flatMap { family in
      ["any", "solvable"].flatMap { levels in
        [NaiveChase.horizontal, .longest].map { (family, levels, $0) }
      }
    }
    let lines = combinations.enumerated().map { place, combination in
      "zombies simulate --family \(combination.0) --levels \(combination.1) "
        + "--chase \(combination.2.rawValue) \(words) \(rest) -o t --rounds-csv r\(place)"
    }
    let run = try shell(
      "zombies sweep --size 3x4,4 --zombies 1 --blocks 0,1 --lit --levels any,solvable "
        + "--chase horizontal,longest \(words) \(rest) --exact -o s\n"
        + lines.map { $0.replacing("--levels", with: "--lit --levels") }.joined(separator: "\n"),
      in: folder)
    expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    let rows = Self.read("s", in: folder)[0]
    expectEqual(rows.count, 2 * combinations.count)
    let byKey = Dictionary(grouping: rows) {
      "\($0["family"]!) \($0["levels"]!) \($0["chase"]!)"
    }
    for (place, combination) in combinations.enumerated() {
      let own = byKey["\(combination.0)+lit \(combination.1) \(combination.2.rawValue)"] ?? []
      expectEqual(own.map { $0["policy"] }, ["beeline", "random"], "\(combination)")
      var family = try require(NaiveFamily(name: combination.0))
      family.lit = true
      let rules = NaiveRules(catchingDistance: 0, chase: combination.2, hearingDistance: 1)
      var (sums, count) = ([String: (Double, Double)](), 0.0)
      family.forEachPlacement { level in
        if combination.1 == "solvable", !naiveSolve(level, rules).solvable { return }
        count += 1
        let played = naivePlay(.beeline, level, rules, maxMoves: 11)
        let exact = naiveExactRandom(level, rules, maxMoves: 11)
        for (policy, won, moves) in [
          ("beeline", played.outcome == .won ? 1 : 0, Double(played.moves.count)),
          ("random", exact.won, exact.meanMoves),
        ] {
          let old = sums[policy] ?? (0, 0)
          sums[policy] = (old.0 + won, old.1 + moves)
        }
      }
      let rounds = Self.read("r\(place)", in: folder)[0]
      for row in own {
        let policy = row["policy"] ?? ""
        let mine = rounds.filter { $0["policy"] == policy }
        expectEqual(mine.count, 9)
        expectCells(
          row, cells(ofRounds: mine, isExact: false), cells(of: rules), cells(of: family),
          ["games": nil, "games_won": nil, "games_lost": nil],
          rateCells("game_win_rate", 0, of: 0),
          [
            "policy": policy, "family": family.name, "levels": combination.1, "max_moves": 11,
            "seed": 4, "first": 2, "exact_win_rate": sums[policy].map { $0.0 / count },
            "exact_moves_mean": sums[policy].map { $0.1 / count },
          ])
      }
    }
  }

  /// Games with unequal error probabilities, and given levels, where the difference is exact.
  @Test func comparedPolicies() throws {
    let (folder, rules) = (try TemporaryFolder(), Self.rules)
    let words =
      "--family 3x4z1f1+lit --levels any \(options(of: rules)) --seed 3 --first 4 --max-moves 13 -q"
    let given = "S2/1Z1/2P S3F/1#3/Z3P SZ/1P+lit S2/3/2P"
    let run = try shell(
      """
      zombies compare clairvoyant edge \(words) --games 150 --all-trials --difference 0.0625 --alpha 0.2 \
      --beta 0.125 --format csv -o c
      zombies compare clairvoyant edge \(words) --games 150 --difference 0.0625 --alpha 0.2 \
      --beta 0.125 --format csv -o looks
      zombies simulate \(words) --games 150 --policy clairvoyant,edge --rounds-csv r -o t
      zombies compare beeline clairvoyant \(given) --difference 0.25 -q --format csv -o e
      zombies simulate \(given) --policy beeline,clairvoyant -n 4 -q --rounds-csv er -o t
      """, in: folder)
    expectEqual(run.errors, "", "\(run)")
    let parts = Self.read("c", "r", "e", "er", "looks", in: folder)
    func wins(_ policy: String, _ rows: [Row]) -> Set<Int> {
      Set(
        rows.filter { $0["policy"] == policy && $0["outcome"] == "won" }.map { Int($0["trial"]!)! })
    }
    func counts(_ first: Set<Int>, _ second: Set<Int>, _ count: Int) -> Cells {
      let both = first.intersection(second).count
      return [
        "trials": count, "both": both, "first_only": first.count - both,
        "second_only": second.count - both, "neither": count - first.union(second).count,
        "difference": Double(first.count - second.count) / Double(count),
      ]
    }
    let family = NaiveFamily(rows: 3, columns: 4, zombies: 1, flashlights: 1, lit: true)
    // All trials are played before the only look, or the run ends with the look that decides.
    expect(parts[0].map { $0["trials"] } == ["150"] && parts[4].first?["trials"] == "100")
    expect(parts[4].dropLast().allSatisfy { $0["decision"] == "" })
    let test = SequentialTest(difference: 0.0625, alpha: 0.2, beta: 0.125)
    for row in parts[0] + parts[4] {
      let count = Int(row["trials"] ?? "") ?? 0
      let won = ["clairvoyant", "edge"].map { wins($0, parts[1]).filter { $0 < 4 + count } }
      let both = won[0].intersection(won[1]).count
      let (lower, upper) = (log(0.125 / 0.9), log(0.875 / 0.1))
      // SequentialRatioTests checks the ratios.
      var pairs = PairCounts()
      pairs.both = UInt64(both)
      (pairs.firstOnly, pairs.secondOnly) = (
        UInt64(won[0].count - both), UInt64(won[1].count - both)
      )
      pairs.neither = UInt64(count) - pairs.total
      let ratios = [test.ratios(pairs).first, test.ratios(pairs).second]
      let interval = naiveDifferenceInterval(
        won[0].count - both, won[1].count - both, of: count, correction: 1)
      expect(abs((Double(row["difference_low"] ?? "") ?? 9) - interval.low) < 1e-6, "\(row)")
      expect(abs((Double(row["difference_high"] ?? "") ?? 9) - interval.high) < 1e-6, "\(row)")
      let decision =
        ratios[0] >= upper
        ? "first"
        : ratios[1] >= upper ? "second" : ratios.allSatisfy { $0 <= lower } ? "neither" : nil
      expectCells(
        row, counts(won[0], won[1], count), cells(of: rules), cells(of: family),
        [
          "first_policy": "clairvoyant", "second_policy": "edge", "unit": "games",
          "llr_first": ratios[0], "llr_second": ratios[1], "llr_lower": lower, "llr_upper": upper,
          "difference_low": Double(row["difference_low"] ?? ""),
          "difference_high": Double(row["difference_high"] ?? ""),
          "difference_that_matters": 0.0625, "alpha": 0.2, "beta": 0.125, "family": family.name,
          "levels": "any", "max_moves": 13, "seed": 3, "first": 4,
          "decision": row["decision"] == "" ? nil : decision,
        ])
    }
    expectEqual(parts[2].count, 1)
    let won = ["beeline", "clairvoyant"].map { wins($0, parts[3]) }
    let exact = counts(won[0], won[1], 4)
    var none: Cells = ["family": nil, "max_moves": nil]
    for column in ["llr_first", "llr_second", "llr_lower", "llr_upper"]
      + cells(of: NaiveFamily(rows: 1, columns: 2)).keys
    {
      none[column] = .some(nil)
    }
    expectCells(
      parts[2].first ?? [:], exact, cells(of: .standard), none,
      [
        "first_policy": "beeline", "second_policy": "clairvoyant", "unit": "rounds",
        "difference_low": exact["difference"] ?? nil, "difference_high": exact["difference"] ?? nil,
        "difference_that_matters": 0.25, "alpha": 0.0, "beta": 0.0, "levels": "given", "seed": 0,
        "first": 0,
        "decision": won[0].count + 1 > won[1].count ? "neither" : "second",
      ])
  }
}
