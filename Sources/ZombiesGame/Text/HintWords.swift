import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// A hint in words: in full, and as a caption.

extension Teller {
  /// A hint in sentences: the move, the reason for it, and what it costs.
  func hint(_ hint: Hint) -> String {
    // The first hint in a level of a world.
    let costs =
      attempt.campaignPlace != nil && attempt.standing == .counts && attempt.costlyHints == 1
    return answer(hint) + (costs ? " With a hint, a win earns 1 star." : "")
  }

  private func answer(_ hint: Hint) -> String {
    switch hint {
    case .solution(let move, let moves):
      let length = counted(moves, "move")
      return "Hint: \(move.word). A shortest path from here takes \(length)."
    case .lost(.search): return "Hint: nothing can be won from here."
    case .lost(.sight):
      return "Hint: nothing can be won from here. What you have seen "
        + (attempt.rules.hearingTellsMore ? "and heard " : "") + "proves it."
    case .unknown(let states):
      return "Hint: not known. The search gave up after \(states) states."
    case .best(let move, let chance, let step):
      let best: String
      if let step {
        let isNext = step.square == round.player.stepped(move)
        let goal = isNext ? "" : ", to get to \(step.square.place)"
        let survives =
          "you survive" + (attempt.level.flashlights.isEmpty ? "" : " and can still win")
        best =
          "Hint: \(move.word)\(goal). "
          + (step.survived == step.levels
            ? "That square is certainly safe."
            : "There \(survives) in \(step.survived) of the \(step.levels) levels still possible.")
      } else {
        best =
          "Hint: \(move.word), the best move, given what you have "
          + (attempt.rules.hearingTellsMore ? "seen and heard." : "seen.")
      }
      if attempt.lesson != nil { return best }
      guard let chance else { return best }
      let kind = chance.selection == .solvable ? "solvable level" : "level"
      let who = step == nil ? "It" : "The best play"
      if chance.levels == 1 { return best + " \(who) wins the only \(kind) still possible." }
      if step != nil, chance.wins == chance.levels {
        return best + " \(who) wins all \(chance.levels) \(kind)s still possible."
      }
      return best + " \(who) wins \(chance.wins) of the \(chance.levels) \(kind)s still possible, "
        + "\(percent(chance.wins, of: chance.levels))."
    case .edge(let move, let reason):
      if attempt.lesson != nil { return "Hint: \(move.word)." }
      let edge = "Hint: \(move.word), on a shortest path around what you have seen (policy edge)."
      switch reason {
      case .noFamily: return edge + " The best move is known only for levels of a family."
      case .tooManyBeliefs(let family):
        return edge + " The best move in \(family) takes too long to find."
      }
    }
  }

  /// A hint without coordinates.
  func hintCaption(_ hint: Hint) -> String {
    switch hint {
    case .best(let move, let chance, let step?):
      let isNext = step.square == round.player.stepped(move)
      let best = "Hint: \(move.word)\(isNext ? "" : ", to the marked square"). "
      if step.survived == step.levels {
        return best + (isNext ? "That square is certainly safe." : "It is certainly safe.")
      }
      guard let chance else {
        return best + "It is safe in \(step.survived) of the \(step.levels) levels still possible."
      }
      return best
        + "The best play wins \(chance.wins) of the \(chance.levels) levels still possible."
    case .lost: return "Hint: nothing can be won from here. Undo a move, or walk on."
    case .edge(let move, _):
      return "Hint: \(move.word)." + (attempt.lesson == nil ? " It is only a good guess." : "")
    default: return answer(hint)
    }
  }
}
