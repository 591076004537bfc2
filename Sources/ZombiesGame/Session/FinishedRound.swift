import ZombiesCore
import ZombiesGrading

/// A finished round, for sharing without spoilers.
struct FinishedRound: Equatable {
  let name: String
  let day: Day?
  let outcome: Outcome
  let moves: Int
  let hints: Int
  let takenBack: Int
  let isCounted: Bool
  /// Whether it was a turn of a player of the board.
  let isTurn: Bool

  init(
    name: String, day: Day?, outcome: Outcome, moves: Int, hints: Int, takenBack: Int,
    isCounted: Bool, isTurn: Bool
  ) {
    (self.name, self.day, self.outcome, self.moves) = (name, day, outcome, moves)
    (self.hints, self.takenBack) = (hints, takenBack)
    (self.isCounted, self.isTurn) = (isCounted, isTurn)
  }

  init(_ attempt: Attempt, _ outcome: Outcome, counted: Bool) {
    name = attempt.named.name
    day = attempt.day
    self.outcome = outcome
    moves = attempt.path.count
    hints = attempt.hints
    takenBack = attempt.takenBack
    isCounted = counted
    isTurn = attempt.turn != nil
  }

  /// The summary: a sentence and a line of symbols.
  func share(_ style: PictureStyle) -> [String] {
    let how =
      switch outcome {
      case .won: "I won"
      case .caught: "I was caught in"
      case .stuck: "I got stuck in"
      case .outOfMoves: "I ran out of moves in"
      }
    let level = day.map { "the daily level of \($0), \(name)," } ?? name
    let sentence =
      "\(how) \(level) \(outcome == .won ? "in" : "after") \(counted(moves, "move"))"
      + (isCounted ? "." : ", in practice.")
    return [sentence, line(style)]
  }

  /// The outcome and the numbers of moves, hints and undone moves. It reveals no direction and no thing.
  private func line(_ style: PictureStyle) -> String {
    let isEmoji = style == .emoji
    var parts: [String] = []
    switch outcome {
    case .won: parts.append(isEmoji ? "🥳" : "WON")
    case .caught: parts.append(isEmoji ? "🧟" : "CAUGHT")
    case .stuck, .outOfMoves: parts.append(isEmoji ? "🚧" : "STUCK")
    }
    parts.append((isEmoji ? "👣" : "moves ") + String(moves))
    if hints > 0 { parts.append((isEmoji ? "💡" : "hints ") + String(hints)) }
    if takenBack > 0 { parts.append((isEmoji ? "🔁" : "undone ") + String(takenBack)) }
    return parts.joined(separator: isEmoji ? " " : ", ")
  }
}

extension Session {
  /// The last finished round, if it may be shared now. Its name may reveal a level that other players
  /// of the board have not played yet.
  var shareable: FinishedRound? {
    guard let lastOver, !(lastOver.isTurn && seats.isInLevel) else { return nil }
    return lastOver
  }
}
