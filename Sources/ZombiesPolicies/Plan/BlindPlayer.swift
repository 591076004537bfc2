// The best play without seeing the level, by following the plan of the family.

import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

extension Policy {
  /// Plays exactly the best without seeing the level, from a plan of the family (``BlindPlan``). It is
  /// the upper bound for all policies except `clairvoyant`.
  public static let optimal = Policy(
    "optimal",
    summary: "has the best chance of winning without seeing the whole level",
    playsInOneWay: true, code: 4, kind: .optimal)
}

/// A player who follows a ``BlindPlan`` in the dark, and *the* solution in the light.
///
/// The plan contains one of the steps that win the most placements. The path to it leads over squares
/// that reveal nothing, and is the first shortest path in the order U < D < L < R. If there is no danger
/// in the dark (``BlindPlan/isNeeded(for:rules:)``), there is no plan. Looking is free then, so the
/// player takes a shortest path around everything seen, and reaches the signpost if any path exists.
package struct BlindPlayer: Player, Equatable, Sendable {
  /// The plan; nil if none is needed.
  package let plan: BlindPlan?

  /// The settings of the solver that finds the solution in the light.
  private let rules: Rules
  private let stateLimit: Int
  private var belief: Belief

  /// The place in the plan, if it is one with hearing.
  private var place: HearingPlan.Place

  /// The moves to play once the room is lit and everything is seen.
  private var script: Script?

  /// Creates a player for a new round in a level of a family. Makes a plan if one is needed.
  ///
  /// - Parameters:
  ///   - family: The family.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states of a lit room; by default, as many as fit into memory.
  ///   - accepts: Whether a placement is possible; nil if all are.
  /// - Throws: ``PlanError``.
  package init(
    _ family: Family, rules: Rules, stateLimit: Int = .max,
    accepts: (@Sendable (Level) -> Bool)? = nil
  ) throws(PlanError) {
    guard SmallRoom(family.size) != nil else {
      throw .tooLarge(squares: family.size.squareCount, limit: SmallRoom.limit)
    }
    let isNeeded = BlindPlan.isNeeded(for: family, rules: rules)
    plan = isNeeded ? try BlindPlan(family, rules: rules, accepts: accepts) : nil
    (self.rules, self.stateLimit) = (rules, stateLimit)
    belief = Belief(seen: plan?.knownEmpty ?? Bitboard())
    place = plan?.hearing?.start ?? HearingPlan.Place()
  }

  /// Whether two players follow the same plan and have the same knowledge.
  package static func == (one: BlindPlayer, other: BlindPlayer) -> Bool {
    one.plan === other.plan && one.rules == other.rules && one.belief == other.belief
      && one.place == other.place
      && one.script == other.script
  }

  /// The next move.
  ///
  /// - Throws: ``PolicyError/otherPlan(_:)`` in a level that is not of the plan's family,
  ///   and ``PolicyError/noPlan(_:)`` in a room of more than 64 squares, and if the solver, limited
  ///   only by memory, gives up on the lit room.
  package mutating func choose(_ sight: Sight) throws(PolicyError) -> Direction {
    guard let small = sight.small else {
      throw .noPlan(.tooLarge(squares: sight.size.squareCount, limit: SmallRoom.limit))
    }
    return try choose(small)
  }

  private mutating func choose(_ sight: SmallSight) throws(PolicyError) -> Direction {
    let (room, player, legal) = (sight.room, sight.player, sight.legalMoves)
    if sight.isLit {
      if script == nil { script = try solution(sight) }
      return script?.choose(legal: legal) ?? legal.first ?? .up
    }
    if let plan, let hearing = plan.hearing {
      let view = PlacementViews.view(
        of: player, heard: sight.heard ?? 0, sight.zombies, sight.blocks, in: room)
      // Without a next square, any move will do.
      return try hearing.next(&place, view: view, of: plan.family) ?? legal.first ?? .up
    }
    belief.formUnion(
      Belief(seen: sight.seen, blocks: sight.blocks, zombies: sight.zombies))
    let steps =
      try plan?.steps(belief, from: player)
      ?? Planner.firstSteps(
        from: player, to: sight.signpost, through: room.all - belief.blocks - belief.zombies,
        in: room)
    // If no step can win, any move will do.
    return steps.first ?? legal.first ?? .up
  }

  /// *The* solution of a room in the light.
  private func solution(_ sight: SmallSight) throws(PolicyError) -> Script {
    let level = SmallLevel(
      room: sight.room, start: sight.player, signpost: sight.signpost, zombies: sight.zombies,
      blocks: sight.blocks, isLit: true)
    let solved = Solver(rules: rules, stateLimit: stateLimit).solve(level)
    if solved.verdict == .gaveUp { throw .noPlan(.gaveUp(Level(level))) }
    return Script(solved)
  }
}
