import Foundation
import ZombiesTestSupport

// What the cells of a row must say, computed without the program: for the suites ColumnValues….

/// The expected values of some cells: texts, whole numbers, true or false, numbers with decimals, and nil for
/// an empty cell.
typealias Cells = [String: Any?]

/// Expects the cells of a row. Every column must be expected, and no other.
///
/// A number with decimals may differ by a unit of its last digit.
func expectCells(
  _ row: [String: String], _ parts: Cells..., file: String = #fileID, line: Int = #line
) {
  let expected = parts.reduce(into: Cells()) { $0.merge($1) { $1 } }
  var wrong = Set(row.keys).symmetricDifference(expected.keys).map {
    "no value or no column: \($0)"
  }
  for (column, value) in expected {
    guard let cell = row[column], !says(cell, value: value) else { continue }
    wrong.append("\(column) is '\(cell)', expected '\(value ?? "")'")
  }
  expect(wrong.isEmpty, "\(wrong.sorted()) in \(row)", file: file, line: line)
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

/// The columns of a level's verdict and difficulty.
extension NaiveDifficulty {
  var verdict: String { solved.solvable ? "solvable" : "unsolvable" }

  /// The columns of verdict, par, number of solutions, grade and points.
  var verdictCells: Cells {
    [
      "level": level.code, "verdict": verdict, "par": solved.par,
      "shortest_solutions": solved.shortestSolutions, "grade": grade, "points": points,
    ]
  }

  var thingCells: Cells {
    [
      "things_that_matter": thingsThatMatter.code,
      "every_thing_matters": thingsThatMatter == level,
    ]
  }

  var luckCells: Cells {
    [
      "luck": luck.map { Double($0.numerator) / Double($0.denominator) },
      "risky_steps": luck?.uncertainSteps,
    ]
  }

  /// The columns of states and moves, chances and mistakes.
  var measures: Cells {
    let share = reachableStates > 0 ? Double(deadStates) / Double(reachableStates) : nil
    return [
      "excess_moves": excessMoves, "reachable_states": reachableStates, "dead_states": deadStates,
      "dead_states_share": share, "longest_forced_run": longestForcedRun,
      "direct_way_loses": directWayLoses, "random_win_probability": randomWinProbability,
      "moves_away": mistakes.movesAway, "losing_choices": mistakes.losingChoices,
      "trap_depth": mistakes.trapDepth, "erring_win_probability": mistakes.erringWinProbability,
    ]
  }
}
