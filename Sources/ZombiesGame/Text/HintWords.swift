import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// A hint in words: in full, and as a caption.

extension Teller {
  /// A hint in sentences: the move, the reason for it, and what it costs.
  func hint(_ hint: Hint) -> Told {
    var told = answer(hint)
    // The first hint in a level of a world.
    let costs =
      attempt.campaignPlace != nil && attempt.counts && attempt.costlyHints == 1
    if costs { told.long[0] += " With a hint, a win earns 1 star." }
    return told
  }

  private func answer(_ hint: Hint) -> Told {
    switch hint {
    case .solution(let move, let moves):
      let length = counted(moves, "move")
      return Told(["Hint: \(move.word). A shortest path from here takes \(length)."])
    case .lost(let proof):
      let lost = "Hint: nothing can be won from here."
      let heard = attempt.rules.hearingTellsMore ? "and heard " : ""
      let why = proof == .sight ? " What you have seen \(heard)proves it." : ""
      return Told([lost + why], short: [lost + " Undo a move, or walk on."])
    case .unknown(let states):
      return Told(["Hint: not known. The search gave up after \(states) states."])
    case .best(let move, let chance, nil):
      let best =
        "Hint: \(move.word), the best move, given what you have "
        + (attempt.rules.hearingTellsMore ? "seen and heard." : "seen.")
      let wins = attempt.lesson == nil ? chance.map { " It " + self.wins($0) } ?? "" : ""
      return Told([best + wins])
    case .best(let move, let chance, let step?): return best(move, chance, step)
    case .edge(let move, let reason):
      if attempt.lesson != nil { return Told(["Hint: \(move.word)."]) }
      let edge = "Hint: \(move.word), on a shortest path around what you have seen (policy edge)."
      let why =
        switch reason {
        case .noFamily: "The best move is known only for levels of a family."
        case .tooManyBeliefs(let family): "The best move in \(family) takes too long to find."
        }
      return Told(["\(edge) \(why)"], short: ["Hint: \(move.word). It is only a good guess."])
    }
  }

  /// The move to the next square on which something is learnt, perhaps over squares that are known.
  private func best(_ move: Direction, _ chance: Hint.Chance?, _ step: Hint.Step) -> Told {
    let isNext = step.square == round.player.stepped(move)
    let isSafe = step.survived == step.levels
    let these = "\(step.survived) of the \(step.levels) levels still possible."
    let survives = "you survive" + (attempt.level.flashlights.isEmpty ? "" : " and can still win")
    var long =
      "Hint: \(move.word)\(isNext ? "" : ", to get to \(step.square.place)"). "
      + (isSafe ? "That square is certainly safe." : "There \(survives) in \(these)")
    if let chance, attempt.lesson == nil { long += " The best play " + wins(chance, isSure: true) }
    var short = "Hint: \(move.word)\(isNext ? "" : ", to the marked square"). "
    if isSafe {
      short += isNext ? "That square is certainly safe." : "It is certainly safe."
    } else if let chance {
      short += "The best play wins \(chance.wins) of the \(chance.levels) levels still possible."
    } else {
      short += "It is safe in \(these)"
    }
    return Told([long], short: [short])
  }

  /// "wins 3 of the 4 solvable levels still possible, 75.0%."
  private func wins(_ chance: Hint.Chance, isSure: Bool = false) -> String {
    let kind = chance.selection == .solvable ? "solvable level" : "level"
    if chance.levels == 1 { return "wins the only \(kind) still possible." }
    if isSure, chance.wins == chance.levels {
      return "wins all \(chance.levels) \(kind)s still possible."
    }
    return "wins \(chance.wins) of the \(chance.levels) \(kind)s still possible, "
      + "\(percent(chance.wins, of: chance.levels))."
  }
}
