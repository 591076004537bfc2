import ZombiesAnalysis
import ZombiesCore

/// Models in the format DRN, the explicit format of the model checker Storm (stormchecker.org).
///
/// A model is a POMDP or, if the player sees everything, an MDP. State 0 draws the level, with
/// exact fractions as probabilities. The labels `init`, `won` and `lost` each mark one state.
public enum DRNText {
  /// The lines before the first state.
  public static func head(of model: RoundModel) -> String {
    """
    // \(ModelText.title(of: model))
    @type: \(seesAll(model) ? "MDP" : "POMDP")
    @parameters

    @reward_models

    @nr_states
    \(model.stateCount)
    @nr_choices
    \(model.choiceCount)
    @model

    """
  }

  /// An MDP has no observations.
  private static func seesAll(_ model: RoundModel) -> Bool {
    switch model.view {
    case .all: true
    case .player, .none: false
    }
  }

  /// Appends the lines of a state as UTF-8. They must be written in the order of the states.
  public static func append(_ state: Int, of model: RoundModel, to bytes: inout [UInt8]) {
    bytes += "state ".utf8
    bytes.append(number: state)
    if !seesAll(model) {
      bytes += " {".utf8
      bytes.append(number: model.observationNumber(in: state))
      bytes += "}".utf8
    }
    switch state {
    case RoundModel.begin:
      bytes += " init\n\taction draw\n".utf8
      for start in model.starts {
        append(start.state, "\(start.draws)/\(model.draws.count)", to: &bytes)
      }
    case RoundModel.won, RoundModel.lost:
      bytes += (state == RoundModel.won ? " won" : " lost").utf8
      bytes += "\n\taction stay\n".utf8
      append(state, "1", to: &bytes)
    default:
      bytes += "\n".utf8
      for move in Direction.allCases {
        guard let next = model.result(of: move, in: state) else { continue }
        bytes += "\taction ".utf8
        bytes += ModelText.moves[Int(move.rawValue)]
        bytes += "\n".utf8
        append(next, "1", to: &bytes)
      }
    }
  }

  private static func append(_ next: Int, _ probability: String, to bytes: inout [UInt8]) {
    bytes += "\t\t".utf8
    bytes.append(number: next)
    bytes += " : \(probability)\n".utf8
  }
}
