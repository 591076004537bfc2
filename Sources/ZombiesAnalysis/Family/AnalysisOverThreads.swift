import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver

extension FamilyAnalysis {
  /// Analyses a family, over threads; the result does not depend on their number.
  ///
  /// - Parameters:
  ///   - settings: What to analyse.
  ///   - threads: The number of threads.
  ///   - onProgress: Receives the number of placements done, at intervals, on the calling thread.
  /// - Throws: ``/ZombiesGrading/AnalysisError``, before any work if the family is too large.
  /// - Complexity: O(placements · policies · moves), for `random` times the states of a placement.
  public init(
    of settings: Settings, threads: Int, onProgress: ((UInt64) -> Void)? = nil
  ) throws(AnalysisError) {
    let evaluator = try PlacementEvaluator(settings)
    let queue = PieceQueue(AnalysisWork(evaluator))
    let watch = onProgress.map { onProgress in
      { (state: AnalysisWork) in
        onProgress(state.done)
        return true
      }
    }
    work(on: queue, threads: threads, watch: watch) {
      let search = CachingSolver(evaluator.solver)
      return { levels in
        Result { () throws(AnalysisError) in
          var values = evaluator.nothing
          for level in levels { try evaluator.look(at: level, search, &values) }
          return values
        }
      }
    }
    let end = queue.result
    if let error = end.error { throw error }
    self.init(evaluator, end.values)
  }
}

/// What the threads of an analysis share.
private struct AnalysisWork: PieceWork {
  private var placements: Placements.Iterator
  private(set) var done: UInt64 = 0
  private(set) var values: PlacementValues
  private(set) var error: AnalysisError?

  init(_ evaluator: PlacementEvaluator) {
    placements = Placements(evaluator.settings.family).makeIterator()
    values = evaluator.nothing
  }

  /// Some levels; none after an error.
  mutating func next() -> [Level]? {
    var levels: [Level] = []
    while error == nil, levels.count < 32, let level = placements.next() { levels.append(level) }
    return levels.isEmpty ? nil : levels
  }

  mutating func add(_ output: Result<PlacementValues, AnalysisError>, of levels: [Level]) {
    switch output {
    case .success(let part): values += part
    case .failure(let failure): error = error ?? failure
    }
    done += UInt64(levels.count)
  }
}
