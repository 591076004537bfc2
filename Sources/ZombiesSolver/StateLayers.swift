import ZombiesCore

/// The states that rounds of a level can reach, grouped by the smallest number of moves that leads
/// to each.
///
/// A state (<doc:/ZombiesCore/TheRules>, section 2) is packed into words, its *key*. The key has
/// the zombies' squares in reading order, then the player's square, as indices in reading order.
/// The light is the top bit of the first word. If no zombie can ever move, the key is just the
/// player's square. Keys are compared word by word, so dark states come before lit ones, and states
/// with the same zombies are next to each other.
package struct StateLayers: Hashable, Sendable {
  /// A state of a round.
  package struct State: Hashable, Sendable, CustomStringConvertible {
    /// The square of the player.
    package var player: Square

    /// The squares of the zombies, in reading order.
    package var zombies: [Square]

    /// Whether the room is lit.
    package var isLit: Bool

    /// Creates a state.
    package init(player: Square, zombies: [Square], isLit: Bool) {
      self.player = player
      self.zombies = zombies
      self.isLit = isLit
    }

    /// The state in the form "(2,0), lit, zombies (0,1) (3,3)".
    package var description: String {
      func text(_ square: Square) -> String { "(\(square.row),\(square.column))" }
      let some = zombies.prefix(10).map { " " + text($0) }.joined()
      return "\(text(player)), \(isLit ? "lit" : "dark")"
        + (zombies.isEmpty ? "" : ", zombies\(some)") + (zombies.count > 10 ? " …" : "")
    }
  }

  /// The level.
  package let level: Level

  /// The number of words in a key.
  let width: Int

  private var words: [UInt32] = []

  /// For each layer, the number of states up to its end.
  private var ends: [Int] = []

  /// The bit in the first word of a key that is set if the room is lit.
  static let light: UInt32 = 1 << 31

  /// Creates an empty list of states of a level.
  package init(_ level: Level) {
    self.level = level
    width = level.zombiesMayMove ? level.zombies.count + 1 : 1
    // Most proofs, in a file of many, are short.
    words.reserveCapacity(32)
    ends.reserveCapacity(16)
  }

  /// The number of states.
  package var count: Int { words.count / width }

  /// The number of layers.
  package var layerCount: Int { ends.count }

  /// The numbers of the states at a distance from the start, which form a layer.
  package func layer(_ distance: Int) -> Range<Int> {
    (distance == 0 ? 0 : ends[distance - 1])..<ends[distance]
  }

  /// The state with a number, counted from 0 in the order of adding. O(zombies that may
  /// move).
  package subscript(number: Int) -> State {
    let key = words[number * width..<(number + 1) * width]
    let squares = key.map { level.size.square(at: Int($0 & ~Self.light)) }
    return State(
      player: squares[width - 1],
      zombies: level.zombiesMayMove ? Array(squares.dropLast()) : level.zombies,
      isLit: words[number * width] & Self.light != 0)
  }

  /// The state of a round of the level. O(squares / 64) in a lit room with zombies, otherwise O(1).
  package func state(of round: Round) -> State {
    // Zombies move only in the light.
    let zombies =
      level.zombiesMayMove && round.isLit ? round.zombies.squares : level.zombies
    return State(player: round.player, zombies: zombies, isLit: round.isLit)
  }

  /// Adds a state to the current layer by its key.
  mutating func append(_ key: [UInt32]) {
    precondition(key.count == width, "a state of the level")
    words += key
  }

  /// Adds states with the same zombies to the current layer; all squares are indices in reading
  /// order.
  ///
  /// - Parameters:
  ///   - players: The squares of the players.
  ///   - zombies: The squares of the zombies, as many as the level has, or exactly the level's zombies
  ///     if they can never move.
  ///   - isLit: Whether the room is lit.
  package mutating func append(players: [UInt32], zombies: [UInt32], isLit: Bool) {
    precondition(width == 1 || zombies.count + 1 == width, "states of the level")
    // Same: the general way appends the same.
    if width == 1, !isLit {
      words += players
      return
    }
    for player in players {
      let first = words.count
      if width > 1 { words += zombies }
      words.append(player)
      if isLit { words[first] |= Self.light }
    }
  }

  /// Ends the current layer.
  package mutating func endLayer() { ends.append(count) }

  /// The key of a state.
  func key(of state: State) -> [UInt32] {
    var key: [UInt32] = []
    key.reserveCapacity(width)
    if level.zombiesMayMove { key += state.zombies.map { UInt32(level.size.index(of: $0)) } }
    key.append(UInt32(level.size.index(of: state.player)))
    if state.isLit { key[0] |= Self.light }
    return key
  }

  /// Whether the key of a state comes before the key of another state.
  func precedes(_ left: Int, _ right: Int) -> Bool { compare(left, words, at: right) < 0 }

  /// Compares the key of a state with another key; the result is below, equal to or above 0.
  func compare(_ number: Int, _ key: [UInt32]) -> Int { compare(number, key, at: 0) }

  private func compare(_ number: Int, _ others: [UInt32], at other: Int) -> Int {
    for index in 0..<width {
      let (mine, theirs) = (words[number * width + index], others[other * width + index])
      if mine != theirs { return mine < theirs ? -1 : 1 }
    }
    return 0
  }
}
