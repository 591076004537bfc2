/// The chances of the policy `random` in a level, exact except for rounding.
public struct NaiveExactValues: Hashable, Sendable {
  /// The probability that the round is won.
  public var won = 0.0
  /// The probability that the player is caught.
  public var caught = 0.0
  /// The probability that the player is stuck.
  public var stuck = 0.0
  /// The probability that the player runs out of moves.
  public var outOfMoves = 0.0
  /// The mean number of moves, over all rounds.
  public var meanMoves = 0.0
  /// The mean of the squared number of moves, over all rounds.
  public var meanSquaredMoves = 0.0

  /// Creates values of zero.
  public init() {}

  /// Adds rounds with a probability, an outcome and a number of moves.
  mutating func add(_ probability: Double, _ outcome: NaiveOutcome, moves: Int) {
    switch outcome {
    case .won: won += probability
    case .caught: caught += probability
    case .stuck: stuck += probability
    case .outOfMoves: outOfMoves += probability
    }
    meanMoves += probability * Double(moves)
    meanSquaredMoves += probability * Double(moves) * Double(moves)
  }
}

/// The exact values of `random`, up to a limit on moves: "Each legal move is equally likely."
public func naiveExactRandom(
  _ level: NaiveLevel, _ rules: NaiveRules = .standard, maxMoves: Int
) -> NaiveExactValues {
  var values = NaiveExactValues()
  var space = NaiveStateSpace(level, rules)
  if let outcome = space.outcomeAtStart {
    values.add(1, outcome, moves: 0)
    return values
  }

  // The probability of each state found so far, and its four successors once they are needed.
  var probabilities = [1.0]
  var successors: [[Int]] = [[]]
  for move in 0..<max(maxMoves, 0) {
    var nextProbabilities = [Double](repeating: 0, count: probabilities.count)
    for state in 0..<probabilities.count where probabilities[state] > 0 {
      if successors[state].isEmpty {
        for direction in 0..<4 {
          successors[state].append(space.successor(of: state, by: direction))
        }
        while successors.count < space.rounds.count {
          successors.append([])
          nextProbabilities.append(0)
        }
      }
      let targets = successors[state].filter { $0 != NaiveStateSpace.illegal }
      let share = probabilities[state] / Double(targets.count)
      for target in targets {
        switch target {
        case NaiveStateSpace.won: values.add(share, .won, moves: move + 1)
        case NaiveStateSpace.caught: values.add(share, .caught, moves: move + 1)
        case NaiveStateSpace.stuck: values.add(share, .stuck, moves: move + 1)
        default: nextProbabilities[target] += share
        }
      }
    }
    probabilities = nextProbabilities
  }
  for probability in probabilities {
    values.add(probability, .outOfMoves, moves: max(maxMoves, 0))
  }
  return values
}
