// Questions about which of two policies wins more often in a family, computed exactly.

import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies

extension Question {
  /// The policies in questions, with what they do in the words of a player. `clairvoyant` and `optimal` are left
  /// out, because their definitions already answer the question.
  ///
  /// The list is fixed: another policy in it would change the questions of every seed.
  private static let asked: [(policy: Policy, words: String)] = [
    (.random, "takes any possible step, each equally likely"),
    (.edge, "takes a shortest path around what it has seen, up first and then left"),
    (.beeline, "takes a shortest path around what it has seen, along the longer side first"),
  ]

  /// A question about a family and two policies: which of them wins more often. Nil if they are
  /// equal, or if the difference is within the error bound: the wins of `random` are not known exactly.
  static func policies(_ draws: inout QuestionDraws) -> Question? {
    let drawn = draws.family(sides: 3...4, zombies: 1...2, blocks: 0...2, flashlights: 0...1)
    let asked = Array(draws.shuffled(asked).prefix(2))
    // Enough placements to be worth asking, and few enough to play them all at once.
    guard let family = drawn, let count = family.placementCount, 5...90 ~= count else { return nil }
    let settings = FamilyAnalysis.Settings(
      family, rules: draws.rules, policies: asked.map { $0.policy })
    guard let analysis = try? FamilyAnalysis(of: settings) else { return nil }
    let values = analysis.policies.filter { $0.levels == .solvable }
    guard values.count == 2, let one = values[0].won, let other = values[1].won else { return nil }
    let difference = one.approximate - other.approximate
    guard abs(difference) > one.errorBound + other.errorBound + 0x1p-40 else { return nil }
    let better = difference > 0 ? 0 : 1
    let reason = Reason(
      "\(asked[better].policy) wins \(often(values[better])) of these rooms, and "
        + "\(asked[1 - better].policy) \(often(values[1 - better])).")
    let answers =
      asked.indices.map { Answer("\(asked[$0].policy): \(asked[$0].words)", $0 == better, reason) }
      + [Answer("both equally often", false)]
    let things = family.things.map { counted($0.count, $0.thing.noun) }
    let prompt = [
      "Two players walk through every room of a kind that can be won. Which of them wins more often?",
      "The rooms are \(family.size.rows) by \(family.size.columns) and "
        + "\(family.isLit ? "lit" : "dark"), with \(listed(things)).",
    ]
    return Question(kind: .policies, prompt: prompt, answers: draws.shuffled(answers))
  }

  /// The share of the rooms that a policy wins: "12 of 15", or "about 410 of 1000" if chance decides.
  private static func often(_ values: PolicyAnalysis) -> String {
    if let wins = values.wins { return "\(wins) of \(values.placements)" }
    // Two shares that differ by less would look equal.
    let share = values.won.map { Int($0.approximate * 1000 + 0.5) } ?? 0
    return "about \(share) of 1000"
  }
}
