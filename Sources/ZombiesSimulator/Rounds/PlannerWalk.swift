import ZombiesCore
import ZombiesPolicies
import ZombiesSolver

/// Plays the policies `edge` and `beeline` as one loop over words, in generated rooms of at most 64
/// squares, whose signpost is in the top left corner.
///
/// Usually one of the two simplest paths is open, straight up and then to the left or the other way
/// round. Then all shortest paths go only up and to the left. Otherwise the loop finds the squares
/// at each distance from the signpost, the *layers*. In the dark it keeps the layers until the
/// player sees a new block. The results are those of ``SmallRound`` with ``Planner``, move for
/// move.
final class PlannerWalk {
  private let levels: WalkRoom
  private var room: SmallRoom { levels.room }
  private let style: PlannerStyle
  private let moveLimit: Int
  private let signpost: UInt64

  /// The layers of the current round: 65 words.
  private let layers: UnsafeMutablePointer<UInt64>

  /// For each square, the squares of its two simplest paths, including itself: straight up and then
  /// to the left, and straight to the left and then up. 64 pairs.
  private let simplest: UnsafeMutablePointer<(upFirst: UInt64, leftFirst: UInt64)>

  /// Prepares rounds in the levels of a frame.
  init(_ frame: SmallLevel, rules: Rules, style: PlannerStyle, moveLimit: Int) {
    levels = WalkRoom(frame, rules: rules)
    let room = frame.room
    self.style = style
    self.moveLimit = moveLimit
    signpost = Bitboard(square: frame.signpost).word
    layers = .allocate(capacity: SmallRoom.limit + 1)
    simplest = .allocate(capacity: SmallRoom.limit)
    // Same: the first square is the signpost, where a round ends, whatever its paths are.
    for index in 0..<room.squareCount {
      let square = room.square(at: index)
      var (upFirst, leftFirst): (UInt64, UInt64) = (0, 0)
      for other in 0...index {
        let there = room.square(at: other)
        let isAbove = there.column == square.column
        let isBeside = there.row == square.row && there.column <= square.column
        if isAbove || there.row == 0 && there.column <= square.column {
          upFirst |= Bitboard(square: other).word
        }
        if isBeside || there.column == 0 { leftFirst |= Bitboard(square: other).word }
      }
      (simplest + index).initialize(to: (upFirst, leftFirst))
    }
  }

  deinit {
    layers.deallocate()
    simplest.deallocate()
  }

  /// The next square if one of the simplest paths is open; 0 if neither is open, or if that is
  /// unknown.
  ///
  /// - Parameter shut: The squares that the paths must avoid.
  @inline(__always)
  private func simpleStep(
    _ style: PlannerStyle, from here: UInt64, avoiding shut: UInt64
  ) -> UInt64 {
    let stride = UInt64(truncatingIfNeeded: room.columns)
    // In one row of 64 squares, a masked shift by the number of columns shifts by zero.
    let up = (here & room.up.word) &>> stride
    let left = (here & room.left.word) &>> 1
    var (first, second) = (up, left)
    if style == .beeline {
      let from = room.square(at: here.trailingZeroBitCount)
      if from.row < from.column { (first, second) = (left, up) }
    }
    // If the first square is shut or outside the room, only the second is possible.
    let next = first & ~shut != 0 ? first : second & ~shut
    if next == 0 { return 0 }
    let ways = simplest[next.trailingZeroBitCount]
    return ways.upFirst & shut == 0 || ways.leftFirst & shut == 0 ? next : 0
  }

  /// Finds the layers from the signpost up to the layer with the player.
  ///
  /// - Returns: The number of that layer; 0 if no path leads to the player.
  @inline(__always)
  private static func flood(
    _ room: SmallRoom, from signpost: UInt64, to here: UInt64, through open: UInt64,
    into layers: UnsafeMutablePointer<UInt64>
  ) -> Int {
    var front = signpost & open
    var rest = open & ~front
    var number = 0
    while front != 0 {
      assert(number < SmallRoom.limit, "each layer has a square")
      layers[number] = front
      number &+= 1
      let next = room.neighbours(Bitboard(word: front)).word
      if next & here != 0 { return number }
      front = next & rest
      rest &= ~front
    }
    return 0
  }

