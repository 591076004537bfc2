import ZombiesPolicies
import ZombiesSimulator

/// A look at a comparison of two policies.
public struct CompareLook: Hashable, Sendable {
  /// How they have fared so far.
  public let pairs: PairCounts
  /// The logarithms of the likelihood ratios, for each policy; nil if nothing is tested because the
  /// difference is exact.
  public let ratios: [Double]?
  /// The decision; nil until there is one.
  public let decision: SequentialTest.Decision?

  /// A look.
  public init(_ pairs: PairCounts, _ test: SequentialTest) {
    self.pairs = pairs
    let ratios = test.ratios(pairs)
    self.ratios = [ratios.first, ratios.second]
    decision = test.decision(pairs)
  }

  /// A look at policies whose win rates are exact (``/ZombiesSimulator/Rate``): once each level has
  /// been played, nothing more can be learned.
  ///
  /// - Parameters:
  ///   - pairs: How the policies fared.
  ///   - isWhole: Whether each level was played, and all equally often.
  ///   - test: The difference that matters.
  public init(exactly pairs: PairCounts, isWhole: Bool, _ test: SequentialTest) {
    self.pairs = pairs
    ratios = nil
    let more = Double(pairs.firstOnly) - Double(pairs.secondOnly)
    let needed = test.difference * Double(pairs.total)
    decision = !isWhole ? nil : more >= needed ? .first : -more >= needed ? .second : .neither
  }

  /// The difference of the win rates, the first policy's minus the second's.
  public var difference: Double {
    (Double(pairs.firstOnly) - Double(pairs.secondOnly)) / Double(max(1, pairs.total))
  }
}
