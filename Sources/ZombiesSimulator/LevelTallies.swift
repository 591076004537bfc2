import ZombiesCore
import ZombiesPolicies

/// The results of a batch of rounds on given levels, level by level.
///
/// A ``Tally`` takes some kilobytes, and there may be many levels. For each level and policy, this
/// type therefore stores only the different endings of the rounds, in little more than 16 bytes
/// each.
public struct LevelTallies: Hashable, Sendable {
  /// The number of levels.
  public let levelCount: Int

  /// The policies, in the order of the results.
  public let policies: [Policy]

  /// The results of each policy on the first level, then on the second level, and so on.
  private var endings: [EndingCounts]

  /// Creates empty results. Nil for generated levels, because few of them are played twice, and for
  /// games, because a game uses several levels.
  init?(_ batch: Batch) {
    guard case .list(let levels) = batch.levels, batch.unit == .rounds else { return nil }
    levelCount = levels.count
    policies = batch.policies
    endings = [EndingCounts](
      repeating: EndingCounts(), count: levels.count * batch.policies.count)
  }

  /// Counts the endings of the rounds of some trials, in the order of trial and policy.
  mutating func count(_ rounds: [RoundEnding], of trials: Range<UInt64>) {
    assert(rounds.count == trials.count * policies.count, "one round per trial and policy")
    var level = Int(trials.lowerBound % UInt64(levelCount))
    var next = 0
    while next < rounds.count {
      for index in policies.indices {
        endings[level * policies.count + index].count(rounds[next])
        next += 1
      }
      level = level + 1 == levelCount ? 0 : level + 1
    }
  }

  /// The results of a policy on a level.
  ///
  /// - Parameters:
  ///   - level: The index of the level in the list.
  ///   - index: The index of the policy.
  /// - Returns: The outcomes of the rounds, and the rate of rounds won. The rate is exact for a
  ///   policy that always plays a level the same way.
  public func rounds(
    onLevel level: Int, ofPolicy index: Int
  ) -> (outcomes: Histogram, winRate: Rate) {
    var outcomes = Histogram()
    for entry in endings[level * policies.count + index].entries {
      outcomes.add(entry.ending.outcome, moves: entry.ending.moves, count: entry.count)
    }
    let total = outcomes.total
    return (
      outcomes,
      Rate(
        outcomes[.won], of: total, isExact: policies[index].playsInOneWay, repeats: total)
    )
  }
}

/// The ending of a round in one word: the moves in the high bits, the outcome in the two low bits.
struct RoundEnding: Hashable, Comparable, Sendable {
  private let word: UInt64

  init(_ outcome: Outcome, moves: Int) {
    word = UInt64(moves) << 2 | UInt64(outcome.rawValue)
  }

  var outcome: Outcome { Outcome(rawValue: UInt8(word & 3)) ?? .outOfMoves }
  var moves: Int { Int(word >> 2) }

  static func < (left: RoundEnding, right: RoundEnding) -> Bool { left.word < right.word }
}

/// The different endings of rounds, with their counts.
private struct EndingCounts: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let ending: RoundEnding
    var count: UInt64
  }

  /// The entries in ascending order of the endings.
  private(set) var entries: [Entry] = []

  /// Counts a round. O(log entries), or O(entries) for a new ending.
  mutating func count(_ ending: RoundEnding) {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].ending < ending { low = middle + 1 } else { high = middle }
    }
    if low < entries.count, entries[low].ending == ending {
      entries[low].count += 1
    } else {
      entries.insert(Entry(ending: ending, count: 1), at: low)
    }
  }
}
