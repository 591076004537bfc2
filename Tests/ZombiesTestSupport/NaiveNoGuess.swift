// Whether reasoning alone wins a dark level, by walking onto certain squares.

/// Whether a player who only steps onto certain squares wins the placement with an index, when some
/// placements are possible before the first look.
///
/// A square is certain if the step onto it is survived in every placement that is possible then. A
/// certain step that lights the room wins, because it is certain only if the lit room can be won.
public func naiveNoGuess(_ level: Int, _ steps: NaiveSteps, possible: [Int]) -> Bool {
  guard possible.contains(level) else { return false }
  let first = steps.step(onto: steps.start, in: level)
  if first == .litAndWon { return true }
  if !first.isSurvived { return false }
  var visited: Set<Int> = [steps.start]
  var possible = possible.filter { steps.step(onto: steps.start, in: $0) == first }

  while true {
    let certain = steps.nextSquares(visited: visited, possible: possible).first { square in
      possible.allSatisfy { steps.step(onto: square, in: $0).isSurvived }
    }
    guard let certain else { return false }
    let step = steps.step(onto: certain, in: level)
    if step == .won || step == .litAndWon { return true }
    visited.insert(certain)
    possible = possible.filter { steps.step(onto: certain, in: $0) == step }
  }
}
