import Foundation
import Synchronization
import Testing
import ZombiesTestBridge
import ZombiesTestSupport

// InterimSchedule is internal.
@testable import ZombiesSimulator

/// Batches that are stopped and resumed, and batches that end as soon as they are precise enough:
/// only here do these have exactly the records and the result of a batch that was never stopped.
@Suite struct ResumeTests {
  private static let threadCounts = isLong ? [1, 2, 3, 8] : [1, 3]

  /// A batch that is played in pieces, like a command with a checkpoint: its progress is kept
  /// between pieces, the records go to one log, and the mark is the log's length.
  private final class Run: Sendable {
    let batch: Batch
    private let log = Mutex<(records: [RecordLine], portions: Int)>(([], 0))

    init(_ batch: Batch) { self.batch = batch }

    var records: [RecordLine] { log.withLock { $0.records } }

    /// Plays until something stops it.
    ///
    /// - Parameters:
    ///   - portions: How many portions of records are accepted before one is refused. Nil for all.
    ///   - watches: How often `watch` is called before it stops the batch. Nil for any number.
    func play(
      from start: BatchProgress, threads: Int, portions: Int? = nil, watches: Int? = nil,
      isEnough: (@Sendable (BatchProgress) -> Bool)? = nil
    ) throws -> BatchProgress {
      log.withLock { $0.portions = 0 }
      var calls = 0
      return try Simulator(batch, threads: threads).play(
        from: start, isEnough: isEnough,
        onRounds: { [self] records in
          log.withLock { log in
            if log.portions == portions { return nil }
            log.records += records.map { RecordLine($0) }
            log.portions += 1
            return UInt64(log.records.count)
          }
        },
        every: 0.0005,
        watch: watches.map { watches in
          { _ in
            calls += 1
            return calls < watches
          }
        })
    }
  }

  /// The progress as a file would keep it between two pieces.
  private static func reread(_ state: BatchProgress) -> BatchProgress {
    BatchProgress(
      BatchResult(
        state.result.settings, whole: state.result.whole, played: state.result.played,
        tallies: state.result.tallies),
      pairs: state.pairs, mark: state.mark)
  }

  /// Batches of several chunks, some with two policies whose outcomes are counted in pairs.
  private static func batches() throws -> [(name: String, batch: Batch)] {
    var batches = [
      (
        "classic", try Batch(family: "classic", .any, policies: [.random, .edge], trials: 5..<2100)
      ),
      (
        "games",
        try Batch(
          family: "block", policies: [.edge, .beeline], unit: .games, trials: 0..<1100, maxMoves: 6)
      ),
      (
        "wide",
        try Batch(
          family: "5x200z4b150", .any, policies: [.random], trials: 3..<200, maxMoves: 10)
      ),
      (
        "list",
        try Batch(
          codes: ["S4/5/Z1#2/2F2/4P", "5/5/S3P/2Z2/5", "S3Z/5/5/Z4/4P"], policies: [.edge],
          unit: .games, trials: 7..<1100, maxMoves: 6)
      ),
      (
        "plans of a list",
        try Batch(
          codes: ["S3/4/Z1F1/3P", "S3/4/2Z1/3P", "S4/5/2Z2/5/4P"], policies: [.optimal, .edge],
          unit: .games, trials: 0..<1030, maxMoves: 8)
      ),
      (
        "last trials",
        try Batch(family: "classic", .any, policies: [.edge], trials: (.max - 1100)..<(.max))
      ),
    ]
    for place in batches.indices { batches[place].1.comparesPolicies = true }
    return batches
  }

  @Test func batchesMayBeStoppedAnywhere() throws {
    let seed: UInt64 = 40
    var random = NaiveRandom(seed: seed)
    let failure = try firstFailure(of: Self.batches()) { name, batch in
      let once = Run(batch)
      let start = BatchProgress(batch, countsSquares: true)
      let expected = try once.play(from: start, threads: 1)
      guard expected.trialCount == batch.trialCount, expected.next == batch.trials.upperBound,
        expected.mark == UInt64(once.records.count), expected.result.isComplete
      else { return "\(name): \(expected.trialCount) trials" }
      guard batch.countsPairs == (expected.pairs.total == batch.trialCount) else {
        return "\(name): \(expected.pairs)"
      }
      return try firstFailure(of: Self.threadCounts) { threads in
        let run = Run(batch)
        var (state, stops) = (start, [UInt64]())
        while state.next < batch.trials.upperBound {
          // Some stops of either kind, with any number of threads, and then on to the end.
          let isLate = stops.count > cases(2, long: 12)
          let kind = isLate ? 2 : random.below(2)
          let before = state.next
          state = try run.play(
            from: Self.reread(state), threads: stops.count % 3 == 2 ? 1 + random.below(4) : threads,
            portions: kind == 0 ? 1 + random.below(3) : nil,
            watches: kind == 1 ? 1 + random.below(4) : nil)
          stops.append(state.trialCount)
          // The records of a stopped batch are those of the trials that its result counts.
          let counted = state.result.tallies.reduce(0) { $0 + $1.rounds.total }
          guard state.next >= before, state.result.played.ranges.count <= 1,
            counted == UInt64(run.records.count)
          else {
            return "seed \(seed), \(name), \(threads) threads: \(stops)"
          }
        }
        let here = "seed \(seed), \(name), \(threads) threads, stopped at \(stops)"
        guard run.records == once.records else { return "\(here): records" }
        guard state.result == expected.result else { return "\(here): result" }
        guard state.pairs == expected.pairs else { return "\(here): pairs" }
        return state == expected ? nil : "\(here): mark \(state.mark), not \(expected.mark)"
      }
    }
    expectNil(failure)
    // A finished batch stays as it is.
    let batch = try Batch(family: "classic", policies: [.edge], trials: 3..<1500)
    let end = try Simulator(batch, threads: 2).play(from: BatchProgress(batch))
    for threads in Self.threadCounts {
      let calls = Mutex(0)
      let again = try Simulator(batch, threads: threads).play(
        from: end,
        onRounds: { _ in
          calls.withLock { $0 += 1 }
          return 1
        })
      let isSame = again == end
      expect(isSame && calls.withLock { $0 } == 0)
    }
  }

