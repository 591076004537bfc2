import ZombiesCore

/// A round told move by move, for people.
public enum RoundText {
  /// How a round begins.
  ///
  /// - Parameters:
  ///   - round: The round, before its first move.
  ///   - first: The number of the first row and column: 0 as in tables, or 1 as people count.
  public static func beginning(_ round: Round, countingFrom first: Int = 0) -> String {
    var text = "start: \(round.isLit ? "lit" : "dark")"
    if round.isLit, !round.level.isLit { text += ", a flashlight is in sight" }
    if let outcome = round.outcome { text += ", \(reason(outcome, round, first))" }
    return text
  }

  /// What a move did and why.
  ///
  /// - Parameters:
  ///   - number: The move's number, from 1.
  ///   - events: What happened in the move.
  ///   - round: The round, after the move.
  ///   - seesZombies: Whether to tell where zombies went.
  ///   - first: The number of the first row and column: 0 as in tables, or 1 as people count.
  public static func move(
    _ number: Int, _ events: [Round.Event], _ round: Round, seesZombies: Bool = true,
    countingFrom first: Int = 0
  ) -> String {
    var parts: [String] = []
    for event in events {
      switch event {
      case .stepped(let direction, let square):
        let (row, column) = (square.row + first, square.column + first)
        parts.append("\(direction) to row \(row), column \(column)")
      case .chased(let moves):
        if seesZombies { parts.append(chase(moves, first)) }
      case .lit:
        parts.append("a flashlight is in sight: the room is lit")
      case .ended(let outcome):
        parts.append(reason(outcome, round, first))
      }
    }
    return "move \(number): " + parts.joined(separator: "; ")
  }

  private static func chase(_ moves: [ChaseMove], _ first: Int) -> String {
    let steps = moves.filter { !$0.path.isEmpty }.map { move in
      ([move.from] + move.path).map { coordinates($0, first) }.joined(separator: "→")
    }
    if moves.isEmpty { return "there is no zombie to chase" }
    return steps.isEmpty
      ? "no zombie can come nearer" : "zombies chase: " + steps.joined(separator: ", ")
  }

  private static func coordinates(_ square: Square, _ first: Int) -> String {
    "(\(square.row + first),\(square.column + first))"
  }

  private static func reason(_ outcome: Outcome, _ round: Round, _ first: Int) -> String {
    switch outcome {
    case .won:
      return "won: the signpost is reached"
    case .caught:
      let zombies = round.zombies.squares.filter {
        round.rules.catches(round.player, zombie: $0, in: round.level.size)
      }
      let names = zombies.map { coordinates($0, first) }.joined(separator: " and ")
      return round.rules.catchingDistance == 0
        ? "caught: a zombie is on the player's square"
        : "caught: \(zombies.count == 1 ? "the zombie" : "zombies") at \(names) "
          + "\(zombies.count == 1 ? "is" : "are") within one square"
    case .stuck:
      return "stuck: no legal move is left"
    case .outOfMoves:
      return "out of moves"
    }
  }
}
