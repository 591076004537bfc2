import ZombiesCore

/// The choices that a player has on the way of *the* solution.
struct Choices {
  /// The maximum number of consecutive moves at each of which only one move can still win.
  var forcedRun = 0

  /// The number of positions at which at least one legal move loses.
  var losing = 0

  /// The largest number of moves, over all losing moves, that must pass before the player can be
  /// caught, the losing move included; 0 if no move loses.
  var trapDepth = 0
}

extension StateGraph {
  /// The choices on the way of a solution.
  ///
  /// - Parameters:
  ///   - moves: The solution.
  ///   - movesToWin: The graph's ``movesToWin``.
  /// - Complexity: O(moves), plus O(states) if a losing move is not fatal at once.
  func choices(on moves: [Direction], _ movesToWin: [Int32]) -> Choices {
    var (choices, run, state) = (Choices(), 0, 0)
    var traps: [Int] = []
    for move in moves {
      var hopeful = 0
      var loses = false
      for place in 4 * state..<4 * state + 4 {
        switch successors[place] {
        case Self.illegal: break
        case Self.won: hopeful += 1
        case Self.caught:
          loses = true
          choices.trapDepth = max(1, choices.trapDepth)
        case let target where movesToWin[Int(target)] >= 0: hopeful += 1
        case let target:
          loses = true
          traps.append(Int(target))
        }
      }
      run = hopeful == 1 ? run + 1 : 0
      choices.forcedRun = max(choices.forcedRun, run)
      if loses { choices.losing += 1 }
      let next = successors[4 * state + Int(move.rawValue)]
      // Only the last move wins.
      if next < 0 { break }
      state = Int(next)
    }
    if !traps.isEmpty {
      // From a dead state, every path to the signpost around the blocks leads to a zombie.
      let ends = movesToEnd
      for trap in traps { choices.trapDepth = max(choices.trapDepth, 1 + Int(ends[trap])) }
    }
    return choices
  }
}
