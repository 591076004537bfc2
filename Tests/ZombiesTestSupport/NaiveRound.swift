/// How a round ends ("The rules", section 2).
public enum NaiveOutcome: String, CaseIterable, Hashable, Sendable {
  /// The player stepped on the signpost.
  case won
  /// A zombie came within the catching distance.
  case caught
  /// The player has no legal move.
  case stuck
  /// The round used up its moves; only an external limit can cause this.
  case outOfMoves = "out-of-moves"
}

/// The letters of the directions 0, 1, 2 and 3.
public let naiveDirectionLetters = ["U", "D", "L", "R"]

/// A round: the state of a level being played ("The rules", section 2).
public struct NaiveRound: Sendable {
  /// The level, laid out.
  public let room: NaiveRoom
  /// The rules in force.
  public let rules: NaiveRules
  /// The player's square.
  public private(set) var player: Int
  /// The zombies' squares, in reading order.
  public private(set) var zombies: [Int]
  /// Whether the room is lit.
  public private(set) var lit: Bool
  /// How the round ended; nil until then.
  public private(set) var outcome: NaiveOutcome?
  /// The number of moves made, the fatal or winning one too.
  public private(set) var moves: Int

  /// Begins a round.
  public init(_ level: NaiveLevel, _ rules: NaiveRules = .standard) {
    self.init(NaiveRoom(level), rules)
  }

  /// Begins a round in a level that is already laid out.
  public init(_ room: NaiveRoom, _ rules: NaiveRules = .standard) {
    self.room = room
    self.rules = rules
    // "The player begins on the start."
    player = room.level.start
    zombies = room.level.zombies
    // "If a flashlight is in sight there, the room is lit from the beginning."
    lit = room.level.lit || room.seesFlashlight[room.level.start]
    outcome = nil
    moves = 0
    if room.isCaught(player: player, zombies: zombies, rules: rules) {
      // "the player is caught before the first move"
      outcome = .caught
    } else if !hasLegalMove {
      // "A player who has no legal move, at the start […], is stuck"
      outcome = .stuck
    }
  }

  /// The level being played.
  public var level: NaiveLevel { room.level }

  /// Whether a move is legal: "the target is in the room and is no block".
  public func isLegal(_ direction: Int) -> Bool {
    let target = room.neighbours[4 * player + direction]
    return target >= 0 && !room.isBlock[target]
  }

  private var hasLegalMove: Bool {
    isLegal(0) || isLegal(1) || isLegal(2) || isLegal(3)
  }

  /// The legal directions in the order U D L R (0, 1, 2, 3); none when the round is over.
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

    // 1. "The player steps to the target."
    player = room.neighbours[4 * player + direction]

    // 2. "On the signpost: the round is won, whatever stands near."
    if player == room.signpost {
      outcome = .won
      return
    }

    // 3. "A zombie within the catching distance: caught."
    if room.isCaught(player: player, zombies: zombies, rules: rules) {
      outcome = .caught
      return
    }

    // 4. "If the room was lit before this move, every zombie chases. Then, a zombie within the
    // catching distance: caught."
    if wasLit {
      zombies = room.chase(zombies: zombies, player: player, rules: rules)
      if room.isCaught(player: player, zombies: zombies, rules: rules) {
        outcome = .caught
        return
      }
    }

    // 5. "If the room was dark before this move and a flashlight is in sight […], the room
    // becomes lit, and stays lit."
    if !wasLit && room.seesFlashlight[player] {
      lit = true
    }

    // "no legal move, […] after a move that was survived": stuck.
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
