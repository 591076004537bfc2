/// Breadth-first search over the squares of a dark room of at most 64 squares: all squares of a
/// layer step at once.
public struct SmallFlood: Sendable {
  private let room: SmallRoom
  private let start: Bitboard
  private let signpost: Bitboard

  /// The moves of a way that only approaches the signpost; nil where that is not up and left.
  private let directPar: Int?

  /// Prepares floods of rooms that share shape, start and signpost with the given level.
  public init(_ level: SmallLevel) {
    room = level.room
    start = Bitboard(square: level.start)
    signpost = Bitboard(square: level.signpost)
    let from = room.size.square(at: level.start)
    let to = room.size.square(at: level.signpost)
    directPar = to.row <= from.row && to.column <= from.column ? from.distance(to: to) : nil
  }

  /// The length of a shortest way from start to signpost through safe squares; nil where there is
  /// none.
  ///
  /// - Parameter safe: The squares to step on, the signpost among them.
  /// - Complexity: O(par).
  func par(safe: Bitboard) -> Int? {
    var front = start & safe
    var rest = safe - front
    var par = 0
    while !front.isEmpty {
      if front.intersects(signpost) { return par }
      front = room.neighbours(front) & rest
      rest -= front
      par += 1
    }
    return nil
  }

  /// The squares of a level that a player survives on in the dark, and the signpost.
  @inline(__always)
  func safe(_ level: SmallLevel, _ rules: Rules) -> Bitboard {
    level.open - (level.danger(rules) - signpost)
  }

  /// Decides a dark level.
  func decide(_ level: SmallLevel, _ rules: Rules) -> Finding {
    par(safe: safe(level, rules)).map(Finding.solvable) ?? .unsolvable
  }

  /// Solves a dark level. O(squares · par).
  func solve(_ level: SmallLevel, _ rules: Rules, _ stateLimit: Int) -> Solved {
    let safe = safe(level, rules)
    var layers = [start & safe]
    var rest = safe - start
    var states = layers[0].count
    while let front = layers.last, !front.isEmpty, !front.intersects(signpost) {
      if states > stateLimit { return Solved(verdict: .gaveUp, solution: nil, states: states) }
      let next = room.neighbours(front) & rest
      rest -= next
      layers.append(next)
      if !next.intersects(signpost) { states += next.count }
    }
    guard layers.last?.isEmpty == false else {
      return Solved(verdict: .unsolvable, solution: nil, states: states)
    }
    // Keep of each layer what leads to the signpost; `ways` counts how often.
    layers[layers.count - 1] = signpost
    var ways = [UInt64](repeating: 0, count: room.squareCount)
    ways[signpost.first] = 1
    for depth in layers.indices.dropLast().reversed() {
      layers[depth] &= room.neighbours(layers[depth + 1])
      for square in layers[depth] {
        ways[square] = (room.neighbours(Bitboard(square: square)) & layers[depth + 1])
          .reduce(0) { $0.addingSaturating(ways[$1]) }
      }
    }
    var player = start
    let moves = layers.dropFirst().compactMap { layer -> Direction? in
      let move = Direction.allCases.first { room.moved(player, $0).intersects(layer) }
      if let move { player = room.moved(player, move) }
      return move
    }
    let solution = Solution(moves: moves, shortestCount: ways[start.first])
    return Solved(verdict: .solvable, solution: solution, states: states)
  }

  /// Decides every level of a batch of dark ones.
  ///
  /// Several rooms go side by side in the lanes of a vector. Most solvable rooms have a way that
  /// only goes up and left, which a short loop without branches finds; what it leaves goes through
  /// the search one by one.
  ///
  /// - Parameter pars: Receives the par of each level, −1 for an unsolvable one.
  func decide(_ batch: LevelBatch, _ rules: Rules, into pars: inout [Int16]) {
    let whole: Int
    if room.squareCount <= 32 {
      whole = decide(batch, rules, lanes: SIMD16<UInt32>.self, &pars)
    } else {
      whole = decide(batch, rules, lanes: SIMD8<UInt64>.self, &pars)
    }
    for index in whole..<batch.count {
      pars[index] = Int16(par(safe: safe(batch[index], rules)) ?? -1)
    }
  }

  /// Decides as many levels as fill whole vectors, and returns how many.
  @inline(__always)
  private func decide<Lanes: SIMD>(
    _ batch: LevelBatch, _ rules: Rules, lanes: Lanes.Type,
    _ pars: inout [Int16]
  ) -> Int
  where Lanes.Scalar: FixedWidthInteger & UnsignedInteger {
    guard let directPar else { return 0 }
    func spread(_ set: Bitboard) -> Lanes {
      Lanes(repeating: Lanes.Scalar(truncatingIfNeeded: set.word))
    }
    let (all, goal, start) = (spread(room.all), spread(signpost), spread(start))
    let (up, down) = (spread(room.up), spread(room.down))
    let (left, right) = (spread(room.left), spread(room.right))
    let stride = Lanes(repeating: Lanes.Scalar(room.columns))
    let one = Lanes(repeating: 1)
    let zero = Lanes(repeating: 0)
    let catchesNear = rules.catchingDistance > 0
    let whole = batch.count / Lanes.scalarCount * Lanes.scalarCount
    batch.zombies.withUnsafeBufferPointer { zombieWords in
      batch.blocks.withUnsafeBufferPointer { blockWords in
        pars.withUnsafeMutableBufferPointer { pars in
          for base in Swift.stride(from: 0, to: whole, by: Lanes.scalarCount) {
            var (zombies, blocks) = (zero, zero)
            for lane in 0..<Lanes.scalarCount {
              zombies[lane] = Lanes.Scalar(truncatingIfNeeded: zombieWords[base + lane])
              blocks[lane] = Lanes.Scalar(truncatingIfNeeded: blockWords[base + lane])
            }
            var danger = zombies
            if catchesNear {
              danger |= (zombies & up) &>> stride
              danger |= (zombies & down) &<< stride
              danger |= (zombies & left) &>> one
              danger |= (zombies & right) &<< one
            }
            let safe = all & ~((danger & ~goal) | blocks)
            var front = start & safe
            for _ in 0..<directPar {
              front = (((front & up) &>> stride) | ((front & left) &>> one)) & safe
            }
            let arrived = (front & goal)
            for lane in 0..<Lanes.scalarCount {
              if arrived[lane] != 0 {
                pars[base + lane] = Int16(truncatingIfNeeded: directPar)
              } else {
                let rest = Bitboard(word: UInt64(truncatingIfNeeded: safe[lane]))
                pars[base + lane] = Int16(truncatingIfNeeded: par(safe: rest) ?? -1)
              }
            }
          }
        }
      }
    }
    return whole
  }
}
