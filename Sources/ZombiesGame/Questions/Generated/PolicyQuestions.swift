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
    let reason = Reason(
      "\(policies[better]) wins \(often(values[better])) of these rooms, and "
        + "\(policies[1 - better]) \(often(values[1 - better])).")
    let answers = [
      Choice("\(policies[0]): \(description(policies[0]))", better == 0, reason),
      Choice("\(policies[1]): \(description(policies[1]))", better == 1, reason),
      Choice("both equally often", false),
    ]
    return shuffled(
      .policies,
      [
        "Two players walk through every room of a kind that can be won. Which of them wins more often?",
        "The rooms are \(words(family)).",
      ], [], answers, &draws)
  }

  /// What a policy does, in the words of a player.
  private static func description(_ policy: Policy) -> String {
    switch policy {
    case .random: "takes any possible step, each equally likely"
    case .edge: "takes a shortest path around what it has seen, up first and then left"
    case .beeline: "takes a shortest path around what it has seen, along the longer side first"
    default: policy.summary
    }
  }

  /// The share of the rooms that a policy wins: "12 of 15", or "about 41 of 100" if chance decides.
  private static func often(_ values: PolicyAnalysis) -> String {
    if let wins = values.wins { return "\(wins) of \(values.placements)" }
    // Two shares that differ by less would look equal.
    let share = values.won.map { Int($0.approximate * 1000 + 0.5) } ?? 0
    return "about \(share) of 1000"
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
