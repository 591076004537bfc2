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
  ///   - hopes: The graph's ``hopes``.
  /// - Complexity: O(moves), plus O(dead states · moves) if a losing move is not fatal at once.
  func choices(on moves: [Direction], _ hopes: [UInt8]) -> Choices {
    var (choices, run, state) = (Choices(), 0, 0)
    var traps: [Int] = []
    for move in moves {
      var hopeful = 0
      var loses = false
      for place in 4 * state..<4 * state + 4 {
        let target = Int(successors[place])
        let hope = hopes[target + Self.offset]
        hopeful += Int(hope)
        if hope == 0, target != Self.illegal {
          loses = true
          if target >= 0 {
            traps.append(target)
          } else {
            choices.trapDepth = max(1, choices.trapDepth)
          }
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
      let ends = movesToCapture(hopes)
      for trap in traps { choices.trapDepth = max(choices.trapDepth, 1 + Int(ends[trap])) }
    }
    return choices
  }

  /// The same as ``hopes``, from the fewest moves to a win.
  static func hopes(_ movesToWin: [Int32]) -> [UInt8] {
    var hopes = [UInt8](repeating: 0, count: movesToWin.count + offset)
    hopes[Int(won) + offset] = 1
    for state in movesToWin.indices where movesToWin[state] >= 0 { hopes[state + offset] = 1 }
    return hopes
  }

  /// The fewest moves after which the player can be caught from each dead state.
  ///
  /// A path to the signpost around the blocks ends a round, so from every dead state some path leads
  /// to a zombie.
  private func movesToCapture(_ hopes: [UInt8]) -> [Int32] {
    let dead = (0..<count).filter { hopes[$0 + Self.offset] == 0 }
    var moves = [Int32](repeating: .max - 1, count: count)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for state in dead.reversed() {
        var fewest = moves[state]
        for place in 4 * state..<4 * state + 4 {
          let target = successors[place]
          if target == Self.caught { fewest = 1 }
          if target >= 0 { fewest = min(fewest, moves[Int(target)] + 1) }
        }
        if fewest < moves[state] {
          moves[state] = fewest
          hasChanged = true
        }
      }
    }
    return moves
  }
}
