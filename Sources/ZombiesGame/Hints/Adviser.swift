import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

/// Answers requests for hints, and remembers its results.
///
/// The memory only saves time; no answer depends on it. If a plan covers the player's knowledge, a plan
/// that begins there would be in reach too, because it examines only states that the first plan has
/// examined.
final class Adviser {
  /// A question: the best play in a family under rules, given what the player knows.
  struct Topic: Hashable {
    let family: Family
    let rules: Rules
    let known: KnownRoom

    /// Whether the answer needs a count of the family's solvable levels.
    let countsSolvable: Bool

    func isAboutFamily(of other: Topic) -> Bool {
      family == other.family && rules == other.rules
    }
  }

  /// The last plans that were made or begun, most recent last.
  private var plans: [(topic: Topic, blind: BlindAdviser)] = []

  /// The most plans that are remembered: one for the round, and one for a player who leaves its paths.
  private static let mostPlans = 2

  /// The topic of the last announced plan. That plan took long to make, so it stays in memory.
  var announced: Topic?

  /// The solvable levels of the last family that was asked about; nil if it is unknown which those are.
  private var solvable: (family: Family, rules: Rules, levels: [SmallLevel]?)?

  /// The last facts about a level of a world.
  var lastFacts: (level: Level, rules: Rules, facts: LevelReport)?

  /// The amount of work that is not noticeable, so that it is not announced.
  private static let unnoticedWork = 1_000_000

  /// The amount of work that is enough to recognise some plans as out of reach.
  private static let firstWork = 10_000

  /// The most states of a search that the player asks for. The search takes a fraction of a second. A
  /// state costs more in a very large room or with very many zombies.
  static func states(in level: Level) -> Int {
    let cost = max(level.zombies.count, level.size.squareCount / 64, 1)
    return min(200_000, max(1000, 10_000_000 / cost))
  }

  /// The most states of a search after each move, which should not be noticeable.
  static func unnoticedStates(in level: Level) -> Int {
    level.size.squareCount <= SmallRoom.limit ? states(in: level) : states(in: level) / 10
  }

  // MARK: Plans

  /// The topic of an attempt whose hint needs a plan; nil if it needs none, or if the plan is clearly out
  /// of reach.
  func topic(of attempt: Attempt) -> Topic? {
    guard !attempt.round.isLit, !attempt.knowledge.isComplete,
      let known = KnownRoom(attempt), let family = Family(of: attempt.level)
    else { return nil }
    let isLookingFree = !BlindPlan.isNeeded(for: family, rules: attempt.rules)
    let topic = Topic(
      family: family, rules: attempt.rules, known: known,
      countsSolvable: isLookingFree || attempt.selection == .solvable)
    guard let blind = blind(topic) else { return nil }
    blind.work(Self.firstWork)
    return blind.isOutOfReach ? nil : topic
  }

  /// The plan that covers a topic, or a new plan that begins with it.
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

  /// The remembered plan that covers a topic; nil if there is none.
  private func plan(_ topic: Topic) -> BlindAdviser? {
    let place = plans.firstIndex {
      $0.topic.isAboutFamily(of: topic)
        && ($0.topic.known == topic.known || $0.blind.covers(topic.known))
    }
    guard let place else { return nil }
    plans.append(plans.remove(at: place))
    return plans.last?.blind
  }

  /// Whether a finished plan covers a topic.
  func remembers(_ topic: Topic) -> Bool { plan(topic)?.isDone ?? false }

  /// Whether the answer needs no noticeable work, after the plan for another topic was made.
  func covers(_ topic: Topic, after planned: Topic?) -> Bool {
    guard let planned, planned.isAboutFamily(of: topic) else { return false }
    if planned.known == topic.known { return true }
    if let plan = plan(planned), plan.covers(topic.known) { return true }
    return blind(topic)?.isDone(within: Self.unnoticedWork) ?? true
  }

  /// Makes the plan for a topic.
  ///
  /// - Returns: The plan, which may be out of reach.
  @discardableResult
  func prepare(_ topic: Topic) -> BlindAdviser? {
    guard let blind = blind(topic) else { return nil }
    while !blind.work(Self.unnoticedWork) {}
    return blind
  }

  // MARK: Hints

