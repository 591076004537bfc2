import Testing
import ZombiesTestSupport

/// Every state of a level that is reached alive, written down from "The rules", section 2, in the
/// simplest way: a list of rounds, the results of each move, and sweeps until nothing changes.
struct NaiveGraph {
  /// The states' successors by U, D, L and R, numbered in the order of a breadth-first search.
  private(set) var successors: [[Int]] = []
  let outcomeAtStart: NaiveOutcome?

  init(_ level: NaiveLevel, _ rules: NaiveRules = .standard) {
    var space = NaiveStateSpace(level, rules)
    outcomeAtStart = space.outcomeAtStart
    while successors.count < space.rounds.count {
      let state = successors.count
      successors.append((0..<4).map { space.successor(of: state, by: $0) })
    }
  }

  /// The states from which some sequence of moves leads to one of the given ends.
  func states(reaching ends: [Int]) -> Set<Int> {
    var reaching: Set<Int> = []
    var count = -1
    while count < reaching.count {
      count = reaching.count
      for state in successors.indices
      where successors[state].contains(where: { ends.contains($0) || reaching.contains($0) }) {
        reaching.insert(state)
      }
    }
    return reaching
  }
}

/// A fraction of integers in lowest terms, for chains of a few states.
struct Fraction: Hashable {
  let numerator: Int
  let denominator: Int

  init(_ numerator: Int, _ denominator: Int = 1) {
    var (a, b) = (abs(numerator), abs(denominator))
    while b > 0 { (a, b) = (b, a % b) }
    let sign = denominator < 0 ? -1 : 1
    self.numerator = sign * numerator / max(a, 1)
    self.denominator = sign * denominator / max(a, 1)
  }

  var value: Double { Double(numerator) / Double(denominator) }

  static func + (left: Fraction, right: Fraction) -> Fraction {
    Fraction(
      left.numerator * right.denominator + right.numerator * left.denominator,
      left.denominator * right.denominator)
  }
  static func * (left: Fraction, right: Fraction) -> Fraction {
    Fraction(left.numerator * right.numerator, left.denominator * right.denominator)
  }
  static func / (left: Fraction, right: Fraction) -> Fraction {
    Fraction(left.numerator * right.denominator, left.denominator * right.numerator)
  }
  static func - (left: Fraction, right: Fraction) -> Fraction { left + right * Fraction(-1) }
}

/// Hand-placed levels of a family's room, things and light: about as many as are wanted, or all in
/// the longer form.
func naiveLevels(_ name: String, _ count: Int) throws -> [NaiveLevel] {
  var levels: [NaiveLevel] = []
  naiveForEachLevel(try require(NaiveFamily(name: name))) { levels.append($0) }
  return sampled(levels, every: 1 + levels.count / count)
}

/// The first complaint about levels of all kinds, or nil: hand-placed ones of small rooms under the
/// default rules, and random ones and ones of more than 64 squares under any rules.
func firstComplaint(
  maxThings: Int, wide: Int, _ complaint: (NaiveLevel, NaiveRules) throws -> String?
) throws -> String? {
  for name in ["2x3z1+lit", "3x2z1b1+lit", "3x3z1f1", "2x4z2+lit", "4x2z1b2f1", "1x5z1f1"] {
    let levels = try naiveLevels(name, 40)
    if let failure = try firstFailure(of: levels, { try complaint($0, .standard) }) {
      return failure
    }
  }
  var random = NaiveRandom(seed: 60)
  for number in 0..<cases(exactly: 24, long: 600) {
    let level = random.level(maxRows: 5, maxColumns: 5, maxThings: maxThings)
    if let failure = try complaint(level, random.rules()) { return "\(number): \(failure)" }
  }
  for number in 0..<cases(exactly: wide, long: 24) {
    let (rows, columns) = [(2, 33), (5, 13), (66, 1)][number % 3]
    let squares = random.choose(24, of: Array(0..<rows * columns))
    let level = NaiveLevel(
      rows: rows, columns: columns, start: squares[0], signpost: squares[1],
      zombies: Array(squares[2..<4]), blocks: Array(squares[5...]), flashlights: [squares[4]],
      lit: number % 2 == 0)
    if let failure = try complaint(level, random.rules()) { return "\(number): \(failure)" }
  }
  return nil
}
