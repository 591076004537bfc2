import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// Answers requests for hints, and remembers what it has worked out.
///
/// What it remembers only saves time: its answers do not depend on it. A plan that covers what is known is
/// in reach just as one that begins there, because all that the latter examines, the former has examined.
final class Adviser {
  /// What is asked: the best play in a family under rules, from what is known.
  struct Topic: Hashable {
    let family: Family
    let rules: Rules
    let known: KnownRoom

    /// Whether the solvable levels of the family are counted.
    let countsSolvable: Bool

    func isAboutFamily(of other: Topic) -> Bool {
      family == other.family && rules == other.rules
    }
  }

  /// The plans that were made or begun last, the last one last.
  private var plans: [(topic: Topic, blind: BlindAdviser)] = []

  /// The most plans that are remembered: that of a round, and one for somebody off its ways.
  private static let mostPlans = 2

  /// What was asked when a plan was last announced, which took long to make and stays.
  var announced: Topic?

  /// The solvable levels of a family; nil if they are too many to count.
  private var possible: (family: Family, rules: Rules, levels: PossibleLevels?)?

  /// What was asked for last about a level of a world.
  var lastFacts: (level: Level, rules: Rules, facts: Facts)?

  /// The work that nobody notices, so that it is not announced.
  private static let unnoticedWork = 1_000_000

  /// The work that shows at once that some plans are out of reach.
  private static let firstWork = 10_000

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

  // MARK: Plans

  /// The question whose answer needs a plan; nil if none does, or the plan is known at once to be out of
  /// reach.
  func topic(of attempt: Attempt) -> Topic? {
    guard !attempt.round.isLit, !attempt.knowledge.isComplete,
      let room = SmallRoom(attempt.level.size),
      let family = Family(of: attempt.level)
    else { return nil }
    let isLookingFree = !BlindPlan.isNeeded(for: family, rules: attempt.rules)
    let topic = Topic(
      family: family, rules: attempt.rules, known: KnownRoom(attempt, in: room),
      countsSolvable: isLookingFree || attempt.selection == .solvable)
    guard let blind = blind(topic) else { return nil }
    blind.work(Self.firstWork)
    return blind.isOutOfReach ? nil : topic
  }

  /// The plan that covers what is asked, or the one that begins with it.
  private func blind(_ topic: Topic) -> BlindAdviser? {
    if let plan = plan(topic) { return plan }
    guard
      let blind = try? BlindAdviser(
        topic.family, rules: topic.rules, from: topic.known)
    else { return nil }
    if plans.count == Self.mostPlans {
      plans.remove(at: plans.firstIndex { $0.topic != announced } ?? 0)
    }
    plans.append((topic, blind))
    return blind
  }

  /// The plan that covers what is asked, if one is remembered.
  private func plan(_ topic: Topic) -> BlindAdviser? {
    let place = plans.firstIndex {
      $0.topic.isAboutFamily(of: topic)
        && ($0.topic.known == topic.known || $0.blind.covers(topic.known))
    }
    guard let place else { return nil }
    plans.append(plans.remove(at: place))
    return plans.last?.blind
  }

  /// Whether a plan that was made covers what is asked.
  func remembers(_ topic: Topic) -> Bool { plan(topic)?.isDone ?? false }

  /// Whether the answer needs nothing that would be noticed, once the plan for another question is made.
  func covers(_ topic: Topic, after planned: Topic?) -> Bool {
    guard let planned, planned.isAboutFamily(of: topic) else { return false }
    if planned.known == topic.known { return true }
    if let plan = plan(planned), plan.covers(topic.known) { return true }
    return blind(topic)?.isDone(within: Self.unnoticedWork) ?? true
  }

  /// Goes on with what the answer to a question needs.
  ///
  /// - Parameter amount: About how much work to do: 100,000 take a few milliseconds in a release build.
  /// - Returns: Whether nothing is left to do.
  func work(on topic: Topic, _ amount: Int) -> Bool {
    guard let blind = blind(topic), blind.work(amount) else { return false }
    guard topic.countsSolvable, !blind.isOutOfReach else { return true }
    if possible?.family != topic.family || possible?.rules != topic.rules {
      possible = (
        topic.family, topic.rules, PossibleLevels(topic.family, rules: topic.rules)
      )
    }
    return possible?.levels?.look(at: max(1, amount / Self.workOfLevel)) ?? true
  }

  /// The work of looking whether a level is solvable.
  private static let workOfLevel = 200

  /// Does everything that the answer to a question needs.
  func prepare(_ topic: Topic) { while !work(on: topic, Self.unnoticedWork) {} }

  // MARK: Hints

  /// The best move for somebody who has seen what the player has seen, now or before.
  func hint(for attempt: Attempt) -> Hint {
    if attempt.round.isLit || attempt.knowledge.isComplete { return solved(attempt) }
    if let topic = topic(of: attempt) {
      prepare(topic)
      let player = attempt.level.size.index(of: attempt.round.player)
      if let blind = blind(topic), let advice = blind.advice(topic.known, at: player) {
        guard let move = advice.move else { return .lost(.sight) }
        return .best(move, chance(advice, topic, blind, attempt.selection ?? .any))
      }
    }
    if attempt.knowledge.provesLost(
      from: attempt.round.player, stateLimit: Self.states(in: attempt.level))
    {
      return .lost(.sight)
    }
    let isOfFamily = Family(of: attempt.level)
    return .edge(edge(attempt), isOfFamily.map { .tooManyBeliefs($0) } ?? .noFamily)
  }

  /// The chance of winning by the best play; nil if there are too many levels to count.
  private func chance(
    _ advice: BlindAdviser.Advice, _ topic: Topic, _ blind: BlindAdviser,
    _ selection: LevelSelection
  ) -> Hint.Chance? {
    let solvable =
      topic.countsSolvable ? possible?.levels?.count(agreeingWith: topic.known) : nil
    guard let wins = advice.wins ?? solvable else { return nil }
    // A level that is given may be any.
    switch selection {
    case .any:
      return Hint.Chance(
        wins: wins, levels: blind.placements(agreeingWith: topic.known), selection: .any)
    case .solvable:
      return solvable.map { Hint.Chance(wins: wins, levels: $0, selection: .solvable) }
    }
  }

  /// The hint where everything is known.
  private func solved(_ attempt: Attempt) -> Hint {
    guard let position = attempt.position else { return .lost(.search) }
    let solved = Solver(rules: attempt.rules, stateLimit: Self.states(in: attempt.level)).solve(
      position)
    switch solved.verdict {
    case .solvable:
      guard let solution = solved.solution, let first = solution.moves.first else {
        return .lost(.search)
      }
      return .solution(first, moves: solution.par)
    case .unsolvable: return .lost(.search)
    case .gaveUp: return .unknown(states: solved.states)
    }
  }

  /// The move of `edge`, who knows what is known: a shortest way round everything that is shut.
  ///
  /// Zombies that moves taken back have shown do not move in the dark, so the squares on which they
  /// would catch count as shut too.
  private func edge(_ attempt: Attempt) -> Direction {
    let player = attempt.round.player
    return PlannerStyle.edge.move(
      from: player, to: attempt.level.signpost, through: attempt.knowledge.open(for: player),
      legal: attempt.round.legalMoves)
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
