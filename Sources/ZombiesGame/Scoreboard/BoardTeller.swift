import ZombiesCore
import ZombiesGrading

/// Describes the board in sentences.
struct BoardTeller {
  private let session: Session

  init(_ session: Session) { self.session = session }

  private var seats: HotSeat { session.seats }
  private var board: Scoreboard { seats.board }

  /// The state of the board: "Scoreboard: setting up".
  var heading: String {
    switch board.state {
    case .settingUp: "Scoreboard: setting up"
    case .playing: "Scoreboard: playing"
    case .gameOver: "Scoreboard: game over"
    }
  }

  /// The starting score and the way to win.
  var rules: String { "Everyone starts with \(board.startingScore). \(worth)" }

  /// The points for a round.
  var worth: String {
    switch board.winning {
    case .highest: "The highest score wins: 1 point for each round won."
    case .lowest:
      "The lowest score wins: the number of moves if you win a round, otherwise twice the move limit."
    }
  }

  /// A description of the whole board.
  var about: [String] {
    var sentences = [heading + "."]
    switch board.state {
    case .settingUp:
      sentences.append(
        board.players.isEmpty
          ? "There are no players yet."
          : "\(counted(board.players.count, "player")): \(listed(board.players.map { $0.name })).")
      sentences.append(rules)
    case .playing:
      sentences += lastLevel
      sentences += board.players.map { seats.told($0, score: $0.score) }
      sentences.append(next)
    case .gameOver:
      sentences += board.ranking.map { "\($0.rank). \($0.player.name): \($0.player.score)." }
      sentences.append(winners)
    }
    return sentences
  }

  /// The player whose turn it is.
  var next: String {
    guard let player = seats.next else {
      return board.players.isEmpty ? "There are no players." : "Everyone has left. End the game."
    }
    return "Level \(seats.levelsPlayed + 1): \(player.name)'s turn."
  }

  /// The results of the last level, from when everyone has played it until the first turn of the
  /// next one ends.
  var lastLevel: [String] {
    guard seats.results.isEmpty, !seats.lastResults.isEmpty else { return [] }
    return ["Level \(seats.levelsPlayed) is over."] + seats.lastResults.compactMap(result)
  }

  private func result(_ result: HotSeat.Result) -> String? {
    guard let player = seats.player(result.player) else { return nil }
    let moves = counted(result.moves, "move")
    let how =
      switch result.outcome {
      case .won: "won in \(moves)"
      case .caught: "was caught after \(moves)"
      case .stuck: "got stuck after \(moves)"
      case .outOfMoves: "ran out of moves after \(result.moves)"
      }
    return "\(player.name) \(how): \(counted(result.points, "point"))."
  }

  /// The winners.
  var winners: String {
    let crown = session.settings.style == .emoji ? "👑 " : ""
    let names = board.winners.map { crown + $0.name }
    switch names.count {
    case 0: return "There is no winner because there were no players."
    case 1: return "The winner is \(names[0])."
    default: return "The winners are \(listed(names))."
    }
  }
}

extension HotSeat {
  /// A player with a score.
  func told(_ player: Scoreboard.Player, score: Int) -> String {
    "\(player.name): \(score)\(absent.contains(player.id) ? ", has left" : "")."
  }
}
