// Questions about what a player in the dark can conclude from what was seen and heard.

import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies

extension Question {
  /// The hearing distance of questions under rules in which hearing tells nothing.
  private static let usualHearing = 2

  /// The numbers of new squares on a walk.
  private static let walkLengths = 1...5

  /// The maximum number of squares to choose from.
  private static let mostSquares = 4

  /// A question about a walk through a dark room: which of the squares next to it are certainly safe. At
  /// least one is, and at least one is not.
  ///
  /// The walk goes only onto squares that were certain before. A square is safe if no level of the family
  /// that agrees with everything seen and heard has a zombie that would catch the player there
  /// (``/ZombiesPolicies/LuckFinder/certainSquares(in:visited:)``).
  static func safeSquares(_ draws: inout QuestionDraws) -> Question? {
    let length = walkLengths.lowerBound + draws.below(walkLengths.count)
    let distance =
      draws.rules.hearingTellsMore ? draws.rules.hearingDistance : usualHearing
    let drawn = draws.family(sides: 4...5, zombies: 1...2, blocks: 0...1, isLit: false)
    let rules = draws.rules.hearing(within: distance)
    guard let family = drawn, let level = draws.solvableLevel(of: family)?.level,
      let finder = try? LuckFinder(family, rules: rules)
    else { return nil }
    var walk = [level.start]
    while walk.count <= length, let next = finder.certainSquares(in: level, visited: walk) {
      let certain = next.certain.filter { $0 != level.signpost }
      guard !certain.isEmpty else { break }
      walk.append(draws.one(of: certain))
    }
    // Next to the signpost there is nothing to find out.
    guard let next = finder.certainSquares(in: level, visited: walk),
      !next.all.contains(level.signpost), next.all.count <= mostSquares, !next.certain.isEmpty,
      next.certain.count < next.all.count
    else { return nil }
    let here = walk[walk.count - 1]
    let danger = rules.catchingDistance == 0 ? "on" : "on or next to"
    let answers = next.all.map { square in
      Choice(
        square.seen(from: here), next.certain.contains(square),
        Reason(
          "in no room that agrees with all you have seen and heard is a zombie \(danger) that square.",
          room: 0, path: [square]))
    }
    let things = family.things.map { counted($0.count, $0.thing.noun) }
    return shuffled(
      .safeSquares,
      [
        "You have walked in the dark, and you hear how many zombies are within \(distance) steps. "
          + "Which of these squares, counted from yours, is certainly safe?",
        "The room contains \(listed(things)).",
      ], [level], answers, &draws,
      after: Walk(squares: walk, rules: rules))
  }
}

extension Question.Walk {
  /// The knowledge of the player after the walk.
  func knowledge(of level: Level) -> Knowledge {
    var knowledge = Knowledge(NamedLevel(level, name: ""), rules: rules)
    var round = Round(level, rules: rules)
    for square in squares {
      round.place(player: square, zombies: round.zombies, isLit: false)
      knowledge.look(round)
    }
    return knowledge
  }

  /// What the player knows, in words.
  func spoken(in level: Level) -> String {
    guard let here = squares.last else { return level.spoken }
    let knowledge = knowledge(of: level)
    var parts = ["You are on \(here.place)", "the signpost is \(level.signpost.seen(from: here))"]
    let seen = level.things.filter {
      $0.thing != .start && $0.thing != .signpost && knowledge.seen.contains($0.square)
    }
    parts += seen.map { "a \($0.thing.noun) \($0.square.seen(from: here))" }
    parts += knowledge.heard.map { "heard \($0.count) on \($0.square.place)" }
    return "\(level.size.rows) by \(level.size.columns), dark. \(parts.joined(separator: "; "))."
  }
}
