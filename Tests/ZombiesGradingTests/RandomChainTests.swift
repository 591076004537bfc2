import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesTestBridge
import ZombiesTestSupport

/// The chances of `random`, against plain sums over all rounds and, without a limit on moves,
/// against fractions that solve the equations.
@Suite struct RandomChainTests {
  private static func values(
    _ level: NaiveLevel, _ rules: NaiveRules = .standard, moveLimit: Int?
  ) throws -> RandomChain.Values {
    let graph = try StateGraph(Level(level), rules: try Rules(rules))
    return RandomChain(graph).values(moveLimit: moveLimit)
  }

  /// The first wrong value, or nil.
  static func complaint(
    _ level: NaiveLevel, _ rules: NaiveRules, moveLimit: Int
  ) throws -> String? {
    let values = try values(level, rules, moveLimit: moveLimit)
    let exact = naiveExactRandom(level, rules, maxMoves: moveLimit)
    let pairs = [
      (values.won, exact.won), (values.caught, exact.caught), (values.stuck, exact.stuck),
      (values.outOfMoves, exact.outOfMoves), (values.neverEnding, 0),
      (values.meanMoves / max(1, exact.meanMoves), exact.meanMoves / max(1, exact.meanMoves)),
    ]
    let isNear = pairs.allSatisfy { abs($0 - $1) <= 1e-12 }
    return isNear && values.errorBound < 1e-12
      ? nil : "\(level) \(rules) \(moveLimit): \(values), expected \(exact)"
  }

  @Test(arguments: ["2x3z1+lit", "3x2z1b1+lit", "3x3z1f1", "2x4z2+lit", "4x1b1", "3x3z1b1"])
  func valuesAreThoseOfAllRounds(name: String) throws {
    let failure = try firstFailure(of: naiveLevels(name, 30)) { level in
      try Self.complaint(level, .standard, moveLimit: 4 * level.squareCount)
    }
    expectNil(failure)
  }

  @Test func valuesOfRandomLevels() throws {
    var random = NaiveRandom(seed: 40)
    let failure = try firstFailure(of: 0..<cases(exactly: 12, long: 400)) { _ in
      let (level, rules) = (
        random.level(maxRows: 4, maxColumns: 5, maxThings: 5), random.rules()
      )
      return try firstFailure(of: [0, 1, 2, 7, 80]) {
        try Self.complaint(level, rules, moveLimit: $0)
      }
    }
    expectNil(failure)
  }

  /// The equations of a chain without a limit, solved in fractions by elimination.
  private static func fractions(
    _ level: NaiveLevel, _ rules: NaiveRules
  ) -> (won: Fraction, never: Fraction, mean: Fraction?) {
    let graph = NaiveGraph(level, rules)
    let ending = graph.states(
      reaching: [NaiveStateSpace.won, NaiveStateSpace.caught, NaiveStateSpace.stuck])
    let order = ending.sorted()
    guard order.first == 0 else { return (Fraction(0), Fraction(1), nil) }
    // A row of the equations: the unknowns on the left, and won, never and mean on the right.
    var rows: [[Fraction]] = order.map { state in
      let targets = graph.successors[state].filter { $0 != NaiveStateSpace.illegal }
      let share = Fraction(1, targets.count)
      var row = [Fraction](repeating: Fraction(0), count: order.count + 3)
      row[order.firstIndex(of: state)!] = Fraction(1)
      for target in targets {
        if let place = order.firstIndex(of: target) {
          row[place] = row[place] - share
        } else if target == NaiveStateSpace.won {
          row[order.count] = row[order.count] + share
        } else if target >= 0 {
          row[order.count + 1] = row[order.count + 1] + share
        }
      }
      row[order.count + 2] = Fraction(1)
      return row
    }
    for place in order.indices {
      let pivot = rows[place][place]
      rows[place] = rows[place].map { $0 / pivot }
      for other in order.indices where other != place && rows[other][place].numerator != 0 {
        let factor = rows[other][place]
        rows[other] = zip(rows[other], rows[place]).map { $0 - factor * $1 }
      }
    }
    let never = rows[0][order.count + 1]
    return (rows[0][order.count], never, never.numerator == 0 ? rows[0][order.count + 2] : nil)
  }

  /// Rooms so small that the fractions fit an Int.
  @Test(arguments: [
    "2x2", "2x3z1", "3x2z1+lit", "2x3b2", "1x5z1", "5x1b1f1", "2x3z1f1", "2x4z1b2+lit",
  ])
  func withoutALimitValuesSolveTheEquations(name: String) throws {
    var neverEnding = 0
    let failure = try firstFailure(of: naiveLevels(name, 40)) { level -> String? in
      guard NaiveRound(level).outcome == nil else { return nil }
      let values = try Self.values(level, moveLimit: nil)
      let exact = Self.fractions(level, .standard)
      if exact.never.numerator > 0 { neverEnding += 1 }
      let mean = exact.mean?.value ?? .infinity
      let isNear =
        abs(values.won - exact.won.value) <= 1e-12
        && abs(values.neverEnding - exact.never.value) <= 1e-12
        && abs(values.won + values.caught + values.neverEnding - 1) <= 1e-12
        && (values.meanMoves == mean || abs(values.meanMoves - mean) <= 1e-12 * mean)
        && values.outOfMoves == 0 && values.stuck == 0 && values.errorBound < 1e-12
      return isNear ? nil : "\(level): \(values), expected \(exact)"
    }
    expectNil(failure)
    if name == "2x3b2" { expect(neverEnding > 0) }
  }

  /// By hand: a player next to the signpost, in the middle of a row of three, wins with the first
  /// move or is back after two.
  @Test func valuesByHand() throws {
    let row = try require(NaiveLevel(code: "SP1"))
    let limited = try Self.values(row, moveLimit: 3)
    expect(limited.won == 0.75 && limited.outOfMoves == 0.25)
    // One move with probability 1/2, otherwise three.
    expectEqual(limited.meanMoves, 2)
    let free = try Self.values(row, moveLimit: nil)
    expect(free.won == 1 && free.meanMoves == 3 && free.neverEnding == 0)
    let none = try Self.values(row, moveLimit: 0)
    expect(none.outOfMoves == 1 && none.meanMoves == 0)
  }

  @Test func roundsThatNeverEnd() throws {
    let shut = try require(NaiveLevel(code: "S#1/##P"))
    let free = try Self.values(shut, moveLimit: nil)
    expect(free.neverEnding == 1 && free.meanMoves == .infinity && free.errorBound < 1e-12)
    let limited = try Self.values(shut, moveLimit: 50)
    expect(limited.outOfMoves == 1 && limited.meanMoves == 50 && limited.neverEnding == 0)
  }

  @Test func roundsThatDoNotBegin() throws {
    let stuck = try Self.values(try require(NaiveLevel(code: "S#P")), moveLimit: nil)
    expect(stuck.stuck == 1 && stuck.meanMoves == 0)
    let caught = try Self.values(try require(NaiveLevel(code: "SZP")), moveLimit: 9)
    expect(caught.caught == 1 && caught.meanMoves == 0)
  }

  /// The bound holds for large means: leaving a long row takes about the square of its length.
  @Test func errorBoundsHold() throws {
    for length in [10, 30] {
      let row = try require(NaiveLevel(code: "S\(length)P"))
      let values = try Self.values(row, moveLimit: nil)
      let mean = Double((length + 1) * (length + 1))
      expect(abs(values.meanMoves / mean - 1) <= values.errorBound)
      expect(abs(values.won - 1) <= values.errorBound && values.errorBound < 1e-11)
    }
  }
}
