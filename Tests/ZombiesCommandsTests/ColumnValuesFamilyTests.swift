import Foundation
import Testing
import ZombiesTestSupport

/// Every column of the tables of families: `analyze` with its check, `--pars-csv`, `census`, its atlases,
/// `census --search` and `model`. The expected values are sums over the naive solutions of all placements, and over
/// rounds of the same run. Only this suite notices a column of these tables that has another column's value.
@Suite(.waits) struct ColumnValuesFamilyTests {
  private typealias Row = [String: String]

  /// All placements of a family, in order.
  private static func placements(_ family: NaiveFamily) -> [NaiveLevel] {
    var levels: [NaiveLevel] = []
    family.forEachPlacement { levels.append($0) }
    return levels
  }

  /// A game of three lives whose rounds are won with a probability, and its factor for the mean moves.
  private static func game(_ won: Double) -> (won: Double, rounds: Double) {
    let lost = 1 - won
    return (won * (1 + lost + lost * lost), 1 + lost + lost * lost)
  }

  private static let families: [(name: String, rules: NaiveRules, maxMoves: Int)] = [
    ("3x4z1b1", NaiveRules(chase: .vertical, speed: 2, hearingDistance: 2), 9),
    ("4x3z1b1+lit", NaiveRules(catchingDistance: 0, chase: .horizontal), 11),
  ]

