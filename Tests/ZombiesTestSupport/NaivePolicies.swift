/// The policies that do not play at random (the article "Policies").
public enum NaivePolicy: String, CaseIterable, Hashable, Sendable {
  /// The first shortest path when moves are ordered U < L < D < R.
  case edge
  /// The longer remaining axis first.
  case beeline
  /// *The* solution.
  case clairvoyant

  /// Whether the reference plays a policy: those above, and `random`.
  public static func plays(_ name: String) -> Bool {
    name == "random" || NaivePolicy(rawValue: name) != nil
  }
}

/// What the player knows: the blocks seen so far ("The rules", section 2, "What the player sees").
///
/// The signpost's square and the sides of the room are known from the beginning. Zombies are in
/// sight now or not at all, so nothing about them is kept.
public struct NaiveKnowledge: Sendable {
  /// Whether each square is known to have a block.
  public private(set) var knownBlock: [Bool]

  /// Creates empty knowledge of a level's blocks.
  public init(_ level: NaiveLevel) {
    knownBlock = [Bool](repeating: false, count: level.squareCount)
  }

  /// Looks around: in the dark at the four neighbouring squares, in a lit room at everything.
  public mutating func look(_ round: NaiveRound) {
    if round.lit {
      knownBlock = round.room.isBlock
    } else {
      for direction in 0..<4 {
        let square = round.room.neighbours[4 * round.player + direction]
        if square >= 0 && round.room.isBlock[square] { knownBlock[square] = true }
      }
    }
  }

  /// Whether each square is shut: "a block that `edge` has seen at any time, or a zombie that it
  /// sees now".
  public func shutSquares(_ round: NaiveRound) -> [Bool] {
    var shut = knownBlock
    for zombie in round.zombies
    where round.lit
      || round.room.distance(zombie, round.player) <= 1
    {
      shut[zombie] = true
    }
    return shut
  }
}

/// The length of a shortest path from each square to the signpost around shut squares, or -1.
public func naiveDistancesToSignpost(_ room: NaiveRoom, shut: [Bool]) -> [Int] {
  var distances = [Int](repeating: -1, count: shut.count)
  var queue = [room.signpost]
  distances[room.signpost] = 0
  var position = 0
  while position < queue.count {
    let square = queue[position]
    position += 1
    for direction in 0..<4 {
      let neighbour = room.neighbours[4 * square + direction]
      if neighbour >= 0 && !shut[neighbour] && distances[neighbour] < 0 {
        distances[neighbour] = distances[square] + 1
        queue.append(neighbour)
      }
    }
  }
  return distances
}

/// The next move of `edge` or `beeline`, by the player's knowledge.
public func naivePlannedMove(
  _ policy: NaivePolicy, _ round: NaiveRound, _ knowledge: NaiveKnowledge
) -> Int {
  let orderULDR = [0, 2, 1, 3]
  let room = round.room
  let distances = naiveDistancesToSignpost(room, shut: knowledge.shutSquares(round))

  // The moves that begin a shortest path, in the order U < L < D < R.
  var beginnings: [Int] = []
  if distances[round.player] > 0 {
    for direction in orderULDR {
      let target = room.neighbours[4 * round.player + direction]
      if target >= 0 && distances[target] >= 0
        && distances[target] == distances[round.player] - 1
      {
        beginnings.append(direction)
      }
    }
  }

  // "If there is no path, […] it makes the first legal move in the same order."
  if beginnings.isEmpty {
    for direction in orderULDR where round.isLegal(direction) { return direction }
    preconditionFailure("a round that is not over has a legal move")
  }

  if policy == .beeline {
    // "along the longer remaining axis: a vertical move if the signpost is at least as many rows
    // away as columns, and otherwise a horizontal move"
    let columns = room.columns
    let rowsToGo = abs(room.signpost / columns - round.player / columns)
    let columnsToGo = abs(room.signpost % columns - round.player % columns)
    let alongAxis = rowsToGo >= columnsToGo ? [0, 1] : [2, 3]
    for direction in beginnings where alongAxis.contains(direction) { return direction }
  }
  // The first path begins with the first of the moves that begin a shortest path.
  return beginnings[0]
}

/// Plays a round with a policy. It is out of moves if `maxMoves` moves have not ended it.
public func naivePlay(
  _ policy: NaivePolicy, _ level: NaiveLevel, _ rules: NaiveRules = .standard, maxMoves: Int
) -> (outcome: NaiveOutcome, moves: String) {
  var round = NaiveRound(level, rules)
  var knowledge = NaiveKnowledge(level)
  var solution: [Character]?
  if policy == .clairvoyant {
    solution = naiveSolve(level, rules).solution.map { Array($0) }
  }

  var moves = ""
  while round.outcome == nil && round.moves < maxMoves {
    let direction: Int
    if policy == .clairvoyant {
      if let solution {
        direction = naiveDirectionLetters.firstIndex(of: String(solution[round.moves]))!
      } else {
        // "the first legal move in the order U < D < L < R"
        direction = round.legalMoves()[0]
      }
    } else {
      knowledge.look(round)
      direction = naivePlannedMove(policy, round, knowledge)
    }
    moves += naiveDirectionLetters[direction]
    round.move(direction)
  }
  return (round.outcome ?? .outOfMoves, moves)
}
