/// A way to play, by its name. A ``Player`` or ``SmallPlayer`` is one at work.
public enum Policy: String, CaseIterable, Sendable, CustomStringConvertible {
  /// A legal move, each equally likely.
  case random
  /// A shortest way through squares not known to be shut; of those the one that comes first with
  /// U < L < D < R. In an open room: up the right-hand edge, then left along the top.
  case edge
  /// The same, but of the moves that begin a shortest way the one along the longer remaining axis.
  case beeline
  /// *The* solution where there is one: the upper bound for every policy. It alone sees the level.
  case clairvoyant
  /// The best that a player can do who does not see the level, exactly, from a plan of the family
  /// (``BlindPlan``): the upper bound for all policies but `clairvoyant`.
  case optimal

  /// The policies that play in any level; `optimal` needs a plan of the level's family.
  public static let withoutPlan: [Policy] = [.random, .edge, .beeline, .clairvoyant]

  /// Whether a level is always played in the same way: all but `random` choose each move by what
  /// they see, remember and know, and leave nothing to chance.
  public var playsInOneWay: Bool { self != .random }

  /// The policy's number in the random stream, which never changes.
  var code: UInt64 {
    switch self {
    case .random: 0
    case .edge: 1
    case .beeline: 2
    case .clairvoyant: 3
    case .optimal: 4
    }
  }

  /// What the policy does, in a line.
  public var summary: String {
    switch self {
    case .random: "a legal move, each equally likely"
    case .edge: "a shortest way round what is known, the first with U < L < D < R"
    case .beeline: "a shortest way round what is known, along the longer remaining axis"
    case .clairvoyant: "the solution, if there is one: the upper bound for every policy"
    case .optimal: "the best play of those who do not see the level, exactly: their upper bound"
    }
  }

  /// The policy's name.
  public var description: String { rawValue }
}

/// Which round a policy plays, as far as its random stream is concerned.
public struct RoundKey: Hashable, Sendable {
  /// The seed of the batch.
  public var seed: UInt64
  /// The trial.
  public var trial: UInt64
  /// The round of the trial, from 0.
  public var round: Int

  /// Creates a key.
  public init(seed: UInt64, trial: UInt64, round: Int = 0) {
    self.seed = seed
    self.trial = trial
    self.round = round
  }

  /// The variant of the random stream in which a policy plays this round of any trial.
  public static func variant(_ policy: Policy, round: Int) -> UInt64 {
    policy.code | UInt64(round) << 8
  }
}
