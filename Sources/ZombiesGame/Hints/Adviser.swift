import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// Answers requests for hints, and remembers what it has worked out for a family.
///
/// What it remembers only saves time: its answers do not depend on it.
final class Adviser {
  /// A family under rules, whose plan is kept.
  struct Topic: Hashable {
    let family: Family
    let rules: Rules
  }

  /// What is known of a family.
  private struct Plan {
    let topic: Topic
    let blind: BlindAdviser
    let possible: PossibleLevels?
  }

  private var plan: Plan?

  /// What was asked for last about a level of a world.
  var lastFacts: (level: Level, rules: Rules, facts: Facts)?

  /// The family that was asked about last, with nil if its plan is out of reach.
  private var last: (topic: Topic, blind: BlindAdviser?)?

  /// The most beliefs of a plan: about half a second.
  private static let beliefLimit = 100_000

  /// The most states of a search that somebody has asked for: a fraction of a second. In a very large
  /// room, or among very many zombies, a state costs more.
  static func states(in level: Level) -> Int {
    let cost = max(level.zombies.count, level.size.squareCount / 64, 1)
    return min(200_000, max(1000, 10_000_000 / cost))
  }

  /// The most states of a search after each move, which nobody should notice.
  static func unnoticedStates(in level: Level) -> Int {
    level.size.squareCount <= SmallRoom.limit ? states(in: level) : states(in: level) / 10
  }

  /// The plan that has to be made before a question is answered; nil if none is needed.
  func topic(of attempt: Attempt) -> Topic? {
    guard !attempt.round.isLit, !attempt.knowsAll,
      let family = try? BlindPlan.family(of: attempt.level)
    else { return nil }
    let topic = Topic(family: family, rules: attempt.rules)
    return blind(topic) == nil ? nil : topic
  }

  private func blind(_ topic: Topic) -> BlindAdviser? {
    if let last, last.topic == topic { return last.blind }
    let blind = try? BlindAdviser(
      topic.family, rules: topic.rules, beliefLimit: Self.beliefLimit)
    last = (topic, blind)
    return blind
  }

  /// Makes the plan of a family.
  func prepare(_ topic: Topic) {
    guard plan?.topic != topic, let blind = blind(topic) else { return }
    try? blind.makePlan()
    plan = Plan(
      topic: topic, blind: blind,
      possible: PossibleLevels(topic.family, rules: topic.rules))
  }

  /// The best move for somebody who has seen what the player has seen.
  func hint(for attempt: Attempt) -> Hint {
    if attempt.round.isLit || attempt.knowsAll { return solved(attempt) }
    guard let family = try? BlindPlan.family(of: attempt.level) else {
      return .edge(edge(attempt), .noFamily)
    }
    let topic = Topic(family: family, rules: attempt.rules)
    prepare(topic)
    guard let plan, plan.topic == topic, let room = SmallRoom(attempt.level.size) else {
      return .edge(edge(attempt), .tooManyBeliefs(family))
    }
    let known = KnownRoom(attempt, in: room)
    let player = attempt.level.size.index(of: attempt.round.player)
    guard let advice = (try? plan.blind.advice(known, at: player)) ?? nil else {
      return .edge(edge(attempt), .tooManyBeliefs(family))
    }
    // A level that is given may be any.
    let selection = attempt.selection ?? .any
    let chance = plan.possible.map { possible in
      Hint.Chance(
        wins: advice.wins ?? possible.count(agreeingWith: known, .solvable),
        levels: possible.count(agreeingWith: known, selection), selection: selection)
    }
    return .best(advice.move, chance)
  }

  /// The hint where everything is known.
  private func solved(_ attempt: Attempt) -> Hint {
    guard let position = attempt.position else { return .lost }
    let solved = Solver(rules: attempt.rules, stateLimit: Self.states(in: attempt.level)).solve(
      position)
    switch solved.verdict {
    case .solvable:
      guard let solution = solved.solution, let first = solution.moves.first else { return .lost }
      return .solution(first, moves: solution.par)
    case .unsolvable: return .lost
    case .gaveUp: return .unknown(states: solved.states)
    }
  }

  /// The move of `edge`, who knows what is known: a shortest way round everything that is shut.
  ///
  /// Zombies that moves taken back have shown do not move in the dark, so the squares on which they
  /// would catch count as shut too.
  private func edge(_ attempt: Attempt) -> Direction {
    let (level, player) = (attempt.level, attempt.round.player)
    var open = SquareSet(level.size)
    open.formComplement()
    for block in level.blocks where attempt.seen.contains(block) { open.remove(block) }
    for zombie in level.zombies where attempt.seen.contains(zombie) {
      open.remove(zombie)
      guard attempt.rules.catchingDistance > 0 else { continue }
      for direction in Direction.allCases {
        guard let square = level.size.exit(from: zombie, direction), square != level.signpost,
          square != player
        else { continue }
        open.remove(square)
      }
    }
    return PlannerStyle.edge.move(
      from: player, to: level.signpost, through: open, legal: attempt.round.legalMoves)
  }
}

/// What an adviser remembers makes no difference.
extension Adviser: Equatable {
  static func == (one: Adviser, other: Adviser) -> Bool { true }
}

extension KnownRoom {
  /// What is known in a dark attempt.
  init(_ attempt: Attempt, in room: SmallRoom) {
    let level = attempt.level
    let seen = room.bitboard(attempt.seen.squares)
    self.init(
      seen: seen, zombies: room.bitboard(level.zombies) & seen,
      blocks: room.bitboard(level.blocks) & seen,
      flashlights: room.bitboard(level.flashlights) & seen)
  }
}
