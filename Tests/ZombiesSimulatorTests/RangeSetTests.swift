import Testing
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Sets of ranges, compared with sets of numbers.
@Suite struct RangeSetTests {
  /// The set of the numbers in a range.
  private static func numbers(_ range: Range<UInt64>) -> Set<UInt64> { Set(range) }

  /// The first difference of a set of ranges from a set of numbers, or nil.
  private static func complaint(_ trials: RangeSet<UInt64>, _ model: Set<UInt64>) -> String? {
    guard trials.count == UInt64(model.count), trials.isEmpty == model.isEmpty else {
      return "count \(trials.count) of \(model.count)"
    }
    let all = trials.ranges.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
    guard all == model else { return "\(trials.ranges)" }
    // Ranges must not be empty, and must be in increasing order with a gap between any two.
    guard trials.ranges.allSatisfy({ !$0.isEmpty }),
      zip(trials.ranges, trials.ranges.dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound })
    else { return "not canonical: \(trials.ranges)" }
    return nil
  }

  /// The missing trials of a range, found by checking each trial.
  private static func gaps(_ model: Set<UInt64>, _ whole: Range<UInt64>) -> [Range<UInt64>] {
    var gaps: [Range<UInt64>] = []
    for number in whole where !model.contains(number) {
      if let last = gaps.last, last.upperBound == number {
        gaps[gaps.count - 1] = last.lowerBound..<number + 1
      } else {
        gaps.append(number..<number + 1)
      }
    }
    return gaps
  }

  /// Random inserts and queries, near 0, in the middle, and up to the last possible trial.
  @Test(arguments: [0, 1_000_000, UInt64.max - 60] as [UInt64])
  func setsAreThoseOfTheModel(base: UInt64) {
    let failure = firstFailure(of: UInt64(1)...25) { seed -> String? in
      var random = NaiveRandom(seed: seed)
      func range() -> Range<UInt64> {
        let length = [0, 1, 2, 5, 20][random.below(5)]
        let begin = base + UInt64(random.below(61 - length))
        return begin..<begin + UInt64(length)
      }
      var (trials, model) = (RangeSet<UInt64>(), Set<UInt64>())
      for step in 0..<40 {
        let (range, before) = (range(), trials)
        let here = "base \(base), seed \(seed), step \(step), \(range) into \(before.ranges)"
        let shared = trials.insert(new: range)
        let common = model.intersection(Self.numbers(range))
        if common.isEmpty {
          guard shared == nil else { return "\(here): \(String(describing: shared))" }
          model.formUnion(range)
        } else {
          guard let shared, Self.numbers(shared).isSubset(of: common),
            shared.lowerBound == common.min(), !common.contains(shared.upperBound)
          else { return "\(here): \(String(describing: shared))" }
          guard trials == before else { return "\(here): changed although refused" }
        }
        if let complaint = Self.complaint(trials, model) { return "\(here): \(complaint)" }
        let (first, second) = (UInt64(random.below(61)), UInt64(random.below(61)))
        let whole = base + min(first, second)..<base + max(first, second)
        guard trials.gaps(in: whole) == Self.gaps(model, whole) else {
          return "\(here): gaps in \(whole) \(trials.gaps(in: whole))"
        }
      }
      return nil
    }
    expectNil(failure)
    // No trial, and all that there are.
    var trials = RangeSet<UInt64>()
    expect(trials == RangeSet<UInt64>(5..<5) && trials.isEmpty && trials.count == 0)
    expect(trials.insert(new: 9..<9) == nil && trials.ranges.isEmpty)
    expect(trials.gaps(in: 3..<8) == [3..<8] && trials.gaps(in: 3..<3) == [])
    trials.insert(contentsOf: 4..<6)
    expect(trials.insert(new: 5..<5) == nil && Array(trials.ranges) == [4..<6])
    expect(trials.gaps(in: 4..<6) == [] && trials.gaps(in: 5..<5) == [])
    let last = UInt64.max - 1
    trials = RangeSet<UInt64>(0..<1000)
    expectNil(trials.insert(new: last..<last + 1))
    expectEqual(trials.gaps(in: 0..<UInt64.max), [1000..<last])
    expectEqual(trials.insert(new: last..<UInt64.max), last..<UInt64.max)
    expectNil(trials.insert(new: 1000..<last))
    expect(Array(trials.ranges) == [0..<UInt64.max] && trials.count == UInt64.max)
    expectEqual(trials.insert(new: 0..<1), 0..<1)
    expectEqual(trials.insert(new: last..<last + 1), last..<last + 1)
    expectEqual(trials.gaps(in: 0..<UInt64.max), [])
  }
}
