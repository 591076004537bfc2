import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesPolicies

/// A number that is known of a level without playing it, and that may say how hard people find it.
public enum LevelMeasure: String, CaseIterable, Sendable {
  /// The points, which determine the grade.
  case points
  /// Par.
  case par
  /// The number of shortest solutions.
  case shortestSolutions = "shortest_solutions"
  /// The moves beyond the distance.
  case excessMoves = "excess_moves"
  /// The number of reachable states.
  case reachableStates = "reachable_states"
  /// The share of dead states.
  case deadStatesShare = "dead_states_share"
  /// The longest forced run.
  case longestForcedRun = "longest_forced_run"
  /// Whether the direct way loses.
  case directWayLoses = "direct_way_loses"
  /// The number of zombies, blocks and flashlights.
  case things
  /// The moves of a solution that lead away from the signpost.
  case movesAway = "moves_away"
  /// The positions on the solution at which a move loses.
  case losingChoices = "losing_choices"
  /// How late a mistake on the solution shows.
  case trapDepth = "trap_depth"
  /// The win rate of `random`.
  case randomWinProbability = "random_win_probability"
  /// The win rate of a player who knows the solution, but errs.
  case erringWinProbability = "erring_win_probability"
  /// The chance of the best play in the dark.
  case blindChance = "blind_chance"
  /// The luck of a dark level with hearing.
  case luck

  /// The measure, for people.
  public var words: String {
    switch self {
    case .points: "points of the grade"
    case .par: "par"
    case .shortestSolutions: "shortest solutions"
    case .excessMoves: "moves beyond the distance"
    case .reachableStates: "reachable states"
    case .deadStatesShare: "share of dead states"
    case .longestForcedRun: "longest forced run"
    case .directWayLoses: "the direct way loses"
    case .things: "things in the room"
    case .movesAway: "moves away from the signpost"
    case .losingChoices: "positions where a move loses"
    case .trapDepth: "how late a mistake shows"
    case .randomWinProbability: "random play wins"
    case .erringWinProbability: "a player who errs wins"
    case .blindChance: "best play in the dark"
    case .luck: "luck"
    }
  }

  /// The measure of a level, rounded to nine decimals as in the CSV; nil if it is not known.
  public func value(of row: WorldsRow) -> Double? {
    let report = row.report
    return switch self {
    case .points: report.points.map { Double($0) }
    case .par: report.par.map { Double($0) }
    case .shortestSolutions: report.shortestSolutions.map { Double($0) }
    case .excessMoves: report.excessMoves.map { Double($0) }
    case .reachableStates: report.reachableStates.map { Double($0) }
    case .deadStatesShare:
      switch (report.deadStates, report.reachableStates) {
      case (let dead?, let states?) where states > 0:
        Self.rounded(Double(dead) / Double(states))
      default: nil
      }
    case .longestForcedRun: report.longestForcedRun.map { Double($0) }
    case .directWayLoses: report.directWayLoses.map { $0 ? 1 : 0 }
    case .things: Double(row.level.thingCount)
    case .movesAway: report.movesAway.map { Double($0) }
    case .losingChoices: report.losingChoices.map { Double($0) }
    case .trapDepth: report.trapDepth.map { Double($0) }
    case .randomWinProbability: report.randomWinProbability.map(Self.rounded)
    case .erringWinProbability: report.erringWinProbability.map(Self.rounded)
    case .blindChance:
      report.blindChance.flatMap {
        $0.levels > 0 ? Self.rounded(Double($0.wins) / Double($0.levels)) : nil
      }
    case .luck: report.luck.map { Self.rounded($0.value) }
    }
  }

  static func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
}

/// A number that says how people fared on a level.
public enum PlayMeasure: String, CaseIterable, Sendable {
  /// The share of the rounds that were won.
  case winRate = "win_rate"
  /// The share of the rounds that were won, by players who tried every level that has rounds.
  case stayersWinRate = "stayers_win_rate"
  /// The share of the players who won.
  case wonShare = "won_share"
  /// The median time of a round.
  case seconds = "seconds_p50"
  /// The mean number of moves undone in a round.
  case undos = "undos_mean"

  /// The measure, for people.
  public var words: String {
    switch self {
    case .winRate: "rounds won"
    case .stayersWinRate: "rounds won, tried all"
    case .wonShare: "players who won"
    case .seconds: "median time"
    case .undos: "moves undone"
    }
  }

  /// The measure of the rounds on a level, rounded to nine decimals as in the CSV; nil if it is not known.
  public func value(of plays: LevelPlays) -> Double? {
    switch self {
    case .winRate: plays.winRate.map { LevelMeasure.rounded($0.share) }
    case .stayersWinRate: plays.stayersWinRate.map { LevelMeasure.rounded($0.share) }
    case .wonShare: plays.wonShare.map { LevelMeasure.rounded($0.share) }
    case .seconds: plays.medianMilliseconds.map { Double($0) }
    case .undos: plays.meanUndos.map(LevelMeasure.rounded)
    }
  }
}

/// How well each measure of difficulty orders the levels of a campaign as people found them hard.
public struct MeasureFindings: Sendable {
  /// A measure of difficulty beside a measure of what people did.
  public struct Finding: Sendable {
    /// The measure of difficulty.
    public let measure: LevelMeasure
    /// What people did.
    public let play: PlayMeasure
    /// The number of levels with both.
    public let levels: Int
    /// The rank correlation; nil for fewer than three levels, and if one of the measures is the same for all.
    public let correlation: RankCorrelation?
  }

  /// All pairs of measures: those of difficulty in order, each with all of people.
  public let findings: [Finding]

  /// The number of levels with rounds, of players, and of players who tried all of these levels.
  public let levels, players, stayers: Int
  /// The number of rounds.
  public let rounds: UInt64

  /// Compares the measures over the levels that were played.
  ///
  /// - Parameters:
  ///   - rows: The levels of a campaign with their rounds.
  ///   - players: The number of players.
  ///   - stayers: The number of players who tried every level that has rounds.
  ///   - samples: The number of samples for each interval.
  /// - Complexity: O(samples · levels) for each pair of measures.
  public init(
    _ rows: [WorldsRow], players: Int, stayers: Int, samples: Int = RankCorrelation.samples
  ) {
    let played = rows.compactMap { row in
      row.plays.flatMap { $0.rounds > 0 ? (row: row, plays: $0) : nil }
    }
    levels = played.count
    rounds = played.reduce(0) { $0 + $1.plays.rounds }
    (self.players, self.stayers) = (players, stayers)
    findings = LevelMeasure.allCases.flatMap { measure in
      PlayMeasure.allCases.map { play in
        let pairs = played.compactMap { row, plays -> (Double, Double)? in
          guard let value = measure.value(of: row), let result = play.value(of: plays) else {
            return nil
          }
          return (value, result)
        }
        return Finding(
          measure: measure, play: play, levels: pairs.count,
          correlation: RankCorrelation(
            pairs.map { $0.0 }, pairs.map { $0.1 }, samples: samples))
      }
    }
  }

  /// The finding on two measures.
  public subscript(measure: LevelMeasure, play: PlayMeasure) -> Finding? {
    findings.first { $0.measure == measure && $0.play == play }
  }
}
