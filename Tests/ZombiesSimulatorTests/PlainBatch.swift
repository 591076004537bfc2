import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver

/// The result of a batch by its definition: a loop over trials, policies and rounds, in which each
/// ``Round`` is played move by move. It has no chunks, no threads and no fast form.
struct PlainBatch {
  private(set) var tallies: [Tally]
  private(set) var records: [RecordLine] = []

  /// The pairs of outcomes of the first two policies on the same trials.
  private(set) var pairs = PairCounts()

  private var plans: [Family: BlindPlayer] = [:]

  /// Plays a batch. Squares are counted if all levels have the same size.
  init(_ batch: Batch) throws {
    tallies = batch.policies.map { _ in Tally(countingSquaresOf: batch.size) }
    for trial in batch.trials {
      let wins = try batch.policies.indices.map { try playTrial(trial, $0, of: batch) }
      if wins.count > 1 { pairs.count(first: wins[0], second: wins[1]) }
    }
  }

  /// The tallies without squares.
  var counts: [Tally] {
    tallies.map { tally in
      var counts = Tally()
      for (outcome, moves, count) in tally.rounds.entries {
        counts.count(outcome, moves: moves, times: count)
      }
      counts.countGames(won: tally.gamesWon, lost: tally.gamesLost)
      return counts
    }
  }

  /// Plays one trial with one policy, and returns whether it was won.
  private mutating func playTrial(_ trial: UInt64, _ place: Int, of batch: Batch) throws -> Bool {
    guard batch.unit == .games else {
      return try play(trial, 0, level: trial, place, of: batch) == .won
    }
    var game = Game()
    while true {
      let round = Game.standardLives - game.lives
      let index = 3 * trial + UInt64(round)
      let verdict = game.record(try play(trial, round, level: index, place, of: batch))
      if verdict != .tryAgain {
        tallies[place].countGame(isWon: verdict == .won)
        return verdict == .won
      }
    }
  }

  private mutating func play(
    _ trial: UInt64, _ number: Int, level index: UInt64, _ place: Int, of batch: Batch
  ) throws -> Outcome {
    let level =
      switch batch.levels {
      case .generated(let generator): try generator.level(at: index)
      case .list(let levels): levels[Int(index % UInt64(levels.count))]
      }
    let policy = batch.policies[place]
    let key = RoundKey(seed: batch.seed, trial: trial, round: number)
    let start = RoundStart(policy, size: level.size, rules: batch.rules, key: key)
    var player = try self.player(of: policy, in: level, start, batch)
    var (round, path) = (Round(level, rules: batch.rules), [Direction]())
    // The plan of `optimal` is for small rooms, so it sees the round as a small one.
    var small =
      policy == .optimal ? SmallLevel(level).map { SmallRound($0, rules: batch.rules) } : nil
    stand(round, place)
    while round.outcome == nil, round.moves < batch.maxMoves ?? 4 * level.size.squareCount {
      let move = try player.choose(small.map { Sight(SmallSight($0)) } ?? Sight(round))
      try round.move(move)
      small?.move(move)
      path.append(move)
      stand(round, place)
    }
    let outcome = round.outcome ?? .outOfMoves
    if outcome == .caught {
      tallies[place].count(visits: 0, captures: 1, at: level.size.index(of: round.player))
    }
    tallies[place].count(outcome, moves: path.count)
    records.append(
      RecordLine(
        RoundRecord(
          trial: trial, round: number, policy: policy, level: level.code, outcome: outcome,
          path: path)))
    return outcome
  }

  /// A new player of a policy. A plan is made once per family.
  private mutating func player(
    of policy: Policy, in level: Level, _ start: RoundStart, _ batch: Batch
  ) throws -> AnyPlayer {
    guard policy == .optimal else {
      let solver = Solver(rules: batch.rules, stateLimit: batch.stateLimit)
      return try policy.player(in: level, start, solver: solver)
    }
    guard let family = Family(of: level) else { throw PlanError.notOfAFamily(level) }
    let player = try plans[family] ?? BlindPlayer(family, rules: batch.rules)
    plans[family] = player
    return AnyPlayer(player)
  }

  /// Counts a visit of the player's square.
  private mutating func stand(_ round: Round, _ place: Int) {
    let square = round.level.size.index(of: round.player)
    tallies[place].count(visits: 1, captures: 0, at: square)
  }
}
