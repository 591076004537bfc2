import ZombiesCore
import ZombiesGrading
import ZombiesText

// Suggestions on the text screen: lines that work in the current place, and the nearest command for a
// misspelt one.

extension Session {
  /// The lines that do something now, most usual first.
  var suggestions: [String] {
    usualLines.filter { (try? deed(ofLine: $0))?.isAllowed ?? false }
  }

  /// A few examples of commands for the current place: "up, look or hint".
  var examples: String {
    let (moves, others) = suggestedMoves
    let few = (moves.prefix(1) + others).prefix(3)
    return few.isEmpty ? "help" : listed(Array(few), "or")
  }

  /// The answer to a line that means nothing: the nearest valid line, or examples of valid ones.
  func misunderstood(_ line: String) -> String {
    let shown = line.count > 40 ? line.prefix(40) + "…" : line[...]
    let start = "I do not understand '\(shown)'."
    if let advice = advice(on: line) { return "\(start) \(advice)" }
    let (moves, others) = suggestedMoves
    let all =
      (moves.isEmpty ? [] : [listed(moves, "or")]) + others.prefix(moves.isEmpty ? 4 : 2)
      + ["rules", "help"]
    return "\(start) Type \(listed(all, "or"))."
  }

  /// The suggested moves in a room, and the other suggestions.
  private var suggestedMoves: (moves: [String], others: [String]) {
    let words = isInRoom ? Direction.allCases.map { $0.word } : []
    let lines = suggestions
    return (lines.filter { words.contains($0) }, lines.filter { !words.contains($0) })
  }

  /// The usual commands of the place, whether or not they do something now.
  private var usualLines: [String] {
    let moves = ["up", "down", "left", "right"]
    switch place {
    case .rounds, .named, .original, .daily, .level, .turn, .trial, .lesson:
      switch stage {
      case .over: return ["next", "look", "undo", "score"]
      case .thinking, .showing: return ["stop"] + moves + ["look"]
      case .playing: return moves + ["look", "hint", "skip", "score"]
      }
    case .carousel: return ["right", "enter", "left", "buy", "list"]
    case .world: return ["play", "right", "back", "list", "left"]
    case .questions:
      guard let question = quizRun?.question else { return ["next", "score"] }
      return question.isClosed ? ["answer 2", "down", "up", "look"] : ["look"]
    case .board:
      let names = ["Ann", "Ben", "Eve"] + (1...Scoreboard.mostPlayers).map { "Player \($0)" }
      let name = names.first { seats.board.isFree($0) } ?? ""
      return ["add \(name)", "start", "turn", "end", "reset", "score"]
    case .workshop: return ["zombie 2 3", "size 6 6", "play", "undo"]
    }
  }

  // MARK: The nearest command

  /// A guess at the intended line: its first word, or all of it, replaced by the nearest command.
  ///
  /// - Returns: Nil if no command is near, or it would do nothing.
  func advice(on line: String) -> String? {
    let typed = line.split(separator: " ").map { String($0) }
    guard let first = typed.first?.lowercasedASCII else { return nil }
    let words = commands.flatMap { $0.words }
    let whole = typed.joined(separator: " ").lowercasedASCII
    let rest = typed.dropFirst().map { " " + $0 }.joined()
    let candidates = [
      nearest(whole, in: words), nearest(first, in: words + ["set"]).map { $0 + rest },
    ]
    for case let line? in candidates where line.lowercasedASCII != whole {
      do throws(Refusal) {
        if try deed(ofLine: line)?.isAllowed == true { return "Did you mean \(line)?" }
      } catch {
        // The command needs more words; the error says which.
        return error.description
      }
    }
    return nil
  }
}

/// The word nearest to the typed one; nil if none is near.
func nearest(_ typed: String, in words: [String]) -> String? {
  let length = typed.utf8.count
  // Same: no command is that long.
  guard length < 40 else { return nil }
  let near = words.filter { abs($0.utf8.count - length) < 4 }
    .map { ($0, editDistance(typed, $0)) }
    // Short words differ from each other by only a few letters, so they tolerate fewer errors.
    .filter { word, distance in distance <= (max(word.utf8.count, length) + 1) / 4 }
  // The first letter is rarely wrong.
  func differs(_ word: String) -> Int { word.utf8.first == typed.utf8.first ? 0 : 1 }
  return near.min { ($0.1, differs($0.0)) < ($1.1, differs($1.0)) }?.0
}
