import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// The best blind play with hearing: all decisions that a player who follows it can meet, as a tree.
///
/// A node is a view, and the walk to the next square from where the player has it. The view of that square leads
/// to the next node. The first nodes are those of the views that the start may have.
struct HearingPlan: Sendable {
  /// The number of placements that the best play wins.
  let wins: UInt64

  /// The number of closed beliefs examined.
  let beliefCount: Int

  /// The place of a player in the plan.
  struct Place: Hashable, Sendable {
    /// The moves of the walk that are still to be made, as a range of ``moves``. Without any, and without next
    /// nodes, there is no next square.
    fileprivate(set) var walk: Range<Int32> = 0..<0
    /// The nodes after the walk, in ascending order of their views.
    fileprivate(set) var next: Range<Int32> = 0..<0
  }

  /// The place of a player before the first view.
  private(set) var start = Place()

  private var nodes: [(view: UInt16, place: Place)] = []
  private var moves: [Direction] = []

  /// Makes the plan of a family, or of the placements that a test accepts.
  ///
  /// - Throws: ``PlanError``.
  init(
    _ frame: PlanFrame, beliefLimit: Int, accepts: (@Sendable (Level) -> Bool)?
  ) throws(PlanError) {
    let search = HearingSearch(frame, accepts: accepts)
    while try !search.work(1_000_000) {
      guard search.values.count <= beliefLimit, !SearchStop.isWanted else {
        throw .tooManyBeliefs(family: frame.family, limit: beliefLimit)
      }
    }
    wins = UInt64(search.wins)
    beliefCount = search.values.count
    try grow(search, frame, beliefLimit)
  }

  /// A set of placements that waits for its decision, and the square on which the player is.
  private struct Waiting {
    let set: [UInt32]
    let quiet: Bitboard
    let player: Int
    let node: Int
  }

  private mutating func grow(
    _ search: HearingSearch, _ frame: PlanFrame, _ beliefLimit: Int
  ) throws(PlanError) {
    var sets = search.sets
    var waiting: [Waiting] = []
    let all = Array(sets.items)
    sets.removeAll(from: 0)
    let none = Bitboard()
    start.next = branch(all, none, frame.start, &sets, &waiting)
    while let next = waiting.popLast() {
      if SearchStop.isWanted {
        throw .tooManyBeliefs(family: frame.family, limit: beliefLimit)
      }
      let set = sets.append(next.set)
      let belief = PlacementSets.Piece(region: next.quiet, set: set)
      let decision = search.decision(&sets, belief, at: next.player, isComplete: true)
      sets.removeAll(from: 0)
      let begin = Int32(moves.count)
      guard let decision, let walk = decision.walk else { continue }
      moves += walk
      nodes[next.node].place.walk = begin..<Int32(moves.count)
      if decision.target == frame.signpost { continue }
      nodes[next.node].place.next = branch(
        next.set, decision.quiet, decision.target, &sets, &waiting)
    }
  }

  /// Adds the nodes after a step onto a square.
  private mutating func branch(
    _ all: [UInt32], _ quiet: Bitboard, _ square: Int, _ sets: inout PlacementSets,
    _ waiting: inout [Waiting]
  ) -> Range<Int32> {
    let dark = all.filter {
      !(sets.table.shut[Int($0)] | sets.table.lights[Int($0)]).contains(square)
    }
    let set = sets.append(dark)
    var quiet = quiet
    quiet.insert(square)
    let begin = Int32(nodes.count)
    // Same: no two parts have the same view.
    let parts = sets.parts(of: set, by: square).sorted { $0.view < $1.view }
    for (view, part) in parts {
      waiting.append(
        Waiting(set: Array(sets.items[part]), quiet: quiet, player: square, node: nodes.count))
      nodes.append((view, Place()))
    }
    sets.removeAll(from: 0)
    return begin..<Int32(nodes.count)
  }

  /// The next move; nil if there is no next square.
  ///
  /// - Parameters:
  ///   - place: The place of the player, which moves on.
  ///   - view: The view of the player's square.
  ///   - family: The family of the plan.
  /// - Throws: ``PolicyError/otherPlan(_:)`` if no level of the family has this view here.
  func next(
    _ place: inout Place, view: UInt16, of family: Family
  ) throws(PolicyError) -> Direction? {
    if place.walk.isEmpty, !place.next.isEmpty {
      guard let node = place.next.first(where: { nodes[Int($0)].view == view }) else {
        throw .otherPlan(family)
      }
      place = nodes[Int(node)].place
    }
    guard let move = place.walk.first else { return nil }
    place.walk = move + 1..<place.walk.upperBound
    return moves[Int(move)]
  }
}
