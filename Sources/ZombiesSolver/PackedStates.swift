import ZombiesCore

/// The states of a level in a room of any size. They are packed into consecutive words, numbered in
/// the order in which they are found, and looked up in a hash table of their numbers.
///
/// A search makes a move with ``result(of:at:in:)``. If it leads to a state that is new, ``insert()``
/// adds this state.
///
/// Normally zombies are interchangeable, and states differ only in the set of their squares. A
/// search can also tell zombies apart by their first squares; a state then lists them in the order
/// of the level.
package struct PackedStates {
  private let level: Level
  private let rules: Rules
  private let size: RoomSize
  private let flashlights: SquareSet

  private let blocks: SquareSet

  /// The number of words in a state: the player's square with the light, then the zombies, if they
  /// can move. The zombies are in reading order unless they are told apart.
  private let width: Int

  /// The indices in a state of zombies that are told apart, in reading order of their squares once
  /// they are sorted; empty if zombies are not told apart.
  private var order: [Int]
  private var states: [UInt32] = []

  /// The next state.
  private var next: [UInt32]

  /// The zombies, if they can never move; otherwise a set that is empty between moves.
  private var zombies: SquareSet

  /// The numbers of the states, by hash.
  private var numbers = NumberTable(slotCount: 1024)

  private static let light: UInt32 = 1 << 31

  /// The maximum number of states, whose numbers fit in the table.
  package static let capacity = NumberTable.capacity

  /// The number of states.
  package private(set) var count = 0

  /// Begins with the initial state of a round.
  package init(_ level: Level, rules: Rules, tellingZombiesApart: Bool = false) {
    self.level = level
    self.rules = rules
    size = level.size
    blocks = SquareSet(level.size, level.blocks)
    flashlights = SquareSet(level.size, level.flashlights)
    let moving = level.zombiesMayMove ? level.zombies : []
    zombies = SquareSet(level.size, moving.isEmpty ? level.zombies : [])
    width = 1 + moving.count
    order = tellingZombiesApart ? Array(1..<1 + moving.count) : []
    next = [0] + moving.map { UInt32(level.size.index(of: $0)) }
    next[0] = pack(level.start, isLit: Round(level, rules: rules).isLit)
    insert()
  }

  /// The square of the player in a state.
  package func player(_ state: Int) -> Square {
    size.square(at: Int(states[state * width] & ~Self.light))
  }

  /// Whether the room is lit in a state.
  package func isLit(_ state: Int) -> Bool { states[state * width] & Self.light != 0 }

  /// The words of a state in the form of `StateLayers`.
  package func words(_ state: Int) -> [UInt32] {
    let words = states[state * width..<(state + 1) * width]
    guard let player = words.first else { return [] }
    let light = player & Self.light
    var ordered = words.dropFirst() + [player & ~Self.light]
    ordered[ordered.startIndex] |= light
    return Array(ordered)
  }

  private func pack(_ player: Square, isLit: Bool) -> UInt32 {
    UInt32(size.index(of: player)) | (isLit ? Self.light : 0)
  }

  /// The result of a move.
  package enum MoveResult {
    /// The move is not legal.
    case illegal
    /// The round is won.
    case won
    /// The player is caught.
    case caught
    /// The round continues in a state that is known.
    case known(Int)
    /// The round continues in a new state.
    case new
  }

  /// Makes a move from a state.
  ///
  /// - Parameter player: The state's ``player(_:)``.
  package mutating func result(
    of direction: Direction, at player: Square, in state: Int
  ) -> MoveResult {
    guard let target = size.exit(from: player, direction), !blocks.contains(target) else {
      return .illegal
    }
    if target == level.signpost { return .won }
    guard survive(state, stepTo: target) else { return .caught }
    return known.map { .known($0) } ?? .new
  }

  /// Finds all states, in breadth-first order; false if there are more than the limit.
  ///
  /// - Parameter visit: Receives each move, with the number of the state that it is made from, before
  ///   a new state is added.
  package mutating func explore(
    limit: Int,
    _ visit: (_ state: Int, Direction, MoveResult, _ states: PackedStates) -> Void
  ) -> Bool {
    guard limit > 0 else { return false }
    var state = 0
    while state < count {
      let player = player(state)
      for direction in Direction.allCases {
        let result = result(of: direction, at: player, in: state)
        visit(state, direction, result, self)
        guard case .new = result else { continue }
        guard count < limit else { return false }
        insert()
      }
      state += 1
    }
    return true
  }

  /// The player's square in the next state.
  package var nextPlayer: Square { size.square(at: Int(next[0] & ~Self.light)) }

  /// Makes steps 3 to 5 of a move from a state to a square; returns false if the player is caught.
  private mutating func survive(_ state: Int, stepTo target: Square) -> Bool {
    assert(state >= 0 && state < count, "a known state")
    assert(!blocks.contains(target) && target != level.signpost, "a step to an open square")
    for index in 1..<width {
      let square = states[state * width + index]
      next[index] = square
      zombies.insert(size.square(at: Int(square)))
    }
    defer { for index in 1..<width { zombies.remove(size.square(at: Int(next[index]))) } }
    if zombies.hasSquare(within: rules.catchingDistance, of: target) { return false }
    var isLit = isLit(state)
    if isLit {
      // Zombies move in reading order.
      sortOrder()
      for turn in 1..<width {
        let index = order.isEmpty ? turn : order[turn - 1]
        let zombie = rules.turn(
          of: size.square(at: Int(next[index])), among: &zombies, toward: target, in: level,
          blocks: blocks)
        next[index] = UInt32(size.index(of: zombie))
      }
      if zombies.hasSquare(within: rules.catchingDistance, of: target) { return false }
    } else {
      isLit = flashlights.hasSquare(within: 1, of: target)
    }
    next[0] = pack(target, isLit: isLit)
    // Zombies that pass each other change their order.
    sortZombies()
    return true
  }

  /// The square of a zombie in the next state, if zombies are told apart. If the player was caught,
  /// this is its square at that moment.
  ///
  /// - Parameter number: Its index among the zombies of the level.
  package func zombie(_ number: Int) -> Square {
    width > 1 ? size.square(at: Int(next[1 + number])) : level.zombies[number]
  }

  /// Sorts the indices of zombies that are told apart. They are almost sorted already.
  private mutating func sortOrder() {
    for index in order.indices.dropFirst() {
      let zombie = order[index]
      var free = index
      while free > 0, next[order[free - 1]] > next[zombie] {
        order[free] = order[free - 1]
        free -= 1
      }
      order[free] = zombie
    }
  }

  /// Sorts zombies that are not told apart. They are almost sorted already.
  private mutating func sortZombies() {
    guard width > 2, order.isEmpty else { return }
    for index in 2..<width {
      let zombie = next[index]
      var free = index
      while free > 1, next[free - 1] > zombie {
        next[free] = next[free - 1]
        free -= 1
      }
      next[free] = zombie
    }
  }

  /// The hash of a number of words.
  private static func hash(_ width: Int, _ word: (Int) -> UInt32) -> UInt64 {
    var hash: UInt64 = 0
    for index in 0..<width {
      hash = (hash ^ UInt64(word(index))) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return hash
  }

  /// The number of the next state; nil if it is new.
  private var known: Int? {
    numbers.number(hash: Self.hash(width) { next[$0] }) { number in
      (0..<width).allSatisfy { states[number * width + $0] == next[$0] }
    }
  }

  /// Adds the next state, which must be new.
  package mutating func insert() {
    assert(count < Self.capacity, "a state with a number")
    states.append(contentsOf: next)
    numbers.insert(count) { [states, width] number in
      Self.hash(width) { states[number * width + $0] }
    }
    count += 1
  }
}
