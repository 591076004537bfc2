import ZombiesCore
import ZombiesFiles
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

/// Plays a batch for a command, with progress and checkpoints. A signal ends it in an orderly way.
struct BatchRun {
  private(set) var simulator: Simulator
  let progress: Progress

  /// The file to write every round to; nil if rounds are not written.
  var rounds: OutputFile?

  var checkpoint: CheckpointFile?

  /// Makes the text of a checkpoint.
  var text: (BatchProgress, Bookmark?) -> String

  /// The number of trials in earlier batches, if this is one of several.
  var trialsBefore: UInt64 = 0

  /// The number of trials in all batches, if this is one of several.
  var trialsInAll: UInt64?

  /// The command that resumes the run.
  var resumeLine: String

  /// Makes the plan of `optimal`, if it plays. The plan may take a while, so signals are not held yet.
  ///
  /// - Throws: ``Failure``.
  mutating func plan() throws(Failure) {
    let batch = simulator.batch
    if batch.policies.contains(.optimal), !batch.levels.areSoonPlanned(under: batch.rules) {
      progress.say("making a plan for optimal, which may take a minute\n")
    }
    do throws(SimulationError) { try simulator.plan() } catch {
      throw .badData(batch.message(of: error))
    }
  }

  /// Plays the batch. With a checkpoint, signals must be held (``Signals/hold()``).
  ///
  /// - Throws: ``Failure``, ``ReaderLeft`` or ``Interruption``.
  func play(from start: BatchProgress) throws -> BatchProgress {
    do { return try playBatch(from: start) } catch let error as SimulationError {
      // Keep the rows of the rounds before the error.
      if checkpoint == nil { try? rounds?.flush() }
      throw simulator.batch.failure(error)
    }
  }

  init(
    simulator: Simulator, progress: Progress, checkpoint: CheckpointFile? = nil,
    text: @escaping (BatchProgress, Bookmark?) -> String, resumeLine: String
  ) {
    self.simulator = simulator
    self.progress = progress
    self.checkpoint = checkpoint
    self.text = text
    self.resumeLine = resumeLine
  }

  /// Plays the batch.
  ///
  /// - Throws: ``SimulationError``, ``Failure``, ``ReaderLeft`` or ``Interruption``.
  func playBatch(from start: BatchProgress) throws -> BatchProgress {
    let stream = rounds.map(RowStream.init)
    var saveError: (any Error)?
    let watch = { (state: BatchProgress) in
      progress.update(trialsBefore + state.trialCount) { estimate(state) }
      if checkpoint != nil, Signals.caught != nil { return false }
      guard let checkpoint, checkpoint.isDue else { return true }
      do {
        try save(state)
        return true
      } catch {
        saveError = error
        return false
      }
    }
    // A run that saves as often as possible also checks as often as possible.
    let interval = min(0.05, checkpoint?.interval ?? 0.05)
    let batch = simulator.batch
    let end = try simulator.play(
      from: start, writer: { RoundRows(batch) },
      deliver: stream.map { stream in { @Sendable chunk in stream.write(chunk.text) } },
      every: interval, watch: watch)
    if let error = stream?.error ?? saveError { throw error }
    if checkpoint != nil, let signal = Signals.caught { throw try interruption(end, signal) }
    return end
  }

  /// Saves the state of the batch in the checkpoint, if there is one.
  func save(_ state: BatchProgress) throws {
    guard let checkpoint else { return }
    let bookmark = try rounds?.bookmark(at: state.mark)
    try checkpoint.save(text(state, bookmark), with: rounds)
  }

  /// Saves the state and returns the interruption by a signal.
  func interruption(_ state: BatchProgress, _ signal: Int32) throws -> Interruption {
    try save(state)
    progress.finish()
    return Interruption(
      signal: signal, after: trialsBefore + state.trialCount,
      of: trialsInAll ?? simulator.batch.trialCount, simulator.batch.unit.rawValue,
      savedIn: checkpoint, resumeLine: resumeLine)
  }

  /// The win rate of the first policy so far.
  private func estimate(_ state: BatchProgress) -> String {
    guard let policy = state.result.settings.policies.first else { return "" }
    let rate = state.result.rate(at: 0)
    guard let value = rate.value, let interval = rate.interval else { return "" }
    // An exact rate is shown without an interval: playing the same levels again would not change it.
    if rate.isExact { return " · \(policy) wins \(percent(value)) so far" }
    return " · \(policy) wins \(percent(interval.low))–\(percent(interval.high))"
  }
}

extension Interruption {
  /// The interruption of a run whose state is saved.
  ///
  /// - Parameters:
  ///   - unit: The unit that is counted, in the plural.
  ///   - resumeLine: The command that resumes the run.
  init(
    signal: Int32, after done: UInt64, of total: UInt64, _ unit: String,
    savedIn checkpoint: CheckpointFile?, resumeLine: String
  ) {
    self.init(
      signal: signal,
      message: "interrupted after \(grouped(done)) of \(grouped(total)) \(unit), saved in "
        + "'\(checkpoint?.path.text ?? "")'. To resume, run:\n  \(resumeLine)\n")
  }
}

/// Writes rows to a file as they are made. Only one thread writes at a time.
final class RowStream: @unchecked Sendable {
  private let output: OutputFile
  private(set) var error: (any Error)?

  init(_ output: OutputFile) { self.output = output }

  /// Writes rows; returns the length of the file, or nil after a failure.
  func write(_ rows: [UInt8]) -> UInt64? {
    do {
      try output.write(rows)
      try output.flush()
      return output.length
    } catch {
      self.error = error
      return nil
    }
  }
}
