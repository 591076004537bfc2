import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// The best blind play with hearing: all decisions that a player who follows it can meet, as a tree.
///
/// A player who knows nothing is at a root, by the view of the start. Each node is a walk to the next square.
/// The view of that square leads to the next node.
struct HearingPlan: Sendable {
  /// The number of placements that the best play wins.
  let wins: UInt64

  /// The number of closed beliefs examined.
  let beliefCount: Int

  /// A decision.
  struct Node: Sendable {
    /// The walk, as a range of ``moves``; empty if there is no next square.
    var walk: Range<Int32>
    /// The next nodes, as a range of ``branches`` in ascending order of their views.
    var branches: Range<Int32> = 0..<0
  }

  private(set) var nodes: [Node] = []
  private var moves: [Direction] = []
  private var branches: [(view: UInt16, node: Int32)] = []
  private var roots: Range<Int32> = 0..<0

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
    roots = branch(all, none, frame.start, &sets, &waiting)
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
      nodes[next.node].walk = begin..<Int32(moves.count)
      if decision.target == frame.signpost { continue }
      nodes[next.node].branches = branch(
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
    let begin = Int32(branches.count)
    // Same: no two parts have the same view.
    let parts = sets.parts(of: set, by: square).sorted { $0.view < $1.view }
    for (view, part) in parts {
      branches.append((view, Int32(nodes.count)))
      waiting.append(
        Waiting(set: Array(sets.items[part]), quiet: quiet, player: square, node: nodes.count))
      nodes.append(Node(walk: 0..<0))
    }
    sets.removeAll(from: 0)
    return begin..<Int32(branches.count)
  }

  // MARK: Following the plan

  /// The place of a player in the plan.
  struct Place: Hashable, Sendable {
    /// The node; nil before the first view.
    fileprivate var node: Int32?
    /// The number of moves made of its walk.
    fileprivate var made: Int32 = 0

    /// The beginning.
    static var beginning: Place { Place() }
  }

  /// The next move; nil if there is no next square.
  ///
  /// - Parameters:
  ///   - place: The place of the player, which moves on.
  ///   - view: The view of the player's square.
  ///   - isKnown: Set to false if no level of the family has this view here.
  func next(_ place: inout Place, view: UInt16, isKnown: inout Bool) -> Direction? {
    isKnown = true
    guard let node = place.node else { return enter(roots, &place, view, &isKnown) }
    let walk = nodes[Int(node)].walk
    if place.made < Int32(walk.count) { return step(&place) }
    // Without a next square, the player stays at this node.
    return walk.isEmpty ? nil : enter(nodes[Int(node)].branches, &place, view, &isKnown)
  }

  private func enter(
    _ range: Range<Int32>, _ place: inout Place, _ view: UInt16, _ isKnown: inout Bool
  ) -> Direction? {
    for index in range where branches[Int(index)].view == view {
      place = Place(node: branches[Int(index)].node)
      return nodes[Int(branches[Int(index)].node)].walk.isEmpty ? nil : step(&place)
    }
    isKnown = false
    return nil
  }

  private func step(_ place: inout Place) -> Direction? {
    guard let node = place.node else { return nil }
    place.made += 1
    return moves[Int(nodes[Int(node)].walk.lowerBound + place.made - 1)]
  }
}
