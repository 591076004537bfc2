import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver

extension FamilyAnalysis {
  /// Analyzes a family on several threads. The result does not depend on their number.
  ///
  /// - Parameters:
  ///   - settings: The settings of the analysis.
  ///   - threads: The number of threads.
  ///   - onProgress: Receives the number of placements done, at intervals, on the calling thread.
  /// - Throws: ``/ZombiesGrading/AnalysisError``, before any work if the family is too large.
  /// - Complexity: O(placements · policies · moves); for `random`, times the states of a placement.
  public init(
    of settings: Settings, threads: Int, onProgress: ((UInt64) -> Void)? = nil
  ) throws(AnalysisError) {
    let evaluator = try PlacementEvaluator(settings)
    let pieces = PlacementPieces(placements: Placements(settings.family).makeIterator())
    let values = try addUp(
      pieces, into: evaluator.nothing, threads: threads,
      by: { (sum: inout PlacementValues, part: PlacementValues) throws(AnalysisError) in sum += part
      },
      watch: telling(onProgress),
      worker: {
        let search = evaluator.solver
        return { levels, tell in
          defer { tell(UInt64(levels.count)) }
          return Result { () throws(AnalysisError) in
            var values = evaluator.nothing
            for level in levels { try evaluator.look(at: level, search, &values) }
            return values
          }
        }
      })
    self.init(evaluator, values)
  }
}

/// All placements of a family, in pieces.
private struct PlacementPieces: IteratorProtocol, Sendable {
  var placements: Placements.Iterator

  mutating func next() -> [Level]? {
    var levels: [Level] = []
    while levels.count < 32, let level = placements.next() { levels.append(level) }
    return levels.isEmpty ? nil : levels
  }
}
