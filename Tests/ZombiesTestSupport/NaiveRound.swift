/// How a round ends ("The rules", section 2).
public enum NaiveOutcome: String, CaseIterable, Hashable, Sendable {
  /// The player stepped on the signpost.
  case won
  /// A zombie came within the catching distance.
  case caught
  /// The player has no legal move.
  case stuck
  /// The round used up its moves. Only an external limit can cause this.
  case outOfMoves = "out-of-moves"
}

/// The letters of the directions 0, 1, 2 and 3.
public let naiveDirectionLetters = ["U", "D", "L", "R"]

/// A round: the state of a level being played ("The rules", section 2).
public struct NaiveRound: Sendable {
  /// The level, prepared for lookups.
  public let room: NaiveRoom
  /// The current rules.
  public let rules: NaiveRules
  /// The player's square.
  public private(set) var player: Int
  /// The zombies' squares, in reading order.
  public private(set) var zombies: [Int]
  /// Whether the room is lit.
  public private(set) var lit: Bool
  /// How the round ended, or nil if it has not.
  public private(set) var outcome: NaiveOutcome?
  /// The number of moves made, including the last one.
  public private(set) var moves: Int

  /// Begins a round.
  public init(_ level: NaiveLevel, _ rules: NaiveRules = .standard) {
    self.init(NaiveRoom(level), rules)
  }

  /// Begins a round in a level that is already prepared.
  public init(_ room: NaiveRoom, _ rules: NaiveRules = .standard) {
    self.room = room
    self.rules = rules
    // "The player is on the start".
    player = room.level.start
    zombies = room.level.zombies
    // "If a flashlight is in sight […], the room is lit from the beginning."
    lit = room.level.lit || room.seesFlashlight[room.level.start]
    outcome = nil
    moves = 0
    if room.isCaught(player: player, zombies: zombies, rules: rules) {
      // "the player is caught, and the round ends without a move"
      outcome = .caught
    } else if !hasLegalMove {
      // "If no move is legal, the player is stuck, and the round ends."
      outcome = .stuck
    }
  }

  /// The level being played.
  public var level: NaiveLevel { room.level }

  /// Whether a move is legal: "the square it leads to is inside the room and has no block".
  public func isLegal(_ direction: Int) -> Bool {
    let target = room.neighbours[4 * player + direction]
    return target >= 0 && !room.isBlock[target]
  }

  /// The number of zombies that the player hears now: those "within that distance of the player's
  /// square (Manhattan distance; blocks do not muffle)". Nil if the room is lit, if the hearing
  /// distance is 0, or if the round ended because the player won or was caught.
  public var heard: Int? {
    if lit || rules.hearingDistance == 0 { return nil }
    if outcome == .won || outcome == .caught { return nil }
    return zombies.count { room.distance($0, player) <= rules.hearingDistance }
  }

  private var hasLegalMove: Bool {
    isLegal(0) || isLegal(1) || isLegal(2) || isLegal(3)
  }

  /// The legal directions in the order U D L R (0, 1, 2, 3), or none if the round is over.
  public func legalMoves() -> [Int] {
    if outcome != nil { return [] }
    var directions: [Int] = []
    for direction in 0..<4 where isLegal(direction) { directions.append(direction) }
    return directions
  }

  /// Makes one legal move (0 U, 1 D, 2 L, 3 R) of a round that is not over.
  public mutating func move(_ direction: Int) {
    precondition(outcome == nil && isLegal(direction))
    moves += 1
    let wasLit = lit

    // 1. "The player is now on the square that the move leads to."
    player = room.neighbours[4 * player + direction]

    // 2. "If the signpost is on that square, the round is won, even if a zombie is near."
    if player == room.signpost {
      outcome = .won
      return
    }

    // 3. "If a zombie is within the catching distance, the player is caught."
    if room.isCaught(player: player, zombies: zombies, rules: rules) {
      outcome = .caught
      return
    }

    // 4. "If the room was lit before this move, every zombie chases […]. If a zombie is within the
    // catching distance afterwards, the player is caught."
    if wasLit {
      zombies = room.chase(zombies: zombies, player: player, rules: rules)
      if room.isCaught(player: player, zombies: zombies, rules: rules) {
        outcome = .caught
        return
      }
    }

    // 5. "If the room was dark before this move and a flashlight is in sight now, the room becomes
    // lit, and it stays lit until the round ends."
    if !wasLit && room.seesFlashlight[player] {
      lit = true
    }

    // "If no move is legal": never after a move, because the player can go back.
    if !hasLegalMove {
      outcome = .stuck
    }
  }

  /// Makes the moves of a string of U, D, L and R until the round ends.
  public mutating func play(_ moves: String) {
    for letter in moves {
      if outcome != nil { return }
      move(naiveDirectionLetters.firstIndex(of: String(letter))!)
    }
  }
}
