import ZombiesCore

/// The results of one policy in a batch, all integers, so that tallies of parts add up exactly.
public struct Tally: Hashable, Sendable {
  /// The number of rounds by outcome and number of moves.
  public private(set) var rounds = Histogram()

  /// The number of games won.
  public private(set) var gamesWon: UInt64 = 0

  /// The number of games lost.
  public private(set) var gamesLost: UInt64 = 0

  /// The visits and captures by square; nil unless requested.
  public internal(set) var squares: SquareCounts?

  /// Creates an empty tally.
  ///
  /// - Parameter size: The room, for counting squares; nil to count no squares.
  public init(countingSquaresOf size: RoomSize? = nil) {
    squares = size.map(SquareCounts.init)
  }

  /// Counts a game.
  public mutating func countGame(isWon: Bool) {
    if isWon { gamesWon += 1 } else { gamesLost += 1 }
  }

  /// Counts rounds with the same ending; one, if the number is left out.
  ///
  /// - Precondition: There are fewer than 2⁶⁴ rounds in all.
  public mutating func count(_ outcome: Outcome, moves: Int, times: UInt64 = 1) {
    rounds.add(CollectionOfOne(Ending(outcome, moves: moves)), times: times)
  }

  /// Counts games.
  public mutating func countGames(won: UInt64, lost: UInt64) {
    gamesWon += won
    gamesLost += lost
  }

  /// Counts visits and captures of a square, given by its index in reading order, if squares are
  /// counted.
  public mutating func count(visits: UInt64, captures: UInt64, at square: Int) {
    squares?.visits[square] += visits
    squares?.captures[square] += captures
  }

  /// Counts the squares of a round, if squares are counted.
  ///
  /// - Parameters:
  ///   - path: The moves of the round, which must all be legal.
  ///   - isCaught: Whether the round ended with the player caught.
  mutating func countSquares(of form: LevelForm, _ path: [Direction], isCaught: Bool) {
    guard var counts = squares.take() else { return }
    defer { squares = counts }
    let size = form.size
    var square = form.ends.start
    counts.visits[size.index(of: square)] += 1
    for move in path {
      square = size.exit(from: square, move) ?? square
      counts.visits[size.index(of: square)] += 1
    }
    if isCaught { counts.captures[size.index(of: square)] += 1 }
  }

  /// Counts one round of some trials, with their squares if squares are counted.
  ///
  /// - Parameters:
  ///   - rounds: The endings of the rounds, with their paths if squares are counted.
  ///   - trials: The trials, as differences from the first trial.
  ///   - round: The round of each trial.
  ///   - frame: The parts that all levels share.
  mutating func count(
    _ rounds: RoundsOfPolicy, _ trials: [Int32], round: Int, _ frame: SmallLevel
  ) {
    assert(round >= 0 && round < rounds.roundsPerTrial, "a round of the trials")
    assert(
      trials.allSatisfy { $0 >= 0 && (Int($0) + 1) * rounds.roundsPerTrial <= rounds.slotCount },
      "trials with memory")
    self.rounds.add(
      trials.lazy.map { rounds.endings[Int($0) &* rounds.roundsPerTrial &+ round] }, times: 1)
    guard var counts = squares.take() else { return }
    defer { squares = counts }
    // The letters differ in these three bits.
    var steps = [Int](repeating: 0, count: 8)
    for move in Direction.allCases { steps[Int(move.letter >> 2 & 7)] = frame.room.step(move) }
    counts.visits.withUnsafeMutableBufferPointer { visits in
      for trial in trials {
        let slot = Int(trial) &* rounds.roundsPerTrial &+ round
        guard let path = rounds.path(slot) else { continue }
        var square = frame.start
        visits[square] &+= 1
        for move in 0..<rounds.endings[slot].moves {
          square &+= steps[Int(path[move] &>> 2 & 7)]
          visits[square] &+= 1
        }
        if rounds.endings[slot].outcome == .caught { counts.captures[square] &+= 1 }
      }
    }
  }

  /// Whether any count of the sum would exceed 64 bits.
  func overflows(adding other: Tally) -> Bool {
    func overflows(_ left: UInt64, _ right: UInt64) -> Bool {
      left.addingReportingOverflow(right).overflow
    }
    // No single count exceeds the total of its kind. Visits and captures have no total, so they are
    // checked square by square.
    let squares = [
      (squares?.visits, other.squares?.visits), (squares?.captures, other.squares?.captures),
      // Same: the order of two numbers does not change their sum.
    ].contains { zip($0 ?? [], $1 ?? []).contains(where: overflows) }
    return squares || overflows(rounds.total, other.rounds.total)
      || overflows(gamesWon, other.gamesWon) || overflows(gamesLost, other.gamesLost)
  }

