import ZombiesPolicies

/// What a batch has learned: with which settings, from which trials, and the tallies.
///
/// Results of parts of one batch add up to the very result of the whole: see ``merge(_:)``.
public struct BatchResult: Hashable, Sendable {
  /// What was played.
  public let settings: BatchSettings

  /// The trials that belong together; a part has played some of them.
  public var whole: Range<UInt64>

  /// The trials played.
  public internal(set) var played: RangeSet<UInt64>

  /// A tally a policy, in the order of the settings' policies.
  public internal(set) var tallies: [Tally]

  /// A result that is at hand.
  ///
  /// - Precondition: A tally a policy.
  public init(
    _ settings: BatchSettings, whole: Range<UInt64>, played: RangeSet<UInt64>, tallies: [Tally]
  ) {
    precondition(tallies.count == settings.policies.count, "a tally a policy")
    self.settings = settings
    self.whole = whole
    self.played = played
    self.tallies = tallies
  }

  /// Nothing yet, of some trials.
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

  /// The first trial played, or to be played where there is none yet.
  public var first: UInt64 { played.ranges.first?.lowerBound ?? whole.lowerBound }

  /// The policies with their tallies.
  public var rows: [(policy: Policy, tally: Tally)] {
    zip(settings.policies, tallies).map { ($0, $1) }
  }

  /// The tally of a policy; nil where it does not play.
  public subscript(policy: Policy) -> Tally? {
    settings.policies.firstIndex(of: policy).map { tallies[$0] }
  }

  /// Adds the result of other trials with the same settings.
  ///
  /// - Throws: ``MergeError``; nothing is added then.
  public mutating func merge(_ other: BatchResult) throws(MergeError) {
    guard other.settings == settings else { throw .otherSettings }
    var played = played
    for range in other.played.ranges {
      if let shared = played.insert(new: range) { throw .overlap(shared) }
    }
    // Counts are at most three rounds a trial, but a file may claim as many trials as there are.
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
  /// Counts would be beyond 2⁶⁴ − 1.
  case tooMany
}
