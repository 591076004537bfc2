import Foundation
import Testing
import ZombiesCore
import ZombiesTestSupport

// What the cells of a row must say, computed without the program: for the suites ColumnValues….

/// The rows of a CSV text by column. Cells may be quoted, and the mark against formulas is removed.
func cellRows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation)
  -> [[String: String]]
{
  var (lines, cells, cell, isQuoted) = ([[String]](), [String](), "", false)
  var last: Character = ","
  for letter in text {
    defer { last = letter }
    switch letter {
    case "\"":
      isQuoted.toggle()
      // The second of a pair of quotation marks is one of the cell.
      if isQuoted, last == "\"" { cell.append(letter) }
    case "," where !isQuoted: (cells, cell) = (cells + [cell], "")
    case "\n" where !isQuoted: (lines, cells, cell) = (lines + [cells + [cell]], [], "")
    default: cell.append(letter)
    }
  }
  guard let names = lines.first else { return [] }
  return lines.dropFirst().map { cells in
    #expect(cells.count == names.count, "\(cells)", sourceLocation: sourceLocation)
    return Dictionary(zip(names, cells.map { $0.hasPrefix("'=") ? String($0.dropFirst()) : $0 })) {
      $1
    }
  }
}

/// The expected values of some cells: texts, whole numbers, true or false, numbers with decimals, and nil for
/// an empty cell.
typealias Cells = [String: Any?]

/// Expects the cells of a row. Every column must be expected, and no other.
///
/// A number with decimals may differ by a unit of its last digit.
func expectCells(
  _ row: [String: String], _ parts: Cells..., sourceLocation: SourceLocation = #_sourceLocation
) {
  let expected = parts.reduce(into: Cells()) { $0.merge($1) { $1 } }
  var wrong = Set(row.keys).symmetricDifference(expected.keys).map {
    "no value or no column: \($0)"
  }
  for (column, value) in expected {
    guard let cell = row[column], !says(cell, value: value) else { continue }
    wrong.append("\(column) is '\(cell)', expected '\(value ?? "")'")
  }
  #expect(wrong.isEmpty, "\(wrong.sorted()) in \(row)", sourceLocation: sourceLocation)
}

private func says(_ cell: String, value: Any?) -> Bool {
  guard let value else { return cell.isEmpty }
  guard let number = value as? Double else { return cell == "\(value)" }
  guard let found = Double(cell), let decimals = cell.split(separator: ".").dropFirst().last?.count
  else { return cell == "0" && number == 0 }
  return decimals > 4 && abs(found - number) < 1.6 * pow(10, -Double(decimals))
}

/// The columns with rules.
func cells(of rules: NaiveRules) -> Cells {
  [
    "catching_distance": rules.catchingDistance, "chase": rules.chase.rawValue,
    "zombie_speed": rules.speed, "hearing_distance": rules.hearingDistance,
  ]
}

/// The options for rules.
func options(of rules: NaiveRules) -> String {
  "--catching-distance \(rules.catchingDistance) --chase \(rules.chase.rawValue) "
    + "--zombie-speed \(rules.speed) --hearing-distance \(rules.hearingDistance)"
}

extension Rules {
  /// The program's form of naive rules.
  init(of naive: NaiveRules) throws {
    self = try Rules(
      catchingDistance: naive.catchingDistance,
      chase: try #require(ChaseAxis(rawValue: naive.chase.rawValue)), zombieSpeed: naive.speed,
      hearingDistance: naive.hearingDistance)
  }
}

/// The columns with a room and what it holds.
func cells(of level: NaiveLevel) -> Cells {
  [
    "rows": level.rows, "columns": level.columns, "zombies": level.zombies.count,
    "blocks": level.blocks.count, "flashlights": level.flashlights.count, "lit": level.lit,
  ]
}

/// The columns with a family's settings.
func cells(of family: NaiveFamily) -> Cells {
  [
    "rows": family.rows, "columns": family.columns, "zombies": family.zombies,
    "blocks": family.blocks, "flashlights": family.flashlights, "lit": family.lit,
  ]
}

/// A rate and its Wilson bounds. An exact rate is its own bounds.
func rateCells(_ name: String, _ hits: Int, of count: Int, isExact: Bool = false) -> Cells {
  guard count > 0 else { return [name: nil, "\(name)_low": nil, "\(name)_high": nil] }
  let (rate, bounds) = (Double(hits) / Double(count), wilson(hits, count))
  return [
    name: rate, "\(name)_low": isExact ? rate : bounds.low,
    "\(name)_high": isExact ? rate : bounds.high,
  ]
}

