/// The progress of a batch: the results of its first trials, which is all that resuming needs.
public struct BatchProgress: Hashable, Sendable {
  /// The results so far; the trials played are the first ones.
  public internal(set) var result: BatchResult

  /// How the two policies fared on the same trials, in a batch of two policies.
  public internal(set) var pairs: PairCounts

  /// The results by level, if they are wanted; only of given levels, and of rounds.
  public internal(set) var levels: LevelTallies?

  /// What the receiver of the rounds last returned, such as the length of a file.
  public internal(set) var mark: UInt64

  /// Whether the batch ended because enough was known.
  public internal(set) var isEnough = false

  /// No progress yet.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - countsSquares: Whether visits and captures by square are wanted.
  ///   - countsLevels: Whether results by level are wanted.
  ///   - mark: What the receiver of the rounds begins with, such as the length of a file.
  public init(
    _ batch: Batch, countsSquares: Bool = false, countsLevels: Bool = false, mark: UInt64 = 0
  ) {
    self.init(
      BatchResult(BatchSettings(batch, countsSquares: countsSquares), whole: batch.trials),
      mark: mark)
    if countsLevels { levels = LevelTallies(batch) }
  }

  /// A batch with some results.
  ///
  /// - Precondition: The trials played are the first ones of the whole.
  public init(_ result: BatchResult, pairs: PairCounts = PairCounts(), mark: UInt64 = 0) {
    precondition(
      result.played
        == RangeSet(
          result.whole.lowerBound..<result.whole.lowerBound + result.played.count),
      "the first trials")
    self.result = result
    self.pairs = pairs
    self.mark = mark
  }

  /// The number of trials played.
  public var trialCount: UInt64 { result.played.count }

  /// The first trial that was not played.
  public var next: UInt64 { result.whole.lowerBound + trialCount }

  /// Adds the next trials.
  mutating func add(_ output: ChunkQueue.Output, of trials: Range<UInt64>, mark: UInt64?) {
    assert(output.tallies.count == result.tallies.count, "a tally for each policy")
    result.played.insert(contentsOf: trials)
    for index in output.tallies.indices { result.tallies[index] += output.tallies[index] }
    pairs += output.pairs
    if let endings = output.endings { levels?.count(endings, of: trials) }
    if let mark { self.mark = mark }
  }
}
