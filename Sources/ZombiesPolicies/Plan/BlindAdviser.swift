import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// Finds the best move of a player in the dark who knows the family, whatever the player has seen.
///
/// A ``BlindPlan`` covers only the knowledge of a player who follows it from the start. An adviser's plan
/// begins with what a player already knows: squares seen on other paths, by fatal moves that were undone,
/// or in an earlier life on the same level. The plan can be made in any number of parts. It is out of reach
/// if it takes more than ``workLimit``. The division into parts does not affect the result.
package final class BlindAdviser {
  /// Whether looking is free, because there is no danger in the dark.
  package let isLookingFree: Bool

  /// Whether the plan is made.
  package private(set) var isDone = false

  /// Whether the plan takes more work than the limit, or a search in the light gave up.
  package private(set) var isOutOfReach = false

  private let frame: PlanFrame
  private var builder: PlanBuilder
  private let limit: Int

  /// The search that takes the place of the builder with hearing.
  private let hearing: HearingSearch?

  /// The default limit on the work for a plan: about two seconds in a release build.
  package static let workLimit = 80_000_000

  /// The maximum number of states of a search when the light goes on, which takes only a moment.
  private static let stateLimit = 200_000

  /// Creates an adviser for a dark family and a player's knowledge. It examines nothing yet.
  ///
  /// - Throws: ``PlanError`` if no plan for the family is possible, with any amount of work.
  package init(
    _ family: Family, rules: Rules, from known: KnownRoom, workLimit: Int = workLimit
  ) throws(PlanError) {
    frame = try PlanFrame(family, rules)
    limit = workLimit
    isLookingFree = !BlindPlan.isNeeded(for: family, rules: rules)
    builder = PlanBuilder(frame, stateLimit: Self.stateLimit)
    guard !isLookingFree, rules.hearingTellsMore else {
      hearing = nil
      if isLookingFree { isDone = true } else { builder.visit(belief(known)) }
      return
    }
    hearing = HearingSearch(frame, from: known, stateLimit: Self.stateLimit)
    isOutOfReach = frame.placements > HearingSearch.mostPlacements
  }

  /// The work done so far.
  private var workDone: Int { hearing?.workDone ?? builder.workDone }

  private func belief(_ known: KnownRoom) -> Belief {
    var belief = known.seen
    belief.seen |= frame.empty
    return belief
  }

  /// Continues to make the plan.
  ///
  /// - Parameter amount: The approximate amount of work to do. 100,000 units take a few milliseconds in a
  ///   release build.
  /// - Returns: Whether there is nothing left to do, because the plan is made or out of reach.
  @discardableResult
  package func work(_ amount: Int) -> Bool {
    guard !isDone, !isOutOfReach else { return true }
    do throws(PlanError) {
      let amount = min(amount, limit - workDone)
      if let hearing {
        isDone = try hearing.work(amount)
      } else {
        isDone = try builder.work(amount, atMost: limit)
      }
      isOutOfReach = !isDone && workDone >= limit
    } catch {
      isOutOfReach = true
    }
    return isDone || isOutOfReach
  }

  /// Whether the plan takes at most a given amount of work. Does this work if it is not yet done.
  package func isDone(within amount: Int) -> Bool {
    if !isDone, workDone < amount { work(amount - workDone) }
    return isDone && workDone <= amount
  }

  /// Whether the plan is made and covers a player's knowledge.
  package func covers(_ known: KnownRoom) -> Bool {
    guard isDone else { return false }
    guard let hearing else { return isLookingFree || builder.values[belief(known)] != nil }
    return hearing.advice(known, at: frame.start) != nil
  }

  /// The number of placements that agree with a player's knowledge; nil if the player has heard something
  /// and there are too many placements to check.
  package func placements(agreeingWith known: KnownRoom) -> UInt64? {
    if let hearing { return UInt64(hearing.placements(agreeingWith: known).count) }
    if !frame.rules.hearingTellsMore || known.heard.isEmpty {
      return frame.placements(belief(known))
    }
    return levels(agreeingWith: known).map { UInt64($0.count) }
  }

  /// The levels of the family that agree with a player's knowledge; nil if there are too many to check.
  private func levels(agreeingWith known: KnownRoom) -> [SmallLevel]? {
    frame.placements <= HearingSearch.mostPlacements
      ? known.levels(of: frame.family, frame.rules.hearingAreas(in: frame.room)) : nil
  }

  /// If looking is free, whether some placement that agrees with a player's knowledge has a winning path:
  /// one that leaves enough other squares for the things still hidden.
  private func mayBeWon(_ known: KnownRoom, from player: Int) -> Bool {
    let room = frame.room
    if frame.rules.hearingTellsMore, !known.heard.isEmpty, let levels = levels(agreeingWith: known)
    {
      return levels.contains { level in
        room.flood(
          Bitboard(square: player), through: room.all - level.blocks - level.zombies
        ).contains(frame.signpost)
      }
    }
    let belief = belief(known)
    let hidden = frame.hidden(belief)
    let open = room.all - belief.blocks - belief.zombies
    var reached = Bitboard(square: player)
    // Each iteration allows paths one more square that was not seen.
    var free = (room.all - belief.seen).count
    while free >= hidden.blocks + hidden.zombies {
      reached = room.flood(reached, through: open & belief.seen)
      if reached.contains(frame.signpost) { return true }
      reached |= room.neighbours(reached) & open
      free -= 1
    }
    return false
  }

  /// A move and its value.
  package struct Advice: Sendable {
    /// The first move of a shortest path to the best square to go to next; nil if the player's knowledge
    /// proves that the level cannot be won.
    package let move: Direction?

    /// The number of placements that agree with the player's knowledge and that the best play wins;
    /// 0 if there are none. Nil if looking is free: the best play then wins all placements with a
    /// winning path.
    package let wins: UInt64?

    /// With hearing, the next new square, and the number of placements in which the step onto it survives,
    /// of all that agree with the player's knowledge. Nil if the next square is the signpost.
    package var step: (square: Int, survived: UInt64, of: UInt64)?
  }

  /// The best move in the dark; nil if the plan does not cover the player's knowledge.
  ///
  /// If any remaining placement can be won, a player who takes the winning path wins at least that
  /// one. So the level cannot be won if and only if the best play wins no placement.
  ///
  /// - Parameters:
  ///   - known: The player's knowledge, including the player's square and its neighbours.
  ///   - player: The player's square. It can be reached over squares whose neighbours are known, which is
  ///     true of all squares that the player has visited.
  package func advice(_ known: KnownRoom, at player: Int) -> Advice? {
    guard isDone else { return nil }
    let room = frame.room
    guard !isLookingFree else {
      guard mayBeWon(known, from: player) else { return Advice(move: nil, wins: 0) }
      let open = room.all - known.seen.blocks - known.seen.zombies
      let steps = Planner.firstSteps(from: player, to: frame.signpost, through: open, in: room)
      return Advice(move: steps.first, wins: nil)
    }
    if let hearing {
      guard let decision = hearing.advice(known, at: player) else { return nil }
      return Advice(
        move: decision.walk?.first, wins: UInt64(decision.wins),
        step: decision.target == frame.signpost || decision.walk == nil
          ? nil
          : (decision.target, UInt64(decision.survived), UInt64(decision.possible)))
    }
    let belief = belief(known)
    guard let value = builder.values[belief] else { return nil }
    if value.wins == 0 { return Advice(move: nil, wins: 0) }
    let steps = frame.steps(belief, value, from: player)
    assert(!steps.isEmpty, "the player is on a square where walking is free")
    return Advice(move: steps.first, wins: value.wins)
  }
}
