import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// The parts of a search for the best moves: what a player knows, which levels agree with it, and which of
/// them are won from a square.
struct BestMoveSearch {
  private let room: SmallRoom
  private let rules: Rules
  let hearingAreas: [Bitboard]
  private let solver: Solver

  init(_ round: SmallRound, stateLimit: Int) {
    room = round.level.room
    rules = round.rules
    hearingAreas = rules.hearingAreas(in: room)
    solver = Solver(rules: rules, stateLimit: stateLimit)
  }

  // MARK: Knowledge

  /// The knowledge of a player who has been on some squares of a level in the dark.
  func knowledge(of level: SmallLevel, on visited: Bitboard) -> KnownRoom {
    var heard: [Int: Int] = [:]
    for square in visited where rules.hearingTellsMore {
      heard[square] = (level.zombies & hearingAreas[square]).count
    }
    return KnownRoom(of: level, seen: room.closedNeighbourhood(visited), heard: heard)
  }

  // MARK: Solutions

  /// Whether a level can be won by a player who sees all of it.
  private func isSolvable(_ level: SmallLevel) throws(BestMovesError) -> Bool {
    if SearchStop.isWanted { throw .gaveUp(Level(level)) }
    return switch solver.decide(level).verdict {
    case .solvable: true
    case .unsolvable: false
    case .gaveUp: throw .gaveUp(Level(level))
    }
  }

  /// The number of levels that can be won by a player who sees all of them, from a square.
  func solvable(_ levels: [SmallLevel], from player: Int) throws(BestMovesError) -> UInt64 {
    let count = try levels.count { level throws(BestMovesError) in
      var level = level
      level.start = player
      return try isSolvable(level)
    }
    return UInt64(count)
  }

  /// The level whose rounds begin as a round continues.
  private func rest(of round: SmallRound) -> SmallLevel {
    SmallLevel(
      room: room, start: round.player, signpost: round.level.signpost, zombies: round.zombies,
      blocks: round.level.blocks, flashlights: Bitboard(), isLit: round.isLit)
  }

  /// A shortest solution of the rest of a round in the light; nil if there is none.
  func solution(_ round: SmallRound) throws(BestMovesError) -> [Direction]? {
    let level = rest(of: round)
    let solved = solver.solve(level)
    if solved.verdict == .gaveUp { throw .gaveUp(Level(level)) }
    return solved.solution?.moves
  }

  /// Whether the best play wins a round that is over or in the light; nil in the dark.
  func isWon(_ round: SmallRound) throws(BestMovesError) -> Bool? {
    if let outcome = round.outcome { return outcome == .won }
    return round.isLit ? try isSolvable(rest(of: round)) : nil
  }
}

/// The plans of players in a family, for what they know.
struct BestPlans {
  let family: Family
  let rules: Rules
  let search: BestMoveSearch

  /// The plans made so far. Each covers what a player can know who follows it.
  private(set) var advisers: [BlindAdviser] = []

  /// The best move of a player in the dark.
  mutating func advice(
    _ known: KnownRoom, at player: Int
  ) throws(BestMovesError) -> BlindAdviser.Advice {
    for adviser in advisers {
      if let advice = adviser.advice(known, at: player) { return advice }
    }
    guard let adviser = try? BlindAdviser(family, rules: rules, from: known) else {
      throw .noPlan(family)
    }
    while !adviser.work(1_000_000) {
      if SearchStop.isWanted { throw .noPlan(family) }
    }
    guard let advice = adviser.advice(known, at: player) else { throw .noPlan(family) }
    advisers.append(adviser)
    return advice
  }

  /// The number of levels that the best play wins from a square on which the player has been.
  mutating func wins(
    _ known: KnownRoom, _ levels: [SmallLevel], at player: Int
  ) throws(BestMovesError) -> UInt64 {
    if let wins = try advice(known, at: player).wins { return wins }
    // Looking is free: the best play wins every level that can be won.
    return try search.solvable(levels, from: player)
  }

  /// The number of levels that the best play wins after a step onto a square on which the player has not
  /// been.
  mutating func wins(
    _ known: KnownRoom, _ levels: [SmallLevel], _ round: SmallRound, stepping move: Direction
  ) throws(BestMovesError) -> UInt64 {
    var wins: UInt64 = 0
    // The levels that go on in the dark, by what the player knows then.
    var rest: [KnownRoom: [SmallLevel]] = [:]
    for level in levels {
      var next = SmallRound(level, rules: rules)
      next.player = round.player
      next.outcome = nil
      next.move(move)
      if let isWon = try search.isWon(next) {
        wins += isWon ? 1 : 0
      } else {
        let here = search.knowledge(of: level, on: Bitboard(square: next.player))
        rest[known.union(here), default: []].append(level)
      }
    }
    let player = round.player + round.level.room.step(move)
    for (now, levels) in rest { wins += try self.wins(now, levels, at: player) }
    return wins
  }
}
