import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator

/// A ``/ZombiesAnalysis/RoundModel`` as text for solvers. A text is a head, followed by a piece for
/// each state, so that a large model is never in memory as a whole.
public enum ModelText {
  /// The version of the forms. It changes if programs that read an earlier version would misread a
  /// model.
  static let version = 1

  /// The contents of a model in one line: version, levels, rules, and what the player sees.
  ///
  ///     zombies model 1: classic, any levels, 171 draws; catching-distance 1, …; view player
  static func title(of model: RoundModel) -> String {
    let rules = Rules.Variant.allCases.map {
      "\($0.option) \(model.rules.value(of: $0))"
    }.joined(separator: ", ")
    return "zombies model \(version): \(levels(of: model)); \(rules); view \(model.view.rawValue)"
  }

  /// The levels of a model, for people and in its first line.
  package static func levels(of model: RoundModel) -> String {
    switch model.levels {
    case .family(let family, let selection):
      "\(family), \(selection.rawValue) levels, \(counted(model.draws.count, "draw"))"
    case .level(let level): level.code
    }
  }

  /// The words for all moves, by their raw values, as UTF-8.
  static let moves = Direction.allCases.map { Array($0.word.utf8) }
}

extension [UInt8] {
  /// Appends a number of a state or an observation.
  mutating func append(number: Int) { append(decimal: UInt64(number)) }
}
