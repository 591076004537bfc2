/// The progress of a batch: the results of its first trials, which are all that a batch needs to
/// resume.
public struct BatchProgress: Hashable, Sendable {
  /// The results so far, of the first trials.
  public internal(set) var result: BatchResult

  /// The results of two policies on the same trials, if the batch compares them.
  public internal(set) var pairs: PairCounts

  /// The last value returned by the receiver of the rounds, such as the length of a file.
  public internal(set) var mark: UInt64

  /// Whether the batch ended early because a check found enough results.
  public internal(set) var isEnough = false

  /// Creates the progress of a batch that has not begun.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - countsSquares: Whether to count visits and captures by square.
  ///   - mark: The initial value for the receiver of the rounds, such as the length of a file.
  public init(_ batch: Batch, countsSquares: Bool = false, mark: UInt64 = 0) {
    self.init(
      BatchResult(BatchSettings(batch, countsSquares: countsSquares), whole: batch.trials),
      mark: mark)
  }

  /// Creates the progress of a batch from some results.
  ///
  /// - Precondition: The trials played are the first ones of the batch.
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

  /// The first trial that has not been played.
  public var next: UInt64 { result.whole.lowerBound + trialCount }

  /// Adds the results of the next trials.
  mutating func add(_ chunk: ChunkResult) {
    assert(chunk.trials.lowerBound == next, "chunks in order")
    assert(chunk.tallies.count == result.tallies.count, "one tally per policy")
    result.played.insert(contentsOf: chunk.trials)
    for index in chunk.tallies.indices { result.tallies[index] += chunk.tallies[index] }
    pairs += chunk.pairs
    if let mark = chunk.mark { self.mark = mark }
  }
}

/// The results of a chunk of trials.
package struct ChunkResult {
  let trials: Range<UInt64>
  var tallies: [Tally]
  var pairs = PairCounts()
  /// The records of the rounds; nil unless requested.
  var records: [RoundRecord]?
  /// The text written for the rounds, if there is a writer.
  package internal(set) var text: [UInt8] = []
  /// The value returned by the receiver of the rounds.
  var mark: UInt64?

  /// Whether the tally of each policy, and the pair counts if there are any, cover all trials.
  func isWhole(_ batch: Batch) -> Bool {
    let count = UInt64(trials.count)
    return pairs.total == (batch.countsPairs ? count : 0)
      && tallies.allSatisfy {
        batch.unit == .games ? $0.gamesWon + $0.gamesLost == count : $0.rounds.total == count
      }
  }

  /// Results of the same kind, with no counts.
  var emptied: ChunkResult {
    ChunkResult(
      trials: trials, tallies: tallies.map { Tally(countingSquaresOf: $0.squares?.size) },
      records: records == nil ? nil : [])
  }
}

/// A position in a file that is being written.
public struct Bookmark: Hashable, Sendable {
  /// The number of bytes that belong to the trials of the tally.
  public var length: UInt64
  /// The SHA-256 of the last ``tailLength`` of these bytes, or of all if there are fewer.
  public var tail: String

  /// The maximum number of bytes that a bookmark's hash covers.
  public static let tailLength = 4096

  /// Creates a bookmark.
  public init(length: UInt64, tail: String) {
    self.length = length
    self.tail = tail
  }
}
