import ZombiesPolicies

/// The results of a batch: its settings, the trials played, and the tallies.
///
/// The results of the parts of a batch add up to exactly the result of the whole: see
/// ``merge(_:)``.
public struct BatchResult: Hashable, Sendable {
  /// The settings of the batch.
  public let settings: BatchSettings

  /// The trials of the whole batch; a part plays some of them.
  public var whole: Range<UInt64>

  /// The trials that were played.
  public internal(set) var played: RangeSet<UInt64>

  /// One tally per policy, in the order of the policies in the settings.
  public internal(set) var tallies: [Tally]

  /// Creates a result from its components.
  ///
  /// - Precondition: There is one tally per policy.
  public init(
    _ settings: BatchSettings, whole: Range<UInt64>, played: RangeSet<UInt64>, tallies: [Tally]
  ) {
    precondition(tallies.count == settings.policies.count, "one tally per policy")
    self.settings = settings
    self.whole = whole
    self.played = played
    self.tallies = tallies
  }

  /// Creates a result without any trials played.
  public init(_ settings: BatchSettings, whole: Range<UInt64>) {
    self.init(
      settings, whole: whole, played: RangeSet<UInt64>(), tallies: settings.emptyTallies)
  }

  /// Creates the result of all trials of a batch.
  public init(_ batch: Batch, _ tallies: [Tally]) {
    self.init(
      BatchSettings(batch, countsSquares: tallies.contains { $0.squares != nil }),
      whole: batch.trials, played: RangeSet(batch.trials), tallies: tallies)
  }

  /// Whether all trials were played.
  public var isComplete: Bool { played.gaps(in: whole).isEmpty }

  /// The first trial played; if none was played, the first one of the batch.
  public var first: UInt64 { played.ranges.first?.lowerBound ?? whole.lowerBound }

  /// The policies and their tallies.
  public var rows: [(policy: Policy, tally: Tally)] {
    zip(settings.policies, tallies).map { ($0, $1) }
  }

  /// The tally of a policy; nil if the policy is not in the batch.
  public subscript(policy: Policy) -> Tally? {
    settings.policies.firstIndex(of: policy).map { tallies[$0] }
  }

  /// Adds the result of other trials with the same settings.
  ///
  /// - Throws: ``MergeError`` if the results do not belong together; nothing is then added.
  public mutating func merge(_ other: BatchResult) throws(MergeError) {
    guard other.settings == settings else { throw .otherSettings }
    var played = played
    for range in other.played.ranges {
      if let shared = played.insert(new: range) { throw .overlap(shared) }
    }
    // A trial adds at most three rounds, but a file can claim any number of trials.
    for (left, right) in zip(tallies, other.tallies) where left.overflows(adding: right) {
      throw .tooMany
    }
    self.played = played
    whole =
      min(whole.lowerBound, other.whole.lowerBound)..<max(whole.upperBound, other.whole.upperBound)
    for index in tallies.indices { tallies[index] += other.tallies[index] }
  }
}

/// The reason why two results cannot be merged.
public enum MergeError: Error, Hashable, Sendable {
  /// Their settings differ.
  case otherSettings
  /// Both results include these trials.
  case overlap(Range<UInt64>)
  /// A count would exceed 2⁶⁴ − 1.
  case tooMany
}
