import ZombiesCore
import ZombiesSolver

/// The states of a level of at most 64 squares, with a hash table of their numbers. They use plain
/// memory, because most of the time goes into looking them up.
struct SmallStates: ~Copyable {
  private struct State {
    var zombies: UInt64
    /// The player's square, with ``light`` if the room is lit.
    var place: UInt64
  }

  private static let light: UInt64 = 64

  private let level: SmallLevel
  private let rules: Rules
  private let limit: Int

  /// The states, and the results of the moves from the explored ones.
  private var states: UnsafeMutablePointer<State>
  private var results: UnsafeMutablePointer<Int32>
  private var count = 0
  private var explored = 0

  /// The number of states that fit in memory, a power of two.
  private var capacity = 256

  /// The hash table, with twice as many slots as states: the number of a state plus one, or 0 if the
  /// slot is free.
  private var numbers: UnsafeMutablePointer<Int32>

  private(set) var layers: [Int] = [0]

  /// The outcome of the round before the first move; nil if it continues.
  let outcomeAtStart: Outcome?

  init(_ level: SmallLevel, rules: Rules, limit: Int) {
    self.level = level
    self.rules = rules
    self.limit = limit
    outcomeAtStart = SmallRound(level, rules: rules).outcome
    states = .allocate(capacity: capacity)
    results = .allocate(capacity: 4 * capacity)
    numbers = .allocate(capacity: 2 * capacity)
    numbers.initialize(repeating: 0, count: 2 * capacity)
  }

  deinit {
    states.deallocate()
    results.deallocate()
    numbers.deallocate()
  }

  /// The results of the moves from all states, four per state.
  var successors: [Int32] {
    Array(UnsafeBufferPointer(start: results, count: 4 * explored))
  }

  /// Finds all states; false if there are more than the limit.
  mutating func explore() -> Bool {
    guard outcomeAtStart == nil else { return true }
    let (room, sight) = (level.room, level.flashlightSight)
    let (open, signpost) = (level.open, Bitboard(square: level.signpost))
    let free = open - signpost
    let targets = ChaseTargets(room, rules)
    let isLitAtStart = level.isLit || sight.contains(level.start)
    let start = State(
      zombies: level.zombies.word,
      place: UInt64(truncatingIfNeeded: level.start) | (isLitAtStart ? Self.light : 0))
    guard number(of: start) != nil else { return false }
    while explored < count {
      if explored == layers[layers.count - 1] { layers.append(count) }
      if explored & 0xFFF == 0xFFF, SearchStop.isWanted { return false }
      let state = states[explored]
      let danger = rules.danger(of: Bitboard(word: state.zombies), in: room)
      let player = Bitboard(square: Int(truncatingIfNeeded: state.place & 63))
      let isLit = state.place & Self.light != 0
      for direction in 0..<4 {
        let target: Bitboard =
          switch direction {
          case 0: room.moved(player, .up)
          case 1: room.moved(player, .down)
          case 2: room.moved(player, .left)
          default: room.moved(player, .right)
          }
        let result = results + (4 &* explored &+ direction)
        result.initialize(to: StateGraph.illegal)
        if !target.intersects(open) { continue }
        let square = target.lowest
        var (zombies, after, isLitNow) = (Bitboard(word: state.zombies), danger, isLit)
        let outcome = rules.meet(
          target, signpost: signpost, zombies: &zombies, danger: &after, isLit: &isLitNow, in: room,
          seesFlashlight: { sight.contains(square) },
          chase: { targets.chase($0, player: square, free: free, speed: rules.zombieSpeed) })
        if let outcome {
          result.pointee = outcome == .won ? StateGraph.won : StateGraph.caught
          continue
        }
        let next = State(
          zombies: zombies.word,
          place: UInt64(truncatingIfNeeded: square) | (isLitNow ? Self.light : 0))
        guard let number = number(of: next) else { return false }
        // The memory may have grown and moved, so `result` may be invalid.
        results[4 &* explored &+ direction] = number
      }
      explored &+= 1
    }
    return true
  }

  /// The number of a state, which is new if the state was not found before; nil beyond the limit.
  @inline(__always)
  private mutating func number(of state: State) -> Int32? {
    var slot = Self.slot(of: state, in: capacity)
    while numbers[slot] != 0 {
      let number = numbers[slot] &- 1
      let known = states[Int(number)]
      if known.zombies == state.zombies && known.place == state.place { return number }
      // Same: another step finds the same states in other slots.
      slot = (slot &+ 1) & (2 &* capacity &- 1)
    }
    guard count < limit else { return nil }
    (states + count).initialize(to: state)
    count &+= 1
    numbers[slot] = Int32(truncatingIfNeeded: count)
    if count == capacity { grow() }
    return Int32(truncatingIfNeeded: count &- 1)
  }

  /// The first slot to search for the number of a state.
  @inline(__always)
  private static func slot(of state: State, in capacity: Int) -> Int {
    // The highest bits of a product depend on all bits of its factors.
    let hash = (state.zombies ^ state.place &<< 57) &* 0x9E37_79B9_7F4A_7C15
    let shift = UInt64(truncatingIfNeeded: UInt64(capacity).leadingZeroBitCount)
    return Int(truncatingIfNeeded: hash &>> shift)
  }

  private mutating func grow() {
    capacity *= 2
    states = states.grown(to: capacity, keeping: count)
    results = results.grown(to: 4 * capacity, keeping: 4 * explored + 4)
    numbers.deallocate()
    numbers = .allocate(capacity: 2 * capacity)
    numbers.initialize(repeating: 0, count: 2 * capacity)
    for number in 0..<count {
      var slot = Self.slot(of: states[number], in: capacity)
      while numbers[slot] != 0 { slot = (slot &+ 1) & (2 &* capacity &- 1) }
      numbers[slot] = Int32(truncatingIfNeeded: number + 1)
    }
  }
}