/// The columns that sum up rounds, from rows with `outcome` and `moves`.
func cells(ofRounds rounds: [[String: String]], isExact: Bool) -> Cells {
  let moves = rounds.compactMap { Int($0["moves"] ?? "") }.sorted()
  func count(_ outcome: String) -> Int { rounds.count { $0["outcome"] == outcome } }
  let mean = moves.isEmpty ? nil : Double(moves.reduce(0, +)) / Double(moves.count)
  let squares = moves.reduce(0.0) { $0 + pow(Double($1) - (mean ?? 0), 2) }
  func rank(_ percent: Int) -> Int? {
    moves.first { move in 100 * moves.count { $0 <= move } >= percent * moves.count }
  }
  return [
    "rounds": rounds.count, "won": count("won"), "caught": count("caught"),
    "stuck": count("stuck"), "out_of_moves": count("out-of-moves"), "moves_mean": mean,
    "moves_sd": moves.count > 1 ? (squares / Double(moves.count - 1)).squareRoot() : nil,
    "moves_p50": rank(50), "moves_p90": rank(90), "moves_max": moves.last,
  ].merging(rateCells("win_rate", count("won"), of: rounds.count, isExact: isExact)) { $1 }
}

/// The measures of a level, from a list of all its states.
struct NaiveMeasures {
  let level: NaiveLevel
  let solved: NaiveSolution
  var verdict: String { solved.solvable ? "solvable" : "unsolvable" }
  private(set) var luck: NaiveLuck?
  private(set) var points: Int?
  var grade: String? {
    points.map { ["gentle", "easy", "medium", "hard", "fiendish"][min($0 / 3, 4)] }
  }
  /// The columns of states and moves, things that matter, chances, luck and mistakes.
  private(set) var measures: Cells = [:]
  /// The columns of the things that matter, and of luck.
  private(set) var things: Cells = [:]
  private(set) var luckCells: Cells = [:]
  /// The columns of verdict, par, number of solutions, grade and points.
  var verdictCells: Cells {
    [
      "level": level.code, "verdict": verdict, "par": solved.par,
      "shortest_solutions": solved.shortestSolutions, "grade": grade, "points": points,
    ]
  }

  /// Measures a level.
  ///
  /// - Parameter luck: The luck of levels of its family; nil if it is not needed.
  init(_ level: NaiveLevel, _ rules: NaiveRules, luck finder: NaiveLuckFinder? = nil) {
    self.level = level
    let solved = naiveSolve(level, rules)
    self.solved = solved
    if let finder, solved.solvable, !level.lit, rules.hearingDistance > 1,
      let place = finder.steps.placements.firstIndex(of: level)
    {
      luck = finder.luck(of: place, .all)
    }
    var space = NaiveStateSpace(level, rules)
    var next: [[Int]] = []
    while next.count < space.rounds.count {
      next.append((0..<4).map { space.successor(of: next.count, by: $0) })
    }
    var (winning, before): (Set<Int>, Int) = ([], -1)
    while before < winning.count {
      before = winning.count
      winning.formUnion(
        next.indices.filter {
          next[$0].contains { $0 == NaiveStateSpace.won || winning.contains($0) }
        })
    }
    var (state, run, longest) = (0, 0, 0)
    for letter in solved.solution ?? "" {
      let good = next[state].count { $0 == NaiveStateSpace.won || winning.contains($0) }
      run = good == 1 ? run + 1 : 0
      longest = max(longest, run)
      let target = next[state][naiveDirectionLetters.firstIndex(of: "\(letter)")!]
      if target >= 0 { state = target }
    }
    func without(_ squares: [Int]) -> NaiveLevel {
      func rest(_ things: [Int]) -> [Int] { things.filter { !squares.contains($0) } }
      return NaiveLevel(
        rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
        zombies: rest(level.zombies), blocks: rest(level.blocks),
        flashlights: rest(level.flashlights), lit: level.lit)
    }
    let loses = naiveSolve(without(level.zombies), rules).solution.map { way in
      var round = NaiveRound(level, rules)
      round.play(way)
      return round.outcome != .won
    }
    let excess = solved.par.map { $0 - NaiveRoom(level).distance(level.start, level.signpost) }
    let (all, dead) = (next.count, next.count - winning.count)
    if let excess, let count = solved.shortestSolutions, let loses {
      points =
        excess + 10 * dead / all + (loses ? 2 : 0)
        + (count == 1 ? 3 : count < 4 ? 2 : count < 8 ? 1 : 0)
        + (luck.map { Int(($0.denominator - $0.numerator) * 10 / $0.denominator) } ?? 0)
    }
    let useless = (level.zombies + level.blocks + level.flashlights).filter {
      naiveSolve(without([$0]), rules).par == solved.par
    }
    let limit = 4 * level.squareCount
    let mistakes = NaiveMistakes(level, rules, solution: solved.solution, maxMoves: limit)
    things = [
      "things_that_matter": without(useless).code, "every_thing_matters": useless.isEmpty,
    ]
    luckCells = [
      "luck": luck.map { Double($0.numerator) / Double($0.denominator) },
      "risky_steps": luck?.uncertainSteps,
    ]
    measures = [
      "excess_moves": excess, "reachable_states": all, "dead_states": dead,
      "dead_states_share": all > 0 ? Double(dead) / Double(all) : nil,
      "longest_forced_run": solved.solvable ? longest : nil, "direct_way_loses": loses,
      "random_win_probability": naiveExactRandom(level, rules, maxMoves: limit).won,
      "moves_away": mistakes.movesAway, "losing_choices": mistakes.losingChoices,
      "trap_depth": mistakes.trapDepth, "erring_win_probability": mistakes.erringWinProbability,
    ]
  }
}
