// The policy `cautious` by brute force, for rooms whose placements are few.

/// All placements that the placement rule allows with a level's room, start, signpost and counts.
public func naivePlacements(like level: NaiveLevel) -> [NaiveLevel] {
  let room = NaiveRoom(level)
  let allowed = (0..<level.squareCount).filter {
    room.distance($0, level.start) > 1 && room.distance($0, level.signpost) > 1
  }
  var placements: [NaiveLevel] = []
  naiveForEachPlacing(
    on: allowed, zombies: level.zombies.count, blocks: level.blocks.count,
    flashlights: level.flashlights.count
  ) { zombies, blocks, flashlights in
    placements.append(
      NaiveLevel(
        rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
        zombies: zombies, blocks: blocks, flashlights: flashlights, lit: level.lit))
  }
  return placements
}

/// What a player has seen and heard in a dark room so far.
public struct NaiveFindings: Sendable {
  /// The squares that the player has been on.
  public private(set) var visited: Set<Int> = []
  /// What was on each square that was seen: `Z`, `#`, `F`, or `.` for all else.
  public private(set) var seen: [Int: Character] = [:]
  /// The number of zombies heard on each square that the player has been on.
  public private(set) var heard: [Int: Int] = [:]

  /// Makes the findings of a player who has not looked around yet.
  public init() {}

  /// Makes the findings of a player who has been on some squares of a level in the dark.
  public init(visited: Set<Int>, of level: NaiveLevel, _ rules: NaiveRules) {
    let room = NaiveRoom(level)
    for square in visited {
      var heard: Int?
      if rules.hearingDistance > 0 { heard = Self.count(room, near: square, rules) }
      add(square, room, heard: heard)
    }
  }

  /// Looks around and listens in the dark.
  public mutating func look(_ round: NaiveRound) {
    precondition(!round.lit && round.outcome == nil)
    add(round.player, round.room, heard: round.heard)
  }

  private mutating func add(_ square: Int, _ room: NaiveRoom, heard number: Int?) {
    visited.insert(square)
    seen[square] = Self.content(of: square, in: room.level)
    for direction in 0..<4 {
      let neighbour = room.neighbours[4 * square + direction]
      if neighbour >= 0 { seen[neighbour] = Self.content(of: neighbour, in: room.level) }
    }
    if let number { heard[square] = number }
  }

  /// Whether a placement looks and sounds the same on all squares that the player has been on.
  public func agree(with placement: NaiveLevel, _ rules: NaiveRules) -> Bool {
    for (square, content) in seen where Self.content(of: square, in: placement) != content {
      return false
    }
    let room = NaiveRoom(placement)
    for (square, number) in heard where Self.count(room, near: square, rules) != number {
      return false
    }
    return true
  }

  private static func content(of square: Int, in level: NaiveLevel) -> Character {
    if level.zombies.contains(square) { return "Z" }
    if level.blocks.contains(square) { return "#" }
    if level.flashlights.contains(square) { return "F" }
    return "."
  }

  private static func count(_ room: NaiveRoom, near square: Int, _ rules: NaiveRules) -> Int {
    room.level.zombies.count { room.distance($0, square) <= rules.hearingDistance }
  }
}

/// The squares next to those that the player has been on, without these and without known blocks,
/// each with the number of placements that are possible and the number of those in which a zombie
/// catches the player there. Nothing catches a player who enters the signpost.
///
/// If no placement agrees with what was seen and heard, as may be in a level that breaks the
/// placement rule, every square has 0 of 0.
public func naiveRisks(
  _ placements: [NaiveLevel], in room: NaiveRoom, _ findings: NaiveFindings, _ rules: NaiveRules
) -> [Int: (caught: Int, of: Int)] {
  let possible = placements.filter { findings.agree(with: $0, rules) }
  var risks: [Int: (caught: Int, of: Int)] = [:]
  for visited in findings.visited {
    for direction in 0..<4 {
      let square = room.neighbours[4 * visited + direction]
      if square < 0 || findings.visited.contains(square) || findings.seen[square] == "#" {
        continue
      }
      var caught = 0
      if square != room.signpost {
        caught = possible.count {
          room.isCaught(player: square, zombies: $0.zombies, rules: rules)
        }
      }
      risks[square] = (caught, possible.count)
    }
  }
  return risks
}

