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

/// Each hand-placed level of a family's room, things and light.
func naiveLevels(_ name: String) -> [NaiveLevel] {
  var levels: [NaiveLevel] = []
  if let family = NaiveFamily(name: name) { naiveForEachLevel(family) { levels.append($0) } }
  return levels
}
