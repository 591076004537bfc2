// The best that a blind player can do, played from the plan of the family.

/// A player who follows a ``BlindPlan`` in the dark, and *the* solution in the light.
///
/// Of the steps that win most placements the plan holds one; the way to it leads over squares that
/// teach nothing, the first shortest one with U < D < L < R. Where nothing is to be feared in the
/// dark (``BlindPlan/isNeeded(for:rules:)``) there is no plan: looking is free, and the player takes
/// a shortest way round all that was seen, and so arrives wherever there is a way.
public struct BlindPlayer: Equatable, Sendable {
  private let plan: BlindPlan?
  private let rules: Rules
  private var belief: Belief

  /// What is played when the room is lit: all is seen then.
  private var script: Script?

  /// Begins a round in a level of the plan's family, of which nothing was seen yet.
  public init(_ plan: BlindPlan?, rules: Rules) {
    self.plan = plan
    self.rules = rules
    belief = Belief(seen: plan?.knownEmpty ?? Bitboard())
  }

  /// Begins a round in a level of a family, for which the plan is made if one is needed.
  ///
  /// - Throws: ``PlanError``.
  public init(_ family: Family, rules: Rules) throws(PlanError) {
    guard SmallRoom(family.size) != nil else {
      throw .tooLarge(squares: family.size.squareCount, limit: SmallRoom.limit)
    }
    let isNeeded = BlindPlan.isNeeded(for: family, rules: rules)
    self.init(isNeeded ? try BlindPlan(family, rules: rules) : nil, rules: rules)
  }

  /// Whether two players follow the same plan and know the same.
  public static func == (one: BlindPlayer, other: BlindPlayer) -> Bool {
    one.plan === other.plan && one.rules == other.rules && one.belief == other.belief
      && one.script == other.script
  }

  /// The next move.
  public mutating func choose(_ sight: SmallSight) -> Direction {
    choose(
      in: sight.room, at: sight.player, signpost: sight.signpost, isLit: sight.isLit,
      seen: sight.seen, blocks: sight.blocks, zombies: sight.zombies, legal: sight.legalMoves)
  }

  private mutating func choose(
    in room: SmallRoom, at player: Int, signpost: Int, isLit: Bool, seen: Bitboard,
    blocks: Bitboard, zombies: Bitboard, legal: DirectionSet
  ) -> Direction {
    if isLit {
      if script == nil {
        let level = SmallLevel(
          room: room, start: player, signpost: signpost, zombies: zombies, blocks: blocks,
          isLit: true)
        // The plan's maker had each such level decided.
        let solver = Solver(rules: rules, stateLimit: .max)
        script = (try? Script(level, solver: solver)) ?? Script()
      }
      return script?.choose(legal: legal) ?? .up
    }
    belief.seen |= seen
    belief.blocks |= blocks
    belief.zombies |= zombies
    let steps =
      if let plan {
        plan.target(belief).map { target in
          SmallPlanner.firstSteps(
            from: player, to: target, through: plan.region(belief) | Bitboard(square: target),
            in: room)
        }
      } else {
        SmallPlanner.firstSteps(
          from: player, to: signpost, through: room.all - belief.blocks - belief.zombies, in: room)
      }
    return steps?.first(in: Direction.allCases) ?? legal.first(in: Direction.allCases) ?? .up
  }
}

extension BlindPlan {
  /// Whether the best blind player of a family has anything to fear in the dark: zombies that may
  /// stand near unseen, or be woken by a light that comes on unasked.
  public static func isNeeded(for family: Family, rules: Rules) -> Bool {
    !family.isLit && family.zombies > 0
      && (rules.catchingDistance > 0 || family.flashlights > 0)
  }

  /// Whether the plan of a family is made in a moment: nothing is to be planned, or there are few
  /// beliefs.
  public static func isSmall(for family: Family, rules: Rules) -> Bool {
    SmallRoom(family.size) != nil
      && (!isNeeded(for: family, rules: rules) || isWithin(100_000, family, rules: rules))
  }

  /// The family that a level is of, by what stands in it.
  ///
  /// - Throws: ``PlanError/notOfAFamily(_:)`` where it does not keep to the placement rule.
  public static func family(of level: Level) throws(PlanError) -> Family {
    let family = Family(
      size: level.size, zombies: level.zombies.count, blocks: level.blocks.count,
      flashlights: level.flashlights.count, isLit: level.isLit)
    guard let family, level.start == level.size.bottomRight, level.signpost == level.size.topLeft
    else { throw .notOfAFamily(level) }
    let allowed = Set(family.allowedSquares)
    let isPlaced = level.things.allSatisfy { square, thing in
      thing == .start || thing == .signpost || allowed.contains(square)
    }
    guard isPlaced else { throw .notOfAFamily(level) }
    return family
  }
}
