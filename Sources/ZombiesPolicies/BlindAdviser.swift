import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// What somebody knows of a dark room of at most 64 squares: the squares whose contents are known,
/// and what stands on them.
package struct KnownRoom: Hashable, Sendable {
  /// The squares whose contents are known, besides those that the placement rule keeps empty.
  package var seen: Bitboard
  /// The things among them.
  package var zombies, blocks, flashlights: Bitboard

  /// What is known after seeing some squares and what stands there.
  package init(seen: Bitboard, zombies: Bitboard, blocks: Bitboard, flashlights: Bitboard) {
    self.seen = seen
    self.zombies = zombies
    self.blocks = blocks
    self.flashlights = flashlights
  }

  /// Whether a level agrees with what is known.
  package func agrees(with level: SmallLevel) -> Bool {
    level.zombies & seen == zombies && level.blocks & seen == blocks
      && level.flashlights & seen == flashlights
  }
}

/// The best move of a blind player who knows the family, from anything that such a player may know.
///
/// A ``BlindPlan`` covers what a player can come to know who follows it from the start. An adviser's plan
/// begins with what somebody knows already: squares seen on other ways, by fatal moves that were taken
/// back, or in an earlier life on the same level. It is made in as many parts as its user likes, and is
/// out of reach if it takes more than ``workLimit``; neither depends on how it is divided.
package final class BlindAdviser {
  /// The family that the level is known to belong to.
  package let family: Family

  /// The rules in force.
  package let rules: Rules

  /// Whether there is nothing to fear in the dark, so that looking is free.
  package let isLookingFree: Bool

  /// Whether the plan is made.
  package private(set) var isDone = false

  /// Whether the plan takes more work than the limit, or a search in the light gave up.
  package private(set) var isOutOfReach = false

  private let frame: PlanBuilder.Frame
  private let builder: PlanBuilder
  private let limit: Int

  /// The default limit on the work for a plan: about two seconds in a release build.
  package static let workLimit = 80_000_000

  /// The most states of a search when the light goes on: a moment.
  private static let stateLimit = 200_000

  /// Prepares for a dark family and what is known at first; nothing is examined yet.
  ///
  /// - Throws: ``PlanError`` if there is no plan for the family, whatever it takes.
  package init(
    _ family: Family, rules: Rules, from known: KnownRoom, workLimit: Int = workLimit
  ) throws(PlanError) {
    frame = try PlanBuilder.Frame(family, rules)
    self.family = family
    self.rules = rules
    limit = workLimit
    isLookingFree = !BlindPlan.isNeeded(for: family, rules: rules)
    builder = PlanBuilder(frame, stateLimit: Self.stateLimit)
    if isLookingFree { isDone = true } else { builder.begin(belief(known)) }
  }

  private func belief(_ known: KnownRoom) -> Belief {
    Belief(
      seen: known.seen | frame.empty, blocks: known.blocks, zombies: known.zombies,
      flashlights: known.flashlights)
  }

  /// Goes on making the plan.
  ///
  /// - Parameter amount: About how much work to do: 100,000 take a few milliseconds in a release
  ///   build.
  /// - Returns: Whether there is nothing left to do: the plan is made, or out of reach.
  @discardableResult
  package func work(_ amount: Int) -> Bool {
    guard !isDone, !isOutOfReach else { return true }
    do throws(PlanError) {
      isDone = try builder.work(min(amount, limit - builder.workDone), atMost: limit)
      isOutOfReach = !isDone && builder.workDone >= limit
    } catch {
      isOutOfReach = true
    }
    return isDone || isOutOfReach
  }

  /// Whether the plan is made with no more than so much work; it is made so far if it was not.
  package func isDone(within amount: Int) -> Bool {
    if !isDone, builder.workDone < amount { work(amount - builder.workDone) }
    return isDone && builder.workDone <= amount
  }

  /// Whether the plan is made and says what to do in the light of what is known.
  package func covers(_ known: KnownRoom) -> Bool {
    isDone && (isLookingFree || builder.known(belief(known)) != nil)
  }

  /// The number of placements that agree with what is known.
  package func placements(agreeingWith known: KnownRoom) -> UInt64 {
    builder.placements(belief(known))
  }

  /// Whether some placement that agrees with what is known has a way, where looking is free: one that
  /// leaves enough squares beside it for what is still hidden.
  private func mayBeWon(_ known: KnownRoom, from player: Int) -> Bool {
    let room = frame.room
    let seen = known.seen | frame.empty
    let open = room.all - known.blocks - known.zombies
    let hidden =
      frame.blocks + frame.zombies - known.blocks.count - known.zombies.count
    var reached = Bitboard(square: player)
    // Each time round, the ways have one more square that was not seen.
    var free = (room.all - seen).count
    while free >= hidden {
      while true {
        let wider = reached | (room.neighbours(reached) & open & seen)
        if wider == reached { break }
        reached = wider
      }
      if reached.contains(frame.signpost) { return true }
      reached |= room.neighbours(reached) & open
      free -= 1
    }
    return false
  }

  /// A move, and what it is worth.
  package struct Advice: Hashable, Sendable {
    /// The first move of a shortest way to the next square that is worth going for; nil if what is known
    /// proves that nothing can be won.
    package let move: Direction?

    /// The number of placements that agree with what is known and are won by the best play; nil
    /// if looking is free, when these are all from which there is a way.
    package let wins: UInt64?
  }

  /// The best move in the dark; nil if the plan does not cover what is known.
  ///
  /// Where a placement is left that can be won, the way that wins it wins at least this one. So nothing
  /// can be won just where the best play wins no placement.
  ///
  /// - Parameters:
  ///   - known: What is known, with the player's square and its neighbours.
  ///   - player: Where the player stands: a square that can be reached over squares whose neighbours
  ///     are known, as those are on which the player has been.
  package func advice(_ known: KnownRoom, at player: Int) -> Advice? {
    guard covers(known) else { return nil }
    let room = frame.room
    guard !isLookingFree else {
      guard mayBeWon(known, from: player) else { return Advice(move: nil, wins: 0) }
      let open = room.all - known.blocks - known.zombies
      let steps = Planner.firstSteps(from: player, to: frame.signpost, through: open, in: room)
      return Advice(move: steps.first, wins: nil)
    }
    let belief = belief(known)
    guard let entry = builder.known(belief) else { return nil }
    let region = frame.region(belief)
    let isNext = room.neighbours(region).contains(frame.signpost)
    guard entry.wins > 0, isNext || entry.target != BeliefTable.Entry.none else {
      return Advice(move: nil, wins: 0)
    }
    let target = isNext ? frame.signpost : Int(entry.target)
    let steps = Planner.firstSteps(
      from: player, to: target, through: region | Bitboard(square: target), in: room)
    assert(!steps.isEmpty, "the player stands where walking is free")
    return Advice(move: steps.first, wins: entry.wins)
  }
}
