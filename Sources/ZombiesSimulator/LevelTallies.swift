import ZombiesCore
import ZombiesPolicies

/// The results of a batch of rounds on given levels, level by level.
///
/// A ``Tally`` takes some kilobytes, and there may be many levels: here, each level and policy has only
/// the ways in which its rounds ended, in little more than 16 bytes each.
public struct LevelTallies: Hashable, Sendable {
  /// The number of levels.
  public let levelCount: Int

  /// The policies, in the order of the results.
  public let policies: [Policy]

  /// The results of each policy on the first level, then on the second one, and so on.
  private var endings: [EndingCounts]

  /// Empty results; nil for a batch of a family's levels, of which hardly any is played twice, and for
  /// games, each of which is played on several levels.
  init?(_ batch: Batch) {
    guard case .list(let levels) = batch.levels, batch.unit == .rounds else { return nil }
    levelCount = levels.count
    policies = batch.policies
    endings = [EndingCounts](
      repeating: EndingCounts(), count: levels.count * batch.policies.count)
  }

  /// Counts how the rounds of some trials ended, in the order of trial and policy.
  mutating func count(_ rounds: [RoundEnding], of trials: Range<UInt64>) {
    assert(rounds.count == trials.count * policies.count, "a round of each trial and policy")
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
  ///   - level: The level's index in the list.
  ///   - index: The policy's index.
  /// - Returns: The outcomes of its rounds, and the rate of rounds won, which is exact for a policy that
  ///   plays a level in one way.
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

/// How a round ended: the moves above, the outcome in the two bits below.
struct RoundEnding: Hashable, Comparable, Sendable {
  private let word: UInt64

  init(_ outcome: Outcome, moves: Int) {
    word = UInt64(moves) << 2 | UInt64(outcome.rawValue)
  }

  var outcome: Outcome { Outcome(rawValue: UInt8(word & 3)) ?? .outOfMoves }
  var moves: Int { Int(word >> 2) }

  static func < (left: RoundEnding, right: RoundEnding) -> Bool { left.word < right.word }
}

/// The ways in which rounds ended, and how often each did.
private struct EndingCounts: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let ending: RoundEnding
    var count: UInt64
  }

  /// In ascending order of the endings.
  private(set) var entries: [Entry] = []

  /// Counts a round. O(log entries), and O(entries) for an ending that is new.
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
