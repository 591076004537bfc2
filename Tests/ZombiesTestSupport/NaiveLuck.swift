// The luck that a dark level takes, and whether reasoning alone wins it, by plain search.

/// The largest product, over all plays that win a level, of each step's share of the then possible
/// placements in which the step is survived.
public struct NaiveLuck: Hashable, Sendable {
  /// The product as a fraction in lowest terms, 0/1 if the level cannot be won.
  public let numerator: UInt128
  /// The denominator of the fraction.
  public let denominator: UInt128
  /// The smallest number of steps with a share below 1 among the plays that reach the product.
  public let uncertainSteps: Int

  /// The luck of a level that no play wins.
  public static let zero = NaiveLuck(0, 1, uncertainSteps: 0)
  /// The luck of a level that is won with certainty.
  public static let one = NaiveLuck(1, 1, uncertainSteps: 0)

  init(_ numerator: UInt128, _ denominator: UInt128, uncertainSteps: Int) {
    var (a, b) = (numerator, denominator)
    while b > 0 { (a, b) = (b, a % b) }
    self.numerator = numerator / a
    self.denominator = denominator / a
    self.uncertainSteps = uncertainSteps
  }

  /// Whether the level is won with certainty.
  public var isOne: Bool { numerator == denominator }

  /// The luck of a play that begins with one more step, which is survived in some of the possible
  /// placements.
  func after(_ survived: Int, of possible: Int) -> NaiveLuck {
    // Shares in lowest terms first keep the products short.
    let share = NaiveLuck(UInt128(survived), UInt128(possible), uncertainSteps: 0)
    let left = NaiveLuck(share.numerator, denominator, uncertainSteps: 0)
    let right = NaiveLuck(numerator, share.denominator, uncertainSteps: 0)
    return NaiveLuck(
      left.numerator * right.numerator, left.denominator * right.denominator,
      uncertainSteps: uncertainSteps + (survived < possible ? 1 : 0))
  }

  /// Whether this is better than another: a larger product, or an equal one with fewer uncertain
  /// steps.
  func isBetter(than other: NaiveLuck) -> Bool {
    let here = numerator.multipliedFullWidth(by: other.denominator)
    let there = other.numerator.multipliedFullWidth(by: denominator)
    if here.high != there.high { return here.high > there.high }
    if here.low != there.low { return here.low > there.low }
    return uncertainSteps < other.uncertainSteps
  }
}

/// Finds the luck of levels of one dark family, and which of them reasoning alone wins.
public final class NaiveLuckFinder {
  /// The placements of the family and what the steps in them lead to.
  public let steps: NaiveSteps
  // Each set of placements that was met has a number.
  private var sets: [[Int]] = []
  private var numbers: [[Int]: Int] = [:]
  private var results: [Step: Result] = [:]

  private struct State: Hashable {
    var visited: UInt64
    var possible: Int
  }

  private struct Step: Hashable {
    var possible: Int
    var square: Int
  }

  /// The number of placements in which a step is survived, and for each sight in the dark the
  /// number of the set of placements that show it.
  private struct Result {
    var survived: Int
    var dark: [NaiveStep: Int]
  }

  /// Prepares the search for a dark family of rooms of up to 64 squares.
  public convenience init(_ family: NaiveFamily, _ rules: NaiveRules) {
    precondition(!family.lit)
    self.init(NaiveSteps(family, rules))
  }

  /// Prepares the search for some dark placements in a room of up to 64 squares.
  public init(_ steps: NaiveSteps) {
    precondition(steps.neighbours.count <= 64)
    self.steps = steps
  }

  /// The luck of the placement with an index.
  public func luck(of level: Int) -> NaiveLuck {
    let first = steps.step(onto: steps.start, in: level)
    switch first {
    case .caught, .litAndLost: return .zero
    case .litAndWon: return .one
    case .dark: break
    case .won, .shut: preconditionFailure("the start is on floor")
    }
    // The look around on the start costs nothing.
    let all = number(of: Array(steps.placements.indices))
    let start = Step(possible: all, square: steps.start)
    var lucks: [State: NaiveLuck] = [:]
    return luck(
      of: level,
      State(visited: 1 << UInt64(steps.start), possible: result(start).dark[first]!), &lucks)
  }

  private func number(of possible: [Int]) -> Int {
    if let number = numbers[possible] { return number }
    numbers[possible] = sets.count
    sets.append(possible)
    return sets.count - 1
  }

  private func luck(of level: Int, _ state: State, _ lucks: inout [State: NaiveLuck]) -> NaiveLuck {
    if let luck = lucks[state] { return luck }
    var best = NaiveLuck.zero
    for square in steps.neighbours.indices where state.visited & 1 << UInt64(square) == 0 {
      // Nothing is better than certainty.
      if best.isOne { break }
      let step = steps.step(onto: square, in: level)
      // A play that wins this level survives every step in it.
      if !step.isSurvived { continue }
      guard steps.neighbours[square].contains(where: { state.visited & 1 << UInt64($0) != 0 })
      else { continue }
      let result = result(Step(possible: state.possible, square: square))
      var luck = NaiveLuck.one
      if let possible = result.dark[step] {
        luck = self.luck(
          of: level, State(visited: state.visited | 1 << UInt64(square), possible: possible),
          &lucks)
      }
      luck = luck.after(result.survived, of: sets[state.possible].count)
      if luck.isBetter(than: best) { best = luck }
    }
    lucks[state] = best
    return best
  }

  private func result(_ step: Step) -> Result {
    if let result = results[step] { return result }
    var survived = 0
    var groups: [NaiveStep: [Int]] = [:]
    for placement in sets[step.possible] {
      let outcome = steps.step(onto: step.square, in: placement)
      if outcome.isSurvived { survived += 1 }
      if case .dark = outcome { groups[outcome, default: []].append(placement) }
    }
    let result = Result(survived: survived, dark: groups.mapValues { number(of: $0) })
    results[step] = result
    return result
  }
}