  /// Plays one round of some trials.
  ///
  /// - Parameters:
  ///   - levels: The levels.
  ///   - offset: The index in `levels` of the first trial's first level.
  ///   - trials: The trials, as differences from the first trial.
  ///   - round: The round of each trial.
  ///   - rounds: Receives the endings of the rounds.
  func play(
    _ levels: LevelBatch, _ offset: Int, trials: [Int32], round: Int, into rounds: RoundsOfPolicy
  ) {
    assert(rounds.fits(moveLimit), "memory for the maximum number of moves")
    assert(round >= 0 && round < rounds.roundsPerTrial, "a round of the trials")
    levels.withThings { things in
      @inline(__always)
      func playAll(_ style: PlannerStyle) {
        for trial in trials {
          let slot = Int(trial) &* rounds.roundsPerTrial &+ round
          assert(slot >= 0 && slot < rounds.slotCount, "a slot with memory")
          rounds.endings[slot] = play(style, things, offset &+ slot, rounds.path(slot))
        }
      }
      // The loop is compiled for each style.
      switch style {
      case .edge: playAll(.edge)
      case .beeline: playAll(.beeline)
      }
    }
  }

  @inline(__always)
  private func play(
    _ style: PlannerStyle, _ things: LevelBatch.Things, _ level: Int,
    _ path: UnsafeMutablePointer<UInt8>?
  ) -> Ending {
    let blocks = things.blocks[level]
    let (room, rules, signpost, all) = (room, levels.rules, signpost, room.all.word)
    var here = Bitboard(square: levels.start).word
    var zombies = Bitboard(word: things.zombies[level])
    var danger = rules.danger(of: zombies, in: room)
    if danger.word & here != 0 { return Ending(.caught, moves: 0) }
    let open = all & ~blocks
    var near = room.neighbours(Bitboard(word: here)).word
    // After the first move the player can always go back.
    if near & open == 0 { return Ending(.stuck, moves: 0) }
    let sight = room.closedNeighbourhood(Bitboard(word: things.flashlights[level])).word
    var isLit = levels.isLit || sight & here != 0
    // In the dark, a zombie in sight catches the player or, if it catches only on its own square, is avoided.
    let isQuiet = !isLit && rules.catchingDistance > 0
    // The squares on which anything happens, and the zombies in sight.
    var ends = isQuiet ? danger.word | signpost | sight : all
    var avoided = isQuiet ? 0 : zombies.word & (isLit ? all : near)
    // The blocks that the player knows, and the player's layer while the layers are valid: they
    // avoid those blocks.
    var (known, layer, areLayers) = (isLit ? blocks : 0, 0, false)
    var moves = 0
    while moves < moveLimit {
      let news = blocks & near & ~known
      known |= news
      let (from, shut) = (here, known | avoided)
      here = simpleStep(style, from: from, avoiding: shut)
      if here != 0 {
        // Same: a simple path goes on until the player sees something new.
        areLayers = false
      } else {
        if !areLayers || news != 0 {
          layer = Self.flood(room, from: signpost, to: from, through: all & ~shut, into: layers)
          // Same: otherwise the same layers are made again.
          areLayers = true
        }
        let isWay = layer > 0
        here = choose(style, near & (isWay ? layers[layer &- 1] : open), from: from, isWay)
        layer = isWay ? layer &- 1 : 0
      }
      let square = here.trailingZeroBitCount
      path?[moves] = levels.letter(from: from.trailingZeroBitCount, to: square)
      moves &+= 1
      near = room.neighbours(Bitboard(word: here)).word
      if here & ends != 0 {
        let outcome = levels.arrive(
          at: square, signpost: signpost, blocks: blocks, sight: sight, zombies: &zombies,
          danger: &danger, isLit: &isLit)
        if let outcome { return Ending(outcome, moves: moves) }
        // Zombies move, or come into sight and leave it, so the layers are valid for only one move.
        (ends, areLayers) = (all, false)
        if isLit { known = blocks }
        avoided = zombies.word & (isLit ? all : near)
      }
    }
    return Ending(.outOfMoves, moves: moves)
  }

  /// Chooses one of some neighbouring squares; there must be at least one.
  ///
  /// - Parameter isWay: Whether shortest paths begin on these squares.
  @inline(__always)
  private func choose(
    _ style: PlannerStyle, _ to: UInt64, from here: UInt64, _ isWay: Bool
  ) -> UInt64 {
    assert(to != 0 && to & here == 0, "a square to step to")
    if style == .beeline, isWay {
      let stride = UInt64(truncatingIfNeeded: room.columns)
      // All bits in `to` are neighbours of this square, so the sides of the room do not matter.
      let (up, left) = (here &>> stride & to, here &>> 1 & to)
      let (down, right) = (here &<< stride & to, here &<< 1 & to)
      let from = room.square(at: here.trailingZeroBitCount)
      if from.row >= from.column {
        return up != 0 ? up : down != 0 ? down : left != 0 ? left : right
      }
      return left != 0 ? left : right != 0 ? right : up != 0 ? up : down
    }
    // Up, left, down, right: the first square in reading order if it comes before the player's
    // square, otherwise the last one.
    let first = to & (0 &- to)
    let others = to ^ first
    return first < here || others == 0 ? first : others
  }
}
