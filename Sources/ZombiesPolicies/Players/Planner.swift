// The policies that plan: `edge` and `beeline` (the article "Policies"). Both take a shortest path to
// the signpost through squares not known to be shut. A square is shut if a block has been seen on it, or
// if a zombie is seen there now.

import ZombiesCore
import ZombiesSolver

extension Policy {
  /// Takes a shortest path through squares not known to be shut: the first one in the order U < L < D <
  /// R. In an open room it goes up the right-hand edge, then left along the top.
  public static let edge = Policy(
    "edge", summary: "takes a shortest path around what it has seen: up, then left",
    playsInOneWay: true, code: 1, engine: .planner(.edge),
    kind: .seeing(PlayerMaker { _ in Planner(.edge) }))

  /// Takes a shortest path through squares not known to be shut, and prefers moves along the longer axis.
  public static let beeline = Policy(
    "beeline", summary: "plans like edge, but moves along the longer remaining axis first",
    playsInOneWay: true, code: 2, engine: .planner(.beeline),
    kind: .seeing(PlayerMaker { _ in Planner(.beeline) }))
}

/// The rule for choosing among moves that begin a shortest path.
@frozen
public enum PlannerStyle: Sendable {
  /// The path that comes first in the order U < L < D < R.
  case edge
  /// The move along the longer remaining axis.
  case beeline

  /// The order in which `edge` prefers moves, and in which both policies choose if no path is left.
  static let order: [Direction] = [.up, .left, .down, .right]

  /// The chosen move among `steps`, the moves that begin a shortest path.
  ///
  /// - Parameters:
  ///   - rows, columns: The signed distance of the signpost.
  ///   - legal: The moves to choose from if no path is left.
  func choose(_ steps: DirectionSet, rows: Int, columns: Int, legal: DirectionSet) -> Direction {
    if self == .beeline {
      let along: DirectionSet = abs(rows) >= abs(columns) ? [.up, .down] : [.left, .right]
      if let step = steps.intersection(along).first(in: Self.order) { return step }
    }
    return steps.first(in: Self.order) ?? legal.first(in: Self.order) ?? .up
  }
}

extension PlannerStyle {
  /// The move of a player who knows which squares are open, in a room of any size.
  ///
  /// - Parameters:
  ///   - player: The square of the player.
  ///   - signpost: The square to go to.
  ///   - open: The squares not known to be shut.
  ///   - legal: The moves to choose from if no path is left.
  /// - Complexity: O(squares).
  package func move(
    from player: Square, to signpost: Square, through open: SquareSet, legal: DirectionSet
  ) -> Direction {
    let steps = WideFlood(open.size).firstSteps(
      from: player, to: signpost, through: open)
    return choose(
      steps, rows: signpost.row - player.row, columns: signpost.column - player.column,
      legal: legal)
  }
}

/// A player of `edge` or `beeline`.
public struct Planner: Player, Equatable {
  private let style: PlannerStyle

  /// The blocks that have been seen, in a room of at most 64 squares.
  private var blocks = Bitboard()

  /// The memory of a larger room.
  private var wide: WideMemory?

  /// Creates a player for a new round, who knows nothing yet.
  public init(_ style: PlannerStyle) { self.style = style }

  /// The next move.
  public mutating func choose(_ sight: Sight) -> Direction {
    if let small = sight.small { return choose(small) }
    var memory = wide.take() ?? WideMemory(sight)
    defer { wide = memory }
    return style.choose(
      memory.steps(sight), rows: sight.signpost.row - sight.player.row,
      columns: sight.signpost.column - sight.player.column, legal: sight.legalMoves)
  }

  private mutating func choose(_ sight: SmallSight) -> Direction {
    blocks |= sight.blocks
    let (room, player, signpost) = (sight.room, sight.player, sight.signpost)
    let steps = Self.firstSteps(
      from: player, to: signpost, through: room.all - (blocks | sight.zombies), in: room)
    return style.choose(
      steps, rows: signpost / room.columns - player / room.columns,
      columns: signpost % room.columns - player % room.columns, legal: sight.legalMoves)
  }

  /// The directions in which a shortest path begins, by a flood from the signpost that stops next to the
  /// player.
  static func firstSteps(
    from player: Int, to signpost: Int, through open: Bitboard, in room: SmallRoom
  ) -> DirectionSet {
    let here = Bitboard(square: player)
    var front = Bitboard(square: signpost) & open
    var rest = open - front
    while !front.isEmpty {
      let next = room.neighbours(front)
      if next.intersects(here) {
        return Direction.allCases.reduce(into: DirectionSet()) { steps, direction in
          if room.moved(here, direction).intersects(front) { steps.insert(direction) }
        }
      }
      front = next & rest
      rest -= front
    }
    return DirectionSet()
  }
}

/// A planner's memory of a room of more than 64 squares.
private struct WideMemory: Equatable {
  /// The flood, made when it is first needed.
  private var flood: WideFlood?

  /// The squares not known to be blocks.
  private var open: SquareSet
  private var knowsAllBlocks = false

  /// The distances around the known blocks; nil in the light, when all blocks become known at once.
  private var distances: KnownDistances?

  init(_ sight: Sight) {
    open = SquareSet(sight.size)
    open.formComplement()
    distances = sight.isLit ? nil : KnownDistances(sight.size, signpost: sight.signpost)
  }

  /// Whether two memories are the same.
  static func == (one: WideMemory, other: WideMemory) -> Bool {
    one.open == other.open && one.knowsAllBlocks == other.knowsAllBlocks
  }

  /// The directions in which a shortest path begins, given everything seen so far and now.
  ///
  /// They come from the distances if the room is dark and no zombie is in sight, and otherwise from a
  /// flood.
  mutating func steps(_ sight: Sight) -> DirectionSet {
    if !sight.isLit, distances != nil {
      var seesZombie = false
      for next in sight.size.neighbours(of: sight.player) {
        switch sight.thing(at: next) {
        case .block:
          open.remove(next)
          distances?.addBlock(next)
        case .zombie: seesZombie = true
        case .flashlight, .signpost, .start, nil: break
        }
      }
      if !seesZombie, let distances { return distances.firstSteps(from: sight.player) }
    }
    return floodedSteps(sight)
  }

  /// The directions in which a shortest path begins, by a flood.
  private mutating func floodedSteps(_ sight: Sight) -> DirectionSet {
    if !knowsAllBlocks {
      for block in sight.blocks { open.remove(block) }
      knowsAllBlocks = sight.isLit
    }
    if sight.isLit { distances = nil }
    let flood = flood ?? WideFlood(sight.size)
    self.flood = flood
    let zombies = sight.zombies
    for zombie in zombies { open.remove(zombie) }
    // A zombie is never on a block, so its square was open before.
    defer { for zombie in zombies { open.insert(zombie) } }
    return flood.firstSteps(from: sight.player, to: sight.signpost, through: open)
  }
}
