import ZombiesCore
import ZombiesPolicies

/// A winning round by a policy that sees only what a player sees. The policy, seed and trial are
/// enough to replay it.
public struct RecordedWin: Hashable, Sendable {
  /// The policy.
  public let policy: Policy
  /// The seed and the trial of the round.
  public let key: RoundKey
  /// The moves.
  public let moves: [Direction]
}

/// Evidence that each star of a level can be earned without peeking: a won round, a round won in par,
/// and the chances of `random` for both.
///
/// A won round can be the first life of an attempt, so the first of these rounds proves two stars.
public struct LevelStars: Hashable, Sendable {
  /// A won round; nil if none was found.
  public var win: RecordedWin?
  /// A round won in par; nil if none was found.
  public var parWin: RecordedWin?
  /// The probability that `random` wins with at most four moves per square; nil if the level has too
  /// many states.
  ///
  /// It is a sum of products of positive numbers, so with up to a million moves its relative error is
  /// below 10⁻⁹.
  public var randomWins: Double?
  /// The probability that `random` wins in par.
  public var randomWinsInPar: Double?
}

/// A search for won rounds: by `edge` and `beeline`, by `optimal` if its plan is small, and by
/// `random` from trial 0.
public struct StarSearch {
  /// The maximum number of trials of `random`.
  public static let trials: UInt64 = 1 << 22

  private let rules: Rules
  private let plays: BlindPlays
  private let seed: UInt64

  /// Creates a search with the rules in force, earlier results for the best blind play, and the seed
  /// of `random`.
  public init(rules: Rules, _ plays: BlindPlays, seed: UInt64 = 0) {
    self.rules = rules
    self.plays = plays
    self.seed = seed
  }

  /// Searches for won rounds in a solvable level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - par: Its par.
  public func stars(of level: Level, par: Int) -> LevelStars {
    var stars = LevelStars()
    let limit = level.size.defaultMoveLimit
    if let graph = try? StateGraph(level, rules: rules),
      graph.count <= LevelReport.chainLimit / max(par, limit)
    {
      let chain = RandomChain(graph)
      stars.randomWins = chain.values(moveLimit: limit).won
      stars.randomWinsInPar = chain.values(moveLimit: par).won
    }
    let key = RoundKey(seed: seed, trial: 0)
    for policy in [Policy.edge, .beeline] {
      stars.note(play(policy, level, key, limit), policy, key, par)
    }
    stars.note(bestMoves(level, limit), .optimal, key, par)
    lookForRandomWins(level, par, limit, &stars)
    return stars
  }

  /// The moves of a policy if they win; nil if they do not.
  private func play(
    _ policy: Policy, _ level: Level, _ key: RoundKey, _ limit: Int
  ) -> [Direction]? {
    var round = AnyRound(level, rules: rules)
    var path: [Direction]? = []
    try? policy.play(&round, key, moveLimit: limit, path: &path)
    return round.outcome == .won ? path : nil
  }

  /// The moves of the best blind play if they win; nil if they do not, or if it is not computed.
  private func bestMoves(_ level: Level, _ limit: Int) -> [Direction]? {
    // Plans exist only for small rooms.
    guard let small = SmallLevel(level), var player = plays.player(in: level) else { return nil }
    var round = SmallRound(small, rules: rules)
    var path: [Direction]? = []
    try? round.play(&player, of: .optimal, moveLimit: limit, path: &path)
    return round.outcome == .won ? path : nil
  }

  /// Plays trials of `random` while a missing win can be expected within ``trials``.
  private func lookForRandomWins(
    _ level: Level, _ par: Int, _ limit: Int, _ stars: inout LevelStars
  ) {
    guard let small = SmallLevel(level) else { return }
    func isWorthwhile(_ chance: Double?) -> Bool { (chance ?? 0) * Double(Self.trials) > 1 }
    for trial in 0..<Self.trials {
      let isWinMissing = stars.win == nil && isWorthwhile(stars.randomWins)
      guard isWinMissing || stars.parWin == nil && isWorthwhile(stars.randomWinsInPar) else {
        return
      }
      let key = RoundKey(seed: seed, trial: trial)
      var round = AnyRound.small(SmallRound(small, rules: rules))
      var none: [Direction]?
      try? Policy.random.play(&round, key, moveLimit: limit, path: &none)
      guard round.outcome == .won else { continue }
      stars.note(play(.random, level, key, limit), .random, key, par)
    }
  }
}

extension LevelStars {
  /// Keeps the first moves that win, and the first that win in par.
  fileprivate mutating func note(
    _ moves: [Direction]?, _ policy: Policy, _ key: RoundKey, _ par: Int
  ) {
    guard let moves else { return }
    let recorded = RecordedWin(policy: policy, key: key, moves: moves)
    if win == nil { win = recorded }
    if parWin == nil, moves.count == par { parWin = recorded }
  }
}
