import ZombiesCore
import ZombiesGrading

// Finished rounds, for sharing without spoilers.

extension Attempt {
  /// The summary: a sentence and a line of symbols.
  ///
  /// - Parameter result: The result of its day; nil for other rounds, and before the day has a result.
  func share(_ style: PictureStyle, _ result: DayResult? = nil, inARow row: Int = 0) -> [String] {
    let (moves, isCounted) = (path.count, ending?.counted ?? false)
    let how =
      switch outcome {
      case .won, nil: "I won"
      case .caught: "I was caught in"
      case .stuck: "I got stuck in"
      case .outOfMoves: "I ran out of moves in"
      }
    let level = day.map { "the daily Zombies level of \($0)" } ?? named.name
    if isCounted, let result, result.moves == moves || outcome != .won && result.moves == nil {
      let end = result.moves == nil ? "I lost \(level)" : "\(how) \(level)"
      let days = row > 1 ? ", \(counted(row, "day")) in a row" : ""
      return [
        end + (result.moves.map { " in \(counted($0, "move"))" } ?? "")
          + (result.isPar ? ", the fewest possible" : "") + days + ".",
        line(style, hearts: result.moves == nil ? 0 : 4 - result.life),
      ]
    }
    let sentence =
      "\(how) \(level) \(outcome == .won ? "in" : "after") \(counted(moves, "move"))"
      + (isCounted ? "." : ", in practice.")
    return [sentence, line(style)]
  }

  /// The outcome and the numbers of moves, hints and undone moves. It reveals no direction and no thing.
  ///
  /// - Parameter hearts: The lives that were left of three; nil to leave them out.
  private func line(_ style: PictureStyle, hearts: Int? = nil) -> String {
    let isEmoji = style == .emoji
    var parts: [String] = []
    switch outcome {
    case .won, nil: parts.append(isEmoji ? "🥳" : "WON")
    case .caught: parts.append(isEmoji ? "🧟" : "CAUGHT")
    case .stuck, .outOfMoves: parts.append(isEmoji ? "🚧" : "STUCK")
    }
    parts.append((isEmoji ? "👣" : "moves ") + String(path.count))
    if let hearts {
      parts.append(
        isEmoji
          ? String(repeating: "❤️", count: hearts) + String(repeating: "🖤", count: 3 - hearts)
          : "lives \(hearts)")
    }
    if hints > 0 { parts.append((isEmoji ? "💡" : "hints ") + String(hints)) }
    if takenBack > 0 { parts.append((isEmoji ? "🔁" : "undone ") + String(takenBack)) }
    return parts.joined(separator: isEmoji ? " " : ", ")
  }
}

extension Session {
  /// The last finished round, if it may be shared now. Its name may reveal a level that other players
  /// of the board have not played yet.
  var shareable: Attempt? {
    guard let lastOver, !(lastOver.turn != nil && seats.isInLevel) else { return nil }
    return lastOver
  }

  /// The summary of the last finished round; empty if it may not be shared now.
  public var shared: [String] { shareable.map { summary(of: $0) } ?? [] }

  /// The summary of a finished round, with the result of its day.
  func summary(of round: Attempt) -> [String] {
    round.share(
      settings.style, round.day.flatMap { days[$0] },
      inARow: round.day == today ? today.map { days.row(until: $0) } ?? 0 : 0)
  }
}