  @Test(arguments: families)
  func analyzedPolicies(name: String, rules: NaiveRules, maxMoves: Int) throws {
    let family = try require(NaiveFamily(name: name))
    let (folder, levels) = (try TemporaryFolder(), Self.placements(family))
    let words = "\(options(of: rules)) --max-moves \(maxMoves) --policy all -q"
    let references = levels.indices.map { "\(name)#\($0)" }.joined(separator: "\n")
    try folder.write(references + "\n", to: "all.txt")
    let run = try shell(
      """
      zombies analyze --family \(name) \(words) --check 40 --seed 6 --format csv -o a --pars-csv p
      zombies analyze --family \(name) \(words) --check 40 --seed 6 > text
      zombies simulate all.txt \(words) -n \(levels.count) --rounds-csv r -o t
      for levels in any solvable; do for unit in rounds games; do
      zombies simulate --family \(name) \(words) --seed 6 --levels $levels --$unit 40 --format csv -o $levels-$unit
      done; done
      """, in: folder)
    expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    func read(_ name: String) -> [Row] { Table(folder.read(name) ?? "").rows }
    let (rows, rounds, solved) = (read("a"), read("r"), levels.map { naiveSolve($0, rules) })
    let plan = (folder.read("text") ?? "").firstMatch(
      of: /the plan for optimal has ([0-9,]+) belief/)
    let names = rows.compactMap { $0["policy"] }
    expect(names.count == 12 && Set(names).count == 6)
    for row in rows {
      let (policy, selection) = (row["policy"] ?? "", row["levels"] ?? "")
      let chosen = levels.indices.filter { selection == "any" || solved[$0].solvable }
      expect(Set(["any", "solvable"]).contains(selection) && chosen.count > 3)
      var sums: [String: Double] = [:]
      for place in chosen {
        if policy == "random" {
          let exact = naiveExactRandom(levels[place], rules, maxMoves: maxMoves)
          sums.merge([
            "won": exact.won, "caught": exact.caught, "stuck": exact.stuck,
            "out-of-moves": exact.outOfMoves, "moves": exact.meanMoves,
          ]) { $0 + $1 }
        } else {
          let round = try require(
            rounds.first { $0["trial"] == "\(place)" && $0["policy"] == policy })
          let moves = try require(Double(round["moves"] ?? ""))
          sums.merge([round["outcome"] ?? "": 1, "moves": moves]) { $0 + $1 }
        }
      }
      let count = Double(chosen.count)
      func mean(_ name: String) -> Double { sums[name, default: 0] / count }
      let game = Self.game(mean("won"))
      let exactError = "0.000000000001"
      var errors: Cells = [:]
      for column in ["win_probability", "moves_mean", "game_win_probability", "game_moves_mean"] {
        let cell = row["\(column)_error"] ?? ""
        if policy == "random" {
          let bound = try require(Double(cell))
          expect(bound >= 1e-12 && bound < 1e-11, "\(column): \(cell)")
        }
        errors["\(column)_error"] = policy == "random" ? cell : exactError
      }
      // The estimates are those of `simulate` with the same seed.
      let played = ["rounds", "games"].map { unit in
        read("\(selection)-\(unit)").first { $0["policy"] == policy } ?? [:]
      }
      func number(_ column: String, _ place: Int = 0) -> Double {
        Double(played[place][column] ?? "") ?? .nan
      }
      var checks: Cells = ["check_trials": 40, "check_seed": 6]
      func check(
        _ name: String, _ value: Double, _ low: Double, _ high: Double, exact: Double, error: Double
      ) {
        checks["check_\(name)"] = value
        checks["check_\(name)_low"] = low
        checks["check_\(name)_high"] = high
        checks["check_\(name)_covers"] = low <= exact + 1e-9 && exact <= high + 1e-9
        let deviation = abs(value - exact) < 1e-9 ? 0 : (value - exact) / error
        let cell = row["check_\(name)_deviation"] ?? ""
        // Values of nine decimals give fewer decimals of their quotient.
        let isSaid = deviation.isFinite ? abs((Double(cell) ?? 99) - deviation) < 1e-5 : cell == ""
        expect(isSaid, "\(name): \(deviation), \(row)")
        checks["check_\(name)_deviation"] = cell.isEmpty ? nil : cell
      }
      for (name, place, exact) in [("win_rate", 0, mean("won")), ("game_win_rate", 1, game.won)] {
        check(
          name, number(name, place), number("\(name)_low", place), number("\(name)_high", place),
          exact: exact, error: (exact * (1 - exact) / 40).squareRoot())
      }
      let (moves, error) = (number("moves_mean"), number("moves_sd") / 40.0.squareRoot())
      let spread = 1.959963984540054 * error
      check(
        "moves_mean", moves, moves - spread, moves + spread, exact: mean("moves"), error: error)
      expectCells(
        row, cells(of: rules), cells(of: family), errors, checks,
        [
          "policy": policy, "levels": selection, "placements": chosen.count,
          "won": policy == "random" ? nil : Int(sums["won", default: 0]),
          "win_probability": mean("won"), "caught_probability": mean("caught"),
          "stuck_probability": mean("stuck"), "out_of_moves_probability": mean("out-of-moves"),
          "never_ending_probability": 0.0, "moves_mean": mean("moves"),
          "game_win_probability": game.won, "game_moves_mean": game.rounds * mean("moves"),
          "beliefs": policy == "optimal" ? plan.map { $0.1.replacing(",", with: "") } : nil,
          "family": name, "max_moves": maxMoves,
        ])
    }
    // The best blind play of a dark family by a plan over all placements.
    if !family.lit {
      expect(plan != nil)
      let wins = NaiveHearingPlan(family, rules).wins()
      let optimal = rows.filter { $0["policy"] == "optimal" }.map { $0["won"] }
      expectEqual(optimal, ["\(wins)", "\(wins)"])
    }
    let pars = Dictionary(grouping: solved.compactMap(\.par)) { $0 }.sorted { $0.key < $1.key }
    expect(pars.count > 1 || !family.lit)
    for (row, par) in zip(read("p"), pars) {
      expectCells(
        row, cells(of: rules),
        ["par": par.key, "placements": par.value.count, "family": name])
    }
    expectEqual(read("p").count, pars.count)
  }

  private static let censuses: [(name: String, rules: NaiveRules)] = [
    ("4x4z1b1+lit", NaiveRules(chase: .vertical)),
    ("3x4z1b1", NaiveRules(catchingDistance: 1, speed: 3, hearingDistance: 2)),
    ("4x4b2", NaiveRules(catchingDistance: 0, chase: .horizontal, speed: 2)),
  ]

