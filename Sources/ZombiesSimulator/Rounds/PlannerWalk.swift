import ZombiesCore
import ZombiesPolicies

/// The policies `edge` and `beeline` in rooms of at most 64 squares, as one loop over words.
///
/// The squares at each distance from the signpost, its *layers*, are kept until the player learns of
/// something new in the way: in the dark that is seldom. The results are those of ``SmallRound`` with
/// ``Planner``, move for move.
final class PlannerWalk {
  private let room: SmallRoom
  private let rules: Rules
  private let style: PlannerStyle
  private let moveLimit: Int
  private let start: Int
  private let signpost: UInt64
  private let isLit: Bool
  private let targets: ChaseTargets

  /// The layers of the empty room, and those of the current round.
  private let emptyLayers: UnsafeMutablePointer<UInt64>
  private let layers: UnsafeMutablePointer<UInt64>

  /// The layer of the start in the empty room.
  private let startLayer: Int

  /// The signpost's row and column.
  private let goal: Square

  /// Prepares rounds in the levels of a frame.
  init(_ frame: SmallLevel, rules: Rules, style: PlannerStyle, moveLimit: Int) {
    room = frame.room
    self.rules = rules
    self.style = style
    self.moveLimit = moveLimit
    start = frame.start
    signpost = Bitboard(square: frame.signpost).word
    isLit = frame.isLit
    goal = room.square(at: frame.signpost)
    targets = ChaseTargets(room, rules: rules)
    emptyLayers = .allocate(capacity: SmallRoom.limit + 1)
    layers = .allocate(capacity: SmallRoom.limit + 1)
    startLayer = Self.flood(
      room, from: signpost, to: Bitboard(square: start).word, through: room.all.word,
      into: emptyLayers)
  }

  deinit {
    emptyLayers.deallocate()
    layers.deallocate()
  }

  /// Finds the layers from the signpost up to the one that holds the player.
  ///
  /// - Returns: The number of that layer; 0 if no way leads there.
  @inline(__always)
  private static func flood(
    _ room: SmallRoom, from signpost: UInt64, to here: UInt64, through open: UInt64,
    into layers: UnsafeMutablePointer<UInt64>
  ) -> Int {
    var front = signpost & open
    var rest = open & ~front
    var number = 0
    while front != 0 {
      layers[number] = front
      number &+= 1
      let next = room.neighbours(Bitboard(word: front)).word
      if next & here != 0 { return number }
      front = next & rest
      rest &= ~front
    }
    return 0
  }

  /// Plays a round.
  ///
  /// - Parameter path: Receives the letters of the moves, if not nil.
  func play(
    zombies: UInt64, blocks: UInt64, flashlights: UInt64, path: UnsafeMutablePointer<UInt8>?
  ) -> Ending {
    // The loop is compiled for each style, with and without a path.
    switch (style, path) {
    case (.edge, nil): play(.edge, zombies, blocks, flashlights, nil)
    case (.edge, let path?): play(.edge, zombies, blocks, flashlights, path)
    case (.beeline, nil): play(.beeline, zombies, blocks, flashlights, nil)
    case (.beeline, let path?): play(.beeline, zombies, blocks, flashlights, path)
    }
  }

  @inline(__always)
  private func play(
    _ style: PlannerStyle, _ zombies: UInt64, _ blocks: UInt64, _ flashlights: UInt64,
    _ path: UnsafeMutablePointer<UInt8>?
  ) -> Ending {
    let (room, rules, all, signpost) = (room, rules, room.all.word, signpost)
    var here = Bitboard(square: start).word
    var zombies = zombies
    var danger = rules.danger(of: Bitboard(word: zombies), in: room).word
    if danger & here != 0 { return Ending(.caught, moves: 0) }
    let open = all & ~blocks
    var near = room.neighbours(Bitboard(word: here)).word
    // Afterwards there is always a way back.
    if near & open == 0 { return Ending(.stuck, moves: 0) }
    let sight = room.closedNeighbourhood(Bitboard(word: flashlights)).word
    var isLit = isLit || sight & here != 0
    // A zombie near enough to be seen in the dark catches the player, or comes no nearer.
    let seesZombies = rules.catchingDistance == 0
    // What the player knows to be in the way, and what the layers avoid.
    var (known, avoided) = (UInt64(0), UInt64(0))
    var (layers, layer) = (emptyLayers, startLayer)
    var moves = 0
    while moves < moveLimit {
      let seen = isLit ? all : near
      known |= blocks & seen
      let shut = isLit || seesZombies ? known | zombies & seen : known
      if shut != avoided {
        avoided = shut
        layers = self.layers
        layer = Self.flood(room, from: signpost, to: here, through: all & ~shut, into: layers)
      }
      let isWay = layer > 0
      let to = near & (isWay ? layers[layer &- 1] : open)
      layer = isWay ? layer &- 1 : 0
      let from = here
      here = choose(style, to, from: from, isWay)
      path?[moves] = letter(from: from, to: here)
      moves &+= 1
      if here & signpost != 0 { return Ending(.won, moves: moves) }
      if here & danger != 0 { return Ending(.caught, moves: moves) }
      if isLit {
        zombies = targets.chase(
          zombies, player: here.trailingZeroBitCount, free: open & ~signpost,
          speed: rules.zombieSpeed)
        danger = rules.danger(of: Bitboard(word: zombies), in: room).word
        if here & danger != 0 { return Ending(.caught, moves: moves) }
      } else {
        isLit = sight & here != 0
      }
      near = room.neighbours(Bitboard(word: here)).word
    }
    return Ending(.outOfMoves, moves: moves)
  }

  /// The chosen one of some neighbouring squares, at least one.
  ///
  /// - Parameter isWay: Whether they begin shortest ways.
  @inline(__always)
  private func choose(
    _ style: PlannerStyle, _ to: UInt64, from here: UInt64, _ isWay: Bool
  ) -> UInt64 {
    let stride = UInt64(truncatingIfNeeded: room.columns)
    // Squares that are no neighbours do not come into question, so the sides do not matter.
    let (up, left) = (here &>> stride & to, here &>> 1 & to)
    let (down, right) = (here &<< stride & to, here &<< 1 & to)
    if style == .beeline, isWay {
      let from = room.square(at: here.trailingZeroBitCount)
      if abs(goal.row &- from.row) >= abs(goal.column &- from.column) {
        return up != 0 ? up : down != 0 ? down : left != 0 ? left : right
      }
      return left != 0 ? left : right != 0 ? right : up != 0 ? up : down
    }
    return up != 0 ? up : left != 0 ? left : down != 0 ? down : right
  }

  private func letter(from here: UInt64, to there: UInt64) -> UInt8 {
    if there < here { return (there == here &>> 1 ? Direction.left : .up).letter }
    return (there == here &<< 1 ? Direction.right : .down).letter
  }
}
