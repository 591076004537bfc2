import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

/// The policies that play each combination of a grid of settings, known before anything is played.
struct PolicyGrid {
  /// The policies that play each combination.
  let playing: [[Policy]]

  /// The policies that were named or play some combination. Each has rows for every combination.
  let policies: [Policy]

  /// The programs that play every combination.
  let programs: ProgramGrid

  /// A combination that a policy leaves out.
  private struct Left {
    let policy: Policy
    let levels: Batch.Levels
    /// The reason if the policy cannot play it; nil if it is only slow.
    var obstacle: PlanError?
  }

  private var left: [Left] = []

  /// Finds who plays.
  ///
  /// With `all`, `optimal` plays only if its plan takes a moment, and `cautious` only if its rounds do. If
  /// they are named, they play whenever they can.
  init(
    _ combinations: [(levels: Batch.Levels, rules: Rules)], _ arguments: Arguments
  ) throws(Failure) {
    let named = try arguments.policies()
    programs = try ProgramGrid(combinations[0].levels, combinations[0].rules, arguments)
    var (playing, left) = ([[Policy]](), [Left]())
    for (levels, rules) in combinations {
      var leaving: [Left]
      if let named {
        let obstacle = named.contains(.optimal) ? levels.obstacleToPlanning(under: rules) : nil
        leaving = obstacle.map { [Left(policy: .optimal, levels: levels, obstacle: $0)] } ?? []
      } else {
        leaving = levels.slowPolicies(under: rules).map { Left(policy: $0, levels: levels) }
      }
      playing.append(
        (named ?? Policy.builtIn).filter { policy in !leaving.contains { $0.policy == policy } }
          + programs.policies)
      left += leaving
    }
    policies =
      (named ?? Policy.builtIn.filter { policy in playing.contains { $0.contains(policy) } })
      + programs.policies
    (self.playing, self.left) = (playing, left)
  }

  /// Notes which policies leave out which combinations.
  func note(_ arguments: Arguments) {
    for policy in [Policy.cautious, .optimal] {
      let some = left.filter { $0.policy == policy }
      guard let first = some.first else { continue }
      let which =
        "\(grouped(some.count)) of \(counted(playing.count, "combination"))"
        + Self.names(of: some.map(\.levels))
      if let obstacle = first.obstacle {
        let family = first.levels.familyName.map { "\($0): " } ?? ""
        arguments.note(
          "\(policy) cannot play \(which), so it has no results there; the first: "
            + "\(family)\(obstacle)\n")
      } else if arguments.has(.policies) || policy == .optimal && policies.contains(policy) {
        let reason =
          policy == .optimal
          ? "its plan would take too long or cannot be made"
          : "its rounds may take long in a room of more than \(Policy.quickCautiousSquares) squares"
        arguments.note(
          "all omits \(policy) in \(which), because \(reason); name \(policy) to try\n")
      }
    }
  }

  /// The distinct families of some combinations, in brackets; empty for given levels.
  private static func names(of levels: [Batch.Levels]) -> String {
    var names: [String] = []
    for name in levels.compactMap(\.familyName) where names.last != name { names.append(name) }
    if names.isEmpty { return "" }
    let more = names.count - mostNames
    return " (\(names.prefix(mostNames).joined(separator: ", "))"
      + (more > 0 ? " and \(grouped(more)) more" : "") + ")"
  }

  private static let mostNames = 6
}

extension Batch.Levels {
  fileprivate var familyName: String? {
    if case .generated(let generator) = self { generator.family.name } else { nil }
  }
}
