// The policies that plan: `edge` and `beeline` (the article "Policies"). Both take a shortest way to the
// signpost through squares not known to be shut. Shut is a block that has been seen, and a square
// where a zombie is seen now.

/// Which of the moves that begin a shortest way is taken.
@frozen
public enum PlannerStyle: Sendable {
  case edge, beeline

  /// The order in which `edge` prefers moves, and in which both choose where no way is left.
  static let order: [Direction] = [.up, .left, .down, .right]

  /// The move among `steps`, those that begin a shortest way.
  ///
  /// - Parameters:
  ///   - rows, columns: How far the signpost is, with either sign.
  ///   - legal: The moves that are left where no way is; there must be one.
  func choose(_ steps: DirectionSet, rows: Int, columns: Int, legal: DirectionSet) -> Direction {
    let vertical: DirectionSet = [DirectionSet(.up), DirectionSet(.down)]
    if self == .beeline {
      let along = abs(rows) >= abs(columns) ? vertical : vertical.symmetricDifference(.all)
      if let step = steps.intersection(along).first(in: Self.order) { return step }
    }
    return steps.first(in: Self.order) ?? legal.choose(in: Self.order)
  }
}

extension DirectionSet {
  /// The four directions.
  static let all = DirectionSet(rawValue: 0b1111)
}

/// A planner in a room of at most 64 squares.
public struct SmallPlanner: Equatable, Sendable {
  private let style: PlannerStyle
  private var blocks = Bitboard()

  /// Begins a round, in which nothing is known yet.
  public init(_ style: PlannerStyle) { self.style = style }

  /// The next move.
  public mutating func choose(_ sight: SmallSight) -> Direction {
    blocks |= sight.blocks
    let (room, player, signpost) = (sight.room, sight.player, sight.signpost)
    let steps = Self.firstSteps(
      from: player, to: signpost, through: room.all - (blocks | sight.zombies), in: room)
    return style.choose(
      steps, rows: signpost / room.columns - player / room.columns,
      columns: signpost % room.columns - player % room.columns, legal: sight.legalMoves)
  }

  /// The directions in which a shortest way begins: a flood from the signpost, up to the layer
  /// that neighbours the player.
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
          if room.moved(here, direction).intersects(front) { steps.insert(DirectionSet(direction)) }
        }
      }
      front = next & rest
      rest -= front
    }
    return DirectionSet()
  }
}

/// A planner in a room of any size.
public struct WidePlanner: Equatable {
  private let style: PlannerStyle
  private let flood: WideFlood

  /// The squares not known to be blocks.
  private var open: SquareSet
  private var knowsAllBlocks = false

  /// Whether two planners know the same, and so plan the same way.
  public static func == (one: WidePlanner, other: WidePlanner) -> Bool {
    one.style == other.style && one.open == other.open
      && one.knowsAllBlocks == other.knowsAllBlocks
  }

  /// Begins a round, in which nothing is known yet.
  public init(_ style: PlannerStyle, size: RoomSize) {
    self.style = style
    flood = WideFlood(size)
    open = SquareSet(size)
    open.formComplement()
  }

  /// The next move.
  public mutating func choose(_ sight: Sight) -> Direction {
    if !knowsAllBlocks {
      for block in sight.blocks { open.remove(block) }
      knowsAllBlocks = sight.isLit
    }
    let zombies = sight.zombies
    for zombie in zombies { open.remove(zombie) }
    // A zombie never stands on a block, so that its square was open before.
    defer { for zombie in zombies { open.insert(zombie) } }
    let steps = flood.firstSteps(from: sight.player, to: sight.signpost, through: open)
    return style.choose(
      steps, rows: sight.signpost.row - sight.player.row,
      columns: sight.signpost.column - sight.player.column, legal: sight.legalMoves)
  }
}
