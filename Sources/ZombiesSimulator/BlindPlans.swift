import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// The players of `optimal` in a batch. Their plans are made before the first round, one per
/// family, and shared by all threads.
enum BlindPlans: Sendable {
  /// The batch does not use `optimal`.
  case none
  /// All levels are from one family.
  case family(BlindPlayer)
  /// The players and, for each level of a list, the index of its player.
  case list([BlindPlayer], [UInt32])

  /// Makes the plans that a batch needs.
  init(_ batch: Batch) throws(SimulationError) {
    self = .none
    guard batch.policies.contains(.optimal) else { return }
    do throws(PlanError) {
      switch batch.levels {
      case .generated(let generator):
        self = .family(try BlindPlayer(generator.family, rules: batch.rules))
      case .list(let levels):
        var players: [BlindPlayer] = []
        var numbers: [Family: UInt32] = [:]
        var playerNumbers: [UInt32] = []
        playerNumbers.reserveCapacity(levels.count)
        try levels.forEachFamily { family throws(PlanError) in
          let number = numbers[family] ?? UInt32(players.count)
          if number == players.count {
            players.append(try BlindPlayer(family, rules: batch.rules))
            numbers[family] = number
          }
          playerNumbers.append(number)
        }
        self = .list(players, playerNumbers)
      }
    } catch {
      throw .policy(.noPlan(error))
    }
  }

  /// The player of a level, by its index if it is from a list.
  ///
  /// - Throws: ``PolicyError/notPlanned`` if the level has no plan.
  func player(listed index: Int?) throws(PolicyError) -> BlindPlayer {
    switch self {
    case .family(let player) where index == nil: return player
    case .list(let players, let numbers):
      if let index, numbers.indices.contains(index) { return players[Int(numbers[index])] }
      throw .notPlanned
    case .none, .family: throw .notPlanned
    }
  }
}

extension Batch.Levels {
  /// The reason why `optimal` cannot play all of these levels, if it is known before a plan is
  /// made; otherwise nil.
  package func obstacleToPlanning(under rules: Rules) -> PlanError? {
    do throws(PlanError) {
      switch self {
      case .generated(let generator):
        if let error = BlindPlan.obstacle(for: generator.family, rules: rules) { throw error }
      case .list(let levels):
        var checked: Set<Family> = []
        try levels.forEachFamily { family throws(PlanError) in
          guard checked.insert(family).inserted else { return }
          if let error = BlindPlan.obstacle(for: family, rules: rules) { throw error }
        }
      }
      return nil
    } catch {
      return error
    }
  }
}
