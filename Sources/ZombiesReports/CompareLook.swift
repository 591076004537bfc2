import ZombiesPolicies
import ZombiesSimulator

/// A look at a comparison of two policies.
public struct CompareLook: Hashable, Sendable {
  /// How they have fared so far.
  public let pairs: PairCounts
  /// The logarithms of the ratios of likelihoods, for each; nil where nothing is tested, the
  /// difference being exact.
  public let ratios: [Double]?
  /// What is decided; nil while nothing is.
  public let decision: SequentialTest.Decision?

  /// A look.
  public init(_ pairs: PairCounts, _ test: SequentialTest) {
    self.pairs = pairs
    let ratios = test.ratios(pairs)
    self.ratios = [ratios.first, ratios.second]
    decision = test.decision(pairs)
  }

  /// A look at policies whose win rates are exact (``/ZombiesSimulator/Rate``): what they do not know
  /// after each level was played once, they will not know later.
  ///
  /// - Parameters:
  ///   - pairs: How the policies fared.
  ///   - isWhole: Whether each level was played, equally often.
  ///   - test: What difference matters.
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
