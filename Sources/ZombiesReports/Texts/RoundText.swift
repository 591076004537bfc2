import ZombiesCore
import ZombiesGrading

/// Descriptions of the moves of a round, for people.
public enum RoundText {
  /// The beginning of a round.
  ///
  /// - Parameters:
  ///   - round: The round, before its first move.
  ///   - hears: Whether to say what the player hears.
  public static func beginning(_ round: Round, hears: Bool = false) -> String {
    var text = "start: \(round.isLit ? "lit" : "dark")"
    if round.isLit, !round.level.isLit { text += " by a flashlight" }
    if let outcome = round.outcome { text += ", \(reason(outcome, round))" }
    return text + (hears ? heard(round) : "")
  }

  /// The effects of a move, and their reasons.
  ///
  /// - Parameters:
  ///   - number: The number of the move, from 1.
  ///   - events: The events of the move.
  ///   - round: The round, after the move.
  ///   - seesZombies: Whether to show where zombies went.
  ///   - hears: Whether to say what the player hears.
  public static func move(
    _ number: Int, _ events: [Round.Event], _ round: Round, seesZombies: Bool = true,
    hears: Bool = false
  ) -> String {
    var parts: [String] = []
    for event in events {
      switch event {
      case .stepped(let direction, let square):
        parts.append("\(direction) to \(square.place)")
      case .chased(let moves):
        if seesZombies { parts.append(chase(moves)) }
      case .lit:
        parts.append("a flashlight lights the room")
      case .ended(let outcome):
        parts.append(reason(outcome, round))
      }
    }
    return "move \(number): " + parts.joined(separator: "; ") + (hears ? heard(round) : "")
  }

  /// What the player hears, as the end of a text; empty if the player is told no number.
  private static func heard(_ round: Round) -> String {
    guard let count = Sight(round).heard else { return "" }
    let zombies = count == 0 ? "no zombies" : counted(count, "zombie")
    return "; you hear \(zombies) within \(counted(round.rules.hearingDistance, "step"))"
  }

  private static func chase(_ moves: [ChaseMove]) -> String {
    let steps = moves.filter { !$0.path.isEmpty }.map { move in
      ([move.from] + move.path).map(coordinates).joined(separator: "→")
    }
    if moves.isEmpty { return "there are no zombies" }
    return steps.isEmpty
      ? "no zombie can come closer" : "zombies chase: " + steps.joined(separator: ", ")
  }

  /// The row and column of a square in short, from 1 as in other texts.
  private static func coordinates(_ square: Square) -> String {
    "(\(square.row + 1),\(square.column + 1))"
  }

  private static func reason(_ outcome: Outcome, _ round: Round) -> String {
    switch outcome {
    case .won:
      return "won: the player reached the signpost"
    case .caught:
      let zombies = round.zombies.squares.filter {
        round.rules.catches(round.player, zombie: $0, in: round.level.size)
      }
      let names = zombies.map(coordinates).joined(separator: " and ")
      return zombies.contains(round.player)
        ? "caught: a zombie is on the player's square"
        : "caught: \(zombies.count == 1 ? "the zombie" : "the zombies") at \(names) "
          + "\(zombies.count == 1 ? "is" : "are") one step away"
    case .stuck:
      return "stuck: no legal move is left"
    case .outOfMoves:
      return "out of moves"
    }
  }
}
