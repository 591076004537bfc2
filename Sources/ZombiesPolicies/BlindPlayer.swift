// The best that a blind player can do, following the plan of the family.

import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

extension Policy {
  /// The best possible play without seeing the level, exactly, from a plan of the family
  /// (``BlindPlan``): the upper bound for all policies but `clairvoyant`.
  public static let optimal = Policy(
    "optimal",
    summary: "has the best chance of winning without seeing the whole level",
    playsInOneWay: true, code: 4, kind: .optimal)
}

/// A player who follows a ``BlindPlan`` in the dark, and *the* solution in the light.
///
/// Of the steps that win the most placements, the plan holds one; the way to it leads over squares
/// that reveal nothing, and is the first shortest one when U < D < L < R. If there is nothing to
/// fear in the dark (``BlindPlan/isNeeded(for:rules:)``), there is no plan: looking is free, so the
/// player takes a shortest way round everything seen, and arrives wherever there is a way.
package struct BlindPlayer: Player, Equatable, Sendable {
  /// The plan; nil if none is needed.
  package let plan: BlindPlan?

  /// How what is played in the light is found.
  private let rules: Rules
  private let stateLimit: Int
  private var belief: Belief

  /// What is played once the room is lit, and everything is seen.
  private var script: Script?

  /// Begins a round, with nothing seen yet, in a level of the plan's family and under its rules.
  package init(_ plan: BlindPlan) {
    self.plan = plan
    (rules, stateLimit) = (plan.rules, .max)
    belief = Belief(seen: plan.knownEmpty)
  }

  /// Begins a round in a level of a family, whose plan is made if one is needed.
  ///
  /// - Parameters:
  ///   - family: The family.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states of a lit room; by default, as many as fit in memory.
  /// - Throws: ``PlanError``.
  package init(_ family: Family, rules: Rules, stateLimit: Int = .max) throws(PlanError) {
    guard SmallRoom(family.size) != nil else {
      throw .tooLarge(squares: family.size.squareCount, limit: SmallRoom.limit)
    }
    let isNeeded = BlindPlan.isNeeded(for: family, rules: rules)
    plan = isNeeded ? try BlindPlan(family, rules: rules) : nil
    (self.rules, self.stateLimit) = (rules, stateLimit)
    belief = Belief(seen: plan?.knownEmpty ?? Bitboard())
  }

  /// Whether two players follow the same plan and know the same things.
  package static func == (one: BlindPlayer, other: BlindPlayer) -> Bool {
    one.plan === other.plan && one.rules == other.rules && one.belief == other.belief
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
      var script: Script
      if let known = self.script {
        script = known
      } else {
        let level = SmallLevel(
          room: room, start: player, signpost: sight.signpost, zombies: sight.zombies,
          blocks: sight.blocks, isLit: true)
        let solved = Solver(rules: rules, stateLimit: stateLimit).solve(level)
        if solved.verdict == .gaveUp { throw .noPlan(.gaveUp(Level(level))) }
        script = Script(solved)
      }
      defer { self.script = script }
      return script.choose(legal: legal)
    }
    belief.seen |= sight.seen
    belief.blocks |= sight.blocks
    belief.zombies |= sight.zombies
    var steps = DirectionSet()
    if let plan {
      // If nothing is worth going for, any move will do.
      if let target = try plan.target(belief) {
        steps = Planner.firstSteps(
          from: player, to: target, through: plan.region(belief) | Bitboard(square: target),
          in: room)
      }
    } else {
      steps = Planner.firstSteps(
        from: player, to: sight.signpost, through: room.all - belief.blocks - belief.zombies,
        in: room)
    }
    return steps.first ?? legal.first ?? .up
  }
}

extension BlindPlan {
  /// Whether the best blind player of a family has anything to fear in the dark: zombies that may
  /// be near but unseen, or that an unwanted light may wake.
  public static func isNeeded(for family: Family, rules: Rules) -> Bool {
    !family.isLit && family.zombies > 0
      && (rules.catchingDistance > 0 || family.flashlights > 0)
  }

  /// Whether the plan of a family is quick to make: there is nothing to plan, or there are few
  /// beliefs.
  public static func isSmall(for family: Family, rules: Rules) -> Bool {
    SmallRoom(family.size) != nil
      && (!isNeeded(for: family, rules: rules) || isWithin(100_000, family, rules: rules))
  }

  /// Why the best blind play of a family cannot be planned, as far as an estimate in advance tells; nil
  /// if there is nothing to plan, or if it can be.
  package static func obstacle(for family: Family, rules: Rules) -> PlanError? {
    do throws(PlanError) {
      guard SmallRoom(family.size) != nil else {
        throw .tooLarge(squares: family.size.squareCount, limit: SmallRoom.limit)
      }
      guard isNeeded(for: family, rules: rules) else { return nil }
      let frame = try PlanBuilder.Frame(family, rules)
      guard frame.isWithin(defaultBeliefLimit) else {
        throw .tooManyBeliefs(family: family, limit: defaultBeliefLimit)
      }
      return nil
    } catch {
      return error
    }
  }
}