/// The first of the shortest walks from the player's square through squares that the player has
/// been on to each square next to them, when moves are ordered U < L < D < R, as numbers 0, 1, 2
/// and 3 in this order.
private func naiveWalks(
  from player: Int, in room: NaiveRoom, _ findings: NaiveFindings
) -> [Int: [Int]] {
  var walks: [Int: [Int]] = [player: []]
  var queue = [player]
  var place = 0
  while place < queue.count {
    let square = queue[place]
    place += 1
    for (rank, direction) in [0, 2, 1, 3].enumerated() {
      let next = room.neighbours[4 * square + direction]
      if next < 0 || walks[next] != nil || findings.seen[next] == "#" { continue }
      walks[next] = walks[square]! + [rank]
      if findings.visited.contains(next) { queue.append(next) }
    }
  }
  return walks
}

/// The next square that `cautious` wants to enter in the dark, and the move with which it begins to
/// walk there. The square is nil if there is none.
///
/// "to the one where a zombie catches it least likely […]; among equals the one nearest to the
/// signpost, then the one with the shorter walk through squares it has been on, then the walk that
/// comes first by U < L < D < R; where there is none, the first legal move in the order U L D R."
public func naiveCautiousMove(
  _ round: NaiveRound, _ findings: NaiveFindings, _ risks: [Int: (caught: Int, of: Int)]
) -> (square: Int?, direction: Int) {
  let orderULDR = [0, 2, 1, 3]
  let walks = naiveWalks(from: round.player, in: round.room, findings)
  var best: (square: Int, key: [Int])?
  for (square, risk) in risks {
    guard let walk = walks[square] else { continue }
    // Walks of one length are compared letter by letter. All risks are of one number of placements.
    let key = [risk.caught, round.room.distance(square, round.room.signpost), walk.count] + walk
    if best == nil || key.lexicographicallyPrecedes(best!.key) { best = (square, key) }
  }
  if let best { return (best.square, orderULDR[best.key[3]]) }
  for direction in orderULDR where round.isLegal(direction) { return (nil, direction) }
  preconditionFailure("a round that is not over has a legal move")
}

/// Plays a round with `cautious`. It is out of moves if `maxMoves` moves have not ended it.
///
/// In the light it plays as `edge`.
public func naivePlayCautious(
  _ level: NaiveLevel, _ rules: NaiveRules = .standard, maxMoves: Int
) -> (outcome: NaiveOutcome, moves: String) {
  naivePlayCautious(level, rules, placements: naivePlacements(like: level), maxMoves: maxMoves)
}

/// Plays a round with `cautious` when the placements that the placement rule allows are known.
public func naivePlayCautious(
  _ level: NaiveLevel, _ rules: NaiveRules, placements: [NaiveLevel], maxMoves: Int
) -> (outcome: NaiveOutcome, moves: String) {
  var round = NaiveRound(level, rules)
  var findings = NaiveFindings()
  var knowledge = NaiveKnowledge(level)
  var moves = ""
  while round.outcome == nil && round.moves < maxMoves {
    knowledge.look(round)
    let direction: Int
    if round.lit {
      direction = naivePlannedMove(.edge, round, knowledge)
    } else {
      findings.look(round)
      let risks = naiveRisks(placements, in: round.room, findings, rules)
      direction = naiveCautiousMove(round, findings, risks).direction
    }
    moves += naiveDirectionLetters[direction]
    round.move(direction)
  }
  return (round.outcome ?? .outOfMoves, moves)
}