  /// The best move, given everything that the player has seen, now or before.
  func hint(for attempt: Attempt) -> Hint {
    if attempt.round.isLit || attempt.knowledge.isComplete { return solved(attempt) }
    if let topic = topic(of: attempt) {
      let player = attempt.level.size.index(of: attempt.round.player)
      if let blind = prepare(topic), let advice = blind.advice(topic.known, at: player) {
        guard let move = advice.move else { return .lost(.sight) }
        return .best(
          move, chance(advice, topic, blind, attempt.selection ?? .any),
          advice.step.map { step in
            Hint.Step(
              square: attempt.level.size.square(at: step.square), survived: step.survived,
              levels: step.of)
          })
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

  /// The most placements of a family that are solved for the tell, which should not be noticeable.
  private static let unnoticedPlacements: UInt64 = 3000

  /// Whether a player in the dark can know that nothing can be won any more: no level of the family that
  /// agrees with everything seen and heard is solvable. In the dark every move can be walked back, so the
  /// player's square does not matter.
  ///
  /// Only small families are checked.
  func provesLost(_ attempt: Attempt) -> Bool {
    guard let known = KnownRoom(attempt), let family = Family(of: attempt.level),
      let count = family.placementCount, count <= Self.unnoticedPlacements
    else { return false }
    return solvable(family, attempt.rules, agreeingWith: known) == 0
  }

  /// The most placements of a family that are solved for a hint. Solving them takes a fraction of a second.
  private static let mostPlacements: UInt64 = 100_000

  /// The number of solvable levels of a family that agree with the player's knowledge; nil if it is unknown.
  private func solvable(
    _ family: Family, _ rules: Rules, agreeingWith known: KnownRoom
  ) -> UInt64? {
    if solvable?.family != family || solvable?.rules != rules {
      solvable = (family, rules, Self.solvable(family, rules))
    }
    guard let levels = solvable?.levels, let room = SmallRoom(family.size) else { return nil }
    let areas = rules.hearingAreas(in: room)
    return UInt64(levels.count { known.agrees(with: $0, areas) })
  }

  /// The solvable levels of a family; nil if it has too many placements, or if the solver gave up on one.
  private static func solvable(_ family: Family, _ rules: Rules) -> [SmallLevel]? {
    guard let count = family.placementCount, count <= mostPlacements else { return nil }
    let solver = Solver(rules: rules)
    var levels: [SmallLevel] = []
    for level in Placements(family) {
      let verdict = solver.decide(level).verdict
      if verdict == .gaveUp { return nil }
      if verdict == .solvable, let small = SmallLevel(level) { levels.append(small) }
    }
    return levels
  }

  /// The chance that the best play wins; nil if there are too many levels to count.
  private func chance(
    _ advice: BlindAdviser.Advice, _ topic: Topic, _ blind: BlindAdviser,
    _ selection: LevelSelection
  ) -> Hint.Chance? {
    let solvable =
      topic.countsSolvable
      ? self.solvable(topic.family, topic.rules, agreeingWith: topic.known) : nil
    guard let wins = advice.wins ?? solvable else { return nil }
    // The selection is `.any` for a given level, because it may be any level of the family.
    let levels =
      selection == .any ? blind.placements(agreeingWith: topic.known) : solvable
    return levels.map { Hint.Chance(wins: wins, levels: $0, selection: selection) }
  }

  /// The hint for a player who knows the whole room.
  private func solved(_ attempt: Attempt) -> Hint {
    guard let position = attempt.position else { return .lost(.search) }
    let solved = Solver(rules: attempt.rules, stateLimit: Self.states(in: attempt.level)).solve(
      position)
    if let solution = solved.solution, let first = solution.moves.first {
      return .solution(first, moves: solution.par)
    }
    return solved.verdict == .gaveUp ? .unknown(states: solved.states) : .lost(.search)
  }

  /// The move of `edge` with the player's knowledge: on a shortest path around all squares known to be
  /// shut.
  ///
  /// Zombies that the player saw before an undo do not move in the dark. The squares on which they would
  /// catch count as shut too.
  private func edge(_ attempt: Attempt) -> Direction {
    let player = attempt.round.player
    return PlannerStyle.edge.move(
      from: player, to: attempt.level.signpost, through: attempt.knowledge.open(for: player),
      legal: attempt.round.legalMoves)
  }
}

/// All advisers are equal, because their memory does not change any answer.
extension Adviser: Equatable {
  static func == (one: Adviser, other: Adviser) -> Bool { true }
}

extension KnownRoom {
  /// Creates the knowledge of an attempt in the dark; nil in a room of more than 64 squares.
  init?(_ attempt: Attempt) {
    guard let level = SmallLevel(attempt.level) else { return nil }
    let room = level.room
    self.init(
      of: level, seen: room.bitboard(attempt.seen.squares),
      heard: attempt.knowledge.heard.reduce(into: [:]) { heard, number in
        heard[room.index(of: number.key)] = number.value
      })
  }
}
