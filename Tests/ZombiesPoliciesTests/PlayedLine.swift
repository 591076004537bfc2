import ZombiesCore
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestSupport

/// The outcome and the moves of a round.
struct PlayedLine: Equatable, CustomStringConvertible {
  var outcome: String
  var moves: String

  var description: String { "\(outcome) by \(moves)" }

  /// The naive reference's round, played by one of the policies without chance.
  init(naive policy: NaivePolicy, _ level: NaiveLevel, _ rules: NaiveRules, maxMoves: Int) {
    let played = naivePlay(policy, level, rules, maxMoves: maxMoves)
    outcome = played.outcome.rawValue
    moves = played.moves
  }

  /// The round in the plain form, in a room of any size.
  init(
    wide policy: Policy, _ level: Level, _ rules: Rules, maxMoves: Int,
    key: RoundKey = RoundKey(seed: 0, trial: 0)
  ) throws {
    var player = try AnyPlayer(policy, level, rules, key)
    var round = Round(level, rules: rules)
    var path: [Direction] = []
    while round.outcome == nil, round.moves < maxMoves {
      path.append(try player.choose(Sight(round)))
      try round.move(path[path.count - 1])
    }
    outcome = round.outcome?.name ?? Outcome.outOfMoves.name
    moves = path.letters
  }

  /// The round in the fast form. The level has at most 64 squares.
  init(
    small policy: Policy, _ level: SmallLevel, _ rules: Rules, maxMoves: Int,
    key: RoundKey = RoundKey(seed: 0, trial: 0)
  ) throws {
    var player = try AnyPlayer(policy, Level(level), rules, key)
    var round = SmallRound(level, rules: rules)
    var path: [Direction] = []
    while round.outcome == nil, round.moves < maxMoves {
      let direction = try player.choose(Sight(SmallSight(round)))
      guard round.legalMoves.contains(direction) else { throw IllegalChoice(direction) }
      path.append(direction)
      round.move(direction)
    }
    outcome = round.outcome?.name ?? Outcome.outOfMoves.name
    moves = path.letters
  }

  /// The error of a small player's illegal choice, because the round itself does not check it.
  struct IllegalChoice: Error {
    var direction: Direction
    init(_ direction: Direction) { self.direction = direction }
  }
}

extension AnyPlayer {
  /// The player of a policy in a level.
  init(_ policy: Policy, _ level: Level, _ rules: Rules, _ key: RoundKey) throws(PolicyError) {
    self = try policy.player(
      in: level, RoundStart(policy, size: level.size, rules: rules, key: key),
      solver: Solver(rules: rules))
  }
}

extension NaivePolicy {
  /// The program's policy of the same name.
  var policy: Policy {
    switch self {
    case .edge: .edge
    case .beeline: .beeline
    case .clairvoyant: .clairvoyant
    }
  }
}

extension NaiveRandom {
  /// A hand-placed level of given sides, with about that many things of each kind, anywhere.
  mutating func level(
    rows: Int, columns: Int, zombies: Int, blocks: Int, flashlights: Int
  ) -> NaiveLevel {
    let squareCount = rows * columns
    let counts = [zombies, blocks, flashlights].map { below($0 + 1) }
    let things = counts.reduce(0, +)
    let squares = choose(
      min(2 + things, squareCount), of: Array(0..<squareCount))
    var rest = squares.dropFirst(2)
    let placed = counts.map { count in
      let taken = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      return taken
    }
    return NaiveLevel(
      rows: rows, columns: columns, start: squares[0], signpost: squares[1], zombies: placed[0],
      blocks: placed[1], flashlights: placed[2], lit: below(3) == 0)
  }
}
