import ZombiesAnalysis
import ZombiesCore

/// Models in the format `.pomdp` of A. R. Cassandra's `pomdp-solve`, which other solvers read too
/// (pomdp.org).
///
/// The format needs every action in every state. Before the draw, any action draws the level. A
/// move that is not legal leaves the state as it is. There are no fractions, so probabilities have
/// 18 decimals. The only reward is 1 for reaching state 1, so without a discount, the value is the
/// probability of a win.
public enum CassandraText {
  /// The lines before the first state.
  public static func head(of model: RoundModel) -> String {
    """
    # \(ModelText.title(of: model))
    # State 0: before the level is drawn. State 1: won. State 2: lost.
    # A move that is not legal changes nothing.
    discount: 1.0
    values: reward
    states: \(model.stateCount)
    actions: \(Direction.allCases.map(\.word).joined(separator: " "))
    observations: \(model.observationCount)
    start include: \(RoundModel.begin)
    R: * : * : \(RoundModel.won) : * 1.0
    R: * : \(RoundModel.won) : \(RoundModel.won) : * 0.0

    """
  }

  /// Appends the lines of a state as UTF-8.
  public static func append(_ state: Int, of model: RoundModel, to bytes: inout [UInt8]) {
    bytes += "O: * : ".utf8
    bytes.append(number: state)
    bytes += " : ".utf8
    bytes.append(number: model.observationNumber(in: state))
    bytes += " 1.0\n".utf8
    let any = Array("*".utf8)
    switch state {
    case RoundModel.begin:
      for start in model.starts {
        let share = eighteenDecimals(UInt64(start.draws), over: UInt64(model.draws.count))
        append(any, state, start.state, share, to: &bytes)
      }
    case RoundModel.won, RoundModel.lost: append(any, state, state, "1.0", to: &bytes)
    default:
      for move in Direction.allCases {
        append(
          ModelText.moves[Int(move.rawValue)], state, model.result(of: move, in: state) ?? state,
          "1.0", to: &bytes)
      }
    }
  }

  private static func append(
    _ move: [UInt8], _ state: Int, _ next: Int, _ probability: String, to bytes: inout [UInt8]
  ) {
    bytes += "T: ".utf8
    bytes += move
    bytes += " : ".utf8
    bytes.append(number: state)
    bytes += " : ".utf8
    bytes.append(number: next)
    bytes += " \(probability)\n".utf8
  }
}
