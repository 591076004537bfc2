// A round ("The rules", section 2) in its plain form. The fast form is in SmallRound.swift.

/// One round of a level: the player's square, the zombies' squares, and whether the room is lit.
///
///     var round = Round(level)
///     while round.outcome == nil, let direction = choose(round.legalMoves) {
///       try round.move(direction)
///     }
public struct Round: Hashable, Sendable {
  /// The level.
  public let level: Level

  /// The rules in force.
  public let rules: Rules

  /// The square of the player.
  public private(set) var player: Square

  /// The squares of the zombies.
  public private(set) var zombies: SquareSet

  /// Whether the room is lit.
  public private(set) var isLit: Bool

  /// The number of moves made.
  public private(set) var moves = 0

  /// The outcome; nil until the round ends. Never ``Outcome/outOfMoves``, which only a batch sets.
  public private(set) var outcome: Outcome?

  let blocks: SquareSet
  let flashlights: SquareSet

  /// Begins a round. It may end at once if the player is caught or stuck on the start.
  ///
  /// - Complexity: O(squares / 64 + things).
  public init(_ level: Level, rules: Rules = .standard) {
    self.level = level
    self.rules = rules
    player = level.start
    zombies = SquareSet(level.size, level.zombies)
    blocks = SquareSet(level.size, level.blocks)
    flashlights = SquareSet(level.size, level.flashlights)
    isLit = level.isLit
    if hasFlashlightInSight { isLit = true }
    outcome = outcomeOfStanding
  }

  /// Puts the round in a state, whether or not moves lead to it. This counts no move. The state
  /// determines the new outcome: caught, stuck or none.
  ///
  /// - Parameters:
  ///   - player: A square of the room.
  ///   - zombies: Squares of the room.
  ///   - isLit: Whether the room is lit.
  /// - Complexity: O(1).
  public mutating func place(player: Square, zombies: SquareSet, isLit: Bool) {
    precondition(
      level.size.contains(player) && zombies.size == level.size, "squares of the round's room")
    self.player = player
    self.zombies = zombies
    self.isLit = isLit
    moves = 0
    outcome = outcomeOfStanding
  }

  /// The outcome of a round that begins in this state; nil if the round continues.
  private var outcomeOfStanding: Outcome? {
    isCaught ? .caught : legalMoves.isEmpty ? .stuck : nil
  }

  /// The moves to a square of the room that is not a block, in the order U < D < L < R.
  public var legalMoves: DirectionSet {
    Direction.allCases.reduce(into: DirectionSet()) { moves, direction in
      if target(direction) != nil { moves.insert(direction) }
    }
  }

  /// The square that a move leads to; nil if the move is not legal.
  public func target(_ direction: Direction) -> Square? {
    guard let target = level.size.exit(from: player, direction), !blocks.contains(target) else {
      return nil
    }
    return target
  }

  /// Whether a zombie is within the catching distance.
  private var isCaught: Bool {
    zombies.hasSquare(within: rules.catchingDistance, of: player)
  }

  /// Whether a flashlight is on the player's square or next to it.
  private var hasFlashlightInSight: Bool { flashlights.hasSquare(within: 1, of: player) }

  /// An event in a move.
  public enum Event: Hashable, Sendable {
    /// The player stepped to a square.
    case stepped(Direction, to: Square)
    /// The zombies chased.
    case chased([ChaseMove])
    /// The player saw a flashlight; from now on the room is lit.
    case lit
    /// The round ended.
    case ended(Outcome)
  }

  /// An illegal move.
  public enum IllegalMove: Error, Hashable, Sendable {
    /// The round is over.
    case roundIsOver(Outcome)
    /// The target is outside the room.
    case leavesRoom(Direction, from: Square)
    /// The target is a block.
    case blocked(Direction, from: Square)
  }

  /// Makes one move: the five steps of <doc:TheRules>, section 2, and the check for stuck.
  ///
  /// - Returns: The events of the move, in order.
  /// - Throws: ``IllegalMove``; the round is then unchanged.
  /// - Complexity: O(squares / 64 + zombies) in a lit room, otherwise O(1).
  @discardableResult
  public mutating func move(_ direction: Direction) throws(IllegalMove) -> [Event] {
    var events: [Event]? = []
    try make(direction, telling: &events)
    return events ?? []
  }

  /// Makes one move, like ``move(_:)``, without reporting events.
  ///
  /// - Throws: ``IllegalMove``; the round is then unchanged.
  @usableFromInline
  package mutating func advance(_ direction: Direction) throws(IllegalMove) {
    var events: [Event]?
    try make(direction, telling: &events)
  }

  /// Makes one move and reports its events to `events`, unless that is nil.
  private mutating func make(
    _ direction: Direction, telling events: inout [Event]?
  ) throws(IllegalMove) {
    if let outcome { throw .roundIsOver(outcome) }
    guard let target = target(direction) else {
      throw level.size.exit(from: player, direction) == nil
        ? .leavesRoom(direction, from: player) : .blocked(direction, from: player)
    }
    let wasLit = isLit
    // 1. The player steps to the target.
    player = target
    moves += 1
    events?.append(.stepped(direction, to: target))
    defer { if let outcome { events?.append(.ended(outcome)) } }
    // 2. The signpost wins the round, whatever is next to it.
    if player == level.signpost {
      outcome = .won
      return
    }
    // 3. A zombie within the catching distance catches the player.
    if isCaught {
      outcome = .caught
      return
    }
    // 4. If the room was lit before this move, every zombie chases the player.
    if wasLit {
      if events == nil {
        for zombie in zombies.squares {
          _ = rules.turn(of: zombie, among: &zombies, toward: player, in: level, blocks: blocks)
        }
      } else {
        let moves = rules.chase(&zombies, player: player, level: level, blocks: blocks)
        events?.append(.chased(moves))
      }
      if isCaught {
        outcome = .caught
        return
      }
    }
    // 5. If the room was dark before this move, a flashlight in sight lights it.
    if !wasLit, hasFlashlightInSight {
      isLit = true
      events?.append(.lit)
    }
    assert(!isCaught, "a caught player makes no more moves")
    if legalMoves.isEmpty { outcome = .stuck }
  }
}
