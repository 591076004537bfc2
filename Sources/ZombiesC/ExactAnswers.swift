import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator

/// The exact results of the best players, and of random play, on the levels that a pool plays.
struct Optimum {
  private let levels: UInt64
  private let withoutSight, withSight: UInt64
  private let random: ExactValue

  /// The largest limit on moves. The values of random play change with every move.
  private static let mostMoves = 1_000_000

  /// Computes them.
  ///
  /// - Throws: ``Failure`` if the family, or the pool's limit on moves, is too large.
  /// - Complexity: That of an analysis of the family.
  init(of pool: RoundPool) throws(Failure) {
    guard pool.moveLimit <= Self.mostMoves else {
      throw Failure(
        .tooLarge,
        "the limit of \(pool.moveLimit) moves is too large for exact results, which take "
          + "steps for each move: expected at most \(Self.mostMoves)")
    }
    let (family, selection) = (pool.generator.family, pool.generator.selection)
    let analysis: FamilyAnalysis
    do throws(AnalysisError) {
      var settings = FamilyAnalysis.Settings(
        family, rules: pool.rules, policies: [.optimal, .clairvoyant, .random],
        moveLimit: .moves(pool.moveLimit))
      settings.accepts = pool.settings.accepts
      analysis = try FamilyAnalysis(of: settings)
    } catch {
      throw Failure(.tooLarge, error.description)
    }
    func row(_ policy: Policy) -> PolicyAnalysis? {
      analysis.policies.first { $0.policy == policy && $0.levels == selection }
    }
    guard let blind = row(.optimal)?.wins, let sighted = row(.clairvoyant)?.wins,
      let chance = row(.random), let won = chance.won
    else { throw Failure(.tooLarge, "\(family) has no levels") }
    (levels, withoutSight, withSight, random) = (chance.placements, blind, sighted, won)
  }

  var json: String {
    """
    {"levels": \(levels), "without_sight": \(withoutSight), "with_sight": \(withSight), \
    "random": \(random.approximate), "random_error": \(random.errorBound)}
    """
  }
}

extension BestMoves {
  var json: String {
    let moves = moves.map { "{\"move\": \($0.direction.rawValue), \"wins\": \($0.wins)}" }
    let best = best.map { "\($0.rawValue)" }
    return """
      {"levels": \(levels), "moves": [\(moves.joined(separator: ", "))], \
      "best": [\(best.joined(separator: ", "))], "advice": \(advice.map { "\($0.rawValue)" } ?? "null")}
      """
  }
}

extension Failure {
  init(_ error: BestMovesError) {
    switch error {
    case .noFamily: self.init(.badLevel, error.description)
    case .tooLarge, .tooManyPlacements, .noPlan, .gaveUp: self.init(.tooLarge, error.description)
    }
  }
}
