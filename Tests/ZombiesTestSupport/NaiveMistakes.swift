/// What a player can do wrong in a level, by plain means: a list of all states, and sweeps until
/// nothing changes.
public struct NaiveMistakes: Hashable, Sendable {
  /// The moves of the solution after which the way to the signpost around the blocks is longer.
  public var movesAway: Int?
  /// The positions on the solution at which a legal move is fatal or leads to a state without a win.
  public var losingChoices: Int?
  /// Over all such moves, the most moves until a player can be caught, the first one included.
  public var trapDepth: Int?
  /// The probability of a win if nine moves in ten are the first that begins a shortest win, and
  /// one is any legal move.
  public var erringWinProbability = 0.0

  /// Measures a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - rules: The rules.
  ///   - solution: The moves of the solution as letters; nil if there is none.
  ///   - maxMoves: The most moves of the player who errs.
  public init(_ level: NaiveLevel, _ rules: NaiveRules, solution: String?, maxMoves: Int) {
    var space = NaiveStateSpace(level, rules)
    var successors: [[Int]] = []
    while successors.count < space.rounds.count {
      let state = successors.count
      successors.append((0..<4).map { space.successor(of: state, by: $0) })
    }
    let toWin = Self.moves(to: [NaiveStateSpace.won], successors)
    let toCapture = Self.moves(to: [NaiveStateSpace.caught, NaiveStateSpace.stuck], successors)

    if let solution {
      (movesAway, losingChoices, trapDepth) = (0, 0, 0)
      let distances = Self.distances(level)
      var state = 0
      for letter in solution {
        let losing = successors[state].filter { target in
          target >= 0 ? toWin[target] == nil : target < NaiveStateSpace.won
        }
        if !losing.isEmpty { losingChoices! += 1 }
        for target in losing {
          trapDepth = max(trapDepth!, target < 0 ? 1 : 1 + toCapture[target]!)
        }
        let next = successors[state][naiveDirectionLetters.firstIndex(of: "\(letter)")!]
        let here = space.rounds[state].player
        let there = next < 0 ? level.signpost : space.rounds[next].player
        if distances[there]! > distances[here]! { movesAway! += 1 }
        if next >= 0 { state = next }
      }
    }

    // The probability of each state after some moves.
    var chances = successors.isEmpty ? [:] : [0: 1.0]
    for _ in 0..<maxMoves {
      var next: [Int: Double] = [:]
      for (state, chance) in chances.sorted(by: { $0.key < $1.key }) {
        guard let distance = toWin[state] else { continue }
        let legal = successors[state].filter { $0 != NaiveStateSpace.illegal }
        for target in legal { next[target, default: 0] += 0.1 * chance / Double(legal.count) }
        let best = legal.first { target in
          target == NaiveStateSpace.won
            ? distance == 1 : target >= 0 && toWin[target] == distance - 1
        }
        next[best!, default: 0] += 0.9 * chance
      }
      erringWinProbability += next[NaiveStateSpace.won] ?? 0
      chances = next.filter { $0.key >= 0 }
    }
  }

  /// The fewest moves to one of the given ends from each state; nil if there is no path.
  private static func moves(to ends: [Int], _ successors: [[Int]]) -> [Int?] {
    var moves = [Int?](repeating: nil, count: successors.count)
    for step in 1...max(1, successors.count) {
      var hasChanged = false
      for state in successors.indices where moves[state] == nil {
        let isReached = successors[state].contains { target in
          target >= 0 ? moves[target] == step - 1 : step == 1 && ends.contains(target)
        }
        if isReached {
          moves[state] = step
          hasChanged = true
        }
      }
      if !hasChanged { break }
    }
    return moves
  }

  /// The moves from each square to the signpost around the blocks; nil if there is no path.
  private static func distances(_ level: NaiveLevel) -> [Int?] {
    let room = NaiveRoom(level)
    var distances = [Int?](repeating: nil, count: level.squareCount)
    distances[level.signpost] = 0
    for distance in 1...level.squareCount {
      for square in 0..<level.squareCount where distances[square] == distance - 1 {
        for next in room.neighbours[4 * square..<4 * square + 4]
        where next >= 0 && !room.isBlock[next] && distances[next] == nil {
          distances[next] = distance
        }
      }
    }
    return distances
  }
}
