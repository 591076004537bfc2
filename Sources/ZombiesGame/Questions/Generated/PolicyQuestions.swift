// Questions about which of two policies wins more often in a family, computed exactly.

import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies

extension Question {
  /// The policies in questions. `clairvoyant` and `optimal` are left out, because their definitions
  /// already answer the question.
  ///
  /// The list is fixed: another policy in it would change the questions of every seed.
  private static let asked: [Policy] = [.random, .edge, .beeline]

  /// The number of placements that a family in a question may have: enough to be worth asking, and
  /// few enough to play them all at once.
  private static let placements: ClosedRange<UInt64> = 5...90

  /// A question about a family and two policies: which of them wins more often. Nil if they are
  /// equal.
  static func policies(_ draws: inout QuestionDraws) -> Question? {
    let drawn = draws.family(sides: 3...4, zombies: 1...2, blocks: 0...2, flashlights: 0...1)
    let policies = Array(draws.shuffled(asked).prefix(2))
    guard let family = drawn, let count = family.placementCount, placements.contains(count) else {
      return nil
    }
    let settings = FamilyAnalysis.Settings(family, rules: draws.rules, policies: policies)
    guard let analysis = try? FamilyAnalysis(of: settings) else { return nil }
    let values = analysis.policies.filter { $0.levels == .solvable }
    guard values.count == 2, let better = better(values[0], values[1]) else { return nil }
    let answers = [
      Choice("\(policies[0]): \(policies[0].summary)", better == 0),
      Choice("\(policies[1]): \(policies[1].summary)", better == 1),
      Choice("both equally often", false),
    ]
    return shuffled(
      .policies,
      [
        "Which policy wins more often in \(family.name), over all its solvable levels?",
        "The rooms are \(words(family)).",
      ], [], answers, &draws)
  }

  /// The index of the policy that wins more often, 0 or 1; nil if they are equal or the difference
  /// is within the error bound.
  private static func better(_ one: PolicyAnalysis, _ other: PolicyAnalysis) -> Int? {
    guard let left = one.won, let right = other.won else { return nil }
    if let wins = one.wins, let others = other.wins {
      return wins == others ? nil : wins > others ? 0 : 1
    }
    // The wins of `random` are known within an error bound.
    let (p, q) = (left.approximate, right.approximate)
    guard abs(p - q) > left.errorBound + right.errorBound + 0x1p-40 else { return nil }
    return p > q ? 0 : 1
  }

  /// A family in words: "4 by 5 and dark, with 2 zombies and 1 block".
  private static func words(_ family: Family) -> String {
    let things = family.things.map { counted($0.count, $0.thing.noun) }
    return "\(family.size.rows) by \(family.size.columns) and "
      + "\(family.isLit ? "lit" : "dark"), with \(listed(things))"
  }
}
