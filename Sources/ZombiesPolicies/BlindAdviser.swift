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
/// A ``BlindPlan`` covers what a player can come to know who follows it. The adviser also answers
/// those who have walked elsewhere, or have taken fatal moves back and so know where a zombie
/// stands. It examines what lies ahead when it is asked, and remembers it.
package final class BlindAdviser {
  /// The family that the level is known to belong to.
  package let family: Family

  /// The rules in force.
  package let rules: Rules

  private let frame: PlanBuilder.Frame
  private let builder: PlanBuilder

  /// Whether there is nothing to fear in the dark, so that looking is free.
  package let isLookingFree: Bool

  /// Prepares for a dark family; nothing is examined yet.
  ///
  /// - Throws: ``PlanError`` if the family is too large, or its plan would exceed the limit on beliefs.
  package init(_ family: Family, rules: Rules, beliefLimit: Int) throws(PlanError) {
    let frame = try PlanBuilder.Frame(family, rules)
    isLookingFree = !BlindPlan.isNeeded(for: family, rules: rules)
    guard isLookingFree || frame.isWithin(beliefLimit) else {
      throw .tooManyBeliefs(family: family, limit: beliefLimit)
    }
    self.frame = frame
    self.family = family
    self.rules = rules
    builder = PlanBuilder(frame)
  }

  /// Examines everything that following the plan can lead to, so that later answers are quick.
  ///
  /// - Throws: ``PlanError/gaveUp(_:)``.
  package func makePlan() throws(PlanError) {
    if !isLookingFree { _ = try builder.value(of: Belief(seen: frame.empty)) }
  }

  /// A move, and what it is worth.
  package struct Advice: Hashable, Sendable {
    /// The first move of a shortest way to the next square that is worth going for; any legal move
    /// if none is.
    package let move: Direction

    /// The number of placements that agree with what is known and are won by the best play; nil
    /// if looking is free, when these are all from which there is a way.
    package let wins: UInt64?
  }

  /// The best move in the dark; nil if the player has none.
  ///
  /// - Parameters:
  ///   - known: What is known, with the player's square and its neighbours.
  ///   - player: Where the player stands: a square that can be reached over squares whose neighbours
  ///     are known, as those are on which the player has been.
  /// - Throws: ``PlanError/gaveUp(_:)``.
  package func advice(_ known: KnownRoom, at player: Int) throws(PlanError) -> Advice? {
    let room = frame.room
    let legal = room.exits(from: player).filter { !known.blocks.contains($0.target) }
    guard let first = legal.first?.direction else { return nil }
    guard !isLookingFree else {
      let open = room.all - known.blocks - known.zombies
      let steps = Planner.firstSteps(from: player, to: frame.signpost, through: open, in: room)
      return Advice(move: steps.first ?? first, wins: nil)
    }
    let belief = Belief(
      seen: known.seen | frame.empty, blocks: known.blocks, zombies: known.zombies,
      flashlights: known.flashlights)
    let wins = try builder.value(of: belief)
    guard wins > 0, let target = builder.target(of: belief) else {
      // Nothing can be won. A move that is not known to be fatal is the natural one.
      let danger = rules.danger(of: known.zombies, in: room)
      let move = legal.first { !danger.contains($0.target) }?.direction ?? first
      return Advice(move: move, wins: 0)
    }
    let open = frame.region(belief) | Bitboard(square: target)
    let steps = Planner.firstSteps(from: player, to: target, through: open, in: room)
    assert(!steps.isEmpty, "the player stands where walking is free")
    return Advice(move: steps.first ?? first, wins: wins)
  }
}

extension SmallRoom {
  /// Where one can go from a square, by direction.
  fileprivate func exits(from square: Int) -> [(direction: Direction, target: Int)] {
    Direction.allCases.compactMap { direction in
      let moved = moved(Bitboard(square: square), direction)
      return moved.isEmpty ? nil : (direction, moved.lowest)
    }
  }
}
