import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// The players of `optimal` in a batch. Their plans are made before the first round, one per
/// family, and shared by all threads.
struct BlindPlans: Sendable {
  private var players: [BlindPlayer] = []

  /// For each level of a list, the index of its player.
  private var numbers: [UInt32] = []

  /// Makes the plans that a batch needs.
  init(_ batch: Batch) throws(SimulationError) {
    guard batch.policies.contains(.optimal) else { return }
    do throws(PlanError) {
      var known: [Family: UInt32] = [:]
      try batch.levels.forEachFamily { family throws(PlanError) in
        let number = known[family] ?? UInt32(players.count)
        if number == players.count {
          players.append(try BlindPlayer(family, rules: batch.rules))
          known[family] = number
        }
        numbers.append(number)
      }
    } catch {
      throw .policy(.noPlan(error))
    }
  }

  /// The player of a level, by its index if it is from a list.
  ///
  /// - Throws: ``PolicyError/notPlanned`` if the level has no plan.
  func player(listed index: Int?) throws(PolicyError) -> BlindPlayer {
    guard numbers.indices.contains(index ?? 0) else { throw .notPlanned }
    return players[Int(numbers[index ?? 0])]
  }
}

extension Batch.Levels {
  /// Calls the body with the family of each level of a list, in order, or with the family of generated levels.
  ///
  /// - Throws: ``PlanError/notOfAFamily(_:)``, or an error of the body.
  func forEachFamily(_ body: (Family) throws(PlanError) -> Void) throws(PlanError) {
    switch self {
    case .generated(let generator): try body(generator.family)
    case .list(let levels):
      for index in 0..<levels.count {
        guard let family = levels.form(at: index).family else { throw .notOfAFamily(levels[index]) }
        try body(family)
      }
    }
  }

  /// The reason why `optimal` cannot play all of these levels, if it is known before a plan is
  /// made; otherwise nil.
  package func obstacleToPlanning(under rules: Rules) -> PlanError? {
    do throws(PlanError) {
      var checked: Set<Family> = []
      try forEachFamily { family throws(PlanError) in
        guard checked.insert(family).inserted else { return }
        if let error = BlindPlan.obstacle(for: family, rules: rules) { throw error }
      }
      return nil
    } catch {
      return error
    }
  }
}
