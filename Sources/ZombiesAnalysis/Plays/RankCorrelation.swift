import ZombiesCore
import ZombiesSimulator

/// How well one number orders things like another: Spearman's rank correlation with a bootstrap interval.
///
/// Spearman, "The proof and measurement of association between two things", 1904. Equal values share the
/// mean of their ranks. The correlation is 1 if both numbers order the things alike, −1 if in opposite
/// order, and near 0 if one tells nothing about the order by the other.
///
///     let found = RankCorrelation([1, 2, 3, 4], [10, 30, 20, 40])
///     print(found?.coefficient ?? 0)   // 0.8
///
/// The interval is the percentile bootstrap (Efron, 1979): the things are drawn again with replacement, as
/// many as there are, ``samples`` times, and the interval has the middle 95% of the correlations. It describes
/// how much the result depends on the choice of the things. Draw `b` of all samples of `n` things uses the words
/// of random stream `b` (seed 0, purpose `bootstrap`), so the interval is the same on every machine.
public struct RankCorrelation: Hashable, Sendable {
  /// The number of samples for the interval.
  public static let samples = 9_999

  /// The correlation, −1 to 1.
  public let coefficient: Double
  /// The 95% interval; nil if no sample has a correlation.
  public let interval: Interval?
  /// The number of things.
  public let count: Int

  /// The minimum number of things.
  public static let fewest = 3

  /// Computes the correlation of two numbers.
  ///
  /// - Parameters:
  ///   - first: The first number of each thing. None is NaN.
  ///   - second: The second number of each thing.
  ///   - samples: The number of samples for the interval; 0 for no interval.
  /// - Returns: Nil for fewer than ``fewest`` things, and if all first or all second numbers are equal.
  /// - Complexity: O(samples · things).
  public init?(_ first: [Double], _ second: [Double], samples: Int = samples) {
    precondition(first.count == second.count, "two numbers for each thing")
    count = first.count
    guard count >= Self.fewest else { return nil }
    let (first, second) = (ValueClasses(first), ValueClasses(second))
    var (firstRanks, secondRanks) = (first.scratch, second.scratch)
    let all = Array(0..<count)
    guard
      let coefficient = Self.coefficient(first, second, all, &firstRanks, &secondRanks)
    else { return nil }
    self.coefficient = coefficient
    var drawn = all
    var found: [Double] = []
    found.reserveCapacity(samples)
    let draw = BoundedDraw(below: UInt64(count))
    for sample in 0..<max(0, samples) {
      var stream = RandomStream(
        seed: 0, purpose: .bootstrap, index: UInt64(sample), variant: 0)
      for place in drawn.indices {
        var word = draw.word(from: &stream)
        drawn[place] = Int(BoundedDraw.digit(below: draw.bound, of: &word))
      }
      if let value = Self.coefficient(first, second, drawn, &firstRanks, &secondRanks) {
        found.append(value)
      }
    }
    found.sort()
    interval =
      found.isEmpty
      ? nil
      : Interval(low: Self.quantile(25, of: found), high: Self.quantile(975, of: found))
  }

  /// A quantile of sorted values, in thousandths, interpolated linearly (type 7 of Hyndman and Fan, 1996).
  private static func quantile(_ thousandths: Int, of sorted: [Double]) -> Double {
    let (place, rest) = ((sorted.count - 1) * thousandths).quotientAndRemainder(dividingBy: 1000)
    let below = sorted[place]
    if rest == 0 { return below }
    return below + (sorted[place + 1] - below) * (Double(rest) / 1000)
  }

  /// The correlation of the things with some indices; nil if all first or all second numbers are equal.
  ///
  /// Twice a rank is an integer, so the sums are exact.
  private static func coefficient(
    _ first: ValueClasses, _ second: ValueClasses, _ indices: [Int], _ firstRanks: inout [Int],
    _ secondRanks: inout [Int]
  ) -> Double? {
    first.rank(indices, &firstRanks)
    second.rank(indices, &secondRanks)
    var (squares, otherSquares, products) = (0, 0, 0)
    for index in indices {
      let (one, other) = (firstRanks[first.classes[index]], secondRanks[second.classes[index]])
      squares += one * one
      otherSquares += other * other
      products += one * other
    }
    guard squares > 0, otherSquares > 0 else { return nil }
    return Double(products) / (Double(squares).squareRoot() * Double(otherSquares).squareRoot())
  }
}

/// Numbers, of which only the order matters: equal numbers are one class, and classes are numbered from
/// the smallest.
private struct ValueClasses {
  /// The class of each number.
  let classes: [Int]
  /// The number of classes.
  let count: Int

  init(_ values: [Double]) {
    var classes = [Int](repeating: 0, count: values.count)
    let order = values.indices.sorted { values[$0] < values[$1] }
    var last = 0
    for (place, index) in order.enumerated() {
      if place > 0, values[order[place - 1]] < values[index] { last += 1 }
      classes[index] = last
    }
    self.classes = classes
    count = last + 1
  }

  /// Memory for ``rank(_:_:)``.
  var scratch: [Int] { [Int](repeating: 0, count: count) }

  /// Computes for each class twice the rank of its numbers among those with some indices, minus the mean
  /// of all of them, doubled too: the sum of all is 0.
  func rank(_ indices: [Int], _ ranks: inout [Int]) {
    for place in ranks.indices { ranks[place] = 0 }
    for index in indices { ranks[classes[index]] += 1 }
    var below = 0
    for place in ranks.indices {
      let here = ranks[place]
      // Ranks below + 1 to below + here have the mean below + (here + 1) / 2.
      ranks[place] = 2 * below + here - indices.count
      below += here
    }
  }
}
