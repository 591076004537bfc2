import ZombiesPolicies

/// The results of a batch: its settings, the trials played, and the tallies.
///
/// Results of parts of one batch add up to exactly the result of the whole: see ``merge(_:)``.
public struct BatchResult: Hashable, Sendable {
  /// What was played.
  public let settings: BatchSettings

  /// The trials that belong together; a part plays some of them.
  public var whole: Range<UInt64>

  /// The trials played.
  public internal(set) var played: RangeSet<UInt64>

  /// One tally per policy, in the order of the settings' policies.
  public internal(set) var tallies: [Tally]

  /// A result from its parts.
  ///
  /// - Precondition: There is one tally per policy.
  public init(
    _ settings: BatchSettings, whole: Range<UInt64>, played: RangeSet<UInt64>, tallies: [Tally]
  ) {
    precondition(tallies.count == settings.policies.count, "a tally a policy")
    self.settings = settings
    self.whole = whole
    self.played = played
    self.tallies = tallies
  }

  /// An empty result for some trials.
  public init(_ settings: BatchSettings, whole: Range<UInt64>) {
    self.init(
      settings, whole: whole, played: RangeSet<UInt64>(), tallies: settings.emptyTallies)
  }

  /// The result of all trials of a batch.
  public init(_ batch: Batch, _ tallies: [Tally]) {
    self.init(
      BatchSettings(batch, countsSquares: tallies.contains { $0.squares != nil }),
      whole: batch.trials, played: RangeSet(batch.trials), tallies: tallies)
  }

  /// Whether all trials were played.
  public var isComplete: Bool { played.gaps(in: whole).isEmpty }

  /// The first trial played, or the first one to play if there is none yet.
  public var first: UInt64 { played.ranges.first?.lowerBound ?? whole.lowerBound }

  /// The policies with their tallies.
  public var rows: [(policy: Policy, tally: Tally)] {
    zip(settings.policies, tallies).map { ($0, $1) }
  }

  /// The tally of a policy; nil if it does not play.
  public subscript(policy: Policy) -> Tally? {
    settings.policies.firstIndex(of: policy).map { tallies[$0] }
  }

  /// Adds the result of other trials with the same settings.
  ///
  /// - Throws: ``MergeError``, in which case nothing is added.
  public mutating func merge(_ other: BatchResult) throws(MergeError) {
    guard other.settings == settings else { throw .otherSettings }
    var played = played
    for range in other.played.ranges {
      if let shared = played.insert(new: range) { throw .overlap(shared) }
    }
    // Counts are at most three rounds per trial, but a file may claim any number of trials.
    for (left, right) in zip(tallies, other.tallies) where left.overflows(adding: right) {
      throw .tooMany
    }
    self.played = played
    whole =
      min(whole.lowerBound, other.whole.lowerBound)..<max(whole.upperBound, other.whole.upperBound)
    for index in tallies.indices { tallies[index] += other.tallies[index] }
  }
}

/// Why two results are not parts of one batch.
public enum MergeError: Error, Hashable, Sendable {
  /// Their settings differ.
  case otherSettings
  /// Both have played these trials.
  case overlap(Range<UInt64>)
  /// Counts would exceed 2⁶⁴ − 1.
  case tooMany
}
