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
      return { piece in
        Result { () throws(AnalysisError) in
          var values = evaluator.nothing
          for level in piece.levels { try evaluator.look(at: level, search, &values) }
          return values
        }
      }
    }
    let end = queue.result
    if let error = end.failure.error { throw error }
    self.init(evaluator, end.values)
  }
}

/// What the threads of an analysis share.
package struct AnalysisWork: PieceWork {
  private var placements: Placements.Iterator
  private var taken: UInt64 = 0
  fileprivate var done: UInt64 = 0
  fileprivate var values: PlacementValues

  /// Why a placement was not analysed: that of the first in order.
  package private(set) var failure = EarliestError<AnalysisError>()

  /// Some levels, and the number of the first.
  package struct Piece: Sendable {
    package let number: UInt64
    package let levels: [Level]
  }

  /// All placements of a family.
  package init(_ evaluator: PlacementEvaluator) {
    placements = Placements(evaluator.settings.family).makeIterator()
    values = evaluator.nothing
  }

  /// Some levels; none after an error.
  package mutating func next() -> Piece? {
    guard failure.error == nil else { return nil }
    var levels: [Level] = []
    while levels.count < 32, let level = placements.next() { levels.append(level) }
    defer { taken += UInt64(levels.count) }
    return levels.isEmpty ? nil : Piece(number: taken, levels: levels)
  }

  package mutating func add(_ output: Result<PlacementValues, AnalysisError>, of piece: Piece) {
    switch output {
    case .success(let part): values += part
    case .failure(let error): failure.keep(error, ofPieceAt: piece.number)
    }
    done += UInt64(piece.levels.count)
  }
}
