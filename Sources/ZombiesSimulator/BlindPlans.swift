/// The players of `optimal` in a batch, whose plans are made once, before the first round: one a
/// family. Threads share them.
struct BlindPlans: Sendable {
  /// One for all levels of a family; one for each place of a list; none where `optimal` does not play.
  private var players: [BlindPlayer] = []

  /// Makes the plans that a batch needs.
  init(_ batch: Batch) throws(SimulationError) {
    guard batch.policies.contains(.optimal) else { return }
    var known: [Family: BlindPlayer] = [:]
    let families: [Family]
    do throws(PlanError) {
      switch batch.levels {
      case .generated(let generator): families = [generator.family]
      case .list(let levels):
        families = try levels.map { level throws(PlanError) in try BlindPlan.family(of: level) }
      }
      for family in families {
        if known[family] == nil { known[family] = try BlindPlayer(family, rules: batch.rules) }
        if let player = known[family] { players.append(player) }
      }
    } catch {
      throw .policy(.noPlan(error))
    }
  }

  /// The player of a level, by its place where it is from a list.
  func player(listed place: Int?) -> BlindPlayer { players[place ?? 0] }
}