  // MARK: Checks at fixed numbers of trials

  /// Every hundred trials; from 2,000 on, after each further twentieth, in whole hundreds.
  private static func looks(upTo last: UInt64) -> [UInt64] {
    var looks: [UInt64] = []
    for hundreds in 1...max(1, last / 100) {
      let (done, number) = (looks.last ?? 0, hundreds * 100)
      if done < 2000 || number - done >= done / 20 / 100 * 100 { looks.append(number) }
    }
    return looks.filter { $0 <= last }
  }

  @Test func looksAreThoseOfTheList() {
    // By hand: steps of 100 up to 4,000, of 200 up to 6,000, of 300 up to 8,000 and beyond.
    let early: [UInt64] = [3900, 4000, 4200, 4400, 4600]
    let later: [UInt64] = [7500, 7800, 8100, 8500, 8900]
    expectEqual(Array(Self.looks(upTo: 4600).suffix(5)), early)
    expectEqual(Array(Self.looks(upTo: 9000).suffix(5)), later)
    expectEqual(InterimSchedule.looks(upTo: 1_000_000), Self.looks(upTo: 1_000_000))
    for last in [0, 99, 100, 4199, 4200] as [UInt64] {
      expectEqual(InterimSchedule.looks(upTo: last), last < 100 ? [] : Self.looks(upTo: last))
    }
    let most = InterimSchedule.looks(upTo: .max)
    expect(most.count < 1000 && most == most.sorted(), "\(most.count)")
  }

  /// The numbers of trials at which a batch is checked, with each number of threads, from any
  /// start.
  @Test func batchesAreLookedAtAtFixedNumbersOfTrials() throws {
    let last: UInt64 = isLong ? 9100 : 4300
    let batch = try Batch(
      family: "classic", .any, policies: [.edge], trials: 7..<7 + last, maxMoves: 1)
    let whole = try Simulator(batch, threads: 2).play(from: BatchProgress(batch))
    let looks = Self.looks(upTo: last)
    let firsts = [0, 2050, last] + (isLong ? [1, 100, 1999, 2000, 8900] : [])
    let failure = try firstFailure(of: firsts) { first in
      var part = batch
      part.trials = 7..<7 + first
      let tallies = try Simulator(part).run().tallies
      let start = BatchProgress(
        BatchResult(
          BatchSettings(batch), whole: batch.trials, played: RangeSet(part.trials), tallies: tallies
        ))
      return try firstFailure(of: Self.threadCounts) { threads in
        let seen = Mutex<[UInt64]>([])
        let end = try Simulator(batch, threads: threads).play(
          from: start,
          isEnough: { state in
            let isWhole =
              state.result.played == RangeSet(7..<7 + state.trialCount)
              && state.result[.edge]?.rounds.total == state.trialCount
            seen.withLock { $0.append(isWhole ? state.trialCount : 0) }
            return false
          })
        let numbers = seen.withLock { $0 }
        // This includes a check at the start, where the batch may already be precise enough.
        guard numbers == looks.filter({ $0 >= max(1, first) }) else {
          return "from \(first), \(threads) threads: \(numbers)"
        }
        return end == whole ? nil : "from \(first), \(threads) threads: result"
      }
    }
    expectNil(failure)
  }

  @Test func batchesEndExactlyWhereItIsEnough() throws {
    let batch = try Batch(
      family: "classic", .any, policies: [.edge, .random], trials: 11..<9011, maxMoves: 1)
    let wanted: [UInt64] = isLong ? [1, 101, 1024, 2099, 4001, 8100] : [1, 1024, 2099]
    let failure = try firstFailure(of: wanted) { wanted in
      let look = try require(Self.looks(upTo: 9000).first { $0 >= wanted })
      var part = batch
      part.trials = 11..<11 + look
      let expected = try Simulator(part, threads: 2).run().tallies
      return try firstFailure(of: Self.threadCounts) { threads in
        let isEnough: @Sendable (BatchProgress) -> Bool = { $0.trialCount >= wanted }
        let (once, run) = (Run(batch), Run(batch))
        let end = try once.play(from: BatchProgress(batch), threads: threads, isEnough: isEnough)
        let here = "\(wanted), \(threads) threads"
        guard end.isEnough, end.trialCount == look, end.result.tallies == expected,
          UInt64(once.records.count) == 2 * look, end.mark == 2 * look
        else { return "\(here): \(end.trialCount) instead of \(look)" }
        // The batch is stopped along the way.
        var (state, stops) = (BatchProgress(batch), [UInt64]())
        repeat {
          state = try run.play(
            from: Self.reread(state), threads: threads, portions: stops.count < 6 ? 2 : nil,
            watches: stops.count < 6 && stops.count % 2 == 1 ? 2 : nil, isEnough: isEnough)
          stops.append(state.trialCount)
        } while !state.isEnough && state.next < batch.trials.upperBound
        guard state.result == end.result, run.records == once.records else {
          return "\(here), stopped at \(stops)"
        }
        // It was enough, and still is.
        let again = try run.play(
          from: Self.reread(state), threads: threads, isEnough: isEnough)
        return again.isEnough && again.result == end.result && run.records == once.records
          ? nil : "\(here): continued"
      }
    }
    expectNil(failure)
  }
}