  @Test(arguments: censuses)
  func censusTables(name: String, rules: NaiveRules) throws {
    let family = try require(NaiveFamily(name: name))
    let (folder, levels) = (try TemporaryFolder(), Self.placements(family))
    let words = "census --family \(name) \(options(of: rules)) -q --format csv"
    let run = try shell(
      """
      zombies \(words) -o c --levels-csv l --top 7 --top-csv h --tally y
      zombies \(words) -o c2 --levels-csv d --difficulty
      zombies merge y -q --format csv -o c3
      """, in: folder)
    expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    expect(folder.read("c") == folder.read("c2") && folder.read("c") == folder.read("c3"))
    func read(_ name: String) -> [Row] { Table(folder.read(name) ?? "").rows }
    let finder = rules.hearingDistance > 1 ? NaiveLuckFinder(family, rules) : nil
    // The first level of each class stands for all of them.
    var classes: [(number: Int, report: NaiveDifficulty, placements: Int)] = []
    var known: Set<String> = []
    for (number, level) in levels.enumerated() {
      let images = naiveClass(level, rules)
      guard known.insert(images[0]).inserted else { continue }
      classes.append((number, NaiveDifficulty(level, rules, luck: finder), images.count))
    }
    let (atlas, measured) = (read("l"), read("d"))
    expect(atlas.count == classes.count && measured.count == classes.count)
    for ((row, other), entry) in zip(zip(atlas, measured), classes) {
      let expected: Cells = [
        "reference": "\(name)#\(entry.number)", "placements": entry.placements, "name": nil,
      ]
      let settings = cells(of: entry.report.level).merging(cells(of: rules)) { $1 }
      let verdict = entry.report.verdictCells
      expectCells(row, expected, settings, verdict)
      expectCells(
        other, expected, settings, verdict, entry.report.measures, entry.report.thingCells,
        entry.report.luckCells)
    }
    let kinds = Dictionary(grouping: classes) { entry in
      ["verdict", "par", "shortest_solutions", "grade"].map {
        (entry.report.verdictCells[$0] ?? nil).map { "\($0)" } ?? ""
      }
    }
    let table = read("c")
    expect(table.count == kinds.count && kinds.count > 2)
    for row in table {
      let kind = ["verdict", "par", "shortest_solutions", "grade"].map { row[$0] ?? "" }
      let own = try require(kinds[kind], "\(kind)")
      expectCells(
        row, cells(of: rules),
        [
          "verdict": kind[0], "par": Int(kind[1]), "shortest_solutions": Int(kind[2]),
          "grade": kind[3].isEmpty ? nil : kind[3], "levels": own.count,
          "placements": own.reduce(0) { $0 + $1.placements }, "family": name,
        ])
    }
    // Longest par, then fewest solutions, then the code.
    let hardest = classes.filter(\.report.solved.solvable).sorted { one, other in
      let (a, b) = (one.report.solved, other.report.solved)
      let (x, y) = (one.report.level.code, other.report.level.code)
      return (b.par!, a.shortestSolutions!, x) < (a.par!, b.shortestSolutions!, y)
    }
    let top = read("h")
    expectEqual(top.count, min(7, hardest.count))
    for (place, (row, entry)) in zip(top, hardest).enumerated() {
      var verdict = entry.report.verdictCells
      verdict.removeValue(forKey: "verdict")
      verdict.removeValue(forKey: "points")
      expectCells(
        row, verdict, cells(of: rules),
        ["rank": place + 1, "family": name, "name": nil, "reference": "\(name)#\(entry.number)"])
    }
  }

  /// What a search finds: its rows, and the longest par of all placements.
  @Test func hardestOfASearch() throws {
    let rules = NaiveRules(chase: .vertical)
    let family = NaiveFamily(rows: 4, columns: 3, zombies: 1, blocks: 1, lit: true)
    let run = try shell(
      "zombies census --search --family 4x3z1b1+lit \(options(of: rules)) --climbs 9 --steps 50 "
        + "--top 5 --seed 2 -q --format csv")
    let (rows, levels) = (Table(run.output).rows, Self.placements(family))
    let longest = levels.compactMap { naiveSolve($0, rules).par }.max()
    expect(rows.count > 2 && rows.first?["par"] == "\(longest ?? 0)", "\(run)")
    for (place, row) in rows.enumerated() {
      let number = try require(levels.firstIndex { $0.code == row["level"] })
      var verdict = NaiveDifficulty(levels[number], rules).verdictCells
      expectEqual(verdict.removeValue(forKey: "verdict") as? String, "solvable")
      verdict.removeValue(forKey: "points")
      expectCells(
        row, verdict, cells(of: rules),
        [
          "rank": place + 1, "family": "4x3z1b1+lit", "name": nil,
          "reference": "4x3z1b1+lit#\(number)",
        ])
    }
  }

