import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// Decides each placement of a family and plays it with each policy.
package struct PlacementEvaluator: Sendable {
  /// The settings of the analysis.
  package let settings: FamilyAnalysis.Settings

  /// The number of placements.
  package let placements: UInt64

  /// The policies that are ready to play; nil for `random`.
  private let fixed: [FixedPolicy?]

  /// Prepares an analysis.
  ///
  /// - Throws: ``AnalysisError`` if the family is too large or a policy cannot play.
  package init(_ settings: FamilyAnalysis.Settings) throws(AnalysisError) {
    placements = try Self.placements(of: settings)
    fixed = try settings.policies.map { policy throws(AnalysisError) in
      try FixedPolicy(policy, of: settings)
    }
    self.settings = settings
  }

  /// The number of placements.
  ///
  /// - Throws: ``AnalysisError`` if the family is too large, or if there are no placements.
  static func placements(
    of settings: FamilyAnalysis.Settings
  ) throws(AnalysisError) -> UInt64 {
    let family = settings.family
    guard let count = family.placementCount, count <= settings.placementLimit else {
      throw .tooManyPlacements(
        family, count: family.placementCount, limit: settings.placementLimit)
    }
    let states = family.mostStates
    guard states.map({ $0 <= settings.stateLimit }) ?? false else {
      throw .tooManyStates(family, count: states, limit: settings.stateLimit)
    }
    guard count > 0 else { throw .noPlacement(family) }
    return count
  }

  /// The plan of `optimal`; nil if it does not play or needs no plan.
  package var plan: BlindPlan? { fixed.lazy.compactMap { $0?.plan }.first }

  /// The values before the first placement.
  package var nothing: PlacementValues {
    PlacementValues(sums: settings.policies.map { _ in (RoundSums(), RoundSums()) })
  }

  /// The solver that decides the placements.
  package var solver: Solver { Solver(rules: settings.rules, stateLimit: settings.stateLimit) }

  /// Adds the results of a placement, if it counts.
  ///
  /// - Parameters:
  ///   - level: The placement.
  ///   - search: The ``solver``, one per thread.
  ///   - values: The values of the placements so far.
  package func look(
    at level: Level, _ search: Solver, _ values: inout PlacementValues
  ) throws(AnalysisError) {
    if SearchStop.isWanted { throw .gaveUp(level) }
    guard settings.accepts?(level) ?? true else { return }
    let decision = search.decide(level)
    if decision.verdict == .gaveUp { throw .gaveUp(level) }
    if let par = decision.par { values.count(par: par) }
    for (place, policy) in fixed.enumerated() {
      var sums = RoundSums()
      if let policy {
        do throws(PolicyError) {
          let played = try policy.play(
            level, rules: settings.rules, moveLimit: settings.moveLimit, solver: search)
          sums.add(played.outcome, moves: played.moves)
        } catch {
          if case .gaveUp(let level) = error { throw .gaveUp(level) }
          throw .policy(error)
        }
      } else {
        sums.add(try randomValues(of: level))
      }
      values.sums[place].all += sums
      if decision.verdict == .solvable { values.sums[place].solvable += sums }
    }
  }

  private func randomValues(of level: Level) throws(AnalysisError) -> RandomChain.Values {
    guard let graph = try? StateGraph(level, rules: settings.rules, stateLimit: settings.stateLimit)
    else { throw .gaveUp(level) }
    let values = RandomChain(graph).values(moveLimit: settings.moveLimit)
    // Longer rounds would overflow the sums and take too long to compute.
    guard values.errorBound < 0x1p-20, values.meanMoves < 0x1p36 || values.neverEnding > 0 else {
      throw .notComputed(level)
    }
    return values
  }
}

/// The values for some placements of a family. The values for disjoint parts add up to those for the
/// whole family.
package struct PlacementValues: Sendable {
  /// The number of solvable placements, by par.
  private(set) var pars: [UInt64] = []

  /// The outcomes of each policy's rounds, on all placements and on the solvable ones.
  fileprivate(set) var sums: [(all: RoundSums, solvable: RoundSums)]

  fileprivate init(sums: [(all: RoundSums, solvable: RoundSums)]) { self.sums = sums }

  fileprivate mutating func count(par: Int) {
    while pars.count <= par { pars.append(0) }
    pars[par] += 1
  }

  /// Adds the values of other placements.
  package static func += (values: inout PlacementValues, other: PlacementValues) {
    for (par, count) in other.pars.enumerated() where count > 0 {
      while values.pars.count <= par { values.pars.append(0) }
      values.pars[par] += count
    }
    for (place, sums) in other.sums.enumerated() {
      values.sums[place].all += sums.all
      values.sums[place].solvable += sums.solvable
    }
  }
}