  /// Adds the tally of other trials.
  public static func += (left: inout Tally, right: Tally) {
    left.rounds += right.rounds
    left.gamesWon += right.gamesWon
    left.gamesLost += right.gamesLost
    if let other = right.squares {
      left.squares = left.squares.map { $0 + other } ?? other
    }
  }
}

/// A sparse histogram of outcomes and numbers of moves.
public struct Histogram: Hashable, Sendable {
  /// The number of different move counts in the dense part. It covers the default limit of a room
  /// with 64 squares, 256. It must not be large, because each chunk begins with an empty histogram.
  private static let denseMoves = 272

  /// Counts by outcome and moves below ``denseMoves``.
  private var dense = [UInt64](repeating: 0, count: Outcome.allCases.count * denseMoves)

  /// The largest number of moves in the dense part, plus one.
  private var denseEnd = 0

  /// Counts of rounds with more moves.
  private var sparse: [Ending: UInt64] = [:]

  /// Counts rounds, each several times.
  @inline(__always)
  mutating func add(_ endings: some Sequence<Ending>, times: UInt64) {
    var end = denseEnd
    dense.withUnsafeMutableBufferPointer { dense in
      for ending in endings {
        let moves = ending.moves
        if moves < Self.denseMoves {
          dense[ending.code &* Self.denseMoves &+ moves] &+= times
          end = max(end, moves &+ 1)
        } else {
          sparse[ending, default: 0] += times
        }
      }
    }
    assert(end <= Self.denseMoves, "the end is in the dense part")
    denseEnd = end
  }

  static func += (left: inout Histogram, right: Histogram) {
    for outcome in Outcome.allCases {
      let base = Int(outcome.rawValue) * denseMoves
      for index in base..<base + right.denseEnd { left.dense[index] &+= right.dense[index] }
    }
    left.denseEnd = max(left.denseEnd, right.denseEnd)
    for (key, count) in right.sparse { left.sparse[key, default: 0] += count }
  }

  /// The number of rounds with an outcome.
  public subscript(outcome: Outcome) -> UInt64 {
    let base = Int(outcome.rawValue) * Self.denseMoves
    let short = dense[base..<base + denseEnd].reduce(0, &+)
    return sparse.reduce(short) { $0 + ($1.key.outcome == outcome ? $1.value : 0) }
  }

  /// The number of rounds with an outcome after a number of moves.
  public subscript(outcome: Outcome, moves: Int) -> UInt64 {
    moves >= 0 && moves < Self.denseMoves
      ? dense[Int(outcome.rawValue) * Self.denseMoves + moves]
      : sparse[Ending(outcome, moves: moves)] ?? 0
  }

  /// All counts above zero, by outcome and then by moves.
  public var entries: [(outcome: Outcome, moves: Int, count: UInt64)] {
    let long = sparse.sorted { $0.key.moves < $1.key.moves }
    var entries: [(outcome: Outcome, moves: Int, count: UInt64)] = []
    for outcome in Outcome.allCases {
      let base = Int(outcome.rawValue) * Self.denseMoves
      for moves in 0..<denseEnd where dense[base + moves] > 0 {
        entries.append((outcome, moves, dense[base + moves]))
      }
      for (key, count) in long where key.outcome == outcome && count > 0 {
        entries.append((outcome, key.moves, count))
      }
    }
    return entries
  }

  /// The number of rounds.
  public var total: UInt64 { Outcome.allCases.reduce(0) { $0 + self[$1] } }

  /// The number of rounds for each number of moves, in ascending order, without zero counts.
  public var byMoves: [(moves: Int, count: UInt64)] {
    var counts: [Int: UInt64] = [:]
    for entry in entries { counts[entry.moves, default: 0] += entry.count }
    return counts.sorted { $0.key < $1.key }.map { (moves: $0.key, count: $0.value) }
  }
}

/// The numbers of visits and captures on each square of a room.
public struct SquareCounts: Hashable, Sendable {
  /// The size of the room.
  public let size: RoomSize

  /// The visits to each square, in reading order; the start counts as a visit, and so does each
  /// arrival.
  public internal(set) var visits: [UInt64]

  /// The captures on each square of the player, in reading order.
  public internal(set) var captures: [UInt64]

  init(_ size: RoomSize) {
    self.size = size
    visits = [UInt64](repeating: 0, count: size.squareCount)
    captures = visits
  }

  static func + (left: SquareCounts, right: SquareCounts) -> SquareCounts {
    assert(left.size == right.size, "counts of the same room")
    var sum = left
    for index in sum.visits.indices {
      sum.visits[index] += right.visits[index]
      sum.captures[index] += right.captures[index]
    }
    return sum
  }
}