  // MARK: Models

  @Test(
    arguments: [
      ("3x4z1f1", "--levels any", "player", NaiveRules(hearingDistance: 2)),
      ("4x3z1b1+lit", "--levels solvable", "all", NaiveRules(catchingDistance: 0)),
      ("S1Z1/1#2/2F1/3P", "", "player", NaiveRules(chase: .vertical, hearingDistance: 3)),
      ("3x4z1", "--levels any", "none", NaiveRules()),
    ])
  func models(levels: String, words: String, view: String, rules: NaiveRules) throws {
    let run = try shell(
      "zombies model \(levels) \(words) --view \(view) \(options(of: rules)) -q --format csv")
    let rows = Table(run.output).rows
    let family = NaiveFamily(name: levels)
    var expected = family.map(Self.placements) ?? [NaiveLevel(code: levels)!]
    let all = expected
    if words.contains("solvable") { expected = expected.filter { naiveSolve($0, rules).solvable } }
    let byState = Dictionary(grouping: rows) { $0["state"]! }
    let draws = byState["0"] ?? []
    expect(draws.count == expected.count && rows.count > draws.count + 9, "\(run)")
    var (rounds, queue) = ([String: NaiveRound](), [String]())
    func end(_ round: NaiveRound) -> String? {
      round.outcome.map { $0 == .won ? "1" : "2" }
    }
    func go(to next: String, _ round: NaiveRound) {
      if let end = end(round) {
        expectEqual(next, end)
      } else if let known = rounds[next] {
        expectEqual([known.player] + known.zombies, [round.player] + round.zombies)
        expect(known.lit == round.lit && known.level.blocks == round.level.blocks)
      } else {
        expect((Int(next) ?? 0) > 2)
        rounds[next] = round
        queue.append(next)
      }
    }
    for (row, level) in zip(draws, expected) {
      let round = NaiveRound(level, rules)
      let number = all.firstIndex(of: level) ?? 0
      expectCells(
        row,
        [
          "state": 0, "observation": 0, "row": nil, "column": nil, "lit": nil, "heard": nil,
          "seen": nil, "move": "draw", "next": row["next"], "outcome": round.outcome?.rawValue,
          "level": level.code, "reference": family.map { _ in "\(levels)#\(number)" },
        ])
      go(to: row["next"]!, round)
    }
    var (place, seenBy, rest) = (0, [String: String](), rows.count - draws.count)
    while place < queue.count {
      let (state, round) = (queue[place], rounds[queue[place]]!)
      place += 1
      let columns = round.level.columns
      func seen(_ letter: String, _ squares: [Int]) -> [String] {
        squares.filter { view == "all" || round.lit || round.room.distance($0, round.player) < 2 }
          .map { "\(letter)\($0 / columns):\($0 % columns)" }
      }
      let things =
        seen("Z", round.zombies) + seen("#", round.level.blocks)
        + seen("F", round.level.flashlights)
      let isSeen = view != "none"
      let own = byState[state] ?? []
      let moves = (0..<4).filter { !isSeen || round.isLegal($0) }
      expectEqual(own.count, moves.count)
      rest -= own.count
      for (row, move) in zip(own, moves) {
        var after = round
        if round.isLegal(move) { after.move(move) }
        let sight: Cells = [
          "row": isSeen ? round.player / columns : nil,
          "column": isSeen ? round.player % columns : nil, "lit": isSeen ? round.lit : nil,
          "heard": view == "player" ? round.heard : nil,
          "seen": isSeen && !things.isEmpty ? things.joined(separator: " ") : nil,
        ]
        expectCells(
          row, sight,
          [
            "state": state, "observation": row["observation"],
            "move": ["up", "down", "left", "right"][move],
            "next": row["next"], "outcome": after.outcome?.rawValue, "level": nil, "reference": nil,
          ])
        go(to: row["next"]!, after)
        // The same number for the same sight, and no other. Who sees everything knows the state.
        let key = view == "all" ? state : sight.map { "\($0) \($1 ?? "")" }.sorted().joined()
        let number = row["observation"]!
        expectEqual(seenBy[key, default: number], number)
        seenBy[key] = number
      }
    }
    expect(rest == 0 && Set(seenBy.values).count == seenBy.count)
  }
}
