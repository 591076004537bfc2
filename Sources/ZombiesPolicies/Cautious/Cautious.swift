// The policy that looks for the least risk: `cautious` (the article "Policies"). The counting of
// placements is in HeardCount.swift.

import ZombiesCore
import ZombiesGenerator

extension Policy {
  /// In the dark, goes to the unvisited square where a zombie is least likely to catch it, given
  /// all that it has seen and heard.
  public static let cautious = Policy(
    "cautious", summary: "takes the step least likely to be fatal, given all it has seen and heard",
    playsInOneWay: true, kind: .seeing(PlayerMaker { Cautious($0) }))

  /// The maximum number of squares in rooms where `--policy all` includes `cautious`: a round there
  /// takes about a tenth of a millisecond.
  package static let quickCautiousSquares = SmallRoom.limit
}

/// The player of `cautious`.
///
/// In the dark, it goes to one of the squares next to those that it has visited: to the one with
/// the least ``ExploredRoom/Risk``; among equals to the one nearest to the signpost (Manhattan
/// distance), then the one with the shortest walk through visited squares, then the one whose walk
/// comes first in the order U < L < D < R. If there is none, it makes the first legal move in that
/// order. In the light, it plays as `edge`.
///
/// - Complexity: A move takes time for the squares around it, the walk, and the risks it changes.
package struct Cautious: Player, Equatable {
  private let start: RoundStart
  private let limits: RiskLimits
  private var edge = Planner(.edge)

  /// The knowledge of the dark room; nil before the first move.
  private var room: ExploredRoom?

  /// The rest of the walk to the square chosen last, its last square first, and the square on which
  /// the player should now be.
  private var walk: [Square] = []
  private var expected: Square?

  /// Creates a player for a new round, who knows only the numbers of things.
  ///
  /// - Parameter limits: When to approximate.
  package init(_ start: RoundStart, limits: RiskLimits = RiskLimits()) {
    self.start = start
    self.limits = limits
  }

  /// Whether two players have the same knowledge, and so play in the same way from the same
  /// position.
  package static func == (one: Cautious, other: Cautious) -> Bool {
    // Knowledge and position determine the walk.
    one.edge == other.edge && one.room == other.room && one.limits == other.limits
      && one.start.things == other.start.things && one.start.rules == other.start.rules
  }

  /// The next move.
  package mutating func choose(_ sight: Sight) -> Direction {
    if sight.isLit { return edge.choose(sight) }
    var room = room.take() ?? ExploredRoom(start, sight, limits)
    defer { self.room = room }
    let here = sight.player
    if room.visit(sight) || walk.isEmpty || here != expected { walk = room.walk(from: here) }
    let fallback = sight.legalMoves.first(in: PlannerStyle.order) ?? .up
    guard let next = walk.popLast() else { return fallback }
    expected = next
    return PlannerStyle.order.first { here.stepped($0) == next } ?? fallback
  }
}
